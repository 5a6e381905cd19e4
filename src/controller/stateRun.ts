import type { StateRun } from "./actor.js";
import { amountOf, type StatePlan } from "./plan.js";

/** A clip that a state plays. */
export interface StateClip {
  /** Cycles per second at the clip's own speed; 0 for a clip without length. */
  readonly frequency: number;
  /** How often the clip has played, the present pass in part; Infinity without a length, or if it was stopped. */
  readonly cycles: number;
  /** @param weight 0..1, the share of the layer @param rate multiplies the speed */
  show(weight: number, rate: number): void;
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

  get cycles(): number {
    const clip = this.clips.find(isCyclic) ?? this.clips[0];
    return clip ? clip.cycles : 0;
  }

  get saved(): readonly number[] {
    return [];
  }

  show(share: number): void {
    const { clips, _state: state, _values: values, _weights: weights } = this;
    const speed = Math.max(amountOf(state.speed, values), 0);
    let frequency = 0;
    let cyclic = 0;
    if (state.space) {
      const [x, y] = state.inputs;
      state.space.weightsAt(amountOf(x!, values), y ? amountOf(y, values) : 0, weights);
      for (let i = 0; i < clips.length; i++) {
        const usual = clips[i]!.frequency;
        frequency += weights[i]! * usual;
        cyclic += usual > 0 ? weights[i]! : 0;
      }
      frequency /= cyclic || 1; // poses without length have no cycles
    }
    for (let i = 0; i < clips.length; i++) {
      const usual = state.space ? clips[i]!.frequency : 0;
      clips[i]!.show(share * weights[i]!, usual === 0 ? speed : (speed * frequency) / usual);
    }
  }
}
