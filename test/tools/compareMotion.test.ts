import { describe, expect, it } from "@jest/globals";
import { type Document, Logger, NodeIO } from "@gltf-transform/core";
import { ALL_EXTENSIONS } from "@gltf-transform/extensions";
import { meshopt, resample } from "@gltf-transform/functions";
import { MeshoptDecoder, MeshoptEncoder } from "meshoptimizer";
import { packGlb } from "../../scripts/glb.mjs";
import { BakeClips, CompareMotion, type ChannelMotion, GltfFile, type MotionOptions, type MotionReport } from "../../src/tools.js";
import { assetNames, readAsset } from "../helpers/assets.js";
import { addTimes, createAsset, createModel, pointerTarget, type TestChannel } from "../helpers/gltfAsset.js";
import { type Asset, evaluateChannel, type Json } from "../helpers/gltfPose.js";
import { ruleOf } from "../helpers/rules.js";
import { withClips } from "../helpers/scene.js";

const glb = ({ json, bin }: Asset): Uint8Array => new Uint8Array(packGlb(json, bin));
const fileOf = (asset: Asset): GltfFile => GltfFile.parse(glb(asset));

/** Compares two assets, and checks that both stay as they are. */
function compare(before: Asset, after: Asset, options?: MotionOptions): MotionReport {
  const files = [fileOf(before), fileOf(after)] as const;
  const json = structuredClone(files.map((file) => file.json));
  const report = CompareMotion(...files, options);
  expect(files.map((file) => file.json)).toEqual(json);
  return report;
}

/** The channels of the only animation. */
function channelsOf({ animations, findings }: MotionReport): readonly ChannelMotion[] {
  expect([animations.length, findings]).toEqual([1, []]);
  return animations[0]!.channels;
}

/** The only channel of two models with one animation each. */
function compareChannel(before: TestChannel, after: TestChannel): ChannelMotion {
  const [channel, ...others] = channelsOf(compare(createModel(1, [[before]]), createModel(1, [[after]])));
  expect(others).toEqual([]);
  return channel!;
}

const at = (degrees: number): readonly number[] => [0, Math.sin((degrees * Math.PI) / 360), 0, Math.cos((degrees * Math.PI) / 360)];

describe("CompareMotion", () => {
  it.each(assetNames(".glb", 300_000))("finds nothing between %s and itself", (name) => {
    const { animations, clips, findings } = compare(readAsset(name), readAsset(name));
    const differences = animations.flatMap(({ channels, events }) => [...channels.map(({ difference }) => difference), ...events.before]);
    expect(differences.filter((difference) => difference !== 0)).toEqual([]);
    expect(clips).toEqual({ before: [], after: [] });
    expect(findings.filter(({ code }) => code !== "NOT_COMPARED")).toEqual([]);
  });

  it("says the property, both channels, the largest difference of a component, and when", () => {
    const peak = { node: 0, path: "translation", times: [0, 0.31, 1] } as const;
    const channel = compareChannel({ ...peak, values: [0, 0, 0, 0, 100, 0, 0, 0, 0] }, { ...peak, values: [0, 0, 0, 2, 97, 0, 0, 0, 0] });
    expect(channel).toEqual({
      property: "n0 translation",
      before: "/animations/0/channels/0",
      after: "/animations/0/channels/0",
      unit: "units",
      difference: 3,
      time: Math.fround(0.31),
    });
  });

  it("measures rotations in degrees, where a quaternion and its negative are one, and lengths do not matter", () => {
    const turn = (from: number, to: number, factor = 1): TestChannel => ({
      node: 0,
      path: "rotation",
      times: [0, 1],
      values: [...at(from), ...at(to).map((component) => factor * component)],
    });
    const { unit, difference, time } = compareChannel(turn(0, 90), turn(0, 60));
    expect([unit, difference, time]).toEqual(["degrees", expect.closeTo(30, 4), 1]);
    expect(compareChannel(turn(0, 90), turn(0, 90, -1)).difference).toBeLessThan(1e-4);
    const still = (length: number): TestChannel => ({
      node: 0,
      path: "rotation",
      times: [0],
      values: at(30).map((component) => length * component),
    });
    expect(compareChannel(still(1), still(0.5)).difference).toBeLessThan(1e-4);
    // at the end both are the same rotation
    expect(compareChannel(turn(0, 170), turn(0, -190)).difference).toBeLessThan(1e-4);
  });

  it("finds the largest difference of a spline from the line between its keys, as the specification has both", () => {
    const keys = [0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
    const spline: TestChannel = { node: 0, path: "scale", times: [0.5, 2], values: keys, interpolation: "CUBICSPLINE" };
    const line: TestChannel = { node: 0, path: "scale", times: [0.5, 2], values: [0, 0, 0, 1, 0, 0] };
    const [a, b] = [createModel(1, [[spline]]), createModel(1, [[line]])];
    const valueAt = (asset: Asset, time: number): number =>
      evaluateChannel(asset, asset.json["animations"][0], asset.json["animations"][0].channels[0], time)!.value[0]!;
    const expected = Math.max(...Array.from({ length: 10_001 }, (_, i) => Math.abs(valueAt(a, i / 5000) - valueAt(b, i / 5000))));
    const [channel] = channelsOf(compare(a, b, { times: 2001 }));
    expect(channel!.difference).toBeCloseTo(expected, 5);
  });

  it("finds a pulse of 20 ms that is gone", () => {
    const pulse: TestChannel = {
      node: 0,
      path: "translation",
      times: [0, 7.001, 7.021],
      values: [0, 0, 0, 5, 0, 0, 0, 0, 0],
      interpolation: "STEP",
    };
    const still: TestChannel = { node: 0, path: "translation", times: [0, 8], values: [0, 0, 0, 0, 0, 0] };
    const { difference, time } = compareChannel(pulse, still);
    expect([difference, time]).toEqual([5, expect.closeTo(7.011, 2)]);
  });

  it.each([
    ["a microsecond", 1e-6, 0],
    ["a millisecond", 1e-3, 5],
  ])("takes a step that is %s later for %s", (_, by, difference) => {
    const step = (time: number): TestChannel => ({
      node: 0,
      path: "translation",
      times: [0, time],
      values: [0, 0, 0, 5, 0, 0],
      interpolation: "STEP",
    });
    expect(compareChannel(step(1.1), step(1.1 + by)).difference).toBe(difference);
    expect(compareChannel(step(1.1 + by), step(1.1)).difference).toBe(difference);
  });

  it("reads the integers of STEP as the numbers that they stand for", () => {
    const model = (values: readonly number[] | Int8Array, normalized?: true): Asset =>
      createAsset((add) => ({
        nodes: [{ name: "door" }],
        animations: [
          {
            channels: [{ sampler: 0, target: { node: 0, path: "rotation" } }],
            samplers: [{ input: addTimes(add, [0, 1]), output: add("VEC4", values, normalized && { normalized }), interpolation: "STEP" }],
          },
        ],
      }));
    const report = compare(model(Int8Array.of(0, 0, 0, 127, 0, 90, 0, 90), true), model([...at(0), ...at(90)]));
    expect(channelsOf(report)[0]!.difference).toBeLessThan(1e-4);
  });

  it("holds what is shorter, and says both lengths", () => {
    const move = (end: number): Asset =>
      createModel(1, [[{ node: 0, path: "translation", times: [0, end], values: [0, 0, 0, end, 0, 0] }]]);
    const { animations } = compare(move(1), move(2));
    expect(animations[0]).toMatchObject({ before: { animation: 0, range: [0, 1] }, after: { animation: 0, range: [0, 2] } });
    expect(animations[0]!.channels[0]).toMatchObject({ difference: 1, time: 2 });
  });

  it("says Infinity for what is not a number, and for other numbers of weights", () => {
    const move = (x: number): TestChannel => ({ node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, x, 0, 0] });
    expect(compareChannel(move(1), move(NaN)).difference).toBe(Infinity);
    const turn = (values: readonly number[]): TestChannel => ({ node: 0, path: "rotation", times: [0], values });
    expect(compareChannel(turn([0, 0, 0, 0]), turn(at(30))).difference).toBe(Infinity);
    expect(compareChannel(turn(at(30)), turn([0, 0, 0, 0])).difference).toBe(Infinity);
    const weights = (values: readonly number[]): TestChannel => ({ node: 0, path: "weights", times: [0, 1], values });
    expect(compareChannel(weights([0, 0, 1, 0]), weights([0, 1])).difference).toBe(Infinity);
  });

  describe("pairs", () => {
    it("nodes by name, wherever they are, and of one name by their ancestors, then in their order", () => {
      const arms = (roots: readonly string[], order: readonly string[], moves: Readonly<Record<string, number>>): Asset =>
        createAsset((add) => {
          const nodes: Json[] = order.map((path) => ({ name: path.split("/").at(-1) }));
          roots.forEach((root) => (nodes[order.indexOf(root)]!["children"] = [order.indexOf(`${root}/arm`)]));
          return {
            nodes,
            scenes: [{ nodes: order.flatMap((path, i) => (path.includes("/") ? [] : [i])) }],
            animations: [
              {
                channels: Object.keys(moves).map((path, sampler) => ({ sampler, target: { node: order.indexOf(path), path: "scale" } })),
                samplers: Object.values(moves).map((x) => ({ input: addTimes(add, [0]), output: add("VEC3", [x, 1, 1]) })),
              },
            ],
          };
        });
      const left = arms(["l", "r"], ["l", "r", "l/arm", "r/arm"], { "l/arm": 2, "r/arm": 3 });
      const right = arms(["l", "r"], ["r/arm", "r", "l/arm", "l"], { "r/arm": 3, "l/arm": 2.5 });
      expect(channelsOf(compare(left, right)).map(({ property, difference }) => [property, difference])).toEqual([
        ["arm scale", 0.5],
        ["arm scale", 0],
      ]);
    });

    it("nodes of one name, and without a name, in their order", () => {
      const move = (node: number, x: number): TestChannel => ({ node, path: "translation", times: [0], values: [x, 0, 0] });
      const model = (names: readonly (string | undefined)[], channels: readonly TestChannel[]): Asset => {
        const asset = createModel(names.length, [channels]);
        asset.json["nodes"] = names.map((name) => (name === undefined ? {} : { name }));
        return asset;
      };
      const before = model(["door", undefined, "door", undefined], [move(0, 1), move(1, 2), move(2, 3), move(3, 4)]);
      const after = model([undefined, "door", undefined, "door"], [move(0, 2), move(1, 1), move(2, 4.5), move(3, 3.25)]);
      expect(channelsOf(compare(before, after)).map(({ property, difference }) => [property, difference])).toEqual([
        ["door translation", 0],
        ["nodes 1 translation", 0],
        ["door translation", 0.25],
        ["nodes 3 translation", 0.5],
      ]);
    });

    it("names that options.rename maps, of animations and nodes", () => {
      const [a, b] = [1, 1].map((x) => createModel(1, [[{ node: 0, path: "translation", times: [0], values: [x, 0, 0] }]])) as [
        Asset,
        Asset,
      ];
      b.json["nodes"][0].name = "Armature_n0";
      b.json["animations"][0].name = "Armature|animation 0";
      expect(compare(a, b).animations.map(({ before, after }) => [before?.animation, after?.animation])).toEqual([
        [0, undefined],
        [undefined, 0],
      ]);
      const rename = { n0: "Armature_n0", "animation 0": "Armature|animation 0" };
      expect(channelsOf(compare(a, b, { rename }))).toMatchObject([{ difference: 0, property: "n0 translation" }]);
      expect(channelsOf(compare(b, a, { rename: (name) => name.replace(/^Armature./, "") }))).toMatchObject([{ difference: 0 }]);
    });

    it("a channel by pointer with the channel of glTF for the same property", () => {
      const core = createModel(1, [[{ node: 0, path: "rotation", times: [0, 1], values: [...at(0), ...at(90)] }]]);
      const pointed = structuredClone(core);
      pointed.json["animations"][0].channels[0].target = pointerTarget("/nodes/0/rotation");
      expect(channelsOf(compare(pointed, core))).toMatchObject([{ unit: "degrees", difference: 0 }]);
    });
  });

  it("finds a pointer that leads to another material, because the materials before are gone", () => {
    const model = (materials: readonly string[], pointer: string): Asset =>
      createAsset((add) => ({
        materials: materials.map((name) => ({ name, pbrMetallicRoughness: { roughnessFactor: 1 } })),
        animations: [
          {
            name: "blink",
            channels: [{ sampler: 0, target: pointerTarget(pointer) }],
            samplers: [{ input: addTimes(add, [0, 1]), output: add("SCALAR", [1, 0]) }],
          },
        ],
      }));
    const pointer = "/materials/1/pbrMetallicRoughness/roughnessFactor";
    const report = compare(model(["unused", "red", "blue"], pointer), model(["red", "blue"], pointer));
    const place = "/animations/0/channels/0";
    expect(channelsOf(report)).toEqual([
      { property: "red pbrMetallicRoughness/roughnessFactor", before: place, after: null, unit: "units", difference: 1, time: 1 },
      { property: "blue pbrMetallicRoughness/roughnessFactor", before: null, after: place, unit: "units", difference: 1, time: 1 },
    ]);
    const gone = channelsOf(compare(model(["unused", "red"], pointer), model(["blue"], "/materials/0/alphaCutoff")));
    expect(gone.map(({ difference, time }) => [difference, time])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it("compares a channel that one file lacks with the property at rest", () => {
    const both = createModel(2, [
      [
        { node: 0, path: "scale", times: [0, 1], values: [1, 1, 1, 1, 1, 1] },
        { node: 1, path: "translation", times: [0, 1], values: [4, 0, 0, 4, 0, 0] },
      ],
    ]);
    const none = createModel(2, [[{ node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, 0, 0, 0] }]]);
    expect(channelsOf(compare(both, none)).map(({ property, difference, after }) => [property, difference, after])).toEqual([
      ["n0 scale", 0, null],
      ["n1 translation", 4, null],
      ["n0 translation", 0, "/animations/0/channels/0"],
    ]);
    none.json["nodes"][1].translation = [4, 0, 0];
    expect(channelsOf(compare(both, none)).map(({ difference }) => difference)).toEqual([0, 0, 0]);
  });

  it("lists clips and events that one file lacks, or has otherwise", () => {
    const model = createModel(1, [[{ node: 0, path: "translation", times: [0, 2], values: [0, 0, 0, 1, 0, 0] }]]);
    const before = withClips(structuredClone(model), [
      { name: "walk", animations: [0], end: 1 },
      { name: "turn", animations: [0], end: 2 },
    ]);
    before.json["animations"][0].extensions = { KHR_animation_events: { events: [{ time: 0.3, name: "step.l" }, { time: 1 }] } };
    const after = withClips(structuredClone(model), [{ name: "walk", animations: [0], end: 1.5 }]);
    after.json["animations"][0].extensions = { KHR_animation_events: { events: [{ time: 1 }] } };
    const { animations, clips } = compare(before, after);
    expect(clips).toEqual({ before: ["walk", "turn"], after: ["walk"] });
    expect(animations[0]!.events).toEqual({ before: ["step.l at 0.3 s"], after: [] });
  });

  it("leaves out what it cannot read, and says in which file", () => {
    const good = createModel(1, [[{ node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, 1, 0, 0] }]]);
    const bad = structuredClone(good);
    bad.json["animations"][0].samplers[0].interpolation = "EASE";
    const { animations, findings } = compare(good, bad);
    expect(animations[0]!.channels).toMatchObject([{ difference: null, time: null }]);
    expect(findings).toEqual([
      {
        code: "NOT_COMPARED",
        severity: 1,
        pointer: "/animations/0/samplers/0/interpolation",
        message: `${ruleOf("interpolation")} (got "EASE"), in the second file`,
      },
    ]);
  });

  it("baked clips show what their animation shows, and their names are new", () => {
    const asset = withClips(createModel(1, [[{ node: 0, path: "rotation", times: [0, 1], values: [...at(0), ...at(120)] }]]), [
      { name: "animation 0", animations: [0], end: 1 },
    ]);
    const file = fileOf(asset);
    BakeClips(file);
    const { animations, clips } = CompareMotion(fileOf(asset), file);
    expect(animations[0]!.channels).toMatchObject([{ difference: expect.closeTo(0, 4) }]);
    expect(clips).toEqual({ before: ["animation 0"], after: [] });
  });

  it.each([[{ times: 1 }], [{ times: 2.5 }], [{ times: 100_001 }], [{ times: NaN }]])("refuses %j", (options) => {
    const model = createModel(1, []);
    expect(() => compare(model, model, options)).toThrow(/^options\.times: must be an integer within 2\.\.100000 \(got/);
  });
});

describe("CompareMotion of files that glTF-Transform wrote", () => {
  const spline: TestChannel = {
    node: 0,
    path: "rotation",
    times: [0, 1],
    values: [0, 0, 0, 0, ...at(0), 0, 0, 0, 0, 0, 0, 0, 0, ...at(90), 0, 0, 0, 0],
    interpolation: "CUBICSPLINE",
  };
  const walk = createModel(2, [
    [
      { node: 0, path: "rotation", times: [0, 0.5, 1], values: [...at(0), ...at(80), ...at(10)] },
      { node: 1, path: "translation", times: [0, 0.5, 1], values: [0, 0, 0, 1, 2, 3, 0, 1, 0] },
    ],
  ]);

  async function write(asset: Asset, ...transforms: readonly Parameters<Document["transform"]>[0][]): Promise<GltfFile> {
    await Promise.all([MeshoptEncoder.ready, MeshoptDecoder.ready]);
    const dependencies = { "meshopt.encoder": MeshoptEncoder, "meshopt.decoder": MeshoptDecoder };
    const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies(dependencies);
    io.setLogger(new Logger(Logger.Verbosity.SILENT));
    const document = (await io.readBinary(glb(asset))).setLogger(new Logger(Logger.Verbosity.SILENT));
    await document.transform(...transforms);
    return GltfFile.parse(await io.writeBinary(document));
  }

  it("decompresses meshopt, and measures what its rounding does", async () => {
    const packed = await write(walk, meshopt({ encoder: MeshoptEncoder }));
    expect(packed.json["extensionsUsed"]).toContain("EXT_meshopt_compression");
    const { animations, findings } = CompareMotion(fileOf(walk), packed, { meshopt: MeshoptDecoder });
    expect(findings).toEqual([]);
    const [rotation, translation] = animations[0]!.channels;
    expect(rotation).toMatchObject({ property: "n0 rotation", unit: "degrees" });
    expect(rotation!.difference).toBeGreaterThan(0);
    expect(rotation!.difference).toBeLessThan(0.1);
    expect(translation!.difference).toBeLessThan(0.001);
    const [itself] = CompareMotion(packed, packed, { meshopt: MeshoptDecoder }).animations;
    expect(itself!.channels.map(({ difference }) => difference)).toEqual([0, 0]);
  });

  it("finds that meshopt bends the rotation of a spline", async () => {
    const before = createModel(1, [[spline]]);
    const { animations } = CompareMotion(fileOf(before), await write(before, meshopt({ encoder: MeshoptEncoder })), {
      meshopt: MeshoptDecoder,
    });
    expect(animations[0]!.channels[0]!.difference).toBeGreaterThan(5);
  });

  it("without a decoder says once that the file is compressed, and how to decompress it", async () => {
    const packed = await write(walk, meshopt({ encoder: MeshoptEncoder }));
    const { animations, findings } = CompareMotion(fileOf(walk), packed);
    expect(findings.map(({ code, message }) => [code, message])).toEqual([
      ["NOT_COMPARED", expect.stringMatching(/^the file is compressed \(EXT_meshopt_compression\), .*, in the second file$/)],
    ]);
    expect(animations[0]!.channels.map(({ difference }) => difference)).toEqual([null, null]);
  });

  it("reports data that cannot be decompressed with their place", async () => {
    const packed = await write(walk, meshopt({ encoder: MeshoptEncoder }));
    const views = packed.json.bufferViews!.map((view) => view as Json);
    const index = views.findIndex(({ extensions }) => extensions?.EXT_meshopt_compression?.mode === "ATTRIBUTES");
    views[index]!["extensions"].EXT_meshopt_compression.byteLength = 4;
    const { findings } = CompareMotion(packed, fileOf(walk), { meshopt: MeshoptDecoder });
    expect(findings[0]!.message).toContain(`/bufferViews/${index}/extensions/EXT_meshopt_compression: ${ruleOf("decompressible")}`);
  });

  it("finds what resample() leaves out, and nothing where it only drops keys on lines", async () => {
    const line = createModel(1, [[{ node: 0, path: "translation", times: [0, 0.5, 1], values: [0, 0, 0, 1, 0, 0, 2, 0, 0] }]]);
    expect(CompareMotion(fileOf(line), await write(line, resample())).animations[0]!.channels).toMatchObject([{ difference: 0 }]);
    const bent = createModel(1, [[{ node: 0, path: "translation", times: [0, 0.5, 1], values: [0, 0, 0, 1.2, 0, 0, 2, 0, 0] }]]);
    const [channel] = CompareMotion(fileOf(bent), await write(bent, resample({ tolerance: 0.5 }))).animations[0]!.channels;
    expect(channel).toMatchObject({ difference: expect.closeTo(0.2, 6), time: 0.5 });
  });
});
