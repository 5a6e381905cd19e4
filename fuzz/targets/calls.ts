/** Random sequences of public calls, in and out of observers, with frames between them. */
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import fc from "fast-check";
import type { ClipAnimationGroup, EvaluationMode } from "../../src/pure.js";
import { countsOf, expect, expectNoMore, expectPrototypesUntouched, expectArgumentError } from "../invariants.js";
import { collectLogged } from "../logged.js";
import { LAYER_OPERATIONS, OPERATIONS, pick, SCENE_OPERATIONS, type Arguments } from "../operations.js";
import type { Target } from "../target.js";
import { NUMBERS_OF_NODE, stackOf, World } from "../world.js";

type Moment = keyof typeof MOMENTS;

/** When a call is made: at once, or the next time that a clip or the scene notifies its observers. */
const MOMENTS = {
  now: null,
  onRepeat: (clip: ClipAnimationGroup) => clip.onRepeatObservable,
  onReverse: (clip: ClipAnimationGroup) => clip.onReverseObservable,
  onFinish: (clip: ClipAnimationGroup) => clip.onFinishObservable,
  onGroupEnd: (clip: ClipAnimationGroup) => clip.onAnimationGroupEndObservable,
  onGroupPlay: (clip: ClipAnimationGroup) => clip.onAnimationGroupPlayObservable,
  onGroupPause: (clip: ClipAnimationGroup) => clip.onAnimationGroupPauseObservable,
  onGroupLoop: (clip: ClipAnimationGroup) => clip.onAnimationGroupLoopObservable,
  onAnimationEnd: (clip: ClipAnimationGroup) => clip.onAnimationEndObservable,
  onFadeEnd: (_clip: ClipAnimationGroup, { fades }: World) => fades.at(-1)?.onEndObservable,
  beforeAnimations: (_clip: ClipAnimationGroup, { scene }: World) => scene.onBeforeAnimationsObservable,
  afterAnimations: (_clip: ClipAnimationGroup, { scene }: World) => scene.onAfterAnimationsObservable,
} as const;

interface Call {
  readonly operation: string;
  readonly moment: Moment;
  readonly given: Arguments;
  /** How many frames are rendered after it. */
  readonly frames: number;
}

const numbers = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(-1, 0, 0.1, 0.3, 0.5, 1, 2, 30, 60) },
  { weight: 2, arbitrary: fc.double({ min: -3, max: 3, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(NaN, Infinity, -Infinity, 1e-300, 1e9, 1e300, -1e300, 2 ** 53) },
);

/**
 * Decides which of the clips of a node shows its pose, and in which order clips end. Sequences of these calls rarely come about among all
 * others.
 */
const RIVALRY = ["play", "weight", "evaluationMode", "dispose", "CrossFade", "stopAnimation", "dispose a node"];

const rivals: fc.Arbitrary<Call> = fc.record({
  operation: fc.constantFrom(...RIVALRY),
  moment: fc.constant<Moment>("now"),
  given: fc.record(
    // as an evaluation mode, `other` is "auto" or "babylon": a clip that must be compiled is not mixed with Babylon's animatables
    {
      which: fc.constantFrom(1, 2, 3),
      other: fc.constantFrom(1, 3, 4),
      x: fc.constantFrom(0, 1),
      y: fc.constant(1),
      flag: fc.constant(true),
    },
    { noNullPrototype: true },
  ),
  frames: fc.constantFrom(0, 1, 2),
});

/** A clone of the clip that begins with a weight: clip 3. */
const CLONE: Call = { operation: "clone", moment: "now", given: { which: 2, other: 0, x: 0, y: 1, flag: false }, frames: 0 };

/** Retargeted clips of a library for the character that has none: clips 3 and 4, and the first again. */
const MOVES: readonly Call[] = [
  { operation: "addTo", moment: "now", given: { which: 2, other: 0, x: 0, y: 0, flag: false }, frames: 1 },
  { operation: "addTo", moment: "now", given: { which: 4, other: 0, x: 0, y: 0, flag: true }, frames: 1 },
];

function callsOf(operations: readonly string[]): fc.Arbitrary<Call> {
  return fc.record({
    operation: fc.constantFrom(...operations),
    moment: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Moment>("now") },
      { weight: 1, arbitrary: fc.constantFrom<Moment>(...(Object.keys(MOMENTS) as Moment[])) },
    ),
    given: fc.record(
      { which: fc.nat(7), other: fc.nat(7), x: numbers, y: numbers, flag: fc.constantFrom(true, false, undefined) },
      { noNullPrototype: true },
    ),
    frames: fc.constantFrom(0, 1, 1, 2, 20),
  });
}

const calls: fc.Arbitrary<Call> = callsOf(Object.keys(OPERATIONS).filter((name) => !(name in LAYER_OPERATIONS)));

/** Among these, clips change their layers often. */
const layeredCalls: fc.Arbitrary<Call> = fc.oneof(
  { weight: 4, arbitrary: callsOf(Object.keys(OPERATIONS)) },
  { weight: 1, arbitrary: callsOf(Object.keys(LAYER_OPERATIONS)) },
);

/** What mixes clips, and what refuses to: a clip with two animations of a property, which blends, is not compiled. */
const MIXING = [
  ...["CrossFade", "stop a fade", "BlendByParameter", "value of a blend", "weight of a blend", "stop a blend"],
  ...["SaveClipState", "RestoreClipState"],
  ...["CreateController", "fire a trigger", "clone", "start", "restart", "pause", "stop", "timestamp", "weight", "settings"],
  ...["evaluationMode", "enableBlending", "addTargetedAnimation", "play a group"],
];

const mixing: fc.Arbitrary<Call> = callsOf(MIXING);

/** These show a pose of a stopped clip at once. */
const SEEKS: readonly string[] = ["timestamp", "goToFrame", "reset"];

/** Makes a call. If its arguments are refused, nothing changes. */
function make(world: World, { operation, given }: Call): void {
  const before = world.describe();
  try {
    OPERATIONS[operation]!(world, pick(world.clips, given.which), given);
  } catch (error) {
    expectArgumentError(error);
    const after = world.describe();
    expect(after === before, () => `${operation} was refused, but changed something (${String(error)}): ${before} -> ${after}`);
  }
}

function makeLater(world: World, observable: Observable<never>, call: Call): void {
  observable.addOnce(() => {
    world.showsWithinFrame ||= SEEKS.includes(call.operation) && !pick(world.clips, call.given.which).isStarted;
    try {
      make(world, call);
    } catch (error) {
      world.errors.push(error);
    }
  });
}

/** @returns the numbers of the scene after the call and after each frame */
function perform(world: World, call: Call): readonly (readonly number[])[] {
  const { moment, given, frames } = call;
  const observable = MOMENTS[moment]?.(pick(world.clips, given.which), world);
  if (observable) {
    makeLater(world, observable as unknown as Observable<never>, call);
  } else {
    make(world, call);
  }
  world.expectSound();
  return Array.from({ length: frames }, () => {
    world.render();
    world.expectSound();
    return world.numbers();
  });
}

/** What a script has shown: the numbers of the scene after each frame, and the events of all clips. */
interface Trace {
  readonly frames: readonly (readonly number[])[];
  readonly events: readonly string[];
  /** As {@link World.showsWithinFrame}. */
  readonly showsWithinFrame: boolean;
}

/** Makes all calls, and ends everything: nothing is left then. */
async function performAll(script: readonly Call[], mode: EvaluationMode): Promise<Trace> {
  const world = await new World(mode).load();
  try {
    const before = countsOf(world.scene);
    const frames = script.flatMap((call) => perform(world, call));
    const events = [...world.events];
    world.scene.onBeforeAnimationsObservable.clear();
    world.scene.onAfterAnimationsObservable.clear();
    world.endAll();
    await new Promise((resolve) => setTimeout(resolve, 0));
    world.scene.render();
    expectNoMore(before, countsOf(world.scene));
    return { frames, events, showsWithinFrame: world.showsWithinFrame };
  } finally {
    world.scene.dispose();
  }
}

/** Whether a call may come between the clips of a frame and Babylon's animatables, and keep from moving, or move to another place, only the latter. */
function isBetween({ moment, operation }: Call): boolean {
  return moment === "beforeAnimations" || (moment !== "now" && (operation in SCENE_OPERATIONS || operation === "playOrder"));
}

/**
 * Whether clips of a blend follow another group, or begin again within the frame that ended them: where Babylon evaluates, the former may be a frame ahead, and
 * the latter rest on another value in that frame.
 */
function isBlendInterrupted(script: readonly Call[]): boolean {
  const follows = ({ operation, moment }: Call): boolean =>
    operation === "syncAllAnimationsWith" || (operation === "CreateController" && moment !== "now");
  return script.some(({ operation }) => operation === "BlendByParameter") && script.some(follows);
}

/** Of each node, the position, the rotation and the scaling: a quaternion and its negative are the same rotation. */
function areSamePoses(numbers: readonly number[], others: readonly number[]): boolean {
  const isClose = (i: number, sign: 1 | -1): boolean => Math.abs(numbers[i]! - sign * others[i]!) <= 1e-5 * (1 + Math.abs(numbers[i]!));
  return numbers.every((_, i) => {
    const part = i % NUMBERS_OF_NODE;
    const isNegative = part >= 3 && part < 7 && [3, 4, 5, 6].every((each) => isClose(i - part + each, -1));
    return isClose(i, isNegative ? -1 : 1);
  });
}

/** Evaluated by Babylon, the same calls show the same, and notify the same events in the same order. */
function expectSameTrace(compiled: Trace, babylon: Trace): void {
  compiled.frames.forEach((numbers, frame) => {
    const other = babylon.frames[frame]!;
    expect(areSamePoses(numbers, other), () => `frame ${frame} must be as Babylon's evaluation:\n${numbers.join(" ")}\n${other.join(" ")}`);
  });
  const [events, others] = [compiled, babylon].map((trace) => trace.events.join(", "));
  expect(events === others, () => `events must be as with Babylon's evaluation:\n${events}\n${others}`);
}

/** Logged where a controller starts a clip in a frame: there is no caller to throw to. */
const REFUSED_IN_FRAME = /: stopped by an error: RangeError: evaluationMode: must not be "compiled" for /;

export const CALLS_TARGET: Target<readonly Call[]> = {
  name: "calls",
  share: 5,
  cases: fc.oneof(
    { weight: 2, arbitrary: fc.array(calls, { maxLength: 25, size: "max" }) },
    { weight: 1, arbitrary: fc.array(layeredCalls, { maxLength: 25, size: "max" }) },
    { weight: 1, arbitrary: fc.array(mixing, { maxLength: 25, size: "max" }) },
    { weight: 1, arbitrary: fc.array(rivals, { maxLength: 12, size: "max" }).map((script) => [CLONE, ...script]) },
    { weight: 1, arbitrary: fc.array(calls, { maxLength: 20, size: "max" }).map((script) => [...MOVES, ...script]) },
  ),
  run: async (script) => {
    const { result: compiled, errors } = await collectLogged(() => performAll(script, "auto"));
    const mayBeRefused = script.some(({ operation }) => operation === "CreateController");
    const unexpected = errors.filter((error) => !mayBeRefused || !REFUSED_IN_FRAME.test(error));
    expect(unexpected.length === 0, () => `must log no error: ${stackOf(unexpected[0])}`);
    const isComparable = !compiled.showsWithinFrame && !isBlendInterrupted(script);
    if (isComparable && !script.some((call) => isBetween(call) || call.operation in LAYER_OPERATIONS)) {
      const { result: babylon } = await collectLogged(() => performAll(script, "babylon"));
      expectSameTrace(compiled, babylon);
    }
    expectPrototypesUntouched();
  },
  describe: (script) => ({
    text: script
      .map(({ operation, moment, given, frames }) => `${moment}: ${operation} ${fc.stringify(given)}, then ${frames} frames`)
      .join("\n"),
  }),
};
