import { element, format, setText } from "../controls/dom.js";
import type { ControllerGraph, Parameters } from "./graph.js";

export interface ParameterActions {
  /** Sets a parameter of the controller that runs; without one, its first value. */
  readonly set: (name: string, value: number | boolean) => void;
  readonly fire: (name: string) => void;
  readonly add: (name: string, value: Parameters[string]) => void;
  readonly rename: (from: string, to: string) => void;
  readonly remove: (name: string) => void;
}

/** The parameters of a controller: sliders, switches and buttons. */
export class ParameterList {
  readonly root = element("div", { class: "parameters" });
  private readonly _rows = element("div", { class: "form" });
  private readonly _note = element("p", { class: "note" });
  private _structure = "";
  private _isRunning = false;
  private _updates = new Map<string, (value: number | boolean) => void>();

  constructor(private readonly _actions: ParameterActions) {
    const name = element("input", {
      id: "parameter-new",
      type: "text",
      placeholder: "name",
      "aria-label": "Name of a new parameter",
      autocomplete: "off",
    });
    const kind = element(
      "select",
      { "aria-label": "Kind of the new parameter" },
      ...["number", "switch", "trigger"].map((each) => element("option", {}, each)),
    );
    const add = element("button", { type: "submit", class: "button" }, "Add");
    const form = element("form", { class: "row", "aria-label": "New parameter" }, name, kind, add);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const values = { number: 0, switch: false, trigger: "trigger" } as const;
      _actions.add(name.value.trim() || kind.value, values[kind.value as keyof typeof values]);
      name.value = "";
    });
    this.root.append(this._rows, this._note, form);
  }

  /** @param graph null for none */
  show(graph: ControllerGraph | null): void {
    const entries = Object.entries(graph?.parameters ?? {});
    const structure = JSON.stringify(
      entries.map(([name, value]) => [name, value === "trigger" ? value : typeof value, graph && rangeOf(graph, name)]),
    );
    if (structure !== this._structure) {
      this._structure = structure;
      const focused = document.activeElement?.id ?? "";
      this._updates = new Map();
      this._rows.replaceChildren(...entries.flatMap(([name, value], i) => this._createRow(graph!, name, value, `parameter-${i}`)));
      if (this._rows.querySelector(`#${CSS.escape(focused || "none")}`)) {
        document.getElementById(focused)!.focus();
      }
    }
    if (!this._isRunning) {
      entries.forEach(([name, value]) => this._updates.get(name)?.(value === "trigger" ? false : value));
    }
    this.setRunning(this._isRunning);
  }

  /** Whether the values are those of a controller that runs; else the first values, which can be changed. */
  setRunning(isRunning: boolean): void {
    this._isRunning = isRunning;
    this._rows.querySelectorAll<HTMLButtonElement>(".fire").forEach((fire) => (fire.disabled = !isRunning));
    const note =
      this._updates.size === 0 ? "Transitions and blends follow parameters." : isRunning ? "" : "These are the values at the beginning.";
    setText(this._note, note);
    this._note.hidden = note === "";
  }

  /** Shows the values of the controller that runs. */
  follow(get: (name: string) => number | boolean): void {
    this._updates.forEach((update, name) => update(get(name)));
  }

  private _createRow(graph: ControllerGraph, name: string, value: Parameters[string], id: string): readonly HTMLElement[] {
    const label = element("input", {
      id: `${id}-name`,
      type: "text",
      class: "parameter-name",
      "aria-label": `Name of the parameter ${name}`,
      autocomplete: "off",
    });
    label.value = name;
    label.addEventListener("change", () => {
      const to = label.value.trim();
      if (to === "" || to === name || Object.hasOwn(graph.parameters, to)) {
        label.value = name;
      } else {
        this._actions.rename(name, to);
      }
    });
    const remove = element(
      "button",
      { type: "button", class: "button quiet remove", "aria-label": `Delete the parameter ${name}`, title: `Delete ${name}` },
      "×",
    );
    remove.addEventListener("click", () => this._actions.remove(name));
    return [label, element("div", { class: "row wide" }, ...this._createControl(graph, name, value, id), remove)];
  }

  private _createControl(graph: ControllerGraph, name: string, value: Parameters[string], id: string): readonly HTMLElement[] {
    if (value === "trigger") {
      const fire = element("button", { type: "button", class: "button fire", id }, `Fire ${name}`);
      fire.addEventListener("click", () => this._actions.fire(name));
      this._updates.set(name, (waits) => fire.classList.toggle("primary", waits === true));
      return [fire];
    }
    if (typeof value === "boolean") {
      const input = element("input", { type: "checkbox", id, role: "switch" });
      input.addEventListener("change", () => this._actions.set(name, input.checked));
      this._updates.set(name, (on) => (input.checked = on === true));
      return [element("label", { class: "check" }, input, name)];
    }
    const [least, most] = rangeOf(graph, name);
    const slider = element("input", { type: "range", id, min: least, max: most, step: (most - least) / 100, "aria-label": name });
    const output = element("output", { for: id });
    slider.addEventListener("input", () => {
      setText(output, format(slider.valueAsNumber, 2));
      if (this._isRunning) {
        this._actions.set(name, slider.valueAsNumber);
      }
    });
    slider.addEventListener("change", () => !this._isRunning && this._actions.set(name, slider.valueAsNumber));
    this._updates.set(name, (now) => {
      if (slider.valueAsNumber !== now) {
        slider.value = String(now);
      }
      setText(output, format(Number(now), 2));
    });
    return [slider, output];
  }
}

/** A range in which all values lie that the definition has for a number: places of clips, bounds of conditions, the first value. */
export function rangeOf({ parameters, sheets }: ControllerGraph, name: string): readonly [number, number] {
  const values = [0, Number(parameters[name])];
  const addPlaces = ({ blend, clips, speed }: { blend?: unknown; clips?: unknown; speed?: unknown }): void => {
    const axis = [blend].flat().indexOf(name);
    for (const part of Array.isArray(clips) ? (clips as { at?: unknown; clips?: unknown }[]) : []) {
      const at = [part?.at].flat()[axis];
      values.push(...(typeof at === "number" ? [at] : []));
      addPlaces(part);
    }
    values.push(...(speed === name ? [2] : []));
  };
  for (const { layer, nodes, arrows } of sheets) {
    nodes.forEach(({ state }) => addPlaces(state));
    values.push(...(layer.weight === name ? [1] : []));
    for (const { when } of arrows) {
      const condition = when?.[name];
      const bounds = typeof condition === "object" && condition !== null ? Object.values(condition) : [condition];
      // a value beyond the bound must be within reach
      values.push(...bounds.flatMap((bound) => (typeof bound === "number" ? [bound * 1.25] : [])));
    }
  }
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return [least, most > least ? most : least + 1];
}
