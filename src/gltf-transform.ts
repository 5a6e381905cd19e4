/** Extensions for glTF-Transform (`@gltf-transform/core`), so that clips and pointers survive its functions: without Babylon.js. */
export { Clip, KHRAnimationClip, KHRAnimationPointer, PointerChannel } from "./gltfTransform/index.js";
export type { ClipAttributes } from "./gltfTransform/index.js";
export type { ResolvedClipSettings } from "./timing/index.js";
