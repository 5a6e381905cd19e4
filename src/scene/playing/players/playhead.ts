import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { animationTimeOf, type ClockReader, type ShownPlayback } from "../../host/index.js";
import type { ClipColumns, ClipStep, GroupColumns, ResolvedClipSettings, TimeColumns } from "../../../gltf/timing/index.js";
import type { ClipProgress, Posing } from "../../posing/index.js";
import { type Phase, type PhaseChange, PHASES } from "./phases.js";

/**
 * The last start or seek, until the next tick: the events at the timestamp are still to be reported. The tick after a start advances by 0.
 */
export type PendingStart = "started" | "sought" | null;

/** The running time of a group, in seconds. */
export interface PlayerClock {
  readonly timestamp: number;
  readonly settings: ResolvedClipSettings;
  readonly direction: 1 | 0 | -1;
  readonly completedRepetitions: number;
  readonly isFinished: boolean;
  /** Returns to the beginning. */
  reset(): void;
  /** Whether nothing but time moves the clock. */
  readonly isSteady: boolean;
  /** Whether the clock never finishes, and its position does not depend on each step. */
  readonly isEndless: boolean;
  /** Writes the clock into a row of columns. */
  storeIn(columns: TimeColumns, row: number): ClipColumns | GroupColumns;
  /** The clock as it would be at another time. The next call changes the clock that this one returned. */
  peek(elapsed: number, lost: number): PlayerClock;
  /** Goes on at another time. */
  resume(elapsed: number, lost: number): void;
}

/** Where a group is in time: its phase, its clock, and what has happened since the last step. All times are seconds. */
export abstract class Playhead<Clock extends PlayerClock = PlayerClock> implements ClipProgress {
  phase: Phase = "idle";
  pending: PendingStart = null;
  isJump = false;
  /** The clock of the group alone; null for the clock of the scene. */
  ownClock: ClockReader | null = null;
  /** Seconds of the scene that the next step adds: those by which a start is late; below 0, those that were played ahead. */
  lead = 0;
  /** The index of the group's row; -1 for none. Set by the rows. */
  row = -1;
  /** The columns that have the time while the row plays the group. */
  private _columns: ClipColumns | GroupColumns | null = null;
  /** The animation time of the scene at the last pause or restart, and whether the step before had played the group. */
  private _turnedAt = NaN;
  private _wasAnimated = false;

  /** @param running the clock, for changes. While the row plays the group, it is behind */
  constructor(
    readonly group: AnimationGroup,
    public running: Clock,
  ) {}

  abstract get activeSettings(): ResolvedClipSettings;

  abstract get passes(): number;

  abstract playbackOf(animation: Animation, syncRoot: Animatable | null): ShownPlayback;

  /** Whether nothing but time advances the clock. */
  abstract isFree(posing: Posing): boolean;

  /**
   * Advances the clock.
   * @returns the bounds crossed; null if the step has no events
   */
  abstract advance(seconds: number, posing: Posing): ClipStep | null;

  get isStarted(): boolean {
    return PHASES[this.phase].isStarted;
  }

  get isPlaying(): boolean {
    return PHASES[this.phase].advances;
  }

  /** @returns whether the change has an effect in the present phase */
  enter(change: PhaseChange): boolean {
    const next = PHASES[this.phase].next[change];
    this.phase = next ?? this.phase;
    return next !== undefined;
  }

  /** The present time, for reading. The group does not wake. */
  get clock(): Readonly<Clock> {
    const { _columns: columns, row, running } = this;
    return columns ? (running.peek(columns.elapsed[row]!, columns.lost[row]!) as Clock) : running;
  }

  /** Whether the row has the time, and plays the group in place of ticks. */
  get isSteady(): boolean {
    return this._columns !== null;
  }

  /** Gives the time to the row. @returns those of the columns that have it */
  giveTo(columns: TimeColumns): ClipColumns | GroupColumns {
    return (this._columns = this.running.storeIn(columns, this.row));
  }

  /** Takes the time back. */
  takeBack(): void {
    const { elapsed, lost } = this._columns!;
    this._columns = null;
    this.running.resume(elapsed[this.row]!, lost[this.row]!);
  }

  get timestamp(): number {
    return this.clock.timestamp;
  }

  get direction(): 1 | 0 | -1 {
    return this.clock.direction;
  }

  get isFinished(): boolean {
    return this.clock.isFinished;
  }

  get isAnimated(): boolean {
    return this.timeSinceTurn === 0 ? this._wasAnimated : this.isPlaying && this.pending !== "started";
  }

  /** Milliseconds of the scene's animations since the last pause or restart; NaN before the first one. */
  protected get timeSinceTurn(): number {
    return animationTimeOf(this.group.getScene()) - this._turnedAt;
  }

  /** What the next step begins with after a frame is sought, as in Babylon: no time passes until the first frame after a start. */
  get pendingAfterFrame(): PendingStart {
    return this.pending === "started" ? "started" : "sought";
  }

  /** Call it before a pause or restart. */
  turn(): void {
    this._wasAnimated = this.isAnimated;
    this._turnedAt = animationTimeOf(this.group.getScene());
  }

  /**
   * Begins a step.
   * @param delta seconds of the scene
   * @returns the seconds of the step
   */
  elapse(delta: number): number {
    const { pending } = this;
    this.pending = null;
    const elapsed = pending === "started" ? 0 : (this.ownClock?.elapse() ?? delta);
    const seconds = elapsed + this.lead;
    this.lead = 0;
    return seconds;
  }
}

/** The share of the range at which an animatable is, for groups that follow it; null if it has no range, or was stopped. */
export function shareOf(root: Animatable): number | null {
  const range = root.toFrame - root.fromFrame;
  return range === 0 || root.getAnimations().length === 0 ? null : (root.masterFrame - root.fromFrame) / range;
}
