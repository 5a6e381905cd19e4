import type { DocumentState } from "./clipDocument.js";
import { element } from "../controls/dom.js";
import type { DocumentBar } from "./documentBar.js";
import type { Player } from "../playback/player.js";

/** Asks before unsaved changes are lost. */
export class UnsavedChangesDialog {
  private readonly _dialog = element("dialog", { class: "unsaved-changes", "aria-labelledby": "unsaved-changes-title" });
  private readonly _title = element("h2", { id: "unsaved-changes-title" });
  /** The changes that the user gave up; the model stays until the next one is loaded. */
  private _discarded: DocumentState | null = null;
  private _answer: { readonly proceed: () => void; readonly stay: () => void } | null = null;

  constructor(
    private readonly _player: Player,
    private readonly _bar: DocumentBar,
  ) {
    const save = this._createButton("Save", "button primary", () => this._bar.save().then(() => this._isSafe));
    const discard = this._createButton("Discard changes", "button discard", () => {
      this._discarded = this._player.document!.state;
      return Promise.resolve(true);
    });
    const cancel = this._createButton("Cancel", "button", () => Promise.resolve(false));
    const text = element("p", {}, "It has changes that are not saved. Opening another model discards them.");
    this._dialog.append(this._title, text, element("div", { class: "row" }, save, discard, cancel));
    this._dialog.addEventListener("close", () => this._settle(false)); // by escape
    document.body.append(this._dialog);
    addEventListener("beforeunload", (event) => {
      if (!this._isSafe) {
        event.preventDefault();
      }
    });
  }

  /**
   * Runs what would lose unsaved changes: at once if there are none, else after asking.
   * @param stay runs if the user keeps the changes
   */
  ask(proceed: () => void, stay = (): void => undefined): void {
    if (this._isSafe) {
      proceed();
      return;
    }
    this._title.textContent = `Save changes to ${this._player.model!.name}?`;
    this._answer = { proceed, stay };
    if (!this._dialog.open) {
      this._dialog.showModal();
    }
  }

  private get _isSafe(): boolean {
    const { document } = this._player;
    return !document?.isDirty || document.state === this._discarded;
  }

  private _createButton(label: string, className: string, act: () => Promise<boolean>): HTMLButtonElement {
    const button = element("button", { type: "button", class: className }, label);
    button.addEventListener("click", () => void act().then((mayLeave) => this._settle(mayLeave)));
    return button;
  }

  private _settle(mayLeave: boolean): void {
    const answer = this._answer;
    this._answer = null;
    this._dialog.close();
    if (mayLeave) {
      answer?.proceed();
    } else {
      answer?.stay();
    }
  }
}
