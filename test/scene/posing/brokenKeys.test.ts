/**
 * Keys that glTF does not allow: times or values that are not finite, times out of order, all equal, or before 0. Clips never throw in a
 * frame, and write nothing that is not finite; playable channels show the values of the accessors.
 */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "../../../src/index.js";
import { ApplyRestPose, CreateClip, GetClips, GetRestPose, type ClipAnimationGroup, type EvaluationMode } from "../../../src/pure.js";
import { evaluateChannel, type Asset } from "../../helpers/gltfPose.js";
import { createModel, type TestChannel } from "../../helpers/gltfAsset.js";
import { collectWarnings, createScene, disposeScenes, importAsset, render, withClips } from "../../helpers/scene.js";

afterEach(disposeScenes);

type InterpolationName = "STEP" | "LINEAR" | "CUBICSPLINE";
const INTERPOLATIONS: readonly InterpolationName[] = ["STEP", "LINEAR", "CUBICSPLINE"];
const MODES: readonly EvaluationMode[] = ["auto", "babylon"];
const WEIGHTS = [-1, 0.5];

/** What the second node shows before anything plays. */
const BEFORE = [7, 8, 9];

/** A translation with a key of three components for each time, between tangents where there are any. */
function translation(node: number, interpolation: InterpolationName, times: readonly number[]): TestChannel {
  const value = (key: number): number[] => [key * key + 1, 3 - 2 * key, key];
  const values = times.flatMap((_, key) => (interpolation === "CUBICSPLINE" ? [-1, 0.5, key, ...value(key), 0.25, 1, -key] : value(key)));
  return { node, path: "translation", times, values, interpolation };
}

/** The same channel with a number replaced. */
function broken(channel: TestChannel, member: "times" | "values", index: number, by: number): TestChannel {
  const numbers = [...channel[member]];
  numbers[index] = by;
  return { ...channel, [member]: numbers };
}

interface Stage {
  readonly asset: Asset;
  readonly scene: Scene;
  readonly group: AnimationGroup;
  readonly nodes: readonly TransformNode[];
}

async function load(...channels: readonly TestChannel[]): Promise<Stage> {
  const asset = createModel(2, [channels]);
  const scene = createScene({ rightHanded: true });
  const { animationGroups } = await importAsset(asset, scene);
  const nodes = ["n0", "n1"].map((name) => scene.getTransformNodeByName(name)!);
  nodes[1]!.position.fromArray(BEFORE);
  return { asset, scene, group: animationGroups[0]!, nodes };
}

function expectedAt({ json, bin }: Asset, channel: number, time: number): number[] {
  const animation = json["animations"][0];
  return evaluateChannel({ json, bin }, animation, animation.channels[channel], time)!.value;
}

function expectClose(actual: readonly number[], expected: readonly number[]): void {
  expect(actual).toEqual(expected.map((component) => expect.closeTo(component, 5)));
}

/** Does to a clip all that may pose it. */
function exercise(clip: ClipAnimationGroup, scene: Scene, look: () => void): void {
  clip.play();
  look();
  for (let frame = 0; frame < 40; frame++) {
    render(scene, 1);
    look();
  }
  for (const timestamp of [0, 0.3, 1, 5, -1]) {
    clip.timestamp = timestamp;
    look();
    clip.goToFrame(timestamp * 60, true);
    render(scene, 1);
    look();
  }
  clip.pause();
  clip.restart();
  clip.reset();
  render(scene, 1);
  clip.stop();
  look();
}

interface Fault {
  readonly what: string;
  readonly member: "times" | "values";
  readonly index: number;
  readonly by: number;
}

/** Faults of a channel of three keys. */
function faultsOf(interpolation: InterpolationName): readonly Fault[] {
  const width = interpolation === "CUBICSPLINE" ? 9 : 3;
  const value = interpolation === "CUBICSPLINE" ? 3 : 0;
  return [
    { what: "NaN as the first time", member: "times", index: 0, by: NaN },
    { what: "NaN as a time between", member: "times", index: 1, by: NaN },
    { what: "NaN as the last time", member: "times", index: 2, by: NaN },
    { what: "-Infinity as the first time", member: "times", index: 0, by: -Infinity },
    { what: "Infinity as the last time", member: "times", index: 2, by: Infinity },
    { what: "NaN as a value", member: "values", index: width + value + 1, by: NaN },
    { what: "Infinity as the last value", member: "values", index: 2 * width + value, by: Infinity },
    ...(interpolation === "CUBICSPLINE"
      ? ([
          { what: "NaN as an in-tangent", member: "values", index: width, by: NaN },
          { what: "Infinity as an out-tangent", member: "values", index: 8, by: Infinity },
        ] as const)
      : []),
  ];
}

const FAULTS = INTERPOLATIONS.flatMap((interpolation) =>
  faultsOf(interpolation).flatMap((fault) =>
    MODES.flatMap((evaluation) => WEIGHTS.map((weight) => ({ interpolation, ...fault, evaluation, weight }))),
  ),
);

describe("times and values that are not finite", () => {
  it.each(FAULTS)("$interpolation, $what, $evaluation, weight $weight", async (row) => {
    const { interpolation, member, index, by, evaluation, weight } = row;
    const faulty = broken(translation(1, interpolation, [0.1, 0.4, 0.9]), member, index, by);
    const { result, warnings } = await collectWarnings(async () => {
      const stage = await load(translation(0, interpolation, [0.2, 0.5, 0.8]), faulty);
      const { asset, scene, group, nodes } = stage;
      const clip = CreateClip("clip", group, { end: 1.2 }, { evaluationMode: evaluation });
      clip.weight = weight;
      exercise(clip, scene, () => {
        expect(nodes[0]!.position.asArray().every(Number.isFinite)).toBe(true);
        expect(nodes[1]!.position.asArray()).toEqual(BEFORE);
      });
      clip.weight = -1;
      for (const time of [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.2]) {
        clip.timestamp = time;
        expectClose(nodes[0]!.position.asArray(), expectedAt(asset, 0, time));
        const pose = clip.sample(time);
        expectClose([...pose.values], expectedAt(asset, 0, time));
      }
      ApplyRestPose({ animationGroups: [group] });
      return nodes.map((node) => node.position.asArray());
    });
    expect(result).toEqual([[0, 0, 0], BEFORE]);
    const isOfLength = (warning: string): boolean => warning.startsWith("clip: ends at 1.2 s, but the animation ends at ");
    expect(warnings.filter((warning) => !isOfLength(warning))).toEqual([
      expect.stringMatching(/must be finite numbers \(got -?(NaN|Infinity)/),
    ]);
  });

  it.each(MODES)("tangents that glTF does not use may have any value: %s", async (evaluation) => {
    const spline = translation(1, "CUBICSPLINE", [0.2, 0.5, 0.8]);
    const odd = broken(broken(spline, "values", 1, NaN), "values", 2 * 9 + 7, -Infinity);
    const { warnings } = await collectWarnings(async () => {
      const { asset, scene, group, nodes } = await load(translation(0, "LINEAR", [0, 1]), odd);
      const clip = CreateClip("clip", group, { end: 1 }, { evaluationMode: evaluation });
      for (const time of [0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 1]) {
        clip.timestamp = time;
        expectClose(nodes[1]!.position.asArray(), expectedAt(asset, 1, time));
        clip.play();
        render(scene, 1);
        expectClose(nodes[1]!.position.asArray(), expectedAt(asset, 1, time));
        clip.stop();
      }
    });
    expect(warnings).toEqual([]);
  });

  it.each(FAULTS.filter(({ weight, evaluation }) => weight === -1 && evaluation === "auto"))(
    "do not make the end of a clip: $interpolation, $what",
    async ({ interpolation, member, index, by }) => {
      const faulty = broken(translation(1, interpolation, [0.1, 0.4, 0.9]), member, index, by);
      const asset = createModel(2, [[translation(0, "LINEAR", [0, 0.5, 0.75]), faulty]]);
      const scene = createScene();
      const { result } = await collectWarnings(async () => {
        const options = { clipOptions: { openEnd: "lastKeyframe" } } as const;
        const [clip] = GetClips(await importAsset(withClips(asset, [{ animations: [0] }]), scene, options));
        clip!.start(true, -1);
        render(scene, 3);
        return clip!;
      });
      expect(Number.isFinite(result.timestamp)).toBe(true);
      const { end } = result.settings;
      expect(Math.min(Math.abs(end - 0.75), Math.abs(end - 0.9))).toBeLessThan(1e-6);
    },
  );

  it("a clip without a valid channel runs, and poses nothing", async () => {
    await collectWarnings(async () => {
      const { scene, group, nodes } = await load(broken(translation(1, "CUBICSPLINE", [0, 1]), "times", 0, NaN));
      const clip = CreateClip("clip", group, { end: 1 });
      exercise(clip, scene, () => expect(nodes[1]!.position.asArray()).toEqual(BEFORE));
      expect(clip.sample(0.5).values).toHaveLength(0);
    });
  });

  it("a long name is shortened in messages", async () => {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    const group = new AnimationGroup("group", scene);
    const animation = new Animation(`a\n${"b".repeat(10_000)}`, "position", 60, Animation.ANIMATIONTYPE_VECTOR3);
    animation.setKeys([
      { frame: 0, value: new Vector3(1, 2, 3) },
      { frame: 60, value: new Vector3(1, NaN, 3) },
    ]);
    group.addTargetedAnimation(animation, node);
    const { warnings } = await collectWarnings(() => {
      const clip = CreateClip("clip", group, { end: 1 });
      clip.play();
      render(scene, 3);
      return Promise.resolve();
    });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]!.length).toBeLessThan(300);
    expect(warnings[0]).not.toContain("\n");
  });
});

interface Oddity {
  readonly what: string;
  readonly times: readonly number[];
  /** Whether glTF, read to the letter, defines the values that are shown, in either mode. */
  readonly isDefined: boolean;
}

const ODDITIES: readonly Oddity[] = [
  { what: "one key", times: [0.4], isDefined: true },
  { what: "times before 0", times: [-1.8, -0.9, 0.3, 0.8], isDefined: true },
  { what: "times before 0 only", times: [-1.8, -0.9], isDefined: true },
  { what: "one key before 0", times: [-0.5], isDefined: true },
  { what: "times all equal", times: [0.4, 0.4, 0.4], isDefined: false },
  { what: "decreasing times", times: [0.9, 0.5, 0.1], isDefined: false },
  { what: "decreasing times before 0", times: [-0.1, -0.5, -0.9], isDefined: false },
  { what: "times up and down", times: [0, 0.7, 0.3, 1], isDefined: false },
];
const ROWS = ODDITIES.flatMap((oddity) =>
  INTERPOLATIONS.flatMap((interpolation) =>
    MODES.flatMap((evaluation) => WEIGHTS.map((weight) => ({ ...oddity, interpolation, evaluation, weight }))),
  ),
);
/** Before, at, between and after keys; before 0 as well. */
const TIMES = [-2, -1.8, -1.2, -0.9, -0.3, 0, 0.1, 0.3, 0.4, 0.5, 0.8, 1, 3];

describe("times that glTF does not allow, or that are few", () => {
  it.each(ROWS)("$interpolation, $what, $evaluation, weight $weight", async ({ times, isDefined, interpolation, evaluation, weight }) => {
    const { asset, scene, group, nodes } = await load(translation(0, "LINEAR", [0, 1]), translation(1, interpolation, times));
    const clip = CreateClip("clip", group, { start: -2, end: 1.2 }, { evaluationMode: evaluation });
    clip.weight = weight;
    exercise(clip, scene, () => nodes.forEach((node) => expect(node.position.asArray().every(Number.isFinite)).toBe(true)));
    clip.weight = -1;
    for (const time of isDefined ? TIMES : []) {
      clip.timestamp = time;
      expectClose(nodes[1]!.position.asArray(), expectedAt(asset, 1, time));
      clip.play();
      clip.pause();
      clip.goToFrame(time * 60, true);
      expectClose(nodes[1]!.position.asArray(), expectedAt(asset, 1, time));
      clip.stop();
    }
  });
});

describe("the key that Babylon puts at frame 0, where keys begin before it", () => {
  it.each(INTERPOLATIONS)("%s: the clip stays compiled, and shows the file's values", async (interpolation) => {
    const { asset, scene, group, nodes } = await load(translation(1, interpolation, [-1.8, -0.9, 0.3, 0.8]));
    group.start(true);
    render(scene, 5);
    group.stop();
    const clip = CreateClip("clip", group, { start: -2, end: 1.2 });
    for (const evaluation of ["compiled", "babylon", "compiled", "auto"] as const) {
      clip.evaluationMode = evaluation;
      clip.play();
      clip.pause();
      expect(clip.evaluation.by).toBe(evaluation === "babylon" ? "babylon" : "compiled");
      for (const time of TIMES) {
        clip.goToFrame(time * 60, true);
        expectClose(nodes[1]!.position.asArray(), expectedAt(asset, 0, time));
        expectClose([...clip.sample(time).values], expectedAt(asset, 0, time));
      }
      clip.stop();
    }
  });

  it.each(MODES)("a clip in mode %s that plays meanwhile goes on", async (evaluation) => {
    const { asset, scene, group, nodes } = await load(translation(1, "LINEAR", [-1.8, -0.9, 0.3, 0.8]));
    const clip = CreateClip("clip", group, { end: 1.2 }, { evaluationMode: evaluation });
    clip.start();
    render(scene, 3);
    group.start(true);
    render(scene, 80);
    group.stop();
    render(scene, 1);
    expectClose(nodes[1]!.position.asArray(), expectedAt(asset, 0, clip.timestamp));
    clip.stop();
    expect(clip.evaluation.by).toBe(evaluation === "auto" ? "compiled" : "babylon");
  });

  it("the asset still comes to rest", async () => {
    const { scene, group, nodes } = await load(translation(1, "LINEAR", [-1.8, -0.9, 0.3, 0.8]));
    const clip = CreateClip("clip", group, { end: 1.2 }, { evaluationMode: "babylon" });
    clip.play();
    render(scene, 5);
    clip.stop();
    group.start(true);
    render(scene, 5);
    group.stop();
    const { warnings } = await collectWarnings(() => {
      ApplyRestPose(scene);
      return Promise.resolve();
    });
    expect(nodes[1]!.position.asArray()).toEqual(BEFORE);
    expect(warnings).toEqual([]);
  });
});

describe("a rest pose without the animations that cannot be compiled", () => {
  it("is reported once per group, in short", async () => {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    const group = new AnimationGroup(`g\n${"g".repeat(10_000)}`, scene);
    const animation = new Animation("a".repeat(10_000), "position", 60, Animation.ANIMATIONTYPE_VECTOR3);
    animation.setKeys([60, 30, 45].map((frame) => ({ frame, value: new Vector3(frame, 0, 0) })));
    group.addTargetedAnimation(animation, node);
    const { result, warnings } = await collectWarnings(() => {
      ApplyRestPose(scene);
      return Promise.resolve([GetRestPose(scene), GetRestPose({ animationGroups: [group] })]);
    });
    expect(result.map(({ properties }) => properties)).toEqual([[], []]);
    expect(warnings).toEqual([expect.stringContaining("has keys that are not in order")]);
    expect(warnings[0]!.length).toBeLessThan(500);
    expect(warnings[0]).not.toContain("\n");
  });
});
