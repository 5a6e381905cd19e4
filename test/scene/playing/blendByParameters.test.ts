/** Blends of clips by two parameters, beside poses computed from the weights of the space. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import {
  type BlendByParametersOptions,
  BlendByParameters,
  BlendByParameter,
  type BlendPoint2D,
  type ClipAnimationGroup,
  CreateClip,
  CrossFade,
  RestoreClipState,
  SaveClipState,
} from "../../../src/pure.js";
import { PlaneSpace } from "../../../src/gltf/blending/index.js";
import { createRuler } from "../../helpers/rulerClip.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, FRAME, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

const LENGTHS = [2, 1, 0.8, 0.6, 0.5];
const PLACES = [
  [0, 0],
  [0, 1.4],
  [0, -1],
  [1.2, 0],
  [-1.2, 0.4],
] as const;

interface Stage {
  readonly scene: Scene;
  /** Its x is the mixture of the timestamps. */
  readonly node: TransformNode;
  readonly clips: readonly ClipAnimationGroup[];
  readonly points: readonly BlendPoint2D[];
}

function createStage(): Stage {
  const scene = createScene();
  const { node, group } = createRuler(scene, 20);
  const clips = LENGTHS.map((length, i) => CreateClip(`clip ${i}`, group, { start: 3 * i, end: 3 * i + length }));
  const points = clips.map((clip, i) => ({ clip, at: PLACES[i]! }));
  render(scene, 1); // in which a scene lets no time pass
  return { scene, node, clips, points };
}

const phaseOf = ({ timestamp, settings: { start, end } }: ClipAnimationGroup): number => (timestamp - start) / (end - start);

describe("BlendByParameters", () => {
  for (const space of ["cartesian", "directional"] as const) {
    it(`${space}: mixes the clips around the value, and their cycles per second, in step`, () => {
      const { scene, node, clips, points } = createStage();
      const blend = BlendByParameters(points, { space });
      expect(blend.clips).toEqual(clips);
      expect(blend.value).toEqual([0, 0]);
      render(scene, 1);
      let phase = 0;
      const weights = new Float64Array(clips.length);
      for (const value of [...PLACES, [0.5, 0.6], [0.1, -0.3], [-3, -3], [0.7, 2]] as const) {
        blend.value = value;
        new PlaneSpace(PLACES, space).weightsAt(value[0], value[1], weights);
        const frequency = weights.reduce((sum, weight, i) => sum + weight / LENGTHS[i]!, 0);
        for (let frame = 0; frame < 40; frame++) {
          render(scene, 1);
          phase = (phase + frequency * FRAME) % 1;
          clips.forEach((clip, i) => {
            expect(clip.effectiveWeight).toBe(weights[i]);
            expect(Math.sin(Math.PI * (phaseOf(clip) - phase))).toBeCloseTo(0, 9); // 0 and 1 are one phase
          });
          expect(node.position.x).toBeCloseTo(
            clips.reduce((sum, { timestamp }, i) => sum + timestamp * weights[i]!, 0),
            9,
          );
        }
      }
    });
  }

  it("is cartesian by default", () => {
    const value = [0.9, 0.9] as const;
    const weightsWith = (options?: BlendByParametersOptions): number[] => {
      const { scene, clips, points } = createStage();
      BlendByParameters(points, options).value = value;
      render(scene, 2);
      return clips.map((clip) => clip.effectiveWeight);
    };
    expect(weightsWith()).toEqual(weightsWith({ space: "cartesian" }));
    expect(weightsWith()).not.toEqual(weightsWith({ space: "directional" }));
  });

  it("its value counts from the next frame on, and nobody changes it by accident", () => {
    const { scene, clips, points } = createStage();
    const blend = BlendByParameters(points);
    const given: [number, number] = [0, 1.4];
    blend.value = given;
    expect(clips[0]!.effectiveWeight).toBe(1);
    given[1] = 0;
    expect(blend.value).toEqual([0, 1.4]);
    expect(() => ((blend.value as unknown as number[])[1] = 0)).toThrow(TypeError);
    render(scene, 1);
    expect(clips.map((clip) => clip.effectiveWeight)).toEqual([0, 1, 0, 0, 0]);
  });

  it("does not keep the points that it was given", () => {
    const { scene, clips } = createStage();
    const at: [number, number] = [1, 1];
    const points = [
      { clip: clips[0]!, at },
      { clip: clips[1]!, at: [2, 2] as const },
    ];
    const blend = BlendByParameters(points);
    at[0] = 5;
    points.pop();
    render(scene, 1);
    expect(blend.value).toEqual([1, 1]);
    expect(clips[0]!.effectiveWeight).toBe(1);
  });

  it("multiplies with the weights of its clips, its own weight, and cross-fades", () => {
    const { scene, clips, points } = createStage();
    const [other, walk, run] = [clips[4]!, clips[1]!, clips[2]!];
    const blend = BlendByParameters(points.slice(0, 4));
    blend.value = [0, 0.35];
    walk.weight = 0.8;
    blend.weight = 0.5;
    render(scene, 2);
    expect(walk.effectiveWeight).toBeCloseTo(0.25 * 0.8 * 0.5, 12);
    expect(clips[0]!.effectiveWeight).toBeCloseTo(0.75 * 0.5, 12);
    expect(run.effectiveWeight).toBe(0);
    const fade = CrossFade(walk, other, 1);
    render(scene, 26);
    expect(walk.effectiveWeight).toBeCloseTo(0.25 * 0.8 * 0.5 * (1 - fade.progress), 12);
  });

  it("a clip that was stopped takes no part, and joins in step when it starts", () => {
    const { scene, clips, points } = createStage();
    const blend = BlendByParameters(points);
    blend.value = [0, 1.4];
    render(scene, 10);
    clips[1]!.stop();
    render(scene, 10);
    const weights = new Float64Array(clips.length);
    new PlaneSpace(PLACES, "cartesian").weightsAt(0, 1.4, weights, (i) => i !== 1);
    clips.forEach((clip, i) => i !== 1 && expect(clip.effectiveWeight).toBe(weights[i]));
    clips[1]!.play();
    render(scene, 5);
    expect(clips.map((clip) => clip.effectiveWeight)).toEqual([0, 1, 0, 0, 0]);
    expect(phaseOf(clips[1]!)).toBeCloseTo(phaseOf(clips[0]!), 9);
  });

  it("a clip without a share reports no events", () => {
    const { scene, clips, points } = createStage();
    const log: string[] = [];
    clips.forEach((clip) => clip.onRepeatObservable.add(() => log.push(clip.name)));
    const blend = BlendByParameters(points);
    blend.value = [0, 1.4];
    render(scene, 130);
    expect(log).toEqual(["clip 1", "clip 1"]);
  });

  it("stop() stops its clips; when all are stopped, it ends, and the clips are free", () => {
    const { scene, clips, points } = createStage();
    const blend = BlendByParameters(points);
    render(scene, 3);
    blend.stop();
    expect([blend.isRunning, ...clips.map((clip) => clip.isStarted)]).toEqual([false, false, false, false, false, false]);
    const second = BlendByParameters(points);
    render(scene, 3);
    clips.forEach((clip) => clip.stop());
    render(scene, 1);
    expect(second.isRunning).toBe(false);
    expect(() => BlendByParameters(points)).not.toThrow();
  });

  it("goes on after a rollback", () => {
    const { scene, node, points } = createStage();
    BlendByParameters(points, { space: "directional" }).value = [0.4, 0.5];
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

  it("refuses invalid points, options and values", () => {
    const { clips } = createStage();
    const [walk, run] = [clips[1]!, clips[2]!];
    const other = createStage().clips[1]!;
    const endless = CreateClip("endless", createRuler(createScene()).group, { start: 1, end: 1 });
    const at = [1, 1] as const;
    for (const [points, message] of [
      [[], `points: ${ruleOf("atLeastOnePoint", "[]")}`],
      [[{ clip: walk, at: 1 as never }], `points/0/at: ${ruleOf("arrayOfTwoNumbers", 1)}`],
      [[{ clip: walk, at: [1, NaN] }], `points/0/at: ${ruleOf("arrayOfTwoNumbers")} (got [1,`],
      [[{ clip: walk, at: [1, 2, 3] as never }], `points/0/at: ${ruleOf("arrayOfTwoNumbers", "[1,2,3]")}`],
      [[{ clip: endless, at }], `points/0/clip: ${ruleOf("lengthAbove0", 0, "endless")}`],
      [
        [
          { clip: walk, at: [0, 1] },
          { clip: run, at: [-0, 1] },
        ],
        `points/1/at: ${ruleOf("unlikeOtherPoints", "[0,1]")}`,
      ],
      [
        [
          { clip: walk, at },
          { clip: other, at: [2, 2] },
        ],
        `points/1/clip: ${ruleOf("anotherClipOfScene", "clip 1")}`,
      ],
      [[{ clip: {} as never, at }], `points/0/clip: ${ruleOf("clipAnimationGroup", "{}")}`],
    ] as const) {
      expect(() => BlendByParameters(points as readonly BlendPoint2D[])).toThrow(message);
    }
    const points = [{ clip: walk, at }];
    expect(() => BlendByParameters(points, { space: "polar" as never })).toThrow(
      `options.space: ${ruleOf("cartesianOrDirectional", '"polar"')}`,
    );
    const blend = BlendByParameters(points);
    expect(() => BlendByParameters(points)).toThrow(`points/0/clip: ${ruleOf("notInAnotherBlend", "clip 1")}`);
    expect(() => BlendByParameter([{ clip: walk, at: 1 }])).toThrow(`points/0/clip: ${ruleOf("notInAnotherBlend", "clip 1")}`);
    expect(() => (blend.value = 1 as never)).toThrow(TypeError);
    expect(() => (blend.value = [1, Infinity])).toThrow(RangeError);
    expect(() => (blend.value = [1] as never)).toThrow(`value: ${ruleOf("arrayOfTwoNumbers", "[1]")}`);
    expect(blend.value).toEqual(at);
  });

  it("warns of members that it does not know", async () => {
    const { points } = createStage();
    const { warnings } = await collectWarnings(async () => {
      await Promise.resolve();
      BlendByParameters([{ ...points[0]!, wait: 1 } as never], { spaces: "directional" } as never);
    });
    expect(warnings).toEqual([
      `BlendByParameters: options.spaces: ${ruleOf("hasNoEffect", '"directional"')}; did you mean space?`,
      `BlendByParameters: points/0.wait: ${ruleOf("hasNoEffect", 1)}; did you mean at?`,
    ]);
  });
});
