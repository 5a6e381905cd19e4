import { afterEach, expect, it, jest } from "@jest/globals";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { registeredGLTFExtensions } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";

const OURS = ["KHR_animation_clip", "KHR_animation_controller"];

function registered(): string[] {
  return OURS.filter((name) => registeredGLTFExtensions.has(name));
}

afterEach(() => void jest.restoreAllMocks());

it("importing pure registers nothing, neither an extension nor a loader", async () => {
  await import("../../src/pure.js");
  const { SceneLoader } = await import("@babylonjs/core/Loading/sceneLoader.js");
  expect(registered()).toEqual([]);
  expect(SceneLoader.IsPluginForExtensionAvailable(".glb")).toBe(false);
});

it("importing index registers everything, and registering again is harmless", async () => {
  const warn = jest.spyOn(Logger, "Warn");
  const { RegisterKHR_animation_clip, RegisterKHR_animation_controller } = await import("../../src/index.js");
  expect(registered()).toEqual(OURS);
  RegisterKHR_animation_clip();
  RegisterKHR_animation_controller();
  expect(registered()).toEqual(OURS);
  expect(warn).not.toHaveBeenCalled();
});

it("index exports what pure does", async () => {
  const [index, pure] = await Promise.all([import("../../src/index.js"), import("../../src/pure.js")]);
  expect(Object.keys(index).sort()).toEqual(Object.keys(pure).sort());
});
