import { describe, expect, it } from "@jest/globals";
import { listExtension, removeExtension, unlistExtension, WriteClips, type ExtensibleAsset } from "../../../src/gltf/schema/index.js";
import type { Json } from "../../helpers/gltfPose.js";

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

  it.each<[when: string, json: Json]>([
    ["before other members", { extensions: {}, asset: { version: "2.0" } }],
    ["that is missing", { asset: { version: "2.0" } }],
    ["that is missing, beside a list", { extensionsUsed: ["EXT_b"], asset: { version: "2.0" } }],
    ["that is missing, before a list", { asset: { version: "2.0" }, extensionsUsed: ["EXT_b"] }],
  ])("leaves the root as it was before the extension was written, with an empty object %s", (_, json) => {
    const asset = { ...structuredClone(json), animations: [{}] } as ExtensibleAsset & { animations: unknown[] };
    const before = JSON.stringify(asset);
    WriteClips(asset, [{ animations: [0] }]);
    expect(asset.extensions).toEqual({ KHR_animation_clip: { clips: [{ animations: [0] }] } });
    removeExtension(asset, "KHR_animation_clip");
    expect(JSON.stringify(asset)).toBe(before);
  });

  it.each([{}, { extensions: { EXT_b: {} }, extensionsUsed: ["EXT_b"] }])("is not in %j, which stays as it is", (json) => {
    const asset: ExtensibleAsset = structuredClone(json);
    removeExtension(asset, "EXT_a");
    expect(asset).toEqual(json);
  });
});
