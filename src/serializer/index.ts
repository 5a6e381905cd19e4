export type { AnimationExportOptions, AnimationsExportedEvent, SkippedAnimation } from "./options.js";
export { OnAnimationsExportedObservable, RegisterAnimationExport, UnregisterAnimationExport } from "./registration.js";
