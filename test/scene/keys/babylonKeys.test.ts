/** Keys on demand beside those of Babylon's own loader. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Quaternion } from "@babylonjs/core/Maths/math.vector.js";
import { RegisterKeysOnDemand, UnregisterKeysOnDemand } from "../../../src/pure.js";
import { keyDataOf } from "../../../src/scene/keys/keyData.js";
import { assetNames, readAsset } from "../../helpers/assets.js";
import { addTriangle, createAsset, createModel, type AddAccessor, type TestChannel } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { plainGroup } from "../../helpers/plainAnimations.js";
import { createScene, disposeScenes, loadContainer } from "../../helpers/scene.js";

afterEach(() => {
  UnregisterKeysOnDemand();
  disposeScenes();
});

async function loadGroups(asset: Asset): Promise<AnimationGroup[]> {
  return (await loadContainer(asset, createScene(), { clipOptions: { keys: "onDemand" } })).animationGroups;
}

const QUATERNION = Animation.ANIMATIONTYPE_QUATERNION;

/** A quaternion of unit length, in single precision. */
function unitOf(rotation: Quaternion): Quaternion {
  return Quaternion.FromArray(Float32Array.from(rotation.asArray(), (component) => component / rotation.length()));
}

/**
 * Loads an asset in both ways.
 * @param areUnit whether the rotations are integers, which get unit length
 */
async function expectSame(asset: Asset, { areUnit = false } = {}): Promise<{ onDemand: number; all: number }> {
  const plain = await loadGroups(structuredClone(asset));
  const rotations = plain
    .flatMap((group) => group.targetedAnimations)
    .filter(({ animation }) => areUnit && animation.dataType === QUATERNION);
  rotations.forEach(({ animation }) => animation.getKeys().forEach((key) => (key.value = unitOf(key.value as Quaternion))));
  const expected = plain.map(plainGroup);
  RegisterKeysOnDemand();
  const groups = await loadGroups(asset);
  const animations = groups.flatMap(({ targetedAnimations }) => targetedAnimations.map(({ animation }) => animation));
  const onDemand = animations.filter((animation) => keyDataOf(animation) !== null).length;
  expect(groups.map(plainGroup)).toStrictEqual(expected);
  return { onDemand, all: animations.length };
}

const FILES = assetNames(".glb").filter((name) => !name.includes("/"));

describe("keys of real files are those that Babylon's loader makes", () => {
  it.each(FILES)("%s", async (name) => {
    await expectSame(readAsset(name));
  });
});

const CHANNELS: { readonly [Path in TestChannel["path"]]?: number } = { translation: 3, rotation: 4, scale: 3 };

describe("keys of every interpolation are those that Babylon's loader makes", () => {
  const cases = (["LINEAR", "STEP", "CUBICSPLINE"] as const).flatMap((interpolation) =>
    [[0, 1, 2], [0.5, 1.5], [0.25], [-1, 1]].map((times) => ({ interpolation, times })),
  );
  it.each(cases)("$interpolation at $times", async ({ interpolation, times }) => {
    const parts = interpolation === "CUBICSPLINE" ? 3 : 1;
    const channels = Object.entries(CHANNELS).map(([path, width]): TestChannel => {
      const values = Array.from({ length: times.length * width * parts }, (_, i) => Math.sin(i + width));
      return { node: 0, path, times, values, interpolation: interpolation } as TestChannel;
    });
    // the second channel ends later, so that Babylon adds keys to the first one
    const longer: TestChannel = { ...channels[0]!, node: 1, times: times.map((time) => time + 3) };
    const { onDemand, all } = await expectSame(createModel(2, [[...channels, longer]]));
    expect(onDemand).toBe(all);
  });
});

interface Unusual {
  readonly what: string;
  readonly path?: "translation" | "rotation" | "scale";
  /** The accessors of the sampler; three times and vectors unless stated otherwise. */
  readonly input?: (add: AddAccessor) => number;
  readonly output?: (add: AddAccessor) => number;
  /** Changes the finished asset, whose animation 0 has this channel as its first. */
  readonly change?: (asset: Asset) => void;
  /** The number of channels with keys on demand, beside two that are as usual. */
  readonly onDemand: number;
}

const VECTORS = Array.from({ length: 9 }, (_, i) => Math.fround(Math.sin(i)));
const addVectors = (add: AddAccessor): number => add("VEC3", VECTORS);
const accessorOf = ({ json }: Asset, accessor: number): Json => json["accessors"][accessor] as Json;

/** The indices of the accessors of the first channel. */
const [INPUT, OUTPUT] = [0, 1];

/** Half the largest number of the type, and less. */
const rotations = <T extends Int8Array | Uint8Array | Int16Array | Uint16Array>(type: { from(values: number[]): T }, max: number): T =>
  type.from([max, 0, 0, 0, 0, max, 0, 0, max / 2, max / 2, max / 2, max / 2].map(Math.floor));

const UNUSUAL: readonly Unusual[] = [
  { what: "floats, in one buffer view with others", onDemand: 3, change: shareBufferView },
  { what: "floats, with the stride that they have anyway", onDemand: 3, change: (asset) => setStride(asset, 12) },
  { what: "floats, with more bytes between them", onDemand: 3, change: (asset) => setStride(asset, 16) },
  {
    what: "floats, some of them sparse",
    onDemand: 2,
    change: (asset) => Object.assign(accessorOf(asset, OUTPUT), { sparse: addSparse(asset) }),
  },
  {
    what: "zeros, but for sparse floats",
    onDemand: 2,
    change: (asset) => {
      const accessor = accessorOf(asset, OUTPUT);
      accessor["sparse"] = addSparse(asset);
      delete accessor["bufferView"];
    },
  },
  { what: "zeros, without a buffer view", onDemand: 2, change: (asset) => delete accessorOf(asset, OUTPUT)["bufferView"] },
  {
    what: "normalized bytes",
    path: "rotation",
    onDemand: 3,
    output: (add) => add("VEC4", rotations(Int8Array, 127), { normalized: true }),
  },
  {
    what: "normalized unsigned bytes",
    path: "rotation",
    onDemand: 3,
    output: (add) => add("VEC4", rotations(Uint8Array, 255), { normalized: true }),
  },
  {
    what: "normalized shorts",
    path: "rotation",
    onDemand: 3,
    output: (add) => add("VEC4", rotations(Int16Array, 32767), { normalized: true }),
  },
  {
    what: "normalized unsigned shorts",
    path: "rotation",
    onDemand: 3,
    output: (add) => add("VEC4", rotations(Uint16Array, 65535), { normalized: true }),
  },
  {
    what: "normalized shorts, with more bytes between them",
    onDemand: 3,
    output: (add) =>
      add(
        "VEC3",
        Int16Array.from({ length: 12 }, (_, i) => 3000 * i - 9000),
        { normalized: true, count: 3 },
      ),
    change: ({ json }) => (json["bufferViews"][json["accessors"][OUTPUT].bufferView].byteStride = 8),
  },
  {
    what: "integers, with a stride that is too small",
    onDemand: 2,
    output: (add) => add("VEC3", Int16Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9])),
    change: ({ json }) => (json["bufferViews"][json["accessors"][OUTPUT].bufferView].byteStride = 4),
  },
  { what: "floats, and half a vector", onDemand: 2, change: (asset) => (accessorOf(asset, OUTPUT)["count"] = 2.5) },
  { what: "integers", onDemand: 3, output: (add) => add("VEC3", Int16Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9])) },
  { what: "values at integer times", onDemand: 3, input: (add) => add("SCALAR", Uint16Array.from([0, 1, 2])) },
  { what: "values at times that repeat", onDemand: 3, input: (add) => add("SCALAR", [0, 1, 1]) },
  { what: "values at times out of order", onDemand: 2, input: (add) => add("SCALAR", [0, 2, 1]) },
  { what: "more values than times", onDemand: 3, input: (add) => add("SCALAR", [0, 1]) },
  {
    what: "more values than times, the last of them beyond the end of the buffer view",
    onDemand: 2,
    input: (add) => add("SCALAR", [0, 1]),
    change: (asset) => (accessorOf(asset, OUTPUT)["byteOffset"] = 12),
  },
  { what: "values with one number each", onDemand: 3, output: (add) => add("SCALAR", VECTORS) },
  {
    what: "an extension that nobody knows",
    onDemand: 2,
    change: ({ json }) => {
      json["animations"][0].channels[0].target.extensions = { VENDOR_unknown: {} };
    },
  },
];

/** An asset with an unusual channel, and two others in the same animation. */
function createUnusual({ path = "translation", input, output, change }: Unusual): Asset {
  const asset = createAsset((add) => {
    const first = [input?.(add) ?? add("SCALAR", [0, 1, 2]), output?.(add) ?? addVectors(add)] as const;
    const others = [add("SCALAR", [0.5, 1, 4]), addVectors(add)] as const;
    return {
      nodes: [{ name: "n0" }, { name: "n1" }],
      animations: [
        {
          name: "move",
          channels: [
            { sampler: 0, target: { node: 0, path } },
            { sampler: 1, target: { node: 1, path: "translation" } },
            { sampler: 1, target: { node: 1, path: "scale" } },
          ],
          samplers: [first, others].map(([from, to]) => ({ input: from, output: to })),
        },
      ],
    };
  });
  change?.(asset);
  return asset;
}

/** Appends bytes to the buffer of an asset, as a buffer view, and returns its index. */
function appendBytes(asset: Asset, bytes: Uint8Array): number {
  const byteOffset = asset.bin.length;
  (asset as { bin: Uint8Array }).bin = new Uint8Array([...asset.bin, ...bytes]);
  asset.json["buffers"][0].byteLength = asset.bin.length;
  return asset.json["bufferViews"].push({ buffer: 0, byteOffset, byteLength: bytes.length }) - 1;
}

const bytesOf = (values: Float32Array | Uint32Array): Uint8Array => new Uint8Array(values.buffer);

/** Replaces the second of three vectors. */
function addSparse(asset: Asset): Json {
  const indices = { bufferView: appendBytes(asset, bytesOf(Uint32Array.of(1))), componentType: 5125 };
  return { count: 1, indices, values: { bufferView: appendBytes(asset, bytesOf(Float32Array.of(7, 8, 9))) } };
}

function setStride(asset: Asset, byteStride: number): void {
  const spread = new Float32Array((9 * byteStride) / 12);
  [0, 1, 2].forEach((i) => spread.set(VECTORS.slice(3 * i, 3 * i + 3), (i * byteStride) / 4));
  const bufferView = appendBytes(asset, bytesOf(spread));
  asset.json["bufferViews"][bufferView].byteStride = byteStride;
  accessorOf(asset, OUTPUT)["bufferView"] = bufferView;
}

function shareBufferView(asset: Asset): void {
  const bufferView = appendBytes(asset, bytesOf(Float32Array.of(0, 1, 2, ...VECTORS)));
  Object.assign(accessorOf(asset, INPUT), { bufferView });
  Object.assign(accessorOf(asset, OUTPUT), { bufferView, byteOffset: 12 });
}

describe("keys are those that Babylon's loader makes, and only unusual channels are left to it: a channel of", () => {
  it.each(UNUSUAL)("$what", async (unusual) => {
    const { onDemand, all } = await expectSame(createUnusual(unusual), { areUnit: unusual.path === "rotation" });
    expect([onDemand, all]).toEqual([unusual.onDemand, 3]);
  });

  it("the weights of morph targets of several primitives", async () => {
    const asset = createAsset((add) => {
      const attributes = addTriangle(add);
      const primitive = { attributes, targets: [{ POSITION: attributes.POSITION }, { POSITION: attributes.POSITION }] };
      return {
        nodes: [{ name: "n0", mesh: 0 }],
        meshes: [{ primitives: [primitive, primitive] }],
        animations: [
          {
            channels: [{ sampler: 0, target: { node: 0, path: "weights" } }],
            samplers: [{ input: add("SCALAR", [0, 1]), output: add("SCALAR", [0, 0.25, 1, 0.5]) }],
          },
        ],
      };
    });
    expect(await expectSame(asset)).toEqual({ onDemand: 4, all: 4 });
  });

  it("accessors that overlap so much that copies of them would need far more memory than the file", async () => {
    const asset = createAsset((add) => {
      const [input, output] = [add("SCALAR", [0, 1, 2]), addVectors(add)];
      const channels = Array.from({ length: 20 }, (_, node) => ({ sampler: node, target: { node, path: "translation" } }));
      return {
        nodes: channels.map((_, i) => ({ name: `n${i}` })),
        animations: [{ channels, samplers: channels.map(() => ({ input, output })) }],
      };
    });
    const { json } = asset;
    json["animations"][0].samplers.forEach((sampler: Json) => {
      sampler["output"] = json["accessors"].push({ ...accessorOf(asset, OUTPUT) }) - 1;
    });
    expect(await expectSame(asset)).toEqual({ onDemand: 0, all: 20 });
  });

  it("a buffer in a data URI", async () => {
    const { json, bin } = createUnusual(UNUSUAL[0]!);
    json["buffers"][0].uri = `data:application/octet-stream;base64,${Buffer.from(bin).toString("base64")}`;
    expect(await expectSame({ json, bin: new Uint8Array() })).toEqual({ onDemand: 3, all: 3 });
  });
});

describe("a file that Babylon's loader refuses is refused with the same message:", () => {
  const refusalOf = (asset: Asset): Promise<string> =>
    loadGroups(asset).then(
      () => "loaded",
      (error: unknown) => String(error),
    );

  it.each<[string, (asset: Asset) => void]>([
    ["an output that is no accessor", ({ json }) => (json["animations"][0].samplers[0].output = 99)],
    ["a sampler that does not exist", ({ json }) => (json["animations"][0].channels[0].sampler = 9)],
    [
      "a sampler without times",
      ({ json }) => {
        json["accessors"].reverse();
        json["animations"][0].samplers = [{ output: 0 }, { input: 1, output: 0 }];
      },
    ],
    ["a sampler without values", ({ json }) => (json["animations"][0].samplers = [{ input: 0 }, { input: 0, output: 1 }])],
    ["a sampler whose input is null", ({ json }) => (json["animations"][0].samplers[0].input = null)],
    ["a sampler whose input is an object", ({ json }) => (json["animations"][0].samplers[0].input = { valueOf: 0, toString: 0 })],
    ["a sampler whose output is a word", ({ json }) => (json["animations"][0].samplers[0].output = "length")],
    ["an interpolation that glTF does not know", ({ json }) => (json["animations"][0].samplers[0].interpolation = "SMOOTH")],
    ["a target path that glTF does not know", ({ json }) => (json["animations"][0].channels[0].target.path = "color")],
    ["a node that does not exist", ({ json }) => (json["animations"][0].channels[0].target.node = 9)],
    ["a buffer view that does not exist", (asset) => (accessorOf(asset, OUTPUT)["bufferView"] = 99)],
    ["an accessor beyond the end of its buffer view", (asset) => (accessorOf(asset, OUTPUT)["byteOffset"] = 1_000_000)],
    ["a buffer that does not exist", ({ json }) => (json["bufferViews"][OUTPUT].buffer = 9)],
  ])("%s", async (_what, spoil) => {
    const asset = createUnusual({ what: "", onDemand: 3 });
    spoil(asset);
    const expected = await refusalOf(structuredClone(asset));
    RegisterKeysOnDemand();
    expect(await refusalOf(asset)).toBe(expected);
    expect(expected).not.toBe("loaded");
  });
});
