/** Clips, fades and crowds that follow a clock in place of the scene's time. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import { type ClipAnimationGroup, CreateClip, CrossFade, SetClock, TimestampAt } from "../../../src/pure.js";
import { createRuler, createRulerClip, record } from "../../helpers/rulerClip.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectErrors, createScene, disposeScenes, FRAME, render } from "../../helpers/scene.js";
import { createWalkers } from "../../helpers/walkers.js";

afterEach(disposeScenes);

/** A clock that tests set. */
class TestClock {
  now = 100;
  readonly read = (): number => this.now;
}

const LOOP = { end: 2 };

describe.each(["clip.clock", "SetClock"] as const)("%s", (kind) => {
  function createStage(settings = {}): ReturnType<typeof createRulerClip> & { clock: TestClock } {
    const stage = createRulerClip({ ...LOOP, ...settings });
    const clock = new TestClock();
    if (kind === "SetClock") {
      SetClock(stage.scene, clock.read);
    } else {
      stage.clip.clock = clock.read;
    }
    stage.clip.play();
    render(stage.scene, 1); // the first frame shows the beginning
    return { ...stage, clock };
  }

  it("advances the clip by what passes on the clock, whatever the frames take", () => {
    const { scene, node, clip, clock } = createStage();
    let elapsed = 0;
    for (const seconds of [0.25, 0, 3.5, 0.125]) {
      elapsed += seconds;
      clock.now += seconds;
      render(scene, 1);
      expect(clip.timestamp).toBe(TimestampAt(LOOP, elapsed).timestamp);
      expect(node.position.x).toBe(clip.timestamp);
      expect(clip.totalTime).toBe(elapsed);
    }
    render(scene, 5);
    expect(clip.totalTime).toBe(elapsed);
  });

  it("loses no event of a jump, and reports none on the way back", () => {
    const stage = createRulerClip(LOOP);
    const { scene, clip } = stage;
    const log = record(clip);
    const { animation } = clip.targetedAnimations[0]!;
    animation.addEvent(new AnimationEvent(60, () => log.push("event")));
    const clock = new TestClock();
    if (kind === "SetClock") {
      SetClock(scene, clock.read);
    } else {
      clip.clock = clock.read;
    }
    clip.play();
    render(scene, 1);
    log.length = 0;
    const frame = (now: number): string[] => {
      clock.now = now;
      render(scene, 1);
      return log.splice(0).filter((line) => !line.includes("loop"));
    };
    expect(frame(105.5)).toEqual(["event", "repeat 2 1", "event", "repeat 2 2", "event"]);
    expect(frame(100.5)).toEqual([]);
    expect(clip.timestamp).toBe(0.5);
    expect(frame(103.5)).toEqual(["event", "repeat 2 1", "event"]);
  });

  it("goes back to the start at most, and goes on when the clock is there again", () => {
    const { scene, clip, clock } = createStage({ offset: 0.5 });
    const totalTimes = [101, 90, 95, 99.5, 100.25, 103].map((now) => {
      clock.now = now;
      render(scene, 1);
      return [clip.totalTime, clip.timestamp];
    });
    expect(totalTimes).toEqual([
      [1, 1.5],
      [0, 0.5],
      [0, 0.5],
      [0, 0.5],
      [0.25, 0.75],
      [3, 1.5],
    ]);
  });

  it("does not count while the clip is paused", () => {
    const { scene, clip, clock } = createStage();
    clock.now += 0.5;
    render(scene, 1);
    clip.pause();
    clock.now += 10;
    render(scene, 1);
    clip.restart();
    clock.now += 0.25;
    render(scene, 1);
    expect(clip.totalTime).toBe(0.75);
  });

  it("lets no time pass by readings that are not finite", () => {
    const { scene, clip, clock } = createStage();
    for (const now of [NaN, Infinity, 7, 7.5]) {
      clock.now = now;
      render(scene, 1);
    }
    expect(clip.totalTime).toBe(0.5);
  });

  it("ends with null: then the scene's time counts", () => {
    const { scene, clip, clock } = createStage();
    clock.now += 1;
    render(scene, 1);
    if (kind === "SetClock") {
      SetClock(scene, null);
    } else {
      clip.clock = null;
    }
    clock.now += 1;
    render(scene, 1);
    expect(clip.totalTime).toBeCloseTo(1 + FRAME, 12);
  });

  it("refuses what is no function", () => {
    const { scene, clip } = createRulerClip(LOOP);
    const set = (value: never): void => {
      if (kind === "SetClock") {
        SetClock(scene, value);
      } else {
        clip.clock = value;
      }
    };
    expect(() => set(3 as never)).toThrow(new TypeError(`clock: ${ruleOf("clockOrNull", 3)}`));
    expect(() => CreateClip("clip", clip, {}, { clock: "now" as never })).toThrow(TypeError);
  });
});

describe("clip.clock", () => {
  it("counts from the start of the clip, so that the second frame is in step with the clock", () => {
    const { scene, clip } = createRulerClip({ end: 8 });
    const clock = new TestClock();
    clip.clock = clock.read;
    clip.play();
    clock.now += 1;
    render(scene, 1);
    expect(clip.totalTime).toBe(0);
    clock.now += 0.5;
    render(scene, 1);
    expect(clip.totalTime).toBe(1.5);
  });

  it("is an option, kept by clones, and stops a clip whose clock throws", () => {
    const { scene, clip } = createRulerClip(LOOP);
    let isBroken = false;
    const clock = (): number => {
      if (isBroken) {
        throw new Error("offline");
      }
      return 0;
    };
    const copy = CreateClip("copy", clip, LOOP, { clock }).clone();
    expect(copy.clock).toBe(clock);
    copy.play();
    render(scene, 2);
    isBroken = true;
    expect(collectErrors(() => render(scene, 2))).toEqual([expect.stringContaining("offline")]);
    expect(copy.isStarted).toBe(false);
  });
});

describe("SetClock", () => {
  it("moves all clips and fades of the scene alike", () => {
    const scene = createScene();
    const clock = new TestClock();
    SetClock(scene, clock.read);
    const clips = [1, 2].map((end) => CreateClip("clip", createRuler(scene).group, { end }));
    const [a, b] = clips as [ClipAnimationGroup, ClipAnimationGroup];
    a.play();
    render(scene, 1);
    const fade = CrossFade(a, b, 4);
    render(scene, 1);
    clock.now += 1;
    render(scene, 1);
    expect([a.totalTime, b.totalTime, fade.progress]).toEqual([1, 1, 0.25]);
    clock.now -= 0.5;
    render(scene, 1);
    expect([a.totalTime, b.totalTime]).toEqual([0.5, 0.5]);
  });

  it("survives a clock that throws: no time passes", () => {
    const { scene, clip } = createRulerClip(LOOP);
    let now: number | null = 0;
    SetClock(scene, () => {
      if (now === null) {
        throw new Error("offline");
      }
      return now;
    });
    clip.play();
    render(scene, 1);
    now = null;
    expect(collectErrors(() => render(scene, 1))).toEqual([expect.stringContaining("offline")]);
    now = 0.5;
    render(scene, 1);
    expect([clip.isPlaying, clip.totalTime]).toEqual([true, 0.5]);
  });
});

describe("crowds", () => {
  it("are made with a clock that throws, which is logged in each frame", async () => {
    let isOnline = false;
    let now = 5;
    const clock = (): number => {
      if (!isOnline) {
        throw new Error("offline");
      }
      return now;
    };
    const { scene, crowd } = await createWalkers({ clock });
    const index = crowd.add();
    crowd.play(index, "walk");
    expect(collectErrors(() => render(scene, 1))).toEqual([expect.stringContaining("offline")]);
    isOnline = true;
    render(scene, 1); // the first reading
    now = 5.25;
    render(scene, 1);
    expect(crowd.timestamps[index]).toBe(0.25);
  });

  it.each(["option", "SetClock"] as const)("follow a clock: %s", async (kind) => {
    const clock = new TestClock();
    const { scene, crowd } = await createWalkers(kind === "option" ? { clock: clock.read } : {});
    if (kind === "SetClock") {
      SetClock(scene, clock.read);
    }
    const index = crowd.add();
    const { settings } = crowd.clips[0]!;
    crowd.play(index, crowd.clips[0]!.name);
    render(scene, 1);
    const seen = [100.5, 103.25, 90, 101].map((now) => {
      clock.now = now;
      render(scene, 1);
      return crowd.timestamps[index]!;
    });
    expect(seen).toEqual([0.5, 3.25, 0, 1].map((totalTime) => TimestampAt(settings, totalTime).timestamp));
  });
});
