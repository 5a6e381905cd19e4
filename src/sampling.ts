/** Keyframe tracks and poses in typed arrays, without Babylon.js. */
export { Clip, Pose, PoseLayout, TrackSet } from "./sampling/index.js";
export type { ClipTrack, Interpolation, Numbers, PoseSlot, Track } from "./sampling/index.js";
