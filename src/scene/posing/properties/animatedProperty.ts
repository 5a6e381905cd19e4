import type { Animation } from "@babylonjs/core/Animations/animation.js";
import { logError } from "../../host/index.js";
import type { Numbers } from "../../../gltf/sampling/index.js";
import { getOrMake } from "../../../gltf/util/index.js";
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
  /**
   * Stops animating a target.
   * @param startNumber the start that is meant: the clip may have been started again since
   */
  stopTarget(target: object, isMeant: (animation: Animation) => boolean, startNumber: number): void;
}

type Users = readonly PropertyUser[];

/** The list of users before the first user; most properties that are read have no user. */
const NONE: Users = [];

/** What an animated property of many objects has in common: its name, its data type, and the functions that read and write it. */
interface PropertyType {
  readonly name: string;
  readonly dataType: number;
  readonly kind: ValueKind;
  readonly access: PropertyAccess<object>;
}

const types = new WeakMap<PropertyAccess<object>, PropertyType[]>();

function typeOf(access: PropertyAccess<object>, kind: ValueKind, { targetProperty: name, dataType }: Animation): PropertyType {
  const known = getOrMake(types, access, (): PropertyType[] => []);
  let type = known.find((each) => each.name === name && each.dataType === dataType);
  if (!type) {
    type = { name, dataType, kind, access };
    known.push(type);
  }
  return type;
}

/**
 * An animated property of a Babylon object as numbers, shared by all clips that animate it. Its values before clips animated it lie in arrays with those
 * of other properties.
 */
export class AnimatedProperty {
  /** The array with the value before the current users began to animate the property. The same as that of the original for the first users. */
  restValues: Float64Array | null = null;
  restAt = 0;
  /** The number of times that a value at rest was read: one that was kept may be older. */
  restNumber = 0;
  private _originalValues: Float64Array | null = null;
  private _originalAt = 0;
  /** The current users of the property, in no order. Properties that are used alike have the same list, which does not change. */
  users = NONE;
  /** The data of `PropertyAccess.create`, such as the value object that is assigned: no object of the application changes. */
  readonly own: unknown;

  constructor(
    readonly target: object,
    private readonly _type: PropertyType,
  ) {
    this.own = _type.access.create?.(target);
  }

  get kind(): ValueKind {
    return this._type.kind;
  }

  get access(): PropertyAccess<object> {
    return this._type.access;
  }

  isOf({ targetProperty, dataType }: Pick<Animation, "targetProperty" | "dataType">): boolean {
    return this._type.name === targetProperty && this._type.dataType === dataType;
  }

  write(values: Numbers, at: number): void {
    this.access.write(this.target, values, at, this.own);
  }

  read(values: Numbers, at: number): void {
    this.access.read(this.target, values, at);
  }

  /** The value before the current users began to animate the property; null before the first. */
  get rest(): Float64Array | null {
    return this.restValues?.subarray(this.restAt, this.restAt + this.kind.size) ?? null;
  }

  /** The value before the first animation of the property; null before that. */
  get original(): Float64Array | null {
    return this._originalValues?.subarray(this._originalAt, this._originalAt + this.kind.size) ?? null;
  }

  get hasOriginal(): boolean {
    return this._originalValues !== null;
  }

  /** Adds a user. The current value becomes the value at rest if there was no user. */
  acquire(user: PropertyUser): void {
    this.readRest(new Float64Array(this.kind.size), 0);
    this.users = [...this.users, user];
  }

  release(user: PropertyUser): void {
    this.users = without(this.users, user);
  }

  /**
   * Reads the value at rest, unless the property has users.
   * @param values to keep it in
   */
  readRest(values: Float64Array, at: number): void {
    if (this.users.length > 0) {
      return;
    }
    this.restNumber++;
    if (this.hasOriginal) {
      this.restValues = values;
      this.restAt = at;
      this.read(values, at);
    } else {
      this.remember(values, at);
      this.restValues = values;
      this.restAt = at;
    }
  }

  /**
   * Keeps the current value as the original value, unless the original value is known already.
   * @param values to keep it in
   */
  remember(values: Float64Array = new Float64Array(this.kind.size), at = 0): void {
    if (!this.hasOriginal) {
      this._originalValues = values;
      this._originalAt = at;
      this.read(values, at);
    }
  }

  /** Stops all clips that animate the property, after an error that would come back in each frame. */
  fail(error: unknown): void {
    logError(`${this._type.name}: cannot be animated`, error);
    const starts = new Map(this.users.map((user) => [user, user.startNumber]));
    starts.forEach((startNumber, user) => user.stopTarget(this.target, (animation) => this.isOf(animation), startNumber));
  }
}

/** A list of users with one occurrence of a user less. */
export function without(users: Users, user: PropertyUser): Users {
  const index = users.lastIndexOf(user);
  return index < 0 ? users : users.length === 1 ? NONE : users.filter((_, i) => i !== index);
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
  const property = access && new AnimatedProperty(target, typeOf(access, kind, animation));
  if (property) {
    properties.set(target, ofTarget ? ofTarget.concat(property) : [property]); // a spread would leave room for 16 more
  }
  return property;
}
