/** Saved states of crowds whose characters have controllers: restored, all frames are the same to the last bit. */
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { type ClipController, ControlCrowd, type ControllerDefinition } from "../../../src/controller.js";
import { type ClipCrowd, type CrowdState, RestoreCrowdState, SaveCrowdState } from "../../../src/crowd.js";
import { createRandom } from "../../helpers/random.js";
import { collectWarnings, disposeScenes } from "../../helpers/scene.js";
import { Dice, DURATIONS } from "./randomDefinition.js";
import { leavesOf } from "./reference.js";
import { layersOf, TimedCrowd } from "./timedCrowd.js";

const FRAMES = 60;

/** A frame of a run: what is done before it, and how long it takes. */
interface Step {
  readonly delta: number;
  readonly acts: readonly ((controller: ClipController) => void)[];
}

function createSteps(dice: Dice, { layers }: ControllerDefinition): readonly Step[] {
  const rate = dice.pick([7, 30, 60, 144]);
  const clips = layers.flatMap(leavesOf);
  return Array.from({ length: FRAMES }, () => {
    const acts: ((controller: ClipController) => void)[] = [];
    const may = (share: number, act: () => (controller: ClipController) => void): void => void (dice.chance(share) && acts.push(act()));
    may(0.1, () =>
      (
        (value) => (controller: ClipController) =>
          controller.set("pace", value)
      )(dice.number(-1, 4)),
    );
    may(0.1, () =>
      (
        (value) => (controller: ClipController) =>
          controller.set("ground", value)
      )(dice.chance(0.5)),
    );
    may(0.15, () => (controller) => controller.fire("hit"));
    may(0.05, () => {
      const layer = Math.floor(dice.number(0, 0.999) * layers.length);
      const [state] = [dice.pick(Object.keys(layers[layer]!.states))];
      const duration = dice.number(0, 1);
      return (controller) => controller.go(state, { layer, duration });
    });
    may(0.05, () => {
      const [name, clip] = [dice.pick(clips), dice.pick(Object.keys(DURATIONS))];
      return (controller) => controller.setClip(name, clip);
    });
    return { delta: dice.chance(0.1) ? 0 : Math.round(4096 / rate) / 4096, acts };
  });
}

/** All numbers and names that a frame shows of a character. */
function frameOf(crowd: ClipCrowd, index: number, controller: ClipController, changes: readonly string[]): readonly (number | string)[] {
  const { layers } = layersOf(crowd, index)!;
  const { columns, kinds, clipIndices } = crowd["_characters"];
  const ofLayers = layers.flatMap(({ parts }, layer) => [
    ...[controller.stateOf(layer), controller.secondsOf(layer), controller.passesOf(layer), controller.progressOf(layer)],
    ...controller.sharesOf(layer).flatMap(({ state, share }) => [state, share]),
    ...controller.transitionsOf(layer).flatMap(({ to, reasons }) => [to, ...reasons]),
    ...parts.flatMap((part) => [part.clip.name, part.weight, ...numbersAt(part.columns, part.slot)]),
  ]);
  return [...changes, kinds[index]!, clipIndices[index]!, ...numbersAt(columns, index), ...ofLayers];
}

function numbersAt(columns: object, i: number): readonly number[] {
  return Object.values(columns).flatMap((column: unknown) => (ArrayBuffer.isView(column) ? (column as Float64Array)[i]! : []));
}

/** Plays steps on a character. */
class Run {
  readonly frames: (readonly (number | string)[])[] = [];
  private readonly _changes: string[] = [];

  constructor(
    private readonly _timed: TimedCrowd,
    readonly index: number,
    readonly controller: ClipController,
  ) {
    controller.onStateChangedObservable.add(({ layer, from, to }) => this._changes.push(`${layer}: ${from} > ${to}`));
  }

  play(steps: readonly Step[]): void {
    for (const { delta, acts } of steps) {
      acts.forEach((act) => act(this.controller));
      this._timed.frame(delta);
      this.frames.push(frameOf(this._timed.crowd, this.index, this.controller, this._changes.splice(0)));
    }
  }
}

describe("a crowd with a random controller goes on as it was saved", () => {
  let timed: TimedCrowd;
  beforeAll(() => void (timed = new TimedCrowd(DURATIONS)));
  afterAll(disposeScenes);

  it.each(Array.from({ length: 200 }, (_, seed) => seed))("%i", (seed) => {
    const dice = new Dice(createRandom(seed + 1));
    const definition = dice.definition();
    const steps = createSteps(dice, definition);
    const at = Math.floor(dice.number(0, 0.999) * FRAMES);
    const { crowd } = timed;
    const start = (): Run => {
      const index = crowd.add();
      return new Run(timed, index, ControlCrowd(crowd, [index], definition, { name: "hero" })[0]!);
    };
    const unsaved = start();
    unsaved.play(steps);
    crowd.remove(unsaved.index);

    const run = start();
    run.play(steps.slice(0, at));
    steps[at]!.acts.forEach((act) => act(run.controller)); // what has been asked for is saved, too
    const saved = JSON.stringify(SaveCrowdState(crowd));
    const left = [{ ...steps[at]!, acts: [] }, ...steps.slice(at + 1)];
    const expected = unsaved.frames.slice(at);
    run.play(left.slice(0, 5));
    expect(run.frames.splice(0).slice(at)).toEqual(expected.slice(0, 5));
    run.play(createSteps(dice, definition).slice(0, 10));
    run.frames.length = 0;
    RestoreCrowdState(crowd, JSON.parse(saved) as CrowdState);
    run.play(left);
    expect(run.frames).toEqual(expected);
    crowd.remove(run.index);

    const other = new TimedCrowd(DURATIONS);
    let controllers: readonly ClipController[] = [];
    const control = jest.fn(
      (indices: Int32Array, name: string) => (controllers = ControlCrowd(other.crowd, indices, definition, { name })),
    );
    RestoreCrowdState(other.crowd, JSON.parse(saved) as CrowdState, { control });
    expect(control.mock.calls).toEqual([[Int32Array.of(run.index), "hero"]]);
    const again = new Run(other, run.index, controllers[0]!);
    again.play(left);
    expect(again.frames).toEqual(expected);
    other.scene.getEngine().dispose();
  });
});

describe("a crowd whose characters have controllers", () => {
  afterEach(disposeScenes);

  const DEFINITION = {
    parameters: { go: "trigger" },
    layers: [
      {
        states: { idle: { clip: "idle" }, walk: { clip: "walk" } },
        transitions: [{ from: "idle", to: "walk", when: { go: true }, duration: 0.5 }],
      },
    ],
  } as const satisfies ControllerDefinition;

  it("counts the seconds of a controller that rests", () => {
    const timed = new TimedCrowd(DURATIONS);
    const [index] = timed.crowd.addMany(1) as unknown as [number];
    const [controller] = ControlCrowd(timed.crowd, [index], DEFINITION);
    Array.from({ length: 10 }, () => timed.frame(0.25));
    const saved = SaveCrowdState(timed.crowd);
    Array.from({ length: 10 }, () => timed.frame(0.25));
    RestoreCrowdState(timed.crowd, saved);
    expect(controller!.secondsOf()).toBe(2.25);
    timed.frame(0.25);
    expect(controller!.secondsOf()).toBe(2.5);
    expect(timed.crowd["_player"].layers["_awake"][index]).toBe(0);
  });

  it("tells a controller that rests what it was told before it was saved", () => {
    const timed = new TimedCrowd(DURATIONS);
    const [index] = timed.crowd.addMany(1) as unknown as [number];
    const [controller] = ControlCrowd(timed.crowd, [index], DEFINITION);
    Array.from({ length: 10 }, () => timed.frame(0.25));
    controller!.fire("go");
    const saved = SaveCrowdState(timed.crowd);
    controller!.set("go", false);
    timed.frame(0.25);
    RestoreCrowdState(timed.crowd, saved);
    timed.frame(0.25);
    expect(controller!.stateOf()).toBe("walk");
  });

  it("ends controllers that the state does not have, and gives others to the characters that had them", () => {
    const timed = new TimedCrowd(DURATIONS);
    const { crowd } = timed;
    const [a, b, c] = crowd.addMany(3) as unknown as [number, number, number];
    const [ofA] = ControlCrowd(crowd, [a], DEFINITION, { name: "first" });
    const [ofB] = ControlCrowd(crowd, [b], DEFINITION, { name: "second" });
    crowd.play(c, "run");
    timed.frame(0.25);
    const saved = SaveCrowdState(crowd);
    ofA!.dispose();
    crowd.remove(b);
    const [ofC] = ControlCrowd(crowd, [c], DEFINITION, { name: "third" });
    const control = jest.fn((indices: Int32Array, name: string) => ControlCrowd(crowd, indices, DEFINITION, { name }));
    RestoreCrowdState(crowd, saved, { control });
    expect(control.mock.calls).toEqual([
      [Int32Array.of(a), "first"],
      [Int32Array.of(b), "second"],
    ]);
    expect(SaveCrowdState(crowd)).toEqual(saved);
    expect(layersOf(crowd, c)).toBeUndefined();
    expect([ofA, ofB, ofC].map((controller) => controller!["_isDisposed"])).toEqual([true, true, true]);
  });

  it("shows characters at rest whose controllers are missing, or whose states are invalid, and tells of them once", async () => {
    const timed = new TimedCrowd(DURATIONS);
    const { crowd } = timed;
    const indices = crowd.addMany(4);
    ControlCrowd(crowd, indices, DEFINITION);
    timed.frame(0.25);
    const saved = JSON.parse(JSON.stringify(SaveCrowdState(crowd))) as { characters: (number | string)[][] } & CrowdState;
    saved.characters[1]![saved.characters[1]!.length - 1] = "NaN";
    saved.characters[2]!.length = 10;
    layersOf(crowd, 3)!.driver!.stop();
    const { warnings } = await collectWarnings(() => Promise.resolve(RestoreCrowdState(crowd, saved)));
    expect(warnings).toEqual([
      expect.stringMatching(/^RestoreCrowdState: 3 of 4 characters cannot be restored, and are shown at rest; character 1: .*must/),
    ]);
    expect(Array.from(indices, (index) => crowd.clipIndices[index])).toEqual([0, 65_535, 65_535, 65_535]);
    expect(Array.from(indices, (index) => layersOf(crowd, index) !== undefined)).toEqual([true, false, false, false]);
  });
});
