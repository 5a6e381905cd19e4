/** Clips and compiled groups beside groups of Babylon's on the same property: as two groups of Babylon's, in the scene's animation step. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { CreateClip } from "../../../src/index.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { collectWarnings, createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

/** What happens to two groups on one property before the first frame, and before the fifth. */
type Script = readonly [
  comment: string,
  before: (a: AnimationGroup, b: AnimationGroup) => unknown,
  after?: (a: AnimationGroup, b: AnimationGroup) => unknown,
];

const SCRIPTS: readonly Script[] = [
  ["the later start wins", (a, b) => (a.start(true), b.start(true))],
  ["the later start wins, in the other order", (a, b) => (b.start(true), a.start(true))],
  ["the higher playOrder wins", (a, b) => ((b.playOrder = -1), a.start(true), b.start(true))],
  ["a playOrder that changes while playing", (a, b) => (a.start(true), b.start(true)), (a) => (a.playOrder = 1)],
  ["the first goes on when the second stops", (a, b) => (a.start(true), b.start(true)), (_, b) => b.stop()],
  ["the second goes on when the first stops", (a, b) => (a.start(true), b.start(true)), (a) => a.stop()],
  ["a start while the other plays", (a) => a.start(true), (_, b) => b.start(true)],
  ["a pause", (a, b) => (a.start(true), b.start(true)), (_, b) => b.pause()],
  ["a weight beside none", (a, b) => ((a.weight = 0.5), a.start(true), b.start(true))],
  ["none beside a weight", (a, b) => ((b.weight = 0.5), a.start(true), b.start(true))],
  ["two weights", (a, b) => ((a.weight = 0.25), (b.weight = 0.5), a.start(true), b.start(true))],
  ["additive from the fifth frame on", (a, b) => (a.start(true), (b.weight = 0.5), b.start(true)), (_, b) => (b.isAdditive = true)],
  ["a weight of 0", (a, b) => (a.start(true), (b.weight = 0), b.start(true))],
  ["an end in the middle", (a, b) => (a.start(true), b.start(false, 1, 0, 4))],
  [
    "all animatables of the scene pause",
    (a, b) => (a.start(true), b.start(true)),
    (a) => a.getScene().animatables.forEach((each) => each.pause()),
  ],
];

function positions([, before, after]: Script, wrap: readonly [boolean, boolean]): number[] {
  const scene = createScene();
  const target = { x: 7 };
  const [a, b] = [10, -30].map((end, i) => {
    const group = createGroup(scene, [target, createAnimation("x", { frames: [0, 60], values: [0, end] })]);
    return wrap[i] ? CreateClip("clip", group, { repetitions: -1 }) : group;
  });
  before(a!, b!);
  const seen: number[] = [];
  for (let frame = 0; frame < 10; frame++) {
    if (frame === 4) {
      after?.(a!, b!);
    }
    scene.render();
    seen.push(Math.round(target.x * 1e9) / 1e9);
  }
  return seen;
}

describe.each([
  ["the first is a clip", [true, false]],
  ["the second is a clip", [false, true]],
  ["both are clips", [true, true]],
] as const)("of two groups, %s", (_, wrap) => {
  it.each(SCRIPTS)("%s", (...script) => {
    expect(positions(script, wrap)).toEqual(positions(script, [false, false]));
  });
});

it.each(["auto", "babylon"] as const)(
  "evaluated by %s, a clip keeps its place when its last target ends and it gets another one",
  (mode) => {
    const scene = createScene();
    const [lost, shared] = [{ x: 0 }, { x: 0 }];
    const [first, second] = [lost, shared].map((target, i) => {
      const group = createGroup(scene, [target, createAnimation("x", { frames: [0, 60], values: [i + 1, i + 1] })]);
      return CreateClip("clip", group, { repetitions: -1 }, { evaluationMode: mode }).play();
    });
    first!.onAnimationEndObservable.addOnce(({ animation }) => void first!.addTargetedAnimation(animation, shared));
    scene.stopAnimation(lost);
    scene.render();
    expect([first!.isPlaying, shared.x]).toEqual([true, 2]); // the later start wins
    second!.stop();
    scene.render();
    expect(shared.x).toBe(1);
  },
);

it("a clip that starts beside a group that the loader started shows its pose, without a warning", async () => {
  const scene = createScene();
  const target = { x: 0 };
  const group = createGroup(scene, [target, createAnimation("x", { frames: [0, 60], values: [0, 10] })]).start(true);
  const clip = CreateClip("walk", group, { start: 0.5 });
  const { warnings } = await collectWarnings(() => Promise.resolve((clip.play(), scene.render(), scene.render())));
  expect([target.x, warnings]).toEqual([clip.timestamp * 10, []]);
});
