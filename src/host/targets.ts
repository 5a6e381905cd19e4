import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";

/** Maps a target to its counterpart in a clone. */
export type TargetConverter = (target: unknown) => unknown;

/** A target that writes to Babylon objects, and needs a counterpart when these are cloned. */
export interface ConvertibleTarget {
  convertTargets(converter: TargetConverter): unknown;
}

/** A value that several animations write to, each some of its components. */
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

export function isComponentTarget(target: unknown): target is ComponentTarget {
  return typeof target === "object" && target !== null && "holder" in target;
}

function isConvertible(target: unknown): target is ConvertibleTarget {
  return typeof target === "object" && target !== null && "convertTargets" in target;
}

/** The counterpart of a target in a clone. */
export function convertTarget(target: unknown, converter: TargetConverter | undefined): unknown {
  if (!converter) {
    return target;
  }
  return isConvertible(target) ? target.convertTargets(converter) : converter(target);
}

/** Makes a plain group and its clones convert such targets when they are cloned. */
export function convertOnClone(group: AnimationGroup): AnimationGroup {
  const clone = group.clone.bind(group);
  group.clone = (newName, targetConverter, ...rest) =>
    convertOnClone(clone(newName, targetConverter && ((target: unknown) => convertTarget(target, targetConverter)), ...rest));
  return group;
}
