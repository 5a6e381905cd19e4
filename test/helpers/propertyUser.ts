import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimatedProperty, PropertyUser } from "../../src/scene/posing/properties/animatedProperty.js";
import { listProperties, PropertyList } from "../../src/scene/posing/properties/propertyList.js";

/** A user of properties that does nothing. */
export function createUser(...animated: readonly AnimatedProperty[]): PropertyUser {
  return {
    ...{ playOrder: 0, startNumber: 0, animated, mixedLayer: 0, isInStep: false },
    shows: (property) => animated.includes(property),
    holdStops: () => undefined,
    stopTarget: () => undefined,
  };
}

/** The property that an animation animates on a target; null if the target lacks the property. */
export function propertyOf(target: object, animation: Animation): AnimatedProperty | null {
  const list = listProperties([{ target, animation }], [0]);
  return list instanceof PropertyList ? list.properties[0]! : null;
}

/** Adds a user of a property. */
export function addUser(property: AnimatedProperty, user: PropertyUser): void {
  new PropertyList([property], [0]).acquire(user);
}

/** Keeps the current value of a property as its original value, unless that is known already. */
export function remember(property: AnimatedProperty): void {
  new PropertyList([property], [0]).remember();
}
