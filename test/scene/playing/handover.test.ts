/** Code that uses the animatables of a compiled group while it plays: Babylon plays the rest of the run, as if it had played from the start. */
import { afterAll, describe, expect, it } from "@jest/globals";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CompiledAnimationGroup } from "../../../src/index.js";
import { createModel } from "../../helpers/gltfAsset.js";
import { createScene, disposeScenes, loadContainer, render } from "../../helpers/scene.js";

afterAll(disposeScenes);

const TIMES = [0, 0.25, 0.5];
const TURNS = TIMES.flatMap((time) => [0, 0, Math.sin(time), Math.cos(time)]);

/** `a` moves and turns both nodes, `b` the first one, so that both can be mixed. */
const MODEL = createModel(2, [
  [0, 1].flatMap((node) => [
    { node, path: "translation", times: TIMES, values: [0, 0, 0, 3, 1, 0, 4, 8, 1] } as const,
    { node, path: "rotation", times: TIMES, values: TURNS } as const,
  ]),
  [{ node: 0, path: "translation", times: TIMES, values: [9, 0, 0, 9, 9, 0, 9, 9, 9] }],
]);

interface Stage {
  readonly scene: Scene;
  readonly a: AnimationGroup;
  readonly b: AnimationGroup;
  readonly log: unknown[];
}

type Act = (stage: Stage, frame: number) => void;

const FRAMES = 50;

interface Loaded {
  readonly scene: Scene;
  readonly container: AssetContainer;
}

const stages: Record<string, Promise<Loaded>> = {};

async function load(isCompiled: boolean): Promise<Loaded> {
  const scene = createScene();
  const loader = { extensionOptions: { compiledGroups: { enabled: isCompiled } } };
  return { scene, container: await loadContainer(MODEL, scene, { loader }) };
}

/** @returns the poses, frames and events of a run whose animatables are used, or would be, in a frame */
async function play(isCompiled: boolean, begin: Act, readAt: number, afterwards: Act): Promise<unknown[]> {
  const { scene, container } = await (stages[`${isCompiled}`] ??= load(isCompiled));
  const entries = container.instantiateModelsToScene((name) => name);
  const [a, b] = entries.animationGroups as [AnimationGroup, AnimationGroup];
  expect(a instanceof CompiledAnimationGroup).toBe(isCompiled);
  const log: unknown[] = [];
  const stage = { scene, a, b, log };
  let startedAt = 0;
  const isFirst = (): boolean => scene.getFrameId() <= startedAt + 1; // a start backwards of a plain group reports a loop there
  a.onAnimationGroupPlayObservable.add(() => (startedAt = scene.getFrameId()));
  a.onAnimationGroupLoopObservable.add(() => log.push(isFirst() ? "" : "loop"));
  a.onAnimationGroupEndObservable.add(() => log.push("end"));
  a.onAnimationGroupPlayObservable.add(() => log.push("play"));
  a.onAnimationGroupPauseObservable.add(() => log.push("pause"));
  a.onAnimationLoopObservable.add(() => log.push(isFirst() ? "" : "channel loop"));
  a.onAnimationEndObservable.add(() => log.push("channel end"));
  const nodes = ["n0", "n1"].map((name) => scene.getTransformNodeByName(name)!);
  for (let frame = 0; frame < FRAMES; frame++) {
    begin(stage, frame);
    if (frame === readAt) {
      const { isStarted } = a;
      log.push(a.animatables.length, a.animatables[0]?.masterFrame);
      void a.animatables[0]?.onAnimationEndObservable; // as for an observer
      if (isCompiled && isStarted) {
        expect((a as CompiledAnimationGroup).evaluation).toEqual({ by: "babylon", reason: "its animatables are used" });
      }
    }
    if (frame >= readAt) {
      afterwards(stage, frame - readAt);
    }
    render(scene, 1);
    log.push(nodes.map(({ position, rotationQuaternion }) => [...position.asArray(), ...rotationQuaternion!.asArray()]));
    log.push(a.getCurrentFrame(), a.isStarted, a.isPlaying, a.loopAnimation, a.speedRatio);
  }
  entries.dispose();
  return log.filter((each) => each !== "");
}

function expectEqual(actual: readonly unknown[], expected: readonly unknown[]): void {
  expected.forEach((value, i) => {
    const numbers = [value].flat(2);
    const others = [actual[i]].flat(2);
    numbers.forEach((number, k) => {
      if (typeof number === "number") {
        expect([i, k, Math.abs((others[k] as number) - number) < 1e-7 ? number : others[k]]).toEqual([i, k, number]);
      } else {
        expect([i, k, others[k]]).toEqual([i, k, number]);
      }
    });
  });
  expect(actual).toHaveLength(expected.length);
}

const at =
  (when: number, act: (stage: Stage) => void): Act =>
  (stage, frame) => {
    if (frame === when) {
      act(stage);
    }
  };

const all =
  (...acts: readonly Act[]): Act =>
  (stage, frame) =>
    acts.forEach((act) => act(stage, frame));

const NOTHING: Act = () => undefined;

const STARTS: Readonly<Record<string, Act>> = {
  "a loop": at(0, ({ a }) => a.start(true)),
  "a single run": at(0, ({ a }) => a.start(false)),
  "a fast loop": at(0, ({ a }) => a.start(true, 2.3)),
  backwards: at(0, ({ a }) => a.start(true, -1.7)),
  "a range": at(0, ({ a }) => a.start(true, 1, 8, 20)),
  "a range backwards": at(0, ({ a }) => a.start(true, 1.3, 20, 8)),
  "a single run backwards": at(0, ({ a }) => a.start(false, -0.8, 5, 25)),
  "a change of speed": all(
    at(0, ({ a }) => a.start(true)),
    at(5, ({ a }) => (a.speedRatio = 0.4)),
    at(15, ({ a }) => (a.speedRatio = 2)),
  ),
  "a weight": at(0, ({ a }) => {
    a.weight = 0.6;
    a.start(true);
  }),
  "two weights": at(0, ({ a, b }) => {
    a.weight = 0.6;
    b.weight = 0.3;
    b.start(true);
    a.start(true);
  }),
  "a weight of 0 for a while": all(
    at(0, ({ a }) => {
      a.weight = 0;
      a.start(true);
    }),
    at(21, ({ a }) => (a.weight = 0.8)),
  ),
  "a seek": all(
    at(0, ({ a }) => a.start(true)),
    at(17, ({ a }) => a.goToFrame(25)),
  ),
  "a seek before the first frame": at(0, ({ a }) => a.start(true).goToFrame(12)),
  "a pause": all(
    at(0, ({ a }) => a.start(true)),
    at(16, ({ a }) => a.pause()),
    at(25, ({ a }) => a.restart()),
  ),
  "a reset": all(
    at(0, ({ a }) => a.start(true)),
    at(17, ({ a }) => a.reset()),
  ),
  "a start that blends": at(0, ({ a }) => {
    a.enableBlending = true;
    a.blendingSpeed = 0.03;
    a.start(true);
  }),
  "an additive group": at(0, ({ a, b }) => {
    a.isAdditive = true;
    a.weight = 0.5;
    b.start(true);
    a.start(true);
  }),
  "a target that is stopped": all(
    at(0, ({ a }) => a.start(true)),
    at(9, ({ a, scene }) => {
      a.onAnimationGroupLoopObservable.clear(); // Babylon counts the stopped channels
      scene.stopAnimation(a.targetedAnimations[0]!.target);
    }),
  ),
  "animation events": at(0, ({ a, log }) => {
    const { animation } = a.targetedAnimations[0]!;
    animation.addEvent(new AnimationEvent(4, (frame) => log.push("once", frame), true));
    animation.addEvent(new AnimationEvent(14, (frame) => log.push("each", frame)));
    a.start(true);
  }),
};

const AFTERWARDS: Readonly<Record<string, Act>> = {
  nothing: NOTHING,
  "goToFrame of each animatable": at(0, ({ a }) => a.animatables.forEach((each) => each.goToFrame(7))),
  "speedRatio of each animatable": at(2, ({ a }) => a.animatables.forEach((each) => (each.speedRatio = 0.3))),
  "pause of each animatable": all(
    at(2, ({ a }) => a.animatables.forEach((each) => each.pause())),
    at(6, ({ a }) => a.animatables.forEach((each) => each.restart())),
  ),
  "loopAnimation of each animatable": at(1, ({ a }) => a.animatables.forEach((each) => (each.loopAnimation = false))),
  "observers of an animatable": at(0, ({ a, log }) => {
    a.animatables[0]?.onAnimationLoopObservable.add(() => log.push("one loop"));
    a.animatables[0]?.onAnimationEndObservable.add(() => log.push("one end"));
  }),
  "weights of the group": all(
    at(2, ({ a }) => a.setWeightForAllAnimatables(0.4)),
    at(9, ({ a }) => (a.weight = 1)),
  ),
  "the group": all(
    at(3, ({ a }) => (a.speedRatio = -0.7)),
    at(8, ({ a }) => a.pause()),
    at(11, ({ a }) => a.play()),
    at(14, ({ a }) => a.goToFrame(11)),
    at(17, ({ a }) => (a.loopAnimation = false)),
  ),
  "another start": all(
    at(4, ({ a }) => a.stop()),
    at(6, ({ a }) => a.start(true, 0.5)),
  ),
};

describe.each(Object.keys(STARTS))("after %s", (start) => {
  it.each(Object.keys(AFTERWARDS))("%s", async (act) => {
    for (const readAt of [0, 1, 18, 35]) {
      const [plain, compiled] = [
        await play(false, STARTS[start]!, readAt, AFTERWARDS[act]!),
        await play(true, STARTS[start]!, readAt, AFTERWARDS[act]!),
      ];
      expectEqual(compiled, plain);
    }
  });
});
