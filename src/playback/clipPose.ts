import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Pose, PoseLayout, blendInto } from "../sampling/index.js";
import { flushComponents, type AnimatedProperty } from "./animatedProperty.js";
import { bind, type ClipBinding } from "./clipBinding.js";

/**
 * The values of animated Babylon properties at one moment: of a clip ({@link ClipAnimationGroup.sample}), or of an asset at rest
 * ({@link GetRestPose}). Poses of the same clip have the same layout, so that they can be blended.
 * @experimental follows draft specifications
 */
export class ClipPose extends Pose {
  /** @param properties for each slot of the layout, the one that it is for */
  constructor(
    layout: PoseLayout,
    readonly properties: readonly AnimatedProperty[],
  ) {
    super(layout);
  }
}

/** The layout of each set of properties, so that poses of the same ones can be blended. */
const layouts = new WeakMap<ClipBinding, { readonly layout: PoseLayout; readonly properties: readonly AnimatedProperty[] }>();

function layoutOf(binding: ClipBinding): { readonly layout: PoseLayout; readonly properties: readonly AnimatedProperty[] } {
  let known = layouts.get(binding);
  if (!known) {
    const properties = [...new Set(binding.properties)];
    known = { layout: new PoseLayout(properties.map(({ slot }) => slot)), properties };
    layouts.set(binding, known);
  }
  return known;
}

/**
 * Samples what a binding animates.
 * @param pose receives the values of those of its properties that are animated; without it, a new pose is made
 */
export function samplePose(binding: ClipBinding, timestamp: number, pose?: ClipPose): ClipPose {
  const { scratch, offsets } = binding.compiled;
  binding.sample(timestamp, scratch);
  const { layout, properties } = layoutOf(binding);
  const target = pose ?? new ClipPose(layout, properties);
  const slots = slotsOf(target);
  binding.properties.forEach((property, i) => {
    const slot = slots.get(property);
    if (slot !== undefined) {
      const from = offsets[i]!;
      target.values.set(scratch.subarray(from, from + property.slot.size), target.layout.offsets[slot]);
    }
  });
  return target;
}

const slotsOfProperties = new WeakMap<readonly AnimatedProperty[], ReadonlyMap<AnimatedProperty, number>>();

function slotsOf({ properties }: ClipPose): ReadonlyMap<AnimatedProperty, number> {
  const slots = slotsOfProperties.get(properties) ?? new Map(properties.map((property, i) => [property, i]));
  slotsOfProperties.set(properties, slots);
  return slots;
}

/**
 * Writes a pose to the Babylon objects it was sampled from. What plays writes its own in the next frame.
 * @param weight 0..1, how much of it is blended into what the objects show
 * @throws RangeError for another weight
 */
export function ApplyPose({ layout, properties, values }: ClipPose, weight = 1): void {
  if (!(weight >= 0 && weight <= 1)) {
    throw new RangeError(`weight: must be within 0..1 (got ${weight})`);
  }
  const shown = new Float64Array(layout.length);
  properties.forEach((property, i) => {
    const offset = layout.offsets[i]!;
    property.remember();
    if (weight < 1) {
      property.read(shown, offset);
      blendInto(shown, offset, values, offset, property.slot, weight);
    }
    property.write(weight < 1 ? shown : values, offset);
  });
  flushComponents();
}

/** What has animation groups: a scene, an asset container, the instances made of one, or the result of loading. */
export interface AnimationGroupOwner {
  readonly animationGroups: readonly AnimationGroup[];
}

/**
 * The pose of an asset before any of its clips moved it: of all that its animation groups animate and that can be compiled. What Babylon's own
 * groups have moved before is taken as it is.
 */
export function GetRestPose({ animationGroups }: AnimationGroupOwner): ClipPose {
  const bindings = animationGroups.map((group) => bind(group, null)).filter((binding) => typeof binding !== "string");
  const properties = [...new Set(bindings.flatMap((binding) => binding.properties))];
  const pose = new ClipPose(new PoseLayout(properties.map(({ slot }) => slot)), properties);
  properties.forEach((property, i) => {
    property.remember();
    pose.values.set(property.original!, pose.layout.offsets[i]);
  });
  return pose;
}

/** Puts an asset back to rest: {@link GetRestPose}, applied. Clips that play pose it again in the next frame. */
export function ApplyRestPose(owner: AnimationGroupOwner): void {
  ApplyPose(GetRestPose(owner));
}
