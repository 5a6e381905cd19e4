import type { ResolvedClipSettings } from "../../../src/pure.js";
import { AnimationsField } from "./animationsField.js";
import { hintOf, type SettingsHint } from "../document/clipEdits.js";
import { element } from "../controls/dom.js";
import type { Editor } from "../document/editor.js";
import { createNameField } from "../document/nameField.js";
import { JsonField } from "./jsonField.js";
import { NumberField, numberText } from "../controls/numberField.js";
import type { Playable } from "../playback/playable.js";

type NumberMember = "start" | "end" | "offset" | "speed" | "repetitions";

interface Field {
  readonly member: NumberMember;
  readonly label: string;
  readonly hint?: string;
  readonly word?: readonly [text: string, value: number];
  readonly step: number;
  readonly isSigned?: boolean;
  /** The bounds of the slider. */
  readonly range: (playable: Playable) => readonly [number, number];
}

const FIELDS: readonly Field[] = [
  { member: "start", label: "Start (s)", step: 0.01, range: ({ lastKey, bounds }) => [0, Math.max(lastKey, bounds.end) || 1] },
  { member: "end", label: "End (s)", step: 0.01, range: ({ lastKey, bounds }) => [0, Math.max(lastKey, bounds.end) || 1] },
  { member: "offset", label: "Offset (s)", step: 0.01, range: ({ bounds }) => [0, bounds.end - bounds.start] },
  { member: "speed", label: "Speed", step: 0.05, isSigned: true, range: () => [-3, 3] },
  {
    member: "repetitions",
    label: "Repetitions",
    hint: "How often the clip plays; endless repeats without end, 0 never plays",
    word: ["endless", -1],
    step: 1,
    isSigned: true,
    range: () => [-1, 10],
  },
];

const KINDS = {
  clip: "",
  controller: "A controller of the file.",
  animation: "A whole animation of the file.",
  move: "A move of another file. Save writes it into the model once its file is kept.",
} as const;

interface Part {
  readonly nodes: readonly Node[];
  readonly show: (playable: Playable) => void;
}

/** Edits name, animations, settings and JSON of the selected clip. */
export function createSettingsPanel(root: HTMLElement, editor: Editor): void {
  const form = element("form", { class: "form", "aria-label": "Settings" });
  form.addEventListener("submit", (event) => event.preventDefault());
  const empty = element("p", { class: "empty" }, "Select a clip.");
  const fields = element("fieldset", { class: "fields", "aria-label": "Clip" });
  const notes = createNotes(editor);
  const parts = [createName(editor), ...createSettings(editor)];
  const json = new JsonField(
    (text) => editor.document!.setJson(editor.chosen!.id, text),
    () => editor.document?.endGesture(),
  );
  fields.append(...parts.flatMap(({ nodes }) => nodes));
  form.append(notes.fixed, fields, notes.root, json.root);
  root.append(form, empty);

  const show = (): void => {
    const { chosen, document } = editor.player;
    const entry = chosen && chosen.entry !== null ? document!.find(chosen.entry) : undefined;
    form.hidden = !chosen;
    empty.hidden = chosen !== null;
    if (chosen) {
      fields.disabled = !entry;
      json.root.hidden = !entry;
      parts.forEach((part) => part.show(chosen));
      notes.show(chosen);
    }
    if (entry) {
      json.show(entry);
    }
  };
  editor.player.onChoose.add(show);
  editor.player.onEdit.add(show);
}

function createName(editor: Editor): Part {
  const { input, problem, show } = createNameField(editor, { id: "setting-name", class: "wide" });
  problem.classList.add("full");
  input.addEventListener("change", () => {
    editor.rename(input.value);
    show(editor.player.chosen?.name ?? "");
  });
  return {
    nodes: [element("label", { for: "setting-name" }, "Name"), input, problem],
    show: ({ name }) => show(document.activeElement === input && input.value.trim() === name ? input.value : name),
  };
}

function createSettings(editor: Editor): readonly Part[] {
  const animations = new AnimationsField(editor);
  const check = (label: string, change: (isChecked: boolean) => void): { root: HTMLElement; input: HTMLInputElement } => {
    const made = createCheck(label, change);
    made.root.classList.add("wide");
    return made;
  };
  const open = check("No end", (isOpen) => editor.change("end", { end: isOpen ? Infinity : editor.player.chosen!.bounds.end }));
  const reverse = check("Reverse (ping-pong)", (isReverse) => editor.change("reverse", { reverse: isReverse }));
  const [start, end, ...others] = FIELDS.map((field) => createNumber(field, editor));
  return [
    { nodes: [animations.label, animations.root], show: (playable) => animations.show(playable) },
    start!,
    end!,
    { nodes: [open.root], show: ({ settings }) => (open.input.checked = settings.end === Infinity) },
    ...others,
    { nodes: [reverse.root], show: ({ settings }) => (reverse.input.checked = settings.reverse) },
  ];
}

/** Hides the broken rule that is shown: there is one at a time. */
let hideProblem = (): void => undefined;

function createNumber({ member, label, hint, word, step, isSigned = false, range }: Field, editor: Editor): Part {
  const id = `setting-${member}`;
  const problem = element("div", { class: "full", id: `${id}-problem`, hidden: true });
  const onProblem = (text: string | null): void => {
    if (text !== null) {
      hideProblem();
      hideProblem = () => onProblem(null);
    }
    problem.hidden = text === null;
    problem.replaceChildren(...(text === null ? [] : [element("p", { class: "problem", role: "alert" }, text)]));
  };
  const take = (value: number): string | null => editor.change(member, { [member]: value }, true);
  const onEnd = (): void => editor.document?.endGesture();
  const field = new NumberField({ id, label: member, step, isSigned, take, onProblem, onEnd, ...(word && { word }) });
  field.input.setAttribute("aria-describedby", problem.id);
  const slider = element("input", { type: "range", step, "aria-label": `${label} slider`, tabindex: -1 });
  slider.addEventListener("input", () => {
    take(withinBounds(member, Number(slider.value), editor.player.chosen!.settings));
    slider.value = String(field.value ?? slider.max);
  });
  slider.addEventListener("change", onEnd);
  return {
    nodes: [element("label", { for: id, title: hint }, label), slider, field.input, problem],
    show(playable) {
      const value = playable.settings[member];
      const isOpen = value === Infinity;
      const [low, high] = range(playable);
      slider.min = String(low);
      slider.max = String(high);
      slider.value = String(isOpen ? high : value);
      slider.setAttribute("aria-valuetext", value === word?.[1] ? word[0] : isOpen ? "∞" : numberText(value));
      slider.disabled = field.input.disabled = isOpen;
      field.show(isOpen ? null : value, isOpen ? "∞" : "");
    },
  };
}

/** A slider stops at the other bound of the clip. */
function withinBounds(member: NumberMember, value: number, { start, end }: ResolvedClipSettings): number {
  return member === "start" ? Math.min(value, end) : member === "end" ? Math.max(value, start) : value;
}

interface Notes {
  readonly root: HTMLElement;
  /** Says why the settings cannot be changed. */
  readonly fixed: HTMLElement;
  readonly show: (playable: Playable) => void;
}

/** The line below the settings: a hint with its mend. */
function createNotes(editor: Editor): Notes {
  const root = element("div", { class: "notes full" });
  const kind = element("span");
  const make = element("button", { type: "button", class: "button" }, "Make a clip of it");
  make.addEventListener("click", () => editor.newClip());
  const fixed = element("p", { class: "notes full hint" }, kind, make);
  const showHint = (hint: SettingsHint | null): void => root.replaceChildren(...(hint ? [createHint(hint, editor)] : []));
  return {
    root,
    fixed,
    show({ settings, lastKey, origin, entry }) {
      fixed.hidden = entry !== null;
      root.hidden = entry === null;
      make.hidden = !editor.canAdd;
      kind.textContent = KINDS[origin.kind];
      showHint(hintOf(settings, lastKey));
    },
  };
}

function createHint({ text, mend, mended }: SettingsHint, editor: Editor): HTMLElement {
  const button = element("button", { type: "button", class: "button" }, mend);
  button.addEventListener("click", () => editor.change("settings", mended));
  return element("p", { class: "hint" }, element("span", {}, text), button);
}

function createCheck(label: string, onInput: (isChecked: boolean) => void): { root: HTMLElement; input: HTMLInputElement } {
  const input = element("input", { type: "checkbox" });
  input.addEventListener("input", () => onInput(input.checked));
  return { root: element("label", { class: "check" }, input, label), input };
}
