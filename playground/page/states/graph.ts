import type { ControllerDefinition, LayerDefinition, StateDefinition, TransitionDefinition } from "../../../src/controller.js";

/** The state that `"*"` stands for in a graph: a node of its own, from which transitions of any state come. */
export const ANY = "*";

export type Parameters = NonNullable<ControllerDefinition["parameters"]>;

/** The upper left corner of a node, in pixels of the graph. */
export type Place = readonly [x: number, y: number];

/** Which sheet of a graph: the index of its layer; for the sheet of a machine also the names of the states down to it. */
export type SheetAt = number | readonly [layer: number, ...within: string[]];

/** The definition of a controller as a graph. Immutable. */
export interface ControllerGraph {
  readonly parameters: Parameters;
  /** A sheet for each layer, from the lowest one up. */
  readonly sheets: readonly Sheet[];
}

/** A layer, or a machine within a state: its states are nodes, its transitions arrows. */
export interface Sheet {
  /** What the definition states of the layer besides states and transitions; of a machine, its `start`. */
  readonly layer: Omit<LayerDefinition, "states" | "transitions">;
  readonly nodes: readonly StateNode[];
  /** In the order in which they are tried. */
  readonly arrows: readonly TransitionDefinition[];
  /** Where a person has put nodes, by the paths of states, or {@link ANY}: that of a machine as `ground/*`. */
  readonly places: Readonly<Record<string, Place>>;
}

export interface StateNode {
  readonly name: string;
  readonly state: StateDefinition;
}

/** A graph as a file has it: the definition of a controller, and beside it the places of nodes that a person has moved. */
export interface GraphJson {
  readonly definition: ControllerDefinition;
  /** Places by the names of states, for each layer; null where none was moved. */
  readonly places: readonly Sheet["places"][] | null;
}

/**
 * The graph of a definition.
 * @param definition any value; is not changed
 * @param places as in {@link GraphJson}; what does not fit is left out
 * @returns null if a value has no layers with states that could be drawn: `CheckController` says why
 */
export function graphOf(definition: unknown, places: unknown = null): ControllerGraph | null {
  const { parameters = {}, layers } = recordOf(definition) as Partial<ControllerDefinition>;
  const sheets = Array.isArray(layers) ? layers.map((layer, i) => sheetOf(layer, Array.isArray(places) ? places[i] : null)) : [];
  const areSheets = (list: readonly (Sheet | null)[]): list is readonly Sheet[] => list.length > 0 && !list.includes(null);
  return isRecord(parameters) && areSheets(sheets) ? { parameters, sheets } : null;
}

function sheetOf(json: unknown, places: unknown): Sheet | null {
  const { states, transitions = [], ...layer } = recordOf(json) as Partial<LayerDefinition>;
  if (!isRecord(states) || !Object.values(states).every(isRecord) || !Array.isArray(transitions) || !transitions.every(isTransition)) {
    return null;
  }
  const nodes = Object.entries(states).map(([name, state]) => ({ name, state }));
  const isState = (path: string): boolean => stateAt({ nodes }, path.endsWith(`/${ANY}`) ? path.slice(0, -2) : path) !== undefined;
  const isOf = ([path, place]: [string, unknown]): boolean => (path === ANY || isState(path)) && isPlace(place);
  return {
    layer,
    nodes,
    arrows: transitions,
    places: Object.fromEntries(Object.entries(recordOf(places)).filter(isOf)) as Sheet["places"],
  };
}

/** The JSON of a graph, which {@link graphOf} reads. */
export function graphJson({ parameters, sheets }: ControllerGraph): GraphJson {
  const layers = sheets.map(({ layer, nodes, arrows }) => ({
    ...layer,
    states: Object.fromEntries(nodes.map(({ name, state }) => [name, state])),
    ...(arrows.length > 0 ? { transitions: arrows } : {}),
  }));
  const isMoved = sheets.some(({ places }) => Object.keys(places).length > 0);
  return {
    definition: { ...(Object.keys(parameters).length > 0 ? { parameters } : {}), layers },
    places: isMoved ? sheets.map(({ places }) => places) : null,
  };
}

/** The sheet of a state that has states of its own; null if it is none that could be drawn. */
export function innerSheet({ nodes, places }: Sheet, name: string): Sheet | null {
  const { states, start, transitions } = nodes.find((node) => node.name === name)?.state ?? {};
  const own = Object.entries(places).flatMap(([path, place]) =>
    path.startsWith(`${name}/`) ? [[path.slice(name.length + 1), place]] : [],
  );
  return sheetOf({ states, transitions, ...(start === undefined ? {} : { start }) }, Object.fromEntries(own));
}

/** A sheet of a graph; undefined if there is none. */
export function sheetAt({ sheets }: ControllerGraph, at: SheetAt): Sheet | undefined {
  const [layer, ...within] = [at].flat() as [number, ...string[]];
  return within.reduce<Sheet | undefined>((sheet, name) => (sheet && innerSheet(sheet, name)) ?? undefined, sheets[layer]);
}

/** The name of a layer: its index by default. */
export function layerName({ layer }: Sheet, index: number): string {
  return layer.name ?? String(index);
}

/** The name of the state in which a layer begins. */
export function startOf({ layer, nodes }: Sheet): string | undefined {
  return layer.start ?? nodes[0]?.name;
}

/** What transitions connect in a sheet: its states, and any state, if a transition comes from there. */
export function namesOf({ nodes, arrows }: Sheet): readonly string[] {
  return [...(arrows.some(({ from }) => from === ANY) ? [ANY] : []), ...nodes.map(({ name }) => name)];
}

/** The node that shows a state: of one within a machine, such as `ground/walk`, that of the machine. Undefined if there is none. */
export function nodeAt({ nodes }: Pick<Sheet, "nodes">, path: string): StateNode | undefined {
  const within = (name: string): number => (path === name ? Infinity : path.startsWith(`${name}/`) ? name.length : -1);
  return nodes.reduce<StateNode | undefined>(
    (best, node) => (within(node.name) > (best ? within(best.name) : -1) ? node : best),
    undefined,
  );
}

/** The state at a path; undefined if there is none. */
export function stateAt(sheet: Pick<Sheet, "nodes">, path: string): StateDefinition | undefined {
  const node = nodeAt(sheet, path);
  return node && (node.name === path ? node.state : stateAt(statesOf(node), path.slice(node.name.length + 1)));
}

/**
 * The path of a state in a changed sheet. A state that is gone was renamed, if one that was not there before is at its place.
 * @returns the same path, if it was not renamed
 */
export function pathAfter(before: Pick<Sheet, "nodes">, after: Pick<Sheet, "nodes">, path: string): string {
  const node = nodeAt(before, path);
  if (!node) {
    return path;
  }
  const find = ({ nodes }: Pick<Sheet, "nodes">, name: string): StateNode | undefined => nodes.find((each) => each.name === name);
  const atPlace = before.nodes.length === after.nodes.length ? after.nodes[before.nodes.indexOf(node)] : undefined;
  const now = find(after, node.name) ?? (atPlace && !find(before, atPlace.name) ? atPlace : undefined);
  const inner = path.slice(node.name.length + 1);
  return now === undefined ? path : inner === "" ? now.name : `${now.name}/${pathAfter(statesOf(node), statesOf(now), inner)}`;
}

/** The states within a state. */
function statesOf({ state }: StateNode): Pick<Sheet, "nodes"> {
  return { nodes: Object.entries(recordOf(state.states)).map(([name, each]) => ({ name, state: each as StateDefinition })) };
}

/** The nodes that a transition connects, by name; null where one is missing. */
export function endsOf(sheet: Sheet, { from, to }: TransitionDefinition): Pick<TransitionDefinition, "from" | "to"> | null {
  const [start, end] = [from === ANY ? ANY : nodeAt(sheet, from)?.name, nodeAt(sheet, to)?.name];
  return start === undefined || end === undefined ? null : { from: start, to: end };
}

function isTransition(value: unknown): value is TransitionDefinition {
  const { from, to, when = {} } = recordOf(value);
  return typeof from === "string" && typeof to === "string" && isRecord(when);
}

function isPlace(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
