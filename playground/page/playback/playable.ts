import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { isEqual } from "../document/json.js";
import {
  ClipAnimationGroup,
  CompiledAnimationGroup,
  type ClipTime,
  type EvaluationDescription,
  type ResolvedClipSettings,
} from "../../../src/pure.js";
import { keyTimesOf } from "../channels/keyTimes.js";

/**
 * The origin of a playable. Clips and controllers are in the file; for an animation, the page creates a clip of its full length; a move is in
 * another file.
 */
export type PlayableKind = "clip" | "controller" | "animation" | "move";

/** Where a playable is in the file. */
export interface Origin {
  readonly kind: PlayableKind;
  /** JSON pointer into the asset; for a move, the other file and the name. */
  readonly pointer: string;
  /** Indices into the asset's `animations`. */
  readonly animations: readonly number[];
}

/** Multiples of the golden ratio spread any number of members evenly. */
export const PHASE = (Math.sqrt(5) - 1) / 2;

/** A clip of the model. With several copies of the model, a clip for each copy, at different phases. */
export class Playable {
  private readonly _targets: ReadonlySet<unknown>;
  private _keyTimes: Float64Array | null = null;
  private _standIns: readonly ClipAnimationGroup[] | null = null;
  protected hasPose = false;

  constructor(
    private _name: string,
    private _origin: Origin,
    private readonly _members: readonly ClipAnimationGroup[],
    /** Seconds; shown as the end of clips that have none. */
    readonly lastKey: number,
    /** The id of the document's clip; null for what cannot be edited. */
    readonly entry: number | null = null,
  ) {
    this._targets = new Set(_members.flatMap(({ targetedAnimations }) => targetedAnimations.map(({ target }) => target as unknown)));
  }

  get name(): string {
    return this._name;
  }

  get origin(): Origin {
    return this._origin;
  }

  /** Takes over name, pointer and settings of the document's clip. */
  follow(name: string, origin: Origin, settings: ResolvedClipSettings): void {
    this._origin = origin;
    if (name !== this._name) {
      this._name = name;
      this._all.forEach((member) => (member.name = name));
    }
    if (!isEqual(settings, this.settings)) {
      this.settings = settings;
    }
  }

  /** The times of the animations' keys in seconds: ascending, each once. */
  get keyTimes(): Float64Array {
    return (this._keyTimes ??= keyTimesOf(this.clip.targetedAnimations.map(({ animation }) => animation)));
  }

  /** The clips that play: those of the model, or what stands in for them. */
  get members(): readonly ClipAnimationGroup[] {
    return this._standIns ?? this._members;
  }

  /** The first clip of the model, whatever stands in for it. */
  get clip(): ClipAnimationGroup {
    return this._members[0]!;
  }

  private get _all(): readonly ClipAnimationGroup[] {
    return [...this._members, ...(this._standIns ?? [])];
  }

  /** Lets other clips play in place of the model's from where these are; null for those of the model. */
  standIn(clips: readonly ClipAnimationGroup[] | null): void {
    const { isPosing, isPlaying, timestamp, weight, settings } = this;
    this.halt();
    this._standIns = clips;
    this.settings = settings;
    this.weight = weight;
    if (isPosing) {
      this.seek(timestamp);
    }
    if (isPlaying) {
      this.play();
    }
  }

  protected get hasStandIns(): boolean {
    return this._standIns !== null;
  }

  dispose(): void {
    this._members.forEach((member) => member.dispose());
  }

  /** The clip that the panels show. */
  get lead(): ClipAnimationGroup {
    return this.members[0]!;
  }

  /** Whether the model shows this clip: since it was played or moved, until it is stopped. */
  get isPosing(): boolean {
    return this.hasPose;
  }

  /** Whether the clip plays or is paused. */
  get isStarted(): boolean {
    return this.lead.isStarted;
  }

  get isPlaying(): boolean {
    return this.lead.isPlaying;
  }

  /** Where the clip is in its passes. */
  get time(): ClipTime {
    return this.lead;
  }

  /** The group that plays, or would play. */
  get group(): AnimationGroup {
    return this.lead;
  }

  get playedAs(): "clip" | "plain group" | "compiled group" {
    const { group } = this;
    return group instanceof ClipAnimationGroup ? "clip" : group instanceof CompiledAnimationGroup ? "compiled group" : "plain group";
  }

  /** Who computes the poses, and why. */
  get evaluation(): EvaluationDescription {
    return this.lead.evaluation;
  }

  get timestamp(): number {
    return this.lead.timestamp;
  }

  get settings(): ResolvedClipSettings {
    return this.lead.settings;
  }

  /** @throws RangeError if the settings are invalid */
  set settings(settings: ResolvedClipSettings) {
    this._all.forEach((member) => (member.settings = settings));
  }

  /** 0..1; -1 if the clip has no weight. */
  get weight(): number {
    return this.lead.weight;
  }

  set weight(weight: number) {
    this.members.forEach((member) => (member.weight = weight));
  }

  /** The bounds of the timestamp in seconds; without an end, the last key. */
  get bounds(): { start: number; end: number } {
    const { start, end } = this.settings;
    return { start, end: end === Infinity ? Math.max(this.lastKey, start) : end };
  }

  /** Lets the clips play from now on, if something else plays in their place. To be called before a cross-fade. */
  handOverToClips(): void {}

  sharesTargetsWith(other: Playable): boolean {
    return [...other._targets].some((target) => this._targets.has(target));
  }

  /** Resumes or starts; restarts a clip with nothing left to play. */
  play(): void {
    if (this._isAtItsEnd) {
      this.stop();
    }
    this.hasPose = true;
    const isFresh = !this.lead.isStarted;
    this.members.forEach((member) => member.play());
    if (isFresh && this.members.length > 1) {
      this.seek(this.timestamp);
    }
  }

  /** Whether the clip is at the bound where it would finish at once. */
  private get _isAtItsEnd(): boolean {
    const { isPlaying, completedRepetitions, direction, timestamp } = this.lead;
    const { start, end, repetitions } = this.settings;
    const isLast = repetitions > 0 && completedRepetitions >= repetitions - 1;
    return !isPlaying && isLast && timestamp === (direction > 0 ? end : start);
  }

  pause(): void {
    this.members.forEach((member) => member.pause());
  }

  /** Stops and rewinds. */
  stop(): void {
    this.hasPose = false;
    this.members.forEach((member) => member.stop().reset());
  }

  /** Stops without changing the pose. */
  halt(): void {
    this.hasPose = false;
    this.members.forEach((member) => member.stop());
  }

  seek(timestamp: number): void {
    this.hasPose = true;
    this.members.forEach((member, i) => (member.timestamp = this.timestampOf(i, timestamp)));
  }

  /** The timestamp of a member while the first member has another one. */
  protected timestampOf(member: number, timestamp: number): number {
    const { start, end } = this.bounds;
    const isEndless = this.settings.repetitions === -1 && end > start;
    return member > 0 && isEndless ? start + ((timestamp - start + member * PHASE * (end - start)) % (end - start)) : timestamp;
  }
}
