import type { Animation } from "@babylonjs/core/Animations/animation.js";
import { logError } from "../../host/index.js";
import type { Numbers } from "../../../gltf/sampling/index.js";
import { accessTo, type PropertyAccess } from "./propertyAccess.js";
import { kindOf, type ValueKind } from "./valueKind.js";

/** A clip that animates properties. */
export interface PropertyUser {
  /** The `playOrder` of the group. Users are ordered by `playOrder`, then by `startNumber`. */
  readonly playOrder: number;
  /** The number of the start, higher than the numbers of earlier starts. */
  readonly startNumber: number;
  /** The properties that the clip animates. */
  readonly animated: readonly AnimatedProperty[];
  /** The layer in which the clip is mixed; 0 where Babylon mixes it. */
  readonly mixedLayer: number;
  /** Whether the clip is posed in the scene's animation step, in its turn. Otherwise, it is posed before the step. */
  isInStep: boolean;
  /** Whether frames give the property a value by this clip. */
  shows(property: AnimatedProperty): boolean;
  /** Holds back the ends of a target's channels until `stopTarget`. Channels that are added until then play on. */
  holdStops(target: object, isMeant: (animation: Animation) => boolean): void;
  /** Stops animating a target. */
  stopTarget(target: object, isMeant: (animation: Animation) => boolean): void;
}

/** The list of users before the first user; most properties that are read have no user. */
const NONE: PropertyUser[] = [];

/** An animated property of a Babylon object as numbers, shared by all clips that animate it. */
export class AnimatedProperty {
  /** The value before the current users began to animate the property. The same array as `original` for the first users. */
  rest: Float64Array | null = null;
  /** The value before the first animation of the property. */
  original: Float64Array | null = null;
  /** The current users of the property, in no order. */
  users = NONE;
  /** The data of `PropertyAccess.create`, such as the value object that is assigned: no object of the application changes. */
  readonly own: unknown;
  private readonly _name: string;
  private readonly _dataType: number;

  constructor(
    readonly target: object,
    readonly kind: ValueKind,
    readonly access: PropertyAccess<object>,
    { targetProperty, dataType }: Animation,
  ) {
    this._name = targetProperty;
    this._dataType = dataType;
    this.own = access.create?.(target);
  }

  isOf({ targetProperty, dataType }: Pick<Animation, "targetProperty" | "dataType">): boolean {
    return this._name === targetProperty && this._dataType === dataType;
  }

  write(values: Numbers, at: number): void {
    this.access.write(this.target, values, at, this.own);
  }

  read(values: Numbers, at: number): void {
    this.access.read(this.target, values, at);
  }

  /** Adds a user. The current value becomes the value at rest if there was no user. */
  acquire(user: PropertyUser): void {
    if (!this.original) {
      this.remember();
      this.rest = this.original;
    } else if (this.users.length === 0) {
      this.rest = new Float64Array(this.kind.size); // a pose that waits in the mixer may need the one before
      this.read(this.rest, 0);
    }
    if (this.users === NONE) {
      this.users = [user];
    } else {
      this.users.push(user);
    }
  }

  release(user: PropertyUser): void {
    const { users } = this;
    const index = users.lastIndexOf(user);
    if (index >= 0) {
      users[index] = users[users.length - 1]!;
      users.pop();
    }
  }

  /** Keeps the current value as the original value, unless the original value is known already. */
  remember(): void {
    if (!this.original) {
      this.original = new Float64Array(this.kind.size);
      this.read(this.original, 0);
    }
  }

  /** Stops all clips that animate the property, after an error that would come back in each frame. */
  fail(error: unknown): void {
    logError(`${this._name}: cannot be animated`, error);
    new Set(this.users).forEach((user) => user.stopTarget(this.target, (animation) => this.isOf(animation)));
  }
}

const properties = new WeakMap<object, AnimatedProperty[]>();

/** The properties of a target for which {@link propertyOf} has been called. */
export function propertiesOf(target: object): readonly AnimatedProperty[] {
  return properties.get(target) ?? [];
}

/** The property that an animation animates on a target; null if the target lacks the property. */
export function propertyOf(target: object, animation: Animation): AnimatedProperty | null {
  const ofTarget = properties.get(target);
  const known = ofTarget?.find((property) => property.isOf(animation));
  if (known) {
    return known;
  }
  const kind = kindOf(animation)!;
  const access = accessTo(target, animation, kind);
  const property = access && new AnimatedProperty(target, kind, access, animation);
  if (property) {
    properties.set(target, [...(ofTarget ?? []), property]);
  }
  return property;
}
