import { describe, expect, it } from "@jest/globals";
import { looping, settingsForStart, withSpeed, type StartArguments } from "../../../src/gltf/timing/babylonSettings.js";
import { resolveClipSettings, type ClipSettings } from "../../../src/gltf/timing/index.js";

const KEYS = { first: 0, last: 9 };

const NO_ARGUMENTS: StartArguments = { loop: undefined, speedRatio: undefined, from: undefined, to: undefined };

/** Of a clip from 1 s to 5 s that begins at 2 s. */
const SETTINGS = resolveClipSettings({ start: 1, end: 5, offset: 1, repetitions: 3 });

describe("the settings of a start", () => {
  it("without arguments are those of the clip", () => {
    expect(settingsForStart(SETTINGS, NO_ARGUMENTS, KEYS)).toBeNull();
  });

  it.each<{ args: Partial<StartArguments>; expected: ClipSettings; comment: string }>([
    { comment: "endless", args: { loop: true }, expected: { repetitions: -1 } },
    { comment: "once", args: { loop: false }, expected: { repetitions: 1 } },
    { comment: "faster", args: { speedRatio: 3 }, expected: { speed: 3 } },
    {
      comment: "backwards, from 2 s: as far from the end as before from the start",
      args: { speedRatio: -1 },
      expected: { speed: -1, offset: 3 },
    },
    { comment: "another range", args: { from: 2, to: 3 }, expected: { start: 2, end: 3, offset: 0 } },
    { comment: "to the clip's end", args: { from: 2 }, expected: { start: 2, end: 5, offset: 0 } },
    { comment: "from the clip's start", args: { to: 2 }, expected: { start: 1, end: 2, offset: 0 } },
    { comment: "down a range", args: { from: 4, to: 2 }, expected: { start: 2, end: 4, offset: 2, speed: -1 } },
    { comment: "up a range, faster", args: { from: 2, to: 4, speedRatio: 3 }, expected: { start: 2, end: 4, offset: 0, speed: 3 } },
    { comment: "down a range, faster", args: { from: 4, to: 2, speedRatio: 3 }, expected: { start: 2, end: 4, offset: 2, speed: -3 } },
    { comment: "from the first key, if from lies before it", args: { from: -2, to: 3 }, expected: { start: 0, end: 3, offset: 0 } },
    { comment: "from the first key, if from lies behind the last", args: { from: 20, to: 3 }, expected: { start: 0, end: 3, offset: 0 } },
    { comment: "to the last key, if to lies behind it", args: { from: 2, to: 1000 }, expected: { start: 2, end: 9, offset: 0 } },
    { comment: "one frame, forwards", args: { from: 2, to: 2 }, expected: { start: 2, end: 2, offset: 0 } },
  ])("with $args play $comment", ({ args, expected }) => {
    expect(settingsForStart(SETTINGS, { ...NO_ARGUMENTS, ...args }, KEYS)).toEqual({ ...SETTINGS, ...expected });
  });

  it.each<{ args: Partial<StartArguments>; expected: ClipSettings }>([
    { args: { loop: true }, expected: { end: 9, repetitions: -1 } },
    { args: { loop: false }, expected: { end: 9, repetitions: 1 } },
    { args: { speedRatio: 0.5 }, expected: { end: Infinity, speed: 0.5 } },
    { args: { speedRatio: 0 }, expected: { end: Infinity, speed: 0 } },
    { args: { speedRatio: -2 }, expected: { end: 9, speed: -2, offset: 9 } },
    { args: { from: 2 }, expected: { start: 2, end: 9 } },
  ])("of a clip without end, with $args, end at the last key only where an end is needed", ({ args, expected }) => {
    const endless = resolveClipSettings({});
    expect(settingsForStart(endless, { ...NO_ARGUMENTS, ...args }, KEYS)).toEqual({ ...endless, ...expected });
  });
});

it.each<{ speed: number; args: Partial<StartArguments>; begins: number }>([
  { speed: 0, args: { from: 4, to: 2, speedRatio: 1 }, begins: 4 },
  { speed: 0, args: { from: 2, to: 4, speedRatio: 1 }, begins: 2 },
  { speed: 0, args: { from: 4, to: 2 }, begins: 4 },
  { speed: 0, args: { from: 2, to: 4 }, begins: 2 },
  { speed: -1, args: { from: 2, to: 4 }, begins: 4 },
  { speed: -1, args: { from: 4, to: 2 }, begins: 2 },
  { speed: 1, args: { from: 2, to: 4, speedRatio: -1 }, begins: 4 },
])("a start of a clip of speed $speed with $args begins at $begins s", ({ speed, args, begins }) => {
  const { start, offset } = settingsForStart({ ...SETTINGS, speed }, { ...NO_ARGUMENTS, ...args }, KEYS)!;
  expect(start + offset).toBe(begins);
});

it.each([
  { loop: true, before: 3, after: -1 },
  { loop: true, before: -1, after: -1 },
  { loop: false, before: 3, after: 3 },
  { loop: false, before: -1, after: 1 },
])("looping $loop turns $before repetitions into $after", ({ loop, before, after }) => {
  expect(looping(loop)({ ...SETTINGS, repetitions: before })).toEqual({ ...SETTINGS, repetitions: after });
});

describe("another speed", () => {
  it.each([
    { before: 1, after: 2, offset: 1 },
    { before: 1, after: 0, offset: 1 },
    { before: 0, after: -1, offset: 1 },
    { before: 0.5, after: -4, offset: 3 },
    { before: 1, after: -2, offset: 3 },
    { before: -1, after: 1, offset: 3 },
  ])("begins at the other end where its sign turns: $before to $after", ({ before, after, offset }) => {
    expect(withSpeed({ ...SETTINGS, speed: before }, after)).toEqual({ ...SETTINGS, speed: after, offset });
  });

  it("begins where it did in a clip without end", () => {
    expect(withSpeed(resolveClipSettings({ offset: 1 }), -1)).toMatchObject({ speed: -1, offset: 1, end: Infinity });
  });
});
