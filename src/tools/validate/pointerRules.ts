import type { PlannedChannel, PointerType } from "../../gltf/objectModel/index.js";
import { createFinding, excerpt, type Finding, followTokens, parseJsonPointer, show, toJsonPointer } from "../../gltf/util/index.js";
import type { GltfSampler } from "../../gltf/file/index.js";
import type { Source } from "../asset.js";
import { planPointers } from "../convert/planPointers.js";
import { findWrongValue } from "./pointedValues.js";

/**
 * Checks the rules of KHR_animation_pointer, KHR_animation2, EXT_property_animation and the glTF Asset Object Model. Loading is more
 * lenient: the reader accepts pointers whose meaning is clear.
 */
export function checkPointers(source: Source): readonly Finding[] {
  const { channels, findings } = planPointers(source.json);
  return [...findings, ...channels.flatMap((channel) => checkChannel(source, channel)), ...channels.flatMap(findWithoutEffect)];
}

function findWithoutEffect({ pointer: at, plan }: PlannedChannel): readonly Finding[] {
  return (plan?.parts ?? []).flatMap(({ resolved: { pointer, property } }): Finding[] => {
    const { babylon } = property;
    if (typeof babylon !== "string") {
      return [];
    }
    const message = `animates ${excerpt(pointer)}, which Babylon.js does not show: ${babylon}`;
    return [createFinding("POINTER_WITHOUT_EFFECT", at, message)];
  });
}

/** The accessor type of a sampler's output, by the type of the property (KHR_animation_pointer, "Operation"). */
const OUTPUT_TYPES: { readonly [Type in PointerType]: string } = {
  bool: "SCALAR",
  float: "SCALAR",
  "float[]": "SCALAR",
  float2: "VEC2",
  float3: "VEC3",
  float4: "VEC4",
  quat: "VEC4",
  float4x4: "MAT4",
};

const UNSIGNED_BYTE = 5121;

/** Checks a valid channel of KHR_animation_pointer by the rules that loading does not need. */
function checkChannel(source: Source, { pointer: at, plan }: PlannedChannel): readonly Finding[] {
  const { json } = source;
  const tokens = parseJsonPointer(at)!;
  const channel = followTokens(json, tokens);
  const [part] = plan?.parts ?? [];
  const path = parseJsonPointer(part?.resolved.pointer ?? "")!;
  if (!part || path.includes("extras") || followTokens(channel, ["target", "extensions", "KHR_animation_pointer"]) === undefined) {
    return []; // what values in extras mean, is up to applications
  }
  const { pointer, property, element } = part.resolved;
  const sampler = followTokens(json, [...tokens.slice(0, 2), "samplers", String(followTokens(channel, ["sampler"]))]) as GltfSampler;
  const { type, componentType } = Object(json.accessors?.[sampler.output]) as Readonly<Record<string, unknown>>;
  const expected = element >= 0 ? "SCALAR" : OUTPUT_TYPES[property.type];
  const name = excerpt(pointer);
  const owner = path.slice(0, -1);
  const broken: string[] = [];
  if (followTokens(json, owner) === undefined) {
    broken.push(`must point to a property of an object that the asset states (got ${name}: there is no ${excerpt(toJsonPointer(owner))})`);
  }
  if (type !== expected) {
    broken.push(`must have an output of type ${expected} for ${name} (got ${show(type)})`);
  }
  if (property.type === "bool" && componentType !== UNSIGNED_BYTE) {
    broken.push(`must have an output of unsigned bytes (5121) for ${name}, which is true or false (got ${show(componentType)})`);
  }
  const wrong = findWrongValue(source, sampler, part.resolved);
  return [
    ...broken.map((message) => createFinding("POINTER_INVALID", at, message)),
    ...(wrong === null ? [] : [createFinding("POINTER_BEYOND_BOUNDS", at, wrong)]),
  ];
}
