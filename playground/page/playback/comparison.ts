import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Scene } from "@babylonjs/core/scene.js";
import { CompiledAnimationGroup } from "../../../src/pure.js";
import { groupsByIndex, loadContainer } from "../files/model.js";
import type { Source } from "../files/source.js";
import type { GroupKind } from "./groupPlayable.js";
import { medianOf, pause, TimedTask } from "./timing.js";

/** The processor time of the animation step, measured with plain and with compiled groups. */
export interface Comparison {
  /** Microseconds per frame. */
  readonly plain: number;
  /** Microseconds per frame. */
  readonly compiled: number;
  readonly channels: number;
  /** Why Babylon plays a group in spite of being asked for compiled groups; null if it does not. */
  readonly reason: string | null;
}

/** Odd, so that one of them is the median. */
const ROUNDS = 15;

/**
 * Loads a file twice, into scenes that draw nothing, and measures its animation step by turns.
 * @param animations indices of the animations to play, as a whole
 * @param signal ends the measurement
 * @throws Error if the file cannot be loaded or nothing plays, or the signal's reason
 */
export async function compareGroups(source: Source, animations: readonly number[], signal: AbortSignal): Promise<Comparison> {
  const subjects: Subject[] = [];
  try {
    // one after the other: loading ends with a release of the source
    for (const kind of ["plain", "compiled"] as const) {
      subjects.push(await createSubject(source, kind, animations));
      signal.throwIfAborted();
    }
    const [plain, compiled] = subjects as [Subject, Subject];
    for (const { step } of subjects) {
      await step.warmUp(signal);
    }
    const rounds: [number, number][] = [];
    while (rounds.length < ROUNDS) {
      rounds.push([plain.step.measure(), compiled.step.measure()]);
      await pause(signal);
    }
    return {
      plain: medianOf(rounds.map(([time]) => time)) * 1000,
      compiled: medianOf(rounds.map(([, time]) => time)) * 1000,
      channels: plain.groups.reduce((sum, { targetedAnimations }) => sum + targetedAnimations.length, 0),
      reason: reasonOf(compiled.groups),
    };
  } finally {
    subjects.forEach(({ scene }) => scene.getEngine().dispose());
  }
}

/** A loaded file that plays. */
interface Subject {
  readonly scene: Scene;
  readonly groups: readonly AnimationGroup[];
  readonly step: TimedTask;
}

async function createSubject(source: Source, kind: GroupKind, animations: readonly number[]): Promise<Subject> {
  const engine = new NullEngine();
  try {
    const scene = new Scene(engine);
    scene.useRightHandedSystem = true;
    scene.useConstantAnimationDeltaTime = true;
    const container = await loadContainer(source, scene, kind);
    container.addAllToScene();
    const all = groupsByIndex(container);
    const groups = animations.flatMap((index) => all[index] ?? []);
    groups.forEach((group) => group.start(true));
    if (!groups.some(({ isPlaying }) => isPlaying)) {
      throw new Error("There is nothing to measure: no animation of the selected clip plays.");
    }
    return { scene, groups, step: new TimedTask(() => scene.animate()) };
  } catch (error) {
    engine.dispose();
    throw error;
  }
}

/** Why Babylon plays one of some groups that were to be compiled; null if it does not. */
export function reasonOf(groups: readonly AnimationGroup[]): string | null {
  for (const group of groups) {
    const evaluation = group instanceof CompiledAnimationGroup ? group.evaluation : null;
    if (evaluation?.by !== "compiled") {
      return evaluation?.reason || "another extension of the file loads its animations";
    }
  }
  return null;
}
