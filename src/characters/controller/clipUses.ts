import type { MixturePart } from "../../scene/posing/index.js";
import { type ClipAnimationGroup, noteCopy } from "../../scene/playing/index.js";
import { cycleFrequency, cyclePhase } from "../../gltf/blending/index.js";
import { positionAfter } from "../../gltf/timing/index.js";
import { beginningAt, type StateClip } from "./stateRun.js";

/** A clip that a state plays in a scene. */
export class ClipUse implements MixturePart, StateClip {
  factor = 0;
  rate = 1;

  /** @param copy 0 for the clip itself, n for its n-th copy */
  constructor(
    private readonly _uses: ClipUses,
    public copy: number,
  ) {}

  get clip(): ClipAnimationGroup {
    return this._uses.clips[this.copy]!;
  }

  get frequency(): number {
    const { duration, player } = this.clip;
    return cycleFrequency(player.playhead.activeSettings.speed, duration);
  }

  get cycles(): number {
    const { isStarted, isFinished, completedRepetitions, duration, direction, timestamp, player } = this.clip;
    if (isFinished) {
      return completedRepetitions;
    }
    return duration > 0 && isStarted
      ? completedRepetitions + cyclePhase(timestamp - player.playhead.activeSettings.start, duration, direction)
      : Infinity;
  }

  get repetitions(): number {
    const { repetitions } = this.clip.player.playhead.activeSettings;
    return repetitions === -1 ? Infinity : repetitions;
  }

  get isRunning(): boolean {
    return this.clip.player.isRunning;
  }

  show(factor: number, rate: number): void {
    if (factor !== this.factor || rate !== this.rate) {
      this.factor = factor;
      this.rate = rate;
      this.clip.player.posing.applyWeight();
    }
  }

  playAhead(seconds: number): void {
    if (this.isRunning) {
      this.clip.player.playAhead(seconds);
    }
  }

  /** Without effect if it has ended. @param isSilent whether observers of the clip hear nothing of it */
  end(isSilent = false): void {
    if (this._uses.release(this)) {
      this.clip.stop(isSilent);
    }
  }
}

/**
 * A clip of a layer, and copies of it. The clip itself plays what began last; copies play what is left of before: so a clip fades out while it
 * begins again.
 */
export class ClipUses {
  readonly clips: ClipAnimationGroup[];
  /** By copy. */
  private readonly _users: (ClipUse | null)[] = [null];

  constructor(
    clip: ClipAnimationGroup,
    private readonly _nameOf: (copy: number) => string,
  ) {
    this.clips = [clip];
  }

  /**
   * Begins the clip.
   * @param repetitions null for those of its settings
   * @param isCycle whether it ends at its last key, if its settings do not say where
   * @param phase the share of a pass at which it begins, 0..1; null for where its settings say
   * @param late how long ago it should have begun, in seconds
   * @throws Error or RangeError if the clip cannot be played; within a frame, the error is logged
   */
  begin(repetitions: number | null, isCycle: boolean, phase: number | null, late: number): ClipUse {
    const [before] = this._users;
    if (before) {
      this._moveToCopy(before);
    }
    const clip = this.clips[0]!;
    clip.stop(true);
    const { settings, duration } = clip;
    const end = isCycle ? settings.start + duration : settings.end;
    try {
      clip.startWith(beginningAt({ ...settings, end, repetitions: repetitions ?? settings.repetitions }, duration, phase));
    } catch (error) {
      if (!clip.player.scheduler.isTicking) {
        throw error;
      }
      clip.player.fail(error); // the state's other clips play
    }
    clip.player.playhead.lead = late;
    return this.restore(0);
  }

  /** Begins the clip in place of another one: at the same pass, and share of a pass. */
  replace({ cycles, clip: { player } }: ClipUse, repetitions: number | null, isCycle: boolean): ClipUse {
    const { phase, pendingStart } = player.state;
    const { lead } = player.playhead;
    const use = this.begin(repetitions, isCycle, null, lead);
    const { player: own, duration } = use.clip;
    const { state } = own;
    const position = positionAfter(cycles, own.playhead.activeSettings, duration);
    own.restore({ ...state, phase, ...(position ? { pendingStart, time: { ...position, elapsed: 0, lost: 0 } } : {}) });
    return use;
  }

  /** Takes the clip or a copy as it is. */
  restore(copy: number): ClipUse {
    const use = new ClipUse(this, copy);
    this._take(use, copy);
    return use;
  }

  /** @returns whether the use had the clip */
  release(use: ClipUse): boolean {
    const isUser = this._users[use.copy] === use;
    if (isUser) {
      use.clip.player.posing.removePart(use);
      this._users[use.copy] = null;
    }
    return isUser;
  }

  /** Ends all uses. The clip remains, the copies go. */
  dispose(): void {
    this._users.forEach((use) => use?.end());
    this.clips[0]!.stop(true); // a start that failed left it without a use
    this.clips.slice(1).forEach((copy) => copy.dispose());
  }

  private _moveToCopy(use: ClipUse): void {
    const [clip] = this.clips;
    const { state } = use.clip.player;
    const free = this._users.indexOf(null);
    this.release(use);
    this._take(use, free < 0 ? this.clips.length : free);
    use.clip.player.restore(state);
    use.clip.player.playhead.lead = clip!.player.playhead.lead;
    use.clip.weight = clip!.weight;
  }

  private _take(use: ClipUse, copy: number): void {
    const [clip] = this.clips;
    while (this.clips.length <= copy) {
      const made = clip!.clone(this._nameOf(this.clips.length));
      noteCopy(clip!, made);
      this.clips.push(made);
      this._users.push(null);
    }
    use.copy = copy;
    this._users[copy] = use;
    use.clip.player.posing.addPart(use);
  }
}
