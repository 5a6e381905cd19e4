export { ClipController } from "./controller.js";
export type { GoOptions, StateChange } from "./controller.js";
export type { ControllerState } from "./controllerState.js";
export { ControlCrowd } from "./controlCrowd.js";
export type { ControlCrowdOptions } from "./controlCrowd.js";
export { CheckController, CreateController, GetControllerDefinition } from "./createController.js";
export type { ControllerOptions } from "./createController.js";
export type {
  BlendedClipDefinition,
  ConditionDefinition,
  ControllerDefinition,
  LayerDefinition,
  StateDefinition,
  TransitionDefinition,
} from "../../gltf/controller/index.js";
export type {
  CheckedCondition,
  CheckedDefinition,
  CheckedLayer,
  CheckedMachine,
  CheckedState,
  CheckedTransition,
  ControllerJson,
  KnownName,
  LayerName,
  MachineDefinition,
  ParameterName,
  ParameterOfKind,
  ParametersOf,
  ParameterValue,
  StateName,
  StatePath,
  StatesOf,
  StateTarget,
  TargetPath,
  TriggerName,
  Widened,
} from "./definitionTypes.js";
export type { LayerState, LayerTarget } from "./layerRun.js";
export type { TransitionExplanation } from "./reasons.js";
export type { ControllerNames } from "../../gltf/controller/index.js";
