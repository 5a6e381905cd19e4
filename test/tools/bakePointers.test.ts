/** Baking channels of all forms and types: by JSON pointer, in overlapping animations, with invalid keys, and of extreme clips. */
import { describe, expect, it } from "@jest/globals";
import { planPointers } from "../../src/tools/convert/planPointers.js";
import { bake, durationOf } from "../helpers/bakedClips.js";
import { createAsset, createModel, pointerTarget, type AccessorType } from "../helpers/gltfAsset.js";
import { evaluateAnimations, readAccessor, type Asset, type Json } from "../helpers/gltfPose.js";
import { ruleOf } from "../helpers/rules.js";
import { withClips, type ClipJson } from "../helpers/scene.js";
import { sentencesOf } from "../helpers/findings.js";
import { createFinding } from "../../src/gltf/util/index.js";

interface Channel {
  readonly target?: Json;
  readonly targets?: readonly string[];
  readonly type: AccessorType;
  readonly values: readonly number[] | Int8Array | Uint8Array;
  readonly interpolation?: "LINEAR" | "STEP";
}

/** One animation for each list of channels, all with keys at 0 and 2 s. */
function createPointed(animations: readonly (readonly Channel[])[], json: Json = {}): Asset {
  return createAsset((add) => ({
    nodes: [{ mesh: 0 }],
    ...json,
    animations: animations.map((channels) => ({
      channels: channels.map(({ target = {}, targets }, sampler) => ({ sampler, target, ...(targets ? { targets } : {}) })),
      samplers: channels.map(({ type, values, interpolation = "LINEAR" }) => ({
        input: add("SCALAR", [0, 2], { min: [0], max: [2] }),
        output: add(type, values),
        interpolation,
      })),
    })),
  }));
}

/** The values of a baked channel, evaluated as core glTF would evaluate the given path. */
function valuesAt(asset: Asset, path: string, time: number): readonly number[] {
  const [animation] = asset.json["animations"] as Json[];
  const channels = (animation!["channels"] as Json[]).map((channel) => ({ ...channel, target: { node: 0, path } }));
  return evaluateAnimations({ json: { ...asset.json, animations: [{ ...animation, channels }] }, bin: asset.bin }, [0], time)[0]!.value;
}

const HALF_TURN = [0, 0, 0, 1, 0, 1, 0, 0];
const CUT: ClipJson = { animations: [0], start: 0.5, end: 1.5, repetitions: 1 };

describe("a rotation that is cut between its keys", () => {
  it.each<{ comment: string; channel: Channel; json?: Json }>([
    { comment: "of a node", channel: { target: pointerTarget("/nodes/0/rotation"), type: "VEC4", values: HALF_TURN } },
    {
      comment: "of a node, named by components",
      channel: { targets: [0, 1, 2, 3].map((i) => `/nodes/0/rotation/${i}`), type: "SCALAR", values: HALF_TURN },
    },
    {
      comment: "of an image-based light",
      channel: { target: pointerTarget("/extensions/EXT_lights_image_based/lights/0/rotation"), type: "VEC4", values: HALF_TURN },
      json: { extensions: { EXT_lights_image_based: { lights: [{}] } } },
    },
  ])("follows the arc $comment", ({ channel, json }) => {
    const { asset, report } = bake(withClips(createPointed([[channel]], json), [CUT]));
    expect(report.findings).toEqual([]);
    expect(durationOf(asset, 0)).toBe(1);
    for (const time of [0, 0.3, 0.5, 1]) {
      const angle = ((time + 0.5) / 2) * (Math.PI / 2);
      valuesAt(asset, "rotation", time).forEach((component, i) => {
        expect(component).toBeCloseTo([0, Math.sin(angle), 0, Math.cos(angle)][i]!, 6);
      });
    }
  });
});

it("components that are not a rotation are cut along a line", () => {
  const values = [0, 0, 0, 0, 1, 1, 1, 1];
  const channel: Channel = { target: pointerTarget("/materials/0/pbrMetallicRoughness/baseColorFactor"), type: "VEC4", values };
  const { asset } = bake(withClips(createPointed([[channel]], { materials: [{}] }), [CUT]));
  expect(valuesAt(asset, "color", 0.5)).toEqual([0.5, 0.5, 0.5, 0.5]);
});

describe("matrices of small integers", () => {
  // columns begin at multiples of 4 bytes, so the values 1, 2, 3, 4 have two bytes of padding after each column
  it.each<[AccessorType, number, readonly number[], readonly number[]]>([
    ["MAT2", 8, [1, 2, 0, 0, 3, 4, 0, 0], [1, 2, 3, 4]],
    ["MAT3", 12, [1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0], [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ])("%s: become floats, because their columns would need padding", (type, length, stored, matrix) => {
    const target = pointerTarget("/materials/0/extensions/VENDOR_x/matrix");
    const second = stored.map((value) => value * 2);
    const asset = createPointed([[{ target, type: "SCALAR", values: new Uint8Array([...stored, ...second]), interpolation: "STEP" }]]);
    const accessor = asset.json["accessors"][1];
    Object.assign(accessor, { type, count: (2 * length) / stored.length });
    const { asset: baked, report } = bake(withClips(asset, [{ animations: [0], end: 2, speed: 2, repetitions: 1 }]));
    expect(report.findings).toEqual([]);
    const { output } = baked.json["animations"][0].samplers[0];
    expect(baked.json["accessors"][output]).toMatchObject({ type, componentType: 5126, count: 2 });
    expect(readAccessor(baked, output)).toEqual([...matrix, ...matrix.map((value) => 2 * value)]);
  });
});

describe("clips of several animations that animate parts of the same property", () => {
  const mesh = { meshes: [{ primitives: [{ attributes: {}, targets: [{}, {}] }], weights: [0, 0] }], materials: [{}] };
  const COLOR = "/materials/0/pbrMetallicRoughness/baseColorFactor";

  it.each<{ comment: string; channels: readonly [Channel, Channel]; got: string }>([
    {
      comment: "a property and its component",
      channels: [
        { target: pointerTarget(COLOR), type: "VEC4", values: [1, 1, 1, 1, 0, 0, 0, 1] },
        { target: pointerTarget(`${COLOR}/3`), type: "SCALAR", values: [1, 0] },
      ],
      got: `${COLOR}/3`,
    },
  ])("keep one of the channels, with a warning: $comment", ({ channels: [first, second], got }) => {
    const { asset, report } = bake(withClips(createPointed([[first], [second]], mesh), [{ ...CUT, animations: [0, 1] }]));
    expect(sentencesOf(report.findings, "NOT_BAKED")).toEqual([`/animations/1/channels/0: ${ruleOf("animatedOnce", got)}`]);
    expect((asset.json["animations"][0].channels as Json[]).map(({ target }) => target as Json)).toEqual([first.target]);
    expect(planPointers(asset.json).findings).toEqual([]);
  });

  it("keep the weights of a mesh beside those of its node, which win", () => {
    const ofMesh: Channel = { target: pointerTarget("/meshes/0/weights"), type: "SCALAR", values: [0, 0, 1, 1] };
    const ofNode: Channel = { target: { node: 0, path: "weights" }, type: "SCALAR", values: [1, 1, 0, 0] };
    const { asset, report } = bake(withClips(createPointed([[ofMesh], [ofNode]], mesh), [{ ...CUT, animations: [0, 1] }]));
    expect(report.findings).toEqual([]);
    expect((asset.json["animations"][0].channels as Json[]).map(({ target }) => target as Json)).toEqual([ofMesh.target, ofNode.target]);
  });

  it("keep the last channel, if both animate the same property", () => {
    const [first, second] = [1, 2].map((value): Channel => {
      const target = value === 1 ? { node: 0, path: "translation" } : pointerTarget("/nodes/0/translation");
      return { target, type: "VEC3", values: [0, 0, 0, value, 0, 0] };
    });
    const { asset, report } = bake(withClips(createPointed([[first!], [second!]]), [{ ...CUT, animations: [0, 1] }]));
    expect(report.findings).toEqual([]);
    expect(asset.json["animations"][0].channels.length).toBe(1);
    expect(valuesAt(asset, "translation", 0.5)).toEqual([1, 0, 0]);
  });
});

describe("extreme clips", () => {
  const MOVE: Channel = { target: { node: 0, path: "translation" }, type: "VEC3", values: [0, 0, 0, 2, 0, 0] };
  const move = createPointed([[MOVE]]);
  const keysOf = ({ json, bin }: Asset): readonly (readonly number[])[] => {
    const { input, output } = json["animations"][0].samplers[0];
    return [readAccessor({ json, bin }, input), readAccessor({ json, bin }, output)];
  };

  it("without an end, of an animation shorter than a second", () => {
    const short = createModel(1, [[{ node: 0, path: "translation", times: [0, 0.5], values: [0, 0, 0, 2, 0, 0] }]]);
    expect(keysOf(bake(withClips(short, [{ animations: [0], start: 0.25 }])).asset)).toEqual([
      [0, 0.25],
      [1, 0, 0, 2, 0, 0],
    ]);
  });

  it.each<{ comment: string; settings: Partial<ClipJson>; times: readonly number[]; x: readonly number[] }>([
    { comment: "of length 0, endless", settings: { start: 1, end: 1 }, times: [0], x: [1] },
    { comment: "of length 0, with repetitions", settings: { start: 1, end: 1, repetitions: 3, reverse: true }, times: [0], x: [1] },
    { comment: "at speed 0, without an end", settings: { offset: 0.5, speed: 0 }, times: [0], x: [0.5] },
    { comment: "after all keys", settings: { start: 5, end: 6, repetitions: 1 }, times: [0, 1], x: [2, 2] },
    { comment: "far beyond all keys", settings: { end: 2 ** 100, repetitions: 1 }, times: [0, 2, 2 ** 100], x: [0, 2, 2] },
    {
      comment: "endless, from so near its start that floats cannot tell the rest of the last pass",
      settings: { end: 2, offset: 1e-9 },
      times: [0, 2],
      x: [Math.fround(1e-9), 2],
    },
    {
      comment: "without an end, backwards in ping-pong once",
      settings: { offset: 1, speed: -1, reverse: true, repetitions: 1 },
      times: [0, 1],
      x: [1, 0],
    },
    {
      comment: "without an end, backwards in ping-pong twice",
      settings: { offset: 1, speed: -0.5, reverse: true, repetitions: 2 },
      times: [0, 2, 6],
      x: [1, 0, 2],
    },
    { comment: "without an end, after all keys", settings: { start: 5 }, times: [0], x: [2] },
    { comment: "slow", settings: { end: 2, speed: 2 ** -100, repetitions: 1 }, times: [0, 2 ** 101], x: [0, 2] },
    { comment: "fast", settings: { end: 2, speed: 2 ** 100, repetitions: 1 }, times: [0, 2 ** -99], x: [0, 2] },
    { comment: "beginning at the end, backwards from the start", settings: { end: 2, speed: -1, repetitions: 1 }, times: [0], x: [0] },
  ])("$comment", ({ settings, times, x }) => {
    const { asset, report } = bake(withClips(move, [{ animations: [0], ...settings }]));
    expect(report.findings).toEqual([]);
    expect(keysOf(asset)).toEqual([times, x.flatMap((each) => [each, 0, 0])]);
  });
});

describe("a channel that cannot be baked", () => {
  const MOVE: Channel = { target: { node: 0, path: "translation" }, type: "VEC3", values: [0, 0, 0, 2, 0, 0] };
  const WEIGHTS: Channel = { target: { node: 0, path: "weights" }, type: "SCALAR", values: [0, 1] };
  const asset = createPointed([[MOVE, WEIGHTS]]);
  const [times, output] = [2, 3]; // the accessors of the second channel

  it.each<{ comment: string; change: (json: Json, bin: Uint8Array) => void; message: string }>([
    {
      comment: "without keys",
      change: ({ accessors }) => [times, output].forEach((index) => (accessors[index].count = 0)),
      message: `/animations/0/channels/1: ${ruleOf("keysOfClip")}`,
    },
    {
      comment: "with keys at the same time",
      change: ({ bufferViews }, bin) =>
        bin.copyWithin(bufferViews[times].byteOffset + 4, bufferViews[times].byteOffset, bufferViews[times].byteOffset + 4),
      message: `/animations/0/channels/1: ${ruleOf("ascendingTimes", 0)}`,
    },
    {
      comment: "without values",
      change: ({ accessors }) => (accessors[output].count = 0),
      message: `/animations/0/samplers/1/output: ${ruleOf("multipleForKeys", 2, 2, 0)}`,
    },
  ])("is left out, with a warning: $comment", ({ change, message }) => {
    const broken = structuredClone(asset);
    change(broken.json, broken.bin);
    const { asset: baked, report } = bake(withClips(broken, [CUT]));
    expect(sentencesOf(report.findings, "NOT_BAKED")).toEqual([message]);
    expect((baked.json["animations"][0].channels as Json[]).map(({ target }) => target as Json)).toEqual([MOVE.target]);
  });

  it("is left out without a warning if it has no target, as glTF asks players to ignore it", () => {
    const { asset: baked, report } = bake(withClips(createPointed([[MOVE, { type: "SCALAR", values: [0, 1] }]]), [CUT]));
    expect(report.findings).toEqual([]);
    expect(baked.json["animations"][0].channels.length).toBe(1);
  });

  it("costs the clip if it becomes too large", () => {
    const keys = Array.from({ length: 67_200 / 3 }, (_, i) => i / 4096);
    const large = createAsset((add) => ({
      nodes: [{}],
      animations: [
        {
          channels: [{ sampler: 0, target: { node: 0, path: "translation" } }],
          samplers: [{ input: add("SCALAR", keys, { min: [0], max: [keys.at(-1)] }), output: add("VEC3", new Float32Array(67_200)) }],
        },
      ],
    }));
    const { report } = bake(withClips(large, [{ animations: [0], end: 5, repetitions: 1000 }]));
    expect(report).toEqual({
      animations: [],
      findings: [createFinding("NOT_BAKED", "/extensions/KHR_animation_clip/clips/0", ruleOf("numbersToBake", 67108864, 67200000))],
    });
  });
});

it("values of STEP stay normalized integers", () => {
  const channel: Channel = {
    target: { node: 0, path: "rotation" },
    type: "VEC4",
    values: new Int8Array([0, 0, 0, 127, 0, 127, 0, 0]),
    interpolation: "STEP",
  };
  const source = createPointed([[channel]]);
  source.json["accessors"][1].normalized = true;
  const { asset } = bake(withClips(source, [{ ...CUT, end: 2 }]));
  const { output } = asset.json["animations"][0].samplers[0];
  expect(asset.json["accessors"][output]).toMatchObject({ componentType: 5120, normalized: true });
  expect(readAccessor(asset, output)).toEqual([0, 0, 0, 1, 0, 1, 0, 0]);
});

it("values of LINEAR become floats, because a cut makes new ones", () => {
  const values = new Int8Array([0, 0, 0, 127, -127, 0]);
  const source = createPointed([[{ target: { node: 0, path: "translation" }, type: "VEC3", values }]]);
  source.json["accessors"][1].normalized = true;
  const { asset } = bake(withClips(source, [CUT]));
  const { output } = asset.json["animations"][0].samplers[0];
  expect(asset.json["accessors"][output].componentType).toBe(5126);
  expect(asset.json["accessors"][output].normalized).toBeUndefined();
  expect(readAccessor(asset, output)).toEqual([0.25, -0.25, 0, 0.75, -0.75, 0]);
});
