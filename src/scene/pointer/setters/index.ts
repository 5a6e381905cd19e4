export { coupledMaterials } from "./coupledProperties.js";
export { OnExtrasAnimatedObservable } from "./extrasEvent.js";
export type { ExtrasEvent } from "./extrasEvent.js";
export type { TrackNode } from "./nodeSelectability.js";
export { importLazySetters, setterOf } from "./setterOf.js";
export { followPath } from "./setters.js";
export type { Setter } from "./setters.js";
