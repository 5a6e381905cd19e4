/**
 * Keyframe tracks and poses in typed arrays, without Babylon.js.
 * @module
 */
export { Clip, Pose, PoseLayout } from "./gltf/sampling/index.js";
export type { ClipTrack, Interpolation, PoseSlot, Track } from "./gltf/sampling/index.js";
