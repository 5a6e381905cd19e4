/** Files that are baked for other engines, beside what they have to show. */
import { BakeClips, GltfFile, type BakeOptions } from "../../src/tools.js";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { evaluateAnimations, readAccessor, type Asset, type ChannelValue, type Json } from "./gltfPose.js";

const CORE = /^\/nodes\/(\d+)\/(translation|rotation|scale|weights)$/;

/** Bakes a file. */
export function bakeFor(asset: Asset, options: BakeOptions): { asset: Asset; report: ReturnType<typeof BakeClips>; bytes: Uint8Array } {
  const file = GltfFile.parse(new Uint8Array(packGlb(asset.json, asset.bin)));
  const report = BakeClips(file, options);
  const bytes = file.toFiles()["model.glb"]!;
  return { asset: unpackGlb(bytes), report, bytes };
}

/** The animations with channels of nodes only: those by JSON pointer as channels of the nodes that they name, or left out. */
export function nodeChannels({ json, bin }: Asset): Asset {
  const animations = (json["animations"] as Json[]).map((animation) => ({
    ...animation,
    channels: (animation["channels"] as Json[]).flatMap((channel) => {
      const pointer = channel["target"].extensions?.KHR_animation_pointer?.pointer as string | undefined;
      const [, node, path] = CORE.exec(pointer ?? "") ?? [];
      return pointer === undefined ? [channel] : node === undefined ? [] : [{ ...channel, target: { node: Number(node), path } }];
    }),
  }));
  return { json: { ...json, animations }, bin };
}

/** The time of the last key of an animation. */
export function lengthOf(asset: Asset, animation: number): number {
  const samplers = asset.json["animations"][animation].samplers as Json[];
  return samplers.reduce((last, { input }) => Math.max(last, readAccessor(asset, input).at(-1) ?? 0), 0);
}

/** What an animation shows at a time, of channels that have a node that is shown. */
export const valuesOf = (asset: Asset, animation: number, time: number): readonly ChannelValue[] =>
  evaluateAnimations(nodeChannels(asset), [animation], time, true);

/** Times all over an animation, at floats, that are not within 0.6 ms before a jump: there, engines may show either value, or one in between. */
export function timesOf(asset: Asset, animation: number, count: number): readonly number[] {
  const { samplers } = asset.json["animations"][animation] as Json;
  const keys = (samplers as Json[]).map(({ input }) => readAccessor(asset, input));
  const jumps = (samplers as Json[]).flatMap(({ interpolation }, i) =>
    keys[i]!.filter((key, k) => interpolation === "STEP" || (k > 0 && key - keys[i]![k - 1]! < 1e-3)),
  );
  const length = lengthOf(asset, animation);
  const times = Array.from({ length: count }, (_, i) => Math.fround((length * (i + 0.5)) / count));
  return times.filter((time) => !jumps.some((jump) => time > jump - 6e-4 && time < jump + 1e-5));
}

/** How far a value is from another one: of rotations, both signs are the same, and players give them unit length. */
export function distanceOf({ path, value }: ChannelValue, stated: readonly number[]): number {
  const expected = path === "rotation" ? stated.map((component) => component / Math.hypot(...stated)) : stated;
  const apart = (sign: number): number => Math.max(...expected.map((component, i) => Math.abs(component - sign * value[i]!)));
  const distance = path === "rotation" ? Math.min(apart(1), apart(-1)) : apart(1);
  return Number.isNaN(distance) ? Infinity : distance;
}

/**
 * The largest difference between what is shown and what should be, relative to values above 1.
 * @param scale the size of values above which errors are relative
 */
export function largestDifference(expected: readonly ChannelValue[], shown: readonly ChannelValue[]): number {
  return expected.reduce((largest, { node, path, value }) => {
    const found = shown.find((other) => other.node === node && other.path === path);
    const size = Math.max(1, ...value.map(Math.abs));
    return Math.max(largest, found ? distanceOf(found, value) / size : Infinity);
  }, 0);
}
