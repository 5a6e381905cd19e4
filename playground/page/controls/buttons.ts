import type { TimeView } from "../plots/timeView.js";
import { element } from "./dom.js";

/** An action in a menu, with a line that describes it. */
export function createMenuItem(label: string, description: string, act: () => void): HTMLButtonElement {
  const item = element("button", { type: "button", class: "menu-item" }, label, element("small", {}, description));
  item.addEventListener("click", act);
  return item;
}

/** A menu below its summary. It closes with Escape, with a click elsewhere, and when the focus leaves it. */
export function createDropdown(name: string, summary: HTMLElement, menu: HTMLElement): HTMLDetailsElement {
  const details = element("details", { class: `dropdown ${name}` }, summary, menu);
  const isWithin = (target: EventTarget | null): boolean => details.contains(target as Node);
  addEventListener("pointerdown", ({ target }) => (details.open &&= isWithin(target)));
  details.addEventListener("focusout", ({ relatedTarget }) => (details.open &&= relatedTarget === null || isWithin(relatedTarget)));
  details.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") {
      details.open = false;
      summary.focus();
    }
  });
  return details;
}

/** A small button beside a plot. */
export function createToolButton(text: string, label: string, act: () => void): HTMLButtonElement {
  const button = element("button", { type: "button", class: "tool", title: label, "aria-label": label }, text);
  button.addEventListener("click", act);
  return button;
}

/** @param around the time that stays at the same pixel */
export function createZoomButtons(view: TimeView, around: () => number): readonly HTMLButtonElement[] {
  return [
    createToolButton("−", "Zoom out (-)", () => view.zoom(2, around())),
    createToolButton("+", "Zoom in (+)", () => view.zoom(0.5, around())),
    createToolButton("↔", "Show everything (0)", () => view.showWhole()),
  ];
}
