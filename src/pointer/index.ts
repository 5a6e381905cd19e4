export { PointedAsset } from "./load/pointedAsset.js";
export { PointerTarget } from "./load/pointerTarget.js";
export { SOURCES } from "./materials/coupledMaterial.js";
export { addTable, RegisterPointer, UnregisterPointer } from "./pointerRegistry.js";
export type { PointerComponents, PointerObjects, PointerRegistration, PointerRegistrationOf } from "./pointerRegistry.js";
export { coupledMaterials, followPath, OnExtrasAnimatedObservable } from "./setters/index.js";
export type { ExtrasEvent } from "./setters/index.js";
