import { describeEdit, type ClipDocument } from "./clipDocument.js";
import { element, icon, setText } from "../controls/dom.js";
import type { Editor } from "./editor.js";
import { createDropdown, createMenuItem } from "../controls/buttons.js";
import { textOf, type Messages } from "../checks/messages.js";
import type { Model } from "../files/model.js";
import { bakedFile, clipsFile, countParts, download, graphFile, joinedFile, savedFile, type SavedFile } from "./saving.js";

/** The name of the open file, whether it has unsaved changes, and the commands undo, redo and save. */
export class DocumentBar {
  private readonly _name = element("span", { class: "document-name" });
  private readonly _state = element("span", { class: "document-state" });
  private readonly _undo = element("button", { type: "button", class: "icon-button" }, icon("undo"));
  private readonly _redo = element("button", { type: "button", class: "icon-button" }, icon("redo"));
  private readonly _save = element(
    "button",
    { type: "button", class: "button save", title: "Save the file with its clips, events and states (Ctrl+S)" },
    "Save",
  );
  private readonly _menu: HTMLDetailsElement;
  /** The ways to save a file with clips. */
  private readonly _items: readonly HTMLButtonElement[];
  private readonly _join: HTMLButtonElement;
  /** The model whose parts are counted, and when that is done: two readers at a time would share the addresses of local files. */
  private _counting: { readonly model: Model; readonly done: Promise<void> } | null = null;

  /** @param _announce tells people who do not see the page what happened */
  constructor(
    root: HTMLElement,
    private readonly _editor: Editor,
    private readonly _messages: Messages,
    private readonly _announce: (text: string) => void,
  ) {
    this._undo.addEventListener("click", () => _editor.undo());
    this._redo.addEventListener("click", () => _editor.redo());
    this._save.addEventListener("click", () => void this.save());
    this._items = [
      this._createItem("Save as baked", "Animations that any engine plays right, in place of the clips", () => this._write(bakedFile)),
      this._createItem(
        "Save with graph",
        "A KHR_interactivity graph beside the clips, for other viewers; not the states, which Save keeps",
        () => this._write(graphFile),
      ),
      this._createItem("Export clips as JSON", "The clips alone, without the model", () => this._write(clipsFile)),
    ];
    this._join = this._createItem("Save with joined parts", "No model is open", () => this._write(joinedFile));
    this._join.disabled = true;
    const more = element("summary", { class: "icon-button", "aria-label": "More ways to save", title: "More ways to save" }, icon("more"));
    this._menu = createDropdown("document-menu", more, element("div", { class: "menu-items popup" }, ...this._items, this._join));
    this._menu.addEventListener("toggle", () => this._offerToJoin());
    root.append(element("div", { class: "document-title" }, this._name, this._state), this._undo, this._redo, this._save, this._menu);
    _editor.player.onEdit.add(() => this._show());
    _editor.player.onChoose.add(() => this._show());
  }

  /** Saves the open file with its clips. */
  async save(): Promise<void> {
    await this._counting?.done;
    const { document } = this._editor;
    const state = document?.state;
    if (state && (await this._write(savedFile))) {
      document.markSaved(state);
      this._show();
    }
  }

  /** @returns whether there was no error */
  private async _write(make: (...file: Parameters<typeof savedFile>) => SavedFile | Promise<SavedFile>): Promise<boolean> {
    await this._counting?.done;
    const { model } = this._editor.player;
    if (!model) {
      return false;
    }
    try {
      const file = await make(model.source, model.document);
      file.warnings.forEach((warning) => this._messages.add("warning", warning));
      download(file);
      this._announce(`${file.name} is saved.`);
      return true;
    } catch (error) {
      this._messages.add("error", error);
      this._announce(`The file is not saved: ${textOf(error)}`);
      return false;
    }
  }

  /** Offers to join the parts of characters where fewer meshes would be drawn. */
  private _offerToJoin(): void {
    const { model } = this._editor.player;
    if (!this._menu.open || !model || model === this._counting?.model) {
      return;
    }
    const before = this._counting?.done;
    this._describeJoin("Looking for parts …", false);
    this._counting = { model, done: Promise.resolve(before).then(() => this._count(model)) };
  }

  private async _count(model: Model): Promise<void> {
    const [text, isOffered] = await countParts(model.source).then(
      ({ before, after }): [string, boolean] =>
        after < before
          ? [`${before} meshes become ${after}, which any viewer draws faster`, true]
          : ["The model has no parts that can be joined", false],
      (error: unknown): [string, boolean] => [textOf(error), false],
    );
    if (model === this._counting?.model) {
      this._describeJoin(text, isOffered);
    }
  }

  private _describeJoin(text: string, isOffered: boolean): void {
    this._join.disabled = !isOffered;
    setText(this._join.querySelector("small")!, text);
  }

  private _show(): void {
    const { document, player } = this._editor;
    const isDirty = document?.isDirty ?? false;
    setText(this._name, player.model?.name ?? "No model");
    setText(this._state, isDirty ? "Unsaved changes" : "");
    this._save.disabled = !document;
    this._save.classList.toggle("primary", isDirty);
    showStep(this._undo, "Undo", "Ctrl+Z", document?.undoable ?? null);
    showStep(this._redo, "Redo", "Ctrl+Shift+Z", document?.redoable ?? null);
    const hasClips = player.playables.some(({ origin: { kind } }) => kind === "clip" || kind === "controller");
    this._items.forEach((item) => (item.disabled = !hasClips && !document?.moves.length));
  }

  private _createItem(label: string, description: string, act: () => Promise<boolean>): HTMLButtonElement {
    return createMenuItem(label, description, () => {
      this._menu.open = false;
      void act();
    });
  }
}

function showStep(button: HTMLButtonElement, verb: string, keys: string, edit: ClipDocument["undoable"]): void {
  const label = edit ? `${verb}: ${describeEdit(edit)}` : verb;
  button.disabled = !edit;
  button.setAttribute("aria-label", label);
  button.title = `${label} (${keys})`;
}
