import type { Channels } from "../channels/channels.js";
import type { Flaw, Flaws } from "../channels/flaws.js";
import { createToolButton } from "../controls/buttons.js";
import { element } from "../controls/dom.js";
import type { Player } from "../playback/player.js";
import type { TimeView } from "../plots/timeView.js";

const KINDS = { jump: "jump", seam: "the loop does not close" } as const;

/** The list of jumps and bad loop seams, which one steps through. */
export function createFlawsBar(player: Player, channels: Channels, flaws: Flaws, view: TimeView): HTMLElement {
  const list = element("select", { id: "flaws", "aria-label": "Jumps and seams" });
  const step = (by: number): void => {
    const count = flaws.all?.length ?? 0;
    if (count > 0) {
      const at = list.selectedIndex;
      list.selectedIndex = at < 1 ? (by > 0 ? 1 : count) : ((at - 1 + by + count) % count) + 1;
      go();
    }
  };
  const buttons = [
    createToolButton("◂", "Previous jump or seam", () => step(-1)),
    createToolButton("▸", "Next jump or seam", () => step(1)),
  ];
  const [previous, next] = buttons;
  const note = element("span", { class: "note", role: "status" });
  const root = element("div", { class: "flaws row" }, previous!, list, next!, note);
  const go = (): void => {
    const flaw = flaws.all?.[list.selectedIndex - 1];
    if (flaw) {
      channels.choose(flaw.channel);
      player.seek(flaw.time);
      view.reveal(flaw.time);
    }
  };
  list.addEventListener("change", go);
  const show = (): void => {
    const { all } = flaws;
    const isEmpty = !all || all.length === 0;
    list.hidden = isEmpty;
    buttons.forEach((button) => (button.hidden = isEmpty));
    list.replaceChildren(element("option", { value: -1 }, summaryOf(all ?? [])), ...(all ?? []).map(createOption));
    note.textContent = !all ? "Looking for jumps …" : isEmpty ? "No jumps or bad loop seams in this clip." : "";
  };
  flaws.onChange.add(show);
  show();
  return root;
}

function createOption({ kind, time, channel }: Flaw, index: number): HTMLElement {
  return element("option", { value: index }, `${time.toFixed(3)} s · ${KINDS[kind]} · ${channel.title}`);
}

function summaryOf(all: readonly Flaw[]): string {
  const count = (kind: Flaw["kind"], one: string): string[] => {
    const found = all.filter((flaw) => flaw.kind === kind).length;
    return found === 0 ? [] : [`${found} ${one}${found === 1 ? "" : "s"}`];
  };
  return [...count("jump", "jump"), ...count("seam", "bad loop seam")].join(", ");
}
