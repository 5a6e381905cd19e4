/** Blends of clips by one parameter, beside the arithmetic of weights and frequencies. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import {
  BlendByParameter,
  type ClipAnimationGroup,
  type ClipSettings,
  CreateClip,
  CrossFade,
  RestoreClipState,
  SaveClipState,
} from "../../../src/pure.js";
import { ClipScheduler } from "../../../src/scene/playing/players/scheduler.js";
import { createRuler } from "../../helpers/rulerClip.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes, FRAME, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

interface Stage {
  readonly scene: Scene;
  /** Its x is the mixture of the timestamps. */
  readonly node: TransformNode;
  readonly idle: ClipAnimationGroup;
  readonly walk: ClipAnimationGroup;
  readonly run: ClipAnimationGroup;
}

const LENGTHS = { idle: 2, walk: 1, run: 0.6 };

function createStage(settings: Partial<Record<keyof typeof LENGTHS, ClipSettings>> = {}): Stage {
  const scene = createScene();
  const { node, group } = createRuler(scene);
  const [idle, walk, run] = (["idle", "walk", "run"] as const).map((name, i) =>
    CreateClip(name, group, { start: 3 * i, end: 3 * i + LENGTHS[name], ...settings[name] }),
  );
  render(scene, 1); // in which a scene lets no time pass
  return { scene, node, idle: idle!, walk: walk!, run: run! };
}

const phaseOf = ({ timestamp, settings: { start, end } }: ClipAnimationGroup): number => (timestamp - start) / (end - start);

describe("BlendByParameter", () => {
  it("mixes the two clips around the value, and their cycles per second, in step", () => {
    const { scene, node, idle, walk, run } = createStage();
    const blend = BlendByParameter([
      { clip: run, at: 4 },
      { clip: idle, at: 0 },
      { clip: walk, at: 1.5 },
    ]);
    expect(blend.clips).toEqual([idle, walk, run]);
    render(scene, 1);
    let phase = 0;
    for (const [value, weights] of [
      [0, [1, 0, 0]],
      [0.75, [0.5, 0.5, 0]],
      [1.5, [0, 1, 0]],
      [3.5, [0, 0.2, 0.8]],
      [4, [0, 0, 1]],
      [9, [0, 0, 1]],
      [-1, [1, 0, 0]],
      [2, [0, 0.8, 0.2]],
    ] as const) {
      blend.value = value;
      const frequency = weights[0] / LENGTHS.idle + weights[1] / LENGTHS.walk + weights[2] / LENGTHS.run;
      for (let frame = 0; frame < 40; frame++) {
        render(scene, 1);
        phase = (phase + frequency * FRAME) % 1;
        blend.clips.forEach((clip, i) => {
          expect(clip.effectiveWeight).toBeCloseTo(weights[i]!, 12);
          expect(phaseOf(clip)).toBeCloseTo(phase, 9);
        });
        const expected = blend.clips.reduce((sum, { timestamp }, i) => sum + timestamp * weights[i]!, 0);
        expect(node.position.x).toBeCloseTo(expected, 9);
      }
    }
  });

  it("takes over the phase of the clip that plays, also of one that plays backwards", () => {
    const { scene, walk, run } = createStage({ run: { start: 6, end: 6.6, offset: 0.6, speed: -1 } });
    walk.play();
    render(scene, 30);
    const phase = phaseOf(walk);
    BlendByParameter([
      { clip: walk, at: 1 },
      { clip: run, at: 2 },
    ]);
    expect(phaseOf(walk)).toBe(phase);
    expect(phaseOf(run)).toBeCloseTo(1 - phase, 12);
    render(scene, 10);
    expect(phaseOf(run)).toBeCloseTo(1 - phaseOf(walk), 9);
  });

  it("multiplies with the weights of its clips, its own weight, and cross-fades", () => {
    const { scene, idle, walk, run } = createStage();
    const blend = BlendByParameter([
      { clip: walk, at: 0 },
      { clip: run, at: 1 },
    ]);
    blend.value = 0.25;
    walk.weight = 0.8;
    blend.weight = 0.5;
    render(scene, 2);
    expect(walk.effectiveWeight).toBeCloseTo(0.75 * 0.8 * 0.5, 12);
    expect(run.effectiveWeight).toBeCloseTo(0.25 * 0.5, 12);
    expect(walk.weight).toBe(0.8);
    const fade = CrossFade(walk, idle, 1);
    render(scene, 26);
    expect(walk.effectiveWeight).toBeCloseTo(0.75 * 0.8 * 0.5 * (1 - fade.progress), 12);
    expect(run.effectiveWeight).toBeCloseTo(0.25 * 0.5, 12);
  });

  it("a clip that was stopped takes no part, and joins in step when it starts", () => {
    const { scene, walk, run } = createStage();
    const blend = BlendByParameter([
      { clip: walk, at: 0 },
      { clip: run, at: 1 },
    ]);
    blend.value = 0.5;
    render(scene, 10);
    run.stop();
    render(scene, 10);
    expect(walk.effectiveWeight).toBe(1);
    run.play();
    render(scene, 5);
    expect([walk.effectiveWeight, run.effectiveWeight]).toEqual([0.5, 0.5]);
    expect(phaseOf(run)).toBeCloseTo(phaseOf(walk), 9);
  });

  it("holds the pose of a clip that is paused", () => {
    const { scene, node, walk, run } = createStage();
    const blend = BlendByParameter([
      { clip: walk, at: 0 },
      { clip: run, at: 1 },
    ]);
    blend.value = 0.5;
    render(scene, 10);
    blend.clips.forEach((clip) => clip.pause());
    const { x } = node.position;
    render(scene, 10);
    expect(node.position.x).toBe(x);
    blend.clips.forEach((clip) => clip.restart());
    render(scene, 1);
    expect(node.position.x).not.toBe(x);
  });

  it("a clip without a share reports no events", () => {
    const { scene, walk, run } = createStage();
    const log: string[] = [];
    [walk, run].forEach((clip) => clip.onRepeatObservable.add(() => log.push(clip.name)));
    const blend = BlendByParameter([
      { clip: walk, at: 0 },
      { clip: run, at: 1 },
    ]);
    render(scene, 130);
    expect(log).toEqual(["walk", "walk"]);
    blend.value = 1;
    log.length = 0;
    render(scene, 100);
    expect(new Set(log)).toEqual(new Set(["run"]));
  });

  it("stop() stops its clips; when all are stopped, it ends, and the clips are free", () => {
    const { scene, walk, run } = createStage();
    const points = [
      { clip: walk, at: 0 },
      { clip: run, at: 1 },
    ];
    const blend = BlendByParameter(points);
    render(scene, 3);
    blend.stop();
    expect([blend.isRunning, walk.isStarted, run.isStarted]).toEqual([false, false, false]);
    walk.play();
    expect(walk.effectiveWeight).toBe(-1);
    const second = BlendByParameter(points);
    render(scene, 3);
    [walk, run].forEach((clip) => clip.stop());
    render(scene, 1);
    expect(second.isRunning).toBe(false);
    expect(() => BlendByParameter(points)).not.toThrow();
  });

  it("a clip that cannot be started leaves the others as they were", () => {
    const { scene, idle, walk, run } = createStage();
    idle.play();
    walk.timestamp = 3.5;
    const refused = CreateClip("refused", createRuler(scene).group, { end: 1 }, { evaluationMode: "compiled" });
    const { animation } = refused.targetedAnimations[0]!;
    animation.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT;
    const all = [idle, walk, refused, run];
    const create = (): unknown => BlendByParameter(all.map((clip, at) => ({ clip, at })));
    expect(create).toThrow(ruleOf("notCompiled"));
    expect(all.map(({ isStarted, effectiveWeight }) => [isStarted, effectiveWeight])).toEqual([[true, -1], ...Array(3).fill([false, -1])]);
    expect([walk.timestamp, ClipScheduler.For(scene).fades, scene.animatables.length]).toEqual([3.5, [], 1]);
    animation.loopMode = Animation.ANIMATIONLOOPMODE_CYCLE;
    create();
    expect(all.map(({ isStarted, effectiveWeight }) => [isStarted, effectiveWeight])).toEqual([[true, 1], ...Array(3).fill([true, 0])]);
  });

  it("a clip whose target lacks the property leaves the others free", () => {
    const { scene, idle, walk } = createStage();
    const broken = CreateClip("broken", createRuler(scene).group, { end: 1 }, { evaluationMode: "babylon" });
    broken.targetedAnimations[0]!.animation.targetPropertyPath = ["position", "none", "x"];
    const all = [idle, walk, broken];
    expect(() => BlendByParameter(all.map((clip, at) => ({ clip, at })))).toThrow();
    expect(all.map(({ isStarted, effectiveWeight }) => [isStarted, effectiveWeight])).toEqual(Array(3).fill([false, -1]));
    expect(() => BlendByParameter([idle, walk].map((clip, at) => ({ clip, at })))).not.toThrow();
  });

  it("goes on after a rollback", () => {
    const { scene, node, walk, run } = createStage();
    const blend = BlendByParameter([
      { clip: walk, at: 0 },
      { clip: run, at: 1 },
    ]);
    blend.value = 0.3;
    render(scene, 20);
    const state = SaveClipState(scene);
    const play = (): number[] =>
      Array.from({ length: 50 }, () => {
        render(scene, 1);
        return node.position.x;
      });
    const first = play();
    RestoreClipState(scene, state);
    expect(play()).toEqual(first);
  });

  it("refuses invalid points and values", () => {
    const { walk, run } = createStage();
    const other = createStage().walk;
    const endless = createStage({ walk: { start: 1, end: 1 } }).walk;
    for (const [points, message] of [
      [[], `points: ${ruleOf("atLeastOnePoint", "[]")}`],
      [[{ clip: walk, at: NaN }], `points/0/at: ${ruleOf("finiteNumber", "NaN")}`],
      [[{ clip: endless, at: 1 }], `points/0/clip: ${ruleOf("lengthAbove0", 0, "walk")}`],
      [
        [
          { clip: walk, at: 1 },
          { clip: run, at: 1 },
        ],
        `points/1/at: ${ruleOf("unlikeOtherPoints", 1)}`,
      ],
      [
        [
          { clip: walk, at: 1 },
          { clip: other, at: 2 },
        ],
        `points/1/clip: ${ruleOf("anotherClipOfScene", "walk")}`,
      ],
      [[{ clip: {} as never, at: 1 }], `points/0/clip: ${ruleOf("clipAnimationGroup", "{}")}`],
    ] as const) {
      expect(() => BlendByParameter(points)).toThrow(message);
    }
    const blend = BlendByParameter([{ clip: walk, at: 1 }]);
    expect(() => BlendByParameter([{ clip: walk, at: 1 }])).toThrow(`points/0/clip: ${ruleOf("notInAnotherBlend", "walk")}`);
    expect(() => (blend.value = NaN)).toThrow(RangeError);
    expect(() => (blend.weight = 2)).toThrow(`weight: ${ruleOf("within01", 2)}`);
  });
});
