/** The clips of conformance/clips, baked, in three.js, PlayCanvas, and Babylon.js without this package. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { babylon } from "../../conformance/engines/babylon.mjs";
import { casesOf, compare, WAYS } from "../../conformance/engines/cases.mjs";
import { KNOWN, knownReason } from "../../conformance/engines/known.mjs";
import { playcanvas } from "../../conformance/engines/playcanvas.mjs";
import { three } from "../../conformance/engines/three.mjs";
import { CLIPS, ENGINES as MEASURED, type Engine } from "../../src/tools/engines/engineTable.js";

const ENGINES = [three, babylon, playcanvas];

describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])("%s", (way) => {
  const cases = casesOf(way);

  it("is of all clips but the one that poses nothing", () => {
    expect(cases).toHaveLength(CLIPS);
    expect(cases.filter(({ times, expected }) => times.length === 0 || expected.length === 0).map(({ name }) => name)).toEqual([]);
  });

  it("has no known differences of clips that are not there", () => {
    const known = Object.values(KNOWN[way] ?? {}).flatMap((clips) => Object.keys(clips));
    expect(known.filter((name) => !cases.some((clip) => clip.name.startsWith(name)))).toEqual([]);
  });

  describe.each(ENGINES)("in $name", ({ name, play }) => {
    const isKnown = (clip: (typeof cases)[number]): boolean => knownReason(way, name, clip.name) !== undefined;

    it.each(cases.filter((clip) => !isKnown(clip)))("$name", async (clip) => {
      expect(await compare({ name, play }, clip)).toEqual([]);
    });

    cases.filter(isKnown).forEach((clip) => {
      it(`${clip.name} differs, as is known`, async () => {
        const differences = await compare({ name, play }, clip).catch((error: Error) => [error.message]);
        expect(differences).not.toEqual([]);
      });
    });
  });
});

it("the table has the number of clips that each engine plays right", () => {
  const names = casesOf("bake --for all").map(({ name }) => name);
  const stated = Object.entries<Engine>(MEASURED).filter(([, { right }]) => right !== undefined);
  const expected = stated.map(([engine]) => names.filter((name) => knownReason("bake --for all", engine, name) === undefined).length);
  expect(stated.map(([, { right }]) => right)).toEqual(expected);
});

it.each(Object.values(KNOWN).flatMap((engines) => Object.values(engines).flatMap((clips) => Object.values(clips))))(
  "the reason %j is a sentence, or names findings",
  (reason) => {
    const missing = reason.split(", ").filter((name) => /^[a-z0-9-]+$/.test(name) && !existsSync(`findings/${name}.sh`));
    expect(missing).toEqual([]);
  },
);
