import { logError } from "../../host/index.js";
import type { MixturePart } from "../../posing/index.js";
import { cycleFrequency, cyclePhase, fadeProgress, lerp, secondsAtPhase } from "../../../gltf/blending/index.js";
import type { ClipAnimationGroup } from "../groups/clipAnimationGroup.js";
import { ClipScheduler, type ScheduledFade } from "../players/scheduler.js";

/** A clip in a fade. */
class FadingClip implements MixturePart {
  factor: number;
  rate = 1;

  /**
   * @param before the factor of the clip's weight at the beginning of the fade
   * @param after the factor at the end of the fade
   * @param isInStep whether the clip's cycles take as long as the cycles of all clips in step
   */
  constructor(
    readonly clip: ClipAnimationGroup,
    readonly before: number,
    readonly after: 0 | 1,
    readonly isInStep: boolean,
  ) {
    this.factor = before;
  }

  /** @param frequency cycles per second of the clips in step */
  update(progress: number, frequency: number): void {
    const usual = this.isInStep ? frequencyOf(this.clip) : 0;
    this.factor = lerp(this.before, this.after, progress);
    this.rate = usual === 0 ? 1 : frequency / usual;
    this.clip.player.posing.applyWeight();
  }
}

/** The state of a fade between the clips of a list, by their indices. */
export interface FadeState {
  readonly from: number;
  readonly seconds: number;
  readonly elapsed: number;
  readonly frequency: number;
  readonly isAligned: boolean;
  /** The clips of the fade; the clip that fades in comes last. */
  readonly parts: readonly FadingClipState[];
}

/** A clip of a {@link FadeState}. */
export interface FadingClipState {
  readonly clip: number;
  readonly before: number;
  readonly after: 0 | 1;
  readonly isInStep: boolean;
}

/** The running fade of each clip. */
const runs = new WeakMap<ClipAnimationGroup, FadeRun>();

/** Runs a cross-fade: sets the factors of all clips, and the rates of the clips in step, in each frame. */
export class FadeRun implements ScheduledFade {
  progress = 0;
  isRunning = true;
  /** The clips of the fade; the clip that fades in comes last. */
  private readonly _parts: readonly FadingClip[];
  /** Cycles per second of the first clip when the fade began. */
  private readonly _frequency: number;
  private _isAligned = false;
  private _elapsed = 0;

  constructor(
    private readonly _from: ClipAnimationGroup,
    private readonly _to: ClipAnimationGroup,
    private readonly _seconds: number,
    keepsStep: boolean,
    readonly onEnd: (isCompleted: boolean) => void,
    restored: { readonly state: FadeState; readonly clips: readonly ClipAnimationGroup[] } | null = null,
  ) {
    if (restored) {
      const { state, clips } = restored;
      this._frequency = state.frequency;
      this._isAligned = state.isAligned;
      this._elapsed = state.elapsed;
      this._parts = state.parts.map(({ clip, before, after, isInStep }) => new FadingClip(clips[clip]!, before, after, isInStep));
      this.progress = fadeProgress(this._elapsed, _seconds);
      this._join();
      return;
    }
    const before = _to.isStarted && _to.weight !== 0 ? shareOf(_to) : 0;
    const begins = !_to.isStarted;
    startToShow(_to); // before all else: it may be refused
    const interrupted = new Set([_from, _to].flatMap((clip) => runs.get(clip) ?? []));
    this._frequency = frequencyOf(_from) * (partOf(_from)?.rate ?? 1);
    this._parts = createParts(_from, new FadingClip(_to, before, 1, keepsStep && _from.isStarted), interrupted);
    interrupted.forEach((run) => run.leave());
    this._join();
    if (begins) {
      this._scheduler.rows.skip(_to.player); // with a weight of 0, it would show the pose at rest in this frame
    }
    this._align();
    interrupted.forEach((run) => run.onEnd(false));
  }

  get clips(): readonly ClipAnimationGroup[] {
    return this._parts.map(({ clip }) => clip);
  }

  /** @param indexOf the index of a clip in the list that the state refers to */
  stateFor(indexOf: (clip: ClipAnimationGroup) => number): FadeState {
    const { _seconds: seconds, _elapsed: elapsed, _frequency: frequency, _isAligned: isAligned } = this;
    const parts = this._parts.map(({ clip, before, after, isInStep }) => ({ clip: indexOf(clip), before, after, isInStep }));
    return { from: indexOf(this._from), seconds, elapsed, frequency, isAligned, parts };
  }

  /** The clips in step with a clip, including the clip itself; empty if the clip is not in step. */
  clipsInStepWith(clip: ClipAnimationGroup): readonly ClipAnimationGroup[] {
    const inStep = this._parts.filter(({ isInStep }) => isInStep).map((part) => part.clip);
    return inStep.includes(clip) ? inStep : [];
  }

  /** The part of a clip of the fade. */
  partOf(clip: ClipAnimationGroup): MixturePart {
    return this._parts.find((part) => part.clip === clip)!;
  }

  advance(delta: number): void {
    if (!this._isAligned) {
      this._align(); // again: in a frame that was under way, some clips had advanced and some had not
      this._isAligned = true;
    }
    if (this._parts.some(playsInScene)) {
      this._elapsed += Math.max(delta, 0);
    }
    this.progress = fadeProgress(this._elapsed, this._seconds);
    if (!this._parts.some(isStarted)) {
      this._end();
    } else if (this.progress === 1) {
      this._complete();
    } else {
      this._show();
    }
  }

  stop(): void {
    if (this.isRunning) {
      const weights = this.clips.map((clip) => clip.effectiveWeight);
      this.leave();
      this.clips.forEach((clip, i) => (clip.weight = weights[i]!));
      this.onEnd(false);
    }
  }

  fail(error: unknown): void {
    logError("cross-fade: stopped by an error", error);
    if (this.isRunning) {
      this._end();
    }
  }

  /** Removes the fade from the scheduler, and releases the clips. */
  leave(): void {
    this.isRunning = false;
    this._scheduler.removeFade(this);
    for (const part of this._parts) {
      part.clip.player.posing.removePart(part);
      runs.delete(part.clip);
    }
  }

  private get _scheduler(): ClipScheduler {
    return ClipScheduler.For(this._to.getScene());
  }

  private _join(): void {
    for (const part of this._parts) {
      runs.set(part.clip, this);
      part.clip.player.posing.addPart(part);
    }
    this._scheduler.addFade(this);
    this._show();
  }

  private _show(): void {
    const frequency = lerp(this._frequency, frequencyOf(this._to), this.progress);
    for (const part of this._parts) {
      part.update(this.progress, frequency);
    }
  }

  /** Moves the second clip to the phase of the first. */
  private _align(): void {
    const { _from: from, _to: to } = this;
    if (this.clipsInStepWith(to).length > 0 && from.isStarted && to.isStarted) {
      alignPhase(to, from);
    }
  }

  private _complete(): void {
    const to = this._to;
    const outgoing = this.clips.slice(0, -1);
    this.leave();
    const leaving = new Set(outgoing.map(({ player }) => player.posing));
    leaving.forEach((posing) => posing.restoreFor(leaving));
    if (to.isStarted && !to.isPlaying) {
      to.player.posing.show(to.timestamp);
    }
    for (const clip of outgoing) {
      if (!runs.has(clip)) {
        clip.stop(); // otherwise, an observer has just faded it in again
      }
    }
    this.onEnd(true);
  }

  private _end(): void {
    this.leave();
    this.onEnd(false);
  }
}

/** Starts a clip, with a weight at which it can be seen. @throws what `start` throws; the clip is as before then */
function startToShow(clip: ClipAnimationGroup): void {
  const { weight } = clip;
  clip.weight = weight || 1;
  try {
    if (!clip.isStarted) {
      clip.start();
    }
  } catch (error) {
    clip.weight = weight;
    throw error;
  }
}

/** The clips of a new fade: the clips that fade out, including all clips of interrupted fades, and last the clip that fades in. */
function createParts(from: ClipAnimationGroup, last: FadingClip, interrupted: ReadonlySet<FadeRun>): readonly FadingClip[] {
  const outgoing = new Set([from, ...[...interrupted].flatMap(({ clips }) => clips)]);
  outgoing.delete(last.clip);
  const inStep = last.isInStep ? [from, ...[...interrupted].flatMap((run) => run.clipsInStepWith(from))] : [];
  return [
    ...[...outgoing].filter((clip) => clip.isStarted).map((clip) => new FadingClip(clip, shareOf(clip), 0, inStep.includes(clip))),
    last,
  ];
}

function isStarted({ clip }: FadingClip): boolean {
  return clip.isStarted;
}

/** Whether frames may advance a clip: outside of the scene, clips hold. */
function playsInScene({ clip: { isPlaying, player } }: FadingClip): boolean {
  return isPlaying && player.scheduler.rows.isPlayed(player);
}

/** The part of a clip in its fade; undefined without a fade. */
export function partOf(clip: ClipAnimationGroup): MixturePart | undefined {
  return runs.get(clip)?.partOf(clip);
}

/** The factor of a clip's weight in its fade: 1 without a fade. */
function shareOf(clip: ClipAnimationGroup): number {
  return partOf(clip)?.factor ?? 1;
}

/** Moves a clip to the phase of another clip. */
export function alignPhase(clip: ClipAnimationGroup, other: ClipAnimationGroup): void {
  const phase = cyclePhase(other.timestamp - startOf(other), other.duration, other.direction);
  clip.player.seekInStep(startOf(clip) + secondsAtPhase(phase, clip.duration, clip.direction), other.player);
}

function startOf({ player }: ClipAnimationGroup): number {
  return player.playhead.activeSettings.start;
}

/** Cycles per second at the clip's own speed; 0 for a clip without length. */
export function frequencyOf({ duration, player }: ClipAnimationGroup): number {
  return cycleFrequency(player.playhead.activeSettings.speed, duration);
}
