/** Weights of morph targets: any number of them, on one node or several. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "../../../src/index.js";
import { addTriangle, createPointed, type PointedChannel } from "../../helpers/gltfAsset.js";
import { collectErrors, collectWarnings, createScene, disposeScenes, importAsset } from "../../helpers/scene.js";

afterEach(disposeScenes);

const UNTIL = [1, 2, 3, 4, 5, 6];
const restOf = (count: number): number[] => UNTIL.slice(0, count).map((i) => i / 16);
const endOf = (count: number): number[] => UNTIL.slice(0, count).map((i) => 1 - i / 16);

interface Options {
  readonly targets: number;
  readonly nodes?: number;
  /** Morph targets of a second primitive. */
  readonly second?: number;
}

/** Loads nodes with one mesh, and goes to the end of the channels. */
async function loadAtEnd({ targets: count, nodes = 1, second = count }: Options, ...channels: PointedChannel[]): Promise<Scene> {
  const asset = createPointed((add) => {
    const attributes = addTriangle(add);
    const primitive = (targets: number): object => ({
      attributes,
      ...(targets > 0 && { targets: Array.from({ length: targets }, () => attributes) }),
    });
    return {
      extensionsUsed: ["KHR_animation2"],
      nodes: Array.from({ length: nodes }, (_, i) => ({ name: `n${i}`, mesh: 0 })),
      meshes: [{ primitives: [primitive(count), primitive(second)], weights: restOf(count) }],
    };
  }, channels);
  const scene = createScene();
  const { result, warnings } = await collectWarnings(() => importAsset(asset, scene));
  expect(warnings).toEqual([]);
  result.animationGroups[0]!.start();
  result.animationGroups[0]!.goToFrame(60);
  return scene;
}

/** The influences of each mesh, by its name. */
function influencesOf(scene: Scene): Record<string, readonly number[]> {
  const morphed = scene.meshes.filter(({ morphTargetManager }) => morphTargetManager);
  return Object.fromEntries(
    morphed.map(({ name, morphTargetManager: targets }) => [
      name,
      Array.from({ length: targets!.numTargets }, (_, i) => targets!.getTarget(i).influence),
    ]),
  );
}

const ofNodes = (nodes: number, influences: readonly number[]): Record<string, readonly number[]> =>
  Object.fromEntries(Array.from({ length: nodes }, (_, i) => [0, 1].map((part) => [`n${i}_primitive${part}`, influences] as const)).flat());

describe.each(UNTIL)("of %i morph targets", (targets) => {
  const values = [restOf(targets), endOf(targets)];

  it.each([
    { pointer: "/nodes/0/weights", nodes: 1 },
    { pointer: "/meshes/0/weights", nodes: 1 },
    { pointer: "/meshes/0/weights", nodes: 2 },
  ])("all are animated together: $pointer, $nodes nodes", async ({ pointer, nodes }) => {
    const scene = await loadAtEnd({ targets, nodes }, { pointer, values });
    expect(influencesOf(scene)).toEqual(ofNodes(nodes, endOf(targets)));
  });

  it.each(UNTIL.slice(0, targets).map((_, i) => i))("number %i is animated alone", async (i) => {
    const scene = await loadAtEnd({ targets }, { pointer: `/nodes/0/weights/${i}`, values: [[0], [1]] });
    expect(influencesOf(scene)).toEqual(
      ofNodes(
        1,
        restOf(targets).map((rest, j) => (i === j ? 1 : rest)),
      ),
    );
  });
});

describe("a primitive without morph targets, beside one with, is left out", () => {
  it.each(["/nodes/0/weights", "/meshes/0/weights"])("%s", async (pointer) => {
    const scene = await loadAtEnd({ targets: 2, second: 0 }, { pointer, values: [restOf(2), endOf(2)] });
    expect(influencesOf(scene)).toEqual({ n0_primitive0: endOf(2) });
  });

  it("of a mesh on two nodes", async () => {
    const scene = await loadAtEnd({ targets: 2, second: 0, nodes: 2 }, { pointer: "/meshes/0/weights", values: [restOf(2), endOf(2)] });
    expect(influencesOf(scene)).toEqual({ n0_primitive0: endOf(2), n1_primitive0: endOf(2) });
  });
});

it("morph targets that the application adds or removes do not matter to the others", async () => {
  const scene = await loadAtEnd({ targets: 2, nodes: 2 }, { pointer: "/meshes/0/weights", values: [restOf(2), endOf(2)] });
  const [first, second] = scene.meshes.flatMap(({ morphTargetManager }) => morphTargetManager ?? []);
  first!.removeTarget(first!.getTarget(1));
  second!.addTarget(new MorphTarget("own", 0.375, scene));
  const errors = collectErrors(() => scene.animationGroups[0]!.goToFrame(0));
  expect(errors).toEqual([]);
  expect(Object.values(influencesOf(scene))).toEqual([restOf(1), [...restOf(2), 0.375], restOf(2), restOf(2)]);
});

describe("weights of a mesh and of its nodes in one animation: the node's own channel wins", () => {
  const ofMesh: PointedChannel = { pointer: "/meshes/0/weights", values: [restOf(2), endOf(2)] };
  const byMesh = { n1_primitive0: endOf(2), n1_primitive1: endOf(2) };
  const own = [0.5, 0.25];

  it.each<readonly [comment: string, channel: PointedChannel, influences: readonly number[]]>([
    ["a channel of glTF itself", { pointer: "/nodes/0/weights", values: [restOf(2), own], target: { node: 0, path: "weights" } }, own],
    ["a pointer", { pointer: "/nodes/0/weights", values: [restOf(2), own] }, own],
    ["a pointer to one weight", { pointer: "/nodes/0/weights/1", values: [[0], [0.25]] }, [endOf(2)[0]!, 0.25]],
    [
      "a pointer of KHR_animation2",
      {
        pointer: "/nodes/0/weights",
        values: [restOf(2), own],
        target: { path: "weights", extensions: { KHR_animation2: { path: "/nodes/0/weights" } } },
      },
      own,
    ],
  ])("%s", async (_, ofNode, influences) => {
    for (const channels of [
      [ofMesh, ofNode],
      [ofNode, ofMesh],
    ]) {
      const scene = await loadAtEnd({ targets: 2, nodes: 2 }, ...channels);
      expect(influencesOf(scene)).toEqual({ n0_primitive0: influences, n0_primitive1: influences, ...byMesh });
    }
  });

  it("of the only node", async () => {
    const scene = await loadAtEnd({ targets: 2 }, ofMesh, { pointer: "/nodes/0/weights", values: [restOf(2), own] });
    expect(influencesOf(scene)).toEqual(ofNodes(1, own));
  });

  it("one weight of the mesh", async () => {
    const one: PointedChannel = { pointer: "/meshes/0/weights/1", values: [[0], [0.75]] };
    const scene = await loadAtEnd({ targets: 2, nodes: 2 }, one, { pointer: "/nodes/0/weights/0", values: [[0], [0.25]] });
    const [first, second] = [
      [0.25, 0.75],
      [restOf(2)[0]!, 0.75],
    ];
    expect(influencesOf(scene)).toEqual({ n0_primitive0: first, n0_primitive1: first, n1_primitive0: second, n1_primitive1: second });
  });
});
