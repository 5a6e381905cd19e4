/** Compares baked clips with their sources: as `gltfPose` evaluates both, and as Babylon plays both. */
import { expect } from "@jest/globals";
import type { Scene } from "@babylonjs/core/scene.js";
import "../../src/index.js";
import { GltfFile } from "../../src/file/index.js";
import { GetClips } from "../../src/pure.js";
import { TimestampAt } from "../../src/timing/index.js";
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

/** The largest difference of a component, relative to the value if that is above 1. */
function differenceOf(path: string, value: readonly number[], expected: readonly number[]): number {
  const isRotation = path === "rotation";
  const [a, b] = isRotation ? [likeRotation(value, expected), likeRotation(expected, expected)] : [value, expected];
  return a.reduce((largest, component, i) => Math.max(largest, Math.abs(component - b[i]!) / Math.max(1, Math.abs(b[i]!))), 0);
}

/** Seconds before and after a time, to measure how fast a value changes. */
const ASIDE = 4e-6;

/**
 * The largest error of a baked animation at 97 times and at its keys, except at jumps, and less the effect of rounding times to floats.
 */
export function largestError(source: Asset, clip: ClipJson, baked: Asset, animation: number): number {
  const [from, to] = [withoutPointers(source), withoutPointers(baked)];
  const duration = durationOf(baked, animation);
  const valuesAt = (time: number): Map<string, number[]> => {
    const values = evaluateAnimations(from, clip.animations, TimestampAt(clip, time).timestamp);
    return new Map(values.map(({ node, path, value }) => [`${node}/${path}`, value]));
  };
  let largest = 0;
  const keys = (baked.json["animations"][animation].samplers as Json[]).flatMap(({ input }) => readAccessor(baked, input));
  for (const time of new Set([...Array.from({ length: 97 }, (_, i) => (duration * i) / 96), ...keys])) {
    const expected = valuesAt(time);
    const around = [ASIDE, ASIDE / 10].map((aside) => [valuesAt(time - aside), valuesAt(time + aside)]);
    const actual = evaluateAnimations(to, [animation], time);
    expect(actual.length).toBe(expected.size);
    for (const { node, path, value } of actual) {
      const key = `${node}/${path}`;
      const [change, nearChange] = around.map((sides) =>
        Math.max(...sides.map((values) => differenceOf(path, values.get(key)!, expected.get(key)!))),
      ) as [number, number];
      const isJump = change > 1e-6 && nearChange > change / 2; // the change does not depend on the time that it has
      const byRounding = (change / ASIDE) * 2 ** -23 * duration;
      largest = Math.max(largest, isJump ? 0 : differenceOf(path, value, expected.get(key)!) - byRounding);
    }
  }
  return largest;
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
