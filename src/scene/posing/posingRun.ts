import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import type { AnimationStep, ChannelAnimatable } from "../host/index.js";
import type { AnimatableEvaluator } from "./animatableEvaluator.js";
import type { ChannelBlend } from "./channelBlend.js";
import type { ClipBinding } from "./clipBinding.js";
import type { CompiledEvaluator } from "./compiledEvaluator.js";
import type { EvaluationDescription } from "./evaluationChoice.js";
import type { ClipProgress, Evaluator } from "./evaluator.js";
import type { Mixer } from "./properties/mixer.js";
import type { ShownAnimatables } from "./shownAnimatables.js";
import { KeyWatch } from "./tracks/keyWatch.js";

/** What plays a group whose targets a posing poses. */
export interface PosingOwner {
  readonly playhead: ClipProgress;
  readonly scheduler: SceneFrame;
  readonly listener: {
    /** Called when targets were stopped individually, for example because they were disposed; the remaining targets play on. */
    onTargetsEnd(targetedAnimations: readonly TargetedAnimation[]): void;
  };
  /** Called when something else than time is to change the poses. */
  wake(): unknown;
  /** Called when the group has got its first part in a mixture, or has lost its last one. */
  onMixed(): void;
  /** Called when no target is left. */
  onEmpty(): void;
  /** Called when the run cannot continue. */
  fail(error: unknown): void;
  /** Called when Babylon is to evaluate the group; null if the run drives animatables of Babylon's then. */
  readonly letBabylonPlay: HandOver | null;
}

/**
 * Lets Babylon go on with a run, by `Posing.handOver`.
 * @param isShown whether the run has shown its pose, if it has counted the present frame
 */
export type HandOver = (reason: string, isShown: boolean) => void;

/** The frame of a scene. */
export interface SceneFrame extends AnimationStep {
  readonly mixer: Mixer;
  /** Whether a frame is under way, and the scene's animation step is still to come. */
  readonly isTicking: boolean;
  /** Called in the scene's animation step when it is a group's turn. */
  beginTurn(group: AnimationGroup): void;
  /** Called when a pose begins to wait for the scene's animation step. */
  awaitTurn(evaluator: Pick<Evaluator, "showWaiting">): void;
  /** Finds again which groups have to be posed in the scene's animation step. Without effect between frames. */
  updateSharing(): void;
  /** The first animatable of the groups that come after a group in the scene's animation step; null without one. */
  placeAfter(group: AnimationGroup): Animatable | null;
}

/** What evaluates a run. A change of the evaluator or of the targeted animations replaces it as a whole. */
export interface Evaluation {
  readonly binding: ClipBinding;
  readonly choice: EvaluationDescription;
  readonly evaluator: CompiledEvaluator | AnimatableEvaluator;
  /** The blending of the channels that blend since the start; null for none. An evaluator that takes over goes on with it. */
  readonly blending: Map<TargetedAnimation, ChannelBlend> | null;
}

/** What belongs to one run of a group, from a start to its stop. A later start has another one. */
export interface PosingRun {
  readonly startNumber: number;
  readonly keyWatch: KeyWatch;
  /** The weight without the parts: that of the group at the start, or the one set since. */
  weight: number;
  /** The animatable that the group follows. */
  syncRoot: Animatable | null;
  /** What evaluates the run; null until a deferred start is over. */
  evaluation: Evaluation | null;
  /** The places in the scene's animation step until then: one for each channel. */
  deferred: readonly ChannelAnimatable[];
  /** Whether to evaluate by Babylon's animatables: code has used them, those of the run before, or those of a group beside. */
  areAnimatablesUsed: boolean;
  /** The animatables that code reads while Babylon does not evaluate the group; null until then. */
  shown: ShownAnimatables | null;
  /** The channels that are to end, while their ends are held back. */
  held: TargetedAnimation[] | null;
  /** The channels that end one after the other at the moment: an observer of the first may change the group. */
  ending: readonly TargetedAnimation[];
}

/** The number of starts so far. */
let startCount = 0;

/** @param weight that of the group */
export function createRun(weight: number, areAnimatablesUsed: boolean): PosingRun {
  return {
    startNumber: ++startCount,
    keyWatch: new KeyWatch(),
    weight: weightOf(weight),
    syncRoot: null,
    evaluation: null,
    deferred: NONE,
    areAnimatablesUsed,
    shown: null,
    held: null,
    ending: NONE,
  };
}

const NONE: readonly never[] = [];

/** Removes the places of a start that is not deferred any more. */
export function endDeferral(run: PosingRun): void {
  run.deferred.forEach((place) => place.remove());
  run.deferred = NONE;
}

/** -1 for unweighted; other negative weights, and NaN, are 0, as in Babylon. */
export function weightOf(value: number): number {
  return value === -1 || value > 0 ? value : 0;
}
