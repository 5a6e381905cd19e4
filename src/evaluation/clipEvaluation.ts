import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { excerpt } from "../util/index.js";
import { ActiveChannels } from "./activeChannels.js";
import { bind, type ClipBinding } from "./clipBinding.js";
import {
  ADDITIVE,
  type Choice,
  chooseEvaluation,
  type Circumstances,
  type EvaluationDescription,
  type EvaluationMode,
  expectMode,
} from "./evaluationChoice.js";
import { type EvaluationListener, EvaluationRun, type FadePart, type RunContext, type SceneFrame } from "./evaluationRun.js";
import { showPose } from "./evaluator.js";
import { playableOf } from "./playable.js";

/** The circumstances of a clip that plays alone. */
const ALONE = { areAnimatablesRead: false, isMixedByBabylon: false };

/** Evaluates a group: its allowed evaluators, the current one, and poses that are shown without playing. */
export class ClipEvaluation implements RunContext {
  /** Null while nothing plays. */
  run: EvaluationRun | null = null;
  readonly active: ActiveChannels;
  private _mode: EvaluationMode = "auto";
  private _fade: FadePart | null = null;
  private _binding: ClipBinding | null = null;

  /**
   * @param animatables the group's list of them
   * @param _frameOf gives the frame of the group's scene
   */
  constructor(
    readonly group: AnimationGroup,
    readonly animatables: Animatable[],
    readonly listener: EvaluationListener,
    private readonly _frameOf: () => SceneFrame,
  ) {
    this.active = new ActiveChannels(group);
  }

  get frame(): SceneFrame {
    return this._frameOf();
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
      this.run?.update();
    } catch (error) {
      this._mode = before;
      throw error;
    }
  }

  /** The evaluator that runs, or would, and why. */
  get description(): EvaluationDescription {
    const { by, reason } = this.run?.choice ?? this._choose(this.binding, ALONE);
    return { by, reason };
  }

  /** As it runs, or would: a group may change while nothing plays. */
  get binding(): ClipBinding {
    return this.run?.binding ?? this.bind();
  }

  bind(): ClipBinding {
    return (this._binding = bind(this.group, this._binding));
  }

  /** The effective weight: that of the group, or the one set since the start, times the fade. Setting it leaves the fade. */
  get weight(): number {
    return this.run?.weight ?? this.group.weight;
  }

  set weight(value: number) {
    if (this.run) {
      this.run.weight = value;
    }
  }

  get fade(): FadePart | null {
    return this._fade;
  }

  set fade(value: FadePart | null) {
    this._fade = value;
    this.run?.applyWeight();
  }

  /**
   * @param isDeferred whether compiling may wait for the first frame
   * @throws Error where a target lacks the animated property, as Babylon does
   * @throws RangeError where animations have to be compiled and cannot be
   */
  start(isDeferred: boolean): void {
    const run = new EvaluationRun(this);
    if (!isDeferred || this._mode !== "auto") {
      run.begin();
    }
    this.run = run;
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
    run?.end(silent);
    return ending;
  }

  /** Writes the pose of a timestamp, whatever its weight and whether or not the group plays. */
  show(timestamp: number): void {
    const { binding } = this;
    const { properties, tracks, targetedAnimations } = binding;
    properties.remember();
    if (tracks && this._choose(binding, ALONE).by === "compiled") {
      tracks.clip.sampleInto(timestamp, tracks.scratch);
      properties.write(tracks.scratch, this.active.maskOf(targetedAnimations));
    } else {
      showPose(this.active.among(playableOf(this.group)), timestamp);
    }
  }

  /**
   * To be called before the group asks for something else.
   * @param obstacle why only Babylon's animatables can do it; null where compiled tracks can
   * @throws RangeError where the group plays and must be evaluated by compiled tracks
   */
  expectAllowed(obstacle: string | null): void {
    this.run?.begin(); // with the requests of now
    if (this.run && obstacle !== null) {
      this._expectAllowed(obstacle);
    }
  }

  /** Somebody reads the animatables: while the group plays, there are some from now on. */
  readAnimatables(): void {
    if (this._mode === "auto") {
      this.run?.readAnimatables();
    }
  }

  choose(binding: ClipBinding, circumstances: Pick<Circumstances, keyof typeof ALONE>): Choice {
    const choice = this._choose(binding, circumstances);
    if (choice.by === "babylon") {
      this._expectAllowed(choice.reason);
    }
    return choice;
  }

  private _choose({ obstacle }: ClipBinding, circumstances: Pick<Circumstances, keyof typeof ALONE>): Choice {
    return chooseEvaluation({ mode: this._mode, obstacle: this.group.isAdditive ? ADDITIVE : obstacle, ...circumstances });
  }

  private _expectAllowed(reason: string): void {
    if (this._mode === "compiled") {
      throw new RangeError(`evaluationMode: must not be "compiled" for ${excerpt(this.group.name)} (${reason})`);
    }
  }
}
