import type {
  BlendedClipDefinition,
  ConditionDefinition,
  ControllerDefinition,
  StateDefinition,
  TransitionDefinition,
} from "../../../src/controller.js";
import {
  ANY,
  innerSheet,
  sheetAt,
  startOf,
  type ControllerGraph,
  type Parameters,
  type Place,
  type Sheet,
  type SheetAt,
  type StateNode,
} from "./graph.js";
import { clipsOf } from "./words.js";

/** What the editor knows of a clip. */
export interface ClipFacts {
  readonly name: string;
  /** How often it plays: -1 without end. */
  readonly repetitions: number;
  /** How fast the character goes, as the file states it. */
  readonly metersPerSecond?: number | undefined;
}

/** The definition from which a new controller starts: a state that plays a clip. */
export function newDefinition(clip: string): ControllerDefinition {
  return { layers: [{ states: { [clip]: { clip } } }] };
}

/** A name that none of some others is: `state`, `state 2`, `state 3`. */
export function freeName(name: string, taken: Iterable<string>): string {
  const others = new Set(taken);
  let free = name;
  for (let i = 2; others.has(free); i++) {
    free = `${name} ${i}`;
  }
  return free;
}

export function addLayer(graph: ControllerGraph): ControllerGraph {
  return { ...graph, sheets: [...graph.sheets, { layer: {}, nodes: [{ name: "none", state: {} }], arrows: [], places: {} }] };
}

export function removeLayer(graph: ControllerGraph, layer: number): ControllerGraph {
  return { ...graph, sheets: graph.sheets.filter((_, i) => i !== layer) };
}

/** @param change members that are undefined are removed */
export function changeLayer(graph: ControllerGraph, at: SheetAt, change: Partial<Sheet["layer"]>): ControllerGraph {
  return withSheet(graph, at, (sheet) => ({ ...sheet, layer: without({ ...sheet.layer, ...change }) }));
}

export function addState(graph: ControllerGraph, at: SheetAt, node: StateNode): ControllerGraph {
  return withSheet(graph, at, (sheet) => ({ ...sheet, nodes: [...sheet.nodes, node] }));
}

export function changeState(graph: ControllerGraph, at: SheetAt, name: string, state: StateDefinition): ControllerGraph {
  const changed = without(state);
  return withSheet(graph, at, (sheet) => ({
    ...sheet,
    nodes: sheet.nodes.map((node) => (node.name === name ? { name, state: changed } : node)),
  }));
}

/** Renames a state wherever the layer names it. @param to not the name of another state */
export function renameState(graph: ControllerGraph, at: SheetAt, from: string, to: string): ControllerGraph {
  const rename = (path: string): string => (isWithin(path, from) ? `${to}${path.slice(from.length)}` : path);
  const change = (sheet: Sheet): Sheet => ({ ...sheet, nodes: sheet.nodes.map(({ name, state }) => ({ name: rename(name), state })) });
  return withSheet(graph, at, change, rename);
}

/**
 * Changes the clip of a state. A name that comes from the clip follows it; one that a person has given stays.
 * @param clip undefined for none
 * @returns the name, too
 */
export function changeClip(
  graph: ControllerGraph,
  at: SheetAt,
  name: string,
  clip: string | undefined,
): { readonly graph: ControllerGraph; readonly name: string } {
  const { nodes } = sheetAt(graph, at)!;
  const { state } = nodes.find((node) => node.name === name)!;
  const others = nodes.flatMap((node) => (node.name === name ? [] : node.name));
  const isOfClip = state.clip !== undefined && name.startsWith(state.clip) && /^( \d+)?$/.test(name.slice(state.clip.length));
  const to = isOfClip && clip !== undefined ? freeName(clip, others) : name;
  return { graph: renameState(changeState(graph, at, name, { ...state, clip }), at, name, to), name: to };
}

/** Where a clip stands in a blend by a number: where the number is a speed, at that of the clip, if the file states one; else null. */
export function speedOf(clip: string | undefined, parameter: string, clips: readonly ClipFacts[]): number | null {
  const { metersPerSecond } = clips.find(({ name }) => name === clip) ?? {};
  return /speed/i.test(parameter) ? (metersPerSecond ?? null) : null;
}

/** Deletes a state, with the transitions that leave it or lead to it, also those outside of its machine. */
export function removeState(graph: ControllerGraph, at: SheetAt, name: string): ControllerGraph {
  const change = (sheet: Sheet): Sheet => ({ ...sheet, nodes: sheet.nodes.filter((node) => node.name !== name) });
  return withSheet(graph, at, change, (path) => (isWithin(path, name) ? null : path));
}

/** @param place null for where the layout puts it */
export function moveState(graph: ControllerGraph, at: SheetAt, name: string, place: Place | null): ControllerGraph {
  return withSheet(graph, at, (sheet) => {
    const places: Readonly<Record<string, Place | undefined>> = { ...sheet.places, [name]: place ?? undefined };
    return { ...sheet, places: without(places) as Sheet["places"] };
  });
}

/** Adds a transition, which is tried last. */
export function addTransition(graph: ControllerGraph, at: SheetAt, transition: TransitionDefinition): ControllerGraph {
  return withSheet(graph, at, (sheet) => ({ ...sheet, arrows: [...sheet.arrows, transition] }));
}

/** Adds a state that plays a clip once when a trigger fires, and the transitions to it and back. State and trigger are called as the clip. */
export function addOneShot(graph: ControllerGraph, at: SheetAt, from: string, clip: string): ControllerGraph {
  const names = sheetAt(graph, at)!.nodes.map(({ name }) => name);
  const name = freeName(clip, names);
  const trigger = graph.parameters[name] === "trigger" ? name : freeName(name, Object.keys(graph.parameters));
  const withState = addState(setParameter(graph, trigger, "trigger"), at, { name, state: { clip } });
  return addTransition(addTransition(withState, at, { from, to: name, when: { [trigger]: true } }), at, { from: name, to: from, after: 1 });
}

/** Transitions whose `after` is the editor's default, not a person's. */
const byDefault = new WeakSet<TransitionDefinition>();

/**
 * A transition as it is when it is new: from a state that ends, it is taken at the end; from others when the trigger fires that is called as the state to
 * which it leads. Without such a trigger, it has no condition yet.
 */
export function newTransition(
  { parameters }: Pick<ControllerGraph, "parameters">,
  { nodes }: Pick<Sheet, "nodes">,
  from: string,
  to: string,
  clips: readonly ClipFacts[],
): TransitionDefinition {
  const { states, repetitions, ...state } = nodes.find(({ name }) => name === from)?.state ?? {};
  const names = states ? [] : clipsOf(state);
  const isEnding = (name: string): boolean => (repetitions ?? clips.find((clip) => clip.name === name)?.repetitions ?? -1) >= 0;
  if (names.length > 0 && names.every(isEnding)) {
    const made: TransitionDefinition = { from, to, after: 1 };
    byDefault.add(made);
    return made;
  }
  return parameters[to] === "trigger" ? { from, to, when: { [to]: true } } : { from, to };
}

/** A transition with a condition, in place of the `after` that it has by default. */
export function withCondition(transition: TransitionDefinition, name: string, condition: ConditionDefinition): TransitionDefinition {
  const when = { ...transition.when, [name]: condition };
  return without({ ...transition, when, after: byDefault.has(transition) ? undefined : transition.after });
}

export function changeTransition(graph: ControllerGraph, at: SheetAt, index: number, change: TransitionDefinition): ControllerGraph {
  const changed = without(change);
  const before = sheetAt(graph, at)?.arrows[index];
  if (before && byDefault.has(before) && changed.after === before.after) {
    byDefault.add(changed);
  }
  return withSheet(graph, at, (sheet) => ({ ...sheet, arrows: sheet.arrows.map((arrow, i) => (i === index ? changed : arrow)) }));
}

export function removeTransition(graph: ControllerGraph, at: SheetAt, index: number): ControllerGraph {
  return withSheet(graph, at, (sheet) => ({ ...sheet, arrows: sheet.arrows.filter((_, i) => i !== index) }));
}

export function setParameter(graph: ControllerGraph, name: string, value: Parameters[string]): ControllerGraph {
  return { ...graph, parameters: { ...graph.parameters, [name]: value } };
}

/** Deletes a parameter, and the conditions about it. What follows it, such as a blend, stays: a finding tells of it. */
export function removeParameter(graph: ControllerGraph, name: string): ControllerGraph {
  const parameters = without<Record<string, unknown>>({ ...graph.parameters, [name]: undefined }) as Parameters;
  return {
    parameters,
    sheets: graph.sheets.map((sheet) => withTransitions(sheet, (arrow) => withoutCondition(arrow, name))),
  };
}

/** Renames a parameter wherever the definition names it. @param to not the name of another one */
export function renameParameter({ parameters, sheets }: ControllerGraph, from: string, to: string): ControllerGraph {
  const rename = <T>(value: T): T => ((value as unknown) === from ? (to as T) : value);
  const renameKeys = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [rename(name), value]));
  const renameIn = <T extends StateDefinition | BlendedClipDefinition>(state: T): T => {
    const { blend, clips, states, ...others } = state as StateDefinition & BlendedClipDefinition;
    return {
      ...others,
      ...(states === undefined ? {} : { states: Object.fromEntries(Object.entries(states).map(([name, each]) => [name, renameIn(each)])) }),
      ...("speed" in state ? { speed: rename(state.speed) } : {}),
      ...(blend === undefined ? {} : { blend: Array.isArray(blend) ? blend.map(rename) : rename(blend) }),
      ...(clips === undefined ? {} : { clips: clips.map(renameIn) }),
    } as unknown as T;
  };
  return {
    parameters: renameKeys(parameters),
    sheets: sheets.map((sheet) => ({
      ...withTransitions({ ...sheet, nodes: sheet.nodes.map(({ name, state }) => ({ name, state: renameIn(state) })) }, (arrow) =>
        arrow.when ? { ...arrow, when: renameKeys(arrow.when) } : arrow,
      ),
      layer: "weight" in sheet.layer ? { ...sheet.layer, weight: rename(sheet.layer.weight) } : sheet.layer,
    })),
  };
}

/** A sheet with changed transitions, also those of machines within states. */
function withTransitions(sheet: Sheet, change: (transition: TransitionDefinition) => TransitionDefinition): Sheet {
  const within = (state: StateDefinition): StateDefinition => ({
    ...state,
    ...(state.states ? { states: Object.fromEntries(Object.entries(state.states).map(([name, each]) => [name, within(each)])) } : {}),
    ...(state.transitions ? { transitions: state.transitions.map(change) } : {}),
  });
  return {
    ...sheet,
    nodes: sheet.nodes.map(({ name, state }) => ({ name, state: within(state) })),
    arrows: sheet.arrows.map(change),
  };
}

/** A transition without the condition about a parameter. */
export function withoutCondition(transition: TransitionDefinition, name: string): TransitionDefinition {
  if (!transition.when || !Object.hasOwn(transition.when, name)) {
    return transition;
  }
  const when = without<Record<string, unknown>>({ ...transition.when, [name]: undefined }) as NonNullable<TransitionDefinition["when"]>;
  return without({ ...transition, when: Object.keys(when).length > 0 ? when : undefined });
}

/** The names of states from which a transition can come. */
export function originsIn({ nodes }: Sheet): readonly string[] {
  return [ANY, ...nodes.map(({ name }) => name)];
}

/** A definition as a module in TypeScript, for `CreateController`. */
export function moduleOf(definition: unknown): string {
  const json = JSON.stringify(definition, null, 2);
  return `import type { ControllerDefinition } from "babylon-gltf-animation/controller";\n\nexport const definition = ${json} as const satisfies ControllerDefinition;\n`;
}

/** How a state is called after a change, by its path; null if it is gone. */
type Renaming = (path: string) => string | null;

const isWithin = (path: string, name: string): boolean => path === name || path.startsWith(`${name}/`);

function withSheet(
  graph: ControllerGraph,
  at: SheetAt,
  change: (sheet: Sheet) => Sheet,
  rename: Renaming = (path) => path,
): ControllerGraph {
  const [layer, ...within] = [at].flat() as [number, ...string[]];
  return { ...graph, sheets: graph.sheets.map((sheet, i) => (i === layer ? changeWithin(sheet, within, change, rename) : sheet)) };
}

/** Changes a sheet, or that of a machine within it. @param within the names of the states down to it */
function changeWithin(sheet: Sheet, within: readonly string[], change: (sheet: Sheet) => Sheet, rename: Renaming): Sheet {
  const [name, ...deeper] = within;
  if (name === undefined) {
    return keepStart(sheet, withNames(change(sheet), rename), rename);
  }
  const inner = innerSheet(sheet, name);
  if (!inner) {
    return sheet;
  }
  const { layer, nodes, arrows, places } = changeWithin(inner, deeper, change, rename);
  const members: Pick<StateDefinition, "states" | "start" | "transitions"> = {
    states: Object.fromEntries(nodes.map((node) => [node.name, node.state])),
    start: layer.start,
    transitions: arrows.length > 0 ? arrows : undefined,
  };
  const others = Object.entries(sheet.places).filter(([path]) => !path.startsWith(`${name}/`));
  const changed: Sheet = {
    ...sheet,
    nodes: sheet.nodes.map((node) => (node.name === name ? { name, state: without({ ...node.state, ...members }) } : node)),
    places: Object.fromEntries([...others, ...Object.entries(places).map(([path, place]) => [`${name}/${path}`, place] as const)]),
  };
  // the places of its states are renamed already
  return { ...withNames(changed, within.reduceRight(renamingBelow, rename)), places: changed.places };
}

/** How states of a machine are called in the sheet that has the machine. */
function renamingBelow(rename: Renaming, machine: string): Renaming {
  return (path) => {
    if (!path.startsWith(`${machine}/`)) {
      return path;
    }
    const renamed = rename(path.slice(machine.length + 1));
    return renamed === null ? null : `${machine}/${renamed}`;
  };
}

/** A sheet whose states are called otherwise, without what names those that are gone. */
function withNames({ layer: { start, ...others }, nodes, arrows, places }: Sheet, rename: Renaming): Sheet {
  const first = start === undefined ? null : rename(start);
  return {
    layer: { ...others, ...(first === null ? {} : { start: first }) },
    nodes,
    arrows: arrows.flatMap((arrow) => {
      const [from, to] = [rename(arrow.from), rename(arrow.to)];
      const isSame = from === arrow.from && to === arrow.to;
      return from === null || to === null ? [] : [isSame ? arrow : { ...arrow, from, to }];
    }),
    places: Object.fromEntries(
      Object.entries(places).flatMap(([path, place]) => {
        const renamed = rename(path);
        return renamed === null ? [] : [[renamed, place] as const];
      }),
    ),
  };
}

/** JSON has names such as "1" first: the state in which the layer begins must not change because of another name. */
function keepStart(before: Sheet, after: Sheet, rename: Renaming): Sheet {
  const nodes = Object.entries(Object.fromEntries(after.nodes.map(({ name, state }) => [name, state]))).map(([name, state]) => ({
    name,
    state,
  }));
  const ordered = { ...after, nodes };
  const start = rename(startOf(before) ?? "");
  const isKept = after.layer.start !== undefined || startOf(ordered) === start || !nodes.some(({ name }) => name === start);
  return isKept ? ordered : { ...ordered, layer: { ...after.layer, start: start! } };
}

/** Without members that are undefined, which JSON does not have. */
function without<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
