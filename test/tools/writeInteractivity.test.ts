/** Clips as a behavior graph: what Babylon's flow graph plays without this package, against the clips and the text of glTF. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateKHRInteractivityDocument } from "@babylonjs/loaders/glTF/2.0/Extensions/KHR_interactivity/interactivityGraphModel.js";
import { GetKHRInteractivityImportResult } from "@babylonjs/loaders/glTF/2.0/Extensions/KHR_interactivity.js";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { type ClipSettings, RegisterKHR_animation_clip, TimestampAt, UnregisterKHR_animation_clip } from "../../src/pure.js";
import { GltfFile, ImportClips, type InteractivityOptions, ReadClips, WriteInteractivity } from "../../src/tools.js";
import { itWithAssets, readAsset } from "../helpers/assets.js";
import { type Asset, evaluateAnimations, type Json } from "../helpers/gltfPose.js";
import { createModel } from "../helpers/gltfAsset.js";
import { largestDistance } from "../helpers/loadedPose.js";
import { ruleOf } from "../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, FRAME, importAsset, START_FIRST, withClips } from "../helpers/scene.js";
import { sentencesOf } from "../helpers/findings.js";

afterEach(disposeScenes);

const HALF = Math.SQRT1_2;
const MODEL = createModel(2, [
  [
    { node: 0, path: "translation", times: [0, 0.3, 1.1], values: [0, 0, 0, 3, 1, 0, 0, 2, 0] },
    { node: 0, path: "rotation", times: [0, 0.5, 1.1], values: [0, 0, 0, 1, 0, HALF, 0, HALF, HALF, 0, 0, HALF] },
  ],
  [{ node: 1, path: "scale", times: [0, 0.4, 1.1], values: [1, 1, 1, 2, 2, 2, 1, 1, 1] }],
  [{ node: 1, path: "translation", times: [0, 0.7], values: [0, 0, 0, 1, 0, 0] }],
]);
const END = Math.fround(1.1);

function write(asset: Asset, options?: InteractivityOptions): { asset: Asset; report: ReturnType<typeof WriteInteractivity> } {
  const file = GltfFile.parse(packGlb(asset.json, asset.bin));
  const report = WriteInteractivity(file, options);
  return { asset: unpackGlb(file.toFiles()["model.glb"]!), report };
}

interface Loaded {
  readonly scene: Scene;
  readonly json: Json;
  readonly groups: readonly AnimationGroup[];
}

async function load(asset: Asset): Promise<Loaded> {
  const scene = createScene();
  let json: Json = {};
  const { animationGroups } = await importAsset(asset, scene, {
    startMode: START_FIRST,
    onParsed: (parsed) => void (json = parsed),
    loader: { extensionOptions: { KHR_interactivity: { autoStart: false } } },
  });
  GetKHRInteractivityImportResult(scene)!.graphs[0]!.flowGraph!.start(true); // no wait until textures are ready
  return { scene, json, groups: animationGroups };
}

/** The graph of a file, as Babylon's loader understands it. */
function graphOf({ json }: Asset): { readonly isValid: boolean; readonly diagnostics: readonly string[]; readonly json: Json } {
  const extension: Json = json["extensions"].KHR_interactivity;
  const { diagnostics, graphs } = CreateKHRInteractivityDocument(extension as never, new Set(), json["nodes"].length as number);
  const [graph] = graphs;
  return {
    isValid: graph!.valid,
    diagnostics: [...diagnostics, ...graph!.diagnostics].map(({ path, message }) => `${path}: ${message}`),
    json: extension["graphs"][0],
  };
}

/**
 * Renders frames, and compares poses with those of a clip that begins with the first frame, or one frame before: as Babylon does it where
 * times of a graph are outside of the animation.
 */
function distanceFrom({ scene, json }: Loaded, source: Asset, animations: readonly number[], settings: ClipSettings, paths = /./): number {
  const largest = [0, 0];
  for (let i = 0; i < 200; i++) {
    scene.render();
    largest.forEach((before, lead) => {
      const { timestamp } = TimestampAt(settings, (i + lead) * FRAME);
      const expected = evaluateAnimations(source, animations, timestamp).filter(({ path }) => paths.test(path));
      largest[lead] = Math.max(before, largestDistance(json, expected).distance);
    });
  }
  return Math.min(...largest);
}

interface Row {
  readonly comment: string;
  readonly settings: ClipSettings;
  readonly animations?: readonly number[];
  /** The member of the clip that a graph cannot say. */
  readonly baked?: string;
}

/** The key is at the next float. */
const ROUNDED: Row = {
  comment: "endless, backwards, from an end after the last key by rounding",
  settings: { end: 0.7, offset: 0.7, speed: -1.3 },
  animations: [2],
};

const ROWS: readonly Row[] = [
  { comment: "once", settings: { end: END, repetitions: 1 } },
  { comment: "once, without an end", settings: {} },
  { comment: "once, to an end after the last key", settings: { end: 3, repetitions: 1 } },
  { comment: "once, faster, with an offset", settings: { end: END, offset: 0.2, speed: 1.7, repetitions: 1 } },
  { comment: "a part, once", settings: { start: 0.2, end: 0.9, speed: 0.5, repetitions: 1 } },
  { comment: "a part, once, backwards", settings: { start: 0.2, end: 0.9, offset: 0.7, speed: -0.8, repetitions: 1 } },
  { comment: "endless", settings: { end: END } },
  { comment: "endless, with an offset", settings: { end: END, offset: 0.4, speed: 2.3 } },
  { comment: "endless, backwards", settings: { end: END, offset: END, speed: -1.3 } },
  { comment: "twice, with an offset", settings: { end: END, offset: 0.3, repetitions: 2 } },
  { comment: "twice, backwards", settings: { end: END, offset: END, speed: -1, repetitions: 2 } },
  { comment: "several animations, endless", settings: { end: END }, animations: [0, 1] },
  { comment: "a pose", settings: { end: END, offset: 0.4, speed: 0 } },
  { comment: "a part, endless", settings: { start: 0.2, end: 0.93 }, baked: "repetitions" },
  { comment: "a part, three times", settings: { start: 0.2, end: 0.9, offset: 0.1, repetitions: 3 }, baked: "repetitions" },
  { comment: "ping-pong", settings: { end: END, reverse: true }, baked: "reverse" },
  {
    comment: "ping-pong of a part, backwards",
    settings: { start: 0.2, end: 0.9, offset: 0.3, speed: -1.1, reverse: true },
    baked: "reverse",
  },
  { comment: "ping-pong, three times", settings: { end: 0.8, reverse: true, repetitions: 3 }, baked: "reverse" },
  { comment: "animations of different lengths", settings: { end: END }, animations: [0, 2], baked: "animations" },
  { comment: "a start after the last key", settings: { start: 2, end: 3 }, baked: "start" },
];

const clipOf = ({ comment, settings, animations = [0] }: Row): Json & { animations: readonly number[] } => ({
  ...settings,
  name: comment,
  animations,
});

describe("WriteInteractivity", () => {
  it.each([...ROWS, ROUNDED])("$comment: Babylon plays the clip without this package", async (row) => {
    const { settings, animations = [0], baked } = row;
    const { asset, report } = write(withClips(MODEL, [clipOf(row)]));
    expect(graphOf(asset)).toMatchObject({ isValid: true, diagnostics: [] });
    const loaded = await load(asset);
    expect(distanceFrom(loaded, MODEL, animations, settings)).toBeLessThan(1e-5);
    const clip = "/extensions/KHR_animation_clip/clips/0";
    expect({ ...report, findings: sentencesOf(report.findings, "GRAPH_DIFFERS") }).toEqual({
      clips: [{ pointer: clip, event: `clip:${row.comment}`, animations: baked ? [3] : animations }],
      findings: [
        ...(settings.speed === 0 ? [`${clip}/speed: ${ruleOf("speedInGraph")}`] : []),
        ...(baked ? [`${clip}/${baked}: cannot be said in a graph, which plays the baked animation 3 instead`] : []),
      ],
    });
    expect(ReadClips(asset.json).definitions[0]!.settings).toEqual(
      ReadClips(withClips(MODEL, [clipOf(row)]).json).definitions[0]!.settings,
    );
  });

  it("a clip that was written is imported again: same name, same animations, same time", () => {
    const rows = ROWS.filter(({ baked, settings }) => !baked && settings.speed !== 0);
    const { asset } = write(withClips(MODEL, rows.map(clipOf)));
    const { clips, findings } = ImportClips(GltfFile.parse(packGlb(asset.json, asset.bin)), "interactivity");
    expect(findings).toEqual([]);
    expect(clips.map(({ name, animations }) => ({ name, animations }))).toEqual(
      rows.map(({ comment: name, animations = [0] }) => ({ name, animations })),
    );
    rows.forEach(({ comment, settings }, i) => {
      for (let time = 0; time < 5; time += 1 / 32) {
        const at = (each: ClipSettings): number => Math.min(TimestampAt(each, time).timestamp, END);
        expect([comment, at(clips[i]!.settings!)]).toEqual([comment, expect.closeTo(at(settings), 9)]);
      }
    });
  });

  it("a clip that was baked is imported as a clip of the baked animation", () => {
    const { asset } = write(withClips(MODEL, [clipOf({ comment: "swing", settings: { end: END, reverse: true } })]));
    expect(ImportClips(asset.json, "interactivity").clips).toMatchObject([
      { name: "swing", animations: [3], settings: { repetitions: -1 } },
    ]);
  });

  const TWO = [
    clipOf({ comment: "walk", settings: { end: END } }),
    { name: "wave", animations: [2], end: Math.fround(0.7), repetitions: 1 },
  ];

  it("a custom event starts its clip, and the first clip starts by itself", async () => {
    const { asset } = write(withClips(MODEL, TWO));
    const { scene, groups } = await load(asset);
    const states = (): readonly boolean[] => groups.map(({ isStarted }) => isStarted ?? false);
    expect(states()).toEqual([true, false, false]);
    GetKHRInteractivityImportResult(scene)!.graphs[0]!.coordinator!.notifyCustomEvent("clip:wave", {});
    scene.render();
    scene.render();
    expect(states()).toEqual([true, false, true]);
  });

  it.each([
    { start: [], started: [false, false, false] },
    { start: ["wave"], started: [false, false, true] },
    { start: ["walk", 1], started: [true, false, true] },
  ])("the option start states the clips that start by themselves: $start", async ({ start, started }) => {
    const { asset } = write(withClips(MODEL, TWO), { start });
    expect(graphOf(asset)).toMatchObject({ isValid: true, diagnostics: [] });
    const { groups } = await load(asset);
    expect(groups.map(({ isStarted }) => isStarted ?? false)).toEqual(started);
  });

  it("the option clips states the clips of the graph", () => {
    const { asset, report } = write(withClips(MODEL, TWO), { clips: ["wave"] });
    expect(graphOf(asset).json["events"]).toEqual([{ id: "clip:wave" }]);
    expect(report.clips).toEqual([{ pointer: "/extensions/KHR_animation_clip/clips/1", event: "clip:wave", animations: [2] }]);
  });

  it("warns of clips that never play, and of names that are used twice; unnamed clips have their index", () => {
    const clips = [{ ...TWO[0]!, repetitions: 0 }, TWO[1]!, TWO[1]!, { animations: [0] }, { animations: [9] }];
    const { asset, report } = write(withClips(MODEL, clips));
    const place = "/extensions/KHR_animation_clip/clips";
    expect(graphOf(asset).json["events"]).toEqual([{ id: "clip:wave" }, { id: "clip:3" }]);
    expect(report.clips.map(({ event }) => event)).toEqual(["clip:wave", undefined, "clip:3"]);
    expect(sentencesOf(report.findings, "NOT_IN_GRAPH", "CLIP_INVALID")).toEqual([
      `${place}/0/repetitions: ${ruleOf("repetitionsInGraph")}`,
      `${place}/4/animations/0: ${ruleOf("indexOfAnimations", 3, 9)}`,
      `${place}/2/name: ${ruleOf("eventNameTaken", `${place}/1`, "wave")}`,
    ]);
  });

  it("a file without clips that play gets no graph", () => {
    for (const asset of [MODEL, withClips(MODEL, [{ ...TWO[0]!, repetitions: 0 }])]) {
      const written = write(asset);
      expect([written.report.clips, written.asset.json["extensions"]?.KHR_interactivity]).toEqual([[], undefined]);
    }
  });

  it("refuses a file with a graph, unknown clips, and a start that is not in the graph", () => {
    const { asset } = write(withClips(MODEL, TWO));
    expect(() => write(asset)).toThrow(`/extensions/KHR_interactivity: ${ruleOf("noGraphYet")}`);
    const rule = `${ruleOf("nameOrIndexOfClip", 2)}, walk, wave`;
    expect(() => write(withClips(MODEL, TWO), { clips: ["run"] })).toThrow(new RangeError(`options.clips/0: ${rule} (got "run")`));
    expect(() => write(withClips(MODEL, TWO), { start: [2] })).toThrow(new RangeError(`options.start/0: ${rule} (got 2)`));
    expect(() => write(withClips(MODEL, TWO), { clips: [0], start: [1] })).toThrow(
      new RangeError(`options.start/0: ${ruleOf("clipOfGraph", 1)}`),
    );
  });

  itWithAssets("Fox: a ping-pong of a part, as Babylon plays it without this package", async () => {
    const fox = readAsset("skin-Fox.glb");
    const settings = { start: 0.1, end: 0.6, reverse: true };
    const { asset } = write(withClips(fox, [{ name: "nod", animations: [0], ...settings }]));
    expect(graphOf(asset)).toMatchObject({ isValid: true, diagnostics: [] });
    expect(distanceFrom(await load(asset), fox, [0], settings, /rotation/)).toBeLessThan(1e-5);
    disposeScenes();
    const inCentimeters = distanceFrom(await load(asset), fox, [0], settings, /translation/);
    expect(inCentimeters / 100).toBeLessThan(1e-5);
  });

  describe("with this package", () => {
    beforeAll(() => RegisterKHR_animation_clip());
    afterAll(() => UnregisterKHR_animation_clip());

    it("the graph plays, and the clips are silent", async () => {
      const loaded = await load(write(withClips(MODEL, TWO)).asset);
      expect(loaded.groups.map(({ name, isStarted }) => [name, isStarted ?? false])).toEqual([
        ["animation 0", true],
        ["animation 1", false],
        ["animation 2", false],
        ["walk", false],
        ["wave", false],
      ]);
      expect(distanceFrom(loaded, MODEL, [0], { end: END })).toBeLessThan(1e-5);
    });

    it("the clips play if the option of the loader disables the graph", async () => {
      const { asset } = write(withClips(MODEL, TWO));
      const loader = { extensionOptions: { KHR_interactivity: { enabled: false } } };
      const { result } = await collectWarnings(() => importAsset(asset, createScene(), { startMode: START_FIRST, loader }));
      expect(result.animationGroups.filter(({ isStarted }) => isStarted).map(({ name }) => name)).toEqual(["walk"]);
    });
  });
});
