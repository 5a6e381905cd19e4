import { describe, expect, test } from "@jest/globals";
import { time } from "../../bench/harness.mjs";
import { summarise } from "../../bench/statistics.mjs";

describe("summarise", () => {
  test("of one sample is that sample", () => {
    expect(summarise([3])).toEqual({ median: 3, p10: 3, p90: 3, mean: 3, samples: 1 });
  });

  test("lies between two samples linearly, in whichever order they come", () => {
    const { median, p10, p90, mean } = summarise([30, 0, 20, 10]);
    [15, 3, 27, 15].forEach((expected, i) => expect([median, p10, p90, mean][i]).toBeCloseTo(expected, 9));
  });
});

describe("a contender", () => {
  const pace = { turnMs: 0, warmUpMs: 0, budgetMs: 0, minRounds: 1, maxRounds: 1 };

  function create(name: string, moving: number): Parameters<typeof time>[0][0] {
    const values = new Array<number>(8).fill(0);
    const run = (): void => values.forEach((_, i) => (values[i]! += i < moving ? 1 : 0));
    return { name, run, read: () => [...values], dispose: () => undefined };
  }

  test("that moves the same targets as the others is measured", async () => {
    const { measurements, ratios } = await time([create("ours", 8), create("other", 8)], pace);
    expect(Object.keys(measurements)).toEqual(["ours", "other"]);
    expect(Object.keys(ratios)).toEqual(["other"]);
  });

  test.each([
    ["moves nothing", 0],
    ["moves less than the others", 4],
  ])("that %s is refused", async (_, moving) => {
    await expect(time([create("ours", 8), create("other", moving)], pace)).rejects.toThrow(`ours 8, other ${moving}`);
  });

  test("is refused where no contender moves anything", async () => {
    await expect(time([create("ours", 0)], pace)).rejects.toThrow("ours 0");
  });
});
