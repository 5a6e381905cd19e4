/**
 * An interpreter of controllers, in the words of docs/controller.md: plain JSON in, and what each frame shows out. It shares no code with the package.
 * Its clips are loops that begin at 0.
 */
import type { ControllerDefinition, LayerDefinition, StateDefinition, TransitionDefinition } from "../../../src/controller.js";

export type Values = Record<string, number | boolean>;

/** A clip that a frame shows. */
export interface Shown {
  readonly layer: number;
  readonly clip: string;
  readonly timestamp: number;
  readonly weight: number;
}

interface PlayedClip {
  /** The name in the definition. */
  readonly source: string;
  name: string;
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
  /** Entries of one group go in step. */
  readonly group: object;
  /** Passes per second of all entries of the group in this frame; null for an entry that is alone. */
  pace: number | null;
  seconds: number;
  share: number;
  shareBefore: number;
}

/** A state to which code leads a layer. */
export interface Target {
  readonly state: string;
  readonly duration: number;
  readonly at?: number | undefined;
}

interface Layer {
  entries: Entry[];
  target: Target | null;
  fade: { elapsed: number; duration: number; by: readonly ("next" | "previous")[] } | null;
}

/** @param durations of the clips, which loop */
export class Reference {
  readonly values: Values = {};
  private _isFirstFrame = true;
  /** The clips that are played for names in the definition. */
  private readonly _clips: Record<string, string> = {};
  /** Those that the next frame exchanges. */
  private _exchanges: [string, string][] = [];
  private readonly _layers: Layer[];

  constructor(
    private readonly _definition: ControllerDefinition,
    private readonly _durations: Readonly<Record<string, number>>,
  ) {
    for (const [name, value] of Object.entries(_definition.parameters ?? {})) {
      this.values[name] = value === "trigger" ? false : value;
    }
    this._layers = _definition.layers.map((layer) => ({
      entries: [this._enter(leafAt(layer), layer, { share: 1, late: 0, phase: 0, group: {}, pace: null })],
      target: null,
      fade: null,
    }));
  }

  setClip(name: string, clip: string): void {
    this._exchanges.push([name, clip]);
  }

  go(layer: number, target: Target): void {
    this._layers[layer]!.target = target;
  }

  /** The passes and the seconds of the state that each layer is in. */
  times(): { passes: number; seconds: number }[] {
    return this._layers.map(({ entries }, layer) => {
      const { clips, seconds, state } = entries.at(-1)!;
      return { passes: clips[0] ? this._cycles(clips[0], this._repetitions(layer, state)) : 0, seconds };
    });
  }

  states(): string[] {
    return this._layers.map(({ entries }) => entries.at(-1)!.state);
  }

  frame(seconds: number): { changes: string[]; shown: Shown[] } {
    const changes: string[] = [];
    const delta = this._isFirstFrame ? 0 : seconds; // it shows the beginning
    this._isFirstFrame = false;
    this._exchange();
    this._layers.forEach((layer, i) => {
      const change = this._decide(layer, i, delta);
      if (change) {
        changes.push(`${i}: ${change}`);
      }
      for (const entry of layer.entries) {
        this._mix(entry, stateAt(this._definition.layers[i]!, entry.state), this._layerWeight(i));
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

  /**
   * @param late seconds since the moment at which the state begins
   * @param phase the share of a pass at which it begins
   */
  private _enter(
    name: string,
    layer: LayerDefinition,
    { share, late, phase, group, pace }: { share: number; late: number; phase: number; group: object; pace: number | null },
  ): Entry {
    const clips = leavesOf(stateAt(layer, name)).map((clip) => {
      const name = this._clips[clip] ?? clip;
      return { source: clip, name, played: phase * this._durations[name]!, next: late, rate: 1, weight: 0 };
    });
    return { state: name, clips, group, pace, seconds: late, share, shareBefore: share };
  }

  /** Exchanges clips: each goes on at the same pass, and share of a pass. */
  private _exchange(): void {
    for (const [source, name] of this._exchanges.splice(0)) {
      this._clips[source] = name;
      this._layers.forEach(({ entries }, layer) => {
        for (const { state, clips } of entries) {
          for (const clip of clips.filter((each) => each.source === source)) {
            clip.played = this._cycles(clip, this._repetitions(layer, state)) * this._durations[name]!;
            clip.name = name;
          }
        }
      });
    }
  }

  private _decide(layer: Layer, index: number, delta: number): string | null {
    const definition = this._definition.layers[index]!;
    layer.entries.forEach((entry) => (entry.seconds += delta));
    let waited = Infinity; // for how long a fade has not been in the way
    if (layer.fade) {
      layer.fade.elapsed += delta;
    }
    this._keepStep(layer, index);
    const present = layer.entries.at(-1)!;
    const { target } = layer;
    layer.target = null;
    if (target) {
      return this._take(layer, index, delta, 0, {
        from: "",
        to: leafAt(definition, target.state),
        duration: target.duration,
        offset: target.at,
      });
    }
    let sides = [present];
    if (layer.fade && layer.fade.elapsed < layer.fade.duration - 1e-9) {
      sides = layer.fade.by.map((side) => (side === "next" ? present : layer.entries.at(-2)!));
    } else if (layer.fade && !layer.fade.by.includes("next")) {
      waited = layer.fade.elapsed - layer.fade.duration;
    }
    for (const side of sides) {
      const taken = transitionsOf(definition, side.state).find((each) => {
        const leadsBack = side !== present && each.to === present.state;
        return !leadsBack && this._holds(each) && this._since(each, side, { index, delta, waited }) > -1e-9;
      });
      if (taken) {
        // what came due in this frame begins at that moment; what came due before has waited for a parameter
        const since = this._since(taken, side, { index, delta, waited });
        const isTimed = (taken.after ?? 0) > 0 || (taken.afterSeconds ?? 0) > 0 || taken.afterEach !== undefined;
        const late = isTimed && since < delta ? Math.max(since, 0) : 0;
        this._useTriggers(taken);
        return this._take(layer, index, isTimed ? delta - late : delta, late, taken);
      }
    }
    this._fade(layer, 0);
    return null;
  }

  /** @param until the seconds of the frame that the state that is left has before the other begins */
  private _take(layer: Layer, index: number, until: number, late: number, taken: TransitionDefinition): string {
    const definition = this._definition.layers[index]!;
    const present = layer.entries.at(-1)!;
    const [leader] = present.clips;
    const pace = leader ? this._paceOf(present, stateAt(definition, present.state)) : null;
    let phase = taken.offset ?? 0;
    if (taken.keepStep && leader) {
      const length = this._durations[leader.name]!;
      const played = { ...leader, played: leader.played + until * pace! * length };
      phase = (phase + this._cycles(played, this._repetitions(index, present.state))) % 1;
      phase = phase > 1 - 1e-9 ? 0 : phase; // a whole pass, but for rounding
    }
    const seconds = taken.duration ?? 0.2;
    const duration = taken.durationPasses !== undefined && pace !== null && pace > 0 ? taken.durationPasses / pace : seconds;
    this._fade(layer, late);
    // what cannot be seen goes, but not what is left
    layer.entries = layer.entries.filter((entry) => entry === present || entry.share >= 1 / 4096);
    if (layer.entries.length === 16) {
      const leaving = layer.entries.filter((entry) => entry !== present).sort((a, b) => a.share - b.share);
      leaving.at(-1)!.share += leaving[0]!.share;
      layer.entries = layer.entries.filter((entry) => entry !== leaving[0]);
    }
    layer.entries.forEach((entry) => (entry.shareBefore = entry.share));
    const step = taken.keepStep ? { group: present.group, pace } : { group: {}, pace: null };
    layer.entries.push(this._enter(taken.to, definition, { share: 0, late, phase, ...step }));
    layer.fade = { elapsed: late, duration, by: taken.interruptedBy ?? ["next"] };
    this._fade(layer, 0);
    return `${present.state} > ${taken.to}`;
  }

  /** Finds how fast entries go that keep step: a mixture by their shares in this frame. */
  private _keepStep(layer: Layer, index: number): void {
    const definition = this._definition.layers[index]!;
    const progress = progressOf(layer, 0);
    for (const entry of layer.entries) {
      const all = layer.entries.filter(({ group }) => group === entry.group);
      const going = all.filter(({ clips }) => clips.length > 0);
      const shares = going.map((each) => each.shareBefore * (1 - progress) + (each === layer.entries.at(-1) ? progress : 0));
      const total = shares.reduce((sum, share) => sum + share, 0);
      const paces = going.map((each) => this._paceOf({ ...each, pace: null }, stateAt(definition, each.state)));
      entry.pace = all.length > 1 && total > 0 ? paces.reduce((sum, pace, i) => sum + (shares[i]! / total) * pace, 0) : null;
    }
  }

  /** Passes per second of an entry with clips. */
  private _paceOf(entry: Entry, state: StateDefinition): number {
    return this._rates(entry, state)[0]! / this._durations[entry.clips[0]!.name]!;
  }

  /** Fades as far as some seconds ago. */
  private _fade(layer: Layer, ago: number): void {
    if (!layer.fade) {
      return;
    }
    const progress = progressOf(layer, ago);
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
  private _since(
    { after = 0, afterSeconds = 0, afterEach }: TransitionDefinition,
    entry: Entry,
    { index, delta, waited }: { index: number; delta: number; waited: number },
  ): number {
    let since = Math.min(entry.seconds - afterSeconds, waited);
    const [clip] = entry.clips;
    if (after === 0 && afterEach === undefined) {
      return since;
    }
    const repetitions = this._repetitions(index, entry.state);
    if (!clip || after > repetitions) {
      return -Infinity;
    }
    const state = stateAt(this._definition.layers[index]!, entry.state);
    const length = this._durations[clip.name]!;
    const [rate] = this._rates(entry, state) as [number];
    const sinceTime = (time: number): number => (time <= clip.played ? delta : delta - (time - clip.played) / rate);
    since = after === 0 ? since : Math.min(since, sinceTime(after * length));
    if (afterEach === undefined || since < -1e-9) {
      return since;
    }
    // the first pass whose share is passed in this frame, and not before the rest holds; or the end
    const moments = Array.from({ length: 2000 }, (_, pass) => Math.min(pass + afterEach, repetitions) * length);
    const moment = moments.find((time) => {
      const isEnd = time === repetitions * length;
      return isEnd || (time > clip.played + 1e-9 * rate && sinceTime(time) < since + 1e-9);
    });
    return moment === undefined ? -Infinity : Math.min(since, sinceTime(moment));
  }

  private _holds({ when = {} }: TransitionDefinition): boolean {
    return Object.entries(when).every(([name, condition]) => {
      const value = this.values[name] as number;
      if (typeof condition !== "object") {
        return this.values[name] === condition;
      }
      const { above = -Infinity, atLeast = -Infinity, below = Infinity, atMost = Infinity, not = NaN } = condition;
      return value > above && value >= atLeast && value < below && value <= atMost && value !== not;
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

  /** The shares of all clips, also of those in blends within. */
  private _shares({ clips: points, blend }: Pick<StateDefinition, "clips" | "blend">): number[] {
    if (!points) {
      return [1];
    }
    const places = points.map(({ at }) => at as number);
    const shares = linearShares(places, this._amount(blend as string));
    return points.flatMap((point, i) => this._shares(point).map((share) => share * shares[i]!));
  }

  /** How fast the clips of an entry play. */
  private _rates({ clips, pace }: Entry, state: StateDefinition): number[] {
    const shares = this._shares(state);
    const factor = Math.max(0, this._amount(state.speed ?? 1));
    const frequency = clips.reduce((sum, { name }, i) => sum + shares[i]! / this._durations[name]!, 0);
    return clips.map(({ name }) =>
      pace === null ? factor * (state.clips ? frequency * this._durations[name]! : 1) : pace * this._durations[name]!,
    );
  }

  private _repetitions(layer: number, state: string): number {
    const { repetitions = -1 } = stateAt(this._definition.layers[layer]!, state);
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

type Machine = Pick<StateDefinition, "states" | "start" | "transitions">;

/** The state at a path. */
function stateAt(machine: Machine, path: string): StateDefinition {
  return path.split("/").reduce((state: Machine, name) => state.states![name]!, machine);
}

/** The path to the state that is entered at a path, or at the beginning of a machine. */
function leafAt(machine: Machine, path = machine.start ?? Object.keys(machine.states!)[0]!): string {
  const state = stateAt(machine, path);
  return state.states ? `${path}/${leafAt(state)}` : path;
}

/** The transitions that leave a state, with the paths to which they lead: first those of the innermost machine. */
function transitionsOf(machine: Machine, path: string): TransitionDefinition[] {
  const [name, ...rest] = path.split("/");
  const within = rest.length === 0 ? [] : transitionsOf(machine.states![name!]!, rest.join("/"));
  const isAt = (place: string): boolean => path === place || path.startsWith(`${place}/`);
  const { transitions = [] } = machine;
  const own = transitions.filter(({ from }) => isAt(from));
  const any = transitions.filter(({ from, to }) => from === "*" && !isAt(to));
  return [
    ...within.map((each) => ({ ...each, to: `${name}/${each.to}` })),
    ...[...own, ...any].map((each) => ({ ...each, to: leafAt(machine, each.to) })),
  ];
}

/** The names of the clips of a state or blend, in order. */
export function leavesOf({ clip, clips, states }: Pick<StateDefinition, "clip" | "clips" | "states">): string[] {
  return states ? Object.values(states).flatMap(leavesOf) : clips ? clips.flatMap(leavesOf) : clip === undefined ? [] : [clip];
}

/** How far a fade is, some seconds ago. */
function progressOf({ fade }: Layer, ago: number): number {
  return !fade || fade.elapsed - ago > fade.duration - 1e-9 ? 1 : (fade.elapsed - ago) / fade.duration;
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
