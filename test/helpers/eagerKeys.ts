/** Importing this makes the keys of all files when they are loaded, unless the options of a load say otherwise. */
import { SceneLoader } from "@babylonjs/core/Loading/sceneLoader.js";
import type { GLTFFileLoader } from "@babylonjs/loaders/glTF/glTFFileLoader.js";
import type { KeysOption } from "../../src/pure.js";

SceneLoader.OnPluginActivatedObservable.add((plugin) => {
  if (plugin.name === "gltf") {
    const loader = plugin as GLTFFileLoader;
    const options = Object.values(loader.extensionOptions) as readonly (KeysOption | undefined)[];
    if (options.every((each) => each?.keys === undefined)) {
      loader.extensionOptions = { ...loader.extensionOptions, tests: { keys: "eager" } };
    }
  }
});
