import { afterEach, describe, expect, it } from "@jest/globals";
import { CreateClip, GetClips, type ClipAnimationGroup } from "../../../src/index.js";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { exportScene, type Exported } from "../../helpers/exported.js";
import { animationBytes, evaluateAll } from "../../helpers/exportedPose.js";
import { addTimes, addTriangle, createAsset, createModel, type TestChannel } from "../../helpers/gltfAsset.js";
import { keyDataOf } from "../../../src/scene/keys/keyData.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes, importAsset, loadContainer, withClips } from "../../helpers/scene.js";
import { coreErrors } from "../../helpers/validator.js";

afterEach(disposeScenes);

const MOVE: TestChannel = { node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, 1, 2, 3] };

/** Two nodes; the animations 0 and 1 move one each, animation 2 both. */
const MODEL = createModel(2, [
  [MOVE],
  [{ node: 1, path: "scale", times: [0, 2], values: [1, 1, 1, 2, 3, 4] }],
  [
    { node: 0, path: "rotation", times: [0, 1, 2], values: [0, 0, 0, 1, 0, 0.6, 0, 0.8, 1, 0, 0, 0] },
    { node: 1, path: "translation", times: [0.5, 1.5], values: [5, 0, 0, 6, 0, 0] },
  ],
]);

const CLIPS: readonly Json[] = [
  { name: "both", animations: [0, 1], start: 0.25, end: 0.75, offset: 0.125, speed: -2, repetitions: 3, reverse: true },
  { name: "first", animations: [0] },
  { name: "second", animations: [1], end: 2, extras: { loudness: 3 }, extensions: { VENDOR_mood: { mood: "calm" } }, priority: 7 },
  { name: "first", animations: [2], start: 1, end: 1.5, repetitions: 0 },
];

const ASSET = withClips(MODEL, CLIPS as never);

function clipsOf({ json }: Asset): Json[] {
  return (json["extensions"]?.KHR_animation_clip?.clips ?? []) as Json[];
}

/** The values that each clip of an asset animates at a time, by the names of nodes. */
function valuesOf(asset: Asset, time: number): Json[] {
  return clipsOf(asset).map(({ animations }) => {
    const values: Json = {};
    for (const index of animations as number[]) {
      for (const [pointer, value] of evaluateAll(asset, asset.json["animations"][index], time)) {
        const [, , node, path] = pointer.split("/");
        values[`${asset.json["nodes"][Number(node)].name} ${path}`] = value.map((each) => Math.round(each * 1e6) / 1e6);
      }
    }
    return values;
  });
}

const TIMES = [0, 0.3, 0.5, 0.9, 1.25, 1.9, 3];

function expectSameClips(exported: Asset, asset: Asset): void {
  const without = (clip: Json): Json => ({ ...clip, animations: undefined });
  expect(clipsOf(exported).map(without)).toEqual(clipsOf(asset).map(without));
  TIMES.forEach((time) => expect(valuesOf(exported, time)).toEqual(valuesOf(asset, time)));
}

const plainGroups = (scene: Scene): AnimationGroup[] => scene.animationGroups.filter((group) => !GetClips(scene).includes(group as never));

async function reload(exported: Exported): Promise<readonly ClipAnimationGroup[]> {
  const scene = createScene();
  await importAsset(exported, scene);
  return GetClips(scene);
}

it("clips keep their names, order, settings, further members and animations", async () => {
  const scene = createScene();
  await importAsset(ASSET, scene);
  const exported = await exportScene(scene);
  expect(clipsOf(exported)).toEqual(CLIPS);
  expectSameClips(exported, ASSET);
  expect(exported.json["extensionsUsed"]).toEqual(["KHR_animation_clip"]);
  expect(exported.report).toMatchObject({ clips: 4, channels: 4, leftOut: [], scene });
  const clips = await reload(exported);
  expect(clips.map(({ name }) => name)).toEqual(["both", "first", "second", "first"]);
  expect(clips.map(({ settings }) => settings)).toEqual(GetClips(scene).map(({ settings }) => settings));
});

it.each([
  { start: 0.34, end: 0.69, offset: 0.35 },
  { start: 0.79, end: 1.14, offset: 0.35, speed: -0.1 },
  { start: 0.1, end: 0.3, offset: 0.2, speed: 1 / 3 },
])("settings keep their last bit: $start, $end, $offset", async (settings) => {
  const scene = createScene();
  await importAsset(withClips(MODEL, [{ animations: [0], ...settings }] as never), scene);
  expect(GetClips(scene)[0]!.settings).toMatchObject(settings);
  const exported = await exportScene(scene);
  expect(clipsOf(exported)[0]).toMatchObject(settings);
  expect((await reload(exported))[0]!.settings).toEqual(GetClips(scene)[0]!.settings);
});

it("clips keep their channels after their groups were disposed of, each channel written once", async () => {
  const scene = createScene();
  await importAsset(ASSET, scene);
  plainGroups(scene).forEach((group) => group.dispose());
  const exported = await exportScene(scene);
  expect(exported.json["animations"]).toHaveLength(3);
  expectSameClips(exported, ASSET);
  expect(exported.report).toMatchObject({ clips: 4, channels: 4 });
  expect(animationBytes(exported)).toBeLessThanOrEqual(animationBytes(ASSET));
});

it("clips of two instances of a container keep to their instance, and share the data", async () => {
  const scene = createScene();
  const container = await loadContainer(ASSET, scene);
  const names = ["a", "b"].map((name) => container.instantiateModelsToScene((node) => `${node} ${name}`, false).animationGroups.length);
  expect(names).toEqual([7, 7]);
  const exported = await exportScene(scene);
  expect(clipsOf(exported).map(({ name }) => name as string)).toEqual(
    ["a", "b"].flatMap((name) => CLIPS.map((clip) => `${clip["name"]} ${name}`)),
  );
  for (const [i, name] of ["a", "b"].entries()) {
    const own = valuesOf(exported, 0.9).slice(4 * i, 4 * i + 4);
    const expected = valuesOf(ASSET, 0.9).map((values) =>
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key.replace(" ", ` ${name} `), value])),
    );
    expect(own).toEqual(expected);
  }
  expect(animationBytes(exported)).toBeLessThanOrEqual(animationBytes(ASSET));
});

it("a clip made in code refers to its groups, and one without some of its channels gets an animation of its own", async () => {
  const scene = createScene();
  const { animationGroups } = await importAsset(MODEL, scene);
  CreateClip("two", [animationGroups[2]!, animationGroups[0]!], { start: 0.5, end: 1, speed: 3 });
  const part = CreateClip("part", animationGroups[2]!);
  part.removeTargetedAnimation(part.targetedAnimations[0]!.animation);
  const exported = await exportScene(scene);
  expect(clipsOf(exported)).toEqual([
    { name: "two", animations: [2, 0], start: 0.5, end: 1, speed: 3 },
    { name: "part", animations: [3] },
  ]);
  expect(exported.json["animations"][3]).toMatchObject({ name: "part", channels: [{ target: { path: "translation" } }] });
});

it("a clip without channels that can be exported is left out, with the reason", async () => {
  const scene = createScene();
  const { animationGroups } = await importAsset(MODEL, scene);
  const clip = CreateClip("nothing", animationGroups[0]!);
  clip.removeTargetedAnimation(clip.targetedAnimations[0]!.animation);
  const { report, json } = await exportScene(scene);
  expect(report.leftOut).toEqual([{ group: clip, target: null, reason: "it animates nothing that is exported" }]);
  expect(json["extensions"]).toBeUndefined();
});

describe("groupsAsClips", () => {
  async function clipOf(change: (group: AnimationGroup) => void): Promise<Json | undefined> {
    const scene = createScene();
    const { animationGroups } = await importAsset(MODEL, scene);
    change(animationGroups[1]!);
    return clipsOf(await exportScene(scene, { groupsAsClips: true })).find(({ name }) => name === "animation 1");
  }

  it("a plain group becomes a clip that plays its range once", async () => {
    expect(await clipOf(() => undefined)).toEqual({ name: "animation 1", animations: [1], end: 2, repetitions: 1 });
  });

  it("from, to, speedRatio and loopAnimation are its settings", async () => {
    const clip = await clipOf((group) => Object.assign(group, { from: 30, to: 90, speedRatio: 2, loopAnimation: true }));
    expect(clip).toEqual({ name: "animation 1", animations: [1], start: 0.5, end: 1.5, speed: 2 });
  });

  it("backwards, it begins at its end", async () => {
    const clip = await clipOf((group) => Object.assign(group, { speedRatio: -1 }));
    expect(clip).toEqual({ name: "animation 1", animations: [1], end: 2, offset: 2, speed: -1, repetitions: 1 });
  });

  it("a group whose settings no clip can have is left out of the clips, with the reason", async () => {
    const scene = createScene();
    const { animationGroups } = await importAsset(createModel(1, [[MOVE]]), scene);
    animationGroups[0]!.speedRatio = NaN;
    const { report, json } = await exportScene(scene, { groupsAsClips: true });
    const reason = `speed: ${ruleOf("finiteNumber", "NaN")}`;
    expect(report).toMatchObject({ clips: 0, channels: 1, leftOut: [{ group: animationGroups[0], target: null, reason }] });
    expect(json["animations"]).toHaveLength(1);
  });

  it.each([
    ["backwards, looping", { speedRatio: -2, loopAnimation: true }, { end: 2, offset: 2, speed: -2 }],
    ["a range backwards", { from: 30, to: 90, speedRatio: -1 }, { start: 0.5, end: 1.5, offset: 1, speed: -1, repetitions: 1 }],
    ["from the end to the beginning", { from: 90, to: 30 }, { start: 0.5, end: 1.5, offset: 1, speed: -1, repetitions: 1 }],
    ["once", { loopAnimation: false }, { end: 2, repetitions: 1 }],
    ["looping", { loopAnimation: true }, { end: 2 }],
  ])("%s", async (_, members, expected) => {
    expect(await clipOf((group) => Object.assign(group, members))).toEqual({ name: "animation 1", animations: [1], ...expected });
  });

  it.each([
    { from: 30, to: 90, speedRatio: -2, loopAnimation: true },
    { from: 30, to: 90, speedRatio: -2, loopAnimation: false },
    { from: 90, to: 30, speedRatio: 2, loopAnimation: true },
    { from: 90, to: 30, speedRatio: -2, loopAnimation: true },
    { from: 30, to: 90, speedRatio: 2, loopAnimation: false },
  ])("the clip shows what Babylon shows for the group: %p", async (members) => {
    const scene = createScene();
    const { animationGroups } = await importAsset(MODEL, scene);
    const group = Object.assign(animationGroups[1]!, members);
    const again = createScene();
    await importAsset(await exportScene(scene, { groupsAsClips: true }), again);
    group.play(group.loopAnimation);
    GetClips(again)
      .find(({ name }) => name === group.name)!
      .play();
    for (let frame = 0; frame < 50; frame++) {
      const [expected, actual] = [scene, again].map((each) => {
        each.render();
        return each.getTransformNodeByName("n1")!.scaling.asArray();
      });
      expect(actual).toEqual(expected!.map((component) => expect.closeTo(component, 5)));
    }
  });

  it("a group without animations is in the report once", async () => {
    const scene = createScene();
    const group = new AnimationGroup("empty", scene);
    const { report } = await exportScene(scene, { groupsAsClips: true });
    expect(report.leftOut).toEqual([{ group, target: null, reason: "it has no animations" }]);
  });

  it("a group of animations with different frame rates is no clip, because its range is of different times", async () => {
    const scene = createScene();
    const { animationGroups } = await importAsset(MODEL, scene);
    const [group] = animationGroups;
    const half = new Animation("half", "scaling", 30, Animation.ANIMATIONTYPE_VECTOR3);
    half.setKeys([
      { frame: 0, value: Vector3.One() },
      { frame: 60, value: Vector3.Zero() },
    ]);
    group!.addTargetedAnimation(half, scene.getTransformNodeByName("n1"));
    const { report, json } = await exportScene(scene, { groupsAsClips: true });
    const reason = "its animations have different frame rates, so that it has no range in seconds";
    expect(report.leftOut).toEqual([{ group, target: null, reason }]);
    expect(clipsOf({ json } as Asset).map(({ name }) => name as string)).toEqual(["animation 1", "animation 2"]);
    expect(json["animations"]).toHaveLength(3);
  });

  it("a group that a clip consists of does not become one", async () => {
    const scene = createScene();
    const { animationGroups } = await importAsset(MODEL, scene);
    CreateClip("walk", animationGroups[1]!);
    const exported = await exportScene(scene, { groupsAsClips: true });
    expect(clipsOf(exported).map(({ name }) => name as string)).toEqual(["walk", "animation 0", "animation 2"]);
  });
});

it("an export makes no keys of animations whose data was loaded", async () => {
  const scene = createScene();
  await importAsset(ASSET, scene, { clipOptions: { keys: "onDemand" } });
  const animations = GetClips(scene).flatMap((clip) => clip.targetedAnimations.map(({ animation }) => animation));
  expect(animations.map(keyDataOf)).not.toContain(null);
  await exportScene(scene);
  expect(animations.map(keyDataOf)).not.toContain(null);
});

it.each([false, true])("extras of animations stay with their animations (groupsAsClips: %p)", async (groupsAsClips) => {
  const { json, bin } = createModel(1, [[MOVE]]);
  json["animations"][0].extras = { mood: { tempo: 120 } };
  const scene = createScene();
  await importAsset({ json, bin }, scene);
  const exported = await exportScene(scene, { groupsAsClips });
  expect(exported.json["animations"][0].extras).toEqual({ mood: { tempo: 120 } });
  expect(clipsOf(exported)).toEqual(groupsAsClips ? [{ name: "animation 0", animations: [0], end: 1, repetitions: 1 }] : []);
});

describe("keys that Babylon adds so that all animations of a group are equally long", () => {
  const WEIGHTS = createWaves();

  /** Two morph targets with splines that begin late and end early, beside a node that moves for longer. */
  function createWaves(): Asset {
    return createAsset((add) => {
      const attributes = addTriangle(add);
      const [splines, line] = [addTimes(add, [1, 2]), addTimes(add, [0, 4])];
      const tangents = [3, -3, 0, 1, 3, -3, 3, -3, 1, 0, 3, -3];
      return {
        nodes: [{ name: "n0", mesh: 0 }, { name: "n1" }],
        meshes: [{ primitives: [{ attributes, targets: [attributes, attributes] }], weights: [0, 0] }],
        animations: [
          {
            name: "waves",
            samplers: [
              { input: splines, output: add("SCALAR", tangents), interpolation: "CUBICSPLINE" },
              { input: line, output: add("VEC3", [0, 0, 0, 4, 0, 0]) },
            ],
            channels: [
              { sampler: 0, target: { node: 0, path: "weights" } },
              { sampler: 1, target: { node: 1, path: "translation" } },
            ],
          },
        ],
      };
    });
  }

  const valuesAt = (asset: Asset, time: number): number[][] =>
    [...evaluateAll(asset, asset.json["animations"][0], time).values()].map((value) => value.map((each) => Math.round(each * 1e6) / 1e6));

  async function load(): Promise<Scene> {
    const scene = createScene({ rightHanded: true });
    await importAsset(withClips(WEIGHTS, [{ animations: [0] }]), scene);
    return scene;
  }

  it.each([
    ["as loaded", () => undefined],
    [
      "once somebody has read the keys",
      (group: AnimationGroup) => group.targetedAnimations.forEach(({ animation }) => animation.getKeys()),
    ],
  ] as const)("are not exported, %s", async (_, read) => {
    const scene = await load();
    read(plainGroups(scene)[0]!);
    const exported = await exportScene(scene);
    [0, 0.5, 1, 1.5, 2, 3, 4].forEach((time) => expect(valuesAt(exported, time)).toEqual(valuesAt(WEIGHTS, time)));
    expect(animationBytes(exported)).toBe(animationBytes(WEIGHTS));
  });

  it("a group that the application has made longer keeps its length", async () => {
    const scene = await load();
    plainGroups(scene)[0]!.normalize(0, 600);
    const exported = await exportScene(scene);
    const inputs = (exported.json["animations"][0].samplers as Json[]).map(
      ({ input }) => exported.json["accessors"][input].max[0] as number,
    );
    expect(Math.max(...inputs)).toBe(10);
    expect(valuesAt(exported, 10)).toEqual(valuesAt(WEIGHTS, 4));
  });
});

it("a spline with one key is written as a line, because glTF demands two keys of a spline", async () => {
  const spline: TestChannel = { ...MOVE, times: [0.5], values: [0, 0, 0, 1, 2, 3, 0, 0, 0], interpolation: "CUBICSPLINE" };
  const scene = createScene({ rightHanded: true });
  await importAsset(withClips(createModel(1, [[spline]]), [{ animations: [0] }]), scene);
  const exported = await exportScene(scene);
  expect(await coreErrors(exported.glb)).toEqual([]);
  expect(evaluateAll(exported, exported.json["animations"][0], 0.5)).toEqual(new Map([["/nodes/1/translation", [1, 2, 3]]]));
});
