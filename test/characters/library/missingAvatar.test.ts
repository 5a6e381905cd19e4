/** With a version of Babylon.js that has no AnimatorAvatar, libraries load, and the option says what it needs. */
import { afterEach, expect, it, jest } from "@jest/globals";
import { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { packGlb } from "../../../scripts/glb.mjs";
import { createRuler } from "../../helpers/gltfAsset.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

jest.unstable_mockModule("@babylonjs/core/Animations/animatorAvatar.js", () => {
  throw new Error("Cannot find module");
});
const { LoadClipLibraryAsync } = await import("../../../src/index.js");

afterEach(disposeScenes);

it("LoadClipLibraryAsync with retarget: needs a version of Babylon.js that has AnimatorAvatar", async () => {
  const { json, bin } = createRuler();
  const bytes = new Uint8Array(packGlb(json, bin));
  expect((await LoadClipLibraryAsync(bytes, createScene())).clipNames).toHaveLength(1);
  const loading = LoadClipLibraryAsync(bytes, createScene(), { retarget: true });
  await expect(loading).rejects.toThrow(RangeError);
  await expect(loading).rejects.toThrow(
    `options.retarget: needs a version of @babylonjs/core with AnimatorAvatar (got ${AbstractEngine.Version})`,
  );
});
