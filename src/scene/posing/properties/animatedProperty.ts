import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { logError } from "../../host/index.js";
import { type Numbers, PoseLayout } from "../../../gltf/sampling/index.js";
import { getOrMake } from "../../../gltf/util/index.js";
import type { PropertyAccess } from "./propertyAccess.js";
import { isOfType, NO_USERS, type PropertyId, PropertyTable, type PropertyType, typeFor, type Users } from "./propertyTable.js";
import type { ValueKind } from "./valueKind.js";

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

/**
 * An animated property of a Babylon object as numbers, shared by all clips that animate it: a row of a table. A target has one of its properties in each
 * table from the beginning, and the others once they are asked for.
 */
export class AnimatedProperty {
  /** The data of `PropertyAccess.create`. */
  readonly own: unknown;
  private readonly _type: PropertyType;

  /** @param next another property of the target; null for none */
  constructor(
    readonly target: object,
    readonly table: PropertyTable,
    readonly row: number,
    public next: AnimatedProperty | null,
  ) {
    this.own = table.owns[row];
    this._type = table.shape.types[row]!;
  }

  get kind(): ValueKind {
    return this._type.kind;
  }

  get access(): PropertyAccess<object> {
    return this._type.access;
  }

  isOf(id: PropertyId): boolean {
    return isOfType(this._type, id);
  }

  write(values: Numbers, at: number): void {
    this.access.write(this.target, values, at, this.own);
  }

  read(values: Numbers, at: number): void {
    this.access.read(this.target, values, at);
  }

  /** The current users of the property, in no order. */
  get users(): Users {
    return this.table.usersOf(this.row);
  }

  /** The index of the value in the values of the table. */
  get at(): number {
    return this.table.shape.offsets[this.row]!;
  }

  /** The value before the current users began to animate the property; null before the first. */
  get rest(): Float64Array | null {
    return this._valueOf(this.table.rests);
  }

  /** The value before the first animation of the property; null before that. */
  get original(): Float64Array | null {
    return this._valueOf(this.table.originals);
  }

  private _valueOf(values: Float64Array | null): Float64Array | null {
    return this.hasOriginal ? values!.subarray(this.at, this.at + this.kind.size) : null;
  }

  get hasOriginal(): boolean {
    return this.table.hasOriginal(this.row);
  }

  /** The number of times that a value at rest was read since the first: one that was kept may be older. */
  get restNumber(): number {
    return this.table.restNumber(this.row);
  }

  release(user: PropertyUser): void {
    this.table.setUsers(this.row, without(this.users, user));
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
  return index < 0 ? users : users.length === 1 ? NO_USERS : users.filter((_, i) => i !== index);
}

/** The first property of each target. */
const firsts = new WeakMap<object, AnimatedProperty>();

/** The property of a target in a row of a table. */
export function propertyAt(target: object, table: PropertyTable, row: number): AnimatedProperty {
  const first = firsts.get(target) ?? null;
  for (let each = first; each; each = each.next) {
    if (each.table === table && each.row === row) {
      return each;
    }
  }
  const property = new AnimatedProperty(target, table, row, first?.next ?? null);
  if (first) {
    first.next = property;
  } else {
    firsts.set(target, property);
  }
  return property;
}

/** Whether a row of a table is that of a target. */
function isRowOf(target: object, table: PropertyTable, row: number): boolean {
  for (let each = firsts.get(target) ?? null; each; each = each.next) {
    for (let own = each.table === table ? each.row : -1; own >= 0; own = table.shape.nexts[own]!) {
      if (own === row) {
        return true;
      }
    }
  }
  return false;
}

/** The properties of a target that were bound. */
export function propertiesOf(target: object): readonly AnimatedProperty[] {
  const all = new Set<AnimatedProperty>();
  for (let each = firsts.get(target) ?? null; each; each = each.next) {
    for (let row = each.row; row >= 0; row = each.table.shape.nexts[row]!) {
      all.add(propertyAt(target, each.table, row));
    }
  }
  return [...all];
}

/** A property of a target; null if it was not bound. */
export function knownPropertyOf(target: object, id: PropertyId): AnimatedProperty | null {
  for (let each = firsts.get(target) ?? null; each; each = each.next) {
    const { types, nexts } = each.table.shape;
    for (let row = each.row; row >= 0; row = nexts[row]!) {
      if (isOfType(types[row]!, id)) {
        return propertyAt(target, each.table, row);
      }
    }
  }
  return null;
}

/** What animates a property. */
export type PropertyChannel = Pick<TargetedAnimation, "target" | "animation">;

/**
 * Makes a table of those properties that were not bound before.
 * @param offsets the index of the first component of each channel
 * @returns the first channel whose target lacks the property; null if none does
 */
export function bindProperties<Channel extends PropertyChannel>(channels: readonly Channel[], offsets: readonly number[]): Channel | null {
  const targets: object[] = [];
  const types: PropertyType[] = [];
  const typesOf = new Map<object, PropertyType[]>();
  for (const channel of channels) {
    const { animation } = channel;
    const target = channel.target as object;
    const ofTarget = getOrMake(typesOf, target, (): PropertyType[] => []);
    if (!knownPropertyOf(target, animation) && !ofTarget.some((each) => isOfType(each, animation))) {
      const type = Array.isArray(target) ? null : typeFor(target, animation);
      if (!type) {
        return channel;
      }
      ofTarget.push(type);
      types.push(type);
      targets.push(target);
    }
  }
  if (targets.length > 0) {
    const isAll = targets.length === channels.length;
    const table = new PropertyTable(targets, types, isAll ? offsets : new PoseLayout(types.map(({ kind }) => kind)).offsets);
    table.shape.heads.forEach((row) => propertyAt(targets[row]!, table, row));
  }
  return null;
}

/** The table whose rows are the properties of channels, in their order; null if there is none. */
export function tableOf(channels: readonly PropertyChannel[]): PropertyTable | null {
  const [first] = channels;
  for (let each = (first && firsts.get(first.target as object)) ?? null; each; each = each.next) {
    const { table } = each;
    const { types } = table.shape;
    const isRow = ({ target, animation }: PropertyChannel, row: number): boolean =>
      isOfType(types[row]!, animation) && isRowOf(target as object, table, row);
    if (types.length === channels.length && channels.every(isRow)) {
      return table;
    }
  }
  return null;
}
