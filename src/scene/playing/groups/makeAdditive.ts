import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import { Quaternion } from "@babylonjs/core/Maths/math.vector.js";
import type { ClipAnimationGroup } from "./clipAnimationGroup.js";

/** A value of a key that another one can be subtracted from, such as a vector or a color. */
interface Subtractable {
  subtract(other: this): this;
}

/** Gives a clip the differences to its first pose, in animations of its own, and makes it additive. */
export function makeAdditive(clip: ClipAnimationGroup): void {
  const { start } = clip.settings;
  clip.targetedAnimations.forEach((channel) => {
    channel.animation = differencesOf(channel.animation, start * channel.animation.framePerSecond);
  });
  clip.isAdditive = true;
}

/** As `AnimationGroup.MakeAnimationAdditive` makes them; tangents of rotations, too. @param frame of the reference */
function differencesOf(animation: Animation, frame: number): Animation {
  const differences = animation.clone(true);
  differences.setEasingFunction(animation.getEasingFunction()); // Babylon's clones have none
  if (animation.dataType === Animation.ANIMATIONTYPE_MATRIX) {
    return Animation.MakeAnimationAdditive(differences, { referenceFrame: frame });
  }
  const keys = animation.getKeys();
  const first = keys[0]!.frame;
  const reference = animation.evaluate(Math.min(Math.max(frame, first), keys[keys.length - 1]!.frame)) as unknown;
  differences.setKeys(keys.map(reference instanceof Quaternion ? rotatedBack(reference) : (key) => subtracted(key, reference)), true);
  return differences;
}

function rotatedBack(reference: Quaternion): (key: IAnimationKey) => IAnimationKey {
  const inverse = reference.clone().normalize().conjugateInPlace();
  const back = (value: Quaternion | undefined): Quaternion | undefined => value && inverse.multiply(value); // linear: also for tangents
  return (key) => ({
    ...key,
    value: back(key.value as Quaternion),
    inTangent: back(key.inTangent as Quaternion | undefined),
    outTangent: back(key.outTangent as Quaternion | undefined),
  });
}

function subtracted(key: IAnimationKey, reference: unknown): IAnimationKey {
  const value: unknown = key.value;
  return {
    ...key,
    value: typeof value === "number" ? value - (reference as number) : (value as Subtractable).subtract(reference as never),
  };
}
