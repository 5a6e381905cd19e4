import { afterEach, expect, it, jest } from "@jest/globals";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { registeredGLTFExtensions } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";

const OURS = [
  ...["KHR_animation_clip", "KHR_animation_controller", "KHR_animation_events"],
  ...["KHR_animation2", "EXT_property_animation", "KHR_animation_pointer"],
];

function registered(): string[] {
  return [...registeredGLTFExtensions.keys()].sort();
}

const ALL = [...OURS, "babylon-gltf-animation", "babylon-gltf-animation vrm", "compiledGroups", "playbackMetadata"].sort();

afterEach(() => void jest.restoreAllMocks());

it("importing pure registers nothing, neither an extension nor a loader", async () => {
  await import("../../../src/pure.js");
  const { SceneLoader } = await import("@babylonjs/core/Loading/sceneLoader.js");
  expect(registered()).toEqual([]);
  expect(SceneLoader.IsPluginForExtensionAvailable(".glb")).toBe(false);
});

it("importing index registers everything, and registering again is harmless", async () => {
  const warn = jest.spyOn(Logger, "Warn");
  const { RegisterKHR_animation_clip, RegisterKHR_animation_controller } = await import("../../../src/index.js");
  expect(registered()).toEqual(ALL);
  RegisterKHR_animation_clip();
  RegisterKHR_animation_controller();
  expect(registered()).toEqual(ALL);
  expect(warn).not.toHaveBeenCalled();
});

it("each Register function has an Unregister function, which leaves nothing behind", async () => {
  const index = (await import("../../../src/index.js")) as unknown as Readonly<Record<string, () => void>>;
  const names = Object.keys(index).filter((name) => /^Register(KHR|CompiledGroups|PlaybackMetadata|VRM)/.test(name));
  expect(names).toHaveLength(8);
  names.forEach((name) => index[`Un${name[0]!.toLowerCase()}${name.slice(1)}`]!());
  expect(registered()).toEqual([]);
  names.forEach((name) => index[`Un${name[0]!.toLowerCase()}${name.slice(1)}`]!());
  names.forEach((name) => index[name]!());
  expect(registered()).toEqual(ALL);
});

it("index exports the same names as pure", async () => {
  const [index, pure] = await Promise.all([import("../../../src/index.js"), import("../../../src/pure.js")]);
  expect(Object.keys(index).sort()).toEqual(Object.keys(pure).sort());
});

it("functions of the package are named as Babylon names its own", async () => {
  const functions = Object.entries(await import("../../../src/pure.js")).filter(([, value]) => typeof value === "function");
  expect(functions.map(([name]) => name).filter((name) => !/^[A-Z]/.test(name))).toEqual([]);
});
