import { channelsOf, curveOf, type Channel, type Curve } from "./channels.js";
import { element, format, setText } from "./dom.js";
import type { Player } from "./player.js";
import { colourOf, Plot } from "./plot.js";
import { VirtualList } from "./virtualList.js";

const COMPONENTS = ["x", "y", "z", "w"] as const;
/** More keys would merge into a bar. */
const MAX_KEYS_DRAWN = 400;

/** The channels of the selected clip with their current values, and the curve of the selected channel. */
export function createChannelsPanel(root: HTMLElement, count: HTMLElement, player: Player): { update(): void } {
  root.classList.add("channels");
  let channels: readonly Channel[] = [];
  let chosen: Channel | null = null;
  const filter = element("input", { type: "search", placeholder: "Filter by path", "aria-label": "Filter channels by path" });
  const empty = element("p", { class: "empty" }, "Select a clip.");
  const legend = element("div", { class: "legend", "aria-hidden": "true" });
  const plot = new Plot(150, (seconds) => player.seek(seconds));
  const curve = element("div", { class: "curve", hidden: true }, legend, plot.root);
  const list = new VirtualList<Channel, HTMLElement>("Channels", 52, createRow, updateRow);
  root.append(filter, list.root, curve, empty);

  function createRow(channel: Channel): HTMLElement {
    const choose = element(
      "button",
      { type: "button", class: "choose", title: channel.path },
      element("span", { class: "path" }, element("bdi", {}, channel.path)),
      element("span", { class: "lands" }, channel.lands),
      element("span", { class: "value" }),
    );
    choose.addEventListener("click", () => showCurve(channel));
    return element("div", { class: "channel" }, choose);
  }

  function updateRow(row: HTMLElement, channel: Channel): void {
    row.classList.toggle("chosen", channel === chosen);
    row.firstElementChild!.setAttribute("aria-pressed", String(channel === chosen));
    setText(row.querySelector<HTMLElement>(".value")!, formatValue(channel.read()));
  }

  function showCurve(channel: Channel | null): void {
    chosen = channel;
    curve.hidden = !channel;
    if (channel) {
      const drawn = curveOf(channel, 240);
      legend.replaceChildren(...legendOf(drawn), `${drawn.keyTimes.length} keys`);
      plot.show(toPlot(channel, drawn));
    }
    list.update();
  }

  const showFiltered = (): void => {
    const wanted = filter.value.toLowerCase();
    list.items = wanted ? channels.filter(({ path }) => path.toLowerCase().includes(wanted)) : channels;
  };
  filter.addEventListener("input", showFiltered);
  player.onChoose.add((playable) => {
    channels = playable ? channelsOf(playable.lead.targetedAnimations) : [];
    count.textContent = channels.length > 0 ? String(channels.length) : "";
    filter.value = "";
    filter.hidden = channels.length < 10;
    list.root.hidden = channels.length === 0;
    empty.hidden = channels.length > 0;
    showFiltered();
    showCurve(channels[0] ?? null);
  });
  return {
    update() {
      list.update();
      if (chosen && player.chosen) {
        plot.mark(player.chosen.timestamp);
      }
    },
  };
}

function formatValue(components: readonly number[]): string {
  const shown = components.slice(0, COMPONENTS.length).map((component) => component.toFixed(2).replace("-", "−"));
  return shown.join("  ") + (components.length > shown.length ? " …" : "");
}

function colourOfComponent(component: number, count: number): string {
  return count === 1 ? "--accent" : `--${COMPONENTS[component] ?? "w"}`;
}

function legendOf({ lines }: Curve): HTMLElement[] {
  return lines.map((_, i) => {
    const mark = element("i");
    mark.style.background = `var(${colourOfComponent(i, lines.length)})`;
    return element("span", {}, mark, lines.length === 1 ? "value" : COMPONENTS[i]!);
  });
}

function toPlot({ path }: Channel, { times, lines, keyTimes }: Curve): Parameters<Plot["show"]>[0] {
  const values = lines.flat().filter(Number.isFinite);
  const [low, high] = [values.reduce((a, b) => Math.min(a, b), Infinity), values.reduce((a, b) => Math.max(a, b), -Infinity)];
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 1];
  const margin = (high - low) * 0.08 || 0.5;
  const isKey = new Set(keyTimes);
  const keys = times.map((time, i) => ({ time, i })).filter(({ time }) => isKey.has(time));
  return {
    label: `${path}: ${keyTimes.length} keys from ${format(first)} to ${format(last)} s, values from ${format(low)} to ${format(high)}`,
    xs: times,
    lines: lines.map((ys, i) => ({ ys, colour: colourOf(colourOfComponent(i, lines.length)) })),
    xRange: [first, last > first ? last : first + 1],
    yRange: Number.isFinite(low) ? [low - margin, high + margin] : [0, 1],
    draw: (plot) => {
      if (keys.length > MAX_KEYS_DRAWN) {
        return;
      }
      const { ctx } = plot;
      const radius = (keys.length > 60 ? 1.5 : 2.5) * devicePixelRatio;
      lines.forEach((ys, component) => {
        ctx.fillStyle = colourOf(colourOfComponent(component, lines.length));
        for (const { time, i } of keys) {
          ctx.beginPath();
          ctx.arc(plot.valToPos(time, "x", true), plot.valToPos(ys[i]!, "y", true), radius, 0, 2 * Math.PI);
          ctx.fill();
        }
      });
    },
  };
}
