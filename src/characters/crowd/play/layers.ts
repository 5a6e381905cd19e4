import {
  ClipColumns,
  ColumnClock,
  HELD,
  positionAfter,
  type ResolvedClipSettings,
  restoreColumns,
  SAVED_COLUMNS,
  saveColumns,
  STARTING,
} from "../../../gltf/timing/index.js";
import type { ScheduledFade } from "../../../scene/playing/index.js";
import { grow } from "../../../gltf/util/index.js";
import { type Characters, LAYERED, NO_CLIP, PLAIN } from "./characters.js";
import type { JointMask } from "../../../gltf/controller/index.js";
import type { CrowdClip } from "../asset/crowdClip.js";
import type { PoseMask } from "../asset/rig.js";
import { ClipSlots, durationAt, frequencyAt, isSavedClip, passesAmong, phaseAt } from "./clipSlots.js";

/** Decides what a layered character shows, once a frame, before the clips advance; while it rests, it is not called. */
export interface LayerDriver {
  /** A restored driver wakes, unless it rested when it was saved. */
  readonly saving?: NonNullable<ScheduledFade["saving"]>;
  /** @returns whether it rests from now on, until {@link CharacterLayers.wake} */
  advance(delta: number): boolean;
  /** Called with an error of `advance`. */
  fail(error: unknown): void;
  /** Called when the character has lost its layers. */
  stop(): void;
}

/** How many numbers are saved of a clip: its place among those of its layer, then its columns. */
const SAVED_PART = 1 + SAVED_COLUMNS;

/** A clip to begin. */
export interface LayerClip {
  /** The index of the clip. */
  readonly clip: number;
  readonly settings: ResolvedClipSettings;
}

/** The own clips that characters leave in a frame, before and after their last step. */
export class LeftClips {
  count = 0;
  /** Ascending. */
  readonly indices: number[] = [];
  readonly clipIndices: number[] = [];
  readonly before = new ClipColumns(8);
  readonly after = new ClipColumns(8);

  /** Plays a part of the coming frame on an own clip, and adds it. */
  add({ columns, clipIndices }: Characters, index: number, seconds: number): void {
    const at = this.count++;
    if (at === this.after.states.length) {
      this.before.resize(2 * at);
      this.after.resize(2 * at);
    }
    this.indices[at] = index;
    this.clipIndices[at] = clipIndices[index]!;
    this.before.copyFrom(columns, index, at);
    columns.advance(index + 1, seconds, -Infinity, index);
    this.after.copyFrom(columns, index, at);
    columns.elapsed[index]! -= seconds * columns.rates[index]!; // the frame counts all of its time
  }
}

/** What a layer does to a pose. */
export interface LayerKind {
  /** What the layer may change; null for all. The lowest layer has none. */
  readonly mask: PoseMask | null;
  /** The mask by the names of joints. */
  readonly joints: JointMask | null;
  /** Whether all of its clips are added; otherwise only those that are additive. */
  readonly isAdditive: boolean;
}

/** A layer of a character. */
export interface Layer extends LayerKind {
  /** In the order in which they are mixed. */
  readonly parts: readonly LayerPart[];
}

/** A clip that a layer shows. */
export class LayerPart {
  /** 0..1; 0 until it is shown. */
  weight = 0;
  /** The timestamp and the completed repetitions when the frame began, or the clip. */
  private _timestampBefore = 0;
  private _completedBefore = 0;
  /** Where it was among the clips of its layer when it was saved. */
  place = 0;

  /** @param columns those of the characters, with the index of the character as its slot, if the clip is the character's own */
  constructor(
    private readonly _owner: CharacterLayers,
    readonly clipIndex: number,
    readonly clip: CrowdClip,
    public columns: ClipColumns,
    public slot: number,
  ) {
    this.mark();
  }

  /** Begins to count what the clip plays in a frame. */
  mark(): void {
    this._timestampBefore = this.timestamp;
    this._completedBefore = this.columns.completedRepetitions[this.slot]!;
  }

  /** The seconds of timestamp that the clip has played since then, over any number of loops; negative backwards. */
  get played(): number {
    const { columns, slot, _timestampBefore: before } = this;
    const passes = passesAmong(columns, slot, columns.completedRepetitions[slot]! - this._completedBefore);
    return this.timestamp - before + (passes === 0 ? 0 : passes * (columns.ends[slot]! - columns.starts[slot]!));
  }

  get timestamp(): number {
    return this.columns.timestamps[this.slot]!;
  }

  /** Cycles per second at the clip's own speed; 0 without a length. */
  get frequency(): number {
    return frequencyAt(this.columns, this.slot, this.clip);
  }

  /** How often the clip has played, the present pass in part; Infinity without a length. */
  get cycles(): number {
    const { columns, slot, clip } = this;
    const completed = columns.completedRepetitions[slot]!;
    if (columns.finished[slot] === 1) {
      return completed;
    }
    return durationAt(columns, slot, clip) > 0 ? completed + phaseAt(columns, slot, clip) : Infinity;
  }

  get repetitions(): number {
    const repetitions = this.columns.repetitions[this.slot]!;
    return repetitions === -1 ? Infinity : repetitions;
  }

  get isRunning(): boolean {
    return this.columns.states[this.slot] !== HELD;
  }

  /** @param weight 0..1, the share of the layer @param rate multiplies the speed */
  show(weight: number, rate: number): void {
    this.columns.rates[this.slot] = rate;
    if (weight !== this.weight) {
      this.weight = weight;
      this._owner.update();
    }
  }

  /** Plays a part of the coming frame at once, if the clip is the character's own. @param seconds of the frame */
  playAhead(seconds: number): void {
    this._owner.playAhead(this, seconds);
  }

  end(): void {
    this._owner.release(this);
  }
}

/** The layers of a character: each layer is shown over the layers below it. The character's own clip is the first clip of the state that the lowest layer entered last. */
export class CharacterLayers {
  readonly layers: readonly (LayerKind & { readonly parts: LayerPart[] })[];
  private _driver: LayerDriver | null = null;
  private _own: LayerPart | null = null;

  constructor(
    readonly index: number,
    layers: readonly LayerKind[],
    private readonly _all: Layers,
    /** Whether root motion moves the character. */
    readonly moves: boolean,
  ) {
    this.layers = layers.map((layer) => ({ ...layer, parts: [] }));
  }

  /** The character's own clip; null for none. */
  get own(): LayerPart | null {
    return this._own;
  }

  get driver(): LayerDriver | null {
    return this._driver;
  }

  set driver(driver: LayerDriver) {
    this._driver = driver;
    this.wake();
  }

  /** The seconds that the clips of the crowd have been advanced by. */
  get now(): number {
    return this._all.now;
  }

  /** Lets the driver decide in the next frame. */
  wake(): void {
    this._all.wake(this);
  }

  /** Whether a layer above the lowest one is shown. */
  get isStacked(): boolean {
    const { layers } = this;
    for (let i = 1; i < layers.length; i++) {
      if (isShown(layers[i]!)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Begins clips beside those that a layer shows. In the lowest layer, the first one becomes the character's own; with no clips, the character
   * has none.
   * @param late how long ago they should have begun, in seconds
   */
  begin(layer: number, clips: readonly LayerClip[], late: number): LayerPart[] {
    if (layer === 0) {
      this._all.disown(this.index, this._own);
      this._own = null;
    }
    const { parts } = this.layers[layer]!;
    const begun = clips.map((clip, i) => {
      moveToEnd(parts, clip.clip);
      const part = this._all.begin(this, clip, late, layer === 0 && i === 0);
      parts.push(part);
      return part;
    });
    this._own = layer === 0 ? (begun[0] ?? null) : this._own;
    this.update();
    return begun;
  }

  /** Begins a clip in place of another one of a layer: at the same pass, and share of a pass. */
  replace(layer: number, part: LayerPart, clip: LayerClip): LayerPart {
    const isOwn = part === this._own;
    const { parts } = this.layers[layer]!;
    const next = this._all.replace(this, part, clip, isOwn);
    parts.splice(parts.indexOf(part), 1);
    moveToEnd(parts, clip.clip);
    parts.push(next);
    this._own = isOwn ? next : this._own;
    this.update();
    return next;
  }

  /** The numbers of clips of a layer, for {@link CharacterLayers.restore}. */
  save(layer: number, clips: readonly LayerPart[]): number[] {
    const { parts } = this.layers[layer]!;
    return clips.flatMap((part) => [parts.indexOf(part), ...saveColumns(part.columns, part.slot)]);
  }

  /** @param clips the indices of clips */
  areSaved(clips: readonly number[], saved: readonly unknown[]): boolean {
    return (
      saved.length === clips.length * SAVED_PART &&
      clips.every((clip, i) => Number.isInteger(saved[i * SAVED_PART]) && this._all.isSaved(clip, saved, i * SAVED_PART + 1))
    );
  }

  /** As {@link CharacterLayers.begin}, but the clips are as they were saved. The clips of a layer are in their former order once all are restored. */
  restore(layer: number, clips: readonly LayerClip[], saved: readonly number[]): LayerPart[] {
    const begun = this.begin(layer, clips, 0);
    begun.forEach((part, i) => {
      part.place = saved[i * SAVED_PART]!;
      restoreColumns(part.columns, part.slot, saved, i * SAVED_PART + 1);
    });
    this.layers[layer]!.parts.sort((a, b) => a.place - b.place);
    return begun;
  }

  playAhead(part: LayerPart, seconds: number): void {
    if (part === this._own) {
      this._all.playAhead(this.index, seconds);
    }
  }

  /** Ends a clip. */
  release(part: LayerPart): void {
    const parts = this.layers.find((layer) => layer.parts.includes(part))?.parts;
    if (parts) {
      parts.splice(parts.indexOf(part), 1);
      this._own = part === this._own ? null : this._own;
      this._all.release(part);
      this.update();
    }
  }

  /** Notes whether the character shows a baked row: all of its own clip and nothing else, or nothing at all. */
  update(): void {
    this._all.setPlain(this.index, !this.isStacked && this._isLowestPlain());
  }

  /** Ends the layers. The character's own clip remains. */
  dispose(): void {
    this._all.remove(this);
  }

  private _isLowestPlain(): boolean {
    const { parts } = this.layers[0]!;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!;
      if (part === this._own ? part.weight !== 1 : part.weight > 0) {
        return false;
      }
    }
    return this._own !== null || !this._all.hasClip(this.index);
  }
}

/** The characters with layers. The own clip of a character is in the columns of the characters, as if it played it; other clips have columns here. */
export class Layers {
  private readonly _byIndex: (CharacterLayers | undefined)[] = [];
  /** 1 for characters whose drivers do not rest. */
  private _awake = new Uint8Array(0);
  /** The clips that were left in this frame. */
  readonly left = new LeftClips();
  /** The seconds of all frames. */
  now = 0;
  private readonly _slots = new ClipSlots();
  private readonly _clock = new ColumnClock(this._slots.columns);

  /** @param _onBegin is called when a clip becomes a character's own */
  constructor(
    private readonly _characters: Characters,
    private readonly _clips: readonly CrowdClip[],
    private readonly _onBegin: (index: number) => void,
  ) {}

  of(index: number): CharacterLayers | undefined {
    return this._byIndex[index];
  }

  /** The clip that a character plays by itself. */
  ownOf(index: number): { readonly clip: number; readonly timestamp: number } {
    const { clipIndices, columns } = this._characters;
    return { clip: clipIndices[index]!, timestamp: columns.timestamps[index]! };
  }

  /** Gives a character layers. To be called when it shows nothing. */
  add(index: number, layers: readonly LayerKind[], moves: boolean): CharacterLayers {
    return (this._byIndex[index] = new CharacterLayers(index, layers, this, moves));
  }

  /** Takes a character its layers. Its own clip remains. */
  end(index: number): void {
    const layers = this._byIndex[index];
    if (layers) {
      this.remove(layers);
      layers.driver?.stop();
    }
  }

  /** Holds all clips of a character, or lets them run. */
  hold(index: number, state: number): void {
    this._byIndex[index]?.layers.forEach(({ parts }) => parts.forEach(({ columns, slot }) => (columns.states[slot] = state)));
  }

  remove(layers: CharacterLayers): void {
    const { index } = layers;
    if (this._byIndex[index] === layers) {
      this._awake[index] = 0;
      layers.layers.forEach(({ parts }) => parts.splice(0).forEach((part) => this.release(part)));
      this._byIndex[index] = undefined;
      this._characters.columns.rates[index] = 1;
      this._characters.kinds[index] = PLAIN;
      const own = this._clips[this._characters.clipIndices[index]!];
      this._characters.moves[index] = layers.moves && own?.track ? 1 : 0;
    }
  }

  wake(layers: CharacterLayers): void {
    const { index } = layers;
    if (this._byIndex[index] === layers) {
      if (index >= this._awake.length) {
        this._awake = grow(this._awake, this._characters.capacity, Uint8Array);
      }
      this._awake[index] = 1;
    }
  }

  /** Returns the driver of a character to a saved state. @throws TypeError or RangeError if the state is invalid */
  restore(index: number, state: unknown): void {
    this._awake[index] = 0;
    this._byIndex[index]!.driver!.saving!.restore(state);
  }

  /** Whether values are what is saved of a clip, from an index on. */
  isSaved(clip: number, saved: readonly unknown[], at: number): boolean {
    return isSavedClip(this._clips[clip]!, saved, at);
  }

  /** Lets the drivers decide that do not rest. */
  decide(delta: number): void {
    this.left.count = 0;
    this.now += Math.max(delta, 0);
    for (let index = 0; index < this._awake.length; index++) {
      if (this._awake[index] === 1) {
        const layers = this._byIndex[index]!;
        if (rests(layers.driver!, delta) && this._byIndex[index] === layers) {
          this._awake[index] = 0;
        }
      }
    }
  }

  /** Advances the clips that are not the characters' own. */
  advance(delta: number): void {
    this._slots.advance(delta);
  }

  playAhead(index: number, seconds: number): void {
    this.left.add(this._characters, index, seconds);
  }

  /** Begins a clip. @param isOwn whether it becomes the character's own */
  begin(owner: CharacterLayers, { clip, settings }: LayerClip, late: number, isOwn: boolean): LayerPart {
    const { columns, clock, clipIndices } = this._characters;
    if (!isOwn) {
      const slot = this._slots.take();
      this._clock.at(slot).begin(settings).store();
      this._slots.columns.leads[slot] = late;
      return new LayerPart(owner, clip, this._clips[clip]!, this._slots.columns, slot);
    }
    const { index } = owner;
    clipIndices[index] = clip;
    clock.at(index).begin(settings).store();
    columns.leads[index] = late;
    this._onBegin(index);
    return new LayerPart(owner, clip, this._clips[clip]!, columns, index);
  }

  /** Begins a clip where another one is. @param isOwn whether the other one is the character's own */
  replace(owner: CharacterLayers, part: LayerPart, clip: LayerClip, isOwn: boolean): LayerPart {
    const { cycles, columns, slot, weight } = part;
    const { states, pending, rates, leads } = columns;
    const [state, isPending, rate, lead] = [states[slot]!, pending[slot]!, rates[slot]!, leads[slot]!];
    this.release(part);
    const next = this.begin(owner, clip, lead, isOwn);
    next.weight = weight;
    const position = positionAfter(cycles, clip.settings, durationAt(next.columns, next.slot, next.clip));
    if (position) {
      const clock = isOwn ? this._characters.clock : this._clock;
      clock.at(next.slot).moveTo(position);
      clock.store();
      next.columns.pending[next.slot] = isPending;
      next.columns.rates[next.slot] = rate;
    }
    next.mark();
    next.columns.states[next.slot] = position || state === HELD ? state : STARTING;
    return next;
  }

  /** Leaves a character without a clip of its own. @param own the former clip, which goes on */
  disown(index: number, own: LayerPart | null): void {
    if (own) {
      own.slot = this._slots.take();
      own.columns = this._slots.columns;
      own.columns.copyFrom(this._characters.columns, index, own.slot);
    }
    this._characters.stop(index);
  }

  release({ columns, slot }: LayerPart): void {
    if (columns === this._slots.columns) {
      this._slots.release(slot);
    }
  }

  setPlain(index: number, isPlain: boolean): void {
    this._characters.kinds[index] = isPlain ? PLAIN : LAYERED;
  }

  hasClip(index: number): boolean {
    return this._characters.clipIndices[index] !== NO_CLIP;
  }

  dispose(): void {
    this._byIndex.forEach((layers) => layers && this.end(layers.index));
  }
}

/** Mixes last what has shown a clip until now: as in a scene, where a copy goes on with it. */
function moveToEnd(parts: LayerPart[], clip: number): void {
  const before = parts.filter(({ clipIndex }) => clipIndex === clip).pop();
  if (before) {
    parts.push(...parts.splice(parts.indexOf(before), 1));
  }
}

function isShown({ parts }: Layer): boolean {
  for (let i = 0; i < parts.length; i++) {
    if (parts[i]!.weight > 0) {
      return true;
    }
  }
  return false;
}

/** Lets a driver decide. @returns whether it rests */
function rests(driver: LayerDriver, delta: number): boolean {
  try {
    return driver.advance(delta);
  } catch (error) {
    driver.fail(error);
    return true;
  }
}
