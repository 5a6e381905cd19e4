import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { excerpt } from "../messages/show.js";
import type { Timestamped } from "../sampling/index.js";
import { ActiveChannels } from "./activeChannels.js";
import { AnimatableEvaluator } from "./animatableEvaluator.js";
import type { AnimatedProperty, PropertyUser } from "./animatedProperty.js";
import type { MixableClip } from "./babylonMixing.js";
import { bind, type ClipBinding } from "./clipBinding.js";
import { CompiledEvaluator } from "./compiledEvaluator.js";
import {
  ADDITIVE,
  chooseEvaluation,
  expectMode,
  type Choice,
  type Circumstances,
  type Evaluation,
  type EvaluationMode,
} from "./evaluation.js";
import { showPose } from "./evaluator.js";
import { playableOf } from "./playable.js";
import { ClipScheduler } from "./scheduler.js";

/** The callbacks of an evaluation. */
export interface EvaluationListener {
  /** Some targets were stopped individually, for example because they were disposed; the others play on. */
  onTargetsEnd(targetedAnimations: readonly TargetedAnimation[]): void;
  /** No target is left. */
  onEmpty(): void;
  /** It cannot go on. */
  onFailure(error: unknown): void;
}

/** How many clips have been started. */
let startCount = 0;

const NO_PROPERTIES: readonly AnimatedProperty[] = [];

/** Poses the targets of a group by compiled tracks, or by Babylon's animatables for what only they can do, and changes between them. */
export class ClipEvaluation implements MixableClip, PropertyUser {
  startNumber = 0;
  /** The animatable that the clip follows. */
  syncRoot: Animatable | null = null;
  private _mode: EvaluationMode = "auto";
  private _isStarted = false;
  /** Null while nothing plays, and from a deferred start to the first frame. */
  private _evaluator: CompiledEvaluator | AnimatableEvaluator | null = null;
  private _choice: Choice | null = null;
  /** Kept while the group plays; otherwise looked at again, since the group may have changed. */
  private _binding: ClipBinding | null = null;
  private _areAnimatablesRead = false;
  private _isMixedByBabylon = false;
  private _weight = -1;
  private _fade: number | null = null;
  private readonly _active: ActiveChannels;

  /** @param _animatables the group's list of them */
  constructor(
    private readonly _group: AnimationGroup,
    private readonly _animatables: Animatable[],
    private readonly _listener: EvaluationListener,
  ) {
    this._active = new ActiveChannels(_group);
  }

  get playOrder(): number {
    return this._group.playOrder;
  }

  get mode(): EvaluationMode {
    return this._mode;
  }

  /** @throws RangeError for anything else, or for `"compiled"` where the group plays and cannot be compiled */
  set mode(value: EvaluationMode) {
    expectMode(value);
    const before = this._mode;
    this._mode = value;
    try {
      this.update();
    } catch (error) {
      this._mode = before;
      throw error;
    }
  }

  /** The evaluator that runs, or would, and why. */
  get description(): Evaluation {
    const { by, reason } = this._choice ?? this._choose(this.binding);
    return { by, reason };
  }

  get binding(): ClipBinding {
    return this._evaluator && this._binding ? this._binding : (this._binding = bind(this._group, this._binding));
  }

  /** The weight that counts: that of the group, or the one set since the start, times `fade`. Setting it leaves the fade. */
  get weight(): number {
    const weight = this._isStarted ? this._weight : this._group.weight;
    return this._isStarted && this._fade !== null ? (weight === -1 ? 1 : Math.min(weight, 1)) * this._fade : weight;
  }

  set weight(value: number) {
    this._weight = value;
    this._applyWeight();
  }

  /** The share of the weight that a cross-fade leaves, 0..1; null outside of a fade. */
  get fade(): number | null {
    return this._fade;
  }

  set fade(value: number | null) {
    this._fade = value;
    this._applyWeight();
  }

  get isMixedByBabylon(): boolean {
    return this._isMixedByBabylon;
  }

  set isMixedByBabylon(value: boolean) {
    if (this._isMixedByBabylon !== value) {
      this._isMixedByBabylon = value;
      this._attempt(() => this.update());
    }
  }

  findMixedProperties(): readonly AnimatedProperty[] {
    this._attempt(() => this._begin());
    const isCompiled = this._choice?.by === "compiled" || this._choice?.cause === "mixing";
    return this._mode === "auto" && isCompiled && this.weight !== -1 ? this.binding.properties.properties : NO_PROPERTIES;
  }

  /**
   * @param isDeferred whether compiling may wait for the first frame
   * @throws Error where a target lacks the animated property, as Babylon does
   * @throws RangeError where animations have to be compiled and cannot be
   */
  start(isDeferred: boolean): void {
    this._areAnimatablesRead = false;
    this._isMixedByBabylon = false;
    this._weight = this._group.weight;
    this.startNumber = ++startCount;
    this._isStarted = true;
    if (!isDeferred || this._mode !== "auto") {
      try {
        this._begin();
      } catch (error) {
        this._isStarted = false;
        throw error;
      }
    }
  }

  /**
   * @param silent whether the end of animatables is not announced
   * @returns the channels that were animated until now
   */
  stop(silent: boolean): TargetedAnimation[] {
    const evaluator = this._evaluator;
    const ending = this._active.among(this._group.targetedAnimations);
    this._active.clear();
    this._evaluator = null;
    this._choice = null;
    this._isStarted = false;
    this.syncRoot = null;
    if (evaluator) {
      evaluator.dispose(silent, this._scheduler.isTicking);
      this._binding?.properties.release(this);
    }
    return ending;
  }

  pose(at: Timestamped): void {
    this._begin();
    this._evaluator?.pose(at);
  }

  /** Writes the pose of a timestamp, whatever its weight and whether or not the group plays. */
  show(timestamp: number): void {
    const { binding } = this;
    const { properties, tracks } = binding;
    properties.remember();
    if (tracks && this._choose(binding, ALONE).by === "compiled") {
      tracks.clip.sampleInto({ timestamp }, tracks.scratch);
      properties.write(tracks.scratch, this._active.maskOf(binding.targetedAnimations));
    } else {
      showPose(this._active.among(playableOf(this._group)), timestamp);
    }
  }

  restore(): void {
    this._evaluator?.restore();
  }

  /** Restores the targets that nothing but some users animate, which are about to stop. */
  restoreFor(leaving: ReadonlySet<PropertyUser>): void {
    if (this._evaluator) {
      const { properties, targetedAnimations } = this.binding;
      const active = this._active.maskOf(targetedAnimations);
      properties.writeRest(properties.mask(({ users }, i) => active?.[i] !== 0 && users.every((user) => leaving.has(user))));
    }
  }

  follow(root: Animatable | null): void {
    this.syncRoot = root;
    if (this._evaluator?.by === "babylon") {
      this._evaluator.follow(root);
    }
  }

  updateMask(): void {
    this._evaluator?.updateMask();
  }

  /** Takes up targeted animations that were added or removed. */
  updateTargets(): void {
    const before = this._binding;
    this._binding = null;
    if (!this._evaluator) {
      return;
    }
    try {
      const binding = (this._binding = bind(this._group, null));
      const choice = this._chooseAllowed(binding);
      this._replace(this._create(binding, choice, true), choice);
    } catch (error) {
      this._binding = before;
      throw error;
    }
    before?.properties.release(this);
  }

  /**
   * To be called before the group asks for something else.
   * @param obstacle why only Babylon's animatables can do it; null where compiled tracks can
   * @throws RangeError where the group plays and must be evaluated by compiled tracks
   */
  expectAllowed(obstacle: string | null): void {
    this._begin(); // with what the group asks for now
    if (this._evaluator && obstacle !== null) {
      this._expectAllowed(obstacle);
    }
  }

  /** Chooses again, and changes over without a jump. */
  update(): void {
    if (!this._evaluator) {
      return;
    }
    const { binding } = this;
    const choice = this._chooseAllowed(binding);
    if (choice.by === this._evaluator.by) {
      this._choice = choice;
    } else {
      this._replace(this._create(binding, choice, false), choice);
    }
    if (this._evaluator?.by === "babylon") {
      this._evaluator.isStandIn = choice.cause === "mixing";
    }
  }

  /** Somebody reads the animatables: from now on there are some. */
  readAnimatables(): void {
    if (!this._areAnimatablesRead && this._isStarted && this._mode === "auto") {
      this._areAnimatablesRead = true;
      this._begin();
      this.update();
    }
  }

  stopTarget(target: object, isMeant: (animation: Animation) => boolean): void {
    if (this._evaluator?.by === "compiled") {
      this._endTargets(this._group.targetedAnimations.filter((each) => each.target === target && isMeant(each.animation)));
    }
  }

  private get _scheduler(): ClipScheduler {
    return ClipScheduler.For(this._group.getScene());
  }

  /** Does what a deferred start left. */
  private _begin(): void {
    if (this._isStarted && !this._evaluator) {
      const { binding } = this;
      const choice = this._chooseAllowed(binding);
      this._use(this._create(binding, choice, true), choice);
    }
  }

  /**
   * @param isNew whether the evaluator begins; one that takes over finds the binding acquired, and does not blend once more
   * @throws Error where a target lacks the animated property, as Babylon does
   */
  private _create(binding: ClipBinding, { by }: Choice, isNew: boolean): CompiledEvaluator | AnimatableEvaluator {
    const { properties, tracks } = binding;
    if (isNew) {
      properties.acquire(this);
    }
    try {
      return by === "compiled"
        ? new CompiledEvaluator(this._group, this._active, binding, tracks!, this._scheduler.mixer)
        : properties.atRest(() => this._createAnimatables(isNew)); // Babylon takes the present value for the one at rest
    } catch (error) {
      if (isNew) {
        properties.release(this);
      }
      throw error;
    }
  }

  private _createAnimatables(mayBlend: boolean): AnimatableEvaluator {
    const left = playableOf(this._group).filter((each) => !this._active.isStopped(each));
    return new AnimatableEvaluator(this._group, left, this._animatables, mayBlend, (channel) => this._endTargets([channel]));
  }

  private _replace(evaluator: CompiledEvaluator | AnimatableEvaluator, choice: Choice): void {
    const before = this._evaluator;
    this._use(evaluator, choice);
    before?.dispose(true, this._scheduler.isTicking);
  }

  private _use(evaluator: CompiledEvaluator | AnimatableEvaluator, choice: Choice): void {
    this._evaluator = evaluator;
    this._choice = choice;
    this._applyWeight();
    if (this.syncRoot && evaluator.by === "babylon") {
      evaluator.follow(this.syncRoot);
    }
  }

  private _applyWeight(): void {
    if (this._evaluator) {
      this._evaluator.weight = this.weight;
    }
  }

  private _endTargets(targetedAnimations: readonly TargetedAnimation[]): void {
    const ending = this._evaluator ? this._active.stop(targetedAnimations) : [];
    if (ending.length === 0) {
      return;
    }
    this._evaluator?.updateMask();
    this._listener.onTargetsEnd(ending);
    // an observer may have stopped the clip, started it again, or changed its evaluation
    if (this._evaluator && this.binding.targetedAnimations.every((each) => this._active.isStopped(each))) {
      this._listener.onEmpty();
    }
  }

  private _attempt(run: () => void): void {
    try {
      run();
    } catch (error) {
      this._listener.onFailure(error);
    }
  }

  /** @throws RangeError where Babylon's animatables have to evaluate and may not */
  private _chooseAllowed(binding: ClipBinding): Choice {
    const choice = this._choose(binding);
    if (choice.by === "babylon") {
      this._expectAllowed(choice.reason);
    }
    return choice;
  }

  private _choose({ obstacle }: ClipBinding, circumstances: Partial<Circumstances> = {}): Choice {
    return chooseEvaluation({
      mode: this._mode,
      obstacle: this._group.isAdditive ? ADDITIVE : obstacle,
      areAnimatablesRead: this._areAnimatablesRead,
      isMixedByBabylon: this._isMixedByBabylon,
      ...circumstances,
    });
  }

  private _expectAllowed(reason: string): void {
    if (this._mode === "compiled") {
      throw new RangeError(`evaluationMode: must not be "compiled" for ${excerpt(this._group.name)} (${reason})`);
    }
  }
}

/** As if nothing else played. */
const ALONE: Partial<Circumstances> = { areAnimatablesRead: false, isMixedByBabylon: false };
