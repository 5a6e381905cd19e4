import { Observable } from "@babylonjs/core/Misc/observable.js";
import { asDecimal } from "../controls/decimal.js";
import { uniqueName } from "../document/clipEdits.js";
import type { Editor } from "../document/editor.js";
import type { EventEntry } from "./eventEntries.js";

/** The commands that change the events of the selected clip's animations. */
export class EventEditor {
  /** Notified when another event is selected. */
  readonly onSelect = new Observable<void>();
  private _selected: number | null = null;

  constructor(private readonly _editor: Editor) {}

  /** The events of the selected clip's animations. */
  get events(): readonly EventEntry[] {
    const { chosen, document } = this._editor.player;
    const animations = new Set(chosen?.origin.animations);
    return document?.events.filter(({ animation }) => animations.has(animation)) ?? [];
  }

  /** The selected event; null if it is gone, or of other animations. */
  get selected(): EventEntry | null {
    return this.events.find(({ id }) => id === this._selected) ?? null;
  }

  select(id: number | null): void {
    if (id !== this._selected) {
      this._selected = id;
      this._editor.document?.endGesture();
      this.onSelect.notifyObservers();
    }
  }

  /** Adds an event at the playhead, and selects it. */
  add(): void {
    const { chosen, document } = this._editor.player;
    const animation = chosen?.origin.animations[0];
    if (chosen && document && animation !== undefined) {
      const names = this.events.map(({ event }) => event.name);
      const time = Number(chosen.timestamp.toFixed(4));
      this.select(document.addEvent(animation, { time, name: uniqueName("event", names) }));
    }
  }

  /** @param time seconds; moves until the end of the gesture are one step */
  move(id: number, time: number): void {
    this._editor.document?.changeEvent(id, "moveEvent", { time: asDecimal(time) }, true);
  }

  rename(name: string): void {
    if (this.selected && name.trim() !== "") {
      this._editor.document!.changeEvent(this.selected.id, "renameEvent", { name: name.trim() });
    }
  }

  remove(id: number): void {
    this._editor.document?.removeEvent(id);
  }

  endGesture(): void {
    this._editor.document?.endGesture();
  }
}
