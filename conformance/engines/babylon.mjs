/** Babylon.js: what the groups of its own glTF loader show, without this package. */
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { LoadAssetContainerAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Animations/animatable.js";
import "@babylonjs/loaders/glTF/2.0/index.js";

Logger.LogLevels = Logger.ErrorLogLevel;

/** @type {import("./cases.mjs").Adapter} */
export const babylon = {
  name: "babylon",
  async play({ bytes, animation = 0, times, nodes }) {
    const scene = new Scene(new NullEngine());
    scene.useRightHandedSystem = true;
    /** @type {any[]} */
    let loaded = [];
    const container = await LoadAssetContainerAsync(bytes, scene, {
      pluginExtension: ".glb",
      pluginOptions: { gltf: { onParsed: ({ json }) => (loaded = /** @type {any} */ (json).nodes) } },
    });
    container.addAllToScene();
    const group = container.animationGroups[animation];
    group?.start(false);
    group?.pause();
    const shown = times.map((time) => {
      group?.goToFrame(time * 60);
      return loaded.map(({ _babylonTransformNode: node, _primitiveBabylonMeshes: meshes }) => ({
        translation: node.position.asArray(),
        rotation: (node.rotationQuaternion ?? node.rotation.toQuaternion()).asArray(),
        scale: node.scaling.asArray(),
        weights: weightsOf(meshes?.[0]?.morphTargetManager),
      }));
    });
    scene.getEngine().dispose();
    return shown.map((all) => all.slice(0, nodes.length));
  },
};

/** @param {{ numTargets: number, getTarget(index: number): { influence: number } } | null | undefined} manager */
function weightsOf(manager) {
  return manager ? Array.from({ length: manager.numTargets }, (_, i) => manager.getTarget(i).influence) : [];
}
