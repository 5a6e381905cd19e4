import type uPlot from "uplot";
import { adviceOf } from "../checks/advice.js";
import { componentNames } from "../channels/channelList.js";
import { curveOf, isRotation, type Channel, type Channels } from "../channels/channels.js";
import { countKeys, decimate, EulerCurve, keyAt, neighbor, type Columns, type Curve, type TrackCurve } from "../channels/curve.js";
import { firstKeyFrom } from "../channels/keyTimes.js";
import type { Flaw, Flaws } from "../channels/flaws.js";
import { element, format, formatValue, NOTHING } from "../controls/dom.js";
import type { Player } from "../playback/player.js";
import { colorOf } from "../plots/plot.js";
import { TimePlot } from "../plots/timePlot.js";
import type { TimeView } from "../plots/timeView.js";
import { createToolButton, createZoomButtons } from "../controls/buttons.js";
import { createFlawsBar } from "./flawsBar.js";

/** Closer keys are not drawn one by one, in device pixels. */
const KEY_DISTANCE = 5;
/** Closer keys show no tangents. */
const TANGENT_DISTANCE = 24;
const COLORS = ["--x", "--y", "--z", "--w"] as const;

/** What is shown of a channel. */
interface Shown {
  readonly channel: Channel;
  readonly track: TrackCurve;
  readonly euler: EulerCurve | null;
  /** The names of the components of what is drawn. */
  readonly names: readonly string[];
}

export interface CurvePanel {
  update(): void;
  /** Moves to the key before or after the current time. */
  step(direction: 1 | -1): void;
}

/** The curve of the selected channel with its keys and values. */
export function createCurvePanel(root: HTMLElement, player: Player, channels: Channels, flaws: Flaws, view: TimeView): CurvePanel {
  root.classList.add("curve");
  let shown: Shown | null = null;
  let columns: Columns | null = null;
  let hovered: number | null = null;
  let isEuler = false;
  const title = element("h2", { class: "curve-title" });
  const facts = element("span", { class: "facts-line" });
  const readout = element("div", { class: "readout" });
  const empty = element("p", { class: "empty" });
  const plot = new TimePlot({
    view,
    seek: (seconds) => player.seek(clampTo(player, seconds)),
    hover: (seconds) => {
      hovered = seconds;
      showValues();
    },
    draw: (drawn) => {
      if (shown && columns) {
        drawFlaws(drawn, flaws.of(shown.channel), player.chosen?.bounds.start ?? 0);
        drawCurve(drawn, drawnCurve(shown), shown, columns, isEuler);
      }
    },
  });
  const drawnCurve = ({ track, euler }: Shown): Curve => (isEuler && euler ? euler : track);
  const step = (direction: 1 | -1): void => {
    const { chosen } = player;
    const times = shown?.track.times;
    const time = chosen && times ? neighbor(times, chosen.timestamp, direction, chosen.bounds.start, chosen.bounds.end) : null;
    if (time !== null) {
      player.seek(time);
      view.reveal(time);
      update();
    }
  };
  const tools = createTools(view, player, step, () => {
    isEuler = !isEuler;
    tools.showEuler(isEuler);
    refresh();
  });
  const flawsBar = createFlawsBar(player, channels, flaws, view);
  root.append(element("div", { class: "curve-head" }, title, facts, tools.root), readout, plot.root, empty, flawsBar);

  const refresh = (): void => {
    const size = plot.size;
    const { chosen } = player;
    plot.bounds = chosen?.bounds ?? null;
    if (root.clientWidth > 0) {
      flaws.update();
    }
    if (shown && size && size.width > 0) {
      columns = decimate(drawnCurve(shown), view.from, view.to, size.width);
      plot.yRange = rangeOf(columns);
    }
    plot.refresh();
    showValues();
  };
  const show = (): void => {
    const { chosen } = channels;
    const curve = chosen ? curveOf(chosen) : "";
    const euler = chosen && typeof curve !== "string" && isRotation(chosen) && curve.size === 4 ? new EulerCurve(curve) : null;
    shown =
      chosen && typeof curve !== "string"
        ? { channel: chosen, track: curve, euler, names: componentNames(chosen.targetPointer, curve.size) }
        : null;
    columns = null;
    title.textContent = chosen?.title ?? "";
    title.title = chosen?.targetPointer ?? "";
    facts.textContent = shown ? factsOf(shown) : "";
    plot.label = shown ? labelOf(shown) : "";
    tools.show(shown);
    readout.hidden = plot.root.hidden = !shown;
    flawsBar.hidden = !player.chosen;
    empty.hidden = shown !== null;
    empty.textContent = emptyText(chosen, curve);
    refresh();
  };
  const showValues = (): void => {
    if (shown && player.chosen && root.clientWidth > 0) {
      const time = hovered ?? player.chosen.timestamp;
      readout.replaceChildren(...valuesAt(shown, time, isEuler));
    }
  };
  let lastTime = NaN;
  const update = (): void => {
    const time = player.chosen?.timestamp ?? null;
    plot.mark(time);
    if (time !== lastTime && hovered === null) {
      lastTime = time ?? NaN;
      showValues();
    }
  };
  flaws.onChange.add(() => plot.refresh());
  view.onChange.add(refresh, undefined, true); // before the plot draws
  new ResizeObserver(() => refresh()).observe(plot.root);
  player.onEdit.add(refresh);
  channels.onChange.add(() => {
    if (channels.chosen !== shown?.channel || !shown) {
      show();
    }
  });
  show();
  return { update, step };
}

function clampTo({ chosen }: Player, seconds: number): number {
  return chosen ? Math.min(Math.max(seconds, chosen.bounds.start), chosen.bounds.end) : seconds;
}

function emptyText(channel: Channel | null, curve: TrackCurve | string): string {
  if (!channel) {
    return "Select a channel to see its curve.";
  }
  return channel.reason === null ? (typeof curve === "string" ? curve : "") : `This channel is left out: ${adviceOf(channel.reason)}`;
}

function factsOf({ channel, track }: Shown): string {
  const { times } = track;
  const keys = times.length === 1 ? "1 key" : `${times.length.toLocaleString("en")} keys`;
  return `${keys} · ${channel.interpolation} · ${format(times[0]!)}–${format(times[times.length - 1]!)} s`;
}

function labelOf({ channel, track }: Shown): string {
  const whole = decimate(track, track.times[0]!, track.times[track.times.length - 1]!, 1);
  const range = rangeOf(whole, 0);
  return `${channel.title}: ${factsOf({ channel, track } as Shown)}, values from ${formatValue(range[0])} to ${formatValue(range[1])}`;
}

/** The least and greatest value, with a margin around. */
function rangeOf({ lows, highs }: Columns, share = 0.08): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < lows.length; i++) {
    low = lows[i]!.reduce((a, b) => Math.min(a, b), low);
    high = highs[i]!.reduce((a, b) => Math.max(a, b), high);
  }
  const extent = high - low > NOTHING * Math.max(Math.abs(low), Math.abs(high), 1) ? high - low : 0;
  const margin = share === 0 ? 0 : extent * share || Math.abs(low) * share || 0.5;
  return Number.isFinite(low) ? [low - margin, high + margin] : [0, 1];
}

function colorOfComponent(component: number, count: number): string {
  return count === 1 ? "--accent" : (COLORS[component] ?? "--muted");
}

/** The values at a time, as shown above the plot; the Euler angles beside a quaternion. */
function valuesAt({ track, euler, names }: Shown, time: number, isEuler: boolean): HTMLElement[] {
  const key = keyAt(track.times, time);
  const before = firstKeyFrom(track.times, time);
  const between = before === 0 ? "before key 1" : `after key ${before}`;
  const where = key >= 0 ? `key ${key + 1} of ${track.times.length}` : between;
  const group = (values: ArrayLike<number>, labels: readonly string[], unit: string, isDrawn: boolean): HTMLElement =>
    element(
      "span",
      { class: isDrawn ? "values" : "values aside" },
      ...labels.map((label, i) => {
        const mark = element("i");
        mark.style.background = isDrawn ? `var(${colorOfComponent(i, labels.length)})` : "none";
        return element("span", {}, mark, `${label === "value" ? "" : `${label} `}${formatValue(values[i] ?? NaN)}${unit}`);
      }),
    );
  return [
    element("span", { class: "time" }, `${time.toFixed(3)} s`),
    group(track.at(time), names, "", !isEuler || !euler),
    ...(euler ? [group(euler.at(time), ["x", "y", "z"], "°", isEuler)] : []),
    element("span", { class: "where" }, where),
  ];
}

interface Tools {
  readonly root: HTMLElement;
  show(shown: Shown | null): void;
  showEuler(isEuler: boolean): void;
}

/** The buttons of the panel. */
function createTools(view: TimeView, player: Player, step: (direction: 1 | -1) => void, toggleEuler: () => void): Tools {
  const middle = (): number => player.chosen?.timestamp ?? (view.from + view.to) / 2;
  const euler = element(
    "button",
    { type: "button", class: "tool wide", "aria-pressed": "false", title: "Draw Euler angles instead of the quaternion" },
    "Euler",
  );
  euler.addEventListener("click", toggleEuler);
  const keys = [createToolButton("◂◆", "Previous key (,)", () => step(-1)), createToolButton("◆▸", "Next key (.)", () => step(1))];
  const zooms = createZoomButtons(view, middle);
  return {
    root: element("div", { class: "plot-tools" }, euler, ...keys, ...zooms),
    show(shown) {
      euler.hidden = !shown?.euler;
      keys.forEach((each) => (each.disabled = !shown));
      zooms.forEach((each) => (each.disabled = !shown));
    },
    showEuler: (isEuler) => euler.setAttribute("aria-pressed", String(isEuler)),
  };
}

function drawCurve(plot: uPlot, curve: Curve, { track }: Shown, columns: Columns, isEuler: boolean): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.lineJoin = "round";
  ctx.lineWidth = 1.5 * devicePixelRatio;
  for (let component = 0; component < curve.size; component++) {
    ctx.strokeStyle = colorOf(colorOfComponent(component, curve.size));
    ctx.stroke(pathOf(plot, columns, component));
  }
  drawKeys(plot, curve, isEuler ? null : track);
  ctx.restore();
}

/** Marks jumps, and both ends of a loop that does not close. */
function drawFlaws(plot: uPlot, flaws: readonly Flaw[], start: number): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = colorOf("--error");
  ctx.lineWidth = scale;
  ctx.setLineDash([3 * scale, 3 * scale]);
  for (const time of flaws.flatMap(({ kind, time: at }) => (kind === "seam" ? [start, at] : [at]))) {
    const x = Math.floor(plot.valToPos(time, "x", true)) + 0.5; // the middle of a pixel
    if (x >= bbox.left && x <= bbox.left + bbox.width) {
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      ctx.beginPath();
      ctx.moveTo(x - 5 * scale, bbox.top);
      ctx.lineTo(x + 5 * scale, bbox.top);
      ctx.lineTo(x, bbox.top + 7 * scale);
      ctx.fill();
    }
  }
  ctx.restore();
}

/** Goes through the least and the greatest value of each column, the nearer one first. */
function pathOf(plot: uPlot, { lows, highs, count }: Columns, component: number): Path2D {
  const path = new Path2D();
  const y = (value: number): number => plot.valToPos(value, "y", true);
  let last = 0;
  for (let column = 0; column < count; column++) {
    const x = plot.bbox.left + column + 0.5;
    const [low, high] = [y(lows[component]![column]!), y(highs[component]![column]!)];
    const [first, second] = Math.abs(low - last) < Math.abs(high - last) ? [low, high] : [high, low];
    path[column === 0 ? "moveTo" : "lineTo"](x, first);
    path.lineTo(x, second);
    last = second;
  }
  return path;
}

/** Draws the keys where there is room for them, and the tangents of splines. */
function drawKeys(plot: uPlot, curve: Curve, spline: TrackCurve | null): void {
  const { ctx, bbox, scales } = plot;
  const [from, to] = [scales["x"]!.min!, scales["x"]!.max!];
  const visible = countKeys(curve.times, from, to, 1)[0]!;
  const distance = bbox.width / Math.max(visible, 1) / devicePixelRatio;
  if (distance < KEY_DISTANCE) {
    return;
  }
  const radius = (distance < 12 ? 1.5 : 2.5) * devicePixelRatio;
  const first = firstKeyFrom(curve.times, from);
  for (let key = first; key < first + visible; key++) {
    const x = plot.valToPos(curve.times[key]!, "x", true);
    const value = curve.atKey(key);
    for (let component = 0; component < curve.size; component++) {
      const color = colorOf(colorOfComponent(component, curve.size));
      const tangents = distance < TANGENT_DISTANCE ? null : (spline?.tangents(key, component) ?? null);
      if (tangents) {
        drawTangents(plot, curve, key, value[component]!, tangents, color);
      }
      ctx.fillStyle = color;
      ctx.beginPath();
      ctx.arc(x, plot.valToPos(value[component]!, "y", true), radius, 0, 2 * Math.PI);
      ctx.fill();
    }
  }
}

/** Draws the tangents of a key as the handles of Bézier curves: a third of the way to the next key. */
function drawTangents(plot: uPlot, { times }: Curve, key: number, value: number, tangents: readonly [number, number], color: string): void {
  const { ctx } = plot;
  const time = times[key]!;
  const ends = [(times[key - 1] ?? time) - time, (times[key + 1] ?? time) - time].map((seconds) => seconds / 3);
  ctx.strokeStyle = color;
  ctx.lineWidth = devicePixelRatio;
  ctx.globalAlpha = 0.6;
  ends.forEach((seconds, i) => {
    ctx.beginPath();
    ctx.moveTo(plot.valToPos(time, "x", true), plot.valToPos(value, "y", true));
    ctx.lineTo(plot.valToPos(time + seconds, "x", true), plot.valToPos(value + tangents[i]! * seconds, "y", true));
    ctx.stroke();
  });
  ctx.globalAlpha = 1;
}
