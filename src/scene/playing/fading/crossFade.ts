import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Observable } from "@babylonjs/core/Misc/observable.js";
import { argumentError, excerpt, type MemberNames, show } from "../../../gltf/util/index.js";
import { logWarningOnce, notify, warnOfUnknownMembers } from "../../host/index.js";
import { ClipAnimationGroup } from "../groups/clipAnimationGroup.js";
import { warnOfLongTime } from "../groups/mistakes.js";
import { describeOtherCopy } from "../groups/otherCopies.js";
import { FadeRun } from "./fadeRun.js";

/** The options of {@link CrossFade}. */
export interface CrossFadeOptions {
  /**
   * Whether both clips stay at the same phase of the cycle during the fade. The second clip begins at the phase of the first clip, and the
   * duration of a cycle changes from the first clip's to the second clip's. Meant for related cycles, such as walking and running. Without
   * effect if the first clip does not play. Default false.
   */
  readonly keepStep?: boolean | undefined;
}

const OPTION_NAMES: MemberNames<CrossFadeOptions> = { keepStep: true };

/** The end of a cross-fade. */
export interface CrossFadeEvent {
  readonly fade: ClipCrossFade;
  /** Whether the fade was completed; false if the fade was interrupted by another fade, or stopped. */
  readonly isCompleted: boolean;
}

/**
 * Fades from a first clip to a second clip: the factor of the first clip's weight goes from 1 to 0, the factor of the second clip's weight
 * from 0 to 1, linearly over the scene's animation time. `weight` remains the user's and may be set at any time; `effectiveWeight` includes
 * the fade. A second clip of weight 0 gets weight 1. The second clip is started if it is stopped. The first clip is stopped when the fade
 * ends; targets that only the first clip animates are restored. A clip that finishes or is paused during the fade holds its pose.
 *
 * A fade that interrupts a running fade continues from the current weights: all clips of the interrupted fade fade out together.
 * @param seconds duration, >= 0; 0 changes over in the next frame
 * @throws TypeError if an argument is not a clip; RangeError if a clip is disposed; if `seconds` is not a finite number >= 0; if both clips
 * are the same clip, or of different scenes; or if a clip has no length and `keepStep` is set; what `start` throws if the second clip cannot be
 * started. Nothing has changed then
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
  if (!sharesTarget(from, to)) {
    const clips = `${show(from.name)} and ${show(to.name)}`;
    logWarningOnce(`CrossFade: ${clips} animate nothing in common, so that neither fades into the other: are they of one character?`);
  }
  warnOfUnknownMembers("CrossFade", "options", options, OPTION_NAMES);
  warnOfLongTime("CrossFade", "seconds", seconds, `${seconds} milliseconds are ${seconds / 1000}`);
  return new ClipCrossFade(from, to, seconds, options.keepStep ?? false);
}

/** Whether two clips animate the same node or other object. Clips of one character mostly share the first. */
function sharesTarget({ targetedAnimations: from }: ClipAnimationGroup, { targetedAnimations: to }: ClipAnimationGroup): boolean {
  return from.length === 0 || to.length === 0 || to.some(({ target }) => from.some((other) => other.target === target));
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
    restored: ConstructorParameters<typeof FadeRun>[5] = null,
  ) {
    const onEnd = (isCompleted: boolean): void => {
      notify("cross-fade", this.onEndObservable, { fade: this, isCompleted });
      this.onEndObservable.clear();
    };
    this._run = new FadeRun(from, to, seconds, keepsStep, onEnd, restored);
  }

  /** The progress of the fade, 0..1. */
  get progress(): number {
    return this._run.progress;
  }

  get isRunning(): boolean {
    return this._run.isRunning;
  }

  /** The clips of the fade; the clip that fades in comes last. */
  get clips(): readonly ClipAnimationGroup[] {
    return this._run.clips;
  }

  /** Ends the fade, and sets the `weight` of each clip to the effective weight. */
  stop(): void {
    this._run.stop();
  }
}

/** @throws TypeError unless an argument is a clip; RangeError if the clip is disposed */
export function expectClip(argument: string, clip: unknown): asserts clip is ClipAnimationGroup {
  if (!(clip instanceof ClipAnimationGroup)) {
    const hint = describeOtherCopy(clip) || (clip instanceof AnimationGroup ? "; CreateClip makes a clip of an animation group" : "");
    throw new TypeError(`${argument}: must be a ClipAnimationGroup (got ${show(clip)})${hint}`);
  }
  if (clip.player.playhead.phase === "disposed") {
    throw new RangeError(`${argument}: must not be disposed (got ${excerpt(clip.name)})`);
  }
}
