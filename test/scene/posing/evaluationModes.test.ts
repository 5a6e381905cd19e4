/**
 * The same acts on plain groups and on clips over the same animations, in each evaluation mode: poses and events of every frame agree.
 *
 * Plain groups are the oracle, except for two faults of theirs, which the plain stage avoids:
 * - Without weight, and in `reset()`, Babylon assigns its own working quaternion to the target, and later mixes weighted rotations into
 *   that object while it still reads from it. A rotation then depends on whether its group ever was without weight. The plain stage
 *   replaces these quaternions by copies.
 * - `goToFrame(frame, true)` on a playing group counts the weight twice in the next frame: once for the seek, once for the frame. The
 *   plain stage seeks without weight, which the next frame overwrites with the mixture.
 */
import { afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "../../../src/index.js";
import { CreateClip, GetClips, type ClipAnimationGroup, type EvaluationMode } from "../../../src/pure.js";
import { createModel } from "../../helpers/gltfAsset.js";
import { createRuler } from "../../helpers/rulerClip.js";
import { createRandom } from "../../helpers/random.js";
import { createScene, disposeScenes, importAsset, render, START_FIRST, withClips } from "../../helpers/scene.js";

afterEach(disposeScenes);
/** Whether groups can mix with the value from before all of them, as clips do. */
const inherits =
  (Animation as { InheritOriginalValueFromActiveAnimations?: boolean }).InheritOriginalValueFromActiveAnimations !== undefined;
beforeAll(() => void (Animation.InheritOriginalValueFromActiveAnimations = true));

type Kind = EvaluationMode | "group";

const turn = (x: number, y: number, z: number, angle: number): number[] =>
  Quaternion.RotationAxis(new Vector3(x, y, z).normalize(), angle).asArray();

/** Three animations, which share the rotation of the first node. */
const MODEL = createModel(2, [
  [
    { node: 0, path: "translation", times: [0, 2], values: [1, 2, 3, 4, 5, 6] },
    { node: 0, path: "rotation", times: [0, 2], values: [...turn(1, 0, 0, 0.3), ...turn(1, 1, 0, 1.5)] },
    { node: 1, path: "scale", times: [0, 2], values: [1, 1, 1, 2, 3, 4] },
  ],
  [
    { node: 0, path: "rotation", times: [0, 2], values: [...turn(0, 1, 0, 2), ...turn(0, 1, 1, -1)] },
    { node: 0, path: "translation", times: [0, 2], values: [-1, 0, 1, 5, 5, 5] },
    { node: 1, path: "translation", times: [0, 2], values: [2, 2, 2, 1, 1, 1] },
  ],
  [
    { node: 1, path: "rotation", times: [0, 2], values: [...turn(0, 0, 1, 1), ...turn(0, 0, 1, 2)] },
    { node: 0, path: "rotation", times: [0, 2], values: [...turn(0, 0, 1, -1), ...turn(1, 0, 1, 1)] },
  ],
]);

/** Seconds of a pass, which no number of frames reaches exactly, from wherever they are sought: clips cross a bound beyond it, groups at it. */
const END = 1.9907;

interface Stage {
  readonly kind: Kind;
  readonly scene: Scene;
  readonly nodes: readonly TransformNode[];
  readonly groups: readonly AnimationGroup[];
  /** The events since the last frame. */
  readonly told: string[];
}

async function createStage(kind: Kind): Promise<Stage> {
  const scene = createScene();
  const { animationGroups, transformNodes } = await importAsset(MODEL, scene);
  const nodes = ["n0", "n1"].map((name) => transformNodes.find((node) => node.name === name)!);
  const groups =
    kind === "group"
      ? animationGroups
      : animationGroups.map((group) => CreateClip(group.name, group, { end: END }, { evaluationMode: kind }));
  const told: string[] = [];
  groups.forEach((group, i) => {
    group.onAnimationEndObservable.add(({ target, animation }) => {
      told.push(`${i}: ${(target as TransformNode).name} ${animation.targetProperty} ends`);
    });
    group.onAnimationGroupEndObservable.add(() => void told.push(`${i} ends`));
    group.onAnimationGroupPlayObservable.add(() => void told.push(`${i} plays`));
    group.onAnimationGroupPauseObservable.add(() => void told.push(`${i} pauses`));
    (group as AnimationGroup & Pick<Partial<ClipAnimationGroup>, "onFinishObservable">).onFinishObservable?.add(
      () => void told.push(FINISHES),
    );
  });
  return { kind, scene, nodes, groups, told };
}

/** An event that only clips have. */
const FINISHES = "finishes";

function start({ kind, groups }: Stage, i: number, loop = true): void {
  groups[i]!.start(loop, 1, ...(kind === "group" ? [0, END * 60] : []));
}

/** Babylon mixes a pose that a playing group seeks by weight a second time, in the next frame. */
function seek({ groups }: Stage, i: number, frame: number, useWeight: boolean): void {
  const group = groups[i]!;
  group.goToFrame(frame, useWeight && !group.isPlaying);
}

/** Has a plain group mix rotations into objects of the nodes. */
function detachRotations({ kind, nodes }: Stage): void {
  if (kind === "group") {
    nodes.forEach((node) => (node.rotationQuaternion = node.rotationQuaternion!.clone()));
  }
}

interface Frame {
  readonly pose: readonly number[];
  readonly told: readonly string[];
}

type Act = (stage: Stage, frame: number) => void;

async function run(kind: Kind, act: Act, frames: number): Promise<Frame[]> {
  const stage = await createStage(kind);
  const { scene, nodes, told } = stage;
  return Array.from({ length: frames }, (_, frame) => {
    act(stage, frame);
    detachRotations(stage);
    render(scene, 1);
    detachRotations(stage);
    const pose = nodes.flatMap((node) => [...node.position.asArray(), ...node.rotationQuaternion!.asArray(), ...node.scaling.asArray()]);
    return { pose, told: told.splice(0) };
  });
}

/** Does the same on all stages, and compares their poses and events in each frame. */
async function expectAgreement(act: Act, frames = 40, modes: readonly EvaluationMode[] = ["babylon", "compiled", "auto"]): Promise<void> {
  const expected = await run("group", act, frames);
  const runs = await Promise.all(modes.map((mode) => run(mode, act, frames)));
  for (const [i, actual] of runs.entries()) {
    for (const [frame, { pose, told }] of actual.entries()) {
      const where = `mode ${modes[i]!}, frame ${frame}`;
      const inCommon = told.filter((event) => event !== FINISHES);
      const closeTo = expected[frame]!.pose.map((component) => expect.closeTo(component, 5) as unknown);
      expect([where, inCommon, told, pose]).toEqual([where, expected[frame]!.told, runs[0]![frame]!.told, closeTo]);
    }
  }
}

/** Acts by frame. */
function at(acts: Readonly<Record<number, (stage: Stage) => void>>): Act {
  return (stage, frame) => acts[frame]?.(stage);
}

function startAll(weights: readonly number[]): (stage: Stage) => void {
  return (stage) =>
    weights.forEach((weight, i) => {
      stage.groups[i]!.weight = weight;
      start(stage, i);
    });
}

describe("all modes agree with plain groups", () => {
  it.each<{ what: string; acts: Readonly<Record<number, (stage: Stage) => void>> }>([
    {
      what: "after reset() of one of two by weight",
      acts: { 0: startAll([0.4, 0.3]), 5: ({ groups }) => groups[1]!.reset() },
    },
    {
      what: "after reset() of three by weight",
      acts: { 0: startAll([0.4, 0.5, 0.3]), 5: ({ groups }) => groups[2]!.reset(), 9: ({ groups }) => groups[1]!.reset() },
    },
    {
      what: "after reset() without weight, playing and paused",
      acts: { 0: startAll([-1]), 5: ({ groups }) => groups[0]!.reset(), 9: ({ groups }) => groups[0]!.pause().reset() },
    },
    {
      what: "after reset() with an animation stopped",
      acts: { 0: startAll([-1]), 5: ({ scene, nodes }) => scene.stopAnimation(nodes[1]), 9: ({ groups }) => groups[0]!.reset() },
    },
    {
      what: "with a weight from mid-play on",
      acts: {
        0: startAll([-1, -1, -1]),
        5: ({ groups }) => [0.3, 0.2, 0.1].forEach((weight, i) => (groups[i]!.weight = weight)),
        10: ({ groups }) => [0.9, 0.8, 0.7].forEach((weight, i) => (groups[i]!.weight = weight)),
      },
    },
    {
      what: "with a weight of 0 from mid-play on",
      acts: { 0: startAll([-1]), 5: ({ groups }) => (groups[0]!.weight = 0) },
    },
    {
      what: "with a weight of 0 some frames after there was one",
      acts: { 0: startAll([-1]), 5: ({ groups }) => (groups[0]!.weight = 0.3), 9: ({ groups }) => (groups[0]!.weight = 0) },
    },
    {
      what: "when a clip by weight is sought by weight while it plays",
      acts: { 0: startAll([0.4, 0.3]), 5: (stage) => seek(stage, 0, 77, true), 9: (stage) => seek(stage, 1, 31, true) },
    },
    {
      what: "when it is sought by weight while it is paused",
      acts: { 0: startAll([0.4, 0.3]), 5: ({ groups }) => groups[0]!.pause(), 9: (stage) => seek(stage, 0, 77, true) },
    },
    {
      what: "when it is sought without weight",
      acts: { 0: startAll([0.4, 0.3]), 5: (stage) => seek(stage, 0, 77, false) },
    },
    {
      what: "when a clip is sought of which an animation is stopped",
      acts: { 0: startAll([-1]), 5: ({ scene, nodes }) => scene.stopAnimation(nodes[1]), 9: (stage) => seek(stage, 0, 77, false) },
    },
    {
      what: "on the order of events when a node is disposed",
      acts: { 0: (stage) => [1, 0, 2].forEach((i) => start(stage, i)), 5: ({ nodes }) => nodes[0]!.dispose() },
    },
    {
      what: "on the order of events when a node is disposed of which each animates something else",
      acts: {
        0: (stage) => start(stage, 0),
        3: ({ groups }) => groups[0]!.stop(),
        4: (stage) => [1, 0].forEach((i) => start(stage, i)),
        8: ({ nodes }) => nodes[1]!.dispose(),
      },
    },
    {
      what: "on the order of events when a node is disposed, by playOrder",
      acts: {
        0: ({ groups }) => (groups[0]!.playOrder = 1),
        1: (stage) => [0, 2, 1].forEach((i) => start(stage, i)),
        8: ({ nodes }) => nodes.forEach((node) => node.dispose()),
      },
    },
    {
      what: "on the order of events when all animations are stopped",
      acts: { 0: (stage) => [1, 0, 2].forEach((i) => start(stage, i)), 5: ({ scene }) => scene.stopAllAnimations() },
    },
    {
      what: "on the order of events when all animations are stopped, paused ones included",
      acts: {
        0: ({ groups }) => (groups[1]!.playOrder = 1),
        1: (stage) => [2, 1, 0].forEach((i) => start(stage, i)),
        5: ({ groups }) => groups[1]!.pause(),
        9: ({ scene }) => scene.stopAllAnimations(),
      },
    },
    {
      what: "on the order of events when they finish",
      acts: { 0: (stage) => [1, 0].forEach((i) => start(stage, i, false)), 5: (stage) => start(stage, 2, false) },
    },
  ])("$what", ({ acts }) => expectAgreement(at(acts), 140));

  const ACTS: readonly ((stage: Stage, i: number, random: number) => void)[] = [
    ({ groups }, i, random) => (groups[i]!.weight = [-1, 0.3, 0.6, 1][Math.floor(random * 4)]!),
    ({ groups }, i) => groups[i]!.isPlaying && groups[i]!.reset(), // a group that is paused goes on from where it was sought before
    (stage, i, random) => {
      const { isStarted, isPlaying } = stage.groups[i]!;
      if (isStarted) {
        seek(stage, i, Math.floor(random * 119), isPlaying && random < 0.5); // a clip that is paused keeps its place among others, a group comes first
      }
    },
    ({ groups }, i) => groups[i]!.pause(),
    ({ groups }, i) => groups[i]!.restart(),
    ({ groups }, i) => groups[i]!.stop(),
    // older Babylon.js mixes what starts late with the value that it finds
    ...(inherits ? [(stage: Stage, i: number, random: number) => start(stage, i, random < 0.5)] : []),
  ];

  it.each(Array.from({ length: 20 }, (_, seed) => seed))("after acts at random, seed %d", (seed) => {
    const random = createRandom(seed);
    const plan = Array.from({ length: 150 }, () =>
      random() < 0.3 ? { act: ACTS[Math.floor(random() * ACTS.length)]!, i: Math.floor(random() * 3), random: random() } : null,
    );
    const weights = [0, 1, 2].map(() => (random() < 0.3 ? -1 : random()));
    return expectAgreement((stage, frame) => {
      if (frame === 0) {
        startAll(weights)(stage);
      }
      const step = plan[frame];
      step?.act(stage, step.i, step.random);
    }, 150);
  });
});

describe("blending that is switched on in mid-play", () => {
  const blend = ({ groups: [group] }: Stage): void => {
    group!.enableBlending = true;
    group!.blendingSpeed = 0.1;
  };

  it.each([{ weight: -1 }, { weight: 0.4 }])("counts from the next start on, as with plain groups: weight $weight", ({ weight }) =>
    expectAgreement(
      at({
        0: startAll([weight]),
        5: blend,
        9: ({ groups: [group] }) => group!.animatables.forEach(({ onAnimationEndObservable }) => onAnimationEndObservable), // makes a compiled clip switch to Babylon's animatables
        15: ({ groups: [group] }) => group!.stop(),
        20: (stage) => start(stage, 0),
      }),
      40,
      ["babylon", "auto"],
    ),
  );

  it("does not affect groups that loading started, though their first frame is still to come", async () => {
    const scene = createScene();
    await importAsset(withClips(MODEL, [{ animations: [0], end: END }]), scene, { startMode: START_FIRST });
    const [clip] = GetClips(scene);
    const node = clip!.targetedAnimations[0]!.target as TransformNode;
    clip!.enableBlending = true;
    render(scene, 1);
    expect(node.position.asArray()).toEqual([1, 2, 3].map((value) => expect.closeTo(value, 1)));
    clip!.stop();
    clip!.start();
    node.position.setAll(9);
    render(scene, 1);
    expect(node.position.asArray()).toEqual([9, 9, 9]);
  });
});

it.each<readonly [EvaluationMode, EvaluationMode]>([
  ["auto", "auto"],
  ["babylon", "auto"],
  ["auto", "babylon"],
  ["babylon", "babylon"],
])("a clip of weight 0 leaves the last pose of a clip that is disposed, as Babylon's groups do: %s, %s", (mode, hiddenMode) => {
  const scene = createScene();
  const { node, group } = createRuler(scene);
  const shown = CreateClip("shown", group, {}, { evaluationMode: mode, weight: 0.5 }).play();
  const hidden = CreateClip("hidden", group, {}, { evaluationMode: hiddenMode, weight: 1 }).play();
  render(scene, 2);
  hidden.weight = 0;
  render(scene, 3);
  const half = 0.5 * shown.timestamp; // the other half is that at rest, 0
  expect([shown.timestamp > 0, hidden.isPlaying]).toEqual([true, true]);
  expect(node.position.x).toBeCloseTo(half, 6);
  shown.dispose();
  render(scene, 3);
  expect(node.position.x).toBeCloseTo(half, 6);
});
