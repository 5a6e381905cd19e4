import type { AnimatedProperty, PropertyUser } from "../../src/evaluation/properties/animatedProperty.js";

/** A user of properties that does nothing. */
export function createUser(...animated: readonly AnimatedProperty[]): PropertyUser {
  return {
    ...{ playOrder: 0, startNumber: 0, animated, isInStep: false },
    holdStops: () => undefined,
    stopTarget: () => undefined,
  };
}
