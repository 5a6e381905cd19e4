import { describe, expect, it } from "@jest/globals";
import { adviceAbout, adviceOf } from "../../playground/page/checks/advice.js";

describe("advice about a rule that a file breaks", () => {
  it.each([
    ["must be a string (got undefined)", "Add the string that is missing."],
    ["must be a string (got 5)", "Use a string instead of 5."],
    ["must be 2.0 (got undefined)", "Add what is missing: 2.0."],
    ["must be >= start (got 1 < 2.5)", "Use 2.5, which is the start, or more instead of 1."],
    ["must be >= 0 (got -3)", "Use 0 or more instead of -3."],
    ["must be the index of one of the asset's 2 animations (got 7)", "Use the index of one of the asset's 2 animations instead of 7."],
    ["must be an integer >= -1 (got 1.5)", "Use a whole number, or -1 for endless, instead of 1.5."],
    ["must be valid JSON (got the end)", "Go on: the text ends too early."],
    ["must be valid JSON (got walk)", "Correct the text: it is not JSON from “walk” on."],
    ["must name at least one animation (got undefined)", "Name at least one animation."],
    ["must have a visible mesh (got none)", "Add a visible mesh."],
    ["must not repeat an index (got 1)", "Do not repeat an index, as 1 does."],
    ["must begin with a slash (got a/b)", "Make it begin with a slash; now it is a/b."],
    [
      "must list KHR_animation_clip, which is ignored otherwise (used by /extensions/KHR_animation_clip)",
      "List KHR_animation_clip, which is ignored otherwise (used by /extensions/KHR_animation_clip).",
    ],
  ])("%s: %s", (rule, advice) => {
    expect(adviceOf(rule)).toBe(advice);
  });

  it("leaves other texts as they are", () => {
    expect(adviceOf("The texture is missing.")).toBe("The texture is missing.");
  });

  it("stands beside the field of a setting", () => {
    expect(adviceAbout("end", "must be >= start (got 1 < 2.5)")).toBe("end: use 2.5, which is the start, or more instead of 1");
    expect(adviceAbout("repetitions", "must be an integer >= -1 (got 1.5)")).toBe(
      "repetitions: use a whole number, or endless, instead of 1.5",
    );
  });
});
