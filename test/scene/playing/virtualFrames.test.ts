/** Virtual frames, by which graphs stop animations: of compiled groups those of plain groups, of clips the frames that they have played. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Stage } from "../../parity/stage.js";
import { createRulerClip, FPS } from "../../helpers/rulerClip.js";
import { disposeScenes, FRAME, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

const hasTimelines = "getVirtualCurrentFrame" in AnimationGroup.prototype;
const FRAMES = [0, 6, 20, 45, 51, 60, 120];

type Use = (stage: Stage, look: () => void) => void;

const USES: Readonly<Record<string, Use>> = {
  ...Object.fromEntries(
    (
      [
        [false, 1, 0, 40],
        [true, 1, 6, 51],
        [true, 2.5, 6, 51],
        [false, 1, 51, 6],
        [true, -1, 6, 51],
        [true, -1, 51, 6],
      ] as readonly (readonly [boolean, number, number, number])[]
    ).map((args) => [
      `start(${args.join()})`,
      ({ walk, scene }: Stage, look: () => void) => {
        walk.start(...args);
        for (let i = 0; i < 60; i++) {
          look();
          render(scene, 1);
        }
      },
    ]),
  ),
  "pause, restart and a later start": ({ walk, scene }, look) => {
    walk.start(true);
    render(scene, 5);
    walk.pause();
    render(scene, 3);
    look();
    walk.restart();
    render(scene, 2);
    look();
    walk.stop();
    render(scene, 2);
    look();
    walk.start(true);
    render(scene, 2);
    look();
  },
  "speedRatio, goToFrame and reset": ({ walk, scene }, look) => {
    walk.start(true, 1, 6, 51);
    render(scene, 5);
    look();
    walk.speedRatio = 3;
    render(scene, 4);
    look();
    walk.goToFrame(20);
    look();
    render(scene, 3);
    look();
    walk.reset();
    look();
    render(scene, 3);
    look();
  },
  setVirtualCurrentFrame: ({ walk, scene }, look) => {
    walk.start(true);
    render(scene, 5);
    for (const frame of [30, 57, 130, 0, -10]) {
      walk.setVirtualCurrentFrame(frame);
      look();
      render(scene, 2);
      look();
    }
    walk.stop();
    walk.setVirtualCurrentFrame(20);
    look();
  },
};

const describeWithTimelines = hasTimelines ? describe : describe.skip; // Babylon.js before 9.26.2 does not have them

describeWithTimelines("virtual frames of a compiled group are those of a plain group", () => {
  it.each(Object.keys(USES))("%s", async (name) => {
    const observe = async (variant: "plain" | "compiled"): Promise<unknown[]> => {
      const stage = await Stage.create(variant);
      const { walk } = stage;
      const log: unknown[] = [];
      USES[name]!(stage, () => {
        log.push(
          ...[walk.getVirtualCurrentFrame(), walk.getCurrentFrame(), walk.getRetainedCurrentFrame()].map((frame) => +frame.toFixed(6)),
        );
        log.push(
          FRAMES.map((frame) => walk.isVirtualFrameReached(frame)),
          FRAMES.map((frame) => walk.isValidVirtualStopFrame(frame)),
        );
      });
      return log;
    };
    const plain = await observe("plain");
    expect(plain.length).toBeGreaterThan(0);
    expect(await observe("compiled")).toEqual(plain);
  });
});

/** What a graph does in each frame to stop an animation at a virtual frame. @returns the frames rendered until then */
function stopAt(clip: AnimationGroup, frame: number): number {
  for (let frames = 1; frames <= 1000; frames++) {
    render(clip.getScene(), 1);
    if (clip.isValidVirtualStopFrame(frame) && clip.isVirtualFrameReached(frame)) {
      clip.setVirtualCurrentFrame(frame);
      clip.stop(true);
      return frames;
    }
  }
  return Infinity;
}

describe("virtual frames of a clip", () => {
  it.each([
    { what: "an endless clip in its third pass", settings: { end: 1 }, frame: 130, shown: 10 / FPS },
    { what: "an endless ping-pong clip on its way back", settings: { end: 1, reverse: true }, frame: 90, shown: 0.5 },
    { what: "a clip of three passes", settings: { end: 1, repetitions: 3 }, frame: 130, shown: 10 / FPS },
    { what: "an endless clip that plays backwards", settings: { end: 1, offset: 1, speed: -1 }, frame: -30, shown: 0.5 },
  ])("stop $what", ({ settings, frame, shown }) => {
    const { clip } = createRulerClip(settings);
    clip.play();
    const played = Math.abs(frame - (settings.speed === -1 ? 60 : 0));
    expect(stopAt(clip, frame)).toBe(Math.ceil(played / FPS / FRAME) + 1); // the first frame shows the beginning
    expect(clip.timestamp).toBeCloseTo(shown, 9);
    expect(clip.getVirtualCurrentFrame()).toBeCloseTo(frame, 6);
  });

  it.each([
    { what: "the last frame of a single pass", settings: { end: 1, repetitions: 1 }, frame: 60 },
    { what: "a frame behind three passes", settings: { end: 1, repetitions: 3 }, frame: 200 },
    { what: "a frame before the beginning", settings: { start: 1, end: 2 }, frame: 30 },
  ])("never stop at $what", ({ settings, frame }) => {
    const { clip } = createRulerClip(settings);
    clip.play();
    expect(stopAt(clip, frame)).toBe(Infinity);
  });

  it("end at the argument of a start", () => {
    const { clip, scene } = createRulerClip({ end: 5 });
    clip.start(true, 1, 0, 60);
    render(scene, 100);
    expect(FRAMES.map((frame) => clip.isValidVirtualStopFrame(frame))).toEqual(FRAMES.map((frame) => frame < 60));
    clip.stop();
    clip.play();
    expect(clip.isValidVirtualStopFrame(120)).toBe(true);
  });

  it("stay at the end of a clip that has finished", () => {
    const { clip, scene } = createRulerClip({ end: 1, repetitions: 2, reverse: true });
    clip.play();
    render(scene, 200);
    expect([clip.isFinished, clip.getVirtualCurrentFrame()]).toEqual([true, 120]);
  });
});
