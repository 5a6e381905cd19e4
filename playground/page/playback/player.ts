import { Observable, type Observer } from "@babylonjs/core/Misc/observable.js";
import { CrossFade, type ClipCrossFade } from "../../../src/pure.js";
import type { ClipDocument, DocumentChange } from "../document/clipDocument.js";
import type { Model } from "../files/model.js";
import type { Playable } from "./playable.js";

/** What plays clips by itself, such as a controller: it is paused as a whole, and goes on from there. */
export interface Director {
  isPaused: boolean;
}

/** The selected clip, and the commands of the page. */
export class Player {
  /** Notified when another clip is selected or another model is shown. */
  readonly onChoose = new Observable<Playable | null>();
  /** Notified when settings or weight of the selected clip change. */
  readonly onEdit = new Observable<Playable>();
  /**
   * Notified when another model is shown, or when clips of this one are added, removed, reordered or renamed; {@link onChoose} or
   * {@link onEdit} follows.
   */
  readonly onList = new Observable<void>();
  /** Notified before a person plays, pauses or moves a clip. */
  readonly onUse = new Observable<void>();
  /** What plays the clips; null while each plays by itself. */
  director: Director | null = null;
  private _model: Model | null = null;
  private _onDocument: Observer<DocumentChange> | null = null;
  private _chosen: Playable | null = null;
  /** The last cross-fade: one for each copy of the model. */
  private _fades: readonly ClipCrossFade[] = [];
  /** The playables before the last change of the document. */
  private _listed: readonly Playable[] = [];

  get model(): Model | null {
    return this._model;
  }

  set model(model: Model | null) {
    this.onUse.notifyObservers();
    this._model = model;
    this._listed = this.playables;
    this._chosen = this.playables[0] ?? null;
    this._onDocument?.remove();
    this._onDocument = model?.document.onChange.add((change) => this._follow(change)) ?? null;
    this.onList.notifyObservers();
    this.onChoose.notifyObservers(this._chosen);
  }

  /** The clips that can be edited and saved. */
  get document(): ClipDocument | null {
    return this._model?.document ?? null;
  }

  get playables(): readonly Playable[] {
    return this._model?.playables ?? [];
  }

  /** Lists the playables of the model again, after moves of another file were added or discarded, and selects one of them. */
  relist(choice = this._chosen): void {
    this.model?.updateMoves();
    const chosen = choice && this.playables.includes(choice) ? choice : (this.playables[0] ?? null);
    this._listed = this.playables;
    this._chosen = chosen;
    this.onList.notifyObservers();
    this.onChoose.notifyObservers(chosen);
  }

  get chosen(): Playable | null {
    return this._chosen;
  }

  choose(playable: Playable | null): void {
    this._chosen = playable;
    this.onChoose.notifyObservers(playable);
  }

  /** Selects a clip as the user does: it plays if something plays. */
  select(playable: Playable): void {
    const { isAnyPlaying } = this;
    this.choose(playable);
    if (isAnyPlaying && !playable.isPlaying) {
      this.play(playable);
    }
  }

  /** The first clip with a name. */
  find(name: string): Playable | undefined {
    return this.playables.find((playable) => playable.name === name);
  }

  get isAnyPlaying(): boolean {
    return this.playables.some((playable) => this.isPlaying(playable));
  }

  /** Whether a clip advances. */
  isPlaying({ isPlaying }: Playable): boolean {
    return isPlaying && !this.director?.isPaused;
  }

  /** Plays or pauses a clip. One that is played by something else is paused with all that this plays. */
  toggle(playable: Playable): void {
    const { director } = this;
    if (!this.isPlaying(playable)) {
      this.play(playable);
    } else if (director) {
      director.isPaused = true;
    } else {
      this.onUse.notifyObservers();
      playable.pause();
    }
  }

  /** Whether {@link togglePlay} pauses. */
  get canPause(): boolean {
    const { director, chosen } = this;
    return director ? !director.isPaused : (chosen?.isPlaying ?? false);
  }

  /** Plays or pauses what plays the clips; otherwise the selected clip. */
  togglePlay(): void {
    const { director, chosen } = this;
    if (director) {
      director.isPaused = !director.isPaused;
    } else if (chosen) {
      this.toggle(chosen);
    }
  }

  /** Stops and rewinds the selected clip. */
  stop(): void {
    this.onUse.notifyObservers();
    this._chosen?.stop();
  }

  /** Plays a clip, and stops others with the same targets, unless both have weights and therefore mix. */
  play(playable: Playable): void {
    this.onUse.notifyObservers();
    for (const other of this.playables) {
      const mixes = other.weight >= 0 && playable.weight >= 0;
      if (other !== playable && other.isStarted && !mixes && other.sharesTargetsWith(playable)) {
        other.halt();
      }
    }
    playable.play();
  }

  /** Pauses the selected clip and moves it by some seconds. */
  step(seconds: number): void {
    if (this._chosen) {
      const { start, end } = this._chosen.bounds;
      this.seek(Math.min(Math.max(this._chosen.timestamp + seconds, start), end));
    }
  }

  toBound(bound: "start" | "end"): void {
    if (this._chosen) {
      this.seek(this._chosen.bounds[bound]);
    }
  }

  /** Pauses the selected clip at a timestamp. */
  seek(timestamp: number): void {
    this.onUse.notifyObservers();
    this._chosen?.pause();
    this._chosen?.seek(timestamp);
  }

  setWeight(weight: number): void {
    if (this._chosen) {
      this._chosen.weight = weight;
      this.onEdit.notifyObservers(this._chosen);
    }
  }

  /** The running cross-fade; null if there is none. */
  get fade(): ClipCrossFade | null {
    return this._fades[0]?.isRunning ? this._fades[0] : null;
  }

  /**
   * Fades from a clip to a second clip, and selects the second clip.
   * @param keepStep whether both stay at the same phase of their cycle
   */
  crossFade(from: Playable, to: Playable, seconds: number, keepStep: boolean): void {
    this.onUse.notifyObservers();
    this.choose(to); // first: what stands in for a clip leaves with the selection
    [from, to].forEach((each) => each.handOverToClips());
    this._fades = from.members.map((member, i) => CrossFade(member, to.members[i]!, seconds, { keepStep }));
    this._fades[0]!.onEndObservable.addOnce(() => to === this._chosen && this.onEdit.notifyObservers(to));
  }

  /** Settles when no cross-fade runs. */
  async fadeEnd(): Promise<void> {
    const { fade } = this;
    if (fade) {
      await new Promise((resolve) => fade.onEndObservable.addOnce(resolve));
    }
  }

  /** Ends a running fade; the clips keep the weights of this moment. */
  stopFade(): void {
    this._fades.forEach((fade) => fade.stop());
    this._fades = [];
  }

  /** Shows a change of the document, and selects the clip that it is about. */
  private _follow({ affected, isListChanged }: DocumentChange): void {
    const before = this._chosen;
    const index = before ? this._listed.indexOf(before) : 0;
    const known = before && this.playables.includes(before) ? before : (this.playables[index] ?? this.playables.at(-1) ?? null);
    const next = this.playables.find(({ entry }) => entry !== null && entry === affected) ?? known;
    const isOther = isListChanged || this._listed !== this.playables;
    this._chosen = next;
    this._listed = this.playables;
    if (isOther) {
      this.onList.notifyObservers();
    }
    if (next !== before) {
      this.onChoose.notifyObservers(next);
    } else if (next) {
      this.onEdit.notifyObservers(next);
    }
  }
}
