import { describe, expect, it } from "@jest/globals";
import type { GltfJson } from "../../src/gltf/file/index.js";
import { appendClips, putClips, removeFromList, replaceClip } from "../../src/tools/clipLists.js";

const EXTENSION = "KHR_animation_clip";

/** An asset with two animations and the given clips, one of them invalid. */
function assetWith(...clips: readonly object[]): GltfJson {
  return {
    asset: { version: "2.0" },
    animations: [0, 1].map(() => ({ channels: [], samplers: [] })),
    extensionsUsed: ["VENDOR_x", EXTENSION],
    extensions: { VENDOR_x: {}, [EXTENSION]: { clips, extras: { a: 1 } } },
  };
}

const INVALID = { name: "walk", animations: [9] };
const UNNAMED = { animations: [0] };
const clipsOf = (json: GltfJson): unknown => (json.extensions![EXTENSION] as Record<string, unknown>)["clips"];

describe("the clips of an asset", () => {
  it("stay as they are before added ones, even if they are invalid", () => {
    const json = assetWith(INVALID, UNNAMED);
    appendClips(json, [{ name: "walk", animations: [1] }, UNNAMED]);
    expect(json).toEqual(assetWith(INVALID, UNNAMED, { name: "walk", animations: [1] }, UNNAMED));
  });

  it("are replaced by the first of the same name; clips with a new name or none are added", () => {
    const json = assetWith(INVALID, UNNAMED, INVALID);
    putClips(json, [
      { name: "walk", animations: [1] },
      { name: "run", animations: [0] },
      { animations: [1] },
      { name: "run", animations: [1] },
    ]);
    expect(json).toEqual(
      assetWith({ name: "walk", animations: [1] }, UNNAMED, INVALID, { name: "run", animations: [1] }, { animations: [1] }),
    );
  });

  it("are replaced by index", () => {
    const json = assetWith(UNNAMED, INVALID, UNNAMED);
    replaceClip(json, 1, { name: "run", animations: [1] });
    expect(clipsOf(json)).toEqual([UNNAMED, { name: "run", animations: [1] }, UNNAMED]);
  });

  it("do not change if a new one is invalid, which the error names by its place in the list", () => {
    const json = assetWith(UNNAMED, UNNAMED);
    const places = [() => appendClips(json, [UNNAMED, INVALID]), () => putClips(json, [INVALID]), () => replaceClip(json, 1, INVALID)].map(
      (change) => {
        try {
          return change();
        } catch (error) {
          return (error as Error).message.split(":")[0];
        }
      },
    );
    expect(places).toEqual([3, 2, 1].map((index) => `/extensions/${EXTENSION}/clips/${index}/animations/0`));
    expect(json).toEqual(assetWith(UNNAMED, UNNAMED));
  });

  it("are removed by their places, and the extension with the last one", () => {
    const json = assetWith(UNNAMED, INVALID, UNNAMED);
    const remove = (...places: readonly string[]): void => removeFromList(json, EXTENSION, "clips", new Set(places));
    remove(`/extensions/${EXTENSION}/clips/3`);
    expect(json).toEqual(assetWith(UNNAMED, INVALID, UNNAMED));
    remove(`/extensions/${EXTENSION}/clips/0`, `/extensions/${EXTENSION}/clips/2`);
    expect(json).toEqual(assetWith(INVALID));
    remove(`/extensions/${EXTENSION}/clips/0`);
    expect([json.extensions, json.extensionsUsed]).toEqual([{ VENDOR_x: {} }, ["VENDOR_x"]]);
    remove(`/extensions/${EXTENSION}/clips/0`);
    expect(json.extensions).toEqual({ VENDOR_x: {} });
  });
});

it("an empty list is not changed if nothing is removed", () => {
  const json = assetWith();
  removeFromList(json, EXTENSION, "clips", new Set());
  expect(json).toEqual(assetWith());
});

it("an asset without clips is not changed by no clips", () => {
  const json: GltfJson = { asset: { version: "2.0" } };
  appendClips(json, []);
  putClips(json, []);
  expect(json).toEqual({ asset: { version: "2.0" } });
});

it("an asset that uses no extension lists the one of its first clip", () => {
  const json: GltfJson = { asset: { version: "2.0" }, animations: [{ channels: [], samplers: [] }] };
  putClips(json, [UNNAMED]);
  expect(json).toMatchObject({ extensionsUsed: [EXTENSION], extensions: { [EXTENSION]: { clips: [UNNAMED] } } });
});
