/** Baked channels by JSON pointer, of all forms and types, have the values of the clip. */
import { describe, expect, it } from "@jest/globals";
import { planPointers } from "../../src/tools/pointers/planPointers.js";
import { bake, durationOf } from "../helpers/bakedClips.js";
import { createAsset, pointerTarget, type AccessorType } from "../helpers/gltfAsset.js";
import { evaluateAnimations, readAccessor, type Asset, type Json } from "../helpers/gltfPose.js";
import { withClips, type ClipJson } from "../helpers/scene.js";

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
    expect(report.warnings).toEqual([]);
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
    expect(report.warnings).toEqual([]);
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
    {
      comment: "the weights of a mesh and of its node",
      channels: [
        { target: pointerTarget("/meshes/0/weights"), type: "SCALAR", values: [0, 0, 1, 1] },
        { target: { node: 0, path: "weights" }, type: "SCALAR", values: [1, 1, 0, 0] },
      ],
      got: "/nodes/0/weights",
    },
  ])("keep one of the channels, with a warning: $comment", ({ channels: [first, second], got }) => {
    const { asset, report } = bake(withClips(createPointed([[first], [second]], mesh), [{ ...CUT, animations: [0, 1] }]));
    expect(report.warnings).toEqual([
      `/animations/1/channels/0: another channel of this animation already animates this property (got ${got})`,
    ]);
    expect((asset.json["animations"][0].channels as Json[]).map(({ target }) => target as Json)).toEqual([first.target]);
    expect(planPointers(asset.json).errors).toEqual([]);
  });

  it("keep the last channel, if both animate the same property", () => {
    const [first, second] = [1, 2].map((value): Channel => {
      const target = value === 1 ? { node: 0, path: "translation" } : pointerTarget("/nodes/0/translation");
      return { target, type: "VEC3", values: [0, 0, 0, value, 0, 0] };
    });
    const { asset, report } = bake(withClips(createPointed([[first!], [second!]]), [{ ...CUT, animations: [0, 1] }]));
    expect(report.warnings).toEqual([]);
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

  it.each<{ comment: string; settings: Partial<ClipJson>; times: readonly number[]; x: readonly number[] }>([
    { comment: "of length 0, endless", settings: { start: 1, end: 1 }, times: [0], x: [1] },
    { comment: "of length 0, with repetitions", settings: { start: 1, end: 1, repetitions: 3, reverse: true }, times: [0], x: [1] },
    { comment: "at speed 0, without an end", settings: { offset: 0.5, speed: 0 }, times: [0], x: [0.5] },
    { comment: "after all keys", settings: { start: 5, end: 6, repetitions: 1 }, times: [0, 1], x: [2, 2] },
    { comment: "far beyond all keys", settings: { end: 2 ** 100, repetitions: 1 }, times: [0, 2, 2 ** 100], x: [0, 2, 2] },
    { comment: "slow", settings: { end: 2, speed: 2 ** -100, repetitions: 1 }, times: [0, 2 ** 101], x: [0, 2] },
    { comment: "fast", settings: { end: 2, speed: 2 ** 100, repetitions: 1 }, times: [0, 2 ** -99], x: [0, 2] },
    { comment: "beginning at the end, backwards from the start", settings: { end: 2, speed: -1, repetitions: 1 }, times: [0], x: [0] },
  ])("$comment", ({ settings, times, x }) => {
    const { asset, report } = bake(withClips(move, [{ animations: [0], ...settings }]));
    expect(report.warnings).toEqual([]);
    expect(keysOf(asset)).toEqual([times, x.flatMap((each) => [each, 0, 0])]);
  });
});
