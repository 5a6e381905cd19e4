import { Observable } from "@babylonjs/core/Misc/observable.js";
import { logError, logWarningOnce, notify, warnOfUnknownMembers } from "../../scene/host/index.js";
import type { ScheduledFade } from "../../scene/playing/index.js";
import { argumentError, excerpt, type Finding, hintAmong, isObject, show } from "../../gltf/util/index.js";
import { clipFor, type ClipNames, type LayerActor } from "./actor.js";
import { type ControllerState, expectState } from "./controllerState.js";
import { LayerRun } from "./layerRun.js";
import type { ControllerJson, LayerName, ParameterName, ParameterValue, StateName, StateTarget, TriggerName } from "./definitionTypes.js";
import type { TransitionExplanation } from "./reasons.js";
import { type ControllerPlan, DURATION, type LayerPlan, type Parameter } from "../../gltf/controller/index.js";

/** What advances with the frames: returns whether it rests until a parameter changes. */
export interface ControllerRun extends ScheduledFade {
  advance(delta: number): boolean;
}

/** Advances controllers once a frame, before clips. */
export interface ControllerScheduler {
  addFade(run: ControllerRun): void;
  removeFade(run: ControllerRun): void;
  /** Lets a controller go on that rests; absent where none does. */
  wake?(): void;
  /** The seconds of all frames, also of those in which a controller rests; absent where none does. */
  readonly now?: number;
}

/** A change of state in a layer. */
export interface StateChange {
  readonly controller: ClipController;
  /** The name of the layer. */
  readonly layer: string;
  /** The name of the state that was left. */
  readonly from: string;
  /** The name of the state that was entered. */
  readonly to: string;
}

/** The options of {@link ClipController.go}. */
// oxlint-disable-next-line typescript/no-explicit-any -- any names
export interface GoOptions<D extends ControllerJson = any> {
  /** The name or index of the layer. Default the lowest one that has the state. */
  readonly layer?: LayerName<D> | number | undefined;
  /** The seconds of the fade, >= 0. Default 0.2. */
  readonly duration?: number | undefined;
  /** Where the state begins, as a share of a pass, 0..1. Default where its clips begin by themselves. */
  readonly at?: number | undefined;
}

/**
 * Chooses what a character plays, by parameters: made by {@link CreateController} or {@link ControlCrowd}. It decides once a frame, before the clips advance.
 * @experimental
 */
// oxlint-disable-next-line typescript/no-explicit-any -- any names, and from and to any other type
export class ClipController<D extends ControllerJson = any> {
  /** Notified when a layer goes to another state, or enters its state again; in the frame that shows it, before the clips advance. */
  readonly onStateChangedObservable = new Observable<StateChange>();
  private readonly _layers: readonly LayerRun[];
  private readonly _run: ControllerRun;
  private _hasChanged = false;
  /** The clips by names in the definition that were exchanged. */
  private _clips: Readonly<Record<string, string>> = {};
  /** Those that the next frame exchanges; null for none. */
  private _nextClips: Readonly<Record<string, string>> | null = null;
  /** Since when the controller rests, by the scheduler; null while it does not. */
  private _restsSince: number | null = null;
  private _isDisposed = false;

  /** @internal @param _values of the parameters @param _actors what plays the layers by these values */
  constructor(
    /** For saved states and messages. */
    readonly name: string,
    /** What is doubtful in the definition. */
    readonly findings: readonly Finding[],
    private readonly _plan: ControllerPlan,
    private readonly _values: Float64Array,
    private readonly _actors: readonly LayerActor[],
    private readonly _clipNames: ClipNames,
    private readonly _scheduler: ControllerScheduler,
    private readonly _onDispose: () => void,
  ) {
    this._layers = _plan.layers.map((layer, i) => new LayerRun(layer, _values, _actors[i]!));
    this._run = {
      advance: (delta) => this._advance(delta),
      fail: (error) => {
        logError(`${excerpt(name)}: stopped by an error`, error);
        this.dispose();
      },
      stop: () => this.dispose(),
      saving: { name, save: () => this._save(), restore: (state) => this._restore(state) },
    };
    _scheduler.addFade(this._run);
  }

  /**
   * Sets a parameter, from the next frame on.
   * @param value finite; true or false for a parameter that is one
   * @throws RangeError if there is no such parameter; TypeError or RangeError if the value does not fit
   * @example controller.set("speed", 2.1);
   */
  set<Name extends ParameterName<D>>(name: Name, value: ParameterValue<D, Name>): void {
    const { index, kind } = this._parameterOf(name);
    if (kind === "number" ? !Number.isFinite(value) : typeof value !== "boolean") {
      const rule = kind === "number" ? "must be a finite number" : "must be true or false";
      throw argumentError("value", `${rule} for ${show(name)}`, value, kind === "number" ? "number" : "boolean");
    }
    this._put(index, Number(value));
  }

  /**
   * The value of a parameter; of a trigger, whether it waits for a transition.
   * @throws RangeError if there is no such parameter
   */
  get<Name extends ParameterName<D>>(name: Name): ParameterValue<D, Name> {
    const { index, kind } = this._parameterOf(name);
    return (kind === "number" ? this._values[index]! : this._values[index] === 1) as ParameterValue<D, Name>;
  }

  /**
   * Fires a trigger: it waits until a transition uses it up, or `set(name, false)` takes it back.
   * @throws RangeError if there is no such trigger
   * @example controller.fire("wave");
   */
  fire(name: TriggerName<D>): void {
    const parameter = this._plan.parameters.get(name);
    if (parameter?.kind !== "trigger") {
      const triggers = [...this._plan.parameters].flatMap(([each, { kind }]) => (kind === "trigger" ? each : []));
      throw new RangeError(`name: must be the name of a trigger (got ${show(name)})${hintAmong(String(name), triggers)}`);
    }
    this._put(parameter.index, 1);
  }

  /**
   * Leads a layer to a state, in the next frame, in place of its transitions: whatever it does then, and also if it is in this state. The last call
   * before the frame counts.
   * @param state its name, or path; a machine is entered in its `start`
   * @throws RangeError if there is no such state, or layer; TypeError or RangeError if an option does not fit
   * @example controller.go("hit", { duration: 0.05 });
   */
  go(state: StateTarget<D>, options: GoOptions<D> = {}): void {
    if (!isObject(options)) {
      throw new TypeError(`options: must be an object (got ${show(options)})`);
    }
    const { layer, duration = DURATION, at = null } = options as GoOptions;
    const has = ({ targets }: LayerPlan): boolean => targets.has(state);
    const index = layer === undefined ? this._plan.layers.findIndex(has) : this._indexOf(layer);
    if (index < 0 || !has(this._plan.layers[index]!)) {
      const layers = index < 0 ? this._plan.layers : [this._plan.layers[index]!];
      const names = layers.flatMap(({ targets }) => [...targets.keys()]);
      throw new RangeError(`state: must be the name of a state of the layer (got ${show(state)})${hintAmong(String(state), names)}`);
    }
    if (!(Number.isFinite(duration) && duration >= 0)) {
      throw argumentError("options.duration", "must be finite and >= 0", duration, "number");
    }
    if (at !== null && !(typeof at === "number" && at >= 0 && at <= 1)) {
      throw argumentError("options.at", "must be within 0..1", at, "number");
    }
    warnOfUnknownMembers<GoOptions>("go", "options", options, { layer: true, duration: true, at: true });
    this._warnIfDisposed("go has");
    this._layers[index]!.go({ state, duration, at });
    this._scheduler.wake?.();
  }

  /**
   * Plays another clip for a name in the definition, from the next frame on. A state that shows the clip goes on: at the same pass and share of a
   * pass, with its fade.
   * @param name of a clip in the definition
   * @param clip the name of a clip of the character
   * @throws RangeError if the definition has no such name, the character has no such clip, another controller plays it, or it animates nothing;
   * TypeError if it is no text
   * @example controller.setClip("walk", "limp");
   */
  setClip(name: string, clip: string): void {
    const names = namesOf(this._plan);
    if (!names.includes(name)) {
      throw new RangeError(`name: must be the name of a clip in the definition (got ${show(name)})${hintAmong(String(name), names)}`);
    }
    this._clipNames.reserve(clip);
    this._warnIfDisposed("setClip has");
    this._nextClips = { ...this._nextClips, [name]: clip };
    this._hasChanged = true;
    this._scheduler.wake?.();
  }

  /**
   * The state in which a layer is; while it fades in, too. Of one within others, the path, as `"ground/walk"`.
   * @param layer its name or index; default the lowest one
   * @throws RangeError if there is no such layer
   */
  stateOf(layer: LayerName<D> | number = 0): StateName<D> {
    return this._layerOf(layer).state.name as StateName<D>;
  }

  /**
   * How far the state in which a layer is has faded in, 0..1.
   * @param layer its name or index; default the lowest one
   * @throws RangeError if there is no such layer
   */
  progressOf(layer: LayerName<D> | number = 0): number {
    return this._layerOf(layer).progress;
  }

  /**
   * How often the clip of the state in which a layer is has played, the present pass in part: 1.25 after a pass and a quarter. Of a blend, its
   * first clip that has a length; 0 in an empty state; Infinity for a clip without length, or one that was stopped by hand.
   * @param layer its name or index; default the lowest one
   * @throws RangeError if there is no such layer
   */
  passesOf(layer: LayerName<D> | number = 0): number {
    return this._layerOf(layer).passes;
  }

  /**
   * The seconds since a layer entered the state in which it is.
   * @param layer its name or index; default the lowest one
   * @throws RangeError if there is no such layer
   */
  secondsOf(layer: LayerName<D> | number = 0): number {
    return this._layerOf(layer).seconds + this._rested;
  }

  /**
   * The states that a layer shows, with their shares of it, 0..1, whose sum is 1: during fades several, the state in which the layer is last.
   * @param layer its name or index; default the lowest one
   * @throws RangeError if there is no such layer
   */
  sharesOf(layer: LayerName<D> | number = 0): readonly { readonly state: StateName<D>; readonly share: number }[] {
    return this._layerOf(layer).shares as readonly { readonly state: StateName<D>; readonly share: number }[];
  }

  /**
   * Why a layer stays in its state: the transitions that leave this state, a machine around it or `"*"`, in the order in which they are tried, each with
   * what is in its way.
   * For editors and for debugging: it makes new objects at each call.
   * @param layer its name or index; default the lowest one
   * @throws RangeError if there is no such layer
   * @example controller.transitionsOf("arms")[0].reasons; // ["wave is not fired"]
   */
  transitionsOf(layer: LayerName<D> | number = 0): readonly TransitionExplanation[] {
    return this._layerOf(layer).explain(this._plan.parameters);
  }

  /** Ends the controller, and stops its clips; a character of a crowd goes on with its own clip. */
  dispose(): void {
    if (!this._isDisposed) {
      this._isDisposed = true;
      this._scheduler.removeFade(this._run);
      this._layers.forEach((layer) => layer.dispose());
      this._onDispose();
      this.onStateChangedObservable.clear();
    }
  }

  private _put(index: number, value: number): void {
    this._warnIfDisposed("set and fire have");
    if (this._values[index] !== value) {
      this._values[index] = value;
      this._hasChanged = true;
      this._scheduler.wake?.();
    }
  }

  private _warnIfDisposed(calls: string): void {
    if (this._isDisposed) {
      logWarningOnce(`${excerpt(this.name)}: ${calls} no effect, because the controller is disposed`);
    }
  }

  /** The seconds in which no frame has advanced the controller. */
  private get _rested(): number {
    return this._restsSince === null ? 0 : Math.max(this._scheduler.now! - this._restsSince, 0);
  }

  private _advance(delta: number): boolean {
    if (this._nextClips) {
      this._exchange(this._nextClips);
    }
    const { _hasChanged: hasChanged, _plan: plan, _layers: layers } = this;
    let changes: StateChange[] | null = null;
    const rested = this._rested - Math.max(delta, 0);
    this._hasChanged = false;
    this._restsSince = null;
    for (let i = 0; i < layers.length && !this._isDisposed; i++) {
      const layer = layers[i]!;
      if (rested > 0) {
        layer.rest(rested);
      }
      const left = layer.advance(Math.max(delta, 0), hasChanged);
      if (left) {
        changes ??= [];
        changes.push({ controller: this, layer: plan.layers[i]!.name, from: left.name, to: layer.state.name });
      }
    }
    changes?.forEach((change) => notify("controller", this.onStateChangedObservable, change));
    const rests = !this._hasChanged && this._isSettled;
    this._restsSince = rests ? (this._scheduler.now ?? null) : null;
    return rests;
  }

  /** Exchanges clips, layer by layer. Observers of the clips may dispose of the controller meanwhile. */
  private _exchange(clips: Readonly<Record<string, string>>): void {
    this._nextClips = null;
    for (const [name, clip] of Object.entries(clips)) {
      if (clip !== this._clipOf(name) && !this._isDisposed) {
        this._clips = { ...this._clips, [name]: clip };
        this._layers.forEach((layer) => this._isDisposed || layer.exchange(name, clip));
      }
    }
  }

  /** The character's clip for a name in the definition. */
  private _clipOf(name: string): string {
    return clipFor(name, { ...this._clipNames.initial, ...this._clips });
  }

  private get _isSettled(): boolean {
    for (let i = 0; i < this._layers.length; i++) {
      if (!this._layers[i]!.isSettled) {
        return false;
      }
    }
    return true;
  }

  private _save(): ControllerState {
    const parameters = [...this._plan.parameters].map(([name, { index }]) => [name, this._values[index]!]);
    return {
      parameters: Object.fromEntries(parameters) as Record<string, number>,
      layers: this._layers.map((layer) => layer.saved),
      ...(Object.keys(this._clips).length > 0 ? { clips: this._clips } : {}),
      ...(this._nextClips ? { nextClips: this._nextClips } : {}),
      ...(this._restsSince === null ? {} : { restsSince: this._restsSince }),
      ...(this._restsSince !== null && (this._hasChanged || !this._isSettled) ? { wakes: true } : {}),
    };
  }

  private _restore(state: unknown): void {
    const given = expectState(this._plan, this._clipNames, this._actors, state);
    const { parameters, layers, clips = {}, nextClips = null, restsSince = null, wakes = false } = given;
    const names = new Set([...Object.keys(this._clips), ...Object.keys(clips)]);
    this._clips = { ...clips };
    this._nextClips = nextClips && { ...nextClips };
    const exchanged = [...names].map((name) => [name, this._clipOf(name)] as const);
    this._plan.parameters.forEach(({ index }, name) => (this._values[index] = parameters[name]!));
    this._layers.forEach((layer, i) => layer.restore(layers[i]!, exchanged, restsSince !== null));
    this._hasChanged = wakes;
    this._restsSince = restsSince;
    if (restsSince === null || wakes) {
      this._scheduler.wake?.();
    }
  }

  private _parameterOf(name: string): Parameter {
    const parameter = this._plan.parameters.get(name);
    if (!parameter) {
      const hint = hintAmong(String(name), [...this._plan.parameters.keys()]);
      throw new RangeError(`name: must be the name of a parameter (got ${show(name)})${hint}`);
    }
    return parameter;
  }

  private _layerOf(layer: string | number): LayerRun {
    return this._layers[this._indexOf(layer)]!;
  }

  private _indexOf(layer: string | number): number {
    const index = typeof layer === "number" ? layer : this._plan.layers.findIndex(({ name }) => name === layer);
    if (!this._layers[index]) {
      const names = this._plan.layers.map(({ name }) => name);
      throw new RangeError(`layer: must be the name or index of a layer (got ${show(layer)})${hintAmong(String(layer), names)}`);
    }
    return index;
  }
}

/** The names of the clips in a definition. */
function namesOf({ layers }: ControllerPlan): string[] {
  return [...new Set(layers.flatMap(({ states }) => states.flatMap(({ clips }) => clips)))];
}
