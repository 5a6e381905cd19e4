import { adviceOf } from "../checks/advice.js";
import { LEVELS, type Checks, type Remark, type Level } from "../checks/checks.js";
import { element } from "../controls/dom.js";
import { destinationOf } from "../checks/pointers.js";

const NAMES: Readonly<Record<Level, readonly [one: string, many: string]>> = {
  error: ["Error", "Errors"],
  warning: ["Warning", "Warnings"],
  information: ["Note", "Notes"],
  hint: ["Hint", "Hints"],
};

/** Longer texts are folded. */
const LONG = 180;
/** More rows would make the page slow. */
const MAX_ROWS = 300;

export interface MessagesPanel {
  /** Shows and focuses a message, despite any filter. */
  reveal(remark: Remark): void;
}

/**
 * Messages and issues of the file, each with its JSON pointer.
 * @param go shows the channel or clip at a JSON pointer
 */
export function createMessagesPanel(
  panel: HTMLDetailsElement,
  root: HTMLElement,
  count: HTMLElement,
  checks: Checks,
  go: (pointer: string) => void,
): MessagesPanel {
  root.classList.add("messages");
  const shown = new Set<Level>(["error", "warning"]);
  const chips = new Map(LEVELS.map((level) => [level, element("button", { type: "button", class: `chip ${level}` })]));
  const list = element("ul", { "aria-label": "Messages", tabindex: 0 });
  const rest = element("p", { class: "empty" });
  const validator = createValidator(checks);
  root.append(element("div", { class: "chips", role: "group", "aria-label": "Levels" }, ...chips.values()), list, rest, validator.root);
  let troubles = 0;
  const show = (): void => {
    const { all } = checks;
    const wanted = all.filter(({ level }) => shown.has(level));
    for (const [level, chip] of chips) {
      const found = all.filter((finding) => finding.level === level).length;
      chip.textContent = `${NAMES[level][found === 1 ? 0 : 1]} ${found}`;
      chip.setAttribute("aria-pressed", String(shown.has(level)));
      chip.disabled = found === 0;
    }
    list.hidden = wanted.length === 0;
    list.replaceChildren(...wanted.slice(0, MAX_ROWS).map((finding) => createRow(finding, go)));
    const more = Math.max(wanted.length - MAX_ROWS, 0);
    rest.textContent = wanted.length === 0 ? emptyText(all.length) : `and ${more} more`;
    rest.hidden = wanted.length > 0 && more === 0;
    validator.show();
    const now = all.filter(({ level }) => level === "error" || level === "warning").length;
    count.textContent = now > 0 ? String(now) : "";
    panel.hidden = all.length === 0 && !checks.source;
    panel.open = (panel.open || (troubles === 0 && now > 0)) && !panel.hidden;
    troubles = now;
  };
  chips.forEach((chip, level) =>
    chip.addEventListener("click", () => {
      shown[shown.has(level) ? "delete" : "add"](level);
      show();
    }),
  );
  let isDue = false;
  checks.onChange.add(() => {
    if (!isDue) {
      isDue = true;
      queueMicrotask(() => {
        isDue = false;
        show();
      });
    }
  });
  show();
  return {
    reveal(finding) {
      shown.add(finding.level);
      panel.open = true;
      show();
      const index = checks.all.filter(({ level }) => shown.has(level)).indexOf(finding);
      const row = list.children[index] as HTMLElement | undefined;
      row?.scrollIntoView({ block: "nearest" });
      row?.focus();
    },
  };
}

function emptyText(count: number): string {
  return count === 0 ? "Nothing to report." : "Nothing at these levels.";
}

function createRow({ level, pointer, text: rule, code, count }: Remark, go: (pointer: string) => void): HTMLElement {
  const text = adviceOf(rule);
  const words = element("span", { class: "text" }, text);
  const line = element("p", {}, element("span", { class: "level" }, NAMES[level][0]), " ", words, count > 1 ? ` (${count} times)` : "");
  if (code) {
    line.append(" ", element("span", { class: "code" }, code));
  }
  const row = element("li", { class: `message ${level}`, tabindex: -1 }, ...(pointer ? [createPointer(pointer, go)] : []), line);
  if (text.length > LONG) {
    row.append(createFold(words, text));
  }
  return row;
}

/** The JSON pointer of a message: a button if it leads to a channel, clip or animation. */
function createPointer(pointer: string, go: (pointer: string) => void): HTMLElement {
  const destination = destinationOf(pointer);
  if (!destination) {
    return element("p", { class: "place" }, pointer);
  }
  const link = element("button", { type: "button", class: "place link", title: `Show the ${destination.kind}` }, pointer);
  link.addEventListener("click", () => go(pointer));
  return link;
}

function createFold(words: HTMLElement, text: string): HTMLElement {
  const fold = element("button", { type: "button", class: "link", "aria-expanded": "false" }, "Show all");
  const show = (isOpen: boolean): void => {
    words.textContent = isOpen ? text : `${text.slice(0, LONG)}…`;
    fold.textContent = isOpen ? "Show less" : "Show all";
    fold.setAttribute("aria-expanded", String(isOpen));
  };
  fold.addEventListener("click", () => show(fold.getAttribute("aria-expanded") === "false"));
  show(false);
  return fold;
}

/** The button that runs Khronos' validator, and the outcome. */
function createValidator(checks: Checks): { root: HTMLElement; show(): void } {
  const button = element("button", { type: "button", class: "button" }, "Validate");
  const state = element("span", { class: "state", role: "status" });
  button.addEventListener("click", () => void checks.validate());
  return {
    root: element("div", { class: "validator" }, button, state),
    show() {
      const { validator, source } = checks;
      button.disabled = !source || validator.state === "running";
      state.textContent = {
        idle: "checks the whole file with the Khronos validator",
        running: "The Khronos validator checks the file …",
        done: checks.isTruncated ? "Checked. The validator lists only the first issues." : "Checked with the Khronos validator.",
        failed: validator.state === "failed" ? `The file could not be checked: ${validator.reason}` : "",
      }[validator.state];
    },
  };
}
