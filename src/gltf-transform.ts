/**
 * Extensions for glTF-Transform (`@gltf-transform/core`), so that clips, events and pointers survive its functions: without Babylon.js.
 * @module
 */
export { AnimationEvents, Clip, KHRAnimationClip, KHRAnimationEvents, KHRAnimationPointer, PointerChannel } from "./gltfTransform/index.js";
export type { AnimationEventsAttributes, ClipAttributes } from "./gltfTransform/index.js";
export type { EventInput } from "./schema/index.js";
export type { ResolvedClipSettings, TimedEvent } from "./timing/index.js";
