import { Observable } from "@babylonjs/core/Misc/observable.js";
import { logError } from "../messages/log.js";
import { excerpt, show } from "../messages/show.js";
import type { Elapsing } from "../timing/index.js";
import { expectClip, type ClipAnimationGroup } from "./clipAnimationGroup.js";
import { notify } from "./contain.js";
import { ClipScheduler } from "./scheduler.js";

/** How clips fade into each other. */
export interface CrossFadeOptions {
  /**
   * Whether both clips keep step while they fade: the second begins at the same share of its pass, and both go through theirs in the
   * same time, which changes from that of the first to that of the second. For cycles that belong together, such as walking and running.
   * Without effect where the first does not play.
   */
  readonly keepStep?: boolean;
}

/** The end of a cross-fade. */
export interface CrossFadeEvent {
  readonly fade: ClipCrossFade;
  /** Whether the fade came to its end; false where another one took its place, or where it was stopped. */
  readonly isCompleted: boolean;
}

/** A clip that fades out. */
interface Outgoing {
  readonly clip: ClipAnimationGroup;
  /** How much of its weight it had when the fade began. */
  readonly share: number;
}

/** The fade that each clip takes part in. */
const fades = new WeakMap<ClipAnimationGroup, ClipCrossFade>();

/**
 * Fades from one clip to another: the first goes from all of its weight to none, the second from none to all, in a straight line over the
 * scene's animation time. `weight` stays the clip's own and may be set at any time; `effectiveWeight` is what the fade makes of it. A second
 * clip of weight 0 is given weight 1. It is started if it does not play; the first is stopped at the end. What only the first animates goes
 * back to what it was before. A clip that finishes or is paused meanwhile holds its pose.
 *
 * A fade that one of the clips still takes part in is taken over where it is: all of its clips fade out together.
 * @param seconds how long it takes; 0 changes over in the next frame
 * @throws RangeError where an argument is not a clip, or is disposed; where `seconds` is not a finite number >= 0; where the clips are the
 * same or of different scenes, or are to keep step without a length
 * @experimental follows draft specifications
 */
export function CrossFade(
  from: ClipAnimationGroup,
  to: ClipAnimationGroup,
  seconds: number,
  options: CrossFadeOptions = {},
): ClipCrossFade {
  expectClip("from", from);
  expectClip("to", to);
  if (!(Number.isFinite(seconds) && seconds >= 0)) {
    throw new RangeError(`seconds: must be >= 0 (got ${show(seconds)})`);
  }
  if (from === to || from.getScene() !== to.getScene()) {
    throw new RangeError(`to: must be another clip of the same scene (got ${excerpt(to.name)})`);
  }
  if (options.keepStep && !(from.duration > 0 && to.duration > 0)) {
    throw new RangeError(`keepStep: both clips must have a length > 0 (got ${from.duration} and ${to.duration})`);
  }
  return new ClipCrossFade(from, to, seconds, options.keepStep ?? false);
}

/** A cross-fade under way; made by {@link CrossFade}. */
export class ClipCrossFade {
  /** Told once, when the fade is over. */
  readonly onEndObservable = new Observable<CrossFadeEvent>();
  private readonly _outgoing: readonly Outgoing[];
  /** How much of its weight the second clip had when the fade began. */
  private readonly _share: number;
  /** @internal Those that go through their passes in the same time. */
  readonly inStep: ReadonlySet<ClipAnimationGroup>;
  /** How many passes they went through in a second when the fade began. */
  private readonly _frequency: number;
  private _isAligned = false;
  private _elapsed = 0;
  private _progress = 0;
  private _isRunning = true;

  /** @internal */
  constructor(
    readonly from: ClipAnimationGroup,
    readonly to: ClipAnimationGroup,
    readonly seconds: number,
    keepsStep: boolean,
  ) {
    const taken = new Set([from, to].flatMap((clip) => fades.get(clip) ?? []));
    const clips = new Set([from, ...[...taken].flatMap((fade) => fade.clips)]);
    clips.delete(to);
    const inStep = [...taken].flatMap((fade) => (fade.inStep.has(from) ? [...fade.inStep] : []));
    this.inStep = new Set(keepsStep && from.isStarted ? [...[from, ...inStep].filter(isStarted), to] : []);
    this._frequency = frequencyOf(from) * from.player.rate;
    this._outgoing = [...clips].filter(isStarted).map((clip) => ({ clip, share: shareOfWeight(clip) }));
    this._share = to.isStarted && to.weight !== 0 ? shareOfWeight(to) : 0;
    to.weight = to.weight || 1;
    taken.forEach((fade) => fade.leave());
    for (const clip of this.clips) {
      fades.set(clip, this);
      clip.player.holdsPose = true;
    }
    this._scheduler.addConductor(this);
    this._show();
    if (!to.isStarted) {
      to.start();
      this._scheduler.defer(to.player); // with a weight of 0, it would show in this frame what was before all clips
    }
    this._align();
    taken.forEach((fade) => fade.tellEnd(false));
  }

  /** How far the fade is, 0..1. */
  get progress(): number {
    return this._progress;
  }

  get isRunning(): boolean {
    return this._isRunning;
  }

  /** All that fade, the one that becomes more at last. */
  get clips(): readonly ClipAnimationGroup[] {
    return [...this._outgoing.map(({ clip }) => clip), this.to];
  }

  /** Leaves the clips as they are: the weight that each of them has at the moment becomes its own. */
  stop(): void {
    if (this._isRunning) {
      const weights = this.clips.map((clip) => clip.effectiveWeight);
      this.leave();
      this.clips.forEach((clip, i) => (clip.weight = weights[i]!));
      this.tellEnd(false);
    }
  }

  /** @internal */
  fail(error: unknown): void {
    logError("cross-fade: stopped by an error", error);
    if (this._isRunning) {
      this.leave();
      this.tellEnd(false);
    }
  }

  /** @internal */
  conduct({ delta }: Elapsing): void {
    if (!this._isAligned) {
      this._align(); // anew: begun while clips were ticked, some of them had gone on, and some had not
      this._isAligned = true;
    }
    if (this.clips.some(({ isPlaying }) => isPlaying)) {
      this._elapsed += Math.max(delta, 0);
    }
    this._progress = this.seconds === 0 ? 1 : Math.min(this._elapsed / this.seconds, 1);
    if (!this.clips.some(isStarted)) {
      this.leave();
      this.tellEnd(false); // nothing is left to fade
    } else if (this._progress === 1) {
      this._complete();
    } else {
      this._show();
    }
  }

  /** @internal Conducts its clips no more. */
  leave(): void {
    this._isRunning = false;
    this._scheduler.removeConductor(this);
    for (const clip of this.clips) {
      clip.player.rate = 1;
      clip.player.holdsPose = false;
      clip.player.evaluation.fade = null;
      fades.delete(clip);
    }
  }

  /** @internal */
  tellEnd(isCompleted: boolean): void {
    notify("cross-fade", this.onEndObservable, { fade: this, isCompleted });
    this.onEndObservable.clear();
  }

  private get _scheduler(): ClipScheduler {
    return ClipScheduler.For(this.to.getScene());
  }

  private _show(): void {
    const { progress } = this;
    for (const { clip, share } of this._outgoing) {
      clip.player.evaluation.fade = share * (1 - progress);
    }
    this.to.player.evaluation.fade = this._share + (1 - this._share) * progress;
    const frequency = this._frequency + (frequencyOf(this.to) - this._frequency) * progress;
    for (const clip of this.inStep) {
      const usual = frequencyOf(clip);
      clip.player.rate = usual === 0 ? 1 : frequency / usual;
    }
  }

  /** Has the second clip begin at the same share of its pass. */
  private _align(): void {
    const { from, to } = this;
    if (this.inStep.size > 0 && from.isStarted && to.isStarted) {
      const share = shareOf(from);
      to.timestamp = to.player.activeSettings.start + (to.direction < 0 ? 1 - share : share) * to.duration;
      to.player.isFresh = from.player.isFresh;
    }
  }

  private _complete(): void {
    const { to } = this;
    const outgoing = this._outgoing.map(({ clip }) => clip);
    this.leave();
    const leaving = new Set(outgoing.map(({ player }) => player.evaluation));
    leaving.forEach((evaluation) => evaluation.restoreFor(leaving));
    if (to.isStarted && !to.isPlaying) {
      to.player.evaluation.show(to.timestamp);
    }
    for (const clip of outgoing) {
      if (!fades.has(clip)) {
        clip.stop(); // otherwise, an observer has just faded it in again
      }
    }
    this.tellEnd(true);
  }
}

function isStarted(clip: ClipAnimationGroup): boolean {
  return clip.isStarted;
}

/** How much of its weight a clip has: all of it, unless it is in a fade. */
function shareOfWeight(clip: ClipAnimationGroup): number {
  return clip.player.evaluation.fade ?? 1;
}

/** How much of the pass under way a clip has behind it, 0..1; nothing of a pass without length. */
function shareOf(clip: ClipAnimationGroup): number {
  const { duration } = clip;
  const share = duration > 0 ? Math.min((clip.timestamp - clip.player.activeSettings.start) / duration, 1) : 0;
  return clip.direction < 0 ? 1 - share : share;
}

/** How many passes a clip goes through in a second; 0 without a length. */
function frequencyOf(clip: ClipAnimationGroup): number {
  const { duration } = clip;
  return duration > 0 ? Math.abs(clip.player.activeSettings.speed) / duration : 0;
}
