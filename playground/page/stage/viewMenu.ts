import { element, format, icon, type IconName } from "../controls/dom.js";
import { createDropdown } from "../controls/buttons.js";
import type { Stage, ViewSettings } from "./stage.js";

type Choices<T extends string> = Readonly<Record<T, string>>;

const ENVIRONMENTS: Choices<ViewSettings["environment"]> = { studio: "Studio", daylight: "Daylight", none: "The model's lights only" };
const BACKGROUNDS: Choices<ViewSettings["background"]> = { page: "Page", white: "White", grey: "Gray", black: "Black" };

/**
 * Buttons over the view: frame, reset, and the menu of how it looks.
 * @param more further controls of the menu
 */
export function createViewMenu(root: HTMLElement, stage: Stage, more: readonly Node[]): void {
  const frame = createButton("frame", "Frame the model (F)", () => stage.frame());
  const reset = createButton("reset", "Reset the view (R)", () => stage.resetCamera());
  const summary = element("summary", { class: "icon-button", title: "Light, background, grid, axes" }, icon("view"));
  summary.append(element("span", { class: "visually-hidden" }, "View settings"));
  const menu = element("div", { class: "menu popup form" });
  root.append(frame, reset, createDropdown("view-menu", summary, menu));

  const set = (change: Partial<ViewSettings>): void => void stage.setView(change);
  const environment = createSelect("Environment", ENVIRONMENTS, (name) => set({ environment: name }));
  const background = createSelect("Background", BACKGROUNDS, (name) => set({ background: name }));
  const exposure = createExposure((stops) => set({ exposure: stops }));
  const grid = createCheck("Grid", (checked) => set({ grid: checked }));
  const axes = createCheck("Axes and skeleton", (checked) => set({ axes: checked }));
  menu.append(...environment.parts, ...exposure.parts, ...background.parts, grid.root, axes.root, ...more);

  const show = (view: ViewSettings): void => {
    environment.select.value = view.environment;
    background.select.value = view.background;
    exposure.show(view.exposure);
    grid.input.checked = view.grid;
    axes.input.checked = view.axes;
  };
  stage.onView.add(show);
  show(stage.view);
}

function createButton(name: IconName, label: string, act: () => void): HTMLElement {
  const button = element(
    "button",
    { type: "button", class: "icon-button", "aria-label": label.replace(/ \(.*/, ""), title: label },
    icon(name),
  );
  button.addEventListener("click", act);
  return button;
}

function createSelect<T extends string>(
  label: string,
  choices: Choices<T>,
  onChoose: (name: T) => void,
): { parts: Node[]; select: HTMLSelectElement } {
  const id = `view-${label.toLowerCase()}`;
  const options = Object.entries<string>(choices).map(([value, text]) => element("option", { value }, text));
  const select = element("select", { id, class: "wide" }, ...options);
  select.addEventListener("change", () => onChoose(select.value as T));
  return { parts: [element("label", { for: id }, label), select], select };
}

function createExposure(onInput: (stops: number) => void): { parts: Node[]; show(stops: number): void } {
  const slider = element("input", { type: "range", id: "view-exposure", min: -4, max: 4, step: 0.25 });
  const value = element("output", { for: "view-exposure", class: "number" });
  slider.addEventListener("input", () => onInput(Number(slider.value)));
  return {
    parts: [element("label", { for: "view-exposure" }, "Exposure"), slider, value],
    show(stops) {
      slider.value = String(stops);
      value.textContent = `${stops > 0 ? "+" : ""}${format(stops)} EV`;
      slider.setAttribute("aria-valuetext", `${stops} stops`);
    },
  };
}

export function createCheck(label: string, onInput: (checked: boolean) => void): { root: HTMLElement; input: HTMLInputElement } {
  const input = element("input", { type: "checkbox" });
  input.addEventListener("input", () => onInput(input.checked));
  return { root: element("label", { class: "check wide" }, input, label), input };
}
