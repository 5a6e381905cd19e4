import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { type AnimatableRun, ChannelAnimatable, moveAnimatables } from "../host/index.js";
import { ActiveChannels } from "./activeChannels.js";
import { compiledChannelsOf, endChannels, endOneByOne } from "./channelEnds.js";
import { bind, type ClipBinding } from "./clipBinding.js";
import { bindRun, handOver, notCompiled, updateChoice } from "./evaluation.js";
import { chooseEvaluation, type EvaluationDescription, type EvaluationMode, expectMode } from "./evaluationChoice.js";
import type { Evaluator } from "./evaluator.js";
import { expectLayer, warnOfLayer } from "./layer.js";
import { factorOf, type MixturePart, rateOf } from "./mixtureParts.js";
import { createRun, endDeferral, type PosingOwner, type PosingRun, type SceneFrame, weightOf } from "./posingRun.js";
import type { AnimatedProperty, PropertyUser } from "./properties/animatedProperty.js";
import { flushComponents } from "./properties/propertyAccess.js";
import { AdditivePreview, showSinglePose } from "./singlePose.js";
import { hideShown, ShownAnimatables } from "./shownAnimatables.js";
import type { SteadyPose } from "./steadyPoses.js";
import { noteUse } from "./usedAnimatables.js";

const NONE: readonly never[] = [];

/**
 * Poses the targets of an animation group: from a start to a stop by an evaluator, which it chooses and may exchange without a jump, and in between
 * by single poses. While the group is stopped, what concerns a run has no effect.
 */
export class Posing implements AnimatableRun, PropertyUser {
  readonly active: ActiveChannels;
  /** Whether the targets still show an older pose, because a frame was skipped. */
  isStale = false;
  /** Whether code has used the animatables during the last run: called or changed one of them, or observed it. The next run has animatables from the beginning. */
  wereAnimatablesUsed = false;
  /** Null while the group is stopped. An observer may stop the group and start it again: what follows a callback looks whether the run is still this one. */
  private _run: PosingRun | null = null;
  /** The evaluator of the last run, until the next start: its last pose may wait. */
  private _lastEvaluator: Evaluator | null = null;
  private _mode: EvaluationMode = "auto";
  private _layer = 0;
  private _parts: readonly MixturePart[] = NONE;
  private _binding: ClipBinding | null = null;
  private readonly _preview = new AdditivePreview();

  /**
   * @param animatables the group's list of animatables
   * @param owner is woken by each change
   */
  constructor(
    readonly group: AnimationGroup,
    readonly animatables: Animatable[],
    readonly owner: PosingOwner,
  ) {
    this.active = new ActiveChannels(group);
  }

  get frame(): SceneFrame {
    return this.owner.scheduler;
  }

  get playOrder(): number {
    return this.group.playOrder;
  }

  /** The number of the run; 0 while the group is stopped. */
  get startNumber(): number {
    return this._run?.startNumber ?? 0;
  }

  get isStarted(): boolean {
    return this._run !== null;
  }

  get mode(): EvaluationMode {
    return this._mode;
  }

  /** @throws TypeError or RangeError for an unknown mode; RangeError for `"compiled"` if the group plays and cannot be compiled */
  set mode(value: EvaluationMode) {
    expectMode(value);
    const before = this._mode;
    this._mode = value;
    try {
      if (this._run) {
        this.owner.wake();
        updateChoice(this, this._run);
      }
    } catch (error) {
      this._mode = before;
      throw error;
    }
  }

  get layer(): number {
    return this._layer;
  }

  /** @throws TypeError or RangeError unless the layer is an integer >= 0 */
  set layer(value: number) {
    expectLayer(value);
    this._layer = value;
    if (this._run) {
      this.applyWeight();
      this._warnOfLayer();
    }
  }

  /**
   * The effective weight: the weight of the group, or the weight set since the start, times the factors of the parts. Above layer 0, a group that plays
   * without a weight has the weight 1. Setting the weight does not change the parts.
   */
  get weight(): number {
    const { _run: run, _parts: parts } = this;
    if (!run) {
      return this.group.weight;
    }
    if (parts.length === 0 && this._layer === 0) {
      return run.weight;
    }
    return (run.weight === -1 ? 1 : Math.min(run.weight, 1)) * factorOf(parts);
  }

  set weight(value: number) {
    if (this._run) {
      this._run.weight = weightOf(value);
      this.applyWeight();
    }
  }

  /** Applies the weight, after it or the factor of a part has changed. */
  applyWeight(): void {
    this.owner.wake();
    const evaluator = this._run?.evaluation?.evaluator;
    if (evaluator?.by === "babylon") {
      evaluator.weight = this.weight;
    }
  }

  /** The factor of the speed by all parts. */
  get rate(): number {
    return this.isMixed ? rateOf(this._parts) : 1;
  }

  /** Whether the group has parts in mixtures. It holds its pose then, while it is paused or finished, because others are mixed with it. */
  get isMixed(): boolean {
    return this._parts.length > 0;
  }

  /** Mixes the group with others from now on. Call `applyWeight` after a change of the part. */
  addPart(part: MixturePart): void {
    this._changeParts([...this._parts, part]);
  }

  /** Without effect if the group does not have the part. */
  removePart(part: MixturePart): void {
    this._changeParts(this._parts.filter((each) => each !== part));
  }

  private _changeParts(parts: readonly MixturePart[]): void {
    const wasMixed = this.isMixed;
    this._parts = parts;
    this.applyWeight();
    if (this.isMixed !== wasMixed) {
      this.owner.onMixed();
    }
  }

  /** Weight of the pose that the last frame skipped; 0 if it skipped none. */
  get skippedWeight(): number {
    return this.isStale && this.weight !== -1 && !this.group.isAdditive ? Math.min(this.weight, 1) : 0;
  }

  /** Whether the run shows nothing, because its weight is 0. */
  get isHidden(): boolean {
    return this._run !== null && this.weight === 0;
  }

  /** The current evaluator, and the reason for the choice. When stopped: the evaluator that would run. */
  get description(): EvaluationDescription {
    const areAnimatablesUsed = this._run?.areAnimatablesUsed ?? this.wereAnimatablesUsed;
    return { ...(this.choice ?? chooseEvaluation({ mode: this._mode, obstacle: this.binding.obstacle, areAnimatablesUsed })) };
  }

  /** @throws RangeError if a start would, because the animations have to be compiled and cannot be */
  expectStart(): void {
    const obstacle = this._mode === "compiled" ? this.bind(true).obstacle : null;
    if (obstacle !== null) {
      throw notCompiled(this.group, obstacle);
    }
  }

  /** The choice of the run; null until a deferred start is over, and when stopped. */
  get choice(): EvaluationDescription | null {
    return this._run?.evaluation?.choice ?? null;
  }

  /** The binding of the run; null until a deferred start is over, and when stopped. */
  get runBinding(): ClipBinding | null {
    return this._run?.evaluation?.binding ?? null;
  }

  /** The binding of the run, with the present keys. When stopped: a current binding, since the group may have changed. */
  get binding(): ClipBinding {
    if (this._run?.keyWatch.findsEdits()) {
      bindRun(this, this._run, true);
    }
    return this.runBinding ?? this.bind(true);
  }

  /** The animatables in the scene's animation step that stand for the run. */
  get places(): readonly Animatable[] {
    const { _run: run } = this;
    return run?.evaluation?.evaluator.places ?? run?.deferred ?? NONE;
  }

  get syncRoot(): Animatable | null {
    return this._run?.syncRoot ?? null;
  }

  set syncRoot(value: Animatable | null) {
    const { _run: run } = this;
    if (run) {
      this.owner.wake();
      run.syncRoot = value;
      if (run.evaluation?.evaluator.by === "babylon") {
        run.evaluation.evaluator.syncWith(value);
      }
    }
  }

  get isInStep(): boolean {
    return this._run?.evaluation?.evaluator.isInStep ?? false;
  }

  set isInStep(value: boolean) {
    if (value) {
      this.owner.wake();
    }
    if (this._run?.evaluation) {
      this._run.evaluation.evaluator.isInStep = value;
      this._warnOfLayer();
    }
  }

  get animated(): readonly AnimatedProperty[] {
    return this.runBinding?.properties.properties ?? NONE;
  }

  get mixedLayer(): number {
    return this.isInStep || this.choice?.by === "babylon" ? 0 : this._layer;
  }

  /** A clip that is paused or has finished is shown only in mixtures. */
  shows(property: AnimatedProperty): boolean {
    const { group } = this;
    return !this.isHidden && (group.isPlaying || this.isMixed) && (!group.mask || this.animates(property));
  }

  /** Whether the mask and the stopped targets let the run animate one of its properties. */
  animates(property: AnimatedProperty): boolean {
    const channel = this.runBinding?.targetedAnimations[this.animated.indexOf(property)];
    return channel !== undefined && this.active.isActive(channel);
  }

  fail(error: unknown): void {
    this.owner.fail(error);
  }

  /** Begins a run; the animations are compiled by `begin`, or with the first pose. */
  start(): void {
    this._preview.end();
    this._lastEvaluator = null;
    this._run = createRun(this.group.weight, this.wereAnimatablesUsed);
    this.wereAnimatablesUsed = false;
  }

  /**
   * Compiles and binds the animations, unless the run has an evaluator already.
   * @param isDeferred whether that may wait for the first pose: until then, the run has only places in the scene's animation step
   * @throws Error where a target lacks the animated property, as Babylon does
   * @throws RangeError if animations have to be compiled and cannot be
   */
  begin(isDeferred = false): void {
    const { _run: run } = this;
    if (!run || run.evaluation) {
      return;
    }
    if (isDeferred && this._mode === "auto") {
      run.deferred = this.group.targetedAnimations.map((channel) => new ChannelAnimatable(this, channel));
    } else {
      bindRun(this, run, true);
    }
  }

  pose(timestamp: number): void {
    const { _run: run } = this;
    this.isStale = false;
    if (!run) {
      return;
    }
    if (!run.evaluation) {
      bindRun(this, run, false);
    }
    if (run.evaluation?.choice.by === "compiled") {
      const { tracks, targetedAnimations } = run.evaluation.binding;
      if (run.keyWatch.findsNewKeys(tracks!, targetedAnimations, timestamp)) {
        bindRun(this, run, false); // compiles keys that the application has replaced, or edited in place before the start
      }
    }
    if (this._run === run && run.evaluation!.binding.targetedAnimations.length > 0) {
      run.evaluation!.evaluator.pose(timestamp);
    }
  }

  /** Lets groups that follow this one see the timestamp of a pose that comes later, if at all. */
  tellTime(timestamp: number): void {
    const evaluator = this._run?.evaluation?.evaluator;
    if (evaluator?.by === "babylon") {
      evaluator.tellTime(timestamp);
    }
  }

  /** Shows the pose of an unweighted group that stops or pauses after frames without poses. */
  showSkipped(): void {
    if (this.isStale) {
      this.isStale = false;
      if (this.weight === -1) {
        this.pose(this.owner.playhead.timestamp);
      }
    }
  }

  /** What shows the poses while nothing but time changes them; null if they take more than that. */
  get steadyPose(): SteadyPose | null {
    const { _run: run } = this;
    if (run?.evaluation?.evaluator.by !== "compiled" || run.keyWatch.expectsEdits) {
      return null;
    }
    const { evaluator, binding } = run.evaluation;
    const { tracks, targetedAnimations } = binding;
    const watch = tracks!.editable.length > 0 ? () => run.keyWatch.findsReplacedKeys(tracks!, targetedAnimations) : null;
    return evaluator.steadyPose(watch);
  }

  /**
   * @param silent whether the end of animatables is not announced
   * @returns the channels that were animated until now
   */
  stop(silent: boolean): TargetedAnimation[] {
    const { _run: run, active } = this;
    const ending = active.among(this.group.targetedAnimations);
    active.clear();
    this._run = null;
    this.isStale = false;
    if (run) {
      const { evaluation } = run;
      this._lastEvaluator = evaluation?.evaluator ?? null;
      hideShown(run);
      endDeferral(run);
      evaluation?.evaluator.dispose(silent, this.frame.isTicking);
      evaluation?.binding.properties.release(this);
    }
    return ending;
  }

  /** Takes the place in the scene's animation step that belongs to the `playOrder` of the group. */
  reorder(): void {
    if (this._run) {
      this.places.forEach((place) => (place.playOrder = this.playOrder));
      this.group.getScene().sortActiveAnimatables();
    }
  }

  /** Goes behind all others with the same `playOrder` in the scene's animation step. */
  moveToEnd(): void {
    moveAnimatables(this.group.getScene(), this.places, null);
  }

  /**
   * Writes the pose of a timestamp, regardless of the weight and of whether the group plays. A stopped additive group is added to the values
   * that are there; the next start begins from these.
   */
  show(timestamp: number): void {
    const show = (): void => showSinglePose(this, this._preview, timestamp);
    show();
    (this._run?.evaluation?.evaluator ?? this._lastEvaluator)?.showAfter(show);
  }

  /** Restores the values that the targets had before the run. */
  restore(): void {
    const { _run: run, active } = this;
    const evaluation = run?.evaluation;
    if (evaluation) {
      const { properties, targetedAnimations } = evaluation.binding;
      const isEnding = (channel: TargetedAnimation): boolean => run.ending.includes(channel) && !active.isStopped(channel);
      evaluation.evaluator.restore();
      properties.writeRest(properties.mask((i) => isEnding(targetedAnimations[i]!))); // their animatables are stopped already
    }
  }

  /**
   * Leaves each target to what lies below the leaving users, unless others in their layer show it.
   * @param leaving users that are about to stop
   */
  restoreFor(leaving: ReadonlySet<PropertyUser>): void {
    const { active, frame, runBinding: binding } = this;
    binding?.properties.properties.forEach((property, i) => {
      if (active.isActive(binding.targetedAnimations[i]!)) {
        const others = property.users.filter((user) => !leaving.has(user) && user.shows(property));
        if (this.mixedLayer === 0 && others.every(({ mixedLayer }) => mixedLayer > 0)) {
          frame.mixer.emptyGround(property);
        }
        if (others.length === 0) {
          frame.mixer.writeGround(property);
        }
      }
    });
    flushComponents();
  }

  updateMask(): void {
    this.owner.wake();
    this._run?.evaluation?.evaluator.updateMask();
  }

  /** Binds again, after targeted animations were added or removed. */
  updateTargets(): void {
    if (this._run?.evaluation) {
      this.owner.wake();
      bindRun(this, this._run, true);
    }
  }

  stopTargets(isMeant: (channel: TargetedAnimation) => boolean, startNumber = this.startNumber): void {
    const { _run: run } = this;
    if (run?.startNumber === startNumber) {
      if (run.deferred.length > 0) {
        this.begin();
      }
      endChannels(this, run, this.group.targetedAnimations.filter(isMeant));
    }
  }

  holdStops(target: object, isMeant: (animation: Animation) => boolean): void {
    if (this._run) {
      this._run.held = compiledChannelsOf(this, target, isMeant);
    }
  }

  stopTarget(target: object, isMeant: (animation: Animation) => boolean, startNumber: number): void {
    const { _run: run } = this;
    if (run?.startNumber === startNumber) {
      const stopped = run.held ?? compiledChannelsOf(this, target, isMeant);
      run.held = null;
      endOneByOne(this, run, stopped);
    }
  }

  /** Called when code reads the animatables of the group: those that are only shown are in the group's list from then on. */
  showAnimatables(): void {
    const { _run: run } = this;
    if (!run) {
      return;
    }
    if (this._mode !== "auto") {
      hideShown(run);
    } else if (run.evaluation?.evaluator.by === "babylon") {
      this.useAnimatables(); // so that the next run has them as well: nothing tells what is done with them
    } else if (!run.shown) {
      run.shown = new ShownAnimatables(this);
      run.shown.update();
    }
  }

  /** Called when code uses animatables: the group has animatables of Babylon's from then on. */
  useAnimatables(): void {
    const { _run: run, group, animatables } = this;
    if (!run) {
      return;
    }
    this.wereAnimatablesUsed = true;
    if (!run.areAnimatablesUsed) {
      run.areAnimatablesUsed = true;
      this.owner.wake();
      this.begin();
      updateChoice(this, run);
    }
    noteUse(group.targetedAnimations, animatables);
  }

  /** Where Babylon mixes the group, its layer has no effect. */
  private _warnOfLayer(): void {
    const { group, _layer: layer, choice } = this;
    const shared = this.isInStep && "it plays beside Babylon's animatables";
    warnOfLayer(group, layer, choice?.by === "babylon" ? choice.reason : shared);
  }

  bind(looksAtKeys: boolean): ClipBinding {
    return (this._binding = bind(this.group, this._binding, looksAtKeys));
  }

  /**
   * Lets Babylon go on with the run; stop the run then.
   * @param start starts animatables of Babylon's own, one for each channel, in the group's list
   */
  handOver(start: () => void): void {
    if (this._run) {
      handOver(this, this._run, start);
    }
  }
}
