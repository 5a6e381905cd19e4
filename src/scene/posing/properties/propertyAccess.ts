import { Animation } from "@babylonjs/core/Animations/animation.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import {
  type ComponentHolder,
  type ComponentTarget,
  isComponentTarget,
  influenceChangesOf,
  joinInfluences,
  setInfluence,
  setQuaternion,
  setVector,
} from "../../host/index.js";
import type { KeyPosition, Numbers } from "../../../gltf/sampling/index.js";
import { type Parts, putValue, type ValueKind } from "./valueKind.js";

/** The functions that read and write a kind of property as numbers. */
export interface PropertyAccess<Target extends object, Own = unknown> {
  /** Creates the data for writing to the property of one target, such as the value object to assign. */
  create?(target: Target): Own;
  /** @param own the result of `create` for the target */
  write(target: Target, values: Numbers, at: number, own: Own): void;
  read(target: Target, values: Numbers, at: number): void;
  /**
   * Joins the same property of several targets, each of one component, which have the same data of `create`.
   * @param from the index of the first target
   * @param to the index after the last one
   * @returns null if the properties have to be written one by one
   */
  join?(targets: readonly Target[], from: number, to: number, own: Own): JoinedProperties | null;
}

/** Properties in a row, from an index to one before another index, which are written in one go. */
export interface JoinedProperties {
  readonly from: number;
  readonly to: number;
  /**
   * Writes values, or what lies between two rows of values.
   * @param at the index of the first value; the others follow
   * @param next the index of the first value of the other row
   * @param position how far between the two
   * @returns false if the properties have to be written one by one now
   */
  write(values: Numbers, at: number, next?: number, position?: Readonly<KeyPosition>): boolean;
}

/** The access to the property that an animation animates on a target; null if the target lacks the property. */
export function accessTo(target: object, animation: Animation, kind: ValueKind): PropertyAccess<never> | null {
  const { targetProperty, targetPropertyPath, dataType } = animation;
  const ofNode = OF_NODES[targetProperty];
  if (ofNode?.dataType === dataType && target instanceof TransformNode) {
    return ofNode.access;
  }
  if (target instanceof MorphTarget && targetProperty === "influence") {
    return INFLUENCE;
  }
  if (isComponentTarget(target) && targetProperty === (target.property ?? "value")) {
    return COMPONENTS;
  }
  const { holder, name } = placeOf(targetPropertyPath, target);
  return holder?.[name] === undefined ? null : assigning(kind, animation);
}

type Holder = Record<string, unknown> | null | undefined;

/** The name of an animated property, and the object that has the property. The object may be missing. */
export function placeOf(path: readonly string[], target: object): { readonly holder: Holder; readonly name: string } {
  return { holder: holderOf(path, target), name: path[path.length - 1]! };
}

/** The object that has an animated property; may be missing. */
export function holderOf(path: readonly string[], target: object): Holder {
  let holder = target as Holder;
  for (let i = 0; i < path.length - 1; i++) {
    holder = holder?.[path[i]!] as Holder;
  }
  return holder;
}

/**
 * The access to any other property. Values are assigned at the end of the property's path, as Babylon does. The path is followed every
 * time; a write is skipped if the path breaks off.
 */
function assigning(kind: ValueKind, { targetPropertyPath: path, targetProperty }: Animation): PropertyAccess<object, Parts | undefined> {
  const name = path[path.length - 1]!;
  return {
    create: () => kind.create?.(),
    write(target, values, at, own) {
      const holder = holderOf(path, target);
      if (holder) {
        own?.fromArray(values as Float32Array, at);
        holder[name] = own ?? values[at]!;
        (target as { markAsDirty?(property: string): void }).markAsDirty?.(targetProperty);
      }
    },
    read(target, values, at) {
      const value = holderOf(path, target)?.[name];
      putValue(typeof value === "object" && value ? value : (kind.create?.() ?? value), values, at);
    },
  };
}

// values of nodes are assigned, as Babylon does: that marks the node dirty, and no vector that the application put there changes

const POSITION: PropertyAccess<TransformNode, Vector3> = {
  create: () => new Vector3(),
  write(node, values, at, own) {
    node.position = setVector(own, values, at);
  },
  read({ position: { x, y, z } }, values, at) {
    values[at] = x;
    values[at + 1] = y;
    values[at + 2] = z;
  },
};

const SCALING: PropertyAccess<TransformNode, Vector3> = {
  create: () => new Vector3(),
  write(node, values, at, own) {
    node.scaling = setVector(own, values, at);
  },
  read({ scaling: { x, y, z } }, values, at) {
    values[at] = x;
    values[at + 1] = y;
    values[at + 2] = z;
  },
};

const ROTATION: PropertyAccess<TransformNode, Quaternion> = {
  create: () => new Quaternion(),
  write(node, values, at, own) {
    setQuaternion(own, values, at);
    if (node.rotationQuaternion === own) {
      const { scaling } = node;
      node.scaling = scaling; // marks the node dirty, too, and spares Babylon resetting the Euler angles
    } else {
      node.rotationQuaternion = own;
    }
  },
  read({ rotationQuaternion, rotation }, values, at) {
    const { x, y, z, w } = rotationQuaternion ?? rotation.toQuaternion();
    values[at] = x;
    values[at + 1] = y;
    values[at + 2] = z;
    values[at + 3] = w;
  },
};

const OF_NODES: { readonly [property: string]: { readonly dataType: number; readonly access: PropertyAccess<TransformNode> } } = {
  position: { dataType: Animation.ANIMATIONTYPE_VECTOR3, access: POSITION },
  scaling: { dataType: Animation.ANIMATIONTYPE_VECTOR3, access: SCALING },
  rotationQuaternion: { dataType: Animation.ANIMATIONTYPE_QUATERNION, access: ROTATION },
};

const INFLUENCE: PropertyAccess<MorphTarget, ReturnType<typeof influenceChangesOf>> = {
  create: influenceChangesOf,
  write(target, values, at, own) {
    const changes = setInfluence(target, values[at]!, own);
    if (changes) {
      changed[changedCount++] = changes;
    }
  },
  read({ influence }, values, at) {
    values[at] = influence;
  },
  join: joinInfluences,
};

/** The holders with changed components, and the pending changes of influences, each to be written once. */
const changed: (Pick<ComponentHolder, "write"> | null)[] = [];
let changedCount = 0;

/** Writes the holders with changed components, and notifies the managers of changed influences. Call it after each round of writing. */
export function flushComponents(): void {
  const count = changedCount;
  changedCount = 0;
  for (let i = 0; i < count; i++) {
    changed[i]!.write();
    changed[i] = null; // the array outlives the holders
  }
}

const COMPONENTS: PropertyAccess<ComponentTarget> = {
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
