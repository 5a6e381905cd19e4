import { textOf } from "../checks/messages.js";
import { announce } from "../controls/announce.js";
import { copy } from "../controls/clipboard.js";
import { element } from "../controls/dom.js";
import { advise, type Hint } from "./advice.js";
import type { Figures } from "./figures.js";
import { cellsOf, COLUMNS, conditionsOf, toMarkdown } from "./figuresTable.js";
import { writeFigures } from "./link.js";

/** The line of code that a result may advise. */
const CODE = `import { RegisterCompiledGroups } from "babylon-gltf-animation";

RegisterCompiledGroups(); // once, before files are loaded`;

/** How the figures came to the page. */
export type Origin = "measured" | "link";

/** Shows figures: the answer, what to do, the table, and the conditions. The heading can have the focus. */
export function showResult(root: HTMLElement, figures: Figures, origin: Origin): void {
  const { answer, sentences, suggestsLine, hints } = advise(figures);
  root.replaceChildren(
    ...(origin === "link" ? [createOriginNote(figures)] : []),
    element("h2", { tabindex: -1, class: "answer" }, answer),
    ...sentences.map((sentence) => element("p", {}, sentence)),
    ...(suggestsLine ? [createCode()] : []),
    ...(hints.length > 0 ? [element("h3", {}, "What to do"), element("ul", { class: "hints" }, ...hints.map(createHint))] : []),
    element("h3", { id: "figures-title" }, "Figures, in milliseconds"),
    createTable(figures),
    element(
      "p",
      { class: "note" },
      "Animation step and whole frame are processor time. A picture comes at the earliest when the display asks for one. A dash: the browser does not tell.",
    ),
    element("h3", {}, "Conditions"),
    element(
      "dl",
      { class: "facts" },
      ...conditionsOf(figures).flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
    ),
    element(
      "div",
      { class: "row actions" },
      createLinkButton(figures),
      createCopyButton("Copy as Markdown", () => toMarkdown(figures)),
    ),
  );
  root.hidden = false;
}

function createOriginNote({ conditions: { date } }: Figures): HTMLElement {
  return element(
    "p",
    { class: "origin" },
    element("strong", {}, "Measured elsewhere. "),
    `These figures came with the link: they are those of the machine below, on ${date}. Open the file to measure it on yours.`,
  );
}

function createHint({ text, href, label }: Hint): HTMLElement {
  return element("li", {}, `${text} `, element("a", { href }, label));
}

function createCode(): HTMLElement {
  return element(
    "div",
    { class: "code" },
    element("pre", {}, element("code", {}, CODE)),
    createCopyButton("Copy code", () => CODE),
  );
}

function createTable(figures: Figures): HTMLElement {
  const head = COLUMNS.map((name) => element("th", { scope: "col" }, name));
  const rows = cellsOf(figures).map((cells) =>
    element("tr", {}, ...cells.map((cell, i) => element(i < 2 ? "th" : "td", i < 2 ? { scope: "row" } : {}, cell))),
  );
  const table = element(
    "table",
    { "aria-labelledby": "figures-title" },
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...rows),
  );
  return element("div", { class: "wide", tabindex: 0, role: "group", "aria-labelledby": "figures-title" }, table);
}

function createLinkButton(figures: Figures): HTMLButtonElement {
  return createCopyButton("Copy link", () => {
    const url = new URL(writeFigures(figures), location.href);
    history.replaceState(history.state, "", url);
    return url.href;
  });
}

function createCopyButton(label: string, textToCopy: () => string): HTMLButtonElement {
  const button = element("button", { type: "button", class: "button" }, label);
  button.addEventListener("click", () => {
    copy(textToCopy()).then(
      () => announce(`${label}: done.`),
      (error: unknown) => announce(textOf(error)),
    );
  });
  return button;
}
