import { Observable } from "@babylonjs/core/Misc/observable.js";
import { AssetError, type ResolvedClipSettings } from "../../../src/pure.js";
import { adviceAbout } from "../checks/advice.js";
import { asDecimal } from "../controls/decimal.js";
import { describeEdit, type ClipDocument, type Edit } from "./clipDocument.js";
import { withBounds, type TimeRange } from "./clipEdits.js";
import type { Moves } from "../moves/moves.js";
import type { Playable } from "../playback/playable.js";
import type { Player } from "../playback/player.js";

/** The commands that change the clips of the open file. All act on the selected clip. */
export class Editor {
  /** Notified when a range of the timeline is selected or no longer selected. */
  readonly onRange = new Observable<TimeRange | null>();
  /** Asks for a new name of the selected clip. */
  readonly onRename = new Observable<void>();
  private _range: TimeRange | null = null;

  /** @param _announce tells people who do not see the page what happened */
  constructor(
    readonly player: Player,
    private readonly _announce: (text: string) => void,
  ) {
    player.onChoose.add(() => (this.range = null));
  }

  get document(): ClipDocument | null {
    return this.player.document;
  }

  /** The selected clip and its id in the document; null if it cannot be edited. */
  get chosen(): { readonly playable: Playable; readonly id: number } | null {
    const { chosen } = this.player;
    return chosen && chosen.entry !== null ? { playable: chosen, id: chosen.entry } : null;
  }

  /** The selected range of the timeline. */
  get range(): TimeRange | null {
    return this._range;
  }

  set range(range: TimeRange | null) {
    if (range !== this._range) {
      this._range = range;
      this.onRange.notifyObservers(range);
    }
  }

  /** Whether the selected playable is of the file, so that a clip of its animations can be made. */
  get canAdd(): boolean {
    const { chosen } = this.player;
    return chosen !== null && chosen.origin.kind !== "move";
  }

  /** Makes a clip of the selected range; without one, of the whole animation or controller. */
  newClip(): void {
    const { chosen } = this.player;
    if (!chosen || !this.document || !this.canAdd) {
      return;
    }
    const { origin, settings, lastKey } = chosen;
    const whole = origin.kind === "controller" ? settings : { start: 0, end: lastKey };
    const name = this.range || origin.kind === "clip" ? "clip" : chosen.name;
    const wasPlaying = this.player.playables.some(({ isPlaying }) => isPlaying);
    this.document.add({ name, animations: origin.animations, settings: this.range ?? whole }, chosen.entry);
    const made = this.player.chosen!;
    if (wasPlaying) {
      this.player.play(made);
    } else {
      this.player.seek(made.bounds.start);
    }
    this._announce(`New clip ${made.name}`);
    this.onRename.notifyObservers();
  }

  /** Ends the trial of another file's moves: they are saved with the model. */
  keepMoves({ file }: Moves): void {
    this.document!.keepMoves(file);
    this._announce(`The moves of ${file.source.name} are kept. Save writes them into ${this.player.model!.name}.`);
  }

  /** Removes the moves of another file from the model. */
  discardMoves({ file }: Moves): void {
    this.player.stopFade();
    file.isOnTrial = false;
    this.document!.discardMoves(file);
    this.player.relist();
    this._announce(`The moves of ${file.source.name} are discarded.`);
  }

  duplicate(): void {
    if (this.chosen) {
      this.document!.duplicate(this.chosen.id);
      this._announce(`Duplicated as ${this.player.chosen!.name}`);
    }
  }

  remove(): void {
    if (this.chosen) {
      const { name } = this.chosen.playable;
      this.document!.remove(this.chosen.id);
      this._announce(`Deleted ${name}`);
    }
  }

  /** Whether the playhead is within the selected clip. */
  get canCut(): boolean {
    const { start = 0, end = 0 } = this.chosen?.playable.settings ?? {};
    const timestamp = this.chosen?.playable.timestamp ?? 0;
    return timestamp > start && timestamp < end;
  }

  /** What the command to cut does, or what it needs first. */
  get cutTitle(): string {
    if (this.canCut) {
      return "Cut at the playhead";
    }
    return this.chosen ? "To cut the clip, move the playhead into it" : "Only clips can be cut: make a clip of it first";
  }

  cut(): void {
    if (this.chosen && this.canCut) {
      const { name, timestamp } = this.chosen.playable;
      this.chosen.playable.pause();
      this.document!.cut(this.chosen.id, timestamp);
      this._announce(`Cut ${name} in two`);
    }
  }

  /** What is wrong with a name for the selected clip; null if nothing is. */
  problemOfName(name: string): string | null {
    const { chosen, document } = this;
    const isTaken = chosen && document!.clips.some((entry) => entry.id !== chosen.id && document!.nameOf(entry) === name.trim());
    return isTaken ? `Another clip is called ${name.trim()}: a search by name finds only the first of them.` : null;
  }

  rename(name: string): void {
    if (this.chosen && name.trim() !== "") {
      this.document!.change(this.chosen.id, "rename", { name: name.trim() });
    }
  }

  /** The place of the selected clip among all clips; null if it is none of the document's. */
  get position(): { readonly index: number; readonly count: number } | null {
    const clips = this.document?.clips;
    return this.chosen && clips ? { index: clips.findIndex(({ id }) => id === this.chosen!.id), count: clips.length } : null;
  }

  /** @param to index of the selected clip in the new list */
  moveTo(to: number): void {
    if (this.chosen && this.position!.index !== to) {
      this.document!.move(this.chosen.id, to);
      this._announce(`${this.chosen.playable.name}: ${this.position!.index + 1} of ${this.position!.count}`);
    }
  }

  moveBy(by: number): void {
    if (this.position) {
      this.moveTo(Math.min(Math.max(this.position.index + by, 0), this.position.count - 1));
    }
  }

  /**
   * Changes settings of the selected clip. If the bounds move, the clip keeps its first timestamp where possible.
   * @param isGesture whether further changes of this kind belong to the same step
   * @param from the settings to start from, of the time when a gesture began
   * @returns what to do if the settings are invalid, in which case nothing changes; null otherwise
   */
  change(kind: Edit["kind"], change: Partial<ResolvedClipSettings>, isGesture = false, from = this.player.chosen?.settings): string | null {
    if (!this.chosen || !from) {
      return null;
    }
    const { start, end, ...rest } = { ...from, ...change };
    const settings = {
      ...withBounds({ ...from, ...rest }, { start, end }),
      ...(change.offset === undefined ? {} : { offset: change.offset }),
    };
    if (end >= start && !(settings.offset >= 0 && settings.offset <= end - start)) {
      return `offset: use 0 to ${asDecimal(end - start)}, the length of the clip, instead of ${asDecimal(settings.offset)}`;
    }
    try {
      this.document!.change(this.chosen.id, kind, { settings }, isGesture);
      return null;
    } catch (error) {
      if (error instanceof AssetError) {
        return adviceAbout(error.pointer.slice(error.pointer.lastIndexOf("/") + 1), error.rule);
      }
      throw error;
    }
  }

  undo(): void {
    const step = this.document?.undoable;
    if (step) {
      this.document.undo();
      this._announce(`Undone: ${describeEdit(step)}`);
    }
  }

  redo(): void {
    const step = this.document?.redoable;
    if (step) {
      this.document.redo();
      this._announce(`Redone: ${describeEdit(step)}`);
    }
  }
}
