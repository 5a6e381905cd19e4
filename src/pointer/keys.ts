import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import type { SamplerData } from "../host/gltfAnimation.js";
import { AssetError } from "../schema/index.js";
import type { ValueKind } from "./valueKind.js";

/** `AnimationKeyInterpolation.STEP` */
const STEP = 1;

/** Builds the keys of an animation out of the data of a sampler, from a component on. */
export type BuildKeys = (kind: ValueKind, offset: number) => IAnimationKey[];

/** @param width the number of components that the sampler has for each time */
export function keyBuilder({ input, output, interpolation }: SamplerData, width: number, fps: number): BuildKeys {
  const build = (create: (kind: ValueKind, frame: number, at: number) => IAnimationKey, stride: number): BuildKeys => {
    return (kind, offset) => {
      const keys = new Array<IAnimationKey>(input.length);
      for (let i = 0; i < input.length; i++) {
        keys[i] = create(kind, input[i]! * fps, i * stride + offset);
      }
      return keys;
    };
  };
  switch (interpolation) {
    case "STEP":
      return build(({ fromArray }, frame, at) => ({ frame, value: fromArray(output, at), interpolation: STEP }), width);
    case "CUBICSPLINE": {
      const tangents = output.map((value) => value / fps); // per second in glTF, per frame in Babylon
      const buildAll = build(({ fromArray }, frame, at) => {
        const [inTangent, outTangent] = [fromArray(tangents, at), fromArray(tangents, at + 2 * width)];
        return { frame, inTangent, value: fromArray(output, at + width), outTangent };
      }, 3 * width);
      return (kind, offset) => holdEnds(buildAll(kind, offset));
    }
    default:
      return build(({ fromArray }, frame, at) => ({ frame, value: fromArray(output, at) }), width);
  }
}

/**
 * Drops the first in-tangent and the last out-tangent, which glTF does not use (appendix C.5). Babylon's loader makes all animations of a
 * group equally long by repeating their first and last keys; repeated with these tangents, the value would not hold there.
 */
function holdEnds(keys: IAnimationKey[]): IAnimationKey[] {
  if (keys.length > 0) {
    keys[0]!.inTangent = undefined;
    keys[keys.length - 1]!.outTangent = undefined;
  }
  return keys;
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
