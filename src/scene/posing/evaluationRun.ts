import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import type { ActiveChannels } from "./activeChannels.js";
import { type AnimatableRun, type AnimationStep, ChannelAnimatable, moveAnimatables, setBlending } from "../host/index.js";
import { AnimatableEvaluator } from "./animatableEvaluator.js";
import type { AnimatedProperty, PropertyUser } from "./properties/animatedProperty.js";
import { blendsOf, type ChannelBlend } from "./channelBlend.js";
import type { ClipBinding } from "./clipBinding.js";
import type { SteadyPose } from "./steadyPoses.js";
import { CompiledEvaluator } from "./compiledEvaluator.js";
import { type EvaluationDescription, type EvaluationMode, warnOfLayer } from "./evaluationChoice.js";
import type { ClipProgress, Evaluator } from "./evaluator.js";
import { KeyWatch } from "./tracks/keyWatch.js";
import { isReadBeside, noteReading } from "./readings.js";
import { playableOf } from "./playable.js";
import { ShownAnimatables } from "./shownAnimatables.js";
import type { MixtureParts } from "./mixtureParts.js";
import type { Mixer } from "./properties/mixer.js";
import { flushComponents } from "./properties/propertyAccess.js";

/** The callbacks of a run. */
export interface EvaluationListener {
  /** Called when targets were stopped individually, for example because they were disposed; the remaining targets play on. */
  onTargetsEnd(targetedAnimations: readonly TargetedAnimation[]): void;
  /** Called when no target is left. */
  onEmpty(): void;
  /** Called before something else than time changes the poses. */
  onDisturbed(): void;
  /** Called when the run cannot continue. */
  onFailure(error: unknown): void;
  /** Called when Babylon is to evaluate the group; null if the run drives animatables of Babylon's then. */
  readonly handOver: HandOver | null;
}

/**
 * Lets Babylon go on with a run, by `ClipEvaluation.handOver`.
 * @param isShown whether the run has shown its pose, if it has counted the present frame
 */
export type HandOver = (reason: string, isShown: boolean) => void;

/** The frame of a scene. */
export interface SceneFrame extends AnimationStep {
  readonly mixer: Mixer;
  /** Whether a frame is under way, and the scene's animation step is still to come. */
  readonly isTicking: boolean;
  /** Called in the scene's animation step when it is a group's turn. */
  beginTurn(group: AnimationGroup): void;
  /** Finds again which groups have to be posed in the scene's animation step. Without effect between frames. */
  updateSharing(): void;
  /** The first animatable of the groups that come after a group in the scene's animation step; null without one. */
  placeAfter(group: AnimationGroup): Animatable | null;
}

/** The animation group of a run, with the state of the evaluation. */
export interface RunContext {
  readonly group: AnimationGroup;
  /** The group's list of animatables. */
  readonly animatables: Animatable[];
  readonly active: ActiveChannels;
  readonly mode: EvaluationMode;
  /** The layer of the group, an integer >= 0. */
  readonly layer: number;
  readonly parts: MixtureParts;
  readonly listener: EvaluationListener;
  readonly frame: SceneFrame;
  readonly progress: ClipProgress;
  /** @param looksAtKeys as for {@link bind} */
  bind(looksAtKeys: boolean): ClipBinding;
  /** @throws RangeError if Babylon's animatables are needed but not allowed */
  choose(binding: ClipBinding, areAnimatablesUsed: boolean): EvaluationDescription;
}

/** The number of clip starts so far. */
let startCount = 0;

/** -1 for unweighted; other negative weights, and NaN, are 0, as in Babylon. */
const weightOf = (value: number): number => (value === -1 || value > 0 ? value : 0);

const NO_PROPERTIES: readonly AnimatedProperty[] = [];

/** Poses the targets of a group from a start to a stop, and changes between evaluators without a jump. */
export class EvaluationRun implements AnimatableRun, PropertyUser {
  readonly startNumber = ++startCount;
  /** Whether code has used the animatables during the run: called or changed one of them, or observed it. */
  wereAnimatablesUsed = false;
  /** Whether the run is over. */
  isOver = false;
  /** The animatables that code reads while Babylon does not evaluate the group; null until then. */
  private _shown: ShownAnimatables | null = null;
  /** The animatable that the clip follows. */
  private _syncRoot: Animatable | null = null;
  /** The current evaluator; null until a deferred start is over. */
  private _evaluator: CompiledEvaluator | AnimatableEvaluator | null = null;
  /** The places in the scene's animation step before the run has an evaluator: one for each channel. */
  private _deferred: readonly ChannelAnimatable[] = [];
  /** The evaluator that has ended: its last pose may wait. */
  private _left: Evaluator | null = null;
  private _choice: EvaluationDescription | null = null;
  private _binding: ClipBinding | null = null;
  /** The blending of the channels that blend since the start. An evaluator that takes over goes on with it. */
  private _blending: Map<TargetedAnimation, ChannelBlend> | null = null;
  /** Whether no channel is left to pose: a clip may lose all channels while playing. */
  private _isEmpty = false;
  private _isInStep = false;
  /** Whether the pose of a frame is being made. */
  private _isPosing = false;
  private _weight: number;
  private readonly _keyWatch = new KeyWatch();
  /** The channels that are to end, while their ends are held back. */
  private _held: TargetedAnimation[] | null = null;
  /** The channels that end one after the other at the moment: an observer of the first may change the group. */
  private _ending: readonly TargetedAnimation[] = [];

  /** @param _areAnimatablesUsed whether to evaluate by Babylon's animatables, as if code had used them */
  constructor(
    private readonly _context: RunContext,
    private _areAnimatablesUsed = false,
  ) {
    this._weight = weightOf(_context.group.weight);
  }

  get group(): AnimationGroup {
    return this._context.group;
  }

  get playOrder(): number {
    return this._context.group.playOrder;
  }

  /** The current binding; null until a deferred start is over. */
  get binding(): ClipBinding | null {
    return this._binding;
  }

  /** The current choice; null until a deferred start is over. */
  get choice(): EvaluationDescription | null {
    return this._choice;
  }

  /** The animatables in the scene's animation step that stand for the run. */
  get places(): readonly Animatable[] {
    return this._evaluator?.places ?? this._deferred;
  }

  get layer(): number {
    return this._context.layer;
  }

  /** The weight that was set, times the factors of the parts. Above layer 0, a group without a weight has the weight 1. */
  get weight(): number {
    const { parts, layer } = this._context;
    if (parts.isEmpty && layer === 0) {
      return this._weight;
    }
    return (this._weight === -1 ? 1 : Math.min(this._weight, 1)) * parts.factor;
  }

  /** Weight of the pose that the last frame skipped; 0 if it skipped none. */
  get skippedWeight(): number {
    const { progress, group } = this._context;
    return progress.isStale && this.weight !== -1 && !group.isAdditive ? Math.min(this.weight, 1) : 0;
  }

  /** Whether the clip shows nothing, because its weight is 0. */
  get isHidden(): boolean {
    return this.weight === 0;
  }

  set weight(value: number) {
    this._weight = weightOf(value);
    this.applyWeight();
  }

  /** Passes the weight to the evaluator, after the weight or a part has changed. */
  applyWeight(): void {
    if (this._evaluator) {
      this._evaluator.weight = this.weight;
    }
  }

  /** To be called after the layer has changed. */
  applyLayer(): void {
    this.applyWeight();
    this._warnOfLayer();
  }

  get syncRoot(): Animatable | null {
    return this._syncRoot;
  }

  set syncRoot(value: Animatable | null) {
    this._syncRoot = value;
    if (this._evaluator?.by === "babylon") {
      this._evaluator.syncWith(value);
    }
  }

  get isInStep(): boolean {
    return this._isInStep;
  }

  set isInStep(value: boolean) {
    if (value) {
      this._context.listener.onDisturbed();
    }
    this._isInStep = value;
    if (this._evaluator) {
      this._evaluator.isInStep = value;
    }
    this._warnOfLayer();
  }

  get animated(): readonly AnimatedProperty[] {
    return this._binding?.properties.properties ?? NO_PROPERTIES;
  }

  get mixedLayer(): number {
    return this._isInStep || this._choice?.by === "babylon" ? 0 : this.layer;
  }

  /** A clip that is paused or has finished is shown only in mixtures. */
  shows(property: AnimatedProperty): boolean {
    const { group, parts } = this._context;
    return !this.isHidden && (group.isPlaying || !parts.isEmpty) && (!group.mask || this.animates(property));
  }

  /** Whether the mask and the stopped targets let the run animate one of its properties. */
  animates(property: AnimatedProperty): boolean {
    const channel = this._binding?.targetedAnimations[this.animated.indexOf(property)];
    return channel !== undefined && this._context.active.isActive(channel);
  }

  fail(error: unknown): void {
    this._context.listener.onFailure(error);
  }

  stopTargets(isMeant: (channel: TargetedAnimation) => boolean): void {
    if (this._deferred.length > 0) {
      this.begin();
    }
    this._endTargets(this._context.group.targetedAnimations.filter(isMeant));
  }

  /** Takes places in the scene's animation step for a run that begins with the first frame. */
  defer(): void {
    this._deferred = this.group.targetedAnimations.map((channel) => new ChannelAnimatable(this, channel));
  }

  /** Takes the place in the scene's animation step that belongs to the `playOrder` of the group. */
  reorder(): void {
    this.places.forEach((place) => (place.playOrder = this.playOrder));
    this._context.group.getScene().sortActiveAnimatables();
  }

  /** Goes behind all others with the same `playOrder` in the scene's animation step. */
  moveToEnd(): void {
    moveAnimatables(this.group.getScene(), this.places, null);
  }

  /**
   * Compiles and binds the animations, unless the run has an evaluator already.
   * @throws Error where a target lacks the animated property, as Babylon does
   * @throws RangeError if animations have to be compiled and cannot be
   */
  begin(): void {
    if (!this._evaluator) {
      this._rebind();
    }
  }

  pose(timestamp: number): void {
    this._isPosing = true;
    try {
      this.begin();
      this._updateKeys(timestamp);
    } finally {
      this._isPosing = false;
    }
    if (!this._isEmpty) {
      this._evaluator?.pose(timestamp);
    }
  }

  /** What shows the poses while nothing but time changes them; null if they take more than that. */
  get steadyPose(): SteadyPose | null {
    const { _evaluator: evaluator, _binding: binding } = this;
    if (evaluator?.by !== "compiled" || this._keyWatch.expectsEdits) {
      return null;
    }
    const { tracks, targetedAnimations } = binding!;
    const watch = tracks!.editable.length > 0 ? () => this._keyWatch.findsReplacedKeys(tracks!, targetedAnimations) : null;
    return evaluator.steadyPose(watch);
  }

  /**
   * Lets Babylon go on with the run. The caller ends it.
   * @param start starts animatables of Babylon's own, one for each channel, in the group's list
   */
  handOver(start: () => void): void {
    const { _binding: binding, _syncRoot: root } = this;
    const { active, animatables, group } = this._context;
    if (!binding) {
      this._replaceShown(start);
      return;
    }
    this._replaceShown(() => binding.properties.atRest(start)); // Babylon takes the present value for the one at rest
    const started = [...animatables];
    group.targetedAnimations.forEach((channel, i) => {
      const animatable = started[i]!;
      setBlending(animatable, this._blending?.get(channel)?.state ?? null);
      if (root) {
        animatable.syncWith(root);
      }
      if (active.isStopped(channel)) {
        animatables.splice(animatables.indexOf(animatable), 1);
        animatable.stop(undefined, undefined, false, true);
      }
    });
    moveAnimatables(group.getScene(), animatables, this.places[0] ?? null);
  }

  restore(): void {
    this._evaluator?.restore();
    this._writeRest((channel) => this._ending.includes(channel) && !this._context.active.isStopped(channel)); // their animatables are stopped already
  }

  /**
   * Leaves each target to what lies below the leaving users, unless others in their layer show it.
   * @param leaving users that are about to stop
   */
  restoreFor(leaving: ReadonlySet<PropertyUser>): void {
    const { active, frame } = this._context;
    this._binding?.properties.properties.forEach((property, i) => {
      if (active.isActive(this._binding!.targetedAnimations[i]!)) {
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

  /** Returns the properties of some channels to the values at rest. */
  private _writeRest(has: (channel: TargetedAnimation, property: AnimatedProperty) => boolean): void {
    if (this._binding) {
      const { properties, targetedAnimations } = this._binding;
      properties.writeRest(properties.mask((property, i) => has(targetedAnimations[i]!, property)));
    }
  }

  updateMask(): void {
    this._evaluator?.updateMask();
  }

  /** Binds again, after targeted animations were added or removed. */
  updateTargets(): void {
    if (this._evaluator) {
      this._rebind();
    }
  }

  /** Chooses the evaluator again. */
  update(): void {
    const { _evaluator: evaluator, _binding: binding } = this;
    if (evaluator && binding) {
      const choice = this._choose(binding);
      if (this._handsOver(choice)) {
        return;
      }
      this._use(choice.by === evaluator.by ? evaluator : this._create(binding, choice, false), choice);
    }
  }

  /** Called when code reads the animatables: those that are only shown are in the group's list from then on. */
  showAnimatables(): void {
    if (this._evaluator?.by === "babylon") {
      this.useAnimatables(); // so that the next run has them as well: nothing tells what is done with them
    } else if (!this._shown) {
      this._shown = new ShownAnimatables(this, this._context);
      this._listShown();
    }
  }

  /** Called when code uses animatables: the group has animatables of Babylon's from then on. */
  useAnimatables(): void {
    const { group, animatables, listener } = this._context;
    this.wereAnimatablesUsed = true;
    if (!this._areAnimatablesUsed) {
      this._areAnimatablesUsed = true;
      listener.onDisturbed();
      this.begin();
      this.update();
    }
    noteReading(group.targetedAnimations, animatables);
  }

  /** Lists the animatables of the channels that are left. */
  private _listShown(): void {
    const { active, group } = this._context;
    const { targetedAnimations } = this._binding ?? group;
    this._shown?.list(targetedAnimations.filter((each) => !active.isStopped(each)));
  }

  /** Runs a function that adds Babylon's own animatables to the group's list, for those that only show the channels. */
  private _replaceShown<T>(start: () => T): T {
    const { _shown: shown } = this;
    this.hideAnimatables();
    const started = start();
    shown?.replace();
    return started;
  }

  /** Takes the animatables that are only shown out of the list. */
  hideAnimatables(): void {
    this._shown?.list([]);
    this._shown = null;
  }

  holdStops(target: object, isMeant: (animation: Animation) => boolean): void {
    this._held = this._compiledChannelsOf(target, isMeant);
  }

  stopTarget(target: object, isMeant: (animation: Animation) => boolean): void {
    const stopped = this._held ?? this._compiledChannelsOf(target, isMeant);
    this._held = null;
    const before = this._ending; // an observer may stop another target meanwhile
    this._ending = [...before, ...stopped];
    stopped.forEach((each) => this._endTargets([each])); // one by one, as Babylon: observers see the others still animated
    this._ending = before;
  }

  /** The channels of a target; none if Babylon stops their animatables. */
  private _compiledChannelsOf(target: object, isMeant: (animation: Animation) => boolean): TargetedAnimation[] {
    const { targetedAnimations } = this._context.group;
    const isCompiled = this._evaluator?.by === "compiled";
    return isCompiled ? targetedAnimations.filter((each) => each.target === target && isMeant(each.animation)) : [];
  }

  /** As {@link Evaluator.showAfter}; also after the end. */
  showAfter(show: () => void): void {
    (this._evaluator ?? this._left)?.showAfter(show);
  }

  /** @param silent whether the end of animatables is not announced */
  end(silent: boolean): void {
    this.isOver = true;
    this.hideAnimatables();
    this._endDeferral();
    this._evaluator?.dispose(silent, this._context.frame.isTicking);
    this._left = this._evaluator;
    this._evaluator = null;
    this._binding?.properties.release(this);
    this._binding = null;
  }

  /** Compiles keys again that the application has replaced, or edited in place before the start. */
  private _updateKeys(timestamp: number): void {
    const { _binding: binding, _evaluator: evaluator } = this;
    if (
      evaluator?.by === "compiled" &&
      binding?.tracks &&
      this._keyWatch.findsNewKeys(binding.tracks, binding.targetedAnimations, timestamp)
    ) {
      this._rebind();
    }
  }

  /** Looks at all keys that were not looked at since the start, as before poses of any timestamp. */
  lookAtKeys(): void {
    if (this._keyWatch.findsEdits()) {
      this._rebind();
    }
  }

  /** Where Babylon mixes the group, its layer has no effect. */
  private _warnOfLayer(): void {
    const { group, layer, choice } = this;
    const shared = this.isInStep && "it plays beside Babylon's animatables";
    warnOfLayer(group, layer, choice?.by === "babylon" ? choice.reason : shared);
  }

  private _handsOver({ by, reason }: EvaluationDescription): boolean {
    const { handOver } = this._context.listener;
    if (by === "compiled" || !handOver) {
      return false;
    }
    handOver(reason, !this._isPosing);
    return true;
  }

  private _choose(binding: ClipBinding): EvaluationDescription {
    return this._context.choose(binding, this._areAnimatablesUsed);
  }

  private _rebind(): void {
    const before = this._binding;
    const binding = this._context.bind(before !== null);
    this._keyWatch.expectEdits(before ? null : binding.tracks);
    if (!before) {
      this._blending = blendsOf(this._context.group.targetedAnimations);
      this._areAnimatablesUsed ||= isReadBeside(binding.targetedAnimations);
    }
    const choice = this._choose(binding);
    if (this._handsOver(choice)) {
      return;
    }
    binding.properties.acquire(this);
    try {
      const evaluator = this._create(binding, choice, true);
      this._binding = binding;
      this._isEmpty = binding.targetedAnimations.length === 0;
      this._use(evaluator, choice);
    } catch (error) {
      binding.properties.release(this);
      throw error;
    }
    before?.properties.release(this);
  }

  /**
   * @param isNew whether the evaluator begins. Otherwise it takes over
   * @throws Error where a target lacks the animated property, as Babylon does
   */
  private _create(binding: ClipBinding, { by }: EvaluationDescription, isNew: boolean): CompiledEvaluator | AnimatableEvaluator {
    const { group, active, animatables, progress } = this._context;
    const { _blending: blending } = this;
    if (this._evaluator?.by === "babylon") {
      this._evaluator.noteBlending();
    }
    if (by === "compiled") {
      return new CompiledEvaluator(this, active, binding, binding.tracks!, this._context.frame, blending);
    }
    const left = playableOf(group).filter((each) => !active.isStopped(each) && !this._ending.includes(each) && !this._held?.includes(each));
    const onStopped = (channel: TargetedAnimation): void => (this._held ? void this._held.push(channel) : this._endTargets([channel]));
    const create = (): AnimatableEvaluator =>
      new AnimatableEvaluator(group, left, animatables, progress, this._context.frame, isNew, blending, onStopped);
    return this._replaceShown(() => binding.properties.atRest(create)); // Babylon takes the present value for the one at rest
  }

  private _use(evaluator: CompiledEvaluator | AnimatableEvaluator, choice: EvaluationDescription): void {
    const [place] = this.places;
    const before = this._evaluator;
    this._evaluator = evaluator;
    this._choice = choice;
    this._listShown();
    this.isInStep = this._isInStep;
    if (evaluator !== before) {
      evaluator.silentPoses = before?.silentPoses ?? 0;
      this.applyWeight();
      this.syncRoot = this._syncRoot;
      if (before || place) {
        // where all its animatables have been stopped, the run has no place any more
        moveAnimatables(this.group.getScene(), evaluator.places, place ?? this._context.frame.placeAfter(this.group));
      }
      before?.dispose(true, this._context.frame.isTicking);
      this._endDeferral();
      this._context.frame.updateSharing();
    }
  }

  private _endDeferral(): void {
    this._deferred.forEach((place) => place.remove());
    this._deferred = [];
  }

  /** Leaves properties to others: what these find there is the value at rest. */
  private _release(channels: readonly TargetedAnimation[]): void {
    const { targetedAnimations, properties } = this._binding!;
    channels.forEach((each) => properties.properties[targetedAnimations.indexOf(each)]?.release(this));
  }

  private _endTargets(targetedAnimations: readonly TargetedAnimation[]): void {
    const { active, listener } = this._context;
    const ending = this._evaluator ? active.stop(targetedAnimations) : [];
    if (ending.length === 0) {
      return;
    }
    listener.onDisturbed();
    this._release(ending);
    this._listShown();
    this._evaluator?.updateMask();
    listener.onTargetsEnd(ending);
    // an observer may have stopped the clip
    if (this._binding && active.among(this._binding.targetedAnimations).length === 0) {
      listener.onEmpty();
    }
  }
}
