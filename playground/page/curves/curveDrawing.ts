import type uPlot from "uplot";
import { countKeys, type Columns, type Curve, type TrackCurve } from "../channels/curve.js";
import type { Flaw } from "../channels/flaws.js";
import { firstKeyFrom } from "../channels/keyTimes.js";
import { colorOf } from "../plots/plot.js";

/** Closer keys are not drawn one by one, in device pixels. */
const KEY_DISTANCE = 5;
/** Closer keys show no tangents. */
const TANGENT_DISTANCE = 24;
const COLORS = ["--x", "--y", "--z", "--w"] as const;

/** The CSS variable with the color of a component. */
export function colorOfComponent(component: number, count: number): string {
  return count === 1 ? "--accent" : (COLORS[component] ?? "--muted");
}

/** @param spline the curve itself where its tangents are drawn; null for Euler angles */
export function drawCurve(plot: uPlot, curve: Curve, spline: TrackCurve | null, columns: Columns): void {
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
  drawKeys(plot, curve, spline);
  ctx.restore();
}

/** Marks jumps, and both ends of a loop that does not close. */
export function drawFlaws(plot: uPlot, flaws: readonly Flaw[], start: number): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = colorOf("--error");
  ctx.lineWidth = scale;
  ctx.setLineDash([3 * scale, 3 * scale]);
  for (const time of flaws.flatMap(({ kind, time: at }) => (kind === "seam" ? [start, at] : [at]))) {
    const x = Math.floor(plot.valToPos(time, "x", true)) + 0.5; // the middle of a pixel
    if (x >= bbox.left && x <= bbox.left + bbox.width) {
      drawMark(plot, x);
    }
  }
  ctx.restore();
}

/** Draws a line from top to bottom, with a triangle at the top. */
function drawMark({ ctx, bbox }: uPlot, x: number): void {
  const scale = devicePixelRatio;
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
