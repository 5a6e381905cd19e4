import "../styles/states.css";
import { CheckController } from "../../../src/controller.js";
import { AssetError } from "../../../src/pure.js";
import type { Finding } from "../../../src/tools.js";
import { textOf } from "../checks/messages.js";
import { createToolButton } from "../controls/buttons.js";
import { copy } from "../controls/clipboard.js";
import { element, icon, setText } from "../controls/dom.js";
import type { Edit } from "../document/clipDocument.js";
import { expectStatable } from "../document/json.js";
import type { Playable } from "../playback/playable.js";
import type { ControllerEntry } from "./controllerEntry.js";
import { ControllerRun, RUN_NAME, type RunSnapshot } from "./controllerRun.js";
import {
  addLayer,
  freeName,
  moduleOf,
  moveState,
  newDefinition,
  removeLayer,
  removeParameter,
  renameParameter,
  setParameter,
  type ClipFacts,
} from "./edits.js";
import { FieldsForm } from "./fields.js";
import { graphJson, graphOf, layerName, nodeAt, sheetAt, stateAt, type ControllerGraph, type Sheet, type SheetAt } from "./graph.js";
import { GraphView, type Part } from "./graphView.js";
import { HistoryStrip } from "./historyStrip.js";
import { layOutSheet } from "./layout.js";
import { graphAddress } from "./link.js";
import { ParameterList } from "./parameterList.js";
import { aboutState, addNewState, connect, removePart, showPartForm, type FormModel } from "./partForms.js";
import { clipsOf, describeReason, describeUnfinished, titleOf } from "./words.js";
import type { StatesParts } from "./statesTab.js";

const NONE = "A controller chooses by states what the character plays: it stands, walks and runs by its speed, jumps, and waves meanwhile.";

/** Where the forms are beside the graph, not below it. */
const BESIDE = "(min-width: 861px)";

/** The graph of the controller, its forms, and the controller that plays while the tab is open. */
export class StatesView {
  private readonly _graphView: GraphView;
  private readonly _history = new HistoryStrip();
  private readonly _form = new FieldsForm("Selected part");
  private readonly _parameters: ParameterList;
  private readonly _layers = element("select", { id: "states-layer", "aria-label": "Layer" });
  private readonly _crumbs = element("nav", { class: "crumbs", "aria-label": "Machine" });
  private readonly _run = element("button", { type: "button", class: "button" });
  private readonly _body = element("div", { class: "states-body" });
  private readonly _empty = element("div", { class: "states-empty" });
  private readonly _tools: HTMLElement;
  private readonly _now = element("div", { class: "now" });
  /** Below the line of the layer that is shown. */
  private readonly _reasons = element("ul", { class: "reasons", "aria-label": "What the transitions wait for" });
  private readonly _log = element("ul", { class: "log", "aria-label": "Latest transitions" });
  private readonly _findings = element("ul", { class: "findings", "aria-label": "Findings" });
  private readonly _formTitle = element("h3");
  private readonly _json = element("textarea", {
    id: "states-json",
    spellcheck: "false",
    autocomplete: "off",
    rows: 10,
    "aria-describedby": "states-json-problem",
  });
  private readonly _copied = element("p", { class: "note", role: "status" });
  private readonly _jsonProblem = element("p", { id: "states-json-problem", class: "problem", role: "alert", hidden: true });
  private readonly _sections: readonly HTMLElement[];

  private _isOpen = false;
  private _layer = 0;
  /** The names of the states down to the machine whose sheet is shown. */
  private _within: readonly string[] = [];
  private _selected: Part | null = null;
  /** What is shown: the entry, its graph and its findings. */
  private _entry: ControllerEntry | null | undefined = undefined;
  /** The names of the clips that the findings are about. */
  private _known = "";
  private _graph: ControllerGraph | null = null;
  private _found: readonly Finding[] = [];
  private _running: ControllerRun | null = null;
  /** Where it was when the definition got an error, from where it goes on. */
  private _interrupted: RunSnapshot | null = null;
  /** What played when the controller began, and plays on after it. */
  private _before: readonly Playable[] = [];
  private _frames = 0;

  constructor(
    root: HTMLElement,
    panel: HTMLDetailsElement,
    private readonly _parts: StatesParts,
  ) {
    const { editor, messages } = _parts;
    messages.toldElsewhere.add(`${RUN_NAME}: `); // the findings are in the panel
    this._graphView = new GraphView({
      layOut: layOutSheet,
      onSelect: (part) => this._select(part),
      onMove: (state, { x, y }) => this._edit("moveState", titleOf(state), (graph) => moveState(graph, this._at, state, [x, y])),
      onConnect: (from, to) => {
        connect(from, to, this._model);
        if (this._selected && !this._form.root.contains(document.activeElement)) {
          this._graphView.focus(this._selected);
        }
      },
      onHandle: (from) => {
        this._select({ state: from });
        this._form.root.querySelector<HTMLElement>("#state-connect")?.focus();
      },
      onOpen: (state) => this._openSheet([...this._within, state]),
      keys: {
        Delete: (part) => removePart(part, this._model),
        F2: (part) => {
          this._select(part);
          this._form.root.querySelector("input")?.focus();
        },
      },
    });
    this._parameters = new ParameterList({
      set: (name, value) => this._setParameter(name, value),
      fire: (name) => this._running?.controller.fire(name),
      add: (name, value) =>
        this._edit("addParameter", name, (graph) => setParameter(graph, freeName(name, Object.keys(graph.parameters)), value)),
      rename: (from, to) => this._edit("changeParameter", from, (graph) => renameParameter(graph, from, to)),
      remove: (name) => this._edit("removeParameter", name, (graph) => removeParameter(graph, name)),
    });
    this._tools = this._createTools();
    this._body.append(this._graphView.root, this._history.root);
    root.append(this._tools, this._empty, this._body);
    this._sections = this._createSections();
    panel.lastElementChild!.append(...this._sections);
    this._createEmpty();
    const refresh = (): void => this._refresh();
    editor.player.onList.add(refresh);
    editor.player.onChoose.add(refresh);
    editor.player.onEdit.add(refresh);
    // whatever a person plays, plays alone
    editor.player.onUse.add(() => this._stop(false));
  }

  get isRunning(): boolean {
    return this._running !== null && !this._running.isPaused;
  }

  /** While it is closed, no controller plays. */
  setOpen(isOpen: boolean): void {
    if (isOpen === this._isOpen) {
      return;
    }
    this._isOpen = isOpen;
    if (isOpen) {
      this._entry = undefined;
      this._refresh();
      if (this._parts.editor.player.playables.some(({ isPlaying }) => isPlaying)) {
        this._start();
      }
    } else {
      this._stop(true);
    }
  }

  /** Shows what plays. */
  update(): void {
    const run = this._running;
    const sheet = this._sheet;
    if (!run || !sheet || !this._graph) {
      return;
    }
    run.advance(this._parts.stage.engine.getDeltaTime() / 1000);
    const { controller } = run;
    const shares = new Map<string, number>();
    const machine = this._within.map((name) => `${name}/`).join("");
    const nodeOf = (state: string): string => (state.startsWith(machine) ? (nodeAt(sheet, state.slice(machine.length))?.name ?? "") : ""); // no state is called so
    controller.sharesOf(this._layer).forEach(({ state, share }) => shares.set(nodeOf(state), (shares.get(nodeOf(state)) ?? 0) + share));
    this._graphView.play({ shares, active: nodeOf(controller.stateOf(this._layer)) });
    if (this._frames++ % 4 === 0) {
      this._history.draw(run, this._graph.sheets.map(layerName));
      this._parameters.follow((name) => controller.get(name));
      this._showNow(run, this._graph.sheets);
    }
  }

  private get _at(): SheetAt {
    return [this._layer, ...this._within];
  }

  private get _sheet(): Sheet | undefined {
    return this._graph ? sheetAt(this._graph, this._at) : undefined;
  }

  private readonly _model = (): FormModel => ({
    graph: this._graph!,
    layer: this._layer,
    within: this._within,
    at: this._at,
    sheet: this._sheet!,
    clips: this._clips,
    facts: this._facts,
    joints: this._joints,
    edit: (kind, what, change) => this._edit(kind, what, change),
    // a state that is being renamed is shown once it has its name
    select: (part) => {
      this._selected = part;
      if (this._stillThere(part) === part) {
        this._showSelected();
      }
    },
    open: (state) => this._openSheet([...this._within, state]),
  });

  private get _clips(): readonly string[] {
    return [...new Set(this._parts.editor.player.playables.map(({ name }) => name))];
  }

  private get _facts(): readonly ClipFacts[] {
    const { playables, document } = this._parts.editor.player;
    return playables.map(({ name, entry, settings }) => {
      const json = document?.clips.find(({ id }) => id === entry)?.json as
        | { readonly extras?: { readonly metersPerSecond?: unknown } }
        | undefined;
      const { metersPerSecond } = json?.extras ?? {};
      return {
        name,
        repetitions: settings.repetitions,
        ...(typeof metersPerSecond === "number" ? { metersPerSecond } : {}),
      };
    });
  }

  /** Changes the graph, in a step that can be undone. */
  private _edit(kind: Edit["kind"], what: string, change: (graph: ControllerGraph) => ControllerGraph): void {
    const { document } = this._parts.editor;
    if (document && this._graph && this._entry) {
      document.setController({ kind, clip: what }, { ...this._entry, ...graphJson(change(this._graph)) });
      this._refresh();
    }
  }

  /** Takes a definition over, which may be wrong. */
  private _open(edit: Edit, definition: unknown, isGesture = false): void {
    const { document } = this._parts.editor;
    if (document) {
      document.setController(edit, { node: document.controller?.node, places: document.controller?.places ?? null, definition }, isGesture);
      this._refresh();
    }
  }

  /** Shows the document, if it is another one than before. */
  private _refresh(): void {
    const { player } = this._parts.editor;
    const entry = player.document?.controller ?? null;
    const clips = this._clips.join("\n");
    if (!this._isOpen || (entry === this._entry && clips === this._known)) {
      return;
    }
    this._known = clips;
    const isOther = this._entry === undefined || (entry === null) !== (this._entry === null);
    this._entry = entry;
    this._graph = entry && graphOf(entry.definition, entry.places);
    this._found = entry ? CheckController(entry.definition as object, { clips: this._clips, nodes: this._nodes }) : [];
    this._layer = Math.min(this._layer, Math.max((this._graph?.sheets.length ?? 1) - 1, 0));
    const within = this._within;
    while (this._within.length > 0 && !this._sheet) {
      this._within = this._within.slice(0, -1);
    }
    this._selected = this._stillThere(this._selected);
    const sheet = this._sheet ?? null;
    this._empty.hidden = entry !== null;
    this._empty.querySelector<HTMLButtonElement>("button")!.disabled = this._clips.length === 0;
    this._body.hidden = this._tools.hidden = entry === null;
    this._sections.forEach((section) => (section.hidden = entry === null));
    this._showLayers();
    this._graphView.show(sheet, this._graph?.parameters ?? {}, isOther || within !== this._within);
    this._showSelected();
    this._parameters.show(this._graph);
    this._showFindings();
    this._showJson();
    if (this._running || this._interrupted) {
      this._restart();
    }
    this._showRun();
  }

  private get _nodes(): readonly string[] | null {
    const nodes: unknown = this._parts.editor.player.model?.json["nodes"];
    return Array.isArray(nodes)
      ? nodes.map((node: { name?: unknown } | null, i) => (typeof node?.name === "string" ? node.name : `node${i}`))
      : null;
  }

  private get _joints(): readonly string[] {
    const skins: unknown = this._parts.editor.player.model?.json["skins"];
    const list = Array.isArray(skins) ? (skins as readonly ({ readonly joints?: readonly number[] } | null)[]) : [];
    const [nodes, joints] = [this._nodes ?? [], new Set(list.flatMap((skin) => skin?.joints ?? []))];
    return joints.size > 0 ? nodes.filter((_, i) => joints.has(i)) : nodes;
  }

  /** The part, if there still is such a one. */
  private _stillThere(part: Part | null): Part | null {
    const sheet = this._sheet;
    const isKnown =
      part &&
      sheet &&
      ("state" in part ? part.state === "*" || sheet.nodes.some(({ name }) => name === part.state) : part.transition in sheet.arrows);
    return isKnown ? part : null;
  }

  private _select(part: Part | null): void {
    this._selected = part;
    this._showSelected();
    if (part && matchMedia(BESIDE).matches) {
      this._formTitle.parentElement!.scrollIntoView({ block: "nearest" });
    }
  }

  private _showSelected(): void {
    const [part, sheet] = [this._selected, this._sheet];
    this._graphView.select(part);
    this._form.root.hidden = this._formTitle.hidden = !sheet;
    if (!sheet) {
      return;
    }
    if (part && "state" in part) {
      aboutState(part.state);
    }
    const arrow = part && "transition" in part ? sheet.arrows[part.transition]! : null;
    setText(
      this._formTitle,
      arrow
        ? `Transition ${titleOf(arrow.from)} → ${arrow.to}`
        : part && "state" in part
          ? `State ${titleOf(part.state)}`
          : this._within.length > 0
            ? `States of ${this._within.at(-1)!}`
            : `Layer ${layerName(sheet, this._layer)}`,
    );
    showPartForm(this._form, part, this._model);
  }

  private _showLayers(): void {
    const names = this._graph?.sheets.map((sheet, i) => `Layer ${layerName(sheet, i)}`) ?? [];
    if (names.join("\n") !== [...this._layers.options].map(({ text }) => text).join("\n")) {
      this._layers.replaceChildren(...names.map((name, i) => element("option", { value: i }, name)));
    }
    this._layers.value = String(this._layer);
    this._showCrumbs();
  }

  /** The way from the layer down to the machine that is shown: each part leads back. */
  private _showCrumbs(): void {
    const names = [`Layer ${this._graph ? layerName(this._graph.sheets[this._layer]!, this._layer) : ""}`, ...this._within];
    this._crumbs.hidden = this._within.length === 0;
    this._crumbs.replaceChildren(
      ...names.flatMap((name, i) => {
        const isLast = i === names.length - 1;
        const crumb = isLast
          ? element("span", { "aria-current": "true" }, name)
          : element("button", { type: "button", class: "link" }, name);
        crumb.addEventListener("click", () => isLast || this._openSheet(this._within.slice(0, i)));
        return isLast ? [crumb] : [crumb, element("span", { "aria-hidden": "true" }, "›")];
      }),
    );
  }

  /** Shows the sheet of the layer, or of a machine within. @param within the names of the states down to it; without effect if it has no states */
  private _openSheet(within: readonly string[]): void {
    if (this._graph && sheetAt(this._graph, [this._layer, ...within])) {
      const left = this._within[within.length];
      this._within = within;
      this._selected = this._stillThere(left === undefined ? null : { state: left });
      this._showLayers();
      this._graphView.show(this._sheet!, this._graph.parameters, true);
      this._showSelected();
      this._showFindings();
      if (this._selected) {
        this._graphView.focus(this._selected);
      }
    }
  }

  private _createTools(): HTMLElement {
    this._layers.addEventListener("change", () => {
      this._layer = Number(this._layers.value);
      this._openSheet([]);
    });
    this._run.addEventListener("click", () => (this._running ? this._stop(true) : this._start()));
    const view = this._graphView;
    const button = (label: string, act: () => void): HTMLButtonElement => {
      const made = element("button", { type: "button", class: "button" }, icon("add"), label);
      made.addEventListener("click", act);
      return made;
    };
    const state = button("State", () => addNewState(this._model));
    state.setAttribute("aria-label", "New state");
    const layer = button("Layer", () => {
      this._layer = this._graph!.sheets.length;
      this._within = [];
      this._selected = null; // the form asks for the part of the body
      this._edit("addLayer", String(this._layer), addLayer);
      this._graphView.show(this._sheet ?? null, this._graph!.parameters, true);
      this._select(null);
      this._form.root.querySelector<HTMLElement>("#layer-mask")?.focus();
    });
    layer.setAttribute("aria-label", "New layer");
    return element(
      "div",
      { class: "states-tools", role: "toolbar", "aria-label": "States" },
      ...[this._run, this._layers, this._crumbs, state, layer, element("span", { class: "space" })],
      createToolButton("−", "Zoom out (-)", () => view.zoom(0.8)),
      createToolButton("+", "Zoom in (+)", () => view.zoom(1.25)),
      createToolButton("↔", "Show everything (0)", () => view.showWhole()),
    );
  }

  private _createEmpty(): void {
    const create = element("button", { type: "button", class: "button primary" }, "New controller");
    create.addEventListener("click", () => {
      const [clip = "clip"] = this._clips;
      this._open({ kind: "openController", clip: "new" }, newDefinition(clip));
      this._start();
    });
    this._empty.append(element("p", {}, NONE), element("div", { class: "row" }, create, this._fileButton("states-file-empty")));
  }

  /** Opens a definition, or a state graph of PlayCanvas, from a file. */
  private _fileButton(id: string): HTMLElement {
    const input = element("input", {
      id,
      type: "file",
      accept: ".json,application/json",
      class: "visually-hidden file-input",
      "aria-label": "Open a controller as JSON",
    });
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (file) {
        void file.text().then((text) => this._take(text, { kind: "openController", clip: file.name }));
        input.value = "";
      }
    });
    return element("span", { class: "file-button" }, element("label", { class: "button", for: id }, "Open JSON"), input);
  }

  private async _take(text: string, edit: Edit): Promise<void> {
    const { messages } = this._parts;
    try {
      const json: unknown = JSON.parse(text);
      this._open(edit, await definitionOf(json));
    } catch (error) {
      messages.add("error", `${edit.clip}: ${textOf(error)}`);
    }
  }

  private _createSections(): readonly HTMLElement[] {
    const section = (title: string, ...content: readonly HTMLElement[]): HTMLElement =>
      element("section", {}, element("h3", {}, title), ...content);
    const copied = (label: string, text: () => string): HTMLButtonElement => {
      const made = element("button", { type: "button", class: "button" }, label);
      const { announce, messages } = this._parts;
      made.addEventListener("click", () => {
        void copy(text()).then(
          () => {
            setText(this._copied, `${label}: copied.`);
            announce(`${label}: copied.`);
          },
          (error: unknown) => messages.add("error", error),
        );
      });
      return made;
    };
    const definition = (): unknown => this._entry?.definition;
    const removal = element("button", { type: "button", class: "button" }, "Delete the controller");
    removal.addEventListener("click", () => {
      this._parts.editor.document?.setController({ kind: "removeController", clip: "controller" }, null);
      this._stop(true);
      this._refresh();
    });
    const layerRemoval = element("button", { type: "button", class: "button" }, "Delete the layer");
    layerRemoval.addEventListener("click", () => {
      const { _layer: layer } = this;
      if (this._graph && this._graph.sheets.length > 1) {
        this._layer = Math.max(layer - 1, 0);
        this._within = [];
        this._edit("removeLayer", layerName(this._graph.sheets[layer]!, layer), (graph) => removeLayer(graph, layer));
        this._graphView.show(this._sheet ?? null, this._graph.parameters, true);
      }
    });
    this._json.addEventListener("input", () => this._typeJson());
    this._json.addEventListener("blur", () => this._parts.editor.document?.endGesture());
    return [
      this._findings,
      section("Parameters", this._parameters.root),
      section(
        "What plays",
        element("div", { class: "playing", role: "group", tabindex: 0, "aria-label": "What plays" }, this._now, this._log),
      ),
      element("section", {}, this._formTitle, this._form.root),
      section(
        "Definition",
        element("label", { for: "states-json" }, "JSON"),
        ...[this._json, this._jsonProblem],
        element(
          "div",
          { class: "row copies" },
          copied("Copy JSON", () => JSON.stringify(definition(), null, 2)),
          copied("Copy module", () => moduleOf(definition())),
          copied("Copy link", () => graphAddress(definition(), location.href)),
          this._fileButton("states-file"),
        ),
        this._copied,
        element("div", { class: "row copies" }, layerRemoval, removal),
      ),
    ];
  }

  private _typeJson(): void {
    let problem: string | null = null;
    try {
      const json: unknown = JSON.parse(this._json.value);
      expectStatable(json);
      this._open({ kind: "controllerJson", clip: "controller" }, json, true);
    } catch (error) {
      problem = error instanceof AssetError ? error.message : `This is no JSON: ${textOf(error)}`;
    }
    setText(this._jsonProblem, problem ?? "");
    this._jsonProblem.hidden = problem === null;
    this._json.setAttribute("aria-invalid", String(problem !== null));
  }

  private _showJson(): void {
    setText(this._copied, "");
    if (document.activeElement !== this._json) {
      this._json.value = this._entry ? JSON.stringify(this._entry.definition, null, 2) : "";
      this._jsonProblem.hidden = true;
      this._json.setAttribute("aria-invalid", "false");
    }
  }

  /** Findings lead to what they are about. */
  private _showFindings(): void {
    const parts = this._found.map(({ pointer }) => partAt(pointer));
    const unfinished = this._found.map(describeUnfinished);
    this._findings.hidden = this._found.length === 0;
    this._findings.replaceChildren(
      ...this._found.map(({ severity, pointer, message }, i) => {
        const go = element("button", { type: "button", class: "link place" }, pointer || "definition");
        go.addEventListener("click", () => this._go(parts[i]!));
        const kind = severity === 0 ? "error" : unfinished[i] === null ? "warning" : "information";
        return element("li", { class: `message ${kind}` }, go, element("p", {}, unfinished[i] ?? message));
      }),
    );
    const shown = this._within.join("/");
    this._graphView.markWrong((part) =>
      parts.some(
        ({ layer, within, part: about }, i) =>
          unfinished[i] === null &&
          layer === this._layer &&
          // what is within a state is marked at the state
          ("state" in part
            ? startsWith([...within, ...(about && "state" in about ? [about.state] : [])], [...this._within, part.state])
            : within.join("/") === shown && about !== null && "transition" in about && about.transition === part.transition),
      ),
    );
  }

  private _go({ layer, within, part }: PlaceInGraph): void {
    if (this._graph && layer < this._graph.sheets.length) {
      if (layer !== this._layer || within.join("/") !== this._within.join("/")) {
        this._layer = layer;
        this._within = [];
        this._openSheet(within);
      }
      this._select(this._stillThere(part));
      if (this._selected) {
        this._graphView.focus(this._selected);
      }
    }
  }

  private _setParameter(name: string, value: number | boolean): void {
    if (this._running) {
      this._running.controller.set(name, value);
    } else {
      this._edit("changeParameter", name, (graph) => setParameter(graph, name, value));
    }
  }

  /** What the layers show, a line for each, and why the one that is selected stays there. */
  private _showNow(run: ControllerRun, sheets: readonly Sheet[]): void {
    const { controller } = run;
    const lines = sheets.map((sheet, layer) => {
      const shown = controller.sharesOf(layer).map(({ state, share }) => `${state} ${Math.round(100 * share)} %`);
      const state = stateAt(sheet, controller.stateOf(layer)) ?? {};
      const weights = this._parts.editor.player.playables
        .filter(({ name, isPlaying }) => isPlaying && clipsOf(state).includes(name))
        .map(({ name, clip }) => `${name} ${Math.round(100 * clip.effectiveWeight)} %`);
      const names = sheets.length > 1 ? `Layer ${layerName(sheet, layer)}: ` : "";
      return `${names}${shown.reverse().join(", ")}${clipsOf(state).length > 1 ? ` (${weights.join(", ")})` : ""}`;
    });
    this._showLines(lines, this._layer);
    showItems(
      this._reasons,
      run
        .explain(this._layer)
        .map(({ to, reasons }) => `→ ${to}: ${reasons.length === 0 ? "is taken" : reasons.map(describeReason).join(", ")}`),
    );
    const changes = run.changes.slice(-4).reverse();
    showItems(
      this._log,
      changes.map(({ time, from, to, reason }) => `${(run.time - time).toFixed(0)} s ago: ${from} → ${to}${reason && `, ${reason}`}`),
    );
  }

  /** @param explained the line below which the reasons stand; null for none */
  private _showLines(lines: readonly string[], explained: number | null): void {
    const shown = ([...this._now.children] as HTMLElement[]).filter((child) => child !== this._reasons);
    shown.slice(lines.length).forEach((child) => child.remove());
    lines.forEach((line, i) => setText(shown[i] ?? (shown[i] = this._now.appendChild(element("p"))), line));
    const above = explained === null ? null : shown[explained]!;
    if (!above) {
      this._reasons.remove();
    } else if (above.nextSibling !== this._reasons) {
      above.after(this._reasons);
    }
  }

  private _showRun(): void {
    const isRunning = this._running !== null;
    const cannot = !isRunning && (!this._graph || this._found.some(({ severity }) => severity === 0));
    this._run.replaceChildren(icon(isRunning ? "stop" : "play"), isRunning ? "Stop" : "Run");
    this._run.disabled = cannot;
    this._run.title = cannot ? "The definition has errors" : isRunning ? "Stop the controller" : "Let the controller play the model";
    this._parameters.setRunning(isRunning);
    this._history.root.hidden = !isRunning;
    this._log.hidden = !isRunning;
    if (!isRunning) {
      this._showLines([cannot ? "The definition has errors: it cannot run." : "Run shows what plays, and why."], null);
      this._graphView.play(null);
    }
  }

  private _start(): void {
    const { player } = this._parts.editor;
    if (this._running || !this._graph || this._found.some(({ severity }) => severity === 0)) {
      return;
    }
    this._before = player.playables.filter(({ isPlaying }) => isPlaying);
    player.stopFade();
    player.playables.forEach((playable) => playable.isStarted && playable.halt());
    this._direct(this._createRun());
    this._interrupted = null;
    this._parts.stage.wake();
    this._showRun();
  }

  /** Lets a controller play the clips, or none. */
  private _direct(run: ControllerRun | null): void {
    this._running = this._parts.editor.player.director = run;
  }

  private _createRun(): ControllerRun | null {
    try {
      return new ControllerRun(this._graph!, this._entry!.definition, this._parts.editor.player.playables);
    } catch (error) {
      this._parts.messages.add("error", error);
      return null;
    }
  }

  /** Runs a changed definition from where it is; one with errors once they are corrected. */
  private _restart(): void {
    const kept = this._running?.snapshot() ?? this._interrupted!;
    this._running?.dispose();
    const canRun = this._graph && !this._found.some(({ severity }) => severity === 0);
    this._direct(canRun ? this._createRun() : null);
    this._running?.goOn(kept);
    this._interrupted = this._running || !this._entry ? null : kept;
  }

  /** @param goesOn whether what played before plays again */
  private _stop(goesOn: boolean): void {
    const run = this._running;
    const wasPaused = run?.isPaused;
    this._direct(null);
    this._interrupted = null;
    if (!run) {
      return;
    }
    run.dispose();
    const { player } = this._parts.editor;
    if (goesOn && !wasPaused) {
      this._before.filter((playable) => player.playables.includes(playable)).forEach((playable) => playable.play());
    }
    this._before = [];
    this._showRun();
    this._parts.stage.wake();
  }
}

interface PlaceInGraph {
  readonly layer: number;
  /** The names of the states down to the machine that has the part. */
  readonly within: readonly string[];
  readonly part: Part | null;
}

/** What a JSON pointer in a definition leads to. */
function partAt(pointer: string): PlaceInGraph {
  const [, layers, layer, ...rest] = pointer.split("/").map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  const within: string[] = [];
  let members = rest;
  while (
    members[0] === "states" &&
    members[1] !== undefined &&
    ["states", "transitions"].includes(members[2]!) &&
    members[3] !== undefined
  ) {
    within.push(members[1]);
    members = members.slice(2);
  }
  const [member, name] = members;
  const part =
    member === "states" && name !== undefined
      ? { state: name }
      : member === "transitions" && name !== undefined
        ? { transition: Number(name) }
        : null;
  return { layer: layers === "layers" ? Number(layer) : 0, within, part };
}

function startsWith(names: readonly string[], first: readonly string[]): boolean {
  return first.every((name, i) => names[i] === name);
}

/** The definition that a JSON text has: its own, that of a file's extras, or one made of a state graph of PlayCanvas. */
async function definitionOf(json: unknown): Promise<unknown> {
  if (typeof json !== "object" || json === null || Array.isArray((json as { layers?: unknown }).layers)) {
    const { layers } = (json ?? {}) as { readonly layers?: readonly { readonly states?: unknown }[] };
    if (!layers?.some((layer) => Array.isArray(layer?.states))) {
      return json;
    }
  }
  const own = (json as { animationController?: unknown }).animationController;
  if (own !== undefined) {
    return own;
  }
  const { ReadPlayCanvasGraph } = await import("../../../src/tools.js");
  return ReadPlayCanvasGraph(json).definition;
}

/** Shows the lines of a list; those that stay the same are left as they are. */
function showItems(list: HTMLElement, lines: readonly string[]): void {
  while (list.children.length > lines.length) {
    list.lastElementChild!.remove();
  }
  lines.forEach((line, i) => {
    const item = (list.children[i] as HTMLElement | undefined) ?? list.appendChild(element("li"));
    setText(item, line);
  });
}
