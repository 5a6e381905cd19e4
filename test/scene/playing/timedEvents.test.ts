import { afterEach, describe, expect, it } from "@jest/globals";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import {
  ClipAnimationGroup,
  type ClipSettings,
  CreateClip,
  CrossFade,
  ParseClip,
  type PassedEvent,
  type TimedEvent,
} from "../../../src/pure.js";
import { StepEvents } from "../../../src/scene/playing/events/stepEvents.js";
import { setTimedEvents } from "../../../src/scene/playing/events/timedEvents.js";
import { ClipClock, countPasses, resolveClipSettings } from "../../../src/gltf/timing/index.js";
import { EventOracle, type TickEvent, type TickSettings } from "../../../scripts/conformance/eventOracle.js";
import { createAnimation, createGroup, SHOWN, UNOBSERVED } from "../../helpers/group.js";
import { createRandom } from "../../helpers/random.js";
import { createRulerClip } from "../../helpers/rulerClip.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectErrors, createScene, disposeScenes, FRAME, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

/** Ticks per second: powers of two, so that sums of ticks are exact in seconds. */
const TICKS = 4096;
const seconds = (ticks: bigint): number => Number(ticks) / TICKS;

/** A clip with timed events, without a scene that renders: each step lists the events, once for each time that they count. */
class Stage {
  readonly clock: ClipClock;
  private readonly _passed: { text: string; count: number }[] = [];
  private readonly _events: StepEvents;
  private _isStarting = true;

  constructor(settings: ClipSettings, events: readonly TimedEvent[]) {
    this.clock = new ClipClock(settings);
    const group = createGroup(createScene(), [{ x: 0 }, createAnimation("x", { frames: [0, 600], values: [0, 10] })]);
    setTimedEvents(group.targetedAnimations, events);
    this._events = new StepEvents(group, SHOWN, { ...UNOBSERVED, areEventsObserved: () => true, onEvent: this._onEvent }, false);
    this._events.read();
  }

  private readonly _onEvent = ({ name }: TimedEvent, direction: 1 | 0 | -1, count: number): void => {
    this._passed.push({ text: `${name} ${direction}`, count });
  };

  step(delta: number, budget = Infinity): { text: string; count: number }[] {
    const from = this.clock.timestamp;
    this._events.report(from, this.clock.advance(delta), this._isStarting, this.clock, {
      grantEvents: (crossings) => Math.min(crossings, budget),
    });
    this._isStarting = false;
    return this._passed.splice(0);
  }

  list(delta: number): string[] {
    return this.step(delta).map(({ text }) => text);
  }
}

const STEPS: readonly TickEvent[] = [
  { name: "start", time: 4096n },
  { name: "left", time: 5000n },
  { name: "right", time: 7777n },
  { name: "both", time: 7777n },
  { name: "end", time: 8192n },
  { name: "outside", time: 9000n },
];

const CLIPS: readonly (TickSettings & { readonly comment: string })[] = (
  [
    ["a loop", 0n, 4n, -1n, false],
    ["a loop with an offset", 904n, 3n, -1n, false],
    ["a loop from its end", 4096n, 4n, -1n, false],
    ["a loop backwards", 4096n, -5n, -1n, false],
    ["a loop backwards from its start", 0n, -4n, -1n, false],
    ["ping-pong", 0n, 4n, -1n, true],
    ["ping-pong backwards", 4096n, -1n, -1n, true],
    ["ping-pong from an event", 3681n, 7n, -1n, true],
    ["70,001 repetitions", 100n, 4n, 70_001n, false],
    ["70,000 repetitions of ping-pong", 0n, 4n, 70_000n, true],
  ] as const
).map(([comment, offset, quarters, repetitions, reverse]) => ({
  ...{ comment, start: 4096n, end: 8192n, offset, quarters, repetitions, reverse },
}));

function createStage({ start, end, offset, quarters, repetitions, reverse }: TickSettings): Stage {
  const bounds = { start: seconds(start), end: seconds(end), offset: seconds(offset) };
  return new Stage(
    { ...bounds, speed: Number(quarters) / 4, repetitions: Number(repetitions), reverse },
    STEPS.map(({ name, time }) => ({ name, time: seconds(time) })),
  );
}

describe("timed events", () => {
  it.each(CLIPS)("are those of exact arithmetic over 24 hours of random frames: $comment", (clip) => {
    const random = createRandom(24);
    const stage = createStage(clip);
    const oracle = new EventOracle(clip, STEPS);
    let left = 24 * 3600 * TICKS;
    let differences = 0;
    let count = 0;
    while (left > 0 && differences < 3) {
      const kind = random();
      const ticks = Math.min(left, kind < 0.001 ? Math.floor(random() * 100 * TICKS) : kind < 0.01 ? 0 : Math.ceil(random() * TICKS));
      left -= ticks;
      const [passed, expected] = [stage.list(ticks / TICKS), oracle.advance(BigInt(ticks))];
      count += expected.length;
      if (passed.join() !== expected.join()) {
        differences++;
        expect({ left, passed }).toEqual({ left, passed: expected });
      }
    }
    expect(count).toBeGreaterThan(86_400);
  });

  it.each(CLIPS)("are the same for 1 frame of 60 s and 6,000 frames of 10 ms: $comment", (clip) => {
    const [long, short] = [createStage(clip), createStage(clip)];
    const frames = Array.from({ length: 6000 }, () => short.list(0.01)).flat();
    expect(frames).toEqual(long.list(60));
    expect(frames.length).toBeGreaterThan(60);
  });

  it.each(CLIPS)("beyond the budget are counted in the last notification of each event: $comment", (clip) => {
    const [limited, unlimited] = [createStage(clip), createStage(clip)];
    const totals = (passed: readonly { text: string; count: number }[]): Record<string, number> => {
      const sums: Record<string, number> = {};
      // a budget may cut a ping-pong where it goes the other way
      passed.forEach(({ text, count }) => (sums[text.split(" ")[0]!] = (sums[text.split(" ")[0]!] ?? 0) + count));
      return sums;
    };
    for (const delta of [0.3, 1000, 0.1, 777.77, 4096]) {
      const passed = limited.step(delta, 50);
      expect(passed.length).toBeLessThan(50 + 3 * STEPS.length);
      expect(totals(passed)).toEqual(totals(unlimited.step(delta)));
    }
  });

  it.each(CLIPS)("are counted in closed form: $comment", (clip) => {
    const random = createRandom(3);
    const stage = createStage(clip);
    const settings = resolveClipSettings(stage.clock.settings);
    for (let frame = 0; frame < 2000; frame++) {
      const { timestamp: from, completedRepetitions: before, direction } = stage.clock;
      const passed = stage.list(random() < 0.5 ? random() : 10 * random());
      const { timestamp: to, completedRepetitions, isFinished } = stage.clock;
      const crossings = completedRepetitions - before;
      const step = {
        from,
        to,
        isInclusive: frame === 0,
        heading: direction as 1 | -1,
        passed: Math.max(isFinished ? crossings - 1 : crossings, 0),
      };
      const counts = STEPS.map(({ name, time }) => ({ name, count: countPasses(seconds(time), settings, step) }));
      expect(counts).toEqual(STEPS.map(({ name }) => ({ name, count: passed.filter((text) => text.startsWith(`${name} `)).length })));
    }
  });

  it("at the bounds may miss them by rounding", () => {
    const stage = new Stage({ start: 0.1, end: Math.fround(0.7) }, [
      { time: 0.7, name: "end" },
      { time: 0.1 - 1e-9, name: "start" },
    ]);
    expect(stage.list(0)).toEqual(["start 1"]);
    expect(stage.list(0.7)).toEqual(["end 1", "start 1"]);
  });

  it("are found among 4,096 others", () => {
    const stage = new Stage(
      { end: 4096 },
      Array.from({ length: 4096 }, (_, i) => ({ time: (i * 1021) % 4096, name: String((i * 1021) % 4096) })),
    );
    expect(stage.list(2.5)).toEqual(["0 1", "1 1", "2 1"]);
    expect(stage.list(4096)).toHaveLength(4096);
  });
});

/** What the observers of a clip are told. */
function listen(clip: ClipAnimationGroup): string[] {
  const log: string[] = [];
  clip.onEventObservable.add(({ event, direction, count, weight }: PassedEvent) =>
    log.push([event.name, direction, count === 1 ? "" : `x${count}`, weight === 1 ? "" : `@${weight}`].filter(Boolean).join(" ")),
  );
  return log;
}

describe("a clip with events", () => {
  it("notifies them in frames, with direction, count and weight", () => {
    const { scene, clip } = createRulerClip({ start: 1, end: 2, reverse: true });
    clip.addEvent({ time: 2, name: "turn" });
    clip.addEvent({ time: 1, name: "begin" });
    clip.addEvent({ time: 1.5, name: "middle" });
    const log = listen(clip);
    clip.play();
    render(scene, 1);
    expect(log.splice(0)).toEqual(["begin 1"]);
    render(scene, Math.ceil(2 / FRAME));
    expect(log).toEqual(["middle 1", "turn 1", "middle -1", "begin -1"]);
  });

  it("has the events within its bounds, in order", () => {
    const { clip } = createRulerClip({ start: 1, end: 2 });
    const payload = { loud: true };
    const added = [1.5, 0.5, 2, 3, 1].map((time) => clip.addEvent({ time, name: `at ${time}`, payload }));
    expect(clip.events.map(({ name }) => name)).toEqual(["at 1", "at 1.5", "at 2"]);
    expect(clip.events[1]).toEqual({ time: 1.5, name: "at 1.5", payload });
    expect(clip.removeEvent(added[0]!)).toBe(true);
    expect(clip.removeEvent({ time: 2, name: "at 2", payload })).toBe(true);
    expect(clip.removeEvent({ time: 2, name: "at 2", payload })).toBe(false);
    expect(clip.events.map(({ name }) => name)).toEqual(["at 1"]);
    clip.settings = { end: 1 };
    expect(clip.events.map(({ name }) => name)).toEqual(["at 0.5", "at 1"]);
  });

  it("shares them with other clips of the animation, while they play", () => {
    const { scene, clip } = createRulerClip({ end: 10 });
    const other = CreateClip("other", clip, { end: 10 });
    const log = listen(other);
    other.play();
    render(scene, 2);
    const event = clip.addEvent({ time: 3 * FRAME, name: "new" });
    render(scene, 3);
    expect(log.splice(0)).toEqual(["new 1"]);
    clip.removeEvent(event);
    other.timestamp = 0;
    render(scene, 6);
    expect(log).toEqual([]);
  });

  it("refuses invalid events", () => {
    const { scene, clip } = createRulerClip({});
    const add = (event: unknown) => () => clip.addEvent(event as TimedEvent);
    expect(add({ time: NaN, name: "a" })).toThrow(new RangeError(`event.time: ${ruleOf("finiteNumber", "NaN")}`));
    expect(add({ time: "1", name: "a" })).toThrow(new TypeError(`event.time: ${ruleOf("finiteNumber", '"1"')}`));
    expect(add({ time: 1 })).toThrow(new TypeError(`event.name: ${ruleOf("string", "undefined")}`));
    expect(add({ time: 1, name: "a", isSync: 1 })).toThrow(new TypeError(`event.isSync: ${ruleOf("trueOrFalse", 1)}`));
    expect(add(null)).toThrow(new TypeError(`event: ${ruleOf("object", "null")}`));
    expect(() => new ClipAnimationGroup("empty", scene).addEvent({ time: 1, name: "a" })).toThrow(
      new RangeError(`event: ${ruleOf("groupWithAnimations")}`),
    );
  });

  it("notifies nothing while it is paused, and nothing of a seek", () => {
    const { scene, clip } = createRulerClip({ end: 4 });
    [0.5, 1, 1.5].forEach((time) => clip.addEvent({ time, name: `at ${time}` }));
    const log = listen(clip);
    clip.play();
    render(scene, 1);
    clip.timestamp = 1;
    clip.pause();
    render(scene, 10);
    expect(log).toEqual([]);
    clip.play();
    render(scene, 1);
    expect(log).toEqual(["at 1 1"]);
  });

  it("notifies events on a seek if it shall, each once", () => {
    const { scene, clip } = createRulerClip({ end: 4 });
    [0.5, 1, 1.5].forEach((time) => clip.addEvent({ time, name: `at ${time}` }));
    const log = listen(clip);
    clip.notifiesEventsOnSeek = true;
    clip.timestamp = 2;
    expect(log).toEqual([]); // not started
    clip.reset().play();
    render(scene, 1);
    clip.timestamp = 1.5;
    expect(log.splice(0)).toEqual(["at 0.5 1", "at 1 1"]);
    clip.pause();
    clip.timestamp = 0.75;
    expect(log.splice(0)).toEqual(["at 1.5 -1", "at 1 -1"]);
    clip.timestamp = 0.5;
    expect(log.splice(0)).toEqual([]);
    clip.play();
    render(scene, 1);
    expect(log).toEqual(["at 0.5 1"]);
  });

  it("tells its weight, and notifies nothing at weight 0", () => {
    const { scene, clip } = createRulerClip({ end: FRAME });
    clip.addEvent({ time: FRAME / 2, name: "step" });
    const log = listen(clip);
    clip.weight = 0.25;
    clip.play();
    render(scene, 2);
    clip.setWeightForAllAnimatables(0);
    render(scene, 2);
    clip.setWeightForAllAnimatables(1);
    render(scene, 1);
    expect(log).toEqual(["step 1 @0.25", "step 1"]);
  });

  it("tells the weights of a cross-fade", () => {
    const { scene, clip } = createRulerClip({ end: FRAME });
    clip.addEvent({ time: FRAME / 2, name: "step" });
    const other = CreateClip("other", clip, { end: 10 });
    const log = listen(clip);
    clip.play();
    render(scene, 2);
    log.length = 0;
    CrossFade(clip, other, 4 * FRAME);
    render(scene, 8);
    expect(log.map((text) => text.split(" ")[0])).toEqual(["step", "step", "step"]);
    expect(log.map((text) => Number(text.split("@")[1]).toFixed(6))).toEqual(["0.750000", "0.500000", "0.250000"]);
  });

  it("goes on where a listener throws, and drops the rest of a step where one stops it", () => {
    const { scene, clip } = createRulerClip({ end: FRAME / 4 });
    clip.addEvent({ time: FRAME / 8, name: "step" });
    const log = listen(clip);
    clip.onEventObservable.add(() => {
      throw new Error("no");
    });
    clip.play();
    const errors = collectErrors(() => render(scene, 2));
    expect(log.splice(0)).toHaveLength(4);
    expect(errors).toHaveLength(4);
    clip.onEventObservable.clear();
    const next = listen(clip);
    clip.onEventObservable.add(() => void clip.stop());
    render(scene, 2);
    expect(next).toEqual(["step 1"]);
  });

  it("limits notifications to 1,000 in a frame, and loses none", () => {
    const { scene, clip } = createRulerClip({ end: 1, speed: 1e6 });
    [0.25, 0.5, 0.75, 1].forEach((time) => clip.addEvent({ time, name: `at ${time}` }));
    let [calls, count] = [0, 0];
    clip.onEventObservable.add((event) => void (calls++, (count += event.count)));
    clip.play();
    render(scene, 2);
    expect(calls).toBeLessThanOrEqual(1000 + 8);
    expect(count).toBe(4 * 1e6 * FRAME);
  });

  it("passes them in order with Babylon's events of the animation", () => {
    const { scene, clip } = createRulerClip({ end: 10 });
    const log = listen(clip);
    [0.01, 0.014].forEach((time) => clip.addEvent({ time, name: `at ${time}` }));
    clip.targetedAnimations[0]!.animation.addEvent(new AnimationEvent(0.012 * 60, () => log.push("Babylon's")));
    clip.play();
    render(scene, 2);
    expect(log).toEqual(["at 0.01 1", "Babylon's", "at 0.014 1"]);
  });

  it("that change do not bring back an event of Babylon's that comes only once", () => {
    const { scene, clip } = createRulerClip({ end: 4 * FRAME });
    const log: string[] = [];
    clip.targetedAnimations[0]!.animation.addEvent(new AnimationEvent(0.5, () => log.push("once"), true));
    clip.play();
    render(scene, 4);
    clip.addEvent({ time: 0, name: "new" });
    render(scene, 10);
    expect(log).toEqual(["once"]);
  });

  it("keeps them in clones and in its serialized form", () => {
    const { scene, clip } = createRulerClip({ start: 1, end: 2 });
    [0.5, 1.5].forEach((time) => clip.addEvent({ time, name: `at ${time}`, payload: [time] }));
    const shared = clip.clone("shared");
    const own = clip.clone("own", undefined, true);
    const parsed = ParseClip(JSON.parse(JSON.stringify(clip.serialize())), scene);
    const expected = [{ time: 1.5, name: "at 1.5", payload: [1.5] }];
    expect([shared, own, parsed].map(({ events }) => events)).toEqual([expected, expected, expected]);
    clip.removeEvent(clip.events[0]!);
    expect([shared, own, parsed].map(({ events }) => events.length)).toEqual([0, 1, 1]);
    parsed.settings = { start: 0 };
    expect(parsed.events).toHaveLength(2);
  });

  it("has none any more once it is disposed", () => {
    const { clip } = createRulerClip({});
    clip.addEvent({ time: 1, name: "a" });
    clip.onEventObservable.add(() => undefined);
    clip.dispose();
    expect(clip.onEventObservable.hasObservers()).toBe(false);
    expect(clip.events).toEqual([]);
  });
});
