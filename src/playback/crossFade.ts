import { Observable } from "@babylonjs/core/Misc/observable.js";
import type { ClipAnimationGroup } from "./clipAnimationGroup.js";
import { ClipScheduler, type Conductor } from "./scheduler.js";

/** How clips fade into each other. */
export interface CrossFadeOptions {
  /**
   * Whether both clips keep step while they fade: the second begins at the same share of its range, and both go through theirs in the
   * same time, which changes from that of the first to that of the second. For cycles that belong together, such as walking and running.
   */
  readonly keepStep?: boolean;
}

/** The end of a cross-fade. */
export interface CrossFadeEvent {
  readonly fade: ClipCrossFade;
  /** Whether the fade came to its end; false where another one took its place, or where it was stopped. */
  readonly completed: boolean;
}

/** A clip that becomes less in a fade. */
interface Outgoing {
  readonly clip: ClipAnimationGroup;
  readonly weight: number;
}

/** The fade that each clip takes part in. */
const fades = new WeakMap<ClipAnimationGroup, ClipCrossFade>();
/** The weight that a clip has when it is in no fade. */
const ownWeights = new WeakMap<ClipAnimationGroup, number>();

/**
 * Fades from one clip to another: the weight of the first goes to 0, that of the second from 0 to its own, in a straight line over the
 * scene's animation time. The second is started if it does not play; the first is stopped at the end, and has its weight back then.
 *
 * A fade that one of the clips still takes part in is taken over where it is: all of its clips fade out together.
 * @param seconds how long it takes; 0 changes over at once
 * @throws RangeError where `seconds` is negative or no number, or the clips are the same or of different scenes, or are to keep step without a length
 * @experimental follows draft specifications
 */
export function CrossFade(
  from: ClipAnimationGroup,
  to: ClipAnimationGroup,
  seconds: number,
  options: CrossFadeOptions = {},
): ClipCrossFade {
  if (!(seconds >= 0 && seconds < Infinity)) {
    throw new RangeError(`seconds: must be >= 0 (got ${seconds})`);
  }
  if (from === to || from.getScene() !== to.getScene()) {
    throw new RangeError(`to: must be another clip of the same scene (got ${to.name})`);
  }
  if (options.keepStep && !(lengthOf(from) > 0 && lengthOf(to) > 0)) {
    throw new RangeError(`keepStep: must be of clips with a length (got ${lengthOf(from)} and ${lengthOf(to)})`);
  }
  return new ClipCrossFade(from, to, seconds, options.keepStep ?? false);
}

/** A cross-fade under way; made by {@link CrossFade}. */
export class ClipCrossFade implements Conductor {
  /** Told once, when the fade is over. */
  readonly onEndObservable = new Observable<CrossFadeEvent>();
  private readonly _outgoing: readonly Outgoing[];
  /** That of the second clip when the fade began. */
  private readonly _weight: number;
  private _elapsed = 0;
  private _isRunning = true;

  /** @internal */
  constructor(
    readonly from: ClipAnimationGroup,
    readonly to: ClipAnimationGroup,
    readonly seconds: number,
    private readonly _keepsStep: boolean,
  ) {
    const taken = new Set([from, to].flatMap((clip) => fades.get(clip) ?? []));
    const clips = new Set([from, ...[...taken].flatMap((fade) => fade.clips)]);
    clips.delete(to);
    taken.forEach((fade) => fade.end(false));
    this._outgoing = [...clips].filter(({ isStarted }) => isStarted).map((clip) => ({ clip, weight: full(clip.weight) }));
    this._weight = to.isStarted ? full(to.weight) : 0;
    for (const clip of this.clips) {
      if (!ownWeights.has(clip)) {
        ownWeights.set(clip, clip.weight);
      }
      fades.set(clip, this);
      clip.player.holdsEnd = true;
    }
    if (!to.isStarted) {
      to.weight = 0;
      to.start();
    }
    if (this._keepsStep && from.isStarted) {
      to.timestamp = to.player.activeSettings.start + phaseOf(from) * lengthOf(to);
      to.player.skipFirstFrame();
    }
    this._scheduler.addConductor(this);
    this._show();
    if (seconds === 0) {
      this._complete();
    }
  }

  /** How far the fade is, 0..1. */
  get progress(): number {
    return this.seconds === 0 ? 1 : Math.min(this._elapsed / this.seconds, 1);
  }

  get isRunning(): boolean {
    return this._isRunning;
  }

  /** All that fade, the one that becomes more at last. */
  get clips(): readonly ClipAnimationGroup[] {
    return [...this._outgoing.map(({ clip }) => clip), this.to];
  }

  /** Leaves the clips as they are, with the weights they have at the moment. */
  stop(): void {
    if (this._isRunning) {
      this.clips.forEach((clip) => ownWeights.delete(clip));
      this.end(false);
    }
  }

  /** @internal */
  conduct(deltaSeconds: number): void {
    this._elapsed += Math.max(deltaSeconds, 0);
    if (!this.to.isStarted && !this._outgoing.some(({ clip }) => clip.isStarted)) {
      this.clips.forEach(giveWeightBack);
      this.end(false); // nothing is left to fade
    } else if (this.progress === 1) {
      this._complete();
    } else {
      this._show();
    }
  }

  /** @internal */
  end(completed: boolean): void {
    this._isRunning = false;
    this._scheduler.removeConductor(this);
    for (const clip of this.clips) {
      clip.player.rate = 1;
      clip.player.holdsEnd = false;
      fades.delete(clip);
    }
    this.onEndObservable.notifyObservers({ fade: this, completed });
    this.onEndObservable.clear();
  }

  private get _scheduler(): ClipScheduler {
    return ClipScheduler.For(this.to.getScene());
  }

  private _show(): void {
    const { progress } = this;
    for (const { clip, weight } of this._outgoing) {
      clip.weight = weight * (1 - progress);
    }
    const own = full(ownWeights.get(this.to)!);
    this.to.weight = this._weight + (own - this._weight) * progress;
    if (this._keepsStep) {
      this._keepStep(progress);
    }
  }

  /** Both go through their ranges in the same time. */
  private _keepStep(progress: number): void {
    const [before, after] = [frequencyOf(this.from), frequencyOf(this.to)];
    const frequency = before + (after - before) * progress;
    this.from.player.rate = before === 0 ? 1 : frequency / before;
    this.to.player.rate = after === 0 ? 1 : frequency / after;
  }

  private _complete(): void {
    this._outgoing.forEach(({ clip }) => clip.stop());
    this.clips.forEach(giveWeightBack);
    this.end(true);
  }
}

function giveWeightBack(clip: ClipAnimationGroup): void {
  clip.weight = ownWeights.get(clip) ?? clip.weight;
  ownWeights.delete(clip);
}

/** A clip without weight counts in full. */
function full(weight: number): number {
  return weight === -1 ? 1 : Math.min(weight, 1);
}

/** Seconds between the bounds of a clip; where it has no end, to its last key. */
function lengthOf(clip: ClipAnimationGroup): number {
  const { start, end } = clip.player.activeSettings;
  return (end === Infinity ? clip.lastKey : end) - start;
}

function phaseOf(clip: ClipAnimationGroup): number {
  return Math.min((clip.timestamp - clip.player.activeSettings.start) / lengthOf(clip), 1);
}

/** How often a clip goes through its range in a second. */
function frequencyOf(clip: ClipAnimationGroup): number {
  return Math.abs(clip.player.activeSettings.speed) / lengthOf(clip);
}
