import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { type Blending } from "../host/index.js";
import { blendInto, type Numbers } from "../../gltf/sampling/index.js";
import { overridesOf } from "./evaluationChoice.js";
import type { AnimatedProperty } from "./properties/animatedProperty.js";
import { kindOf, putValue } from "./properties/valueKind.js";

const blended = new Float64Array(4);

/** Blends a channel from the value before the start of a clip to the animated value, as `Animation.enableBlending` does: in steps of `blendingSpeed`. */
export class ChannelBlend {
  /** The part of the animated value in the next pose; above 1 at the end of blending. */
  factor = 0;
  /** The value before the start; null until the first pose. */
  from: Float64Array | null = null;

  constructor(private readonly _channel: TargetedAnimation) {}

  get isOver(): boolean {
    return this.factor > 1;
  }

  /** The state as Babylon keeps it. */
  get state(): Blending {
    const { factor, from } = this;
    const value = from && (kindOf(this._channel.animation)!.create?.() ?? from[0]);
    if (typeof value === "object") {
      value?.fromArray(from as unknown as Float32Array, 0);
    }
    return { factor, from: value };
  }

  set state({ factor, from }: Blending) {
    const kind = kindOf(this._channel.animation);
    this.factor = factor;
    this.from = kind && from !== null ? new Float64Array(kind.size) : null;
    if (this.from) {
      putValue(from, this.from, 0);
    }
  }

  /** Blends an animated value, in place, and makes a step. */
  apply(property: AnimatedProperty, values: Numbers, at: number): void {
    const { kind } = property;
    if (!this.from || (kind.size === 1 && this.from[0] === 0)) {
      this.from ??= new Float64Array(kind.size); // Babylon takes a number of 0 for one that it has not read yet
      property.read(this.from, 0);
    }
    blended.set(this.from);
    blendInto(blended, 0, values, at, kind, this.factor);
    for (let i = 0; i < kind.size; i++) {
      values[at + i] = blended[i]!;
    }
    this.factor += overridesOf(this._channel).blendingSpeed;
  }
}

/** The blending of those channels whose animations, or whose targets, enable blending; null for none. */
export function blendsOf(channels: readonly TargetedAnimation[]): Map<TargetedAnimation, ChannelBlend> | null {
  let blends: Map<TargetedAnimation, ChannelBlend> | null = null;
  for (let i = 0; i < channels.length; i++) {
    const channel = channels[i]!;
    if (overridesOf(channel).enableBlending) {
      blends ??= new Map<TargetedAnimation, ChannelBlend>();
      blends.set(channel, new ChannelBlend(channel));
    }
  }
  return blends;
}
