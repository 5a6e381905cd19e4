/**
 * An interpreter of controllers, in the words of docs/controller.md: plain JSON in, and what each frame shows out. It shares no code with the package.
 * Its clips are loops that begin at 0.
 */
import type { ControllerDefinition, StateDefinition, TransitionDefinition } from "../../src/controller.js";

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
  rate: number;
  weight: number;
}

interface Entry {
  readonly state: string;
  readonly clips: PlayedClip[];
  isFirstFrame: boolean;
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
  private readonly _layers: Layer[];

  constructor(
    private readonly _definition: ControllerDefinition,
    private readonly _durations: Readonly<Record<string, number>>,
  ) {
    for (const [name, value] of Object.entries(_definition.parameters ?? {})) {
      this.values[name] = value === "trigger" ? false : value;
    }
    this._layers = _definition.layers.map((layer) => ({
      entries: [this._enter(layer.start ?? Object.keys(layer.states)[0]!, layer.states, 1)],
      fade: null,
    }));
  }

  states(): string[] {
    return this._layers.map(({ entries }) => entries.at(-1)!.state);
  }

  frame(delta: number): { changes: string[]; shown: Shown[] } {
    const changes: string[] = [];
    this._layers.forEach((layer, i) => {
      const change = this._decide(layer, i, delta);
      if (change) {
        changes.push(`${i}: ${change}`);
      }
      for (const entry of layer.entries) {
        this._mix(entry, this._definition.layers[i]!.states[entry.state]!, this._layerWeight(i));
        for (const clip of entry.clips) {
          clip.played += entry.isFirstFrame ? 0 : delta * clip.rate;
        }
        entry.isFirstFrame = false;
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

  private _enter(name: string, states: Readonly<Record<string, StateDefinition>>, share: number): Entry {
    const state = states[name]!;
    const names = state.clips?.map(({ clip }) => clip) ?? (state.clip === undefined ? [] : [state.clip]);
    const clips = names.map((clip) => ({ name: clip, played: 0, rate: 1, weight: 0 }));
    return { state: name, clips, isFirstFrame: true, seconds: 0, share, shareBefore: share };
  }

  private _decide(layer: Layer, index: number, delta: number): string | null {
    const { states, transitions = [] } = this._definition.layers[index]!;
    layer.entries.forEach((entry) => (entry.seconds += delta));
    if (layer.fade) {
      layer.fade.elapsed += delta;
      this._fade(layer);
    }
    const present = layer.entries.at(-1)!;
    const sides = layer.fade ? layer.fade.by.map((side) => (side === "next" ? present : layer.entries.at(-2)!)) : [present];
    for (const side of sides) {
      const own = transitions.filter(({ from }) => from === side.state);
      const any = transitions.filter(({ from, to }) => from === "*" && to !== side.state);
      const taken = [...own, ...any].find((each) => (side === present || each.to !== present.state) && this._holds(each, side, index));
      if (taken) {
        this._useTriggers(taken);
        // what cannot be seen goes, but not what is left
        layer.entries = layer.entries.filter((entry) => entry === present || entry.share >= 1 / 4096);
        if (layer.entries.length === 16) {
          const leaving = layer.entries.filter((entry) => entry !== present).sort((a, b) => a.share - b.share);
          leaving.at(-1)!.share += leaving[0]!.share;
          layer.entries = layer.entries.filter((entry) => entry !== leaving[0]);
        }
        layer.entries.forEach((entry) => (entry.shareBefore = entry.share));
        layer.entries.push(this._enter(taken.to, states, 0));
        layer.fade = { elapsed: 0, duration: taken.duration ?? 0.2, by: taken.interruptedBy ?? ["next"] };
        this._fade(layer);
        return `${present.state} > ${taken.to}`;
      }
    }
    return null;
  }

  private _fade(layer: Layer): void {
    const { elapsed, duration } = layer.fade!;
    const progress = duration === 0 ? 1 : Math.min(1, elapsed / duration);
    layer.entries.forEach((entry, i) => {
      const after = i === layer.entries.length - 1 ? 1 : 0;
      entry.share = entry.shareBefore * (1 - progress) + after * progress;
    });
    if (progress === 1) {
      layer.entries = [layer.entries.at(-1)!];
      layer.fade = null;
    }
  }

  private _holds({ when = {}, after = 0, afterSeconds = 0 }: TransitionDefinition, entry: Entry, layer: number): boolean {
    const cycles = entry.clips[0] ? this._cycles(entry.clips[0], this._repetitions(layer, entry.state)) : 0;
    return (
      entry.seconds >= afterSeconds &&
      (after === 0 || cycles >= after) &&
      Object.entries(when).every(([name, condition]) => {
        const value = this.values[name] as number;
        if (typeof condition !== "object") {
          return this.values[name] === condition;
        }
        const { above = -Infinity, atLeast = -Infinity, below = Infinity, atMost = Infinity } = condition;
        return value > above && value >= atLeast && value < below && value <= atMost;
      })
    );
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
  private _mix(entry: Entry, { clips: points, blend, speed = 1 }: StateDefinition, layerWeight: number): void {
    const factor = Math.max(0, this._amount(speed));
    const shares = points
      ? linearShares(
          points.map(({ at }) => at as number),
          this._amount(blend as string),
        )
      : [1];
    const frequency = entry.clips.reduce((sum, { name }, i) => sum + shares[i]! / this._durations[name]!, 0);
    entry.clips.forEach((clip, i) => {
      clip.weight = entry.share * shares[i]! * layerWeight;
      clip.rate = factor * (points ? frequency * this._durations[clip.name]! : 1);
    });
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
