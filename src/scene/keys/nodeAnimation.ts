import { Animation } from "@babylonjs/core/Animations/animation.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { NodeChannel } from "../host/index.js";
import type { Floats, FromComponents, SamplerKeys } from "./keyData.js";
import { OnDemandAnimation } from "./onDemandAnimation.js";

const MAKERS: { readonly [property: string]: FromComponents } = {
  position: (from, at) => Vector3.FromArray(from, at),
  rotationQuaternion: (from, at) => Quaternion.FromArray(from, at),
  scaling: (from, at) => Vector3.FromArray(from, at),
  influence: (from, at) => from[at],
  weight: (from, at) => from[at],
};

/**
 * Creates the animation of a channel of a node, or of one morph target of a channel of weights.
 * @param offset the index of the first component in the sampler's values
 */
export function createNodeAnimation(
  name: string,
  { property, dataType, width }: NodeChannel,
  sampler: SamplerKeys,
  offset: number,
  fps: number,
): OnDemandAnimation {
  const isRotation = dataType === Animation.ANIMATIONTYPE_QUATERNION;
  const data = { sampler, offset, width, isRotation, fromComponents: MAKERS[property]!, hasEndTangents: true };
  return new OnDemandAnimation(name, property, fps, dataType, data);
}

/** Whether times are finite and in order, as glTF demands. Other times are left to Babylon. */
export function areOrdered({ array, at, length }: Floats): boolean {
  let isOrdered = Number.isFinite(array[at]) && Number.isFinite(array[at + length - 1]);
  for (let i = at + 1; i < at + length; i++) {
    isOrdered &&= array[i]! >= array[i - 1]!;
  }
  return isOrdered;
}
