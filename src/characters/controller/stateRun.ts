import type { StateRun } from "./actor.js";
import { amountOf, type StatePlan } from "./plan.js";

/** A clip that a state plays. */
export interface StateClip {
  /** Cycles per second at the clip's own speed; 0 for a clip without length. */
  readonly frequency: number;
  /** How often the clip has played, the present pass in part; Infinity without a length, or if it was stopped. */
  readonly cycles: number;
  /** The number of passes of the clip; Infinity for endless. */
  readonly repetitions: number;
  /** Whether the frames advance it. */
  readonly isRunning: boolean;
  /** @param weight 0..1, the share of the layer @param rate multiplies the speed */
  show(weight: number, rate: number): void;
  /** @param seconds of the coming frame */
  playAhead(seconds: number): void;
  end(): void;
}

function isCyclic({ frequency }: StateClip): boolean {
  return frequency > 0;
}

/** Plays the clips of a state: alone, or as a blend by parameters. */
export class ClipsRun<Clip extends StateClip> implements StateRun {
  private readonly _weights: Float64Array;

  constructor(
    private readonly _state: StatePlan,
    readonly clips: readonly Clip[],
    private readonly _values: Float64Array,
  ) {
    this._weights = new Float64Array(clips.length).fill(1);
  }

  secondsTo(passes: number): number {
    const clip = this.clips.find(isCyclic) ?? this.clips[0];
    if (!clip) {
      return Infinity;
    }
    const left = Math.max(passes - clip.cycles, 0);
    const isReached = passes <= clip.repetitions && clip.isRunning;
    return left === 0 ? 0 : isReached ? left / (this._speed * (this._mix() ?? clip.frequency)) : Infinity;
  }

  get saved(): readonly number[] {
    return [];
  }

  show(share: number): void {
    const { clips, _speed: speed, _weights: weights } = this;
    const frequency = this._mix();
    for (let i = 0; i < clips.length; i++) {
      const usual = frequency === null ? 0 : clips[i]!.frequency;
      clips[i]!.show(share * weights[i]!, usual === 0 ? speed : (speed * frequency!) / usual);
    }
  }

  playAhead(seconds: number): void {
    for (let i = 0; i < this.clips.length; i++) {
      this.clips[i]!.playAhead(seconds);
    }
  }

  /** A factor of the clips' speed. */
  private get _speed(): number {
    return Math.max(amountOf(this._state.speed, this._values), 0);
  }

  /** Finds the weights of a blend. @returns its cycles per second at the clips' own speed; null for a state that is no blend */
  private _mix(): number | null {
    const { clips, _state: state, _values: values, _weights: weights } = this;
    if (!state.space) {
      return null;
    }
    const [x, y] = state.inputs;
    state.space.weightsAt(amountOf(x!, values), y ? amountOf(y, values) : 0, weights);
    let frequency = 0;
    let cyclic = 0;
    for (let i = 0; i < clips.length; i++) {
      const usual = clips[i]!.frequency;
      frequency += weights[i]! * usual;
      cyclic += usual > 0 ? weights[i]! : 0;
    }
    return frequency / (cyclic || 1); // poses without length have no cycles
  }
}
