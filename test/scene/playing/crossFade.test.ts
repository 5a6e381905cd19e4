import { afterEach, describe, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";
import {
  CreateClip,
  CrossFade,
  type ClipAnimationGroup,
  type ClipCrossFade,
  type ClipSettings,
  type EvaluationMode,
} from "../../../src/pure.js";
import { collectGarbage } from "../../helpers/garbage.js";
import { createModel } from "../../helpers/gltfAsset.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectErrors, collectWarnings, createScene, disposeScenes, FRAME, importAsset, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

const axis = (x: number, y: number, z: number, angle: number): number[] =>
  Quaternion.RotationAxis(new Vector3(x, y, z).normalize(), angle).asArray();

const round = (length: number, a: readonly number[], b: readonly number[]): { times: number[]; values: number[] } => ({
  times: [0, length / 2, length],
  values: [...a, ...b, ...a],
});

const [WALK, RUN] = [0, 1] as const;
const LENGTHS = [1, 0.6, 2, 1];

/** Cycles of one node, and one that moves another node too. */
const MODEL = createModel(2, [
  [
    { node: 0, path: "translation", ...round(1, [1, 0, 0], [1, 2, 0]) },
    { node: 0, path: "rotation", ...round(1, axis(1, 0, 0, -0.5), axis(1, 0, 0, 0.5)) },
  ],
  [
    { node: 0, path: "translation", ...round(0.6, [3, 1, 0], [3, 4, 0]) },
    { node: 0, path: "rotation", ...round(0.6, axis(1, 0, 0, -1), axis(1, 0, 0, 1)) },
  ],
  [
    { node: 0, path: "translation", ...round(2, [0, 0, 1], [0, 0.1, 1]) },
    { node: 0, path: "rotation", ...round(2, axis(0, 1, 0, 0), axis(0, 1, 0, 0.1)) },
  ],
  [
    { node: 0, path: "translation", ...round(1, [0, 0, 1], [0, 0.5, 1]) },
    { node: 1, path: "translation", ...round(1, [5, 0, 0], [6, 0, 0]) },
    { node: 1, path: "rotation", ...round(1, axis(0, 0, 1, 1), axis(0, 0, 1, 2)) },
  ],
]);

/** More than a component of node 0 changes in a frame by any of the cycles: run moves by 10 units in a second. */
const FASTEST = 10.1 * FRAME;

interface Stage {
  readonly scene: Scene;
  readonly node: TransformNode;
  readonly other: TransformNode;
  readonly walk: ClipAnimationGroup;
  readonly run: ClipAnimationGroup;
  readonly idle: ClipAnimationGroup;
  readonly wave: ClipAnimationGroup;
}

async function createStage(
  evaluation: EvaluationMode = "auto",
  settings: Partial<Record<number, ClipSettings>> = {},
  scene = createScene(),
): Promise<Stage> {
  const { animationGroups, transformNodes } = await importAsset(MODEL, scene);
  const [walk, run, idle, wave] = animationGroups.map((group, i) =>
    CreateClip(`clip ${i}`, group, settings[i] ?? { end: LENGTHS[i] }, { evaluationMode: evaluation }),
  );
  const [node, other] = ["n0", "n1"].map((name) => transformNodes.find((candidate) => candidate.name === name)!);
  return { scene, node: node!, other: other!, walk: walk!, run: run!, idle: idle!, wave: wave! };
}

function pose(node: TransformNode): number[] {
  return [...node.position.asArray(), ...(node.rotationQuaternion ?? Quaternion.Identity()).asArray()];
}

/** Renders frames, none of which may change the pose by more than the fastest motion plus one frame's share of the 4.1 between poses. */
function renderSmoothly({ scene, node }: Stage, frames: number, seconds: number, each: (frame: number) => void = () => undefined): void {
  for (let frame = 0; frame < frames; frame++) {
    const before = pose(node);
    render(scene, 1);
    pose(node).forEach((component, i) => expect(Math.abs(component - before[i]!)).toBeLessThan(FASTEST + (4.1 * FRAME) / seconds));
    each(frame);
  }
}

/** Records the end of a fade. */
function record(fade: ClipCrossFade): boolean[] {
  const told: boolean[] = [];
  fade.onEndObservable.add(({ fade: which, isCompleted }) => {
    expect(which).toBe(fade);
    told.push(isCompleted);
  });
  return told;
}

/** Where a clip is in its pass, 0..1. */
function shareOf({ timestamp, settings: { start, end } }: ClipAnimationGroup): number {
  return (timestamp - start) / (end - start);
}

/** How far two shares are apart, the end of a pass being its beginning. */
function apart(a: ClipAnimationGroup, b: ClipAnimationGroup): number {
  const difference = Math.abs(shareOf(a) - shareOf(b));
  return Math.min(difference, 1 - difference);
}

describe.each(["auto", "babylon"] as const)("a fade of clips evaluated by %s", (evaluation) => {
  it("changes the weights in a straight line, and poses as Babylon's groups do by the same weights", async () => {
    const scene = createScene();
    const { animationGroups, transformNodes } = await importAsset(MODEL, scene);
    const [walkGroup, runGroup] = animationGroups;
    const stage = await createStage(evaluation);
    const { walk, run } = stage;
    walk.play();
    walkGroup!.start(true);
    walkGroup!.weight = 1;
    render(stage.scene, 20);
    render(scene, 20);
    const fade = CrossFade(walk, run, 0.5);
    const told = record(fade);
    runGroup!.start(true);
    expect([fade.progress, fade.isRunning, run.isPlaying]).toEqual([0, true, true]);
    for (let frame = 1; frame * FRAME < 0.5; frame++) {
      const progress = (frame * FRAME) / 0.5;
      [walkGroup!.weight, runGroup!.weight] = [1 - progress, progress];
      render(stage.scene, 1);
      render(scene, 1);
      expect(fade.progress).toBeCloseTo(progress, 9);
      expect(walk.effectiveWeight).toBeCloseTo(1 - progress, 9);
      expect(walk.effectiveWeight + run.effectiveWeight).toBeCloseTo(1, 12);
      const expected = pose(transformNodes.find(({ name }) => name === "n0")!);
      expect(pose(stage.node)).toEqual(expected.map((component) => expect.closeTo(component, 9)));
    }
    expect([told, fade.isRunning, walk.isPlaying]).toEqual([[], true, true]);
    render(stage.scene, 1);
    expect([told, fade.isRunning, fade.progress]).toEqual([[true], false, 1]);
    expect([walk.isStarted, walk.weight, run.isPlaying, run.weight]).toEqual([false, -1, true, -1]);
    render(stage.scene, 9);
    expect(told).toEqual([true]);
  });

  it("is taken over where it is, by a third clip and back", async () => {
    for (const back of [false, true]) {
      const stage = await createStage(evaluation);
      const { scene, walk, run, idle } = stage;
      walk.play();
      render(scene, 20);
      const first = record(CrossFade(walk, run, 0.5));
      renderSmoothly(stage, 15, 0.5);
      const [walkWeight, runWeight] = [walk.effectiveWeight, run.effectiveWeight];
      const to = back ? walk : idle;
      const { timestamp } = walk;
      const second = record(CrossFade(run, to, 0.4));
      expect(walk.timestamp).toBe(timestamp);
      expect([walk.effectiveWeight, run.effectiveWeight, first]).toEqual([walkWeight, runWeight, [false]]);
      renderSmoothly(stage, 24, 0.4, () => {
        expect(walk.effectiveWeight + run.effectiveWeight + (back ? 0 : idle.effectiveWeight)).toBeCloseTo(1, 12);
        expect(run.effectiveWeight).toBeLessThan(runWeight);
      });
      expect(second).toEqual([]);
      renderSmoothly(stage, 10, 0.4);
      expect([first, second]).toEqual([[false], [true]]);
      expect([walk, run, idle].map(({ weight, isStarted }) => [weight, isStarted])).toEqual([
        [-1, back],
        [-1, false],
        [-1, !back],
      ]);
    }
  });

  it("holds the last pose of a clip that finishes meanwhile, and reports each end once", async () => {
    const once = { end: 0.7, repetitions: 1 };
    for (const which of ["from", "to"] as const) {
      const stage = await createStage(evaluation, which === "from" ? { [WALK]: once } : { [RUN]: { end: 0.2, repetitions: 1 } });
      const { scene, walk, run } = stage;
      const finite = which === "from" ? walk : run;
      const log: string[] = [];
      finite.onFinishObservable.add(() => log.push("finish"));
      finite.onAnimationGroupEndObservable.add(() => log.push("end"));
      walk.play();
      render(scene, 35);
      const told = record(CrossFade(walk, run, 0.5));
      renderSmoothly(stage, 30, 0.5);
      expect([log, finite.isStarted, finite.isFinished]).toEqual([["finish"], true, true]);
      expect(walk.effectiveWeight + run.effectiveWeight).toBeCloseTo(1, 12);
      renderSmoothly(stage, 5, 0.5);
      expect([log, finite.isStarted, finite.weight, told]).toEqual([["finish", "end"], false, -1, [true]]);
      finite.play();
      render(scene, 60);
      expect(log).toEqual(["finish", "end", "finish", "end"]);
    }
  });

  it("begun in an event of the clip that fades out, shows no other pose first", async () => {
    const stage = await createStage(evaluation);
    const { scene, walk, run } = stage;
    walk.play();
    render(scene, 20);
    walk.onRepeatObservable.addOnce(() => void CrossFade(walk, run, 0.5, { keepStep: true }));
    renderSmoothly(stage, 50, 0.5, () => walk.isStarted && run.isStarted && expect(apart(walk, run)).toBeLessThan(0.05));
    expect(run.isStarted).toBe(true);
  });

  it("begun when the clip is finished, continues from its last pose", async () => {
    const stage = await createStage(evaluation, { [WALK]: { end: 0.7, repetitions: 1 } });
    const { scene, walk, run } = stage;
    walk.play();
    render(scene, 20);
    walk.onFinishObservable.addOnce(() => void CrossFade(walk, run, 0.5));
    renderSmoothly(stage, 60, 0.5);
    expect([walk.isStarted, run.isStarted, run.weight]).toEqual([false, true, -1]);
  });

  it("restores properties that only the first clip animates", async () => {
    const stage = await createStage(evaluation);
    const { scene, other, wave, run } = stage;
    other.position.set(1, 1, 1);
    wave.play();
    render(scene, 20);
    expect(other.position.x).toBeGreaterThan(5);
    CrossFade(wave, run, 0.3);
    renderSmoothly(stage, 25, 0.3);
    expect(pose(other)).toEqual([1, 1, 1, 0, 0, 0, 1]);
  });

  it("leaves targets alone that a mask keeps from the first clip", async () => {
    const stage = await createStage(evaluation);
    const { scene, other, wave, run } = stage;
    wave.mask = new AnimationGroupMask(["n0"]);
    wave.play();
    render(scene, 20);
    other.position.set(1, 2, 3); // by somebody else
    CrossFade(wave, run, 0.3);
    renderSmoothly(stage, 25, 0.3);
    expect([wave.isStarted, ...other.position.asArray()]).toEqual([false, 1, 2, 3]);
  });

  it("begun in an event with 0 seconds, shows only the two clips", async () => {
    const { scene, node, walk, run } = await createStage(evaluation);
    walk.play();
    render(scene, 20);
    walk.onRepeatObservable.addOnce(() => void CrossFade(walk, run, 0));
    for (let frame = 0; frame < 60; frame++) {
      render(scene, 1);
      expect(node.position.x).toBeCloseTo(run.isStarted && run.effectiveWeight === -1 ? 3 : 1, 6);
    }
    expect(run.isStarted).toBe(true);
  });
});

describe("the clips of a fade", () => {
  it.each([
    { from: -1, to: -1, comment: "without weight" },
    { from: 0.8, to: 0.7, comment: "of weights of their own" },
  ])("have their weights in the end: $comment", async ({ from, to }) => {
    const { scene, walk, run } = await createStage();
    [walk.weight, run.weight] = [from, to];
    walk.play();
    CrossFade(walk, run, 0.16);
    render(scene, 6);
    const [first, last] = [from === -1 ? 1 : from, to === -1 ? 1 : to];
    expect(walk.effectiveWeight / first + run.effectiveWeight / last).toBeCloseTo(1, 12);
    render(scene, 6);
    expect([walk.weight, run.weight, walk.isStarted, run.isStarted]).toEqual([from, to, false, true]);
  });

  it("are not restarted where they play, and go to 1 from a weight of 0", async () => {
    const { scene, walk, run } = await createStage();
    [walk.weight, run.weight] = [1, 0];
    walk.play();
    run.play();
    render(scene, 10);
    const { timestamp } = run;
    CrossFade(walk, run, 0.16);
    expect(run.timestamp).toBe(timestamp);
    render(scene, 1);
    expect(run.timestamp).toBeCloseTo(timestamp + FRAME, 9);
    render(scene, 12);
    expect([walk.weight, run.weight, walk.isStarted, run.isStarted]).toEqual([1, 1, false, true]);
  });

  it("change over in the next frame within 0 seconds", async () => {
    const { scene, node, walk, run } = await createStage();
    walk.play();
    render(scene, 10);
    const fade = CrossFade(walk, run, 0);
    const told = record(fade);
    render(scene, 1);
    expect([told, fade.isRunning, fade.progress]).toEqual([[true], false, 1]);
    expect([walk.isStarted, walk.weight, run.isStarted, run.weight]).toEqual([false, -1, true, -1]);
    expect(node.position.asArray()).toEqual([3, 1, 0]);
  });

  it("fade in from the current pose where the first clip does not play", async () => {
    const { scene, node, walk, run } = await createStage();
    node.position.set(7, 7, 7);
    const told = record(CrossFade(walk, run, 0.16, { keepStep: true }));
    render(scene, 5);
    expect([walk.isStarted, walk.weight]).toEqual([false, -1]);
    expect(node.position.x).toBeCloseTo(7 + (3 - 7) * run.effectiveWeight, 9);
    expect(run.timestamp).toBeCloseTo(4 * FRAME, 9);
    render(scene, 10);
    expect([told, node.position.x]).toEqual([[true], 3]);
    walk.play();
    render(scene, 2);
    expect(walk.timestamp).toBeCloseTo(FRAME, 9);
  });

  it("stay as they are when the fade is stopped", async () => {
    const { scene, walk, run } = await createStage();
    walk.play();
    const fade = CrossFade(walk, run, 0.5, { keepStep: true });
    const told = record(fade);
    render(scene, 10);
    const weights = [walk.effectiveWeight, run.effectiveWeight];
    fade.stop();
    fade.stop();
    render(scene, 50);
    expect([walk.weight, run.weight]).toEqual(weights);
    expect([told, fade.isRunning, walk.isPlaying, run.isPlaying]).toEqual([[false], false, true, true]);
    const { timestamp } = run;
    render(scene, 1);
    expect(Math.abs(run.timestamp - timestamp - FRAME) % 0.6).toBeCloseTo(0, 9);
  });

  it.each<{ what: string; act: (stage: Stage) => void; left: boolean[]; completed: boolean }>([
    { what: "the first is stopped", act: ({ walk }) => walk.stop(), left: [false, true], completed: true },
    { what: "the second is stopped", act: ({ run }) => run.stop(), left: [false, false], completed: true },
    { what: "both are stopped", act: ({ walk, run }) => (walk.stop(), run.stop()), left: [false, false], completed: false },
    { what: "the first is disposed", act: ({ walk }) => walk.dispose(), left: [false, true], completed: true },
    { what: "the second is disposed", act: ({ run }) => run.dispose(), left: [false, false], completed: true },
    { what: "both are disposed", act: ({ walk, run }) => (walk.dispose(), run.dispose()), left: [false, false], completed: false },
  ])("have their weights back where $what meanwhile", async ({ act, left, completed }) => {
    const stage = await createStage();
    const { scene, walk, run } = stage;
    walk.play();
    const told = record(CrossFade(walk, run, 0.5, { keepStep: true }));
    render(scene, 10);
    act(stage);
    render(scene, 40);
    expect([walk, run].map(({ isStarted }) => isStarted)).toEqual(left);
    expect([walk.weight, run.weight, told]).toEqual([-1, -1, [completed]]);
  });

  it("have their weights back where one was stopped, and then the fade taken over", async () => {
    const { scene, walk, run, idle } = await createStage();
    walk.play();
    CrossFade(walk, run, 0.5);
    render(scene, 10);
    walk.stop();
    CrossFade(run, idle, 0.5);
    expect(walk.weight).toBe(-1);
    render(scene, 50);
    expect([walk, run, idle].map(({ weight, isStarted }) => [weight, isStarted])).toEqual([
      [-1, false],
      [-1, false],
      [-1, true],
    ]);
  });

  it("hold their poses while they are paused, and the fade with them where none plays", async () => {
    const stage = await createStage();
    const { scene, node, walk, run } = stage;
    walk.play();
    render(scene, 10);
    walk.pause();
    const { timestamp } = walk;
    const fade = CrossFade(walk, run, 0.5);
    renderSmoothly(stage, 10, 0.5);
    expect([walk.timestamp, walk.isPlaying]).toEqual([timestamp, false]);
    expect(node.position.x).toBeCloseTo(walk.effectiveWeight + 3 * run.effectiveWeight, 9);
    run.pause();
    const before = pose(node);
    const { progress } = fade;
    render(scene, 50);
    expect([fade.progress, pose(node)]).toEqual([progress, before]);
    run.restart();
    renderSmoothly(stage, 15, 0.5);
    run.pause();
    walk.restart();
    renderSmoothly(stage, 15, 0.5);
    expect([walk.isStarted, run.isStarted, run.isPlaying, fade.isRunning]).toEqual([false, true, false, false]);
    expect(node.position.x).toBe(3);
    const held = pose(node);
    render(scene, 3);
    expect(pose(node)).toEqual(held);
    run.restart();
    renderSmoothly(stage, 5, 0.5);
    expect(pose(node)).not.toEqual(held);
  });

  it("of several characters fade by themselves", async () => {
    const scene = createScene();
    const [a, b] = [await createStage("auto", {}, scene), await createStage("auto", {}, scene)];
    a.walk.play();
    b.idle.play();
    const told = record(CrossFade(a.walk, a.run, 0.5));
    render(scene, 10);
    const others = record(CrossFade(b.idle, b.walk, 0.16));
    render(scene, 12);
    expect([told, others, b.idle.isStarted, b.walk.isPlaying, a.walk.isPlaying]).toEqual([[], [true], false, true, true]);
    render(scene, 20);
    expect([told, a.walk.isStarted]).toEqual([[true], false]);
  });

  it("can be faded on in the event of an end", async () => {
    const stage = await createStage();
    const { scene, walk, run, idle } = stage;
    walk.play();
    render(scene, 10);
    CrossFade(walk, run, 0.16).onEndObservable.add(() => void CrossFade(run, idle, 0.16));
    renderSmoothly(stage, 40, 0.16);
    expect([walk, run, idle].map(({ isStarted, weight }) => [isStarted, weight])).toEqual([
      [false, -1],
      [false, -1],
      [true, -1],
    ]);
    idle.onAnimationGroupEndObservable.addOnce(() => void CrossFade(walk, run, 0.16));
    CrossFade(idle, walk, 0.16);
    renderSmoothly(stage, 40, 0.16);
    expect([walk, run, idle].map(({ isStarted, weight }) => [isStarted, weight])).toEqual([
      [false, -1],
      [true, -1],
      [false, -1],
    ]);
  });
});

describe("keeping step", () => {
  it.each<{ comment: string; from: ClipSettings; to: ClipSettings }>([
    { comment: "of other lengths", from: { end: 1 }, to: { end: 0.6 } },
    { comment: "of other ranges and speeds", from: { start: 0.2, end: 0.9, speed: 2 }, to: { start: 0.1, end: 0.5, speed: 0.5 } },
    { comment: "backwards", from: { end: 1, offset: 1, speed: -1 }, to: { end: 0.6, offset: 0.6, speed: -1 } },
  ])("changes the time of a round evenly in frequency: $comment", async ({ from, to }) => {
    const { scene, walk, run } = await createStage("auto", { [WALK]: from, [RUN]: to });
    const frequency = ({ settings: { start, end, speed } }: ClipAnimationGroup): number => speed / (end - start);
    walk.play();
    render(scene, 30);
    const told = record(CrossFade(walk, run, 3, { keepStep: true }));
    expect(apart(walk, run)).toBeLessThan(1e-9);
    for (let frame = 1; frame * FRAME < 3; frame++) {
      const [before, progress] = [shareOf(walk), (frame * FRAME) / 3];
      render(scene, 1);
      expect(apart(walk, run)).toBeLessThan(1e-9);
      const expected = FRAME * (frequency(walk) * (1 - progress) + frequency(run) * progress);
      const moved = shareOf(walk) - before;
      expect(moved - Math.round(moved - expected)).toBeCloseTo(expected, 9);
    }
    render(scene, 2);
    expect(told).toEqual([true]);
    const before = shareOf(run);
    render(scene, 1);
    const moved = shareOf(run) - before - FRAME * frequency(run);
    expect(moved - Math.round(moved)).toBeCloseTo(0, 9);
    walk.play();
    render(scene, 2);
    expect(Math.abs(walk.timestamp - walk.settings.start - walk.settings.offset)).toBeCloseTo(FRAME * Math.abs(walk.settings.speed), 9);
  });

  it("is at the same share of the way where one goes backwards", async () => {
    const { scene, walk, run } = await createStage("auto", { [RUN]: { end: 0.6, offset: 0.6, speed: -1 } });
    walk.play();
    render(scene, 30);
    CrossFade(walk, run, 1, { keepStep: true });
    for (let frame = 0; frame < 60; frame++) {
      expect(shareOf(run)).toBeCloseTo(1 - shareOf(walk), 9);
      render(scene, 1);
    }
  });

  it("begins with a clip that was just started", async () => {
    const { scene, walk, run } = await createStage();
    render(scene, 2);
    walk.play();
    CrossFade(walk, run, 0.5, { keepStep: true });
    for (let frame = 0; frame < 20; frame++) {
      render(scene, 1);
      expect(apart(walk, run)).toBeLessThan(1e-9);
    }
  });

  it.each<{ order: ("walk" | "run" | "idle")[] }>([
    { order: ["idle", "walk", "run"] },
    { order: ["walk", "idle", "run"] },
    { order: ["run", "idle", "walk"] },
    { order: ["walk", "run", "idle"] },
    { order: ["walk", "idle"] },
    { order: ["idle", "walk"] },
  ])("begins in an event of idle, where clips are ticked in the order of $order", async ({ order }) => {
    const stage = await createStage();
    const { scene, walk, run, idle } = stage;
    for (const name of order) {
      stage[name].weight = 0.5;
      stage[name].play();
    }
    render(scene, 25);
    const begun: ClipCrossFade[] = [];
    idle.timestamp = 1.99;
    idle.onRepeatObservable.addOnce(() => begun.push(CrossFade(walk, run, 0.5, { keepStep: true })));
    render(scene, 1);
    expect(begun).toHaveLength(1);
    for (let frame = 0; frame < 20; frame++) {
      render(scene, 1);
      expect(apart(walk, run)).toBeLessThan(1e-9);
    }
  });

  it("continues in a fade that interrupts, from the current frequency, for all clips in step", async () => {
    const { scene, walk, run, idle } = await createStage();
    walk.play();
    render(scene, 20);
    CrossFade(walk, run, 0.5, { keepStep: true });
    render(scene, 15);
    const speed = (): number => {
      const before = shareOf(walk);
      render(scene, 1);
      return ((shareOf(walk) - before + 1) % 1) / FRAME;
    };
    const reached = speed();
    CrossFade(run, idle, 1, { keepStep: true });
    expect(Math.abs(speed() - reached)).toBeLessThan(0.05);
    for (let frame = 0; frame < 40; frame++) {
      render(scene, 1);
      expect(Math.max(apart(walk, run), apart(run, idle))).toBeLessThan(1e-9);
    }
  });

  it("takes a clip without end to its last key", async () => {
    const { scene, walk, run } = await createStage("auto", { [RUN]: {} });
    walk.play();
    render(scene, 31);
    CrossFade(walk, run, 0.5, { keepStep: true });
    render(scene, 1);
    expect(run.timestamp / 0.6).toBeCloseTo(walk.timestamp, 6);
  });

  it("stands with a clip of speed 0", async () => {
    const { scene, walk, run } = await createStage("auto", { [WALK]: { end: 1, speed: 0, offset: 0.5 } });
    walk.play();
    CrossFade(walk, run, 0.5, { keepStep: true });
    render(scene, 10);
    expect([walk.timestamp, Number.isFinite(run.timestamp)]).toEqual([0.5, true]);
    expect(run.timestamp).toBeGreaterThan(0.3);
  });
});

describe("weights during a fade", () => {
  it("are the clips' own, and may be set", async () => {
    const { scene, node, walk, run } = await createStage();
    walk.weight = 0.8;
    walk.play();
    const fade = CrossFade(walk, run, 0.16);
    render(scene, 5);
    expect([walk.weight, run.weight]).toEqual([0.8, -1]);
    run.weight = 0.25;
    render(scene, 1);
    const { progress } = fade;
    expect([walk.weight, run.weight]).toEqual([0.8, 0.25]);
    expect(walk.effectiveWeight).toBeCloseTo(0.8 * (1 - progress), 12);
    expect(run.effectiveWeight).toBeCloseTo(0.25 * progress, 12);
    // both are at x = 0 at rest, and at 1 and 3 throughout
    expect(node.position.x).toBeCloseTo(1 * walk.effectiveWeight + 3 * run.effectiveWeight, 6);
    render(scene, 10);
    expect([fade.isRunning, walk.weight, run.weight, run.effectiveWeight]).toEqual([false, 0.8, 0.25, 0.25]);
  });
});

describe("errors during a fade", () => {
  it("do not come of a clip that loses its length while it keeps step", async () => {
    const { scene, walk, run } = await createStage();
    walk.play();
    render(scene, 1);
    const fade = CrossFade(walk, run, 0.16, { keepStep: true });
    walk.settings = { start: 0.5, end: 0.5 };
    expect(collectErrors(() => render(scene, 20))).toEqual([]);
    expect([fade.isRunning, walk.isStarted, run.isPlaying]).toEqual([false, false, true]);
    expect(run.timestamp).toBeGreaterThan(0);
  });

  it("of its observers are logged once, and it ends all the same", async () => {
    const { scene, walk, run } = await createStage();
    walk.play();
    const fade = CrossFade(walk, run, 0.16);
    fade.onEndObservable.add(() => {
      throw new Error("mine");
    });
    expect(collectErrors(() => render(scene, 30))).toEqual(["cross-fade: an observer threw: Error: mine"]);
    expect([walk.isStarted, run.isPlaying, run.effectiveWeight]).toEqual([false, true, -1]);
  });
});

describe("refused are", () => {
  it("objects that are not clips", async () => {
    const { scene, walk } = await createStage();
    const [group] = scene.animationGroups;
    expect(() => CrossFade(undefined as never, walk, 1)).toThrow(new TypeError(`from: ${ruleOf("clipAnimationGroup", "undefined")}`));
    const gone = CreateClip("gone", group!);
    gone.dispose();
    expect(() => CrossFade(walk, gone, 1)).toThrow(new RangeError(`to: ${ruleOf("notDisposed", "gone")}`));
    const plain = new TypeError(`to: ${ruleOf("clipAnimationGroup", '"[AnimationGroup]"')}; CreateClip makes a clip of an animation group`);
    expect(() => CrossFade(walk, group as never, 1)).toThrow(plain);
  });

  it.each([-1, NaN, Infinity])("%d seconds", async (seconds) => {
    const { walk, run } = await createStage();
    expect(() => CrossFade(walk, run, seconds)).toThrow(new RangeError(`seconds: ${ruleOf("atLeast0", seconds)}`));
    expect([run.isStarted, run.weight]).toEqual([false, -1]);
  });

  it("the same clip, and those of other scenes", async () => {
    const [{ walk }, { run }] = [await createStage(), await createStage()];
    expect(() => CrossFade(walk, walk, 1)).toThrow(new RangeError(`to: ${ruleOf("anotherClipOfScene", "clip 0")}`));
    expect(() => CrossFade(walk, run, 1)).toThrow(new RangeError(`to: ${ruleOf("anotherClipOfScene", "clip 1")}`));
  });

  it("steps of clips without length", async () => {
    const { walk, run } = await createStage("auto", { [RUN]: { start: 0.2, end: 0.2 } });
    const error = new RangeError(`keepStep: ${ruleOf("bothLengthsAbove0", 1, 0)}`);
    expect(() => CrossFade(walk, run, 1, { keepStep: true })).toThrow(error);
    expect(() => CrossFade(run, walk, 1, { keepStep: true })).toThrow(ruleOf("bothLengthsAbove0", 0, 1));
    expect(() => CrossFade(walk, run, 1)).not.toThrow();
  });
});

describe("a fade that ended", () => {
  /** The observers that a scene has for time and for its groups; Babylon removes them in a task of their own. */
  async function countObservers(scene: Scene): Promise<number> {
    await new Promise((resolve) => setTimeout(resolve));
    const observables = [
      ...[scene.onBeforeAnimationsObservable, scene.onBeforeStepObservable],
      ...[scene.onAnimationGroupRemovedObservable, scene.onNewAnimationGroupAddedObservable],
    ] as Observable<unknown>[];
    return observables.reduce((sum, { observers }) => sum + observers.length, 0);
  }

  it.each<{ what: string; act: (stage: Stage, fade: ClipCrossFade) => void }>([
    { what: "when it is over", act: ({ scene, run }) => (render(scene, 20), run.stop()) },
    { what: "when it is stopped", act: ({ walk, run }, fade) => (fade.stop(), walk.stop(), run.stop()) },
    { what: "when the scene is disposed", act: ({ scene }) => scene.dispose() },
    { what: "a frame after its clips are stopped", act: ({ scene, walk, run }) => (walk.stop(), run.stop(), render(scene, 1)) },
  ])("leaves no observer on the scene $what", async ({ act }) => {
    const stage = await createStage();
    const { scene, walk, run } = stage;
    const before = await countObservers(scene);
    walk.play();
    render(scene, 3);
    const fade = CrossFade(walk, run, 0.16);
    render(scene, 3);
    act(stage, fade);
    expect(fade.isRunning).toBe(false);
    expect(await countObservers(scene)).toBe(scene.isDisposed ? 0 : before);
  });

  it("can be collected as garbage", async () => {
    const scene = createScene();
    const references = await (async () => {
      const { walk, run } = await createStage("auto", {}, scene);
      walk.play();
      const fade = CrossFade(walk, run, 0.16, { keepStep: true });
      render(scene, 20);
      run.stop();
      scene.animationGroups.slice().forEach((group) => group.dispose());
      render(scene, 2);
      return [walk, run, fade].map((object) => new WeakRef<object>(object));
    })();
    await collectGarbage();
    expect(references.filter((reference) => reference.deref() !== undefined)).toHaveLength(0);
  });
});

it("a fade between clips of different characters warns, one within a character does not", async () => {
  const scene = createScene();
  const [hero, other] = [await importAsset(MODEL, scene), await importAsset(MODEL, scene)];
  const clipOf = (name: string, { animationGroups }: { animationGroups: AnimationGroup[] }, index: number): ClipAnimationGroup =>
    CreateClip(name, animationGroups[index]!);
  const walk = clipOf("walk of a hero", hero, WALK);
  const { warnings } = await collectWarnings(() => {
    CrossFade(walk, clipOf("run of the hero", hero, RUN), 0.1);
    CrossFade(walk, clipOf("run of another", other, RUN), 0.1);
    return Promise.resolve();
  });
  expect(warnings).toEqual([
    'CrossFade: "walk of a hero" and "run of another" animate nothing in common, so that neither fades into the other: are they of one character?',
  ]);
});
