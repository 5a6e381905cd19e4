import { textOf, type Messages } from "../checks/messages.js";
import type { ImportReport } from "../document/importing.js";
import type { Model } from "../files/model.js";
import type { Sidecar } from "../files/sidecar.js";
import { ModelError, type Source } from "../files/source.js";
import type { GroupKind } from "../playback/groupPlayable.js";
import type { Player } from "../playback/player.js";
import type { Stage } from "../stage/stage.js";
import { painted, type LoadingView } from "./loadingView.js";
import type { ModelList } from "./modelList.js";
import type { ModelView } from "./modelView.js";
import type { Opening } from "./opening.js";
import { loadApart, type LoadedModel } from "./staging.js";

export interface ModelOpenerParts {
  readonly player: Player;
  readonly stage: Stage;
  readonly messages: Messages;
  readonly loading: LoadingView;
  readonly models: ModelList;
  readonly view: ModelView;
}

/** Loads models, and shows the one that was opened last. Errors become messages. */
export class ModelOpener {
  /** Counts the opened models. */
  private _opened = 0;
  private _ready: Promise<void> = Promise.resolve();
  /** Settles when the measurement that was started last is over. */
  private _measured: Promise<unknown> = Promise.resolve();
  private _groupKind: GroupKind = "compiled";

  constructor(private readonly _parts: ModelOpenerParts) {}

  /** Settles when the model opened last is shown or has failed. */
  get ready(): Promise<void> {
    return this._ready;
  }

  /** How the animations of a file are loaded. */
  get groupKind(): GroupKind {
    return this._groupKind;
  }

  /** Replaces the shown model, or keeps the shown model if loading fails. */
  open(opening: Opening): Promise<void> {
    return (this._ready = this._open(opening));
  }

  /** Does something with the shown model once it is there. */
  enqueue(task: () => Promise<void>): void {
    this._ready = this._ready.then(task);
  }

  /**
   * Runs a measurement that loads the shown model again: two loads at a time would share the addresses of local files.
   * @throws DOMException if the signal is aborted before
   */
  async measure<T>(signal: AbortSignal, run: (source: Source) => Promise<T>): Promise<T> {
    await this._ready;
    signal.throwIfAborted();
    const { messages, player } = this._parts;
    const { source } = player.model!;
    const measuring = messages.repeat(() => run(source));
    this._measured = measuring;
    return measuring;
  }

  /**
   * Loads the shown model again, with its animations as other groups. Clips, their edits and what plays stay as they are.
   * @param onFailure runs if the model cannot be loaded, and stays as it is
   */
  reloadAs(kind: GroupKind, onFailure: () => void): void {
    this._ready = Promise.allSettled([this._ready, this._measured]).then(() => this._reloadAs(kind, onFailure));
  }

  /** Adds the clips of a file with settings to the shown model. */
  openSidecar(sidecar: Sidecar, { document, json, name }: Model): void {
    const { loading } = this._parts;
    this.enqueue(async () => {
      loading.hideFailure();
      try {
        const { importSidecar } = await import("../document/importing.js");
        this._note(importSidecar(document, json, sidecar));
      } catch (error) {
        loading.fail(`${sidecar.name} cannot be read for ${name}: ${textOf(error)}`);
      }
    });
  }

  private async _open(opening: Opening): Promise<void> {
    const { messages, loading, models } = this._parts;
    const { name, description } = opening;
    const turn = ++this._opened;
    messages.begin();
    loading.hideFailure();
    loading.showProgress(`Loading ${description}`, null);
    try {
      const source = await opening.read((share) => loading.showProgress(`Loading ${description}`, share));
      loading.showProgress(`Opening ${description}`, null);
      await painted();
      const loaded = await this._load(source, opening);
      if (turn === this._opened) {
        await this._show(loaded, opening);
      } else {
        loaded.model.dispose();
      }
    } catch (error) {
      if (turn === this._opened) {
        loading.fail(sentenceOf(error, name));
        models.restore();
      }
    }
    if (turn === this._opened) {
      loading.hideProgress();
    }
  }

  private _load(source: Source, { demo }: Opening): Promise<LoadedModel> {
    return loadApart(source, this._parts.stage, { groups: this._groupKind, ...(demo?.crowd && { copies: demo.crowd }) });
  }

  private async _show(loaded: LoadedModel, opening: Opening): Promise<void> {
    const { messages, view } = this._parts;
    messages.clearEarlier();
    const { source, document, json } = loaded.model;
    source.notes.forEach((note) => messages.add("warning", note));
    if (source.sidecar || (json["animations"] as readonly unknown[] | undefined)?.length) {
      const { importSettings } = await import("../document/importing.js");
      try {
        this._note(importSettings(document, json, source.sidecar));
        document.markSaved(); // the opened files have all of it
      } catch (error) {
        messages.add("warning", error);
      }
    }
    await view.show(loaded, opening);
  }

  private _note({ problems }: ImportReport): void {
    problems.forEach((problem) => this._parts.messages.add("warning", problem));
  }

  private async _reloadAs(kind: GroupKind, onFailure: () => void): Promise<void> {
    const { model } = this._parts.player;
    const before = this._groupKind;
    this._groupKind = kind;
    if (!model || model.groups === kind) {
      return;
    }
    try {
      await this._exchange(model, kind);
    } catch (error) {
      this._groupKind = before;
      onFailure();
      this._parts.loading.fail(`${model.name} cannot be loaded again: ${textOf(error)}`);
    }
  }

  private async _exchange(model: Model, groups: GroupKind): Promise<void> {
    const { player, stage, messages, view } = this._parts;
    const turn = this._opened;
    const { source, document, copies, movesFiles: moves } = model;
    const copy = await messages.repeat(() => loadApart(source, stage, { groups, document, copies, moves }));
    if (turn === this._opened && player.model === model) {
      await view.exchange(model, copy);
    } else {
      copy.model.dispose();
    }
  }
}

/** A text that begins with a JSON pointer is shown with its place. */
function sentenceOf(error: unknown, name: string): string {
  const text = textOf(error);
  return error instanceof ModelError || text.startsWith("/") ? text : `${name} cannot be loaded: ${text}`;
}
