import { keyTimesOf, type Channel, type Channels } from "../channels/channels.js";
import { countKeys } from "../channels/curve.js";
import { firstKeyFrom } from "../channels/keyTimes.js";
import { element } from "../controls/dom.js";
import { listenToGestures } from "../plots/timeGestures.js";
import type { Player } from "../playback/player.js";
import { colorOf } from "../plots/plot.js";
import { TimePlot } from "../plots/timePlot.js";
import type { TimeView } from "../plots/timeView.js";
import { VirtualList } from "../controls/virtualList.js";

const ROW = 24;
const RULER = 28;
/** The names are as wide as this, in CSS pixels, but take only a part of narrow screens. */
const NAMES = 190;
const NAMES_SHARE = 0.36;
/** Closer keys are bars instead of diamonds, in CSS pixels. */
const KEY_DISTANCE = 9;

/** The keys of all channels of the selected clip, one row for each. */
export function createKeysPanel(root: HTMLElement, player: Player, channels: Channels, view: TimeView): { update(): void } {
  root.classList.add("dope");
  const seek = (seconds: number): void => {
    const { chosen } = player;
    player.seek(chosen ? Math.min(Math.max(seconds, chosen.bounds.start), chosen.bounds.end) : seconds);
  };
  const gutter = (): number => Math.min(NAMES, NAMES_SHARE * root.clientWidth);
  const ruler = new TimePlot({ height: RULER, view, seek, gutter });
  ruler.label = "Time in seconds";
  const line = element("div", { class: "playhead" });
  const list = new VirtualList<Channel, HTMLElement>("Keys of the channels", ROW, createRow, updateRow);
  const sheet = element("div", { class: "dope-sheet" }, list.root, line);
  const empty = element("p", { class: "empty" }, "The clip has no keys.");
  root.append(ruler.root, sheet, empty);
  listenToGestures(list.root, view, { area: () => ({ ...areaOf(), top: -Infinity }), seek });
  let version = 0;

  function areaOf(): { left: number; width: number } {
    const { left, width } = ruler.root.getBoundingClientRect();
    return { left: left + gutter(), width: Math.max(width - gutter() - 16, 1) };
  }

  function createRow(channel: Channel): HTMLElement {
    const name = element("button", { type: "button", class: "name", title: channel.path }, element("bdi", {}, channel.title));
    name.addEventListener("pointerdown", (event) => event.stopPropagation());
    name.addEventListener("click", () => channels.choose(channel));
    return element("div", { class: "dope-row" }, name, element("canvas", { "aria-hidden": "true" }));
  }

  function updateRow(row: HTMLElement, channel: Channel): void {
    const isChosen = channel === channels.chosen;
    row.classList.toggle("chosen", isChosen);
    row.firstElementChild!.setAttribute("aria-pressed", String(isChosen));
    if (row.dataset["drawn"] !== String(version)) {
      row.dataset["drawn"] = String(version);
      const canvas = row.lastElementChild as HTMLCanvasElement;
      Object.assign(canvas, {
        width: Math.max(Math.round(areaOf().width * devicePixelRatio), 1),
        height: list.rowHeight * devicePixelRatio,
      });
      canvas.style.width = `${areaOf().width}px`;
      drawRow(canvas, keyTimesOf(channel), view, player.chosen?.bounds);
    }
  }

  const redraw = (): void => {
    if (root.clientWidth > 0) {
      version++;
      root.style.setProperty("--names", `${gutter()}px`);
      ruler.bounds = player.chosen?.bounds ?? null;
      ruler.refresh();
      list.update();
      update();
    }
  };
  const update = (): void => {
    const time = player.chosen?.timestamp ?? null;
    ruler.mark(time);
    const share = time === null ? -1 : (time - view.from) / (view.to - view.from);
    line.hidden = share < 0 || share > 1;
    line.style.transform = `translateX(${gutter() + share * areaOf().width}px)`;
  };
  view.onChange.add(redraw);
  player.onEdit.add(redraw);
  channels.onChange.add(() => {
    const playing = channels.of("clip").filter(({ reason }) => reason === null);
    if (playing.length !== list.items.length || playing.some((channel, i) => channel !== list.items[i])) {
      list.items = playing;
    }
    empty.hidden = playing.length > 0;
    sheet.hidden = ruler.root.hidden = playing.length === 0;
    redraw();
  });
  new ResizeObserver(redraw).observe(root);
  addEventListener("themechange", redraw);
  return { update };
}

/** Draws the keys of a channel: diamonds, or bars where they are too close. */
function drawRow(
  canvas: HTMLCanvasElement,
  times: Float64Array,
  { from, to }: TimeView,
  bounds: { readonly start: number; readonly end: number } | undefined,
): void {
  const scale = devicePixelRatio;
  const { width: columns, height } = canvas;
  const ctx = canvas.getContext("2d")!;
  const x = (time: number): number => ((time - from) / (to - from)) * columns;
  if (bounds) {
    ctx.fillStyle = colorOf("--sunken");
    ctx.fillRect(0, 0, x(bounds.start), height);
    ctx.fillRect(x(bounds.end), 0, columns, height);
  }
  if (times.length === 0) {
    return;
  }
  ctx.fillStyle = colorOf("--line");
  ctx.fillRect(x(times[0]!), height / 2 - scale, x(times[times.length - 1]!) - x(times[0]!), 2 * scale);
  ctx.fillStyle = colorOf("--accent");
  const counts = countKeys(times, from, to, columns);
  const visible = counts.reduce((sum, count) => sum + count, 0);
  if (visible * KEY_DISTANCE * scale <= columns) {
    const first = firstKeyFrom(times, from);
    for (let key = first; key < first + visible; key++) {
      drawDiamond(ctx, x(times[key]!), height / 2, 4 * scale);
    }
    return;
  }
  counts.forEach((count, column) => {
    if (count > 0) {
      ctx.fillRect(column, height / 2 - 4 * scale, 1, 8 * scale);
    }
  });
}

function drawDiamond(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  ctx.beginPath();
  ctx.moveTo(x - radius, y);
  ctx.lineTo(x, y - radius);
  ctx.lineTo(x + radius, y);
  ctx.lineTo(x, y + radius);
  ctx.fill();
}
