/**
 * Controllers: what a character plays, by states, transitions and parameters.
 * @module
 */
export { CheckController, ClipController, ControlCrowd, CreateController, GetControllerDefinition } from "./characters/controller/index.js";
export type {
  BlendedClipDefinition,
  CheckedCondition,
  CheckedDefinition,
  CheckedLayer,
  CheckedState,
  CheckedTransition,
  ConditionDefinition,
  ControllerDefinition,
  ControllerJson,
  ControllerNames,
  ControllerOptions,
  ControllerState,
  GoOptions,
  KnownName,
  LayerDefinition,
  LayerName,
  LayerState,
  LayerTarget,
  ParameterName,
  ParameterOfKind,
  ParametersOf,
  ParameterValue,
  StateChange,
  StateDefinition,
  StateName,
  TransitionDefinition,
  TransitionExplanation,
  TriggerName,
  Widened,
} from "./characters/controller/index.js";
