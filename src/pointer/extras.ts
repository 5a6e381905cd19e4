import { Observable } from "@babylonjs/core/Misc/observable.js";
import { followTokens, toJsonPointer } from "./jsonPointer.js";
import type { Owner, PointerRow, PointerType } from "./row.js";

/** A value in the `extras` of a glTF object that an animation has changed. */
export interface ExtrasEvent {
  /** The JSON pointer of the value in the asset. */
  readonly pointer: string;
  readonly value: number | readonly number[];
  /** The Babylon object that has it in `metadata.gltf.extras`, or null where the glTF object has become none. */
  readonly object: object | null;
}

/** Tells of every value in `extras` that an animation sets; what it means is the application's. */
export const OnExtrasAnimatedObservable = /*#__PURE__*/ new Observable<ExtrasEvent>();

const OWNERS: readonly (readonly [RegExp, Owner])[] = [
  [/^\/nodes\/\d+$/, "node"],
  [/^\/meshes\/\d+$/, "mesh"],
  [/^\/materials\/\d+$/, "material"],
  [/^\/cameras\/\d+$/, "camera"],
  [/^\/extensions\/KHR_lights_punctual\/lights\/\d+$/, "light"],
];

/** Where Babylon has them; a skinned mesh has those of its node, too. */
export const EXTRAS = "metadata.gltf.extras";

const TYPES: readonly PointerType[] = ["float", "float2", "float3", "float4"];

/**
 * The row of a value in the `extras` of an object, which no table can have.
 * @returns null where the pointer leads to no `extras`, or to no numbers in it
 */
export function extrasRow(asset: unknown, tokens: readonly string[]): PointerRow | null {
  const at = tokens.indexOf("extras");
  const value = at < 0 || at === tokens.length - 1 ? undefined : followTokens(asset, tokens);
  const numbers = Array.isArray(value) ? value : [value];
  if (numbers.length === 0 || !numbers.every((number) => typeof number === "number")) {
    return null;
  }
  const ofAsset = followTokens(asset, tokens.slice(0, at + 1));
  const pointer = toJsonPointer(tokens);
  const place = toJsonPointer(tokens.slice(0, at));
  const owner = OWNERS.find(([pattern]) => pattern.test(place))?.[1] ?? "none";
  return {
    template: pointer,
    type: TYPES[numbers.length - 1] ?? "float[]",
    landing: {
      owner,
      at: EXTRAS,
      write: (object, components) => {
        const animated = Array.isArray(value) ? Array.from(components) : components[0]!;
        if (owner !== "none") {
          setExtras(object as ObjectWithMetadata, ofAsset, tokens.slice(at + 1), animated);
        }
        OnExtrasAnimatedObservable.notifyObservers({ pointer, value: animated, object: owner === "none" ? null : object });
      },
    },
  };
}

interface ObjectWithMetadata {
  metadata: { gltf?: { extras?: object } } | null;
}

/** Whose extras are animated: Babylon gives copies of an object the metadata of the original, and some objects the extras of the asset. */
const owners = new WeakMap<object, object>();

/** Sets a value in the extras of one Babylon object, which are its own from then on. */
function setExtras(object: ObjectWithMetadata, ofAsset: unknown, path: readonly string[], value: unknown): void {
  let extras = object.metadata?.gltf?.extras;
  if (!extras || owners.get(extras) !== object) {
    extras = structuredClone(extras ?? (ofAsset as object));
    owners.set(extras, object);
    object.metadata = { ...object.metadata, gltf: { ...object.metadata?.gltf, extras } };
  }
  // by own members only, whatever they are called; where the application has taken one away, there is nothing to set
  const holder = followTokens(extras, path.slice(0, -1));
  if (typeof holder === "object" && holder !== null) {
    Object.defineProperty(holder, path[path.length - 1]!, { value, writable: true, enumerable: true, configurable: true });
  }
}
