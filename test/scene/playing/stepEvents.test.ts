import { afterEach, describe, expect, it } from "@jest/globals";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import { type Crossing, type EventBudget, StepEvents } from "../../../src/scene/playing/events/stepEvents.js";
import { ClipClock, type ClipSettings } from "../../../src/gltf/timing/index.js";
import { createAnimation, createGroup, SHOWN, UNOBSERVED } from "../../helpers/group.js";
import { collectErrors, createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

const UNLIMITED: EventBudget = { grantEvents: (crossings) => crossings };

/** A clip with frame events at some seconds, which logs the events it passes. */
class Stage {
  readonly log: string[] = [];
  readonly clock: ClipClock;
  readonly events: StepEvents;
  onEvent: () => void = () => undefined;

  constructor(settings: ClipSettings, eventSeconds: readonly number[], onlyOnce = false) {
    this.clock = new ClipClock(settings);
    const animation = createAnimation("x", { frames: [0, 600], values: [0, 10] });
    for (const seconds of eventSeconds) {
      animation.addEvent(new AnimationEvent(seconds * 60, (frame) => (this.log.push(`at ${frame / 60}`), this.onEvent()), onlyOnce));
    }
    const onCrossing = ({ kind, bound, completedRepetitions, count }: Crossing): void => {
      this.log.push(`${kind} ${bound} #${completedRepetitions}${count === 1 ? "" : ` x${count}`}`);
      this.onEvent();
    };
    this.events = new StepEvents(createGroup(createScene(), [{ x: 0 }, animation]), SHOWN, { ...UNOBSERVED, onCrossing }, false);
    this.events.read();
  }

  /** Reports the events of one step. */
  step(seconds: number, isInclusive = false, budget = UNLIMITED): string[] {
    const from = this.clock.timestamp;
    this.events.report(from, this.clock.advance(seconds), isInclusive, this.clock, budget);
    return this.log.splice(0);
  }
}

describe("frame events", () => {
  it("come in the order of the way, whatever the order in which they were added", () => {
    expect(new Stage({}, [3, 1, 2]).step(4)).toEqual(["at 1", "at 2", "at 3"]);
    expect(new Stage({ end: 4, offset: 4, speed: -1 }, [3, 1, 2]).step(4)).toEqual(["at 3", "at 2", "at 1"]);
  });

  it("at the same time come in the order in which they were added, also where no time passes", () => {
    const log: string[] = [];
    const animations = ["a", "b"].map((name) => {
      const animation = createAnimation("x", { frames: [0, 600], values: [0, 10] });
      animation.addEvent(new AnimationEvent(60, () => log.push(name)));
      return animation;
    });
    const group = createGroup(createScene(), ...animations.map((animation) => [{ x: 0 }, animation] as const));
    const events = new StepEvents(group, SHOWN, UNOBSERVED, false);
    events.read();
    for (const [from, seconds] of [
      [0.5, 1],
      [1, 0],
    ] as const) {
      const clock = new ClipClock({});
      clock.timestamp = from;
      events.report(from, clock.advance(seconds), true, clock, UNLIMITED);
    }
    expect(log).toEqual(["a", "b", "a", "b"]);
  });

  it("at the end of a step belong to it, and not to the next one", () => {
    const stage = new Stage({}, [1, 2]);
    expect([stage.step(1), stage.step(1), stage.step(1)]).toEqual([["at 1"], ["at 2"], []]);
  });

  it("at the beginning of a step belong to it where the clip has just arrived there", () => {
    expect(new Stage({}, [0, 1]).step(1, false)).toEqual(["at 1"]);
    expect(new Stage({}, [0, 1]).step(1, true)).toEqual(["at 0", "at 1"]);
    expect(new Stage({}, [0, 1]).step(0, true)).toEqual(["at 0"]);
  });

  it("that are meant to come only once do", () => {
    const stage = new Stage({ end: 4 }, [1, 2, 3], true);
    expect(stage.step(2)).toEqual(["at 1", "at 2"]);
    expect(stage.step(4)).toEqual(["at 3", "repeat 4 #1"]);
    expect(stage.step(4)).toEqual(["repeat 4 #2"]);
    expect(stage.events.hasEvents).toBe(false);
  });

  it("that throw are logged, and the others still come", () => {
    const stage = new Stage({}, [1, 2]);
    stage.onEvent = () => {
      throw new Error("no");
    };
    const errors = collectErrors(() => expect(stage.step(3)).toEqual(["at 1", "at 2"]));
    expect(errors).toEqual(["frame event 60: Error: no", "frame event 120: Error: no"]);
  });
});

describe("crossings", () => {
  it.each<{ comment: string; settings: ClipSettings; expected: string[] }>([
    {
      comment: "a loop goes on from its other bound, whose events come too",
      settings: { start: 1, end: 3 },
      expected: ["at 2", "at 3", "repeat 3 #1", "at 1", "at 2", "at 3", "repeat 3 #2", "at 1"],
    },
    {
      comment: "a loop backwards",
      settings: { start: 1, end: 3, offset: 2, speed: -1 },
      expected: ["at 2", "at 1", "repeat 1 #1", "at 3", "at 2", "at 1", "repeat 1 #2", "at 3"],
    },
    {
      comment: "ping-pong turns at a bound, whose events come once",
      settings: { start: 1, end: 3, reverse: true },
      expected: ["at 2", "at 3", "reverse 3 #1", "at 2", "at 1", "reverse 1 #2"],
    },
    {
      comment: "the crossing that finishes the clip is left to others, and nothing comes after it",
      settings: { start: 1, end: 3, repetitions: 2 },
      expected: ["at 2", "at 3", "repeat 3 #1", "at 1", "at 2", "at 3"],
    },
  ])("come in order among frame events: $comment", ({ settings, expected }) => {
    expect(new Stage(settings, [1, 2, 3]).step(4.5)).toEqual(expected);
  });

  it("are the same however time is cut into steps", () => {
    const whole = new Stage({ end: 2, reverse: true }, [0.5, 1, 1.5]);
    const cut = new Stage({ end: 2, reverse: true }, [0.5, 1, 1.5]);
    expect(Array.from({ length: 28 }, () => cut.step(0.25)).flat()).toEqual(whole.step(7));
  });

  it("beyond the budget are counted in the last one", () => {
    const stage = new Stage({ end: 1 }, []);
    expect(stage.step(5.5, false, { grantEvents: () => 3 })).toEqual(["repeat 1 #1", "repeat 1 #2", "repeat 1 #5 x3"]);
  });
});

describe("cancelling in an observer", () => {
  it.each([
    { at: "at 0.5", expected: ["at 0.5"] },
    { at: "repeat 1 #1", expected: ["at 0.5", "repeat 1 #1"] },
    { at: "repeat 1 #2", expected: ["at 0.5", "repeat 1 #1", "at 0.5", "repeat 1 #2"] },
  ])("voids the rest of the step: $at", ({ at, expected }) => {
    const stage = new Stage({ end: 1 }, [0.5]);
    stage.onEvent = () => {
      if (stage.log.at(-1) === at) {
        stage.events.cancel();
      }
    };
    expect(stage.step(3.75)).toEqual(expected);
  });

  it("does not void the next step", () => {
    const stage = new Stage({ end: 1 }, [0.5]);
    stage.events.cancel();
    expect(stage.step(1.25)).toEqual(["at 0.5", "repeat 1 #1"]);
  });
});
