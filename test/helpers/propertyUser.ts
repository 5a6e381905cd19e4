import type { AnimatedProperty, PropertyUser } from "../../src/scene/posing/properties/animatedProperty.js";

/** A user of properties that does nothing. */
export function createUser(...animated: readonly AnimatedProperty[]): PropertyUser {
  return {
    ...{ playOrder: 0, startNumber: 0, animated, mixedLayer: 0, isInStep: false },
    shows: (property) => animated.includes(property),
    holdStops: () => undefined,
    stopTarget: () => undefined,
  };
}
