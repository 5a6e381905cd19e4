import type { GltfJson } from "../file/index.js";
import { excerpt } from "../util/index.js";
import type { ClipDefinition } from "../schema/index.js";
import { keysOf } from "./command.js";
import { UsageError } from "./model.js";
import { nameOf } from "./text.js";

/** Finds a clip by name, or by index if no clip has the name. */
export function findClip(clips: readonly ClipDefinition[], key: string): ClipDefinition | undefined {
  return clips.find(({ name }) => name === key) ?? (/^\d+$/.test(key) ? clips[Number(key)] : undefined);
}

/** The names of a file's animations; undefined for a name that is missing or not a string. */
export function animationNames({ animations = [] }: GltfJson): readonly (string | undefined)[] {
  return animations.map(({ name }) => (typeof (name as unknown) === "string" ? name : undefined));
}

/**
 * Finds animations.
 * @param texts names or indices; undefined for the only animation
 * @returns the indices of the animations
 * @throws UsageError with a list of all animations, if an animation is not found
 */
export function findAnimations(json: GltfJson, texts: readonly string[] | undefined): readonly number[] {
  const names = animationNames(json);
  const known = `one of ${names.map((name, i) => `${i} ${nameOf(name)}`).join(", ") || "none"}`;
  if (!texts) {
    if (names.length !== 1) {
      throw new UsageError(`state the animation: ${excerpt(known, 400)}`);
    }
    return [0];
  }
  return keysOf(texts, names).map((key) => {
    const index = typeof key === "number" ? key : names.indexOf(key);
    if (!(index in names)) {
      throw new UsageError(`animation ${excerpt(String(key))}: must be ${excerpt(known, 400)}`);
    }
    return index;
  });
}
