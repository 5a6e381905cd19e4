import { element } from "../controls/dom.js";
import type { Editor } from "./editor.js";

/** A field for the name of the selected clip, and a line that says at once what is wrong with it. */
export interface NameField {
  readonly input: HTMLInputElement;
  readonly problem: HTMLElement;
  /** Puts a name into the field. */
  readonly show: (name: string) => void;
}

/** @param attributes of the input; the line gets its id with a suffix */
export function createNameField(editor: Editor, attributes: { readonly id: string } & Readonly<Record<string, string>>): NameField {
  const problem = element("div", { id: `${attributes.id}-problem`, class: "name-problem", hidden: true });
  const input = element("input", { type: "text", autocomplete: "off", spellcheck: "false", "aria-describedby": problem.id, ...attributes });
  const check = (): void => {
    const text = editor.problemOfName(input.value);
    problem.hidden = text === null;
    // an alert that stays is not read again
    if (problem.textContent !== (text ?? "")) {
      problem.replaceChildren(...(text === null ? [] : [element("p", { class: "problem", role: "alert" }, text)]));
    }
    if (text === null) {
      input.removeAttribute("aria-invalid");
    } else {
      input.setAttribute("aria-invalid", "true");
    }
  };
  input.addEventListener("input", check);
  return {
    input,
    problem,
    show(name) {
      input.value = name;
      check();
    },
  };
}
