/** Compares baked clips with their sources: as `gltfPose` evaluates both, and as Babylon plays both. */
import type { Scene } from "@babylonjs/core/scene.js";
import "../../src/index.js";
import { GltfFile } from "../../src/gltf/file/index.js";
import { GetClips } from "../../src/pure.js";
import { TimestampAt } from "../../src/gltf/timing/index.js";
import { BakeClips, type BakeOptions } from "../../src/tools.js";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { evaluateAnimations, readAccessor, type Asset, type Json } from "./gltfPose.js";
import { createScene, FRAME, importAsset, render, withClips, type ClipJson } from "./scene.js";

const fileOf = ({ json, bin }: Asset): GltfFile => GltfFile.parse(new Uint8Array(packGlb(json, bin)));

/** Bakes the clips of an asset. */
export function bake(asset: Asset, options?: BakeOptions): { asset: Asset; report: ReturnType<typeof BakeClips> } {
  const file = fileOf(asset);
  const report = BakeClips(file, options);
  return { asset: unpackGlb(file.toFiles()["model.glb"]!), report };
}

const CORE = /^\/nodes\/(\d+)\/(translation|rotation|scale|weights)$/;

/** Turns channels by JSON pointer into channels of nodes, because `gltfPose` knows no others: of the node that they name, or of any. */
function withoutPointers({ json, bin }: Asset): Asset {
  const animations = (json["animations"] as Json[]).map((animation) => ({
    ...animation,
    channels: animation["channels"].map((channel: Json) => {
      const pointer = channel["target"].extensions?.KHR_animation_pointer?.pointer;
      const [, node, path] = CORE.exec(pointer as string) ?? [];
      return pointer === undefined ? channel : { ...channel, target: { node: Number(node ?? 0), path: path ?? pointer } };
    }),
  }));
  return { json: { ...json, animations }, bin };
}

export function durationOf(asset: Asset, animation: number): number {
  const times = (asset.json["animations"][animation].samplers as Json[]).flatMap(({ input }) => readAccessor(asset, input));
  return times.reduce((last, time) => Math.max(last, time), 0);
}

/** A normalized quaternion with the sign of another one, which is the same rotation. */
function likeRotation(value: readonly number[], other: readonly number[]): readonly number[] {
  const dot = value.reduce((sum, component, i) => sum + component * other[i]!, 0);
  return value.map((component) => (component / Math.hypot(...value)) * Math.sign(dot));
}

/** A range of values: between those at two timestamps that no key and no jump separates. */
type Range = readonly [ReadonlyMap<string, readonly number[]>, ReadonlyMap<string, readonly number[]>];

/** How far a value is outside of the range between two others: the largest of its components, relative to the value if that is above 1. */
function distanceOf(path: string, value: readonly number[], ends: readonly (readonly number[])[]): number {
  const isRotation = path === "rotation";
  const [at, a, b] = isRotation ? [value, ...ends].map((end) => likeRotation(end, value)) : [value, ...ends];
  return at!.reduce((largest, component, i) => {
    const outside = Math.max(Math.min(a![i]!, b![i]!) - component, component - Math.max(a![i]!, b![i]!));
    return Math.max(largest, outside / Math.max(1, Math.abs(component)));
  }, 0);
}

/** The times of the keys of each sampler, or of several samplers that share them. */
function keysOf(asset: Asset, animation: number): readonly (readonly number[])[] {
  return [...new Set((asset.json["animations"][animation].samplers as Json[]).map(({ input }) => readAccessor(asset, input)))];
}

/** The distance from a number >= 0 to the next float. */
const floatStep = (number: number): number => 2 ** (Math.floor(Math.log2(Math.max(number, 2 ** -126))) - 23);

/** Seconds. Near time 0, floats are closer to each other than the timestamps that doubles can tell apart. */
const TIMESTAMP_ROUNDING = 1e-12;

/** The least distance between two keys: a millionth of the length, and at least a microsecond. */
export const leastGap = (keys: readonly number[]): number => Math.max(1, keys.at(-1)!) * 1e-6;

/**
 * How far the keys around a time may be from their exact times: by rounding, one float. Keys that would be nearer than the least distance follow each other
 * at that distance, rounded up: each is one distance and a float further from its exact time than the one before.
 */
function roundingOf(keys: readonly number[], time: number): number {
  const next = keys.findIndex((key) => key >= time);
  const around = keys[next] === time ? [next] : [next < 0 ? keys.length - 1 : next, next - 1].filter((key) => key >= 0);
  const gap = leastGap(keys);
  const steps = around.map((key) => {
    let first = key;
    while (first > 0 && keys[first]! - keys[first - 1]! <= gap + floatStep(keys[first]!)) {
      first--;
    }
    return (key - first) * (gap + floatStep(keys[key]!)) + floatStep(keys[key]!);
  });
  return Math.max(TIMESTAMP_ROUNDING, ...steps);
}

/** The timestamps of a clip between two total times, as pairs between which the timestamp goes one way. At most one bound lies between. */
function timestampsBetween(clip: ClipJson, from: number, to: number): readonly (readonly [number, number])[] {
  const [a, b] = [TimestampAt(clip, from), TimestampAt(clip, to)];
  if (a.completedRepetitions === b.completedRepetitions) {
    return [[a.timestamp, b.timestamp]];
  }
  const { start = 0, end = Infinity, reverse } = clip;
  const [bound, other] = a.direction > 0 ? [end, start] : [start, end];
  return [
    [a.timestamp, bound],
    [reverse || b.isFinished ? bound : other, b.timestamp],
  ];
}

/** Splits the way between two timestamps at the keys, where values may jump: each part ends with the last number before the next key. */
function splitAtKeys(keys: readonly number[], a: number, b: number): readonly (readonly [number, number])[] {
  const [low, high] = [Math.min(a, b), Math.max(a, b)];
  const firsts = [low, ...keys.filter((key) => key > low && key <= high)];
  return firsts.map((first, i) => [first, i + 1 < firsts.length ? firsts[i + 1]! * (1 - 2 ** -53) : high]);
}

/** Whether a time is between the two keys of a jump, where players show anything between their values. */
function isInJump(keys: readonly number[], time: number): boolean {
  const next = keys.findIndex((key) => key >= time);
  return next > 0 && time < keys[next]! && keys[next]! - keys[next - 1]! <= leastGap(keys) + floatStep(keys[next]!);
}

/**
 * The largest error of a baked animation at 97 times and at its keys. Times are floats in both, because players show values at floats. A value is right if the clip has it within the rounding of the keys around that time.
 */
export function largestError(source: Asset, clip: ClipJson, baked: Asset, animation: number): number {
  const [from, to] = [withoutPointers(source), withoutPointers(baked)];
  const duration = durationOf(baked, animation);
  const sourceKeys = [...new Set(clip.animations.flatMap((index) => keysOf(source, index)).flat())].sort((a, b) => a - b);
  const bakedKeys = keysOf(baked, animation);
  const valuesAt = (timestamp: number): Map<string, number[]> =>
    new Map(evaluateAnimations(from, clip.animations, timestamp, true).map(({ node, path, value }) => [`${node}/${path}`, value]));
  const rangesAround = (time: number): readonly Range[] => {
    const rounding = Math.max(...bakedKeys.map((keys) => roundingOf(keys, time)));
    return timestampsBetween(clip, time - rounding, time + rounding)
      .flatMap(([a, b]) => splitAtKeys(sourceKeys, a, b))
      .map(([a, b]) => [valuesAt(a), valuesAt(b)]);
  };
  let largest = 0;
  const times = [...Array.from({ length: 97 }, (_, i) => Math.fround((duration * i) / 96)), ...bakedKeys.flat()];
  for (const time of new Set(times.filter((each) => !bakedKeys.some((keys) => isInJump(keys, each))))) {
    const ranges = rangesAround(time);
    const actual = evaluateAnimations(to, [animation], time, true);
    if (actual.length !== ranges[0]![0].size) {
      throw new Error(`at ${time} s, ${actual.length} values are animated instead of ${ranges[0]![0].size}`);
    }
    for (const { node, path, value } of actual) {
      const ends = ranges.map((range) => range.map((values) => values.get(`${node}/${path}`)!));
      largest = Math.max(largest, Math.min(...ends.map((pair) => distanceOf(path, value, pair))));
    }
  }
  return largest;
}

/** Whether a frame after the first is so near to a key that rounding decides which of the two comes first: at a jump, both values are right. */
export function hasKeyAtFrame(baked: Asset, animation: number): boolean {
  return keysOf(baked, animation).some((keys) =>
    keys.some((key) => key > 0 && Math.abs(key - Math.round(key / FRAME) * FRAME) <= roundingOf(keys, key)),
  );
}

/** Everything that moves in a scene, in the order of the file. */
const poseOf = (scene: Scene): number[] => [
  ...scene.transformNodes.concat(scene.meshes).flatMap((node) => [...node.position.asArray(), ...node.scaling.asArray()]),
  ...scene.morphTargetManagers.flatMap((manager) => Array.from({ length: manager.numTargets }, (_, i) => manager.getTarget(i).influence)),
];
const rotationsOf = (scene: Scene): number[] =>
  scene.transformNodes
    .concat(scene.meshes)
    .flatMap(({ rotationQuaternion: q }) => (q ? [q.x * q.x, q.y * q.w, q.z * q.w, q.x * q.y, q.w * q.w] : []));

/** Plays a clip and its baked animation in two scenes. Returns the number of frames and the largest difference, relative to values above 1. */
export async function playBoth(source: Asset, clip: ClipJson): Promise<{ frames: number; largest: number }> {
  const [clipScene, bakedScene] = [createScene(), createScene()];
  const { asset } = bake(withClips(source, [clip]));
  const [played] = GetClips(await importAsset(withClips(source, [clip]), clipScene));
  const [baked] = (await importAsset(asset, bakedScene)).animationGroups;
  played!.start();
  baked!.start(false);
  const frames = Math.floor(durationOf(asset, 0) / FRAME);
  let largest = 0;
  for (let frame = 0; frame < frames; frame++) {
    render(clipScene, 1);
    render(bakedScene, 1);
    const [expected, actual] = [clipScene, bakedScene].map((scene) => [...poseOf(scene), ...rotationsOf(scene)]);
    actual!.forEach((value, i) => {
      largest = Math.max(largest, Math.abs(value - expected![i]!) / Math.max(1, Math.abs(value)));
    });
  }
  return { frames, largest };
}
