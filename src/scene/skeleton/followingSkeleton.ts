import type { Bone } from "@babylonjs/core/Bones/bone.js";
import type { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import type { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import {
  driveSkeleton,
  hasOwnPrepare,
  inverseBindOf,
  isDirty,
  matricesOf,
  matrixIndexOf,
  prepareByBabylon,
  publishMatrices,
  setBones,
  type SkeletonDriver,
} from "../host/index.js";
import { excerpt } from "../../gltf/util/index.js";
import { LOCAL_SIZE, Palette } from "./palette.js";

/** What the matrices of a skeleton are computed from, as long as its bones have the same nodes, parents and bind matrices. */
interface Plan {
  readonly nodes: readonly TransformNode[];
  readonly palette: Palette;
}

/**
 * Computes the matrices of a skeleton in typed arrays, from the nodes that are linked to its bones. Its bones follow when code reads them: they get the
 * state that Babylon would have left. Where that is not possible, Babylon computes the matrices; {@link FollowingSkeleton.reason} says why.
 */
export class FollowingSkeleton implements SkeletonDriver {
  /** Null where Babylon computes the matrices. */
  private _plan: Plan | null = null;
  private _reason: string | null = null;
  /** The bones that were looked at last. */
  private _bones: readonly Bone[] = [];
  private _hasChanged = true;
  /** The matrices of the plan; null until Babylon has computed them once. */
  private _matrices: Float32Array | null = null;
  /** Whether the bones have not followed yet. */
  private _areBonesBehind = false;
  private _giveBack: () => void;

  /** @param onClone called with each clone of the skeleton */
  constructor(
    private readonly _skeleton: Skeleton,
    readonly onClone: (clone: Skeleton) => void,
  ) {
    this._giveBack = driveSkeleton(_skeleton, this);
  }

  /** Why Babylon computes the matrices; null if Babylon does not. */
  get reason(): string | null {
    const { _skeleton: skeleton } = this;
    return (this._needsPlan ? findReason(skeleton) : this._reason) ?? findPassingReason(skeleton) ?? findEulerAngles(skeleton);
  }

  prepare(): void {
    if (this._needsPlan) {
      this._makePlan();
    }
    const { _skeleton: skeleton, _plan: plan, _matrices: matrices } = this;
    const hasMoved = plan && matrices && findPassingReason(skeleton) === null ? gather(plan) : null;
    if (hasMoved === null) {
      this._prepareByBabylon();
    } else if (hasMoved || isDirty(skeleton)) {
      plan!.palette.compute(matrices!);
      publishMatrices(skeleton, this._bones, matrices!);
      this._areBonesBehind = true;
    }
  }

  onRead(): void {
    if (this._areBonesBehind) {
      this._areBonesBehind = false;
      setBones(this._skeleton, this._bones, this._plan!.palette.locals);
    }
  }

  onChange(): void {
    this._hasChanged = true;
  }

  /** Gives the skeleton back to Babylon. */
  dispose(): void {
    this._giveBack();
  }

  private get _needsPlan(): boolean {
    return this._hasChanged || !areSame(this._skeleton.bones, this._bones);
  }

  private _makePlan(): void {
    const { _skeleton: skeleton } = this;
    this._giveBack();
    this._giveBack = driveSkeleton(skeleton, this); // there may be other bones
    this._hasChanged = false;
    this._bones = [...skeleton.bones];
    this._reason = findReason(skeleton);
    this._plan = this._reason === null ? createPlan(skeleton) : null;
    this._matrices = null;
  }

  private _prepareByBabylon(): void {
    this.onRead();
    prepareByBabylon(this._skeleton);
    this._matrices = matricesOf(this._skeleton);
    this._plan?.palette.locals.fill(NaN);
  }
}

/** Why the matrices of a skeleton cannot be computed from its nodes; null if they can. */
function findReason({ bones }: Skeleton): string | null {
  const seen = new Set<Bone>();
  for (const bone of bones) {
    const parent = bone.getParent();
    if (!bone.getTransformNode()) {
      return `its bone ${excerpt(bone.name)} has no node`;
    }
    if (parent && !seen.has(parent)) {
      return `its bone ${excerpt(bone.name)} comes before its parent`;
    }
    if (!isAffine(inverseBindOf(bone))) {
      return `its bone ${excerpt(bone.name)} has a bind matrix that is not affine`;
    }
    seen.add(bone);
  }
  return bones.length === 0 ? "it has no bones" : null;
}

function isAffine(matrix: Matrix): boolean {
  const m = matrix.asArray();
  return Math.abs(m[3]) + Math.abs(m[7]) + Math.abs(m[11]) + Math.abs(m[15] - 1) < 1e-6;
}

/** Why Babylon computes the matrices of a skeleton at the moment; null if it does not have to. */
function findPassingReason(skeleton: Skeleton): string | null {
  if (hasOwnPrepare(skeleton)) {
    return "it has a prepare method of its own";
  }
  if (skeleton.needInitialSkinMatrix) {
    return "it has needInitialSkinMatrix";
  }
  // not hasObservers, which is wrong after Observer.remove
  return skeleton.onBeforeComputeObservable.observers.length > 0 ? "its onBeforeComputeObservable has observers" : null;
}

/** Why Babylon computes the matrices, where the transform of a node is not what `gather` reads. */
function findEulerAngles({ bones }: Skeleton): string | null {
  const bone = bones.find((each) => !each.getTransformNode()!.rotationQuaternion);
  return bone ? `the node of its bone ${excerpt(bone.name)} has no rotationQuaternion` : null;
}

function createPlan({ bones }: Skeleton): Plan {
  const indices = new Map(bones.map((bone, i) => [bone, i]));
  const parents = Int32Array.from(bones, (bone) => indices.get(bone.getParent()!) ?? -1);
  const matrixIndices = Int32Array.from(bones, matrixIndexOf);
  const inverseBinds = Float64Array.from(bones.flatMap((bone) => [...inverseBindOf(bone).asArray()]));
  return {
    nodes: bones.map((bone) => bone.getTransformNode()!),
    palette: new Palette({ parents, matrixIndices, inverseBinds }),
  };
}

function areSame(a: readonly Bone[], b: readonly Bone[]): boolean {
  for (let i = 0; i < b.length; i++) {
    if (a[i] !== b[i]) {
      return false;
    }
  }
  return a.length === b.length;
}

/**
 * Reads the local transforms of the nodes.
 * @returns whether one of them has changed since the last call; null if a node has no quaternion
 */
function gather({ nodes, palette: { locals } }: Plan): boolean | null {
  let moved = false;
  for (let i = 0, at = 0; i < nodes.length; i++, at += LOCAL_SIZE) {
    const { position: p, rotationQuaternion: q, scaling: s } = nodes[i]!;
    if (!q) {
      return null;
    }
    if (
      locals[at] !== p.x ||
      locals[at + 1] !== p.y ||
      locals[at + 2] !== p.z ||
      locals[at + 3] !== q.x ||
      locals[at + 4] !== q.y ||
      locals[at + 5] !== q.z ||
      locals[at + 6] !== q.w ||
      locals[at + 7] !== s.x ||
      locals[at + 8] !== s.y ||
      locals[at + 9] !== s.z
    ) {
      moved = true;
      locals[at] = p.x;
      locals[at + 1] = p.y;
      locals[at + 2] = p.z;
      locals[at + 3] = q.x;
      locals[at + 4] = q.y;
      locals[at + 5] = q.z;
      locals[at + 6] = q.w;
      locals[at + 7] = s.x;
      locals[at + 8] = s.y;
      locals[at + 9] = s.z;
    }
  }
  return moved;
}
