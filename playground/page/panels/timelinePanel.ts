import type uPlot from "uplot";
import type { ClipTime, ResolvedClipSettings } from "../../../src/pure.js";
import { element, format } from "../controls/dom.js";
import type { Editor } from "../document/editor.js";
import type { Playable } from "../playback/playable.js";
import { colorOf, Plot } from "../plots/plot.js";
import { RangeStrip } from "../plots/rangeStrip.js";
import { continuedFrom, horizonOf, isOnLine, timelineOf, totalTimeOf, type Timeline } from "../plots/timeline.js";

/**
 * The animation of the selected clip, with bounds that can be dragged; below it, clip time over elapsed time as in the drafts' tables, with a
 * mark at the current time.
 */
export function createTimelinePanel(root: HTMLElement, editor: Editor): { update(): void } {
  const { player } = editor;
  let timeline: Timeline | null = null;
  /** Where the plot began, if the settings were changed while the clip played: the number of passes before, and what is left to play. */
  let begin: Begin | null = null;
  const strip = new RangeStrip(editor);
  const empty = element("p", { class: "empty" }, "Select a clip.");
  const plot = new Plot((totalTime) => {
    const { chosen } = player;
    if (chosen && timeline) {
      player.seek(timestampIn(timeline, totalTime));
    }
  });
  const title = element("h2", { class: "plot-title" }, "Clip time over elapsed time");
  root.append(strip.root, title, plot.root, empty);

  /** Shows the part of the plot that contains a total time. */
  const show = (playable: Playable, { settings, passes }: Begin, totalTime: number): void => {
    const { bounds } = playable;
    const horizon = horizonOf(settings, playable.lastKey);
    const from = Math.floor(totalTime / horizon + 1e-9) * horizon;
    if (timeline?.settings === settings && (timeline.from === from || isAtRest(playable))) {
      return;
    }
    const shown = timelineOf(settings, from, from + horizon);
    timeline = shown;
    const margin = (bounds.end - bounds.start) * 0.06 || 0.5;
    plot.show({
      label: `${playable.name}: ${describe(playable.settings)}`,
      xs: shown.totalTimes,
      lines: [{ ys: shown.timestamps, color: colorOf("--accent") }],
      xRange: [from, from + horizon],
      yRange: [bounds.start - margin, bounds.end + margin],
      yMarks: bounds.end > bounds.start ? [bounds.start, (bounds.start + bounds.end) / 2, bounds.end] : [bounds.start],
      draw: (drawn) => drawCrossings(drawn, shown, passes, playable.settings.repetitions),
    });
  };
  /** Where the plot begins: with the clip, or where it is now if it would not be on the line otherwise. */
  const beginOf = (playable: Playable): Begin => {
    const { settings, time } = playable;
    if (begin && (begin.playable !== playable || begin.of !== settings || time.completedRepetitions < begin.passes)) {
      begin = null;
    }
    const whole = { playable, of: settings, settings, passes: 0 };
    const now = begin ?? whole;
    if (!playable.isPlaying || time.isFinished || isOnLine(now.settings, totalTimeIn(now, time), time)) {
      return now;
    }
    begin = { ...whole, settings: continuedFrom(settings, time), passes: time.completedRepetitions };
    return begin;
  };
  const showChosen = (): void => {
    timeline = null;
    const { chosen } = player;
    strip.root.hidden = title.hidden = plot.root.hidden = !chosen;
    empty.hidden = chosen !== null;
    if (chosen) {
      strip.show(chosen);
    }
    update();
  };
  const update = (): void => {
    const { chosen } = player;
    if (chosen) {
      strip.update();
      const beginning = beginOf(chosen);
      const totalTime = totalTimeIn(beginning, chosen.time);
      show(chosen, beginning, totalTime);
      plot.mark(chosen.time.isFinished ? Math.min(totalTime, timeline!.to) : totalTime, chosen.timestamp);
    }
  };
  player.onChoose.add(showChosen);
  player.onEdit.add(showChosen);
  return { update };
}

interface Begin {
  readonly playable: Playable;
  /** The settings of the clip. */
  readonly of: ResolvedClipSettings;
  /** The settings of what the plot shows. */
  readonly settings: ResolvedClipSettings;
  /** The number of passes before. */
  readonly passes: number;
}

/** The total time since the beginning of the plot. */
function totalTimeIn({ settings, passes }: Begin, { timestamp, direction, completedRepetitions, isFinished }: ClipTime): number {
  return totalTimeOf(settings, { timestamp, direction, isFinished, completedRepetitions: completedRepetitions - passes }, 0);
}

/** A finished clip keeps its plot, even if it finished exactly at the plot's end. */
function isAtRest({ time }: Playable): boolean {
  return time.isFinished;
}

/** Reads the timestamp at a total time from the line of the plot. */
function timestampIn({ totalTimes, timestamps }: Timeline, totalTime: number): number {
  const after = Math.max(
    totalTimes.findIndex((time) => time >= totalTime),
    1,
  );
  const [t0, t1] = [totalTimes[after - 1]!, totalTimes[after]!];
  const [from, to] = [timestamps[after - 1] ?? timestamps[after]!, timestamps[after] ?? timestamps[after - 1]!];
  return t1 > t0 ? from + ((to - from) * Math.min(Math.max(totalTime - t0, 0), t1 - t0)) / (t1 - t0) : to;
}

/** Describes a clip for screen readers. */
export function describe({ start, end, offset, speed, repetitions, reverse }: ResolvedClipSettings): string {
  const passes = repetitions === -1 ? "endless" : `${repetitions} ${repetitions === 1 ? "repetition" : "repetitions"}`;
  const from = offset > 0 ? `, starting at ${format(start + offset)} s` : "";
  return `${reverse ? "ping-pong" : "loop"} between ${format(start)} and ${format(end)} s${from}, ${passes}, speed ${format(speed)}`;
}

/**
 * Draws the crossings (wraps, turns and the finish) and the number of each pass.
 * @param before the number of passes before the plot
 * @param count the number of all passes
 */
function drawCrossings(plot: uPlot, { settings, from, to, crossings }: Timeline, before: number, count: number): void {
  const { ctx } = plot;
  const scale = devicePixelRatio;
  const [accent, muted, surface] = [colorOf("--accent"), colorOf("--muted"), colorOf("--surface")];
  const [left, top] = [(value: number) => plot.valToPos(value, "x", true), (value: number) => plot.valToPos(value, "y", true)];
  ctx.save();
  ctx.font = `${11 * scale}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.lineWidth = scale;
  for (const { totalTime, bound, kind } of crossings) {
    if (kind === "repeat") {
      ctx.setLineDash([3 * scale, 3 * scale]);
      ctx.strokeStyle = muted;
      line(ctx, left(totalTime), top(bound), left(totalTime), top(bound === settings.end ? settings.start : settings.end));
      ctx.setLineDash([]);
    }
    ctx.beginPath();
    if (kind === "finish") {
      ctx.rect(left(totalTime) - 3.5 * scale, top(bound) - 3.5 * scale, 7 * scale, 7 * scale);
    } else {
      ctx.arc(left(totalTime), top(bound), 3.5 * scale, 0, 2 * Math.PI);
    }
    ctx.fillStyle = kind === "finish" ? accent : surface;
    ctx.strokeStyle = accent;
    ctx.lineWidth = 1.5 * scale;
    ctx.fill();
    ctx.stroke();
  }
  ctx.fillStyle = muted;
  const edges = [from, ...crossings.map(({ totalTime }) => totalTime), ...(crossings.at(-1)?.kind === "finish" ? [] : [to])];
  const isFinite = settings.repetitions > 0;
  for (let i = 1; isFinite && i < edges.length; i++) {
    const [begin, end] = [left(edges[i - 1]!), left(edges[i]!)];
    if (end - begin > 24 * scale) {
      ctx.fillText(`${i + before} of ${count}`, (begin + end) / 2, plot.bbox.top - 3 * scale);
    }
  }
  ctx.restore();
}

function line(ctx: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  ctx.beginPath();
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  ctx.stroke();
}
