/** Weights that are animated by JSON pointer one by one, or at their mesh, as channels of core glTF. */
import { describe, expect, it } from "@jest/globals";
import { babylon } from "../../../conformance/engines/babylon.mjs";
import { playcanvas } from "../../../conformance/engines/playcanvas.mjs";
import { three } from "../../../conformance/engines/three.mjs";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import { ConvertAnimations, GltfFile, type BakeOptions } from "../../../src/tools.js";
import { createFigure, type EngineChannel } from "../../helpers/engineAssets.js";
import { pointerTarget } from "../../helpers/gltfAsset.js";
import { evaluateSampler, readAccessor, type Asset, type Json } from "../../helpers/gltfPose.js";
import { bakeFor, valuesOf } from "../../helpers/portable.js";

const ALL: BakeOptions = { for: "all" };

const weight = (pointer: string, channel: Omit<EngineChannel, "target">): EngineChannel => ({ target: pointerTarget(pointer), ...channel });

/** Two keys of CUBICSPLINE with tangents, at 0 s and 2 s: in-tangent, value, out-tangent of each. */
const SPLINE = { values: [0, 0.25, 1, -1, 0.75, 0], interpolation: "CUBICSPLINE" } as const;
const RISE = { values: [0, 1] };

/**
 * A figure with two faces of two morph targets, nodes 3 and 4, whose weights at rest are 0.2 and 0.4.
 * @param change of the JSON
 */
const faces = (channels: readonly EngineChannel[], change?: (json: Json) => void): Asset =>
  createFigure(channels, {
    faces: 2,
    change: (json) => {
      [1, 2].forEach((mesh) => (json["meshes"][mesh].weights = [0.2, 0.4]));
      json["extensionsUsed"] = ["KHR_animation_pointer"];
      change?.(json);
    },
  });

/**
 * What a face shows at a time, by the text of the specification: the values of the samplers of some channels in place of weights at rest.
 * @param channels the index of the channel of each weight; null for a weight at rest
 */
function weightsAt({ json, bin }: Asset, node: number, channels: readonly (number | null)[], time: number): readonly number[] {
  const { weights = json["meshes"][json["nodes"][node].mesh].weights } = json["nodes"][node];
  const animation = json["animations"][0];
  return channels.map((channel, i) =>
    channel === null
      ? weights[i]
      : evaluateSampler({ json, bin }, animation.samplers[animation.channels[channel].sampler], time, false)![0],
  );
}

/** Times that are not within a jump at 0.5 s or 1 s. */
const TIMES = [0, 0.125, 0.25, 0.4, 0.5625, 0.75, 0.9, 1.0625, 1.25, 1.5, 1.75, 1.9];

/** The weights of a node in a file that was written. */
const shownAt = (asset: Asset, node: number, time: number): readonly number[] =>
  valuesOf(asset, 0, time).find((value) => value.node === node && value.path === "weights")?.value ?? [];

const CASES: readonly (readonly [string, readonly EngineChannel[], readonly (number | null)[]])[] = [
  ["the second weight alone", [weight("/nodes/3/weights/1", RISE)], [null, 0]],
  [
    "LINEAR at different times",
    [
      weight("/nodes/3/weights/1", { values: [0, 1, 0.25], times: [0.5, 1, 2] }),
      weight("/nodes/3/weights/0", { values: [1, 0], times: [0, 1.5] }),
    ],
    [1, 0],
  ],
  [
    "STEP at different times",
    [
      weight("/nodes/3/weights/0", { values: [0, 1, 0.5], times: [0, 0.5, 1], interpolation: "STEP" }),
      weight("/nodes/3/weights/1", { values: [0.75, 0.25], times: [0.5, 2], interpolation: "STEP" }),
    ],
    [0, 1],
  ],
  [
    "STEP beside LINEAR",
    [weight("/nodes/3/weights/0", { values: [0, 1, 0], times: [0, 0.5, 1], interpolation: "STEP" }), weight("/nodes/3/weights/1", RISE)],
    [0, 1],
  ],
  [
    "CUBICSPLINE at the same times",
    [weight("/nodes/3/weights/0", SPLINE), weight("/nodes/3/weights/1", { ...SPLINE, values: [0, 1, -2, 0, 0, 0] })],
    [0, 1],
  ],
  ["CUBICSPLINE beside a weight at rest", [weight("/nodes/3/weights/0", SPLINE)], [0, null]],
  [
    "CUBICSPLINE beside LINEAR",
    [weight("/nodes/3/weights/0", SPLINE), weight("/nodes/3/weights/1", { values: [0, 1, 0], times: [0, 0.5, 2] })],
    [0, 1],
  ],
  [
    "normalized bytes",
    [
      weight("/nodes/3/weights/0", { values: new Uint8Array([0, 255]) }),
      weight("/nodes/3/weights/1", { values: new Uint8Array([51, 102]), interpolation: "STEP" }),
    ],
    [0, 1],
  ],
  ["weights of the mesh", [weight("/meshes/1/weights/1", RISE)], [null, 0]],
  [
    "weights of the mesh, and of the node, which count more",
    [weight("/nodes/3/weights/0", RISE), weight("/meshes/1/weights/0", SPLINE), weight("/meshes/1/weights/1", SPLINE)],
    [0, 2],
  ],
];

describe.each(CASES)("%s", (_, channels, sources) => {
  const source = faces(channels);

  it("is a channel of the node, by bake --for all", () => {
    const { asset, report } = bakeFor(source, ALL);
    expect(report.findings).toEqual([]);
    expect(asset.json["extensionsUsed"]).toBeUndefined();
    for (const time of TIMES) {
      const expected = weightsAt(source, 3, sources, time);
      shownAt(asset, 3, time).forEach((shown, i) => expect(Math.abs(shown - expected[i]!)).toBeLessThan(1e-4));
      expect(shownAt(asset, 3, time)).toHaveLength(2);
      expect(shownAt(asset, 4, time)).toEqual([]);
    }
  });

  it("is one by convert --pointers core", () => {
    const file = GltfFile.parse(packGlb(source.json, source.bin));
    const { channels: count, findings } = ConvertAnimations(file, { pointers: "core" });
    expect([count, findings]).toEqual([channels.length, []]);
    const asset = unpackGlb(file.toFiles()["model.glb"]!);
    for (const time of TIMES) {
      const expected = weightsAt(source, 3, sources, time);
      shownAt(asset, 3, time).forEach((shown, i) => expect(Math.abs(shown - expected[i]!)).toBeLessThan(1e-4));
      expect(shownAt(asset, 3, time)).toHaveLength(2);
    }
  });

  it.each([three, playcanvas, babylon])("plays in $name", async ({ play }) => {
    const { asset, bytes } = bakeFor(source, ALL);
    const nodes = (asset.json["nodes"] as Json[]).map(({ name }) => name as string);
    const shown = await play({ bytes, nodes, times: TIMES });
    TIMES.forEach((time, i) => {
      const expected = weightsAt(source, 3, sources, time);
      expected.forEach((value, target) => expect(Math.abs(shown[i]![3]!.weights[target]! - value)).toBeLessThan(1e-3));
    });
  });
});

describe("weights of several nodes", () => {
  it("of one mesh are those of each node that states none", () => {
    const source = faces([weight("/meshes/1/weights/1", RISE)], (json) => {
      json["nodes"][4].mesh = 1;
      json["nodes"].push({ name: "face 2", mesh: 1, weights: [0.5, 0.5] });
      json["scenes"][0].nodes.push(5);
    });
    const { asset, report } = bakeFor(source, ALL);
    expect(report.findings).toEqual([]);
    expect([3, 4, 5].map((node) => shownAt(asset, node, 1))).toEqual([[expect.closeTo(0.2), 0.5], [expect.closeTo(0.2), 0.5], []]);
  });

  it("are at rest as the node states, in place of those of its mesh", () => {
    const source = faces([weight("/nodes/3/weights/0", RISE)], (json) => (json["nodes"][3].weights = [0.5, 0.75]));
    expect(shownAt(bakeFor(source, ALL).asset, 3, 1)).toEqual([0.5, 0.75]);
  });
});

it("keys of one kind stay as they are, for engines that play them", () => {
  const source = faces([weight("/nodes/3/weights/0", SPLINE)]);
  const { asset } = bakeFor(source, { for: ["three"] });
  const [{ samplers, channels }] = asset.json["animations"];
  expect(channels).toEqual([{ sampler: 0, target: { node: 3, path: "weights" } }]);
  expect(samplers[0].interpolation).toBe("CUBICSPLINE");
  const values = readAccessor(asset, samplers[0].output);
  expect([0, 2, 4, 6, 8, 10].map((at) => values[at])).toEqual(SPLINE.values);
  expect([1, 3, 5, 7, 9, 11].map((at) => values[at])).toEqual([0, Math.fround(0.4), 0, 0, Math.fround(0.4), 0]);
});

it.each([
  [
    "a weight beside a channel of all weights",
    [{ target: { node: 3, path: "weights" }, values: [0, 0, 1, 1] }, weight("/nodes/3/weights/1", RISE)],
    "/animations/0/channels/1",
  ],
  [
    "a weight that the mesh does not have",
    [{ target: { node: 4, path: "weights" }, values: [0, 0, 1, 1] }, weight("/nodes/3/weights/2", RISE)],
    "/animations/0/channels/1",
  ],
  [
    "a weight with two values for each key",
    [{ target: { node: 4, path: "weights" }, values: [0, 0, 1, 1] }, weight("/nodes/3/weights/1", { values: [0, 0, 1, 1] })],
    "/animations/0/channels/1",
  ],
  [
    "weights of a mesh whose nodes state their own",
    [{ target: { node: 4, path: "weights" }, values: [0, 0, 1, 1] }, weight("/meshes/1/weights/1", RISE)],
    "/animations/0/channels/1",
  ],
])("%s is left out, with a finding", (_, channels, place) => {
  const source = faces(channels, (json) => (json["nodes"][3].weights = [0.5, 0.5]));
  const { asset, report } = bakeFor(source, ALL);
  expect(report.findings.map(({ code, pointer }) => [code, pointer])).toEqual([["NOT_BAKED", place]]);
  expect((asset.json["animations"][0].channels as Json[]).map(({ target }) => target)).toEqual([channels[0]!.target]);
});

it("convert without the option leaves single weights as they are", () => {
  const source = faces([weight("/nodes/3/weights/1", RISE)]);
  const file = GltfFile.parse(packGlb(source.json, source.bin));
  expect(ConvertAnimations(file)).toEqual({ channels: 0, clips: 0, findings: [] });
});
