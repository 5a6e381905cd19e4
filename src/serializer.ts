/**
 * Exports animations with Babylon's glTF exporter: needs `@babylonjs/serializers`.
 * @module
 */
export { OnAnimationsExportedObservable, RegisterAnimationExport, UnregisterAnimationExport } from "./scene/export/index.js";
export type { AnimationExportOptions, AnimationsExportedEvent, SkippedAnimation } from "./scene/export/index.js";
