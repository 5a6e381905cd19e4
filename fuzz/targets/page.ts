/** What the page reads from users, where it needs no browser: addresses, the JSON of clips, and steps of making clips. */
import fc from "fast-check";
import { isEqual } from "../../src/gltf/file/index.js";
import { readState, writeState } from "../../playground/page/sharing/addressState.js";
import { ClipDocument } from "../../playground/page/document/clipDocument.js";
import { parseNumber } from "../../playground/page/controls/numberField.js";
import { MODEL_OF_ALL } from "../../test/helpers/brokenModels.js";
import { expect, expectAssetError, expectPrototypesUntouched } from "../invariants.js";
import type { Target } from "../target.js";

type Step = readonly [
  kind: "add" | "duplicate" | "remove" | "move" | "cut" | "change" | "json" | "undo" | "redo",
  which: number,
  value: unknown,
];

interface PageCase {
  readonly address: string;
  readonly steps: readonly Step[];
}

const WORDS = [
  ...["#", "&", "=", ";", ",", "clip=", "walk", "t=", "play", "weight=", "reverse=1", "start=", "end=none", "speed=-1", "file=", "camera="],
  ...["orbit=1,2,3,4,5,6", "view=grid;axes", "exposure=", "background=white", "environment=none", "__proto__", "constructor", "%", "%2"],
  ...["%41", "0", "-1", "1e999", "NaN", "0x10", " ", "\u0000", "\ud800", "x".repeat(5000)],
];

const values: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    -1,
    0,
    0.25,
    1,
    2,
    NaN,
    Infinity,
    1e300,
    "walk",
    "",
    "__proto__",
    "{}",
    "[",
    '{"animations":[0]}',
    null,
    [0],
    [9],
  ),
  fc.record(
    { animations: fc.constantFrom([0], [], [1], "0"), start: fc.double(), end: fc.double(), name: fc.string() },
    { requiredKeys: [], noNullPrototype: true },
  ),
  fc.string({ unit: "binary", maxLength: 20 }),
);

const cases: fc.Arbitrary<PageCase> = fc.record({
  address: fc
    .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...WORDS) }, { weight: 1, arbitrary: fc.string() }), { maxLength: 12 })
    .map((words) => words.join("")),
  steps: fc.array(
    fc.tuple(fc.constantFrom<Step[0]>("add", "duplicate", "remove", "move", "cut", "change", "json", "undo", "redo"), fc.nat(5), values),
    { maxLength: 10 },
  ),
});

/** An address is read without errors, and a written one is read as the same. */
function tryAddress(address: string): void {
  const { state } = readState(address);
  const { hash, omitted } = writeState(state);
  const again = readState(hash);
  expect(again.problems.length === 0, () => `a written address must be read (got ${again.problems.join()})`);
  expect(
    omitted > 0 || writeState(again.state).hash === hash,
    () => `must be read as it was written (got ${writeState(again.state).hash}, ${hash})`,
  );
  parseNumber(address);
}

function take(document: ClipDocument, [kind, which, value]: Step): void {
  const { id } = document.clips[which % Math.max(document.clips.length, 1)] ?? { id: -1 };
  const steps: Readonly<Record<Step[0], () => unknown>> = {
    add: () => document.add({ name: String(value), animations: [which % 2], settings: { end: Number(value) } }),
    duplicate: () => document.duplicate(id),
    remove: () => document.remove(id),
    move: () => document.move(id, which),
    cut: () => document.cut(id, Number(value)),
    change: () => document.change(id, "settings", { settings: { start: Number(value) } }),
    json: () => document.setJson(id, typeof value === "string" ? value : JSON.stringify(value)),
    undo: () => document.undo(),
    redo: () => document.redo(),
  };
  steps[kind]();
}

/** A step works, or is refused and changes nothing. */
function tryStep(document: ClipDocument, step: Step): void {
  const before = document.clips;
  try {
    take(document, step);
  } catch (error) {
    if (!(error instanceof RangeError && error.message.startsWith("id: "))) {
      expectAssetError(error);
    }
    expect(document.clips === before, () => "a step that is refused must change nothing");
  }
}

/** All that was done can be undone. */
function trySteps(steps: readonly Step[]): void {
  const document = new ClipDocument(JSON.parse(MODEL_OF_ALL) as ConstructorParameters<typeof ClipDocument>[0]);
  const original = document.json;
  steps.forEach((step) => tryStep(document, step));
  for (let i = 0; document.undoable !== null; i++) {
    expect(i <= steps.length, () => "must not undo more than was done");
    document.undo();
  }
  expect(isEqual(document.json, original), () => "must be as at the beginning when all is undone");
}

export const PAGE_TARGET: Target<PageCase> = {
  name: "page",
  share: 1,
  cases,
  run: ({ address, steps }) => {
    tryAddress(address);
    trySteps(steps);
    expectPrototypesUntouched();
  },
  describe: (given) => ({ text: fc.stringify(given) }),
};
