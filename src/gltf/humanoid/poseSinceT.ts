import { FINGER_PARTS, FINGERS, type HumanBone, type LimbBone, type Side, sided, SIDES, THUMB_PARTS, TORSO } from "./bones.js";
import type { BodyBone, BodyBones } from "./bodyBones.js";
import type { ReferencePose } from "./referencePose.js";
import type { SkeletonTree } from "./skeletonTree.js";
import {
  about,
  across,
  arc,
  between,
  cross,
  degreesApart,
  degreesBetween,
  frame,
  inverse,
  lengthOf,
  ORIGIN,
  placeOf,
  rotate,
  scale,
  STILL,
  subtract,
  sum,
  times,
  type Turn,
  unit,
  type Vector,
  X,
  Y,
  Z,
} from "./vectors.js";

/** Degrees. */
const BENT_BACK = 20;
const BENT_LIMB = 25;
const NO_T_POSE = 20;
/** How far an ankle stands above its toes, as the slope of the line between them, in degrees. */
const FOOT_SLOPE = 30;
/** Where a thumb lies beside the palm: ahead, and a little below. */
const THUMB: Vector = [0, -0.5, 1];
const THUMB_TURN = 27;

/** How the reference of a body is posed since T. */
export interface PoseSinceT {
  /** The rotation of each bone since T, where the body faces +Z. */
  readonly turns: ReadonlyMap<BodyBone, Turn>;
  readonly findings: readonly string[];
}

/**
 * Reads the reference of a humanoid as a pose since T (arms aside, palms down, legs down, facing +Z): from the places of the joints, parents
 * first.
 * @param facing the rotation from +Z to where the body faces
 * @param isT whether the file declares that its rest is a T-pose
 */
export function readPoseSinceT(tree: SkeletonTree, bones: BodyBones, reference: ReferencePose, facing: Turn, isT: boolean): PoseSinceT {
  const reader = new PoseReader(tree, bones, reference, facing);
  if (isT) {
    const off = reader.degreesOffT();
    if (off < NO_T_POSE) {
      return { turns: new Map([...bones.keys()].map((bone) => [bone, STILL])), findings: [] };
    }
    reader.findings.push(`the file declares a humanoid, but its rest is no T-pose (${off.toFixed(0)} degrees): the joints say the pose`);
  }
  reader.readAll();
  return reader;
}

class PoseReader implements PoseSinceT {
  readonly turns = new Map<BodyBone, Turn>();
  readonly findings: string[] = [];
  private readonly _places = new Map<BodyBone, Vector>();
  /** The length of the body from hips to head: a bone of less than 3 % of it has no direction. */
  private readonly _size: number;
  private readonly _torso: readonly HumanBone[];
  /** The last bone of the torso. */
  private readonly _top: HumanBone;
  /** The bone that ends the back, and the lean of the back in degrees. */
  private readonly _neck: HumanBone | null;
  private readonly _lean: number;

  constructor(
    private readonly _tree: SkeletonTree,
    private readonly _bones: BodyBones,
    private readonly _reference: ReferencePose,
    private readonly _facing: Turn,
  ) {
    for (const [bone, node] of _bones) {
      this._places.set(bone, this._toFront(placeOf(_reference.world[node]!)));
    }
    this._torso = TORSO.filter((bone) => _bones.has(bone));
    this._top = this._torso.at(-1) ?? "hips";
    this._size = (_bones.has("head") && lengthOf(this._way("hips", "head"))) || 1;
    this._neck = (["neck", "head", this._top] as const).find((bone) => this._isFar("hips", bone)) ?? null;
    this._lean = this._neck ? degreesBetween(this._way("hips", this._neck), Y) : 0;
  }

  readAll(): void {
    this._readTorso();
    this._readHead();
    for (const side of SIDES) {
      this._readArm(side);
      this._readLeg(side);
    }
    if (this._reference.kind === "rest") {
      this._sayWhatIsEstimated();
    }
  }

  /** The most by which a limb is off its direction in T, in degrees. */
  degreesOffT(): number {
    const off = SIDES.flatMap((side) =>
      (
        [
          ["upperArm", "lowerArm", outOf(side)],
          ["upperLeg", "lowerLeg", scale(Y, -1)],
        ] as const
      ).map(([a, b, direction]) => {
        const [from, to] = [sided(side, a), sided(side, b)];
        return this._isFar(from, to) ? degreesBetween(this._way(from, to), direction) : 0;
      }),
    );
    return Math.max(...off);
  }

  private _readTorso(): void {
    const [neck, lean, isBent] = [this._neck, this._lean, this._isBent];
    const legs = this._isFar("rightUpperLeg", "leftUpperLeg") ? this._way("rightUpperLeg", "leftUpperLeg") : X;
    const wide = (["shoulder", "upperArm"] as const).flatMap((bone) => {
      const [left, right] = [sided("left", bone), sided("right", bone)];
      return this._isFar(right, left) ? [this._way(right, left)] : [];
    });
    const arms = wide.length > 0 ? sum(wide) : legs;
    const tilt = isBent || lean < (this._reference.kind === "bind" ? 12 : 10) ? null : arc(Y, this._way("hips", neck!));
    const turn = (bone: HumanBone, side: Vector): Turn => {
      const up = tilt ? rotate(tilt, Y) : isBent ? this._upOf(bone, neck!) : Y;
      return frame(across(side, unit(up)), up);
    };
    const hips = turn("hips", legs);
    const chest = turn(this._top, arms);
    this.turns.set("hips", hips);
    this._torso.forEach((bone, i) => {
      const share = (i + 1) / this._torso.length;
      this.turns.set(bone, share === 1 ? chest : turn(bone, rotate(between(hips, chest, share), X)));
    });
    if (lean > 10) {
      const head = this._crown() ? "" : " and where the head looks";
      this.findings.push(`spine${head} are estimates: the reference bends the back by ${lean.toFixed(0)} degrees`);
    }
  }

  private get _isBent(): boolean {
    return this._lean > BENT_BACK;
  }

  /** Where a bone of a bent back points. */
  private _upOf(bone: HumanBone, neck: HumanBone): Vector {
    const [first] = this._torso;
    if (bone === "hips" && first && this._isFar("hips", first)) {
      return this._way("hips", first);
    }
    if (this._isFar(bone, neck)) {
      return this._way(bone, neck);
    }
    return this._torso.length > 1 ? this._way(this._torso.at(-2)!, this._top) : this._way("hips", neck);
  }

  /** Necks lean ahead in most bodies, so only in a bent or unskinned reference is their line a pose. */
  private _readHead(): void {
    const trunk = this._turn(this._top);
    let [neck, head] = [trunk, trunk];
    const along = rotate(trunk, Y);
    const line = this._isFar("neck", "head") ? this._way("neck", "head") : null;
    const crown = this._crown();
    // of a bent body they follow the back or look ahead, whichever is nearer
    const isAhead = (way: Vector): boolean => degreesBetween(way, Y) < degreesBetween(way, along);
    if (this._isBent && line && isAhead(line)) {
      neck = head = times(arc(along, line), trunk);
    }
    if (this._isBent && (crown ?? line) && isAhead((crown ?? line)!)) {
      head = frame(across(rotate(trunk, X), Y), Y);
    }
    if (this._reference.kind === "rest" && crown && degreesBetween(crown, along) > BENT_BACK) {
      head = times(arc(along, crown), trunk);
    }
    this.turns.set("neck", neck).set("head", head).set("jaw", head);
    SIDES.forEach((side) => this.turns.set(sided(side, "eye"), head));
  }

  /** The way from the head to the end of its bone; null without such a node. */
  private _crown(): Vector | null {
    const head = this._bones.get("head");
    const { nodes, children } = this._tree;
    const end = head === undefined ? undefined : children[head]!.find((child) => isEnd(nodes[child]!));
    const { world } = this._reference;
    return end === undefined ? null : this._toFront(subtract(placeOf(world[end]!), placeOf(world[head!]!)));
  }

  private _readArm(side: Side): void {
    const out = outOf(side);
    const trunk = this._turn(this._top);
    const [shoulder, lower, hand] = [sided(side, "shoulder"), sided(side, "lowerArm"), sided(side, "hand")];
    this.turns.set(shoulder, trunk);
    this._readLimb(side, ["upperArm", "lowerArm", "hand"], trunk, out, scale(Y, side === "left" ? -1 : 1));
    this.turns.set(hand, this._turn(lower));
    if (this._bones.has(hand)) {
      this._readPalm(side, out);
    }
    const palm = this._turn(hand);
    for (const finger of FINGERS) {
      const line = FINGER_PARTS.map((part) => sided(side, `${finger}${part}`)).filter((bone) => this._bones.has(bone));
      let from = palm;
      line.forEach((bone, i) => {
        const next = line[i + 1];
        from = next && lengthOf(this._way(bone, next)) > 0 ? swing(from, out, this._way(bone, next)) : from;
        this.turns.set(bone, from);
      });
    }
    THUMB_PARTS.forEach((part) => this.turns.set(sided(side, `thumb${part}`), palm));
  }

  /** The bases of the fingers say how a hand is turned, and its forearm with it; a thumb alone says it roughly. */
  private _readPalm(side: Side, out: Vector): void {
    const [upper, lower, hand] = [sided(side, "upperArm"), sided(side, "lowerArm"), sided(side, "hand")];
    const base = FINGERS.map((finger) => sided(side, `${finger}Proximal`)).filter((bone) => this._isFar(hand, bone));
    const thumb = (["thumbProximal", "thumbMetacarpal"] as const).map((bone) => sided(side, bone)).find((bone) => this._isFar(hand, bone));
    if (base.length > 1) {
      const middle = sided(side, "middleProximal");
      const along = base.includes(middle) ? this._way(hand, middle) : sum(base.map((bone) => this._way(hand, bone)));
      // in T, the way from the last finger to the first is ahead
      const palm = basis(along, this._way(base.at(-1)!, base[0]!), out, Z);
      this.turns.set(hand, palm);
      const ahead = rotate(palm, Z);
      const arm = this._isFar(lower, hand) ? this._way(lower, hand) : null;
      if (arm && degreesBetween(arm, ahead) > 30 && degreesBetween(arm, ahead) < 150) {
        this.turns.set(lower, basis(arm, ahead, out, Z));
      }
      if (!this._isFar(upper, lower)) {
        this.turns.set(lower, palm);
      }
      return;
    }
    const palm = this._turn(hand);
    const axis = rotate(palm, out);
    const aside = thumb ? across(this._way(hand, thumb), axis) : null;
    if (aside && degreesBetween(aside, rotate(palm, unit(THUMB))) > 30) {
      const ahead = rotate(about(axis, side === "left" ? -THUMB_TURN : THUMB_TURN), aside);
      this.turns.set(hand, basis(axis, ahead, out, Z)).set(lower, basis(axis, ahead, out, Z));
    }
    const what = thumb ? "hands have no finger but the thumb, which says them to about 30 degrees" : "hands have no fingers";
    this._say(`palms are assumed: ${what}`);
  }

  private _readLeg(side: Side): void {
    this._readLimb(side, ["upperLeg", "lowerLeg", "foot"], this._turn("hips"), scale(Y, -1), X);
    const [foot, toes] = [sided(side, "foot"), sided(side, "toes")];
    const shin = this._turn(sided(side, "lowerLeg"));
    const turn = this._isFar(foot, toes) ? this._footTurn(side, shin, this._way(foot, toes)) : this._footTurn(side, shin, null);
    this.turns.set(foot, turn).set(toes, turn);
  }

  /** Feet are flat, and point where their leg or their toes say. In a posed rest they are flat where they stand on the ground. */
  private _footTurn(side: Side, shin: Turn, toes: Vector | null): Turn {
    const isBind = this._reference.kind === "bind";
    const level = (way: Vector): Vector => across(way, Y);
    const slope = toes ? (Math.atan2(-toes[1], lengthOf(level(toes))) * 180) / Math.PI : 0;
    const ahead = level(rotate(shin, Z));
    const isTurned = toes !== null && slope < 60 && degreesBetween(level(toes), ahead) > (isBind ? 25 : 10);
    const yaw = frame(cross(Y, isTurned ? level(toes) : ahead), Y);
    const pitch = toes ? slope - FOOT_SLOPE : 0;
    const ankles = SIDES.map((each) => this._places.get(sided(each, "foot"))?.[1]).filter((each) => each !== undefined);
    const own = this._places.get(sided(side, "foot"));
    const stands = own !== undefined && own[1] - Math.min(...ankles) < 0.1 * this._size;
    if (degreesBetween(rotate(shin, Y), Y) < 60 && (isBind || (stands && Math.abs(pitch) < 12))) {
      return yaw;
    }
    return toes && Math.abs(slope) < 75 ? times(yaw, about(X, pitch)) : shin;
  }

  /**
   * The bones of a limb: the least rotation from the parent that gives their direction. The plane of a bent elbow or knee gives the roll.
   * @param direction of the limb in T
   * @param hinge the axis about which the limb bends in T
   */
  private _readLimb(side: Side, [a, b, c]: readonly [LimbBone, LimbBone, LimbBone], from: Turn, direction: Vector, hinge: Vector): void {
    const [upper, lower, end] = [sided(side, a), sided(side, b), sided(side, c)];
    if (!this._isFar(upper, lower)) {
      this.turns.set(upper, from).set(lower, from);
      return;
    }
    const first = this._way(upper, lower);
    const second = this._isFar(lower, end) ? this._way(lower, end) : null;
    const isBent = second !== null && degreesBetween(first, second) > BENT_LIMB;
    const turn = isBent ? basis(first, cross(first, second), direction, hinge) : swing(from, direction, first);
    this.turns.set(upper, turn).set(lower, second ? swing(turn, direction, second) : turn);
  }

  /** No skin promises that the rest is T or A. */
  private _sayWhatIsEstimated(): void {
    const bent = SIDES.flatMap((side) =>
      (
        [
          ["upperLeg", "lowerLeg"],
          ["upperArm", "lowerArm"],
        ] as const
      ).flatMap(([a, b]) => {
        const [upper, lower] = [sided(side, a), sided(side, b)];
        const [first, second] = [this._turn(upper), this._turn(lower)];
        const isPosed = this._bones.has(upper) && (degreesApart(first, STILL) > 60 || degreesApart(first, second) > BENT_LIMB);
        return isPosed ? [upper] : [];
      }),
    );
    const parts = [...bent, ...(this._isBent ? ["back"] : [])];
    if (parts.length > 0) {
      this._say(`twist and hips' height are estimates: no skin, and the rest is a pose (${parts.join(", ")})`);
    }
  }

  private _say(finding: string): void {
    if (!this.findings.includes(finding)) {
      this.findings.push(finding);
    }
  }

  private _turn(bone: HumanBone): Turn {
    return this.turns.get(bone) ?? STILL;
  }

  private _way(from: HumanBone, to: HumanBone): Vector {
    return subtract(this._places.get(to) ?? ORIGIN, this._places.get(from) ?? ORIGIN);
  }

  private _isFar(from: HumanBone, to: HumanBone): boolean {
    return this._bones.has(from) && this._bones.has(to) && lengthOf(this._way(from, to)) > 0.03 * this._size;
  }

  private _toFront(vector: Vector): Vector {
    return rotate(inverse(this._facing), vector);
  }
}

const outOf = (side: Side): Vector => (side === "left" ? X : scale(X, -1));

const isEnd = ({ name, translation }: { readonly name: string; readonly translation: Vector }): boolean =>
  /end|top|tip|nub/i.test(name) && lengthOf(translation) > 0;

/** The least rotation after another one that brings a direction in T to the one seen. */
function swing(from: Turn, direction: Vector, to: Vector): Turn {
  return times(arc(rotate(from, direction), to, rotate(from, Y)), from);
}

/** The rotation that brings a direction and a side in T to those seen. */
function basis(to: Vector, toSide: Vector, direction: Vector, side: Vector): Turn {
  return times(frame(to, toSide), inverse(frame(direction, side)));
}
