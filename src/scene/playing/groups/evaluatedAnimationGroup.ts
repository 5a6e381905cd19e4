import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup, type TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { Observable } from "@babylonjs/core/Misc/observable.js";
import { convertTarget, logWarningOnce, movingAnimatable, notify } from "../../host/index.js";
import { readingBoundsOf } from "../../keys/index.js";
import { argumentError, excerpt } from "../../../gltf/util/index.js";
import { type ClipPose, type EvaluationDescription, type EvaluationMode, isRetained, samplePose } from "../../posing/index.js";
import { type Channel, type ChannelList, listChannels } from "./channelList.js";
import { warnOfDisposed, warnOfInterval } from "./mistakes.js";
import type { Player, PlayerListener } from "../players/player.js";
import type { Plays } from "../players/plays.js";
import type { TimedEvent } from "../../../gltf/timing/index.js";
import type { Crossing } from "../events/stepEvents.js";
import { addTimedEvent, removeTimedEvent, TimedEventCopies, timedEventsOf } from "../events/timedEvents.js";

/**
 * A {@link TimedEvent} that a group passed.
 * @experimental follows a draft specification
 */
export interface PassedEvent {
  readonly group: EvaluatedAnimationGroup;
  readonly event: TimedEvent;
  /** The direction in which the group passed the event: 1 up, -1 down, 0 if it starts there with speed 0. */
  readonly direction: 1 | 0 | -1;
  /**
   * How often the group passed the event: 1, unless a frame has more than 1,000 events of the group, or 10,000 of all groups of the scene.
   * Then the last notification of each event stands for the remaining ones.
   */
  readonly count: number;
  /** The effective weight, > 0; 1 for an unweighted group. */
  readonly weight: number;
}

/**
 * An animation group that is evaluated from typed arrays, and by Babylon's animatables only where a feature needs them: the base of
 * {@link ClipAnimationGroup} and {@link CompiledAnimationGroup}. All members of `AnimationGroup` work.
 */
export abstract class EvaluatedAnimationGroup extends AnimationGroup {
  /**
   * Notified of each event of the file that the group passes, in order: see {@link EvaluatedAnimationGroup.events}.
   * @example walk.onEventObservable.add(({ event, weight }) => playSound(event.name, weight));
   * @experimental follows a draft specification
   */
  readonly onEventObservable = new Observable<PassedEvent>();

  /** @internal */
  abstract readonly player: Player;

  /** @internal What plays the current or the last run: the player, or Babylon. */
  protected get plays(): Plays {
    return this.player;
  }

  /** @internal The channels of the group, until the targeted animations are read; no list is empty. */
  protected unreadChannels: readonly ChannelList[] = NONE;
  /** @internal Whether the range of the keys is changing because channels are added or keys are padded. */
  protected extendsKeys = false;

  /**
   * The events of the group's animations, in ascending order of time: those of the file (KHR_animation_events), and those that were added. A
   * clip has the events within its bounds. Events belong to the animations: groups and clips of the same animations have the same events.
   * @experimental follows a draft specification
   */
  get events(): readonly TimedEvent[] {
    return timedEventsOf(this.channelsForEvents);
  }

  /**
   * Adds an event to the group's animations; of several animations of a file, to the first.
   * @returns the event that was added, for {@link EvaluatedAnimationGroup.removeEvent}
   * @throws TypeError or RangeError if the event is invalid; RangeError if the group has no animations
   * @example walk.addEvent({ time: 0.8, name: "step.r" });
   * @experimental follows a draft specification
   */
  addEvent(event: TimedEvent): TimedEvent {
    return addTimedEvent(this.channelsForEvents, event);
  }

  /**
   * Removes an event from the group's animations: the event itself, or else the first one with the same time, name and payload.
   * @returns whether there was one
   * @experimental follows a draft specification
   */
  removeEvent(event: TimedEvent): boolean {
    return removeTimedEvent(this.channelsForEvents, event);
  }

  /** The evaluator of the group, and the reason for the choice. When stopped: the evaluator that would run. */
  get evaluation(): EvaluationDescription {
    return this.player.posing.description;
  }

  /**
   * The evaluators that the group may use. A change takes effect at once.
   * @throws RangeError for `"compiled"` if the group plays and cannot be compiled
   */
  get evaluationMode(): EvaluationMode {
    return this.player.posing.mode;
  }

  set evaluationMode(value: EvaluationMode) {
    this.player.posing.mode = value;
  }

  /**
   * The animatables of the group, one for each channel. Reading them changes nothing. A call that acts on one of them, a change or an observer switches a
   * playing group to Babylon's evaluation, until the end of a run in which no code uses them.
   */
  override get animatables(): Animatable[] {
    this.player.posing.showAnimatables();
    return super.animatables;
  }

  /** @internal The list of animatables, without a change of the evaluation. */
  get animatableList(): Animatable[] {
    return super.animatables;
  }

  override get enableBlending(): boolean | null {
    return super.enableBlending;
  }

  /** A change takes effect at the next start, as with every `AnimationGroup`. */
  override set enableBlending(value: boolean | null) {
    this.readChannels();
    this.player.posing.begin();
    super.enableBlending = value;
  }

  /**
   * Seconds of animation time between two poses, >= 0; null (default) for a pose in each frame, or as {@link SetUpdateRate} says. Time passes and
   * events come as in every frame, and the poses that are shown are the same. Poses that are mixed by weight, and poses that Babylon
   * evaluates, are shown in each frame.
   * @throws TypeError or RangeError if the value is not null and not a number >= 0
   * @example clip.updateInterval = 1 / 15;
   */
  get updateInterval(): number | null {
    return this.player.pace.interval;
  }

  set updateInterval(value: number | null) {
    if (value !== null && !(value >= 0)) {
      throw argumentError("updateInterval", "must be a number >= 0, or null", value, "number");
    }
    warnOfInterval("updateInterval", "value", value);
    this.player.wake();
    this.player.pace.interval = value;
  }

  /**
   * Whether an update rate skipped the pose of this frame: the targets still show an older one, with whatever was added to it. False for
   * groups that are paused or stopped.
   * @example if (!clip.isPoseSkipped) head.rotationQuaternion.multiplyInPlace(nod);
   */
  get isPoseSkipped(): boolean {
    return this.player.posing.isStale;
  }

  /**
   * The layer, an integer >= 0; default 0. The weights of groups are shares of the mixture of their layer, and the mixture of a higher layer is
   * shown over those below: a weight of 1 replaces what lies below, 0.5 shows half of each. Above layer 0, a group without a weight has the weight 1.
   * Groups that Babylon evaluates have no layers.
   * @throws TypeError or RangeError unless the value is an integer >= 0
   * @example wave.layer = 1; // over walk: with a mask, only the arm waves
   */
  get layer(): number {
    return this.player.posing.layer;
  }

  set layer(value: number) {
    this.player.posing.layer = value;
  }

  /** The weight used in a frame: `weight` times the factor of a cross-fade; -1 for unweighted. */
  get effectiveWeight(): number {
    return this.player.posing.weight;
  }

  override get playOrder(): number {
    return super.playOrder;
  }

  override set playOrder(value: number) {
    this.player.scheduler.reorder(this.player, () => (super.playOrder = value));
  }

  override setWeightForAllAnimatables(weight: number): this {
    this.plays.setWeight(weight);
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
    const { binding } = this.player.posing;
    if (!binding.tracks) {
      throw new RangeError(`group: must have animations that can be compiled (got ${excerpt(this.name)}: ${binding.obstacle})`);
    }
    return samplePose(binding, binding.tracks, timestamp, pose);
  }

  override get isStarted(): boolean {
    return this.plays.isStarted;
  }

  override get isPlaying(): boolean {
    return this.plays.isPlaying;
  }

  override pause(): this {
    if (this.plays.pause()) {
      this.notify(this.onAnimationGroupPauseObservable, this);
    }
    return this;
  }

  override restart(): this {
    if (this.plays.resume()) {
      this.notify(this.onAnimationGroupPlayObservable, this);
    }
    return this;
  }

  override stop(skipOnAnimationEnd = false): this {
    this.plays.stop(skipOnAnimationEnd);
    return this;
  }

  /**
   * Follows an animatable: the group is always at the same share of its range as the animatable. An animatable of a compiled group is followed
   * in the same frame, an animatable that Babylon advances one frame later.
   */
  override syncAllAnimationsWith(root: Animatable): this {
    this.plays.syncWith(root && movingAnimatable(root));
    return this;
  }

  override syncWithMask(forceUpdate?: boolean): void {
    this.plays.updateMask(forceUpdate);
  }

  override get targetedAnimations(): TargetedAnimation[] {
    this.readChannels();
    return super.targetedAnimations;
  }

  override get children(): TargetedAnimation[] {
    return this.targetedAnimations;
  }

  override get blendingSpeed(): number | null {
    return super.blendingSpeed;
  }

  override set blendingSpeed(value: number | null) {
    this.readChannels();
    super.blendingSpeed = value;
  }

  override normalize(beginFrame?: number | null, endFrame?: number | null): this {
    this.readChannels();
    this._extendKeys(this.targetedAnimations, () => super.normalize(beginFrame, endFrame));
    return this;
  }

  override removeUnmaskedAnimations(): void {
    this.readChannels();
    if (this.targetedAnimations.every(({ target }) => isRetained(this, target))) {
      return;
    }
    this.player.posing.begin();
    this.player.posing.stopTargets(({ target }) => !isRetained(this, target)); // as when they are disposed
    super.removeUnmaskedAnimations();
    this.player.updateTargets();
  }

  /**
   * As for every `AnimationGroup`. A group that plays animates the target from the next frame on.
   * @throws RangeError if the group plays in the mode "compiled" and the animation cannot be compiled; Error where a target of a playing group lacks
   * the property. The group plays on without it
   */
  override addTargetedAnimation(animation: Animation, target: unknown): TargetedAnimation {
    this.readChannels();
    const targetedAnimation = this._extendKeys([{ animation }], () => super.addTargetedAnimation(animation, target));
    try {
      this.player.updateTargets();
    } catch (error) {
      this.targetedAnimations.splice(this.targetedAnimations.indexOf(targetedAnimation), 1);
      throw error;
    }
    return targetedAnimation;
  }

  override removeTargetedAnimation(animation: Animation): void {
    this.readChannels();
    super.removeTargetedAnimation(animation);
    this.player.updateTargets();
  }

  override toString(fullDetails = false): string {
    const { from, to, isStarted, speedRatio, targetedAnimations } = this;
    const details = { from, to, isStarted, speedRatio, "targetedAnimations length": targetedAnimations.length };
    const words = Object.entries({ ...details, "animatables length": this.animatableList.length }).map(
      ([name, value]) => `, ${name}: ${value}`,
    );
    return super.toString() + (fullDetails ? words.join("") : "");
  }

  /** @internal Takes channels of other groups; targeted animations are made when they are played or read. */
  adoptChannels(lists: readonly ChannelList[]): void {
    this.unreadChannels = lists;
  }

  /** Stops the group for good: `start()` and `play()` do nothing from then on, not even in observers of the end. */
  override dispose(): void {
    this.player.dispose();
    this.unreadChannels = NONE;
    super.dispose();
    this.onEventObservable.clear();
  }

  /** @internal Warns of a start after the group was disposed; observers that are notified of its end meanwhile may try. */
  protected warnIfDisposed(): void {
    if (this.player.playhead.phase === "disposed" && this.targetedAnimations.length === 0) {
      warnOfDisposed(this);
    }
  }

  /**
   * @internal The channels for a copy of the group.
   * @param convert gives the target of the copy; undefined for the same targets
   * @param cloneAnimations whether the copy gets animations of its own
   * @param cloneKeys whether the animations of the copy get keys of their own
   */
  protected copyChannels(
    convert: ((target: unknown) => unknown) | undefined,
    cloneAnimations: boolean,
    cloneKeys: boolean,
  ): readonly ChannelList[] {
    const lists = this.unreadChannels.length > 0 ? this.unreadChannels : [listChannels(this)];
    if (!cloneAnimations && !convert) {
      return lists;
    }
    const events = new TimedEventCopies();
    const copyAnimation = (animation: Animation): Animation => {
      const clone = animation.clone(cloneKeys); // without easing and events
      clone.setEasingFunction(animation.getEasingFunction());
      animation.getEvents().forEach((event) => clone.addEvent(event));
      events.copy(animation, clone);
      return clone;
    };
    const copy = ({ animation, target }: Channel): Channel => ({
      animation: cloneAnimations ? copyAnimation(animation) : animation,
      target: convertTarget(target, convert),
    });
    const copies = lists.map((list) => ({ ...list, channels: list.channels.map(copy).filter(({ target }) => target ?? false) }));
    const count = (all: readonly ChannelList[]): number => all.reduce((sum, { channels }) => sum + channels.length, 0);
    const lost = count(lists) - count(copies);
    if (lost > 0) {
      const rule = "targetConverter: must return the target of the copy";
      logWarningOnce(`${excerpt(this.name)}: ${rule} (got none for ${lost} of ${count(lists)} channels, which the clone lacks)`);
    }
    return copies.filter(({ channels }) => channels.length > 0);
  }

  /** @internal */
  protected get framesPerSecond(): number {
    const [first] = this.unreadChannels[0]?.channels ?? super.targetedAnimations;
    return first?.animation.framePerSecond ?? 60;
  }

  /** @internal The first frame of the keys. */
  protected get firstFrame(): number {
    return this.unreadChannels.reduce((first, { firstFrame }) => Math.min(first, firstFrame), super.from);
  }

  /** @internal The last frame of the keys. */
  protected get lastFrame(): number {
    return this.unreadChannels.reduce((last, { lastFrame }) => Math.max(last, lastFrame), super.to);
  }

  /** @internal The channels of the group, without making targeted animations. */
  protected get channelsForEvents(): readonly Pick<Channel, "animation">[] {
    return this.unreadChannels.length > 0 ? this.unreadChannels.flatMap(({ channels }) => channels) : super.targetedAnimations;
  }

  /** @internal Makes the targeted animations of adopted channels. */
  protected readChannels(): void {
    const lists = this.unreadChannels;
    this.unreadChannels = NONE;
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
    this.extendsKeys = true;
    try {
      return readingBoundsOf(
        channels.map(({ animation }) => animation),
        extend,
      );
    } finally {
      this.extendsKeys = false;
    }
  }

  /** @internal */
  protected createListener(): PlayerListener {
    return {
      isObserved: () => this.isObserved(),
      onCrossing: (crossing) => this.notifyCrossing(crossing),
      areEventsObserved: () => this.onEventObservable.hasObservers(),
      onEvent: (event, direction, count, weight) => {
        if (this.onEventObservable.hasObservers()) {
          this.notify(this.onEventObservable, { group: this, event, direction, count, weight });
        }
      },
      onTargetsEnd: (targetedAnimations) => this.notifyEach(this.onAnimationEndObservable, targetedAnimations),
      onEnd: () => this.notify(this.onAnimationGroupEndObservable, this),
    };
  }

  /** @internal Whether repetitions have observers. */
  protected isObserved(): boolean {
    return this.onAnimationLoopObservable.hasObservers() || this.onAnimationGroupLoopObservable.hasObservers();
  }

  /** @internal */
  protected notifyCrossing({ kind }: Crossing): void {
    if (kind !== "finish") {
      this.notifyEach(this.onAnimationLoopObservable, this.player.posing.active.among(this.targetedAnimations));
      this.notify(this.onAnimationGroupLoopObservable, this);
    }
  }

  /** @internal */
  protected notify<T>(observable: Observable<T>, event: T): void {
    notify(this.name, observable, event);
  }

  /** @internal */
  protected notifyEach(observable: Observable<TargetedAnimation>, targetedAnimations: readonly TargetedAnimation[]): void {
    if (observable.hasObservers()) {
      [...targetedAnimations].forEach((targetedAnimation) => this.notify(observable, targetedAnimation));
    }
  }
}

const NONE: readonly ChannelList[] = [];

/** Gives a copy of a group what any group may have besides channels and what it plays. */
export function copyMembers(from: AnimationGroup, to: EvaluatedAnimationGroup): void {
  const { isAdditive, enableBlending, blendingSpeed, mask } = from;
  Object.assign(to, { isAdditive, metadata: from.metadata as unknown, mask });
  if (enableBlending !== null || blendingSpeed !== null) {
    Object.assign(to, { enableBlending, blendingSpeed }); // these make the targeted animations
  }
}

/** @throws TypeError or RangeError unless the weight is -1 or >= 0 */
export function expectWeight(weight: number): void {
  if (!(Number.isFinite(weight) && (weight >= 0 || weight === -1))) {
    throw argumentError("weight", "must be -1 or >= 0", weight, "number");
  }
}
