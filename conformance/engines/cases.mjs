/**
 * The clips of conformance/clips as ordinary animations, which every engine can play: `BakeClips` makes the files, and the expected values are those of
 * conformance/clips.json, which come from the specifications.
 */
import { readFileSync } from "node:fs";
import { unpackGlb } from "../../scripts/glb.mjs";
import { readAccessor } from "../../test/helpers/gltfPose.js";
import { BakeClips, GltfFile } from "../../src/tools.js";

/**
 * @typedef {object} Shown The values of a node in an engine's own objects.
 * @property {readonly number[]} translation
 * @property {readonly number[]} rotation a quaternion: x, y, z, w
 * @property {readonly number[]} scale
 * @property {readonly number[]} weights of morph targets; empty without any
 */

/**
 * @typedef {object} Played
 * @property {Uint8Array} bytes a .glb
 * @property {number} [animation] the index of the one to play, 0 by default
 * @property {readonly string[]} nodes the names of all nodes, by index
 * @property {readonly number[]} times in seconds
 */

/**
 * @typedef {object} Expected
 * @property {string} name the file and the clip; its baked clip is the first animation
 * @property {readonly { readonly pointer: string, readonly node: number, readonly path: keyof Shown, readonly values: readonly (readonly number[])[] }[]} expected
 *   the values of each animated property of a node at the times
 */

/** @typedef {Played & Expected} Case */

/**
 * @typedef {object} Adapter Plays files in an engine.
 * @property {string} name
 * @property {readonly (keyof Shown)[]} [hidden] what cannot be read from the engine's objects, and so is not compared
 * @property {(played: Played) => Promise<readonly (readonly Shown[])[]>} play plays an animation, and returns what all nodes show, at each of the times
 */

/** The ways to bake, by the names of their commands; each returns the report of the baked clips. */
export const WAYS = {
  /** @param {GltfFile} file */
  bake: (file) => BakeClips(file),
  /** @param {GltfFile} file */
  "bake --for all": (file) => BakeClips(file, { for: "all" }),
};

const FOLDER = new URL("../", import.meta.url);
const PROPERTY = /^\/nodes\/(\d+)\/(translation|rotation|scale|weights)$/;
/** A jump takes no longer than this, in seconds; at a time so near to one, either value is right. */
const JUMP = 2e-3;

/**
 * @param {keyof typeof WAYS} way
 * @returns {readonly Case[]} all clips that can be baked
 */
export function casesOf(way) {
  const { totalTimes, clips } = JSON.parse(readFileSync(new URL("clips.json", FOLDER), "utf8"));
  return clips.flatMap((/** @type {any} */ { file, name, values }) => {
    const model = GltfFile.parse(readFileSync(new URL(file, FOLDER)));
    const baked = WAYS[way](model).animations.find((animation) => animation.name === name);
    if (!baked) {
      return [];
    }
    // alone, so that engines that play the first one, or all, play this one
    model.json.animations = [/** @type {any} */ (model.json.animations)[baked.animation]];
    delete model.json.extensions;
    const [bytes = new Uint8Array()] = Object.values(model.toFiles("model.glb"));
    const asset = unpackGlb(bytes);
    const keys = asset.json["animations"][0].samplers.flatMap((/** @type {any} */ { input }) => readAccessor(asset, input));
    const sorted = [...new Set(/** @type {number[]} */ (keys))].sort((a, b) => a - b);
    const isClear = (/** @type {number} */ time) =>
      !sorted.some((key, i) => {
        const before = sorted[i - 1] ?? -Infinity;
        return key - before < JUMP && time > before - JUMP && time < key + JUMP;
      });
    const end = sorted.at(-1) ?? 0;
    const chosen = [...totalTimes.keys()].filter((i) => (end === 0 || totalTimes[i] < end - JUMP) && isClear(totalTimes[i]));
    const expected = Object.entries(values).flatMap(([pointer, all]) => {
      const [, node, path] = PROPERTY.exec(pointer) ?? [];
      return path === undefined ? [] : [{ pointer, node: Number(node), path, values: chosen.map((i) => [all[i]].flat()) }];
    });
    return [
      {
        name: `${file}: ${name}`,
        bytes,
        nodes: asset.json["nodes"].map((/** @type {any} */ node) => node.name),
        times: chosen.map((i) => totalTimes[i]),
        expected,
      },
    ];
  });
}

/**
 * Plays a clip, and compares.
 * @param {Adapter} adapter
 * @param {Case} clip
 * @returns {Promise<readonly string[]>} a line for each property that the engine shows otherwise, by 1e-3 or more
 */
export async function compare({ play, hidden = [] }, clip) {
  const shown = await play(clip);
  const expected = clip.expected.filter(({ path }) => !hidden.includes(path));
  return expected.flatMap(({ pointer, node, path, values }) => {
    const wrong = values.findIndex((value, i) => !(distance(shown[i]?.[node]?.[path] ?? [], value, path === "rotation") < 1e-3));
    const actual = shown[wrong]?.[node]?.[path] ?? [];
    return wrong < 0 ? [] : [`${pointer} at ${clip.times[wrong]} s: ${actual.join()}, expected ${values[wrong]?.join()}`];
  });
}

/**
 * @param {readonly number[]} actual
 * @param {readonly number[]} expected
 * @param {boolean} isRotation whether a quaternion and its negative are equal
 */
function distance(actual, expected, isRotation) {
  const apart = (/** @type {number} */ sign) =>
    Math.max(...expected.map((component, i) => Math.abs(component - sign * (actual[i] ?? NaN))));
  return isRotation ? Math.min(apart(1), apart(-1)) : apart(1);
}
