import type { Playable } from "./playable.js";
import type { Player } from "./player.js";

/** Two timestamps that differ by less than this many seconds are equal. */
const SAME = 1e-6;

/** Two clips, A and B, and how much of each one sees: mixed by weights, or during a cross-fade. */
export class Mix {
  /** Whether both clips stay at the same phase of their cycles. */
  isInStep = false;
  private _a: Playable | null = null;
  private _b: Playable | null = null;
  /** Whether the user has used the pair, which the selection of B then leaves as it is. */
  private _isInUse = false;

  constructor(private readonly _player: Player) {}

  get a(): Playable | null {
    return this._a;
  }

  get b(): Playable | null {
    return this._b;
  }

  get isWeighted(): boolean {
    return this._a !== null && this._a.weight >= 0;
  }

  /** The share of B, 0..1, as it is drawn. */
  get position(): number {
    const [a, b] = [shareOf(this._a), shareOf(this._b)];
    return a + b > 0 ? b / (a + b) : Number(this._b !== null && this._player.chosen === this._b);
  }

  get isFading(): boolean {
    return this._player.fade !== null;
  }

  /** The clip that a fade would go to: the one that is seen less, or that fades out. */
  get target(): Playable | null {
    const { fade } = this._player;
    const isAtB = fade ? fade.to === this._b?.lead : this.position >= 0.5;
    return isAtB ? this._a : this._b;
  }

  /** Follows the selection: A is the selected clip, unless the pair is in use and the selected clip is B. */
  follow(): void {
    const { chosen, playables } = this._player;
    const known = (playable: Playable | null): Playable | null => (playable && playables.includes(playable) ? playable : null);
    const [a, b] = [known(this._a), known(this._b)];
    this._isInUse &&= a !== null && b !== null;
    if (chosen !== b || !this._isInUse) {
      this._a = chosen;
      this._b = chosen === b ? a : b;
    }
    if (!this._b || this._b === this._a) {
      this._b = playables.find((playable) => playable !== this._a) ?? null;
    }
  }

  swap(): void {
    this._isInUse = true;
    [this._a, this._b] = [this._b, this._a];
    if (this._a) {
      this._player.choose(this._a);
    }
  }

  /** Puts another clip in the place of A or B, where it plays as that one did. */
  replace(side: "a" | "b", playable: Playable): void {
    const before = side === "a" ? this._a : this._b;
    this._isInUse = true;
    if (playable === this._a || playable === this._b) {
      return;
    }
    const wasPlaying = before?.isPlaying ?? false;
    if (before && before.weight >= 0) {
      playable.weight = before.weight;
      before.halt();
      before.weight = -1;
    }
    this[side === "a" ? "_a" : "_b"] = playable;
    if (wasPlaying) {
      this._player.play(playable);
    }
    if (this._a) {
      this._player.choose(side === "a" ? playable : this._a);
    }
  }

  /** Lets both clips be seen at once by weights, or only one of them. */
  setWeighted(isWeighted: boolean): void {
    const { position, _a: a, _b: b } = this;
    this._player.stopFade();
    if (isWeighted) {
      this._weigh(position);
    } else {
      [b, a].forEach((each) => each && (each.weight = -1));
      if (a?.isPlaying) {
        this._player.play(a);
      }
    }
    this._notify();
  }

  /** Shows both clips with the weights 1 - `position` and `position`, 0..1. Where one of them plays, both do. */
  moveTo(position: number): void {
    const { _a: a, _b: b, _player: player } = this;
    player.stopFade();
    this._weigh(position);
    if (a && b) {
      const arePlaying = a.isPlaying || b.isPlaying;
      for (const each of [a, b].filter(({ isPlaying, isStarted }) => (arePlaying ? !isPlaying : !isStarted))) {
        const { timestamp } = each;
        player.play(each);
        if (!arePlaying) {
          each.pause(); // only clips that were started have a weight
          each.seek(timestamp);
        }
      }
      this.keepStep();
    }
    this._notify();
  }

  fade(seconds: number): void {
    const { target } = this;
    this._isInUse = true;
    const from = target === this._a ? this._b : this._a;
    if (target && from) {
      this._player.crossFade(from, target, seconds, this.isInStep);
    }
  }

  /** Moves the clip that is seen less to the phase of the other one, if both are mixed in step. To be called in each frame. */
  keepStep(): void {
    const { _a: a, _b: b } = this;
    if (this.isInStep && a && b && a.weight >= 0 && b.weight >= 0 && a.isStarted && b.isStarted && !this._player.fade) {
      const [leader, other] = this.position > 0.5 ? [b, a] : [a, b];
      const timestamp = timestampInStep(leader, other);
      if (Math.abs(timestamp - other.timestamp) > SAME) {
        other.seek(timestamp);
      }
    }
  }

  private _weigh(position: number): void {
    this._isInUse = true;
    if (this._a && this._b) {
      this._b.weight = position;
      this._a.weight = 1 - position;
    }
  }

  private _notify(): void {
    if (this._player.chosen) {
      this._player.onEdit.notifyObservers(this._player.chosen);
    }
  }
}

/** How much of a clip is seen, 0..1, beside another clip of the same objects. */
function shareOf(playable: Playable | null): number {
  if (!playable?.isStarted) {
    return 0;
  }
  const { effectiveWeight } = playable.lead;
  return effectiveWeight < 0 ? 1 : effectiveWeight;
}

type InCycle = Pick<Playable, "bounds" | "timestamp"> & { readonly time: { readonly direction: number } };

/**
 * The timestamp at which a clip has played the same share of its cycle as another clip, in seconds.
 * @param leader the clip whose phase it takes
 */
export function timestampInStep(leader: InCycle, { bounds, time }: InCycle): number {
  const length = leader.bounds.end - leader.bounds.start;
  const share = length > 0 ? (leader.timestamp - leader.bounds.start) / length : 0;
  const isOpposite = leader.time.direction < 0 !== time.direction < 0;
  return bounds.start + (isOpposite ? 1 - share : share) * (bounds.end - bounds.start);
}
