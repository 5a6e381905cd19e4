export { AnimationPlans, POINTER_DIALECTS } from "./animationPlans.js";
export type { PlannedChannel, PointerDialect, Report } from "./animationPlans.js";
export type { ChannelPart, ChannelPlan } from "./channelPlan.js";
export { AnimatedOnce } from "./animatedOnce.js";
export { coreTargetOf, isCoreOutput } from "./channelPlan.js";
export type { ExtrasValue } from "./extrasValue.js";
export { METALLIC, OPEN_PBR } from "./openPbrTable.js";
export { PointerResolver } from "./pointerResolver.js";
export type { ObjectModel, ResolvedPointer } from "./pointerResolver.js";
export { COMPONENTS, clampTo, describeTarget } from "./property.js";
export type {
  BabylonPart,
  BabylonTarget,
  LazySetterName,
  ObjectModelProperty,
  PointerBounds,
  PointerProperty,
  PointerTargetKind,
  PointerType,
  SetterName,
  TextureTransform,
} from "./property.js";
export { isTransform, isWeights, toPropertyPath } from "./propertyPath.js";
export type { PropertyPath } from "./propertyPath.js";
export { PROPERTIES } from "./propertyTable.js";
