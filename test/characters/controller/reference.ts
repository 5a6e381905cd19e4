/**
 * An interpreter of controllers, in the words of docs/controller.md: plain JSON in, and what each frame shows out. It shares no code with the package.
 * Its clips are loops that begin at 0.
 */
import type { ControllerDefinition, StateDefinition, TransitionDefinition } from "../../../src/controller.js";

export type Values = Record<string, number | boolean>;

/** A clip that a frame shows. */
export interface Shown {
  readonly layer: number;
  readonly clip: string;
  readonly timestamp: number;
  readonly weight: number;
}

interface PlayedClip {
  readonly name: string;
  /** Seconds of the clip's time that have been played. */
  played: number;
  /** Seconds of the next frame, where they are not the frame's. */
  next: number | null;
  rate: number;
  weight: number;
}

interface Entry {
  readonly state: string;
  readonly clips: PlayedClip[];
  seconds: number;
  share: number;
  shareBefore: number;
}

interface Layer {
  entries: Entry[];
  fade: { elapsed: number; duration: number; by: readonly ("next" | "previous")[] } | null;
}

/** @param durations of the clips, which loop */
export class Reference {
  readonly values: Values = {};
  private _isFirstFrame = true;
  private readonly _layers: Layer[];

  constructor(
    private readonly _definition: ControllerDefinition,
    private readonly _durations: Readonly<Record<string, number>>,
  ) {
    for (const [name, value] of Object.entries(_definition.parameters ?? {})) {
      this.values[name] = value === "trigger" ? false : value;
    }
    this._layers = _definition.layers.map((layer) => ({
      entries: [this._enter(layer.start ?? Object.keys(layer.states)[0]!, layer.states, 1, 0)],
      fade: null,
    }));
  }

  states(): string[] {
    return this._layers.map(({ entries }) => entries.at(-1)!.state);
  }

  frame(seconds: number): { changes: string[]; shown: Shown[] } {
    const changes: string[] = [];
    const delta = this._isFirstFrame ? 0 : seconds; // it shows the beginning
    this._isFirstFrame = false;
    this._layers.forEach((layer, i) => {
      const change = this._decide(layer, i, delta);
      if (change) {
        changes.push(`${i}: ${change}`);
      }
      for (const entry of layer.entries) {
        this._mix(entry, this._definition.layers[i]!.states[entry.state]!, this._layerWeight(i));
        for (const clip of entry.clips) {
          clip.played += (clip.next ?? delta) * clip.rate;
          clip.next = null;
        }
      }
    });
    const shown = this._layers.flatMap(({ entries }, layer) =>
      entries.flatMap(({ state, clips }) =>
        clips.map((clip) => ({
          layer,
          clip: clip.name,
          weight: clip.weight,
          timestamp: this._timestamp(clip, this._repetitions(layer, state)),
        })),
      ),
    );
    return { changes, shown };
  }

  /** @param late seconds since the moment at which the state begins */
  private _enter(name: string, states: Readonly<Record<string, StateDefinition>>, share: number, late: number): Entry {
    const state = states[name]!;
    const names = state.clips?.map(({ clip }) => clip) ?? (state.clip === undefined ? [] : [state.clip]);
    const clips = names.map((clip) => ({ name: clip, played: 0, next: late, rate: 1, weight: 0 }));
    return { state: name, clips, seconds: late, share, shareBefore: share };
  }

  private _decide(layer: Layer, index: number, delta: number): string | null {
    const { states, transitions = [] } = this._definition.layers[index]!;
    layer.entries.forEach((entry) => (entry.seconds += delta));
    let waited = Infinity; // for how long a fade has not been in the way
    if (layer.fade) {
      layer.fade.elapsed += delta;
    }
    const present = layer.entries.at(-1)!;
    let sides = [present];
    if (layer.fade && layer.fade.elapsed < layer.fade.duration - 1e-9) {
      sides = layer.fade.by.map((side) => (side === "next" ? present : layer.entries.at(-2)!));
    } else if (layer.fade && !layer.fade.by.includes("next")) {
      waited = layer.fade.elapsed - layer.fade.duration;
    }
    for (const side of sides) {
      const own = transitions.filter(({ from }) => from === side.state);
      const any = transitions.filter(({ from, to }) => from === "*" && to !== side.state);
      const taken = [...own, ...any].find((each) => {
        return (side === present || each.to !== present.state) && this._holds(each) && this._since(each, side, index, delta) > -1e-9;
      });
      if (taken) {
        // what came due in this frame begins at that moment; what came due before has waited for a parameter
        const since = Math.min(this._since(taken, side, index, delta), waited);
        const isTimed = (taken.after ?? 0) > 0 || (taken.afterSeconds ?? 0) > 0;
        const late = isTimed && since < delta ? Math.max(since, 0) : 0;
        this._fade(layer, late);
        this._useTriggers(taken);
        // what cannot be seen goes, but not what is left
        layer.entries = layer.entries.filter((entry) => entry === present || entry.share >= 1 / 4096);
        if (layer.entries.length === 16) {
          const leaving = layer.entries.filter((entry) => entry !== present).sort((a, b) => a.share - b.share);
          leaving.at(-1)!.share += leaving[0]!.share;
          layer.entries = layer.entries.filter((entry) => entry !== leaving[0]);
        }
        layer.entries.forEach((entry) => (entry.shareBefore = entry.share));
        layer.entries.push(this._enter(taken.to, states, 0, late));
        layer.fade = { elapsed: late, duration: taken.duration ?? 0.2, by: taken.interruptedBy ?? ["next"] };
        this._fade(layer, 0);
        return `${present.state} > ${taken.to}`;
      }
    }
    this._fade(layer, 0);
    return null;
  }

  /** Fades as far as some seconds ago. */
  private _fade(layer: Layer, ago: number): void {
    if (!layer.fade) {
      return;
    }
    const { elapsed, duration } = layer.fade;
    const progress = elapsed - ago > duration - 1e-9 ? 1 : (elapsed - ago) / duration;
    layer.entries.forEach((entry, i) => {
      const after = i === layer.entries.length - 1 ? 1 : 0;
      entry.share = entry.shareBefore * (1 - progress) + after * progress;
    });
    if (progress === 1) {
      layer.entries = [layer.entries.at(-1)!];
      layer.fade = null;
    }
  }

  /** For how long the times of a transition have been reached, as of this frame: at most its seconds, where the clip was there before. */
  private _since({ after = 0, afterSeconds = 0 }: TransitionDefinition, entry: Entry, layer: number, delta: number): number {
    const since = entry.seconds - afterSeconds;
    const [clip] = entry.clips;
    if (after === 0) {
      return since;
    }
    if (!clip || after > this._repetitions(layer, entry.state)) {
      return -Infinity;
    }
    const state = this._definition.layers[layer]!.states[entry.state]!;
    const left = after * this._durations[clip.name]! - clip.played; // of the clip's time
    return Math.min(since, left <= 0 ? delta : delta - left / this._rates(entry, state)[0]!);
  }

  private _holds({ when = {} }: TransitionDefinition): boolean {
    return Object.entries(when).every(([name, condition]) => {
      const value = this.values[name] as number;
      if (typeof condition !== "object") {
        return this.values[name] === condition;
      }
      const { above = -Infinity, atLeast = -Infinity, below = Infinity, atMost = Infinity } = condition;
      return value > above && value >= atLeast && value < below && value <= atMost;
    });
  }

  private _useTriggers({ when = {} }: TransitionDefinition): void {
    for (const name of Object.keys(when)) {
      if (this._definition.parameters![name] === "trigger") {
        this.values[name] = false;
      }
    }
  }

  private _layerWeight(index: number): number {
    const { weight = 1 } = this._definition.layers[index]!;
    return Math.min(1, Math.max(0, this._amount(weight)));
  }

  private _amount(stated: number | string): number {
    return typeof stated === "string" ? (this.values[stated] as number) : stated;
  }

  /** Sets the weights and speeds of an entry's clips. */
  private _mix(entry: Entry, state: StateDefinition, layerWeight: number): void {
    const shares = this._shares(state);
    const rates = this._rates(entry, state);
    entry.clips.forEach((clip, i) => {
      clip.weight = entry.share * shares[i]! * layerWeight;
      clip.rate = rates[i]!;
    });
  }

  private _shares({ clips: points, blend }: StateDefinition): number[] {
    return points
      ? linearShares(
          points.map(({ at }) => at as number),
          this._amount(blend as string),
        )
      : [1];
  }

  /** How fast the clips of an entry play. */
  private _rates({ clips }: Entry, state: StateDefinition): number[] {
    const shares = this._shares(state);
    const factor = Math.max(0, this._amount(state.speed ?? 1));
    const frequency = clips.reduce((sum, { name }, i) => sum + shares[i]! / this._durations[name]!, 0);
    return clips.map(({ name }) => factor * (state.clips ? frequency * this._durations[name]! : 1));
  }

  private _repetitions(layer: number, state: string): number {
    const { repetitions = -1 } = this._definition.layers[layer]!.states[state]!;
    return repetitions === -1 ? Infinity : repetitions;
  }

  private _cycles({ name, played }: PlayedClip, repetitions: number): number {
    return Math.min(played / this._durations[name]!, repetitions);
  }

  private _timestamp(clip: PlayedClip, repetitions: number): number {
    const duration = this._durations[clip.name]!;
    const cycles = this._cycles(clip, repetitions);
    return cycles === repetitions ? duration : clip.played % duration;
  }
}

/** Shares that change linearly between neighbors. */
function linearShares(points: readonly number[], value: number): number[] {
  const sorted = [...points].sort((a, b) => a - b);
  return points.map((point) => {
    const place = sorted.indexOf(point);
    const [below, above] = [sorted[place - 1], sorted[place + 1]];
    if (value === point || (value < point && below === undefined) || (value > point && above === undefined)) {
      return 1;
    }
    const next = value < point ? below! : above!;
    return Math.max(0, 1 - Math.abs(value - point) / Math.abs(next - point));
  });
}
