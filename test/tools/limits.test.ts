/** The limits of docs/reliability.md that concern files without Babylon.js: the largest that is accepted, and the next one. */
import { describe, expect, it } from "@jest/globals";
import { BINARY_CHUNK, JSON_CHUNK, writeGlb, type ChunkParts } from "../../src/gltf/file/glb.js";
import { GltfFile, ReadClips } from "../../src/tools.js";
import { bake } from "../helpers/bakedClips.js";
import { addTimes, createAsset, createRuler } from "../helpers/gltfAsset.js";
import { readAccessor, type Asset } from "../helpers/gltfPose.js";
import { ruleOf } from "../helpers/rules.js";
import { withClips } from "../helpers/scene.js";
import { createFinding } from "../../src/gltf/util/index.js";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("JSON", () => {
  const nested = (levels: number): Uint8Array => encode(`{"asset":{"version":"2.0"},"a":${"[".repeat(levels)}${"]".repeat(levels)}}`);

  it("of 500 levels is read and written", () => {
    const bytes = nested(500);
    expect(Buffer.from(GltfFile.parse(bytes).toFiles("a.gltf")["a.gltf"]!).equals(bytes)).toBe(true);
  });

  it("of 501 levels is refused", () => {
    expect(() => GltfFile.parse(nested(501))).toThrow(`/a/0/0: ${ruleOf("levelsNested", 500)}`);
  });
});

describe("an accessor without a buffer view", () => {
  const read = (type: string, count: number): Float32Array => {
    const accessors = [{ componentType: 5126, type, count }];
    return GltfFile.parse(encode(JSON.stringify({ asset: { version: "2.0" }, accessors }))).readAccessor(0);
  };

  it.each([
    ["SCALAR", 2 ** 24, 2 ** 24],
    ["VEC3", 5592405, 2 ** 24 - 1],
    ["MAT4", 2 ** 20, 2 ** 24],
  ])("of %s is read up to %i elements", (type, count, numbers) => {
    expect(read(type, count).length).toBe(numbers);
    expect(() => read(type, count + 1)).toThrow(`/accessors/0/count: ${ruleOf("integerWithinBounds", `within 0..${count}`, count + 1)}`);
  });

  it("is refused without allocating what it states", () => {
    expect(() => read("SCALAR", 2 ** 53 - 1)).toThrow(
      `/accessors/0/count: ${ruleOf("integerWithinBounds", "within 0..16777216", 9007199254740991)}`,
    );
  });
});

describe("a .glb", () => {
  const part = new Uint8Array(2 ** 26);
  /** A chunk of as many bytes; each part is the same memory. */
  const chunkOf = (bytes: number): ChunkParts => ({
    type: BINARY_CHUNK,
    parts: [...new Array<Uint8Array>(Math.floor(bytes / part.length)).fill(part), part.subarray(0, bytes % part.length)],
  });
  const json: ChunkParts = { type: JSON_CHUNK, parts: [encode("{}  ")] };
  /** The multiple of 4 below 4 GiB, without the header of the file and the two of its chunks, and the JSON. */
  const LARGEST = 2 ** 32 - 4 - 12 - 2 * 8 - 4;

  it("states its length up to the last multiple of 4 below 4 GiB", () => {
    const [header, ...parts] = writeGlb([json, chunkOf(LARGEST)]);
    expect(new DataView(header!.buffer).getUint32(8, true)).toBe(2 ** 32 - 4);
    expect(parts.filter((each) => each === part)).toHaveLength(63); // not copied
  });

  it("of 4 GiB is refused", () => {
    const message = `file: ${ruleOf("atMost4GiB", 4294967296)}`;
    expect(() => writeGlb([json, chunkOf(LARGEST + 1)])).toThrow(new RangeError(message));
  });
});

it("ReadClips reads any number of clips", () => {
  const clips = Array.from({ length: 10_001 }, () => ({ animations: [0], end: 1 }));
  const { json } = withClips(createRuler(), clips);
  expect(ReadClips(json as never)).toMatchObject({ definitions: { length: 10_001 }, findings: [] });
  expect(ReadClips(json as never, { maxClips: 10_000 }).definitions).toHaveLength(10_000);
});

describe("baking", () => {
  const lastTime = ({ asset }: { asset: Asset }): number => readAccessor(asset, asset.json["animations"][0].samplers[0].input).at(-1)!;

  it("makes 1,000 repetitions, and no more", () => {
    const clips = (repetitions: number): Asset => withClips(createRuler(), [{ animations: [0], end: 0.5, repetitions }]);
    const baked = bake(clips(1000));
    expect([baked.report.findings, lastTime(baked)]).toEqual([[], 500]);
    expect(bake(clips(1001)).report).toEqual({
      animations: [],
      findings: [createFinding("NOT_BAKED", "/extensions/KHR_animation_clip/clips/0/repetitions", ruleOf("repetitionsAtMost", 1000, 1001))],
    });
  });

  it("makes 1,000 passes of an endless clip, and no more", () => {
    const asset = withClips(createRuler(), [{ animations: [0], end: 0.5 }]);
    expect(lastTime(bake(asset, { passes: 1000 }))).toBe(500);
    expect(() => bake(asset, { passes: 1001 })).toThrow(new RangeError(`options.passes: ${ruleOf("integerFrom1", 1000, 1001)}`));
  });

  it("counts numbers that channels share once, as they are written once", () => {
    const nodes = Array.from({ length: 2500 }, () => ({}));
    const shared = createAsset((add) => ({
      nodes,
      animations: [
        {
          channels: nodes.map((_, node) => ({ sampler: 0, target: { node, path: "translation" } })),
          samplers: [{ input: addTimes(add, [...new Array(100).keys()]), output: add("VEC3", new Float32Array(300)) }],
        },
      ],
    }));
    // 2,500 x 300 x 100 would be 75 million
    const { asset, report } = bake(withClips(shared, [{ animations: [0], end: 99, repetitions: 100 }]));
    expect(report).toEqual({ animations: [{ clip: "/extensions/KHR_animation_clip/clips/0", animation: 0 }], findings: [] });
    expect(asset.json["animations"][0]).toMatchObject({ channels: { length: 2500 }, samplers: { length: 1 } });
  });
});
