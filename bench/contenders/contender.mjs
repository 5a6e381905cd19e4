/**
 * The common interface of contenders.
 *
 * @typedef {object} Action
 * @property {number} animation index of an animation of the file
 * @property {number} [weight] without weight, it plays alone
 * @property {boolean} [isAdditive] whether it is added to the others, as a difference from its first frame
 * @property {(animation: import("@babylonjs/core/Animations/animation.js").Animation) => void} [prepare] sets up its channels; three.js has nothing like
 * it
 *
 * @typedef {object} CrowdOptions
 * @property {Uint8Array} glb
 * @property {number} count number of instances
 * @property {Action[]} actions the animations that each instance plays
 * @property {boolean} [inPlace] the loaded model itself is the only instance
 *
 * @typedef {object} Crowd instances of one model that advance in steps of 16 ms
 * @property {() => void} instantiate
 * @property {() => void} start starts all actions, each instance at its own phase
 * @property {() => void} restart starts all actions without setting phases
 * @property {() => void} stop
 * @property {() => void} step the animation step of one frame
 * @property {() => number[]} read all values that the animations may change
 * @property {() => string} evaluatedBy the current evaluation
 * @property {() => void} dispose
 */

export const OURS = "ours";
export const ON_ANIMATABLES = "ours, on animatables";
/** Babylon.js with one line more: `RegisterCompiledGroups({ skeletons: false })`. */
export const COMPILED = "compiled groups";
/** Babylon.js with one line more: `RegisterCompiledGroups()`. */
export const FOLLOWING = "compiled groups and skeletons";
/** Babylon.js with one line more: `RegisterCompiledGroups({ groups: false })`. */
export const BABYLON_FOLLOWING = "Babylon.js, skeletons";
export const EAGER = "ours, eager keys";
export const BABYLON = "Babylon.js";
export const THREE = "three.js";

/** Contenders that draw whole frames. */
export const CROWD = "ClipCrowd";
export const CULLED = "ClipCrowd, culled";
export const HALF_FADING = "ClipCrowd, half fading";
export const FADING = "ClipCrowd, all fading";
export const FADING_SCRIPT = "ClipCrowd, all fading, JavaScript";
export const EXACT = "ClipCrowd, exact";
export const LISTENING = "ClipCrowd, 4 events";
export const MOVING = "ClipCrowd, root motion";
export const INSTANCES = "our clips";
export const SKINNED = "instanced-mesh";

const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** The phase at which an instance begins, evenly spread in 0..1. */
export function phaseOf(/** @type {number} */ instance) {
  return ((instance + 1) * GOLDEN_RATIO) % 1;
}
