import type { Scene } from "@babylonjs/core/scene.js";
import { GroupAnimatable } from "../host/index.js";
import { evaluatorOf } from "./animatableEvaluator.js";
import { type AnimatedProperty, knownPropertyOf, type PropertyUser } from "./properties/animatedProperty.js";

/**
 * Finds the groups that have to be posed in the scene's animation step, because they share a property with an animatable that Babylon evaluates, or
 * with a group found before. Babylon's order and Babylon's mixing then hold for both.
 */
export class StepSharing {
  private _sharing: ReadonlySet<PropertyUser> = new Set();
  /** The properties that were shared at any time in this frame: the poses of groups that have ended may still wait for the step. */
  private _shared: ReadonlySet<AnimatedProperty> = NO_PROPERTIES;

  constructor(private readonly _scene: Scene) {}

  /** Call it in each frame before groups are posed. */
  update(): void {
    this._shared = NO_PROPERTIES;
    this.extend();
  }

  /** Call it when a group starts while others are posed. */
  extend(): void {
    const properties = this._findShared();
    if (properties.length > 0 || this._sharing.size > 0) {
      this._share(properties); // a function of its own: calling one with closures allocates, even if it returns before them
    }
  }

  /** The properties that groups share with Babylon's animatables. */
  private _findShared(): readonly AnimatedProperty[] {
    const { animatables } = this._scene;
    let shared = NONE;
    for (let i = 0; i < animatables.length; i++) {
      const animatable = animatables[i]!;
      if (animatable instanceof GroupAnimatable) {
        continue;
      }
      const isDriven = evaluatorOf(animatable) !== undefined;
      if (animatable.paused && !isDriven) {
        continue;
      }
      for (const { animation } of animatable.getAnimations()) {
        const property = knownPropertyOf(animatable.target as object, animation);
        if (property && (isDriven ? areSeveral(property.users) : property.users.length > 0)) {
          shared = shared === NONE ? [property] : shared;
          shared.push(property);
        }
      }
    }
    return shared;
  }

  private _share(shared: readonly AnimatedProperty[]): void {
    const properties = new Set([...this._shared, ...shared]);
    const sharing = new Set<PropertyUser>();
    // both sets grow while they are walked
    for (const { users } of properties) {
      for (const user of users) {
        if (!sharing.has(user)) {
          sharing.add(user);
          user.animated.forEach((property) => properties.add(property));
        }
      }
    }
    this._sharing.forEach((user) => {
      user.isInStep = sharing.has(user);
    });
    sharing.forEach((user) => {
      user.isInStep = true;
    });
    this._sharing = sharing;
    this._shared = properties;
  }
}

const NONE: AnimatedProperty[] = [];
const NO_PROPERTIES: ReadonlySet<AnimatedProperty> = new Set();

/** A group that animates a property twice is among its users twice. */
function areSeveral(users: readonly PropertyUser[]): boolean {
  for (let i = 1; i < users.length; i++) {
    if (users[i] !== users[0]) {
      return true;
    }
  }
  return false;
}
