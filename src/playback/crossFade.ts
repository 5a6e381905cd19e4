import { Observable } from "@babylonjs/core/Misc/observable.js";
import { argumentError, excerpt, show } from "../util/index.js";
import { notify } from "../host/index.js";
import { ClipAnimationGroup } from "./clipAnimationGroup.js";
import { FadeRun } from "./fadeRun.js";

/** How clips fade into each other. */
export interface CrossFadeOptions {
  /**
   * Whether both clips stay at the same phase of their cycle while they fade: the second begins at the phase of the first, and the time
   * that a cycle takes changes from that of the first to that of the second. For cycles that belong together, such as walking and running.
   * Without effect where the first does not play. Default false.
   */
  readonly keepStep?: boolean;
}

/** The end of a cross-fade. */
export interface CrossFadeEvent {
  readonly fade: ClipCrossFade;
  /** Whether the fade came to its end; false if another fade interrupted it, or if it was stopped. */
  readonly isCompleted: boolean;
}

/**
 * Fades from one clip to another: the share of the first clip's weight goes from 1 to 0, that of the second from 0 to 1, linearly over the
 * scene's animation time. `weight` stays the user's and may be set at any time; `effectiveWeight` includes the fade. A second clip of
 * weight 0 gets weight 1. It is started if it does not play; the first clip is stopped when the fade ends, and targets that only the first
 * clip animates are restored. A clip that finishes or is paused during the fade holds its pose.
 *
 * A fade that interrupts another continues from the current weights: all clips of the interrupted one fade out together.
 * @param seconds duration, >= 0; 0 changes over in the next frame
 * @throws TypeError if an argument is not a clip; RangeError if it is disposed; if `seconds` is not a finite number >= 0; if the clips are
 * the same or
 * of different scenes; or if one has no length and `keepStep` is set
 * @example CrossFade(walk, run, 0.4, { keepStep: true });
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
    throw argumentError("seconds", "must be >= 0", seconds, "number");
  }
  if (from === to || from.getScene() !== to.getScene()) {
    throw new RangeError(`to: must be another clip of the same scene (got ${excerpt(to.name)})`);
  }
  if (options.keepStep && !(from.duration > 0 && to.duration > 0)) {
    throw new RangeError(`keepStep: both clips must have a length > 0 (got ${from.duration} and ${to.duration})`);
  }
  return new ClipCrossFade(from, to, seconds, options.keepStep ?? false);
}

/**
 * A cross-fade, made by {@link CrossFade}.
 * @experimental follows draft specifications
 */
export class ClipCrossFade {
  /** Notified once, when the fade ends. */
  readonly onEndObservable = new Observable<CrossFadeEvent>();
  private readonly _run: FadeRun;

  /** @internal */
  constructor(
    readonly from: ClipAnimationGroup,
    readonly to: ClipAnimationGroup,
    /** Duration in seconds. */
    readonly seconds: number,
    keepsStep: boolean,
  ) {
    this._run = new FadeRun(from, to, seconds, keepsStep, (isCompleted) => {
      notify("cross-fade", this.onEndObservable, { fade: this, isCompleted });
      this.onEndObservable.clear();
    });
  }

  /** How far the fade is, 0..1. */
  get progress(): number {
    return this._run.progress;
  }

  get isRunning(): boolean {
    return this._run.isRunning;
  }

  /** All clips that fade; the one that fades in is the last. */
  get clips(): readonly ClipAnimationGroup[] {
    return this._run.clips;
  }

  /** Ends the fade. The effective weight of each clip becomes its weight. */
  stop(): void {
    this._run.stop();
  }
}

/** @throws TypeError unless an argument is a clip; RangeError if it is disposed */
function expectClip(argument: string, clip: unknown): void {
  if (!(clip instanceof ClipAnimationGroup)) {
    throw new TypeError(`${argument}: must be a ClipAnimationGroup (got ${show(clip)})`);
  }
  if (clip.player.isDisposed) {
    throw new RangeError(`${argument}: must not be disposed (got ${excerpt(clip.name)})`);
  }
}
