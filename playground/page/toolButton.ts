import { element } from "./dom.js";
import type { TimeView } from "./timeView.js";

/** A small button beside a plot. */
export function createToolButton(text: string, label: string, act: () => void): HTMLButtonElement {
  const button = element("button", { type: "button", class: "tool", title: label, "aria-label": label }, text);
  button.addEventListener("click", act);
  return button;
}

/** @param around the time that keeps its place */
export function createZoomButtons(view: TimeView, around: () => number): readonly HTMLButtonElement[] {
  return [
    createToolButton("−", "Zoom out (-)", () => view.zoom(2, around())),
    createToolButton("+", "Zoom in (+)", () => view.zoom(0.5, around())),
    createToolButton("↔", "Show everything (0)", () => view.showWhole()),
  ];
}
