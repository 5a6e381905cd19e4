import { describe, expect, it } from "@jest/globals";
import { packGlb } from "../../scripts/glb.mjs";
import {
  CopyClips,
  type ClipCopyOptions,
  type ClipCopyReport,
  GltfFile,
  ReadClips,
  ReadEvents,
  ValidateAnimations,
} from "../../src/tools.js";
import { createModel } from "../helpers/gltfAsset.js";
import type { Asset, Json } from "../helpers/gltfPose.js";
import { ruleOf } from "../helpers/rules.js";
import { withClips } from "../helpers/scene.js";
import { sentencesOf } from "../helpers/findings.js";

const fileOf = ({ json, bin }: Asset): GltfFile => GltfFile.parse(new Uint8Array(packGlb(json, bin)));
const move = (end: number, start = 0): Parameters<typeof createModel>[1][number] => [
  { node: 0, path: "translation", times: [start, end], values: [0, 0, 0, 1, 0, 0] },
];

/** A model with an animation for each name, 2 s long unless stated otherwise. */
function modelOf(names: readonly (string | undefined)[], ends: Readonly<Record<string, number>> = {}, start = 0): Asset {
  const asset = createModel(
    1,
    names.map((name) => move(ends[name ?? ""] ?? 2, start)),
  );
  names.forEach((name, i) => {
    const animation = asset.json["animations"][i] as Json;
    delete animation["name"];
    Object.assign(animation, name !== undefined && { name });
  });
  return asset;
}

function withEvents(asset: Asset, animation: number, events: readonly Json[]): Asset {
  asset.json["animations"][animation].extensions = { KHR_animation_events: { events } };
  asset.json["extensionsUsed"] = [...(asset.json["extensionsUsed"] ?? []), "KHR_animation_events"];
  return asset;
}

/** Copies once, checks that copying again changes nothing, and returns the JSON. */
function copy(target: Asset, source: Asset, options?: ClipCopyOptions): { json: Json; report: ClipCopyReport } {
  const [file, other] = [fileOf(target), fileOf(source)];
  const report = CopyClips(file, other, options);
  expect(other.json).toEqual(source.json);
  const once = structuredClone(file.json);
  expect(CopyClips(file, other, options)).toMatchObject({ clips: 0, events: 0 });
  expect(file.json).toEqual(once);
  expect(ValidateAnimations(file.json).filter(({ severity }) => severity === 0)).toEqual([]);
  return { json: once, report };
}

const ORIGINAL = withEvents(
  withClips(modelOf(["idle", "walk", "run"]), [
    { name: "stroll", animations: [1], end: 1.5, speed: 0.5 },
    { name: "all", animations: [0, 2], start: 0.5, reverse: true, end: 1 },
    { animations: [2], end: 2, repetitions: 1 },
  ]),
  1,
  [
    { time: 0.3, name: "step.l", payload: { volume: 0.5 } },
    { time: 0.8, name: "step.r", level: 2 },
  ],
);
ORIGINAL.json["extensions"].KHR_animation_clip.clips[0].extras = { foot: "left" };

describe("CopyClips", () => {
  it("gives a file without clips those of its original, for animations in another order", () => {
    const { json, report } = copy(modelOf(["run", "walk", "new", "idle"]), ORIGINAL);
    expect(report).toEqual({ clips: 3, events: 2, findings: [] });
    expect(json["extensions"].KHR_animation_clip.clips).toEqual([
      { name: "stroll", animations: [1], end: 1.5, speed: 0.5, extras: { foot: "left" } },
      { name: "all", animations: [3, 0], start: 0.5, reverse: true, end: 1 },
      { animations: [0], end: 2, repetitions: 1 },
    ]);
    expect(json["animations"][1].extensions).toEqual(ORIGINAL.json["animations"][1].extensions);
    expect(new Set(json["extensionsUsed"])).toEqual(new Set(["KHR_animation_clip", "KHR_animation_events"]));
  });

  it("replaces clips and events of the same names, and keeps all others", () => {
    const target = withEvents(
      withClips(modelOf(["idle", "walk", "run"]), [
        { name: "mine", animations: [0], end: 1 },
        { name: "stroll", animations: [0], end: 1 },
      ]),
      1,
      [{ time: 1, name: "old" }],
    );
    target.json["animations"][0].extensions = { KHR_animation_events: { events: [{ time: 1, name: "mine" }] } };
    const { json, report } = copy(target, ORIGINAL);
    expect(report).toMatchObject({ clips: 3, events: 2 });
    expect(ReadClips(json).definitions.map(({ name, animations }) => [name, animations])).toEqual([
      ["mine", [0]],
      ["stroll", [1]],
      ["all", [0, 2]],
      [undefined, [2]],
    ]);
    expect(ReadEvents(json).definitions.map(({ event }) => event.name)).toEqual(["mine", "step.l", "step.r"]);
  });

  it("copies clips of one name each", () => {
    const source = withClips(modelOf(["idle"]), [
      { name: "a", animations: [0], end: 1 },
      { name: "a", animations: [0], end: 2 },
    ]);
    const target = withClips(modelOf(["idle"]), [{ name: "a", animations: [0], end: 2 }]);
    const { json, report } = copy(target, source);
    expect(report.clips).toBe(1);
    expect(ReadClips(json).definitions.map(({ settings }) => settings.end)).toEqual([2, 1]);
  });

  it("finds animations of one name, and without a name, in their order", () => {
    const source = withClips(
      modelOf(["take", undefined, "take", undefined]),
      [0, 1, 2, 3].map((i) => ({ name: `${i}`, animations: [i], end: 1 })),
    );
    const { json, report } = copy(modelOf([undefined, "take", undefined, "take"]), source);
    expect(report.findings).toEqual([]);
    expect(ReadClips(json).definitions.map(({ animations }) => animations[0])).toEqual([1, 0, 3, 2]);
  });

  it("copies controllers as clips, and events of extras as events", () => {
    const source = withClips(modelOf(["idle"]), [], [{ name: "old", animation: 0, end: 1 }]);
    source.json["animations"][0].extras = { events: [{ time: 0.5, name: "hit" }] };
    const { json, report } = copy(modelOf(["idle"]), source);
    expect(report).toEqual({ clips: 1, events: 1, findings: [] });
    expect(ReadClips(json).definitions).toMatchObject([{ name: "old", animations: [0], settings: { end: 1 } }]);
    expect(json["animations"][0].extensions.KHR_animation_events.events).toEqual([{ time: 0.5, name: "hit" }]);
  });

  it("shares no object with the source", () => {
    const [file, other] = [fileOf(modelOf(["idle", "walk", "run"])), fileOf(ORIGINAL)];
    CopyClips(file, other);
    const json = file.json as Json;
    json["extensions"].KHR_animation_clip.clips[0].extras.foot = "right";
    json["animations"][1].extensions.KHR_animation_events.events[0].payload.volume = 1;
    expect(other.json).toEqual(ORIGINAL.json);
  });

  it("leaves out what needs an animation that is gone, and says which", () => {
    const { json, report } = copy(modelOf(["idle", "run"]), ORIGINAL);
    expect(report).toMatchObject({ clips: 2, events: 0 });
    expect(ReadClips(json).definitions.map(({ name }) => name)).toEqual(["all", undefined]);
    expect(sentencesOf(report.findings, "NOT_COPIED")).toEqual([
      `/extensions/KHR_animation_clip/clips/0: ${ruleOf("animationsOfTarget", "walk")}`,
      `/animations/1: ${ruleOf("animationsOfTarget", "walk")}`,
    ]);
  });

  it("says once which animations begin or end at another time", () => {
    const { report } = copy(modelOf(["idle", "walk", "run"], { walk: 2.0333 }), ORIGINAL);
    expect(report).toMatchObject({ clips: 3, events: 2 });
    expect(sentencesOf(report.findings, "LENGTH_CHANGED")).toEqual([
      "/animations/1: walk is from 0 to 2.033 s in the target, not from 0 to 2 s; times of clips and events stay",
    ]);
    const moved = copy(modelOf(["idle", "walk", "run"], {}, 0.0333), ORIGINAL);
    expect(sentencesOf(moved.report.findings, "LENGTH_CHANGED")).toHaveLength(3);
  });

  it("takes rounding to floats for the same length", () => {
    const { report } = copy(
      modelOf(["idle"], { idle: 1.1000001 }),
      withClips(modelOf(["idle"], { idle: 1.1 }), [{ animations: [0], end: 1 }]),
    );
    expect(report.findings).toEqual([]);
  });

  it("finds animations by the names of options.rename", () => {
    const target = modelOf(["Armature|idle", "Armature|walk", "Armature|run"]);
    const { report } = copy(target, ORIGINAL, { rename: (name) => `Armature|${name}` });
    expect(report).toEqual({ clips: 3, events: 2, findings: [] });
    expect(copy(target, ORIGINAL, { rename: { walk: "Armature|walk" } }).report).toMatchObject({ clips: 1, events: 2 });
  });

  it("needs no keys: those of a compressed file stay as they are", () => {
    const target = modelOf(["idle", "walk", "run"]);
    target.json["buffers"][0].uri = "lost.bin";
    expect(copy(target, ORIGINAL).report).toEqual({ clips: 3, events: 2, findings: [] });
  });

  it("reports clips of the source that are invalid, and copies the others", () => {
    const source = withClips(modelOf(["idle"]), [
      { name: "bad", animations: [9] },
      { name: "good", animations: [0], end: 1 },
    ]);
    const { report } = copy(modelOf(["idle"]), source);
    expect([report.clips, report.findings.map(({ code }) => code)]).toEqual([1, ["CLIP_INVALID"]]);
  });
});
