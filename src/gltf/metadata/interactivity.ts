import { followTokens, getOrMake, itemAt, itemsOf, type Json, membersOf, parseArrayIndex, parseJsonPointer, show } from "../util/index.js";
import type { ClipSettings } from "../timing/index.js";
import { type ImportContext, type Importer, wrap } from "./importer.js";

/** Begins the id of a custom event that starts the clip whose name follows. */
export const CLIP_EVENT = "clip:";

/**
 * Imports clips from `KHR_interactivity`: a clip for each `animation/start` node whose animation, times and speed are constants. A node
 * plays from the start time to the end time, backwards if the end is earlier. Times outside of the animation continue in further passes
 * through the whole animation. Graphs from before the ratification, with indices of animations and infinite constants, are read, too.
 *
 * The nodes that a custom event `clip:<name>` starts are one clip with this name.
 */
export const importInteractivity: Importer = (context) => {
  const extension = membersOf(membersOf(context.json.extensions)["KHR_interactivity"]);
  const known = new Set<string>();
  itemsOf(extension["graphs"]).forEach((json, g) => {
    const graph = new Graph(membersOf(json));
    const named = graph.findClipEvents();
    for (const n of graph.nodes.keys()) {
      if (graph.opOf(n) === "animation/start") {
        const [first = n, ...others] = named.get(n)?.starts ?? [];
        if (first === n) {
          importStarts(context, graph, `/extensions/KHR_interactivity/graphs/${g}/nodes`, [n, ...others], known, named.get(n)?.name);
        }
      }
    }
  });
};

/** The nodes that a custom event starts. */
interface ClipEvent {
  readonly name: string;
  /** Indices of `animation/start` nodes, at least one. */
  readonly starts: readonly number[];
}

/** A constant of a graph; undefined if the value is computed while the graph runs, or invalid. */
type Constant = number | string | undefined;

/** The most `math/neg` nodes in a row that are followed: a graph may be endless, by mistake. */
const MAX_NEGATIONS = 8;

/** A behavior graph. */
class Graph {
  readonly nodes: readonly unknown[];
  /** The indices of the variables that a node sets. */
  private readonly _setVariables: ReadonlySet<unknown>;

  constructor(private readonly _json: Json) {
    this.nodes = itemsOf(_json["nodes"]);
    this._setVariables = new Set(
      [...this.nodes.keys()].flatMap((n) => {
        const op = this.opOf(n);
        const isSetter = typeof op === "string" && op.startsWith("variable/") && op !== "variable/get";
        return isSetter ? [...this._configurationOf(n, "variable"), ...this._configurationOf(n, "variables")] : [];
      }),
    );
  }

  opOf(node: unknown): unknown {
    return itemAt(this._json["declarations"], membersOf(itemAt(this.nodes, node))["declaration"])?.["op"];
  }

  /** The constant value of a node's input. */
  constantOf(node: number, socket: string): Constant {
    let sign = 1;
    let input = this._inputOf(node, socket);
    for (let i = 0; i < MAX_NEGATIONS; i++) {
      const { node: from } = input;
      const op = from === undefined ? null : this.opOf(from);
      if (op === "math/neg") {
        sign = -sign;
        input = this._inputOf(from, "a");
      } else {
        const value =
          op === null ? literalOf(input) : op === "math/Inf" ? Infinity : op === "variable/get" ? this._variableOf(from) : undefined;
        return typeof value === "number" ? sign * value : sign > 0 ? value : undefined;
      }
    }
    return undefined;
  }

  /** The value of the variable that a node gets; undefined if a node sets the variable. */
  private _variableOf(node: unknown): Constant {
    const [variable] = this._configurationOf(node, "variable");
    return this._setVariables.has(variable) ? undefined : literalOf(membersOf(itemAt(this._json["variables"], variable)));
  }

  private _inputOf(node: unknown, socket: string): Json {
    return membersOf(membersOf(membersOf(itemAt(this.nodes, node))["values"])[socket]);
  }

  /** Finds the custom events that start clips by name, by each `animation/start` node that such an event starts. */
  findClipEvents(): ReadonlyMap<number, ClipEvent> {
    const found = new Map<number, ClipEvent>();
    for (const n of this.nodes.keys()) {
      const { id } = membersOf(itemAt(this._json["events"], this._configurationOf(n, "event")[0]));
      if (this.opOf(n) === "event/receive" && typeof id === "string" && id.startsWith(CLIP_EVENT)) {
        const [next] = this._flowsOf(n);
        const reached = this.opOf(next) === "flow/sequence" ? this._flowsOf(next) : [next];
        const starts = reached.filter((each): each is number => this.opOf(each) === "animation/start" && !found.has(each as number));
        starts.forEach((start) => found.set(start, { name: id.slice(CLIP_EVENT.length), starts }));
      }
    }
    return found;
  }

  private _configurationOf(node: unknown, member: string): readonly unknown[] {
    return itemsOf(membersOf(membersOf(membersOf(itemAt(this.nodes, node))["configuration"])[member])["value"]);
  }

  /** The nodes that a node activates. */
  private _flowsOf(node: unknown): readonly unknown[] {
    return Object.values(membersOf(membersOf(itemAt(this.nodes, node))["flows"])).map((flow) => membersOf(flow)["node"]);
  }
}

/** The constant that a socket or a variable states. Graphs from before the ratification have infinities as strings. */
function literalOf(stated: Json): Constant {
  const { value } = stated;
  const [first] = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  const constant = first === "Infinity" ? Infinity : first === "-Infinity" ? -Infinity : first;
  return typeof constant === "string" || (typeof constant === "number" && !Number.isNaN(constant)) ? constant : undefined;
}

/** Imports a clip from `animation/start` nodes that start together. */
function importStarts(
  context: ImportContext,
  graph: Graph,
  pointer: string,
  nodes: readonly number[],
  known: Set<string>,
  name: string | undefined,
): void {
  // nodes with other settings are clips of their own, because a clip has one time
  const bySettings = new Map<string, Start[]>();
  for (const node of nodes) {
    const start = readStart(context, graph, node, `${pointer}/${node}/values`);
    if (start) {
      getOrMake(bySettings, JSON.stringify(start.settings), () => []).push(start);
    }
  }
  for (const starts of bySettings.values()) {
    const { settings, pointer } = starts[0]!;
    const animations = [...new Set(starts.map(({ animation }) => animation))];
    const key = JSON.stringify([animations, settings, name]);
    if (!known.has(key)) {
      known.add(key);
      context.add(pointer, animations, settings, name === undefined ? {} : { name });
    }
  }
}

interface Start {
  readonly pointer: string;
  readonly animation: number;
  readonly settings: ClipSettings;
}

/** @returns null, with a finding, for a node that no clip can play */
function readStart(context: ImportContext, graph: Graph, node: number, pointer: string): Start | null {
  const [target, from, to, speed] = ["animation", "startTime", "endTime", "speed"].map((socket) => graph.constantOf(node, socket));
  if (target === undefined || typeof from !== "number" || typeof to !== "number" || typeof speed !== "number") {
    context.note(pointer, "must be constants to become a clip; at least one is computed while the graph runs");
    return null;
  }
  const animation = animationOf(context, target);
  if (animation === null) {
    const rule = `must ${typeof target === "string" ? "refer to" : "be the index of"} one of the asset's ${context.animations.length} animations`;
    context.note(`${pointer}/animation`, `${rule} (got ${show(target)})`);
    return null;
  }
  const end = context.endOf(animation);
  if (end === null) {
    return null;
  }
  const settings = settingsOf(from, to, speed, end);
  if (!settings) {
    context.note(pointer, `must be times that a clip of 0..${end} can play, at a finite speed > 0 (got ${from}..${to} at speed ${speed})`);
    return null;
  }
  return { pointer, animation, settings };
}

/** The index of an animation, by a reference `/animations/1` or, before the ratification, by the index. */
function animationOf({ animations }: ImportContext, target: number | string): number | null {
  const tokens = typeof target === "string" ? (parseJsonPointer(target) ?? []) : ["animations", String(target)];
  const isAnimation = tokens.length === 2 && tokens[0] === "animations" && followTokens({ animations }, tokens) !== undefined;
  return isAnimation ? parseArrayIndex(tokens[1]!) : null;
}

/** Tolerance in seconds, because times in a graph may be rounded. */
const TOLERANCE = 1e-6;

/** @returns the settings of a clip, or null if no clip can play the times */
function settingsOf(from: number, to: number, speed: number, length: number): ClipSettings | null {
  if (!(speed > 0 && speed < Infinity) || !Number.isFinite(from)) {
    return null;
  }
  const isBackwards = to < from;
  const signed = isBackwards ? -speed : speed;
  const isWithin = (time: number): boolean => time >= -TOLERANCE && time <= length + TOLERANCE;
  if (isWithin(from) && isWithin(to)) {
    const [start, end] = [Math.max(Math.min(from, to), 0), Math.max(from, to, 0)];
    return { start, end, offset: isBackwards ? end - start : 0, speed: signed, repetitions: 1 };
  }
  const offset = isWithin(from) ? Math.min(Math.max(from, 0), length) : wrap(from, length);
  const repeated = { end: length, offset, speed: signed };
  const distance = Math.abs(to - from);
  if (distance === Infinity) {
    return { ...repeated, repetitions: -1 };
  }
  const toBound = isBackwards ? offset : length - offset;
  const crossings = (distance - toBound) / length + 1;
  const repetitions = Math.round(crossings);
  const isAtBound = Math.abs(crossings - repetitions) * length <= TOLERANCE; // a clip finishes at a bound only
  return isAtBound && repetitions > 0 ? { ...repeated, repetitions } : null;
}
