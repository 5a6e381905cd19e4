import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import type { SamplerData } from "../host/gltfLoader.js";
import type { ValueKind } from "./pointerTarget.js";

/** `AnimationKeyInterpolation.STEP` */
const STEP = 1;

/** Builds the keys of an animation: values of a kind out of those that a sampler has for each time, from an offset on. */
export type BuildKeys = (kind: ValueKind, offset: number) => IAnimationKey[];

/** @param width how many components the sampler has for each time */
export function keyBuilder({ input, output, interpolation }: SamplerData, width: number, fps: number): BuildKeys {
  if (interpolation === "CUBICSPLINE") {
    const tangents = output.map((value) => value / fps); // per second in glTF, per frame in Babylon
    return ({ fromArray }, offset) =>
      build(input, fps, (frame, i) => {
        const at = i * 3 * width + offset;
        const inTangent = fromArray(tangents, at);
        return { frame, inTangent, value: fromArray(output, at + width), outTangent: fromArray(tangents, at + 2 * width) };
      });
  }
  if (interpolation === "STEP") {
    return ({ fromArray }, offset) =>
      build(input, fps, (frame, i) => ({ frame, value: fromArray(output, i * width + offset), interpolation: STEP }));
  }
  return ({ fromArray }, offset) => build(input, fps, (frame, i) => ({ frame, value: fromArray(output, i * width + offset) }));
}

function build(input: Float32Array, fps: number, create: (frame: number, i: number) => IAnimationKey): IAnimationKey[] {
  const keys = new Array<IAnimationKey>(input.length);
  for (let i = 0; i < input.length; i++) {
    keys[i] = create(input[i]! * fps, i);
  }
  return keys;
}
