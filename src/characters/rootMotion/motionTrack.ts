import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { type Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { sampleCountOf } from "../../scene/host/index.js";
import { clamp } from "../../gltf/timing/index.js";
import { argumentError } from "../../gltf/util/index.js";

/** The members of Babylon's `RootMotionClip` that this package reads. */
export interface RootMotion {
  readonly sourceAnimationGroup: AnimationGroup;
  /** The group that plays in place. */
  readonly animationGroup: AnimationGroup;
  /** The node that the motion moves, and whose local space it is in. */
  readonly characterNode: TransformNode;
  readonly upAxis: Vector3;
  readonly extractsRotation: boolean;
  readonly fromFrame: number;
  readonly toFrame: number;
  /** Seconds of a cycle. */
  readonly duration: number;
  getOffsetAtFrame(frame: number, result: Vector3): Vector3;
  getRotationAtFrame(frame: number): number;
}

/** @throws TypeError if a value is not a `RootMotionClip` */
export function expectRootMotion(argument: string, value: unknown): void {
  const { sourceAnimationGroup, animationGroup, getOffsetAtFrame, getRotationAtFrame } = (value ?? {}) as Partial<RootMotion>;
  if (!sourceAnimationGroup || !animationGroup || typeof getOffsetAtFrame !== "function" || typeof getRotationAtFrame !== "function") {
    throw argumentError(argument, "must be a RootMotionClip of @babylonjs/core 9.28 or later", value, "object");
  }
}

/** A way, and a turn about the up axis: the turn comes first, and the way is in the space before it. */
export interface Motion {
  x: number;
  y: number;
  z: number;
  /** In radians. */
  turn: number;
}

const STRIDE = 4;

/**
 * The motion of a clip at even steps of its range, and in closed form between any two times. All computations are in double precision.
 *
 * A turn is about the axis `up` through `pivot`.
 */
export class MotionTrack {
  readonly up: Vector3;
  readonly pivot: Vector3;
  readonly turns: boolean;
  private readonly _start: number;
  private readonly _stepsPerSecond: number;
  /** Where the last sample lay between two steps. */
  private _share = 0;
  private readonly _last: number;
  /** Layout: x, y, z and turn of each step, relative to the first. */
  private readonly _steps: Float64Array;

  /** @param space the matrix to the space of the track; without one, the track is in the character's local space */
  constructor(motion: RootMotion, space: Matrix | null = null) {
    const { fromFrame, toFrame, duration } = motion;
    const isMirrored = space !== null && space.determinant() < 0;
    const last = sampleCountOf(motion);
    const offset = new Vector3();
    this._last = last;
    this._steps = new Float64Array(STRIDE * (last + 1));
    for (let i = 0; i <= last; i++) {
      const frame = fromFrame + ((toFrame - fromFrame) * i) / last;
      const turn = motion.getRotationAtFrame(frame);
      motion.getOffsetAtFrame(frame, offset);
      if (space) {
        Vector3.TransformNormalToRef(offset, space, offset);
      }
      this._steps.set([offset.x, offset.y, offset.z, isMirrored ? -turn : turn], STRIDE * i);
    }
    this._stepsPerSecond = duration > 0 ? last / duration : 0;
    this._start = duration > 0 ? (fromFrame * duration) / (toFrame - fromFrame) : 0;
    this.turns = motion.extractsRotation;
    this.up = (space ? Vector3.TransformNormal(motion.upAxis, space) : motion.upAxis).normalizeToNew();
    this.pivot = space ? space.getTranslation() : new Vector3();
  }

  /**
   * The motion that ends at a timestamp.
   * @param timestamp seconds, within the bounds
   * @param seconds of timestamp that were played until then, over any number of loops; negative backwards
   * @param start the lower bound of the loop, in seconds
   * @param end the upper bound of the loop
   * @param out receives the motion, in the character's space at the beginning of these seconds
   * @returns `out`
   */
  until(timestamp: number, seconds: number, start: number, end: number, out: Motion): Motion {
    const range = end - start;
    const from = timestamp - seconds;
    const isWithin = (from >= start && from <= end) || !(range > 0 && range < Infinity);
    const cycles = isWithin ? 0 : -Math.floor((from - start) / range);
    if (!this.turns) {
      froms[0] = isWithin ? from : from + cycles * range;
      tos[0] = timestamp;
      this.between(froms, tos, 0, out);
      if (cycles !== 0) {
        this._sampleWay(start, first);
        this._sampleWay(end, cycle);
        add(out, first, -cycles);
        add(out, cycle, cycles);
      }
      return out;
    }
    this._sample(start, first);
    this._fromFirst(timestamp, out);
    this._fromFirst(isWithin ? from : from + cycles * range, before);
    if (cycles !== 0) {
      this._fromFirst(end, cycle);
      this._repeat(cycle, cycles);
      this._rotate(out, cycle.turn);
      add(out, cycle, 1);
      out.turn += cycle.turn;
    }
    add(out, before, -1);
    this._rotate(out, -before.turn);
    out.turn -= before.turn;
    return out;
  }

  /** The way between two timestamps of one pass, at an index of arrays, for a track without turns: V8 would allocate 16 bytes for each number that it passes. */
  between(from: Float64Array, to: Float64Array, at: number, out: Motion): void {
    const { _steps: steps, _last: last, _start: start, _stepsPerSecond: rate } = this;
    const a = Math.min(Math.max((from[at]! - start) * rate, 0), last);
    const b = Math.min(Math.max((to[at]! - start) * rate, 0), last);
    const i = STRIDE * Math.min(a | 0, last - 1);
    const j = STRIDE * Math.min(b | 0, last - 1);
    const p = a - i / STRIDE;
    const q = b - j / STRIDE;
    out.x = steps[j]! - steps[i]! + (steps[j + STRIDE]! - steps[j]!) * q - (steps[i + STRIDE]! - steps[i]!) * p;
    out.y = steps[j + 1]! - steps[i + 1]! + (steps[j + 5]! - steps[j + 1]!) * q - (steps[i + 5]! - steps[i + 1]!) * p;
    out.z = steps[j + 2]! - steps[i + 2]! + (steps[j + 6]! - steps[j + 2]!) * q - (steps[i + 6]! - steps[i + 2]!) * p;
    out.turn = 0;
  }

  /** The distance in a straight line between the places at two timestamps. */
  distance(from: number, to: number): number {
    this._sample(from, first);
    this._sample(to, before);
    return Math.hypot(before.x - first.x, before.y - first.y, before.z - first.z);
  }

  /** The motion since `first`, in the space of `first`. */
  private _fromFirst(timestamp: number, out: Motion): void {
    this._sample(timestamp, out);
    add(out, first, -1);
    this._rotate(out, -first.turn);
    out.turn -= first.turn;
  }

  private _sample(timestamp: number, out: Motion): void {
    const turn = STRIDE * this._sampleWay(timestamp, out) + 3;
    out.turn = this._steps[turn]! + (this._steps[turn + STRIDE]! - this._steps[turn]!) * this._share;
  }

  /** @returns the index of the step before */
  private _sampleWay(timestamp: number, out: Motion): number {
    const { _steps: steps, _last: last } = this;
    const exact = clamp((timestamp - this._start) * this._stepsPerSecond, 0, last);
    const index = Math.min(exact | 0, last - 1);
    const share = exact - index;
    const a = STRIDE * index;
    const b = a + STRIDE;
    out.x = steps[a]! + (steps[b]! - steps[a]!) * share;
    out.y = steps[a + 1]! + (steps[b + 1]! - steps[a + 1]!) * share;
    out.z = steps[a + 2]! + (steps[b + 2]! - steps[a + 2]!) * share;
    this._share = share;
    return index;
  }

  /**
   * Repeats a motion any number of times, also less than 0 times. The ways of n cycles, each turned by the cycle before, add up to a chord of
   * a circle: sin(n·turn/2) / sin(turn/2) times as long as one way, turned by half of the other cycles.
   */
  private _repeat(motion: Motion, count: number): void {
    const { up } = this;
    const turn = motion.turn - 2 * Math.PI * Math.round(motion.turn / (2 * Math.PI));
    const sine = Math.sin(turn / 2);
    const length = sine === 0 ? count : Math.sin((count * turn) / 2) / sine;
    const height = motion.x * up.x + motion.y * up.y + motion.z * up.z;
    this._rotate(motion, ((count - 1) * turn) / 2);
    const rise = height * (count - length);
    motion.x = motion.x * length + up.x * rise;
    motion.y = motion.y * length + up.y * rise;
    motion.z = motion.z * length + up.z * rise;
    motion.turn *= count;
  }

  /** Rotates the way of a motion about the up axis. */
  private _rotate(motion: Motion, angle: number): void {
    if (angle !== 0) {
      rotateAbout(this.up, angle, motion);
    }
  }
}

interface Point {
  x: number;
  y: number;
  z: number;
}

/** Rotates a vector about an axis of unit length. */
export function rotateAbout({ x: ux, y: uy, z: uz }: Readonly<Point>, angle: number, vector: Point): void {
  const { x, y, z } = vector;
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  const along = (ux * x + uy * y + uz * z) * (1 - cosine);
  vector.x = x * cosine + (uy * z - uz * y) * sine + ux * along;
  vector.y = y * cosine + (uz * x - ux * z) * sine + uy * along;
  vector.z = z * cosine + (ux * y - uy * x) * sine + uz * along;
}

export function createMotion(): Motion {
  return { x: 0, y: 0, z: 0, turn: 0 };
}

function add(to: Point, { x, y, z }: Readonly<Point>, factor: number): void {
  to.x += x * factor;
  to.y += y * factor;
  to.z += z * factor;
}

/** Scratch motions. */
const first = createMotion();
const before = createMotion();
const cycle = createMotion();
const froms = /* @__PURE__ */ new Float64Array(1);
const tos = /* @__PURE__ */ new Float64Array(1);
