import { clipFor, type ClipNames } from "./actor.js";
import { argumentError, isObject } from "../../gltf/util/index.js";
import { type LayerState, type LayerTarget, MAX_PARTS } from "./layerRun.js";
import type { ControllerPlan, LayerPlan } from "../../gltf/controller/index.js";

/** The most copies of a clip that a layer can need: each state has it a few times. */
const MAX_COPIES = 4 * MAX_PARTS;

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
}

/** @throws TypeError or RangeError unless a value is the state of a controller with this plan, on a character with these clips */
export function expectState({ parameters, layers }: ControllerPlan, names: ClipNames, state: unknown): ControllerState {
  const given = (isObject(state) ? state : {}) as Partial<ControllerState>;
  const stated = isObject(given.parameters) ? given.parameters : {};
  if (![...parameters].every(([name, { kind }]) => (kind === "number" ? Number.isFinite(stated[name]) : [0, 1].includes(stated[name]!)))) {
    throw argumentError("parameters", "must have a number for each parameter", given.parameters, "object");
  }
  const { clips = {}, nextClips = {} } = given;
  for (const [member, exchanged] of Object.entries({ clips, nextClips })) {
    if (!isObject(exchanged)) {
      throw argumentError(member, "must be an object with names of clips", exchanged, "object");
    }
    Object.values(exchanged).forEach((clip) => names.reserve(clip));
  }
  const nameOf = (name: string): string => clipFor(name, { ...names.initial, ...clips });
  const list = Array.isArray(given.layers) ? (given.layers as readonly unknown[]) : [];
  if (list.length !== layers.length || !list.every((layer, i) => isStateOf(layers[i]!, layer, nameOf))) {
    throw argumentError("layers", "must have the states of each layer", given.layers, "object");
  }
  return given as ControllerState;
}

/** @param nameOf gives the name of the character's clip for one in the definition */
function isStateOf({ states, targets }: LayerPlan, layer: unknown, nameOf: (name: string) => string): boolean {
  const { parts, fade, next } = (isObject(layer) ? layer : {}) as Partial<LayerState>;
  const used = new Set<string>();
  const isCopy = (copy: unknown, clip: string): boolean => {
    const isFree = !used.has(`${String(copy)} ${clip}`);
    used.add(`${String(copy)} ${clip}`);
    return isFree && Number.isInteger(copy) && (copy as number) >= 0 && (copy as number) <= MAX_COPIES;
  };
  const isPart = (part: Partial<LayerState["parts"][number]> | null): boolean => {
    const state = states.find(({ name }) => name === part?.state);
    const copies: unknown = part?.clips;
    return (
      state !== undefined &&
      Number.isFinite(part!.seconds) &&
      isWithin(part!.before, 1) &&
      (part!.step === undefined || (Number.isInteger(part!.step) && isWithin(part!.step, MAX_STEP))) &&
      Array.isArray(copies) &&
      copies.length === state.clips.length &&
      state.clips.every((clip, i) => isCopy(copies[i], nameOf(clip)))
    );
  };
  const areParts = Array.isArray(parts) && parts.length > 0 && parts.length <= MAX_PARTS && parts.every(isPart);
  return areParts && isFade(fade, parts.length) && (next === undefined || isTarget(next, targets));
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

function isWithin(value: unknown, most: number): boolean {
  return typeof value === "number" && value >= 0 && value <= most;
}
