import { element } from "./dom.js";
import type { Message, Messages } from "./messages.js";

const LEVELS = { error: "Error", warning: "Warning" } as const;

/** Errors and warnings, each with its place in the file. */
export function createMessagesPanel(panel: HTMLDetailsElement, root: HTMLElement, count: HTMLElement, messages: Messages): void {
  root.classList.add("messages");
  const list = element("ul", { "aria-label": "Messages", tabindex: 0 });
  root.append(list);
  let isDue = false;
  const show = (): void => {
    isDue = false;
    const { all } = messages;
    const wasHidden = panel.hidden;
    panel.hidden = all.length === 0;
    panel.open = panel.open || (wasHidden && all.length > 0);
    count.textContent = String(all.length);
    const sorted = [...all].sort((a, b) => Number(a.level !== "error") - Number(b.level !== "error"));
    list.replaceChildren(...sorted.map(createRow));
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
  const times = count > 1 ? ` (${count} times)` : "";
  const line = element("p", {}, element("span", { class: "level" }, LEVELS[level]), ` ${text}${times}`);
  return element("li", { class: `message ${level}` }, ...(place ? [element("p", { class: "place" }, place)] : []), line);
}
