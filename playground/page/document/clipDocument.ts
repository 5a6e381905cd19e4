import { Observable } from "@babylonjs/core/Misc/observable.js";
import { isEqual } from "./json.js";
import type { ResolvedClipSettings } from "../../../src/pure.js";
import type { ClipAsset, ClipInput, TimedEvent } from "../../../src/tools.js";
import {
  changedEvents,
  changedEventsJson,
  readEvents,
  replacedEvents,
  type AnimationEvents,
  type EventEntry,
} from "../events/eventEntries.js";
import { cutSettings, moved, uniqueName } from "./clipEdits.js";
import { clipJson, clipsOf, listsClips, parseClip, readClip, type ClipContent, type ClipMessage } from "./clipJson.js";
import { History } from "./history.js";
import type { MovesFile } from "../moves/moves.js";
import { readControllers, type ControllerEntry } from "../states/controllerEntry.js";

/** A clip of the document. Immutable. */
export interface ClipEntry {
  /** Stays the same when the clip is changed, and when a change is undone. */
  readonly id: number;
  /** The JSON of the clip, as a file states it. */
  readonly json: unknown;
  /** Null if the JSON cannot be read. Such a clip does not play, and is saved as it is. */
  readonly content: ClipContent | null;
}

const EDITS = {
  add: "new clip",
  duplicate: "duplicate",
  rename: "rename",
  remove: "delete",
  move: "move",
  cut: "cut",
  animations: "change animations of",
  start: "change start of",
  end: "change end of",
  offset: "change offset of",
  speed: "change speed of",
  repetitions: "change repetitions of",
  reverse: "change reverse of",
  settings: "change settings of",
  json: "edit JSON of",
  replace: "open a link with",
  import: "read the clips of",
  addEvent: "add event",
  moveEvent: "move event",
  renameEvent: "rename event",
  removeEvent: "delete event",
  keepMoves: "keep the moves of",
  discardMoves: "discard the moves of",
  openController: "open controller",
  removeController: "delete controller",
  controllerJson: "edit JSON of",
  addLayer: "new layer",
  changeLayer: "change layer",
  removeLayer: "delete layer",
  addState: "new state",
  renameState: "rename state",
  changeState: "change state",
  moveState: "move state",
  removeState: "delete state",
  addTransition: "new transition",
  changeTransition: "change transition",
  removeTransition: "delete transition",
  addParameter: "new parameter",
  changeParameter: "change parameter",
  removeParameter: "delete parameter",
} as const;

/** The kind of change that a step of the history makes, and the changed clip, event, file or part of a controller. */
export interface Edit {
  readonly kind: keyof typeof EDITS;
  readonly clip: string;
}

/** Describes an edit: `rename “walk”`. */
export function describeEdit({ kind, clip }: Edit): string {
  return `${EDITS[kind]} “${clip}”`;
}

/** A change of the clips. */
export interface DocumentChange {
  /** The clip to look at after the change; null if it was removed. */
  readonly affected: number | null;
  /** Whether clips were added, removed, reordered or renamed. */
  readonly isListChanged: boolean;
}

/** What can be changed. Immutable. */
export interface DocumentState {
  readonly clips: readonly ClipEntry[];
  readonly events: readonly EventEntry[];
  /** The other files whose moves are saved with the model. */
  readonly moves: readonly MovesFile[];
  /** The controller of the character; null for none. */
  readonly controller: ControllerEntry | null;
}

/** The clips and events of the open file, with the history of their changes. */
export class ClipDocument {
  readonly onChange = new Observable<DocumentChange>();
  /** Notified when the document is saved. */
  readonly onSave = new Observable<void>();
  private readonly _history: History<Edit, DocumentState>;
  private readonly _opened: DocumentState;
  private readonly _openedSettings: ReadonlyMap<number, ResolvedClipSettings | undefined>;
  private _saved: DocumentState;
  private _lastId = 0;
  private readonly _takeId = (): number => ++this._lastId;

  /** @param _asset the JSON of the file; not changed */
  constructor(private readonly _asset: ClipAsset & { readonly extensionsUsed?: unknown }) {
    this._opened = this._saved = {
      clips: this._read(),
      events: readEvents(_asset, this._takeId).entries,
      moves: [],
      controller: readControllers(_asset)[0] ?? null,
    };
    this._openedSettings = new Map(this._opened.clips.map(({ id, content }) => [id, content?.settings]));
    this._history = new History<Edit, DocumentState>(this._saved, isSameState);
  }

  /** All that is saved. Another object after each change. */
  get state(): DocumentState {
    return this._history.current;
  }

  get clips(): readonly ClipEntry[] {
    return this.state.clips;
  }

  /** The events of all animations. */
  get events(): readonly EventEntry[] {
    return this.state.events;
  }

  /** The other files whose moves are saved with the model. */
  get moves(): readonly MovesFile[] {
    return this.state.moves;
  }

  /** The controller of the character: of several in the file, the first. */
  get controller(): ControllerEntry | null {
    return this.state.controller;
  }

  /** The controller of the file that was opened. */
  get openedController(): ControllerEntry | null {
    return this._opened.controller;
  }

  /** The events of the file that was opened. */
  get openedEvents(): readonly EventEntry[] {
    return this._opened.events;
  }

  /** The events of the animations whose events differ from the file that was opened. */
  get changedEvents(): readonly AnimationEvents[] {
    return changedEventsJson(this._opened.events, this.events);
  }

  /** The JSON of the clips. */
  get json(): readonly unknown[] {
    return jsonOf(this.clips);
  }

  /** Whether clips, events, kept moves or the controller differ from those of the file that was opened or saved last. */
  get isDirty(): boolean {
    const { clips, events, moves, controller } = this._saved;
    return (
      !isEqual(this.json, jsonOf(clips)) ||
      changedEvents(events, this.events).length > 0 ||
      !isSameFiles(this.moves, moves) ||
      !isEqual(this.controller, controller)
    );
  }

  /** Whether anything of the clips but their settings differs from the file that was opened. */
  get isRemade(): boolean {
    const isSame = (a: ClipEntry, b: ClipEntry | undefined): boolean =>
      a.id === b?.id && isEqual({ ...a.content, settings: null }, { ...b.content, settings: null });
    const { clips } = this._opened;
    return this.clips.length !== clips.length || !this.clips.every((entry, i) => isSame(entry, clips[i]));
  }

  /** The settings of a clip in the file that was opened; undefined for a clip that was made since. */
  openedSettings(id: number): ResolvedClipSettings | undefined {
    return this._openedSettings.get(id);
  }

  get undoable(): Edit | null {
    return this._history.undoable;
  }

  get redoable(): Edit | null {
    return this._history.redoable;
  }

  /** Names of the file's animations; unnamed animations by index. */
  get animationNames(): readonly string[] {
    return (this._asset.animations ?? []).map((animation, i) => {
      const name = (animation as { readonly name?: unknown } | null)?.name;
      return typeof name === "string" && name !== "" ? name : `animation ${i}`;
    });
  }

  find(id: number): ClipEntry | undefined {
    return this.clips.find((entry) => entry.id === id);
  }

  /** The name of a clip; an unnamed clip has the name that the loader gives. */
  nameOf(entry: ClipEntry): string {
    return entry.content?.name ?? `clip${this.clips.indexOf(entry)}`;
  }

  /**
   * Adds a clip, under a name that is not taken.
   * @param after the id of the clip to insert it after; null for the end of the list
   * @returns its id
   * @throws AssetError if a file could not state it
   */
  add(input: ClipInput & { readonly name: string }, after: number | null = null): number {
    const name = uniqueName(input.name, this._names());
    const entry = this._entryOf(this._takeId(), { ...input, name });
    this._push({ kind: "add", clip: name }, this._inserted(after, entry), entry.id);
    return entry.id;
  }

  duplicate(id: number): number {
    const { content, original, name } = this._expect(id);
    const entry = this._entryOf(this._takeId(), { ...content, name: uniqueName(name, this._names()) });
    this._push({ kind: "duplicate", clip: name }, this._inserted(original.id, entry), entry.id);
    return entry.id;
  }

  remove(id: number): void {
    const { original, name } = this._expect(id);
    this._push(
      { kind: "remove", clip: name },
      this.clips.filter((entry) => entry !== original),
      null,
    );
  }

  /** @param to the clip's index in the new list */
  move(id: number, to: number): void {
    const { original, name } = this._expect(id);
    this._push({ kind: "move", clip: name }, moved(this.clips, this.clips.indexOf(original), to), id);
  }

  /**
   * Cuts a clip in two at a timestamp.
   * @returns the id of the second clip; null if the timestamp is not between the clip's bounds
   */
  cut(id: number, timestamp: number): number | null {
    const { content, original, name } = this._expect(id);
    const parts = cutSettings(content.settings, timestamp);
    if (!parts) {
      return null;
    }
    const second = this._entryOf(this._takeId(), { ...content, name: uniqueName(name, this._names()), settings: parts[1] });
    const first = this._entryOf(id, { ...content, settings: parts[0] });
    const clips = this.clips.flatMap((entry) => (entry === original ? [first, second] : [entry]));
    this._push({ kind: "cut", clip: name }, clips, second.id);
    return second.id;
  }

  /**
   * Changes name, animations or settings of a clip.
   * @param isGesture whether further changes of this kind belong to the same step, until {@link endGesture}
   * @throws AssetError if a file could not state it; nothing is changed then
   */
  change(id: number, kind: Edit["kind"], change: Partial<ClipInput>, isGesture = false): void {
    const { content, name } = this._expect(id);
    this._replace(this._entryOf(id, { ...content, ...change }), { kind, clip: name }, isGesture);
  }

  /**
   * Checks a JSON text of a clip, and takes it over if it is valid.
   * @returns the error, or warnings
   */
  setJson(id: number, text: string): readonly ClipMessage[] {
    const { original, name } = this._expect(id);
    const { json, content, messages } = parseClip(this._asset.animations, text, this.clips.indexOf(original));
    if (content) {
      this._replace({ id, json, content }, { kind: "json", clip: name }, true);
    }
    return messages;
  }

  /**
   * Replaces all clips. A clip with unchanged JSON keeps its id.
   * @param list the JSON of each clip; what cannot be read is left out
   * @returns messages about clips that are left out
   */
  replaceAll(list: readonly unknown[]): readonly ClipMessage[] {
    const known = [...this.clips];
    const messages: ClipMessage[] = [];
    const clips = list.flatMap((json, i): ClipEntry[] => {
      const at = known.findIndex((entry) => isEqual(entry.json, json));
      if (at >= 0) {
        return known.splice(at, 1);
      }
      const read = readClip(this._asset.animations, json, i);
      messages.push(...read.messages);
      return read.content ? [{ id: this._takeId(), json, content: read.content }] : [];
    });
    const made = clips.find((entry) => !this.clips.includes(entry));
    this._push({ kind: "replace", clip: made?.content?.name ?? `${clips.length} clips` }, clips, made?.id ?? null);
    return messages;
  }

  /** Adds clips, under names that are not taken, and events by animation, which were read from settings of another tool. */
  importClips(from: string, clips: readonly ClipInput[], events: ReadonlyMap<number, readonly TimedEvent[]>): void {
    const names = [...this._names()];
    const entries = clips.map((clip) => {
      const name = uniqueName(clip.name ?? "clip", names);
      names.push(name);
      return this._entryOf(this._takeId(), { ...clip, name });
    });
    const added = [...events].flatMap(([animation, list]) => list.map((event) => ({ id: this._takeId(), animation, event, other: {} })));
    const before = this.clips;
    const state = { ...this.state, clips: [...before, ...entries], events: [...this.events, ...added] };
    this._history.push({ kind: "import", clip: from }, state);
    this._notify(before, entries[0]?.id ?? null);
  }

  /**
   * Adds an event to an animation.
   * @returns its id
   */
  addEvent(animation: number, event: TimedEvent): number {
    const id = this._takeId();
    this._pushEvents({ kind: "addEvent", clip: event.name }, [...this.events, { id, animation, event, other: {} }]);
    return id;
  }

  /** @param isGesture whether further changes of this kind belong to the same step, until {@link endGesture} */
  changeEvent(id: number, kind: Edit["kind"], change: Partial<TimedEvent>, isGesture = false): void {
    const { event } = this._expectEvent(id);
    const events = this.events.map((entry) => (entry.id === id ? { ...entry, event: { ...event, ...change } } : entry));
    this._pushEvents({ kind, clip: event.name }, events, isGesture ? `${kind} ${id}` : null);
  }

  removeEvent(id: number): void {
    const removed = this._expectEvent(id);
    const events = this.events.filter((entry) => entry !== removed);
    this._pushEvents({ kind: "removeEvent", clip: removed.event.name }, events);
  }

  /**
   * Replaces the events of some animations.
   * @returns messages about events that are left out
   */
  replaceEvents(lists: readonly AnimationEvents[]): readonly string[] {
    const { entries, problems } = replacedEvents(this.events, lists, this._asset.animations?.length ?? 0, this._takeId);
    this._pushEvents({ kind: "replace", clip: `${entries.length} events` }, entries);
    return problems;
  }

  /** Saves the moves of another file with the model from now on. */
  keepMoves(file: MovesFile): void {
    if (!this.moves.includes(file)) {
      this._pushMoves("keepMoves", file, [...this.moves, file]);
    }
  }

  /** Saves the moves of another file no longer. */
  discardMoves(file: MovesFile): void {
    if (this.moves.includes(file)) {
      const moves = this.moves.filter((kept) => kept !== file);
      this._pushMoves("discardMoves", file, moves);
    }
  }

  /**
   * Changes the controller.
   * @param controller null deletes it
   * @param isGesture whether further changes of this edit belong to the same step, until {@link endGesture}
   */
  setController(edit: Edit, controller: ControllerEntry | null, isGesture = false): void {
    const before = this.controller;
    this._history.push(edit, { ...this.state, controller }, isGesture ? describeEdit(edit) : null);
    if (this.controller !== before) {
      this._notify(this.clips, null);
    }
  }

  /** Ends a drag, or the typing in a field: the next change is a step of its own. */
  endGesture(): void {
    this._history.endGesture();
  }

  undo(): void {
    this._travel(() => this._history.undo());
  }

  redo(): void {
    this._travel(() => this._history.redo());
  }

  /** @param state what was saved */
  markSaved(state = this.state): void {
    this.endGesture();
    this._saved = state;
    this.onSave.notifyObservers();
  }

  private _travel(move: () => boolean): void {
    const before = this.clips;
    if (move()) {
      this._notify(before, affectedBy(before, this.clips));
    }
  }

  private _push(edit: Edit, clips: readonly ClipEntry[], affected: number | null, gesture: string | null = null): void {
    const before = this.clips;
    this._history.push(edit, { ...this.state, clips }, gesture);
    if (this.clips !== before) {
      this._notify(before, affected);
    }
  }

  private _pushEvents(edit: Edit, events: readonly EventEntry[], gesture: string | null = null): void {
    const before = this.events;
    this._history.push(edit, { ...this.state, events }, gesture);
    if (this.events !== before) {
      this._notify(this.clips, null);
    }
  }

  private _pushMoves(kind: "keepMoves" | "discardMoves", file: MovesFile, moves: readonly MovesFile[]): void {
    this._history.push({ kind, clip: file.source.name }, { ...this.state, moves });
    this._notify(this.clips, null);
  }

  private _replace(entry: ClipEntry, edit: Edit, isGesture: boolean): void {
    const clips = this.clips.map((other) => (other.id === entry.id ? entry : other));
    this._push(edit, clips, entry.id, isGesture ? `${edit.kind} ${entry.id}` : null);
  }

  private _notify(before: readonly ClipEntry[], affected: number | null): void {
    const isListChanged =
      before.length !== this.clips.length ||
      this.clips.some(({ id, content }, i) => id !== before[i]!.id || content?.name !== before[i]!.content?.name);
    this.onChange.notifyObservers({ affected, isListChanged });
  }

  private _inserted(after: number | null, entry: ClipEntry): readonly ClipEntry[] {
    const index = this.clips.findIndex(({ id }) => id === after);
    const clips = [...this.clips];
    clips.splice(index < 0 ? clips.length : index + 1, 0, entry);
    return clips;
  }

  private _names(): readonly string[] {
    return this.clips.map((entry) => this.nameOf(entry));
  }

  private _expect(id: number): { readonly original: ClipEntry; readonly content: ClipContent; readonly name: string } {
    const original = this.find(id);
    if (!original?.content) {
      throw new RangeError(`id: must be the id of a clip that can be read (got ${id})`);
    }
    return { original, content: original.content, name: this.nameOf(original) };
  }

  private _expectEvent(id: number): EventEntry {
    const found = this.events.find((entry) => entry.id === id);
    if (!found) {
      throw new RangeError(`id: must be the id of an event (got ${id})`);
    }
    return found;
  }

  /** @throws AssetError if a file could not state it */
  private _entryOf(id: number, clip: ClipInput): ClipEntry {
    const { animations } = this._asset;
    const { json, content } = readClip(animations, clipJson(animations, clip), 0);
    return { id, json, content };
  }

  private _read(): readonly ClipEntry[] {
    // the loader ignores an extension that is not listed; its clips stay in the file all the same
    const isRead = listsClips(this._asset);
    return clipsOf(this._asset).map((json, i) => ({
      id: this._takeId(),
      json,
      content: isRead ? readClip(this._asset.animations, json, i).content : null,
    }));
  }
}

function jsonOf(clips: readonly ClipEntry[]): readonly unknown[] {
  return clips.map(({ json }) => json);
}

function isSameState(a: DocumentState, b: DocumentState): boolean {
  return (
    isSameList(a.clips, b.clips) &&
    (a.events === b.events || isEqual(a.events, b.events)) &&
    isSameFiles(a.moves, b.moves) &&
    isEqual(a.controller, b.controller)
  );
}

function isSameFiles(a: readonly MovesFile[], b: readonly MovesFile[]): boolean {
  return a.length === b.length && a.every((file, i) => file === b[i]);
}

function isSameList(a: readonly ClipEntry[], b: readonly ClipEntry[]): boolean {
  return a.length === b.length && a.every(({ id, json }, i) => id === b[i]!.id && isEqual(json, b[i]!.json));
}

/** The first changed clip, or else the neighbor of the removed clip. */
function affectedBy(before: readonly ClipEntry[], after: readonly ClipEntry[]): number | null {
  const index = after.findIndex((entry, i) => entry !== before[i]);
  const known = new Set(before);
  return after.find((entry) => !known.has(entry))?.id ?? after[index]?.id ?? null;
}
