import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { carryPointers } from "./gltfPointers.js";

/** Gives the object that replaces another one in a clone. */
export type TargetConverter = (target: unknown) => unknown;

/** A target that stands for Babylon objects, and needs a counterpart for their copies. */
export interface ConvertibleTarget {
  convertTargets(converter: TargetConverter): unknown;
}

/** What a channel animates. */
export interface TargetDescription {
  /** JSON pointer of the property in the asset; null where it is not known, as for targets made in code. */
  readonly pointer: string | null;
  /** The pointer with `{}` for each array index. */
  readonly template: string | null;
  /** The properties in Babylon, for people to read. */
  readonly property: string;
}

/** A target that knows what it animates. */
export interface DescribedTarget {
  describe(): TargetDescription;
}

/** What animations of one property share: all its components, which are written once they are set. */
export interface ComponentHolder {
  readonly components: number[];
  write(): void;
}

/** A target whose value is some of the components of a holder, so that several can be set before they are written once. */
export interface ComponentTarget {
  readonly holder: ComponentHolder;
  /** The first of the components. */
  readonly offset: number;
  /** How many components there are. */
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

/** The target that replaces another one in a clone. */
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

/** Makes clones of a plain group, and clones of these, animate the counterparts of their targets. */
export function convertOnClone(group: AnimationGroup): AnimationGroup {
  const clone = group.clone.bind(group);
  group.clone = (newName, targetConverter, ...rest) =>
    convertOnClone(clone(newName, targetConverter && ((target: unknown) => convertTarget(target, targetConverter)), ...rest));
  return group;
}
