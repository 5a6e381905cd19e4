/** Runs features with clips and with plain groups, and compares their logs. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { disposeScenes } from "../helpers/scene.js";
import type { Asset } from "../helpers/gltfPose.js";
import { Stage, type Variant } from "./stage.js";

/** Runs on a stage, and writes what it observes to the log of the stage. */
export type Script = (stage: Stage) => void | Promise<void>;

export type Features = Readonly<Record<string, Script>>;

/** Clips sum up time in another order than Babylon's animatables. */
const TOLERANCE = 1e-4;

function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a === "number" && typeof b === "number") {
    return a === b || Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(b));
  }
  return Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((item, i) => isEqual(item, b[i])) : Object.is(a, b);
}

interface CompareOptions {
  /** The model of the stage; default the strider. */
  readonly asset?: Asset;
  /** What differs on purpose for clips: docs/behavior.md, "Differences from plain animation groups". */
  readonly onPurpose?: readonly string[];
  /** What differs on purpose for compiled groups. */
  readonly onPurposeOfGroups?: readonly string[];
  /** What the installed version of Babylon does not have. */
  readonly absent?: readonly string[];
  readonly variants?: readonly Exclude<Variant, "plain">[];
}

/** Makes a test of each feature and variant. */
export function compareWithPlain(features: Features, options: CompareOptions = {}): void {
  const { asset, onPurpose = [], onPurposeOfGroups = [], absent = [], variants = ["created", "file", "compiled"] } = options;

  async function observe(name: string, variant: Variant): Promise<readonly unknown[]> {
    const stage = await Stage.create(variant, undefined, asset);
    await features[name]!(stage);
    return stage.log;
  }

  afterEach(disposeScenes);

  describe.each(variants)("%s, like a plain group", (variant) => {
    const exceptions = variant === "compiled" ? onPurposeOfGroups : onPurpose;

    it.each(Object.keys(features).filter((name) => ![...exceptions, ...absent].includes(name)))("%s", async (name) => {
      const [expected, actual] = [await observe(name, "plain"), await observe(name, variant)];
      expect(expected.length).toBeGreaterThan(0);
      const entry = expected.findIndex((each, i) => !isEqual(actual[i], each));
      expect({ entry, is: JSON.stringify(actual[entry]) }).toEqual({ entry: -1, is: JSON.stringify(expected[entry]) });
      expect(actual).toHaveLength(expected.length);
    });

    if (exceptions.length > 0) {
      it.each(exceptions)("except for %s, as the documentation says", async (name) => {
        expect(isEqual(await observe(name, variant), await observe(name, "plain"))).toBe(false);
      });
    }
  });
}
