import { element } from "./dom.js";
import type { Message, Messages } from "./messages.js";
import { VirtualList } from "./virtualList.js";

const LEVELS = { error: "Error", warning: "Warning" } as const;

/** What went wrong, each with its place in the file. */
export function createMessagesPanel(panel: HTMLDetailsElement, root: HTMLElement, count: HTMLElement, messages: Messages): void {
  root.classList.add("messages");
  const list = new VirtualList<Message, HTMLElement>("Messages", 62, createRow, () => undefined);
  root.append(list.root);
  let isDue = false;
  const show = (): void => {
    isDue = false;
    const { all } = messages;
    const wasHidden = panel.hidden;
    panel.hidden = all.length === 0;
    panel.open = panel.open || (wasHidden && all.length > 0);
    count.textContent = String(all.length);
    list.items = [...all].sort((a, b) => Number(a.level !== "error") - Number(b.level !== "error"));
  };
  messages.onChange.add(() => {
    if (!isDue) {
      isDue = true;
      queueMicrotask(show);
    }
  });
  show();
}

function createRow({ level, place, text, count }: Message): HTMLElement {
  const head = element("div", { class: "place" }, element("span", { class: "level" }, LEVELS[level]), place ? ` ${place}` : "");
  const times = count > 1 ? ` (${count} times)` : "";
  return element(
    "div",
    { class: `message ${level}`, title: `${place ?? ""} ${text}`, tabindex: 0 },
    head,
    element("div", { class: "text" }, `${text}${times}`),
  );
}
