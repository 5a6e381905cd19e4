/**
 * Random use of animation groups, the same for plain groups and for compiled groups: poses, events and states of every frame agree.
 *
 * What differs on purpose (docs/behavior.md, "Compiled groups") is left out: loop events, seeks by weight, weights of 0, masks, and the reset of a
 * group that is paused.
 */
import { afterEach, beforeAll, expect, it } from "@jest/globals";
import fc from "fast-check";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CompiledAnimationGroup } from "../../src/index.js";
import { createModel } from "../helpers/gltfAsset.js";
import { createScene, disposeScenes, loadContainer, render } from "../helpers/scene.js";

afterEach(disposeScenes);
/** Groups mix with the value from before all of them, as clips and compiled groups do. */
beforeAll(() => void (Animation.InheritOriginalValueFromActiveAnimations = true));

const turn = (x: number, y: number, angle: number): number[] =>
  Quaternion.RotationAxis(new Vector3(x, y, 0.3).normalize(), angle).asArray();

/** Three animations of two nodes, which share channels. No frame meets the end of a pass exactly. */
const MODEL = createModel(2, [
  [
    { node: 0, path: "translation", times: [0, 0.5, 0.953], values: [1, 2, 3, 4, 5, 6, 1, 0, 1] },
    { node: 0, path: "rotation", times: [0, 0.953], values: [...turn(1, 0, 0.3), ...turn(1, 1, 1.5)] },
    { node: 1, path: "scale", times: [0, 0.3, 0.953], values: [1, 1, 1, 2, 3, 4, 3, 3, 3], interpolation: "STEP" },
  ],
  [
    { node: 0, path: "rotation", times: [0, 0.71], values: [...turn(0, 1, 2), ...turn(0, 1, -1)] },
    {
      ...{ node: 1, path: "translation", times: [0, 0.71], interpolation: "CUBICSPLINE" },
      values: [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 2, 3, 0, 0, 0],
    },
  ],
  [{ node: 1, path: "translation", times: [0, 0.41], values: [2, 2, 2, 1, 1, 1] }],
]);

type Command = { readonly frame: number; readonly group: number } & (
  | {
      readonly do: "start";
      readonly loop: boolean;
      readonly speed: number;
      readonly range: readonly [number, number] | null;
    }
  | { readonly do: "play"; readonly loop: boolean | undefined }
  | { readonly do: "pause" | "stop" | "reset" | "restart" }
  | { readonly do: "seek" | "speedRatio" | "weight" | "playOrder" | "blendingSpeed" | "timeScale"; readonly value: number }
  | { readonly do: "loopAnimation" | "isAdditive" | "enableBlending"; readonly is: boolean }
);

interface Stage {
  readonly scene: Scene;
  readonly nodes: readonly TransformNode[];
  readonly groups: readonly AnimationGroup[];
  readonly told: string[];
}

async function createStage(enabled: boolean): Promise<Stage> {
  const scene = createScene();
  const container = await loadContainer(MODEL, scene, { loader: { extensionOptions: { compiledGroups: { enabled } } } });
  container.addAllToScene();
  const groups = container.animationGroups;
  const nodes = ["n0", "n1"].map((name) => container.transformNodes.find((node) => node.name === name)!);
  expect(groups.map((group) => group instanceof CompiledAnimationGroup)).toEqual([enabled, enabled, enabled]);
  const told: string[] = [];
  groups.forEach((group, i) => {
    group.onAnimationEndObservable.add(({ target, animation }) => {
      told.push(`${i}: ${(target as TransformNode).name} ${animation.targetProperty} ends`);
    });
    group.onAnimationGroupEndObservable.add(() => void told.push(`${i} ends`));
    group.onAnimationGroupPlayObservable.add(() => void told.push(`${i} plays`));
    group.onAnimationGroupPauseObservable.add(() => void told.push(`${i} pauses`));
  });
  return { scene, nodes, groups, told };
}

function act({ scene, groups }: Stage, command: Command): void {
  const group = groups[command.group]!;
  if (command.do === "reset" && group.isStarted && !group.isPlaying) {
    return; // a plain group that was sought while it was paused goes on from there, in spite of the reset
  }
  switch (command.do) {
    case "start":
      return void group.start(command.loop, command.speed, command.range?.[0], command.range?.[1]);
    case "play":
      return void group.play(command.loop);
    case "pause":
    case "stop":
    case "reset":
    case "restart":
      return void group[command.do]();
    case "seek":
      return void group.goToFrame(command.value * group.to);
    case "timeScale":
      return void (scene.animationTimeScale = 0.1 + 2 * command.value);
    case "speedRatio":
      return void (group.speedRatio = 3 * command.value - 1);
    case "weight":
      return void (group.weight = [-1, 0.3, 0.8, 1][Math.floor(4 * command.value)]!);
    case "playOrder":
      return void (group.playOrder = Math.round(3 * command.value));
    case "blendingSpeed":
      return void (group.blendingSpeed = command.value / 2);
    default:
      group[command.do] = command.is;
  }
}

/** Has Babylon mix rotations into objects of the nodes, not into its own working objects. */
function detachRotations({ nodes }: Stage): void {
  nodes.forEach((node) => (node.rotationQuaternion = node.rotationQuaternion?.clone() ?? null));
}

function stateOf({ nodes, groups, told }: Stage): { readonly pose: readonly number[]; readonly rest: unknown } {
  return {
    pose: nodes.flatMap((node) => [...node.position.asArray(), ...(node.rotationQuaternion?.asArray() ?? []), ...node.scaling.asArray()]),
    rest: [
      told.splice(0),
      groups.map(({ isPlaying, isStarted, from, to, weight, speedRatio, loopAnimation, isAdditive }) => {
        return { isPlaying: isPlaying === true, isStarted: isStarted === true, from, to, weight, speedRatio, loopAnimation, isAdditive };
      }),
    ],
  };
}

const FRAMES = 70;

const share = fc.integer({ min: 0, max: 99 }).map((value) => value / 100);
const place = { frame: fc.integer({ min: 0, max: FRAMES - 10 }), group: fc.integer({ min: 0, max: 2 }) };
const commands: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    ...place,
    do: fc.constant("start" as const),
    loop: fc.boolean(),
    speed: fc.constantFrom(1, 0.5, 2.3, -1, -0.7),
    range: fc.constantFrom(null, null, [5, 20] as const, [3.5, 17.25] as const),
  }),
  fc.record({ ...place, do: fc.constant("play" as const), loop: fc.constantFrom(undefined, true, false) }),
  fc.record({
    ...place,
    do: fc.constantFrom("pause" as const, "stop" as const, "reset" as const, "restart" as const),
  }),
  fc.record({
    ...place,
    do: fc.constantFrom(...(["seek", "speedRatio", "weight", "playOrder", "blendingSpeed", "timeScale"] as const)),
    value: share,
  }),
  fc.record({ ...place, do: fc.constantFrom(...(["loopAnimation", "isAdditive", "enableBlending"] as const)), is: fc.boolean() }),
);

async function run(isCompiled: boolean, plan: readonly Command[]): Promise<ReturnType<typeof stateOf>[]> {
  const stage = await createStage(isCompiled);
  const states = [];
  for (let frame = 0; frame < FRAMES; frame++) {
    plan.filter((command) => command.frame === frame).forEach((command) => act(stage, command));
    if (!isCompiled) {
      detachRotations(stage);
    }
    render(stage.scene, 1);
    if (!isCompiled) {
      detachRotations(stage);
    }
    states.push(stateOf(stage));
  }
  stage.scene.dispose();
  return states;
}

it("compiled groups do what plain groups do", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(commands, { minLength: 1, maxLength: 12, size: "max" }), async (plan) => {
      const [expected, actual] = [await run(false, plan), await run(true, plan)];
      expected.forEach(({ pose, rest }, frame) => {
        expect([frame, actual[frame]!.rest]).toEqual([frame, rest]);
        expect([frame, actual[frame]!.pose]).toEqual([frame, pose.map((value) => expect.closeTo(value, 4) as unknown)]);
      });
    }),
    { seed: 3, numRuns: 150 },
  );
}, 60_000);
