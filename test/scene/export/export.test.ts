import { afterEach, describe, expect, it } from "@jest/globals";
import "../../../src/index.js";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationKeyInterpolation } from "@babylonjs/core/Animations/animationKey.js";
import { SineEase } from "@babylonjs/core/Animations/easing.js";
import type { IAnimatable } from "@babylonjs/core/Animations/animatable.interface.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { GLTFExporter } from "@babylonjs/serializers/glTF/2.0/glTFExporter.js";
import { GLTF2Export } from "@babylonjs/serializers/glTF/2.0/glTFSerializer.js";
import { OnAnimationsExportedObservable, RegisterAnimationExport, UnregisterAnimationExport } from "../../../src/serializer.js";
import { exportByBabylon, exportScene } from "../../helpers/exported.js";
import { evaluateAll } from "../../helpers/exportedPose.js";
import { createModel, createRuler } from "../../helpers/gltfAsset.js";
import { type Asset, type Json, readAccessor } from "../../helpers/gltfPose.js";
import { describeWithAssets, readAsset } from "../../helpers/assets.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, importAsset, render } from "../../helpers/scene.js";
import { compareStates, describeScene } from "../../helpers/sceneState.js";

afterEach(() => {
  UnregisterAnimationExport();
  disposeScenes();
});

interface Key {
  readonly frame: number;
  readonly value: unknown;
  readonly easingFunction?: SineEase;
  readonly inTangent?: number;
  readonly outTangent?: number;
}

function addAnimation(
  group: AnimationGroup,
  target: IAnimatable,
  property: string,
  type: number,
  keys: readonly Key[],
  fps = 60,
): Animation {
  const animation = new Animation(property, property, fps, type);
  animation.setKeys(keys as never, true);
  group.addTargetedAnimation(animation, target);
  return animation;
}

const FLOAT = Animation.ANIMATIONTYPE_FLOAT;

function valuesAt(asset: Asset, time: number, animation = 0): Json {
  return Object.fromEntries(evaluateAll(asset, asset.json["animations"][animation], time));
}

describe("registration", () => {
  it("without it, and after it is undone, Babylon exports animations itself", async () => {
    const scene = createScene();
    await importAsset(createRuler(), scene);
    const before = await exportByBabylon(scene);
    await exportScene(scene);
    expect(await exportByBabylon(scene)).toEqual(before);
  });

  it("registering twice is harmless, and replaces the options", async () => {
    const scene = createScene();
    await importAsset(createRuler(), scene);
    const { warnings } = await collectWarnings(async () => {
      RegisterAnimationExport({ groupsAsClips: false });
      RegisterAnimationExport({ groupsAsClips: true });
      UnregisterAnimationExport();
      UnregisterAnimationExport();
      return exportScene(scene, { groupsAsClips: true });
    });
    expect(warnings).toEqual([]);
  });

  it("another value of initialValues is an error", () => {
    expect(() => RegisterAnimationExport({ initialValues: "now" as never })).toThrow(
      `options.initialValues: ${ruleOf("oneOf", '"rest" or "current"', '"now"')}`,
    );
  });

  it("GLTFAsync writes the same animations", async () => {
    const scene = createScene();
    await importAsset(createRuler(), scene);
    RegisterAnimationExport({ groupsAsClips: true });
    const { files } = await GLTF2Export.GLTFAsync(scene, "scene", { exportWithoutWaitingForScene: true });
    const json = JSON.parse(files["scene.gltf"] as string) as Json;
    const bin = new Uint8Array(await (files["scene.bin"] as Blob).arrayBuffer());
    expect(valuesAt({ json, bin }, 2.5)).toEqual({ "/nodes/1/translation": [2.5, 0, 0] });
    expect(json["extensions"].KHR_animation_clip.clips).toHaveLength(1);
  });
});

describe("the report", () => {
  it("gives a warning where nobody observes it", async () => {
    const scene = createScene();
    new AnimationGroup("empty", scene);
    RegisterAnimationExport();
    const { warnings } = await collectWarnings(() => exportByBabylon(scene));
    expect(warnings).toEqual([
      "RegisterAnimationExport: not exported: 1 (empty: it has no animations); see OnAnimationsExportedObservable",
    ]);
  });

  it("an observer that throws does not fail the export", async () => {
    const scene = createScene();
    const observer = OnAnimationsExportedObservable.add(() => {
      throw new Error("observer");
    });
    RegisterAnimationExport();
    const errors: string[] = [];
    const log = Logger.Error;
    Logger.Error = (message) => void errors.push(String(message));
    await expect(exportByBabylon(scene)).resolves.toBeDefined();
    Logger.Error = log;
    OnAnimationsExportedObservable.remove(observer);
    expect(errors[0]).toContain("OnAnimationsExportedObservable: an observer threw: Error: observer");
  });

  it("shouldExportAnimation leaves animations out; a group that has no others is in the report", async () => {
    const scene = createScene();
    const { animationGroups } = await importAsset(createModel(1, [[{ node: 0, path: "scale", times: [0], values: [1, 1, 1] }]]), scene);
    expect(animationGroups).toHaveLength(1);
    const { report, json } = await exportScene(scene, {}, { shouldExportAnimation: () => false });
    expect(json["animations"]).toBeUndefined();
    const reason = "shouldExportAnimation leaves out all its animations";
    expect(report).toMatchObject({ channels: 0, leftOut: [{ group: animationGroups[0], target: null, reason }] });
  });

  it.each([
    ["matrices", Animation.ANIMATIONTYPE_MATRIX, "position", [], "glTF has no animation of matrices or sizes"],
    ["no keys", FLOAT, "position.x", [], "it has no keys"],
    ["times before 0", FLOAT, "position.x", [{ frame: -6, value: 1 }], "glTF has no times before 0"],
    ["unsorted keys", FLOAT, "position.x", [6, 3].map((frame) => ({ frame, value: frame })), "its keys are not in order"],
    ["infinite values", FLOAT, "position.x", [{ frame: 0, value: Infinity }], "it has values that are not finite"],
    ["another property", FLOAT, "opacity", [{ frame: 0, value: 1 }], "no property of glTF is opacity of a node"],
    ["a part of a rotation", FLOAT, "rotationQuaternion.x", [{ frame: 0, value: 1 }], "glTF animates rotations as a whole"],
  ] as const)("%s: left out, with the reason", async (_, type, property, keys, reason) => {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    node.rotationQuaternion = node.rotation.toQuaternion();
    const group = new AnimationGroup("group", scene);
    const animation = addAnimation(group, node, property, type, [{ frame: 0, value: 0 }]);
    animation.setKeys(keys as never, true);
    const { report } = await exportScene(scene);
    expect(report.leftOut).toEqual([{ group, target: node, reason }]);
  });
});

describe("keys", () => {
  /** What the file has at each time for a node that one property animates. */
  async function exportedValues(property: string, keys: readonly Key[], times: readonly number[], fps = 60): Promise<number[][]> {
    const scene = createScene({ rightHanded: true });
    const node = new TransformNode("node", scene);
    node.position.set(7, 8, 9);
    addAnimation(new AnimationGroup("group", scene), node, property, FLOAT, keys, fps);
    const exported = await exportScene(scene);
    expect(exported.report.leftOut).toEqual([]);
    return times.map((time) => Object.values(valuesAt(exported, time))[0] as number[]);
  }

  const timesOf = ({ json, bin }: Asset): readonly number[] => readAccessor({ json, bin }, json["animations"][0].samplers[0].input);

  async function exportedTimes(property: string, keys: readonly Key[]): Promise<readonly number[]> {
    const scene = createScene({ rightHanded: true });
    addAnimation(new AnimationGroup("group", scene), new TransformNode("node", scene), property, FLOAT, keys);
    return timesOf(await exportScene(scene));
  }

  function expectApart(times: readonly number[]): void {
    const gap = 1e-6 * Math.max(1, times.at(-1)!);
    times.slice(1).forEach((time, i) => expect(time - times[i]!).toBeGreaterThanOrEqual(gap));
  }

  it("a component is joined with the other components at rest", async () => {
    const keys = [
      { frame: 0, value: 1 },
      { frame: 30, value: 3 },
    ];
    expect(await exportedValues("position.y", keys, [0, 0.5, 1], 30)).toEqual([
      [7, 1, 9],
      [7, 2, 9],
      [7, 3, 9],
    ]);
  });

  it("a start leaves the keys of a file alone, although Babylon puts one at frame 0", async () => {
    const scene = createScene({ rightHanded: true });
    const node = new TransformNode("node", scene);
    const group = new AnimationGroup("group", scene);
    const keys = [15, 30, 60].map((frame, i) => ({
      ...{ frame, value: new Vector3(i, 2 * i, 1) },
      ...{ inTangent: new Vector3(0.1, 0, 0), outTangent: new Vector3(0, 0.2, 0) },
    }));
    addAnimation(group, node, "position", Animation.ANIMATIONTYPE_VECTOR3, keys as never);
    const read = async (): Promise<Json> => {
      const { json, bin } = await exportScene(scene);
      const [{ input, output, interpolation }] = json["animations"][0].samplers as [Json];
      return { interpolation, times: readAccessor({ json, bin }, input), values: readAccessor({ json, bin }, output) };
    };
    const before = await read();
    expect([before["interpolation"], before["times"]]).toEqual(["CUBICSPLINE", [0.25, 0.5, 1]]);
    group.play();
    render(scene, 3);
    group.stop();
    expect(group.targetedAnimations[0]!.animation.getKeys()).toHaveLength(4);
    node.position.setAll(0);
    expect(await read()).toEqual(before);
  });

  it("two keys at the same frame are a jump", async () => {
    const keys = [0, 30, 30, 60].map((frame, i) => ({ frame, value: i }));
    const values = await exportedValues("position.x", keys, [0.25, 0.75]);
    expect(values[0]![0]).toBeCloseTo(0.5, 6);
    expect(values[1]![0]).toBeCloseTo(2.5, 6);
  });

  it.each<[what: string, property: string, values: readonly number[]]>([
    ["a jump", "position.x", [0, 1, 2, 3]],
    ["a jump of half a turn", "rotation.y", [0, 0.25, Math.PI, 3]],
  ])("keys at the same frame become keys that are a microsecond and a millionth of the length apart: %s", async (_, property, values) => {
    for (const end of [60, 60_000]) {
      const times = await exportedTimes(
        property,
        [0, 30, 30, end].map((frame, i) => ({ frame, value: values[i]! })),
      );
      expect(times).toHaveLength(4);
      expectApart(times);
    }
  });

  it("components that step beside others hold until a microsecond before, and all keys are apart", async () => {
    const scene = createScene({ rightHanded: true });
    const node = new TransformNode("node", scene);
    const group = new AnimationGroup("group", scene);
    addAnimation(group, node, "position.x", FLOAT, [{ frame: 0, value: 0 }, { frame: 60, value: 6 }]); // oxfmt-ignore
    const steps = [0, 30.000001].map((frame, i) => ({ frame, value: i, interpolation: AnimationKeyInterpolation.STEP }));
    addAnimation(group, node, "position.y", FLOAT, steps);
    const lines = [0, 29.999999, 30, 60].map((frame, i) => ({ frame, value: i > 1 ? 1 : 0 }));
    addAnimation(group, node, "position.z", FLOAT, lines);
    const exported = await exportScene(scene);
    expectApart(timesOf(exported));
    const [before, after] = [0.499995, 0.500005].map((time) => Object.values(valuesAt(exported, time))[0] as unknown);
    expect(before).toEqual([expect.closeTo(3, 4), 0, 0]);
    expect(after).toEqual([expect.closeTo(3, 4), 1, 1]);
  });

  it("easing is sampled", async () => {
    const keys = [
      { frame: 0, value: 0, easingFunction: new SineEase() },
      { frame: 60, value: 1 },
    ];
    const values = await exportedValues("position.x", keys, [0.25, 0.5, 0.75]);
    // SineEase eases in: 1 - sin(90 degrees x (1 - t))
    const expected = [0.25, 0.5, 0.75].map((t) => 1 - Math.sin((Math.PI / 2) * (1 - t)));
    values.forEach(([x], i) => expect(x).toBeCloseTo(expected[i]!, 4));
  });

  it("one Euler angle becomes a rotation that turns evenly, by more than half a turn, too", async () => {
    const keys = [
      { frame: 0, value: 0 },
      { frame: 60, value: 2 * Math.PI },
    ];
    for (const [x, y, z, w] of await exportedValues("rotation.y", keys, [0.1, 0.4, 0.8])) {
      expect(x).toBeCloseTo(0, 6);
      expect(z).toBeCloseTo(0, 6);
      expect(Math.hypot(y!, w!)).toBeCloseTo(1, 6);
    }
    const [first, second] = await exportedValues("rotation.y", keys, [0.1, 0.8]);
    expect(2 * Math.atan2(first![1]!, first![3]!)).toBeCloseTo(0.2 * Math.PI, 6);
    expect(Math.abs(2 * Math.atan2(second![1]!, second![3]!))).toBeCloseTo(1.6 * Math.PI, 6);
  });

  it("splines and straight lines of one property are joined without loss", async () => {
    const scene = createScene({ rightHanded: true });
    const node = new TransformNode("node", scene);
    const group = new AnimationGroup("group", scene);
    addAnimation(group, node, "position.x", FLOAT, [
      { frame: 0, value: 0, outTangent: 0.2 },
      { frame: 60, value: 1, inTangent: -0.1 },
    ]);
    addAnimation(group, node, "position.y", FLOAT, [
      { frame: 0, value: 0 },
      { frame: 20, value: 1 },
      { frame: 60, value: 0 },
    ]);
    const exported = await exportScene(scene);
    group.start();
    group.pause();
    for (const time of [0.1, 0.25, 0.5, 0.9]) {
      group.goToFrame(time * 60);
      const [x, y] = valuesAt(exported, time)["/nodes/1/translation"] as [number, number];
      expect(x).toBeCloseTo(node.position.x, 5);
      expect(y).toBeCloseTo(node.position.y, 5);
    }
  });
});

describe("two animations of one property in one group", () => {
  const keys = (...values: number[]): Key[] => values.map((value, i) => ({ frame: 60 * i, value }));
  const vectors = (...values: number[]): Key[] => values.map((value, i) => ({ frame: 60 * i, value: new Vector3(value, value, value) }));
  const VECTOR = Animation.ANIMATIONTYPE_VECTOR3;

  type Entry = readonly [property: string, type: number, keys: readonly Key[]];

  async function exportTwo(...entries: readonly Entry[]) {
    const scene = createScene({ rightHanded: true });
    const node = new TransformNode("node", scene);
    const group = new AnimationGroup("group", scene);
    entries.forEach((entry) => addAnimation(group, node, ...entry));
    const exported = await exportScene(scene);
    group.start();
    group.pause();
    group.goToFrame(30);
    const value = valuesAt(exported, 0.5)["/nodes/1/translation"] as number[];
    expect(value).toEqual(node.position.asArray());
    return { group, node, report: exported.report };
  }

  it.each<[title: string, first: Entry, second: Entry]>([
    ["the later one counts", ["position", VECTOR, vectors(0, 1)], ["position", VECTOR, vectors(4, 8)]],
    ["the whole counts, not a part before", ["position.y", FLOAT, keys(4, 8)], ["position", VECTOR, vectors(0, 1)]],
    ["the whole counts, not a part behind", ["position", VECTOR, vectors(0, 1)], ["position.y", FLOAT, keys(4, 8)]],
  ])("%s, as in Babylon; the other one is in the report", async (_, first, second) => {
    const { group, node, report } = await exportTwo(first, second);
    expect(report.leftOut).toEqual([{ group, target: node, reason: "another animation of the group replaces its values" }]);
  });
});

describe("animations in no group", () => {
  const keys = [
    { frame: 0, value: 0 },
    { frame: 60, value: 1 },
  ];

  function attach(scene: Scene): TransformNode {
    const node = new TransformNode("node", scene);
    const animation = new Animation("sway", "position.x", 60, FLOAT);
    animation.setKeys(keys);
    node.animations.push(animation);
    return node;
  }

  it("are exported from a scene without groups", async () => {
    const scene = createScene({ rightHanded: true });
    attach(scene);
    const { json } = await exportScene(scene);
    expect(json["animations"]).toMatchObject([{ name: "sway", channels: [{ target: { path: "translation" } }] }]);
  });

  it("are exported from a scene with groups while they run", async () => {
    const scene = createScene({ rightHanded: true });
    await importAsset(createRuler(), scene);
    const node = attach(scene);
    expect((await exportScene(scene)).json["animations"]).toHaveLength(1);
    scene.beginAnimation(node, 0, 60, true);
    expect((await exportScene(scene)).json["animations"]).toHaveLength(2);
  });
});

describe("values that the file states", () => {
  async function played(): Promise<Scene> {
    const scene = createScene({ rightHanded: true });
    const { animationGroups } = await importAsset(createRuler(), scene);
    animationGroups[0]!.start(true);
    render(scene, 10);
    return scene;
  }

  const stated = ({ json }: Asset): unknown => (json["nodes"] as Json[]).find(({ name }) => name === "n0")!["translation"];

  it("are those at rest", async () => {
    expect(stated(await exportScene(await played()))).toEqual([0, 0, 0]);
  });

  it("are the current ones with initialValues: current", async () => {
    const [x] = stated(await exportScene(await played(), { initialValues: "current" })) as number[];
    expect(x).toBeGreaterThan(0.1);
  });
});

describeWithAssets("the scene is the same after the export", () => {
  const names = ["pointer-AnimateAllTheThings-blender24.glb", "trs-blender-cs_rotate.glb"];

  async function stateAround(scene: Scene, run: () => Promise<unknown>): Promise<void> {
    scene.animationGroups.forEach((group) => group.start(true));
    render(scene, 5);
    scene.animationGroups.forEach((group) => group.pause());
    const before = describeScene(scene);
    const keys = (): string =>
      JSON.stringify(scene.animationGroups.flatMap((group) => group.targetedAnimations.map(({ animation }) => animation.getKeys())));
    const keysBefore = keys();
    await run();
    expect(compareStates(describeScene(scene), before)).toEqual([]);
    expect(keys()).toBe(keysBefore);
  }

  it.each(names)("%s", async (name) => {
    const scene = createScene();
    await importAsset(readAsset(name), scene);
    await stateAround(scene, () => exportScene(scene));
  });

  it.each(names)("%s, when the export fails", async (name) => {
    const scene = createScene();
    await importAsset(readAsset(name), scene);
    GLTFExporter.RegisterExtension("TEST_fail", () => ({
      name: "TEST_fail",
      enabled: true,
      required: false,
      wasUsed: false,
      dispose: () => undefined,
      preGenerateBinaryAsync: () => Promise.reject(new Error("disk full")),
    }));
    await stateAround(scene, () => expect(exportScene(scene)).rejects.toThrow("disk full"));
    GLTFExporter.UnregisterExtension("TEST_fail");
  });
});
