/**
 * Exports animations with Babylon's glTF exporter: needs `@babylonjs/serializers`.
 * @module
 */
export { OnAnimationsExportedObservable, RegisterAnimationExport, UnregisterAnimationExport } from "./serializer/index.js";
export type { AnimationExportOptions, AnimationsExportedEvent, SkippedAnimation } from "./serializer/index.js";
