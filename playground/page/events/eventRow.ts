import type { Observer } from "@babylonjs/core/Misc/observable.js";
import { CompiledAnimationGroup, type PassedEvent } from "../../../src/pure.js";
import { element, format, icon, setText } from "../controls/dom.js";
import { followDrag } from "../controls/drag.js";
import { fieldText, NumberField, numberText } from "../controls/numberField.js";
import type { Playable } from "../playback/playable.js";
import type { EventEntry } from "./eventEntries.js";
import type { EventEditor } from "./eventEditor.js";

/** The timeline that the events are on. */
export interface EventScale {
  /** Pixels of a time. */
  readonly left: (time: number) => number;
  /** The time at a pointer, drawn to a key nearby; @param shift pixels to add: where a marker was grasped */
  readonly timeAt: (event: PointerEvent, shift: number) => number;
  /** The time that a key moves a marker to; null for a key without such a time. */
  readonly pressed: (event: KeyboardEvent, marker: HTMLElement) => number | null;
  /** The last time of the animation, in seconds. */
  readonly most: () => number;
  /** Shows the part of the timeline with a time. */
  readonly reveal: (time: number) => void;
}

/** Milliseconds for which a marker shows that its event was passed. */
const FLASH = 400;

/** The events of the selected clip's animations below the timeline: markers to drag, and name and time of the selected one. */
export class EventRow {
  readonly root = element("div", { class: "events" });
  /** Adds an event. */
  readonly add = element(
    "button",
    { type: "button", class: "icon-button", "aria-label": "Add an event at the playhead", title: "Add an event at the playhead" },
    icon("event"),
  );
  private readonly _track = element("div", { class: "event-track", role: "group", "aria-label": "Events of the animation" });
  private readonly _bar = element("div", { class: "strip-bar event-bar" });
  private readonly _name = element("input", { type: "text", "aria-label": "Name of the event", autocomplete: "off", spellcheck: "false" });
  private readonly _passed = element("span", { class: "event-passed" });
  private readonly _time: NumberField;
  private readonly _problem = element("p", { class: "problem", role: "alert", hidden: true });
  private readonly _markers = new Map<number, HTMLElement>();
  private _listeners: readonly Observer<PassedEvent>[] = [];
  private _lead: Playable["lead"] | null = null;

  constructor(
    private readonly _editor: EventEditor,
    private readonly _scale: EventScale,
  ) {
    this._time = new NumberField({
      label: "Time of the event",
      step: 0.01,
      take: (time) => this._takeTime(time),
      onProblem: (text) => {
        this._problem.hidden = text === null;
        setText(this._problem, text ?? "");
      },
      onEnd: () => _editor.endGesture(),
    });
    const remove = element(
      "button",
      { type: "button", class: "icon-button", "aria-label": "Delete the event", title: "Delete the event" },
      icon("remove"),
    );
    remove.addEventListener("click", () => this._remove());
    this._bar.append(
      element("span", { class: "event-label" }, "Event"),
      this._name,
      this._time.input,
      element("span", {}, "s"),
      remove,
      this._problem,
    );
    this.root.append(this._track, this._bar, this._passed);
    this.add.addEventListener("click", () => {
      _editor.add();
      this._editName();
    });
    this._name.addEventListener("change", () => {
      _editor.rename(this._name.value);
      this._name.value = _editor.selected?.event.name ?? "";
    });
    this._name.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") {
        this._name.value = _editor.selected?.event.name ?? "";
      }
      if (key === "Enter" || key === "Escape") {
        this._markers.get(_editor.selected?.id ?? -1)?.focus(); // which ends the typing
      }
    });
    _editor.onSelect.add(() => this.place());
  }

  /** Follows what plays a clip, which may be another one than before. */
  listenTo({ lead, group }: Playable): void {
    if (lead === this._lead) {
      return;
    }
    this._lead = lead;
    this._listeners.forEach((observer) => observer.remove());
    const groups = group instanceof CompiledAnimationGroup ? [lead, group] : [lead];
    this._listeners = groups.map(({ onEventObservable }) => onEventObservable.add(({ event }) => this._flash(event.name, event.time)));
    setText(this._passed, "");
  }

  /** Shows the events, and the selected one. */
  place(): void {
    const { events, selected } = this._editor;
    const ids = new Set(events.map(({ id }) => id));
    this._markers.forEach((marker, id) => {
      if (!ids.has(id)) {
        marker.remove();
        this._markers.delete(id);
      }
    });
    events.forEach((entry) => this._placeMarker(entry, entry === selected));
    this._track.hidden = events.length === 0;
    this._bar.hidden = !selected;
    if (selected) {
      const { name, time } = selected.event;
      this._time.show(time);
      if (document.activeElement !== this._name) {
        this._name.value = name;
      }
    }
  }

  private _placeMarker({ id, event: { time, name } }: EventEntry, isSelected: boolean): void {
    let marker = this._markers.get(id);
    if (!marker) {
      marker = this._createMarker(id);
      this._markers.set(id, marker);
      this._track.append(marker);
    }
    marker.title = name;
    marker.classList.toggle("chosen", isSelected);
    marker.style.left = `${this._scale.left(time)}px`;
    const values = { "aria-label": `Event ${name}`, "aria-valuenow": numberText(time), "aria-valuetext": `${format(time)} seconds` };
    const bounds = { "aria-valuemin": "0", "aria-valuemax": numberText(Math.max(this._scale.most(), time)) };
    Object.entries({ ...values, ...bounds }).forEach(([key, value]) => marker.setAttribute(key, value));
  }

  private _createMarker(id: number): HTMLElement {
    const marker = element("div", { class: "event", role: "slider", tabindex: 0 });
    const now = (): number => Number(marker.getAttribute("aria-valuenow"));
    marker.addEventListener("pointerdown", (event) => {
      if (event.button === 0) {
        event.preventDefault();
        marker.focus({ preventScroll: true });
        const shift = this._scale.left(now()) - (event.clientX - this._track.getBoundingClientRect().left);
        followDrag(
          marker,
          event,
          (moved) => this._editor.move(id, Math.min(Math.max(this._scale.timeAt(moved, shift), 0), this._scale.most())),
          () => this._editor.endGesture(),
        );
      }
    });
    marker.addEventListener("keydown", (event) => this._press(event, id, marker));
    marker.addEventListener("focus", () => {
      this._editor.select(id);
      this._scale.reveal(now());
    });
    marker.addEventListener("blur", () => this._editor.endGesture());
    marker.addEventListener("dblclick", () => this._editName());
    return marker;
  }

  private _press(event: KeyboardEvent, id: number, marker: HTMLElement): void {
    const { key, ctrlKey, metaKey, altKey } = event;
    const time = ctrlKey || metaKey || altKey ? null : this._scale.pressed(event, marker);
    if (time !== null) {
      this._editor.move(id, time);
      this._scale.reveal(time);
    } else if (key === "Delete" || key === "Backspace") {
      this._remove();
    } else if (key === "F2" || key === "Enter") {
      this._editName();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Deletes the selected event; the next one, or else the button for a new one, has the focus then. */
  private _remove(): void {
    const { selected, events } = this._editor;
    if (selected) {
      const rest = events.filter((entry) => entry !== selected);
      const next = rest.find(({ event }) => event.time >= selected.event.time) ?? rest.at(-1);
      this._editor.remove(selected.id);
      (next ? this._markers.get(next.id)! : this.add).focus();
      this.place();
    }
  }

  private _takeTime(time: number): string | null {
    const { selected } = this._editor;
    const most = this._scale.most();
    if (time < 0 || time > most) {
      return `time: use 0 to ${fieldText(most)}, the length of the animation, instead of ${fieldText(time)}`;
    }
    if (selected) {
      this._editor.move(selected.id, time);
    }
    return null;
  }

  private _editName(): void {
    if (this._editor.selected) {
      this.place();
      this._name.focus();
      this._name.select();
    }
  }

  private _flash(name: string, time: number): void {
    setText(this._passed, `Passed: ${name}`);
    const passed = this._editor.events.find(({ event }) => event.name === name && event.time === time);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this._markers.get(passed?.id ?? -1)?.animate([{ scale: 1.7 }, { scale: 1 }], FLASH);
    }
  }
}
