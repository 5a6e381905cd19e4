import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup, type TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { Observable } from "@babylonjs/core/Misc/observable.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { convertTarget, notify, observeKeyRange } from "../host/index.js";
import { readingBoundsOf } from "../keys/index.js";
import { argumentError, excerpt } from "../util/index.js";
import { type ClipSettings, looping, type ResolvedClipSettings, settingsForStart, withSpeed } from "../timing/index.js";
import { ADDITIVE, type ClipPose, type EvaluationDescription, type EvaluationMode, isRetained, samplePose } from "../evaluation/index.js";
import { type Channel, type ChannelList, listChannels } from "./channelList.js";
import { type ClipOptions, ClipPlayer, type ClipPlayerListener } from "./clipPlayer.js";
import type { SerializedClip } from "./parseClip.js";
import type { Crossing } from "./stepEvents.js";

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
export class ClipAnimationGroup extends AnimationGroup {
  /** Notified when a loop passes a bound and continues from the opposite bound. */
  readonly onRepeatObservable = new Observable<ClipEvent>();
  /** Notified when a ping-pong clip turns at a bound. */
  readonly onReverseObservable = new Observable<ClipEvent>();
  /** Notified when all repetitions are used up. The pose of the last bound remains. */
  readonly onFinishObservable = new Observable<ClipEvent>();

  /** @internal */
  readonly player: ClipPlayer;

  /** The channels of the clip, until the targeted animations are read; no list is empty. */
  private _unreadChannels: readonly ChannelList[] = NONE;
  private _source: ClipSource | null = null;
  /** Whether the range of the keys is changing because channels are added or keys are padded. */
  private _extendsKeys = false;

  /**
   * Creates a clip without channels. Most clips are made by {@link CreateClip}, or by loading a file.
   * @param scene default the last created scene
   * @throws TypeError or RangeError if the settings cannot be played, or if the weight or the evaluation mode is invalid
   */
  constructor(name: string, scene: Scene | null = null, options: ClipAnimationGroupOptions = {}) {
    const { settings = {}, weight = -1, playOrder = 0 } = options;
    super(name, scene, weight, playOrder);
    try {
      expectWeight(weight);
      this.player = new ClipPlayer(this, super.animatables, this._createListener(), settings, options);
    } catch (error) {
      this.getScene().removeAnimationGroup(this);
      throw error;
    }
  }

  /**
   * The settings of the clip, with all defaults filled in; the object is frozen. Assigning replaces all settings: omitted members get their
   * defaults. New settings take effect at once, and override the arguments of `start()`.
   * @throws TypeError or RangeError if the settings cannot be played
   * @example clip.settings = { ...clip.settings, speed: 2 };
   */
  get settings(): ResolvedClipSettings {
    return Object.freeze(this.player.settings);
  }

  set settings(value: ClipSettings) {
    this.player.change(() => value);
  }

  /**
   * The clip's own time in seconds. Setting the timestamp seeks, clamped to the bounds, and shows the pose, whether or not the clip plays.
   * The next start continues from the new timestamp.
   * @throws TypeError if the value is not a number; RangeError for NaN
   */
  get timestamp(): number {
    return this.player.clock.timestamp;
  }

  set timestamp(value: number) {
    this.player.seek(value);
  }

  /** The source of the clip in its asset; null for a clip created in code. Clones keep the source. */
  get source(): ClipSource | null {
    return this._source;
  }

  /** The seconds between the bounds of the active settings; without an upper bound, up to the last key. */
  get duration(): number {
    const { start, end } = this.player.activeSettings;
    return Math.max((end === Infinity ? this._lastFrame / this._framesPerSecond : end) - start, 0);
  }

  /** The number of bounds crossed since the start. */
  get completedRepetitions(): number {
    return this.player.clock.completedRepetitions;
  }

  /** The direction of the timestamp: 1 up, -1 down, 0 if the speed is 0. */
  get direction(): 1 | 0 | -1 {
    return this.player.clock.direction;
  }

  /** Whether all repetitions are used up. */
  get isFinished(): boolean {
    return this.player.clock.isFinished;
  }

  /** The evaluator of the clip, and the reason for the choice. When stopped: the evaluator that would run. */
  get evaluation(): EvaluationDescription {
    return this.player.evaluation.description;
  }

  /**
   * The evaluators that the clip may use. A change takes effect at once.
   * @throws RangeError for `"compiled"` if the clip plays and cannot be compiled
   */
  get evaluationMode(): EvaluationMode {
    return this.player.evaluation.mode;
  }

  set evaluationMode(value: EvaluationMode) {
    this.player.evaluation.mode = value;
  }

  /**
   * Babylon's animatables of the clip. Compiled clips have no animatables; reading the property switches a playing clip to Babylon's
   * evaluation, until the end of a run in which nobody reads it.
   */
  override get animatables(): Animatable[] {
    this.player.evaluation.readAnimatables();
    return super.animatables;
  }

  override get isAdditive(): boolean {
    return super.isAdditive;
  }

  /** @throws RangeError for true if the clip plays and the evaluation must be compiled */
  override set isAdditive(value: boolean) {
    this.player.evaluation.expectAllowed(value ? ADDITIVE : null);
    super.isAdditive = value;
    this.player.run?.update();
  }

  override get enableBlending(): boolean | null {
    return super.enableBlending;
  }

  /**
   * A change takes effect at the next start, as with every `AnimationGroup`.
   * @throws RangeError for true if the clip plays and the evaluation must be compiled
   */
  override set enableBlending(value: boolean | null) {
    this._readChannels();
    this.player.evaluation.expectAllowed(value ? "it blends from the previous value" : null);
    super.enableBlending = value;
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

  /** The weight used in a frame: `weight` times the factor of a cross-fade; -1 for unweighted. */
  get effectiveWeight(): number {
    return this.player.evaluation.weight;
  }

  override get playOrder(): number {
    return super.playOrder;
  }

  override set playOrder(value: number) {
    super.playOrder = value;
    this.player.reorder();
  }

  override setWeightForAllAnimatables(weight: number): this {
    this.player.evaluation.weight = weight;
    return this;
  }

  /**
   * The pose at a timestamp. Does not change the scene.
   * @param timestamp seconds; outside of the keys, the first or the last value holds
   * @param pose the pose to write to; properties that the pose lacks are skipped. Default: a new pose
   * @throws TypeError if the timestamp is not a number; RangeError for NaN, or if the animations cannot be compiled
   */
  sample(timestamp: number, pose?: ClipPose): ClipPose {
    if (typeof timestamp !== "number" || Number.isNaN(timestamp)) {
      throw argumentError("timestamp", "must be a number", timestamp, "number");
    }
    const { binding } = this.player.evaluation;
    if (!binding.tracks) {
      throw new RangeError(`clip: must have animations that can be compiled (got ${excerpt(this.name)}: ${binding.obstacle})`);
    }
    return samplePose(binding, binding.tracks, timestamp, pose);
  }

  override get isStarted(): boolean {
    return this.player.isStarted;
  }

  override get isPlaying(): boolean {
    return this.player.isPlaying;
  }

  /** Lower bound of the clip in frames. A value above the upper bound moves both bounds. */
  override get from(): number {
    return this.player.activeSettings.start * this._framesPerSecond;
  }

  override set from(value: number) {
    const start = value / this._framesPerSecond;
    this.player.change((settings) => ({ ...settings, start, end: Math.max(start, settings.end) }));
  }

  /** Upper bound of the clip in frames; for a clip without end, the last key. A value below the lower bound moves both bounds. */
  override get to(): number {
    const { end } = this.player.activeSettings;
    return end === Infinity ? Math.max(this._lastFrame, this.from) : end * this._framesPerSecond;
  }

  override set to(value: number) {
    const end = value / this._framesPerSecond;
    this.player.change((settings) => ({ ...settings, end, start: Math.min(end, settings.start) }));
  }

  /** The clip's signed speed. If the sign changes while the clip is stopped, the clip begins at the other end. */
  override get speedRatio(): number {
    return this.player.activeSettings.speed;
  }

  override set speedRatio(value: number) {
    this.player.change((settings) => withSpeed(settings, value));
  }

  /** Whether the clip never finishes. Setting false finishes the clip at the next bound. */
  override get loopAnimation(): boolean {
    return this.player.activeSettings.repetitions === -1;
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
    const fps = this._framesPerSecond;
    const seconds = { loop, speedRatio, from: from === undefined ? from : from / fps, to: to === undefined ? to : to / fps };
    const wasAdditive = this.isAdditive;
    try {
      if (isAdditive !== undefined) {
        this.isAdditive = isAdditive;
      }
      const keys = { first: this._firstFrame / fps, last: this._lastFrame / fps };
      this._startPlayer(settingsForStart(this.player.settings, seconds, keys), false);
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

  /** Calls `start()`: the only timeline of a clip is the timeline of the settings. */
  override startWithVirtualTimeline(...args: Parameters<AnimationGroup["start"]>): this {
    return this.start(...args);
  }

  override getVirtualCurrentFrame(): number {
    return this.getCurrentFrame();
  }

  /** Whether the clip has played as far as a frame. The flow graph asks this to stop an animation at a frame. */
  override isVirtualFrameReached(frame: number): boolean {
    const { speed, reverse } = this.player.activeSettings;
    const passes = reverse ? 0 : this.completedRepetitions * (this.to - this.from);
    const current = this.getCurrentFrame();
    return speed < 0 ? current - passes <= frame : current + passes >= frame;
  }

  /** Whether the clip passes a frame before it ends. */
  override isValidVirtualStopFrame(frame: number): boolean {
    const { from, to } = this;
    return this.speedRatio < 0 ? frame > from && frame <= to : frame >= from && frame < to;
  }

  override setVirtualCurrentFrame(frame: number): void {
    this.goToFrame(frame);
  }

  override getRetainedCurrentFrame(): number {
    return this.getCurrentFrame();
  }

  override play(loop?: boolean): this {
    if (!this.isStarted) {
      return this.start(loop);
    }
    if (loop !== undefined) {
      this.player.changeActive(looping(loop));
    }
    return this.restart();
  }

  override pause(): this {
    if (this.isStarted) {
      this.player.pause();
      this._notify(this.onAnimationGroupPauseObservable, this);
    }
    return this;
  }

  override restart(): this {
    if (this.isStarted) {
      this.player.resume();
      this._notify(this.onAnimationGroupPlayObservable, this);
    }
    return this;
  }

  override stop(skipOnAnimationEnd = false): this {
    if (this.isStarted) {
      this.player.stop(skipOnAnimationEnd);
    }
    return this;
  }

  override reset(): this {
    this.player.reset();
    return this;
  }

  /**
   * Seeks a frame, clamped to the bounds, and shows the pose, whether or not the clip plays. The pose of a playing clip with a weight is
   * mixed in the next frame instead.
   * @param useWeight whether the pose of a paused clip is mixed by weight, too
   */
  override goToFrame(frame: number, useWeight = false): this {
    this.player.seek(frame / this._framesPerSecond, useWeight);
    return this;
  }

  override getCurrentFrame(): number {
    return this.timestamp * this._framesPerSecond;
  }

  override getLength(from = this.from, to = this.to): number {
    return (to - from) / (this._framesPerSecond * this.speedRatio);
  }

  /**
   * Follows an animatable: the clip is always at the same share of its range as the animatable. An animatable of a clip is followed in the
   * same frame, an animatable that Babylon advances one frame later.
   */
  override syncAllAnimationsWith(root: Animatable): this {
    this.player.syncWith(root);
    return this;
  }

  override syncWithMask(): void {
    this.player.run?.updateMask();
  }

  override get targetedAnimations(): TargetedAnimation[] {
    this._readChannels();
    return super.targetedAnimations;
  }

  override get children(): TargetedAnimation[] {
    return this.targetedAnimations;
  }

  override get blendingSpeed(): number | null {
    return super.blendingSpeed;
  }

  override set blendingSpeed(value: number | null) {
    this._readChannels();
    super.blendingSpeed = value;
  }

  override normalize(beginFrame?: number | null, endFrame?: number | null): this {
    this._readChannels();
    this._extendKeys(this.targetedAnimations, () => super.normalize(beginFrame, endFrame));
    return this;
  }

  override removeUnmaskedAnimations(): void {
    this._readChannels();
    super.removeUnmaskedAnimations();
    this.player.updateTargets();
  }

  override addTargetedAnimation(animation: Animation, target: unknown): TargetedAnimation {
    this._readChannels();
    const targetedAnimation = this._extendKeys([{ animation }], () => super.addTargetedAnimation(animation, target));
    this.player.updateTargets();
    return targetedAnimation;
  }

  override removeTargetedAnimation(animation: Animation): void {
    this._readChannels();
    super.removeTargetedAnimation(animation);
    this.player.updateTargets();
  }

  override toString(fullDetails = false): string {
    const { from, to, isStarted, speedRatio, targetedAnimations } = this;
    const details = { from, to, isStarted, speedRatio, "targetedAnimations length": targetedAnimations.length };
    const words = Object.entries({ ...details, "animatables length": super.animatables.length }).map(
      ([name, value]) => `, ${name}: ${value}`,
    );
    return super.toString() + (fullDetails ? words.join("") : "");
  }

  /** Creates an independent clip with the same settings. */
  override clone(
    newName?: string,
    targetConverter?: (target: unknown) => unknown,
    cloneAnimations = false,
    cloneAnimationKeys = false,
  ): ClipAnimationGroup {
    const { settings } = this.player;
    const { weight, playOrder, evaluationMode } = this;
    const clone = new ClipAnimationGroup(newName ?? this.name, this.getScene(), {
      ...{ settings, weight, playOrder, evaluationMode },
      overtime: this.player.options.overtime,
    });
    const lists = this._unreadChannels.length > 0 ? this._unreadChannels : [listChannels(this)];
    const convert = ({ animation, target }: Channel): Channel => ({
      animation: cloneAnimations ? animation.clone(cloneAnimationKeys) : animation,
      target: convertTarget(target, targetConverter),
    });
    const isSame = !cloneAnimations && !targetConverter;
    clone.adoptChannels(isSame ? lists : lists.map((list) => ({ ...list, channels: list.channels.map(convert) })), this._source);
    clone.isAdditive = this.isAdditive;
    if (this.enableBlending !== null || this.blendingSpeed !== null) {
      clone.enableBlending = this.enableBlending;
      clone.blendingSpeed = this.blendingSpeed;
    }
    clone.metadata = this.metadata as unknown;
    clone.mask = this.mask;
    return clone;
  }

  /** @internal Takes the channels of a new clip; targeted animations are made when they are played or read. */
  adoptChannels(lists: readonly ChannelList[], source: ClipSource | null = null): void {
    this._unreadChannels = lists;
    this._source = source;
  }

  /**
   * Serializes the group as Babylon does, and the clip's settings and options in `clip`, for {@link ParseClip}. `AnimationGroup.Parse` also
   * reads the result, but makes a plain group, with only the clip's range and speed.
   */
  override serialize(): SerializedClip {
    const { start, end, offset, speed, repetitions, reverse } = this.settings;
    const { overtime } = this.player.options;
    const settings = { start, end: end === Infinity ? undefined : end, offset, speed, repetitions, reverse };
    return { ...(super.serialize() as Omit<SerializedClip, "clip">), clip: { ...settings, overtime, evaluationMode: this.evaluationMode } };
  }

  /** Stops the clip for good: `start()` and `play()` do nothing from then on, not even in observers of the clip's end. */
  override dispose(): void {
    this.player.dispose();
    this._unreadChannels = NONE;
    super.dispose();
    this.onRepeatObservable.clear();
    this.onReverseObservable.clear();
    this.onFinishObservable.clear();
  }

  private _startPlayer(override: ClipSettings | null, isDeferred: boolean): void {
    if (this.player.start(override, isDeferred)) {
      this._notify(this.onAnimationGroupPlayObservable, this);
    }
  }

  private get _framesPerSecond(): number {
    const [first] = this._unreadChannels[0]?.channels ?? super.targetedAnimations;
    return first?.animation.framePerSecond ?? 60;
  }

  /** The first frame of the keys. */
  private get _firstFrame(): number {
    return this._unreadChannels.reduce((first, { firstFrame }) => Math.min(first, firstFrame), super.from);
  }

  /** The last frame of the keys. */
  private get _lastFrame(): number {
    return this._unreadChannels.reduce((last, { lastFrame }) => Math.max(last, lastFrame), super.to);
  }

  private _readChannels(): void {
    const lists = this._unreadChannels;
    this._unreadChannels = NONE;
    if (lists.length > 0) {
      const channels = lists.flatMap((list) => list.channels);
      this._extendKeys(channels, () => {
        for (const { animation, target } of channels) {
          super.addTargetedAnimation(animation, target);
        }
      });
    }
  }

  /** Runs a Babylon function that adds keys before and after the keys of channels. */
  private _extendKeys<T>(channels: readonly Pick<TargetedAnimation, "animation">[], extend: () => T): T {
    this._extendsKeys = true;
    try {
      return readingBoundsOf(
        channels.map(({ animation }) => animation),
        extend,
      );
    } finally {
      this._extendsKeys = false;
    }
  }

  /** @internal Called when the range of the keys was set. If the keys were cut, the clip plays the remaining keys. */
  onKeyRangeSet(): void {
    const isCut = (this.player as ClipPlayer | undefined) !== undefined && !this._extendsKeys && this.targetedAnimations.length > 0;
    if (isCut) {
      const [start, end] = [super.from / this._framesPerSecond, super.to / this._framesPerSecond];
      this.player.updateTargets();
      this.player.change((settings) => ({ ...settings, start, end, offset: settings.speed < 0 ? end - start : 0 }));
    }
  }

  private _createListener(): ClipPlayerListener {
    return {
      isObserved: () =>
        this.onRepeatObservable.hasObservers() ||
        this.onReverseObservable.hasObservers() ||
        this.onAnimationLoopObservable.hasObservers() ||
        this.onAnimationGroupLoopObservable.hasObservers(),
      onCrossing: (crossing) => this._notifyCrossing(crossing),
      onTargetsEnd: (targetedAnimations) => this._notifyEach(this.onAnimationEndObservable, targetedAnimations),
      onEnd: () => this._notify(this.onAnimationGroupEndObservable, this),
    };
  }

  private _notifyCrossing({ kind, ...crossing }: Crossing): void {
    const event = { clip: this, ...crossing };
    if (kind === "finish") {
      this._notify(this.onFinishObservable, event);
      return;
    }
    this._notify(kind === "repeat" ? this.onRepeatObservable : this.onReverseObservable, event);
    this._notifyEach(
      this.onAnimationLoopObservable,
      this.targetedAnimations.filter(({ target }) => isRetained(this, target)),
    );
    this._notify(this.onAnimationGroupLoopObservable, this);
  }

  private _notify<T>(observable: Observable<T>, event: T): void {
    notify(this.name, observable, event);
  }

  private _notifyEach(observable: Observable<TargetedAnimation>, targetedAnimations: readonly TargetedAnimation[]): void {
    if (observable.hasObservers()) {
      [...targetedAnimations].forEach((targetedAnimation) => this._notify(observable, targetedAnimation));
    }
  }
}

const NONE: readonly ChannelList[] = [];

observeKeyRange(ClipAnimationGroup.prototype, (clip) => clip.onKeyRangeSet());

/** The source of a clip in an asset: the JSON pointer and the animations. */
export interface ClipSource {
  /** JSON pointer of the clip in the asset, such as `/extensions/KHR_animation_clip/clips/2`. */
  readonly pointer: string;
  /** The indices of the asset's animations that the clip drives. */
  readonly animations: readonly number[];
}

/** The options of a new {@link ClipAnimationGroup}. */
export interface ClipAnimationGroupOptions extends ClipOptions {
  readonly settings?: ClipSettings | undefined;
}

function expectWeight(weight: number): void {
  if (!(Number.isFinite(weight) && (weight >= 0 || weight === -1))) {
    throw argumentError("weight", "must be -1 or >= 0", weight, "number");
  }
}
