/**
 * What all contenders have in common.
 *
 * @typedef {{ animation: number, weight?: number }} Action an animation of the file, by index; without weight, it plays alone
 * @typedef {object} CrowdOptions
 * @property {Uint8Array} glb
 * @property {number} count how many instances
 * @property {Action[]} actions what each instance plays
 * @property {boolean} [inPlace] the loaded model itself is the only instance
 *
 * @typedef {object} Crowd instances of one model, in steps of 16 ms
 * @property {() => void} instantiate
 * @property {() => void} start all that is to play, each instance at a phase of its own
 * @property {() => void} restart the same, without looking for a phase
 * @property {() => void} stop
 * @property {() => void} step the animation step of one frame
 * @property {() => number[]} read all values that the animations may change
 * @property {() => string} evaluatedBy what evaluates it at the moment
 * @property {() => void} dispose
 */

export const OURS = "ours";
export const ON_ANIMATABLES = "ours, on animatables";
export const BABYLON = "Babylon.js";
export const THREE = "three.js";

const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** Where in its animation an instance begins: a share, below 1, well spread. */
export function phaseOf(/** @type {number} */ instance) {
  return ((instance + 1) * GOLDEN_RATIO) % 1;
}
