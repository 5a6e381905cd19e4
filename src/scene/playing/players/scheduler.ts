import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { FrameObserver, observeDispose, observeStopAll, observeStops } from "../../host/index.js";
import { keyChanges } from "../../keys/index.js";
import { eventChanges } from "../events/timedEvents.js";
import { type Evaluator, Mixer, StepSharing, stopTarget } from "../../posing/index.js";
import { PlayingRows, type RowChange, type ScheduledPlayer } from "./rows.js";
import { observe, Subscription } from "./sceneObservers.js";

/** Decides in which frames groups show their poses. */
export interface Pacer {
  /** Called before the groups of a frame are ticked. */
  advance(delta: number): void;
  add(player: ScheduledPlayer): void;
  remove(player: ScheduledPlayer): void;
}

/** What `SaveClipState` saves beside clips. */
export interface Saving {
  readonly name: string;
  /** @returns plain data, for JSON */
  save(): unknown;
  /** Called before the clips are restored. @throws TypeError or RangeError unless the state is a result of `save` */
  restore(state: unknown): void;
}

/** What decides on the shares of clips in each frame: a cross-fade, a blend or a controller. */
export interface ScheduledFade {
  /** Null or absent where nothing is saved by it. */
  readonly saving?: Saving;
  /** Sets the factors and rates of the fade's clips for a frame. */
  advance(delta: number): void;
  /** Logs an error of `advance`, and ends the fade. */
  fail(error: unknown): void;
  /** Ends the fade, when the scene is disposed. */
  stop(): void;
}

/**
 * The limits of crossings that one group, and all groups together, report one by one in a frame. Beyond a limit, one event stands for many
 * crossings.
 */
const MAX_EVENTS_OF_CLIP = 1000;
const MAX_EVENTS = 10_000;

/** The multiples of no other number are spread more evenly within 0..1. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** How often keys or events of any animation have changed. */
const changesOfAnimations = (): number => keyChanges.count + eventChanges.count;

const schedulers = new WeakMap<Scene, ClipScheduler>();

/**
 * Runs the groups of a scene: once a frame before the scene's own animations, or once an engine step in deterministic lockstep; in the order
 * of `playOrder`, then of starting. While nothing plays, the scheduler observes only the scene's end.
 */
export class ClipScheduler {
  readonly mixer = new Mixer();
  /** Null while all groups show their poses in each frame. */
  pacer: Pacer | null = null;
  private _spreads = 0;
  /** Seconds of animation since the last frame. */
  private _delta = 0;
  private _time = 0;
  /** All started groups, including paused groups. */
  private _started = new Map<AnimationGroup, ScheduledPlayer>();
  /** The rows of the started groups, in the same order. */
  readonly rows = new PlayingRows();
  /** Groups started between frames. The next frame binds those whose start was deferred. */
  private readonly _new: ScheduledPlayer[] = [];
  /** What has got a pose in the present frame that waits for the scene's animation step, in the order of the ticks. */
  private readonly _waiting: Pick<Evaluator, "showWaiting">[] = [];
  private readonly _fades = new Set<ScheduledFade>();
  private readonly _sharing: StepSharing;
  private readonly _frames: FrameObserver;
  private readonly _stops: Subscription;
  /** The subscriptions to frames, and to added and removed groups. */
  private readonly _observers: readonly Subscription[];
  /** Whether the subscriptions to observables will be updated before other tasks run. */
  private _isUpdateDue = false;
  private _isStoppingAll = false;
  private _isDisposed = false;
  private _isTicking = false;
  /** Changes of keys and events that the rows know. */
  private _changes = 0;
  private _eventsLeft = MAX_EVENTS;
  /** Whether the started groups are in the order of `playOrder`. */
  private _isSorted = true;
  private _highestOrder = -Infinity;

  static For(scene: Scene): ClipScheduler {
    let scheduler = schedulers.get(scene);
    if (!scheduler) {
      scheduler = new ClipScheduler(scene);
      schedulers.set(scene, scheduler);
    }
    return scheduler;
  }

  private constructor(private readonly _scene: Scene) {
    this._frames = new FrameObserver(_scene, this._runFrame);
    this._sharing = new StepSharing(_scene);
    this._stops = new Subscription(
      () => this._started.size > 0,
      // removed in reverse order: deleting any other than the last property would make V8 look up all properties of the scene slowly
      () =>
        [
          this._frames.hold(),
          ...[observeStops(_scene, stopTarget), observeStopAll(_scene, this._stopAll), observeDispose(_scene, this._dispose)],
        ].reverse(),
    );
    this._observers = [
      new Subscription(
        () => this.rows.arePlaying || this._fades.size > 0,
        () => [this._frames.observe()],
      ),
      new Subscription(
        () => this.rows.arePlaying || this.rows.areAway,
        () => this._observeMembership(),
      ),
    ];
    _scene.onDisposeObservable.addOnce(this._dispose);
  }

  /**
   * Whether groups may start. Groups cannot start while the scene stops all animations, since Babylon's own animations would be stopped, too,
   * nor once the scene is disposed.
   */
  get isOpen(): boolean {
    return !this._isStoppingAll && !this._isDisposed;
  }

  /** Whether a frame is under way, and the scene's animation step is still to come. */
  get isTicking(): boolean {
    return this._isTicking;
  }

  /** The milliseconds of the coming animation step that a group has counted already; null between frames, and before its tick. */
  comingStep(player: ScheduledPlayer): number | null {
    return this.rows.wasTicked(player) ? this._delta * 1000 : null;
  }

  /** Whether the frame has been run, and no group has been started since. */
  get isBegun(): boolean {
    return this._new.length === 0 && this._frames.isAnnounced;
  }

  /**
   * Called in the scene's animation step when it is a group's turn. A group that was started in the step, as by the end of another, shows its beginning, as
   * Babylon's groups do; one with a weight does so in the next frame.
   */
  beginTurn(group: AnimationGroup): void {
    this._frames.enterStep();
    const started = this._new.length > 0 && !this._isTicking ? this._new.find((player) => player.group === group) : undefined;
    if (started?.posing.weight === -1) {
      this.rows.playFirst(started, this._delta);
    }
  }

  /** Seconds of animation in all frames so far: only differences have a meaning, while groups play. */
  get time(): number {
    return this._time;
  }

  /** The started groups, in the order of their ticks. */
  get started(): readonly ScheduledPlayer[] {
    this._sort();
    return [...this._started.values()];
  }

  /** The cross-fades that run, in the order of their beginning. */
  get fades(): readonly ScheduledFade[] {
    return [...this._fades];
  }

  /** Ticks a group from now on; during a frame, from the current frame on: bind it at once then. */
  start(player: ScheduledPlayer): void {
    const { playOrder } = player.group;
    this._started.set(player.group, player);
    this.rows.add(player);
    if (this._isTicking) {
      this._showWaiting();
    } else {
      this._new.push(player);
    }
    this._isSorted &&= playOrder >= this._highestOrder;
    this._highestOrder = Math.max(this._highestOrder, playOrder);
    this.pacer?.add(player);
    this.resume(player);
  }

  stop(player: ScheduledPlayer): void {
    this._started.delete(player.group);
    this.pacer?.remove(player);
    this.rows.remove(player);
    this.pause(player);
  }

  pause(player: ScheduledPlayer): void {
    this.rows.change(player, "hold");
    if (!this.rows.arePlaying) {
      this._new.length = 0;
    }
    this._updateSubscriptionsSoon();
  }

  resume(player: ScheduledPlayer): void {
    this.rows.change(player, "release");
    this._updateSubscriptions();
    this.updateSharing();
  }

  awaitTurn(evaluator: Pick<Evaluator, "showWaiting">): void {
    this._waiting.push(evaluator);
  }

  /** Finds again which groups have to be posed in the scene's animation step. Without effect between frames. */
  updateSharing(): void {
    if (this._isTicking) {
      this._sharing.extend();
    }
  }

  placeAfter(group: AnimationGroup): Animatable | null {
    const { started } = this;
    const later = started.slice(started.findIndex((player) => player.group === group) + 1);
    return later.find(({ posing }) => posing.places[0])?.posing.places[0] ?? null;
  }

  /** Changes the `playOrder` of a group. Groups that get the same order keep their places, so that these have to be known before. */
  reorder(player: ScheduledPlayer, change: () => void): void {
    this._sort();
    change();
    this._isSorted = false;
    player.posing.reorder();
  }

  /** Ticks a group after all other groups with the same `playOrder`. */
  moveToEnd(player: ScheduledPlayer): void {
    if (this._started.delete(player.group)) {
      this._started.set(player.group, player);
      this.rows.moveToEnd(player);
      player.posing.moveToEnd();
    }
  }

  addFade(fade: ScheduledFade): void {
    if (!this._isDisposed) {
      this._fades.add(fade);
      this._updateSubscriptions();
    }
  }

  removeFade(fade: ScheduledFade): void {
    this._fades.delete(fade);
    this._updateSubscriptionsSoon();
  }

  /** @returns numbers within 0..1 that are evenly spread, the same in each run: by them, updates do not all come in the same frame */
  nextSpread(): number {
    return (++this._spreads * GOLDEN_RATIO) % 1;
  }

  /** @returns the number of events that a group may report for a number of crossings; at least 1 */
  grantEvents(crossings: number): number {
    const granted = Math.min(crossings, MAX_EVENTS_OF_CLIP, Math.max(this._eventsLeft, 1));
    this._eventsLeft -= granted;
    return granted;
  }

  /** Runs a frame: fades set factors, groups advance, sample, write and report, and the mixer writes the weighted poses. */
  private readonly _runFrame = (delta: number): void => {
    this._delta = delta;
    this._time += delta;
    this._sort();
    this._eventsLeft = MAX_EVENTS;
    this._isTicking = true;
    this.rows.beginFrame();
    try {
      this._bindNew();
      this._fades.forEach(this._advance);
      this.pacer?.advance(delta);
      this._sort(); // fades start groups
      this._sharing.update();
      if (this._changes !== changesOfAnimations()) {
        this._changes = changesOfAnimations();
        this.rows.wakeAll(); // groups look for the changes when they are ticked
      }
      this.rows.play(delta);
    } finally {
      this.rows.endFrame();
      this._isTicking = false;
      this._waiting.length = 0;
      this.mixer.flush();
    }
  };

  /** New groups begin from what waits for the scene's animation step. */
  private _showWaiting(): void {
    this._waiting.forEach((evaluator) => evaluator.showWaiting());
  }

  private _bindNew(): void {
    for (let i = 0; i < this._new.length; i++) {
      const player = this._new[i]!;
      try {
        player.posing.begin();
      } catch (error) {
        player.fail(error);
      }
    }
    this._new.length = 0;
  }

  private readonly _advance = (fade: ScheduledFade): void => {
    try {
      fade.advance(this._delta);
    } catch (error) {
      fade.fail(error);
    }
  };

  private _sort(): void {
    if (!this._isSorted) {
      this._isSorted = true;
      const sorted = [...this._started].sort(([a], [b]) => a.playOrder - b.playOrder);
      this._started = new Map(sorted);
      this._highestOrder = sorted[sorted.length - 1]?.[0].playOrder ?? -Infinity;
      this.rows.arrange(this._started.values());
    }
  }

  /** Updates the subscriptions. Subscriptions to observables are updated a little later, since the next group often starts at once. */
  private _updateSubscriptionsSoon(): void {
    this._stops.update();
    if (this._isTicking) {
      this._updateObservers();
    } else if (!this._isUpdateDue) {
      this._isUpdateDue = true;
      queueMicrotask(this._updateObservers);
    }
  }

  private _updateSubscriptions(): void {
    this._stops.update();
    this._updateObservers();
  }

  private readonly _updateObservers = (): void => {
    this._isUpdateDue = false;
    this._observers.forEach((subscription) => subscription.update());
  };

  private _observeMembership(): (() => void)[] {
    const scene = this._scene;
    return [
      observe(scene.onAnimationGroupRemovedObservable, (group) => this._change(group, "suspend")),
      observe(scene.onNewAnimationGroupAddedObservable, (group) => {
        // notified a task later, when the group may be gone again
        if (scene.animationGroups.includes(group)) {
          this._change(group, "readmit");
        }
      }),
    ];
  }

  private _change(group: AnimationGroup, change: RowChange): void {
    const player = this._started.get(group);
    if (player) {
      this.rows.change(player, change);
      this._updateSubscriptionsSoon();
    }
  }

  /** Stops all groups, including those that Babylon does not stop: compiled ones, and those removed from the scene. */
  private readonly _stopAll = (stopKnown: () => void): void => {
    this._isStoppingAll = true;
    try {
      this._sort();
      [...this._started.keys()].forEach((group) => group.stop());
      stopKnown();
    } finally {
      this._isStoppingAll = false;
    }
  };

  /** Stops all groups and fades without events, and starts no others. */
  private readonly _dispose = (): void => {
    this._isDisposed = true;
    [...this._started.keys()].forEach((group) => group.stop(true));
    const fades = [...this._fades];
    this._fades.clear();
    fades.forEach((fade) => fade.stop());
  };
}
