type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Creates an element. Text is never parsed as HTML, because it may come from any file. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      made.setAttribute(name, value === true ? "" : String(value));
    }
  }
  made.append(...children);
  return made;
}

/** @throws Error if the page has no such element */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) {
    throw new Error(`#${id}: must be in the page`);
  }
  return found as T;
}

/** Sets a text only if it changes, so that the page is not laid out again. */
export function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

/** Sets a title only if it changes. */
export function setTitle(node: HTMLElement, title: string): void {
  if (node.title !== title) {
    node.title = title;
  }
}

const SVG = "http://www.w3.org/2000/svg";

const ICONS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  stop: "M6 6h12v12H6z",
  back: "M18 5v14l-9-7zM6 5h2.2v14H6z",
  forward: "M6 5v14l9-7zM15.8 5H18v14h-2.2z",
  frame: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4zM9 9h6v6H9z",
  reset: "M12 5a7 7 0 1 1-6.6 4.6l1.9.7A5 5 0 1 0 12 7v3L7.5 6 12 2z",
  view: "M4 6h9v2H4zM17 6h3v2h-3zM14 4h2v6h-2zM4 11h3v2H4zM11 11h9v2h-9zM8 9h2v6H8zM4 16h9v2H4zM17 16h3v2h-3zM14 14h2v6h-2z",
  add: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  duplicate: "M8 4h11v12h-2V6H8zM5 8h10v12H5zm2 2v8h6v-8z",
  cut: "M11 3h2v4h-2zm0 7h2v4h-2zm0 7h2v4h-2zM3 8h5v2H5v4h3v2H3zm13 0h5v8h-5v-2h3v-4h-3z",
  event: "M10 5l7 7-7 7-7-7zm0 2.8L5.8 12l4.2 4.2 4.2-4.2zM18 3h2v3h3v2h-3v3h-2V8h-3V6h3z",
  remove: "M9 4h6v2h5v2H4V6h5zM6 9h12v11H6zm2 2v7h8v-7z",
  up: "M12 6l7 7-1.4 1.4L13 9.8V19h-2V9.8l-4.6 4.6L5 13z",
  down: "M12 18l-7-7 1.4-1.4 4.6 4.6V5h2v9.2l4.6-4.6L19 11z",
  undo: "M9 5v3.5h5a5.5 5.5 0 0 1 0 11H7v-2h7a3.5 3.5 0 0 0 0-7H9V14L4 9.5z",
  redo: "M15 5v3.5h-5a5.5 5.5 0 0 0 0 11h7v-2h-7a3.5 3.5 0 0 1 0-7h5V14l5-4.5z",
  grip: "M9 6h2v2H9zm4 0h2v2h-2zM9 11h2v2H9zm4 0h2v2h-2zM9 16h2v2H9zm4 0h2v2h-2z",
  more: "M6.4 9L12 14.6 17.6 9 19 10.4l-7 7-7-7z",
} as const;

export type IconName = keyof typeof ICONS;

export function icon(name: IconName): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.append(path);
  return svg;
}

/** Formats a number without superfluous digits. What would be rounded to 0 has two digits. */
export function format(value: number, digits = 3): string {
  if (!Number.isFinite(value)) {
    return value > 0 ? "∞" : value < 0 ? "−∞" : "NaN";
  }
  const size = Math.abs(value);
  const rounded = Number(value.toFixed(digits)) || Number(value.toPrecision(2));
  const text = size >= 1e6 || (size > 0 && size < 1e-4) ? value.toExponential(2) : String(rounded + 0);
  return text.replace("-", "−");
}

/** A number of a plot: four significant digits, all digits of an integer part, and 0 for what is nothing but an error of rounding. */
export function formatValue(value: number): string {
  const rounded = Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4));
  return Number.isFinite(value) ? (Math.abs(value) < NOTHING ? "0" : format(rounded, 9)) : format(value);
}

/** Smaller values are errors of rounding, in any unit that people use. */
export const NOTHING = 1e-6;
