import { element, format, icon } from "./dom.js";
import type { Playable } from "./playable.js";
import type { Player } from "./player.js";
import { VirtualList } from "./virtualList.js";

const KINDS = { clip: "", controller: "controller", animation: "animation" } as const;

/** The list of clips and animations, each with a play button. */
export function createClipsPanel(root: HTMLElement, count: HTMLElement, player: Player): { update(): void } {
  root.classList.add("clips");
  const empty = element("p", { class: "empty" });
  const list = new VirtualList<Playable, HTMLElement>(
    "Clips and animations",
    44,
    (playable) => createRow(playable, player),
    (row, playable) => updateRow(row, playable, player),
  );
  root.append(list.root, empty);
  player.onChoose.add(() => {
    if (list.items !== player.playables) {
      list.items = player.playables;
      empty.hidden = player.playables.length > 0;
      empty.textContent = player.model ? "This model has no animations." : "No model is open.";
      count.textContent = player.playables.length > 0 ? String(player.playables.length) : "";
    }
    list.update();
  });
  player.onEdit.add(() => list.update());
  return { update: () => list.update() };
}

function createRow(playable: Playable, player: Player): HTMLElement {
  const toggle = element("button", { type: "button", class: "icon-button" });
  toggle.addEventListener("click", () => {
    player.choose(playable);
    player.toggle(playable);
  });
  const tag = KINDS[playable.origin.kind];
  const choose = element(
    "button",
    { type: "button", class: "choose", title: playable.origin.place },
    element("span", { class: "title" }, playable.name),
    ...(tag ? [element("span", { class: "tag" }, tag)] : []),
    element("span", { class: "summary" }),
  );
  choose.addEventListener("click", () => player.choose(playable));
  return element("div", { class: "clip" }, toggle, choose);
}

function updateRow(row: HTMLElement, playable: Playable, player: Player): void {
  const { isPlaying, bounds } = playable;
  const [toggle, choose] = row.children as unknown as [HTMLElement, HTMLElement];
  const isChosen = player.chosen === playable;
  row.classList.toggle("chosen", isChosen);
  choose.setAttribute("aria-pressed", String(isChosen));
  if (toggle.getAttribute("aria-pressed") !== String(isPlaying)) {
    toggle.setAttribute("aria-pressed", String(isPlaying));
    toggle.setAttribute("aria-label", `${isPlaying ? "Pause" : "Play"} ${playable.name}`);
    toggle.replaceChildren(icon(isPlaying ? "pause" : "play"));
  }
  const share = bounds.end > bounds.start ? (playable.timestamp - bounds.start) / (bounds.end - bounds.start) : 0;
  row.style.setProperty("--share", playable.lead.isStarted ? Math.min(share, 1).toFixed(4) : "0");
  const summary = choose.querySelector(".summary")!;
  const text = summarise(playable);
  if (summary.textContent !== text) {
    summary.textContent = text;
  }
}

/** The settings of a clip in short: `0–1.5 s · ⇄ · 4 times`. */
function summarise({ settings }: Playable): string {
  const { start, end, speed, repetitions, reverse } = settings;
  return [
    `${format(start, 2)}–${format(end, 2)} s`,
    speed === 1 ? "" : `${format(speed, 2)}×`,
    reverse ? "⇄" : "",
    repetitions === -1 ? "∞" : repetitions === 1 ? "once" : `${repetitions} times`,
  ]
    .filter(Boolean)
    .join(" · ");
}
