import { describe, expect, it } from "@jest/globals";
import { RULES, ruleOf } from "../helpers/rules.js";
import { adviceAbout, adviceOf } from "../../playground/page/checks/advice.js";

describe("advice about a rule that a file breaks", () => {
  it.each([
    [ruleOf("string", "undefined"), "Add the string that is missing."],
    [ruleOf("string", 5), "Use a string instead of 5."],
    [ruleOf("version2", "undefined"), "Add what is missing: 2.0."],
    [ruleOf("atLeastStart", 1, 2.5), "Use 2.5, which is the start, or more instead of 1."],
    [ruleOf("atLeast0", -3), "Use 0 or more instead of -3."],
    [ruleOf("indexOfAnimations", 2, 7), "Use the index of one of the asset's 2 animations instead of 7."],
    [ruleOf("integerAtLeastMinus1", 1.5), "Use a whole number, or -1 for endless, instead of 1.5."],
    [ruleOf("validJson", "the end"), "Go on: the text ends too early."],
    [ruleOf("validJson", "walk"), "Correct the text: it is not JSON from “walk” on."],
    [ruleOf("atLeastOneAnimation"), "Name at least one animation."],
    [ruleOf("visibleMesh"), "Add a visible mesh."],
    [ruleOf("notRepeatIndex", 1), "Do not repeat an index, as 1 does."],
    [ruleOf("within01", 5), "Use a value within 0..1 instead of 5."],
    [ruleOf("above0", 0), "Use a value > 0 instead of 0."],
    [ruleOf("finiteAndAbove0", 0), "Use a value that is finite and > 0 instead of 0."],
    [ruleOf("beginWithSlash", "a/b"), "Make it begin with a slash; now it is a/b."],
    [
      ruleOf("listUsed", "KHR_animation_clip", "/extensions/KHR_animation_clip"),
      "List KHR_animation_clip, which is ignored otherwise (used by /extensions/KHR_animation_clip).",
    ],
  ])("%s: %s", (rule, advice) => {
    expect(adviceOf(rule)).toBe(advice);
  });

  it.each(Object.keys(RULES) as (keyof typeof RULES)[])("is a sentence, or the rule itself: %s", (name) => {
    const values = RULES[name].split("%s").slice(1).fill("X");
    for (const got of ["undefined", "none", 5]) {
      const rule = ruleOf(name, ...values, got);
      const advice = adviceOf(rule);
      const isSentence =
        /^(?:Use (?:an?|the|one|another|true|["A-Z\d]\S*|X) |Add [^.;]|Correct |Go on|Do not (?!be )|(?:Make it )?(?:agree|begin|match|point|refer|end|contain|list|name|have|differ) )/i;
      expect(advice === rule || isSentence.test(advice) ? "reads well" : advice).toBe("reads well");
    }
  });

  it("leaves other texts as they are", () => {
    expect(adviceOf("The texture is missing.")).toBe("The texture is missing.");
  });

  it("stands beside the field of a setting", () => {
    expect(adviceAbout("end", ruleOf("atLeastStart", 1, 2.5))).toBe("end: use 2.5, which is the start, or more instead of 1");
    expect(adviceAbout("repetitions", ruleOf("integerAtLeastMinus1", 1.5))).toBe(
      "repetitions: use a whole number, or endless, instead of 1.5",
    );
  });
});
