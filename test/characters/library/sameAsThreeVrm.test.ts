/**
 * The second opinion on VRM: `@pixiv/three-vrm` and `@pixiv/three-vrm-animation`, where they are right. They mix the keys of STEP, show the in-tangents
 * of splines and drop the turns of bones that a body lacks, so that keys here are linear, and bodies have all bones.
 */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Quaternion } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { VRMLoaderPlugin } from "@pixiv/three-vrm";
import { createVRMAnimationClip, VRMAnimationLoaderPlugin } from "@pixiv/three-vrm-animation";
import { AnimationMixer } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { packGlb } from "../../../scripts/glb.mjs";
import { type ClipAnimationGroup, GetExpressions } from "../../../src/index.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { BONE_NAMES, degreesBetween, FINGER_BONES, Humanoid, type HumanoidOptions, randomMove, turn } from "../../helpers/humanoids.js";
import { createScene, disposeScenes, importAsset } from "../../helpers/scene.js";
import { loadMoves } from "../../helpers/twoHeroes.js";

afterEach(disposeScenes);

const META = { name: "figure", authors: ["the test"], licenseUrl: "https://vrm.dev/licenses/1.0/" };

type Json1 = NonNullable<HumanoidOptions["json"]>;

/** The bones that an extension of VRM 1 declares. */
const humanoidOf = (nodeOf: Parameters<Json1>[0]): Json => ({
  humanBones: Object.fromEntries(BONES.map((bone) => [bone, { node: nodeOf(bone) }])),
});

/** All bones but the fingers of the right hand, whose turns are like those of the left one: 38. */
const WITHOUT = FINGER_BONES.filter((bone) => bone.startsWith("right"));
const BONES = BONE_NAMES.filter((bone) => !WITHOUT.includes(bone));

const VRM1: HumanoidOptions = {
  facing: 0,
  json: (nodeOf) => ({
    extensionsUsed: ["VRMC_vrm"],
    extensions: { VRMC_vrm: { specVersion: "1.0", meta: META, humanoid: humanoidOf(nodeOf) } },
  }),
};
const nameInVrm0 = (bone: string): string =>
  bone.replace(/ThumbProximal$/, "ThumbIntermediate").replace(/ThumbMetacarpal$/, "ThumbProximal");
const VRM0: HumanoidOptions = {
  facing: 180,
  json: (nodeOf) => ({
    extensionsUsed: ["VRM"],
    extensions: {
      VRM: {
        specVersion: "0.0",
        meta: {},
        humanoid: { humanBones: BONES.map((bone) => ({ bone: nameInVrm0(bone), node: nodeOf(bone) })) },
      },
    },
  }),
};

/** The parts of the objects of three.js that the tests read. */
interface Loaded {
  readonly scene: { readonly name: string; getObjectByName(name: string): { readonly morphTargetInfluences: number[] } };
  readonly userData: {
    readonly vrm: {
      readonly scene: unknown;
      readonly humanoid: { update(): void; getRawBoneNode(bone: string): { readonly quaternion: { toArray(): number[] } } };
      readonly expressionManager: { setValue(name: string, weight: number): void; update(): void };
    };
    readonly vrmAnimations: readonly unknown[];
  };
}

async function loadThree({ json, bin }: Asset, Plugin: unknown): Promise<Loaded> {
  const loader = new GLTFLoader() as {
    register(create: (parser: unknown) => unknown): void;
    parseAsync(bytes: ArrayBuffer, path: string): unknown;
  };
  loader.register((parser) => new (Plugin as new (parser: unknown) => unknown)(parser));
  return (await loader.parseAsync(Uint8Array.from(packGlb(json, bin)).buffer, "")) as Loaded;
}

describe("a .vrma on a VRM turns bones as three-vrm does", () => {
  const source = new Humanoid({
    ...{ name: (bone) => `a${BONES.indexOf(bone)}`, seed: 12, isSkinned: false, without: WITHOUT, moves: [randomMove(7, 60, 8)] },
    json: (nodeOf) => ({
      extensionsUsed: ["VRMC_vrm_animation"],
      extensions: { VRMC_vrm_animation: { specVersion: "1.0", humanoid: humanoidOf(nodeOf) } },
    }),
  });

  it.each([
    ["VRM 1", VRM1],
    ["VRM 1 below a turned node", { ...VRM1, armature: { rotation: turn(1, 0, 0, -90), scale: 0.01 } }],
    ["VRM 0", VRM0],
  ] as const)("%s", async (_, form) => {
    const body = new Humanoid({ name: (bone) => `b${BONES.indexOf(bone)}`, seed: 33, variety: 0.25, without: WITHOUT, ...form });
    const scene = createScene();
    const library = await loadMoves(source.asset, scene);
    const [clip] = library.addTo(await importAsset(body.asset, scene), { retarget: true }) as [ClipAnimationGroup];
    const { vrm } = (await loadThree(body.asset, VRMLoaderPlugin)).userData;
    const [animation] = (await loadThree(source.asset, VRMAnimationLoaderPlugin)).userData.vrmAnimations;
    const mixer = new AnimationMixer(vrm.scene);
    const action = mixer.clipAction(createVRMAnimationClip(animation, vrm));
    action.play();
    for (let frame = 0; frame < 20; frame++) {
      const time = (clip.duration * frame) / 20;
      clip.timestamp = time;
      action.time = time;
      mixer.update(0);
      vrm.humanoid.update();
      for (const bone of BONES) {
        const expected = Quaternion.FromArray(vrm.humanoid.getRawBoneNode(bone).quaternion.toArray());
        const { rotationQuaternion } = scene.getNodeByName(body.names.get(bone)!) as TransformNode;
        const off = degreesBetween(rotationQuaternion!, expected);
        expect([frame, bone, off < 1 ? "" : off]).toEqual([frame, bone, ""]);
      }
    }
  });
});

describe("expressions blend as those of three-vrm", () => {
  const MORPHS = 4;
  const EXPRESSIONS = {
    happy: { overrideBlink: "blend", overrideMouth: "blend", binds: [0, 1] },
    angry: { isBinary: true, overrideMouth: "block", overrideLookAt: "blend", binds: [1] },
    blink: { isBinary: true, binds: [2] },
    lookUp: { binds: [3, 0] },
    aa: { binds: [3] },
    oh: { isBinary: true, binds: [2, 3] },
  } as const;

  const createFace = (form: HumanoidOptions, extension: (node: number) => Json): Asset => {
    const { asset } = new Humanoid({ name: (bone) => `b${BONES.indexOf(bone)}`, seed: 33, without: WITHOUT, ...form });
    const mesh = asset.json["meshes"][0] as Json;
    const { POSITION } = mesh["primitives"][0].attributes as { POSITION: number };
    mesh["primitives"][0].targets = Array.from({ length: MORPHS }, () => ({ POSITION }));
    const node = (asset.json["nodes"] as Json[]).findIndex((each) => each["mesh"] === 0);
    Object.assign(Object.values(asset.json["extensions"] as Json)[0] as Json, extension(node));
    return asset;
  };
  const FACES: Readonly<Record<string, Asset>> = {
    "VRM 1": createFace(VRM1, (node) => ({
      expressions: {
        preset: Object.fromEntries(
          Object.entries(EXPRESSIONS).map(([name, { binds, ...more }]) => [
            name,
            { ...more, morphTargetBinds: binds.map((index, i) => ({ node, index, weight: 1 - 0.3 * i })) },
          ]),
        ),
      },
    })),
    "VRM 0": createFace(VRM0, () => ({
      blendShapeMaster: {
        blendShapeGroups: Object.entries({ happy: "joy", angry: "angry", blink: "blink", lookUp: "lookup", aa: "a", oh: "o" }).map(
          ([name, presetName]) => {
            const { binds, ...more } = EXPRESSIONS[name as keyof typeof EXPRESSIONS];
            const isBinary = "isBinary" in more;
            return { name: presetName, presetName, isBinary, binds: binds.map((index, i) => ({ mesh: 0, index, weight: 100 - 30 * i })) };
          },
        ),
      },
    })),
  };

  it.each(Object.keys(FACES))("%s", async (form) => {
    const asset = FACES[form]!;
    const character = await importAsset(asset, createScene());
    const { scene, userData } = await loadThree(asset, VRMLoaderPlugin);
    const { expressionManager } = userData.vrm;
    const { morphTargetInfluences } = scene.getObjectByName("Body");
    const { morphTargetManager } = character.meshes.find((mesh) => mesh.morphTargetManager)!;
    const expressions = GetExpressions(character);
    for (let round = 0; round < 60; round++) {
      for (const [i, name] of Object.keys(EXPRESSIONS).entries()) {
        const weight = ((round * (2 * i + 3) + i) % 7) / 6;
        expressions.get(name)!.weight = weight;
        expressionManager.setValue(name, weight);
      }
      expressionManager.update();
      const own = Array.from({ length: MORPHS }, (_, i) => morphTargetManager!.getTarget(i).influence);
      expect([round, own]).toEqual([round, morphTargetInfluences.map((each) => expect.closeTo(each, 5) as unknown)]);
    }
  });
});
