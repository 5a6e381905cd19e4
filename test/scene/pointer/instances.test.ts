/**
 * One glTF object may be several Babylon objects: all of them move. Instances of a container have their own of most: these move by the
 * instance's own groups, and by nothing else.
 */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AssetContainer, InstantiatedEntries } from "@babylonjs/core/assetContainer.js";
import { Camera } from "@babylonjs/core/Cameras/camera.js";
import { Light } from "@babylonjs/core/Lights/light.js";
import { Material } from "@babylonjs/core/Materials/material.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import type { Scene } from "@babylonjs/core/scene.js";
// what Babylon copies cameras, lights and textures with
import "@babylonjs/core/Cameras/universalCamera.js";
import "@babylonjs/core/Lights/pointLight.js";
import "@babylonjs/core/Materials/Textures/texture.js";
import "../../../src/index.js";
import { CreateClip, GetClips } from "../../../src/pure.js";
import { addTexturedTriangle, createAsset, PNG, pointedAnimation, type PointedChannel } from "../../helpers/gltfAsset.js";
import type { Asset } from "../../helpers/gltfPose.js";
import {
  collectWarnings,
  createScene,
  disposeScenes,
  FRAME,
  importAsset,
  loadContainer,
  render,
  START_ALL,
  withClips,
} from "../../helpers/scene.js";

afterEach(disposeScenes);

// ---- the asset ----------------------------------------------------------------------------------------------------------------------

const LINES = 1;
const LINE_LOOP = 2;

const CAMERA = "/cameras/0/perspective/yfov";
const LIGHT = "/extensions/KHR_lights_punctual/lights/0/intensity";
const ROUGHNESS = "/materials/0/pbrMetallicRoughness/roughnessFactor";
const BASE_COLOR = "/materials/0/pbrMetallicRoughness/baseColorFactor";
const OFFSET = "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset";
const TRANSMISSION = "/materials/0/extensions/KHR_materials_transmission/transmissionFactor";
const WEIGHTS = "/meshes/0/weights";
const VISIBLE = "/nodes/1/extensions/KHR_node_visibility/visible";
const SELECTABLE = "/nodes/1/extensions/KHR_node_selectability/selectable";

const CHANNELS: readonly PointedChannel[] = [
  { pointer: "/nodes/1/translation", values: [[0, 0, 0], [1, 0, 0]] }, // oxfmt-ignore
  { pointer: CAMERA, values: [[0.5], [1]] },
  { pointer: LIGHT, values: [[1], [3]] },
  { pointer: ROUGHNESS, values: [[0.25], [0.75]] },
  { pointer: BASE_COLOR, values: [[0, 0.5, 1, 0.25], [1, 0.25, 0, 0.75]] }, // oxfmt-ignore
  { pointer: OFFSET, values: [[0, 0.5], [1, 0.25]] }, // oxfmt-ignore
  { pointer: TRANSMISSION, values: [[0], [0.5]] },
  { pointer: `${WEIGHTS}/1`, values: [[0.25], [0.75]] },
];

/** Another animation of the same, the other way. */
const BACK: readonly PointedChannel[] = CHANNELS.map((channel) => ({ ...channel, values: [channel.values[1]!, channel.values[0]!] }));

const SWITCHES: readonly PointedChannel[] = [
  { pointer: VISIBLE, interpolation: "STEP", values: [[1], [0]] },
  { pointer: SELECTABLE, interpolation: "STEP", values: [[0], [1]] },
];

/**
 * A camera and a light used by two nodes each; a material in three draw modes, on two meshes, one of them without morph targets and
 * used by two nodes, which Babylon draws as instances; a mesh with several primitives, used by two nodes.
 */
function createCopied(animations: readonly (readonly PointedChannel[])[]): Asset {
  return createAsset((add) => {
    const attributes = addTexturedTriangle(add);
    const { POSITION } = attributes;
    const primitive = { attributes, material: 0 };
    const morphed = { ...primitive, targets: [{ POSITION }, { POSITION }] };
    const texture = { index: 0 };
    const lights = [{ type: "point", intensity: 5 }, { type: "point" }];
    const shines = { KHR_lights_punctual: { light: 0 } };
    return {
      extensionsUsed: [
        ...["KHR_animation_pointer", "KHR_lights_punctual", "KHR_materials_transmission", "KHR_texture_transform"],
        ...["KHR_node_visibility", "KHR_node_selectability"],
      ],
      extensions: { KHR_lights_punctual: { lights } },
      scenes: [{ nodes: [0] }],
      nodes: [
        { name: "root", children: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
        { name: "body", mesh: 0, extensions: { KHR_node_visibility: {}, KHR_node_selectability: { selectable: false } } },
        { name: "twin", mesh: 0 },
        { name: "box", mesh: 1 },
        { name: "box again", mesh: 1 },
        { name: "view", camera: 0 },
        { name: "view again", camera: 0 },
        { name: "lamp", extensions: shines },
        { name: "lamp again", extensions: shines },
        { name: "with weights of its own", mesh: 0, weights: [0.125, 0.125] },
      ],
      cameras: [{ type: "perspective", perspective: { yfov: 0.9, znear: 1, zfar: 10 } }],
      materials: [
        {
          name: "paint",
          alphaMode: "BLEND",
          pbrMetallicRoughness: { baseColorTexture: texture, baseColorFactor: [0.5, 0.5, 0.5, 0.5], roughnessFactor: 1 },
          extensions: { KHR_materials_transmission: { transmissionTexture: texture } },
        },
        { name: "varnish", pbrMetallicRoughness: { baseColorTexture: texture, roughnessFactor: 0.875 } },
      ],
      textures: [{ source: 0 }],
      images: [{ uri: PNG }],
      meshes: [
        { weights: [0.5, 0.5], primitives: [morphed, { ...morphed, mode: LINES }, { ...morphed, material: 1 }] },
        { primitives: [{ ...primitive, mode: LINE_LOOP }] },
      ],
      animations: animations.map((channels, index) => ({ name: `animation ${index}`, ...pointedAnimation(add, channels) })),
    };
  });
}

const ASSET = createCopied([CHANNELS]);

// ---- what is seen of it -------------------------------------------------------------------------------------------------------------

/** The value of a channel at a time within its keys. */
function valueOf(pointer: string, time: number, channels = CHANNELS): number[] {
  const { values } = channels.find((channel) => channel.pointer === pointer)!;
  return values[0]!.map((from, i) => from + time * (values[1]![i]! - from));
}

const close = (values: readonly number[]): unknown[] => values.map((value) => expect.closeTo(value, 5) as unknown);

/** Babylon objects of one copy of the asset. */
interface Copy {
  readonly nodes: readonly Node[];
  readonly materials: readonly PBRMaterial[];
}

function copyOf(root: Node): Copy {
  const nodes = [root, ...root.getDescendants()];
  const materials = nodes.flatMap((node) => (node instanceof AbstractMesh && node.material ? [node.material as PBRMaterial] : []));
  return { nodes, materials: [...new Set(materials)] };
}

const paints = ({ materials }: Copy, name = "paint"): PBRMaterial[] => materials.filter((material) => material.name.endsWith(name));
const meshesOf = ({ nodes }: Copy, name: string): AbstractMesh[] =>
  nodes.filter((node): node is AbstractMesh => node instanceof AbstractMesh && new RegExp(`\\b${name}(_primitive\\d)?$`).test(node.name));
const nodeOf = ({ nodes }: Copy, name: string): TransformNode => nodes.find((node) => node.name.endsWith(name)) as TransformNode;

function influences(mesh: AbstractMesh): number[] {
  const morphs = mesh.morphTargetManager!;
  return [0, 1].map((i) => morphs.getTarget(i).influence);
}

/** What of a copy each channel animates, one entry for each Babylon object. */
function look(copy: Copy): Record<string, number[][]> {
  const materials = paints(copy);
  return {
    "/nodes/1/translation": [nodeOf(copy, "body").position.asArray()],
    [CAMERA]: copy.nodes.filter((node): node is Camera => node instanceof Camera).map(({ fov }) => [fov]),
    [LIGHT]: copy.nodes.filter((node): node is Light => node instanceof Light).map(({ intensity }) => [intensity]),
    [ROUGHNESS]: materials.map(({ roughness }) => [roughness!]),
    [BASE_COLOR]: materials.map(({ albedoColor, alpha }) => [...albedoColor.asArray(), alpha]),
    [OFFSET]: materials.map(({ albedoTexture }) => [(albedoTexture as Texture).uOffset, (albedoTexture as Texture).vOffset]),
    [TRANSMISSION]: materials.map(({ subSurface }) => [subSurface.isRefractionEnabled ? subSurface.refractionIntensity : 0]),
    [`${WEIGHTS}/1`]: [...meshesOf(copy, "body"), ...meshesOf(copy, "twin")].map((mesh) => influences(mesh).slice(1)),
  };
}

/** How many Babylon objects each channel animates in one copy of the asset. */
const COUNTS: Record<string, number> = {
  "/nodes/1/translation": 1,
  [CAMERA]: 2,
  [LIGHT]: 2,
  [ROUGHNESS]: 3,
  [BASE_COLOR]: 3,
  [OFFSET]: 3,
  [TRANSMISSION]: 3,
  [`${WEIGHTS}/1`]: 6,
};

const STATIC: Record<string, number[]> = {
  "/nodes/1/translation": [0, 0, 0],
  [CAMERA]: [0.9],
  [LIGHT]: [5],
  [ROUGHNESS]: [1],
  [BASE_COLOR]: [0.5, 0.5, 0.5, 0.5],
  [OFFSET]: [0, 0],
  [TRANSMISSION]: [0],
  [`${WEIGHTS}/1`]: [0.5],
};

const isOfMaterial = (pointer: string): boolean => pointer.startsWith("/materials/");

const POINTERS = CHANNELS.map(({ pointer }) => pointer);

function expectValues(copy: Copy, pointers: readonly string[], expected: (pointer: string) => readonly number[]): void {
  const actual = look(copy);
  for (const pointer of pointers) {
    expect({ [pointer]: actual[pointer] }).toEqual({
      [pointer]: Array.from({ length: COUNTS[pointer]! }, () => close(expected(pointer))),
    });
  }
}

const animatedAt =
  (time: number) =>
  (pointer: string): number[] =>
    valueOf(pointer, time);
const asLoaded = (pointer: string): number[] => STATIC[pointer]!;

/** Plays a group, and only this one, to a time. */
function playTo(scene: Scene, group: AnimationGroup, frames: number): number {
  group.play(true);
  render(scene, frames + 1);
  return frames * FRAME;
}

// ---- tests --------------------------------------------------------------------------------------------------------------------------

describe("all that a glTF object became moves", () => {
  it.each([
    { what: "a plain group", groupOf: (group: AnimationGroup) => group },
    { what: "a clip over it", groupOf: (group: AnimationGroup) => CreateClip("clip", group) as AnimationGroup },
  ])("by $what", async ({ groupOf }) => {
    const scene = createScene();
    const { animationGroups, meshes } = await importAsset(ASSET, scene);
    const copy = copyOf(meshes[0]!);
    expect(paints(copy).map(({ fillMode }) => fillMode)).toEqual([
      Material.TriangleFillMode,
      Material.LineListDrawMode,
      Material.LineLoopDrawMode,
    ]);
    expectValues(copy, POINTERS, asLoaded);
    const group = groupOf(animationGroups[0]!);
    const time = playTo(scene, group, 25);
    expectValues(copy, POINTERS, animatedAt(time));
    render(scene, 25);
    expectValues(copy, POINTERS, animatedAt(2 * time));
    expect(paints(copy, "varnish").map(({ roughness }) => roughness)).toEqual([0.875]);
    expect(meshesOf(copy, "with weights of its own").map(influences)).toEqual([
      [0.125, 0.125],
      [0.125, 0.125],
      [0.125, 0.125],
    ]);
    expect([...meshesOf(copy, "body"), ...meshesOf(copy, "twin")].map((mesh) => influences(mesh)[0])).toEqual([
      ...[0.5, 0.5, 0.5, 0.5, 0.5, 0.5],
    ]);
  });

  it("the texture that is seen with the feature that comes on, too", async () => {
    const scene = createScene();
    const { animationGroups, meshes } = await importAsset(ASSET, scene);
    const textures = (): boolean[] => paints(copyOf(meshes[0]!)).map(({ subSurface }) => subSurface.refractionIntensityTexture !== null);
    expect(textures()).toEqual([false, false, false]);
    playTo(scene, animationGroups[0]!, 25);
    expect(textures()).toEqual([true, true, true]);
  });
});

interface Stage {
  readonly scene: Scene;
  readonly container: AssetContainer;
  readonly original: Copy;
  /** The plain groups, and the clips, of the container and of the entries. */
  readonly groups: readonly AnimationGroup[];
}

const CLIPS = [{ animations: [0], name: "clip" }];

async function createStage(asset = ASSET): Promise<Stage> {
  const scene = createScene();
  const { result: container, warnings } = await collectWarnings(() => loadContainer(withClips(asset, CLIPS), scene));
  expect(warnings).toEqual([]);
  return { scene, container, original: copyOf(container.rootNodes[0]!), groups: container.animationGroups };
}

function instantiate({ container }: Stage, cloneMaterials: boolean, name = "copy"): { entries: InstantiatedEntries; copy: Copy } {
  const entries = container.instantiateModelsToScene((original) => `${name} of ${original}`, cloneMaterials);
  return { entries, copy: copyOf(entries.rootNodes[0]!) };
}

/** The plain group, or the clip over it. */
const KINDS = [
  { kind: "plain group", index: 0 },
  { kind: "clip", index: 1 },
] as const;

describe("instances with materials of their own", () => {
  it.each(KINDS)("are animated by their own $kind, and by nothing else", async ({ index }) => {
    const stage = await createStage();
    const { scene, original } = stage;
    const [a, b] = [instantiate(stage, true, "a"), instantiate(stage, true, "b")];
    expect(new Set([...original.materials, ...a.copy.materials, ...b.copy.materials]).size).toBe(12);
    expectValues(a.copy, POINTERS, asLoaded);

    const time = playTo(scene, a.entries.animationGroups[index]!, 20);
    expectValues(a.copy, POINTERS, animatedAt(time));
    expectValues(b.copy, POINTERS, asLoaded);
    expectValues(original, POINTERS, asLoaded);

    // all three, each at a time of its own
    playTo(scene, stage.groups[index]!, 10);
    playTo(scene, b.entries.animationGroups[index]!, 5);
    expectValues(a.copy, POINTERS, animatedAt(37 * FRAME));
    expectValues(original, POINTERS, animatedAt(16 * FRAME));
    expectValues(b.copy, POINTERS, animatedAt(5 * FRAME));
  });

  it.each(KINDS)("begin with the values that the original had when they were made, $kind", async ({ index }) => {
    const stage = await createStage();
    playTo(stage.scene, stage.groups[index]!, 20);
    stage.groups[index]!.stop();
    const { copy, entries } = instantiate(stage, true);
    expectValues(copy, POINTERS, animatedAt(20 * FRAME));
    playTo(stage.scene, entries.animationGroups[index]!, 10);
    expectValues(copy, POINTERS, animatedAt(10 * FRAME));
    expectValues(stage.original, POINTERS, animatedAt(20 * FRAME));
  });

  it.each(KINDS)("have textures of their own that come and go with the feature, $kind", async ({ index }) => {
    const stage = await createStage();
    const { copy, entries } = instantiate(stage, true);
    const texturesOf = (of: Copy): unknown[] => paints(of).map(({ subSurface }) => subSurface.refractionIntensityTexture);
    playTo(stage.scene, entries.animationGroups[index]!, 20);
    const textures = texturesOf(copy);
    expect(textures).not.toContain(null);
    expect(texturesOf(stage.original)).toEqual([null, null, null]);
    playTo(stage.scene, stage.groups[index]!, 20);
    const all = new Set([...textures, ...texturesOf(stage.original)]);
    expect([all.has(null), all.size]).toEqual([false, 6]);
  });

  it("of instances: one made from the groups of another is independent of both", async () => {
    const stage = await createStage();
    const { copy, entries } = instantiate(stage, true);
    const again = entries.animationGroups[0]!.clone("again", (target) => target);
    playTo(stage.scene, again, 20);
    expectValues(copy, POINTERS, animatedAt(20 * FRAME));
    expectValues(stage.original, POINTERS, asLoaded);
  });
});

describe("instances that share the original's materials", () => {
  it.each(KINDS)("move nodes and weights of their own, and the materials of all, $kind", async ({ index }) => {
    const stage = await createStage();
    const { copy, entries } = instantiate(stage, false);
    expect(copy.materials).toEqual(stage.original.materials);
    playTo(stage.scene, entries.animationGroups[index]!, 20);
    expectValues(copy, POINTERS, animatedAt(20 * FRAME));
    expectValues(stage.original, POINTERS.filter(isOfMaterial), animatedAt(20 * FRAME));
    const own = POINTERS.filter((pointer) => !isOfMaterial(pointer));
    expectValues(stage.original, own, asLoaded);
  });
});

describe("switches", () => {
  const states = (copy: Copy): unknown[] =>
    meshesOf(copy, "body").map(({ isVisible, inheritVisibility, isPickable }) => ({ isVisible, inheritVisibility, isPickable }));

  it.each(KINDS)("are those of each instance, as they are of the original, $kind", async ({ index }) => {
    const stage = await createStage(createCopied([SWITCHES]));
    const { copy, entries } = instantiate(stage, true);
    const loaded = states(stage.original);
    expect(loaded).toEqual(Array.from({ length: 3 }, () => expect.objectContaining({ isVisible: true, isPickable: false }) as unknown));
    expect(states(copy)).toEqual(loaded);
    // once through, to the end, where the switches are the other way
    const showEnd = (group: AnimationGroup): void => {
      group.play(false);
      render(stage.scene, 70);
    };
    playTo(stage.scene, stage.groups[index]!, 0);
    playTo(stage.scene, entries.animationGroups[index]!, 0);
    expect(states(copy)).toEqual(states(stage.original));
    entries.animationGroups[index]!.stop();
    showEnd(stage.groups[index]!);
    const switched = states(stage.original);
    expect(switched).toEqual(Array.from({ length: 3 }, () => expect.objectContaining({ isVisible: false, isPickable: true }) as unknown));
    expect(states(copy)).toEqual(loaded);
    showEnd(entries.animationGroups[index]!);
    expect(states(copy)).toEqual(switched);
  });

  it.each(KINDS)("are set by the first frame, even where it differs from the asset's static value, $kind", async ({ index }) => {
    const stage = await createStage(
      createCopied([SWITCHES.map((channel) => ({ ...channel, values: [[1 - channel.values[0]![0]!], [1]] }))]),
    );
    const { copy, entries } = instantiate(stage, true);
    playTo(stage.scene, entries.animationGroups[index]!, 0);
    expect(states(copy)).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ isVisible: false, isPickable: true }) as unknown),
    );
    expect(states(stage.original)).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ isVisible: true, isPickable: false }) as unknown),
    );
    playTo(stage.scene, stage.groups[index]!, 0);
    expect(states(stage.original)).toEqual(states(copy));
  });
});

describe("disposing instances", () => {
  it.each(KINDS)("stops its animations, and leaves the others as they are, $kind", async ({ index }) => {
    const stage = await createStage();
    const { scene, original } = stage;
    const [a, b] = [instantiate(stage, true, "a"), instantiate(stage, true, "b")];
    const groups = [a.entries.animationGroups[index]!, b.entries.animationGroups[index]!];
    groups.forEach((group) => group.play(true));
    render(scene, 11);
    const roughness = (): unknown[] => a.copy.materials.map((material) => material.roughness);
    const before = roughness();
    a.entries.dispose();
    render(scene, 10);
    expect(roughness()).toEqual(before);
    expectValues(b.copy, POINTERS, animatedAt(20 * FRAME));
    expectValues(original, POINTERS, asLoaded);
    b.entries.dispose();
    render(scene, 2);
    expect(scene.animatables).toHaveLength(0);
    expect(scene.animationGroups).toHaveLength(0);
  });

  it("does not touch a container that keeps playing", async () => {
    const stage = await createStage();
    const { entries } = instantiate(stage, false);
    playTo(stage.scene, stage.groups[0]!, 10);
    entries.dispose();
    render(stage.scene, 10);
    expectValues(stage.original, POINTERS, animatedAt(20 * FRAME));
  });
});

describe("cloned without a converter, a group animates the same objects", () => {
  it.each(KINDS)("$kind", async ({ index }) => {
    const scene = createScene();
    const { animationGroups, meshes } = await importAsset(withClips(ASSET, CLIPS), scene);
    const clone = animationGroups[index]!.clone("clone");
    expect(clone.targetedAnimations).toHaveLength(animationGroups[index]!.targetedAnimations.length);
    animationGroups.forEach((group) => group.dispose());
    playTo(scene, clone, 20);
    expectValues(copyOf(meshes[0]!), POINTERS, animatedAt(20 * FRAME));
  });

  it("clips of a file too, and of instances of instances", async () => {
    const stage = await createStage();
    const { copy, entries } = instantiate(stage, true);
    const [clip] = GetClips(entries);
    playTo(stage.scene, clip!.clone().clone(), 20);
    expectValues(copy, POINTERS, animatedAt(20 * FRAME));
  });
});

describe("weights", () => {
  /** Rotations and switches apart, mixing is the same for every value. */
  const mix = (weight: number, time: number) => (pointer: string) =>
    valueOf(pointer, time).map((value, i) => weight * value + (1 - weight) * STATIC[pointer]![i]!);

  it.each(KINDS.flatMap((kind) => [0, 0.25, 0.75, 1].map((weight) => ({ ...kind, weight }))))(
    "$weight mixes a $kind with the previous value",
    async ({ index, weight }) => {
      const scene = createScene();
      const { animationGroups, meshes } = await importAsset(withClips(ASSET, CLIPS), scene);
      const group = animationGroups[index]!;
      group.weight = weight;
      playTo(scene, group, 20);
      expectValues(copyOf(meshes[0]!), POINTERS, mix(weight, 20 * FRAME));
    },
  );

  const PAIRS = [
    { weights: [0.5, 0.5], comment: "1 in sum" },
    { weights: [0.25, 0.25], comment: "less, with the previous value" },
    { weights: [0.25, 0.75], comment: "1 in sum, one stronger" },
  ] as const;

  /** What Babylon's mixing gives where the weights are not above 1 in sum. */
  const mixTwo =
    ([a, b]: readonly [number, number], time: number) =>
    (pointer: string) =>
      valueOf(pointer, time).map((value, i) => a * value + b * valueOf(pointer, time, BACK)[i]! + (1 - a - b) * STATIC[pointer]![i]!);

  it.each(PAIRS)("$weights of two animations of the same properties: $comment", async ({ weights }) => {
    const scene = createScene();
    const { animationGroups, meshes } = await importAsset(createCopied([CHANNELS, BACK]), scene);
    animationGroups.forEach((group, i) => {
      group.weight = weights[i]!;
      group.play(true);
    });
    render(scene, 11);
    expectValues(copyOf(meshes[0]!), POINTERS, mixTwo(weights, 10 * FRAME));
  });

  it.each(PAIRS)("$weights of two clips of an instance: $comment", async ({ weights }) => {
    const scene = createScene();
    const clips = [
      { animations: [0], name: "there" },
      { animations: [1], name: "back" },
    ];
    const container = await loadContainer(withClips(createCopied([CHANNELS, BACK]), clips), scene);
    const entries = container.instantiateModelsToScene(undefined, true);
    GetClips(entries).forEach((clip, i) => {
      clip.weight = weights[i]!;
      clip.play();
    });
    render(scene, 11);
    expectValues(copyOf(entries.rootNodes[0]!), POINTERS, mixTwo(weights, 10 * FRAME));
    expectValues(copyOf(container.rootNodes[0]!), POINTERS, asLoaded);
  });
});

it("instances made while the original plays begin with its current values, and are independent", async () => {
  const scene = createScene();
  const container = await loadContainer(ASSET, scene, { startMode: START_ALL });
  container.animationGroups[0]!.play(true);
  render(scene, 11);
  const { rootNodes, animationGroups } = container.instantiateModelsToScene(undefined, true);
  animationGroups[0]!.play(true);
  render(scene, 6);
  expectValues(copyOf(container.rootNodes[0]!), POINTERS, animatedAt(16 * FRAME));
  expectValues(copyOf(rootNodes[0]!), POINTERS, animatedAt(5 * FRAME));
});
