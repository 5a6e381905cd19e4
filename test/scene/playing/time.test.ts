import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateClip, type ClipAnimationGroup } from "../../../src/pure.js";
import { createScene, disposeScenes, FRAME, render } from "../../helpers/scene.js";
import { WallClock } from "../../helpers/wallClock.js";

afterEach(disposeScenes);

/** A clip that shows its timestamp as x, and beside it Babylon's own group over the same animation, both playing for 100 s. */
function createPair(scene: Scene): { clip: ClipAnimationGroup; ours: TransformNode; babylons: TransformNode } {
  const animation = new Animation("x", "position.x", 60, Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys([
    { frame: 0, value: 0 },
    { frame: 6000, value: 100 },
  ]);
  const [ours, babylons] = [new TransformNode("ours", scene), new TransformNode("babylons", scene)];
  const [source, group] = [new AnimationGroup("source", scene), new AnimationGroup("group", scene)];
  source.addTargetedAnimation(animation, ours);
  group.addTargetedAnimation(animation, babylons);
  const clip = CreateClip("clip", source, {}).play();
  group.play();
  return { clip, ours, babylons };
}

describe("constant steps", () => {
  it("advance 16 ms a frame at any time scale, as Babylon's groups do", () => {
    const scene = createScene();
    const { clip, ours, babylons } = createPair(scene);
    scene.animationTimeScale = 5;
    render(scene, 11);
    expect(clip.timestamp).toBeCloseTo(10 * FRAME, 9);
    expect(ours.position.x).toBeCloseTo(babylons.position.x, 9);
  });

  it("do not advance where animations are disabled", () => {
    const scene = createScene();
    const { clip, ours, babylons } = createPair(scene);
    render(scene, 5);
    scene.animationsEnabled = false;
    render(scene, 50);
    expect(clip.timestamp).toBeCloseTo(4 * FRAME, 9);
    scene.animationsEnabled = true;
    render(scene, 5);
    expect(clip.timestamp).toBeCloseTo(9 * FRAME, 9);
    expect(ours.position.x).toBeCloseTo(babylons.position.x, 9);
  });
});

describe("the wall clock", () => {
  let clock: WallClock;

  beforeEach(() => {
    clock = new WallClock();
  });

  afterEach(() => clock.restore());

  function createWallClockScene(): Scene {
    const scene = createScene();
    scene.useConstantAnimationDeltaTime = false;
    render(scene, 1);
    return scene;
  }

  function renderAfter(scene: Scene, ...seconds: number[]): void {
    for (const delta of seconds) {
      clock.advance(delta);
      render(scene, 1);
    }
  }

  it("is followed as Babylon's groups do, scaled, and frame for frame", () => {
    const scene = createWallClockScene();
    const { clip, ours, babylons } = createPair(scene);
    renderAfter(scene, 0.3, 0.02, 0.1);
    expect(clip.timestamp).toBeCloseTo(0.12, 9);
    scene.animationTimeScale = 2.5;
    for (const delta of [0.01, 0.5, 0.001]) {
      renderAfter(scene, delta);
      expect(ours.position.x).toBeCloseTo(babylons.position.x, 9);
    }
    expect(clip.timestamp).toBeCloseTo(0.12 + 2.5 * 0.511, 9);
    scene.animationTimeScale = 0;
    renderAfter(scene, 1);
    expect(clip.timestamp).toBeCloseTo(0.12 + 2.5 * 0.511, 9);
  });

  it("does not count time while animations are disabled", () => {
    const scene = createWallClockScene();
    const { clip } = createPair(scene);
    renderAfter(scene, 0.1, 0.1);
    scene.animationsEnabled = false;
    renderAfter(scene, 5, 5);
    scene.animationsEnabled = true;
    renderAfter(scene, 0.1);
    expect(clip.timestamp).toBeCloseTo(0.2, 9);
  });

  it("does not count time while the clip is paused", () => {
    const scene = createWallClockScene();
    const { clip } = createPair(scene);
    renderAfter(scene, 0.1, 0.1);
    clip.pause();
    renderAfter(scene, 5, 5);
    clip.restart();
    renderAfter(scene, 0.1);
    expect(clip.timestamp).toBeCloseTo(0.2, 9);
  });

  it("does not count time that Scene.resetLastAnimationTimeFrame skips", () => {
    const scene = createWallClockScene();
    const { clip, ours, babylons } = createPair(scene);
    renderAfter(scene, 0.1, 0.1);
    clock.advance(30);
    scene.resetLastAnimationTimeFrame();
    renderAfter(scene, 0.1);
    expect(clip.timestamp).toBeCloseTo(0.2, 9);
    expect(ours.position.x).toBeCloseTo(babylons.position.x, 9);
  });

  it("loses none of the time that frames themselves take", () => {
    const scene = createWallClockScene();
    const { clip, ours, babylons } = createPair(scene);
    let slow = 0;
    Object.defineProperty(ours.position, "x", {
      get: () => slow,
      set(value: number) {
        clock.advance(0.005);
        slow = value;
      },
    });
    renderAfter(scene, ...Array.from({ length: 101 }, () => 0.015));
    expect(clip.timestamp).toBeCloseTo(100 * 0.02, 9);
    expect(clip.timestamp).toBeCloseTo(babylons.position.x, 9);
  });

  it("loses no event in a step that spans many loops", () => {
    const scene = createWallClockScene();
    const { clip } = createPair(scene);
    clip.settings = { end: 0.25 };
    let [repeats, babylonLoops, inOrder] = [0, 0, true];
    clip.onRepeatObservable.add(({ completedRepetitions, count }) => {
      inOrder &&= completedRepetitions === repeats + 1 && count === 1;
      repeats++;
    });
    clip.onAnimationGroupLoopObservable.add(() => babylonLoops++);
    renderAfter(scene, 0.1, 5.1, 5.1, 0.1);
    expect([repeats, babylonLoops, inOrder]).toEqual([41, 41, true]);
    expect(clip.timestamp).toBeCloseTo(10.3 % 0.25, 9);
  });

  it("does not hang in a step that spans a thousand million loops, and accounts for all of them", () => {
    const scene = createWallClockScene();
    const { clip } = createPair(scene);
    clip.settings = { end: 0.01 };
    let [events, crossings] = [0, 0];
    clip.onRepeatObservable.add(({ count }) => {
      events++;
      crossings += count;
    });
    renderAfter(scene, 0.1, 1e7 + 0.005);
    expect(events).toBe(1000);
    expect(crossings).toBe(clip.completedRepetitions);
    expect(clip.completedRepetitions).toBe(1e9);
  });

  it("fires few events for many clips that each span a thousand loops, and accounts for all crossings", () => {
    const scene = createWallClockScene();
    const clips = Array.from({ length: 30 }, () => createPair(scene).clip);
    let [events, crossings] = [0, 0];
    for (const clip of clips) {
      clip.settings = { end: 0.01 };
      clip.onRepeatObservable.add(({ count }) => {
        events++;
        crossings += count;
      });
    }
    renderAfter(scene, 0.1, 10.005);
    expect(clips.map(({ completedRepetitions }) => completedRepetitions)).toEqual(clips.map(() => 1000));
    expect(crossings).toBe(30_000);
    expect(events).toBe(10_000 + 20); // ten clips report each of theirs, the others one for all
  });
});

describe("deterministic lockstep", () => {
  it.each([
    { milliseconds: 0, steps: 0 },
    { milliseconds: 17, steps: 1 },
    { milliseconds: 84, steps: 5 },
  ])("advances $steps times in a frame of $milliseconds ms", ({ milliseconds, steps }) => {
    const engine = new NullEngine({
      ...{ renderHeight: 256, renderWidth: 512, textureSize: 512 },
      deterministicLockstep: true,
      lockstepMaxSteps: 10,
    });
    const scene = createScene({ engine });
    const delta = jest.spyOn(engine, "getDeltaTime").mockReturnValue(17);
    const { clip, ours, babylons } = createPair(scene);
    render(scene, 1);
    const before = clip.timestamp;
    delta.mockReturnValue(milliseconds);
    let advances = 0;
    scene.onAfterStepObservable.add(() => {
      if (!scene.animationsEnabled) {
        return;
      }
      advances++;
      expect(clip.timestamp).toBeCloseTo(before + advances / 60, 9);
    });
    render(scene, 1);
    // Babylon carries the rest of a frame over; at least 1 ms counts
    expect(advances).toBe(steps);
    expect(clip.timestamp).toBeCloseTo(before + steps / 60, 9);
    expect(ours.position.x).toBeCloseTo(babylons.position.x, 9);
    scene.animationsEnabled = false;
    delta.mockReturnValue(100);
    const counted = advances;
    render(scene, 1);
    expect(clip.timestamp).toBeCloseTo(before + counted / 60, 9);
  });
});
