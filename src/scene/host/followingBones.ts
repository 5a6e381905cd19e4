import type { Bone } from "@babylonjs/core/Bones/bone.js";
import type { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import type { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";

interface BoneInternals {
  readonly _index: number | null;
  readonly _absoluteInverseBindMatrix: Matrix;
  readonly _localPosition: Vector3;
  readonly _localRotation: Quaternion;
  readonly _localScaling: Vector3;
  _needToCompose: boolean;
  _childUpdateId: number;
  _decompose(): void;
}

const DRIVER = Symbol("driver");

interface SkeletonInternals {
  readonly _transformMatrices: Float32Array | null;
  readonly _transformMatrixTexture: { update(data: Float32Array): void } | null;
  _currentRenderId: number;
  _isDirty: boolean;
  _absoluteTransformIsDirty: boolean;
  [DRIVER]?: SkeletonDriver;
}

const internalsOf = (skeleton: Skeleton): SkeletonInternals => skeleton as unknown as SkeletonInternals;
const boneInternalsOf = (bone: Bone): BoneInternals => bone as unknown as BoneInternals;

/** Computes the matrices of a skeleton in place of Babylon. */
export interface SkeletonDriver {
  /** Computes the matrices: once a frame, and when code asks for them. */
  prepare(): void;
  /** Called before code reads or changes a bone. */
  onRead(): void;
  /** Called when a bone has another node, parent or bind matrix. */
  onChange(): void;
  /** Called with each clone of the skeleton; instances of a container have clones. */
  onClone(clone: Skeleton): void;
}

/** The methods of `Bone` that every read of its state passes through, and those that write it without a read. */
const READS = ["_decompose", "_compose", "getFinalMatrix", "updateMatrix"];
const CHANGES = ["linkTransformNode", "setParent", "_updateAbsoluteBindMatrices"];

type Methods = Record<string, (this: Bone, ...args: unknown[]) => unknown>;

/** The prototypes of driven bones, by the prototypes that the bones had before. */
const prototypes = new WeakMap<object, object>();

function drivenPrototypeOf(original: object): object {
  const known = prototypes.get(original);
  if (known) {
    return known;
  }
  const methods = original as Methods;
  const prototype = Object.create(original) as Methods;
  for (const name of READS) {
    const method = methods[name]!;
    prototype[name] = function (...args) {
      internalsOf(this.getSkeleton())[DRIVER]?.onRead();
      return method.apply(this, args);
    };
  }
  for (const name of CHANGES) {
    const method = methods[name]!;
    prototype[name] = function (...args) {
      const driver = internalsOf(this.getSkeleton())[DRIVER];
      driver?.onRead();
      const result = method.apply(this, args);
      driver?.onChange();
      return result;
    };
  }
  Object.defineProperty(prototype, "_matrix", {
    // what Babylon's own animations of bones write, and bones that return to rest
    get(this: Bone) {
      return Reflect.get(original, "_matrix", this) as Matrix; // reads pass through _compose
    },
    set(this: Bone, value: Matrix) {
      internalsOf(this.getSkeleton())[DRIVER]?.onRead();
      Reflect.set(original, "_matrix", value, this);
    },
  });
  prototypes.set(original, prototype);
  return prototype;
}

/**
 * Lets a driver compute the matrices of a skeleton. Its bones stay the same objects, and tell the driver when code reads them.
 * @returns a function that gives the skeleton back to Babylon
 */
export function driveSkeleton(skeleton: Skeleton, driver: SkeletonDriver): () => void {
  const internals = internalsOf(skeleton);
  const before = new Map(skeleton.bones.map((bone) => [bone, Object.getPrototypeOf(bone) as object]));
  before.forEach((prototype, bone) => void Object.setPrototypeOf(bone, drivenPrototypeOf(prototype)));
  internals[DRIVER] = driver;
  const babylons = Object.getPrototypeOf(skeleton) as Skeleton;
  if (!Object.hasOwn(skeleton, "prepare")) {
    overridden.add(skeleton);
  }
  const giveBack = [
    override(skeleton, "prepare", prepare),
    override(skeleton, "clone", (...args) => {
      const clone = babylons.clone.apply(skeleton, args);
      driver.onClone(clone);
      return clone;
    }),
  ];
  function prepare(dontCheckFrameId = false): void {
    if (!dontCheckFrameId) {
      const renderId = skeleton.getScene().getRenderId();
      if (internals._currentRenderId === renderId) {
        return;
      }
      internals._currentRenderId = renderId;
    }
    driver.prepare();
  }
  return () => {
    driver.onRead();
    delete internals[DRIVER];
    before.forEach((prototype, bone) => void Object.setPrototypeOf(bone, prototype));
    giveBack.forEach((give) => give());
    overridden.delete(skeleton);
  };
}

/** Whether a skeleton that is driven had a `prepare` method of its own, which computes the matrices. */
export function hasOwnPrepare(skeleton: Skeleton): boolean {
  return Object.hasOwn(skeleton, "prepare") && !overridden.has(skeleton);
}

/** The skeletons whose `prepare` asks their driver. */
const overridden = new WeakSet<Skeleton>();

/**
 * Overrides a method of a skeleton, unless code has given it one of its own.
 * @returns a function that gives Babylon's back; where other code has overridden ours since, theirs stays, and ours only calls Babylon's
 */
function override<Name extends "prepare" | "clone">(skeleton: Skeleton, name: Name, method: Skeleton[Name]): () => void {
  if (Object.hasOwn(skeleton, name)) {
    return () => undefined;
  }
  const babylons = (Object.getPrototypeOf(skeleton) as Skeleton)[name] as (...args: unknown[]) => unknown;
  let current = method as unknown as (...args: unknown[]) => unknown;
  const ours = ((...args: unknown[]) => current.apply(skeleton, args)) as unknown as Skeleton[Name];
  skeleton[name] = ours;
  return () => {
    current = babylons;
    if (skeleton[name] === ours) {
      delete (skeleton as Partial<Skeleton>)[name];
    }
  };
}

/** Computes the matrices of a skeleton as Babylon does. */
export function prepareByBabylon(skeleton: Skeleton): void {
  (Object.getPrototypeOf(skeleton) as Skeleton).prepare.call(skeleton, true);
}

/** The index of a bone's matrix among those of its skeleton; -1 if it has none. */
export function matrixIndexOf(bone: Bone, index: number): number {
  return boneInternalsOf(bone)._index ?? index;
}

export function inverseBindOf(bone: Bone): Matrix {
  return boneInternalsOf(bone)._absoluteInverseBindMatrix;
}

/** The matrices of a skeleton; null until Babylon has computed them once. */
export function matricesOf(skeleton: Skeleton): Float32Array | null {
  return internalsOf(skeleton)._transformMatrices ?? null;
}

/** Whether code has changed a bone since the matrices were computed. */
export function isDirty(skeleton: Skeleton): boolean {
  return internalsOf(skeleton)._isDirty;
}

/** Tells the rest of Babylon that the matrices of a skeleton have changed, and uploads them if they are in a texture. */
export function publishMatrices(skeleton: Skeleton, bones: readonly Bone[], matrices: Float32Array): void {
  const internals = internalsOf(skeleton);
  for (let i = 0; i < bones.length; i++) {
    boneInternalsOf(bones[i]!)._childUpdateId++; // for nodes that are attached to bones
  }
  internals._absoluteTransformIsDirty = true;
  if (skeleton.isUsingTextureForMatrices) {
    internals._transformMatrixTexture?.update(matrices);
  }
  internals._isDirty = false;
}

/**
 * Gives bones, parents first, the state that Babylon leaves when it computes their matrices.
 * @param locals position, rotation (x, y, z, w) and scaling of each bone: 10 numbers
 */
export function setBones(skeleton: Skeleton, bones: readonly Bone[], locals: Float64Array): void {
  const internals = internalsOf(skeleton);
  const wasDirty = internals._isDirty;
  const numbers = locals as unknown as Float32Array;
  bones.forEach((bone, i) => {
    const state = boneInternalsOf(bone);
    state._decompose();
    state._localPosition.fromArray(numbers, 10 * i);
    state._localRotation.fromArray(numbers, 10 * i + 3);
    state._localScaling.fromArray(numbers, 10 * i + 7);
    state._needToCompose = true;
    const parent = bone.getParent();
    const local = bone.getLocalMatrix();
    if (parent) {
      local.multiplyToRef(parent.getFinalMatrix(), bone.getFinalMatrix());
    } else {
      bone.getFinalMatrix().copyFrom(local);
    }
  });
  internals._absoluteTransformIsDirty = true;
  internals._isDirty = wasDirty;
}
