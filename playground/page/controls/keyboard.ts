import type { Editor } from "../document/editor.js";
import type { Player } from "../playback/player.js";
import type { Stage } from "../stage/stage.js";
import { STEP } from "../playback/transport.js";

type Actions = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Keyboard shortcuts of the page, unless the focused control uses the key. */
export function listenToKeys(player: Player, stage: Stage, toggleInspector: () => void, stepKey: (direction: 1 | -1) => void): void {
  const actions: Actions = {
    " ": () => player.togglePlay(),
    ArrowLeft: () => player.step(-STEP),
    ArrowRight: () => player.step(STEP),
    ",": () => stepKey(-1),
    ".": () => stepKey(1),
    Home: () => player.toBound("start"),
    End: () => player.toBound("end"),
    f: () => stage.frame(),
    r: () => stage.resetCamera(),
    i: toggleInspector,
  };
  const ofView = viewActions(stage);
  let clicked: EventTarget | null = null;
  addEventListener("pointerdown", ({ target }) => (clicked = (target as Element).closest("button, summary")));
  addEventListener("focusout", ({ target }) => (clicked = target === clicked ? null : clicked));
  addEventListener("keydown", (event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = (event.target === stage.canvas ? ofView[key] : undefined) ?? actions[key];
    if (action && !event.ctrlKey && !event.metaKey && !event.altKey && !isTaken(event, clicked)) {
      event.preventDefault();
      action(event);
    }
  });
  leaveFocusByPointer(stage.canvas);
}

/** What keys do while the view has the focus. */
function viewActions(stage: Stage): Actions {
  const move =
    (right: number, up: number) =>
    ({ shiftKey }: KeyboardEvent): void =>
      shiftKey ? stage.pan(right, up) : stage.orbit(right, -up);
  return {
    ArrowLeft: move(-1, 0),
    ArrowRight: move(1, 0),
    ArrowUp: move(0, 1),
    ArrowDown: move(0, -1),
    "+": () => stage.zoom(1),
    "=": () => stage.zoom(1),
    "-": () => stage.zoom(-1),
  };
}

/** Who turns the view with the mouse goes on with the keys of the page; only the Tab key gives the view the focus, and its frame. */
function leaveFocusByPointer(canvas: HTMLCanvasElement): void {
  canvas.addEventListener("mousedown", (event) => event.preventDefault());
  canvas.addEventListener("pointerdown", () => (document.activeElement as HTMLElement | null)?.blur());
}

/**
 * Whether the focused control uses the key.
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
  if (target.matches("input[type='checkbox'], button, summary, [tabindex]:not(canvas, .time-plot, .strip-track, .event)")) {
    return key === " " && target !== clicked;
  }
  return target.matches("input, select, textarea");
}

/** The keyboard shortcuts that change or save the clips. @param canDelete whether a key deletes the selected clip now */
export function listenToEditingKeys(editor: Editor, save: () => Promise<void>, canDelete: () => boolean): void {
  addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    const isCommand = (ctrlKey || metaKey) && !altKey;
    const name = `${isCommand ? "Ctrl+" : ""}${shiftKey ? "Shift+" : ""}${key.length === 1 ? key.toLowerCase() : key}`;
    const actions: Readonly<Record<string, () => void>> = {
      "Ctrl+s": () => void save(),
      ...(isText(target, isCommand)
        ? {}
        : {
            "Ctrl+z": () => editor.undo(),
            "Ctrl+Shift+z": () => editor.redo(),
            "Ctrl+y": () => editor.redo(),
            ...(canDelete() ? { Delete: () => editor.remove() } : {}),
          }),
    };
    const action = document.querySelector("dialog[open]") || (altKey && !isCommand) ? undefined : actions[name];
    if (action) {
      event.preventDefault();
      action();
    }
  });
}

/** Whether the focused control uses editing keys. A number is applied while it is typed, so that undo takes back the change of the clip. */
function isText(target: EventTarget | null, isCommand: boolean): boolean {
  if (!(target instanceof Element) || target.closest("#babylon-inspector-container")) {
    return target instanceof Element;
  }
  return (
    target.matches("textarea, input[type='text'], input[type='search'], input[type='number'], select") &&
    !(isCommand && target.matches("[role='spinbutton']"))
  );
}
