import type { BlendedClipDefinition, ConditionDefinition, StateDefinition, TransitionDefinition } from "../../../src/controller.js";
import { element } from "../controls/dom.js";
import type { Edit } from "../document/clipDocument.js";
import { blendPlot } from "./blendPlot.js";
import {
  addOneShot,
  addState,
  addTransition,
  changeClip,
  changeLayer,
  changeState,
  changeTransition,
  freeName,
  newTransition,
  originsIn,
  removeState,
  removeTransition,
  renameState,
  setParameter,
  speedOf,
  withCondition,
  withoutCondition,
  type ClipFacts,
} from "./edits.js";
import {
  checkField,
  choiceField,
  fieldRow,
  numberField,
  selectField,
  textField,
  type Field,
  type FieldsForm,
  type Options,
} from "./fields.js";
import { ANY, layerName, startOf, type ControllerGraph, type Sheet, type SheetAt } from "./graph.js";
import type { Part } from "./graphView.js";
import { BOUNDS, clipsOf, titleOf } from "./words.js";

/** What the forms show and change. */
export interface FormModel {
  readonly graph: ControllerGraph;
  /** The index of the layer that is shown. */
  readonly layer: number;
  /** The names of the states down to the machine whose sheet is shown; none for the layer itself. */
  readonly within: readonly string[];
  readonly at: SheetAt;
  readonly sheet: Sheet;
  /** The names of the clips. */
  readonly clips: readonly string[];
  readonly facts: readonly ClipFacts[];
  /** The names of the joints; without a skin, of all nodes. */
  readonly joints: readonly string[];
  readonly edit: (kind: Edit["kind"], what: string, change: (graph: ControllerGraph) => ControllerGraph) => void;
  readonly select: (part: Part | null) => void;
  /** Shows the sheet of a state that has states of its own. */
  readonly open: (state: string) => void;
}

type Model = () => FormModel;

const NUMBER_BOUNDS: Options = [...Object.entries(BOUNDS), ["equal", "="]];

const optionsOf = (names: readonly string[]): Options => names.map((name) => [name, titleOf(name)]);

function button(label: string, act: () => void, more: Readonly<Record<string, string>> = {}): HTMLButtonElement {
  const made = element("button", { type: "button", class: "button", ...more }, label);
  made.addEventListener("click", act);
  return made;
}

function removeButton(label: string, act: () => void): HTMLButtonElement {
  return button("×", act, { class: "button quiet remove", "aria-label": label, title: label });
}

/** Shows the form of a part; of the layer, if there is none. */
export function showPartForm(form: FieldsForm, part: Part | null, model: Model): void {
  const { sheet, layer, within } = model();
  const where = [layer, ...within].join("/");
  if (part && "state" in part) {
    const node = sheet.nodes.find(({ name }) => name === part.state);
    form.show(node ? `state ${where} ${structureOf(node.state)}` : "any", () =>
      node ? stateFields(() => selectedState(model), model) : anyFields(model),
    );
  } else if (part) {
    const { when = {} } = sheet.arrows[part.transition] ?? {};
    const { parameters } = model().graph;
    const conditions = Object.entries(when).map(([name, condition]) => [name, typeof parameters[name], boundsOf(condition)]);
    form.show(`transition ${where} ${part.transition} ${JSON.stringify([conditions, Object.keys(parameters)])}`, () =>
      transitionFields(part.transition, model),
    );
  } else {
    form.show(`layer ${where}`, () => (within.length > 0 ? [startField(model)] : layerFields(model)));
  }
}

/** The state that the form is about: renaming keeps the form. */
let stateShown = "";
function selectedState(model: Model): { readonly name: string; readonly state: StateDefinition } {
  return model().sheet.nodes.find(({ name }) => name === stateShown) ?? model().sheet.nodes[0]!;
}

/** Says which state the form is about, before it is shown. */
export function aboutState(name: string): void {
  stateShown = name;
}

function changeSheet(members: Partial<Sheet["layer"]>, model: Model): void {
  const { layer, within, at, sheet, edit } = model();
  edit("changeLayer", within.at(-1) ?? layerName(sheet, layer), (graph) => changeLayer(graph, at, members));
}

function startField(model: Model): Field {
  return selectField({
    ...{ id: "layer-start", label: "Begins with" },
    hint: "The state that comes first",
    options: () => optionsOf(model().sheet.nodes.map(({ name }) => name)),
    get: () => startOf(model().sheet) ?? "",
    take: (start) => changeSheet({ start }, model),
  });
}

function layerFields(model: Model): readonly Field[] {
  const change = (members: Partial<Sheet["layer"]>): void => changeSheet(members, model);
  const ofLayer = (): Sheet["layer"] => model().sheet.layer;
  const jointOf = ({ mask }: Sheet["layer"]): string => (typeof mask === "string" ? mask : mask === undefined ? "" : JSON.stringify(mask));
  return [
    textField({
      id: "layer-name",
      label: "Name",
      get: () => ofLayer().name ?? "",
      take: (name) => change({ name: name.trim() || undefined }),
    }),
    startField(model),
    textField({
      ...{ id: "layer-mask", label: "Joint (mask)" },
      hint: "The layer moves only this joint and what is below it; empty: everything",
      suggestions: () => model().joints,
      get: () => jointOf(ofLayer()),
      take: (mask) => change({ mask: maskOf(mask) }),
    }),
    ...(model().layer === 0
      ? []
      : [
          checkField({
            ...{ id: "layer-additive", label: "Additive" },
            hint: "The layer is added to what lies below: the differences of its clips to their first pose",
            get: () => ofLayer().additive === true,
            take: (additive) => change({ additive: additive || undefined }),
          }),
        ]),
    amountField(
      "layer-weight",
      "Weight",
      () => ofLayer().weight,
      (weight) => change({ weight }),
      model,
      "How much of the layer is shown, from 0 to 1",
    ),
    ...(model().layer === 0 ? [] : [oneShotField("layer-one-shot", () => startOf(model().sheet), model)]),
  ];
}

/** A joint, or a mask as JSON. */
function maskOf(text: string): Sheet["layer"]["mask"] {
  try {
    return text.trim() === "" ? undefined : text.trim().startsWith("{") ? (JSON.parse(text) as object) : text.trim();
  } catch {
    return text.trim();
  }
}

/** A number, or the parameter that says it. */
function amountField(
  id: string,
  label: string,
  get: () => number | string | undefined,
  take: (value: number | string | undefined) => void,
  model: Model,
  hint: string,
): Field {
  const number = numberField({
    ...{ id, label, placeholder: "1", isBare: true },
    get: () => (typeof get() === "number" ? (get() as number) : undefined),
    take: (value) => take(value),
  });
  const parameter = selectField({
    ...{ id: `${id}-parameter`, label: `${label} by a parameter`, isBare: true },
    options: () => [["", "a number"], ...optionsOf(numbersIn(model()))],
    get: () => (typeof get() === "string" ? (get() as string) : ""),
    take: (name) => take(name || undefined),
  });
  return fieldRow(label, [parameter, number], [], hint);
}

function numbersIn({ graph }: FormModel): readonly string[] {
  return Object.entries(graph.parameters).flatMap(([name, value]) => (typeof value === "number" ? name : []));
}

function anyFields(model: Model): readonly Field[] {
  const text = element("p", { class: "full note" }, "Transitions from any state but the one to which they lead.");
  return [{ nodes: [text], show: () => undefined }, connectField(() => ANY, model)];
}

/** What makes other fields necessary. */
function structureOf({ states, ...blend }: StateDefinition): string {
  const ofBlend = ({ blend: inputs, clips, clip }: Blend & { readonly clip?: string | undefined }): unknown =>
    clips ? [Array.isArray(inputs) ? 2 : 1, clips.map(ofBlend)] : clip !== undefined;
  return JSON.stringify([states !== undefined, ofBlend(blend)]);
}

type Kind = "empty" | "clip" | "line" | "plane" | "states";

function kindOf({ clip, clips, blend, states }: StateDefinition): Kind {
  return states ? "states" : clips ? (Array.isArray(blend) ? "plane" : "line") : clip === undefined ? "empty" : "clip";
}

function stateFields(selected: () => { readonly name: string; readonly state: StateDefinition }, model: Model): readonly Field[] {
  const change = (members: Partial<StateDefinition>, more = (graph: ControllerGraph): ControllerGraph => graph): void => {
    const { name, state } = selected();
    const { at, edit } = model();
    edit("changeState", name, (graph) => changeState(more(graph), at, name, { ...state, ...members }));
  };
  const { state } = selected();
  const setKind = (kind: string): void => {
    const [first = ""] = [...clipsOf(selected().state), ...model().clips];
    const [x = "speed", y = "turn"] = numbersIn(model());
    const withInputs =
      (...names: string[]) =>
      (graph: ControllerGraph): ControllerGraph =>
        names.reduce((each, name) => (Object.hasOwn(each.parameters, name) ? each : setParameter(each, name, 0)), graph);
    const none = {
      clip: undefined,
      clips: undefined,
      blend: undefined,
      space: undefined,
      states: undefined,
      start: undefined,
      transitions: undefined,
    };
    if (kind === "line") {
      change({ ...none, blend: x, clips: [{ clip: first, at: speedOf(first, x, model().facts) ?? 0 }] }, withInputs(x));
    } else if (kind === "plane") {
      change({ ...none, blend: [x, y], clips: [{ clip: first, at: [0, 0] }] }, withInputs(x, y));
    } else if (kind === "states") {
      // what it played is its first state
      const { clip, clips, blend, space } = selected().state;
      const played = clips ? { blend, clips, ...(space ? { space } : {}) } : clip === undefined ? {} : { clip };
      change({ ...none, states: { [clip ?? "state"]: played } });
    } else {
      change({ ...none, ...(kind === "clip" ? { clip: first } : {}) });
    }
  };
  return [
    textField({
      ...{ id: "state-name", label: "Name", get: () => selected().name },
      take: (text) => {
        const { at, sheet, edit, select } = model();
        const [from, to] = [selected().name, text.trim()];
        if (to === "" || to === ANY) {
          return `Name: use another name than ${to || "none"}`;
        }
        if (to !== from && sheet.nodes.some(({ name }) => name === to)) {
          return `Another state of the layer is called ${to}`;
        }
        aboutState(to);
        select({ state: to });
        edit("renameState", from, (graph) => renameState(graph, at, from, to));
        return null;
      },
    }),
    selectField({
      ...{ id: "state-kind", label: "Plays" },
      hint: "A blend mixes clips by the values of parameters; states of its own are a graph within the state",
      options: () => [
        ["empty", "nothing"],
        ["clip", "a clip"],
        ["line", "a blend by a number"],
        ["plane", "a blend by two numbers"],
        ["states", "states of its own"],
      ],
      get: () => kindOf(selected().state),
      take: setKind,
    }),
    ...(state.states
      ? [
          {
            nodes: [
              element(
                "div",
                { class: "row full" },
                button("Open its states", () => model().open(selected().name)),
              ),
            ],
            show: () => undefined,
          },
        ]
      : kindOf(state) === "empty"
        ? []
        : shownFields(selected, change, model)),
    connectField(() => selected().name, model),
    oneShotField("state-one-shot", () => selected().name, model),
    {
      nodes: [
        element(
          "div",
          { class: "row full" },
          button("Begin here", () => changeSheet({ start: selected().name }, model)),
          button("Delete the state", () => removePart({ state: selected().name }, model)),
        ),
      ],
      show: () => undefined,
    },
  ];
}

/** What a state plays: not of a state that has states of its own, which have a sheet. */
function shownFields(
  selected: () => { readonly name: string; readonly state: StateDefinition },
  change: (members: Partial<StateDefinition>) => void,
  model: Model,
): readonly Field[] {
  const clips = (value: string | undefined): Options => [
    ...(value === undefined ? [["", "choose"] as const] : []),
    ...optionsOf(model().clips),
  ];
  return [
    ...(selected().state.clips
      ? blendFields(() => selected().state, change, model)
      : [
          selectField({
            ...{ id: "state-clip", label: "Clip" },
            options: () => clips(selected().state.clip),
            get: () => selected().state.clip ?? "",
            take: (clip) => {
              const { at, graph, edit, select } = model();
              const { name } = selected();
              const changed = changeClip(graph, at, name, clip || undefined);
              if (changed.name !== name) {
                aboutState(changed.name);
                select({ state: changed.name });
              }
              edit("changeState", name, () => changed.graph);
            },
          }),
        ]),
    amountField(
      "state-speed",
      "Speed",
      () => selected().state.speed,
      (speed) => change({ speed }),
      model,
      "A factor of the clips' speed: 2 plays twice as fast",
    ),
    numberField({
      ...{ id: "state-repetitions", label: "Repetitions", placeholder: "as the clip" },
      hint: "How often the clips play; -1 for endless",
      get: () => selected().state.repetitions,
      take: (repetitions) => change({ repetitions }),
    }),
  ];
}

/** A blend: of a state, or one within another blend. */
type Blend = Pick<StateDefinition, "blend" | "clips">;

/** @param path the numbers of the items down to the blend: none for that of the state */
function blendFields(get: () => Blend, change: (members: Blend) => void, model: Model, path: readonly number[] = []): readonly Field[] {
  const id = ["state-item", ...path].join("-");
  const numberOf = (...indices: readonly number[]): string => [...path, ...indices].map((index) => index + 1).join(".");
  const isPlane = Array.isArray(get().blend);
  const items = (): readonly BlendedClipDefinition[] => get().clips ?? [];
  const inputs = (): readonly string[] => [get().blend ?? ""].flat();
  const setItem = (index: number, item: BlendedClipDefinition): void =>
    change({ clips: items().map((each, i) => (i === index ? item : each)) });
  const input = (index: number): Field =>
    selectField({
      ...{ id: path.length > 0 ? `${id}-blend-${index}` : `state-blend-${index}` },
      label: `Parameter${path.length > 0 ? ` of ${numberOf()}` : ""}${isPlane ? ` ${index + 1}` : ""}`,
      options: () => optionsOf(numbersIn(model())),
      get: () => inputs()[index] ?? "",
      take: (name) => change({ blend: isPlane ? (inputs().map((each, i) => (i === index ? name : each)) as [string, string]) : name }),
    });
  const row = (index: number): readonly Field[] => {
    const item = (): BlendedClipDefinition => items()[index] ?? { at: 0 };
    const name = numberOf(index);
    const at = (axis: number): Field =>
      numberField({
        ...{ id: `${id}-${index}-at-${axis}`, label: `Place of ${kindOfItem(item())} ${name}${isPlane ? `, number ${axis + 1}` : ""}` },
        isBare: true,
        get: () => [item().at].flat()[axis],
        take: (value = 0) => {
          const place = [item().at].flat().map((each, i) => (i === axis ? value : each));
          setItem(index, { ...item(), at: isPlane ? (place as [number, number]) : place[0]! });
        },
      });
    const places = isPlane ? [at(0), at(1)] : [at(0)];
    const remove = removeButton(`Remove ${kindOfItem(item())} ${name}`, () => change({ clips: items().filter((_, i) => i !== index) }));
    if (item().clip === undefined) {
      const own = blendFields(item, (members) => setItem(index, { ...item(), ...members }), model, [...path, index]);
      const group = element(
        "div",
        { class: "nested full", role: "group", "aria-label": `Blend ${name}` },
        ...own.flatMap(({ nodes }) => nodes),
      );
      return [fieldRow(`Blend ${name} at`, places, [remove]), { nodes: [group], show: () => own.forEach((field) => field.show()) }];
    }
    const clip = selectField({
      ...{ id: `${id}-${index}`, label: `Clip ${name}`, isBare: true },
      options: () => optionsOf(model().clips),
      get: () => item().clip ?? "",
      take: (value) => {
        const before = speedOf(item().clip, inputs()[0]!, model().facts);
        const after = speedOf(value, inputs()[0]!, model().facts);
        // a place that is the clip's own follows it
        setItem(index, { ...item(), clip: value, ...(item().at === before && after !== null ? { at: after } : {}) });
      },
    });
    const nest = button("⊞", () => setItem(index, { blend: inputs()[0]!, clips: [{ clip: item().clip!, at: 0 }], at: item().at }), {
      ...{ class: "button quiet remove", "aria-label": `Make a blend of clip ${name}`, title: `Make a blend of clip ${name}` },
    });
    return [fieldRow(`Clip ${name}`, [clip]), fieldRow("at", places, [nest, remove])];
  };
  const add = button("Add a clip", () => {
    const used = new Set(items().map(({ clip }) => clip));
    const clip = model().clips.find((each) => !used.has(each)) ?? model().clips[0] ?? "";
    const next = 1 + Math.max(-1, ...items().map(({ at }) => [at].flat()[0] ?? 0));
    const at = speedOf(clip, inputs()[0]!, model().facts) ?? next;
    change({ clips: [...items(), { clip, at: isPlane ? [next, 0] : at }] });
  });
  if (path.length > 0) {
    add.setAttribute("aria-label", `Add a clip to blend ${numberOf()}`);
  }
  return [
    input(0),
    ...(isPlane ? [input(1)] : []),
    blendPlot(
      () => items().map((item) => ({ name: clipsOf(item).join(", "), at: [item.at].flat() })),
      (index, at) => setItem(index, { ...items()[index]!, at: isPlane ? (at as [number, number]) : at[0]! }),
    ),
    ...items().flatMap((_, index) => row(index)),
    { nodes: [element("div", { class: "row full" }, add)], show: () => undefined },
  ];
}

function kindOfItem({ clip }: BlendedClipDefinition): string {
  return clip === undefined ? "blend" : "clip";
}

/** Adds a transition from a state. */
function connectField(from: () => string, model: Model): Field {
  return choiceField(
    ...(["state-connect", "Add a transition to", "Add"] as const),
    () => targetsOf(from(), model().sheet),
    (to) => connect(from(), to, model),
  );
}

/** Adds a one-shot to a state; without effect where there is none. */
function oneShotField(id: string, from: () => string | undefined, model: Model): Field {
  return choiceField(
    ...([id, "Add a one-shot", "Add"] as const),
    () => optionsOf(oneShotsOf(model())),
    (clip) => {
      const { at, edit } = model();
      const state = from();
      if (state !== undefined) {
        edit("addState", clip, (graph) => addOneShot(graph, at, state, clip));
      }
    },
    "A state that plays a clip once when a trigger fires, with the transitions to it and back",
  );
}

/** The clips that one may want to play once: first those that end. */
function oneShotsOf({ facts, clips }: FormModel): readonly string[] {
  const ending = clips.filter((clip) => (facts.find(({ name }) => name === clip)?.repetitions ?? -1) >= 0);
  return [...ending, ...clips.filter((clip) => !ending.includes(clip))];
}

/** Where transitions from a state can lead: last of all to itself, which is hardly meant. */
export function targetsOf(from: string, { nodes }: Pick<Sheet, "nodes">): Options {
  const others = nodes.flatMap(({ name }) => (name === from ? [] : name));
  return [
    ...(others.length > 0 ? optionsOf(others) : [["", "choose"] as const]),
    ...(from === ANY ? [] : [[from, `${from} (itself)`] as const]),
  ];
}

/** Adds a transition, selects it, and asks for its condition, if it needs one. */
export function connect(from: string, to: string, model: Model): void {
  const { at, graph, sheet, facts, edit, select } = model();
  const transition = newTransition(graph, sheet, from, to, facts);
  edit("addTransition", `${titleOf(from)} → ${to}`, (each) => addTransition(each, at, transition));
  select({ transition: sheet.arrows.length });
  if (isAlways(transition)) {
    document.getElementById("transition-condition")?.focus();
  }
}

/** Whether nothing says when a transition is taken: it is taken at once. */
function isAlways({ when = {}, after, afterSeconds, afterEach }: TransitionDefinition): boolean {
  return Object.keys(when).length === 0 && !after && !afterSeconds && !afterEach;
}

function boundsOf(condition: ConditionDefinition): readonly string[] {
  return typeof condition === "number"
    ? ["equal"]
    : typeof condition === "object" && condition !== null
      ? Object.keys(condition).filter((bound) => bound in BOUNDS)
      : [];
}

function transitionFields(index: number, model: Model): readonly Field[] {
  const transition = (): TransitionDefinition => model().sheet.arrows[index] ?? { from: "", to: "" };
  const setTransition = (changed: TransitionDefinition): void => {
    const { at, edit } = model();
    const { from, to } = transition();
    edit("changeTransition", `${titleOf(from)} → ${to}`, (graph) => changeTransition(graph, at, index, changed));
  };
  const change = (members: Partial<TransitionDefinition>): void => setTransition({ ...transition(), ...members });
  const number = (
    member: "after" | "afterSeconds" | "afterEach" | "duration" | "offset",
    label: string,
    placeholder: string,
    hint: string,
  ): Field =>
    numberField({
      ...{ id: `transition-${member}`, label, placeholder, hint: `${hint}; ${member} in the definition` },
      get: () => transition()[member],
      take: (value) => change({ [member]: value }),
    });
  const setCondition = (name: string, condition: ConditionDefinition): void => setTransition(withCondition(transition(), name, condition));
  const always = element("p", { class: "full note" }, "It is taken at once: add a condition, or a time.");
  const { when = {} } = transition();
  return [
    selectField({
      ...{ id: "transition-from", label: "From", options: () => optionsOf(originsIn(model().sheet)) },
      get: () => transition().from,
      take: (from) => change({ from }),
    }),
    selectField({
      ...{ id: "transition-to", label: "To", options: () => optionsOf(model().sheet.nodes.map(({ name }) => name)) },
      get: () => transition().to,
      take: (to) => change({ to }),
    }),
    ...Object.entries(when).flatMap(([name, condition]) =>
      conditionFields(name, condition, () => transition().when?.[name], model, {
        set: (changed) => setCondition(name, changed),
        remove: () => setTransition(withoutCondition(transition(), name)),
      }),
    ),
    choiceField(
      ...(["transition-condition", "Add a condition about", "Add"] as const),
      () => conditionOptions(transition(), model().graph),
      (name) => {
        if (name === NEW) {
          const { at, edit } = model();
          const trigger = triggerFor(transition(), model().graph);
          const changed = withCondition(transition(), trigger, true);
          edit("changeTransition", `${titleOf(changed.from)} → ${changed.to}`, (graph) =>
            changeTransition(setParameter(graph, trigger, "trigger"), at, index, changed),
          );
          return;
        }
        const value = model().graph.parameters[name];
        const before = transition().when?.[name];
        setCondition(name, typeof value === "number" ? { ...(typeof before === "object" ? before : {}), ...freeBound(before) } : true);
      },
    ),
    { nodes: [always], show: () => (always.hidden = !isAlways(transition())) },
    number("after", "After (passes)", "0", "How far the clip of the state before must have come at least: 0.8 is 80 % of its first pass"),
    number("afterSeconds", "After (s)", "0", "How many seconds ago the state before must have begun at least"),
    number("afterEach", "At (share of a pass)", "any", "Where in each pass it may be taken, from 0 to 1: 0.5 is half-way"),
    number("duration", "Fade (s)", "0.2", "The seconds of the fade"),
    number("offset", "Begins at (share)", "as the clip", "Where in its pass the state begins, from 0 to 1: 0.5 is half-way"),
    checkField({
      ...{ id: "transition-keepStep", label: "In step" },
      hint: "The state begins where the one before is in its pass, and both stay in step during the fade; keepStep in the definition",
      get: () => transition().keepStep === true,
      take: (keepStep) => change({ keepStep: keepStep || undefined }),
    }),
    {
      nodes: [
        element(
          "div",
          { class: "row full" },
          button("Delete the transition", () => removePart({ transition: index }, model)),
        ),
      ],
      show: () => undefined,
    },
  ];
}

/** Stands for a new parameter among the names of others: none that a person types has a line break. */
const NEW = "\n";

/** The name of a new trigger for a transition. */
function triggerFor({ to }: TransitionDefinition, { parameters }: ControllerGraph): string {
  return freeName(to, Object.keys(parameters));
}

/** What conditions can be about: first the parameter that is called as the state to which the transition leads; last a new trigger. */
export function conditionOptions(transition: TransitionDefinition, graph: ControllerGraph): Options {
  const names = Object.keys(graph.parameters);
  const isNamed = (name: string): boolean => name === transition.to;
  return [
    ...optionsOf([...names.filter(isNamed), ...names.filter((name) => !isNamed(name))]),
    [NEW, `new trigger “${triggerFor(transition, graph)}”`],
  ];
}

/** The next bound that a condition of a number does not have. */
function freeBound(condition: ConditionDefinition | undefined): ConditionDefinition & object {
  const bound = Object.keys(BOUNDS).find((each) => typeof condition !== "object" || !(each in condition)) ?? "above";
  return { [bound]: 0 };
}

function conditionFields(
  name: string,
  condition: ConditionDefinition,
  get: () => ConditionDefinition | undefined,
  model: Model,
  { set, remove }: { readonly set: (condition: ConditionDefinition) => void; readonly remove: () => void },
): readonly Field[] {
  const id = `condition-${name}`;
  const removal = (): HTMLButtonElement => removeButton(`Remove the condition about ${name}`, remove);
  const isTrigger = model().graph.parameters[name] === "trigger";
  if (typeof condition === "boolean" || boundsOf(condition).length === 0) {
    const options: Options = [
      ["true", isTrigger ? "fires" : "is true"],
      ["false", isTrigger ? "has not fired" : "is false"],
    ];
    const value = selectField({
      ...{ id, label: name, isBare: true, options: () => options },
      get: () => String(get() === true),
      take: (text) => set(text === "true"),
    });
    return [fieldRow(name, [value], [removal()])];
  }
  const valueOf = (bound: string): number | undefined => {
    const now = get();
    return typeof now === "number" ? now : typeof now === "object" ? now[bound as keyof typeof BOUNDS] : undefined;
  };
  const others = (bound: string): object => {
    const now = get();
    return typeof now === "object" ? Object.fromEntries(Object.entries(now).filter(([each]) => each !== bound)) : {};
  };
  const setBound = (before: string, bound: string, value: number): void =>
    set(bound === "equal" ? value : { ...others(before), [bound]: value });
  return boundsOf(condition).map((bound) =>
    fieldRow(
      name,
      [
        selectField({
          ...{ id: `${id}-${bound}`, label: `How ${name} is compared`, isBare: true, options: () => NUMBER_BOUNDS },
          get: () => bound,
          take: (other) => setBound(bound, other, valueOf(bound) ?? 0),
        }),
        numberField({
          ...{ id: `${id}-${bound}-value`, label: `Value of ${name}`, isBare: true },
          get: () => valueOf(bound),
          take: (value = 0) => setBound(bound, bound, value),
        }),
      ],
      [removeButton(`Remove the condition about ${name}`, () => (Object.keys(others(bound)).length > 0 ? set(others(bound)) : remove()))],
    ),
  );
}

/** Deletes a state or a transition. */
export function removePart(part: Part, model: Model): void {
  const { at, sheet, edit, select } = model();
  if ("state" in part) {
    if (part.state !== ANY) {
      select(null);
      edit("removeState", part.state, (graph) => removeState(graph, at, part.state));
    }
  } else {
    const { from, to } = sheet.arrows[part.transition]!;
    select(null);
    edit("removeTransition", `${titleOf(from)} → ${to}`, (graph) => removeTransition(graph, at, part.transition));
  }
}

/** Adds a state that plays the first clip which no state of the layer has, and selects it. */
export function addNewState(model: Model): void {
  const { at, sheet, clips, edit, select } = model();
  const used = new Set(sheet.nodes.flatMap(({ state }) => clipsOf(state)));
  const clip = clips.find((each) => !used.has(each));
  const name = freeName(
    clip ?? "state",
    sheet.nodes.map((node) => node.name),
  );
  edit("addState", name, (graph) => addState(graph, at, { name, state: clip === undefined ? {} : { clip } }));
  select({ state: name });
}
