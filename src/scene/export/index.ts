export type { AnimationExportOptions, AnimationsExportedEvent, SkippedAnimation } from "./plan/options.js";
export { OnAnimationsExportedObservable, RegisterAnimationExport, UnregisterAnimationExport } from "./registration.js";
