/**
 * Compares what glTF-Transform has written with the file that it read, by their JSON and accessors alone. Objects are found again by names, which
 * {@link nameByIndex} gives them before.
 */
import { Logger, NodeIO, type Document } from "@gltf-transform/core";
import { ALL_EXTENSIONS } from "@gltf-transform/extensions";
import { KHRAnimationClip, KHRAnimationEvents, KHRAnimationPointer } from "../../src/gltf-transform.js";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { evaluateChannel, readAccessor, type Asset, type Json } from "./gltfPose.js";

/** Reads and writes documents, and keeps the warnings. */
export class TestIO {
  readonly warnings: string[] = [];
  private readonly _io = new NodeIO().registerExtensions([...ALL_EXTENSIONS, KHRAnimationClip, KHRAnimationEvents, KHRAnimationPointer]);

  private readonly _logger = new Logger(Logger.Verbosity.SILENT);

  constructor() {
    this._logger.warn = (text) => void this.warnings.push(text);
    this._io.setLogger(this._logger);
  }

  async read({ json, bin }: Asset): Promise<Document> {
    return this._io.readBinary(packGlb(json, bin));
  }

  async write(document: Document): Promise<Asset> {
    return unpackGlb(await this._io.writeBinary(document.setLogger(this._logger)));
  }
}

const lightsOf = (json: Json): Json[] => json["extensions"]?.KHR_lights_punctual?.lights ?? [];

/** A copy of an asset whose objects have names that say where they were. */
export function nameByIndex({ json, bin }: Asset, prefix = ""): Asset {
  const named = structuredClone(json);
  for (const collection of ["animations", "cameras", "images", "materials", "meshes", "nodes", "scenes", "skins"]) {
    (named[collection] as Json[] | undefined)?.forEach((object, i) => (object["name"] = `${prefix}${collection} ${i}`));
  }
  lightsOf(named).forEach((light, i) => (light["name"] = `${prefix}lights ${i}`));
  return { json: named, bin };
}

/** The name of the object that a channel animates, and the property: the same wherever the object is. */
function propertyOf(json: Json, { target }: Json): string {
  const pointer = (target.extensions?.KHR_animation_pointer?.pointer as string | undefined) ?? `/nodes/${target.node}/${target.path}`;
  const light = /^\/extensions\/KHR_lights_punctual\/lights\/(\d+)\/(.*)$/.exec(pointer);
  const [, collection, index, rest] = /^\/(\w+)\/(\d+)\/(.*)$/.exec(pointer) ?? [];
  if (light) {
    return `${lightsOf(json)[Number(light[1])]?.["name"]} ${light[2]}`;
  }
  return collection === undefined ? pointer : `${json[collection]?.[index!]?.name} ${rest}`;
}

/** The number of channels of an asset. */
export function countChannels({ json }: Asset): number {
  return ((json["animations"] ?? []) as Json[]).reduce((sum, { channels }) => sum + (channels as Json[]).length, 0);
}

/** The values of each animated property at the given shares of the animation's length, by the names of animation, object and property. */
export function animatedValues(asset: Asset, shares: readonly number[]): Map<string, number[]> {
  const values = new Map<string, number[]>();
  for (const animation of (asset.json["animations"] ?? []) as Json[]) {
    const samplers = animation["samplers"] as Json[];
    const end = Math.max(0, ...samplers.flatMap(({ input }) => readAccessor(asset, input).at(-1) ?? 0));
    for (const channel of animation["channels"] as Json[]) {
      const property = propertyOf(asset.json, channel);
      const target = { node: 0, path: / rotation$/.test(property) ? "rotation" : "" };
      const sampled = shares.flatMap((share) => evaluateChannel(asset, animation, { ...channel, target }, share * end)?.value ?? []);
      values.set(`${animation["name"]}: ${property}`, sampled);
    }
  }
  return values;
}

const SHARES = [0, 0.11, 0.27, 0.5, 0.73, 0.99, 1];

/**
 * What is wrong with the animated values of a written asset, a line each.
 * @param originals whose animations it must have, and no others
 */
export function compareValues(originals: readonly Asset[], written: Asset, tolerance = 1e-6): string[] {
  const before = new Map(originals.flatMap((original) => [...animatedValues(original, SHARES)]));
  const after = animatedValues(written, SHARES);
  const missing = [...after.keys()].filter((name) => !before.has(name)).map((name) => `${name} was not there`);
  const wrong = [...before].flatMap(([name, expected]) => {
    const actual = after.get(name);
    if (actual?.length !== expected.length) {
      return [`${name}: ${actual ? `${actual.length} numbers, expected ${expected.length}` : "missing"}`];
    }
    return isEqual(actual, expected, tolerance, / rotation$/.test(name))
      ? []
      : [`${name}: ${String(actual)}, expected ${String(expected)}`];
  });
  return [...wrong, ...missing];
}

function isEqual(actual: readonly number[], expected: readonly number[], tolerance: number, isRotation: boolean): boolean {
  const scale = Math.max(1, ...expected.map(Math.abs));
  return expected.every((number, i) => {
    const component = actual[i]!;
    // a quaternion and its negative are the same rotation
    const apart = Math.min(Math.abs(component - number), isRotation ? Math.abs(component + number) : Infinity);
    return apart <= tolerance * scale;
  });
}

const CLIP_DEFAULTS: Json = { start: 0, offset: 0, speed: 1, repetitions: -1, reverse: false };

/** The clips of an asset, with the names of their animations in place of the indices, and without members that state a default. */
export function clipsOf({ json }: Asset): Json[] {
  const clips = (json["extensions"]?.KHR_animation_clip?.clips ?? []) as Json[];
  return clips.map((clip) => ({
    ...Object.fromEntries(Object.entries(clip).filter(([member, value]) => CLIP_DEFAULTS[member] !== value)),
    animations: (clip["animations"] as number[]).map((i) => json["animations"][i].name as string),
  }));
}

/** A copy of an asset with a clip for each animation, and one for all of them. */
export function withClips({ json, bin }: Asset): Asset {
  const animations = (json["animations"] as Json[]).map((_, i) => i);
  const clips = [
    ...animations.map((i) => ({ name: `clip ${i}`, animations: [i], start: (i + 1) / 10, end: i + 1, speed: 0.5, reverse: true })),
    {
      name: "all",
      animations,
      offset: 0.25,
      repetitions: 3,
      extras: { mood: "calm" },
      extensions: { EXT_mood: { level: [1, { deep: 2 }] } },
    },
  ];
  const extensionsUsed = [...((json["extensionsUsed"] as string[] | undefined) ?? []), "KHR_animation_clip"];
  return { json: { ...json, extensionsUsed, extensions: { ...json["extensions"], KHR_animation_clip: { clips } } }, bin };
}
