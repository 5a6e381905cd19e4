import { followDrag } from "../controls/drag.js";
import { element } from "../controls/dom.js";
import { ANY, endsOf, startOf, type Parameters, type Sheet } from "./graph.js";
import {
  extentOf,
  linesOf,
  shortened,
  TEXT,
  withMoved,
  type Box,
  type layOutSheet,
  type Point,
  type SheetLayout,
  type Way,
} from "./layout.js";
import { describeState, describeTransition, titleOf } from "./words.js";

/** A state or a transition of a sheet. */
export type Part = { readonly state: string } | { readonly transition: number };

export interface GraphViewOptions {
  readonly layOut: typeof layOutSheet;
  /** Called when a person selects a part, or nothing. */
  readonly onSelect: (part: Part | null) => void;
  /** Called when a person has moved a state; without it, states stay where they are. */
  readonly onMove?: (state: string, place: Point) => void;
  /** Called when a person has dragged an arrow from the handle of a state to another state; without it, states have no handles. */
  readonly onConnect?: (from: string, to: string) => void;
  /** Called when a person presses the handle of a state, or chooses it by a key. */
  readonly onHandle?: (from: string) => void;
  /** Called when a person opens a state, with a double click. */
  readonly onOpen?: (state: string) => void;
  /** What keys do besides those of the view, for the part that has the focus. */
  readonly keys?: Readonly<Record<string, (part: Part) => void>>;
}

/** What plays in the sheet. */
export interface LiveSheet {
  /** The shares of states, by their names. */
  readonly shares: ReadonlyMap<string, number>;
  /** The state that the layer is in. */
  readonly active: string;
}

const SVG = "http://www.w3.org/2000/svg";
/** Pixels that a click may move. */
const SLOP = 4;
const ZOOM_PER_PIXEL = 0.002;
const ZOOMS = [0.2, 2.5] as const;
/** Pixels of a step by key. */
const STEP = 20;
const HEAD = 7;
/** The radius within which a handle is pressed: as wide as a finger. */
const HANDLE = 12;

function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: readonly (Node | string)[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, String(value)));
  made.append(...children);
  return made;
}

/** A sheet of the graph: states and transitions, which can be reached by keyboard; it is zoomed and moved by mouse, fingers and keys. */
export class GraphView {
  readonly root = element("div", { class: "graph" });
  private readonly _svg = svg("svg", { role: "group", "aria-label": "Graph of the layer" });
  private readonly _content = svg("g");
  private _sheet: Sheet | null = null;
  private _parameters: Parameters = {};
  private _layout: SheetLayout | null = null;
  private _selected: Part | null = null;
  private _live: LiveSheet | null = null;
  private _nodes = new Map<string, SVGGElement>();
  private _arrows: (SVGGElement | null)[] = [];
  private _scale = 1;
  private _origin: Point = { x: 0, y: 0 };
  /** Whether the view shows everything, until a person moves it. */
  private _isWhole = true;
  private readonly _pointers = new Map<number, Point>();

  constructor(private readonly _options: GraphViewOptions) {
    this._svg.append(this._content);
    this.root.append(this._svg);
    this._listen();
    new ResizeObserver(() => this._isWhole && this.showWhole()).observe(this.root);
  }

  /** Shows a sheet; null shows nothing. @param isOther whether it is another one than before, which is shown whole */
  show(sheet: Sheet | null, parameters: Parameters, isOther: boolean): void {
    const focused = this._focused;
    this._sheet = sheet;
    this._parameters = parameters;
    this._layout = sheet && this._options.layOut(sheet, parameters, this._direction);
    this._draw();
    if (isOther || this._isWhole) {
      this.showWhole();
    }
    if (focused) {
      this.focus(focused);
    }
  }

  select(part: Part | null): void {
    this._selected = part;
    this._nodes.forEach((node, name) => mark(node, part !== null && "state" in part && part.state === name));
    this._arrows.forEach((arrow, i) => arrow && mark(arrow, part !== null && "transition" in part && part.transition === i));
  }

  focus(part: Part): void {
    this._elementOf(part)?.focus({ preventScroll: true });
  }

  /** Shows what plays; null for nothing. Cheap enough for each frame. */
  play(live: LiveSheet | null): void {
    this._live = live;
    this._nodes.forEach((node, name) => {
      const share = live?.shares.get(name) ?? 0;
      node.classList.toggle("active", live?.active === name);
      node.querySelector<SVGElement>(".share")?.style.setProperty("transform", `scaleX(${share.toFixed(3)})`);
    });
  }

  /** Marks findings: the number of those about each part. */
  markWrong(isWrong: (part: Part) => boolean): void {
    this._nodes.forEach((node, name) => node.classList.toggle("wrong", isWrong({ state: name })));
    this._arrows.forEach((arrow, i) => arrow?.classList.toggle("wrong", isWrong({ transition: i })));
  }

  zoom(factor: number, at: Point = { x: this.root.clientWidth / 2, y: this.root.clientHeight / 2 }): void {
    const scale = Math.min(Math.max(this._scale * factor, ZOOMS[0]), ZOOMS[1]);
    const by = 1 / this._scale - 1 / scale;
    this._origin = { x: this._origin.x + at.x * by, y: this._origin.y + at.y * by };
    this._scale = scale;
    this._isWhole = false;
    this._place();
  }

  showWhole(): void {
    const { clientWidth, clientHeight } = this.root;
    if (!this._layout || clientWidth === 0 || this._layout.boxes.size === 0) {
      return;
    }
    const { x, y, width, height } = extentOf(this._layout);
    this._scale = Math.min(Math.max(Math.min((clientWidth - 16) / width, (clientHeight - 16) / height), ZOOMS[0]), 1.25);
    this._origin = { x: x - (clientWidth / this._scale - width) / 2, y: y - (clientHeight / this._scale - height) / 2 };
    this._isWhole = true;
    this._place();
  }

  private get _direction(): "right" | "down" {
    return this.root.clientHeight > this.root.clientWidth * 0.8 ? "down" : "right";
  }

  private get _focused(): Part | null {
    const { activeElement } = document;
    return activeElement instanceof SVGElement && this._svg.contains(activeElement) ? partOf(activeElement) : null;
  }

  private _elementOf(part: Part): SVGGElement | null | undefined {
    return "state" in part ? this._nodes.get(part.state) : this._arrows[part.transition];
  }

  private _place(): void {
    const { x, y } = this._origin;
    this._content.setAttribute("transform", `scale(${this._scale}) translate(${-x} ${-y})`);
  }

  private _draw(): void {
    const { _sheet: sheet, _layout: layout } = this;
    this._nodes = new Map();
    this._arrows = [];
    this._content.replaceChildren();
    if (!sheet || !layout) {
      return;
    }
    const start = startOf(sheet);
    this._arrows = layout.ways.map((way, i) => way && this._arrowOf(i, way));
    for (const [name, box] of layout.boxes) {
      this._nodes.set(name, this._nodeOf(name, box, name === start));
      // in the order in which one reads: a state, and the transitions that leave it
      const leaving = this._arrows.filter((arrow, i) => arrow && endsOf(sheet, sheet.arrows[i]!)?.from === name) as SVGGElement[];
      const handles = this._options.onConnect ? [this._handleOf(name, box)] : [];
      this._content.append(this._nodes.get(name)!, ...handles, ...leaving);
    }
    this.select(this._selected);
    this.play(this._live);
  }

  private _nodeOf(name: string, { x, y, width, height }: Box, isStart: boolean): SVGGElement {
    const state = this._sheet!.nodes.find((node) => node.name === name)?.state;
    const line = state ? describeState(state) : "";
    const title = titleOf(name);
    const label = [title, ...(state ? [line] : []), ...(isStart ? ["the layer begins here"] : [])].join(", ");
    const text = linesAt(width / 2, [
      { text: shortened(title), y: line ? 21 : 30, class: "name" },
      ...(line ? [{ text: shortened(line), y: 38, class: "line" }] : []),
    ]);
    const node = svg(
      "g",
      {
        class: `node${isStart ? " start" : ""}${name === ANY ? " any" : ""}`,
        transform: `translate(${x} ${y})`,
        role: "button",
        tabindex: 0,
      },
      svg("rect", { class: "box", width, height, rx: 8 }),
      svg("rect", { class: "share", x: 2, y: height - 6, width: width - 4, height: 4, rx: 2 }),
      text,
    );
    if (isStart) {
      node.append(svg("circle", { class: "start-mark", cx: 12, cy: 12, r: 4 }));
    }
    node.setAttribute("aria-label", `State ${label}`);
    node.dataset["state"] = name;
    return node;
  }

  /** Where an arrow is dragged from: at the side to which transitions lead on. */
  private _handleOf(name: string, { x, y, width, height }: Box): SVGGElement {
    const [cx, cy] = this._direction === "right" ? [x + width, y + height / 2] : [x + width / 2, y + height];
    const handle = svg(
      "g",
      { class: "handle", role: "button", tabindex: 0, "aria-label": `New transition from ${titleOf(name)}` },
      svg("circle", { class: "reach", cx, cy, r: HANDLE }),
      svg("circle", { class: "dot", cx, cy, r: 5 }),
    );
    handle.dataset["from"] = name;
    return handle;
  }

  private _arrowOf(index: number, way: Way): SVGGElement {
    const arrow = this._sheet!.arrows[index]!;
    const all = describeTransition(arrow, this._parameters);
    const lines = linesOf(all);
    const width = TEXT.line * Math.max(...lines.map(({ length }) => length)) + 8;
    const height = TEXT.lineHeight * lines.length;
    const { x, y } = way.label;
    const group = svg(
      "g",
      { class: "arrow", role: "button", tabindex: 0 },
      svg("path", { class: "reach", d: curveOf(way.points) }),
      svg("path", { class: "way", d: curveOf(way.points) }),
      svg("path", { class: "head", d: headOf(way.points) }),
      svg("rect", { class: "label", x: x - width / 2, y: y - height / 2, width, height, rx: 4 }),
      linesAt(
        x,
        lines.map((line, i) => ({ text: line, y: y - height / 2 + TEXT.lineHeight * (i + 0.75), class: "line" })),
      ),
    );
    group.setAttribute("aria-label", `Transition from ${titleOf(arrow.from)} to ${titleOf(arrow.to)}: ${all.join(", ")}`);
    group.dataset["transition"] = String(index);
    return group;
  }

  private _listen(): void {
    this._svg.addEventListener("wheel", (event) => this._wheel(event), { passive: false });
    this._svg.addEventListener("pointerdown", (event) => this._press(event));
    // the root has captured the pointer, and so is the target
    this.root.addEventListener("dblclick", ({ clientX, clientY }) => {
      const over = document.elementFromPoint(clientX, clientY);
      const part = over && partOf(over);
      if (part && "state" in part) {
        this._options.onOpen?.(part.state);
      }
    });
    this._svg.addEventListener("keydown", (event) => this._key(event));
    this._svg.addEventListener("focusin", ({ target }) => this._reveal(target as SVGElement));
  }

  private _wheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 30;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this._pan((event.deltaX || event.deltaY) * unit, 0);
    } else {
      this.zoom(Math.exp(-event.deltaY * unit * ZOOM_PER_PIXEL * (event.ctrlKey ? 4 : 1)), this._pointOf(event));
    }
  }

  private _pan(x: number, y: number): void {
    this._origin = { x: this._origin.x + x / this._scale, y: this._origin.y + y / this._scale };
    this._isWhole = false;
    this._place();
  }

  private _pointOf({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = this._svg.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** Selects with a click; a drag moves a state, or the view; two fingers zoom. */
  private _press(event: PointerEvent): void {
    if (event.button !== 0) {
      return;
    }
    const handle = handleAt(event.target as Element);
    if (handle) {
      this._connect(event, handle);
      return;
    }
    const part = partOf(event.target as Element);
    const from = this._pointOf(event);
    this._pointers.set(event.pointerId, from);
    const name = part && "state" in part && this._options.onMove ? part.state : null;
    const box = name === null ? null : this._layout!.boxes.get(name)!;
    const before = this._layout;
    let [last, isClick, isPinched] = [from, true, this._pointers.size > 1];
    let moved: Point | null = null;
    const move = (now: PointerEvent): void => {
      const point = this._pointOf(now);
      const others = [...this._pointers].filter(([id]) => id !== now.pointerId);
      isPinched ||= others.length > 0;
      isClick &&= Math.hypot(point.x - from.x, point.y - from.y) <= SLOP && !isPinched;
      this._pointers.set(now.pointerId, point);
      if (others.length > 0) {
        this._pinch(others[0]![1], last, point);
      } else if (!isClick && box && !isPinched) {
        moved = { x: Math.round(box.x + (point.x - from.x) / this._scale), y: Math.round(box.y + (point.y - from.y) / this._scale) };
        this._moveNode(name!, moved);
      } else if (!isClick) {
        this._pan(last.x - point.x, last.y - point.y);
      }
      last = point;
    };
    const end = (isDropped: boolean): void => {
      this._pointers.delete(event.pointerId);
      if (moved && isDropped) {
        this._options.onMove!(name!, moved);
      } else if (moved) {
        this._layout = before;
        this._draw();
      } else if (isDropped && isClick) {
        this._choose(part);
      }
    };
    this._followPointer(event, move, end);
  }

  /** Drags an arrow from a handle to another state. */
  private _connect(event: PointerEvent, handle: SVGGElement): void {
    const from = handle.dataset["from"]!;
    const dot = handle.querySelector<SVGCircleElement>(".dot")!;
    const start = { x: dot.cx.baseVal.value, y: dot.cy.baseVal.value };
    const first = this._pointOf(event);
    const way = svg("path", { class: "way new" });
    let target: SVGGElement | null = null;
    let isClick = true;
    const move = (now: PointerEvent): void => {
      const point = this._pointOf(now);
      isClick &&= Math.hypot(point.x - first.x, point.y - first.y) <= SLOP;
      const over = document.elementFromPoint(now.clientX, now.clientY)?.closest<SVGGElement>(".node");
      target?.classList.remove("target");
      target = over && this._svg.contains(over) && ![from, ANY].includes(over.dataset["state"]!) ? over : null;
      target?.classList.add("target");
      way.setAttribute("d", curveOf([start, { x: point.x / this._scale + this._origin.x, y: point.y / this._scale + this._origin.y }]));
      this._content.append(way);
    };
    this._followPointer(event, move, (isDropped) => {
      way.remove();
      target?.classList.remove("target");
      if (isDropped && isClick) {
        this._options.onHandle?.(from);
      } else if (isDropped && target) {
        this._options.onConnect!(from, target.dataset["state"]!);
      }
    });
  }

  /** As {@link followDrag}, but a second finger does not end it. */
  private _followPointer(event: PointerEvent, move: (event: PointerEvent) => void, end: (isDropped: boolean) => void): void {
    if (event.pointerType !== "touch") {
      followDrag(this.root, event, move, end);
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const finish =
      (isDropped: boolean) =>
      (ended: PointerEvent): void => {
        if (ended.pointerId === event.pointerId) {
          controller.abort();
          end(isDropped);
        }
      };
    this.root.setPointerCapture(event.pointerId);
    this.root.addEventListener("pointermove", (moved) => moved.pointerId === event.pointerId && move(moved), { signal });
    this.root.addEventListener("pointerup", finish(true), { signal });
    this.root.addEventListener("pointercancel", finish(false), { signal });
  }

  private _pinch(other: Point, last: Point, now: Point): void {
    const distance = (point: Point): number => Math.max(Math.hypot(point.x - other.x, point.y - other.y), 1);
    this._pan((last.x - now.x) / 2, (last.y - now.y) / 2);
    this.zoom(distance(now) / distance(last), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  }

  private _moveNode(name: string, place: Point): void {
    const { _sheet: sheet } = this;
    this._isWhole = false;
    this._layout = withMoved(sheet!, this._layout!, name, place);
    this._draw();
  }

  private _choose(part: Part | null): void {
    this.select(part);
    if (part) {
      this.focus(part);
    }
    this._options.onSelect(part);
  }

  private _key(event: KeyboardEvent): void {
    const part = partOf(event.target as Element);
    const from = handleAt(event.target as Element)?.dataset["from"];
    const choose = (): void => (from === undefined ? this._choose(part) : this._options.onHandle?.(from));
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    const actions: Readonly<Record<string, (() => void) | undefined>> = {
      "+": () => this.zoom(1.25),
      "=": () => this.zoom(1.25),
      "-": () => this.zoom(0.8),
      "0": () => this.showWhole(),
      Enter: choose,
      " ": choose,
      Escape: () => this._choose(null),
    };
    const own = part && this._options.keys?.[event.key];
    const act = step
      ? () => (event.altKey ? this._nudge(part, step) : this._pan(step[0] * STEP * 2, step[1] * STEP * 2))
      : own
        ? () => own(part)
        : actions[event.key];
    if (act && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      act();
    }
  }

  /** Moves a state by a key. */
  private _nudge(part: Part | null, [x, y]: readonly [number, number]): void {
    if (part && "state" in part && this._options.onMove) {
      const box = this._layout!.boxes.get(part.state)!;
      this._options.onMove(part.state, { x: Math.round(box.x + x * STEP), y: Math.round(box.y + y * STEP) });
    }
  }

  /** Brings what has the focus into the view. */
  private _reveal(target: SVGElement): void {
    const [box, view] = [target.getBoundingClientRect(), this.root.getBoundingClientRect()];
    const by = (low: number, high: number, least: number, most: number): number =>
      low < least ? low - least - 8 : high > most ? high - most + 8 : 0;
    const [x, y] = [by(box.left, box.right, view.left, view.right), by(box.top, box.bottom, view.top, view.bottom)];
    if (x !== 0 || y !== 0) {
      this._pan(x, y);
    }
  }
}

/** Lines of text, one below the other; spaces between them are for those who hear them. */
function linesAt(x: number, lines: readonly { readonly text: string; readonly y: number; readonly class: string }[]): SVGTextElement {
  return svg(
    "text",
    {},
    ...lines.flatMap(({ text, y, class: name }, i) => [...(i > 0 ? [" "] : []), svg("tspan", { class: name, x, y }, text)]),
  );
}

function mark(part: SVGGElement, isSelected: boolean): void {
  part.classList.toggle("chosen", isSelected);
  part.setAttribute("aria-pressed", String(isSelected));
}

function handleAt(target: Element): SVGGElement | null {
  return target.closest<SVGGElement>(".handle");
}

function partOf(target: Element): Part | null {
  const part = target.closest<SVGGElement>(".node, .arrow");
  const { state, transition } = part?.dataset ?? {};
  return state !== undefined ? { state } : transition !== undefined ? { transition: Number(transition) } : null;
}

/** A smooth line through points (Catmull-Rom). */
function curveOf(points: readonly Point[]): string {
  const at = (i: number): Point => points[Math.min(Math.max(i, 0), points.length - 1)]!;
  const segments = points.slice(1).map((to, i) => {
    const [before, from, after] = [at(i - 1), at(i), at(i + 2)];
    const first = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
    const second = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
    return `C${[first, second, to].map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(" ")}`;
  });
  return `M${at(0).x.toFixed(1)} ${at(0).y.toFixed(1)}${segments.join("")}`;
}

function headOf(points: readonly Point[]): string {
  const [tip, before] = [points.at(-1)!, points.at(-2)!];
  const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const [dx, dy] = [((tip.x - before.x) / length) * HEAD, ((tip.y - before.y) / length) * HEAD];
  const corner = (side: number): string => `${(tip.x - dx - side * dy * 0.6).toFixed(1)} ${(tip.y - dy + side * dx * 0.6).toFixed(1)}`;
  return `M${tip.x.toFixed(1)} ${tip.y.toFixed(1)} L${corner(1)} L${corner(-1)} z`;
}
