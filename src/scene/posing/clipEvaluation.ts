import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { excerpt } from "../../gltf/util/index.js";
import { AdditivePreview } from "./additivePreview.js";
import { ActiveChannels } from "./activeChannels.js";
import { bind, type ClipBinding } from "./clipBinding.js";
import { chooseEvaluation, type EvaluationDescription, type EvaluationMode, expectLayer, expectMode } from "./evaluationChoice.js";
import { type EvaluationListener, EvaluationRun, type RunContext, type SceneFrame } from "./evaluationRun.js";
import { type ClipProgress, showPose } from "./evaluator.js";
import { MixtureParts } from "./mixtureParts.js";
import { playableOf } from "./playable.js";

/** Evaluates an animation group: chooses among the allowed evaluators, runs the chosen evaluator, and shows poses without playing. */
export class ClipEvaluation implements RunContext {
  /** The current run; null while the group is stopped. */
  run: EvaluationRun | null = null;
  readonly active: ActiveChannels;
  /** Changes take effect with `run.applyWeight`. */
  readonly parts = new MixtureParts();
  private _mode: EvaluationMode = "auto";
  private _layer = 0;
  /** The run, also after its end: its last pose may wait. */
  private _lastRun: EvaluationRun | null = null;
  private _binding: ClipBinding | null = null;
  private readonly _preview = new AdditivePreview();
  /** Whether code used the animatables during the last run. The next run has animatables from the beginning. */
  wereAnimatablesUsed = false;

  /**
   * @param animatables the group's list of animatables
   * @param _frameOf gives the frame of the group's scene
   */
  constructor(
    readonly group: AnimationGroup,
    readonly animatables: Animatable[],
    readonly listener: EvaluationListener,
    private readonly _frameOf: () => SceneFrame,
    readonly progress: ClipProgress,
  ) {
    this.active = new ActiveChannels(group);
  }

  get frame(): SceneFrame {
    return this._frameOf();
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
      this.run?.update();
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
    this.run?.applyLayer();
  }

  /** The current evaluator, and the reason for the choice. When stopped: the evaluator that would run. */
  get description(): EvaluationDescription {
    return { ...(this.run?.choice ?? this._choose(this.binding, this.wereAnimatablesUsed)) };
  }

  /** The binding of the run. When stopped: a current binding, since the group may have changed. */
  get binding(): ClipBinding {
    this.run?.lookAtKeys();
    return this.run?.binding ?? this.bind(true);
  }

  bind(looksAtKeys: boolean): ClipBinding {
    return (this._binding = bind(this.group, this._binding, looksAtKeys));
  }

  /**
   * The effective weight: the weight of the group, or the weight set since the start, times the factors of the parts. Setting the weight
   * does not change the parts.
   */
  get weight(): number {
    return this.run?.weight ?? this.group.weight;
  }

  set weight(value: number) {
    if (this.run) {
      this.run.weight = value;
    }
  }

  /** Begins a run; the animations are compiled by `EvaluationRun.begin`, or with the first pose. */
  start(): void {
    this._preview.end();
    this.run = new EvaluationRun(this, this.wereAnimatablesUsed);
    this._lastRun = this.run;
  }

  /**
   * @param silent whether the end of animatables is not announced
   * @returns the channels that were animated until now
   */
  stop(silent: boolean): TargetedAnimation[] {
    const { run, active } = this;
    const ending = active.among(this.group.targetedAnimations);
    active.clear();
    this.run = null;
    this.wereAnimatablesUsed = run?.wereAnimatablesUsed ?? this.wereAnimatablesUsed;
    run?.end(silent);
    return ending;
  }

  /**
   * Writes the pose of a timestamp, regardless of the weight and of whether the group plays. A stopped additive group is added to the values
   * that are there; the next start begins from these.
   */
  show(timestamp: number): void {
    this._show(timestamp);
    this._lastRun?.showAfter(() => this._show(timestamp));
  }

  private _show(timestamp: number): void {
    const { binding, active, group } = this;
    const { properties, tracks, targetedAnimations } = binding;
    const isCompiled = this._choose(binding, false).by === "compiled";
    const isPreview = group.isAdditive && !this.run;
    properties.remember();
    if (!tracks || (!isCompiled && !isPreview)) {
      showPose(active.among(playableOf(group)), timestamp);
      return;
    }
    const { scratch, trackSet } = tracks;
    if (isCompiled) {
      trackSet.sampleInto(timestamp, scratch);
    } else {
      properties.readWhile(() => showPose(targetedAnimations, timestamp), scratch);
    }
    if (isPreview) {
      this._preview.add(properties, scratch);
    }
    properties.write(scratch, active.maskOf(targetedAnimations));
  }

  /**
   * Lets Babylon go on with the run; stop the run then.
   * @param start starts animatables of Babylon's own, one for each channel, in the group's list
   */
  handOver(start: () => void): void {
    this.run?.handOver(start);
  }

  /** Ends a deferred start, before a change that takes effect at the next start. */
  beginRun(): void {
    this.run?.begin();
  }

  /** Called when code reads the animatables of the group. */
  showAnimatables(): void {
    if (this._mode === "auto") {
      this.run?.showAnimatables();
    } else {
      this.run?.hideAnimatables();
    }
  }

  choose(binding: ClipBinding, areAnimatablesUsed: boolean): EvaluationDescription {
    const choice = this._choose(binding, areAnimatablesUsed);
    if (choice.by === "babylon" && this._mode === "compiled") {
      throw new RangeError(`evaluationMode: must not be "compiled" for ${excerpt(this.group.name)} (${choice.reason})`);
    }
    return choice;
  }

  private _choose({ obstacle }: ClipBinding, areAnimatablesUsed: boolean): EvaluationDescription {
    return chooseEvaluation({ mode: this._mode, obstacle, areAnimatablesUsed });
  }
}
