/** The convention for exporters in docs/authoring.md: its examples, as they stand. */
import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { ImportClips, WriteClips, type ClipFormat } from "../../src/tools.js";
import { createModel } from "../helpers/gltfAsset.js";
import type { Json } from "../helpers/gltfPose.js";
import { sentencesOf } from "../helpers/findings.js";
import { ruleOf } from "../helpers/rules.js";

const [, section = ""] = /\n### Names and extras[^\n]*\n(.*?)\n### /s.exec(
  readFileSync(new URL("../../docs/authoring.md", import.meta.url), "utf8"),
)!;
const rows = Array.from(section.matchAll(/^\| `([^`]+)` +\| (?:`([^`]+)`|(none)) +\|$/gm), ([, said, clip]) => ({ said: said!, clip }));
const isExtras = ({ said }: { said: string }): boolean => said.startsWith("{");

/** The members of the clip of an animation with 4 seconds of keys, without those that name the animation. */
function importedClip(animation: Json, from: ClipFormat): unknown {
  const { json } = createModel(1, [[{ node: 0, path: "translation", times: [0, 4], values: [0, 0, 0, 1, 0, 0] }]]);
  Object.assign(json["animations"][0] as Json, animation);
  const { clips, findings } = ImportClips(json, from);
  expect(findings).toEqual([]);
  WriteClips(json, clips);
  const [clip] = (json["extensions"]?.KHR_animation_clip?.clips ?? []) as Json[];
  const { name, animations, ...settings } = clip ?? {};
  expect({ name, animations }).toEqual(clip ? { name: animation["name"], animations: [0] } : {});
  return clip && settings;
}

it("the convention has examples of names, extras and the lack of them", () => {
  expect(rows.filter(isExtras)).toHaveLength(8);
  expect(rows.filter((row) => !isExtras(row))).toHaveLength(18);
  expect(section.match(/^\| (?!-)/gm)).toHaveLength(rows.length + 2); // two heads of tables
});

it.each(rows)("the convention says what is imported: $said", ({ said, clip }) => {
  const animation = isExtras({ said }) ? { name: "Walk", extras: JSON.parse(said) as Json } : { name: said };
  const other = isExtras({ said }) ? "names" : "extras";
  expect(importedClip(animation, isExtras({ said }) ? "extras" : "names")).toEqual(clip && JSON.parse(clip));
  expect(importedClip(animation, other)).toBeUndefined();
});

it.each(["Run_NoLoop", "Die (no loop)", "Not_Looping", "NonLooping Hit", "no_cycle", "hit noloop", "NON-LOOP", "Not a loop", "never-loop"])(
  "a name that denies a loop plays once: %s",
  (name) => {
    expect(importedClip({ name }, "names")).toEqual({ end: 4, repetitions: 1 });
  },
);

it.each([
  ["Casino loop", { end: 4 }],
  ["Piano_Loop", { end: 4 }],
  ["Take No.2 Cycle", { end: 4 }],
  ["Knot loop", { end: 4 }],
  ["loop, no ping-pong", { end: 4 }],
  ["no ping-pong", undefined],
  ["not once", undefined],
  ["ping-pong, not once", { end: 4, reverse: true }],
  ["No", undefined],
])("other words before a word deny nothing: %s", (name, clip) => {
  expect(importedClip({ name }, "names")).toEqual(clip);
});

it("the convention says that a range that ends before it begins is left out", () => {
  const { json } = createModel(1, [[{ node: 0, path: "translation", times: [0, 4], values: [0, 0, 0, 1, 0, 0] }]]);
  Object.assign(json["animations"][0] as Json, { name: "Walk [1.4-0.2] loop" });
  expect(section).toContain("A range whose end is before its start is left out with a warning; the clip has the whole animation.");
  const { clips, findings } = ImportClips(json, "names");
  expect(clips).toEqual([expect.objectContaining({ name: "Walk [1.4-0.2] loop", settings: { start: 0, end: 4, repetitions: -1 } })]);
  expect(sentencesOf(findings, "METADATA_DOUBTFUL")).toEqual([`/animations/0/name: ${ruleOf("rangeOfSeconds", "[1.4-0.2]")}`]);
});
