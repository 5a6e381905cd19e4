import { afterEach, describe, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Bone } from "@babylonjs/core/Bones/bone.js";
import { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { plainGroupsOfFiles } from "../../../src/scene/host/index.js";
import {
  BlendByParameter,
  ClipAnimationGroup,
  CreateClip,
  CrossFade,
  GetClip,
  GetClips,
  LoadClipLibraryAsync,
  MaskBelow,
  RegisterCompiledGroups,
  RequireClip,
  SaveClipState,
  SetUpdateRate,
} from "../../../src/index.js";
import { createModel } from "../../helpers/gltfAsset.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, importAsset, withClips } from "../../helpers/scene.js";

afterEach(() => {
  RegisterCompiledGroups({ files: "chosen" }); // as the main entry does
  disposeScenes();
});

/** A group of 3.4 seconds. */
const ramp = (scene: Scene, target = { x: 0 }): AnimationGroup =>
  createGroup(scene, [target, createAnimation("x", { frames: [0, 204], values: [0, 1] })]);

/** Settings and options as scripts may pass them. */
const untyped = (members: object): never => members as never;

const warningsOf = async (run: () => unknown): Promise<string[]> => (await collectWarnings(async () => void (await run()))).warnings;

describe("times that were meant in frames or milliseconds", () => {
  it("frames: the range of a clip lies beyond the animation", async () => {
    const group = ramp(createScene());
    const warning = "walk: ends at 75 s, but the animation ends at 3.4 s, where the pose holds; times are in seconds";
    expect(await warningsOf(() => CreateClip("walk", group, { start: 30, end: 75 }))).toEqual([warning]);
  });

  it("frames: settings that are assigned", async () => {
    const clip = CreateClip("run", ramp(createScene()), { end: 1 });
    const warning = "run: begins at 30 s, but the animation ends at 3.4 s, where the pose holds; times are in seconds";
    expect(await warningsOf(() => (clip.settings = { start: 30 }))).toEqual([warning]);
    expect(await warningsOf(() => (clip.settings = { start: 30 }))).toEqual([]);
  });

  it("a range up to the last key, in rounded seconds, is none", async () => {
    const group = ramp(createScene());
    expect(await warningsOf(() => CreateClip("walk", group, { start: 3.3, end: 3.40001 }))).toEqual([]);
  });

  it("milliseconds: a fade", async () => {
    const scene = createScene();
    const target = { x: 0 };
    const [a, b] = [CreateClip("a", ramp(scene, target), { end: 1 }), CreateClip("b", ramp(scene, target), { end: 1 })];
    const warning = `CrossFade: seconds: ${ruleOf("seconds", 300)}; 300 milliseconds are 0.3`;
    expect(await warningsOf(() => CrossFade(a, b, 300))).toEqual([warning]);
    expect(await warningsOf(() => CrossFade(b, a, 0.5))).toEqual([]);
  });

  it("poses a second: an update rate", async () => {
    const scene = createScene();
    const clip = CreateClip("a", ramp(scene), { end: 1 });
    expect(await warningsOf(() => SetUpdateRate(scene, 30))).toEqual([
      `SetUpdateRate: rate: ${ruleOf("seconds", 30)}; 30 times a second are 0.033`,
    ]);
    expect(await warningsOf(() => (clip.updateInterval = 15))).toEqual([
      `updateInterval: value: ${ruleOf("seconds", 15)}; 15 times a second are 0.067`,
    ]);
    expect(await warningsOf(() => SetUpdateRate(scene, Infinity))).toEqual([]);
  });
});

describe("members that a function does not know", () => {
  it("settings: what was meant, or what to use instead", async () => {
    const group = ramp(createScene());
    const settings = untyped({ start: 0, ednd: 3, loop: true, weight: 1, colour: 2 });
    expect(await warningsOf(() => CreateClip("walk", group, settings))).toEqual([
      `clip: settings.ednd: ${ruleOf("hasNoEffect", 3)}; did you mean end?`,
      `clip: settings.loop: ${ruleOf("hasNoEffect", "true")}; use repetitions: -1 for endless, 1 for once`,
      `clip: settings.weight: ${ruleOf("hasNoEffect", 1)}; use the options, which have weight`,
      `clip: settings.colour: ${ruleOf("hasNoEffect", 2)}; the members are start, end, offset, speed, repetitions, reverse`,
    ]);
  });

  it("settings that are assigned, once for all clips", async () => {
    const scene = createScene();
    const clips = [1, 2].map((i) => CreateClip(`clip ${i}`, ramp(scene), { end: 1 }));
    const warning = `clip: settings.sped: ${ruleOf("hasNoEffect", 2)}; did you mean speed?`;
    expect(await warningsOf(() => clips.forEach((clip) => (clip.settings = untyped({ end: 1, sped: 2 }))))).toEqual([warning]);
  });

  it("options", async () => {
    const scene = createScene();
    const target = { x: 0 };
    const [a, b] = [CreateClip("a", ramp(scene, target), { end: 1 }), CreateClip("b", ramp(scene, target), { end: 1 })];
    expect(await warningsOf(() => CreateClip("c", ramp(scene), {}, untyped({ wieght: 1, speed: 2 })))).toEqual([
      `clip: options.wieght: ${ruleOf("hasNoEffect", 1)}; did you mean weight?`,
      `clip: options.speed: ${ruleOf("hasNoEffect", 2)}; use the settings, which have speed`,
    ]);
    expect(await warningsOf(() => CrossFade(a, b, 0.3, untyped({ keepSteps: true })))).toEqual([
      `CrossFade: options.keepSteps: ${ruleOf("hasNoEffect", "true")}; did you mean keepStep?`,
    ]);
    a.stop();
    b.stop();
    expect(await warningsOf(() => BlendByParameter([{ clip: a, at: 1, wait: 2 } as never]))).toEqual([
      `BlendByParameter: points/0.wait: ${ruleOf("hasNoEffect", 2)}; did you mean at?`,
    ]);
    expect(await warningsOf(() => RegisterCompiledGroups(untyped({ file: "all" })))).toEqual([
      `RegisterCompiledGroups: options.file: ${ruleOf("hasNoEffect", '"all"')}; did you mean files?`,
    ]);
    const library = LoadClipLibraryAsync(new TextEncoder().encode('{"asset":{"version":"2.0"}}'), scene, untyped({ rooturl: "" }));
    expect(await warningsOf(() => library)).toEqual([
      `LoadClipLibraryAsync: options.rooturl: ${ruleOf("hasNoEffect", '""')}; did you mean rootUrl?`,
    ]);
  });

  it("settings in place of the argument of play", async () => {
    const clip = CreateClip("a", ramp(createScene()), { end: 1 });
    expect(await warningsOf(() => clip.play(untyped({ speed: 2 })))).toEqual([`play: loop: ${ruleOf("loopNotSettings", '{"speed":2}')}`]);
  });

  it("settings of a clip are known to the next one", async () => {
    const scene = createScene();
    const clip = CreateClip("a", ramp(scene), { end: 1, speed: 2 });
    expect(await warningsOf(() => CreateClip("b", ramp(scene), clip.settings).clone())).toEqual([]);
    expect(await warningsOf(() => new ClipAnimationGroup("c", scene, { settings: clip.settings, weight: 1 }))).toEqual([]);
  });
});

describe("groups that cannot play any more", () => {
  it("a clip of a disposed group says so", async () => {
    const group = ramp(createScene());
    group.dispose();
    expect(await warningsOf(() => CreateClip("walk", group))).toEqual(["walk: its groups are disposed, so that the clip shows nothing"]);
  });

  it("a clip of a disposed clip is refused", () => {
    const clip = CreateClip("run", ramp(createScene()), { end: 1 });
    clip.dispose();
    expect(() => CreateClip("walk", clip)).toThrow(new RangeError(`source: ${ruleOf("notDisposed", "run")}`));
  });

  it("a clip of a group without animations says so", async () => {
    const group = createGroup(createScene());
    expect(await warningsOf(() => CreateClip("empty", group))).toEqual([
      "empty: its groups have no animations, so that the clip shows nothing",
    ]);
  });

  it("a disposed clip says so when it is played, once", async () => {
    const scene = createScene();
    const clip = CreateClip("gone", ramp(scene), { end: 1 });
    clip.onAnimationGroupEndObservable.add(() => clip.play());
    clip.play();
    expect(await warningsOf(() => clip.dispose())).toEqual([]);
    expect(await warningsOf(() => clip.play().start())).toEqual(["gone: is disposed, and does not play"]);
    expect(clip.isPlaying).toBe(false);
  });
});

describe("a clone whose converter finds no target", () => {
  it("lacks the channel, says so, and plays the others", async () => {
    const scene = createScene();
    const [lost, kept] = [{ x: 0 }, { x: 0 }];
    const clip = CreateClip("walk", [ramp(scene, lost), ramp(scene, kept)], { end: 1 });
    const find = (target: unknown): unknown => (target === lost ? null : target);
    const warning = `walk: targetConverter: ${ruleOf("targetOfCopy", "none for 1 of 2 channels, which the clone lacks")}`;
    expect(await warningsOf(() => expect(clip.clone("copy", find).play().targetedAnimations).toHaveLength(1))).toEqual([warning]);
  });
});

describe("names", () => {
  it("several clips of one name: the first one, with a warning", async () => {
    const scene = createScene();
    const [first] = [1, 2].map(() => CreateClip("mixamo.com", ramp(scene), { end: 1 }));
    const warning = 'GetClip: 2 clips have the name "mixamo.com"; the first is used; GetClips has all';
    expect(await warningsOf(() => expect(GetClip(scene, "mixamo.com")).toBe(first))).toEqual([warning]);
    expect(await warningsOf(() => RequireClip(scene, "mixamo.com"))).toEqual([]);
  });

  it("the name of an animation group, and groups in place of clips, lead to CreateClip", () => {
    const scene = createScene();
    const group = ramp(scene);
    expect(() => RequireClip(scene, group.name)).toThrow(
      `name: ${ruleOf("nameOfClipButNone", `"${group.name}"`)}; it is the name of an animation group, of which CreateClip makes a clip`,
    );
    expect(() => CrossFade(untyped(group), untyped(group), 1)).toThrow(
      new TypeError(`from: ${ruleOf("clipAnimationGroup", '"[AnimationGroup]"')}; CreateClip makes a clip of an animation group`),
    );
  });
});

describe("a forgotten await", () => {
  it("is named where the result of loading is expected", () => {
    const result = importAsset(createModel(2, []), createScene());
    const shown = "(got a Promise, which needs await)";
    expect(() => RequireClip(untyped(result), "walk")).toThrow(new TypeError(`owner: ${ruleOf("animationGroupsMember")} ${shown}`));
    expect(() => MaskBelow(untyped(result), "Spine")).toThrow(shown);
    expect(() => CreateClip("walk", untyped(result))).toThrow(shown);
    return result;
  });
});

describe("groups of another copy of a package", () => {
  const NEXT_STEP = "load each package once: as modules or as a script, and from one address";
  /** A group as another copy of this package makes it: with the members of a compiled group, and another class. */
  const foreignGroup = (scene: Scene): AnimationGroup => Object.defineProperty(ramp(scene), "isPoseSkipped", { get: () => false });

  it("are refused with the reason", () => {
    const scene = createScene();
    const ours = foreignGroup(scene);
    expect(() => CrossFade(untyped(ours), untyped(ours), 1)).toThrow(
      `from: ${ruleOf("clipAnimationGroup", '"[AnimationGroup]"')}; it was made by another copy of babylon-gltf-animation: ${NEXT_STEP}`,
    );
    const ofOtherCore = { getClassName: () => "AnimationGroup" };
    expect(() => CreateClip("walk", untyped(ofOtherCore))).toThrow(`; it was made by another copy of @babylonjs/core: ${NEXT_STEP}`);
  });

  it("are told once where they would be passed over", async () => {
    const scene = createScene();
    const { name } = foreignGroup(scene);
    const warning = (caller: string): string =>
      `${caller}: ${name}: is not reached, because another copy of babylon-gltf-animation made it; ${NEXT_STEP}`;
    expect(await warningsOf(() => SaveClipState(scene))).toEqual([warning("GetClips")]);
    expect(await warningsOf(() => SetUpdateRate(scene, 0.1))).toEqual([warning("SetUpdateRate")]);
    expect(await warningsOf(() => [SetUpdateRate(scene, null), GetClips(scene)])).toEqual([]);
  });
});

describe("RegisterCompiledGroups after files were loaded", () => {
  const ASSET = createModel(2, [[{ node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, 4, 0, 0] }]]);

  it("counts the animation groups that stay as they are, once", async () => {
    await importAsset(ASSET, createScene());
    await importAsset(ASSET, createScene());
    const warning = "RegisterCompiledGroups: 2 animation groups were loaded before, and stay as they are; call it before files are loaded";
    expect(await warningsOf(() => RegisterCompiledGroups({ files: "chosen" }))).toEqual([]);
    expect(await warningsOf(() => RegisterCompiledGroups())).toEqual([warning]);
    expect(await warningsOf(() => RegisterCompiledGroups())).toEqual([]);
  });

  it("says nothing of compiled groups, and of groups made in code", async () => {
    RegisterCompiledGroups();
    const scene = createScene();
    ramp(scene);
    await importAsset(ASSET, scene);
    expect(plainGroupsOfFiles()).toEqual([]);
  });

  it("refuses any other value with its rule", () => {
    expect(() => RegisterCompiledGroups(untyped({ files: 10n }))).toThrow(new TypeError(`files: ${ruleOf("allOrChosen", '"10"')}`));
  });
});

describe("loader options that an extension does not know", () => {
  it("are named", async () => {
    const asset = withClips(createModel(2, [[{ node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, 4, 0, 0] }]]), [
      { animations: [0], end: 1 },
    ]);
    const loader = { extensionOptions: { KHR_animation_clip: untyped({ openend: "infinity" }) } };
    expect(await warningsOf(() => importAsset(asset, createScene(), { loader }))).toEqual([
      `KHR_animation_clip: options.openend: ${ruleOf("hasNoEffect", '"infinity"')}; did you mean openEnd?`,
    ]);
  });
});

describe("SetUpdateRate of a mesh whose joints are elsewhere", () => {
  it("says so; the root of the character is right", async () => {
    const scene = createScene();
    const [root, joint] = [new TransformNode("root", scene), new TransformNode("joint", scene)];
    const mesh = new Mesh("fox", scene);
    joint.parent = mesh.parent = root;
    mesh.skeleton = new Skeleton("skeleton", "skeleton", scene);
    new Bone("bone", mesh.skeleton).linkTransformNode(joint);
    expect(await warningsOf(() => SetUpdateRate(mesh, 0.1))).toEqual([`SetUpdateRate: target: ${ruleOf("aboveJoints", "fox")}`]);
    expect(await warningsOf(() => SetUpdateRate(root, 0.1))).toEqual([]);
  });
});
