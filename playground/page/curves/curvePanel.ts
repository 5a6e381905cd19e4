import type uPlot from "uplot";
import type { Channels } from "../channels/channels.js";
import { decimate, neighbor, type Columns, type Curve } from "../channels/curve.js";
import type { Flaws } from "../channels/flaws.js";
import { element } from "../controls/dom.js";
import { createFlawsBar } from "../panels/flawsBar.js";
import type { Player } from "../playback/player.js";
import { TimePlot } from "../plots/timePlot.js";
import type { TimeView } from "../plots/timeView.js";
import { drawCurve, drawFlaws } from "./curveDrawing.js";
import { valuesAt } from "./curveReadout.js";
import { createCurveTools, type CurveTools } from "./curveTools.js";
import { factsOf, labelOf, rangeOf, showChannel, type ShownCurve } from "./shownCurve.js";

/** The curve of the selected channel with its keys and values. */
export class CurvePanel {
  private readonly _title = element("h2", { class: "curve-title" });
  private readonly _facts = element("span", { class: "facts-line" });
  private readonly _readout = element("div", { class: "readout" });
  private readonly _empty = element("p", { class: "empty" });
  private readonly _plot: TimePlot;
  private readonly _tools: CurveTools;
  private readonly _flawsBar: HTMLElement;
  private _shown: ShownCurve | null = null;
  /** What the plot draws: the shown curve in the shown range. */
  private _columns: Columns | null = null;
  /** The time under the pointer, in seconds. */
  private _hovered: number | null = null;
  private _isEuler = false;
  /** The time of the last values, in seconds. */
  private _lastTime = NaN;

  constructor(
    private readonly _root: HTMLElement,
    private readonly _player: Player,
    private readonly _channels: Channels,
    private readonly _flaws: Flaws,
    private readonly _view: TimeView,
  ) {
    this._plot = new TimePlot({
      view: _view,
      seek: (seconds) => _player.seek(clampTo(_player, seconds)),
      hover: (seconds) => {
        this._hovered = seconds;
        this._showValues();
      },
      draw: (plot) => this._draw(plot),
    });
    this._tools = createCurveTools(
      _view,
      _player,
      (direction) => this.step(direction),
      () => this._toggleEuler(),
    );
    this._flawsBar = createFlawsBar(_player, _channels, _flaws, _view);
    const head = element("div", { class: "curve-head" }, this._title, this._facts, this._tools.root);
    _root.classList.add("curve");
    _root.append(head, this._readout, this._plot.root, this._empty, this._flawsBar);
    this._listen();
    this._show();
  }

  /** To be called in each frame. */
  update(): void {
    const time = this._player.chosen?.timestamp ?? null;
    this._plot.mark(time);
    if (time !== this._lastTime && this._hovered === null) {
      this._lastTime = time ?? NaN;
      this._showValues();
    }
  }

  /** Moves to the key before or after the current time. */
  step(direction: 1 | -1): void {
    const { chosen } = this._player;
    const times = this._shown?.track.times;
    const time = chosen && times ? neighbor(times, chosen.timestamp, direction, chosen.bounds.start, chosen.bounds.end) : null;
    if (time !== null) {
      this._player.seek(time);
      this._view.reveal(time);
      this.update();
    }
  }

  private _listen(): void {
    const refresh = (): void => this._refresh();
    this._flaws.onChange.add(() => this._plot.refresh());
    this._view.onChange.add(refresh, undefined, true); // before the plot draws
    new ResizeObserver(refresh).observe(this._plot.root);
    this._player.onEdit.add(refresh);
    this._channels.onChange.add(() => {
      if (!this._shown || this._channels.chosen !== this._shown.channel) {
        this._show();
      }
    });
  }

  /** Shows another channel. */
  private _show(): void {
    const { chosen } = this._channels;
    const curve = showChannel(chosen);
    const shown = typeof curve === "string" ? null : curve;
    this._shown = shown;
    this._columns = null;
    this._title.textContent = chosen?.title ?? "";
    this._title.title = chosen?.targetPointer ?? "";
    this._facts.textContent = shown ? factsOf(shown) : "";
    this._plot.label = shown ? labelOf(shown) : "";
    this._tools.show(shown);
    this._readout.hidden = this._plot.root.hidden = !shown;
    this._flawsBar.hidden = !this._player.chosen;
    this._empty.hidden = shown !== null;
    this._empty.textContent = typeof curve === "string" ? curve : "";
    this._refresh();
  }

  /** Shows the same channel in another range, size or clip. */
  private _refresh(): void {
    this._plot.bounds = this._player.chosen?.bounds ?? null;
    if (this._isVisible) {
      this._flaws.update();
    }
    this._reduce();
    this._plot.refresh();
    this._showValues();
  }

  /** Reduces the shown curve to what the plot can draw. */
  private _reduce(): void {
    const { size } = this._plot;
    if (this._shown && size && size.width > 0) {
      this._columns = decimate(this._drawnCurve(this._shown), this._view.from, this._view.to, size.width);
      this._plot.yRange = rangeOf(this._columns);
    }
  }

  private _showValues(): void {
    const { chosen } = this._player;
    if (this._shown && chosen && this._isVisible) {
      this._readout.replaceChildren(...valuesAt(this._shown, this._hovered ?? chosen.timestamp, this._isEuler));
    }
  }

  private _draw(plot: uPlot): void {
    const shown = this._shown;
    if (shown && this._columns) {
      drawFlaws(plot, this._flaws.of(shown.channel), this._player.chosen?.bounds.start ?? 0);
      drawCurve(plot, this._drawnCurve(shown), this._isEuler ? null : shown.track, this._columns);
    }
  }

  private _drawnCurve({ track, euler }: ShownCurve): Curve {
    return this._isEuler && euler ? euler : track;
  }

  private _toggleEuler(): void {
    this._isEuler = !this._isEuler;
    this._tools.showEuler(this._isEuler);
    this._refresh();
  }

  /** Whether the panel is shown: other tabs may cover it. */
  private get _isVisible(): boolean {
    return this._root.clientWidth > 0;
  }
}

function clampTo({ chosen }: Player, seconds: number): number {
  return chosen ? Math.min(Math.max(seconds, chosen.bounds.start), chosen.bounds.end) : seconds;
}
