import { type GltfJson, isEqual } from "../../gltf/file/index.js";
import type { ClipDefinition } from "../../gltf/schema/index.js";
import { createFinding, excerpt, type Finding, isObject, type Json, omit } from "../../gltf/util/index.js";
import { OUR_EXTENSIONS } from "../ourExtensions.js";

/**
 * The extras, the extensions of other programs and the unknown members of a baked animation: of the clip's animations, then the extras of
 * the clip. Where two differ, the later one stays, with a finding.
 */
export function otherMembersOf(json: GltfJson, { pointer, animations, other }: ClipDefinition, findings: Finding[]): Json {
  for (const member of Object.keys(omit(other, "extras"))) {
    const message = "is not a part of the baked animation, which keeps only the extras of a clip";
    findings.push(createFinding("BAKED_OTHERWISE", `${pointer}/${excerpt(member)}`, message));
  }
  const sources = animations.map((index) => [`/animations/${index}`, ownMembersOf(json.animations![index]!)] as const);
  const extras = Object.hasOwn(other, "extras") ? { extras: other["extras"] } : {};
  const merged = [...sources, [pointer, extras] as const].reduce<unknown>(
    (before, [source, members]) => merge(before, members, source, findings),
    {},
  );
  return structuredClone(merged) as Json;
}

/** The members of an animation that baking does not make anew. */
function ownMembersOf(animation: Json): Json {
  const rest = omit(animation, "name", "channels", "samplers", "extensions");
  const extensions = omit(Object(animation["extensions"]) as object, ...OUR_EXTENSIONS);
  return Object.keys(extensions).length > 0 ? { ...rest, extensions } : rest;
}

/** Merges objects member by member. Of two values that are not both objects, the second replaces the first. */
function merge(before: unknown, after: unknown, pointer: string, findings: Finding[]): unknown {
  if (isObject(before) && isObject(after)) {
    const merged = Object.entries(after).map(([key, value]): [string, unknown] => [
      key,
      Object.hasOwn(before, key) ? merge(before[key], value, `${pointer}/${excerpt(key)}`, findings) : value,
    ]);
    return Object.fromEntries([...Object.entries(before), ...merged]);
  }
  if (!isEqual(before, after)) {
    const message = "replaces the value that another animation of the clip has, in the baked animation";
    findings.push(createFinding("BAKED_OTHERWISE", pointer, message));
  }
  return after;
}
