/** Clips are animation groups: what applications do with groups has the same results with clips. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { disposeScenes } from "../helpers/scene.js";
import { FEATURES } from "./features.js";
import { Stage, type Variant } from "./stage.js";

afterEach(disposeScenes);

/** Clips sum up time in another order than Babylon's animatables. */
const TOLERANCE = 1e-4;

function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a === "number" && typeof b === "number") {
    return a === b || Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(b));
  }
  return Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((item, i) => isEqual(item, b[i])) : Object.is(a, b);
}

/** What differs on purpose: docs/behaviour.md, "Differences from plain animation groups". */
const ON_PURPOSE = [
  "start(true, -1)",
  "start(false, -2)",
  "start(true, 1, to, from)",
  "weight 0",
  "frame events",
  "syncAllAnimationsWith, then null",
  "normalize",
  "keys edited in place while it plays",
];

async function observe(name: string, variant: Variant): Promise<readonly unknown[]> {
  const stage = await Stage.create(variant);
  await FEATURES[name]!(stage);
  return stage.log;
}

/** The same for compiled groups. */
const ON_PURPOSE_OF_GROUPS: typeof ON_PURPOSE = [
  "start(true, -1)",
  "start(false, -2)",
  "weight 0",
  "normalize",
  "keys edited in place while it plays",
];

describe.each([
  ["a clip made of a group", "created", ON_PURPOSE],
  ["a clip of a file", "file", ON_PURPOSE],
  ["a compiled group", "compiled", ON_PURPOSE_OF_GROUPS],
] as const)("%s is like a plain group", (_, variant, onPurpose) => {
  it.each(Object.keys(FEATURES).filter((name) => !onPurpose.includes(name)))("%s", async (name) => {
    const [expected, actual] = [await observe(name, "plain"), await observe(name, variant)];
    const entry = expected.findIndex((each, i) => !isEqual(actual[i], each));
    expect({ entry, is: JSON.stringify(actual[entry]) }).toEqual({ entry: -1, is: JSON.stringify(expected[entry]) });
    expect(actual).toHaveLength(expected.length);
  });

  it.each(onPurpose)("except for %s, as the documentation says", async (name) => {
    expect(isEqual(await observe(name, variant), await observe(name, "plain"))).toBe(false);
  });
});
