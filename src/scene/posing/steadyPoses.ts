import { type Numbers, TrackPool, type TrackSet } from "../../gltf/sampling/index.js";
import { grow } from "../../gltf/util/index.js";
import { flushComponents, type PropertyAccess } from "./properties/propertyAccess.js";
import type { PropertyList } from "./properties/propertyList.js";

/** What shows the poses of a group that is not mixed, blends nothing and has no mask: its tracks, sampled and written. */
export interface SteadyPose {
  readonly tracks: TrackSet;
  /** The number of components that are sampled. */
  readonly length: number;
  readonly cursors: Int32Array;
  readonly properties: PropertyList;
  /** Whether keys were replaced, so that the tracks are not those of the group any more; null where that cannot go unnoticed. */
  readonly watch: (() => boolean) | null;
}

/** The items of a property in {@link SteadyPoses._writes}. */
const ITEMS = 3;

/** The groups with at most so many channels lie side by side. */
const FEW = 16;

/** So many properties that no row has any more are kept. */
const KEPT = 256;

/**
 * The poses of many groups, by rows. Those of small groups lie side by side: thousands of groups with a few channels each take longer to reach in memory than to
 * compute.
 */
export class SteadyPoses {
  private readonly _poses: (SteadyPose | null)[] = [];
  private _values = new Float64Array(0);
  private readonly _pool = new TrackPool();
  /** Where the tracks of each row are in the pool; -1 if they are not. */
  private _tracks = new Int32Array(0);
  /** Where the cursors and properties of each row begin, and the number of its properties. */
  private _cursorsAt = new Int32Array(0);
  private _writesAt = new Int32Array(0);
  private _counts = new Int32Array(0);
  private _cursors = new Int32Array(0);
  private _cursorCount = 0;
  /** The access, the target and the own data of each property, side by side. */
  private readonly _writes: unknown[] = [];
  private _offsets = new Int32Array(0);
  private _goneCount = 0;

  /** Whether most properties are of rows that were deleted or have other tracks now. */
  get areMostlyGone(): boolean {
    return this._goneCount > KEPT && this._goneCount * ITEMS > this._writes.length / 2;
  }

  resize(capacity: number): void {
    this._tracks = grow(this._tracks, capacity, Int32Array);
    this._cursorsAt = grow(this._cursorsAt, capacity, Int32Array);
    this._writesAt = grow(this._writesAt, capacity, Int32Array);
    this._counts = grow(this._counts, capacity, Int32Array);
  }

  get(row: number): SteadyPose | null {
    return this._poses[row] ?? null;
  }

  set(row: number, pose: SteadyPose): void {
    const before = this._poses[row];
    if (before?.tracks === pose.tracks && before.properties === pose.properties) {
      this._poses[row] = pose; // a group that goes on after a loop
      return;
    }
    this.delete(row);
    this._poses[row] = pose;
    if (pose.length > this._values.length) {
      this._values = new Float64Array(pose.length);
    }
    this._tracks[row] = pose.properties.targets.length <= FEW ? this._pool.add(pose.tracks) : -1;
    if (this._tracks[row] >= 0) {
      this._addCursors(row, pose.cursors);
      this._addWrites(row, pose.properties);
    }
  }

  delete(row: number): void {
    if (this._poses[row] && this._tracks[row]! >= 0) {
      const at = this._writesAt[row]! * ITEMS;
      this._writes.fill(null, at, at + this._counts[row]! * ITEMS); // lets go of the targets
      this._goneCount += this._counts[row]!;
    }
    this._poses[row] = null;
  }

  /** Removes all rows. */
  clear(): void {
    this._poses.length = this._writes.length = this._cursorCount = this._goneCount = 0;
    this._pool.clear();
  }

  /** Writes the pose of a row to its properties. @param timestamps of all rows: V8 would allocate 16 bytes for a number that it passes */
  write(row: number, timestamps: Float64Array): void {
    const { _values: values } = this;
    const tracks = this._tracks[row]!;
    if (tracks < 0) {
      const pose = this._poses[row]!;
      const receivers = pose.properties.receiversOf(pose.tracks);
      pose.tracks.sampleAt(timestamps, row, values, pose.cursors, receivers);
      pose.properties.write(values, null, receivers !== null);
    } else {
      this._pool.sampleAt(tracks, timestamps, row, values, this._cursors, this._cursorsAt[row]!);
      this._write(row, values);
    }
  }

  private _write(row: number, values: Numbers): void {
    const { _writes: writes, _offsets: offsets } = this;
    const first = this._writesAt[row]!;
    const end = first + this._counts[row]!;
    for (let i = first; i < end && writes[i * ITEMS]; i++) {
      const at = i * ITEMS; // a setter may stop the group, which empties the row
      (writes[at] as PropertyAccess<object>).write(writes[at + 1] as object, values, offsets[i]!, writes[at + 2]);
    }
    flushComponents();
  }

  private _addCursors(row: number, cursors: Int32Array): void {
    this._cursorsAt[row] = this._cursorCount;
    this._cursorCount += cursors.length;
    if (this._cursorCount > this._cursors.length) {
      this._cursors = grow(this._cursors, 2 * this._cursorCount, Int32Array);
    }
    this._cursors.set(cursors, this._cursorsAt[row]);
  }

  private _addWrites(row: number, { targets, accesses, owns, offsets }: PropertyList): void {
    const first = this._writes.length / ITEMS;
    this._writesAt[row] = first;
    this._counts[row] = targets.length;
    if (first + targets.length > this._offsets.length) {
      this._offsets = grow(this._offsets, 2 * (first + targets.length), Int32Array);
    }
    targets.forEach((target, i) => {
      this._writes.push(accesses[i], target, owns[i]);
      this._offsets[first + i] = offsets[i]!;
    });
  }
}
