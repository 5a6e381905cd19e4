import { secondsAtPhase } from "../../gltf/blending/index.js";
import type { ResolvedClipSettings } from "../../gltf/timing/index.js";
import { ROUNDING, type StateRun } from "./actor.js";
import { amountOf, mixInto, type StatePlan } from "../../gltf/controller/index.js";

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

/** The settings with which a clip begins at a share of a pass. @param phase 0..1; null for where it begins by itself */
export function beginningAt(settings: ResolvedClipSettings, duration: number, phase: number | null): ResolvedClipSettings {
  return phase === null ? settings : { ...settings, offset: secondsAtPhase(phase, duration, settings.speed) };
}

/** Plays the clips of a state: alone, or as a blend by parameters. */
export abstract class ClipsRun<Clip extends StateClip> implements StateRun {
  private readonly _weights: Float64Array;

  constructor(
    readonly state: StatePlan,
    readonly clips: Clip[],
    private readonly _values: Float64Array,
  ) {
    this._weights = new Float64Array(clips.length).fill(1);
  }

  get frequency(): number | null {
    const frequency = this._mix();
    return frequency > 0 ? this._speed * frequency : null;
  }

  get passes(): number {
    return this._leader?.cycles ?? 0;
  }

  secondsTo(passes: number, frequency: number | null): number {
    const clip = this._leader;
    if (!clip) {
      return Infinity;
    }
    const left = Math.max(passes - clip.cycles, 0);
    const isReached = passes <= clip.repetitions && clip.isRunning;
    return left === 0 ? 0 : isReached ? left / (frequency ?? this._speed * this._mix()) : Infinity;
  }

  secondsToEach(share: number, from: number, frequency: number | null): number {
    const clip = this._leader;
    if (!clip || clip.cycles === Infinity) {
      return clip ? 0 : Infinity;
    }
    const { cycles, repetitions } = clip;
    const rate = frequency ?? this._speed * this._mix();
    const rounding = ROUNDING * rate;
    const beyond = Math.floor(cycles + rounding - share) + 1; // a share that the last frame showed is over
    const pass = Math.max(beyond, Math.ceil(cycles + from * rate - rounding - share), 0);
    return this.secondsTo(Math.min(pass + share, repetitions), frequency);
  }

  phaseIn(seconds: number, frequency: number | null): number | null {
    const clip = this._leader;
    if (!clip || clip.cycles === Infinity) {
      return null;
    }
    const passed = clip.isRunning ? seconds * (frequency ?? this._speed * this._mix()) : 0;
    return Math.min(clip.cycles + passed, clip.repetitions) % 1;
  }

  abstract get saved(): readonly number[];

  show(share: number, frequency: number | null): void {
    const { clips, _speed: speed, _weights: weights, state } = this;
    const own = this._mix();
    const common = frequency ?? (state.blend ? speed * own : null);
    for (let i = 0; i < clips.length; i++) {
      const usual = clips[i]!.frequency;
      clips[i]!.show(share * weights[i]!, usual === 0 || common === null ? speed : common / usual);
    }
  }

  playAhead(seconds: number): void {
    for (let i = 0; i < this.clips.length; i++) {
      this.clips[i]!.playAhead(seconds);
    }
  }

  /**
   * Puts others in place of the clips with a name in the definition.
   * @returns the clips that were replaced
   */
  exchange(name: string, replace: (clip: Clip) => Clip): Clip[] {
    const { clips, state } = this;
    return clips.filter((clip, i) => {
      const isNamed = state.clips[i] === name;
      clips[i] = isNamed ? replace(clip) : clip;
      return isNamed;
    });
  }

  /** The clip whose passes count; none in an empty state. */
  private get _leader(): Clip | undefined {
    return this.clips.find(isCyclic) ?? this.clips[0];
  }

  /** A factor of the clips' speed. */
  private get _speed(): number {
    return Math.max(amountOf(this.state.speed, this._values), 0);
  }

  /** Finds the weights of the clips. @returns their cycles per second at their own speed; 0 without lengths */
  private _mix(): number {
    const { clips, state, _values: values, _weights: weights } = this;
    if (state.blend) {
      mixInto(state.blend, values, 1, weights);
    }
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
