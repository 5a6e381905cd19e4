import { componentNames, matches } from "../channels/channelList.js";
import { readValue, type Channel, type Channels, type Scope } from "../channels/channels.js";
import { adviceOf } from "../checks/advice.js";
import type { Remark } from "../checks/checks.js";
import { element, setText } from "../controls/dom.js";
import type { Player } from "../playback/player.js";
import { VirtualList } from "../controls/virtualList.js";

const SCOPES: readonly (readonly [Scope, string])[] = [
  ["clip", "Clip"],
  ["file", "File"],
  ["left out", "Left out"],
];

/** Shorter lists need no filter. */
const FEW = 10;

export interface ChannelsPanel {
  update(): void;
  /** Shows and focuses a channel in the list, despite any filter. */
  reveal(channel: Channel): void;
}

/** The channels of the selected clip or of the whole file with their current values; left-out channels with the reason. */
export function createChannelsPanel(
  root: HTMLElement,
  count: HTMLElement,
  player: Player,
  channels: Channels,
  onWhy: (remark: Remark) => void,
): ChannelsPanel {
  root.classList.add("channels");
  let scope: Scope = "clip";
  const tabs = SCOPES.map(([, label]) => element("button", { type: "button", class: "segment" }, label));
  const filter = element("input", { type: "search", placeholder: "Filter, such as head rotation", "aria-label": "Filter channels" });
  const empty = element("p", { class: "empty" });
  const list = new VirtualList<Channel, HTMLElement>("Channels", 52, createRow, updateRow);
  root.append(element("div", { class: "segments", role: "group", "aria-label": "Channels of" }, ...tabs), filter, list.root, empty);

  function createRow(channel: Channel): HTMLElement {
    const { path, title, targetPointer, pointer, babylonProperty, reason } = channel;
    const isNode = path !== targetPointer;
    const choose = element(
      "button",
      { type: "button", class: "choose", title: [targetPointer || path, pointer, ...(reason === null ? [] : [reason])].join("\n") },
      element("span", { class: "path" }, element("bdi", {}, isNode ? path : title)),
      element(
        "span",
        { class: "lands" },
        reason !== null ? adviceOf(reason) : isNode ? babylonProperty : `${targetPointer} → ${babylonProperty}`,
      ),
      element("span", { class: "value" }),
    );
    choose.addEventListener("click", () => channels.choose(channel));
    const row = element("div", { class: reason === null ? "channel" : "channel left-out" }, choose);
    const finding = reason === null ? undefined : channels.messageOf(channel);
    if (finding) {
      const why = element("button", { type: "button", class: "link", "aria-label": `Show the message about ${title}` }, "Message");
      why.addEventListener("click", () => onWhy(finding));
      row.append(why);
    }
    return row;
  }

  function updateRow(row: HTMLElement, channel: Channel): void {
    const isChosen = channel === channels.chosen;
    row.classList.toggle("chosen", isChosen);
    row.firstElementChild!.setAttribute("aria-pressed", String(isChosen));
    setText(row.querySelector<HTMLElement>(".value")!, formatValue(channel));
  }

  const show = (): void => {
    const all = channels.of(scope);
    const found = filter.value.trim() === "" ? all : all.filter((channel) => matches(textOf(channel), filter.value.trim()));
    SCOPES.forEach(([each, label], i) => {
      tabs[i]!.textContent = `${label} ${channels.of(each).length}`;
      tabs[i]!.setAttribute("aria-pressed", String(each === scope));
    });
    filter.hidden = all.length < FEW && filter.value === "";
    count.textContent = all.length === 0 ? "" : found.length === all.length ? String(all.length) : `${found.length} of ${all.length}`;
    empty.textContent = emptyText(player, scope, filter.value);
    empty.hidden = found.length > 0;
    list.root.hidden = found.length === 0;
    if (!isSame(found, list.items)) {
      list.items = found;
    }
    list.update();
  };
  tabs.forEach((tab, i) =>
    tab.addEventListener("click", () => {
      scope = SCOPES[i]![0];
      show();
    }),
  );
  filter.addEventListener("input", () => {
    show();
    // the curve is always of a channel in the list
    if (!list.items.includes(channels.chosen!) || list.root.hidden) {
      channels.choose(list.root.hidden ? null : list.items[0]!);
    }
  });
  player.onChoose.add(() => (filter.value = ""), undefined, true);
  channels.onChange.add(show);
  show();
  return {
    update: () => list.update(),
    reveal(channel) {
      filter.value = "";
      scope = channels.of("clip").includes(channel) ? "clip" : channel.reason === null ? "file" : "left out";
      root.closest("details")!.open = true;
      channels.choose(channel);
      list.reveal(list.items.indexOf(channel))?.querySelector<HTMLElement>(".choose")?.focus();
    },
  };
}

function isSame(a: readonly Channel[], b: readonly Channel[]): boolean {
  return a.length === b.length && a.every((channel, i) => channel === b[i]);
}

function emptyText(player: Player, scope: Scope, filter: string): string {
  if (filter !== "") {
    return `No channel matches “${filter}”.`;
  }
  if (scope === "left out") {
    return "All channels of the file play.";
  }
  return !player.model ? "No model is open." : scope === "clip" && !player.chosen ? "Select a clip." : "There are no channels.";
}

/** The text that the filter searches, without indices of nodes, which would match numbers in names. */
function textOf({ title, path, babylonProperty }: Channel): string {
  return `${title} ${path} ${babylonProperty}`;
}

const MAX_COMPONENTS = 4;

function formatValue(channel: Channel): string {
  const value = readValue(channel);
  const names = componentNames(channel.targetPointer, value.length);
  const shown = value.slice(0, MAX_COMPONENTS).map((component, i) => {
    const text = component.toFixed(2).replace("-", "−");
    return names[0] === "r" ? `${names[i]} ${text}` : text;
  });
  return shown.join("  ") + (value.length > shown.length ? " …" : "");
}
