import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import type { SamplerData } from "../host/gltfAnimation.js";
import { AssetError } from "../schema/index.js";
import type { ValueKind } from "./valueKind.js";

/** `AnimationKeyInterpolation.STEP` */
const STEP = 1;

/** Builds the keys of an animation out of the data of a sampler, from a component on. */
export type BuildKeys = (kind: ValueKind, offset: number) => IAnimationKey[];

/**
 * Without the first in-tangent and the last out-tangent, which glTF does not use (appendix C.5). Babylon's loader makes all animations of
 * a group equally long by repeating their first and last keys; repeated with these tangents, the value would not hold there.
 * @param width the number of components that the sampler has for each time
 */
export function keyBuilder({ input, output, interpolation }: SamplerData, width: number, fps: number): BuildKeys {
  const last = input.length - 1;
  if (interpolation === "CUBICSPLINE") {
    const tangents = output.map((value) => value / fps); // per second in glTF, per frame in Babylon
    return buildEach(({ fromArray }, i, offset) => {
      const at = 3 * i * width + offset;
      const inTangent = i > 0 ? fromArray(tangents, at) : undefined;
      const outTangent = i < last ? fromArray(tangents, at + 2 * width) : undefined;
      return { frame: input[i]! * fps, inTangent, value: fromArray(output, at + width), outTangent };
    });
  }
  const more = interpolation === "STEP" ? { interpolation: STEP } : {};
  return buildEach(({ fromArray }, i, offset) => ({ frame: input[i]! * fps, value: fromArray(output, i * width + offset), ...more }));

  function buildEach(create: (kind: ValueKind, i: number, offset: number) => IAnimationKey): BuildKeys {
    return (kind, offset) => Array.from(input, (_, i) => create(kind, i, offset));
  }
}

/**
 * @param width the number of components that the sampler has for each time
 * @throws AssetError where a time or a value is not finite; tangents that glTF does not use may be anything
 */
export function expectFinite(place: string, { input, output, interpolation }: SamplerData, width: number): void {
  const unused = interpolation === "CUBICSPLINE" ? width : 0;
  const wrongTime = firstNotFinite(input, 0, input.length);
  const wrongValue = firstNotFinite(output, unused, output.length - unused);
  if (wrongTime >= 0 || wrongValue >= 0) {
    const got = wrongTime >= 0 ? input[wrongTime] : output[wrongValue];
    throw new AssetError(place, `must have finite ${wrongTime >= 0 ? "times" : "values"} (got ${got})`);
  }
}

function firstNotFinite(numbers: ArrayLike<number>, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    if (!Number.isFinite(numbers[i])) {
      return i;
    }
  }
  return -1;
}
