import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { type AnimatedProperty, knownPropertyOf } from "./properties/animatedProperty.js";
import type { Mixer } from "./properties/mixer.js";
import { flushComponents } from "./properties/propertyAccess.js";

/** The property of a channel, if a group has animated it. */
function animatedBy({ target, animation }: TargetedAnimation): AnimatedProperty | null {
  const property = knownPropertyOf(target as object, animation);
  return property?.hasOriginal ? property : null;
}

/** Whether frames give the property a value: of layer 0, or of a layer above. */
function isShown(property: AnimatedProperty, isMeant: (layer: number) => boolean): boolean {
  return property.users.some((user) => isMeant(user.mixedLayer) && user.shows(property));
}

/**
 * The values that do not follow from what plays: each property's that no group shows, such as the last pose of a group that was stopped, and what lies below
 * the layers above.
 * @param channels each property counts once, by its first channel
 * @returns for each channel, the components of its value; null where it follows from what plays
 */
export function readLeftValues(channels: readonly TargetedAnimation[], mixer: Mixer): (readonly number[] | null)[] {
  const seen = new Set<AnimatedProperty>();
  return channels.map((channel) => {
    const property = animatedBy(channel);
    if (!property || seen.has(property) || isShown(property, (layer) => layer === 0)) {
      return null;
    }
    seen.add(property);
    if (isShown(property, (layer) => layer > 0)) {
      return [...mixer.groundOf(property)];
    }
    const values = new Float64Array(property.kind.size);
    property.read(values, 0);
    return [...values];
  });
}

/**
 * Returns values to what {@link readLeftValues} has read. Properties without a value that no group shows get the one from before the first group.
 * @param valueOf gives the value of a channel by its index
 */
export function writeLeftValues(
  channels: readonly TargetedAnimation[],
  mixer: Mixer,
  valueOf: (index: number) => readonly number[] | undefined,
): void {
  const written = new Map<AnimatedProperty, Float64Array>();
  channels.forEach((channel, i) => {
    const property = animatedBy(channel);
    const value = valueOf(i);
    if (property && !isShown(property, (layer) => layer === 0) && (value?.length === property.kind.size || !written.has(property))) {
      written.set(property, value?.length === property.kind.size ? Float64Array.from(value) : property.original!);
    }
  });
  written.forEach((values, property) => {
    if (isShown(property, (layer) => layer > 0)) {
      mixer.setGround(property, values);
    } else {
      property.write(values, 0);
    }
  });
  flushComponents();
}
