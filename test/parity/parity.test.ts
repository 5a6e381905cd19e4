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

async function observe(name: string, variant: Variant): Promise<readonly unknown[]> {
  const stage = await Stage.create(variant);
  await FEATURES[name]!(stage);
  return stage.log;
}

describe.each(["created", "file"] as const)("a clip (%s) is like a plain group", (variant) => {
  it.each(Object.keys(FEATURES))("%s", async (name) => {
    const [expected, actual] = [await observe(name, "plain"), await observe(name, variant)];
    const entry = expected.findIndex((each, i) => !isEqual(actual[i], each));
    expect({ entry, is: JSON.stringify(actual[entry]) }).toEqual({ entry: -1, is: JSON.stringify(expected[entry]) });
    expect(actual).toHaveLength(expected.length);
  });
});
