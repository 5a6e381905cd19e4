import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";

interface PointerInternals {
  _internalMetadata?: { gltf?: { pointers?: readonly string[] } };
}

/** The JSON pointers of the parts of an asset for which the loader made a Babylon object. Copies of a mesh share the JSON pointers. */
export function pointersOf(object: unknown): readonly string[] {
  return (object as PointerInternals | null)?._internalMetadata?.gltf?.pointers ?? [];
}

/** Gives the copy of an object the JSON pointers of its original, as Babylon does for meshes. */
export function carryPointers(original: unknown, copy: unknown): void {
  if (copy && pointersOf(original).length > 0) {
    (copy as PointerInternals)._internalMetadata ??= (original as Required<PointerInternals>)._internalMetadata;
  }
}

/** The JSON pointer of the glTF node of a Babylon node; undefined for other objects. */
export function nodePointerOf(node: unknown): string | undefined {
  return pointersOf(node).find((pointer) => /^\/nodes\/\d+$/.test(pointer));
}

/** The meshes that an animation group can animate. */
export function meshesOf(group: AnimationGroup): readonly AbstractMesh[] {
  return (group._parentContainer ?? group.getScene()).meshes;
}

/** Maps a target to its counterpart in a clone. */
export type TargetConverter = (target: unknown) => unknown;

/** A target that writes to Babylon objects, and needs a counterpart when the Babylon objects are cloned. */
export interface ConvertibleTarget {
  convertTargets(converter: TargetConverter): unknown;
}

/** The property that a channel animates. */
export interface TargetDescription {
  /** JSON pointer of the property in the asset; null if the property is not known, as for targets made in code. */
  readonly pointer: string | null;
  /** The JSON pointer with `{}` for each array index. */
  readonly template: string | null;
  /** The properties in Babylon, for people to read. */
  readonly property: string;
}

/** A target with a description of the animated property. */
export interface DescribedTarget {
  describe(): TargetDescription;
}

/** All components of one property, shared by the property's animations. The holder writes all components at once. */
export interface ComponentHolder {
  readonly components: number[];
  /** Writes all components to the Babylon objects, after they are set. */
  write(): void;
}

/** A target that is some components of a holder, so that several targets can be set before the holder writes once. */
export interface ComponentTarget {
  readonly holder: ComponentHolder;
  /** The name of the animated property. Default: value */
  readonly property?: string;
  /** Index of the first component. */
  readonly offset: number;
  /** Number of components. */
  readonly width: number;
}

function hasMember(target: unknown, name: string): target is object {
  return typeof target === "object" && target !== null && name in target;
}

export function isComponentTarget(target: unknown): target is ComponentTarget {
  return hasMember(target, "holder");
}

export function isDescribed(target: unknown): target is DescribedTarget {
  return hasMember(target, "describe");
}

/** The counterpart of a target in a clone. */
export function convertTarget(target: unknown, converter: TargetConverter | undefined): unknown {
  if (!converter) {
    return target;
  }
  if (hasMember(target, "convertTargets")) {
    return (target as ConvertibleTarget).convertTargets(converter);
  }
  const copy = converter(target);
  carryPointers(target, copy);
  return copy;
}

/** Makes a plain group, and all clones of the group, convert targets with {@link convertTarget} in `clone`. */
export function convertOnClone(group: AnimationGroup): AnimationGroup {
  const clone = group.clone.bind(group);
  group.clone = (newName, targetConverter, ...rest) =>
    convertOnClone(clone(newName, targetConverter && ((target: unknown) => convertTarget(target, targetConverter)), ...rest));
  return group;
}
