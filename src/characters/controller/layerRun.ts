import { fadeProgress, lerp } from "../../gltf/blending/index.js";
import { type LayerActor, ROUNDING, type StateRun } from "./actor.js";
import {
  amountOf,
  type Condition,
  type ControllerPlan,
  isTimed,
  type LayerPlan,
  type StatePlan,
  type TransitionPlan,
} from "../../gltf/controller/index.js";
import { reasonsAgainst, type TransitionExplanation } from "./reasons.js";

/** A smaller share of a pose is not seen. */
const INVISIBLE_SHARE = 2 ** -12;

/** The most states that a layer shows at once. */
export const MAX_PARTS = 16;

/** A state that a layer shows. */
interface Part {
  readonly state: StatePlan;
  readonly run: StateRun;
  /** Parts of one number go in step: their clips make the same passes per second, a mixture by their shares. */
  readonly step: number;
  /** Those passes per second, in this frame; null for a part that goes by itself. */
  frequency: number | null;
  /** The seconds since the layer entered the state. */
  seconds: number;
  /** The share of the layer when the fade began. */
  before: number;
  /** The present share, 0..1. */
  share: number;
}

/** The state of a layer: plain data, for JSON. */
export interface LayerState {
  /**
   * The states that the layer shows, with the names of their plans; of `clips`, which copy each is, in a crowd the numbers of their times. The current state comes
   * last.
   */
  readonly parts: readonly {
    readonly state: string;
    readonly seconds: number;
    readonly before: number;
    readonly clips: readonly number[];
    /** The same number for states that go in step; default in step with none. */
    readonly step?: number | undefined;
  }[];
  /** The current fade: its duration and its elapsed time, in seconds; null for none. */
  readonly fade: { readonly duration: number; readonly elapsed: number; readonly interruptedBy: readonly ("next" | "previous")[] } | null;
  /** False before the first frame, in which no time passes. Default true. */
  readonly isBegun?: boolean;
  /** The state to which the layer goes in the next frame, because code says so; default none. */
  readonly next?: LayerTarget | undefined;
}

/** A state to which code leads a layer. */
export interface LayerTarget {
  readonly state: string;
  /** The seconds of the fade. */
  readonly duration: number;
  /** The share of a pass at which the state begins; null for where its clips begin. */
  readonly at: number | null;
}

/** Chooses the state of a layer, once a frame, and fades to it. */
export class LayerRun {
  /** The last one is the state that the layer is in; the others fade out. */
  private _parts: Part[] = [];
  /** The fade that is under way; null for none. */
  private _fade: LayerState["fade"] = null;
  private _elapsed = 0;
  /** The states that finished fading out in this frame. */
  private readonly _gone: Part[] = [];
  /** Whether the state was entered, or the fade ended, in the last frame. */
  private _isNew = true;
  /** Whether the layer has had its first frame, which shows the beginning. */
  private _isBegun = false;
  /** How long ago the transition that was found came due, in seconds. */
  private _late = 0;
  private _steps = 0;
  private _target: LayerTarget | null = null;

  constructor(
    private readonly _plan: LayerPlan,
    private readonly _values: Float64Array,
    private readonly _actor: LayerActor,
  ) {
    const state = _plan.states[_plan.start]!;
    this._parts.push({ state, run: _actor.begin(state, null, 0), step: 0, frequency: null, seconds: 0, before: 0, share: 1 });
    this._show();
  }

  /** The state that the layer is in. */
  get state(): StatePlan {
    return this._parts[this._parts.length - 1]!.state;
  }

  /** The share of the state that the layer is in, 0..1: less than 1 while it fades in. */
  get progress(): number {
    return this._parts[this._parts.length - 1]!.share;
  }

  /** The passes that the clip of this state has made. */
  get passes(): number {
    return this._parts[this._parts.length - 1]!.run.passes;
  }

  /** The seconds since the layer entered this state. */
  get seconds(): number {
    return this._parts[this._parts.length - 1]!.seconds;
  }

  /** The states that the layer shows, with their shares; the one that it is in comes last. */
  get shares(): readonly { readonly state: string; readonly share: number }[] {
    return this._parts.map(({ state, share }) => ({ state: state.name, share }));
  }

  /** The transitions of the state that the layer is in, in the order in which they are tried, each with what is in its way. */
  explain(parameters: ControllerPlan["parameters"]): readonly TransitionExplanation[] {
    const { _plan: plan, _fade: fade } = this;
    const { state, run, seconds, frequency } = this._parts[this._parts.length - 1]!;
    const isHeld = fade !== null && !fade.interruptedBy.includes("next") && this._elapsed <= fade.duration - ROUNDING;
    const times = {
      passes: run.passes,
      seconds: seconds + ROUNDING,
      hasMade: (passes: number): boolean => run.secondsTo(passes, frequency) < ROUNDING,
      isAt: (share: number): boolean => run.secondsToEach(share, 0, frequency) < ROUNDING,
    };
    return state.transitions.map((transition) => ({
      from: transition.isFromAny ? "*" : state.name,
      to: plan.states[transition.to]!.name,
      reasons: [...(isHeld ? ["the fade is not over"] : []), ...reasonsAgainst(transition, parameters, this._values, times)],
    }));
  }

  /** Whether nothing changes until a parameter does, or code leads the layer to a state. */
  get isSettled(): boolean {
    return this._fade === null && !this._isNew && this._target === null && !this.state.isTimed;
  }

  /** Goes to a state in the next frame, whatever the layer does then. */
  go(target: LayerTarget): void {
    this._target = target;
  }

  /** Plays another clip for a name in the definition, also where the layer shows it. */
  exchange(name: string, clip: string): void {
    const { _parts: parts } = this;
    this._actor.exchange(name, clip, runsOf(parts));
    if (this._parts !== parts) {
      this._actor.end(runsOf(parts)); // an observer of the clips has ended the layer, or restored it
    }
  }

  /** Counts seconds in which the layer was settled and no frame advanced it. */
  rest(seconds: number): void {
    this._parts[this._parts.length - 1]!.seconds += seconds;
  }

  /**
   * Goes on with the fade, and takes at most one transition. Allocates nothing where none is taken.
   * @param hasChanged whether a parameter has changed since the last frame
   * @returns the state that was left; null if no transition was taken
   */
  advance(delta: number, hasChanged: boolean): StatePlan | null {
    const { _parts: parts, state } = this;
    const seconds = this._isBegun ? delta : 0;
    this._elapsed += seconds;
    for (let i = 0; i < parts.length; i++) {
      parts[i]!.seconds += seconds;
    }
    if (this.isSettled && !hasChanged) {
      return null;
    }
    this._isBegun = true;
    this._isNew = false;
    this._setShares(this._progressAt(this._elapsed));
    this._setFrequencies();
    const transition = this._takeTarget() ?? this._choose(seconds);
    const isTaken = transition !== null && this._take(transition, seconds);
    if (transition === null) {
      this._applyFade(this._elapsed);
    }
    this._show();
    this._endGone();
    return isTaken ? state : null;
  }

  /** Plain data, for {@link LayerRun.restore}. */
  get saved(): LayerState {
    return {
      parts: this._parts.map((part) => {
        const { state, run, seconds, before, step } = part;
        return { state: state.name, seconds, before, clips: run.saved, ...(this._isAlone(part) ? {} : { step }) };
      }),
      fade: this._fade && { ...this._fade, elapsed: this._elapsed },
      ...(this._isBegun ? {} : { isBegun: false }),
      ...(this._target ? { next: this._target } : {}),
    };
  }

  /**
   * Nothing is reported meanwhile.
   * @param saved checked; its states are those of the plan
   * @param clips names in the definition, with those of the clips that are played for them from now on
   * @param rests whether the layer has nothing to decide until a parameter changes
   */
  restore({ parts, fade, isBegun = true, next }: LayerState, clips: readonly (readonly [string, string])[], rests: boolean): void {
    this._actor.end(runsOf(this._parts), true);
    clips.forEach(([name, clip]) => this._actor.exchange(name, clip, []));
    this._steps = 1 + Math.max(...parts.map(({ step = -1 }) => step));
    this._parts = parts.map(({ state: name, seconds, before, clips, step = this._steps++ }) => {
      const state = this._plan.states.find((each) => each.name === name)!;
      return { state, run: this._actor.restore(state, clips), step, frequency: null, seconds, before, share: before };
    });
    this._target = next ? { ...next } : null;
    this._fade = fade && { ...fade, interruptedBy: [...fade.interruptedBy] };
    this._elapsed = fade?.elapsed ?? 0;
    this._isNew = !rests;
    this._isBegun = isBegun;
    this._setShares(this._progressAt(this._elapsed));
    this._setFrequencies();
    this._show();
  }

  /** Ends all clips. The state remains, for those who ask. */
  dispose(): void {
    this._parts = [...this._parts]; // a transition that is under way sees that it is not wanted
    this._actor.end(runsOf(this._parts));
  }

  /** The transition that code asks for. It needs no condition, and may interrupt any fade. */
  private _takeTarget(): TransitionPlan | null {
    const target = this._target;
    this._target = null;
    this._late = 0;
    return (
      target && {
        ...{ isFromAny: false, to: this._plan.targets.get(target.state)!, conditions: [], after: 0, afterSeconds: 0, afterEach: 0 },
        ...{ duration: target.duration, durationPasses: 0, offset: target.at, keepStep: false, interruptedBy: ["next"] },
      }
    );
  }

  /** @param delta the seconds of the frame */
  private _choose(delta: number): TransitionPlan | null {
    const { _parts: parts, _fade: fade } = this;
    const next = parts[parts.length - 1]!;
    const sinceFade = fade ? this._elapsed - fade.duration : Infinity;
    if (sinceFade > -ROUNDING) {
      const hasWaited = fade !== null && !fade.interruptedBy.includes("next");
      return this._find(next, next, delta, hasWaited ? sinceFade : Infinity);
    }
    for (let i = 0; i < fade!.interruptedBy.length; i++) {
      const found = this._find(fade!.interruptedBy[i] === "next" ? next : parts[parts.length - 2]!, next, delta, Infinity);
      if (found) {
        return found;
      }
    }
    return null;
  }

  /**
   * The first transition of a part's state that can be taken now. One of the previous state does not lead where the layer is already.
   * @param since how long they may have been taken
   */
  private _find(part: Part, present: Part, delta: number, since: number): TransitionPlan | null {
    const { transitions } = part.state;
    for (let i = 0; i < transitions.length; i++) {
      const transition = transitions[i]!;
      const leadsBack = part !== present && transition.to === present.state.index;
      if (!leadsBack && this._isMet(transition)) {
        const due = dueSince(transition, part, delta, since);
        if (due > -ROUNDING) {
          this._late = isTimed(transition) && due < delta ? Math.max(due, 0) : 0; // what was due before waited for a parameter
          return transition;
        }
      }
    }
    return null;
  }

  private _isMet({ conditions }: TransitionPlan): boolean {
    for (let i = 0; i < conditions.length; i++) {
      if (!isMet(conditions[i]!, this._values)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Begins another state, at the moment in the frame at which the transition came due. Observers of the clips may restore or dispose of the
   * layer meanwhile.
   * @returns whether the layer is in the state
   */
  private _take(transition: TransitionPlan, delta: number): boolean {
    const { to, conditions, interruptedBy } = transition;
    const { _parts: parts, _late: late } = this;
    const left = parts[parts.length - 1]!;
    const phase = phaseOf(transition, left, isTimed(transition) ? delta - late : delta);
    const duration = durationOf(transition, left);
    for (let i = 0; i < conditions.length; i++) {
      const { parameter, isTrigger } = conditions[i]!;
      if (isTrigger) {
        this._values[parameter] = 0;
      }
    }
    if (isTimed(transition)) {
      this._show();
      left.run.playAhead(Math.min(delta - late + ROUNDING, delta));
      if (this._parts !== parts) {
        return false;
      }
    }
    this._applyFade(this._elapsed - late);
    this._drop();
    const state = this._plan.states[to]!;
    const run = this._actor.begin(state, phase, late);
    if (this._parts !== parts) {
      this._actor.end([run]);
      return false;
    }
    parts.forEach((part) => (part.before = part.share));
    const { keepStep } = transition;
    const step = keepStep ? left.step : ++this._steps;
    const frequency = keepStep ? (left.frequency ?? left.run.frequency) : null; // until the next frame, as if the other went on alone
    parts.push({ state, run, step, frequency, seconds: late, before: 0, share: 0 });
    this._fade = { duration, elapsed: 0, interruptedBy };
    this._elapsed = late;
    this._isNew = true;
    this._applyFade(late);
    return true;
  }

  /** Ends parts that are not seen, and the least of too many, whose share the greatest gets. The state that is left stays. */
  private _drop(): void {
    const { _parts: parts } = this;
    for (let i = parts.length - 2; i >= 0; i--) {
      if (parts[i]!.share < INVISIBLE_SHARE) {
        this._gone.push(...parts.splice(i, 1));
      }
    }
    if (parts.length === MAX_PARTS) {
      const byShare = parts.slice(0, -1).sort((a, b) => a.share - b.share);
      const [least] = parts.splice(parts.indexOf(byShare[0]!), 1);
      byShare.at(-1)!.share += least!.share;
      this._gone.push(least!);
    }
  }

  /** Sets the shares, and ends the fade that is over. Without effect where there is none. @param elapsed seconds of the fade */
  private _applyFade(elapsed: number): void {
    if (!this._fade) {
      return;
    }
    const progress = this._progressAt(elapsed);
    this._setShares(progress);
    if (progress === 1) {
      this._gone.push(...this._parts.splice(0, this._parts.length - 1));
      this._fade = null;
      this._isNew = true;
    }
  }

  /** Ends the clips of what is not shown any more, once the layer is as it will be: their observers may do anything with it. */
  private _endGone(): void {
    if (this._gone.length > 0) {
      this._actor.end(runsOf(this._gone.splice(0)));
    }
  }

  /** The progress of the fade, 0..1; 1 without one. @param elapsed its seconds */
  private _progressAt(elapsed: number): number {
    return !this._fade || elapsed > this._fade.duration - ROUNDING ? 1 : fadeProgress(elapsed, this._fade.duration);
  }

  private _isAlone({ step }: Part): boolean {
    for (let i = 0, count = 0; i < this._parts.length; i++) {
      count += this._parts[i]!.step === step ? 1 : 0;
      if (count > 1) {
        return false;
      }
    }
    return true;
  }

  /** Mixes the passes per second of the parts that go in step. */
  private _setFrequencies(): void {
    const { _parts: parts } = this;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!;
      part.frequency = this._isAlone(part) ? null : this._mixFrequencies(part.step);
    }
  }

  private _mixFrequencies(step: number): number | null {
    let sum = 0;
    let total = 0;
    for (let i = 0; i < this._parts.length; i++) {
      const { run, share, step: each } = this._parts[i]!;
      const own = each === step ? run.frequency : null;
      if (own !== null) {
        sum += share * own;
        total += share;
      }
    }
    return total > 0 ? sum / total : null;
  }

  private _setShares(progress: number): void {
    const { _parts: parts } = this;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!;
      part.share = lerp(part.before, i === parts.length - 1 ? 1 : 0, progress);
    }
  }

  private _show(): void {
    const weight = Math.min(Math.max(amountOf(this._plan.weight, this._values), 0), 1);
    for (let i = 0; i < this._parts.length; i++) {
      const { run, share, frequency } = this._parts[i]!;
      run.show(share * weight, frequency);
    }
  }
}

function runsOf(parts: readonly Part[]): StateRun[] {
  return parts.map(({ run }) => run);
}

/**
 * How long ago the times of a transition were reached, in seconds, as of the coming frame; below 0 before that.
 * @param delta the seconds of the frame: the result where the clip was there before
 * @param since how long it may have been taken
 */
function dueSince(
  { after, afterSeconds, afterEach }: TransitionPlan,
  { run, seconds, frequency }: Part,
  delta: number,
  since: number,
): number {
  const sinceEntry = Math.min(seconds - afterSeconds, since);
  const due = after > 0 ? Math.min(sinceEntry, delta - run.secondsTo(after, frequency)) : sinceEntry;
  return afterEach > 0 && due > -ROUNDING ? Math.min(due, delta - run.secondsToEach(afterEach, Math.max(delta - due, 0), frequency)) : due;
}

/** The share of a pass at which a transition begins its state. @param seconds from the last frame until then */
function phaseOf({ offset, keepStep }: TransitionPlan, { run, frequency }: Part, seconds: number): number | null {
  const phase = keepStep ? run.phaseIn(seconds, frequency) : null;
  if (phase === null) {
    return offset;
  }
  const share = (phase + (offset ?? 0)) % 1;
  return share > 1 - ROUNDING ? 0 : share; // a whole pass, but for rounding
}

/** The seconds of the fade of a transition. */
function durationOf({ duration, durationPasses }: TransitionPlan, { run, frequency }: Part): number {
  const own = durationPasses > 0 ? run.frequency : null;
  const rate = own === null ? 0 : (frequency ?? own);
  return rate > 0 ? durationPasses / rate : duration;
}

function isMet({ parameter, above, atLeast, below, atMost, not }: Condition, values: Float64Array): boolean {
  const value = values[parameter]!;
  return value > above && value >= atLeast && value < below && value <= atMost && value !== not;
}
