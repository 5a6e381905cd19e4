import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";

/** Gives the object that takes another one's place in a clone. */
export type TargetConverter = (target: unknown) => unknown;

/** Something animated that stands for Babylon objects, and has to be made anew where these are cloned. */
export interface ConvertibleTarget {
  convertTargets(converter: TargetConverter): unknown;
}

/** What animations of one thing share: all its components, and what hands them on once they are set. */
export interface ComponentHolder {
  readonly components: number[];
  write(): void;
}

/** A target whose value is some of the components of a holder, so that several may be set before they are written once. */
export interface ComponentTarget {
  readonly holder: ComponentHolder;
  /** The first of the components. */
  readonly offset: number;
  /** How many components there are. */
  readonly width: number;
}

export function isComponentTarget(target: unknown): target is ComponentTarget {
  return typeof target === "object" && target !== null && "holder" in target;
}

function isConvertible(target: unknown): target is ConvertibleTarget {
  return typeof target === "object" && target !== null && "convertTargets" in target;
}

/** The target that takes another one's place in a clone. */
export function convertTarget(target: unknown, converter: TargetConverter | undefined): unknown {
  if (!converter) {
    return target;
  }
  return isConvertible(target) ? target.convertTargets(converter) : converter(target);
}

/** Has a plain group, and its clones, convert their targets when they are cloned. */
export function convertOnClone(group: AnimationGroup): AnimationGroup {
  const clone = group.clone.bind(group);
  group.clone = (newName, targetConverter, ...rest) =>
    convertOnClone(clone(newName, targetConverter && ((target: unknown) => convertTarget(target, targetConverter)), ...rest));
  return group;
}
