import type { Player } from "./player.js";
import { STEP } from "./transport.js";

/** Keyboard shortcuts of the page, except where the focused control uses the key itself. */
export function listenToKeys(player: Player, toggleInspector: () => void, stepKey: (direction: 1 | -1) => void): void {
  const actions: Readonly<Record<string, () => void>> = {
    " ": () => player.chosen && player.toggle(player.chosen),
    ArrowLeft: () => player.step(-STEP),
    ArrowRight: () => player.step(STEP),
    ",": () => stepKey(-1),
    ".": () => stepKey(1),
    Home: () => player.toBound("start"),
    End: () => player.toBound("end"),
    i: toggleInspector,
  };
  let clicked: EventTarget | null = null;
  addEventListener("pointerdown", ({ target }) => (clicked = (target as Element).closest("button, summary")));
  addEventListener("focusout", ({ target }) => (clicked = target === clicked ? null : clicked));
  addEventListener("keydown", (event) => {
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action && !event.ctrlKey && !event.metaKey && !event.altKey && !isTaken(event, clicked)) {
      event.preventDefault();
      action();
    }
  });
}

/**
 * Whether the focused control uses the key itself.
 * @param clicked the button focused by mouse or touch: a space that follows is not for the button
 */
function isTaken({ target, key }: KeyboardEvent, clicked: EventTarget | null): boolean {
  if (!(target instanceof Element)) {
    return false;
  }
  if (target.closest("#babylon-inspector-container") && key.toLowerCase() !== "i") {
    return true;
  }
  if (target.matches("input[type='range']")) {
    return key !== " " && !target.matches(".scrub");
  }
  if (target.matches("input[type='checkbox'], button, summary, [tabindex]:not(canvas, .time-plot)")) {
    return key === " " && target !== clicked;
  }
  return target.matches("input, select, textarea");
}
