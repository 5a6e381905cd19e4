import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Observable } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { type AnimationClock, ClockReader, expectClock, observeKeyRange } from "../../host/index.js";
import {
  type ClipSettings,
  looping,
  type ResolvedClipSettings,
  settingsForStart,
  unwrappedTimestamp,
  type TimedEvent,
  timestampOfEvent,
  withSpeed,
} from "../../../gltf/timing/index.js";
import type { ChannelList } from "./channelList.js";
import { type ClipOptions, ClipPlayer } from "../players/clipPlayer.js";
import { copyMembers, EvaluatedAnimationGroup, expectWeight } from "./evaluatedAnimationGroup.js";
import { warnOfExcess, warnOfLoop, warnOfUnknownOptions, warnOfUnknownSettings } from "./mistakes.js";
import type { SerializedClip } from "./parseClip.js";
import type { Crossing } from "../events/stepEvents.js";

/** The event of a clip that crossed a bound. */
export interface ClipEvent {
  readonly clip: ClipAnimationGroup;
  /** The bound that was crossed, in seconds of timestamp. */
  readonly bound: number;
  /** The number of bounds crossed since the start, including `bound`. */
  readonly completedRepetitions: number;
  /**
   * The number of crossings that the event stands for: 1, unless a frame has more than 1,000 crossings of the clip, or 10,000 of all clips
   * of the scene. Then the last event of the clip stands for the remaining crossings.
   */
  readonly count: number;
}

/**
 * An animation group that plays by clip settings: range, offset, signed speed, repetitions and ping-pong. Its timestamp does not depend on
 * the frame rate.
 *
 * All members of `AnimationGroup` work. `start()` and `play()` without arguments play the settings; arguments override the settings until
 * the clip stops. Babylon's own members are in frames; `settings`, `timestamp` and the events are in seconds.
 * @experimental follows draft specifications
 */
export class ClipAnimationGroup extends EvaluatedAnimationGroup {
  /** Notified when a loop passes a bound and continues from the opposite bound. */
  readonly onRepeatObservable = new Observable<ClipEvent>();
  /** Notified when a ping-pong clip turns at a bound. */
  readonly onReverseObservable = new Observable<ClipEvent>();
  /** Notified when all repetitions are used up. The pose of the last bound remains. */
  readonly onFinishObservable = new Observable<ClipEvent>();

  /**
   * Whether a seek of a started clip notifies the events between the timestamps, as scrubbing needs it. Default false. The event exactly at
   * the new timestamp is notified when the clip goes on.
   * @experimental follows a draft specification
   */
  notifiesEventsOnSeek = false;

  /** @internal */
  override readonly player: ClipPlayer;

  private _source: ClipSource | null = null;
  /** Whether the arguments of the last start stated where the clip ends. */
  private _isToStated = false;

  /**
   * Creates a clip without channels. Most clips are made by {@link CreateClip}, or by loading a file.
   * @param scene default the last created scene
   * @throws TypeError or RangeError if the settings cannot be played, or if the weight or the evaluation mode is invalid
   */
  constructor(name: string, scene: Scene | null = null, options: ClipAnimationGroupOptions = {}) {
    const { settings = {}, weight = -1, playOrder = 0, layer = 0, clock = null } = options;
    super(name, scene, weight, playOrder);
    try {
      expectWeight(weight);
      this.player = new ClipPlayer(this, this.animatableList, this.createListener(), settings, options);
      this.clock = clock;
      this.layer = layer;
      warnOfUnknownSettings(settings);
      warnOfUnknownOptions(options);
    } catch (error) {
      this.getScene().removeAnimationGroup(this);
      throw error;
    }
  }

  /**
   * The settings of the clip, with all defaults filled in. The object is frozen: to change one setting, assign a changed copy. Assigning
   * replaces all settings: omitted members get their defaults. New settings take effect at once, and override the arguments of `start()`.
   * @throws TypeError or RangeError if the settings cannot be played
   * @example clip.settings = { ...clip.settings, speed: 2 };
   */
  get settings(): ResolvedClipSettings {
    return Object.freeze(this.player.playhead.settings);
  }

  set settings(value: ClipSettings) {
    this.player.change(() => value);
    warnOfUnknownSettings(value);
    this.warnOfExcess();
  }

  /**
   * The clip's own time in seconds. Setting the timestamp seeks, clamped to the bounds, and shows the pose at once, whether or not the clip
   * plays. The next frame mixes the pose of a playing clip by its weight; the next start continues from the new timestamp.
   * @throws TypeError if the value is not a number; RangeError for NaN
   */
  get timestamp(): number {
    return this.player.playhead.clock.timestamp;
  }

  set timestamp(value: number) {
    this.player.seek(value, false, this.notifiesEventsOnSeek);
  }

  override get events(): readonly TimedEvent[] {
    const { start, end } = this.player.playhead.activeSettings;
    return super.events.filter(({ time }) => {
      const timestamp = timestampOfEvent(time, start, end);
      return timestamp >= start && timestamp <= end;
    });
  }

  /**
   * The seconds for which the clip has played: with the settings, the whole state of a clip that plays. Setting it moves the clip to where
   * `TimestampAt(settings, totalTime)` has it, and shows the pose as `timestamp` does; events before are not reported. After a seek or a
   * change of settings, it is the total time at which the present settings reach the present position. Negative values count as 0.
   * @throws TypeError if the value is not a number; RangeError for NaN
   * @example walk.totalTime = secondsOnServer - walkBeganAt;
   */
  get totalTime(): number {
    return this.player.playhead.clock.totalTime;
  }

  set totalTime(value: number) {
    this.player.seekTotalTime(value);
  }

  /**
   * The clock that the clip follows from its start, or from now on, in place of the scene's time or {@link SetClock}; null for none. Time
   * counts while the clip plays, also in frames that do not tick the clip. A clock that jumps ahead loses no event; one that goes back
   * reports none.
   * @throws TypeError if the value is neither a function nor null
   * @example clip.clock = () => audioContext.currentTime;
   */
  get clock(): AnimationClock | null {
    return this.player.playhead.ownClock?.clock ?? null;
  }

  set clock(value: AnimationClock | null) {
    expectClock("clock", value);
    this.player.wake().ownClock = value && new ClockReader(value);
  }

  /** The source of the clip in its asset; null for a clip created in code. Clones keep the source. */
  get source(): ClipSource | null {
    return this._source;
  }

  /** The seconds between the bounds of the active settings; without an upper bound, up to the last key. */
  get duration(): number {
    const { start, end } = this.player.playhead.activeSettings;
    return Math.max((end === Infinity ? this.lastFrame / this.framesPerSecond : end) - start, 0);
  }

  /** The number of bounds crossed since the start. */
  get completedRepetitions(): number {
    return this.player.playhead.clock.completedRepetitions;
  }

  /** The direction of the timestamp: 1 up, -1 down, 0 if the speed is 0. */
  get direction(): 1 | 0 | -1 {
    return this.player.playhead.clock.direction;
  }

  /** Whether all repetitions are used up. */
  get isFinished(): boolean {
    return this.player.playhead.clock.isFinished;
  }

  /**
   * -1 for unweighted, else finite and >= 0, usually 0..1. Other negative values become 0. A cross-fade does not change the weight; see
   * {@link effectiveWeight}.
   * @throws TypeError or RangeError for NaN, infinite values, and values that are not numbers
   */
  override get weight(): number {
    return super.weight;
  }

  override set weight(value: number) {
    const weight = Number.isFinite(value) && value < 0 && value !== -1 ? 0 : value; // as in Babylon, so that a fade by hand may pass 0
    expectWeight(weight);
    super.weight = weight;
  }

  /** Lower bound of the clip in frames. A value above the upper bound moves both bounds. */
  override get from(): number {
    return this.player.playhead.activeSettings.start * this.framesPerSecond;
  }

  override set from(value: number) {
    const start = value / this.framesPerSecond;
    this.player.change((settings) => ({ ...settings, start, end: Math.max(start, settings.end) }));
  }

  /** Upper bound of the clip in frames; for a clip without end, the last key. A value below the lower bound moves both bounds. */
  override get to(): number {
    const { end } = this.player.playhead.activeSettings;
    return end === Infinity ? Math.max(this.lastFrame, this.from) : end * this.framesPerSecond;
  }

  override set to(value: number) {
    const end = value / this.framesPerSecond;
    this.player.change((settings) => ({ ...settings, end, start: Math.min(end, settings.start) }));
  }

  /** The clip's signed speed. If the sign changes while the clip is stopped, the clip begins at the other end. */
  override get speedRatio(): number {
    return this.player.playhead.activeSettings.speed;
  }

  override set speedRatio(value: number) {
    this.player.change((settings) => withSpeed(settings, value));
  }

  /** Whether the clip never finishes. Setting false finishes the clip at the next bound. */
  override get loopAnimation(): boolean {
    return this.player.playhead.activeSettings.repetitions === -1;
  }

  override set loopAnimation(value: boolean) {
    this.player.change(looping(value));
  }

  /**
   * Plays the clip from the beginning, or from the sought timestamp. Without arguments, the settings apply.
   * @param loop true for endless, false for one repetition
   * @param speedRatio signed speed
   * @param from first frame; above `to`, the clip plays backwards
   * @param to last frame
   * @param isAdditive whether the pose is added to the current values
   */
  override start(loop?: boolean, speedRatio?: number, from?: number, to?: number, isAdditive?: boolean): this {
    warnOfLoop("start", loop);
    const fps = this.framesPerSecond;
    const seconds = { loop, speedRatio, from: from === undefined ? from : from / fps, to: to === undefined ? to : to / fps };
    const wasAdditive = this.isAdditive;
    try {
      if (isAdditive !== undefined) {
        this.isAdditive = isAdditive;
      }
      const keys = { first: this.firstFrame / fps, last: this.lastFrame / fps };
      this._startPlayer(settingsForStart(this.player.playhead.settings, seconds, keys), false, Number.isFinite(to));
    } catch (error) {
      this.isAdditive = wasAdditive;
      throw error;
    }
    return this;
  }

  /** @internal Starts the clip as `start()` does, but compiles in the first frame. */
  startDeferred(): void {
    this._startPlayer(null, true);
  }

  /** @internal Starts the clip from the beginning, with other settings for this start. */
  startWith(settings: ClipSettings): void {
    this._startPlayer(settings, false);
  }

  /** @internal Calls `start()`: the only timeline of a clip is the timeline of the settings. */
  override startWithVirtualTimeline(...args: Parameters<AnimationGroup["start"]>): this {
    return this.start(...args);
  }

  /** @internal The frame of the clip, not wrapped by loops and not reflected by ping-pong: it counts on for as long as the clip plays. */
  override getVirtualCurrentFrame(): number {
    return unwrappedTimestamp(this.player.playhead.clock) * this.framesPerSecond;
  }

  /** @internal Whether the clip has played as far as a virtual frame. The flow graph asks this to stop an animation at a frame. */
  override isVirtualFrameReached(frame: number): boolean {
    const current = this.getVirtualCurrentFrame();
    return this.player.playhead.clock.settings.speed < 0 ? current <= frame : current >= frame;
  }

  /** @internal Whether the clip passes a virtual frame before it ends, or before `to` if a start stated it. An endless clip passes all. */
  override isValidVirtualStopFrame(frame: number): boolean {
    const { start, end, speed, repetitions } = this.player.playhead.clock.settings;
    const passes = this._isToStated ? 1 : repetitions === -1 ? Infinity : repetitions;
    const timestamp = frame / this.framesPerSecond;
    const played = speed < 0 ? end - timestamp : timestamp - start;
    return played >= 0 && played < passes * (end - start);
  }

  /** @internal Moves the clip to a virtual frame, as setting {@link totalTime} does. */
  override setVirtualCurrentFrame(frame: number): void {
    const { start, offset, speed } = this.player.playhead.clock.settings;
    if (speed === 0) {
      this.goToFrame(frame);
    } else {
      this.totalTime = (frame / this.framesPerSecond - start - offset) / speed;
    }
  }

  /** @internal */
  override getRetainedCurrentFrame(): number {
    return this.getCurrentFrame();
  }

  override play(loop?: boolean): this {
    warnOfLoop("play", loop);
    if (!this.isStarted) {
      return this.start(loop);
    }
    if (loop !== undefined) {
      this.player.changeActive(looping(loop));
    }
    return this.restart();
  }

  override reset(): this {
    this.player.reset();
    return this;
  }

  /**
   * Seeks a frame, clamped to the bounds, and shows the pose at once, whether or not the clip plays. The next frame mixes the pose of a playing
   * clip by its weight.
   * As with every `AnimationGroup`, no time passes from a start to its first frame, also if a frame is sought meanwhile.
   * @param useWeight whether the pose of a started clip with a weight is shown only when the next frame mixes it
   */
  override goToFrame(frame: number, useWeight = false): this {
    this.player.goTo(frame / this.framesPerSecond, useWeight, this.notifiesEventsOnSeek);
    return this;
  }

  override getCurrentFrame(): number {
    return this.timestamp * this.framesPerSecond;
  }

  override getLength(from = this.from, to = this.to): number {
    return (to - from) / (this.framesPerSecond * this.speedRatio);
  }

  /** Creates an independent clip with the same settings. */
  override clone(
    newName?: string,
    targetConverter?: (target: unknown) => unknown,
    cloneAnimations = false,
    cloneAnimationKeys = false,
  ): ClipAnimationGroup {
    const { settings } = this.player.playhead;
    const { weight, playOrder, layer, evaluationMode } = this;
    const clone = new ClipAnimationGroup(newName ?? this.name, this.getScene(), {
      ...{ settings, weight, playOrder, layer, evaluationMode },
      overtime: this.player.options.overtime,
      clock: this.clock,
    });
    clone.adoptChannels(this.copyChannels(targetConverter, cloneAnimations, cloneAnimationKeys), this._source);
    clone.updateInterval = this.updateInterval;
    clone.notifiesEventsOnSeek = this.notifiesEventsOnSeek;
    copyMembers(this, clone);
    return clone;
  }

  /** @internal Takes the channels of a new clip; targeted animations are made when they are played or read. */
  override adoptChannels(lists: readonly ChannelList[], source: ClipSource | null = null): void {
    super.adoptChannels(lists);
    this._source = source;
  }

  /**
   * Serializes the group as Babylon does, and the clip's settings, options and events in `clip`, for {@link ParseClip}. `AnimationGroup.Parse` also
   * reads the result, but makes a plain group, with only the clip's range and speed.
   */
  override serialize(): SerializedClip {
    const { start, end, offset, speed, repetitions, reverse } = this.settings;
    const { overtime } = this.player.options;
    const settings = { start, end: end === Infinity ? undefined : end, offset, speed, repetitions, reverse };
    const events = super.events.length > 0 ? { events: super.events } : {};
    const clip = { ...settings, overtime, evaluationMode: this.evaluationMode, layer: this.layer, ...events };
    return { ...(super.serialize() as Omit<SerializedClip, "clip">), clip };
  }

  /** Stops the clip for good: `start()` and `play()` do nothing from then on, not even in observers of the clip's end. */
  override dispose(): void {
    super.dispose();
    this.onRepeatObservable.clear();
    this.onReverseObservable.clear();
    this.onFinishObservable.clear();
  }

  private _startPlayer(override: ClipSettings | null, isDeferred: boolean, isToStated = false): void {
    this.warnIfDisposed();
    if (this.player.start(override, isDeferred)) {
      this._isToStated = isToStated;
      this.notify(this.onAnimationGroupPlayObservable, this);
    }
  }

  /** @internal Warns of settings beyond the last key: often they were meant in frames. */
  warnOfExcess(): void {
    const { firstFrame, lastFrame, framesPerSecond } = this;
    if (firstFrame <= lastFrame) {
      warnOfExcess(this.name, this.player.playhead.settings, lastFrame / framesPerSecond);
    }
  }

  /** @internal Called when the range of the keys was set. If the keys were cut, the clip plays the remaining keys. */
  onKeyRangeSet(): void {
    const isCut = (this.player as ClipPlayer | undefined) !== undefined && !this.extendsKeys && this.targetedAnimations.length > 0;
    if (isCut) {
      const [start, end] = [super.from / this.framesPerSecond, super.to / this.framesPerSecond];
      this.player.updateTargets();
      this.player.change((settings) => ({ ...settings, start, end, offset: settings.speed < 0 ? end - start : 0 }));
    }
  }

  /** @internal */
  protected override isObserved(): boolean {
    return this.onRepeatObservable.hasObservers() || this.onReverseObservable.hasObservers() || super.isObserved();
  }

  /** @internal */
  protected override notifyCrossing(crossing: Crossing): void {
    const { kind, ...event } = crossing;
    this.notify(this._observableOf(kind), { clip: this, ...event });
    super.notifyCrossing(crossing);
  }

  private _observableOf(kind: Crossing["kind"]): Observable<ClipEvent> {
    return kind === "finish" ? this.onFinishObservable : kind === "repeat" ? this.onRepeatObservable : this.onReverseObservable;
  }
}

observeKeyRange(ClipAnimationGroup.prototype, (clip) => clip.onKeyRangeSet());

/** The source of a clip in an asset: the JSON pointer and the animations. */
export interface ClipSource {
  /**
   * JSON pointer of the clip in the asset, such as `/extensions/KHR_animation_clip/clips/2`; for a clip of playback metadata, JSON pointer
   * of the metadata, such as `/animations/2/extensions/EPIC_animation_playback`.
   */
  readonly pointer: string;
  /** The indices of the asset's animations that the clip drives. */
  readonly animations: readonly number[];
  /** The format of the playback metadata, such as `unreal`; missing for a clip of KHR_animation_clip or KHR_animation_controller. */
  readonly dialect?: string;
}

/** The options of a new {@link ClipAnimationGroup}. */
export interface ClipAnimationGroupOptions extends ClipOptions {
  readonly settings?: ClipSettings | undefined;
}
