/** Ours and Babylon.js itself, in scenes that render nothing. The same two calls advance both. */
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { ImportMeshAsync, LoadAssetContainerAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import { GLTFLoaderAnimationStartMode } from "@babylonjs/loaders/glTF/glTFFileLoader.js";
import "@babylonjs/loaders/glTF/2.0/index.js";
import { phaseOf } from "./contender.mjs";

/**
 * @typedef {import("@babylonjs/core/assetContainer.js").AssetContainer} AssetContainer
 * @typedef {import("./contender.mjs").Crowd} Crowd
 * @typedef {import("./contender.mjs").CrowdOptions} CrowdOptions
 */

// the computed address makes TypeScript check against the sources, even if the package is not built
const BUILT = new URL("../../dist/esm/index.js", import.meta.url).href;
/** The package as published. */
export const own = /** @type {typeof import("../../src/index.js")} */ (await import(BUILT));

Logger.LogLevels = Logger.ErrorLogLevel;

/** Creates a scene that advances by 16 ms per step. */
export function createScene() {
  const scene = new Scene(new NullEngine());
  scene.useConstantAnimationDeltaTime = true;
  return scene;
}

/** @param {Scene} scene */
export function disposeScene(scene) {
  scene.getEngine().dispose();
}

/** The part of `scene.render()` that concerns animations. */
export function step(/** @type {Scene} */ scene) {
  /** @type {{ _frameId: number }} */ (/** @type {unknown} */ (scene))._frameId++; // clips advance once in a frame
  scene.onBeforeAnimationsObservable.notifyObservers(scene);
  scene.animate();
}

/**
 * Loads a model: animations and clips start as the loader decides.
 * @param {Scene} scene
 * @param {Uint8Array} glb
 * @param {"onDemand" | "eager"} [keys] when the keys of a file with clips are made
 */
export function importModel(scene, glb, keys = "onDemand") {
  const pluginOptions = { gltf: { extensionOptions: { KHR_animation_clip: { keys } } } };
  return ImportMeshAsync(glb, scene, { pluginExtension: ".glb", pluginOptions });
}

/**
 * @param {Scene} scene
 * @param {Uint8Array} glb
 * @param {{ groups?: boolean, skeletons?: boolean }} [parts] whether the groups of the file are compiled, and its skeletons follow
 */
export function loadContainer(scene, glb, { groups = false, skeletons = false } = {}) {
  const extensionOptions = { compiledGroups: { enabled: true, groups, skeletons } };
  const pluginOptions = { gltf: { animationStartMode: GLTFLoaderAnimationStartMode.NONE, extensionOptions } };
  return LoadAssetContainerAsync(glb, scene, { pluginExtension: ".glb", pluginOptions });
}

/**
 * Creates a crowd of our clips.
 * @param {CrowdOptions} options
 * @param {"auto" | "babylon"} [evaluationMode]
 * @returns {Promise<Crowd>}
 */
export function createClipCrowd(options, evaluationMode = "auto") {
  return createCrowd(options, (group, weight) => {
    return own.CreateClip(group.name, group, { start: 0, end: secondsOf(group, group.to) }, { weight, evaluationMode });
  });
}

/**
 * Creates a crowd of Babylon's own AnimationGroups.
 * @param {CrowdOptions} options
 * @returns {Promise<Crowd>}
 */
export function createGroupCrowd(options) {
  return createCrowd(options, (group, weight) => {
    group.weight = weight;
    return group;
  });
}

/**
 * Creates a crowd of compiled groups.
 * @param {CrowdOptions} options
 * @returns {Promise<Crowd>}
 */
export function createCompiledCrowd(options) {
  const toPlayed = (/** @type {AnimationGroup} */ group, /** @type {number} */ weight) => {
    group.weight = weight;
    return group;
  };
  return createCrowd(options, toPlayed, true);
}

/**
 * @param {CrowdOptions} options
 * @param {(group: AnimationGroup, weight: number) => AnimationGroup} toPlayed maps a group of the file to the group to play
 * @param {boolean} [isCompiled]
 * @returns {Promise<Crowd>}
 */
async function createCrowd({ glb, count, actions, inPlace = false }, toPlayed, isCompiled = false) {
  const scene = createScene();
  const container = await loadContainer(scene, glb, { groups: isCompiled });
  const groups = [...container.animationGroups];
  const played = actions.map(({ animation, weight, isAdditive, prepare }) => {
    const group = /** @type {AnimationGroup} */ (groups[animation]);
    group.targetedAnimations.forEach((channel) => prepare?.(channel.animation));
    return toPlayed(isAdditive ? AnimationGroup.MakeAnimationAdditive(group, { referenceFrame: 0 }) : group, weight ?? -1);
  });
  container.animationGroups = played; // instances copy only the animations they play
  step(scene); // the scene's time begins with its first step

  /** @type {AnimationGroup[][]} */
  let instances = [];
  return {
    instantiate() {
      if (inPlace) {
        container.addAllToScene();
        instances = [played];
      } else {
        instances = Array.from({ length: count }, () => container.instantiateModelsToScene((name) => name).animationGroups);
      }
    },
    start() {
      instances.forEach((groups, i) => {
        for (const group of groups) {
          group.start(true);
          group.goToFrame(group.to * phaseOf(i), true); // with weight: otherwise Babylon no longer mixes all of several groups
        }
      });
    },
    restart() {
      for (const group of instances.flat()) {
        group.start(true);
      }
    },
    stop() {
      for (const group of instances.flat()) {
        group.stop();
      }
    },
    step: () => step(scene),
    read: () => readScene(scene),
    evaluatedBy() {
      const group = instances[0]?.[0];
      return group instanceof own.EvaluatedAnimationGroup ? group.evaluation.by : "babylon";
    },
    dispose: () => disposeScene(scene),
  };
}

/** @param {AnimationGroup} group @param {number} frame */
export function secondsOf(group, frame) {
  return frame / (group.targetedAnimations[0]?.animation.framePerSecond ?? 60);
}

/** Reads all values that animations may change. @param {Scene} scene */
function readScene(scene) {
  /** @type {number[]} */
  const values = [];
  for (const { position, rotationQuaternion, scaling } of [...scene.transformNodes, ...scene.meshes]) {
    push(values, position, rotationQuaternion, scaling);
  }
  for (const { morphTargetManager } of scene.meshes) {
    for (let i = 0; i < (morphTargetManager?.numTargets ?? 0); i++) {
      values.push(morphTargetManager?.getTarget(i).influence ?? NaN);
    }
  }
  for (const material of scene.materials) {
    const { albedoColor, emissiveColor, ambientTextureStrength, bumpTexture, alpha } =
      /** @type {import("@babylonjs/core/Materials/PBR/pbrMaterial.js").PBRMaterial} */ (material);
    push(values, albedoColor, emissiveColor);
    values.push(alpha, ambientTextureStrength, bumpTexture?.level ?? NaN);
  }
  for (const { diffuse, intensity } of scene.lights) {
    push(values, diffuse);
    values.push(intensity);
  }
  return values;
}

/** @param {number[]} values @param {({ asArray(): number[] } | null | undefined)[]} vectors */
function push(values, ...vectors) {
  for (const vector of vectors) {
    values.push(...(vector?.asArray() ?? []));
  }
}
