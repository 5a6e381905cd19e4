/**
 * Keyframe tracks and poses in typed arrays, without Babylon.js.
 * @module
 */
export { Clip, Pose, PoseLayout } from "./sampling/index.js";
export type { ClipTrack, Interpolation, PoseSlot, Track } from "./sampling/index.js";
