import { describe, expect, it } from "@jest/globals";
import { keysOf, sizeText } from "../../playground/page/panels/statisticsPanel.js";

describe("the statistics of a model", () => {
  it("count the keys of each channel, also where channels share them, and nothing that is not in the file", () => {
    const accessors = [{ count: 3 }, { count: 10 }, { count: "many" }];
    const samplers = [{ input: 0 }, { input: 1 }, { input: 2 }, { input: 7 }];
    const channels = [0, 0, 1, 2, 3, 4, undefined].map((sampler) => ({ sampler }));
    expect(keysOf({ accessors, animations: [{ samplers, channels }, { samplers, channels: [{ sampler: 1 }] }, null, 5] })).toBe(26);
    expect(keysOf({})).toBe(0);
  });

  it.each([
    [0, "0 bytes"],
    [999, "999 bytes"],
    [1000, "1 kB"],
    [1_254_321, "1.25 MB"],
    [2.5e9, "2.5 GB"],
    [4e13, "40000 GB"],
  ])("state %d bytes as %s", (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });
});
