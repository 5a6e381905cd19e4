/**
 * Files with wrong lengths or absurd sizes are refused, or read except for their invalid parts. Messages have a bounded length, and no more memory
 * is allocated than the size of the file justifies.
 */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { packGlb } from "../../scripts/glb.mjs";
import { AssetError, DescribeFinding, GltfFile, ReadClips, WriteClips } from "../../src/tools.js";
import { toolsWith } from "../helpers/allTools.js";
import { createModel } from "../helpers/gltfAsset.js";
import type { Asset, Json } from "../helpers/gltfPose.js";
import { withClips } from "../helpers/scene.js";

const createSound = (): Asset =>
  structuredClone(
    withClips(
      createModel(2, [
        [
          { node: 0, path: "translation", times: [0, 1, 2], values: [0, 0, 0, 1, 0, 0, 5, 0, 0] },
          { node: 1, path: "rotation", times: [0, 1], values: [0, 0, 0, 1, 0, 1, 0, 0] },
        ],
      ]),
      [{ name: "walk", animations: [0], start: 0.25, end: 1.75, reverse: true }],
    ),
  );

const SOUND = createSound();
const pack = ({ json, bin }: Asset): Uint8Array => new Uint8Array(packGlb(json, bin));
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The valid file with its JSON changed. */
function changed(change: (json: Json) => void): Uint8Array {
  const { json, bin } = createSound();
  change(json);
  return pack({ json, bin });
}

/** Bytes of allocated typed arrays. */
let asked = 0;
const ARRAYS = [
  "ArrayBuffer",
  "Uint8Array",
  "Int8Array",
  "Uint16Array",
  "Int16Array",
  "Uint32Array",
  "Float32Array",
  "Float64Array",
] as const;
const originals = new Map(ARRAYS.map((name) => [name, globalThis[name] as unknown]));

beforeEach(() => {
  asked = 0;
  for (const [name, original] of originals) {
    const counting = new Proxy(original as new (...parameters: unknown[]) => ArrayBufferView | ArrayBuffer, {
      construct(type, parameters, newTarget) {
        const made = (): ArrayBufferView | ArrayBuffer => Reflect.construct(type, parameters, newTarget) as ArrayBuffer;
        const [first] = parameters;
        if (typeof first === "number") {
          asked += first * ((type as unknown as { BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT ?? 1);
          return made();
        }
        const result = made();
        asked += first instanceof ArrayBuffer ? 0 : result.byteLength;
        return result;
      },
    });
    Object.assign(globalThis, { [name]: counting });
  }
});

afterEach(() => void Object.assign(globalThis, Object.fromEntries(originals)));

function expectBounded(message: string): void {
  expect(message.length).toBeLessThan(300);
  expect(message).not.toContain("unexpected error");
}

/** Runs a function that may throw only an AssetError. Returns whether it did not. */
function expectAssetErrors(run: () => readonly string[]): boolean {
  let messages: readonly string[] = [];
  try {
    messages = run();
  } catch (error) {
    expect(error).toBeInstanceOf(AssetError);
    const { name, pointer: place, rule, message } = error as AssetError;
    expect(name).toBe("AssetError");
    expect(place).toMatch(/^(\/|byte \d+$)/);
    expect(rule).toMatch(/^must /);
    expectBounded(message);
    return false;
  }
  messages.forEach(expectBounded);
  return true;
}

const RUNS: Readonly<Record<string, (file: GltfFile) => readonly string[]>> = {
  ...toolsWith(pack(SOUND)),
  ReadClips: (file) => ReadClips(file.json).findings.map(DescribeFinding),
  WriteClips: (file) => (WriteClips(file.json, [{ name: "new", animations: [0] }]), []),
};

/** Does everything with a file. */
function doAll(bytes: Uint8Array): void {
  if (!expectAssetErrors(() => (GltfFile.parse(bytes), []))) {
    return;
  }
  for (const run of Object.values(RUNS)) {
    const file = GltfFile.parse(bytes);
    (file.json.accessors ?? []).forEach((_, i) => expectAssetErrors(() => (file.readAccessor(i), [])));
    expectAssetErrors(() => run(file));
    expectAssetErrors(() => (file.toFiles(), []));
  }
}

const LONG = "n".repeat(2 ** 20);
const nested = (open: string, close: string): string => open.repeat(1e6) + close.repeat(1e6);
const CLIP = (json: Json): Json => json["extensions"].KHR_animation_clip.clips[0] as Json;
const sparse = (count: number, indices: Json): Json => ({ count, indices: { componentType: 5125, ...indices }, values: { bufferView: 1 } });
const { length: jsonLength } = JSON.stringify(SOUND.json);

it("a .glb that is cut off at any byte is refused", () => {
  const bytes = pack(SOUND);
  for (let length = 0; length < bytes.length; length++) {
    expect(() => GltfFile.parse(bytes.subarray(0, length))).toThrow(AssetError);
    expectAssetErrors(() => (GltfFile.parse(bytes.subarray(0, length)), []));
  }
});

describe("the lengths of a .glb", () => {
  const binaryAt = 20 + Math.ceil(jsonLength / 4) * 4;

  it.each([
    { comment: "of the file", at: 8 },
    { comment: "of its JSON", at: 12 },
    { comment: "of its binary data", at: binaryAt },
  ])("that lie are refused, or nothing else: $comment", ({ at }) => {
    const sound = pack(SOUND);
    expect(new DataView(sound.buffer).getUint32(binaryAt + 4, true)).toBe(0x004e4942);
    const right = new DataView(sound.buffer).getUint32(at, true);
    for (const length of [
      0,
      1,
      4,
      7,
      8,
      12,
      20,
      right - 4,
      right - 1,
      right + 1,
      right + 8,
      2 ** 31 - 1,
      2 ** 31,
      2 ** 32 - 8,
      2 ** 32 - 1,
    ]) {
      const bytes = pack(SOUND);
      new DataView(bytes.buffer).setUint32(at, length, true);
      expect(() => GltfFile.parse(bytes)).toThrow(AssetError);
      doAll(bytes);
    }
    expect(asked).toBeLessThan(20e6); // 15 lengths, 9 tools, a few copies of a file of 2 kB
  });
});

describe.each<{ comment: string; bytes: () => Uint8Array }>([
  { comment: "arrays nested 1,000,000 deep", bytes: () => encode(`{"asset":{"version":"2.0"},"extras":${nested("[", "]")}}`) },
  {
    comment: "objects nested 1,000,000 deep",
    bytes: () => encode(`{"asset":{"version":"2.0"},"a":${nested('{"a":', "}").replace(":}", ":1}")}}`),
  },
  { comment: "nothing but brackets", bytes: () => encode("[".repeat(1e6)) },
  { comment: "the name of an animation of 1 MB", bytes: () => changed((json) => (json["animations"][0].name = LONG)) },
  { comment: "the name of a node of 1 MB", bytes: () => changed((json) => (json["nodes"][0].name = LONG)) },
  { comment: "the name of a clip of 1 MB", bytes: () => changed((json) => Object.assign(CLIP(json), { name: LONG, end: LONG })) },
  {
    comment: "the name of an extension of 1 MB",
    bytes: () => changed((json) => (json["extensionsUsed"].push(LONG), (json["extensions"][LONG] = {}))),
  },
  {
    comment: "the name of a vendor's member of 1 MB",
    bytes: () => changed((json) => (json["nodes"][0].extensions = { A: { [`clip${LONG}`]: 0 } })),
  },
  { comment: "a key of 1 MB above a number without end", bytes: () => encode(`{"asset":{"version":"2.0"},"${LONG}":1e999}`) },
  { comment: "a key of 1 MB above deep arrays", bytes: () => encode(`{"asset":{"version":"2.0"},"${LONG}":${nested("[", "]")}}`) },
  {
    comment: "a pointer of 1 MB",
    bytes: () =>
      changed(
        (json) =>
          (json["animations"][0].channels[0].target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer: `/${LONG}` } } }),
      ),
  },
  {
    comment: "a pointer of 1,000,000 tokens",
    bytes: () =>
      changed(
        (json) =>
          (json["animations"][0].channels[0].target = {
            path: "pointer",
            extensions: { KHR_animation_pointer: { pointer: "/".repeat(1e6) } },
          }),
      ),
  },
  { comment: "a path of 1 MB", bytes: () => changed((json) => (json["animations"][0].channels[0].target.path = LONG)) },
  { comment: "an interpolation of 1 MB", bytes: () => changed((json) => (json["animations"][0].samplers[0].interpolation = LONG)) },
  { comment: "a URI of 1 MB", bytes: () => changed((json) => (json["buffers"][0].uri = LONG)) },
  { comment: "a data URI that is none, of 1 MB", bytes: () => changed((json) => (json["buffers"][0].uri = `data:;base64,%${LONG}`)) },
  { comment: "a count of 2^53", bytes: () => changed((json) => (json["accessors"][1].count = 2 ** 53)) },
  {
    comment: "a count of 2^53 without bytes",
    bytes: () => changed((json) => ((json["accessors"][1].count = 2 ** 53), delete json["accessors"][1].bufferView)),
  },
  {
    comment: "a count of 2^53 without bytes but sparse ones",
    bytes: () =>
      changed(
        (json) => (
          (json["accessors"][1] = { ...json["accessors"][1], count: 2 ** 53, sparse: sparse(2 ** 53, { bufferView: 0 }) }),
          delete json["accessors"][1].bufferView
        ),
      ),
  },
  { comment: "an accessor that begins at 2^53", bytes: () => changed((json) => (json["accessors"][1].byteOffset = 2 ** 53)) },
  { comment: "an accessor that ends behind its buffer view", bytes: () => changed((json) => (json["accessors"][1].byteOffset = 4)) },
  { comment: "a buffer view that begins at 2^53", bytes: () => changed((json) => (json["bufferViews"][1].byteOffset = 2 ** 53)) },
  { comment: "a stride of 2^53", bytes: () => changed((json) => (json["bufferViews"][1].byteStride = 2 ** 53)) },
  { comment: "a buffer of 2^53 bytes", bytes: () => changed((json) => (json["buffers"][0].byteLength = 2 ** 53)) },
  {
    comment: "sparse indices beyond the accessor",
    bytes: () => changed((json) => (json["accessors"][1].sparse = sparse(1, { bufferView: 0, byteOffset: 4 }))),
  },
  {
    comment: "sparse indices that are none",
    bytes: () => changed((json) => (json["accessors"][1].sparse = sparse(2, { bufferView: 0, byteOffset: 2, componentType: 5126 }))),
  },
  { comment: "2^53 sparse values", bytes: () => changed((json) => (json["accessors"][1].sparse = sparse(2 ** 53, { bufferView: 0 }))) },
  {
    comment: "nodes that are their own children",
    bytes: () =>
      changed(
        (json) =>
          (json["nodes"] = [
            { name: "a", children: [1] },
            { name: "b", children: [0, 1] },
          ]),
      ),
  },
  {
    comment: "40 nodes, each twice the child of another",
    bytes: () => changed((json) => (json["nodes"] = Array.from({ length: 40 }, (_, i) => (i < 39 ? { children: [i + 1, i + 1] } : {})))),
  },
  { comment: "times that are not finite", bytes: () => pack({ json: SOUND.json, bin: new Uint8Array(SOUND.bin.length).fill(255) }) },
  {
    comment: "a clip without end that ends at 3e38",
    bytes: () => changed((json) => Object.assign(CLIP(json), { end: 3e38, repetitions: 1e308 })),
  },
  { comment: "a clip that takes 1e300 years", bytes: () => changed((json) => Object.assign(CLIP(json), { speed: 1e-307 })) },
  {
    comment: "a member named __proto__",
    bytes: () => changed((json) => Object.defineProperty(CLIP(json), "__proto__", { value: { a: 1 }, enumerable: true })),
  },
])("$comment", ({ bytes }) => {
  it("gives short errors, and allocates no more memory than the file justifies", () => {
    const file = bytes();
    asked = 0;
    doAll(file);
    // each of the tools copies the text and the binary data a few times
    expect(asked).toBeLessThan(Object.keys(RUNS).length * (8 * file.length + 10_000));
  });
});
