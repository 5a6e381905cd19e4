import { Animation } from "@babylonjs/core/Animations/animation.js";
import { Color3, Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Quaternion, Vector2, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import type { FloatArray } from "@babylonjs/core/types.js";
import { isComponentTarget, type ComponentHolder, type ComponentTarget } from "../host/targets.js";
import { logError } from "../messages/log.js";
import type { Numbers, PoseSlot } from "../sampling/index.js";

/** A value of several components, as Babylon has them. */
export interface Parts {
  toArray(array: FloatArray, offset: number): unknown;
  fromArray(array: FloatArray, offset: number): unknown;
}

/** Puts the components of a value of Babylon's among others. */
export function putParts(parts: Parts, values: Numbers, at: number): void {
  parts.toArray(values as Float32Array, at);
}

/** How Babylon animates a type of values; without `create`, they are numbers. */
interface ValueKind extends PoseSlot {
  readonly create?: () => Parts;
}

const KINDS: { readonly [dataType: number]: ValueKind } = {
  [Animation.ANIMATIONTYPE_FLOAT]: { size: 1, isRotation: false },
  [Animation.ANIMATIONTYPE_VECTOR2]: { size: 2, isRotation: false, create: () => new Vector2() },
  [Animation.ANIMATIONTYPE_VECTOR3]: { size: 3, isRotation: false, create: () => new Vector3() },
  [Animation.ANIMATIONTYPE_COLOR3]: { size: 3, isRotation: false, create: () => new Color3() },
  [Animation.ANIMATIONTYPE_COLOR4]: { size: 4, isRotation: false, create: () => new Color4() },
  [Animation.ANIMATIONTYPE_QUATERNION]: { size: 4, isRotation: true, create: () => new Quaternion() },
};

/** What the values of an animation are made of; undefined for those that are not so many numbers. */
export function kindOf({ dataType }: Animation): ValueKind | undefined {
  return KINDS[dataType];
}

const NONE: PropertyUser[] = [];

/** What animates properties. */
export interface PropertyUser {
  /** Users come in the order of `playOrder`, then of starting. */
  readonly playOrder: number;
  /** Higher than that of what was started before. */
  readonly startNumber: number;
  /** Somebody stops animations of a target. */
  stopTarget(target: object, isMeant: (animation: Animation) => boolean): void;
}

/** How a kind of property is read and written. */
interface Access<Target extends object, Own = unknown> {
  /** Makes what is assigned to the property of one target. */
  create?(): Own;
  /** @param own from `create` */
  write(target: Target, values: Numbers, at: number, own: Own): void;
  read(target: Target, values: Numbers, at: number): void;
}

/**
 * An animated property of a Babylon object as numbers, shared by all that animates it: how it is read and written, its value before it
 * was animated, and what is mixed for it in a frame.
 */
export class AnimatedProperty {
  /** Its value before anything that animates it now began to; the same array as `original` while that is so. */
  rest: Float64Array | null = null;
  /** Its value before anything ever animated it. */
  original: Float64Array | null = null;
  /** The number of the last pass in which something else than a compiled clip was found to mix here. */
  contestedIn = -1;
  /** The sum of the weights of a frame; -1 where nothing is mixed in it. */
  totalWeight = -1;
  /** How much of it has gone into `mixture`. */
  mixedWeight = 0;
  mixture: Float64Array | null = null;
  private readonly _name: string;
  private readonly _dataType: number;
  /** What is assigned to it, so that no object of others is changed. */
  readonly own: unknown;
  /** Who animates it now, in no order. */
  users = NONE;

  constructor(
    readonly target: object,
    readonly slot: PoseSlot,
    readonly access: Access<object>,
    { targetProperty, dataType }: Animation,
  ) {
    this._name = targetProperty;
    this._dataType = dataType;
    this.own = access.create?.();
  }

  isOf({ targetProperty, dataType }: Animation): boolean {
    return this._name === targetProperty && this._dataType === dataType;
  }

  write(values: Numbers, at: number): void {
    this.access.write(this.target, values, at, this.own);
  }

  read(values: Numbers, at: number): void {
    this.access.read(this.target, values, at);
  }

  /** Begins to be animated: where it is not already, by what it is now. */
  acquire(user: PropertyUser): void {
    if (!this.original) {
      this.remember();
      this.rest = this.original;
    } else if (this.users.length === 0) {
      this.rest = this.rest && this.rest !== this.original ? this.rest : new Float64Array(this.slot.size);
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
    if (users.length === 1) {
      this.users = NONE;
    } else if (index >= 0) {
      users[index] = users[users.length - 1]!;
      users.pop();
    }
  }

  /** Stops all that animates it, after an error that would come back in each frame. */
  fail(error: unknown): void {
    logError(`${this._name}: cannot be animated`, error);
    new Set(this.users).forEach((user) => user.stopTarget(this.target, (animation) => this.isOf(animation)));
  }

  /** Keeps what it is now, if nothing ever animated it. */
  remember(): void {
    if (!this.original) {
      this.original = new Float64Array(this.slot.size);
      this.read(this.original, 0);
    }
  }
}

// the values of nodes are assigned, as Babylon does: the node is dirty then, and what others gave it is not changed

const POSITION: Access<TransformNode, Vector3> = {
  create: () => new Vector3(),
  write(node, values, at, own) {
    node.position = own.copyFromFloats(values[at]!, values[at + 1]!, values[at + 2]!);
  },
  read({ position }, values, at) {
    putParts(position, values, at);
  },
};

const SCALING: Access<TransformNode, Vector3> = {
  create: () => new Vector3(),
  write(node, values, at, own) {
    node.scaling = own.copyFromFloats(values[at]!, values[at + 1]!, values[at + 2]!);
  },
  read({ scaling }, values, at) {
    putParts(scaling, values, at);
  },
};

const ROTATION: Access<TransformNode, Quaternion> = {
  create: () => new Quaternion(),
  write(node, values, at, own) {
    own.copyFromFloats(values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!);
    if (node.rotationQuaternion === own) {
      const { scaling } = node;
      node.scaling = scaling; // the node is dirty then, too, and Babylon has no Euler angles to set to 0
    } else {
      node.rotationQuaternion = own;
    }
  },
  read({ rotationQuaternion, rotation }, values, at) {
    putParts(rotationQuaternion ?? rotation.toQuaternion(), values, at);
  },
};

const INFLUENCE: Access<MorphTarget> = {
  write(target, values, at) {
    target.influence = values[at]!;
  },
  read({ influence }, values, at) {
    values[at] = influence;
  },
};

/** The holders of which components were set, to be written once each. */
const changed: (ComponentHolder | null)[] = [];
let changedCount = 0;

/** Hands on what was written to the targets that are components of one thing. To be called after each round of writing. */
export function flushComponents(): void {
  const count = changedCount;
  changedCount = 0;
  for (let i = 0; i < count; i++) {
    changed[i]!.write();
    changed[i] = null; // the array outlives what it holds
  }
}

const COMPONENTS: Access<ComponentTarget> = {
  write({ holder, offset, width }, values, at) {
    for (let i = 0; i < width; i++) {
      holder.components[offset + i] = values[at + i]!;
    }
    if (changedCount === 0 || changed[changedCount - 1] !== holder) {
      changed[changedCount++] = holder;
    }
  },
  read({ holder, offset, width }, values, at) {
    for (let i = 0; i < width; i++) {
      values[at + i] = holder.components[offset + i]!;
    }
  },
};

type Holder = Record<string, unknown>;

/** Any other property: assigned as Babylon does, at the end of a path that is followed anew each time; nothing is where it leads nowhere. */
function assigning({ create }: ValueKind, { targetPropertyPath, targetProperty }: Animation): Access<object, Parts | undefined> {
  const path = targetPropertyPath.slice(0, -1);
  const name = targetPropertyPath[targetPropertyPath.length - 1]!;
  const holderOf = (target: object): Holder | null | undefined => {
    let holder: Holder | null | undefined = target as Holder;
    for (const step of path) {
      holder = holder?.[step] as Holder | null | undefined;
    }
    return holder;
  };
  return {
    create: () => create?.(),
    write(target, values, at, own) {
      const holder = holderOf(target);
      if (holder) {
        own?.fromArray(values as Float32Array, at);
        holder[name] = own ?? values[at]!;
        (target as { markAsDirty?(property: string): void }).markAsDirty?.(targetProperty);
      }
    },
    read(target, values, at) {
      const value = holderOf(target)?.[name] as Parts | number | boolean | null | undefined;
      const parts = typeof value === "object" && value ? value : create?.();
      if (parts) {
        putParts(parts, values, at);
      } else {
        values[at] = Number(value ?? 0);
      }
    },
  };
}

const properties = new WeakMap<object, AnimatedProperty[]>();

/** What is animated of a target, as far as it has been asked for. */
export function propertiesOf(target: object): readonly AnimatedProperty[] {
  return properties.get(target) ?? [];
}

/** The property that an animation animates on a target; null where the target lacks it. */
export function propertyOf(target: object, animation: Animation): AnimatedProperty | null {
  const ofTarget = properties.get(target);
  const known = ofTarget?.find((property) => property.isOf(animation));
  if (known) {
    return known;
  }
  const property = createProperty(target, animation);
  if (property) {
    properties.set(target, [...(ofTarget ?? []), property]);
  }
  return property;
}

const OF_NODES: { readonly [property: string]: readonly [dataType: number, access: Access<TransformNode>] } = {
  position: [Animation.ANIMATIONTYPE_VECTOR3, POSITION],
  scaling: [Animation.ANIMATIONTYPE_VECTOR3, SCALING],
  rotationQuaternion: [Animation.ANIMATIONTYPE_QUATERNION, ROTATION],
};

function createProperty(target: object, animation: Animation): AnimatedProperty | null {
  const kind = kindOf(animation)!;
  const access = accessFor(target, animation, kind);
  return access && new AnimatedProperty(target, kind, access, animation);
}

function accessFor(target: object, animation: Animation, kind: ValueKind): Access<never> | null {
  const [dataType, ofNode] = OF_NODES[animation.targetProperty] ?? [];
  if (ofNode && animation.dataType === dataType && target instanceof TransformNode) {
    return ofNode;
  }
  if (target instanceof MorphTarget && animation.targetProperty === "influence") {
    return INFLUENCE;
  }
  if (isComponentTarget(target) && animation.targetProperty === "value") {
    return COMPONENTS;
  }
  let value: unknown = target;
  for (const name of animation.targetPropertyPath) {
    value = (value as Holder | null | undefined)?.[name];
  }
  return value === undefined ? null : assigning(kind, animation);
}
