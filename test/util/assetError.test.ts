import { describe, expect, it } from "@jest/globals";
import { AssetError, toAssetError, UnexpectedError } from "../../src/util/index.js";
import { ReadClips } from "../../src/schema/index.js";

describe("errors of an asset", () => {
  it("keep the place where they were found", () => {
    const error = new AssetError("/animations/0", "must be an object (got 1)");
    expect(toAssetError("/animations", error)).toBe(error);
    expect(error).toMatchObject({ name: "AssetError", pointer: "/animations/0", message: "/animations/0: must be an object (got 1)" });
  });

  it("that no rule foresees cost only the part that is read, and are reported as bugs", () => {
    const cause = new TypeError("x is not a function");
    const broken = {
      get name(): string {
        throw cause;
      },
    };
    const extensions = { KHR_animation_clip: { clips: [broken, { animations: [0] }] } };
    const { definitions, errors } = ReadClips({ animations: [{}], extensions });
    expect(definitions.map(({ place }) => place)).toEqual(["/extensions/KHR_animation_clip/clips/1"]);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toBeInstanceOf(UnexpectedError);
    expect(errors[0]).toMatchObject({ name: "UnexpectedError", pointer: "/extensions/KHR_animation_clip/clips/0", cause });
    expect(errors[0]!.message).toContain("TypeError: x is not a function");
  });
});
