import type { Editor } from "./editor.js";

/** The keyboard shortcuts that change or save the clips. */
export function listenToEditingKeys(editor: Editor, save: () => Promise<void>): void {
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
            Delete: () => editor.remove(),
          }),
    };
    const action = document.querySelector("dialog[open]") || (altKey && !isCommand) ? undefined : actions[name];
    if (action) {
      event.preventDefault();
      action();
    }
  });
}

/** Whether the focused control uses such keys itself. A number is applied while it is typed, so that undo takes back the change of the clip. */
function isText(target: EventTarget | null, isCommand: boolean): boolean {
  if (!(target instanceof Element) || target.closest("#babylon-inspector-container")) {
    return target instanceof Element;
  }
  return (
    target.matches("textarea, input[type='text'], input[type='search'], input[type='number'], select") &&
    !(isCommand && target.matches("[role='spinbutton']"))
  );
}
