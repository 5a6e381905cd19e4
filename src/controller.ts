/**
 * Controllers: what a character plays, by states, transitions and parameters.
 * @module
 */
export { CheckController, ClipController, ControlCrowd, CreateController } from "./controller/index.js";
export type {
  BlendedClipDefinition,
  ConditionDefinition,
  ControllerDefinition,
  ControllerNames,
  ControllerOptions,
  ControllerState,
  LayerDefinition,
  LayerState,
  StateChange,
  StateDefinition,
  TransitionDefinition,
} from "./controller/index.js";
