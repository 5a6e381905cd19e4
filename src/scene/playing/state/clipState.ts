import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { logWarning, logWarningOnce } from "../../host/index.js";
import { expectLayer, readLeftValues, writeLeftValues } from "../../posing/index.js";
import type { ClipClockState, ClipSettings } from "../../../gltf/timing/index.js";
import { excerpt, getOrMake, show } from "../../../gltf/util/index.js";
import type { ClipAnimationGroup } from "../groups/clipAnimationGroup.js";
import { isCopy } from "../groups/clipCopies.js";
import { GetClips } from "../groups/createClip.js";
import { ClipCrossFade } from "../fading/crossFade.js";
import { FadeRun, type FadeState } from "../fading/fadeRun.js";
import type { ClipPlayerState } from "../players/clipPlayer.js";
import { expectWeight } from "../groups/evaluatedAnimationGroup.js";
import { type Phase, PHASES } from "../players/phases.js";
import { ClipScheduler, type Saving } from "../players/scheduler.js";

export type { FadeState, FadingClipState } from "../fading/fadeRun.js";

/** The state of a clip: plain data, for JSON. */
export interface ClipState {
  readonly name: string;
  /** How many clips of the same name come before the clip in the scene. */
  readonly nth: number;
  readonly phase: "idle" | "sought" | "playing" | "paused" | "stopped";
  /** Whether events at the present timestamp are still to be reported, after a start or a seek. */
  readonly pendingStart: "started" | "sought" | null;
  readonly weight: number;
  /** Default 0. */
  readonly layer?: number;
  /** The settings of the clip; without `end` if it is infinite. */
  readonly settings: ClipSettings;
  /** The settings in effect, including the arguments of `start()`. */
  readonly activeSettings: ClipSettings;
  /** The exact time within the settings in effect. */
  readonly time: ClipClockState;
}

/** The state of all clips of a scene: plain data, for JSON. */
export interface SceneClipState {
  /** First the started clips in the order in which they play, then the others. */
  readonly clips: readonly ClipState[];
  /** The running cross-fades. */
  readonly fades: readonly FadeState[];
  /** The controllers, if there are any. */
  readonly controllers?: readonly SavedController[];
  /** What does not follow from what plays: the last values of stopped clips, and what lies below layers. */
  readonly values?: readonly SavedValue[];
}

/** The value of a property that a clip has animated. */
export interface SavedValue {
  /** The index of the clip in `clips`. */
  readonly clip: number;
  /** The index in the clip's `targetedAnimations`. */
  readonly channel: number;
  /** The components. */
  readonly value: readonly number[];
}

/** The state of a controller. */
export interface SavedController {
  readonly name: string;
  readonly state: unknown;
}

/**
 * Saves the state of all clips of a scene for {@link RestoreClipState}: whether and how they play, their times, weights, layers, cross-fades and
 * controllers. Poses follow from it; values that do not are part of it, such as the last pose of a stopped clip. What no clip has animated, and plain animation
 * groups, are not.
 * @returns plain data, for JSON
 * @example const state = JSON.stringify(SaveClipState(scene));
 * @experimental follows draft specifications
 */
export function SaveClipState(scene: Scene): SceneClipState {
  const scheduler = ClipScheduler.For(scene);
  const all = GetClips(scene);
  const order = new Map<AnimationGroup, number>(scheduler.started.map(({ group }, i) => [group, i]));
  const clips = all.filter((clip) => !isSpare(clip)).sort((a, b) => (order.get(a) ?? order.size) - (order.get(b) ?? order.size)); // a stable order
  const byName = clipsByName(all);
  const indices = new Map(clips.map((clip, i) => [clip, i]));
  const fades = runsOf(scheduler).filter((run) => run.clips.every((clip) => indices.has(clip)));
  const savings = savingsOf(scheduler);
  const again = savings.find(({ name }, i) => savings.some((other, k) => k < i && other.name === name));
  if (again) {
    const name = show(again.name);
    logWarningOnce(
      `SaveClipState: several controllers have the name ${name}; give each its own by { name }, or their states cannot be told apart`,
    );
  }
  return {
    clips: clips.map((clip) => {
      const { name, weight, layer } = clip;
      const { phase, pendingStart, settings, activeSettings, time } = clip.player.state;
      const played = { settings: toJson(settings), activeSettings: toJson(activeSettings), time };
      return { name, nth: byName.get(name)!.indexOf(clip), phase, pendingStart, weight, layer, ...played };
    }),
    fades: fades.map((run) => run.stateFor((clip) => indices.get(clip)!)),
    values: valuesOf(clips, scheduler),
    ...(savings.length > 0 ? { controllers: savings.map((saving) => ({ name: saving.name, state: saving.save() })) } : {}),
  };
}

/**
 * Returns the clips of a scene to a saved state, for a rollback, a saved game, or another scene with the same clips. Clips are found by name.
 * Nothing is reported meanwhile. Playing clips pose their targets in the next frame; paused and finished ones do so at once, if they have no
 * weight. Clips that the state does not know stay as they are. A fade that runs ends with `isCompleted: false`.
 * @param state the result of {@link SaveClipState}, or its JSON parsed. Clips that the scene does not have, and clips and cross-fades whose
 * state is invalid, are left out, with a warning
 * @returns the cross-fades of the state, which go on
 * @throws TypeError if `state` is not a saved state
 * @example RestoreClipState(scene, JSON.parse(state));
 * @experimental follows draft specifications
 */
export function RestoreClipState(scene: Scene, state: SceneClipState): ClipCrossFade[] {
  const { clips: states, fades, controllers = [], values }: Partial<SceneClipState> = state ?? {};
  if (!Array.isArray(states) || !Array.isArray(fades) || !Array.isArray(controllers) || !Array.isArray(values ?? [])) {
    throw new TypeError(`state: must be a result of SaveClipState (got ${show(state)})`);
  }
  const scheduler = ClipScheduler.For(scene);
  const interrupted = runsOf(scheduler);
  interrupted.forEach((run) => run.leave());
  restoreControllers(savingsOf(scheduler), controllers); // they may add copies of clips
  const byName = clipsByName(GetClips(scene));
  const touched = new Set(GetClips(scene).filter(isTouched));
  const found = (states as (ClipState | null)[]).map((each) => byName.get(each?.name as string)?.[each?.nth ?? 0] ?? null);
  warnOfMissing(found, states);
  const clips = found.map((clip, i) => clip && restoreClip(clip, (states as ClipState[])[i]!));
  const restored = clips.filter((clip) => clip !== null);
  restored.forEach(({ player }) => scheduler.moveToEnd(player));
  const running = (fades as FadeState[]).flatMap((fade) => restoreFade(clips, fade) ?? []);
  restored.filter(({ isStarted, isFinished }) => !isStarted && isFinished).forEach(showPose);
  if (values) {
    restored.filter(isTouched).forEach((clip) => touched.add(clip));
    restoreValues(scene, clips, touched, values);
  }
  restored.filter(({ isStarted, weight }) => isStarted && weight === -1).forEach(showPose);
  interrupted.forEach((run) => run.onEnd(false));
  return running;
}

/** Whether a clip is a copy that nothing plays: a controller makes copies when it needs them, so that another scene may not have as many. */
function isSpare(clip: ClipAnimationGroup): boolean {
  return isCopy(clip) && !clip.isStarted && !clip.player.posing.isMixed;
}

/** Whether a clip may have given its targets values. The lists of channels of others are not made for nothing. */
function isTouched({ player }: ClipAnimationGroup): boolean {
  return player.playhead.phase !== "idle";
}

function valuesOf(clips: readonly ClipAnimationGroup[], { mixer }: ClipScheduler): SavedValue[] {
  const places = clips.flatMap((clip, i) =>
    isTouched(clip) ? clip.targetedAnimations.map((targeted, channel) => ({ targeted, clip: i, channel })) : [],
  );
  const values = readLeftValues(
    places.map(({ targeted }) => targeted),
    mixer,
  );
  return places.flatMap(({ clip, channel }, i) => (values[i] ? [{ clip, channel, value: values[i] }] : []));
}

/** @param touched the clips that may have given their targets values, before or after the state */
function restoreValues(
  scene: Scene,
  clips: readonly (ClipAnimationGroup | null)[],
  touched: ReadonlySet<ClipAnimationGroup>,
  values: readonly SavedValue[],
): void {
  const { mixer, isTicking } = ClipScheduler.For(scene);
  const byClip = new Map<ClipAnimationGroup | null | undefined, Map<number, readonly number[]>>();
  const isValid = (saved: SavedValue | null): boolean => Array.isArray(saved?.value) && saved.value.every(Number.isFinite);
  const invalid = values.findIndex((saved) => !isValid(saved));
  if (invalid >= 0) {
    logWarning(
      `RestoreClipState: values/${invalid}/value: must be an array of numbers (got ${show(values[invalid])}); such values are left out`,
    );
  }
  for (const { clip, channel, value } of values.filter(isValid)) {
    getOrMake(byClip, clips[clip], () => new Map<number, readonly number[]>()).set(channel, value);
  }
  const places = [...touched].flatMap((clip) => clip.targetedAnimations.map((targeted, channel) => ({ targeted, clip, channel })));
  const write = (): void =>
    writeLeftValues(
      places.map(({ targeted }) => targeted),
      mixer,
      (i) => byClip.get(places[i]!.clip)?.get(places[i]!.channel),
    );
  write();
  if (isTicking) {
    scene.onAfterAnimationsObservable.addOnce(write); // clips that have ended are still mixed in this frame
  }
}

function clipsByName(clips: readonly ClipAnimationGroup[]): ReadonlyMap<string, readonly ClipAnimationGroup[]> {
  const byName = new Map<string, ClipAnimationGroup[]>();
  clips.forEach((clip) => getOrMake(byName, clip.name, () => []).push(clip));
  return byName;
}

function runsOf(scheduler: ClipScheduler): FadeRun[] {
  return scheduler.fades.filter((fade) => fade instanceof FadeRun);
}

function savingsOf(scheduler: ClipScheduler): Saving[] {
  return scheduler.fades.flatMap(({ saving }) => saving ?? []);
}

/** Restores controllers by their names; of several with the same name, in their order, if there are as many. */
function restoreControllers(savings: readonly Saving[], states: readonly SavedController[]): void {
  const left = [...savings];
  for (const saved of states as readonly (SavedController | null)[]) {
    const { name, state }: Partial<SavedController> = saved ?? {};
    const at = left.findIndex((saving) => saving.name === name);
    const count = (all: readonly (Partial<SavedController> | null)[]): number => all.filter((each) => each?.name === name).length;
    const [here, there] = [count(savings), count(states)];
    try {
      if (here === 0) {
        throw new RangeError("the scene has no such controller");
      }
      if (here !== there) {
        throw new RangeError(`the scene has ${here} controllers of this name, the state ${there}; give each its own name`);
      }
      left.splice(at, 1)[0]!.restore(state);
    } catch (error) {
      logWarning(`RestoreClipState: ${excerpt(String(name))}: ${excerpt(String(error))}; the controller is left out`);
    }
  }
}

/** JSON has no infinity. */
function toJson({ end, ...others }: ClipSettings): ClipSettings {
  return end === Infinity ? others : { ...others, end };
}

/** Warns once of the clips that the scene does not have. */
function warnOfMissing(found: readonly (ClipAnimationGroup | null)[], states: readonly (ClipState | null)[]): void {
  const names = states.flatMap((state, i) => (found[i] ? [] : [String(state?.name)]));
  if (names.length > 0) {
    const count = `${names.length} of ${states.length} clips, which are left out`;
    logWarning(`RestoreClipState: the scene does not have ${count}: ${excerpt(names.join(", "))}`);
  }
}

/** @returns the clip; null, with a warning, if it cannot be restored */
function restoreClip(clip: ClipAnimationGroup, state: ClipState): ClipAnimationGroup | null {
  try {
    clip.player.restore(expectState(state));
    clip.weight = state.weight;
    clip.layer = state.layer ?? 0;
    return clip;
  } catch (error) {
    logWarning(`RestoreClipState: ${excerpt(clip.name)}: ${excerpt(String(error))}; the clip is left out`);
    return null;
  }
}

/** @throws TypeError or RangeError if a member is invalid; the settings are checked where they are used */
function expectState(state: ClipState): ClipPlayerState {
  const { phase, pendingStart, time, weight, layer = 0 } = state;
  const { timestamp, heading, completedRepetitions, elapsed, lost } =
    (time as ClipClockState | undefined) ?? ({} as Partial<ClipClockState>);
  if (!Object.hasOwn(PHASES, phase) || (phase as Phase) === "disposed") {
    throw new RangeError(`phase: must be a phase (got ${show(phase)})`);
  }
  if (![null, "started", "sought"].includes(pendingStart)) {
    throw new RangeError(`pendingStart: must be "started", "sought" or null (got ${show(pendingStart)})`);
  }
  if (![timestamp, heading, completedRepetitions, elapsed, lost].every(Number.isFinite) || Math.abs(heading!) !== 1) {
    throw new RangeError(`time: must be the state of a clock (got ${show(time)})`);
  }
  expectWeight(weight);
  expectLayer(layer);
  return state;
}

/** @returns the cross-fade; null, with a warning, if it cannot be restored */
function restoreFade(clips: readonly (ClipAnimationGroup | null)[], state: FadeState): ClipCrossFade | null {
  try {
    const { seconds, elapsed, frequency } = state;
    const numbers = [seconds, elapsed, frequency, ...state.parts.flatMap(({ before, after }) => [before, after])];
    if (!numbers.every(Number.isFinite)) {
      throw new RangeError(`its numbers must be finite (got ${show(numbers)})`);
    }
    const parts = state.parts.map(({ clip }) => clips[clip]);
    const [from, to] = [clips[state.from], parts[parts.length - 1]];
    if (!from || !to || parts.includes(null) || parts.includes(undefined)) {
      throw new RangeError("a clip of it is left out");
    }
    return new ClipCrossFade(from, to, seconds, false, { state, clips: clips as readonly ClipAnimationGroup[] });
  } catch (error) {
    logWarning(`RestoreClipState: a cross-fade is left out: ${excerpt(String(error))}`);
    return null;
  }
}

function showPose({ player, isPlaying, timestamp }: ClipAnimationGroup): void {
  if (!isPlaying) {
    player.posing.show(timestamp);
  }
}
