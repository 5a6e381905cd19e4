import { type AnimationGroupOwner, groupsOf, logWarning } from "../host/index.js";
import { argumentError, excerpt } from "../../gltf/util/index.js";
import { Pose, PoseLayout } from "../../gltf/sampling/index.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AnimatedProperty } from "./properties/animatedProperty.js";
import { bind, type ClipBinding } from "./clipBinding.js";
import type { CompiledAnimations } from "./tracks/compile.js";
import { PropertyList } from "./properties/propertyList.js";

/** The layout of the poses of a list of distinct properties. */
class ClipLayout extends PoseLayout {
  /** The index of the slot of a property. */
  readonly slotOf: ReadonlyMap<AnimatedProperty, number>;
  readonly list: PropertyList;

  constructor(readonly properties: readonly AnimatedProperty[]) {
    super(properties.map(({ kind }) => kind));
    this.slotOf = new Map(properties.map((property, i) => [property, i]));
    this.list = new PropertyList(properties, this.offsets);
  }
}

/**
 * The known layouts by first property. The references are weak: a material may outlive many copies of the nodes that are animated with the
 * material.
 */
const layouts = new WeakMap<AnimatedProperty, readonly WeakRef<ClipLayout>[]>();

/** The layout of a list of properties. Equal lists share a layout, so that their poses can be blended. */
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
 * The values of animated Babylon properties at one moment: a pose of a clip ({@link ClipAnimationGroup.sample}), or the rest pose of an
 * asset ({@link GetRestPose}). Poses of the same clip, and rest poses of the same asset, have the same layout and can be blended.
 * @experimental follows draft specifications
 */
export class ClipPose extends Pose {
  /** @internal */
  declare readonly layout: ClipLayout;

  /** @internal */
  constructor(layout: ClipLayout) {
    super(layout);
  }

  /** @internal The property of each slot. */
  get properties(): readonly AnimatedProperty[] {
    return this.layout.properties;
  }
}

/**
 * Samples the properties of a binding.
 * @param pose the pose to write to; properties that the pose lacks are skipped. Default: a new pose
 */
export function samplePose({ properties: list }: ClipBinding, tracks: CompiledAnimations, timestamp: number, pose?: ClipPose): ClipPose {
  const { trackSet, scratch, offsets } = tracks;
  trackSet.sampleInto(timestamp, scratch);
  const target = pose ?? new ClipPose(layoutOf(list.properties));
  const { layout } = target;
  list.properties.forEach((property, i) => {
    const slot = layout.slotOf.get(property);
    if (slot !== undefined) {
      const from = offsets[i]!;
      target.values.set(scratch.subarray(from, from + property.kind.size), layout.offsets[slot]);
    }
  });
  return target;
}

/**
 * Writes a pose to the Babylon objects that the pose was sampled from. Playing clips write their own poses in the next frame.
 * @param weight 0..1; 1 shows the pose; lower weights blend the pose with the current values. Default 1
 * @throws TypeError or RangeError if the weight is not within 0..1
 * @experimental follows draft specifications
 */
export function ApplyPose(pose: ClipPose, weight = 1): void {
  if (!(Number.isFinite(weight) && weight >= 0 && weight <= 1)) {
    throw argumentError("weight", "must be within 0..1", weight, "number");
  }
  const { layout } = pose;
  if (weight > 0) {
    layout.list.remember();
    const shown = new ClipPose(layout);
    layout.list.read(shown.values);
    layout.list.write(shown.blend(pose, weight).values, null);
  }
}

/** The groups that were left out of rest poses, each with a warning. */
const lacking = new WeakSet<AnimationGroup>();

/** @returns the properties; an empty array, with one warning per group, if the group cannot be compiled */
function propertiesOfGroup(group: AnimationGroup): readonly AnimatedProperty[] {
  const { properties, tracks, obstacle } = bind(group, null);
  if (!tracks && !lacking.has(group)) {
    lacking.add(group);
    logWarning(`rest pose: animation groups must be compilable (got ${excerpt(group.name)}: ${obstacle}); its properties are left out`);
  }
  return properties.properties;
}

/**
 * The pose of an asset before any clip moved the asset. Contains all properties that the asset's animation groups animate; groups that
 * cannot be compiled are left out, with a warning. Properties that Babylon's own groups moved before have the current values.
 * @throws TypeError if the argument has no animation groups
 * @experimental follows draft specifications
 */
export function GetRestPose(owner: AnimationGroupOwner): ClipPose {
  const pose = new ClipPose(layoutOf(groupsOf(owner).flatMap(propertiesOfGroup)));
  const { list, offsets } = pose.layout;
  list.remember();
  list.properties.forEach(({ original }, i) => pose.values.set(original!, offsets[i]));
  return pose;
}

/**
 * Returns an asset to its rest pose: applies {@link GetRestPose}. Playing clips pose the asset again in the next frame.
 * @throws TypeError if the argument has no animation groups
 * @experimental follows draft specifications
 */
export function ApplyRestPose(owner: AnimationGroupOwner): void {
  ApplyPose(GetRestPose(owner));
}
