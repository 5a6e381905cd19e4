import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { element } from "../controls/dom.js";
import { listenToGestures, listenToViewKeys } from "./timeGestures.js";
import { axisInColors, axisSize, colorOf } from "./plot.js";
import type { TimeView } from "./timeView.js";

const RULER = 24;

export interface TimePlotOptions {
  /** CSS pixels. Default: as high as the style makes it. */
  readonly height?: number;
  readonly view: TimeView;
  readonly seek: (seconds: number) => void;
  readonly hover?: (seconds: number | null) => void;
  /** The width to the left of the area, in CSS pixels. Default: an axis with values. */
  readonly gutter?: () => number;
  /** Draws the content. */
  readonly draw?: (plot: uPlot) => void;
}

/** A plot below a ruler of time, which can be zoomed and panned, with a clip's range and the playhead. */
export class TimePlot {
  readonly root = element("div", { class: "time-plot", tabindex: 0, role: "group" });
  private readonly _line = element("div", { class: "playhead" });
  private _plot: uPlot | null = null;
  private _yRange: readonly [number, number] = [0, 1];
  private _bounds: { readonly start: number; readonly end: number } | null = null;
  private _time: number | null = null;

  constructor(private readonly _options: TimePlotOptions) {
    const { height, view, seek, hover } = _options;
    if (height !== undefined) {
      this.root.style.height = `${height}px`;
    }
    view.onChange.add(() => this.refresh());
    new ResizeObserver(() => this._resize()).observe(this.root);
    addEventListener("themechange", () => this._create());
    listenToGestures(this.root, view, { area: () => this._areaRect(), seek, ...(hover && { hover }) });
    listenToViewKeys(this.root, view, () => this._time ?? (view.from + view.to) / 2);
  }

  /** Width and height of the area in device pixels; null while the plot is not visible. */
  get size(): { readonly width: number; readonly height: number } | null {
    return this._plot ? { width: Math.round(this._plot.bbox.width), height: Math.round(this._plot.bbox.height) } : null;
  }

  set label(text: string) {
    this.root.setAttribute("aria-label", text);
  }

  /** Sets the values at the lower and upper edge. Call {@link refresh} then. */
  set yRange(range: readonly [number, number]) {
    this._yRange = range;
  }

  /** The range of the clip, outside of which the plot is dimmed. Call {@link refresh} then. */
  set bounds(bounds: { readonly start: number; readonly end: number } | null) {
    this._bounds = bounds;
  }

  /** Draws again after changes. */
  refresh(): void {
    const plot = this._plot;
    if (plot) {
      const { from, to } = this._options.view;
      const [low, high] = this._yRange;
      plot.batch(() => {
        plot.setScale("x", { min: from, max: to });
        plot.setScale("y", { min: low, max: high });
      });
      this._place();
    }
  }

  /** Moves the playhead. */
  mark(time: number | null): void {
    if (this._time !== time) {
      this._time = time;
      this._place();
    }
  }

  private _areaRect(): { left: number; top: number; width: number } {
    return (this._plot?.over ?? this.root).getBoundingClientRect();
  }

  private _place(): void {
    if (this._plot) {
      const { from, to } = this._options.view;
      const share = this._time === null ? -1 : (this._time - from) / (to - from);
      this._line.hidden = share < 0 || share > 1;
      this._line.style.transform = `translateX(${share * this._plot.over.clientWidth}px)`;
    }
  }

  private _create(): void {
    const { gutter, draw } = this._options;
    this._plot?.destroy();
    const axis = axisInColors();
    this._plot = new uPlot(
      {
        width: this.root.clientWidth,
        height: this.root.clientHeight,
        legend: { show: false },
        cursor: { show: false },
        padding: [0, 16, 8, gutter ?? 0],
        scales: {
          x: { time: false, range: () => [this._options.view.from, this._options.view.to] },
          y: { range: () => [...this._yRange] },
        },
        axes: [{ ...axis, side: 0, size: RULER, gap: 6 }, gutter === undefined ? { ...axis, size: axisSize, gap: 6 } : { show: false }],
        series: [{}, { paths: () => null, points: { show: false } }],
        hooks: { drawClear: [(plot) => this._shade(plot)], draw: draw ? [draw] : [] },
      },
      [
        [0, 1],
        [null, null],
      ],
      this.root,
    );
    this._plot.over.append(this._line);
    this.refresh();
  }

  /** Dims the time outside of the clip's range. */
  private _shade(plot: uPlot): void {
    const { ctx, bbox } = plot;
    if (!this._bounds) {
      return;
    }
    const clamp = (time: number): number => Math.min(Math.max(plot.valToPos(time, "x", true), bbox.left), bbox.left + bbox.width);
    const [start, end] = [clamp(this._bounds.start), clamp(this._bounds.end)];
    ctx.fillStyle = colorOf("--sunken");
    ctx.fillRect(bbox.left, 0, start - bbox.left, bbox.top + bbox.height);
    ctx.fillRect(end, 0, bbox.left + bbox.width - end, bbox.top + bbox.height);
  }

  private _resize(): void {
    const { clientWidth: width, clientHeight: height } = this.root;
    if (width === 0) {
      return;
    }
    if (!this._plot) {
      this._create();
    } else if (this._plot.width !== width || this._plot.height !== height) {
      this._plot.setSize({ width, height });
      this.refresh();
    }
  }
}
