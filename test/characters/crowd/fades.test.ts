/** Live rows: fades against `CrossFade`, mixtures against poses. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { Characters } from "../../../src/characters/crowd/play/characters.js";
import { CrowdPlayer } from "../../../src/characters/crowd/play/crowdPlayer.js";
import { CreateClipCrowd, type ClipCrowd } from "../../../src/crowd.js";
import { CreateClip, CrossFade, GetClip } from "../../../src/pure.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, disposeScenes, FRAME, render } from "../../helpers/scene.js";
import { changeDuring, createOrdinary, createWalkers, distanceTo } from "../../helpers/walkers.js";

afterEach(disposeScenes);

const EXACT = 1e-6;

/** A character that begins to fade from walking to running in step, as an ordinary instance does. */
function fadeInStep(scene: Scene, crowd: ClipCrowd, { walk, run }: ReturnType<typeof createOrdinary>): number {
  const index = crowd.add();
  crowd.play(index, "walk");
  walk.play();
  render(scene, 5);
  crowd.play(index, "run", { fade: 0.8, keepStep: true });
  CrossFade(walk, run, 0.8, { keepStep: true });
  return index;
}

describe("a fade", () => {
  const CASES = [
    { fade: 0.4, keepStep: false },
    { fade: 0.4, keepStep: true },
    { fade: 0.1, keepStep: true },
    { fade: 0.001, keepStep: false },
  ];

  it.each(CASES)("shows the poses of CrossFade, frame by frame: $fade s, keepStep $keepStep", async ({ fade, keepStep }) => {
    const { scene, container, crowd } = await createWalkers({ posesPerSecond: 2000 });
    const ordinary = createOrdinary(container);
    const index = crowd.add();
    crowd.play(index, "walk", { offset: 0.25 });
    ordinary.walk.settings = { ...ordinary.walk.settings, offset: 0.25 };
    ordinary.walk.play();
    render(scene, 10);
    crowd.play(index, "run", { fade, keepStep });
    const cross = CrossFade(ordinary.walk, ordinary.run, fade, { keepStep });
    for (let frame = 0; frame < 30; frame++) {
      render(scene, 1);
      expect(crowd.timestamps[index]).toBeCloseTo(ordinary.run.timestamp, 12);
      // after the fade, poses are baked: the fastest joint turns by 0.003 in half a row
      expect(distanceTo(crowd, index, ordinary)).toBeLessThan(cross.isRunning ? EXACT : 0.01);
    }
    expect(cross.isRunning).toBe(false);
  });

  it.each([
    [-1, -1.5],
    [-1, 1.5],
    [1, -1.5],
    [0.7, 0.6],
  ])("keeps step as CrossFade does at speeds %d and %d", async (before, after) => {
    const { scene, container, crowd } = await createWalkers();
    const ordinary = createOrdinary(container);
    const index = crowd.add();
    crowd.play(index, "walk", { offset: 0.3, speed: before });
    ordinary.walk.settings = { ...ordinary.walk.settings, offset: 0.3, speed: before };
    ordinary.walk.play();
    render(scene, 6);
    crowd.play(index, "run", { speed: after, fade: 0.4, keepStep: true });
    ordinary.run.settings = { ...ordinary.run.settings, speed: after };
    CrossFade(ordinary.walk, ordinary.run, 0.4, { keepStep: true });
    for (let frame = 0; frame < 20; frame++) {
      render(scene, 1);
      expect(crowd.timestamps[index]).toBeCloseTo(ordinary.run.timestamp, 10);
      expect(distanceTo(crowd, index, ordinary)).toBeLessThan(EXACT);
    }
  });

  it.each([
    { keepStep: false, frames: 6 },
    { keepStep: true, frames: 6 },
    { keepStep: true, frames: 0 },
  ])(
    "continues from the weights of the fade that it interrupts: $frames frames later, keepStep $keepStep",
    async ({ keepStep, frames }) => {
      const { scene, container, crowd } = await createWalkers({ posesPerSecond: 2000 });
      const ordinary = createOrdinary(container);
      const third = ordinary.walk.clone("third");
      third.settings = { start: 0, end: 1, speed: 0.8, offset: 0.3 };
      const index = crowd.add();
      crowd.play(index, "walk");
      ordinary.walk.play();
      render(scene, 5);
      crowd.play(index, "run", { fade: 0.3, keepStep });
      CrossFade(ordinary.walk, ordinary.run, 0.3, { keepStep });
      render(scene, frames);
      crowd.play(index, "walk", { speed: 0.8, offset: 0.3, fade: 0.2, keepStep });
      const last = CrossFade(ordinary.run, third, 0.2, { keepStep });
      for (let frame = 0; frame < 12; frame++) {
        render(scene, 1);
        expect(last.isRunning).toBe(true);
        expect(distanceTo(crowd, index, ordinary)).toBeLessThan(EXACT);
      }
    },
  );

  it("without step that interrupts one in step lets all clips go on at their own speeds, as CrossFade does", async () => {
    const { scene, container, crowd } = await createWalkers({ posesPerSecond: 2000 });
    CreateClip("slow", GetClip(container, "walk")!, { end: 1, speed: 0.25 });
    const own = CreateClipCrowd(container, { halfFloat: false, posesPerSecond: 2000 });
    crowd.dispose();
    const ordinary = createOrdinary(container);
    const slow = CreateClip("slow", ordinary.walk, { end: 1, speed: 0.25 });
    const index = fadeInStep(scene, own, ordinary);
    render(scene, 20);
    own.play(index, "slow", { fade: 0.8 });
    CrossFade(ordinary.run, slow, 0.8);
    for (let frame = 0; frame < 40; frame++) {
      render(scene, 1);
      expect(distanceTo(own, index, ordinary)).toBeLessThan(EXACT);
    }
  });

  it("takes up a speed that was set while it was held", async () => {
    const { scene, container, crowd } = await createWalkers({ posesPerSecond: 2000 });
    const ordinary = createOrdinary(container);
    const clips = [ordinary.walk, ordinary.run];
    const index = fadeInStep(scene, crowd, ordinary);
    render(scene, 10);
    crowd.pause(index);
    clips.forEach((clip) => clip.pause());
    crowd.setSpeed(index, 3);
    ordinary.run.speedRatio = 3;
    render(scene, 1);
    crowd.resume(index);
    clips.forEach((clip) => clip.restart());
    ordinary.walk.stop(); // the crowd plays it again, from its beginning
    crowd.play(index, "walk", { fade: 0.8, keepStep: true });
    CrossFade(ordinary.run, ordinary.walk, 0.8, { keepStep: true });
    render(scene, 1);
    expect(crowd.timestamps[index]).toBeCloseTo(ordinary.walk.timestamp, 9);
  });

  it("from the asset at rest, or from a finished clip, begins with the pose that is shown", async () => {
    const { scene, crowd } = await createWalkers({ posesPerSecond: 2000 });
    const index = crowd.add();
    render(scene, 1);
    crowd.play(index, "walk", { fade: 100 });
    expect(changeDuring(crowd, index, () => render(scene, 1))).toBeLessThan(0.001);
    crowd.play(index, "walk", { repetitions: 1 });
    render(scene, 100);
    expect(crowd.at(index).time.isFinished).toBe(true);
    crowd.play(index, "run", { fade: 100 });
    expect(changeDuring(crowd, index, () => render(scene, 1))).toBeLessThan(0.001);
  });

  it("ends without a jump", async () => {
    const { scene, crowd } = await createWalkers({ posesPerSecond: 2000 });
    const index = crowd.add();
    crowd.play(index, "walk");
    render(scene, 3);
    crowd.play(index, "run", { fade: 0.3, speed: 0.001 });
    let largest = 0;
    for (let frame = 0; frame < 25; frame++) {
      largest = Math.max(
        largest,
        changeDuring(crowd, index, () => render(scene, 1)),
      );
    }
    expect(largest).toBeLessThan(0.15);
  });

  it("is one of any number at once", async () => {
    const { scene, crowd } = await createWalkers({ maxLivePoses: 150 });
    const indices = crowd.addMany(150);
    crowd.playMany(indices, "walk", { offset: 0.1 });
    render(scene, 5);
    crowd.playMany(indices, "run", { fade: 10 });
    render(scene, 20);
    const shown = indices.map((index) => Math.round(1e6 * crowd.getNodeMatrixToRef(index, "left shin", new Matrix()).m[6]!));
    expect(new Set(shown).size).toBe(1);
  });

  it("does not run backwards where time does", async () => {
    const { crowd } = await createWalkers();
    const characters = new Characters(1);
    const player = new CrowdPlayer(characters, crowd.clips);
    player.play([characters.add()], "walk", {});
    player.play([0], "run", { fade: 1 });
    for (const delta of [0.25, 0.25, -1]) {
      player.advance(delta);
    }
    expect(player.fades.of(0)!.progress).toBe(0.5);
  });

  it("holds while its character is paused", async () => {
    const { scene, crowd } = await createWalkers();
    const index = crowd.add();
    crowd.play(index, "walk");
    render(scene, 3);
    crowd.play(index, "run", { fade: 0.3 });
    render(scene, 5);
    crowd.pause(index);
    expect(changeDuring(crowd, index, () => render(scene, 60))).toBe(0);
    crowd.resume(index);
    expect(changeDuring(crowd, index, () => render(scene, 1))).toBeGreaterThan(0.001);
  });

  it("refuses to keep step with a clip without length", async () => {
    const { scene, crowd } = await createWalkers();
    const index = crowd.add();
    crowd.play(index, "walk");
    render(scene, 3);
    const play = (): void => crowd.play(index, "run", { start: 0.2, end: 0.2, fade: 1, keepStep: true });
    expect(play).toThrow(`settings.keepStep: ${ruleOf("bothLengthsAbove0", 1, 0)}`);
    expect(crowd.clips[crowd.clipIndices[index]!]!.name).toBe("walk");
  });

  it("changes over half-way where no exact row is left, with one warning", async () => {
    const { scene, container, crowd } = await createWalkers({ maxLivePoses: 1 });
    const [walking, running] = [createOrdinary(container), createOrdinary(container)];
    const indices = crowd.addMany(3);
    crowd.playMany(indices, "walk", { speed: 0 });
    render(scene, 2);
    crowd.playMany(indices, "run", { speed: 0, fade: 20 * FRAME });
    walking.walk.timestamp = 0;
    running.run.timestamp = 0;
    const { warnings } = await collectWarnings(async () => {
      render(scene, 9);
      expect(distanceTo(crowd, indices[2]!, walking)).toBeLessThan(EXACT);
      expect(distanceTo(crowd, indices[0]!, walking)).toBeGreaterThan(0.01);
      render(scene, 2);
      expect(distanceTo(crowd, indices[2]!, running)).toBeLessThan(EXACT);
      render(scene, 10);
      expect(distanceTo(crowd, indices[0]!, running)).toBeLessThan(EXACT);
      return Promise.resolve();
    });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("crowd: more than 1 characters fade or are mixed at once");
  });
});

describe("a mixture", () => {
  it("that is refused does not end a fade", async () => {
    const { scene, crowd } = await createWalkers();
    const index = crowd.add();
    crowd.play(index, "walk");
    render(scene, 20);
    crowd.play(index, "run", { fade: 0.4 });
    render(scene, 3);
    const { scene: otherScene, crowd: other } = await createWalkers();
    other.add();
    other.play(0, "walk");
    render(otherScene, 20);
    other.play(0, "run", { fade: 0.4 });
    render(otherScene, 3);
    expect(() => crowd.setWeights(index, ["walk", "run"], [1, NaN])).toThrow(RangeError);
    render(scene, 1);
    render(otherScene, 1);
    expect(crowd.getNodeMatrixToRef(index, "torso", new Matrix()).m).toEqual(other.getNodeMatrixToRef(0, "torso", new Matrix()).m);
  });

  it("is the weighted mean of the clips, at the same share of their ranges", async () => {
    const { scene, container, crowd } = await createWalkers();
    const ordinary = createOrdinary(container);
    const index = crowd.add();
    crowd.play(index, "walk", { speed: 0, offset: 0.4 });
    crowd.setWeights(index, ["walk", "run"], [3, 1]);
    render(scene, 2);
    ordinary.walk.timestamp = 0.4;
    ordinary.walk.pause();
    ordinary.run.settings = { start: 0, end: 0.625, speed: 0, offset: 0.25 };
    ordinary.walk.settings = { start: 0, end: 1, speed: 0, offset: 0.4 };
    [ordinary.walk.weight, ordinary.run.weight] = [0.75, 0.25];
    ordinary.walk.play();
    ordinary.run.play();
    render(scene, 2);
    expect(distanceTo(crowd, index, ordinary)).toBeLessThan(EXACT);
  });

  it("shows the beginnings of its clips while the character's own has no length", async () => {
    const { scene, container, crowd } = await createWalkers();
    const ordinary = createOrdinary(container);
    const index = crowd.add();
    crowd.play(index, "walk", { start: 0.5, end: 0.5 });
    crowd.setWeights(index, ["run"], [1]);
    ordinary.run.timestamp = 0;
    render(scene, 2);
    expect(distanceTo(crowd, index, ordinary)).toBeLessThan(EXACT);
  });

  it("ends with null, and with the next clip", async () => {
    const { scene, container, crowd } = await createWalkers();
    const ordinary = createOrdinary(container);
    const index = crowd.add(Matrix.Identity());
    crowd.play(index, "walk", { speed: 0 });
    ordinary.walk.timestamp = 0;
    for (const end of [() => crowd.setWeights(index, [], null), () => crowd.play(index, "walk", { speed: 0 })]) {
      crowd.setWeights(index, ["run"], [1]);
      render(scene, 1);
      expect(distanceTo(crowd, index, ordinary)).toBeGreaterThan(0.01);
      end();
      render(scene, 1);
      expect(distanceTo(crowd, index, ordinary)).toBeLessThan(EXACT);
    }
  });
});
