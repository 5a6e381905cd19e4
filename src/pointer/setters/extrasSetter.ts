import type { Scene } from "@babylonjs/core/scene.js";
import type { ExtrasValue, PointerTargetKind } from "../../objectModel/index.js";
import { followTokens } from "../../util/index.js";
import { OnExtrasAnimatedObservable } from "./extrasEvent.js";
import type { Setter } from "./setters.js";

interface BabylonObject {
  metadata: { gltf?: { extras?: object } } | null;
  getScene(): Scene;
}

/** Sets a value in the `extras` of Babylon objects, and announces it. */
export function extrasSetter({ pointer, names, extras, isArray }: ExtrasValue, kind: PointerTargetKind): Setter {
  return {
    write: (target, components) => {
      const value = isArray ? Array.from(components) : components[0]!;
      const object = kind === "none" ? null : (target as BabylonObject);
      if (object) {
        setExtras(object, extras, names, value);
      }
      const scene = object ? object.getScene() : (target as { scene: Scene }).scene;
      OnExtrasAnimatedObservable.notifyObservers({ pointer, value, object, scene });
    },
  };
}

/**
 * The Babylon object of each container of extras. Babylon shares metadata between copies of an object, and extras between some objects and
 * the asset.
 */
const owners = new WeakMap<object, object>();

/** Sets a value in the extras of one Babylon object. The containers on the way become its own. */
function setExtras(object: BabylonObject, ofAsset: unknown, path: readonly string[], value: unknown): void {
  const before = object.metadata?.gltf?.extras ?? ofAsset;
  // own members only, whatever they are called; if the application has removed one, there is nothing to set
  const holder = followTokens(before, path.slice(0, -1));
  if (typeof holder !== "object" || holder === null) {
    return;
  }
  const extras = setWithin(object, before as object, path, value);
  if (extras !== object.metadata?.gltf?.extras) {
    object.metadata = { ...object.metadata, gltf: { ...object.metadata?.gltf, extras } };
  }
}

/** Sets a value in a container, or in a copy of it that the object owns. */
function setWithin(object: object, container: object, [token, ...rest]: readonly string[], value: unknown): object {
  const own = ownedBy(object, container);
  const member = rest.length > 0 ? setWithin(object, followTokens(own, [token!]) as object, rest, value) : value;
  // not an assignment: a member may be called __proto__
  Object.defineProperty(own, token!, { value: member, writable: true, enumerable: true, configurable: true });
  return own;
}

/** A container that may be changed for an object: itself, or a shallow copy. */
function ownedBy(object: object, container: object): object {
  if (owners.get(container) === object) {
    return container;
  }
  const copy = Array.isArray(container) ? [...(container as unknown[])] : { ...container };
  owners.set(copy, object);
  return copy;
}
