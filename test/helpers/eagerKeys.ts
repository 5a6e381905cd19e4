/** Importing this makes the keys of all files when they are loaded, unless the options of a load say otherwise. */
import { SceneLoader } from "@babylonjs/core/Loading/sceneLoader.js";
import type { GLTFFileLoader } from "@babylonjs/loaders/glTF/glTFFileLoader.js";
import type { KeysOption } from "../../src/pure.js";

SceneLoader.OnPluginActivatedObservable.add((plugin) => {
  if (plugin.name === "gltf") {
    const loader = plugin as GLTFFileLoader;
    const options: Record<string, KeysOption | undefined> = loader.extensionOptions;
    if (Object.values(options).every((each) => each?.keys === undefined)) {
      loader.extensionOptions = { ...options, tests: { keys: "eager" } };
    }
  }
});
