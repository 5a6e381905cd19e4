import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { excerpt } from "../messages/show.js";
import { AnimatableEvaluator } from "./animatableEvaluator.js";
import type { AnimatedProperty, PropertyUser } from "./animatedProperty.js";
import { ClipBinding, bind } from "./clipBinding.js";
import { CompiledEvaluator, retainedBy } from "./compiledEvaluator.js";
import type { Contestant } from "./contests.js";
import { ADDITIVE, EVALUATION_MODES, whyBabylon, type Evaluation, type EvaluationMode } from "./evaluation.js";
import { isRetained, showPose, type Evaluator, type Moment } from "./evaluator.js";
import { playableOf } from "./playable.js";
import { ClipScheduler } from "./scheduler.js";

/** What an evaluation tells its player. */
export interface EvaluationListener {
  /** Somebody stopped the animation of some targets, as is done when they are disposed; others play on. */
  onTargetsEnd(targetedAnimations: readonly TargetedAnimation[]): void;
  /** None is left. */
  onEmpty(): void;
  /** It cannot go on. */
  onFailure(error: unknown): void;
}

/** How often a group was started. */
let startCount = 0;

const COMPILED = "its animations are compiled";
const READ = "its animatables are read";
const CONTESTED = "it is mixed by weight with what is not compiled";

/** Poses the targets of a group: by compiled tracks, or by Babylon's animatables for what only they can do. */
export class ClipEvaluation implements Contestant, PropertyUser {
  private _mode: EvaluationMode = "auto";
  private _evaluator: Evaluator | null = null;
  /** Whether it was started, and the work that takes is still to be done. */
  private _isPending = false;
  /** What the animations are compiled to, or why they are not; null before anybody asked. */
  private _binding: ClipBinding | string | null = null;
  /** Why Babylon's animatables are asked, whatever could be compiled. */
  private _reason: string | null = null;
  /** Why Babylon has to evaluate the animations, as they were when the group was started or its targets changed. */
  private _special: string | null = null;
  private _wereAnimatablesRead = false;
  private _weight = -1;
  private _fade: number | null = null;
  private _isContested = false;
  /** Those that somebody stopped; the others play on. */
  private readonly _stopped = new Set<TargetedAnimation>();
  startNumber = 0;

  /** @param _animatables those that the group shows */
  constructor(
    private readonly _group: AnimationGroup,
    private readonly _animatables: Animatable[],
    private readonly _listener: EvaluationListener,
  ) {}

  get playOrder(): number {
    return this._group.playOrder;
  }

  get mode(): EvaluationMode {
    return this._mode;
  }

  /** @throws RangeError for anything else, or for `"compiled"` where the group plays and cannot be compiled */
  set mode(value: EvaluationMode) {
    if (!EVALUATION_MODES.includes(value)) {
      throw new RangeError(`evaluationMode: must be one of ${EVALUATION_MODES.join(", ")} (got ${excerpt(String(value))})`);
    }
    const before = this._mode;
    this._mode = value;
    try {
      this.update();
    } catch (error) {
      this._mode = before;
      throw error;
    }
  }

  get isRunning(): boolean {
    return this._isPending || this._evaluator !== null;
  }

  /** What runs, or would. */
  get description(): Evaluation {
    const reason = this._running ? this._reason : this._choose(this._bind());
    return reason === null ? { by: "compiled", reason: COMPILED } : { by: "babylon", reason };
  }

  /** What the animations are compiled to; why they cannot be, where they cannot. */
  get binding(): ClipBinding | string {
    return this._bind();
  }

  /** The weight that counts: that of the group, or what was set since the start, times `fade`. Setting it leaves the fade. */
  get weight(): number {
    return this._running?.weight ?? this._group.weight;
  }

  set weight(value: number) {
    this._weight = value;
    this._applyWeight();
  }

  /** How much a cross-fade leaves of the weight, 0..1; null where the clip is in none. */
  get fade(): number | null {
    return this._fade;
  }

  set fade(value: number | null) {
    this._fade = value;
    this._applyWeight();
  }

  get syncRoot(): Animatable | null {
    return this._running?.syncRoot ?? null;
  }

  set syncRoot(value: Animatable | null) {
    if (this._running) {
      this._running.syncRoot = value;
    }
  }

  get mixedProperties(): readonly AnimatedProperty[] | null {
    const isCompiled = this._reason === null || this._reason === CONTESTED;
    return this._mode === "auto" && isCompiled && this.weight !== -1 && this._binding instanceof ClipBinding
      ? this._binding.properties
      : null;
  }

  get isContested(): boolean {
    return this._isContested;
  }

  set isContested(value: boolean) {
    if (this._isContested !== value) {
      this._isContested = value;
      try {
        this.update();
      } catch (error) {
        this._listener.onFailure(error); // within a frame
      }
    }
  }

  /**
   * @param isDeferred whether the work may be left to the first frame, or to the first time that somebody looks
   * @throws Error where a target lacks the animated property, as Babylon does
   * @throws RangeError where animations have to be compiled and cannot be
   */
  start(isDeferred: boolean): void {
    this._wereAnimatablesRead = false;
    this._isContested = false;
    this._weight = this._group.weight;
    this.startNumber = ++startCount;
    this._isPending = isDeferred && this._mode === "auto";
    if (!this._isPending) {
      this._start();
    }
  }

  private _start(): void {
    const binding = this._bind();
    const reason = this._choose(binding);
    this._evaluator = this._begin(binding, reason);
    this._reason = reason;
    this._applyWeight();
  }

  private _applyWeight(): void {
    if (this._evaluator) {
      this._evaluator.weight = this._fade === null ? this._weight : (this._weight === -1 ? 1 : Math.min(this._weight, 1)) * this._fade;
    }
  }

  /**
   * @param silent whether those who wait for the end of an animatable are not to be told
   * @returns what was animated until now
   */
  stop(silent: boolean): TargetedAnimation[] {
    const [evaluator, binding] = [this._evaluator, this._binding];
    const ending = this._group.targetedAnimations.filter((each) => isRetained(this._group, each.target) && !this._stopped.has(each));
    this._stopped.clear();
    this._evaluator = null;
    this._isPending = false;
    evaluator?.dispose(silent, this._scheduler.isTicking);
    if (evaluator && binding instanceof ClipBinding) {
      binding.release(this);
    }
    return ending;
  }

  pose(at: Moment): void {
    this._running?.pose(at);
  }

  /** Writes the pose of a timestamp as it is, whatever its weight and whether or not the group plays. */
  show(timestamp: number): void {
    const binding = this._bind();
    if (binding instanceof ClipBinding && this._mode !== "babylon" && !this._group.isAdditive && this._special === null) {
      binding.show(timestamp, retainedBy(this._group, binding, this._stopped));
      return;
    }
    if (binding instanceof ClipBinding) {
      binding.remember();
    }
    showPose(this._group, timestamp, this._stopped);
  }

  restore(): void {
    this._running?.restore();
  }

  /** Gives what only some users animate, which are about to stop, the values it had before. */
  restoreFor(leaving: ReadonlySet<PropertyUser>): void {
    const [evaluator, binding] = [this._running, this._binding];
    if (evaluator && binding instanceof ClipBinding) {
      const retained = retainedBy(this._group, binding, this._stopped);
      const isLeft = ({ users }: AnimatedProperty): boolean => users.every((user) => leaving.has(user));
      binding.restore(Uint8Array.from(binding.properties, (property, i) => (isLeft(property) ? (retained?.[i] ?? 1) : 0)));
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
      const binding = this._bind();
      const reason = this._choose(binding);
      this._replace(this._begin(binding, reason), reason);
    } catch (error) {
      this._binding = before;
      throw error;
    }
    if (before instanceof ClipBinding) {
      before.release(this);
    }
  }

  /**
   * What the group asks for is about to change.
   * @param reason why only Babylon's animatables can do it; null where compiled tracks can
   * @throws RangeError where the group plays and must be evaluated by compiled tracks, which cannot
   */
  expectAllowed(reason: string | null): void {
    if (this._running) {
      this._expectAllowed(reason);
    }
  }

  /** Looks again what has to evaluate, and changes over without a jump. */
  update(): void {
    if (!this._evaluator) {
      return;
    }
    const binding = this._bind();
    const reason = this._choose(binding);
    if ((reason === null) === (this._reason === null)) {
      this._expectAllowed(reason);
      this._reason = reason;
    } else {
      this._replace(this._create(binding, reason, false), reason);
    }
    if (this._evaluator instanceof AnimatableEvaluator) {
      this._evaluator.isStandIn = this._reason === CONTESTED;
    }
  }

  /** Somebody looks at the animatables: from now on there are some. */
  readAnimatables(): void {
    if (!this._wereAnimatablesRead && this._running && this._mode === "auto") {
      this._wereAnimatablesRead = true;
      this.update();
    }
  }

  stopTarget(target: object, isMeant: (animation: Animation) => boolean): void {
    if (this._evaluator instanceof CompiledEvaluator) {
      this._endTargets(this._group.targetedAnimations.filter((each) => each.target === target && isMeant(each.animation)));
    }
  }

  private get _running(): Evaluator | null {
    if (this._isPending) {
      this._isPending = false;
      this._start();
    }
    return this._evaluator;
  }

  private get _scheduler(): ClipScheduler {
    return ClipScheduler.For(this._group.getScene());
  }

  private _bind(): ClipBinding | string {
    if (!this._evaluator || this._binding === null) {
      this._binding = bind(this._group, this._binding);
      this._special = whyBabylon(this._group);
    }
    return this._binding;
  }

  /** Why Babylon's animatables have to evaluate; null where compiled tracks can. */
  private _choose(binding: ClipBinding | string): string | null {
    if (this._mode === "babylon") {
      return 'its evaluation is "babylon"';
    }
    const reason = this._group.isAdditive ? ADDITIVE : (this._special ?? (typeof binding === "string" ? binding : null));
    if (reason !== null || this._mode === "compiled") {
      return reason;
    }
    return this._wereAnimatablesRead ? READ : this._isContested ? CONTESTED : null;
  }

  /** @throws RangeError where Babylon's animatables have to evaluate and may not */
  private _expectAllowed(reason: string | null): void {
    if (reason !== null && this._mode === "compiled") {
      throw new RangeError(`evaluationMode: must not be "compiled" for ${excerpt(this._group.name)} (${reason})`);
    }
  }

  /** Begins to animate what is bound. */
  private _begin(binding: ClipBinding | string, reason: string | null): Evaluator {
    if (!(binding instanceof ClipBinding)) {
      return this._create(binding, reason);
    }
    binding.acquire(this);
    try {
      return this._create(binding, reason);
    } catch (error) {
      binding.release(this);
      throw error;
    }
  }

  /** @param mayBlend whether animations that blend do; what goes over in mid-play goes on as it was started */
  private _create(binding: ClipBinding | string, reason: string | null, mayBlend = true): Evaluator {
    this._expectAllowed(reason);
    if (reason === null) {
      return new CompiledEvaluator(this._group, binding as ClipBinding, this._stopped, this._scheduler.mix);
    }
    const left = playableOf(this._group).filter((targetedAnimation) => !this._stopped.has(targetedAnimation));
    const create = (): Evaluator =>
      new AnimatableEvaluator(this._group, left, this._animatables, mayBlend, (targetedAnimation) => this._endTargets([targetedAnimation]));
    // Babylon keeps what it finds when it begins for the value before
    return binding instanceof ClipBinding ? binding.atRest(create) : create();
  }

  private _endTargets(targetedAnimations: readonly TargetedAnimation[]): void {
    const evaluator = this._evaluator;
    const ending = targetedAnimations.filter((targetedAnimation) => !this._stopped.has(targetedAnimation));
    if (!evaluator || ending.length === 0) {
      return;
    }
    ending.forEach((targetedAnimation) => this._stopped.add(targetedAnimation));
    evaluator.updateMask();
    this._listener.onTargetsEnd(ending);
    const all = this._binding instanceof ClipBinding ? this._binding.targetedAnimations : playableOf(this._group);
    // an observer may have stopped the clip, started it again, or changed what evaluates it
    if (this._evaluator && all.every((each) => this._stopped.has(each))) {
      this._listener.onEmpty();
    }
  }

  private _replace(evaluator: Evaluator, reason: string | null): void {
    const before = this._evaluator!;
    evaluator.weight = before.weight; // it may have been set for what runs only
    evaluator.syncRoot = before.syncRoot;
    this._evaluator = evaluator;
    this._reason = reason;
    before.dispose(true, this._scheduler.isTicking);
  }
}
