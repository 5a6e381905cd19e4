import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import type { SamplerData } from "../host/gltfLoader.js";
import { AssetError } from "../schema/index.js";
import type { ValueKind } from "./pointerTarget.js";

/** `AnimationKeyInterpolation.STEP` */
const STEP = 1;

/** Builds the keys of an animation: values of a kind out of those that a sampler has for each time, from an offset on. */
export type BuildKeys = (kind: ValueKind, offset: number) => IAnimationKey[];

/** @param width how many components the sampler has for each time */
export function keyBuilder({ input, output, interpolation }: SamplerData, width: number, fps: number): BuildKeys {
  const isSpline = interpolation === "CUBICSPLINE";
  const tangents = isSpline ? output.map((value) => value / fps) : output; // per second in glTF, per frame in Babylon
  const create = ({ fromArray }: ValueKind, frame: number, at: number): IAnimationKey => {
    if (isSpline) {
      const [inTangent, outTangent] = [fromArray(tangents, at), fromArray(tangents, at + 2 * width)];
      return { frame, inTangent, value: fromArray(output, at + width), outTangent };
    }
    const value = fromArray(output, at);
    return interpolation === "STEP" ? { frame, value, interpolation: STEP } : { frame, value };
  };
  return (kind, offset) => {
    const keys = new Array<IAnimationKey>(input.length);
    for (let i = 0; i < input.length; i++) {
      keys[i] = create(kind, input[i]! * fps, i * width * (isSpline ? 3 : 1) + offset);
    }
    if (isSpline && keys.length > 0) {
      holdEnds(keys);
    }
    return keys;
  };
}

/**
 * Drops the tangents at the ends, which glTF does not use. Babylon's loader makes all animations of a group equally long by repeating their
 * first and last keys; with their tangents repeated as well, the value would not hold there.
 */
function holdEnds(keys: IAnimationKey[]): void {
  keys[0]!.inTangent = undefined;
  keys[keys.length - 1]!.outTangent = undefined;
}

/**
 * @param width how many components the sampler has for each time
 * @throws AssetError where a time or a value is not finite; tangents that glTF does not use may be anything
 */
export function expectFinite(place: string, { input, output, interpolation }: SamplerData, width: number): void {
  const unused = interpolation === "CUBICSPLINE" ? width : 0;
  for (const [what, numbers] of [
    ["times", input],
    ["values", output.subarray(unused, output.length - unused)],
  ] as const) {
    const wrong = numbers.find((number) => !Number.isFinite(number));
    if (wrong !== undefined) {
      throw new AssetError(place, `must have finite ${what} (got ${wrong})`);
    }
  }
}
