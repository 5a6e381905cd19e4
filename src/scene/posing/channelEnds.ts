import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import type { Stop } from "../host/index.js";
import type { Posing } from "./posing.js";
import type { PosingRun } from "./posingRun.js";
import { propertiesOf } from "./properties/animatedProperty.js";

/** The channels of a target; none if Babylon stops their animatables. */
export function compiledChannelsOf(
  { choice, group }: Posing,
  target: object,
  isMeant: (animation: Animation) => boolean,
): TargetedAnimation[] {
  const isCompiled = choice?.by === "compiled";
  return isCompiled ? group.targetedAnimations.filter((each) => each.target === target && isMeant(each.animation)) : [];
}

/** Ends channels of a run one by one, as Babylon: observers see the others still animated. */
export function endOneByOne(posing: Posing, run: PosingRun, channels: readonly TargetedAnimation[]): void {
  const before = run.ending; // an observer may end others meanwhile
  run.ending = [...before, ...channels];
  channels.forEach((each) => endChannels(posing, run, [each]));
  run.ending = before;
}

/** Ends channels of a run, unless the run is over. */
export function endChannels(posing: Posing, run: PosingRun, channels: readonly TargetedAnimation[]): void {
  const { active, owner } = posing;
  const ending = run.evaluation && isCurrent(posing, run) ? active.stop(channels) : [];
  if (ending.length === 0) {
    return;
  }
  const { binding, evaluator } = run.evaluation!;
  owner.wake();
  // what others find there is the value at rest
  ending.forEach((each) => binding.properties.properties[binding.targetedAnimations.indexOf(each)]?.release(posing));
  run.shown?.update();
  evaluator.updateMask();
  owner.listener.onTargetsEnd(ending);
  if (isCurrent(posing, run) && active.among(run.evaluation!.binding.targetedAnimations).length === 0) {
    owner.onEmpty();
  }
}

/** Whether an observer has not stopped the group, or stopped it and started it again. */
function isCurrent({ startNumber }: Posing, run: PosingRun): boolean {
  return startNumber === run.startNumber;
}

/**
 * Stops the animations of a target: first those of plain groups, then clip by clip, in the order of `playOrder`, then of starting, however the
 * clips are evaluated; without clips started meanwhile.
 */
export function stopTarget(target: object, isMeant: Stop, stopKnown: () => void): void {
  const users = new Set(propertiesOf(target).flatMap((property) => property.users));
  const sorted = [...users].sort((a, b) => a.playOrder - b.playOrder || a.startNumber - b.startNumber);
  const starts = sorted.map(({ startNumber }) => startNumber);
  sorted.forEach((user) => user.holdStops(target, isMeant));
  try {
    stopKnown();
  } finally {
    sorted.forEach((user, i) => user.stopTarget(target, isMeant, starts[i]!));
  }
}
