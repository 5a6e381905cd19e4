/** The add-on in newer versions of Blender, which are not at hand: their exporters' calls, without Blender. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "@jest/globals";

const SCRIPT = fileURLToPath(new URL("newer.py", import.meta.url));
const { status, stdout, stderr, error } = spawnSync("python3", [SCRIPT], {
  encoding: "utf8",
  env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
});
const itWithPython = error ? it.skip : it; // not all machines have Python

interface Export {
  readonly clips: readonly object[];
  readonly events: readonly (readonly object[])[];
  readonly used: readonly string[];
  readonly reports: readonly string[];
}

type Results = Readonly<Record<"slots" | "names" | "merged" | "slid" | "cropped" | "clamped" | "strips" | "scene", Export>> & {
  readonly moved: { readonly markers: readonly number[]; readonly reports: readonly string[] };
  readonly invalid: readonly string[];
};

const results = (error ? {} : JSON.parse(status === 0 ? stdout : `"${stderr}"`)) as Results;

/** The seconds of a frame in these versions, at 24 frames per second with a base of 1.001. */
const second = (frame: number): unknown => expect.closeTo(frame / (24 * 1.001), 12);

const clip = (name: string, start: number, end: number, other: object = {}): object => ({
  ...{ name, animations: [0], repetitions: 1 },
  ...{ start: second(start), end: second(end) },
  ...other,
});

itWithPython("runs without errors", () => expect(stderr).toBe(""));

itWithPython("4.4: an action with slots", () => {
  expect(results.slots.clips).toEqual([clip("Slots", 1, 25, { repetitions: -1 })]);
  expect(results.slots.used).toEqual(["KHR_animation_clip"]);
});

itWithPython("3.6 to 4.3: actions of objects by the names of their animations", () => {
  expect(results.names.clips).toEqual([clip("Walk", 1, 25, { repetitions: -1 }), clip("Jump", 1, 13, { animations: [1] })]);
  expect(results.names.reports).toEqual(['glTF animation clips: animation "Baked": has no clip: its action is unknown']);
});

itWithPython("one animation of all active actions: the settings are those of the first action that has some", () => {
  expect(results.merged.clips).toEqual([clip("Animation", 1, 30, { speed: 2 })]);
});

itWithPython("negative frames that are moved", () => {
  expect(results.slid.clips).toEqual([clip("a", 0, 12), clip("b", 12, 24)]);
  expect(results.slid.events).toEqual([[{ time: second(6), name: "hit" }]]);
});

itWithPython("frames outside the scene's range", () => {
  expect(results.cropped.clips).toEqual([clip("a", 10, 20), clip("b", 20, 40)]);
  expect(results.cropped.events).toEqual([[{ time: second(12), name: "in" }]]);
  expect(results.cropped.reports).toEqual([
    expect.stringContaining('action "Long": clip "before" is left out'),
    expect.stringContaining('action "Long": clip "after" is left out'),
    expect.stringContaining('action "Long": event "out" is left out'),
  ]);
});

itWithPython("offsets beyond the exported clip are clamped, with a warning", () => {
  expect(results.clamped.clips).toEqual([
    clip("a", 10, 20),
    clip("b", 20, 30, { offset: second(10) }),
    clip("c", 30, 40, { offset: second(10) }),
  ]);
  const rule = 'glTF animation clips: action "Long": custom property "offset" for clip';
  expect(results.clamped.reports).toEqual([
    `${rule} "a" must be within the exported clip, 0.208125 s to 0.624376 s; it is clamped (got 0.125 s)`,
    `${rule} "b" must be within the exported clip, 0 s to 0.41625 s; it is clamped (got 3 s)`,
  ]);
});

itWithPython("an import of many events between frames has a bounded number of reports", () => {
  const place = 'glTF animation clips: action "Walk":';
  expect(results.moved.markers).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(results.moved.reports).toHaveLength(11);
  expect(results.moved.reports[1]).toBe(`${place} event "step" is moved from 0.0520313 s to frame 1`);
  expect(results.moved.reports[10]).toBe(`${place} 2 more warnings are not shown`);
});

itWithPython("an import of a clip that ends before it starts", () => {
  expect(results.invalid).toEqual([
    "glTF animation clips: clip 0 of the file is left out, because it is invalid (got {'animations': [0], 'start': 2, 'end': 1})",
  ]);
});

itWithPython("animations of NLA tracks: strips at the time that they have in the scene", () => {
  expect(results.strips.clips).toEqual([clip("Walk", 1, 49), clip("Run", 61, 73, { repetitions: -1 })]);
  expect(results.strips.events).toEqual([[{ time: second(25), name: "step" }]]);
  expect(results.strips.reports).toEqual(['glTF animation clips: action "Walk": has no clip in NLA track "Moves", where it is reversed']);
});

itWithPython("animations of scenes, which have no actions", () => {
  expect(results.scene.clips).toEqual([]);
  expect(results.scene.reports).toEqual(['glTF animation clips: animation "Walk": has no clip: its action is unknown']);
});

itWithPython("4.2: the option in the exporter's dialog", () => {
  expect(results).toMatchObject({ drawn: ["Animation Clips"], left: [] });
});
