import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { element, format, NOTHING } from "../controls/dom.js";
import { digitsFor } from "../channels/keyTimes.js";

/** The content of a plot. */
export interface PlotContent {
  /** Text for screen readers. */
  readonly label: string;
  readonly xs: readonly number[];
  /** Lines over `xs`; null is a gap. */
  readonly lines: readonly { readonly ys: readonly (number | null)[]; readonly color: string }[];
  readonly xRange: readonly [number, number];
  readonly yRange: readonly [number, number];
  /** Values of the marks on the y axis. Default automatic. */
  readonly yMarks?: readonly number[];
  /** Draws over the lines. */
  readonly draw?: (plot: uPlot) => void;
}

/** The value of a custom property of the page's style, for example `--accent`. */
export function colorOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

const FONT = "11px system-ui, sans-serif";

/** Width of a y axis in CSS pixels: as long as its longest value. */
export function axisSize(_plot: uPlot, values: readonly (string | null)[] | null): number {
  return Math.max(46, 16 + 6.5 * Math.max(0, ...(values ?? []).map((value) => value?.length ?? 0)));
}

/** A plot with a running point, which reports where the user touches it. */
export class Plot {
  readonly root = element("div", { class: "plot", role: "img" });
  private readonly _point = element("div", { class: "running" });
  private readonly _line = element("div", { class: "running-line" });
  private _plot: uPlot | null = null;
  private _content: PlotContent | null = null;
  private _marked: { x: number; y: number | undefined } | null = null;

  /** @param _onPick receives the x that the user touched or dragged to */
  constructor(private readonly _onPick: (x: number) => void) {
    new ResizeObserver(() => this._resize()).observe(this.root);
    addEventListener("themechange", () => this._content && this.show(this._content));
  }

  show(content: PlotContent): void {
    this._content = content;
    this._plot?.destroy();
    this._plot = null;
    this.root.setAttribute("aria-label", content.label);
    if (this.root.clientWidth > 0) {
      this._create(content);
    }
  }

  /** Moves the running point; without y, only its vertical line. */
  mark(x: number, y?: number): void {
    this._marked = { x, y };
    this._placePoint();
  }

  private _placePoint(): void {
    if (this._plot && this._marked) {
      const { x, y } = this._marked;
      const left = this._plot.valToPos(x, "x");
      const isInside = left >= -1 && left <= this._plot.over.clientWidth + 1;
      this._line.hidden = !isInside;
      this._point.hidden = !isInside || y === undefined;
      this._line.style.transform = `translateX(${left}px)`;
      if (y !== undefined) {
        this._point.style.transform = `translate(${left}px, ${this._plot.valToPos(y, "y")}px)`;
      }
    }
  }

  private _create({ xs, lines, xRange, yRange, yMarks, draw }: PlotContent): void {
    const axis = axisInColors();
    this._plot = new uPlot(
      {
        width: this.root.clientWidth,
        height: this.root.clientHeight,
        legend: { show: false },
        cursor: { show: false },
        padding: [14, 16, 0, 0],
        scales: { x: { time: false, range: [...xRange] }, y: { range: [...yRange] } },
        axes: [
          { ...axis, size: 26, gap: 6 },
          { ...axis, size: axisSize, gap: 6, ...(yMarks && { splits: () => [...yMarks] }) },
        ],
        series: [{}, ...lines.map(({ color }) => ({ stroke: color, width: 1.75, points: { show: false }, paths: brokenLine }))],
        // the point can be placed only after uPlot has set its scales
        hooks: { draw: [...(draw ? [draw] : []), () => this._placePoint()] },
      },
      [[...xs], ...lines.map(({ ys }) => [...ys])],
      this.root,
    );
    const { over } = this._plot;
    over.append(this._line, this._point);
    const pick = (event: PointerEvent): void => {
      if (event.buttons === 1) {
        this._onPick(this._plot!.posToVal(event.clientX - over.getBoundingClientRect().left, "x"));
      }
    };
    over.style.touchAction = "pan-y";
    over.addEventListener("pointerdown", (event) => {
      over.setPointerCapture(event.pointerId);
      pick(event);
    });
    over.addEventListener("pointermove", pick);
  }

  private _resize(): void {
    const { clientWidth: width, clientHeight: height } = this.root;
    if (this._plot && width > 0) {
      this._plot.setSize({ width, height });
    } else if (this._content) {
      this.show(this._content);
    }
  }
}

/** Draws a line with gaps of any length. uPlot's own lines bridge gaps of length 0. */
function brokenLine(plot: uPlot, series: number): uPlot.Series.Paths {
  const stroke = new Path2D();
  const ys = plot.data[series]!;
  let isDown = false;
  plot.data[0].forEach((x, i) => {
    const y = ys[i];
    if (typeof y === "number") {
      stroke[isDown ? "lineTo" : "moveTo"](plot.valToPos(x, "x", true), plot.valToPos(y, "y", true));
    }
    isDown = typeof y === "number";
  });
  return { stroke, fill: null, clip: null, band: null, flags: 0 };
}

/** What the axes of all plots have in common, in the present colors. */
export function axisInColors(): uPlot.Axis {
  return {
    font: FONT,
    stroke: colorOf("--muted"),
    grid: { stroke: colorOf("--line"), width: 1 },
    ticks: { show: false },
    values: (_, splits, _axis, _space, distance) =>
      splits.map((split) => format(Math.abs(split) < NOTHING * distance ? 0 : split, digitsFor(distance))),
  };
}
