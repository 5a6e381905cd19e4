import type { GltfJson } from "../../gltf/file/index.js";
import { excerpt, findSimilar } from "../../gltf/util/index.js";
import type { ClipDefinition } from "../../gltf/schema/index.js";
import { keysOf } from "./command.js";
import { UsageError } from "./model.js";
import { nameOf } from "./text.js";

/**
 * Finds a clip by name, or by index if no clip has the name.
 * @param warnings receives a message if several clips have the name
 */
export function findClip(clips: readonly ClipDefinition[], key: string, warnings: string[]): ClipDefinition | undefined {
  warnIfShared(
    "clip",
    clips.map(({ name }) => name),
    key,
    warnings,
  );
  return clips.find(({ name }) => name === key) ?? (/^\d+$/.test(key) ? clips[Number(key)] : undefined);
}

/**
 * Creates the error for a clip that is not found, with the names of all clips, and the most similar name.
 * @param toAdd how the clip can be added, as the last line of the message
 */
export function noClipError(clips: readonly ClipDefinition[], key: string, toAdd = ""): UsageError {
  const known = excerpt(clips.map(({ name }) => nameOf(name)).join(", ") || "none", 400);
  const hint = hintFor(
    key,
    clips.map(({ name }) => name),
  );
  return new UsageError(`no clip ${excerpt(key)}; there ${clips.length === 1 ? "is" : "are"} ${known}${hint}${toAdd && `\n${toAdd}`}`);
}

/** The names of a file's animations; undefined for a name that is missing or not a string. */
export function animationNames({ animations = [] }: GltfJson): readonly (string | undefined)[] {
  return animations.map(({ name }) => (typeof (name as unknown) === "string" ? name : undefined));
}

/** The indices and names of a file's animations, for a message. */
export function knownAnimations(json: GltfJson): string {
  const known = animationNames(json).map((name, i) => `${i} ${nameOf(name)}`);
  return excerpt(known.join(", ") || "none", 400);
}

/** Warns that several items have a name, by which only the first one is found. */
function warnIfShared(noun: string, names: readonly (string | undefined)[], key: string, warnings: string[]): void {
  const indices = [...names.keys()].filter((i) => names[i] === key);
  const warning = `${noun} ${excerpt(key)}: is the name of ${indices.length} ${noun}s, ${excerpt(indices.join(", "))}; the first one is taken, state an index for another one`;
  if (indices.length > 1 && !warnings.includes(warning)) {
    warnings.push(warning);
  }
}

/**
 * Reads the values of `--rename`.
 * @returns new names by old names
 * @throws UsageError if one is not `old=new`
 */
export function parseRenames(option: string, texts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    texts.map((text) => {
      const at = text.indexOf("=");
      if (at < 1) {
        throw new UsageError(`${option} ${excerpt(text)}: must be old=new`);
      }
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

/** Warns of animations of one name among those that are chosen by names or indices. */
export function warnOfSharedNames(names: readonly (string | undefined)[], keys: readonly (string | number)[], warnings: string[]): void {
  keys.forEach((key) => warnIfShared("animation", names, String(key), warnings));
}

/** The question whether a similar name was meant, as a line of its own; empty if none is similar. */
function hintFor(key: string, names: readonly (string | undefined)[]): string {
  const similar = findSimilar(
    key,
    names.filter((name): name is string => name !== undefined),
  );
  return similar === undefined ? "" : `\n(Did you mean ${nameOf(similar)}?)`;
}

/**
 * Finds animations.
 * @param texts names or indices; undefined for the only animation
 * @param warnings receives a message if several animations have a name
 * @returns the indices of the animations
 * @throws UsageError with a list of all animations, if an animation is not found
 */
export function findAnimations(json: GltfJson, texts: readonly string[] | undefined, warnings: string[]): readonly number[] {
  const names = animationNames(json);
  const known = `one of ${knownAnimations(json)}`;
  if (!texts) {
    if (names.length !== 1) {
      throw new UsageError(`state the animation: ${known}`);
    }
    return [0];
  }
  const keys = keysOf(texts, names);
  warnOfSharedNames(names, keys, warnings);
  return keys.map((key) => {
    const index = typeof key === "number" ? key : names.indexOf(key);
    if (!(index in names)) {
      throw new UsageError(`animation ${excerpt(String(key))}: must be ${known}${hintFor(String(key), names)}`);
    }
    return index;
  });
}
