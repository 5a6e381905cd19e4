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

/** Formats a number without superfluous digits. */
export function format(value: number, digits = 3): string {
  if (!Number.isFinite(value)) {
    return value > 0 ? "∞" : value < 0 ? "−∞" : "NaN";
  }
  const size = Math.abs(value);
  const text = size >= 1e6 || (size > 0 && size < 1e-4) ? value.toExponential(2) : String(Number(value.toFixed(digits)) + 0);
  return text.replace("-", "−");
}
