import { Observable } from "@babylonjs/core/Misc/observable.js";
import { followTokens, templateOf } from "./jsonPointer.js";
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

const OWNERS: ReadonlyMap<string, Owner> = new Map([
  ["/nodes/{}", "node"],
  ["/meshes/{}", "mesh"],
  ["/materials/{}", "material"],
  ["/cameras/{}", "camera"],
  ["/extensions/KHR_lights_punctual/lights/{}", "light"],
]);

/** Where Babylon has them; a skinned mesh has those of its node, too. */
export const EXTRAS = "metadata.gltf.extras";

const TYPES: readonly PointerType[] = ["float", "float2", "float3", "float4"];

/**
 * The row of a value in the `extras` of an object, which no table can have.
 * @param tokens those of the pointer
 * @returns null where the pointer leads to no `extras`, or to no numbers in it
 */
export function extrasRow(asset: unknown, pointer: string, tokens: readonly string[]): PointerRow | null {
  const at = tokens.indexOf("extras");
  const value = at < 0 || at === tokens.length - 1 ? undefined : followTokens(asset, tokens);
  const numbers = Array.isArray(value) ? value : [value];
  if (numbers.length === 0 || !numbers.every((number) => typeof number === "number")) {
    return null;
  }
  const ofAsset = followTokens(asset, tokens.slice(0, at + 1));
  const path = tokens.slice(at + 1);
  const owner = OWNERS.get(templateOf(tokens.slice(0, at))) ?? "none";
  return {
    template: pointer,
    type: TYPES[numbers.length - 1] ?? "float[]",
    landing: {
      owner,
      at: EXTRAS,
      write: (object, components) => {
        const animated = Array.isArray(value) ? Array.from(components) : components[0]!;
        if (owner !== "none") {
          setExtras(object as ObjectWithMetadata, ofAsset, path, animated);
        }
        OnExtrasAnimatedObservable.notifyObservers({ pointer, value: animated, object: owner === "none" ? null : object });
      },
    },
  };
}

interface ObjectWithMetadata {
  metadata: { gltf?: { extras?: object } } | null;
}

/** Whose containers these are: Babylon gives copies of an object the metadata of the original, and some objects the extras of the asset. */
const owners = new WeakMap<object, object>();

/** Sets a value in the extras of one Babylon object; what is on the way to it is its own from then on. */
function setExtras(object: ObjectWithMetadata, ofAsset: unknown, path: readonly string[], value: unknown): void {
  const before = object.metadata?.gltf?.extras ?? ofAsset;
  // by own members only, whatever they are called; where the application has taken one away, there is nothing to set
  const holder = followTokens(before, path.slice(0, -1));
  if (typeof holder !== "object" || holder === null) {
    return;
  }
  const extras = setWithin(object, before as object, path, value);
  if (extras !== object.metadata?.gltf?.extras) {
    object.metadata = { ...object.metadata, gltf: { ...object.metadata?.gltf, extras } };
  }
}

/** Sets a value in a container, or in a copy of it that is the object's own. */
function setWithin(object: object, container: object, [token, ...rest]: readonly string[], value: unknown): object {
  const own = ownedBy(object, container);
  const member = rest.length > 0 ? setWithin(object, followTokens(own, [token!]) as object, rest, value) : value;
  // also one that is called __proto__
  Object.defineProperty(own, token!, { value: member, writable: true, enumerable: true, configurable: true });
  return own;
}

/** A container that may be changed for an object: itself, or a copy whose members are the same. */
function ownedBy(object: object, container: object): object {
  if (owners.get(container) === object) {
    return container;
  }
  const copy = Array.isArray(container) ? [...(container as unknown[])] : { ...container };
  owners.set(copy, object);
  return copy;
}
