import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { excerpt } from "../../gltf/util/index.js";
import { moveAnimatables, setBlending } from "../host/index.js";
import { AnimatableEvaluator } from "./animatableEvaluator.js";
import { blendsOf } from "./channelBlend.js";
import { endChannels } from "./channelEnds.js";
import type { ClipBinding } from "./clipBinding.js";
import { CompiledEvaluator } from "./compiledEvaluator.js";
import { chooseEvaluation, type EvaluationDescription } from "./evaluationChoice.js";
import { playableOf } from "./playable.js";
import type { Posing } from "./posing.js";
import { endDeferral, type Evaluation, type PosingRun } from "./posingRun.js";
import { replaceShown } from "./shownAnimatables.js";
import { areUsedBeside } from "./usedAnimatables.js";

/**
 * Binds a run to the present targeted animations and keys of its group, and evaluates it from now on.
 * @param isShown whether the run has shown its pose, if it has counted the present frame
 * @throws Error where a target lacks the animated property, as Babylon does
 * @throws RangeError if animations have to be compiled and cannot be
 */
export function bindRun(posing: Posing, run: PosingRun, isShown: boolean): void {
  const { evaluation: before } = run;
  const binding = posing.bind(before !== null);
  run.keyWatch.expectEdits(before ? null : binding.tracks);
  if (!before) {
    run.areAnimatablesUsed ||= areUsedBeside(binding.targetedAnimations);
  }
  const choice = chooseFor(posing, run, binding, isShown);
  if (!choice) {
    return;
  }
  const blending = before ? before.blending : blendsOf(posing.group.targetedAnimations);
  binding.properties.acquire(posing);
  try {
    const evaluator = createEvaluator(posing, run, { binding, choice, blending }, true);
    use(posing, run, { binding, choice, blending, evaluator });
  } catch (error) {
    binding.properties.release(posing);
    throw error;
  }
  before?.binding.properties.release(posing);
}

/**
 * Chooses the evaluator of a run again, once it has one.
 * @throws RangeError if animations have to be compiled and cannot be
 */
export function updateChoice(posing: Posing, run: PosingRun): void {
  const { evaluation: before } = run;
  const choice = before && chooseFor(posing, run, before.binding, true);
  if (choice) {
    const isSame = choice.by === before.evaluator.by;
    const evaluator = isSame ? before.evaluator : createEvaluator(posing, run, { ...before, choice }, false);
    use(posing, run, { ...before, choice, evaluator });
  }
}

/**
 * @param isShown as for {@link bindRun}
 * @returns null if Babylon goes on with the run: the run is over
 * @throws RangeError if Babylon's animatables are needed but not allowed
 */
function chooseFor(
  { mode, group, owner }: Posing,
  run: PosingRun,
  { obstacle }: ClipBinding,
  isShown: boolean,
): EvaluationDescription | null {
  const choice = chooseEvaluation({ mode, obstacle, areAnimatablesUsed: run.areAnimatablesUsed });
  if (choice.by === "compiled") {
    return choice;
  }
  if (mode === "compiled") {
    throw notCompiled(group, choice.reason);
  }
  owner.letBabylonPlay?.(choice.reason, isShown);
  return owner.letBabylonPlay ? null : choice;
}

/** @returns the error of a group that has to be compiled and cannot be */
export function notCompiled(group: AnimationGroup, reason: string): RangeError {
  return new RangeError(`evaluationMode: must not be "compiled" for ${excerpt(group.name)} (${reason})`);
}

/**
 * @param isNew whether the evaluator begins. Otherwise it takes over
 * @throws Error where a target lacks the animated property, as Babylon does
 */
function createEvaluator(
  posing: Posing,
  run: PosingRun,
  { binding, choice, blending }: Omit<Evaluation, "evaluator">,
  isNew: boolean,
): Evaluation["evaluator"] {
  const { group, active, animatables, frame, owner } = posing;
  const before = run.evaluation?.evaluator;
  if (before?.by === "babylon" || choice.by === "babylon") {
    before?.noteBlending(); // compiled ones share the blending of their channels
  }
  if (choice.by === "compiled") {
    return new CompiledEvaluator(posing, active, binding, binding.tracks!, frame, blending);
  }
  const left = playableOf(group).filter((each) => !active.isStopped(each) && !run.ending.includes(each) && !run.held?.includes(each));
  const onStopped = (channel: TargetedAnimation): void => (run.held ? void run.held.push(channel) : endChannels(posing, run, [channel]));
  const create = (): AnimatableEvaluator =>
    new AnimatableEvaluator(group, left, animatables, owner.playhead, frame, isNew, blending, onStopped);
  return replaceShown(run, () => binding.properties.atRest(create)); // Babylon takes the present value for the one at rest
}

function use(posing: Posing, run: PosingRun, evaluation: Evaluation): void {
  const { places, isInStep, frame, group } = posing;
  const { evaluator } = evaluation;
  const before = run.evaluation?.evaluator;
  run.evaluation = evaluation;
  run.shown?.update();
  posing.isInStep = isInStep;
  if (evaluator !== before) {
    evaluator.silentPoses = before?.silentPoses ?? 0;
    posing.applyWeight();
    posing.syncRoot = run.syncRoot;
    const place = places[0];
    if (before || place) {
      // where all its animatables have been stopped, the run has no place any more
      moveAnimatables(group.getScene(), evaluator.places, place ?? frame.placeAfter(group));
    }
    if (before && evaluator.by === "babylon") {
      before.isInStep ||= frame.isTicking; // its pose waits there, too: Babylon mixes it with the others
    }
    before?.dispose(true, frame.isTicking);
    endDeferral(run);
    frame.updateSharing();
  }
}

/**
 * Lets Babylon go on with a run. The caller stops the run then.
 * @param start starts animatables of Babylon's own, one for each channel, in the group's list
 */
export function handOver({ active, animatables, group, places }: Posing, run: PosingRun, start: () => void): void {
  const { evaluation, syncRoot } = run;
  if (!evaluation) {
    replaceShown(run, start);
    return;
  }
  const { binding, blending } = evaluation;
  replaceShown(run, () => binding.properties.atRest(start)); // Babylon takes the present value for the one at rest
  const started = [...animatables];
  group.targetedAnimations.forEach((channel, i) => {
    const animatable = started[i]!;
    setBlending(animatable, blending?.get(channel)?.state ?? null);
    if (syncRoot) {
      animatable.syncWith(syncRoot);
    }
    if (active.isStopped(channel)) {
      animatables.splice(animatables.indexOf(animatable), 1);
      animatable.stop(undefined, undefined, false, true);
    }
  });
  moveAnimatables(group.getScene(), animatables, places[0] ?? null);
}
