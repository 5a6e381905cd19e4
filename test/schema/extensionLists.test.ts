import { describe, expect, it } from "@jest/globals";
import { listExtension, removeExtension, unlistExtension, type ExtensibleAsset } from "../../src/schema/index.js";

describe("an extension that is listed", () => {
  it.each([
    { comment: "in an asset without a list", before: {}, after: ["EXT_a"] },
    { comment: "behind the others", before: { extensionsUsed: ["EXT_b"] }, after: ["EXT_b", "EXT_a"] },
    { comment: "once", before: { extensionsUsed: ["EXT_a", "EXT_b"] }, after: ["EXT_a", "EXT_b"] },
  ])("is so $comment", ({ before, after }) => {
    const asset: ExtensibleAsset = before;
    listExtension(asset, "EXT_a");
    expect(asset).toEqual({ extensionsUsed: after });
  });
});

describe("an extension that is removed", () => {
  it("leaves both lists, and the others stay", () => {
    const asset: ExtensibleAsset = { extensionsUsed: ["EXT_b", "EXT_a", "EXT_c"], extensionsRequired: ["EXT_a", "EXT_c"] };
    unlistExtension(asset, "EXT_a");
    expect(asset).toEqual({ extensionsUsed: ["EXT_b", "EXT_c"], extensionsRequired: ["EXT_c"] });
  });

  it("takes lists along that would be empty, which glTF does not allow", () => {
    const asset: ExtensibleAsset = { extensions: { EXT_a: {} }, extensionsUsed: ["EXT_a"], extensionsRequired: ["EXT_a"] };
    removeExtension(asset, "EXT_a");
    expect(asset).toEqual({});
  });

  it("takes its object out of the root, and nothing else", () => {
    const asset: ExtensibleAsset = { extensions: { EXT_b: { x: 1 }, EXT_a: {} }, extensionsUsed: ["EXT_a", "EXT_b"] };
    removeExtension(asset, "EXT_a");
    expect(asset).toEqual({ extensions: { EXT_b: { x: 1 } }, extensionsUsed: ["EXT_b"] });
  });

  it.each([{}, { extensions: { EXT_b: {} }, extensionsUsed: ["EXT_b"] }])("is not in %j, which stays as it is", (json) => {
    const asset: ExtensibleAsset = structuredClone(json);
    removeExtension(asset, "EXT_a");
    expect(asset).toEqual(json);
  });
});
