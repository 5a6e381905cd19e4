import { type SteadyPose, SteadyPoses } from "../../posing/index.js";
import { type ClipColumns, type GroupColumns, TimeColumns } from "../../../gltf/timing/index.js";
import { grow } from "../../../gltf/util/index.js";

/** A group that has a row. */
export interface RowOwner {
  /** The index of the row; -1 for none. Set by the rows. */
  row: number;
  /** Whether the row plays the group, in place of ticks. Set by the rows. */
  isSteady: boolean;
  /** The number of the last frame that played the group, so that no frame plays it twice. */
  lastFrame: number;
  /** Whether the group loops without end, and nothing observes its loops. */
  readonly loopsUnobserved: boolean;
  /** Logs an error of the pose, and stops the group. */
  fail(error: unknown): void;
  /** Writes the running time into a row of columns. */
  storeTime(columns: TimeColumns, row: number): ClipColumns | GroupColumns;
  /** Takes the running time over from the row. */
  takeTime(elapsed: number, lost: number): void;
}

/** What the frames do with a row. */
const GONE = 0;
const TICKED = 1;
const SHOWN = 2;
const RESTING = 3;
/** As SHOWN, for a group whose keys may be replaced without notice. */
const WATCHED = 4;

/** In so many rows a frame, keys are looked at that may have been replaced without notice: in all, unless there are thousands. */
const LOOKED_AT = 128;

/** Rows without a group are removed from this many on, if they are more than half. */
const MANY = 64;

/**
 * The started groups of a scene, a row each, in the order in which frames play them. A group is steady while nothing but time changes it: its row has all
 * that frames need then, in columns, and no object of the group is touched. A steady group that is shown has its pose written in each frame; one that rests
 * only grows older. Whatever else is to change a group, or to report from it, wakes it before.
 */
export class PlayingRows<Owner extends RowOwner> {
  private _owners: (Owner | null)[] = [];
  private _states = new Uint8Array(0);
  private readonly _columns = new TimeColumns();
  /** The columns with the time of each steady row. */
  private readonly _times: (ClipColumns | GroupColumns | null)[] = [];
  /** What shows the poses of rows. */
  private readonly _poses = new SteadyPoses();
  private _count = 0;
  private _goneCount = 0;
  private _steadyCount = 0;
  /** The number of the last frame. */
  private _frame = 0;
  /** The last frame during which the order changed: it passes the rows anew. */
  private _arrangedFrame = -1;
  /** The first row in which the frame looks at the keys. */
  private _lookFrom = 0;
  /** The first row that the frame has not passed yet; Infinity between frames. */
  private _next = Infinity;

  /** Adds a group behind all others. A frame under way plays it, too. */
  add(owner: Owner): void {
    const row = this._count++;
    if (row >= this._states.length) {
      const capacity = 2 * row + 16;
      this._states = grow(this._states, capacity, Uint8Array);
      this._columns.resize(capacity);
      this._poses.resize(capacity);
    }
    this._owners[row] = owner;
    this._states[row] = TICKED;
    this._times[row] = null;
    owner.row = row;
  }

  remove(owner: Owner): void {
    const { row } = owner;
    if (row >= 0) {
      this.wake(owner);
      this._owners[row] = null;
      this._states[row] = GONE;
      this._poses.delete(row);
      owner.row = -1;
      this._goneCount++;
      this._removeGone();
    }
  }

  /** Removes the rows without a group and the poses of no row, if they are all, or many; not while a frame passes the rows. */
  private _removeGone(): void {
    const { _goneCount: gone, _count: count } = this;
    const areMany = gone === count || (gone >= MANY && gone > count / 2) || this._poses.areMostlyGone;
    if (count > 0 && areMany && this._next === Infinity) {
      this.arrange(this._owners.filter((owner) => owner !== null));
    }
  }

  /** Sets the order of all groups. A frame under way passes the rows anew, and plays those that it has not played. */
  arrange(owners: Iterable<Owner>): void {
    this.wakeAll();
    if (this._next !== Infinity) {
      this._next = 0;
      this._arrangedFrame = this._frame;
    }
    this._owners.length = this._times.length = this._count = this._goneCount = 0;
    this._poses.clear();
    for (const owner of owners) {
      this.add(owner);
    }
  }

  /** Lets the row play a group, and show its pose, until the group wakes. */
  show(owner: Owner, pose: SteadyPose): void {
    this._poses.set(owner.row, pose);
    this._settle(owner, pose.watch ? WATCHED : SHOWN);
  }

  /** Lets the row add up the time of a group until the group wakes. */
  rest(owner: Owner): void {
    this._settle(owner, RESTING);
  }

  private _settle(owner: Owner, state: number): void {
    const { row } = owner;
    this._times[row] = owner.storeTime(this._columns, row);
    this._states[row] = state;
    this._steadyCount++;
    owner.isSteady = true;
  }

  /** What the clock of a steady group has summed up: seconds of a clip, milliseconds of a compiled group. */
  elapsedOf({ row }: Owner): number {
    return this._times[row]!.elapsed[row]!;
  }

  /** The rounding error of {@link PlayingRows.elapsedOf}. */
  lostOf({ row }: Owner): number {
    return this._times[row]!.lost[row]!;
  }

  /** Gives a steady group its time back: frames tick it from now on. */
  wake(owner: Owner): void {
    const { row } = owner;
    if (owner.isSteady) {
      const times = this._times[row]!;
      owner.isSteady = false;
      owner.lastFrame = row < this._next ? this._frame : this._frame - 1;
      this._states[row] = TICKED;
      this._times[row] = null;
      this._steadyCount--;
      owner.takeTime(times.elapsed[row]!, times.lost[row]!);
    }
  }

  wakeAll(): void {
    for (let row = 0; row < this._count && this._steadyCount > 0; row++) {
      const owner = this._owners[row];
      if (owner) {
        this.wake(owner);
      }
    }
  }

  /** Call it before anything of a frame happens. */
  beginFrame(): void {
    this._next = 0;
  }

  /**
   * Plays all groups of a frame in their order. Those that are added meanwhile are played as well.
   * @param tick plays a group that is not steady
   */
  play(frame: number, delta: number, tick: (owner: Owner) => void): void {
    this._frame = frame;
    this._lookFrom = this._count > LOOKED_AT ? (this._lookFrom + LOOKED_AT) % this._count : 0;
    while (this._next < this._count) {
      const row = this._next++;
      const state = this._states[row];
      if (this._arrangedFrame === frame && this._owners[row]?.lastFrame === frame) {
        continue;
      }
      if (state === TICKED || ((state === SHOWN || state === WATCHED) && !this._advance(row, delta))) {
        tick(this._owners[row]!);
      } else if (state === RESTING) {
        this._times[row]!.elapse(row, delta);
      }
    }
  }

  /** Call it when all groups of a frame have been played, also after an error. */
  endFrame(): void {
    this._next = Infinity;
    this._removeGone();
  }

  /** @returns whether the row has played its group; otherwise, the group is to be ticked */
  private _advance(row: number, delta: number): boolean {
    const times = this._times[row]!;
    const isEdited = this._states[row] === WATCHED && this._isLookedAt(row) && this._poses.get(row)!.watch!();
    if (isEdited || !times.advanceWithin(row, delta)) {
      const owner = this._owners[row]!;
      if (isEdited || !owner.loopsUnobserved) {
        this.wake(owner);
        owner.lastFrame = this._frame - 1;
        return false;
      }
      times.advanceAcross(row, delta);
    }
    try {
      this._poses.write(row, times.timestamps[row]!);
    } catch (error) {
      this.wake(this._owners[row]!);
      this._owners[row]!.fail(error);
    }
    return true;
  }

  private _isLookedAt(row: number): boolean {
    const past = row - this._lookFrom;
    return (past < 0 ? past + this._count : past) < LOOKED_AT;
  }
}
