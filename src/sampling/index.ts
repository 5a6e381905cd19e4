export { Clip } from "./clip.js";
export { findKey } from "./findKey.js";
export { Pose, PoseLayout, blendInto } from "./pose.js";
export type { PoseSlot } from "./pose.js";
export { slerp } from "./slerp.js";
export { checkTrack, componentsPerKey } from "./track.js";
export type { Interpolation, Numbers, Track } from "./track.js";
export { TrackSet } from "./trackSet.js";
export type { ClipTrack } from "./trackSet.js";
