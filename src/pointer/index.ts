export { PointedAsset } from "./load/pointedAsset.js";
export { PointerTarget } from "./load/pointerTarget.js";
export { SOURCES } from "./materials/coupledMaterial.js";
export { RegisterPointer, UnregisterPointer, addTable } from "./pointerRegistry.js";
export type { PointerComponents, PointerObjects, PointerRegistration, PointerRegistrationOf } from "./pointerRegistry.js";
export { coupledMaterials } from "./setters/coupledProperties.js";
export { OnExtrasAnimatedObservable } from "./setters/extrasEvent.js";
export type { ExtrasEvent } from "./setters/extrasEvent.js";
export { followPath } from "./setters/setters.js";
