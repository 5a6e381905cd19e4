/** Extensions for glTF-Transform (`@gltf-transform/core`), so that clips and pointers survive its functions: without Babylon.js. */
export { Clip } from "./gltfTransform/clip.js";
export type { ClipAttributes } from "./gltfTransform/clip.js";
export { KHRAnimationClip } from "./gltfTransform/khrAnimationClip.js";
export { KHRAnimationPointer } from "./gltfTransform/khrAnimationPointer.js";
export { PointerChannel } from "./gltfTransform/pointerChannel.js";
export type { ResolvedClipSettings } from "./timing/index.js";
