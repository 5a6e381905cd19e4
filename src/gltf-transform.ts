/**
 * Extensions for glTF-Transform (`@gltf-transform/core`), so that clips, events and pointers survive its functions: without Babylon.js.
 * @module
 */
export {
  AnimationEvents,
  Clip,
  KHRAnimationClip,
  KHRAnimationEvents,
  KHRAnimationPointer,
  PointerChannel,
} from "./tools/gltfTransform/index.js";
export type { AnimationEventsAttributes, ClipAttributes } from "./tools/gltfTransform/index.js";
export type { EventInput } from "./gltf/schema/index.js";
export type { ResolvedClipSettings, TimedEvent } from "./gltf/timing/index.js";
