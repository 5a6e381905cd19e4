import { describe, expect, it } from "@jest/globals";
import { GltfFile, TakeAnimations, type TakeOptions, type TakeReport } from "../../src/tools.js";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { itWithAssets, readAsset } from "../helpers/assets.js";
import { evaluateAnimations, readAccessor, type Asset, type Json } from "../helpers/gltfPose.js";
import { createModel } from "../helpers/gltfAsset.js";
import { withClips } from "../helpers/scene.js";

const fileOf = ({ json, bin }: Asset): GltfFile => GltfFile.parse(new Uint8Array(packGlb(json, bin)));

function take(target: Asset, source: Asset, options?: TakeOptions): { asset: Asset; report: TakeReport } {
  const file = fileOf(target);
  const before = structuredClone(source.json);
  const report = TakeAnimations(file, fileOf(source), options);
  expect(source.json).toEqual(before);
  return { asset: unpackGlb(file.toFiles()["model.glb"]!), report };
}

/** A model with other nodes in another order. */
function named(asset: Asset, names: readonly string[]): Asset {
  const copy = structuredClone(asset);
  copy.json["nodes"] = names.map((name) => ({ name }));
  copy.json["scenes"] = [{ nodes: names.map((_, i) => i) }];
  return copy;
}

const SOURCE = createModel(2, [
  [
    { node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, 1, 2, 3] },
    { node: 1, path: "scale", times: [0, 1], values: new Array<number>(18).fill(1), interpolation: "CUBICSPLINE" },
  ],
  [{ node: 1, path: "rotation", times: [0, 2], values: [0, 0, 0, 1, 1, 0, 0, 0], interpolation: "STEP" }],
]);
const TARGET = named(createModel(1, [[{ node: 0, path: "translation", times: [0, 1], values: [5, 5, 5, 6, 6, 6] }]]), [
  "other",
  "n1",
  "n0",
]);

describe("TakeAnimations", () => {
  it("adds animations behind those that there are, of the nodes with the same names", () => {
    const { asset, report } = take(TARGET, SOURCE);
    expect(report).toEqual({
      animations: [
        { source: 0, animation: 1 },
        { source: 1, animation: 2 },
      ],
      clips: 0,
      warnings: [],
    });
    const nodes = [2, 1];
    for (const animation of [0, 1]) {
      for (const time of [0, 0.25, 0.9, 3]) {
        const expected = evaluateAnimations(SOURCE, [animation], time).map((value) => ({ ...value, node: nodes[value.node] }));
        expect(evaluateAnimations(asset, [animation + 1], time)).toEqual(expected);
      }
    }
    expect(evaluateAnimations(asset, [0], 0.5)).toEqual(evaluateAnimations(TARGET, [0], 0.5));
    expect(Buffer.compare(asset.bin.subarray(0, TARGET.bin.length), TARGET.bin)).toBe(0);
    const { input } = asset.json["animations"][1].samplers[0];
    expect(asset.json["accessors"][input]).toMatchObject({ min: [0], max: [1] });
  });

  it("leaves out channels whose values do not fit their keys or their path", () => {
    const source = structuredClone(SOURCE);
    const [{ samplers }, { samplers: others }] = source.json["animations"];
    source.json["accessors"][samplers[0].output].count = 1;
    source.json["accessors"][others[0].output].type = "VEC3";
    const { report } = take(TARGET, source);
    expect(report.animations).toEqual([{ source: 0, animation: 1 }]);
    expect(report.warnings).toEqual([
      "/animations/0/samplers/0/output: must have 2 elements for 2 keys (got 1)",
      '/animations/1/samplers/0/output: must have elements of type VEC4 (got "VEC3")',
      "/animations/1: must animate something that the target has as well",
    ]);
  });

  it("takes those that are chosen, by name or index", () => {
    expect(take(TARGET, SOURCE, { animations: ["animation 1"] }).report.animations).toEqual([{ source: 1, animation: 1 }]);
    expect(take(TARGET, SOURCE, { animations: [1, 1] }).report.animations).toEqual([{ source: 1, animation: 1 }]);
    expect(() => take(TARGET, SOURCE, { animations: ["run"] })).toThrow(
      new RangeError('options.animations/0: must be the name or index of one of the source\'s 2 animations (got "run")'),
    );
  });

  it("renames what is called otherwise in the target", () => {
    const target = named(TARGET, ["hips", "spine"]);
    for (const rename of [{ n0: "hips", n1: "spine" }, (name: string) => ({ n0: "hips", n1: "spine" })[name] ?? name]) {
      const { asset, report } = take(target, SOURCE, { rename });
      expect(report.warnings).toEqual([]);
      expect((asset.json["animations"][1].channels as Json[]).map(({ target: { node } }) => node as number)).toEqual([0, 1]);
    }
  });

  it("leaves out what it does not find, and an animation of which nothing is left, with place and reason", () => {
    const { asset, report } = take(named(TARGET, ["n0"]), SOURCE);
    expect(report.animations).toEqual([{ source: 0, animation: 1 }]);
    expect(report.warnings).toEqual([
      "/animations/0/channels/1/target/node: must be in the target by its name (got n1)",
      "/animations/1/channels/0/target/node: must be in the target by its name (got n1)",
      "/animations/1: must animate something that the target has as well",
    ]);
    expect(asset.json["animations"][1].channels).toEqual([{ sampler: 0, target: { node: 0, path: "translation" } }]);
  });

  it("tells nodes of one name apart by the names above them", () => {
    const family = (order: readonly number[]): Json[] => {
      const nodes: Json[] = [];
      [{ name: "left", children: [order[2]] }, { name: "right", children: [order[3]] }, { name: "hand" }, { name: "hand" }].forEach(
        (node, i) => (nodes[order[i]!] = node),
      );
      return nodes;
    };
    const source = structuredClone(SOURCE);
    source.json["nodes"] = family([0, 1, 2, 3]);
    source.json["animations"] = [{ ...source.json["animations"][1] }];
    source.json["animations"][0].channels[0].target.node = 3;
    const target = structuredClone(TARGET);
    target.json["nodes"] = family([2, 3, 1, 0]);
    expect(take(target, source).asset.json["animations"][1].channels[0].target.node).toBe(0);
    target.json["nodes"][3].name = "left";
    expect(take(target, source).report.warnings[0]).toBe(
      "/animations/0/channels/0/target/node: must be one of the 2 of this name in the target (got hand)",
    );
  });

  it("finds materials of pointers by name, and takes clips along", () => {
    const source = structuredClone(SOURCE);
    source.json["materials"] = [{}, { name: "red" }];
    source.json["animations"][1].channels[0].target = {
      path: "pointer",
      extensions: { KHR_animation_pointer: { pointer: "/materials/1/pbrMetallicRoughness/baseColorFactor" } },
    };
    const target = structuredClone(withClips(TARGET, [{ animations: [0], name: "first" }]));
    target.json["materials"] = [{ name: "red" }];
    const clips = [
      { animations: [1], name: "blush", end: 1 },
      { animations: [0, 1], name: "both" },
    ];
    const { asset, report } = take(target, withClips(source, clips), { animations: [1] });
    expect(report.clips).toBe(1);
    expect(asset.json["animations"][1].channels[0].target.extensions.KHR_animation_pointer.pointer).toBe(
      "/materials/0/pbrMetallicRoughness/baseColorFactor",
    );
    expect(asset.json["extensions"].KHR_animation_clip.clips).toEqual([
      { animations: [0], name: "first" },
      { name: "blush", animations: [1], end: 1 },
    ]);
    expect(asset.json["extensionsUsed"]).toEqual(["KHR_animation_clip", "KHR_animation_pointer"]);
  });

  it("leaves out channels of older extensions, which are to be converted before", () => {
    const source = structuredClone(SOURCE);
    const [first] = source.json["animations"] as Json[];
    first!["channels"][1].target = { path: "scale", extensions: { KHR_animation2: { path: "/nodes/1/scale" } } };
    first!["extensions"] = { EXT_property_animation: { channels: [{ sampler: 0, target: "/nodes/0/scale" }] }, OTHER: {} };
    const { asset, report } = take(TARGET, source, { animations: [0] });
    expect(report.warnings).toEqual([
      "/animations/0/extensions/EXT_property_animation: must be converted before it can be taken",
      "/animations/0/channels/1: must be converted before it can be taken",
    ]);
    expect(asset.json["animations"][1].channels.length).toBe(1);
    expect(asset.json["animations"][1].extensions).toEqual({ OTHER: {} });
  });

  itWithAssets("gives a real skeleton the animations of another file of it, value for value", () => {
    const source = readAsset("skin-Fox.glb");
    const target = structuredClone({ ...source, json: { ...source.json, animations: source.json["animations"].slice(0, 1) } });
    const { asset, report } = take(target, source, { animations: ["Walk", "Run"] });
    expect(report.warnings).toEqual([]);
    [1, 2].forEach((animation) => {
      (source.json["animations"][animation].samplers as Json[]).forEach(({ input, output }, i) => {
        const taken = asset.json["animations"][animation].samplers[i];
        expect(readAccessor(asset, taken.input)).toEqual(readAccessor(source, input));
        expect(readAccessor(asset, taken.output)).toEqual(readAccessor(source, output));
      });
    });
  });

  itWithAssets("refuses weights of a mesh with other morph targets", () => {
    const source = readAsset("morph-SimpleMorph.glb");
    source.json["nodes"][0].name = "n0";
    const target = createModel(1, []);
    expect(take(target, source).report.warnings[0]).toBe(
      "/animations/0/channels/0/target/path: must be of a mesh with as many morph targets (got 2, the target has 0)",
    );
  });
});
