import { clipFor, type ClipNames, type LayerActor, type SavedRun } from "./actor.js";
import { argumentError, isObject } from "../../gltf/util/index.js";
import { type LayerState, type LayerTarget, MAX_PARTS } from "./layerRun.js";
import type { ControllerPlan, LayerPlan } from "../../gltf/controller/index.js";

/** More numbers than any layer counts. */
const MAX_STEP = 1e9;

/** The state of a controller: plain data, for JSON. */
export interface ControllerState {
  /** By name: those that are true or false, and triggers, as 1 or 0. */
  readonly parameters: Readonly<Record<string, number>>;
  readonly layers: readonly LayerState[];
  /** The clips that were exchanged, by names in the definition, in the order in which they were first. Default none. */
  readonly clips?: Readonly<Record<string, string>> | undefined;
  /** The clips that the next frame exchanges. Default none. */
  readonly nextClips?: Readonly<Record<string, string>> | undefined;
  /** Of a character of a crowd whose controller rests until a parameter changes: since when, in seconds of the crowd. Default it does not rest. */
  readonly restsSince?: number | undefined;
  /** Whether it has been told something since, on which it decides in the next frame. Default false. */
  readonly wakes?: boolean | undefined;
}

/**
 * @param actors of the layers
 * @throws TypeError or RangeError unless a value is the state of a controller with this plan, on a character with these clips
 */
export function expectState(
  { parameters, layers }: ControllerPlan,
  names: ClipNames,
  actors: readonly LayerActor[],
  state: unknown,
): ControllerState {
  const given = (isObject(state) ? state : {}) as Partial<ControllerState>;
  const stated = isObject(given.parameters) ? given.parameters : {};
  if (![...parameters].every(([name, { kind }]) => (kind === "number" ? Number.isFinite(stated[name]) : [0, 1].includes(stated[name]!)))) {
    throw argumentError("parameters", "must have a number for each parameter", given.parameters, "object");
  }
  const { clips = {}, nextClips = {}, restsSince = 0 } = given;
  for (const [member, exchanged] of Object.entries({ clips, nextClips })) {
    if (!isObject(exchanged)) {
      throw argumentError(member, "must be an object with names of clips", exchanged, "object");
    }
    Object.values(exchanged).forEach((clip) => names.reserve(clip));
  }
  if (!Number.isFinite(restsSince)) {
    throw argumentError("restsSince", "must be a finite number", restsSince, "number");
  }
  const nameOf = (name: string): string => clipFor(name, { ...names.initial, ...clips });
  const list = Array.isArray(given.layers) ? (given.layers as readonly unknown[]) : [];
  if (list.length !== layers.length || !list.every((layer, i) => isStateOf(layers[i]!, actors[i]!, layer, nameOf))) {
    throw argumentError("layers", "must have the states of each layer", given.layers, "object");
  }
  return given as ControllerState;
}

/** @param nameOf gives the name of the character's clip for one in the definition */
function isStateOf({ states, targets }: LayerPlan, actor: LayerActor, layer: unknown, nameOf: (name: string) => string): boolean {
  const { parts, fade, next } = (isObject(layer) ? layer : {}) as Partial<LayerState>;
  const runs: SavedRun[] = [];
  const isPart = (part: Partial<LayerState["parts"][number]> | null): boolean => {
    const { seconds, before, step = 0, clips: saved } = part ?? {};
    const state = states.find(({ name }) => name === part?.state);
    const isKnown = state !== undefined && Array.isArray(saved);
    if (isKnown) {
      runs.push({ state, saved });
    }
    return isKnown && Number.isFinite(seconds) && isWithin(before, 1) && Number.isInteger(step) && isWithin(step, MAX_STEP);
  };
  const areParts = Array.isArray(parts) && parts.length > 0 && parts.length <= MAX_PARTS && parts.every(isPart);
  return areParts && actor.areSaved(runs, nameOf) && isFade(fade, parts.length) && (next === undefined || isTarget(next, targets));
}

function isTarget(next: unknown, targets: LayerPlan["targets"]): boolean {
  const { state, duration, at } = (isObject(next) ? next : {}) as Partial<LayerTarget>;
  return targets.has(state!) && isWithin(duration, Number.MAX_VALUE) && (at === null || isWithin(at, 1));
}

function isFade(fade: unknown, parts: number): boolean {
  if (!isObject(fade)) {
    return fade === null && parts === 1;
  }
  const { duration, elapsed, interruptedBy: sides } = fade;
  const areSides = Array.isArray(sides) && sides.every((side) => side === "next" || side === "previous");
  return areSides && isWithin(duration, Number.MAX_VALUE) && isWithin(elapsed, duration as number) && parts > 1;
}

/** Whether a value is a number from 0 to another one. */
export function isWithin(value: unknown, most: number): boolean {
  return typeof value === "number" && value >= 0 && value <= most;
}
