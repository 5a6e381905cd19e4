/**
 * Babylon's loader makes two nodes of one with a skin: one with the children, the camera and the light, and the mesh, which stands
 * elsewhere. What is animated of it lands where it does if the file is loaded with the value.
 */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { Node } from "@babylonjs/core/node.js";
// what Babylon copies cameras and lights with
import "@babylonjs/core/Cameras/universalCamera.js";
import "@babylonjs/core/Lights/pointLight.js";
import "../../../src/index.js";
import { OnExtrasAnimatedObservable, RegisterPointer, UnregisterPointer } from "../../../src/pure.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { type AddAccessor, addTriangle, createPointed, type PointedChannel, stateAt } from "../../helpers/gltfAsset.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, importAsset, loadContainer, render } from "../../helpers/scene.js";
import { compareStates, describeScene, type SceneState } from "../../helpers/sceneState.js";

afterEach(() => {
  OnExtrasAnimatedObservable.clear();
  disposeScenes();
});

/** A skinned node between its parent and a child, with a camera and a light; the joints are elsewhere. */
const create =
  (primitiveCount: number) =>
  (add: AddAccessor): Json => {
    const attributes = {
      ...addTriangle(add),
      JOINTS_0: add("VEC4", new Array<number>(12).fill(0)),
      WEIGHTS_0: add("VEC4", [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]),
    };
    const extensions = {
      KHR_lights_punctual: { light: 0 },
      KHR_node_visibility: {},
      KHR_node_selectability: {},
      KHR_node_hoverability: {},
    };
    return {
      extensionsUsed: Object.keys(extensions),
      extensions: { KHR_lights_punctual: { lights: [{ type: "point", intensity: 2 }] } },
      scenes: [{ nodes: [0, 4] }],
      nodes: [
        { name: "parent", translation: [1, 2, 3], children: [1], extensions: { KHR_node_selectability: {} } },
        { name: "skinned", mesh: 0, skin: 0, camera: 0, children: [2], extras: { wind: 1 }, extensions },
        { name: "child", mesh: 1, translation: [0, 1, 0] },
        { name: "other", mesh: 2 },
        { name: "skeleton", translation: [5, 0, 0], children: [5, 3] },
        { name: "joint" },
      ],
      skins: [{ joints: [5], skeleton: 5 }],
      cameras: [{ type: "perspective", perspective: { yfov: 1, znear: 0.1, zfar: 10 } }],
      meshes: [
        { primitives: Array.from({ length: primitiveCount }, () => ({ attributes })) },
        ...[1, 2].map(() => ({ primitives: [{ attributes: { POSITION: attributes.POSITION } }] })),
      ],
    };
  };

async function load(
  asset: Asset,
  rightHanded: boolean,
  loadSkins: boolean,
  expected: readonly string[] = [],
): Promise<ReturnType<typeof createScene>> {
  const scene = createScene({ rightHanded });
  const { warnings } = await collectWarnings(() => importAsset(asset, scene, { loader: { loadSkins } }));
  expect(warnings).toEqual(expected);
  for (const mesh of scene.meshes) {
    mesh.alwaysSelectAsActiveMesh = true;
  }
  render(scene, 2);
  return scene;
}

const HALF = Math.SQRT1_2;
const SWITCH = { values: [[1], [0]], interpolation: "STEP" } as const;
const CHANNELS: readonly PointedChannel[] = [
  { pointer: "/nodes/1/translation", values: [[0, 0, 0], [4, 5, 6]] }, // oxfmt-ignore
  { pointer: "/nodes/1/rotation", values: [[0, 0, 0, 1], [0, HALF, 0, HALF]] }, // oxfmt-ignore
  { pointer: "/nodes/1/scale", values: [[1, 1, 1], [2, 3, 4]] }, // oxfmt-ignore
  { pointer: "/nodes/1/translation/1", values: [[0], [3]] },
  { pointer: "/nodes/1/matrix", values: [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], [0, 2, 0, 0, -1, 0, 0, 0, 0, 0, 3, 0, 4, 5, 6, 1]] }, // oxfmt-ignore
  { pointer: "/nodes/1/extensions/KHR_node_visibility/visible", ...SWITCH },
  { pointer: "/nodes/1/extensions/KHR_node_selectability/selectable", ...SWITCH },
  { pointer: "/nodes/0/extensions/KHR_node_selectability/selectable", ...SWITCH },
  { pointer: "/nodes/1/extensions/KHR_node_hoverability/hoverable", ...SWITCH },
  { pointer: "/cameras/0/perspective/yfov", values: [[1], [0.5]] },
  { pointer: "/extensions/KHR_lights_punctual/lights/0/intensity", values: [[2], [7]] },
];

const warningOf = (channel: number, pointer: string): string =>
  `/animations/0/channels/${channel}: ${ruleOf("transformWithoutSkin", pointer)}`;

const TRANSFORM = /^\/nodes\/1\/(translation|rotation|scale|matrix)/;

const cases = CHANNELS.flatMap((channel) =>
  [true, false].flatMap((loadSkins) =>
    [1, 2].flatMap((primitives) =>
      [true, false].map((rightHanded) => ({ pointer: channel.pointer, channel, loadSkins, primitives, rightHanded })),
    ),
  ),
);

const stated = (json: Json, { pointer, values, interpolation }: PointedChannel, key: number): Json => {
  const [property, element] = pointer.split(/\/(?=\d$)/) as [string, string?];
  const value = values[key]!;
  return element === undefined
    ? stateAt(json, property, interpolation === "STEP" ? value[0] === 1 : value.length > 1 ? value : value[0])
    : stateAt(
        json,
        property,
        [0, 0, 0].map((zero, i) => (String(i) === element ? value[0] : zero)),
      );
};

describe("animated as loaded:", () => {
  it.each(cases)("$pointer, skins $loadSkins, $primitives primitives, right-handed $rightHanded", async (variant) => {
    const { channel, loadSkins, primitives, rightHanded } = variant;
    const expected = TRANSFORM.test(channel.pointer) ? [warningOf(0, channel.pointer)] : [];
    const animated = await load(createPointed(create(primitives), [channel]), rightHanded, loadSkins, expected);
    const group = animated.animationGroups[0];
    group?.start();
    group?.pause();
    const still = createPointed(create(primitives), []);
    const states: SceneState[] = [];
    for (const key of [0, 1, 0]) {
      const scene = await load({ ...still, json: stated(still.json, channel, key) }, rightHanded, loadSkins);
      states.push(describeScene(scene));
      group?.goToFrame(key * 60);
      animated.render();
      expect(compareStates(describeScene(animated), states.at(-1)!)).toEqual([]);
    }
    // Babylon's loader leaves out the transform of a node with a skin, also where it loads none
    expect(compareStates(states[1]!, states[0]!).length > 0).toBe(!TRANSFORM.test(channel.pointer));
  });
});

it.each([true, false])("one warning reports that the transform of a node with a skin is not animated; skins %s", async (loadSkins) => {
  const channels = ["/nodes/0/translation", "/nodes/1/scale/1", "/nodes/1/translation"].map((pointer) => ({
    pointer,
    values: pointer.endsWith("1") ? [[1], [2]] : [[0, 0, 0], [4, 5, 6]], // oxfmt-ignore
  }));
  const asset = createPointed(create(1), channels);
  const [animation] = asset.json["animations"];
  asset.json["animations"] = [animation, { ...animation, name: "again" }];
  const scene = await load(asset, false, loadSkins, [warningOf(1, "/nodes/1/scale/1")]);
  expect(scene.animationGroups.map(({ targetedAnimations }) => targetedAnimations.length)).toEqual([1, 1]);
});

it.each([true, false])("extras are in the metadata of both, as they are loaded; skins %s", async (loadSkins) => {
  const scene = await load(createPointed(create(1), [{ pointer: "/nodes/1/extras/wind", values: [[1], [3]] }]), false, loadSkins);
  const having = scene.getNodes().filter((node) => (node.metadata as Json | null)?.["gltf"]?.extras !== undefined);
  expect(having).toHaveLength(loadSkins ? 2 : 1);
  const told: (object | null)[] = [];
  OnExtrasAnimatedObservable.add(({ object }) => told.push(object));
  scene.animationGroups[0]!.start();
  scene.animationGroups[0]!.goToFrame(60);
  expect(having.map((node) => (node.metadata as Json)["gltf"].extras)).toEqual(having.map(() => ({ wind: 3 })));
  expect(new Set(told)).toEqual(new Set<object | null>(having));
});

it.each([true, false])(
  "a registered property of a node is written to the node with the children, not to its mesh; skins %s",
  async (loadSkins) => {
    const template = "/nodes/{}/extensions/VENDOR_skinned/x";
    const written: object[] = [];
    RegisterPointer({
      pointer: template,
      type: "float",
      default: 0,
      target: "node",
      property: "x",
      write: (node) => void written.push(node),
    });
    const asset = createPointed(create(1), [{ pointer: "/nodes/1/extensions/VENDOR_skinned/x", values: [[1], [3]] }]);
    const scene = await load({ ...asset, json: stateAt(asset.json, "/nodes/1/extensions/VENDOR_skinned", {}) }, false, loadSkins);
    scene.animationGroups[0]!.start();
    scene.animationGroups[0]!.goToFrame(60);
    expect(written).toHaveLength(1);
    expect(written[0] === scene.getMeshByName("child")!.parent).toBe(true);
    UnregisterPointer(template);
  },
);

it("copies are selectable as their own animation says", async () => {
  const scene = createScene();
  const channel = { pointer: "/nodes/0/extensions/KHR_node_selectability/selectable", ...SWITCH };
  const container = await loadContainer(createPointed(create(1), [channel]), scene);
  const [first, second] = [0, 1].map(() => container.instantiateModelsToScene((name) => name));
  first!.animationGroups[0]!.start();
  first!.animationGroups[0]!.goToFrame(60);
  const pickable = (roots: readonly Node[], name: string): boolean[] =>
    roots.flatMap((root) => root.getChildMeshes().filter((mesh) => mesh.name === name)).map(({ isPickable }) => isPickable);
  expect(["skinned", "child", "other"].map((name) => pickable(first!.rootNodes, name))).toEqual([[false], [false], [true]]);
  expect(["skinned", "child", "other"].map((name) => pickable(second!.rootNodes, name))).toEqual([[true], [true], [true]]);
});
