import type { Scene } from "@babylonjs/core/scene.js";
import type { ExtrasValue, PointerTargetKind } from "../../../gltf/objectModel/index.js";
import { followTokens } from "../../../gltf/util/index.js";
import { OnExtrasAnimatedObservable } from "./extrasEvent.js";
import type { Setter } from "./setters.js";

interface BabylonObject {
  metadata: { gltf?: { extras?: object } } | null;
  getScene(): Scene;
}

/** Makes a setter that writes a value in the `extras` of Babylon objects and notifies {@link OnExtrasAnimatedObservable}. */
export function extrasSetter({ pointer, property, names, extras, isArray }: ExtrasValue, kind: PointerTargetKind): Setter {
  return {
    write: (target, components) => {
      const value = isArray ? Array.from(components) : property.type === "bool" ? components[0] !== 0 : components[0]!;
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
 * The Babylon object that owns a container (object or array) in extras. Babylon shares metadata between copies of an object, and extras
 * between some objects and the asset.
 */
const owners = new WeakMap<object, object>();

/** Sets a value in the extras of one Babylon object. Shared containers on the path are copied for the object. */
function setExtras(object: BabylonObject, ofAsset: unknown, path: readonly string[], value: unknown): void {
  const before = object.metadata?.gltf?.extras ?? ofAsset;
  // own members only, whatever their names; if the application has removed a container, there is nothing to set
  const holder = followTokens(before, path.slice(0, -1));
  if (typeof holder !== "object" || holder === null) {
    return;
  }
  const extras = setWithin(object, before as object, path, value);
  if (extras !== object.metadata?.gltf?.extras) {
    object.metadata = { ...object.metadata, gltf: { ...object.metadata?.gltf, extras } };
  }
}

/** Sets a value in a container if the object owns the container, otherwise in a copy that the object owns. */
function setWithin(object: object, container: object, [token, ...rest]: readonly string[], value: unknown): object {
  const own = ownedBy(object, container);
  const member = rest.length > 0 ? setWithin(object, followTokens(own, [token!]) as object, rest, value) : value;
  // not an assignment: a member may be called __proto__
  Object.defineProperty(own, token!, { value: member, writable: true, enumerable: true, configurable: true });
  return own;
}

/** Returns a container that an object owns: the given container, or a shallow copy. */
function ownedBy(object: object, container: object): object {
  if (owners.get(container) === object) {
    return container;
  }
  const copy = Array.isArray(container) ? [...(container as unknown[])] : { ...container };
  owners.set(copy, object);
  return copy;
}
