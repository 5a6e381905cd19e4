import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { AppendSceneAsync, SceneLoader } from "@babylonjs/core/Loading/sceneLoader.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { registerGLTFExtension, unregisterGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import { packGlb } from "../../../scripts/glb.mjs";
import {
  type ClipAnimationGroup,
  type ClipSettings,
  CreateClip,
  GetClips,
  RegisterKHR_animation_clip,
  RegisterKHR_animation_controller,
} from "../../../src/pure.js";
import { heapInUse } from "../../helpers/garbage.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { createModel, createRuler } from "../../helpers/gltfAsset.js";
import { ruleOf } from "../../helpers/rules.js";
import {
  collectWarnings,
  createScene,
  disposeScenes,
  FRAME,
  importAsset,
  loadContainer,
  render,
  START_ALL,
  START_FIRST,
  START_NONE,
  untilLoaderDisposed,
  withClips,
} from "../../helpers/scene.js";

beforeEach(() => {
  RegisterKHR_animation_clip();
  RegisterKHR_animation_controller();
});

afterEach(disposeScenes);

function unregister(): void {
  unregisterGLTFExtension("KHR_animation_clip");
  unregisterGLTFExtension("KHR_animation_controller");
}

const WALK = { animations: [0], name: "walk", start: 1, end: 2 };
const RUN = { animations: [0], name: "run", start: 3, end: 4, speed: 2 };
const DOOR: Json = { animation: 0, name: "door", start: 6, end: 5, timestamp: 6, direction: -0.5, counter: 2, bounce: true };

const ASSET = withClips(createRuler(), [WALK, RUN], [DOOR]);

/** As a .gltf file whose buffer is in it. */
function asText({ json, bin }: Asset): string {
  const uri = `data:application/octet-stream;base64,${Buffer.from(bin).toString("base64")}`;
  return JSON.stringify({ ...json, buffers: [{ ...json["buffers"][0], uri }] });
}

const SETTINGS: ClipSettings = { start: 0, end: Infinity, offset: 0, speed: 1, repetitions: -1, reverse: false };

describe("every way of loading", () => {
  it.each([
    { way: "ImportMeshAsync", load: async () => (await importAsset(ASSET, createScene())).animationGroups },
    { way: "LoadAssetContainerAsync", load: async () => (await loadContainer(ASSET, createScene())).animationGroups },
    {
      way: "AppendSceneAsync",
      load: async () => {
        const scene = createScene();
        await AppendSceneAsync(packGlb(ASSET.json, ASSET.bin), scene, { pluginExtension: ".glb" });
        return scene.animationGroups;
      },
    },
    {
      way: "SceneLoader.ImportMeshAsync",
      load: async () => (await SceneLoader.ImportMeshAsync("", "", `data:${asText(ASSET)}`, createScene())).animationGroups,
    },
    {
      way: "SceneLoader.AppendAsync",
      load: async () => (await SceneLoader.AppendAsync("", `data:${asText(ASSET)}`, createScene())).animationGroups,
    },
    {
      way: "SceneLoader.LoadAssetContainerAsync",
      load: async () => (await SceneLoader.LoadAssetContainerAsync("", `data:${asText(ASSET)}`, createScene())).animationGroups,
    },
  ])("$way gives the file's animations, then its clips, then its controllers", async ({ load }) => {
    const groups = await load();
    expect(groups.map(({ name }) => name)).toEqual(["animation 0", "walk", "run", "door"]);
    expect(GetClips({ animationGroups: groups }).map(({ settings }) => settings)).toEqual([
      { ...SETTINGS, start: 1, end: 2 },
      { ...SETTINGS, start: 3, end: 4, speed: 2 },
      { ...SETTINGS, start: 5, end: 6, offset: 1, speed: -0.5, repetitions: 2, reverse: true },
    ]);
  });
});

it("loading one file twice into a scene gives separate clips", async () => {
  const scene = createScene();
  const [a, b] = [GetClips(await importAsset(ASSET, scene)), GetClips(await importAsset(ASSET, scene))];
  a[0]!.timestamp = 1.5;
  b[0]!.timestamp = 1.75;
  const xs = [a, b].map(([clip]) => (clip!.targetedAnimations[0]!.target as TransformNode).position.x);
  expect(xs).toEqual([1.5, 1.75]);
  expect(GetClips(scene)).toEqual([...a, ...b]);
});

describe("extensions that load scenes", () => {
  const NAMES = ["TEST_before", "TEST_after"] as const;

  afterEach(() => NAMES.forEach(unregisterGLTFExtension));

  it("are asked once each, before and after those of clips", async () => {
    const asked: string[] = [];
    for (const name of NAMES) {
      registerGLTFExtension(name, false, (loader) => ({
        ...{ name, enabled: true, order: name === "TEST_before" ? 1 : 100 },
        dispose: () => undefined,
        loadSceneAsync: (context, scene) => {
          asked.push(name);
          return loader.loadSceneAsync(context, scene);
        },
      }));
    }
    const { animationGroups } = await importAsset(ASSET, createScene());
    expect(asked).toEqual(NAMES);
    expect(animationGroups.map(({ name }) => name)).toEqual(["animation 0", "walk", "run", "door"]);
  });
});

describe("files that load no scene", () => {
  it("have no clips, with a warning", async () => {
    const json: Json = { ...ASSET.json };
    delete json["scene"];
    delete json["scenes"];
    const { result: container, warnings } = await collectWarnings(() => loadContainer({ ...ASSET, json }, createScene()));
    expect(container.animationGroups).toEqual([]);
    expect(warnings).toEqual(
      ["clip/clips/0", "clip/clips/1", "controller/controllers/0"].map(
        (place) => `/extensions/KHR_animation_${place}/animations: ${ruleOf("somethingLoaded", "[0]")}`,
      ),
    );
  });
});

describe("names", () => {
  it("are given where missing, and may repeat", async () => {
    const asset = withClips(createRuler(), [{ animations: [0] }, WALK, WALK, { animations: [0] }], [{ animation: 0 }]);
    const { animationGroups } = await importAsset(asset, createScene());
    expect(animationGroups.map(({ name }) => name)).toEqual(["animation 0", "clip0", "walk", "walk", "clip3", "controller0"]);
  });
});

describe("start mode", () => {
  it.each([
    { mode: "NONE", startMode: START_NONE, playing: [] },
    { mode: "FIRST", startMode: START_FIRST, playing: ["walk"] },
    { mode: "ALL", startMode: START_ALL, playing: ["walk", "run", "door"] },
  ])("$mode counts clips, and plays them as the file says", async ({ startMode, playing }) => {
    const scene = createScene();
    const { animationGroups } = await importAsset(ASSET, scene, { startMode });
    expect(animationGroups.filter(({ isPlaying }) => isPlaying).map(({ name }) => name)).toEqual(playing);
    render(scene, 11);
    const [walk, run, door] = GetClips(scene);
    const expected = [1 + 10 * FRAME, 3 + 20 * FRAME, 6 - 5 * FRAME].map((timestamp, i) =>
      i < playing.length ? timestamp : [1, 3, 6][i]!,
    );
    [walk!, run!, door!].forEach((clip, i) => expect(clip.timestamp).toBeCloseTo(expected[i]!, 9));
  });

  it.each([
    { comment: "without clips", asset: createRuler() },
    { comment: "whose clips are all broken", asset: withClips(createRuler(), [{ animations: [7] }]) },
  ])("counts animations in a file $comment", async ({ asset }) => {
    const { result } = await collectWarnings(() => importAsset(asset, createScene(), { startMode: START_FIRST }));
    expect(result.animationGroups.map(({ isPlaying }) => isPlaying)).toEqual([true]);
  });
});

describe("files without the extensions", () => {
  it("load as if the package were not there", async () => {
    const describeGroups = ({ animationGroups }: { animationGroups: AnimationGroup[] }): unknown =>
      animationGroups.map((group) => [group.constructor.name, group.name, group.isPlaying, group.from, group.to, group.serialize()]);
    const asset = createRuler();
    const withUs = await importAsset(asset, createScene(), { startMode: START_FIRST });
    unregister();
    const withoutUs = await importAsset(asset, createScene(), { startMode: START_FIRST });
    const strip = (description: unknown): unknown =>
      JSON.parse(JSON.stringify(description, (key, value: unknown) => (/uniqueId/i.test(key) ? undefined : value)));
    expect(strip(describeGroups(withUs))).toEqual(strip(describeGroups(withoutUs)));
  });
});

describe("errors", () => {
  const BROKEN = [{ animations: [0], start: 2, end: 1 }, WALK, { animations: [3] }, { animations: [0], repetitions: 1.5 }, RUN];

  it("cost only the clip they are in, with one warning each", async () => {
    const scene = createScene();
    const { result, warnings } = await collectWarnings(() => importAsset(withClips(createRuler(), BROKEN, [{}]), scene));
    expect(warnings).toEqual([
      `/extensions/KHR_animation_clip/clips/0/end: ${ruleOf("atLeastStart", 1, 2)}`,
      `/extensions/KHR_animation_clip/clips/2/animations/0: ${ruleOf("indexOfAnimations", 1, 3)}`,
      `/extensions/KHR_animation_clip/clips/3/repetitions: ${ruleOf("integerAtLeastMinus1", 1.5)}`,
      `/extensions/KHR_animation_controller/controllers/0/animations: ${ruleOf("atLeastOneAnimation")}`,
    ]);
    const clips = GetClips(result);
    expect(clips.map(({ name }) => name)).toEqual(["walk", "run"]);
    clips[1]!.play();
    render(scene, 11);
    expect(clips[1]!.timestamp).toBeCloseTo(3.32, 9);
  });

  it("reject where the extension is required", async () => {
    const asset = withClips(createRuler(), BROKEN);
    asset.json["extensionsRequired"] = ["KHR_animation_clip"];
    await expect(importAsset(asset, createScene())).rejects.toThrow(
      `/extensions/KHR_animation_clip/clips/0/end: ${ruleOf("atLeastStart", 1, 2)}`,
    );
  });

  it("load where the extension is required and the file is valid", async () => {
    const asset = withClips(createRuler(), [WALK]);
    asset.json["extensionsRequired"] = ["KHR_animation_clip"];
    expect(GetClips(await importAsset(asset, createScene()))).toHaveLength(1);
  });

  it("in the extension as a whole leave the animations", async () => {
    const asset = createRuler();
    asset.json["extensionsUsed"] = ["KHR_animation_clip"];
    asset.json["extensions"] = { KHR_animation_clip: { clips: {} } };
    const { result, warnings } = await collectWarnings(() => importAsset(asset, createScene()));
    expect(warnings).toEqual([`/extensions/KHR_animation_clip/clips: ${ruleOf("array", "{}")}`]);
    expect(result.animationGroups).toHaveLength(1);
  });

  it("that are probably mistakes of the author give a warning, and the clips stay", async () => {
    const odd = [
      { animations: [0], end: 4, speed: -1 },
      { animations: [0], end: 4, offset: 9 },
    ];
    const { result, warnings } = await collectWarnings(() => importAsset(withClips(createRuler(), odd), createScene()));
    expect(warnings.map((warning) => warning.split(": ")[0])).toEqual([
      "/extensions/KHR_animation_clip/clips/0/speed",
      "/extensions/KHR_animation_clip/clips/1/offset",
    ]);
    expect(GetClips(result).map(({ settings }) => settings.offset)).toEqual([0, 4]);
  });

  it("skip a clip without any loaded target, with a warning", async () => {
    const asset = withClips(createModel(1, [[]]), [WALK]);
    const { result, warnings } = await collectWarnings(() => importAsset(asset, createScene()));
    expect(warnings).toEqual([`/extensions/KHR_animation_clip/clips/0/animations: ${ruleOf("somethingLoaded", "[0]")}`]);
    expect(GetClips(result)).toEqual([]);
  });

  /** Nested arrays, too deep to be shown whole in a message. */
  function nested(depth: number): Json {
    let value: unknown = 1;
    for (let i = 0; i < depth; i++) {
      value = [value];
    }
    return value as Json;
  }

  it.each(["end", "name", "speed", "animations"])("in values nested 5,000 deep cost one clip, by a short warning (%s)", async (member) => {
    const asset = withClips(createRuler(), [{ ...WALK }, RUN]);
    // put in behind the parser, because JSON.stringify gives up on it
    const onParsed = (json: Json): void => void (json["extensions"]["KHR_animation_clip"]["clips"][0][member] = [nested(5000)]);
    const { result, warnings } = await collectWarnings(() => importAsset(asset, createScene(), { onParsed }));
    expect(GetClips(result).map(({ name }) => name)).toEqual(["run"]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(new RegExp(`^/extensions/KHR_animation_clip/clips/0/${member}.*\\(got .*\\[\\[\\[.*\\)$`));
    expect(warnings[0]!.length).toBeLessThan(200);
  });

  it("are reported without control characters", async () => {
    const asset = withClips(createRuler(), [{ ...WALK, end: "a\nb\u001b[31mc\u009bd\u202e" as unknown as number }]);
    const { warnings } = await collectWarnings(() => importAsset(asset, createScene()));
    expect(warnings).toEqual([`/extensions/KHR_animation_clip/clips/0/end: ${ruleOf("number", '"a\\nb\\u001b[31mc\\u{9b}d\\u{202e}"')}`]);
  });

  it("are reported one hundred times per file, then counted", async () => {
    const broken = Array.from({ length: 230 }, () => ({ ...WALK, end: 0 }));
    const load = (clips: Json[], controllers: Json[], clipOptions = {}): Promise<{ warnings: string[] }> =>
      collectWarnings(() =>
        untilLoaderDisposed(() => {
          const asset = withClips(createRuler(), clips as (typeof WALK)[], controllers);
          return importAsset(asset, createScene(), { clipOptions });
        }),
      );
    const { warnings } = await load([...broken, RUN], [{ animation: 7 }]);
    expect(warnings).toHaveLength(101);
    expect(warnings[99]).toBe(`/extensions/KHR_animation_clip/clips/99/end: ${ruleOf("atLeastStart", 0, 1)}`);
    expect(warnings[100]).toBe("131 more warnings of this file are not shown (option maxWarnings)");
    expect((await load(broken, [], { maxWarnings: 3 })).warnings.slice(2)).toEqual([
      `/extensions/KHR_animation_clip/clips/2/end: ${ruleOf("atLeastStart", 0, 1)}`,
      "227 more warnings of this file are not shown (option maxWarnings)",
    ]);
    expect((await load(broken.slice(0, 100), [])).warnings).toHaveLength(100);
  });
});

describe("options", () => {
  it("enabled: false leaves the file's animations as they are", async () => {
    const { result } = await collectWarnings(() =>
      importAsset(ASSET, createScene(), { startMode: START_FIRST, clipOptions: { enabled: false } }),
    );
    expect(result.animationGroups.map(({ name, isPlaying }) => [name, isPlaying])).toEqual([["animation 0", true]]);
  });

  it("openEnd: lastKeyframe ends a clip without end at its last key", async () => {
    const asset = withClips(createRuler(2), [{ animations: [0], start: 1 }, { animations: [0], start: 5 }, WALK]);
    const clips = GetClips(await importAsset(asset, createScene(), { clipOptions: { openEnd: "lastKeyframe" } }));
    expect(clips.map(({ settings: { start, end } }) => [start, end])).toEqual([
      [1, 2],
      [5, 5],
      [1, 2],
    ]);
  });

  it("openEnd: lastKeyframe warns of an offset that then lies outside", async () => {
    const asset = withClips(createRuler(2), [{ animations: [0], start: 0.5, offset: 3 }]);
    const load = (): ReturnType<typeof importAsset> => importAsset(asset, createScene(), { clipOptions: { openEnd: "lastKeyframe" } });
    const { result, warnings } = await collectWarnings(load);
    expect(warnings).toEqual([`/extensions/KHR_animation_clip/clips/0/offset: ${ruleOf("withinClip", 1.5, 3, 1.5)}`]);
    expect(GetClips(result)[0]!.settings.offset).toBe(1.5);
  });

  it("overtime: discard restarts a loop exactly at its bound, for instances too", async () => {
    const scene = createScene();
    const asset = withClips(createRuler(), [{ animations: [0], start: 1, end: 1.1 }]);
    const container = await loadContainer(asset, scene, { clipOptions: { overtime: "discard" } });
    const clips = [...GetClips(container), ...GetClips(container.instantiateModelsToScene())];
    clips.forEach((clip) => clip.play());
    render(scene, 8); // 7 steps of 0.016 s go beyond 0.1 s
    expect(clips.map(({ timestamp }) => timestamp)).toEqual([1, 1]);
  });
});

describe("the source of a clip", () => {
  it("is its place in the file, for instances too", async () => {
    const container = await loadContainer(ASSET, createScene());
    const all = [container, container.instantiateModelsToScene()].flatMap((owner) => GetClips(owner));
    const sources = [
      { pointer: "/extensions/KHR_animation_clip/clips/0", animations: [0] },
      { pointer: "/extensions/KHR_animation_clip/clips/1", animations: [0] },
      { pointer: "/extensions/KHR_animation_controller/controllers/0", animations: [0] },
    ];
    expect(all.map(({ source }) => source)).toEqual([...sources, ...sources]);
    expect(CreateClip("made", container.animationGroups[0]!).source).toBeNull();
  });
});

describe("many clips", () => {
  it("are refused with an evaluation mode that does not exist, which is no fault of a clip", async () => {
    const asset = withClips(createRuler(), [WALK, RUN]);
    const load = importAsset(asset, createScene(), { clipOptions: { evaluationMode: "fast" as never } });
    await expect(load).rejects.toThrow(`evaluationMode: ${ruleOf("oneOfList", "auto, babylon, compiled", '"fast"')}`);
  });

  it("are limited by the option maxClips, with one warning", async () => {
    const asset = withClips(createRuler(), [WALK, RUN, { ...WALK, name: "third" }, { ...WALK, name: "fourth" }]);
    const { result, warnings } = await collectWarnings(() => importAsset(asset, createScene(), { clipOptions: { maxClips: 2 } }));
    expect(GetClips(result).map(({ name }) => name)).toEqual(["walk", "run"]);
    expect(warnings).toEqual([`/extensions/KHR_animation_clip/clips/2: ${ruleOf("countAtMost", 2, "clips", 4)}`]);
  });

  it("share their targeted animations until these are read, and are independent then", async () => {
    const asset = withClips(createRuler(), [WALK, RUN]);
    const [group, walk, run] = (await importAsset(asset, createScene())).animationGroups as [AnimationGroup, ...ClipAnimationGroup[]];
    const [target] = group.targetedAnimations;
    group.dispose();
    walk!.removeTargetedAnimation(target!.animation);
    expect(walk!.targetedAnimations).toEqual([]);
    expect([run!.from, run!.to, run!.targetedAnimations.length]).toEqual([180, 240, 1]);
    expect(run!.targetedAnimations[0]).toMatchObject({ animation: target!.animation, target: target!.target as object, parent: run });
    expect(run!.targetedAnimations[0]).not.toBe(target);
  });

  it("keep no object per channel until the channels are read", async () => {
    const nodes = 200;
    const channels = Array.from({ length: nodes }, (_, node) => ({
      node,
      path: "translation" as const,
      times: [0, 1],
      values: [0, 0, 0, 1, 1, 1],
    }));
    const clips = Array.from({ length: 500 }, () => ({ animations: [0] }));
    const model = createModel(nodes, [channels]);
    const [plain, withMany] = [createScene(), createScene()];
    const before = await heapInUse();
    const kept: unknown[] = [await importAsset(model, plain)];
    const ofPlain = await heapInUse();
    kept.push(await importAsset(withClips(model, clips), withMany));
    const ofMany = await heapInUse();
    expect(kept).toHaveLength(2);
    // 500 clips of about 4 kB, instead of 100,000 targeted animations
    expect(ofMany - ofPlain - (ofPlain - before)).toBeLessThan(6e6);
  });
});

describe("the asset", () => {
  it("keeps unknown members of clips as metadata", async () => {
    const other = { extras: { author: "somebody" }, extensions: { VENDOR_x: { y: 1 } }, mood: "calm" };
    const clips = GetClips(await importAsset(withClips(createRuler(), [{ ...WALK, ...other }, RUN]), createScene()));
    expect(clips.map(({ metadata }) => metadata as unknown)).toEqual([{ gltf: other }, null]);
  });

  it("stays unchanged, apart from Babylon's own additions", async () => {
    /** What is JSON of an object that Babylon has put its own into. */
    const jsonOf = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (key, member: unknown) => (key.startsWith("_") || key === "parent" ? undefined : member)));
    const load = async (): Promise<unknown> => {
      let json: Json = {};
      await importAsset(ASSET, createScene(), { startMode: START_ALL, onParsed: (parsed) => (json = parsed) });
      return jsonOf(json);
    };
    const withUs = await load();
    unregister();
    expect(withUs).toEqual(await load());
    expect(withUs).toMatchObject(ASSET.json);
  });
});

describe("keys", () => {
  /** A CUBICSPLINE channel from 1 s to 2 s with slopes at both ends, beside one from 0 s to 3 s: Babylon fills up the first. */
  const SWINGING = createModel(2, [
    [
      {
        ...{ node: 0, path: "translation", interpolation: "CUBICSPLINE", times: [1, 2] },
        values: [...[5, 5, 5], ...[1, 0, 0], ...[9, 9, 9], ...[9, 9, 9], ...[2, 0, 0], ...[5, 5, 5]],
      },
      { node: 1, path: "translation", times: [0, 3], values: [0, 0, 0, 3, 0, 0] },
    ],
  ]);

  const xAt = (clip: ClipAnimationGroup, timestamp: number): number => {
    clip.timestamp = timestamp;
    return (clip.targetedAnimations[0]!.target as TransformNode).position.x;
  };

  it("hold the first and the last value outside, with any tangents", async () => {
    const [clip] = GetClips(await importAsset(withClips(SWINGING, [{ animations: [0] }]), createScene()));
    expect([0, 0.5, 0.9, 1].map((timestamp) => xAt(clip!, timestamp))).toEqual([1, 1, 1, 1]);
    expect([2, 2.1, 2.5, 3, 99].map((timestamp) => xAt(clip!, timestamp))).toEqual([2, 2, 2, 2, 2]);
    // halfway, the tangents of 9 and of 9 per second cancel out
    expect(xAt(clip!, 1.5)).toBeCloseTo(1.5, 6);
    expect(xAt(clip!, 1.25)).toBeCloseTo(0.84375 + 2 * 0.15625 + 9 * 0.140625 - 9 * 0.046875, 6);
  });

  it("do so in clips from code over a file without clips", async () => {
    const { animationGroups } = await importAsset(SWINGING, createScene());
    const clip = CreateClip("clip", animationGroups[0]!);
    expect([0, 0.5, 1, 2, 2.5, 3].map((timestamp) => xAt(clip, timestamp))).toEqual([1, 1, 1, 2, 2, 2]);
  });
});
