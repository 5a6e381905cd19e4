import type { ResolvedClipSettings } from "../../src/pure.js";
import type { ClipAnimationGroup } from "../../src/pure.js";

/** Where a playable comes from: clips and controllers are the file's; of an animation the page makes a clip, over all of it. */
export type PlayableKind = "clip" | "controller" | "animation";

/** What a playable is in the file. */
export interface Origin {
  readonly kind: PlayableKind;
  /** JSON pointer into the asset. */
  readonly place: string;
  /** Indices into the asset's `animations`. */
  readonly animations: readonly number[];
}

/** The golden section spreads members evenly, however many there are. */
const PHASE = (Math.sqrt(5) - 1) / 2;

/** A clip of the model: in a crowd, one for each copy, at timestamps of their own. */
export class Playable {
  private readonly _targets: ReadonlySet<unknown>;

  constructor(
    readonly name: string,
    readonly origin: Origin,
    readonly members: readonly ClipAnimationGroup[],
    /** In seconds, for clips that have no end. */
    readonly lastKey: number,
  ) {
    this._targets = new Set(members.flatMap(({ targetedAnimations }) => targetedAnimations.map(({ target }) => target as unknown)));
  }

  /** The one that is shown in the panels. */
  get lead(): ClipAnimationGroup {
    return this.members[0]!;
  }

  get isPlaying(): boolean {
    return this.lead.isPlaying;
  }

  get timestamp(): number {
    return this.lead.timestamp;
  }

  get settings(): ResolvedClipSettings {
    return this.lead.settings;
  }

  /** @throws RangeError where they cannot be played */
  set settings(settings: ResolvedClipSettings) {
    this.members.forEach((member) => (member.settings = settings));
  }

  /** -1 for unweighted, else 0..1. */
  get weight(): number {
    return this.lead.weight;
  }

  set weight(weight: number) {
    this.members.forEach((member) => (member.weight = weight));
  }

  /** The bounds of the timestamp; without an end, up to the last key. */
  get bounds(): { start: number; end: number } {
    const { start, end } = this.settings;
    return { start, end: end === Infinity ? Math.max(this.lastKey, start) : end };
  }

  sharesTargetsWith(other: Playable): boolean {
    return [...other._targets].some((target) => this._targets.has(target));
  }

  /** Goes on, or begins; anew where there is nothing left to play. */
  play(): void {
    if (this._isAtItsEnd) {
      this.stop();
    }
    const isFresh = !this.lead.isStarted;
    this.members.forEach((member) => member.play());
    if (isFresh && this.members.length > 1) {
      this.seek(this.timestamp);
    }
  }

  /** Whether it is held at the bound where it would finish at once. */
  private get _isAtItsEnd(): boolean {
    const { isPlaying, completedRepetitions, direction, timestamp } = this.lead;
    const { start, end, repetitions } = this.settings;
    const isLast = repetitions > 0 && completedRepetitions >= repetitions - 1;
    return !isPlaying && isLast && timestamp === (direction > 0 ? end : start);
  }

  pause(): void {
    this.members.forEach((member) => member.pause());
  }

  /** Ends playing, and shows where the clip begins. */
  stop(): void {
    this.members.forEach((member) => member.stop().reset());
  }

  /** Ends playing, and leaves things as they are. */
  halt(): void {
    this.members.forEach((member) => member.stop());
  }

  seek(timestamp: number): void {
    const { start, end } = this.bounds;
    const isEndless = this.settings.repetitions === -1 && end > start;
    this.members.forEach((member, i) => {
      member.timestamp = i > 0 && isEndless ? start + ((timestamp - start + i * PHASE * (end - start)) % (end - start)) : timestamp;
    });
  }
}
