import type { Scene } from "@babylonjs/core/scene.js";
import { CreateController, type ClipController, type ControllerDefinition, type TransitionExplanation } from "../../../src/controller.js";
import type { Playable } from "../playback/playable.js";
import { layerName, pathAfter, stateAt, type ControllerGraph } from "./graph.js";
import { describeTransition } from "./words.js";

/** The name of the controller in the log. */
export const RUN_NAME = "States";

/** The seconds that the history has. */
export const HISTORY = 20;

/** A change of a layer's state, at a time of the run in seconds. */
export interface Change {
  readonly time: number;
  readonly layer: number;
  readonly from: string;
  readonly to: string;
  /** When the transition was to be taken. */
  readonly reason: string;
}

/** An event that a clip passed. */
export interface PassedEvent {
  readonly time: number;
  readonly name: string;
}

/** Where a run is. */
export interface RunSnapshot {
  readonly graph: ControllerGraph;
  readonly isPaused: boolean;
  readonly values: readonly (readonly [name: string, value: number | boolean])[];
  /** The state of each layer. */
  readonly states: readonly string[];
  /** What has happened: reasons are told as they were then, whatever the definition says now. */
  readonly history: Pick<ControllerRun, "time" | "changes" | "events" | "first">;
}

/** A controller that plays the clips of the page, with what happened in the last 20 seconds. */
export class ControllerRun {
  readonly controller: ClipController;
  changes: Change[] = [];
  events: PassedEvent[] = [];
  /** The states in which the layers were when the history begins. */
  first: string[];
  private _time = 0;
  private _explained: (readonly TransitionExplanation[])[] = [];
  /** The layers that go to the state in which they were, in the next frame: no transition of the character. */
  private readonly _resumed = new Set<number>();
  /** Whether the run pauses once it has gone to its states. */
  private _pausesNext = false;
  private readonly _scene: Scene;
  private readonly _unfollow: () => void;

  /**
   * @param playables of the model; nothing of them plays
   * @throws whatever `CreateController` throws
   */
  constructor(
    private readonly _graph: ControllerGraph,
    definition: unknown,
    playables: readonly Playable[],
  ) {
    const clips = new Map([...playables].reverse().map(({ name, clip }) => [name, clip])); // of one name, the first
    this.controller = CreateController({ animationGroups: [...clips.values()] }, definition as ControllerDefinition, { name: RUN_NAME });
    this._scene = playables[0]!.clip.getScene();
    this.first = _graph.sheets.map((_, i) => this.controller.stateOf(i));
    const names = _graph.sheets.map(layerName);
    this.controller.onStateChangedObservable.add(({ layer, from, to }) => this._follow(names.indexOf(layer), from, to));
    const observers = [...clips.values()].map((clip) =>
      clip.onEventObservable.add(({ event }) => this.events.push({ time: this._time, name: event.name })),
    );
    this._unfollow = () => observers.forEach((observer) => observer.remove());
  }

  /** Seconds since it began. */
  get time(): number {
    return this._time;
  }

  /** Whether everything that plays in the scene stands still; it goes on from there. */
  get isPaused(): boolean {
    return this._pausesNext || !this._scene.animationsEnabled;
  }

  set isPaused(isPaused: boolean) {
    this._pausesNext = false;
    this._scene.animationsEnabled = !isPaused;
    this._scene.resetLastAnimationTimeFrame(); // the pause is no time that has passed
  }

  /** Counts a frame, and forgets what is too old. */
  advance(seconds: number): void {
    if (this.isPaused) {
      this.isPaused = true;
      return;
    }
    this._time += seconds;
    while (this.changes.length > 0 && this.changes[0]!.time < this._time - HISTORY) {
      const { layer, to } = this.changes.shift()!;
      this.first[layer] = to;
    }
    while (this.events.length > 0 && this.events[0]!.time < this._time - HISTORY) {
      this.events.shift();
    }
    this._explained = this._graph.sheets.map((_, i) => this.controller.transitionsOf(i));
  }

  /** What is in the way of the transitions of the state in which a layer is. */
  explain(layer: number): readonly TransitionExplanation[] {
    return this.controller.transitionsOf(layer);
  }

  /** The parameters and states of this moment. */
  snapshot(): RunSnapshot {
    const { controller, time, changes, events, first, isPaused, _graph: graph } = this;
    return {
      ...{ graph, isPaused },
      values: Object.keys(graph.parameters).map((name) => [name, controller.get(name)]),
      states: graph.sheets.map((_, layer) => controller.stateOf(layer)),
      history: { time, changes, events, first },
    };
  }

  /** Goes on from parameters and states, as far as there are such. States that have been renamed since have their new names. */
  goOn({ graph, isPaused, values, states: saved, history }: RunSnapshot): void {
    const { parameters, sheets } = this._graph;
    const nameOf = (state: string, layer: number): string => pathAfter(graph.sheets[layer]!, sheets[layer]!, state);
    const states = saved.slice(0, sheets.length).map(nameOf);
    for (const [name, value] of values) {
      const first = parameters[name];
      if (typeof value === (first === "trigger" ? "boolean" : typeof first)) {
        this.controller.set(name, value);
      }
    }
    states.forEach((state, layer) => {
      if (stateAt(sheets[layer]!, state) && this.controller.stateOf(layer) !== state) {
        this.controller.go(state, { layer, duration: 0 });
        this._resumed.add(layer);
        this.first[layer] = state;
      }
    });
    if (saved.length === sheets.length) {
      this._time = history.time;
      this.changes = history.changes.map((each) => ({ ...each, from: nameOf(each.from, each.layer), to: nameOf(each.to, each.layer) }));
      this.events = [...history.events];
      this.first = history.first.map(nameOf);
    }
    this._pausesNext = isPaused;
  }

  dispose(): void {
    this.isPaused = false;
    this._unfollow();
    this.controller.dispose();
  }

  private _follow(layer: number, from: string, to: string): void {
    if (this._resumed.delete(layer)) {
      return;
    }
    const { arrows } = this._graph.sheets[layer]!;
    const isOf = (state: string, name: string): boolean => state === name || state.startsWith(`${name}/`);
    const candidates = arrows.filter((arrow) => isOf(to, arrow.to) && (arrow.from === "*" || isOf(from, arrow.from)));
    // of several between these states, the one with the fewest obstacles in the frame before
    const obstacles = (each: (typeof arrows)[number]): number =>
      this._explained[layer]?.find((explained) => isOf(explained.from, each.from) && explained.to === to)?.reasons.length ?? 0;
    const [taken] = candidates.sort((a, b) => obstacles(a) - obstacles(b));
    const reason = taken ? describeTransition(taken, this._graph.parameters).slice(0, -1).join(", ") : "";
    this.changes.push({ time: this._time, layer, from, to, reason });
  }
}
