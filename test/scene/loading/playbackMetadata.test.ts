/** Clips of playback metadata at load: those that `ImportClips`, `WriteClips` and loading give. */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { SceneLoader } from "@babylonjs/core/Loading/sceneLoader.js";
import type { GLTFFileLoader } from "@babylonjs/loaders/glTF/glTFFileLoader.js";
import type { IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/glTFFileLoader.js";
import "@babylonjs/loaders/glTF/2.0/Extensions/KHR_interactivity.js";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import { CreateClipCrowd } from "../../../src/crowd.js";
import {
  type ClipSidecar,
  GetClip,
  GetClips,
  type MetadataDialect,
  type MetadataOptions,
  RegisterPlaybackMetadata,
  UnregisterPlaybackMetadata,
} from "../../../src/index.js";
import { type ClipFormat, GltfFile, ImportClips, type ImportOptions, WriteClips, WriteEvents } from "../../../src/tools.js";
import { itWithAssets, readAssetBytes } from "../../helpers/assets.js";
import { exportScene } from "../../helpers/exported.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { createModel } from "../../helpers/gltfAsset.js";
import { ruleOf } from "../../helpers/rules.js";
import {
  collectWarnings,
  createScene,
  disposeScenes,
  importAsset,
  loadContainer,
  START_ALL,
  START_FIRST,
  START_NONE,
  withClips,
} from "../../helpers/scene.js";

beforeEach(() => RegisterPlaybackMetadata());

afterEach(() => {
  disposeScenes();
  RegisterPlaybackMetadata([]);
});

const MODEL = createModel(1, [
  [{ node: 0, path: "translation", times: [0, 4], values: [0, 0, 0, 1, 0, 0] }],
  [{ node: 0, path: "scale", times: [0, 0.7, 2.1], values: [1, 1, 1, 2, 2, 2, 1, 1, 1] }],
  [{ node: 0, path: "rotation", times: [0.1, 0.3], values: [0, 0, 0, 1, 0, 1, 0, 0] }],
]);

/** The model with changed JSON, whose extensions are listed. */
function model(change: (json: Json) => void): Asset {
  const json = structuredClone(MODEL.json);
  ["walk", "wave", "turn"].forEach((name, i) => (json["animations"][i].name = name));
  change(json);
  const parts: Json[] = [json, ...json["animations"], ...json["nodes"]];
  const used = [...new Set(parts.flatMap(({ extensions = {} }) => Object.keys(extensions)))];
  return { json: used.length > 0 ? { ...json, extensionsUsed: used } : json, bin: MODEL.bin };
}

const withExtension = (name: string, ...values: readonly Json[]): Asset =>
  model((json) => values.forEach((value, i) => (json["animations"][i].extensions = { [name]: value })));
const withExtras = (...values: readonly Json[]): Asset =>
  model((json) => values.forEach((value, i) => (json["animations"][i].extras = value)));

const graph = (json: Json): void => {
  const number = (value: number): Json => ({ type: 0, value: [value] });
  const animation = { type: 1, value: ["/animations/1"] };
  const nodes = [{ declaration: 0, values: { animation, startTime: number(0), endTime: number(2), speed: number(1) } }];
  const types = [{ signature: "float" }, { signature: "ref" }];
  json["extensions"] = {
    ...json["extensions"],
    KHR_interactivity: { graphs: [{ types, declarations: [{ op: "animation/start" }], nodes }] },
  };
};

const FILES: Readonly<Record<MetadataDialect, Asset>> = {
  unreal: withExtension("EPIC_animation_playback", { loop: false, playRate: 2 }, { autoPlay: false, startTime: 0.5 }),
  verge3d: withExtension(
    "S8S_v3d_animation",
    { loop: "PING_PONG" },
    { loop: "ONCE", offset: 1 },
    { repeatInfinite: false, repeatCount: 3 },
  ),
  hubs: model((json) => {
    json["nodes"][0].extensions = { MOZ_hubs_components: { "loop-animation": { activeClipIndices: [1, 2], timeScale: -1 } } };
  }),
  vrmxt: withExtension("VRMXT_AnimationClip", { reverse: true, offset: 1 }, { loop: true, speed: 0.5 }),
  extras: withExtras({ loop: true, start: 1 }, { speed: -1, offset: 2.1, end: 2.1, repetitions: 2 }, { color: "red" }),
  interactivity: model(graph),
};

const POINTERS: Readonly<Record<MetadataDialect, readonly string[]>> = {
  unreal: ["/animations/0/extensions/EPIC_animation_playback", "/animations/1/extensions/EPIC_animation_playback"],
  verge3d: [0, 1, 2].map((i) => `/animations/${i}/extensions/S8S_v3d_animation`),
  hubs: ["/nodes/0/extensions/MOZ_hubs_components/loop-animation"],
  vrmxt: ["/animations/0/extensions/VRMXT_AnimationClip", "/animations/1/extensions/VRMXT_AnimationClip"],
  extras: ["/animations/0/extras", "/animations/1/extras"],
  interactivity: ["/extensions/KHR_interactivity/graphs/0/nodes/0/values"],
};

/** What a test compares of the clips that an asset has. */
async function clipsOf(asset: Asset, clipOptions: MetadataOptions & { readonly maxClips?: number } = {}): Promise<readonly Json[]> {
  const { animationGroups } = await importAsset(asset, createScene(), { clipOptions });
  return GetClips({ animationGroups }).map(({ name, settings, source, metadata, events }) => ({
    name,
    settings,
    events,
    animations: source!.animations,
    metadata: metadata as unknown,
  }));
}

/** The clips after `ImportClips` and `WriteClips`. */
function written(asset: Asset, from: ClipFormat, options?: ImportOptions): Promise<readonly Json[]> {
  const file = GltfFile.parse(packGlb(asset.json, asset.bin));
  const { clips, events } = ImportClips(file, from, options);
  WriteClips(file.json, clips);
  events.forEach((each, animation) => WriteEvents(file.json, animation, each));
  return clipsOf({ json: file.json, bin: asset.bin });
}

describe("RegisterPlaybackMetadata", () => {
  it.each(Object.entries(FILES) as [MetadataDialect, Asset][])(
    "%s: clips at load equal imported clips, with their source",
    async (dialect, asset) => {
      const expected = await written(asset, dialect);
      expect(expected.length).toBeGreaterThan(0);
      expect(await clipsOf(asset, dialect === "interactivity" ? { metadata: [dialect] } : {})).toEqual(expected);
      const { animationGroups } = await importAsset(asset, createScene(), { clipOptions: { metadata: [dialect] } });
      expect(GetClips({ animationGroups }).map(({ source }) => source)).toEqual(
        POINTERS[dialect].map((pointer, i) => ({ pointer, animations: expected[i]!["animations"], dialect })),
      );
    },
  );

  it("clips have the events of the metadata, unless the file states events itself", async () => {
    const asset = model(() => {});
    const text = "clipAnimations:\n- name: walk\n  takeName: walk\n  firstFrame: 0\n  lastFrame: 60\n  events:\n";
    const options: MetadataOptions = {
      sidecar: () => ({ format: "unity", text: `${text}  - time: 0.5\n    functionName: Step\n`, fps: 30 }),
    };
    const eventsOf = async (): Promise<unknown> => (await clipsOf(asset, options))[0]!["events"];
    expect(await eventsOf()).toEqual([expect.objectContaining({ time: 1, name: "Step" })]);
    asset.json["animations"][0].extras = { events: [{ time: 2, name: "own" }] };
    expect(await eventsOf()).toEqual([{ time: 2, name: "own" }]);
  });

  it("property: clips at load equal imported clips, whatever the metadata are", async () => {
    const numbers = fc.constantFrom(-1, 0, 0.5, 1, 2.1, 9, "x", null);
    const members = { offset: numbers, speed: numbers, start: numbers, end: numbers, repetitions: numbers, reverse: fc.boolean() };
    const loops = fc.constantFrom<unknown>(true, false, "ONCE", "PING_PONG", 1);
    const more = {
      loop: loops,
      playRate: numbers,
      startTime: numbers,
      autoPlay: fc.boolean(),
      repeatCount: numbers,
      next: fc.constantFrom("", "wave"),
    };
    const value = fc.record({ ...members, ...more }, { requiredKeys: [] });
    const extensions = {
      unreal: "EPIC_animation_playback",
      verge3d: "S8S_v3d_animation",
      vrmxt: "VRMXT_AnimationClip",
      extras: null,
    } as const;
    const dialects = fc.constantFrom(...(Object.keys(extensions) as (keyof typeof extensions)[]));
    await fc.assert(
      fc.asyncProperty(dialects, fc.array(value, { minLength: 1, maxLength: 3 }), async (dialect, values) => {
        const name = extensions[dialect];
        const asset = name === null ? withExtras(...values) : withExtension(name, ...values);
        expect(await clipsOf(asset, { metadata: [dialect] })).toEqual(await written(asset, dialect));
        disposeScenes();
      }),
      { numRuns: 60 },
    );
  });

  it.each<{ comment: string; asset: Asset; clips: readonly (string | undefined)[]; options?: MetadataOptions }>([
    { comment: "nothing in a plain file", asset: model(() => {}), clips: [] },
    { comment: "nothing of extras without playback settings", asset: withExtras({ color: "red" }), clips: [] },
    {
      comment: "clips of the drafts before all others",
      asset: withClips(FILES.unreal, [{ animations: [2], name: "own" }]),
      clips: [undefined],
    },
    {
      comment: "extensions before extras",
      asset: model((json) => {
        json["animations"][0].extras = { loop: true };
        json["animations"][1].extensions = { EPIC_animation_playback: {} };
      }),
      clips: ["unreal"],
    },
    {
      comment: "extras if the extensions give no clip",
      asset: model((json) => {
        json["animations"][0].extras = { loop: true };
        json["nodes"][0].extensions = { MOZ_hubs_components: {} };
      }),
      clips: ["extras"],
    },
    { comment: "extras before names", asset: withExtras({ loop: true }), options: { names: { "": {} } }, clips: ["extras"] },
    { comment: "names if nothing else is there", asset: model(() => {}), options: { names: { "^w": {} } }, clips: ["names", "names"] },
    {
      comment: "names by words",
      asset: model((json) => (json["animations"][0].name = "walk_loop")),
      options: { names: true },
      clips: ["names"],
    },
    { comment: "only the formats of the option", asset: FILES.unreal, options: { metadata: ["extras"] }, clips: [] },
    { comment: "no format of the option", asset: FILES.extras, options: { metadata: [] }, clips: [] },
    { comment: "no graph, unless named", asset: FILES.interactivity, clips: [] },
  ])("reads $comment", async ({ asset, clips, options = {} }) => {
    const { animationGroups } = await importAsset(asset, createScene(), { clipOptions: options });
    expect(GetClips({ animationGroups }).map(({ source }) => source!.dialect)).toEqual(clips);
  });

  it("reads a range of seconds in a name, and warns of an invalid one", async () => {
    const names = ["walk [0.5-1.5] loop", "wave [2-1] once"];
    const asset = model((json) => names.forEach((name, i) => (json["animations"][i].name = name)));
    const { result, warnings } = await collectWarnings(() => clipsOf(asset, { names: true }));
    expect(result).toMatchObject([
      { name: names[0], settings: { start: 0.5, end: 1.5, repetitions: -1 } },
      { name: names[1], settings: { start: 0, end: Math.fround(2.1), repetitions: 1 } },
    ]);
    expect(warnings.join("\n")).toContain(`/animations/1/name: ${ruleOf("rangeOfSeconds", "[2-1]")}`);
  });

  it("reads as many clips as maxClips, with a finding for the first that is left out", async () => {
    const { result, warnings } = await collectWarnings(() => clipsOf(FILES.extras, { maxClips: 1 }));
    expect(result).toHaveLength(1);
    expect(warnings).toEqual([`/animations/1/extras: ${ruleOf("countAtMost", 1, "clips", 2)}`]);
  });

  it.each([-1, NaN, "2"])("refuses %j as maxClips", async (maxClips) => {
    await expect(clipsOf(FILES.extras, { maxClips: maxClips as never })).rejects.toThrow(/maxClips: must be a number >= 0 \(got /);
  });

  it("reads only the registered formats, and the formats of the option without registration", async () => {
    RegisterPlaybackMetadata(["extras"]);
    expect([(await clipsOf(FILES.unreal)).length, (await clipsOf(FILES.extras)).length]).toEqual([0, 2]);
    RegisterPlaybackMetadata([]);
    expect([(await clipsOf(FILES.extras)).length, (await clipsOf(FILES.extras, { metadata: ["extras"] })).length]).toEqual([0, 2]);
    UnregisterPlaybackMetadata();
    expect(await clipsOf(FILES.extras, { metadata: ["extras"] })).toEqual([]);
  });

  it.each([
    [["unreal", "fbx"], RangeError],
    ["unreal", TypeError],
    [null, TypeError],
  ])("refuses %j", (dialects, error) => {
    const rule = `dialects: ${ruleOf("listSomeOf", "unreal, verge3d, hubs, vrmxt, extras, interactivity")} (got `;
    expect(() => RegisterPlaybackMetadata(dialects as never)).toThrow(rule);
    expect(() => RegisterPlaybackMetadata(dialects as never)).toThrow(error);
  });

  it("imports nothing for a file that announces nothing: the extension is not enabled", async () => {
    const extensionOf = async (asset: Asset): Promise<boolean> => {
      const loaded: IGLTFLoaderExtension[] = [];
      SceneLoader.OnPluginActivatedObservable.addOnce((plugin) => {
        (plugin as GLTFFileLoader).onExtensionLoadedObservable.add((extension) => void loaded.push(extension));
      });
      await importAsset(asset, createScene());
      const { constructor } = loaded.find(({ name }) => name === "playbackMetadata")!;
      return constructor !== Object;
    };
    expect([await extensionOf(model(() => {})), await extensionOf(FILES.unreal)]).toEqual([false, true]);
  });
});

describe("which clip plays first", () => {
  const playing = async (asset: Asset, startMode = START_FIRST, loader: Json = {}): Promise<readonly string[]> => {
    const { animationGroups } = await importAsset(asset, createScene(), {
      startMode,
      clipOptions: { metadata: ["unreal", "verge3d", "hubs", "interactivity"] },
      loader,
    });
    return GetClips({ animationGroups }).flatMap(({ isStarted, name }) => (isStarted ? [name] : []));
  };

  it.each([
    {
      comment: "the default animation",
      asset: withExtension("S8S_v3d_animation", {}, { auto: true }),
      startMode: START_FIRST,
      names: ["wave"],
    },
    {
      comment: "the first that plays automatically",
      asset: withExtension("EPIC_animation_playback", { autoPlay: false }, {}, {}),
      startMode: START_FIRST,
      names: ["wave"],
    },
    { comment: "the first of all, without a default", asset: FILES.verge3d, startMode: START_FIRST, names: ["walk"] },
    { comment: "all, if all start", asset: FILES.verge3d, startMode: START_ALL, names: ["walk", "wave", "turn"] },
    { comment: "none, if none starts", asset: FILES.unreal, startMode: START_NONE, names: [] },
    { comment: "none of a file with a graph", asset: FILES.interactivity, startMode: START_ALL, names: [] },
    {
      comment: "none of a file with a graph and metadata",
      asset: model((json) => {
        graph(json);
        json["animations"][0].extensions = { EPIC_animation_playback: {} };
      }),
      startMode: START_ALL,
      names: [],
    },
  ])("is $comment", async ({ asset, startMode, names }) => {
    expect(await playing(asset, startMode)).toEqual(names);
  });

  it("is the first of a file with a graph if the option for KHR_interactivity disables the graph", async () => {
    const loader = { extensionOptions: { KHR_interactivity: { enabled: false } } };
    expect((await collectWarnings(() => playing(FILES.interactivity, START_FIRST, loader))).result).toEqual(["wave"]);
  });
});

describe("settings beside the file", () => {
  const GODOT = '_subresources={ "animations": { "walk": { "settings/loop_mode": 2 } } }\n';
  const UNITY = "clipAnimations:\n- name: stride\n  takeName: walk\n  firstFrame: 15\n  lastFrame: 90\n";

  it.each<{ sidecar: ClipSidecar; options: ImportOptions }>([
    { sidecar: { format: "godot", text: GODOT }, options: { sidecar: GODOT } },
    { sidecar: { format: "unity", text: UNITY, fps: 30 }, options: { sidecar: UNITY, fps: 30 } },
  ])("$sidecar.format: clips equal imported clips", async ({ sidecar, options }) => {
    const expected = await written(
      model(() => {}),
      sidecar.format,
      options,
    );
    expect(expected).toHaveLength(1);
    expect(
      await clipsOf(
        model(() => {}),
        { sidecar: () => sidecar },
      ),
    ).toEqual(expected);
    expect(await clipsOf(FILES.unreal, { sidecar: () => Promise.resolve(sidecar) })).toEqual(expected);
  });

  it("gives way to clips of the drafts, and to the file if there is none", async () => {
    const read: string[] = [];
    const sidecar = (url: string): null => (read.push(url), null);
    expect(await clipsOf(withClips(FILES.unreal, [{ animations: [0], name: "own" }]), { sidecar })).toMatchObject([{ name: "own" }]);
    expect(read).toEqual([]);
    expect(await clipsOf(FILES.unreal, { sidecar })).toEqual(await written(FILES.unreal, "unreal"));
    expect(read).toHaveLength(1);
  });

  it.each<{ comment: string; sidecar: () => unknown; warning: string }>([
    { comment: "that cannot be read", sidecar: () => Promise.reject(new Error("404")), warning: "sidecar: 404" },
    {
      comment: "of another format",
      sidecar: () => ({ format: "fbx", text: "" }),
      warning: `sidecar: format: ${ruleOf("sidecarFormat", '"fbx"')}`,
    },
    {
      comment: "without a text",
      sidecar: () => ({ format: "godot" }),
      warning: `sidecar: text: ${ruleOf("sidecarText", "undefined")}`,
    },
    {
      comment: "of Unity without frames per second",
      sidecar: () => ({ format: "unity", text: UNITY }),
      warning: `sidecar: fps: ${ruleOf("sidecarFps", "undefined")}`,
    },
  ])("$comment cost only themselves, with one warning", async ({ sidecar, warning }) => {
    const { result, warnings } = await collectWarnings(() =>
      clipsOf(FILES.extras, { sidecar: sidecar as NonNullable<MetadataOptions["sidecar"]> }),
    );
    expect([result.length, warnings]).toEqual([2, [warning]]);
  });
});

it("invalid metadata are reported with JSON pointers, as in ImportClips", async () => {
  const asset = withExtension("EPIC_animation_playback", { loop: "yes", startTime: 9 });
  const { warnings } = await collectWarnings(() => clipsOf(asset));
  const pointer = "/animations/0/extensions/EPIC_animation_playback";
  expect(warnings).toEqual([
    `${pointer}/loop: ${ruleOf("oneOfElseDefault", "true, false", "true", '"yes"')}`,
    `/animations/0: ${ruleOf("offsetWithinKeys", 4, 9)}`,
    `${pointer}/offset: ${ruleOf("withinClip", 4, 9, 4)}`,
  ]);
});

it("the exporter writes clips of playback metadata as KHR_animation_clip", async () => {
  const scene = createScene();
  const { animationGroups } = await importAsset(FILES.unreal, scene);
  const { json } = await exportScene(scene);
  expect(json["extensions"].KHR_animation_clip.clips).toMatchObject([
    { name: "walk", end: 4, speed: 2, repetitions: 1, extras: { autoPlay: true } },
    { name: "wave", offset: 0.5, extras: { autoPlay: false } },
  ]);
  expect(GetClips({ animationGroups })).toHaveLength(2);
});

it("crowds play clips of playback metadata", async () => {
  const { json, bin } = unpackGlb(readFileSync(new URL("../../../playground/models/snippets-walker.glb", import.meta.url)));
  const plain = structuredClone(json);
  delete plain["extensions"];
  delete plain["extensionsUsed"];
  plain["animations"].forEach((animation: Json) => (animation["extras"] = { loop: true, speed: 2 }));
  const container = await loadContainer({ json: plain, bin }, createScene());
  const crowd = CreateClipCrowd(container);
  const [clip] = GetClips(container);
  expect(clip!.settings.speed).toBe(2);
  expect(crowd.clips.map(({ name }) => name)).toContain(clip!.name);
});

describe("real files", () => {
  const read = (name: string): Asset => unpackGlb(readAssetBytes(name));

  itWithAssets("of Godot, with the sidecar", async () => {
    const sidecar = new TextDecoder().decode(readAssetBytes("import/godot-player.glb.import"));
    const asset = read("import/godot-player.glb");
    const expected = await written(asset, "godot", { sidecar });
    expect(expected.length).toBe(5);
    expect(await clipsOf(asset, { sidecar: () => ({ format: "godot", text: sidecar }) })).toEqual(expected);
  });

  itWithAssets("of Hubs", async () => {
    const asset = read("import/hubs-DefaultAvatar.glb");
    const { animationGroups } = await importAsset(asset, createScene(), { startMode: START_FIRST });
    expect(GetClip({ animationGroups }, "idle_eyes")!.isPlaying).toBe(true);
    expect(await clipsOf(asset)).toEqual(await written(asset, "hubs"));
  });

  itWithAssets.each(["pointer-ghost_v2.glb", "pointer-WhackAMole.glb"])("with graphs: %s", async (name) => {
    const asset = read(name);
    expect(await clipsOf(asset, { metadata: ["interactivity"] })).toEqual(await written(asset, "interactivity"));
  });
});
