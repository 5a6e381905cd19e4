/** Saving and restoring the state of a scene's clips. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import {
  type ClipAnimationGroup,
  CompileGroups,
  CreateClip,
  CrossFade,
  RestoreClipState,
  SaveClipState,
  type SceneClipState,
  SetClock,
  TimestampAt,
} from "../../../src/pure.js";
import { createRandom } from "../../helpers/random.js";
import { createRuler, record } from "../../helpers/rulerClip.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, FRAME, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

const COUNT = 100;
const HOUR = 3600;
/** Seconds of a frame, so that an hour takes few; they are rounded, so that sums of them are not exact. */
const STEP = 7.2;

interface Stage {
  readonly scene: Scene;
  readonly clips: readonly ClipAnimationGroup[];
  readonly nodes: readonly TransformNode[];
}

function createStage(): Stage {
  const random = createRandom(1);
  const scene = createScene();
  SetClock(scene, () => now);
  const all = Array.from({ length: COUNT }, (_, i) => {
    const { node, group } = createRuler(scene, 10, `node ${i}`);
    const settings = {
      ...{ start: random(), end: 1 + 8 * random(), offset: 0.5 * random(), speed: 2 * random() - 0.5, reverse: random() < 0.5 },
      repetitions: random() < 0.2 ? 3 : -1,
    };
    return { node, clip: CreateClip(i < 10 ? "same name" : `clip ${i}`, group, settings) };
  });
  return { scene, clips: all.map(({ clip }) => clip), nodes: all.map(({ node }) => node) };
}

let now = 0;

const roundTrip = (state: SceneClipState): SceneClipState => JSON.parse(JSON.stringify(state)) as SceneClipState;
const positions = ({ nodes }: Stage): number[] => nodes.map(({ position }) => position.x);

function play(frames: number, ...stages: readonly Stage[]): void {
  for (let frame = 0; frame < frames; frame++) {
    now += STEP;
    stages.forEach(({ scene }) => scene.render());
  }
}

function createPair(): { scene: Scene; a: ClipAnimationGroup; b: ClipAnimationGroup; node: TransformNode } {
  const scene = createScene();
  const { node, group } = createRuler(scene);
  return { scene, node, a: CreateClip("a", group, { end: 2 }), b: CreateClip("b", group, { start: 4, end: 9 }) };
}

describe("SaveClipState and RestoreClipState", () => {
  it("100 clips, played, sent as JSON and restored in another scene, have equal poses from then on", () => {
    const one = createStage();
    one.clips.forEach((clip) => clip.play());
    play(HOUR / STEP, one);
    one.clips[50]!.timestamp = 0.75; // then, one number is not all
    one.clips[51]!.settings = { ...one.clips[51]!.settings, speed: 3, reverse: true };
    one.clips[52]!.pause();
    play(7, one);
    const state = roundTrip(SaveClipState(one.scene));

    const other = createStage();
    other.clips.slice(0, 30).forEach((clip) => clip.play());
    play(3, other);
    one.scene.render(); // so that the clock passes in the next frame of both
    one.clips.forEach(({ name }, i) => expect(name).toBe(other.clips[i]!.name));
    RestoreClipState(one.scene, state);
    RestoreClipState(other.scene, state);
    for (let i = 0; i < HOUR / STEP; i += 20) {
      play(20, one, other);
      expect(positions(other)).toEqual(positions(one));
    }
    const flags = ({ clips }: Stage): unknown[] => clips.map(({ isStarted, isPlaying, isFinished }) => [isStarted, isPlaying, isFinished]);
    expect(flags(other)).toEqual(flags(one));
    expect(roundTrip(SaveClipState(other.scene))).toEqual(roundTrip(SaveClipState(one.scene)));
  });

  it("by total times alone, the same clips are where TimestampAt has them after an hour, and an hour later", () => {
    const one = createStage();
    one.clips.forEach((clip) => clip.play());
    play(1, one);
    const began = now;
    play(HOUR / STEP, one);
    const numbers = JSON.parse(JSON.stringify(one.clips.map(({ totalTime }) => totalTime))) as number[];
    const other = createStage();
    other.clips.forEach((clip, i) => {
      clip.play();
      clip.totalTime = numbers[i]!;
    });
    for (let i = 0; i < HOUR / STEP; i += 20) {
      play(20, one, other);
      other.clips.forEach((clip, index) => {
        const { timestamp } = TimestampAt(clip.settings, now - began);
        expect(clip.timestamp).toBeCloseTo(timestamp, 9);
        expect(one.clips[index]!.timestamp).toBeCloseTo(timestamp, 9);
      });
    }
  });

  it.each([
    ["compiled", false],
    ["babylon", false],
    ["compiled", true],
    ["babylon", true],
  ] as const)(
    "a rollback within a frame restores what a clip has moved since (%s, beside a plain group: %p)",
    (evaluationMode, isShared) => {
      const scene = createScene();
      const { node, group } = createRuler(scene);
      const [clip, other] = ["clip", "other"].map((name) =>
        CreateClip(name, group, { start: 4, end: 4.1 }, { evaluationMode, weight: 0.5 }),
      );
      if (isShared) {
        group.start(true, 1, 0, 0).setWeightForAllAnimatables(0);
      }
      const state = roundTrip(SaveClipState(scene));
      [clip!, other!].forEach((each) => each.start(true));
      let count = 0;
      clip!.onRepeatObservable.addOnce(() => {
        count++;
        RestoreClipState(scene, state);
      });
      render(scene, 9);
      expect([count, clip!.isStarted, other!.isStarted, node.position.x]).toEqual([1, false, false, 0]);
      render(scene, 2);
      expect(node.position.x).toBe(0);
    },
  );

  it("a rollback reports the events after the saved state again, and none at the restore", () => {
    const { scene, a } = createPair();
    const log = record(a);
    a.play();
    render(scene, 100);
    const state = SaveClipState(scene);
    log.length = 0;
    render(scene, 200);
    const first = log.splice(0);
    expect(first).toContain("repeat 2 1");
    RestoreClipState(scene, state);
    expect(log).toEqual([]);
    render(scene, 200);
    expect(log).toEqual(first);
  });

  it("keeps a start whose first frame is still to come", () => {
    const { scene, a } = createPair();
    a.play();
    const state = roundTrip(SaveClipState(scene));
    render(scene, 20);
    RestoreClipState(scene, state);
    render(scene, 1);
    expect(a.totalTime).toBe(0);
    render(scene, 1);
    expect(a.totalTime).toBe(FRAME);
  });

  it("keeps weights, arguments of start, and what is stopped, paused or sought", () => {
    const { scene, a, b } = createPair();
    a.start(false, 2, 30, 90);
    a.weight = 0.25;
    b.timestamp = 5;
    render(scene, 3);
    a.pause();
    const state = roundTrip(SaveClipState(scene));
    a.stop();
    a.weight = 1;
    b.play();
    render(scene, 3);
    RestoreClipState(scene, state);
    expect([a.isStarted, a.isPlaying, a.speedRatio, a.from, a.to, a.weight]).toEqual([true, false, 2, 30, 90, 0.25]);
    expect([b.isStarted, b.timestamp]).toEqual([false, 5]);
    a.restart();
    b.play();
    render(scene, 1);
    expect(b.timestamp).toBe(5);
    a.stop();
    expect(a.settings).toMatchObject({ end: 2, speed: 1 });
    expect(a.speedRatio).toBe(1);
  });

  it("a finished clip shows its last pose elsewhere, and a paused one its pose", () => {
    const one = createPair();
    one.a.settings = { end: 0.1, repetitions: 1 };
    one.a.play();
    render(one.scene, 20);
    expect(one.node.position.x).toBe(0.1);
    const other = createPair();
    RestoreClipState(other.scene, roundTrip(SaveClipState(one.scene)));
    expect(other.node.position.x).toBe(0.1);
    one.b.play();
    one.b.pause();
    RestoreClipState(other.scene, roundTrip(SaveClipState(one.scene)));
    expect(other.node.position.x).toBe(4);
  });

  it.each([false, true])("a cross-fade goes on; keepStep %s", (keepStep) => {
    const [one, other] = [createPair(), createPair()];
    one.a.play();
    render(one.scene, 10);
    CrossFade(one.a, one.b, 1, { keepStep });
    render(one.scene, 20);
    render(other.scene, 1); // in which a scene lets no time pass
    const [fade] = RestoreClipState(other.scene, roundTrip(SaveClipState(one.scene)));
    expect(fade!.progress).toBeCloseTo(20 * FRAME, 12);
    const ends: boolean[] = [];
    fade!.onEndObservable.add(({ isCompleted }) => ends.push(isCompleted));
    for (let frame = 0; frame < 80; frame++) {
      render(one.scene, 1);
      render(other.scene, 1);
      expect(other.node.position.x).toBe(one.node.position.x);
      expect(other.a.isStarted).toBe(one.a.isStarted);
    }
    expect(ends).toEqual([true]);
  });

  it("interrupts the fades that run", () => {
    const { scene, a, b } = createPair();
    a.play();
    render(scene, 2);
    const state = SaveClipState(scene);
    const ends: boolean[] = [];
    CrossFade(a, b, 1).onEndObservable.add(({ isCompleted }) => ends.push(isCompleted));
    render(scene, 2);
    RestoreClipState(scene, state);
    expect(ends).toEqual([false]);
    render(scene, 1);
    expect([a.isStarted, a.effectiveWeight, b.isStarted]).toEqual([true, -1, false]);
  });

  it("warns of clips that the scene does not have, and of invalid states; others are restored", async () => {
    const { scene, a, b } = createPair();
    a.play();
    render(scene, 5);
    const { clips, fades } = roundTrip(SaveClipState(scene));
    const { totalTime } = a;
    render(scene, 5);
    const { warnings } = await collectWarnings(() => {
      RestoreClipState(scene, {
        clips: [
          ...clips.filter(({ name }) => name === "a"),
          { ...clips[0]!, name: "unknown" },
          { ...clips[1]!, settings: { start: 3, end: 1 } },
          { ...clips[1]!, time: { ...clips[1]!.time, elapsed: null as never } },
          { ...clips[1]!, phase: "playing", weight: null as never },
          null as never,
        ],
        fades,
      });
      return Promise.resolve();
    });
    expect(a.totalTime).toBe(totalTime);
    expect(b.isStarted).toBe(false);
    expect(warnings).toEqual([
      "RestoreClipState: the scene does not have 2 of 6 clips, which are left out: unknown, undefined",
      expect.stringContaining(`b: RangeError: settings.end: ${ruleOf("atLeastStart")}`),
      expect.stringContaining(`b: RangeError: time: ${ruleOf("clockState")}`),
      expect.stringContaining(`b: TypeError: weight: ${ruleOf("minus1OrAtLeast0")}`),
    ]);
  });

  it("warns once where all clips are those of another scene, and of values that are none", async () => {
    const { scene, a } = createPair();
    a.play();
    render(scene, 2);
    const { clips, fades } = roundTrip(SaveClipState(scene));
    const values = [null, { clip: 0, channel: 0, value: ["1"] }] as never;
    const { warnings } = await collectWarnings(() => Promise.resolve(RestoreClipState(createScene(), { clips, fades, values })));
    expect(warnings).toEqual([
      "RestoreClipState: the scene does not have 2 of 2 clips, which are left out: a, b",
      `RestoreClipState: values/0/value: ${ruleOf("arrayOfNumbers", "null")}`,
    ]);
  });

  it.each<[string, object | null]>([
    ["nothing", null],
    ["no parts", { parts: undefined }],
    ["a time that is no number", { seconds: null }],
    ["a part that is nothing", { parts: [null, null] }],
    ["a weight that is no number", { parts: [{ clip: 0, before: "1", after: 0, isInStep: false }] }],
  ])("leaves out a cross-fade whose state is invalid: %s", async (_, change) => {
    const { scene, a, b } = createPair();
    a.play();
    CrossFade(a, b, 1);
    render(scene, 5);
    const { clips, fades } = roundTrip(SaveClipState(scene));
    const invalid = change && { ...fades[0]!, ...change };
    const ends: boolean[] = [];
    CrossFade(b, a, 1).onEndObservable.add(({ isCompleted }) => ends.push(isCompleted));
    const { warnings } = await collectWarnings(() => {
      expect(RestoreClipState(scene, { clips, fades: [invalid as never] })).toEqual([]);
      return Promise.resolve();
    });
    expect(warnings).toEqual([expect.stringContaining("a cross-fade is left out")]);
    expect(ends).toEqual([false]);
  });

  it("refuses what is no state", () => {
    expect(() => RestoreClipState(createScene(), {} as never)).toThrow(`state: ${ruleOf("savedState", "{}")}`);
    expect(() => RestoreClipState(createScene(), undefined as never)).toThrow(TypeError);
  });
});

it("a restored clip is at the saved timestamp, and goes on from there, in a scene that never rendered", () => {
  const saved = createPair();
  saved.scene.useConstantAnimationDeltaTime = true;
  saved.b.play();
  render(saved.scene, 5);
  const state = roundTrip(SaveClipState(saved.scene));

  const fresh = createPair();
  fresh.scene.useConstantAnimationDeltaTime = true;
  RestoreClipState(fresh.scene, state);
  const [before, after] = [saved, fresh].map(({ scene, node, b }) =>
    [0, 1, 2].map(() => {
      scene.render();
      return [b.timestamp, node.position.x];
    }),
  );
  expect(after).toEqual(before);
});

it("clips that were started come first in a state, in the order of their starts, also after groups that are no clips", () => {
  const scene = createScene();
  const groups = [0, 1, 2].map((i) => createRuler(scene, 10, `node ${i}`).group);
  CompileGroups(scene);
  const [idle, walk] = ["idle", "walk"].map((name) => CreateClip(name, createRuler(scene, 10, name).group, {}));
  expect(groups.every((group) => !scene.animationGroups.includes(group))).toBe(true); // compiled groups are in their place
  scene.animationGroups.slice(0, 3).forEach((group) => group.start(true));
  walk!.play();
  expect(SaveClipState(scene).clips.map(({ name }) => name)).toEqual(["walk", "idle"]);
  expect(idle!.isPlaying).toBe(false);
});

describe("values that do not follow from what plays", () => {
  it("return: the last pose of a clip that was stopped, whatever has happened since", () => {
    const { scene, node, a, b } = createPair();
    a.play();
    render(scene, 11);
    a.stop();
    const left = node.position.x;
    expect(left).toBeCloseTo(10 * FRAME, 9);
    const state = roundTrip(SaveClipState(scene));
    b.play();
    render(scene, 5);
    b.stop();
    expect(node.position.x).toBeGreaterThan(4);
    RestoreClipState(scene, state);
    expect(node.position.x).toBe(left);
    render(scene, 3);
    expect(node.position.x).toBe(left);
  });

  it("return to those from before all clips where nothing had played", () => {
    const { scene, node, a } = createPair();
    node.position.x = 7;
    const state = roundTrip(SaveClipState(scene));
    a.play();
    render(scene, 11);
    RestoreClipState(scene, state);
    expect(node.position.x).toBe(7);
  });

  it("return: a mixture that a stopped clip with a weight has left", () => {
    const { scene, node, a, b } = createPair();
    node.position.x = -1;
    a.weight = 0.5;
    a.play();
    render(scene, 11);
    a.stop();
    const left = node.position.x;
    expect(left).toBeCloseTo(-0.5 + 5 * FRAME, 9);
    const state = roundTrip(SaveClipState(scene));
    b.play();
    render(scene, 5);
    RestoreClipState(scene, state);
    render(scene, 1);
    expect(node.position.x).toBe(left);
  });

  it("return: what lies below a layer", () => {
    const { scene, node, a, b } = createPair();
    b.layer = 1;
    b.weight = 0.25;
    a.play();
    b.play();
    render(scene, 11);
    a.stop();
    render(scene, 1);
    const state = roundTrip(SaveClipState(scene));
    render(scene, 1);
    const next = node.position.x;
    expect(next).toBeCloseTo(0.75 * 10 * FRAME + 0.25 * (4 + 12 * FRAME), 9);
    a.play();
    render(scene, 30);
    RestoreClipState(scene, state);
    render(scene, 1);
    expect(node.position.x).toBeCloseTo(next, 12);
  });

  it("that are invalid are ignored", () => {
    const { scene, node, a } = createPair();
    a.play();
    render(scene, 11);
    a.stop();
    const state = SaveClipState(scene);
    const wrong = [{ value: [NaN] }, { value: [1, 2] }, { clip: 99, channel: 0, value: [1] }, { clip: 0, channel: 9, value: [1] }];
    RestoreClipState(scene, { ...state, values: wrong.map((each) => ({ clip: 0, channel: 0, ...each })) });
    expect(node.position.x).toBe(0); // as without a value: from before all clips
  });
});
