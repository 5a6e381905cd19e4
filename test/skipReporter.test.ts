import { expect, it } from "@jest/globals";
import { describeSkipped } from "./skipReporter.js";

it("the end of a run says how many tests were skipped, and for lack of what", () => {
  const files = [
    { testFilePath: "/clone/test/crowd/matrices.test.ts", numPendingTests: 40 },
    { testFilePath: "/clone/test/blender/addOn.test.ts", numPendingTests: 1 },
    { testFilePath: "/clone/test/readme.test.ts", numPendingTests: 2 },
    { testFilePath: "/clone/test/util/messages.test.ts", numPendingTests: 0 },
  ];
  expect(describeSkipped(files).split("\n")).toEqual([
    "Skipped: 42 tests, for lack of real glTF files in ../shared/assets beside the repository",
    "Skipped: 1 test, for lack of Blender or python3",
    "",
  ]);
  expect(describeSkipped(files.slice(3))).toBe("");
});
