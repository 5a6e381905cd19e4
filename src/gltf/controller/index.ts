export type {
  BlendedClipDefinition,
  ConditionDefinition,
  ControllerDefinition,
  JointMask,
  LayerDefinition,
  StateDefinition,
  TransitionDefinition,
} from "./definition.js";
export { amountOf, DURATION, isTimed, mixInto, valuesOf } from "./plan.js";
export type { Condition, ControllerPlan, LayerPlan, Parameter, StatePlan, TransitionPlan } from "./plan.js";
export { readController } from "./readController.js";
export type { ControllerNames } from "./readController.js";
export { CONTROLLER_MEMBER, controllerIn, controllersIn, namesIn, topmostMoved, WriteController } from "./nodeControllers.js";
export type { ControlledAsset } from "./nodeControllers.js";
export { isPlayCanvasGraph, ReadPlayCanvasGraph } from "./playCanvas.js";
export type { ImportedController } from "./importing.js";
export { ReadVRMXTController } from "./vrmxt.js";
export type { VRMXTAsset } from "./vrmxt.js";
