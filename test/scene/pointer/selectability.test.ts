/** Nodes below one that cannot be selected, or hovered over, cannot be either: KHR_node_selectability and KHR_node_hoverability. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AssetContainer, InstantiatedEntries } from "@babylonjs/core/assetContainer.js";
import { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import "../../../src/index.js";
import { type AddAccessor, addTriangle, createPointed, type PointedChannel, stateAt } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { collectWarnings, createScene, disposeScenes, loadContainer } from "../../helpers/scene.js";

afterEach(disposeScenes);

const NAMES = ["top", "middle", "skinned", "bottom", "below"] as const;

/** The meshes of each of these nodes and its descendants. */
const BELOW = ["top|middle|skinned|bottom|below", "middle|skinned|bottom|below", "skinned|below", "bottom", "below"];

/** The skinned mesh, which Babylon moves to another parent, has a child; the bottom has two meshes. */
function createTree(add: AddAccessor): Json {
  const attributes = addTriangle(add);
  const skin = {
    JOINTS_0: add("VEC4", new Array<number>(12).fill(0)),
    WEIGHTS_0: add("VEC4", [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]),
  };
  return {
    extensionsUsed: ["KHR_node_selectability", "KHR_node_hoverability"],
    scenes: [{ nodes: [0, 5] }],
    nodes: [
      { name: "top", mesh: 0, children: [1] },
      { name: "middle", mesh: 0, children: [2, 3] },
      { name: "skinned", mesh: 1, skin: 0, children: [4] },
      { name: "bottom", mesh: 2 },
      { name: "below", mesh: 0 },
      { name: "joint" },
      { name: "in no scene" },
    ].map((node) => ({ ...node, extensions: { KHR_node_selectability: {}, KHR_node_hoverability: {} } })),
    skins: [{ joints: [5] }],
    meshes: [
      { primitives: [{ attributes }] },
      { primitives: [{ attributes: { ...attributes, ...skin } }] },
      { primitives: [{ attributes }, { attributes }] },
    ],
  };
}

const SWITCHES = { selectable: "KHR_node_selectability", hoverable: "KHR_node_hoverability" } as const;
type SwitchName = keyof typeof SWITCHES;

const pointerOf = (name: SwitchName, node: number): string => `/nodes/${node}/extensions/${SWITCHES[name]}/${name}`;

const switchOff = (name: SwitchName, node: number): PointedChannel => ({
  pointer: pointerOf(name, node),
  values: [[1], [0]],
  interpolation: "STEP",
});

const forbid = ({ json, bin }: Asset, pointers: readonly string[]): Asset => ({
  json: pointers.reduce((stated, pointer) => stateAt(stated, pointer, false), json),
  bin,
});

async function load(asset: Asset): Promise<AssetContainer> {
  const { result, warnings } = await collectWarnings(() => loadContainer(asset, createScene()));
  expect(warnings).toEqual([]);
  return result;
}

/** By the name of the switch and of the mesh. */
type Switches = ReadonlyMap<string, boolean | undefined>;

function switchesOf(meshes: readonly AbstractMesh[]): Switches {
  return new Map(
    meshes.flatMap((mesh) => [
      [`selectable ${mesh.name}`, mesh.isPickable],
      [`hoverable ${mesh.name}`, (mesh as { _isPointerMovePickable?: boolean })._isPointerMovePickable],
    ]),
  );
}

/** Without the switches that no channel animates: Babylon does not copy all of them. */
function animatedBy(channels: readonly PointedChannel[], switches: Switches): Switches {
  const animated = channels.map(({ pointer }) => {
    const [, , node, , , name] = pointer.split("/");
    return new RegExp(`^${name} .*(${BELOW[Number(node)]})`);
  });
  return new Map([...switches].filter(([key]) => animated.some((keys) => keys.test(key))));
}

function meshesOf({ rootNodes }: InstantiatedEntries): AbstractMesh[] {
  return rootNodes.flatMap((root) => [root, ...root.getDescendants()]).filter((node) => node instanceof AbstractMesh);
}

/** Switches nodes off and on, in a file that forbids others, and compares with the loaded file; and so with a copy of the nodes. */
async function expectAsLoaded(channels: readonly PointedChannel[], forbidden: readonly string[]): Promise<void> {
  const original = await load(forbid(createPointed(createTree, channels), forbidden));
  const copy = original.instantiateModelsToScene((name) => name);
  const loaded = switchesOf(original.meshes);
  const still = forbid(createPointed(createTree, []), forbidden);
  const loadedAt = async (key: number): Promise<Switches> => {
    const stated = channels.map(({ pointer, values }) => ({ pointer, value: values[key]![0] === 1 }));
    const json = stated.reduce((before, { pointer, value }) => stateAt(before, pointer, value), still.json);
    return switchesOf((await load({ ...still, json })).meshes);
  };
  for (const key of [0, 1, 0]) {
    show(copy.animationGroups[0]!, key);
    expect(animatedBy(channels, switchesOf(meshesOf(copy)))).toEqual(animatedBy(channels, await loadedAt(key)));
    expect(switchesOf(original.meshes)).toEqual(loaded);
  }
  for (const key of [0, 1, 0]) {
    show(original.animationGroups[0]!, key);
    expect(switchesOf(original.meshes)).toEqual(await loadedAt(key));
  }
}

function show(group: AnimationGroup, key: number): void {
  group.start();
  group.pause();
  group.goToFrame(60 * key);
}

describe.each(Object.keys(SWITCHES) as SwitchName[])("%s", (name) => {
  const nodes = [...NAMES.keys()];
  const cases = nodes.flatMap((node) => nodes.map((other) => ({ node, other, animated: NAMES[node]!, forbidden: NAMES[other]! })));

  it.each(cases)("$animated is animated, where $forbidden forbids it", ({ node, other }) =>
    expectAsLoaded([switchOff(name, node)], [pointerOf(name, other)]),
  );

  it.each(nodes.map((node) => ({ node, animated: NAMES[node]! })))("$animated is animated, where all forbid the other", ({ node }) => {
    const other = name === "selectable" ? "hoverable" : "selectable";
    return expectAsLoaded(
      [switchOff(name, node)],
      nodes.map((each) => pointerOf(other, each)),
    );
  });
});

it("an ancestor and a descendant are animated together", () =>
  expectAsLoaded([switchOff("selectable", 3), { ...switchOff("selectable", 1), values: [[0], [1]] }, switchOff("hoverable", 0)], []));

it("a mesh that the application switches itself stays as it is until the animation switches it", async () => {
  const { meshes, animationGroups } = await load(createPointed(createTree, [switchOff("selectable", 0)]));
  const bottom = meshes.find(({ name }) => name === "bottom_primitive0")!;
  show(animationGroups[0]!, 0);
  bottom.isPickable = false;
  show(animationGroups[0]!, 0.5);
  expect(bottom.isPickable).toBe(false);
  show(animationGroups[0]!, 1);
  show(animationGroups[0]!, 0);
  expect(bottom.isPickable).toBe(true);
});
