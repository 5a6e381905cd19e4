import { createMotion, type Motion, type MotionTrack, rotateAbout } from "../../rootMotion/motionTrack.js";
import { grow } from "../../util/index.js";
import type { CrowdClip } from "../asset/crowdClip.js";
import { type Characters, MIXED, NO_CLIP } from "./characters.js";
import type { Fades } from "./fades.js";
import type { Mixtures } from "./mixtures.js";

/** The components of a matrix without its last column. */
const SIZE = 12;

/** Moves the matrices of characters by the root motion of their clips. Other characters cost nothing. */
export class CrowdMotion {
  /** The characters that move. */
  private _indices = new Int32Array(0);
  private _count = 0;
  private _isListed = new Uint8Array(0);
  /** The timestamps of the characters before a step. */
  private _before = new Float64Array(0);
  /**
   * The matrices of the characters in double precision, which hold as long as nobody else writes a matrix: single precision would lose a
   * part of each step.
   *
   * Layout: 12 components for each index, three of each row
   */
  private _exact = new Float64Array(0);
  private readonly _sum = createMotion();
  private readonly _motion = createMotion();

  constructor(
    private readonly _characters: Characters,
    private readonly _fades: Fades,
    private readonly _mixtures: Mixtures,
    private readonly _clips: readonly CrowdClip[],
  ) {}

  /** Called when a character, or a clip that it fades out, may move. */
  add(index: number): void {
    const { capacity } = this._characters;
    if (this._isListed.length < capacity) {
      this._indices = grow(this._indices, capacity, Int32Array);
      this._isListed = grow(this._isListed, capacity, Uint8Array);
      this._before = grow(this._before, capacity, Float64Array);
      this._exact = grow(this._exact, SIZE * capacity, Float64Array);
    }
    if (this._isListed[index] === 0) {
      this._isListed[index] = 1;
      this._indices[this._count++] = index;
    }
  }

  /** Remembers the timestamps. To be called before the clips advance. Allocates nothing. */
  begin(): void {
    const { timestamps } = this._characters.columns;
    for (let k = 0; k < this._count; k++) {
      const index = this._indices[k]!;
      this._before[index] = timestamps[index]!;
      const parts = this._fades.of(index)?.parts;
      for (let p = 0; parts !== undefined && p < parts.length; p++) {
        parts[p]!.timestamp = this._fades.columns.timestamps[parts[p]!.slot]!;
      }
    }
  }

  /** Moves the characters by what their clips have played. To be called after the clips have advanced. Allocates nothing. */
  apply(): void {
    for (let k = this._count - 1; k >= 0; k--) {
      const index = this._indices[k]!;
      const fade = this._fades.of(index);
      if (this._characters.moves[index] === 0 && fade === undefined) {
        this._isListed[index] = 0;
        this._indices[k] = this._indices[--this._count]!;
      } else if (this._characters.kinds[index] === MIXED) {
        this._moveMixed(index);
      } else {
        this._move(index);
      }
    }
  }

  private _move(index: number): void {
    const { columns, clipIndices, moves } = this._characters;
    const fade = this._fades.of(index);
    const sum = this._sum;
    sum.x = sum.y = sum.z = sum.turn = 0;
    let track: MotionTrack | null = null;
    for (let p = 0; fade !== undefined && p < fade.parts.length; p++) {
      const { slot, clip, factor, moves: isMoving, timestamp } = fade.parts[p]!;
      const own = isMoving ? this._clips[clip]!.track : null;
      if (own) {
        track = own;
        this._add(own, this._fades.columns, slot, timestamp, factor);
      }
    }
    const own = moves[index] === 1 ? this._clips[clipIndices[index]!]!.track : null;
    if (own) {
      track = own;
      this._add(own, columns, index, this._before[index]!, fade === undefined ? 1 : fade.progress);
    }
    if (track) {
      this._moveMatrix(index, track);
    }
  }

  /** Adds what a clip has played in a step. */
  private _add(track: MotionTrack, columns: Characters["columns"], i: number, before: number, weight: number): void {
    const { timestamps, starts, ends, crossings, finished, reverses, headings } = columns;
    const timestamp = timestamps[i]!;
    const [start, end] = [starts[i]!, ends[i]!];
    let seconds = timestamp - before;
    const passes = reverses[i] === 1 ? 0 : crossings[i]! - (crossings[i]! > 0 ? finished[i]! : 0);
    if (passes > 0) {
      seconds += headings[i]! * passes * (end - start);
    }
    if (seconds !== 0) {
      addTo(this._sum, track.until(timestamp, seconds, start, end, this._motion), weight);
    }
  }

  /** Moves a character by the clips of its mixture, which are at the same share of their ranges. */
  private _moveMixed(index: number): void {
    const { columns, clipIndices } = this._characters;
    const { starts, ends, timestamps, crossings, finished, reverses, headings } = columns;
    const sum = this._sum;
    sum.x = sum.y = sum.z = sum.turn = 0;
    const clip = clipIndices[index]!;
    const start = starts[index]!;
    const length = clip === NO_CLIP ? 0 : Math.min(ends[index]!, this._clips[clip]!.end) - start;
    const passes = reverses[index] === 1 ? 0 : crossings[index]! - (crossings[index]! > 0 ? finished[index]! : 0);
    const share = (timestamps[index]! - start) / length;
    const played = (timestamps[index]! - this._before[index]!) / length + headings[index]! * passes;
    const { clips, weights } = this._mixtures.of(index)!;
    let track: MotionTrack | null = null;
    for (let i = 0; length > 0 && i < clips.length; i++) {
      const { settings, duration, track: own } = clips[i]!;
      if (own) {
        track = own;
        const [low, high] = [settings.start, settings.start + duration];
        addTo(sum, own.until(low + share * duration, played * duration, low, high, this._motion), weights[i]!);
      }
    }
    if (track) {
      this._moveMatrix(index, track);
    }
  }

  /** Moves and turns a matrix in its own space. */
  private _moveMatrix(index: number, { up, pivot }: MotionTrack): void {
    const { x, y, z, turn } = this._sum;
    if (x === 0 && y === 0 && z === 0 && turn === 0) {
      return;
    }
    const exact = this._exact;
    const { matrices } = this._characters;
    const [m, e] = [16 * index, SIZE * index];
    for (let i = 0; i < SIZE; i++) {
      const component = matrices[m + i + ((i / 3) | 0)]!;
      if (Math.fround(exact[e + i]!) !== component) {
        exact[e + i] = component;
      }
    }
    if (turn !== 0) {
      this._sum.x += pivot.x;
      this._sum.y += pivot.y;
      this._sum.z += pivot.z;
      moved.x = -pivot.x;
      moved.y = -pivot.y;
      moved.z = -pivot.z;
      rotateAbout(up, turn, moved);
      addTo(this._sum, moved, 1);
    }
    for (let c = 0; c < 3; c++) {
      const component = exact[e + 9 + c]! + this._sum.x * exact[e + c]! + this._sum.y * exact[e + 3 + c]! + this._sum.z * exact[e + 6 + c]!;
      exact[e + 9 + c] = component;
      matrices[m + 12 + c] = component;
    }
    if (turn !== 0) {
      turnRows(exact, e, up, turn);
      for (let i = 0; i < 9; i++) {
        matrices[m + i + ((i / 3) | 0)] = exact[e + i]!;
      }
    }
    this._characters.areMatricesDirty = true;
  }
}

/** Turns the axes of a matrix of three rows of three components, before its own rotation. */
function turnRows(rows: Float64Array, at: number, up: Readonly<Motion> | MotionTrack["up"], turn: number): void {
  for (let i = 0; i < 9; i++) {
    before[i] = rows[at + i]!;
  }
  for (let row = 0; row < 3; row++) {
    moved.x = row === 0 ? 1 : 0;
    moved.y = row === 1 ? 1 : 0;
    moved.z = row === 2 ? 1 : 0;
    rotateAbout(up, turn, moved);
    for (let c = 0; c < 3; c++) {
      rows[at + 3 * row + c] = moved.x * before[c]! + moved.y * before[3 + c]! + moved.z * before[6 + c]!;
    }
  }
}

function addTo(sum: Motion, { x, y, z, turn }: Readonly<Motion>, weight: number): void {
  sum.x += x * weight;
  sum.y += y * weight;
  sum.z += z * weight;
  sum.turn += turn * weight;
}

/** Scratch values. */
const before = new Float64Array(9);
const moved = createMotion();
