import { element } from "../controls/dom.js";
import { colorOf } from "../plots/plot.js";
import { HISTORY, type ControllerRun } from "./controllerRun.js";

const ROW = 18;
const RULER = 14;
const FONT = "11px system-ui, sans-serif";

/** The states, transitions and events of the last 20 seconds: a row for each layer. Now is on the right. */
export class HistoryStrip {
  readonly root = element("div", { class: "history" });
  private readonly _canvas = element("canvas", { role: "img", "aria-label": "The states of the last 20 seconds" });
  private _colors: Readonly<Record<"line" | "text" | "muted" | "soft" | "accent" | "warning", string>> | null = null;

  constructor() {
    this.root.append(this._canvas);
    addEventListener("themechange", () => (this._colors = null));
  }

  /** @param layers the names of the layers */
  draw(run: ControllerRun, layers: readonly string[]): void {
    const width = this.root.clientWidth;
    const height = layers.length * ROW + RULER;
    const ratio = devicePixelRatio;
    const canvas = this._canvas;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.height = `${height}px`;
    }
    const context = canvas.getContext("2d")!;
    const colors = (this._colors ??= {
      ...{ line: colorOf("--line"), text: colorOf("--text"), muted: colorOf("--muted") },
      ...{ soft: colorOf("--soft"), accent: colorOf("--accent"), warning: colorOf("--warning") },
    });
    const xOf = (time: number): number => width - ((run.time - time) / HISTORY) * width;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = FONT;
    context.textBaseline = "middle";
    layers.forEach((_, layer) => {
      const changes = run.changes.filter((change) => change.layer === layer);
      const begins = [{ time: Math.max(run.time - HISTORY, 0), to: run.first[layer]! }, ...changes];
      begins.forEach(({ time, to }, i) => {
        const [left, right] = [xOf(time), xOf(begins[i + 1]?.time ?? run.time)];
        const top = layer * ROW + 1;
        context.fillStyle = i === begins.length - 1 ? colors.soft : colors.line;
        context.fillRect(left, top, Math.max(right - left - 1, 1), ROW - 2);
        if (right - left > 24) {
          context.save();
          context.beginPath();
          context.rect(left, top, right - left - 2, ROW);
          context.clip();
          context.fillStyle = colors.text;
          context.fillText(to, left + 4, top + ROW / 2 - 1);
          context.restore();
        }
        context.fillStyle = colors.accent;
        context.fillRect(left, top, i === 0 ? 0 : 2, ROW - 2);
      });
    });
    context.fillStyle = colors.muted;
    for (let seconds = 0; seconds <= HISTORY; seconds += 5) {
      context.textAlign = seconds === 0 ? "right" : seconds === HISTORY ? "left" : "center";
      context.fillText(seconds === 0 ? "now" : `−${seconds} s`, width - (seconds / HISTORY) * width, height - RULER / 2);
    }
    context.textAlign = "left";
    context.fillStyle = colors.warning;
    run.events.forEach(({ time }) => context.fillRect(xOf(time) - 1, 0, 2, layers.length * ROW));
  }
}
