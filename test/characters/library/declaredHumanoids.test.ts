/** Characters that declare their bones: VRM 1, VRM 0, and the mapping of KHR_character. The names of their nodes say nothing. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { DescribeSkeletonAsync, RegisterVRM, UnregisterVRM } from "../../../src/index.js";
import { CreateClipCrowd } from "../../../src/crowd.js";
import type { HumanBone } from "../../../src/tools.js";
import type { Json } from "../../helpers/gltfPose.js";
import { BONE_NAMES, Humanoid, type HumanoidOptions, randomMove, turn } from "../../helpers/humanoids.js";
import { compare } from "../../helpers/retargetedPoses.js";
import { createScene, disposeScenes, importAsset, loadContainer, render } from "../../helpers/scene.js";
import { loadMoves } from "../../helpers/twoHeroes.js";

afterEach(disposeScenes);

/** Names in an order of their own, so that neither words nor numbers help. */
const meaningless = (bone: HumanBone): string => `n${(BONE_NAMES.indexOf(bone) * 37) % BONE_NAMES.length}`;

/** VRM 0 names the joints of the thumb otherwise. */
const nameInVrm0 = (bone: HumanBone): string =>
  bone.replace(/ThumbProximal$/, "ThumbIntermediate").replace(/ThumbMetacarpal$/, "ThumbProximal");

const FORMS: Readonly<Record<string, { readonly facing: number; readonly json: NonNullable<HumanoidOptions["json"]> }>> = {
  "VRM 1": {
    facing: 0,
    json: (nodeOf) => ({
      extensionsUsed: ["VRMC_vrm"],
      extensions: {
        VRMC_vrm: {
          specVersion: "1.0",
          humanoid: { humanBones: Object.fromEntries(BONE_NAMES.map((bone) => [bone, { node: nodeOf(bone) }])) },
        },
      },
    }),
  },
  "VRM 0": {
    facing: 180,
    json: (nodeOf) => ({
      extensionsUsed: ["VRM"],
      extensions: { VRM: { humanoid: { humanBones: BONE_NAMES.map((bone) => ({ bone: nameInVrm0(bone), node: nodeOf(bone) })) } } },
    }),
  },
  KHR_character: {
    facing: 0,
    json: () => ({
      extensionsUsed: ["KHR_character_skeleton_mapping"],
      extensions: {
        KHR_character_skeleton_mapping: {
          skeletalRigMappings: { vrmHumanoid: Object.fromEntries(BONE_NAMES.map((bone) => [bone, meaningless(bone)])) },
        },
      },
    }),
  },
};

/** A body that rests in T, with rolls and proportions of its own. */
const bodyOf = (form: string, more: HumanoidOptions = {}): Humanoid =>
  new Humanoid({ name: meaningless, seed: 33, variety: 0.25, size: 1.3, ...FORMS[form], ...more });

const moves = [randomMove(7), randomMove(8)];

describe.each(Object.keys(FORMS))("a character that declares its bones: %s", (form) => {
  it.each([
    ["right", true],
    ["left", false],
  ])("gets moves by what it declares, in a %s-handed scene", async (_, rightHanded) => {
    const source = new Humanoid({ seed: 9, variety: 0.2, moves });
    const { worst, off, findings } = await compare(source, bodyOf(form), true, undefined, rightHanded);
    expect([off, findings]).toEqual([[], []]);
    expect(worst.hips).toBeLessThan(0.01);
  });

  it("is described by it, with its own nodes in each instance", async () => {
    const body = bodyOf(form);
    const container = await loadContainer(body.asset, createScene());
    const instances = [container.instantiateModelsToScene(), container.instantiateModelsToScene((name) => `second ${name}`)];
    const found = await Promise.all([container, ...instances].map((character) => DescribeSkeletonAsync(character)));
    expect(found.map(({ confidence }) => confidence)).toEqual([1, 1, 1]);
    const prefixes = ["", "Clone of ", "second "];
    found.forEach(({ bones }, i) =>
      expect(Object.fromEntries(Object.entries(bones).map(([bone, { node }]) => [bone, node.name]))).toEqual(
        Object.fromEntries(BONE_NAMES.map((bone) => [bone, prefixes[i]! + meaningless(bone)])),
      ),
    );
  });
});

it("a crowd of it gets moves, too", async () => {
  const scene = createScene();
  const library = await loadMoves(new Humanoid({ seed: 9, moves: [moves[0]!] }).asset, scene);
  const { asset } = bodyOf("VRM 0", { moves: [randomMove(3)] });
  const crowd = CreateClipCrowd(await loadContainer(asset, scene), { halfFloat: false, exact: true });
  const result = await importAsset(asset, scene);
  const [expected] = library.addTo(result, { clips: [0], retarget: true });
  const index = crowd.add();
  const [clip] = crowd.addClips(library, [0], { retarget: true });
  crowd.play(index, clip!);
  crowd.pause(index);
  crowd.seek(index, 0.4);
  render(scene, 1);
  expected.timestamp = 0.4;
  for (const bone of ["hips", "leftHand", "rightFoot"] as const) {
    const node = result.transformNodes.find(({ name }) => name === meaningless(bone))!;
    const wanted = node.computeWorldMatrix(true).asArray();
    const actual = crowd.getNodeMatrixToRef(index, meaningless(bone), new Matrix());
    wanted.forEach((value, i) => expect(actual.m[i]).toBeCloseTo(value, 4));
  }
});

it("VRM 0 and VRM 1 rest in T, whatever their skins say", async () => {
  const source = new Humanoid({ seed: 9, moves });
  const bind = { leftUpperArm: turn(0, 0, 1, -40), rightUpperArm: turn(0, 0, 1, 40) };
  for (const form of ["VRM 1", "VRM 0"]) {
    const { off } = await compare(source, bodyOf(form, { bind, rest: {} }));
    expect([form, off]).toEqual([form, []]);
  }
});

it("a VRM that rests beside an animated root is retargeted as it was loaded", async () => {
  const body = bodyOf("VRM 1");
  const scene = createScene({ rightHanded: true });
  const character = await importAsset(body.asset, scene);
  const library = await loadMoves(new Humanoid({ seed: 9, moves }).asset, scene);
  const before = JSON.stringify(character.transformNodes.map(({ metadata }) => metadata as unknown));
  library.addTo(character, { retarget: true });
  await DescribeSkeletonAsync(character);
  expect(JSON.stringify(character.transformNodes.map(({ metadata }) => metadata as unknown))).toBe(before);
});

it("extras beside it stay", async () => {
  const body = bodyOf("VRM 1");
  const hips = body.asset.json["nodes"][body.nodes.get("hips")!] as Json;
  hips["extras"] = { team: "red" };
  const scene = createScene();
  await importAsset(body.asset, scene);
  const { metadata } = scene.getNodeByName(meaningless("hips")) as TransformNode;
  expect(metadata).toMatchObject({ gltf: { extras: { team: "red" } } });
});

it("UnregisterVRM leaves characters to their names", async () => {
  UnregisterVRM();
  try {
    const { bones } = await DescribeSkeletonAsync(await importAsset(bodyOf("VRM 1").asset, createScene()));
    expect(Object.values(bones).some(({ reason }) => reason.startsWith("declared"))).toBe(false);
  } finally {
    RegisterVRM();
  }
});
