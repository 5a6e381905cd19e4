import type { Player } from "./player.js";
import { STEP } from "./transport.js";

/** Keys for the whole page, unless the focus is where they mean something already. */
export function listenToKeys(player: Player, toggleInspector: () => void): void {
  const actions: Readonly<Record<string, () => void>> = {
    " ": () => player.chosen && player.toggle(player.chosen),
    ArrowLeft: () => player.step(-STEP),
    ArrowRight: () => player.step(STEP),
    Home: () => player.toBound("start"),
    End: () => player.toBound("end"),
    i: toggleInspector,
  };
  addEventListener("keydown", (event) => {
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action && !event.ctrlKey && !event.metaKey && !event.altKey && !isTaken(event)) {
      event.preventDefault();
      action();
    }
  });
}

function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) {
    return false;
  }
  if (target.closest("#babylon-inspector-container") && key.toLowerCase() !== "i") {
    return true;
  }
  if (target.matches("input[type='checkbox'], input[type='range'].scrub")) {
    return key === " " && target.matches("input[type='checkbox']");
  }
  if (target.matches("button, summary, label, [tabindex]:not(canvas)")) {
    return key === " ";
  }
  return target.matches("input, select, textarea");
}
