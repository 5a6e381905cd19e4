import type { ResolvedClipSettings } from "../../src/pure.js";
import { element } from "./dom.js";
import type { Playable } from "./playable.js";
import type { Player } from "./player.js";

type NumberMember = "start" | "end" | "offset" | "speed" | "repetitions";

interface Field {
  readonly member: NumberMember;
  readonly label: string;
  readonly hint?: string;
  readonly step: number;
  /** The bounds of the slider. */
  readonly range: (playable: Playable) => readonly [number, number];
}

const FIELDS: readonly Field[] = [
  { member: "start", label: "Start (s)", step: 0.01, range: ({ lastKey }) => [0, lastKey || 1] },
  { member: "end", label: "End (s)", step: 0.01, range: ({ lastKey, bounds }) => [0, Math.max(lastKey, bounds.end) || 1] },
  { member: "offset", label: "Offset (s)", step: 0.01, range: ({ bounds }) => [0, bounds.end - bounds.start] },
  { member: "speed", label: "Speed", step: 0.05, range: () => [-3, 3] },
  { member: "repetitions", label: "Repetitions", hint: "−1 is endless, 0 never plays", step: 1, range: () => [-1, 10] },
];

const DEFAULTS = { start: 0, offset: 0, speed: 1, repetitions: -1, reverse: false } as const;

/** Edits the settings of the selected clip, and shows its JSON for a file. */
export function createSettingsPanel(root: HTMLElement, player: Player): void {
  const form = element("form", { class: "form", "aria-label": "Settings" });
  form.addEventListener("submit", (event) => event.preventDefault());
  const empty = element("p", { class: "empty" }, "Select a clip.");
  const problem = element("p", { class: "problem full", role: "alert", hidden: true });
  const originals = new WeakMap<Playable, ResolvedClipSettings>();

  const edit = (change: Partial<ResolvedClipSettings>): void => {
    if (!player.chosen) {
      return;
    }
    problem.hidden = true;
    try {
      player.edit({ ...player.chosen.settings, ...change });
    } catch (error) {
      if (!(error instanceof RangeError)) {
        throw error;
      }
      problem.textContent = error.message.replace("settings.", "");
      problem.hidden = false;
    }
  };
  const numbers = FIELDS.map((field) => createNumber(field, (value) => edit({ [field.member]: value })));
  const open = createCheck("No end", (checked) => edit({ end: checked ? Infinity : player.chosen!.bounds.end }));
  const reverse = createCheck("Reverse (ping-pong)", (checked) => edit({ reverse: checked }));
  const reset = element("button", { type: "button", class: "button" }, "Reset");
  reset.addEventListener("click", () => player.chosen && edit(originals.get(player.chosen)!));
  const json = createJson();
  form.append(...numbers.flatMap(({ parts, member }) => (member === "end" ? [...parts, open.root] : parts)), reverse.root, problem);
  open.root.classList.add("wide");
  reverse.root.classList.add("wide");
  root.append(form, json.root, empty);
  json.actions.append(reset);

  const show = (): void => {
    const { chosen } = player;
    form.hidden = json.root.hidden = !chosen;
    empty.hidden = chosen !== null;
    problem.hidden = true;
    if (!chosen) {
      return;
    }
    const { settings } = chosen;
    originals.set(chosen, originals.get(chosen) ?? settings);
    numbers.forEach((number) => number.show(chosen));
    open.input.checked = settings.end === Infinity;
    reverse.input.checked = settings.reverse;
    reset.disabled = originals.get(chosen) === settings;
    json.show(toJson(chosen));
  };
  player.onChoose.add(show);
  player.onEdit.add(show);
}

/** The entry in `/extensions/KHR_animation_clip/clips` with the current settings of a clip. */
function toJson({ name, origin, settings }: Playable): string {
  const members = Object.entries(settings).filter(
    ([member, value]) => value !== Infinity && (DEFAULTS as Partial<Record<string, unknown>>)[member] !== value,
  );
  return JSON.stringify(
    { name, animations: origin.animations, ...Object.fromEntries(members.map(([m, v]) => [m, rounded(v)])) },
    null,
    2,
  ).replace(/\[\s+([\d,\s]+?)\s+\]/g, (_, items: string) => `[${items.replace(/\s+/g, " ")}]`);
}

function rounded(value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(12)) : value;
}

function createNumber(field: Field, onInput: (value: number) => void): { member: NumberMember; parts: Node[]; show(of: Playable): void } {
  const { member, label, hint, step, range } = field;
  const id = `setting-${member}`;
  const number = element("input", { type: "number", class: "number", id, step: member === "repetitions" ? 1 : "any" });
  const slider = element("input", { type: "range", step, "aria-label": `${label} slider`, tabindex: -1 });
  for (const input of [number, slider]) {
    input.addEventListener("input", () => {
      if (input.value !== "") {
        onInput(Number(input.value));
      }
    });
  }
  return {
    member,
    parts: [element("label", { for: id, title: hint }, label), slider, number],
    show(playable) {
      const value = playable.settings[member];
      const [low, high] = range(playable);
      const isOpen = value === Infinity;
      slider.min = String(low);
      slider.max = String(high);
      slider.value = String(isOpen ? high : value);
      slider.disabled = number.disabled = isOpen;
      if (document.activeElement !== number || Number(number.value) !== value) {
        number.value = isOpen ? "" : String(Number(value.toFixed(4)));
      }
      number.placeholder = isOpen ? "∞" : "";
    },
  };
}

function createCheck(label: string, onInput: (checked: boolean) => void): { root: HTMLElement; input: HTMLInputElement } {
  const input = element("input", { type: "checkbox" });
  input.addEventListener("input", () => onInput(input.checked));
  return { root: element("label", { class: "check" }, input, label), input };
}

function createJson(): { root: HTMLElement; actions: HTMLElement; show(text: string): void } {
  const pre = element("pre", { tabindex: 0, "aria-label": "JSON of the clip" });
  const copy = element("button", { type: "button", class: "button" }, "Copy JSON");
  copy.addEventListener("click", () => {
    void navigator.clipboard.writeText(pre.textContent).then(
      () => (copy.textContent = "Copied"),
      () => getSelection()?.selectAllChildren(pre),
    );
  });
  const actions = element("div", { class: "actions row" }, copy);
  return {
    root: element("div", { class: "json" }, pre, actions),
    actions,
    show(text) {
      pre.textContent = text;
      copy.textContent = "Copy JSON";
    },
  };
}
