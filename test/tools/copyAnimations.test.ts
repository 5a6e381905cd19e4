import { describe, expect, it } from "@jest/globals";
import { GltfFile, CopyAnimations, type CopyOptions, type CopyReport } from "../../src/tools.js";
import { LoadClipLibraryAsync } from "../../src/index.js";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { itWithAssets, readAsset } from "../helpers/assets.js";
import { evaluateAnimations, readAccessor, type Asset, type Json } from "../helpers/gltfPose.js";
import { addTimes, createAsset, createModel } from "../helpers/gltfAsset.js";
import { ruleOf } from "../helpers/rules.js";
import { createScene, disposeScenes, importAsset, withClips, type ClipJson } from "../helpers/scene.js";
import { sentencesOf } from "../helpers/findings.js";

const fileOf = ({ json, bin }: Asset): GltfFile => GltfFile.parse(new Uint8Array(packGlb(json, bin)));

function copy(target: Asset, source: Asset, options?: CopyOptions): { asset: Asset; report: CopyReport } {
  const file = fileOf(target);
  const before = structuredClone(source.json);
  const report = CopyAnimations(file, fileOf(source), options);
  expect(source.json).toEqual(before);
  return { asset: unpackGlb(file.toFiles()["model.glb"]!), report };
}

/** A copy of a model with other nodes. */
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
TARGET.json["animations"][0].name = "own";

describe("CopyAnimations", () => {
  it("adds animations after the existing ones, for nodes with the same names", () => {
    const { asset, report } = copy(TARGET, SOURCE);
    expect(report).toEqual({
      animations: [
        { source: 0, animation: 1 },
        { source: 1, animation: 2 },
      ],
      clips: 0,
      findings: [],
      details: [],
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
    expect(asset.json["accessors"][asset.json["animations"][1].samplers[0].output].min).toBeUndefined();
  });

  it("leaves out channels whose values do not fit their keys or their path", () => {
    const source = structuredClone(SOURCE);
    const [{ samplers }, { samplers: others }] = source.json["animations"];
    source.json["accessors"][samplers[0].output].count = 1;
    source.json["accessors"][others[0].output].type = "VEC3";
    const { report } = copy(TARGET, source);
    expect(report.animations).toEqual([{ source: 0, animation: 1 }]);
    expect(sentencesOf(report.findings, "NOT_COPIED")).toEqual([
      `/animations/0/samplers/0/output: ${ruleOf("elementsForKeys", 2, 2, 1)}`,
      `/animations/1/samplers/0/output: ${ruleOf("elementsOfType", "VEC4", '"VEC3"')}`,
      `/animations/1: ${ruleOf("somethingOfTarget")}`,
    ]);
  });

  it("warns of names that the target already had", () => {
    const clips = (...names: readonly string[]): ClipJson[] => names.map((name) => ({ name, animations: [0] }));
    const target = withClips(structuredClone(TARGET), clips("walk", "run"));
    target.json["animations"][0].name = "animation 1";
    const { report } = copy(target, withClips(SOURCE, clips("run", "jump")));
    const reason = "names that the target already had, so that searching by name finds only the older ones";
    expect(sentencesOf(report.findings, "NAME_TAKEN")).toEqual([
      `/animations: ${reason} (got animation 1)`,
      `/extensions/KHR_animation_clip/clips: ${reason} (got run)`,
    ]);
  });

  it("copies the chosen animations, by name or index", () => {
    expect(copy(TARGET, SOURCE, { animations: ["animation 1"] }).report.animations).toEqual([{ source: 1, animation: 1 }]);
    expect(copy(TARGET, SOURCE, { animations: [1, 1] }).report.animations).toEqual([{ source: 1, animation: 1 }]);
    expect(() => copy(TARGET, SOURCE, { animations: ["run"] })).toThrow(
      new RangeError(`options.animations/0: ${ruleOf("nameOrIndexOfAnimation", 2, '"run"')}`),
    );
  });

  it("renames nodes that have other names in the target", () => {
    const target = named(TARGET, ["hips", "spine"]);
    for (const rename of [{ n0: "hips", n1: "spine" }, (name: string) => ({ n0: "hips", n1: "spine" })[name] ?? name]) {
      const { asset, report } = copy(target, SOURCE, { rename });
      expect(report.findings).toEqual([]);
      expect((asset.json["animations"][1].channels as Json[]).map(({ target: { node } }) => node as number)).toEqual([0, 1]);
    }
  });

  it.each([
    ["mixamorig:Hips", "mixamorigHips"],
    ["mixamorigHips", "mixamorig:Hips"],
    ["mixamorig:Hips", "mixamorig_Hips"],
    ["Left Arm.001", "Left_Arm001"],
    ["Armature|[hips]/a", "Armaturehipsa"],
  ])("finds the node %s as %s, whose name differs by separators only", (name, other) => {
    const { asset, report } = copy(named(TARGET, [other, "n1"]), named(SOURCE, [name, "n1"]));
    expect(report.findings).toEqual([]);
    expect((asset.json["animations"][1].channels as Json[]).map(({ target: { node } }) => node as number)).toEqual([0, 1]);
  });

  it.each([
    { comment: "two spellings in the target", names: ["n1", "a:b"], others: ["n1", "a.b", "ab"] },
    { comment: "two spellings in the source", names: ["a:b", "a.b"], others: ["ab", "n1"] },
    { comment: "other letters", names: ["n1", "a:b"], others: ["n1", "aB"] },
    { comment: "separators only", names: ["n1", "::"], others: ["n1", "."] },
  ])("does not find a node by another name: $comment", ({ names, others }) => {
    const { report } = copy(named(TARGET, others), named(SOURCE, names));
    const [missing] = sentencesOf(report.findings, "NOT_COPIED").filter((text) => text.startsWith("/nodes"));
    expect(missing).toMatch(/^\/nodes: (only 1|none) of the 2 animated nodes is in the target; missing: /);
  });

  it("tells nodes with other names apart by the names of their ancestors, without separators", () => {
    const family = (sides: readonly string[], hand: string): Json[] => [
      { name: sides[0], children: [2] },
      { name: sides[1], children: [3] },
      { name: hand },
      { name: hand },
    ];
    const source = structuredClone(SOURCE);
    source.json["nodes"] = family(["rig:left", "rig:right"], "rig:hand");
    source.json["animations"] = [{ ...source.json["animations"][1] }];
    source.json["animations"][0].channels[0].target.node = 3;
    const target = structuredClone(TARGET);
    target.json["nodes"] = family(["rigleft", "rigright"], "righand");
    expect(copy(target, source).asset.json["animations"][1].channels[0].target.node).toBe(3);
  });

  it("leaves out channels whose node is not found, and animations without channels left, with a warning", () => {
    const { asset, report } = copy(named(TARGET, ["n0"]), SOURCE);
    expect(report.animations).toEqual([{ source: 0, animation: 1 }]);
    expect(sentencesOf(report.findings, "NOT_COPIED")).toEqual([
      `/animations: ${ruleOf("targetWithout", "animation 1")}`,
      "/nodes: only 1 of the 2 animated nodes is in the target; missing: n1 (see rename)",
    ]);
    expect(sentencesOf(report.details, "NOT_COPIED")).toEqual([
      `/animations/0/channels/1/target/node: ${ruleOf("nameInTarget", "n1")}`,
      `/animations/1/channels/0/target/node: ${ruleOf("nameInTarget", "n1")}`,
      `/animations/1: ${ruleOf("somethingOfTarget")}`,
    ]);
    expect(asset.json["animations"][1].channels).toEqual([{ sampler: 0, target: { node: 0, path: "translation" } }]);
  });

  it("tells nodes with the same name apart by the names of their ancestors", () => {
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
    expect(copy(target, source).asset.json["animations"][1].channels[0].target.node).toBe(0);
    target.json["nodes"][3].name = "left";
    expect(sentencesOf(copy(target, source).report.findings, "NOT_COPIED")[0]).toBe(
      `/animations/0/channels/0/target/node: ${ruleOf("nameOfOneInTarget", 2, "hand")}`,
    );
  });

  it("finds a node whose name is unique, whatever its ancestors", () => {
    const target = structuredClone(TARGET);
    target.json["nodes"] = [{ name: "root", children: [1] }, { name: "n0" }, { name: "n1", children: [0] }, {}];
    const { asset, report } = copy(target, SOURCE);
    expect(report.findings).toEqual([]);
    expect((asset.json["animations"][1].channels as Json[]).map((channel) => channel["target"].node as number)).toEqual([1, 2]);
  });

  it("tells nodes apart that are their own ancestors, which glTF forbids", () => {
    const target = structuredClone(TARGET);
    target.json["nodes"] = [{ name: "n0", children: [1] }, { name: "n0", children: [0] }, { name: "n1" }];
    expect(sentencesOf(copy(target, SOURCE).report.findings, "NOT_COPIED")).toEqual([
      `/animations/0/channels/0/target/node: ${ruleOf("nameOfOneInTarget", 2, "n0")}`,
    ]);
  });

  it("leaves out a node without a name", () => {
    const source = structuredClone(SOURCE);
    source.json["nodes"][0] = {};
    expect(sentencesOf(copy(TARGET, source, { animations: [0] }).report.findings, "NOT_COPIED")).toEqual([
      `/animations/0/channels/0/target/node: ${ruleOf("indexOfNamedObject", 0)}`,
    ]);
  });

  it("copies a pointer that names no object by its index as it is", () => {
    const source = structuredClone(SOURCE);
    const target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer: "/extensions/VENDOR_sky/color" } } };
    source.json["animations"][1].channels[0].target = target;
    const { asset, report } = copy(TARGET, source, { animations: [1] });
    expect(report.findings).toEqual([]);
    expect(asset.json["animations"][1].channels[0].target).toEqual(target);
  });

  it("leaves out channels without keys", () => {
    const source = structuredClone(SOURCE);
    const { input, output } = source.json["animations"][0].samplers[0];
    source.json["accessors"][input].count = source.json["accessors"][output].count = 0;
    const { asset, report } = copy(TARGET, source, { animations: [0] });
    expect(sentencesOf(report.findings, "NOT_COPIED")).toEqual([`/accessors/${input}/count: ${ruleOf("countAbove0")}`]);
    expect(asset.json["animations"][1].channels.length).toBe(1);
  });

  it("finds materials of pointers by name, and copies clips, too", () => {
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
    const { asset, report } = copy(target, withClips(source, clips), { animations: [1] });
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

  it("copies controllers as clips, and warns of clips that are invalid", () => {
    const source = withClips(SOURCE, [{ animations: [9] }], [{ animation: 1, name: "old", start: 2, end: 1, counter: 3 }]);
    const { asset, report } = copy(TARGET, source);
    expect(report.clips).toBe(1);
    expect(sentencesOf(report.findings, "CLIP_INVALID")).toEqual([
      `/extensions/KHR_animation_clip/clips/0/animations/0: ${ruleOf("indexOfAnimations", 2, 9)}`,
    ]);
    expect(asset.json["extensions"]).toEqual({
      KHR_animation_clip: { clips: [{ name: "old", animations: [2], start: 1, end: 2, repetitions: 3 }] },
    });
    expect(asset.json["extensionsUsed"]).toEqual(["KHR_animation_clip"]);
  });

  it("lists the extensions that come with animations, channels, samplers and clips, and no others", () => {
    const source = structuredClone(withClips(SOURCE, [{ animations: [0], extensions: { IN_CLIP: {} } } as ClipJson]));
    const [first, second] = source.json["animations"] as Json[];
    first!["extensions"] = { IN_ANIMATION: {} };
    first!["channels"][0].extensions = { IN_CHANNEL: {} };
    first!["samplers"][0].extensions = { IN_SAMPLER: {} };
    first!["channels"][1].target.extensions = { IN_TARGET: {} };
    second!["extensions"] = { NOT_TAKEN: {} };
    const { asset } = copy(TARGET, source, { animations: [0] });
    expect((asset.json["extensionsUsed"] as string[]).sort()).toEqual(
      ["IN_ANIMATION", "IN_CHANNEL", "IN_CLIP", "IN_SAMPLER", "IN_TARGET", "KHR_animation_clip"].sort(),
    );
  });

  it("copies accessors once, whatever number of samplers and animations use them", () => {
    const source = structuredClone(SOURCE);
    const [first, second] = source.json["animations"] as Json[];
    first!["samplers"][1].input = first!["samplers"][0].input;
    second!["samplers"] = first!["samplers"];
    second!["channels"] = first!["channels"];
    const { asset } = copy(TARGET, source);
    expect(asset.json["accessors"].length - TARGET.json["accessors"].length).toBe(3);
    expect(asset.json["animations"][2].samplers).toEqual(asset.json["animations"][1].samplers);
  });

  it("shares no JSON with the source", () => {
    const source = structuredClone(SOURCE);
    source.json["animations"][0].extras = { a: 1 };
    const [target, other] = [fileOf(TARGET), fileOf(source)];
    CopyAnimations(target, other);
    (target.json.animations![1]!.extras as Json)["a"] = 2;
    target.json.animations![1]!.channels[0]!.target.path = "scale";
    expect(other.json.animations).toEqual(source.json["animations"]);
  });

  it.each<{ comment: string; pointer: string; message: string }>([
    {
      comment: "a property that the target does not have",
      pointer: "/materials/1/extensions/KHR_materials_ior/ior",
      message: ruleOf(
        "animatable",
        "/materials/0/extensions/KHR_materials_ior/ior",
        ruleOf("extensionStated", "/materials/0/extensions/KHR_materials_ior"),
      ),
    },
    {
      comment: "a component that the target does not have",
      pointer: "/materials/1/emissiveFactor/3",
      message: ruleOf("animatable", "/materials/0/emissiveFactor/3", "it has 3 components"),
    },
    {
      comment: "values of the wrong size",
      pointer: "/materials/1/pbrMetallicRoughness/metallicFactor",
      message: ruleOf("componentsOfKey", 1, 4),
    },
    {
      comment: "an invalid pointer",
      pointer: "/materials/~2",
      message: ruleOf("jsonPointer", "/materials/~2"),
    },
  ])("leaves out a pointer to $comment", ({ pointer, message }) => {
    const source = structuredClone(SOURCE);
    source.json["materials"] = [{}, { name: "red" }];
    source.json["animations"][1].channels[0].target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } };
    const target = structuredClone(TARGET);
    target.json["materials"] = [{ name: "red" }];
    const { report } = copy(target, source, { animations: [1] });
    expect(sentencesOf(report.findings, "NOT_COPIED")[0]).toBe(
      `/animations/1/channels/0/target/extensions/KHR_animation_pointer/pointer: ${message}`,
    );
  });

  it("leaves out a pointer to a material whose name two materials of the target have", () => {
    const source = structuredClone(SOURCE);
    const pointer = "/materials/0/pbrMetallicRoughness/baseColorFactor";
    source.json["materials"] = [{ name: "red" }];
    source.json["animations"][1].channels[0].target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } };
    const target = structuredClone(TARGET);
    target.json["materials"] = [{ name: "red" }, { name: "red" }];
    expect(sentencesOf(copy(target, source, { animations: [1] }).report.findings, "NOT_COPIED")[0]).toBe(
      `/animations/1/channels/0/target/extensions/KHR_animation_pointer/pointer: ${ruleOf("nameOfOneInTarget", 2, "red")}`,
    );
  });

  it("copies pointers to properties of vendors as they are, except for the object's index", () => {
    const source = structuredClone(SOURCE);
    source.json["materials"] = [{}, { name: "red" }];
    const pointed = (index: number): Json => {
      const pointer = `/materials/${index}/extensions/VENDOR_glow/strength~1x`;
      return { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } };
    };
    source.json["animations"][1].channels[0].target = pointed(1);
    const target = structuredClone(TARGET);
    target.json["materials"] = [{ name: "red" }];
    const { asset, report } = copy(target, source, { animations: [1] });
    expect(report.findings).toEqual([]);
    expect(asset.json["animations"][1].channels[0].target).toEqual(pointed(0));
  });

  describe("weights", () => {
    const morphed = (names: readonly string[] | null, count = 2): Asset =>
      createAsset((add) => ({
        nodes: [{ name: "face", mesh: 0 }],
        meshes: [
          {
            name: "face",
            primitives: [{ attributes: {}, targets: Array.from({ length: count }, () => ({})) }],
            ...(names ? { extras: { targetNames: names } } : {}),
          },
        ],
        animations: [
          {
            channels: [{ sampler: 0, target: { node: 0, path: "weights" } }],
            samplers: [{ input: addTimes(add, [0, 1]), output: add("SCALAR", [0, 1, 1, 0]) }],
          },
        ],
      }));
    const byPointer = (asset: Asset, pointer: string): Asset => {
      asset.json["animations"][0].channels[0].target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } };
      return asset;
    };

    it.each([
      [null, null],
      [["smile", "blink"], null],
      [null, ["smile", "blink"]],
      [["smile", "blink"], ["smile", 2] as never[]],
      [
        ["smile", "blink"],
        ["smile", "blink"],
      ],
    ])("pass for morph targets %j and %j", (names, others) => {
      expect(copy(morphed(others), morphed(names)).report.findings).toEqual([]);
      expect(copy(morphed(others), byPointer(morphed(names), "/meshes/0/weights")).report.findings).toEqual([]);
    });

    it("are compared with those of the mesh that the pointer names, whatever node has its index", () => {
      const source = byPointer(morphed(["smile", "blink"]), "/meshes/1/weights");
      const [face] = source.json["meshes"] as Json[];
      source.json["meshes"] = [{ ...face, name: "other", extras: { targetNames: ["open", "close"] } }, face];
      source.json["nodes"] = [{ name: "face", mesh: 1 }, { mesh: 0 }];
      expect(copy(morphed(["smile", "blink"]), source).report.findings).toEqual([]);
    });

    it("are compared with those of the mesh that the node has", () => {
      const source = morphed(["smile", "blink"]);
      const [face] = source.json["meshes"] as Json[];
      source.json["meshes"].push({ ...face, name: "other", extras: { targetNames: ["open", "close"] } });
      source.json["nodes"] = [{ mesh: 1 }, { name: "face", mesh: 0 }];
      source.json["animations"][0].channels[0].target.node = 1;
      expect(copy(morphed(["smile", "blink"]), source).report.findings).toEqual([]);
    });

    it("are copied one by one", () => {
      const source = byPointer(morphed(["smile", "blink"]), "/nodes/0/weights/1");
      source.json["animations"][0].samplers[0].output = source.json["animations"][0].samplers[0].input;
      const { asset, report } = copy(morphed(["smile", "blink"]), source);
      expect(report.findings).toEqual([]);
      expect(asset.json["animations"][1].channels).toEqual(source.json["animations"][0].channels);
    });

    it("go to the morph targets of their names in another order, or as rename explains it", () => {
      const [source, target] = [morphed(["smile", "blink"]), morphed(["blink", "smile"])];
      const weights = (options?: CopyOptions): unknown => {
        const { asset, report } = copy(target, source, options);
        expect(report.findings).toEqual([]);
        return [0, 0.25].map((time) => evaluateAnimations(asset, [1], time).map(({ value }) => value));
      };
      expect(weights()).toEqual([[[1, 0]], [[0.75, 0.25]]]);
      expect(weights({ rename: { smile: "blink", blink: "smile" } })).toEqual([[[0, 1]], [[0.25, 0.75]]]);
      expect(weights({ renameTargets: { smile: "blink", blink: "smile" } })).toEqual([[[0, 1]], [[0.25, 0.75]]]);
    });

    it.each(["/nodes/0/weights", "/meshes/0/weights"])("are left out for another number of morph targets: %s", (pointer) => {
      expect(sentencesOf(copy(morphed(null, 3), byPointer(morphed(null), pointer)).report.findings, "NOT_COPIED")[0]).toBe(
        `/animations/0/channels/0/target/extensions/KHR_animation_pointer/pointer: ${ruleOf("weightsOfMesh", 2, 3)}`,
      );
    });
  });

  it("leaves out channels of older extensions, which must be converted first", () => {
    const source = structuredClone(SOURCE);
    const [first] = source.json["animations"] as Json[];
    first!["channels"][1].target = { path: "scale", extensions: { KHR_animation2: { path: "/nodes/1/scale" } } };
    first!["extensions"] = { EXT_property_animation: { channels: [{ sampler: 0, target: "/nodes/0/scale" }] }, OTHER: {} };
    const { asset, report } = copy(TARGET, source, { animations: [0] });
    expect(sentencesOf(report.findings, "NOT_COPIED")).toEqual([
      `/animations/0/extensions/EXT_property_animation: ${ruleOf("convertedToCopy")}`,
      `/animations/0/channels/1: ${ruleOf("convertedToCopy")}`,
    ]);
    expect(asset.json["animations"][1].channels.length).toBe(1);
    expect(asset.json["animations"][1].extensions).toEqual({ OTHER: {} });
    delete first!["extensions"].OTHER;
    expect(copy(TARGET, source, { animations: [0] }).asset.json["animations"][1]).not.toHaveProperty("extensions");
  });

  itWithAssets("copies all values of animations for the same real skeleton", () => {
    const source = readAsset("skin-Fox.glb");
    const target = structuredClone({ ...source, json: { ...source.json, animations: source.json["animations"].slice(0, 1) } });
    const { asset, report } = copy(target, source, { animations: ["Walk", "Run"] });
    expect(report.findings).toEqual([]);
    [1, 2].forEach((animation) => {
      (source.json["animations"][animation].samplers as Json[]).forEach(({ input, output }, i) => {
        const copied = asset.json["animations"][animation].samplers[i];
        expect(readAccessor(asset, copied.input)).toEqual(readAccessor(source, input));
        expect(readAccessor(asset, copied.output)).toEqual(readAccessor(source, output));
      });
    });
  });

  it("refuses weights of a mesh with other morph targets", () => {
    const source = readAsset("morph-SimpleMorph.glb");
    source.json["nodes"][0].name = "n0";
    const target = createModel(1, []);
    expect(sentencesOf(copy(target, source).report.findings, "NOT_COPIED")[0]).toBe(
      `/animations/0/channels/0/target/path: ${ruleOf("weightsOfMesh", 2, 0)}`,
    );
  });
});

describe("a file with another skeleton", () => {
  it("is one message; the channels are details", () => {
    const { report } = copy(named(TARGET, ["hip", "knee", "foot"]), SOURCE);
    const [findings, details] = [report.findings, report.details].map((each) => sentencesOf(each, "NOT_COPIED"));
    expect({ ...report, findings, details }).toEqual({
      animations: [],
      clips: 0,
      findings: ["/nodes: none of the 2 animated nodes is in the target; missing: n0, n1 (see rename)"],
      details: [
        `/animations/0/channels/0/target/node: ${ruleOf("nameInTarget", "n0")}`,
        `/animations/0/channels/1/target/node: ${ruleOf("nameInTarget", "n1")}`,
        `/animations/0: ${ruleOf("somethingOfTarget")}`,
        `/animations/1/channels/0/target/node: ${ruleOf("nameInTarget", "n1")}`,
        `/animations/1: ${ruleOf("somethingOfTarget")}`,
      ],
    });
  });

  it.each([
    { comment: "centimeters", factor: 100, unit: ", 100 times as far from their parents, as in another unit" },
    { comment: "longer joints", factor: 1.5, unit: "" },
  ])("is named as by a library: $comment", async ({ factor, unit }) => {
    const model = (scale: number): Asset => {
      const asset = structuredClone(SOURCE);
      asset.json["nodes"] = [
        { name: "n0", translation: [0, scale, 0], children: [1] },
        { name: "n1", translation: [0.25 * scale, 0, 0] },
      ];
      asset.json["scenes"] = [{ nodes: [0] }];
      return asset;
    };
    const target = { json: { ...model(1).json, animations: [] }, bin: SOURCE.bin };
    const rule = (owner: string): string => `/animations: ${ruleOf("restOfSkeleton", owner, 2, 2, "n0")}${unit}; `;
    const { report } = copy(target, model(factor));
    expect(sentencesOf(report.findings, "OTHER_REST_POSE")).toEqual([
      `${rule("the target")}a library retargets clips (LoadClipLibraryAsync)`,
    ]);
    const scene = createScene();
    const library = await LoadClipLibraryAsync(new Uint8Array(packGlb(model(factor).json, SOURCE.bin)), scene);
    library.addTo(await importAsset(target, scene));
    expect(sentencesOf(library.report.findings, "OTHER_REST_POSE")).toEqual([`${rule("the character")}see retarget`]);
    expect(copy(target, model(1)).report.findings).toEqual([]);
    disposeScenes();
  });

  it("an option that there is not is named", () => {
    const { report } = copy(TARGET, SOURCE, { renam: {} } as never);
    expect(sentencesOf(report.findings, "OPTION_UNKNOWN")).toEqual([`options.renam: ${ruleOf("hasNoEffect", "{}")}; did you mean rename?`]);
  });
});
