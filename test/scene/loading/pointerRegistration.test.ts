/**
 * Which KHR_animation_pointer loads a file. The tests recognize it by its effect: Babylon's own does not animate `alphaCutoff`.
 *
 * Babylon's extensions are imported by the tests themselves, since the order counts; so do the tests.
 */
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { Material } from "@babylonjs/core/Materials/material.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import {
  registerGLTFExtension,
  registeredGLTFExtensions,
  unregisterGLTFExtension,
} from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";
import type * as registryModule from "../../../src/scene/host/registry.js";
import { RegisterKHR_animation2, RegisterKHR_animation_pointer, UnregisterKHR_animation_pointer } from "../../../src/pure.js";
import { addTriangle, createPointed } from "../../helpers/gltfAsset.js";
import type { Asset } from "../../helpers/gltfPose.js";

const NAME = "KHR_animation_pointer";

const warn = jest.spyOn(Logger, "Warn");
beforeEach(() => void warn.mockClear());
afterEach(() => expect(warn).not.toHaveBeenCalled());

/** A masked material whose `alphaCutoff` goes from 0.25 to 0.75 in one second. */
function createMasked(): Asset {
  return createPointed(
    (add) => ({
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: addTriangle(add), material: 0 }] }],
      materials: [{ name: "masked", alphaMode: "MASK", alphaCutoff: 0.5 }],
    }),
    [{ pointer: "/materials/0/alphaCutoff", values: [[0.25], [0.75]] }],
  );
}

/** What `alphaCutoff` is at the end of its animation. */
async function alphaCutoffAtEnd(): Promise<number | null> {
  // registers all of Babylon's extensions, the first time
  const { createScene, disposeScenes, importAsset, START_ALL } = await import("../../helpers/scene.js");
  const scene = createScene();
  const { animationGroups } = await importAsset(createMasked(), scene, { startMode: START_ALL });
  animationGroups.forEach((group) => group.goToFrame(60));
  const { alphaCutOff } = scene.getMaterialByName("masked") as Material & { alphaCutOff: number };
  disposeScenes();
  return alphaCutOff;
}

const OURS = 0.75;
const BABYLONS = 0.5;

describe("before Babylon has registered its own", () => {
  it("no extension of that name is registered", () => {
    expect(registeredGLTFExtensions.has(NAME)).toBe(false);
  });

  it("unregistering ours, registered or not, leaves no extension of that name", () => {
    UnregisterKHR_animation_pointer();
    expect(registeredGLTFExtensions.has(NAME)).toBe(false);
    RegisterKHR_animation_pointer();
    expect(registeredGLTFExtensions.has(NAME)).toBe(true);
    UnregisterKHR_animation_pointer();
    expect(registeredGLTFExtensions.has(NAME)).toBe(false);
  });

  it("ours yields to an extension registered while it is unregistered, and replaces it again", () => {
    const factory = (): never => {
      throw new Error("never called");
    };
    registerGLTFExtension(NAME, true, factory);
    RegisterKHR_animation_pointer();
    expect(registeredGLTFExtensions.get(NAME)!.factory).not.toBe(factory);
    UnregisterKHR_animation_pointer();
    expect(registeredGLTFExtensions.get(NAME)!.factory).toBe(factory);
    expect(unregisterGLTFExtension(NAME)).toBe(true);
    expect(unregisterGLTFExtension(NAME)).toBe(false);
  });
});

describe("ours stays when Babylon registers its own later:", () => {
  it("by an import of the extension", async () => {
    RegisterKHR_animation_pointer();
    await import("@babylonjs/loaders/glTF/2.0/Extensions/KHR_animation_pointer.js");
    expect(await alphaCutoffAtEnd()).toBe(OURS);
  });

  it("by an import of all extensions", async () => {
    await import("@babylonjs/loaders/glTF/2.0/index.js");
    expect(await alphaCutoffAtEnd()).toBe(OURS);
  });

  it("for lazy loading", async () => {
    const { registerBuiltInGLTFExtensions } = await import("@babylonjs/loaders/glTF/2.0/Extensions/dynamic.js");
    registerBuiltInGLTFExtensions();
    expect(await alphaCutoffAtEnd()).toBe(OURS);
    registerBuiltInGLTFExtensions();
    expect(await alphaCutoffAtEnd()).toBe(OURS);
  });

  it("for lazy loading of all formats", async () => {
    const { registerBuiltInLoaders } = await import("@babylonjs/loaders/dynamic.js");
    registerBuiltInLoaders();
    expect(await alphaCutoffAtEnd()).toBe(OURS);
  });

  it("by a second copy of the extension", async () => {
    const { KHR_animation_pointer } = await import("@babylonjs/loaders/glTF/2.0/Extensions/KHR_animation_pointer.js");
    // the module does this on import
    unregisterGLTFExtension(NAME);
    registerGLTFExtension(NAME, true, (loader) => new KHR_animation_pointer(loader));
    expect(await alphaCutoffAtEnd()).toBe(OURS);
  });

  it("and is not removed by Babylon's way of unregistering", async () => {
    expect(unregisterGLTFExtension(NAME)).toBe(false);
    expect(await alphaCutoffAtEnd()).toBe(OURS);
  });

  it("when it is registered again itself, too", async () => {
    RegisterKHR_animation_pointer();
    RegisterKHR_animation2();
    RegisterKHR_animation2();
    expect(await alphaCutoffAtEnd()).toBe(OURS);
  });
});

describe("a second copy of the package", () => {
  it("takes the place of the first, and gives Babylon's back", async () => {
    const copy = "../../../src/scene/host/registry.js?second copy";
    const second = (await import(copy)) as typeof registryModule;
    const factory = (): never => {
      throw new Error("never called");
    };
    RegisterKHR_animation_pointer();
    second.takeExtension(NAME, factory);
    expect(registeredGLTFExtensions.get(NAME)!.factory).toBe(factory);
    expect(unregisterGLTFExtension(NAME)).toBe(false);
    second.restoreExtension(NAME);
    expect(await alphaCutoffAtEnd()).toBe(BABYLONS);
    RegisterKHR_animation_pointer();
    expect(await alphaCutoffAtEnd()).toBe(OURS);
  });
});

describe("UnregisterKHR_animation_pointer", () => {
  afterEach(() => RegisterKHR_animation_pointer());

  it("gives Babylon's its place back, and may be called again", async () => {
    UnregisterKHR_animation_pointer();
    expect(await alphaCutoffAtEnd()).toBe(BABYLONS);
    UnregisterKHR_animation_pointer();
    expect(await alphaCutoffAtEnd()).toBe(BABYLONS);
  });

  it("can be undone", async () => {
    UnregisterKHR_animation_pointer();
    RegisterKHR_animation_pointer();
    expect(await alphaCutoffAtEnd()).toBe(OURS);
    UnregisterKHR_animation_pointer();
    expect(await alphaCutoffAtEnd()).toBe(BABYLONS);
  });

  it("takes back any number of registrations", async () => {
    RegisterKHR_animation_pointer();
    RegisterKHR_animation_pointer();
    UnregisterKHR_animation_pointer();
    expect(await alphaCutoffAtEnd()).toBe(BABYLONS);
  });

  it("restores the extension that Babylon registered last", () => {
    const factory = (): never => {
      throw new Error("never called");
    };
    const before = registeredGLTFExtensions.get(NAME);
    unregisterGLTFExtension(NAME);
    registerGLTFExtension(NAME, true, factory);
    expect(registeredGLTFExtensions.get(NAME)).toBe(before);
    UnregisterKHR_animation_pointer();
    expect(registeredGLTFExtensions.get(NAME)).toEqual({ isGLTFExtension: true, factory });
  });
});

describe("other extensions", () => {
  it("register and unregister as usual", () => {
    const factory = (): never => {
      throw new Error("never called");
    };
    registerGLTFExtension("VENDOR_x", true, factory);
    expect(registeredGLTFExtensions.get("VENDOR_x")).toEqual({ isGLTFExtension: true, factory });
    expect(unregisterGLTFExtension("VENDOR_x")).toBe(true);
    expect(unregisterGLTFExtension("VENDOR_x")).toBe(false);
    expect(registeredGLTFExtensions.has("VENDOR_x")).toBe(false);
  });
});
