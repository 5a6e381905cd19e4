import { createToolButton, createZoomButtons } from "../controls/buttons.js";
import { element } from "../controls/dom.js";
import type { Player } from "../playback/player.js";
import type { TimeView } from "../plots/timeView.js";
import type { ShownCurve } from "./shownCurve.js";

export interface CurveTools {
  readonly root: HTMLElement;
  show(shown: ShownCurve | null): void;
  showEuler(isEuler: boolean): void;
}

/** The buttons of the panel. */
export function createCurveTools(view: TimeView, player: Player, step: (direction: 1 | -1) => void, toggleEuler: () => void): CurveTools {
  const middle = (): number => player.chosen?.timestamp ?? (view.from + view.to) / 2;
  const euler = element(
    "button",
    { type: "button", class: "tool wide", "aria-pressed": "false", title: "Draw Euler angles instead of the quaternion" },
    "Euler",
  );
  euler.addEventListener("click", toggleEuler);
  const keys = [createToolButton("◂◆", "Previous key (,)", () => step(-1)), createToolButton("◆▸", "Next key (.)", () => step(1))];
  const zooms = createZoomButtons(view, middle);
  return {
    root: element("div", { class: "plot-tools" }, euler, ...keys, ...zooms),
    show(shown) {
      euler.hidden = !shown?.euler;
      keys.forEach((each) => (each.disabled = !shown));
      zooms.forEach((each) => (each.disabled = !shown));
    },
    showEuler: (isEuler) => euler.setAttribute("aria-pressed", String(isEuler)),
  };
}
