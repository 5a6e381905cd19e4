/**
 * Root motion of clips in closed form: needs `@babylonjs/core` 9.28 or later.
 * @module
 */
export { ClipRootMotionController, CreateRootMotionClipAsync, GetMotionBetween } from "./characters/rootMotion/index.js";
export type { ClipRootMotion, RootMotion, RootMotionOfClip } from "./characters/rootMotion/index.js";
