import { argumentError, isObject } from "../util/index.js";
import type { LayerState } from "./layerRun.js";
import type { ControllerPlan, LayerPlan } from "./plan.js";

/** The state of a controller: plain data, for JSON. */
export interface ControllerState {
  /** By name: those that are true or false, and triggers, as 1 or 0. */
  readonly parameters: Readonly<Record<string, number>>;
  readonly layers: readonly LayerState[];
}

/** @throws TypeError or RangeError unless a value is the state of a controller with this plan */
export function expectState({ parameters, layers }: ControllerPlan, state: unknown): ControllerState {
  const given = (isObject(state) ? state : {}) as Partial<ControllerState>;
  const stated = isObject(given.parameters) ? given.parameters : {};
  if (![...parameters.keys()].every((name) => Number.isFinite(stated[name]))) {
    throw argumentError("parameters", "must have a number for each parameter", given.parameters, "object");
  }
  const list = Array.isArray(given.layers) ? (given.layers as readonly unknown[]) : [];
  if (list.length !== layers.length || !list.every((layer, i) => isStateOf(layers[i]!, layer))) {
    throw argumentError("layers", "must have the states of each layer", given.layers, "object");
  }
  return given as ControllerState;
}

function isStateOf({ states }: LayerPlan, layer: unknown): boolean {
  const { parts, fade } = (isObject(layer) ? layer : {}) as Partial<LayerState>;
  const sound = (part: Partial<LayerState["parts"][number]> | null): boolean => {
    const state = states.find(({ name }) => name === part?.state);
    const copies: unknown = part?.clips;
    return (
      state !== undefined &&
      [part!.seconds, part!.before].every((number) => Number.isFinite(number)) &&
      Array.isArray(copies) &&
      copies.length === state.clips.length &&
      copies.every((copy) => Number.isInteger(copy) && copy >= 0 && copy < MAX_COPIES)
    );
  };
  return Array.isArray(parts) && parts.length > 0 && parts.length <= MAX_COPIES && parts.every(sound) && isFade(fade, parts.length);
}

function isFade(fade: unknown, parts: number): boolean {
  if (!isObject(fade)) {
    return fade === null && parts === 1;
  }
  const { duration, elapsed, interruptedBy } = fade;
  return Number.isFinite(duration) && Number.isFinite(elapsed) && Array.isArray(interruptedBy) && parts > 1;
}

/** No state has more of them. */
const MAX_COPIES = 1000;
