/** three.js: an AnimationMixer for each instance, as in its examples. */
import { AnimationMixer, AnimationUtils } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { clone } from "three/examples/jsm/utils/SkeletonUtils.js";
import { phaseOf } from "./contender.mjs";

/**
 * @typedef {import("./contender.mjs").Crowd} Crowd
 * @typedef {import("./contender.mjs").CrowdOptions} CrowdOptions
 */

export const DELTA_SECONDS = 0.016;

/** @param {Uint8Array} glb @returns {Promise<{ scene: any, animations: any[] }>} */
export function loadModel(glb) {
  return new GLTFLoader().parseAsync(glb.buffer, "");
}

/**
 * @param {CrowdOptions} options
 * @returns {Promise<Crowd>}
 */
export async function createMixerCrowd({ glb, count, actions, inPlace = false }) {
  const { scene, animations } = await loadModel(glb);
  actions.filter(({ isAdditive }) => isAdditive).forEach(({ animation }) => AnimationUtils.makeClipAdditive(animations[animation]));
  /** @type {{ root: any, mixer: any, actions: any[] }[]} */
  const instances = [];
  const each = (/** @type {(action: any, instance: number) => void} */ act) => {
    instances.forEach((instance, i) => instance.actions.forEach((action) => act(action, i)));
  };
  return {
    instantiate() {
      for (let i = 0; i < count; i++) {
        const root = inPlace ? scene : clone(scene);
        const mixer = new AnimationMixer(root);
        const toAction = (/** @type {import("./contender.mjs").Action} */ { animation, weight = 1 }) =>
          mixer.clipAction(animations[animation]).setEffectiveWeight(weight);
        instances.push({ root, mixer, actions: actions.map(toAction) });
      }
    },
    start() {
      each((action, i) => {
        action.play();
        action.time = action.getClip().duration * phaseOf(i);
      });
    },
    restart: () => each((action) => action.play()),
    stop: () => each((action) => action.stop()),
    step() {
      for (const { mixer } of instances) {
        mixer.update(DELTA_SECONDS);
      }
    },
    read: () => instances.flatMap(({ root }) => readRoot(root)),
    evaluatedBy: () => "three.js",
    dispose: () => void instances.splice(0),
  };
}

/** @returns {number[]} */
function readRoot(/** @type {any} */ root) {
  /** @type {number[]} */
  const values = [];
  root.traverse((/** @type {any} */ { position, quaternion, scale, morphTargetInfluences = [] }) => {
    values.push(...position.toArray(), ...quaternion.toArray(), ...scale.toArray(), ...morphTargetInfluences);
  });
  return values;
}
