import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import {
  ImportMeshAsync,
  LoadAssetContainerAsync,
  SceneLoader,
  type ISceneLoaderAsyncResult,
} from "@babylonjs/core/Loading/sceneLoader.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import type { GLTFFileLoader, GLTFLoaderAnimationStartMode } from "@babylonjs/loaders/glTF/glTFFileLoader.js";
import "@babylonjs/loaders/glTF/2.0/index.js";
import { packGlb } from "../../scripts/glb.mjs";

import type { ClipExtensionOptions, KeysOption, MetadataOptions } from "../../src/pure.js";
import type { ClipSettings } from "../../src/gltf/timing/index.js";
import type { Asset, Json } from "./gltfPose.js";

/** Seconds that one `scene.render()` of a test scene advances animations by. */
export const FRAME = 0.016;

export const START_NONE = 0 as GLTFLoaderAnimationStartMode;
export const START_FIRST = 1 as GLTFLoaderAnimationStartMode;
export const START_ALL = 2 as GLTFLoaderAnimationStartMode;

Logger.LogLevels = Logger.NoneLogLevel;

/** An engine that draws nothing. */
export function createEngine(): NullEngine {
  return new NullEngine();
}

const scenes: Scene[] = [];

/** A scene that renders nothing, in constant steps of {@link FRAME}. */
export function createScene({ rightHanded = false, engine = createEngine(), useFloatingOrigin = false } = {}): Scene {
  const scene = new Scene(engine, { useFloatingOrigin });
  scene.useConstantAnimationDeltaTime = true;
  scene.useRightHandedSystem = rightHanded;
  new FreeCamera("camera", new Vector3(0, 1, -5), scene);
  scenes.push(scene);
  return scene;
}

/** Call after each test. */
export function disposeScenes(): void {
  for (const scene of scenes.splice(0)) {
    scene.getEngine().dispose();
  }
}

export function render(scene: Scene, frames: number): void {
  for (let frame = 0; frame < frames; frame++) {
    scene.render();
  }
}

/** Waits for the words of warnings, which are imported for the first of them. */
async function untilWordsAreImported(): Promise<void> {
  await Promise.all([import("../../src/scene/loading/onDemand/earlyGroups.js"), import("../../src/gltf/util/members.js")]);
  await new Promise((resolve) => void setImmediate(resolve)); // those who import the words go on first
}

/** The messages that are logged while something runs, and by what it leaves to be logged later. */
export async function collectWarnings<T>(run: () => Promise<T>): Promise<{ result: T; warnings: string[] }> {
  const warnings: string[] = [];
  const warn = Logger.Warn;
  Logger.Warn = (message) => void warnings.push(withoutName(String(message)));
  try {
    const result = await run();
    await untilWordsAreImported();
    return { result, warnings };
  } finally {
    Logger.Warn = warn;
  }
}

/** A logged line without the name of the package, with which all its lines begin. */
export function withoutName(message: string): string {
  return message.replace(/^babylon-gltf-animation: /, "");
}

/** The errors that are logged while something runs, each by its first line. */
export function collectErrors(run: () => void): string[] {
  const errors: string[] = [];
  const logError = Logger.Error;
  Logger.Error = (message) => void errors.push(withoutName(String(message)).split("\n")[0]!);
  try {
    run();
  } finally {
    Logger.Error = logError;
  }
  return errors;
}

/** Runs what loads one file, and waits until the loader has done all its work and is disposed. */
export async function untilLoaderDisposed<T>(load: () => Promise<T>): Promise<T> {
  const disposed = new Promise<void>((resolve) => {
    SceneLoader.OnPluginActivatedObservable.addOnce((plugin) => (plugin as GLTFFileLoader).onDisposeObservable.addOnce(() => resolve()));
  });
  const result = await load();
  await disposed;
  return result;
}

export interface LoadOptions {
  readonly startMode?: GLTFLoaderAnimationStartMode;
  readonly clipOptions?: ClipExtensionOptions & MetadataOptions & { enabled?: boolean };
  readonly onParsed?: (json: Json) => void;
  /** When the keys of animations are made; default on demand. */
  readonly keys?: KeysOption["keys"];
  /** Further options of Babylon's glTF loader. */
  readonly loader?: Json;
}

/** Both ways in which the keys of a file are made, for tests of what must not depend on it. */
export const KEYS = ["onDemand", "eager"] as const;

function loaderOptions({
  startMode = START_NONE,
  clipOptions = {},
  onParsed,
  keys,
  loader = {},
}: LoadOptions): Parameters<typeof ImportMeshAsync>[2] {
  return {
    pluginExtension: ".glb",
    pluginOptions: {
      gltf: {
        ...loader,
        animationStartMode: startMode,
        extensionOptions: {
          ...{ KHR_animation_clip: clipOptions, KHR_animation_controller: clipOptions },
          ...(keys && { [keys]: { keys } }), // the option counts whatever the name of the extension
          ...loader["extensionOptions"],
        },
        onParsed: (data) => onParsed?.(data.json),
      },
    },
  };
}

/** Imports an asset into a scene. */
export function importAsset({ json, bin }: Asset, scene: Scene, options: LoadOptions = {}): Promise<ISceneLoaderAsyncResult> {
  return ImportMeshAsync(packGlb(json, bin), scene, loaderOptions(options));
}

/** Loads an asset into a container. */
export function loadContainer({ json, bin }: Asset, scene: Scene, options: LoadOptions = {}): Promise<AssetContainer> {
  return LoadAssetContainerAsync(packGlb(json, bin), scene, loaderOptions(options));
}

export type ClipJson = ClipSettings & { readonly animations: readonly number[]; readonly name?: string };

/** The same asset with clips in its JSON. */
export function withClips({ json, bin }: Asset, clips: readonly ClipJson[], controllers: readonly Json[] = []): Asset {
  const extensions: Json = { ...json["extensions"] };
  const extensionsUsed: string[] = [...(json["extensionsUsed"] ?? [])];
  if (clips.length > 0) {
    extensions["KHR_animation_clip"] = { clips };
    extensionsUsed.push("KHR_animation_clip");
  }
  if (controllers.length > 0) {
    extensions["KHR_animation_controller"] = { controllers };
    extensionsUsed.push("KHR_animation_controller");
  }
  return { json: { ...json, extensions, extensionsUsed }, bin };
}
