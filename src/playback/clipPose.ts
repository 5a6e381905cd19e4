import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { excerpt, show } from "../messages/show.js";
import { Pose, PoseLayout, blendInto } from "../sampling/index.js";
import { flushComponents, type AnimatedProperty } from "./animatedProperty.js";
import { bind, type ClipBinding } from "./clipBinding.js";

/** What the poses of the same properties are, each once. */
class ClipLayout extends PoseLayout {
  /** Which slot each property has. */
  readonly slotOf: ReadonlyMap<AnimatedProperty, number>;

  constructor(readonly properties: readonly AnimatedProperty[]) {
    super(properties.map(({ slot }) => slot));
    this.slotOf = new Map(properties.map((property, i) => [property, i]));
  }
}

/** By the first of their properties; weak, since a material may outlive many copies of what else is animated with it. */
const layouts = new WeakMap<AnimatedProperty, readonly WeakRef<ClipLayout>[]>();

/** The layout of some properties, the same one for the same in the same order, so that their poses can be blended. */
function layoutOf(all: readonly AnimatedProperty[]): ClipLayout {
  const properties = [...new Set(all)];
  const [first] = properties;
  const known = ((first && layouts.get(first)) ?? []).flatMap((reference) => reference.deref() ?? []);
  const isSame = ({ properties: others }: ClipLayout): boolean =>
    others.length === properties.length && others.every((other, i) => other === properties[i]);
  const found = known.find(isSame);
  if (found) {
    return found;
  }
  const layout = new ClipLayout(properties);
  if (first) {
    layouts.set(
      first,
      [...known, layout].map((each) => new WeakRef(each)),
    );
  }
  return layout;
}

/**
 * The values of animated Babylon properties at one moment: of a clip ({@link ClipAnimationGroup.sample}), or of an asset at rest
 * ({@link GetRestPose}). Poses of the same clip, and rest poses of the same asset, have the same layout, so that they can be blended.
 * @experimental follows draft specifications
 */
export class ClipPose extends Pose {
  /** @internal */
  declare readonly layout: ClipLayout;

  /** @internal */
  constructor(layout: ClipLayout) {
    super(layout);
  }

  /** @internal For each slot of the layout, the property that it is for. */
  get properties(): readonly AnimatedProperty[] {
    return this.layout.properties;
  }
}

/**
 * Samples what a binding animates.
 * @param pose receives the values of those of its properties that are animated; without it, a new pose is made
 */
export function samplePose(binding: ClipBinding, timestamp: number, pose?: ClipPose): ClipPose {
  const { scratch, offsets } = binding.compiled;
  binding.sample({ timestamp }, scratch);
  const target = pose ?? new ClipPose(layoutOf(binding.properties));
  const { layout } = target;
  binding.properties.forEach((property, i) => {
    const slot = layout.slotOf.get(property);
    if (slot !== undefined) {
      const from = offsets[i]!;
      target.values.set(scratch.subarray(from, from + property.slot.size), layout.offsets[slot]);
    }
  });
  return target;
}

/**
 * Writes a pose to the Babylon objects it was sampled from. What plays writes its own in the next frame.
 * @param weight 0..1, how much of it is blended into what the objects show
 * @throws RangeError for another weight
 */
export function ApplyPose({ layout, properties, values }: ClipPose, weight = 1): void {
  if (!(Number.isFinite(weight) && weight >= 0 && weight <= 1)) {
    throw new RangeError(`weight: must be within 0..1 (got ${show(weight)})`);
  }
  if (weight === 0) {
    return;
  }
  const shown = new Float64Array(layout.length);
  const share = { amount: weight };
  properties.forEach((property, i) => {
    const offset = layout.offsets[i]!;
    property.remember();
    if (weight < 1) {
      property.read(shown, offset);
      blendInto(shown, offset, values, offset, property.slot, share);
    }
    property.write(weight < 1 ? shown : values, offset);
  });
  flushComponents();
}

/** What has animation groups: a scene, an asset container, the instances made of one, or the result of loading. */
export interface AnimationGroupOwner {
  readonly animationGroups: readonly AnimationGroup[];
}

/** @throws RangeError where there are none */
export function groupsOf(owner: AnimationGroupOwner): readonly AnimationGroup[] {
  const groups: unknown = (owner as AnimationGroupOwner | undefined)?.animationGroups;
  if (!Array.isArray(groups)) {
    throw new RangeError(`owner: must have animationGroups (got ${show(owner)})`);
  }
  return groups as AnimationGroup[];
}

/** The groups that a rest pose was found to lack. */
const lacking = new WeakSet<AnimationGroup>();

/** @returns nothing, with one warning for each group, where it cannot be compiled */
function bindResting(group: AnimationGroup): readonly ClipBinding[] {
  const binding = bind(group, null);
  if (typeof binding !== "string") {
    return [binding];
  }
  if (!lacking.has(group)) {
    lacking.add(group);
    Logger.Warn(
      `rest pose: animation groups must be such that can be compiled (got ${excerpt(group.name)}: ${binding}); what it animates is left out`,
    );
  }
  return [];
}

/**
 * The pose of an asset before any of its clips moved it: of all that its animation groups animate and that can be compiled; others are left
 * out, with a warning. What Babylon's own groups have moved before is taken as it is.
 * @throws RangeError where the argument has no animation groups
 */
export function GetRestPose(owner: AnimationGroupOwner): ClipPose {
  const bindings = groupsOf(owner).flatMap(bindResting);
  const pose = new ClipPose(layoutOf(bindings.flatMap((binding) => binding.properties)));
  pose.properties.forEach((property, i) => {
    property.remember();
    pose.values.set(property.original!, pose.layout.offsets[i]);
  });
  return pose;
}

/** Puts an asset back to rest: {@link GetRestPose}, applied. Clips that play pose it again in the next frame. */
export function ApplyRestPose(owner: AnimationGroupOwner): void {
  ApplyPose(GetRestPose(owner));
}
