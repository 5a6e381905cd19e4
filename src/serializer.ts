/** Exports animations with Babylon's glTF exporter: needs `@babylonjs/serializers`. */
export { OnAnimationsExportedObservable, RegisterAnimationExport, UnregisterAnimationExport } from "./serializer/registration.js";
export type { AnimationExportOptions, AnimationsExportedEvent, LeftOut } from "./serializer/options.js";
