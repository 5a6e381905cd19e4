import { graphlib, layout } from "@dagrejs/dagre";
import { endsOf, namesOf, type Parameters, type Sheet } from "./graph.js";
import { describeState, describeTransition, titleOf } from "./words.js";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle in pixels of the graph; x and y are those of its upper left corner. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Where the nodes and arrows of a sheet are. */
export interface SheetLayout {
  /** By the names of states. */
  readonly boxes: ReadonlyMap<string, Box>;
  /** The way of each transition, as long as a line, and its text; null where a state is missing. */
  readonly ways: readonly (Way | null)[];
}

export interface Way {
  readonly points: readonly Point[];
  /** The middle of the text. */
  readonly label: Point;
}

/** The size of the text of nodes and arrows, in pixels. */
export const TEXT = { title: 7.4, line: 6.1, lineHeight: 15, nodeHeight: 50, padding: 26, longest: 30 } as const;

/** A text that fits: its end gives way. */
export function shortened(text: string, longest: number = TEXT.longest): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** The lines at an arrow: as many as one can read. */
export function linesOf(lines: readonly string[]): readonly string[] {
  const shown = lines.length > 4 ? [...lines.slice(0, 3), "…"] : lines;
  return shown.map((line) => shortened(line));
}

export function nodeSize(title: string, line: string): { readonly width: number; readonly height: number } {
  const width = Math.max(TEXT.title * shortened(title).length, TEXT.line * shortened(line).length) + TEXT.padding;
  return { width: Math.max(Math.ceil(width), 84), height: TEXT.nodeHeight };
}

/**
 * Lays out a sheet: states from left to right, or from top to bottom, as transitions lead on. Nodes that a person has moved are where they were
 * put; transitions from and to these go straight.
 */
export function layOutSheet(sheet: Sheet, parameters: Parameters, direction: "right" | "down" = "right"): SheetLayout {
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: direction === "right" ? "LR" : "TB", ranker: "tight-tree", nodesep: 28, edgesep: 12, ranksep: 40 });
  const names = new Set(namesOf(sheet));
  const states = new Map(sheet.nodes.map(({ name, state }) => [name, describeState(state)]));
  names.forEach((name) => graph.setNode(name, nodeSize(titleOf(name), states.get(name) ?? "")));
  const ends = sheet.arrows.map((arrow) => endsOf(sheet, arrow));
  sheet.arrows.forEach((arrow, i) => {
    const between = ends[i];
    if (between) {
      const lines = linesOf(describeTransition(arrow, parameters));
      const width = TEXT.line * Math.max(...lines.map(({ length }) => length)) + 8;
      graph.setEdge(between.from, between.to, { width, height: TEXT.lineHeight * lines.length, labelpos: "c" }, String(i));
    }
  });
  layout(graph);
  const boxes = new Map<string, Box>();
  names.forEach((name) => {
    const { x, y, width, height } = graph.node(name);
    const [left, top] = sheet.places[name] ?? [x - width / 2, y - height / 2];
    boxes.set(name, { x: left, y: top, width, height });
  });
  const isMoved = (name: string): boolean => Object.hasOwn(sheet.places, name);
  const ways = ends.map((between, i): Way | null => {
    if (!between) {
      return null;
    }
    const { from, to } = between;
    const { points, x, y } = graph.edge(from, to, String(i));
    return isMoved(from) || isMoved(to) || from === to ? straightWay(ends, boxes, i) : { points, label: { x, y } };
  });
  return { boxes, ways };
}

/** The layout after nodes were moved: transitions from and to them go straight. */
export function withMoved(sheet: Sheet, before: SheetLayout, name: string, { x, y }: Point): SheetLayout {
  const boxes = new Map(before.boxes).set(name, { ...before.boxes.get(name)!, x, y });
  const ends = sheet.arrows.map((arrow) => endsOf(sheet, arrow));
  const ways = before.ways.map((way, i) => {
    const between = ends[i];
    return between && (between.from === name || between.to === name) ? straightWay(ends, boxes, i) : way;
  });
  return { boxes, ways };
}

/** The way of a transition from border to border, beside those of other transitions between the same states; of one to its own state, a loop. */
function straightWay(ends: readonly ReturnType<typeof endsOf>[], boxes: SheetLayout["boxes"], index: number): Way {
  const { from, to } = ends[index]!;
  const [start, end] = [boxes.get(from)!, boxes.get(to)!];
  const between = ends.flatMap((other, i) =>
    (other?.from === from && other.to === to) || (other?.from === to && other.to === from) ? [i] : [],
  );
  const place = between.indexOf(index);
  if (from === to) {
    return loop(start, place);
  }
  // the same side for both directions
  const sign = from < to ? 1 : -1;
  const bend = sign * (place - (between.length - 1) / 2) * 2 * TEXT.lineHeight * 2;
  const [a, b] = [middle(start), middle(end)];
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const label = {
    x: (a.x + b.x) / 2 - ((b.y - a.y) / length) * bend,
    y: (a.y + b.y) / 2 + ((b.x - a.x) / length) * bend,
  };
  return { points: [borderPoint(start, label), label, borderPoint(end, label)], label };
}

function loop({ x, y, width }: Box, place: number): Way {
  const height = 34 + place * 4 * TEXT.lineHeight;
  const [left, right] = [x + width * 0.3, x + width * 0.7];
  const label = { x: x + width / 2, y: y - height };
  return {
    points: [{ x: left, y }, { x: left - 8, y: y - height / 2 }, label, { x: right + 8, y: y - height / 2 }, { x: right, y }],
    label,
  };
}

function middle({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Where the line from the middle of a box to a point leaves the box. */
function borderPoint(box: Box, to: Point): Point {
  const { x, y } = middle(box);
  const [dx, dy] = [to.x - x, to.y - y];
  const share = Math.min(box.width / 2 / Math.abs(dx), box.height / 2 / Math.abs(dy), 1);
  return { x: x + dx * share, y: y + dy * share };
}

/** The rectangle around all of a layout, its texts included. */
export function extentOf({ boxes, ways }: SheetLayout): Box {
  const labels = ways.flatMap((way) => (way ? [{ x: way.label.x - 60, y: way.label.y - 30, width: 120, height: 60 }] : []));
  const points = ways.flatMap((way) => (way ? way.points.map((point) => ({ ...point, width: 0, height: 0 })) : []));
  const all = [...boxes.values(), ...labels, ...points];
  const x = Math.min(...all.map((box) => box.x));
  const y = Math.min(...all.map((box) => box.y));
  return {
    ...{ x, y },
    width: Math.max(...all.map((box) => box.x + box.width)) - x,
    height: Math.max(...all.map((box) => box.y + box.height)) - y,
  };
}
