import { createMotion, type Motion, type MotionTrack, rotateAbout } from "../../rootMotion/motionTrack.js";
import { grow } from "../../../gltf/util/index.js";
import type { CrowdClip } from "../asset/crowdClip.js";
import { type Characters, FADING, MIXED, NO_CLIP } from "./characters.js";
import type { Fades } from "./fades.js";
import { passesAmong } from "./clipSlots.js";
import type { CharacterLayers, Layer, Layers } from "./layers.js";
import type { Mixtures } from "./mixtures.js";

/** Moves the matrices of characters by the root motion of their clips. Other characters cost nothing. */
export class CrowdMotion {
  /** The characters that move. */
  private _indices = new Int32Array(0);
  private _count = 0;
  private _isListed = new Uint8Array(0);
  /** The timestamps of the characters before a step. */
  private _before = new Float64Array(0);
  /**
   * The places and the axes of the matrices in double precision: single precision would lose a part of each step.
   *
   * Layout: three components of the place for each index, and nine of the axes, row by row
   */
  private _places = new Float64Array(0);
  private _axes = new Float64Array(0);
  private readonly _sum = createMotion();
  private readonly _motion = createMotion();

  constructor(
    private readonly _characters: Characters,
    private readonly _fades: Fades,
    private readonly _mixtures: Mixtures,
    private readonly _layers: Layers,
    private readonly _clips: readonly CrowdClip[],
  ) {}

  /** Called when a character, or a clip that it fades out, may move. */
  add(index: number): void {
    const { capacity } = this._characters;
    if (this._isListed.length < capacity) {
      this._indices = grow(this._indices, capacity, Int32Array);
      this._isListed = grow(this._isListed, capacity, Uint8Array);
      this._before = grow(this._before, capacity, Float64Array);
      this._places = grow(this._places, 3 * capacity, Float64Array);
    }
    if (this._isListed[index] === 0) {
      this._isListed[index] = 1;
      this._indices[this._count++] = index;
    }
  }

  /**
   * The matrix of a character: as exactly as it is known, if that is more exact than single precision; else null.
   */
  exactMatrixOf(index: number): number[] | null {
    const { matrices } = this._characters;
    let isExact = false;
    const matrix: number[] = [];
    for (let i = 0; i < 16; i++) {
      const component = matrices[16 * index + i]!;
      const known = i % 4 === 3 ? undefined : i >= 12 ? this._places[3 * index + i - 12] : this._axes[9 * index + axisAt(i)];
      matrix[i] = known === undefined || known === component ? component : exactly(known, component);
      isExact ||= matrix[i] !== component;
    }
    return isExact ? matrix : null;
  }

  /** Places a character. @param isExact whether the components are more exact than single precision */
  setMatrix(index: number, matrix: readonly number[], isExact: boolean): void {
    const { matrices, capacity } = this._characters;
    matrices.set(matrix, 16 * index);
    if (isExact && this._axes.length < 9 * capacity) {
      this._places = grow(this._places, 3 * capacity, Float64Array);
      this._axes = grow(this._axes, 9 * capacity, Float64Array);
    }
    const known = isExact ? matrix : matrices.subarray(16 * index, 16 * index + 16);
    // numbers beyond the end of an array are not kept
    for (let i = 0; i < 15; i++) {
      if (i >= 12) {
        this._places[3 * index + i - 12] = known[i]!;
      } else if (i % 4 < 3) {
        this._axes[9 * index + axisAt(i)] = known[i]!;
      }
    }
    this._characters.areMatricesDirty = true;
  }

  /** Remembers the timestamps of layers. To be called before controllers decide. Allocates nothing. */
  beginLayers(): void {
    for (let k = 0; k < this._count; k++) {
      const layers = this._layers.of(this._indices[k]!);
      for (let i = 0; layers?.moves && i < layers.layers.length; i++) {
        const { parts } = layers.layers[i]!;
        for (let p = 0; p < parts.length; p++) {
          parts[p]!.mark();
        }
      }
    }
  }

  /** Remembers the timestamps. To be called before the clips advance. Allocates nothing. */
  begin(): void {
    const { timestamps } = this._characters.columns;
    for (let k = 0; k < this._count; k++) {
      const index = this._indices[k]!;
      this._before[index] = timestamps[index]!;
      const parts = this._characters.kinds[index] === FADING ? this._fades.of(index)!.parts : undefined;
      for (let p = 0; parts !== undefined && p < parts.length; p++) {
        parts[p]!.timestamp = this._fades.columns.timestamps[parts[p]!.slot]!;
      }
    }
  }

  /** Moves the characters by what their clips have played. To be called after the clips have advanced. Allocates nothing. */
  apply(): void {
    const { kinds, moves } = this._characters;
    for (let k = this._count - 1; k >= 0; k--) {
      const index = this._indices[k]!;
      const kind = kinds[index]!;
      const layers = this._layers.of(index);
      if (layers?.moves) {
        this._moveLayered(layers);
      } else if (kind === FADING) {
        this._moveFading(index);
      } else if (moves[index] === 0) {
        this._isListed[index] = 0;
        this._indices[k] = this._indices[--this._count]!;
      } else if (kind === MIXED) {
        this._moveMixed(index);
      } else {
        this._movePlain(index);
      }
    }
  }

  private _movePlain(index: number): void {
    const { columns, clipIndices } = this._characters;
    const track = this._clips[clipIndices[index]!]!.track!;
    const sum = this._sum;
    if (track.turns || columns.crossings[index] !== 0) {
      sum.x = sum.y = sum.z = sum.turn = 0;
      this._add(track, columns, index, this._before[index]!, 1);
    } else {
      track.between(this._before, columns.timestamps, index, sum);
    }
    this._moveMatrix(index, track);
  }

  private _moveFading(index: number): void {
    const { columns, clipIndices, moves } = this._characters;
    const { parts, progress } = this._fades.of(index)!;
    const sum = this._sum;
    sum.x = sum.y = sum.z = sum.turn = 0;
    let track: MotionTrack | null = null;
    for (let p = 0; p < parts.length; p++) {
      const { slot, clip, factor, moves: isMoving, timestamp } = parts[p]!;
      const own = isMoving ? this._clips[clip]!.track : null;
      if (own) {
        track = own;
        this._add(own, this._fades.columns, slot, timestamp, factor);
      }
    }
    const own = moves[index] === 1 ? this._clips[clipIndices[index]!]!.track : null;
    if (own) {
      track = own;
      this._add(own, columns, index, this._before[index]!, progress);
    }
    if (track) {
      this._moveMatrix(index, track);
    }
  }

  /** Moves a character by the clips of its layers: each by its share in the pose of its root. */
  private _moveLayered({ index, layers }: CharacterLayers): void {
    const sum = this._sum;
    sum.x = sum.y = sum.z = sum.turn = 0;
    let track: MotionTrack | null = null;
    for (let i = 0; i < layers.length; i++) {
      const { parts } = layers[i]!;
      for (let p = 0; p < parts.length; p++) {
        const { clip, weight, timestamp, played, columns, slot } = parts[p]!;
        const total = clip.track && weight > 0 && !clip.isAdditive ? totalOf(layers[i]!, clip) : 0;
        if (total > 0 && played !== 0) {
          let share = weight / Math.max(total, 1);
          for (let above = i + 1; above < layers.length; above++) {
            share *= 1 - Math.min(totalOf(layers[above]!, clip), 1);
          }
          track = clip.track!;
          addTo(sum, track.until(timestamp, played, columns.starts[slot]!, columns.ends[slot]!, this._motion), share);
        }
      }
    }
    if (track) {
      this._moveMatrix(index, track);
    }
  }

  /** Adds what a clip has played in a step. */
  private _add(track: MotionTrack, columns: Characters["columns"], i: number, before: number, weight: number): void {
    const { timestamps, starts, ends } = columns;
    const timestamp = timestamps[i]!;
    const passes = passesOf(columns, i);
    if (passes === 0 && timestamp === before) {
      return;
    }
    const seconds = timestamp - before + (passes === 0 ? 0 : passes * (ends[i]! - starts[i]!));
    addTo(this._sum, track.until(timestamp, seconds, starts[i]!, ends[i]!, this._motion), weight);
  }

  /** Moves a character by the clips of its mixture, which are at the same share of their ranges. */
  private _moveMixed(index: number): void {
    const { columns, clipIndices } = this._characters;
    const { starts, ends, timestamps } = columns;
    const sum = this._sum;
    sum.x = sum.y = sum.z = sum.turn = 0;
    const clip = clipIndices[index]!;
    const start = starts[index]!;
    const length = clip === NO_CLIP ? 0 : Math.min(ends[index]!, this._clips[clip]!.end) - start;
    const share = (timestamps[index]! - start) / length;
    const played = (timestamps[index]! - this._before[index]!) / length + passesOf(columns, index);
    const { clips, weights } = this._mixtures.of(index)!;
    let track: MotionTrack | null = null;
    for (let i = 0; length > 0 && i < clips.length; i++) {
      const { settings, duration, track: own } = clips[i]!;
      if (own) {
        track = own;
        const low = settings.start;
        addTo(sum, own.until(low + share * duration, played * duration, low, low + duration, this._motion), weights[i]!);
      }
    }
    if (track) {
      this._moveMatrix(index, track);
    }
  }

  /** Moves and turns a matrix in its own space. */
  private _moveMatrix(index: number, { up, pivot }: MotionTrack): void {
    const sum = this._sum;
    const { matrices } = this._characters;
    const m = 16 * index;
    if (sum.turn !== 0) {
      moved.x = -pivot.x;
      moved.y = -pivot.y;
      moved.z = -pivot.z;
      rotateAbout(up, sum.turn, moved);
      addTo(sum, pivot, 1);
      addTo(sum, moved, 1);
    }
    const { x, y, z, turn } = sum;
    if (x === 0 && y === 0 && z === 0 && turn === 0) {
      return;
    }
    const places = this._places;
    const p = 3 * index;
    for (let c = 0; c < 3; c++) {
      const way = x * matrices[m + c]! + y * matrices[m + 4 + c]! + z * matrices[m + 8 + c]!;
      const place = exactly(places[p + c]!, matrices[m + 12 + c]!) + way;
      places[p + c] = place;
      matrices[m + 12 + c] = place;
    }
    if (turn !== 0) {
      this._turnMatrix(index, up, turn);
    }
    this._characters.areMatricesDirty = true;
  }

  /** Turns the axes of a matrix, before its own rotation. */
  private _turnMatrix(index: number, up: MotionTrack["up"], turn: number): void {
    const { matrices, capacity } = this._characters;
    if (this._axes.length < 9 * capacity) {
      this._axes = grow(this._axes, 9 * capacity, Float64Array);
    }
    const axes = this._axes;
    const m = 16 * index;
    const a = 9 * index;
    for (let i = 0; i < 9; i++) {
      before[i] = exactly(axes[a + i]!, matrices[m + i + ((i / 3) | 0)]!);
    }
    for (let row = 0; row < 3; row++) {
      moved.x = row === 0 ? 1 : 0;
      moved.y = row === 1 ? 1 : 0;
      moved.z = row === 2 ? 1 : 0;
      rotateAbout(up, turn, moved);
      for (let c = 0; c < 3; c++) {
        const component = moved.x * before[c]! + moved.y * before[3 + c]! + moved.z * before[6 + c]!;
        axes[a + 3 * row + c] = component;
        matrices[m + 4 * row + c] = component;
      }
    }
  }
}

/** Where the component of a matrix is among those of its axes. */
function axisAt(component: number): number {
  return component - ((component / 4) | 0);
}

/** How many passes of a loop began in the last step; negative backwards. */
function passesOf(columns: Characters["columns"], i: number): number {
  return passesAmong(columns, i, columns.crossings[i]!);
}

/** The sum of the weights of a layer's clips that change the root of a clip. */
function totalOf({ parts, mask, isAdditive }: Layer, { rootPlace }: CrowdClip): number {
  let sum = 0;
  for (let i = 0; i < parts.length && !isAdditive && (mask === null || rootPlace < 0 || mask[rootPlace] === 1); i++) {
    const { clip, weight } = parts[i]!;
    sum += !clip.isAdditive && clip.changes(rootPlace) ? weight : 0;
  }
  return sum;
}

/** The component of a matrix in double precision, unless other code has written the matrix since. */
function exactly(known: number, component: number): number {
  return Math.fround(known) === component ? known : component;
}

function addTo(sum: Motion, { x, y, z, turn = 0 }: Readonly<Omit<Motion, "turn"> & Partial<Motion>>, weight: number): void {
  sum.x += x * weight;
  sum.y += y * weight;
  sum.z += z * weight;
  sum.turn += turn * weight;
}

/** Scratch values. */
const before = new Float64Array(9);
const moved = createMotion();
