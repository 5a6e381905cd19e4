/** The second way to the same poses: the tools copy the animations into the character's file, which is loaded. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { Light } from "@babylonjs/core/Lights/light.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import { type AddClipsOptions, CreateClip, GetClips, LoadClipLibraryAsync, type ClipAnimationGroup } from "../../../src/index.js";
import { RegisterKeysOnDemand, UnregisterKeysOnDemand } from "../../../src/pure.js";
import { CopyAnimations, GltfFile } from "../../../src/tools.js";
import { itWithAssets, readAsset } from "../../helpers/assets.js";
import { addTriangle, createAsset, createModel, nodeAnimation, pointedAnimation, SWING } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { createScene, disposeScenes, importAsset, withClips } from "../../helpers/scene.js";
import { sentencesOf } from "../../helpers/findings.js";

afterEach(() => {
  UnregisterKeysOnDemand();
  disposeScenes();
});

type Rename = NonNullable<AddClipsOptions["renameNodes"]>;

/** Every number that the animations of these tests can move. */
function seen(scene: Scene): Record<string, readonly (number | boolean)[]> {
  const state: Record<string, readonly (number | boolean)[]> = {};
  const nodes: readonly TransformNode[] = [...scene.transformNodes, ...scene.meshes];
  nodes.forEach(({ name, position, rotationQuaternion, rotation, scaling }, i) => {
    state[`${i} ${name}`] = [position, rotationQuaternion ?? rotation, scaling].flatMap((value) => value.asArray());
  });
  scene.meshes.forEach(({ morphTargetManager: manager, isVisible }, i) => {
    state[`weights ${i}`] = [isVisible, ...Array.from({ length: manager?.numTargets ?? 0 }, (_, at) => manager!.getTarget(at).influence)];
  });
  (scene.materials as PBRMaterial[]).forEach((material, i) => {
    const { albedoColor, emissiveColor, alpha, metallic, roughness, albedoTexture } = material;
    const { uOffset = 0, vOffset = 0, uScale = 0, vScale = 0, wAng = 0 } = (albedoTexture ?? {}) as Record<string, number>;
    const colors = [...(albedoColor?.asArray() ?? []), ...(emissiveColor?.asArray() ?? [])];
    state[`material ${i}`] = [...colors, alpha, metallic ?? -1, roughness ?? -1, uOffset, vOffset, uScale, vScale, wAng];
  });
  scene.lights.forEach((light: Light, i) => (state[`light ${i}`] = [light.intensity, ...light.diffuse.asArray()]));
  scene.cameras.forEach((camera, i) => (state[`camera ${i}`] = [camera.fov, camera.minZ, camera.maxZ]));
  return state;
}

interface Played {
  readonly scene: Scene;
  readonly clips: readonly ClipAnimationGroup[];
}

async function playCopy(
  target: Asset,
  source: Asset,
  rename: Rename | undefined,
): Promise<Played & { readonly warnings: readonly string[] }> {
  const [file, from] = [target, source].map(({ json, bin }) => GltfFile.parse(new Uint8Array(packGlb(json, bin)))) as [GltfFile, GltfFile];
  const { findings } = CopyAnimations(file, from, { rename });
  const scene = createScene();
  const result = await importAsset(unpackGlb(file.toFiles()["model.glb"]!), scene);
  const clips = GetClips(result);
  const groups = result.animationGroups;
  return {
    scene,
    clips: clips.length > 0 ? clips : groups.map((group) => CreateClip(group.name, group, { end: group.to / 60 })),
    warnings: sentencesOf(findings, "NOT_COPIED"),
  };
}

async function playLibrary(
  target: Asset,
  source: Asset,
  renameNodes: Rename | undefined,
): Promise<Played & { readonly warnings: readonly string[] }> {
  const scene = createScene();
  const result = await importAsset(target, scene);
  const library = await LoadClipLibraryAsync(new Uint8Array(packGlb(source.json, source.bin)), scene);
  const clips = library.addTo(result, { renameNodes });
  return { scene, clips, warnings: sentencesOf(library.report.findings, "NOT_COPIED") };
}

/** The copy gets channels that nothing can play; the loader warns of them, not the tools. */
const isOfLoading = (warning: string): boolean => /must point to a property|already animates this property/.test(warning);

/** Expects the same bits at 25 timestamps of each clip. */
async function expectSame(target: Asset, source: Asset, rename?: Rename): Promise<void> {
  const [copy, library] = [await playCopy(target, source, rename), await playLibrary(target, source, rename)];
  const pending = copy.warnings.filter((warning) => !library.warnings.includes(warning));
  const rules = library.warnings.map((warning) => warning.slice(warning.indexOf(": ")));
  expect(pending.filter((warning) => !rules.includes(warning.slice(warning.indexOf(": "))))).toEqual([]); // each reason once
  expect(library.warnings.filter((warning) => !copy.warnings.includes(warning) && !isOfLoading(warning))).toEqual([]);
  const described = (clips: readonly ClipAnimationGroup[]): Json[] =>
    clips.map(({ name, settings, events }) => ({ name, settings, events }));
  expect(described(library.clips)).toEqual(described(copy.clips));
  expect(library.clips.length).toBeGreaterThan(0);
  const rest = seen(library.scene);
  expect(rest).toEqual(seen(copy.scene));
  let moved = 0;
  library.clips.forEach((clip, i) => {
    const other = copy.clips[i]!;
    for (let step = 0; step < 25; step++) {
      const timestamp = (clip.duration * step) / 24;
      clip.timestamp = timestamp;
      other.timestamp = timestamp;
      const [actual, expected] = [seen(library.scene), seen(copy.scene)];
      expect(actual).toEqual(expected);
      moved += JSON.stringify(expected) === JSON.stringify(rest) ? 0 : 1;
    }
    clip.reset();
    other.reset();
  });
  expect(moved).toBeGreaterThan(library.clips.length);
}

/** A file without its animations and clips. */
function withoutAnimations({ json, bin }: Asset): Asset {
  const copy = structuredClone(json);
  delete copy["animations"];
  delete copy["extensions"]?.KHR_animation_clip;
  return { json: copy, bin };
}

/** The same file with other names of nodes. */
function renamed({ json, bin }: Asset, rename: (name: string) => string): Asset {
  const copy = structuredClone(json);
  (copy["nodes"] as Json[]).forEach((node) => node["name"] !== undefined && (node["name"] = rename(node["name"] as string)));
  return { json: copy, bin };
}

/** Nodes with one name in several places. */
function createTwins(order: readonly number[], animations: boolean): Asset {
  return createAsset((add) => {
    const nodes: Json[] = [];
    const family = [{ name: "left", children: [2] }, { name: "right", children: [3] }, { name: "hand" }, { name: "hand" }];
    family.forEach(({ name, children }, i) => {
      nodes[order[i]!] = { name, ...(children && { children: children.map((child) => order[child]!) }) };
    });
    const channels = SWING.map((channel) => ({ ...channel, node: order[channel.node === 0 ? 2 : 3]! }));
    return {
      nodes,
      scenes: [{ nodes: [order[0]!, order[1]!] }],
      ...(animations && { animations: [nodeAnimation(add, "wave", channels)] }),
    };
  });
}

/** A face with named morph targets. */
function createFace(names: readonly string[], animations: boolean): Asset {
  return createAsset((add) => {
    const attributes = addTriangle(add);
    const targets = names.map((_, i) => ({ POSITION: add("VEC3", [i, 0, 0, 0, i, 0, 0, 0, 1]) }));
    const values = [0, 0.5, 1, 1, 0.25, 0, 0, 0, 0.75];
    return {
      nodes: [{ name: "head", mesh: 0 }],
      meshes: [
        {
          primitives: [
            { attributes, targets },
            { attributes, targets },
          ],
          extras: { targetNames: names },
        },
      ],
      ...(animations && { animations: [nodeAnimation(add, "talk", [{ node: 0, path: "weights", times: [0, 0.5, 1], values }])] }),
    };
  });
}

/** A lamp whose materials, light and camera have names; other indices than in a twin with `isShifted`. */
function createLamp(isShifted: boolean, animations: boolean): Asset {
  return createAsset((add) => {
    const at = isShifted ? 1 : 0;
    const shift = <T>(item: T, other: T): T[] => (isShifted ? [other, item] : [item]);
    const attributes = addTriangle(add);
    return {
      extensionsUsed: ["KHR_animation_pointer", "KHR_lights_punctual"],
      nodes: [
        { name: "stand", children: [1, 2] },
        { name: "shade", mesh: 0, extensions: { KHR_lights_punctual: { light: at } } },
        { name: "eye", camera: at },
      ],
      scenes: [{ nodes: [0] }],
      meshes: [{ primitives: [{ attributes, material: at }] }],
      materials: shift<Json>(
        { name: "glow", emissiveFactor: [0.5, 0.5, 0.5], pbrMetallicRoughness: { metallicFactor: 0.5 } },
        { name: "other" },
      ),
      cameras: shift<Json>(
        { name: "lens", type: "perspective", perspective: { yfov: 1, znear: 0.1 } },
        { name: "wide", type: "perspective", perspective: { yfov: 2, znear: 1 } },
      ),
      extensions: { KHR_lights_punctual: { lights: shift<Json>({ name: "bulb", type: "point" }, { name: "sun", type: "directional" }) } },
      ...(animations && {
        animations: [
          pointedAnimation(add, [
            {
              pointer: `/materials/${at}/emissiveFactor`,
              values: [
                [0, 0, 0],
                [1, 0.5, 0.25],
              ],
            },
            { pointer: `/materials/${at}/pbrMetallicRoughness/metallicFactor`, values: [[0], [1]] },
            { pointer: `/cameras/${at}/perspective/yfov`, values: [[0.5], [1.5]] },
            { pointer: `/extensions/KHR_lights_punctual/lights/${at}/intensity`, values: [[0], [100]] },
            {
              pointer: "/nodes/0/translation",
              values: [
                [0, 0, 0],
                [1, 2, 3],
              ],
            },
            {
              pointer: "/nodes/1/rotation",
              values: [
                [0, 0, 0, 1],
                [0, 1, 0, 0],
              ],
            },
          ]),
        ],
      }),
    };
  });
}

describe("a library gives the poses of animations that the tools copied", () => {
  it("to the nodes with the same names, in clips and without", async () => {
    const source = createModel(2, [
      SWING,
      [{ node: 0, path: "rotation", times: [0, 2], values: [0, 0, 0, 1, 1, 0, 0, 0], interpolation: "STEP" }],
    ]);
    const target = withoutAnimations(createModel(3, []));
    await expectSame(target, source);
    await expectSame(target, withClips(source, [{ name: "swing", animations: [0, 1], start: 0.25, end: 0.75, speed: 2, reverse: true }]));
  });

  it("with the events of the animations, those of a clip within its bounds", async () => {
    const source = createModel(2, [SWING, SWING]);
    const names = ["a", "b", "c"];
    const events = names.map((name, i) => ({ time: (i + 1) / 4, name, payload: { i }, isSync: i === 1 }));
    source.json["animations"][0].extensions = { KHR_animation_events: { events } };
    source.json["animations"][1].extras = { events: [...events].reverse() };
    source.json["extensionsUsed"] = ["KHR_animation_events"];
    await expectSame(createModel(2, []), source);
    await expectSame(createModel(2, []), withClips(source, [{ name: "swing", animations: [0, 1], start: 0.3, end: 0.8 }]));
  });

  it("to nodes without the prefix of Mixamo", async () => {
    const names = ["Hips", "Spine"];
    const source = renamed(createModel(2, [SWING]), (name) => `mixamorig:${names[Number(name[1])]}`);
    const target = renamed(createModel(2, []), (name) => names[Number(name[1])]!);
    await expectSame(target, source, (name) => name.replace("mixamorig:", ""));
    await expectSame(target, source, { "mixamorig:Hips": "Hips", "mixamorig:Spine": "Spine" });
  });

  it("to nodes whose name is not the only one", async () => {
    await expectSame(createTwins([2, 3, 1, 0], false), createTwins([0, 1, 2, 3], true));
  });

  it("to morph targets with the same names, of each primitive", async () => {
    await expectSame(createFace(["smile", "blink", "ah"], false), createFace(["smile", "blink", "ah"], true));
    await expectSame(createFace(["smile", "blink", "ah"], false), createFace(["A.smile", "A.blink", "A.ah"], true), (name) =>
      name.replace("A.", ""),
    );
  });

  it("to materials, cameras and lights by JSON pointer", async () => {
    await expectSame(createLamp(true, false), createLamp(false, true));
    await expectSame(createLamp(false, false), createLamp(true, true));
  });

  it("to a light and a camera that several nodes use", async () => {
    const shared = (animations: boolean, name = "bulb"): Asset => {
      const { json, bin } = createLamp(false, animations);
      const extensions = { KHR_lights_punctual: { light: 0 } };
      const more = [1, 2].flatMap((i) => [
        { name: `lamp ${i}`, extensions },
        { name: `eye ${i}`, camera: 0 },
      ]);
      const lights = [{ name, type: "point", intensity: 3 }];
      const nodes: Json[] = [...(json["nodes"] as Json[]), ...more];
      nodes[0]!.children = nodes.slice(1).map((_, i) => i + 1);
      return { json: { ...json, nodes, extensions: { KHR_lights_punctual: { lights } } }, bin };
    };
    await expectSame(shared(false), shared(true));
    await expectSame(shared(false), createLamp(false, true));
  });

  it("to no light where two lights have the name", async () => {
    const { json, bin } = createLamp(false, false);
    const lights = [1, 2].map((intensity) => ({ name: "bulb", type: "point", intensity }));
    const nodes = [...(json["nodes"] as Json[]), { name: "lamp", extensions: { KHR_lights_punctual: { light: 1 } } }];
    nodes[0]!.children = [1, 2, 3];
    await expectSame({ json: { ...json, nodes, extensions: { KHR_lights_punctual: { lights } } }, bin }, createLamp(false, true));
  });

  it("of normalized integers and sparse accessors", async () => {
    RegisterKeysOnDemand(); // Babylon's own keys of integers are not of unit length
    const source = createAsset((add) => ({
      nodes: [{ name: "n0" }],
      animations: [
        {
          channels: [
            { sampler: 0, target: { node: 0, path: "rotation" } },
            { sampler: 1, target: { node: 0, path: "translation" } },
          ],
          samplers: [
            {
              input: add("SCALAR", [0, 1]),
              output: add("VEC4", new Int16Array([0, 0, 0, 32767, 0, 23170, 0, 23170]), { normalized: true }),
            },
            { input: add("SCALAR", [0, 1]), output: add("VEC3", [0, 0, 0, 1, 2, 3]) },
          ],
        },
      ],
    }));
    source.json["accessors"][3].sparse = {
      count: 1,
      indices: { bufferView: source.json["accessors"][2].bufferView, componentType: 5125 }, // times: 0 is the index 0
      values: { bufferView: source.json["accessors"][3].bufferView, byteOffset: 12 },
    };
    await expectSame(createModel(1, []), source);
  });

  itWithAssets.each([
    ["skin-raylib-robot-14anims.glb", "mixamorig:"],
    ["trs-blender-03_all_animations.glb", ""],
    ["trs-blender-07_nla.glb", ""],
    ["morph-MorphStressTest.glb", ""],
    ["pointer-WhackAMole.glb", ""],
    ["pointer-AnimateAllTheThings-blender24.glb", ""],
    ["skin-babylon-Elf-3dsmax-4groups.glb", ""],
    ["skin-Fox.glb", ""],
  ])("of the file %s, with the prefix %j", async (name, prefix) => {
    const file = readAsset(name);
    await expectSame(
      withoutAnimations(file),
      renamed(file, (node) => prefix + node),
      (node) => node.slice(prefix.length),
    );
  });
});
