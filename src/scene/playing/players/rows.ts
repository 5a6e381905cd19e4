import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { type Posing, type SteadyPose, SteadyPoses } from "../../posing/index.js";
import { type ClipColumns, type GroupColumns, TimeColumns } from "../../../gltf/timing/index.js";
import { grow } from "../../../gltf/util/index.js";
import type { Playhead } from "./playhead.js";

/** What plays a started group, as frames need it. */
export interface ScheduledPlayer {
  readonly group: AnimationGroup;
  readonly posing: Pick<Posing, "weight" | "places" | "begin" | "reorder" | "moveToEnd">;
  /** Its clock is behind while the row has the time. */
  readonly playhead: Pick<Playhead, "row" | "isSteady" | "giveTo" | "takeBack">;
  /** Whether the group loops without end, and nothing observes its loops. */
  readonly loopsUnobserved: boolean;
  /** @param delta seconds of animation since the last frame or engine step */
  tick(delta: number): void;
  /** Logs an error of `posing.begin`, of `tick` or of the row, and stops the group. */
  fail(error: unknown): void;
}

/** What the frames do with a row. */
const GONE = 0;
/** Frames pass it over: the group is paused. */
const HELD = 1;
/** Frames pass it over until the group is back in the scene. */
const AWAY = 2;
const TICKED = 3;
const SHOWN = 4;
/** As SHOWN, for a group whose keys may be replaced without notice. */
const WATCHED = 5;
const RESTING = 6;

/** What happens to a row whose group is paused, resumed, removed from the scene and added to it again. */
export type RowChange = "hold" | "release" | "suspend" | "readmit";

/** The state after each change, by the state before it: GONE, HELD, AWAY, or any other. */
const NEXT: Readonly<Record<RowChange, readonly [number, number, number, number]>> = {
  hold: [GONE, HELD, HELD, HELD],
  release: [GONE, TICKED, TICKED, TICKED],
  suspend: [GONE, HELD, AWAY, AWAY],
  readmit: [GONE, HELD, TICKED, TICKED],
};

/** In so many rows a frame, keys are looked at that may have been replaced without notice: in all, unless there are thousands. */
const LOOKED_AT = 128;

/** Rows without a group are removed from this many on, if they are more than half. */
const MANY = 64;

/**
 * The started groups of a scene, a row each, in the order in which frames play them. A group is steady while nothing but time changes it: its row has all
 * that frames need then, in columns, and no object of the group is touched. A steady group that is shown has its pose written in each frame; one that rests
 * only grows older. Whatever else is to change a group, or to report from it, wakes it before.
 */
export class PlayingRows {
  private _players: (ScheduledPlayer | null)[] = [];
  private _states = new Uint8Array(0);
  /** How many rows are in each state. */
  private readonly _counts = new Int32Array(RESTING + 1);
  /** The number of the last frame that ticked each row, so that no frame does it twice; -1 before the first. */
  private _lastFrames = new Float64Array(0);
  private readonly _columns = new TimeColumns();
  /** The columns with the time of each steady row. */
  private readonly _times: (ClipColumns | GroupColumns | null)[] = [];
  /** What shows the poses of rows. */
  private readonly _poses = new SteadyPoses();
  private _count = 0;
  /** The number of the last frame. */
  private _frame = 0;
  /** Whether a frame has come to play its groups. */
  private _isPlaying = false;
  /** The first row in which the frame looks at the keys. */
  private _lookFrom = 0;
  /** The first row that the frame has not passed yet; Infinity between frames. */
  private _next = Infinity;

  /** Whether frames play any group. */
  get arePlaying(): boolean {
    return this._count - this._counts[GONE]! - this._counts[HELD]! - this._counts[AWAY]! > 0;
  }

  /** Whether any group waits until it is back in the scene. */
  get areAway(): boolean {
    return this._counts[AWAY]! > 0;
  }

  /** Whether frames play a group, by a tick or by its row. */
  isPlayed({ playhead: { row } }: ScheduledPlayer): boolean {
    return row >= 0 && this._states[row]! >= TICKED;
  }

  /** Whether the frame under way has ticked a group. */
  wasTicked({ playhead: { row } }: ScheduledPlayer): boolean {
    return this._isPlaying && row >= 0 && this._lastFrames[row] === this._frame;
  }

  /** Adds a group behind all others, and holds it. */
  add(player: ScheduledPlayer, state = HELD, lastFrame = -1): void {
    const row = this._count++;
    if (row >= this._states.length) {
      const capacity = 2 * row + 16;
      this._states = grow(this._states, capacity, Uint8Array);
      this._lastFrames = grow(this._lastFrames, capacity, Float64Array);
      this._columns.resize(capacity);
      this._poses.resize(capacity);
    }
    this._players[row] = player;
    this._states[row] = state;
    this._counts[state]!++;
    this._lastFrames[row] = lastFrame;
    this._times[row] = null;
    player.playhead.row = row;
  }

  private _enter(row: number, state: number): void {
    this._counts[this._states[row]!]!--;
    this._counts[state]!++;
    this._states[row] = state;
  }

  remove(player: ScheduledPlayer): void {
    const { row } = player.playhead;
    if (row >= 0) {
      this.wake(player);
      this._enter(row, GONE);
      this._players[row] = null;
      this._poses.delete(row);
      player.playhead.row = -1;
      this._removeGone();
    }
  }

  /** Moves a group behind all others. */
  moveToEnd(player: ScheduledPlayer): void {
    this.wake(player);
    const { row } = player.playhead;
    const [state, lastFrame] = [this._states[row]!, this._lastFrames[row]!];
    this.remove(player);
    this.add(player, state, lastFrame);
  }

  /** Lets frames pass a group over, or play it: a frame under way, too. Without effect on a group without a row. */
  change(player: ScheduledPlayer, change: RowChange): void {
    const { row } = player.playhead;
    const before = row < 0 ? GONE : Math.min(this._states[row]!, TICKED);
    const next = NEXT[change][before]!;
    if (next !== before) {
      this.wake(player);
      this._enter(row, next);
    }
  }

  /** Keeps the frame under way from playing a group. Without effect before the frame plays the first. */
  skip(player: ScheduledPlayer): void {
    this.wake(player);
    this._lastFrames[player.playhead.row] = this._frame;
  }

  /** Removes the rows without a group and the poses of no row, if they are all, or many; not while a frame passes the rows. */
  private _removeGone(): void {
    const { _count: count } = this;
    const gone = this._counts[GONE]!;
    const areMany = gone === count || (gone >= MANY && gone > count / 2) || this._poses.areMostlyGone;
    if (count > 0 && areMany && this._next === Infinity) {
      this.arrange(this._players.filter((player) => player !== null));
    }
  }

  /** Sets the order of all groups. A frame under way passes the rows anew, and plays those that it has not played. */
  arrange(players: Iterable<ScheduledPlayer>): void {
    this.wakeAll();
    this._next = this._next === Infinity ? Infinity : 0;
    const [states, lastFrames] = [this._states.slice(0, this._count), this._lastFrames.slice(0, this._count)];
    this._players.length = this._times.length = this._count = 0;
    this._counts.fill(0);
    this._poses.clear();
    for (const player of players) {
      const { row } = player.playhead;
      this.add(player, states[row], lastFrames[row]);
    }
  }

  /** Lets the row play a group that is ticked, and show its pose, until the group wakes. */
  show(player: ScheduledPlayer, pose: SteadyPose): void {
    this._poses.set(player.playhead.row, pose);
    this._settle(player, pose.watch ? WATCHED : SHOWN);
  }

  /** Lets the row add up the time of a group that is ticked until the group wakes. */
  rest(player: ScheduledPlayer): void {
    this._settle(player, RESTING);
  }

  private _settle({ playhead }: ScheduledPlayer, state: number): void {
    this._times[playhead.row] = playhead.giveTo(this._columns);
    this._enter(playhead.row, state);
  }

  /** Gives a steady group its time back: frames tick it from now on. */
  wake(player: ScheduledPlayer): void {
    const { playhead } = player;
    if (playhead.isSteady) {
      const { row } = playhead;
      this._lastFrames[row] = row < this._next ? this._frame : this._frame - 1;
      this._times[row] = null;
      this._enter(row, TICKED);
      playhead.takeBack();
    }
  }

  wakeAll(): void {
    const { _counts: counts } = this;
    for (let row = 0; row < this._count && counts[SHOWN]! + counts[WATCHED]! + counts[RESTING]! > 0; row++) {
      const player = this._players[row];
      if (player) {
        this.wake(player);
      }
    }
  }

  /** Call it before anything of a frame happens. */
  beginFrame(): void {
    this._next = 0;
  }

  /** Plays all groups of a frame in their order. Those that are added meanwhile are played as well. */
  play(delta: number): void {
    const frame = ++this._frame;
    this._isPlaying = true;
    this._lookFrom = this._count > LOOKED_AT ? (this._lookFrom + LOOKED_AT) % this._count : 0;
    while (this._next < this._count) {
      const row = this._next++;
      const state = this._states[row]!;
      if (state < TICKED || this._lastFrames[row] === frame) {
        continue;
      }
      if (state === RESTING) {
        this._times[row]!.elapse(row, delta);
      } else if (state === TICKED || !this._advance(row, delta)) {
        this._tick(row, delta);
      }
    }
  }

  /** Plays a group that no frame has played yet, as the last frame would have done. Without effect if it is held. */
  playFirst(player: ScheduledPlayer, delta: number): void {
    const { row } = player.playhead;
    if (this.isPlayed(player) && this._lastFrames[row] === -1) {
      this._tick(row, delta);
    }
  }

  private _tick(row: number, delta: number): void {
    const player = this._players[row]!;
    this._lastFrames[row] = this._frame;
    try {
      player.tick(delta);
    } catch (error) {
      player.fail(error);
    }
  }

  /** Call it when all groups of a frame have been played, also after an error. */
  endFrame(): void {
    this._next = Infinity;
    this._isPlaying = false;
    this._removeGone();
  }

  /** @returns whether the row has played its group; otherwise, the group is to be ticked */
  private _advance(row: number, delta: number): boolean {
    const times = this._times[row]!;
    const player = this._players[row]!;
    const isEdited = this._states[row] === WATCHED && this._isLookedAt(row) && this._poses.get(row)!.watch!();
    if (isEdited || !times.advanceWithin(row, delta)) {
      if (isEdited || delta < 0 || !player.loopsUnobserved) {
        this.wake(player);
        return false;
      }
      times.advanceAcross(row, delta);
    }
    try {
      this._poses.write(row, times.timestamps);
    } catch (error) {
      this.wake(player); // a setter may have stopped it
      player.fail(error);
    }
    return true;
  }

  private _isLookedAt(row: number): boolean {
    const past = row - this._lookFrom;
    return (past < 0 ? past + this._count : past) < LOOKED_AT;
  }
}
