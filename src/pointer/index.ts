export { SOURCES } from "./coupledMaterial.js";
export { coupledMaterials } from "./coupledProperties.js";
export { OnExtrasAnimatedObservable } from "./extrasEvent.js";
export type { ExtrasEvent } from "./extrasEvent.js";
export { openPbrRow } from "./openPbr.js";
export { PointedAsset } from "./pointedAsset.js";
export { RegisterPointer, UnregisterPointer, addTable } from "./pointerRegistry.js";
export type {
  PointerComponents,
  PointerOwner,
  PointerLanding,
  PointerLandingOf,
  PointerObjects,
  PointerRegistration,
  PointerRow,
} from "./pointerRow.js";
export { POINTER_ROWS } from "./pointerTable.js";
export { PointerTarget } from "./pointerTarget.js";
export { followPath } from "./setters.js";
