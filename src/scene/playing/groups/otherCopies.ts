import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { logWarningOnce } from "../../host/index.js";
import { excerpt } from "../../../gltf/util/index.js";
import { EvaluatedAnimationGroup } from "./evaluatedAnimationGroup.js";

/** How an application gets one copy of a package. */
const NEXT_STEP = "load each package once: as modules or as a script, and from one address";

/** Why a value is refused that looks right: its class is of another copy of a package. @returns the end of a message, empty for other values */
export function describeOtherCopy(value: unknown): string {
  const object = Object(value) as object;
  const name = isOfOtherCopy(object) ? "babylon-gltf-animation" : isOfOtherCore(object) ? "@babylonjs/core" : null;
  return name ? `; it was made by another copy of ${name}: ${NEXT_STEP}` : "";
}

/** Warns of clips and compiled groups that this copy of the package cannot reach. */
export function warnOfOtherCopies(caller: string, groups: readonly AnimationGroup[]): void {
  const other = groups.find(isOfOtherCopy);
  if (other) {
    const rule = "is not reached, because another copy of babylon-gltf-animation made it";
    logWarningOnce(`${caller}: ${excerpt(other.name)}: ${rule}; ${NEXT_STEP}`, `${caller} other copy`);
  }
}

/** Whether an object is a clip or a compiled group, but not of this copy of the package. */
function isOfOtherCopy(object: object): boolean {
  return "isPoseSkipped" in object && !(object instanceof EvaluatedAnimationGroup);
}

/** Whether an object is an animation group, but not of the core that this copy of the package imports. */
function isOfOtherCore(object: object): boolean {
  return (object as Partial<AnimationGroup>).getClassName?.() === "AnimationGroup" && !(object instanceof AnimationGroup);
}
