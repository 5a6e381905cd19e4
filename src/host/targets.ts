import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { carryPointers } from "./gltfPointers.js";

/** Maps a target to its counterpart in a clone. */
export type TargetConverter = (target: unknown) => unknown;

/** A target that writes to Babylon objects, and needs a counterpart when these are cloned. */
export interface ConvertibleTarget {
  convertTargets(converter: TargetConverter): unknown;
}

/** The property that a channel animates. */
export interface TargetDescription {
  /** JSON pointer of the property in the asset; null where it is not known, as for targets made in code. */
  readonly pointer: string | null;
  /** The pointer with `{}` for each array index. */
  readonly template: string | null;
  /** The properties in Babylon, for people to read. */
  readonly property: string;
}

/** A target that can describe its property. */
export interface DescribedTarget {
  describe(): TargetDescription;
}

/** All components of one property, shared by its animations, and written once they are set. */
export interface ComponentHolder {
  readonly components: number[];
  /** Writes all components to the Babylon objects, after they are set. */
  write(): void;
}

/** A target that is some components of a holder, so that several targets can be set before the holder writes once. */
export interface ComponentTarget {
  readonly holder: ComponentHolder;
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

/** Makes a plain group and its clones convert such targets when they are cloned. */
export function convertOnClone(group: AnimationGroup): AnimationGroup {
  const clone = group.clone.bind(group);
  group.clone = (newName, targetConverter, ...rest) =>
    convertOnClone(clone(newName, targetConverter && ((target: unknown) => convertTarget(target, targetConverter)), ...rest));
  return group;
}
