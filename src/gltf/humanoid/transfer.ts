import { type Body, hipsInT, ratioOfLegs } from "./body.js";
import type { BodyBone } from "./bodyBones.js";
import { carrierOf, type Givers, giversOf } from "./givers.js";
import type { Motion } from "./nodeTrack.js";
import { lengthOfLeg } from "./referencePose.js";
import { localOf, type SkeletonTree } from "./skeletonTree.js";
import {
  add,
  between,
  compose,
  IDENTITY,
  inverse,
  invert,
  isMirrored,
  type Matrix,
  multiply,
  normalized,
  ORIGIN,
  placeOf,
  rotate,
  scale,
  STILL,
  subtract,
  times,
  type Turn,
  turnOf,
  type Vector,
} from "./vectors.js";

/** How a bone that moves the whole body goes its way. */
export interface Root {
  readonly bone: BodyBone;
  /** Where the bone stands in T, in both bodies. */
  readonly from: Vector;
  readonly to: Vector;
  /** By how much its way is longer in the target. */
  readonly ratio: number;
}

/** How feet are kept on the ground; null for not at all. */
export type Grounding = "where they stand" | "always" | null;

/** The error of a foot's height that stays, as a share of the leg, where feet are kept on the ground as they stand. */
const TOLERANCE = 0.03;
/** The height of a foot above the ground, as a share of the leg, up to which it stands, and from which it does not. */
const [STANDS, LIFTED] = [0.03, 0.1];

/** What a node of the target shows. */
export interface LocalPose {
  readonly turns: ReadonlyMap<number, Turn>;
  readonly places: ReadonlyMap<number, Vector>;
}

/** Rotations of nodes in the world, in a tree that may mirror: a mirroring matrix has the rotation of the matrix with its first axis turned about. */
class Orientation {
  /** The half turn that a node's negative scales are, besides mirroring. */
  private readonly _signs: readonly Turn[];
  /** Whether the parents of nodes mirror. */
  private readonly _isMirrored: readonly boolean[];

  constructor(tree: SkeletonTree) {
    const sign = (each: number): number => Math.sign(each) || 1;
    this._signs = tree.nodes.map(({ scale: [x, y, z] }) => turnOf(compose(ORIGIN, STILL, [sign(x), sign(y), sign(z)])));
    this._isMirrored = tree.nodes.map(({ parent }) => parent >= 0 && isMirrored(tree.rest[parent]!));
  }

  /** The rotation in the world of a node with a rotation of its own. */
  toWorld(node: number, parent: Turn, own: Turn): Turn {
    return times(parent, this._mirror(node, times(own, this._signs[node]!)));
  }

  /** The rotation of its own that a node has with a rotation in the world. */
  toOwn(node: number, parent: Turn, world: Turn): Turn {
    return times(this._mirror(node, times(inverse(parent), world)), inverse(this._signs[node]!));
  }

  /** What stands right of a node's own rotation in its rotation in the world. */
  rightOf(node: number): Turn {
    return times(this._signs[node]!, inverse(this._isMirrored[node]! ? HALF_TURN : STILL));
  }

  /** Mirroring is a half turn about the mirrored axis, before and after a rotation. */
  private _mirror(node: number, [x, y, z, w]: Turn): Turn {
    return this._isMirrored[node]! ? [x, -y, -z, w] : [x, y, z, w];
  }
}

const HALF_TURN: Turn = [1, 0, 0, 0];

/**
 * Carries poses of one body to another: rotations since T, in the world, and the way of the hips by the ratio of the legs.
 */
export class Transfer {
  /** The givers of each driven bone. */
  readonly givers: ReadonlyMap<BodyBone, Givers>;
  /** The bones of the target by node. */
  readonly boneOf: ReadonlyMap<number, BodyBone>;
  /** The nodes of the target whose rotation is driven, and those between, which keep the reference: parents first. */
  readonly nodes: readonly number[];
  /** The nodes whose translation is driven: roots, and bones that others carry though they are not below them. */
  readonly carried: ReadonlySet<number>;
  private readonly _sourceOrder: readonly number[];
  private readonly _targetOrder: readonly number[];
  private readonly _sourceTurns: Orientation;
  private readonly _targetTurns: Orientation;
  private readonly _roots: ReadonlyMap<number, Root>;
  /** The rotations of the target's nodes in the reference, in the world. */
  private readonly _reference: readonly Turn[];
  /** From the facing of the source to that of the target. */
  private readonly _turn: Turn;
  /** What stands right of a rotation in the world of the source: since T; and right of one since T: in the world of the target. */
  private readonly _toSinceT: ReadonlyMap<BodyBone, Turn>;
  private readonly _toWorld: ReadonlyMap<BodyBone, Turn>;

  constructor(
    readonly source: Body,
    readonly target: Body,
    readonly roots: readonly Root[],
  ) {
    const areDeclared = source.declared !== null && target.declared !== null;
    this.givers = new Map(
      Array.from(target.bones.keys(), (bone) => [bone, giversOf(source.bones, target.bones, bone, areDeclared)] as const).filter(
        (each): each is readonly [BodyBone, Givers] => each[1] !== null,
      ),
    );
    this.boneOf = new Map(Array.from(target.bones, ([bone, node]) => [node, bone]));
    this._roots = new Map(roots.map((root) => [target.bones.get(root.bone)!, root]));
    const mapped = [...target.bones.values()];
    const rootNodes = new Set(this._roots.keys());
    const below = new Set(
      mapped.flatMap((node) => {
        const path = target.tree.pathUp(node);
        const end = path.findIndex((each) => rootNodes.has(each));
        return end < 0 ? [node] : path.slice(0, end + 1);
      }),
    );
    const closure = (tree: SkeletonTree, nodes: Iterable<number>): readonly number[] => {
      const all = new Set([...nodes].flatMap((node) => tree.pathUp(node)));
      return tree.order.filter((node) => all.has(node));
    };
    this._sourceOrder = closure(source.tree, source.bones.values());
    this._targetOrder = closure(target.tree, mapped);
    this.nodes = this._targetOrder.filter((node) => below.has(node));
    this.carried = new Set(mapped.filter((node) => this._isCarried(node)));
    this._sourceTurns = new Orientation(source.tree);
    this._targetTurns = new Orientation(target.tree);
    this._reference = target.reference.world.map(turnOf);
    this._turn = times(target.facing, inverse(source.facing));
    const sinceT = [source, target].map(sinceTOfAll) as [ReadonlyMap<BodyBone, Turn>, ReadonlyMap<BodyBone, Turn>];
    this._toSinceT = new Map(
      Array.from(source.bones, ([bone, node]) => [
        bone,
        times(inverse(turnOf(source.reference.world[node]!)), source.facing, sinceT[0].get(bone)!),
      ]),
    );
    this._toWorld = new Map(
      Array.from(target.bones, ([bone, node]) => [
        bone,
        times(inverse(sinceT[1].get(bone)!), inverse(target.facing), this._reference[node]!),
      ]),
    );
  }

  /** The pose of the target when the source is at a time of a move. */
  poseAt(motion: Motion, time: number, isBefore: boolean, grounding: Grounding): LocalPose {
    const wanted = this._wantedOf(this._turnsOf(motion, time, isBefore));
    const roots = this._rootPlaces(motion, time, isBefore);
    const pose = this._pose(wanted, roots, 0);
    const lift = grounding === null ? 0 : this._liftOf(motion, time, isBefore, pose.world, grounding);
    return lift === 0 ? pose : this._pose(wanted, roots, lift);
  }

  /** How far the hips are lifted at a time of a move to keep the feet on the ground. */
  liftAt(motion: Motion, time: number, grounding: Exclude<Grounding, null>): number {
    const { world } = this._pose(this._wantedOf(this._turnsOf(motion, time, false)), this._rootPlaces(motion, time, false), 0);
    return this._liftOf(motion, time, false, world, grounding);
  }

  /** Where a root of the target is in its parent, with its source's node at a translation; its nodes above are at rest. */
  rootAt(root: Root, translation: Vector): Vector {
    const [node, own] = [this.target.bones.get(root.bone)!, this.source.bones.get(root.bone)!];
    const { tree } = this.source;
    const parent = tree.rest[tree.nodes[own]!.parent] ?? IDENTITY;
    const place = placeOf(multiply(parent, compose(translation, STILL, [1, 1, 1])));
    const above = this.target.tree.rest[this.target.tree.nodes[node]!.parent] ?? IDENTITY;
    return placeOf(multiply(invert(above), compose(this._wayOf(root, place), STILL, [1, 1, 1])));
  }

  /**
   * What stands right of a source node's own rotation in the rotation of a bone of the target, where the rotation of no other node changes
   * between the bone's giver and what turns the bone's parent.
   * @param moved the giver's node, or one above
   */
  rightOf(bone: BodyBone, giver: BodyBone, moved: number): Turn {
    const rest = this._turnsOf(null, 0, false);
    const below = times(inverse(rest.get(moved)!), rest.get(this.source.bones.get(giver)!)!);
    const back = inverse(this._targetTurns.rightOf(this.target.bones.get(bone)!));
    return times(this._sourceTurns.rightOf(moved), below, this._toSinceT.get(giver)!, this._toWorld.get(bone)!, back);
  }

  private _isCarried(node: number): boolean {
    const { tree, bones } = this.target;
    const path = tree.pathUp(node).slice(1);
    const above = path.map((each) => this.boneOf.get(each)).find((each) => each !== undefined);
    // Biped hangs thighs on the spine
    const isLegOfSpine = /UpperLeg$/.test(this.boneOf.get(node)!) && above !== "hips" && /^(spine|chest|upperChest)$/.test(above ?? "");
    return this._roots.has(node) || (bones.has("hips") && (above === undefined || isLegOfSpine));
  }

  private _turnsOf(motion: Motion | null, time: number, isBefore: boolean): ReadonlyMap<number, Turn> {
    const { nodes } = this.source.tree;
    const turns = new Map<number, Turn>();
    for (const node of this._sourceOrder) {
      const { parent, rotation } = nodes[node]!;
      const own = motion?.track(node, "rotation")?.turnAt(time, isBefore) ?? normalized(rotation);
      turns.set(node, this._sourceTurns.toWorld(node, turns.get(parent) ?? STILL, own));
    }
    return turns;
  }

  /** The rotation of each driven bone of the target in the world. */
  private _wantedOf(turns: ReadonlyMap<number, Turn>): ReadonlyMap<BodyBone, Turn> {
    const sinceT = (bone: BodyBone): Turn => times(turns.get(this.source.bones.get(bone)!)!, this._toSinceT.get(bone)!);
    const wanted = new Map<BodyBone, Turn>();
    for (const [bone, [giver, second, share]] of this.givers) {
      const turn = second === undefined ? sinceT(giver) : between(sinceT(giver), sinceT(second), share!);
      wanted.set(bone, times(this._turn, turn, this._toWorld.get(bone)!));
    }
    return wanted;
  }

  private _rootPlaces(motion: Motion, time: number, isBefore: boolean): ReadonlyMap<number, Vector> {
    const { tree, bones } = this.source;
    const places = new Map<number, Vector>();
    for (const [node, root] of this._roots) {
      const place = placeOf(worldAt(tree, motion, bones.get(root.bone)!, time, isBefore));
      places.set(node, this._wayOf(root, place));
    }
    return places;
  }

  private _wayOf({ from, to, ratio }: Root, place: Vector): Vector {
    return add(to, scale(rotate(this._turn, subtract(place, from)), ratio));
  }

  private _pose(
    wanted: ReadonlyMap<BodyBone, Turn>,
    roots: ReadonlyMap<number, Vector>,
    lift: number,
  ): LocalPose & { readonly world: readonly Matrix[] } {
    const { tree, reference, bones } = this.target;
    const world: Matrix[] = [];
    const oriented: Turn[] = [];
    const [turns, places] = [new Map<number, Turn>(), new Map<number, Vector>()];
    const driven = new Set(this.nodes);
    const place = (node: number): void => {
      if (world[node]) {
        return;
      }
      const { parent, translation, rotation, scale: size } = tree.nodes[node]!;
      if (parent >= 0) {
        place(parent);
      }
      const [above, aboveTurn] = parent < 0 ? [IDENTITY, STILL] : [world[parent]!, oriented[parent]!];
      const bone = this.boneOf.get(node);
      const turn = bone === undefined ? undefined : wanted.get(bone);
      let own = normalized(rotation);
      if (turn) {
        own = this._targetTurns.toOwn(node, aboveTurn, turn);
        turns.set(node, own);
      } else if (driven.has(node) && reference.kind === "bind") {
        own = this._targetTurns.toOwn(node, parent < 0 ? STILL : this._reference[parent]!, this._reference[node]!);
        turns.set(node, own);
      }
      oriented[node] = this._targetTurns.toWorld(node, aboveTurn, own);
      const offset = reference.offsets.get(node);
      if (offset) {
        places.set(node, offset);
      }
      const matrix = multiply(above, compose(offset ?? translation, own, size));
      if (this.carried.has(node)) {
        const root = roots.get(node);
        const to = root ? add(root, [0, lift, 0]) : this._carry(node, bone!, wanted, place, world, roots, lift);
        matrix.set(to, 12);
        places.set(node, placeOf(multiply(invert(above), matrix)));
      }
      world[node] = matrix;
    };
    this._targetOrder.forEach(place);
    [...bones.values()].forEach(place);
    return { turns, places, world };
  }

  /** Where a bone is that another one carries, as in the reference. */
  private _carry(
    node: number,
    bone: BodyBone,
    wanted: ReadonlyMap<BodyBone, Turn>,
    place: (node: number) => void,
    world: readonly Matrix[],
    roots: ReadonlyMap<number, Vector>,
    lift: number,
  ): Vector {
    const { bones, reference } = this.target;
    const hips = bones.get("hips")!;
    const stated = bones.get(carrierOf(bone));
    // a carrier below the bone, as hips below a pelvis, cannot be placed before it
    const isAbove = stated !== undefined && stated !== node && stated !== hips && !this.target.tree.isBelow(stated, node);
    const carrier = isAbove ? stated : hips;
    if (carrier !== hips) {
      place(carrier);
    }
    const from = carrier === hips ? add(roots.get(hips)!, [0, lift, 0]) : placeOf(world[carrier]!);
    const turner = isAbove && wanted.has(carrierOf(bone)) ? carrierOf(bone) : "hips";
    const change = times(wanted.get(turner)!, inverse(this._reference[bones.get(turner)!]!));
    const offset = subtract(placeOf(reference.world[node]!), placeOf(reference.world[carrier]!));
    return add(from, rotate(change, offset));
  }

  private _liftOf(motion: Motion, time: number, isBefore: boolean, world: readonly Matrix[], grounding: Exclude<Grounding, null>): number {
    const { source, target } = this;
    const [leg, other] = [lengthOfLeg(source.legs), lengthOfLeg(target.legs)];
    const heights = source.feet.map((node) => worldAt(source.tree, motion, node, time, isBefore)[13]!);
    const height = (Math.min(...heights) - source.ground) / leg;
    const own = (Math.min(...target.feet.map((node) => world[node]![13]!)) - target.ground) / other;
    const off = height - own;
    if (grounding === "always") {
      return off * other;
    }
    const excess = Math.sign(off) * Math.max(Math.abs(off) - TOLERANCE, 0);
    const weight = Math.min(Math.max((LIFTED - Math.abs(height)) / (LIFTED - STANDS), 0), 1);
    return excess * weight * other;
  }
}

/** The rotation of each bone's reference since T: its own, or that of the bone above. */
function sinceTOfAll({ tree, bones, sinceT }: Body): ReadonlyMap<BodyBone, Turn> {
  const byNode = new Map(Array.from(bones, ([bone, node]) => [node, sinceT.get(bone)]));
  return new Map(
    Array.from(bones, ([bone, node]) => {
      const turns = tree.pathUp(node).map((each) => byNode.get(each));
      return [bone, turns.find((turn) => turn !== undefined) ?? STILL];
    }),
  );
}

/** The matrix of one node at a time of a move. */
function worldAt(tree: SkeletonTree, motion: Motion, node: number, time: number, isBefore: boolean): Matrix {
  return tree.pathUp(node).reduceRight((world, each) => {
    const rest = tree.nodes[each]!;
    const tracks = (["translation", "rotation", "scale"] as const).map((path) => motion.track(each, path));
    const local = tracks.some(Boolean)
      ? compose(
          tracks[0]?.vectorAt(time, isBefore) ?? rest.translation,
          tracks[1]?.turnAt(time, isBefore) ?? rest.rotation,
          tracks[2]?.vectorAt(time, isBefore) ?? rest.scale,
        )
      : localOf(rest);
    return multiply(world, local);
  }, IDENTITY);
}

/** The hips as the root of two humanoids. */
export function hipsAsRoot(source: Body, target: Body): Root {
  return { bone: "hips", from: hipsInT(source), to: hipsInT(target), ratio: ratioOfLegs(source, target) };
}
