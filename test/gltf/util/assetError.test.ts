import { describe, expect, it } from "@jest/globals";
import { AssetError, errorOf, toAssetError, UnexpectedError } from "../../../src/gltf/util/index.js";
import { ReadClips } from "../../../src/gltf/schema/index.js";
import { ruleOf } from "../../helpers/rules.js";

describe("errors of an asset", () => {
  it("keep the place where they were found", () => {
    const error = new AssetError("/animations/0", ruleOf("object", 1));
    expect(toAssetError("/animations", error)).toBe(error);
    expect(error).toMatchObject({ name: "AssetError", pointer: "/animations/0", message: `/animations/0: ${ruleOf("object", 1)}` });
  });

  it("that no rule foresees cost only the part that is read, and are reported as bugs", () => {
    const cause = new TypeError("x is not a function");
    const broken = {
      get name(): string {
        throw cause;
      },
    };
    const extensions = { KHR_animation_clip: { clips: [broken, { animations: [0] }] } };
    const { definitions, findings } = ReadClips({ animations: [{}], extensions });
    expect(definitions.map(({ pointer }) => pointer)).toEqual(["/extensions/KHR_animation_clip/clips/1"]);
    expect(findings).toMatchObject([{ code: "UNEXPECTED_ERROR", severity: 0, pointer: "/extensions/KHR_animation_clip/clips/0", cause }]);
    expect(findings[0]!.message).toContain("TypeError: x is not a function");
    expect(errorOf(findings[0]!)).toBeInstanceOf(UnexpectedError);
    expect(errorOf(findings[0]!)).toMatchObject({ pointer: findings[0]!.pointer, rule: findings[0]!.message, cause });
  });
});
