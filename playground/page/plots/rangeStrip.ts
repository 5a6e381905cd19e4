import type { TimeRange } from "../document/clipEdits.js";
import { isEqual } from "../document/json.js";
import { element, format, icon, setText, setTitle } from "../controls/dom.js";
import { followDrag } from "../controls/drag.js";
import type { Editor } from "../document/editor.js";
import { EventEditor } from "../events/eventEditor.js";
import { EventRow } from "../events/eventRow.js";
import { listenToViewKeys, listenToZoom } from "./timeGestures.js";
import { neighbor } from "../channels/curve.js";
import { digitsFor, firstKeyFrom, markDistance, snapped } from "../channels/keyTimes.js";
import type { Model } from "../files/model.js";
import type { Playable } from "../playback/playable.js";
import { colorOf } from "./plot.js";
import { TimeView } from "./timeView.js";
import { createZoomButtons } from "../controls/buttons.js";
import { STEP as FRAME } from "../playback/transport.js";

/** Pixels left free at both ends, so that handles can be reached there. */
const MARGIN = 24;
/** Pixels of the ruler, which seeks; below it, dragging selects a range. */
const RULER = 24;
/** Pixels within which a handle is drawn to a key. */
const REACH = { mouse: 8, pen: 12, touch: 16 } as const;
/** A shorter drag is a click. */
const CLICK = 4;
/** Seconds of a step by an arrow key; shift multiplies by 10. */
const STEP = 0.01;

const FONT = "11px system-ui, sans-serif";

type Bound = "start" | "end" | "offset";

interface Handle {
  readonly root: HTMLElement;
  /** Shows where the handle is; null hides it. */
  readonly show: (time: number | null, least: number, most: number) => void;
}

/** The animation with its keys: the clip's bounds and offset, and a range for a new clip, are dragged here. */
export class RangeStrip {
  readonly root = element("div", { class: "strip" });
  private readonly _track = element("div", {
    class: "strip-track",
    role: "group",
    tabindex: 0,
    "aria-label": "Bounds of the clip on its animation. Shift with the arrow keys selects a range",
  });
  private readonly _canvas = element("canvas", { "aria-hidden": "true" });
  private readonly _clip = element("div", { class: "strip-clip" });
  private readonly _selected = element("div", { class: "strip-selection" });
  private readonly _playhead = element("div", { class: "strip-playhead" });
  private readonly _hint = element("span", { class: "strip-hint", role: "status" });
  private readonly _cut = actionButton("cut", "Cut", () => this._editor.cut());
  private readonly _new = actionButton("add", "New clip", () => this._editor.newClip());
  private readonly _handles: Readonly<Record<Bound, Handle>>;
  private readonly _edges: Readonly<Record<keyof TimeRange, Handle>>;
  private readonly _view = new TimeView();
  private readonly _events: EventRow;
  private _playable: Playable | null = null;
  private _most = 1;
  private _shown: { readonly model: Model | null; readonly animations: readonly number[] } = { model: null, animations: [] };
  /** The edge of the selected range that keys do not move. */
  private _anchor = 0;

  constructor(private readonly _editor: Editor) {
    const ofClip = (bound: Bound, label: string): Handle =>
      this._createHandle(bound, label, (time, from) => this._moveBound(bound, time, from));
    this._handles = {
      start: ofClip("start", "Start of the clip"),
      end: ofClip("end", "End of the clip"),
      offset: ofClip("offset", "First timestamp of the clip"),
    };
    const ofRange = (edge: keyof TimeRange, label: string): Handle =>
      this._createHandle(`edge ${edge}`, label, (time) => this._moveEdge(edge, time));
    this._edges = { start: ofRange("start", "Start of the selection"), end: ofRange("end", "End of the selection") };
    const { start, end, offset } = this._handles;
    this._track.append(this._canvas, this._clip, this._selected, this._playhead, offset.root, start.root, end.root);
    this._track.append(this._edges.start.root, this._edges.end.root);
    this._events = new EventRow(new EventEditor(_editor), {
      left: (time) => this._left(time),
      timeAt: (event, shift) => this._snap(event, shift),
      pressed: (event, marker) => this._pressed(event, marker),
      most: () => this._most,
      reveal: (time) => this._view.reveal(time),
    });
    const zoom = createZoomButtons(this._view, () => this._now);
    const bar = element("div", { class: "strip-bar" }, this._hint, ...zoom, this._events.add, this._cut, this._new);
    this.root.append(this._track, this._events.root, bar);
    this._listen();
  }

  /** Shows a clip or animation. */
  show(playable: Playable): void {
    const { start, end } = playable.settings;
    this._events.listenTo(playable);
    const most = Math.max(playable.lastKey, end === Infinity ? 0 : end, start) || 1;
    if (playable === this._playable && most === this._most) {
      this._place();
      return;
    }
    const isOther = playable !== this._playable;
    this._playable = playable;
    this._most = most;
    this._view.setWhole(0, most);
    if (this._isOfOtherAnimations()) {
      this._view.showWhole();
    } else if (isOther && (playable.bounds.end < this._view.from || start > this._view.to)) {
      this._view.reveal(start);
    }
  }

  /** Whether the strip showed other animations before, so that a range of theirs means nothing. */
  private _isOfOtherAnimations(): boolean {
    const { model } = this._editor.player;
    const { animations } = this._playable!.origin;
    const before = this._shown;
    this._shown = { model, animations };
    return before.model !== model || !isEqual(before.animations, animations);
  }

  /** Shows what changes while the clip plays. */
  update(): void {
    const playable = this._playable;
    if (playable) {
      this._playhead.style.transform = `translateX(${this._left(this._now)}px)`;
      this._cut.disabled = !this._editor.canCut;
      setTitle(this._cut, this._editor.cutTitle);
    }
  }

  private _listen(): void {
    new ResizeObserver(() => this._draw()).observe(this._track);
    addEventListener("themechange", () => this._draw());
    this._editor.onRange.add(() => this._place());
    this._view.onChange.add(() => this._draw());
    const area = (): { left: number; width: number } => ({ left: this._track.getBoundingClientRect().left + MARGIN, width: this._width });
    listenToZoom(this._track, this._view, area);
    listenToViewKeys(this._track, this._view, () => this._now, this._rangeKeys());
    this._track.addEventListener("pointerdown", (event) => {
      const box = this._track.getBoundingClientRect();
      if (event.button === 0 && event.isPrimary && this._playable && !(event.target as Element).closest("[role=slider]")) {
        if (event.clientY - box.top < RULER) {
          this._scrub(event);
        } else {
          this._select(event);
        }
      }
    });
  }

  private _scrub(event: PointerEvent): void {
    const seek = (moved: PointerEvent): void => this._editor.player.seek(this._within(this._timeAt(moved)));
    seek(event);
    followDrag(this._track, event, seek);
  }

  private _select(event: PointerEvent): void {
    const before = this._editor.range;
    const first = this._snap(event);
    const from = event.clientX;
    let isDrag = false;
    followDrag(
      this._track,
      event,
      (moved) => {
        isDrag ||= Math.abs(moved.clientX - from) >= CLICK;
        if (isDrag) {
          this._selectBetween(first, this._snap(moved));
        }
      },
      (isDropped) => {
        if (!isDropped) {
          this._editor.range = before;
        } else if (!isDrag) {
          this._editor.range = null;
          this._editor.player.seek(this._within(this._timeAt(event)));
        }
      },
    );
  }

  private _selectBetween(anchor: number, time: number): void {
    this._anchor = anchor;
    this._editor.range = time === anchor ? null : { start: Math.min(anchor, time), end: Math.max(anchor, time) };
  }

  /** Selects a range from the playhead, or the key beside it, on with shift and a key, as in a text field. */
  private _rangeKeys(): Readonly<Record<string, () => void>> {
    const select = (move: (time: number) => number) => (): void => {
      const now = this._snapped(this._now);
      const range = this._editor.range ?? { start: now, end: now };
      const [anchor, moving] = this._anchor === range.end ? [range.end, range.start] : [range.start, range.end];
      const time = Math.min(Math.max(rounded(move(moving)), 0), this._most);
      this._selectBetween(rounded(anchor), time);
      this._view.reveal(time);
    };
    return {
      "Shift+ArrowLeft": select((time) => time - FRAME),
      "Shift+ArrowRight": select((time) => time + FRAME),
      "Shift+PageDown": select((time) => this._keyBeside(time, -1)),
      "Shift+PageUp": select((time) => this._keyBeside(time, 1)),
      "Shift+Home": select(() => 0),
      "Shift+End": select(() => this._most),
      Escape: () => (this._editor.range = null),
    };
  }

  private _createHandle(name: string, label: string, move: (time: number, from: Playable["settings"]) => void): Handle {
    const root = element("div", {
      class: `handle ${name}`,
      role: "slider",
      tabindex: 0,
      "aria-label": label,
      title: `${label}. Hold shift to move freely`,
    });
    root.addEventListener("pointerdown", (event) => {
      if (event.button === 0) {
        event.preventDefault();
        root.focus({ preventScroll: true });
        const from = this._playable!.settings;
        const shift = this._left(Number(root.getAttribute("aria-valuenow"))) - this._leftOf(event);
        followDrag(
          root,
          event,
          (moved) => move(this._snap(moved, shift), from),
          () => this._editor.document?.endGesture(),
        );
      }
    });
    root.addEventListener("keydown", (event) => {
      const time = this._pressed(event, root);
      if (time !== null) {
        event.preventDefault();
        event.stopPropagation();
        move(time, this._playable!.settings);
        this._view.reveal(time);
      }
    });
    root.addEventListener("focus", () => this._view.reveal(Number(root.getAttribute("aria-valuenow"))));
    root.addEventListener("blur", () => this._editor.document?.endGesture());
    const show = (time: number | null, least: number, most: number): void => {
      root.hidden = time === null;
      if (time !== null) {
        root.style.left = `${this._left(time)}px`;
        const values = { "aria-valuenow": String(time), "aria-valuemin": String(least), "aria-valuemax": String(most) };
        Object.entries({ ...values, "aria-valuetext": `${format(time)} seconds` }).forEach(([key, value]) => root.setAttribute(key, value));
      }
    };
    return { root, show };
  }

  /** The time that a key moves a handle to; null for a key without such a time. */
  private _pressed({ key, shiftKey }: KeyboardEvent, root: HTMLElement): number | null {
    const [now, least, most] = ["now", "min", "max"].map((name) => Number(root.getAttribute(`aria-value${name}`)));
    const step = shiftKey ? 10 * STEP : STEP;
    const times: Readonly<Record<string, number>> = {
      ArrowLeft: now! - step,
      ArrowDown: now! - step,
      ArrowRight: now! + step,
      ArrowUp: now! + step,
      PageDown: this._keyBeside(now!, -1),
      PageUp: this._keyBeside(now!, 1),
      Home: least!,
      End: most!,
    };
    const time = times[key];
    return time === undefined ? null : Math.min(Math.max(rounded(time), least!), most!);
  }

  private _moveBound(bound: Bound, time: number, from: Playable["settings"]): void {
    const { start, end } = from;
    const within = bound === "start" ? Math.min(Math.max(time, 0), end) : Math.max(time, start);
    const value = bound === "offset" ? Math.min(within, end) - start : within;
    this._editor.change(bound, { [bound]: value }, true, from);
    const { player } = this._editor;
    if (player.chosen && !player.chosen.isPlaying) {
      player.seek(bound === "offset" ? value + start : value);
    }
  }

  private _moveEdge(edge: keyof TimeRange, time: number): void {
    const { range } = this._editor;
    if (range) {
      const [low, high] = edge === "start" ? [0, range.end - STEP] : [range.start + STEP, Infinity];
      this._editor.range = { ...range, [edge]: Math.min(Math.max(time, low), high) };
    }
  }

  /** Places everything but the keys. */
  private _place(): void {
    const playable = this._playable;
    if (!playable) {
      return;
    }
    const { settings, bounds, entry } = playable;
    const { start, end, offset } = settings;
    const { range } = this._editor;
    const isClip = entry !== null;
    placeBox(this._clip, this._left(bounds.start), this._left(bounds.end));
    this._handles.start.show(isClip ? start : null, 0, end);
    this._handles.end.show(isClip && end !== Infinity ? end : null, start, this._most);
    this._handles.offset.show(isClip ? start + offset : null, start, bounds.end);
    this._handles.offset.root.classList.toggle("late", offset > (bounds.end - start) / 2);
    this.root.classList.toggle("selecting", range !== null);
    this._selected.hidden = !range;
    this._new.disabled = this._events.add.disabled = !this._editor.canAdd;
    if (range) {
      placeBox(this._selected, this._left(range.start), this._left(range.end));
    }
    this._events.place();
    this._edges.start.show(range && range.start, 0, range?.end ?? 0);
    this._edges.end.show(range && range.end, range?.start ?? 0, this._most);
    setText(this._hint, range ? `Selected: ${format(range.start)}–${format(range.end)} s` : "Drag to select a range");
    setText(this._new.querySelector("span")!, range ? "New clip of the range" : "New clip");
  }

  private _draw(): void {
    const { clientWidth: width, clientHeight: height } = this._track;
    const context = this._canvas.getContext("2d");
    if (!this._playable || !context || width === 0) {
      return;
    }
    const scale = devicePixelRatio;
    this._canvas.width = width * scale;
    this._canvas.height = height * scale;
    context.scale(scale, scale);
    this._drawRuler(context);
    this._drawKeys(context, this._playable.keyTimes, height);
    this._place();
    this.update();
  }

  private _drawRuler(context: CanvasRenderingContext2D): void {
    const { from, to } = this._seen;
    const distance = markDistance((64 * (this._view.to - this._view.from)) / this._width);
    const digits = digitsFor(distance);
    context.font = FONT;
    context.textAlign = "center";
    context.fillStyle = colorOf("--muted");
    for (let i = Math.ceil(from / distance); i * distance <= to * (1 + 1e-9); i++) {
      context.fillRect(Math.round(this._left(i * distance)), RULER - 5, 1, 5);
      context.fillText(format(i * distance, digits), this._left(i * distance), 13);
    }
  }

  private _drawKeys(context: CanvasRenderingContext2D, times: Float64Array, height: number): void {
    const { from, to } = this._seen;
    context.fillStyle = colorOf("--muted");
    context.globalAlpha = 0.55;
    let last = -Infinity;
    for (let key = firstKeyFrom(times, from); key < times.length && times[key]! <= to; key++) {
      const x = Math.round(this._left(times[key]!));
      if (x !== last) {
        last = x;
        context.fillRect(x, RULER + 14, 1, height - RULER - 28);
      }
    }
    context.globalAlpha = 1;
  }

  private get _now(): number {
    return this._playable?.timestamp ?? 0;
  }

  private get _keyTimes(): Float64Array {
    return this._playable!.keyTimes;
  }

  /** The time of the next or previous key; the given time where there is none. */
  private _keyBeside(time: number, direction: 1 | -1): number {
    return neighbor(this._keyTimes, time, direction) ?? time;
  }

  /** CSS pixels of the shown range. */
  private get _width(): number {
    return Math.max(this._track.clientWidth - 2 * MARGIN, 1);
  }

  /** The times at both ends of the strip, beside the shown range. */
  private get _seen(): { readonly from: number; readonly to: number } {
    const { from, to } = this._view;
    const margin = (MARGIN * (to - from)) / this._width;
    return { from: Math.max(from - margin, 0), to: Math.min(to + margin, this._most) };
  }

  private _left(time: number): number {
    const { from, to } = this._view;
    return MARGIN + ((Math.min(time, this._most) - from) / (to - from)) * this._width;
  }

  private _leftOf({ clientX }: PointerEvent): number {
    return clientX - this._track.getBoundingClientRect().left;
  }

  /** @param shift pixels to add: where a handle was grasped */
  private _timeAt(event: PointerEvent, shift = 0): number {
    const { from, to } = this._view;
    const share = (this._leftOf(event) + shift - MARGIN) / this._width;
    return from + Math.min(Math.max(share, 0), 1) * (to - from);
  }

  /** The time at a pointer, drawn to a key nearby unless shift is held. */
  private _snap(event: PointerEvent, shift = 0): number {
    const time = Number(this._timeAt(event, shift).toFixed(4));
    return event.shiftKey ? time : this._snapped(time, REACH[event.pointerType as keyof typeof REACH]);
  }

  /** The key within reach of a time, in pixels, or else the time. */
  private _snapped(time: number, reach: number = REACH.mouse): number {
    const { from, to } = this._view;
    return snapped(this._keyTimes, time, (reach * (to - from)) / this._width);
  }

  private _within(time: number): number {
    const { start, end } = this._playable!.bounds;
    return Math.min(Math.max(time, start), end);
  }
}

/** Without the error of repeated additions. */
function rounded(seconds: number): number {
  return Number(seconds.toFixed(9));
}

function actionButton(name: "add" | "cut", label: string, act: () => void): HTMLButtonElement {
  const button = element("button", { type: "button", class: "button" }, icon(name), element("span", {}, label));
  button.addEventListener("click", act);
  return button;
}

function placeBox(box: HTMLElement, left: number, right: number): void {
  box.style.left = `${left}px`;
  box.style.width = `${Math.max(right - left, 1)}px`;
}
