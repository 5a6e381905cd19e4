/**
 * A move of one humanoid on another, evaluated in model space: rotations of the world since the reference go over, then hips by the ratio of the
 * legs. From the accessors of both files, with matrices alone, and on purpose without anything of the package or of Babylon.
 */
import type { HumanBone } from "../../src/tools.js";
import { type Asset, evaluateAnimations, type Json, readAccessor } from "./gltfPose.js";

type Vector = readonly number[];
/** Three columns: where the axes go. */
type Matrix = readonly [Vector, Vector, Vector];

interface Placed {
  readonly place: Vector;
  readonly linear: Matrix;
}

/** A file, which of its nodes is which bone, and whether it declares that it rests in T. */
export interface ModelFile {
  readonly asset: Asset;
  readonly bones: ReadonlyMap<HumanBone, number>;
  readonly restsInT?: boolean;
}

/** What a body shows at a time of a move. */
export interface ModelPose {
  /** The rotations of bones that both bodies have, in the space of the file. */
  readonly rotations: ReadonlyMap<HumanBone, Matrix>;
  readonly hips: Vector;
}

const [X, Y, Z, ZERO] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [0, 0, 0],
] as const;
const IDENTITY: Matrix = [X, Y, Z];
const ORIGIN: Placed = { place: ZERO, linear: IDENTITY };
const SIDES = ["left", "right"] as const;

const plus = (a: Vector, b: Vector): Vector => a.map((each, i) => each + b[i]!);
const times = (a: Vector, by: number): Vector => a.map((each) => each * by);
const minus = (a: Vector, b: Vector): Vector => plus(a, times(b, -1));
const dot = (a: Vector, b: Vector): number => a.reduce((sum, each, i) => sum + each * b[i]!, 0);
const length = (a: Vector): number => Math.hypot(...a);
const unit = (a: Vector): Vector => times(a, 1 / length(a));
const cross = ([a, b, c]: Vector, [d, e, f]: Vector): Vector => [b! * f! - c! * e!, c! * d! - a! * f!, a! * e! - b! * d!];
const across = (a: Vector, axis: Vector): Vector => minus(a, times(axis, dot(a, axis)));
const degrees = (a: Vector, b: Vector): number => (Math.atan2(length(cross(a, b)), dot(a, b)) * 180) / Math.PI;

const apply = ([a, b, c]: Matrix, [x, y, z]: Vector): Vector => plus(plus(times(a, x!), times(b, y!)), times(c, z!));
const product = (...all: readonly Matrix[]): Matrix => all.reduce((a, b) => b.map((column) => apply(a, column)) as unknown as Matrix);
const transposed = (m: Matrix): Matrix => [0, 1, 2].map((row) => m.map((column) => column[row]!)) as unknown as Matrix;
const rotationOf = (m: Matrix): Matrix => m.map(unit) as unknown as Matrix;
const sizeOf = ([a, b, c]: Matrix): number => Math.cbrt(Math.abs(dot(a, cross(b, c))));

function inverse([a, b, c]: Matrix): Matrix {
  const size = dot(a, cross(b, c));
  return transposed([cross(b, c), cross(c, a), cross(a, b)].map((row) => times(row, 1 / size)) as unknown as Matrix);
}

/** The rotation about an axis. */
function about(axis: Vector, radians: number): Matrix {
  const [cos, sin, u] = [Math.cos(radians), Math.sin(radians), unit(axis)];
  const turned = (v: Vector): Vector => plus(plus(times(v, cos), times(cross(u, v), sin)), times(u, dot(u, v) * (1 - cos)));
  return IDENTITY.map(turned) as unknown as Matrix;
}

/** The least rotation from one direction to another. */
function least(from: Vector, to: Vector): Matrix {
  const axis = cross(from, to);
  return length(axis) < 1e-12 ? IDENTITY : about(axis, Math.atan2(length(axis), dot(from, to)));
}

/** The radians between two rotations. */
export function radiansBetween(a: Matrix, b: Matrix): number {
  const [p, q, r] = product(transposed(a), b);
  const axis = [q[2]! - r[1]!, r[0]! - p[2]!, p[1]! - q[0]!];
  return Math.atan2(length(axis), p[0]! + q[1]! + r[2]! - 1);
}

/** A share of the way from one rotation to another. */
function between(a: Matrix, b: Matrix, share: number): Matrix {
  const [p, q, r] = product(b, transposed(a));
  const axis = [q[2]! - r[1]!, r[0]! - p[2]!, p[1]! - q[0]!];
  return length(axis) < 1e-12 ? a : product(about(axis, share * radiansBetween(a, b)), a);
}

/** The rotation whose first axis is one direction, and whose second is as near to another as can be. */
function frame(x: Vector, y: Vector): Matrix {
  const first = unit(x);
  const second = unit(across(y, first));
  return [first, second, cross(first, second)];
}

/** The rotation from a direction and a side to others. */
const turnTo = (to: Vector, toSide: Vector, from: Vector, side: Vector): Matrix =>
  product(frame(to, toSide), transposed(frame(from, side)));

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

function linearOf([x, y, z, w]: Vector, size: Vector): Matrix {
  const n = 2 / (x! * x! + y! * y! + z! * z! + w! * w!);
  return [
    times([1 - n * (y! * y! + z! * z!), n * (x! * y! + z! * w!), n * (x! * z! - y! * w!)], size[0]!),
    times([n * (x! * y! - z! * w!), 1 - n * (x! * x! + z! * z!), n * (y! * z! + x! * w!)], size[1]!),
    times([n * (x! * z! + y! * w!), n * (y! * z! - x! * w!), 1 - n * (x! * x! + y! * y!)], size[2]!),
  ];
}

const placedIn = (outer: Placed, inner: Placed): Placed => ({
  place: plus(outer.place, apply(outer.linear, inner.place)),
  linear: product(outer.linear, inner.linear),
});

/** The nodes of a file as a tree. */
class Tree {
  readonly parents: readonly number[];
  /** Parents first. */
  readonly order: readonly number[];
  readonly rest: readonly Placed[];

  constructor(readonly asset: Asset) {
    const nodes = asset.json["nodes"] as readonly Json[];
    const parents = new Array<number>(nodes.length).fill(-1);
    nodes.forEach(({ children = [] }, i) => (children as number[]).forEach((child) => (parents[child] = i)));
    this.parents = parents;
    const depth = (node: number): number => (node < 0 ? 0 : 1 + depth(parents[node]!));
    this.order = [...nodes.keys()].sort((a, b) => depth(a) - depth(b));
    this.rest = this.worlds(null, 0);
  }

  /** The places of a node in its parent. */
  local(node: number, values: Json = {}): Placed {
    const own = { ...this.asset.json["nodes"][node], ...values } as Record<string, Vector | undefined>;
    const { matrix: m, translation = ZERO, rotation = [0, 0, 0, 1], scale = [1, 1, 1] } = own;
    return m && Object.keys(values).length === 0
      ? { place: m.slice(12, 15), linear: [m.slice(0, 3), m.slice(4, 7), m.slice(8, 11)] }
      : { place: translation, linear: linearOf(rotation, scale) };
  }

  worlds(animation: number | null, time: number): readonly Placed[] {
    const values = new Map<number, Json>();
    for (const { node, path, value } of animation === null ? [] : evaluateAnimations(this.asset, [animation], time)) {
      values.set(node, { ...values.get(node), [path]: value });
    }
    return this.compose((node) => this.local(node, values.get(node)));
  }

  compose(local: (node: number) => Placed): readonly Placed[] {
    const worlds: Placed[] = [];
    this.order.forEach((node) => (worlds[node] = placedIn(worlds[this.parents[node]!] ?? ORIGIN, local(node))));
    return worlds;
  }

  above(node: number): readonly number[] {
    const parent = this.parents[node]!;
    return parent < 0 ? [] : [parent, ...this.above(parent)];
  }
}

/** A body in the pose in which it was made. */
export class ModelBody {
  readonly tree: Tree;
  readonly bones: ReadonlyMap<HumanBone, number>;
  readonly reference: readonly Placed[];
  readonly facing: Matrix;
  /** The rotations of the reference since T, of a body that faces +Z. */
  readonly sinceT = new Map<HumanBone, Matrix>();
  readonly feet: readonly number[];
  readonly ground: number;
  readonly leg: number;
  /** Where the hips stand in T. */
  readonly standing: Vector;

  constructor({ asset, bones, restsInT = false }: ModelFile) {
    this.tree = new Tree(asset);
    this.bones = bones;
    this.reference = restsInT ? this.tree.rest : this._bindPose();
    const [x, , z] = plus(this._line("UpperLeg"), this._line("UpperArm")) as [number, number, number];
    const front = Math.abs(z) > Math.abs(x) ? [-Math.sign(z), 0, 0] : [0, 0, Math.sign(x)];
    this.facing = frame(cross(Y, front), Y);
    if (restsInT) {
      bones.forEach((_, bone) => this.sinceT.set(bone, IDENTITY));
    } else {
      this._readPose();
    }
    this.feet = SIDES.map((side) => bones.get(`${side}Foot`)!);
    this.ground = this._lowest(this.reference);
    const bone = (side: string, from: string, to: string): number => length(this._raw(`${side}${from}`, `${side}${to}`));
    this.leg = SIDES.reduce((sum, side) => sum + (bone(side, "UpperLeg", "LowerLeg") + bone(side, "LowerLeg", "Foot")) / 2, 0);
    this.standing = this._standing();
  }

  /** The axes of a bone that the rotations of a node mean: those that are the axes of the world in T. */
  axes(bone: HumanBone, rotation: Matrix): Matrix {
    return product(rotation, transposed(this._made(bone)), this.facing, this.sinceT.get(bone)!);
  }

  /** The rotation of the node whose bone has these axes. */
  rotation(bone: HumanBone, axes: Matrix): Matrix {
    return product(axes, transposed(this.sinceT.get(bone)!), transposed(this.facing), this._made(bone));
  }

  /** The height of the lower foot above the ground, in shares of the leg. */
  heightOfFeet(worlds: readonly Placed[]): number {
    return (this._lowest(worlds) - this.ground) / this.leg;
  }

  /** The places of all nodes, where bones have these rotations. */
  posed(rotations: ReadonlyMap<HumanBone, Matrix>, hips: Vector): readonly Placed[] {
    const { tree, reference, bones } = this;
    const root = bones.get("hips")!;
    const wanted = new Map(Array.from(rotations, ([bone, rotation]) => [bones.get(bone)!, rotation]));
    const worlds: Placed[] = [];
    const isBelow = (node: number): boolean => tree.above(node).some((each) => wanted.has(each));
    const visit = (node: number): Placed => (worlds[node] ??= place(node));
    const place = (node: number): Placed => {
      const parent = tree.parents[node]!;
      const outer = parent < 0 ? ORIGIN : visit(parent);
      const own = placedIn(outer, tree.local(node));
      const kept = product(rotationOf(outer.linear), transposed(rotationOf(reference[parent]?.linear ?? IDENTITY)), this._turn(node));
      const rotation = wanted.get(node) ?? (isBelow(node) ? kept : rotationOf(own.linear));
      const linear = rotation.map((axis, i) => times(axis, length(own.linear[i]!))) as unknown as Matrix;
      if (node === root || !wanted.has(node) || isBelow(node)) {
        return { place: node === root ? hips : own.place, linear };
      }
      // a bone below no other one is carried: a foot by its shin, others by the hips
      const shin = SIDES.map((side) => (node === bones.get(`${side}Foot`) ? bones.get(`${side}LowerLeg`)! : root)).find(
        (each) => each !== root,
      );
      const carrier = shin ?? root;
      const change = product(wanted.get(carrier)!, transposed(this._turn(carrier)));
      return { place: plus(visit(carrier).place, apply(change, minus(reference[node]!.place, reference[carrier]!.place))), linear };
    };
    tree.order.forEach(visit);
    return worlds;
  }

  private _turn(node: number): Matrix {
    return rotationOf(this.reference[node]!.linear);
  }

  private _made(bone: HumanBone): Matrix {
    return this._turn(this.bones.get(bone)!);
  }

  private _lowest(worlds: readonly Placed[]): number {
    return Math.min(...this.feet.map((node) => worlds[node]!.place[1]!));
  }

  /** The rotations of the inverse bind matrices, in the space nearest to the rest; places from offsets, or from the matrices where they agree. */
  private _bindPose(): readonly Placed[] {
    const { tree, bones } = this;
    const { skins, nodes } = tree.asset.json as { skins: readonly Json[]; nodes: readonly Json[] };
    const mapped = new Set(bones.values());
    const count = ({ joints }: Json): number => (joints as number[]).filter((joint) => mapped.has(joint)).length;
    const skin = [...skins].sort((a, b) => count(b) - count(a))[0]!;
    const joints = skin["joints"] as readonly number[];
    const values = readAccessor(tree.asset, skin["inverseBindMatrices"] as number);
    const bind = new Map(
      joints.map((joint, i) => {
        const m = values.slice(16 * i, 16 * i + 16);
        const linear = inverse([m.slice(0, 3), m.slice(4, 7), m.slice(8, 11)]);
        return [joint, { place: times(apply(linear, m.slice(12, 15)), -1), linear }];
      }),
    );
    const hips = bones.get("hips")!;
    const users = nodes.flatMap((each, i) => (each["skin"] === skins.indexOf(skin) ? [i] : []));
    const spaces = [ORIGIN, ...[...tree.above(hips), ...users].map((node) => tree.rest[node]!)];
    const offRest = (space: Placed): number =>
      median(
        joints
          .filter((joint) => mapped.has(joint))
          .map((joint) => radiansBetween(rotationOf(placedIn(space, bind.get(joint)!).linear), rotationOf(tree.rest[joint]!.linear))),
      );
    const space = spaces.reduce((best, each) => (offRest(each) < offRest(best) - 1e-4 ? each : best));
    const ratios = joints.flatMap((joint) => {
      const parent = bind.get(tree.parents[joint]!);
      const own = parent ? length(minus(tree.rest[joint]!.place, tree.rest[tree.parents[joint]!]!.place)) : 0;
      return own > 1e-9 ? [length(minus(bind.get(joint)!.place, parent!.place)) / own] : [];
    });
    const ratio = median(ratios);
    const agree = ratios.filter((each) => Math.abs(each / ratio - 1) < 0.03).length >= 0.6 * ratios.length;
    const unitLength = 1 / (ratio * sizeOf(space.linear));
    const bound = (node: number): Vector => times(placedIn(space, bind.get(node)!).place, unitLength);
    const worlds: Placed[] = [];
    for (const node of tree.order) {
      const own = placedIn(worlds[tree.parents[node]!] ?? ORIGIN, tree.local(node));
      const isPlaced = agree && bind.has(node) && tree.above(node).includes(hips);
      const turn = rotationOf(bind.has(node) ? placedIn(space, bind.get(node)!).linear : own.linear);
      worlds[node] = {
        place: isPlaced ? plus(worlds[hips]!.place, minus(bound(node), bound(hips))) : own.place,
        linear: turn.map((axis, i) => times(axis, length(tree.rest[node]!.linear[i]!))) as unknown as Matrix,
      };
    }
    // a ratio that is no unit of length is that of a decoding, which shifts the places, too
    const isUnit = agree && Math.abs(Math.log10(unitLength) - Math.round(Math.log10(unitLength))) < 0.004;
    const foot = (all: readonly Placed[]): number => Math.min(...SIDES.map((side) => all[bones.get(`${side}Foot`)!]!.place[1]!));
    const rise = isUnit ? minus(bound(hips), worlds[hips]!.place) : times(Y, foot(tree.rest) - foot(worlds));
    return worlds.map(({ place, linear }) => ({ place: plus(place, rise), linear }));
  }

  /** The way between two bones of the reference, in the space of the file. */
  private _raw(from: string, to: string): Vector {
    const [a, b] = [from, to].map((bone) => this.reference[this.bones.get(bone as HumanBone)!]!.place);
    return minus(b!, a!);
  }

  /** The same where the body faces +Z. */
  private _way(from: string, to: string): Vector {
    return apply(transposed(this.facing), this._raw(from, to));
  }

  private _line(bone: string): Vector {
    return unit(this._raw(`right${bone}`, `left${bone}`));
  }

  private _has(bone: string): boolean {
    return this.bones.has(bone as HumanBone);
  }

  private _readPose(): void {
    const { sinceT } = this;
    const torso = (["spine", "chest", "upperChest"] as const).filter((bone) => this._has(bone));
    const top = torso.at(-1)!;
    const back = this._way("hips", this._has("neck") ? "neck" : "head");
    const lean = degrees(back, Y);
    if (lean > 20) {
      throw new RangeError(`reference: must not bend the back, whose pose is an estimate (got ${lean} degrees)`);
    }
    const up = lean < 12 ? Y : unit(back);
    const upright = (side: Vector): Matrix => frame(across(side, up), up);
    const shoulders = (["Shoulder", "UpperArm"] as const).filter((bone) => this._has(`left${bone}`) && this._has(`right${bone}`));
    const hips = upright(this._way("rightUpperLeg", "leftUpperLeg"));
    const chest = upright(shoulders.map((bone) => this._way(`right${bone}`, `left${bone}`)).reduce(plus));
    sinceT.set("hips", hips);
    torso.forEach((bone, i) => sinceT.set(bone, upright(between(hips, chest, (i + 1) / torso.length)[0])));
    (["neck", "head"] as const).forEach((bone) => sinceT.set(bone, chest));
    for (const side of SIDES) {
      const [out, hinge] = side === "left" ? [X, times(Y, -1)] : [times(X, -1), Y];
      sinceT.set(`${side}Shoulder`, sinceT.get(top)!);
      this._readLimb(side, ["UpperArm", "LowerArm", "Hand"], sinceT.get(top)!, out, hinge);
      sinceT.set(`${side}Hand`, sinceT.get(`${side}LowerArm`)!);
      this._readPalm(side, out);
      this._readLimb(side, ["UpperLeg", "LowerLeg", "Foot"], hips, times(Y, -1), X);
      const ahead = across(sinceT.get(`${side}LowerLeg`)![2], Y);
      const toes = this._has(`${side}Toes`) ? across(this._way(`${side}Foot`, `${side}Toes`), Y) : ahead;
      const foot = frame(cross(Y, degrees(toes, ahead) > 25 ? toes : ahead), Y);
      sinceT.set(`${side}Foot`, foot).set(`${side}Toes`, foot);
    }
  }

  /** The least rotation that gives each bone its direction; a bend of more than 25 degrees says the roll. */
  private _readLimb(side: "left" | "right", names: readonly [string, string, string], from: Matrix, along: Vector, hinge: Vector): void {
    const [upper, lower, end] = names.map((name) => `${side}${name}` as HumanBone) as [HumanBone, HumanBone, HumanBone];
    const first = this._way(upper, lower);
    const second = this._has(end) ? this._way(lower, end) : first;
    const isBent = degrees(first, second) > 25;
    const swung = (turn: Matrix, to: Vector): Matrix => product(least(apply(turn, along), to), turn);
    const turn = isBent ? turnTo(first, cross(first, second), along, hinge) : swung(from, first);
    this.sinceT.set(upper, turn).set(lower, swung(turn, second));
  }

  /** Knuckles say how a hand is turned, and its forearm with it. */
  private _readPalm(side: "left" | "right", out: Vector): void {
    const [hand, lower] = [`${side}Hand`, `${side}LowerArm`] as const;
    const knuckles = ["Index", "Middle", "Ring", "Little"].map((finger) => `${side}${finger}Proximal`).filter((bone) => this._has(bone));
    if (knuckles.length > 1) {
      const along = knuckles.includes(`${side}MiddleProximal`)
        ? this._way(hand, `${side}MiddleProximal`)
        : knuckles.map((bone) => this._way(hand, bone)).reduce(plus);
      const palm = turnTo(along, this._way(knuckles.at(-1)!, knuckles[0]!), out, Z);
      this.sinceT.set(hand, palm).set(lower, turnTo(this._way(lower, hand), palm[2], out, Z));
    }
  }

  /** Where the hips are in T: as high above the ground as thigh and shin fall when they hang. */
  private _standing(): Vector {
    const { bones, reference, sinceT } = this;
    const at = (bone: string): Vector => reference[bones.get(bone as HumanBone)!]!.place;
    const rise = (bone: HumanBone, way: Vector): number => dot(apply(sinceT.get(bone)!, Y), apply(transposed(this.facing), way));
    const legs = SIDES.map(
      (side) =>
        rise(`${side}UpperLeg`, this._raw(`${side}LowerLeg`, `${side}UpperLeg`)) +
        rise(`${side}LowerLeg`, this._raw(`${side}Foot`, `${side}LowerLeg`)),
    );
    const middle = times(plus(at("leftUpperLeg"), at("rightUpperLeg")), 0.5);
    const hips = at("hips");
    return [hips[0]!, this.ground + (legs[0]! + legs[1]!) / 2 + rise("hips", minus(hips, middle)), hips[2]!];
  }
}

/** What a target shows when its source is at a time of a move. */
export function retargetInModelSpace(source: ModelBody, target: ModelBody, animation: number, time: number): ModelPose {
  const worlds = source.tree.worlds(animation, time);
  const turn = product(target.facing, transposed(source.facing));
  const axesOf = (bone: HumanBone): Matrix => source.axes(bone, rotationOf(worlds[source.bones.get(bone)!]!.linear));
  const rotations = new Map<HumanBone, Matrix>();
  for (const bone of target.bones.keys()) {
    const axes = givenAxes(source, target, bone, axesOf);
    if (axes && target.sinceT.has(bone)) {
      rotations.set(bone, target.rotation(bone, product(turn, axes)));
    }
  }
  const way = minus(worlds[source.bones.get("hips")!]!.place, source.standing);
  const hips = plus(target.standing, times(apply(turn, way), target.leg / source.leg));
  const height = source.heightOfFeet(worlds);
  const off = height - target.heightOfFeet(target.posed(rotations, hips));
  // feet that stand keep standing within 3 % of the leg; from 10 % above the ground they do not stand
  const stands = Math.min(Math.max((0.1 - Math.abs(height)) / 0.07, 0), 1);
  const lift = Math.sign(off) * Math.max(Math.abs(off) - 0.03, 0) * stands * target.leg;
  return { rotations, hips: plus(hips, [0, lift, 0]) };
}

/** The axes that a bone of the target takes over; torsos with other numbers of bones by shares, the last one from the last one. */
function givenAxes(source: ModelBody, target: ModelBody, bone: HumanBone, axesOf: (bone: HumanBone) => Matrix): Matrix | null {
  const [own, others] = [source, target].map(({ bones }) => (["spine", "chest", "upperChest"] as const).filter((each) => bones.has(each)));
  const at = others!.indexOf(bone as "spine");
  if (at >= 0 && own!.length !== others!.length) {
    const line = (["hips", ...own!] as const).map(axesOf);
    const place = ((at + 1) / others!.length) * own!.length;
    const below = Math.min(Math.floor(place), own!.length - 1);
    return between(line[below]!, line[below + 1]!, place - below);
  }
  return source.bones.has(bone) && source.sinceT.has(bone) ? axesOf(bone) : null;
}
