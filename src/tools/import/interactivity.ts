import { itemAt, itemsOf } from "../../util/index.js";
import type { ClipSettings } from "../../timing/index.js";
import { type ImportContext, type Importer, type Json, membersOf, wrap } from "./importer.js";

/**
 * Imports clips from `KHR_interactivity`: a clip for each `animation/start` node whose animation, times and speed are constants. A node
 * plays from the start time to the end time, backwards if the end is earlier. Times outside of the animation continue in further passes
 * through the whole animation.
 */
export const importInteractivity: Importer = (context) => {
  const extension = membersOf(membersOf(context.source.json.extensions)["KHR_interactivity"]);
  const known = new Set<string>();
  itemsOf(extension["graphs"]).forEach((graph, g) => {
    const { nodes, declarations } = membersOf(graph);
    itemsOf(nodes).forEach((node, n) => {
      const { declaration, values } = membersOf(node);
      const op = membersOf(itemAt(declarations, declaration))["op"];
      if (op === "animation/start") {
        importStart(context, `/extensions/KHR_interactivity/graphs/${g}/nodes/${n}/values`, membersOf(values), known);
      }
    });
  });
};

function importStart(context: ImportContext, place: string, values: Json, known: Set<string>): void {
  const [animation, from, to, speed] = ["animation", "startTime", "endTime", "speed"].map((socket) => literalOf(values[socket]));
  if (animation === undefined || from === undefined || to === undefined || speed === undefined) {
    context.warn(place, "must be constants to become a clip; at least one is computed while the graph runs");
    return;
  }
  if (!context.animations[animation]) {
    context.warn(
      `${place}/animation`,
      `must be the index of one of the asset's ${context.animations.length} animations (got ${animation})`,
    );
    return;
  }
  const end = context.endOf(animation);
  const settings = end !== null && settingsOf(from, to, speed, end);
  const key = JSON.stringify([animation, from, String(to), speed]);
  if (settings && !known.has(key)) {
    known.add(key);
    context.add([animation], settings);
  } else if (end !== null && !settings) {
    context.warn(place, `must be times that a clip of 0..${end} can play, at a finite speed > 0 (got ${from}..${to} at speed ${speed})`);
  }
}

/** The constant number of a socket; undefined without a constant. Graphs have infinities as strings. */
function literalOf(socket: unknown): number | undefined {
  const value: unknown = membersOf(socket)["value"];
  const [first] = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  const number = first === "Infinity" ? Infinity : first === "-Infinity" ? -Infinity : first;
  return typeof number === "number" && !Number.isNaN(number) ? number : undefined;
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
