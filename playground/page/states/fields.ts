import { element } from "../controls/dom.js";
import { fieldText, parseNumber } from "../controls/numberField.js";

/** A row of a form. What it shows is read again whenever the document changes. */
export interface Field {
  readonly nodes: readonly HTMLElement[];
  show(): void;
}

interface FieldOptions<T> {
  readonly id: string;
  readonly label: string;
  /** What the value means, with its unit: the tooltip of the label. */
  readonly hint?: string | undefined;
  readonly get: () => T;
  /** Takes a value over. @returns what is wrong with it; null if nothing is */
  readonly take: (value: T) => string | null | void;
}

export type Options = readonly (readonly [value: string, text: string])[];

/** A text that is taken over when the field is left, or with enter. */
export function textField(options: FieldOptions<string> & { readonly suggestions?: () => readonly string[] }): Field {
  const { id, label, hint, get, take, suggestions } = options;
  const input = element("input", {
    id,
    type: "text",
    class: "wide",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": `${id}-problem`,
    list: suggestions ? `${id}-list` : undefined,
  });
  const list = suggestions ? [element("datalist", { id: `${id}-list` })] : [];
  const problem = element("p", { id: `${id}-problem`, class: "problem full", role: "alert", hidden: true });
  const show = (): void => {
    if (document.activeElement !== input) {
      input.value = get();
    }
    list.forEach((each) => each.replaceChildren(...suggestions!().map((value) => element("option", { value }))));
  };
  const say = (text: string | null): void => {
    problem.textContent = text;
    problem.hidden = text === null;
    input.setAttribute("aria-invalid", String(text !== null));
  };
  input.addEventListener("change", () => {
    const wrong = input.value === get() ? null : take(input.value);
    say(wrong ?? null);
    input.value = get();
  });
  input.addEventListener("input", () => say(null));
  return { nodes: [element("label", { for: id, title: hint }, label), input, problem, ...list], show };
}

/** A number; an empty field is undefined, and shows what holds then. */
export function numberField(
  options: FieldOptions<number | undefined> & { readonly placeholder?: string; readonly isBare?: boolean },
): Field {
  const { label, placeholder = "", get, take, isBare = false } = options;
  const textOf = (value: number | undefined): string => (value === undefined ? "" : fieldText(value));
  const field = textField({
    ...options,
    get: () => textOf(get()),
    take: (text) => {
      const value = text.trim() === "" ? undefined : parseNumber(text);
      return value === null ? `${label}: use a number instead of ${text.trim().slice(0, 40)}` : take(value);
    },
  });
  const [name, input, problem] = field.nodes as [HTMLElement, HTMLInputElement, HTMLElement];
  input.placeholder = placeholder;
  input.inputMode = "decimal";
  input.classList.add("number");
  if (isBare) {
    input.classList.remove("wide");
    input.setAttribute("aria-label", label);
  }
  return { nodes: isBare ? [input, problem] : [name, input, problem], show: () => field.show() };
}

/** One of several values. @param options are read again, too */
export function selectField(options: FieldOptions<string> & { readonly options: () => Options; readonly isBare?: boolean }): Field {
  const { id, label, hint, get, take, isBare = false } = options;
  const select = element("select", { id, class: isBare ? undefined : "wide", "aria-label": isBare ? label : undefined });
  let shown = "";
  const show = (): void => {
    const value = get();
    const known = options.options();
    const all = known.some(([each]) => each === value) ? known : [...known, [value, value] as const];
    if (JSON.stringify(all) !== shown) {
      shown = JSON.stringify(all);
      select.replaceChildren(...all.map(([each, text]) => element("option", { value: each }, text)));
    }
    select.value = value;
  };
  select.addEventListener("change", () => {
    take(select.value);
    show();
  });
  return { nodes: isBare ? [select] : [element("label", { for: id, title: hint }, label), select], show };
}

/** A choice that does something once its button is pressed: keys go through the options of a list one by one. */
export function choiceField(
  id: string,
  label: string,
  button: string,
  options: () => Options,
  act: (value: string) => void,
  hint?: string,
): Field {
  let chosen = "";
  const value = (): string => (options().some(([each]) => each === chosen) ? chosen : (options()[0]?.[0] ?? ""));
  const field = selectField({ id, label, options, get: value, take: (text) => void (chosen = text), isBare: true });
  const add = element("button", { type: "button", class: "button", "aria-label": label }, button);
  add.addEventListener("click", () => value() !== "" && act(value()));
  const row = fieldRow(label, [field], [add], hint);
  return {
    nodes: row.nodes,
    show: () => {
      row.show();
      add.disabled = value() === "";
    },
  };
}

export function checkField({ id, label, hint, get, take }: FieldOptions<boolean>): Field {
  const input = element("input", { id, type: "checkbox" });
  input.addEventListener("change", () => take(input.checked));
  return { nodes: [element("label", { class: "check wide", title: hint }, input, label)], show: () => (input.checked = get()) };
}

/** Several fields in a row. */
export function fieldRow(label: string, fields: readonly Field[], more: readonly HTMLElement[] = [], hint?: string): Field {
  const controls = fields.flatMap(({ nodes }) => nodes.filter((node) => !node.matches(".problem")));
  const problems = fields.flatMap(({ nodes }) => nodes.filter((node) => node.matches(".problem")));
  return {
    nodes: [
      element("span", { class: "row-label", title: hint }, label),
      element("div", { class: "row wide" }, ...controls, ...more),
      ...problems,
    ],
    show: () => fields.forEach((field) => field.show()),
  };
}

/** A form whose fields are made again only when its structure changes: what has the focus, or is about to be clicked, stays. */
export class FieldsForm {
  readonly root: HTMLFormElement;
  private _structure = "";
  private _fields: readonly Field[] = [];

  constructor(label: string) {
    this.root = element("form", { class: "form", "aria-label": label });
    this.root.addEventListener("submit", (event) => event.preventDefault());
  }

  /** @param structure a text that differs if other fields are needed */
  show(structure: string, make: () => readonly Field[]): void {
    if (structure !== this._structure) {
      const { activeElement } = document;
      const focused = this.root.contains(activeElement) ? activeElement!.id : "";
      this._structure = structure;
      this._fields = make();
      this.root.replaceChildren(...this._fields.flatMap(({ nodes }) => nodes));
      this._fields.forEach((field) => field.show());
      if (focused) {
        (document.getElementById(focused) ?? this.root.querySelector<HTMLElement>("input, select, button"))?.focus();
      }
    }
    this._fields.forEach((field) => field.show());
  }
}
