import type { Scene } from "@babylonjs/core/scene.js";
import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { type AnimatableRun, GroupAnimatable, mixInStep, recordWrite, type StepValue } from "../host/index.js";
import { clamp } from "../../gltf/timing/index.js";
import type { ActiveChannels } from "./activeChannels.js";
import type { ChannelBlend } from "./channelBlend.js";
import type { ClipBinding } from "./clipBinding.js";
import type { CompiledAnimations } from "./tracks/compile.js";
import type { Evaluator } from "./evaluator.js";
import type { SceneFrame } from "./posingRun.js";
import { type MixedList, PendingPose, type WeightedPose } from "./properties/mixer.js";
import type { SteadyPose } from "./steadyPoses.js";
import { holderOf } from "./properties/propertyAccess.js";
import type { PropertyList, PropertyMask } from "./properties/propertyList.js";
import type { Parts } from "./properties/valueKind.js";

/** A value of a channel for the scene's animation step, with a value for the rest of its weight. */
interface ChannelValue extends StepValue {
  readonly original: unknown;
}

/**
 * Samples compiled tracks, and writes the pose straight to the targets or, with a weight, hands the pose to the mixer. Where Babylon's animatables
 * animate the same properties, the pose waits for its turn in the scene's animation step, and Babylon mixes it.
 */
export class CompiledEvaluator implements Evaluator, WeightedPose {
  readonly by = "compiled";
  readonly pending = new PendingPose();
  silentPoses = 0;
  mask: PropertyMask = null;
  private readonly _cursors: Int32Array;
  private readonly _properties: PropertyList;
  private _mixed: MixedList | null = null;
  /** The last weighted pose, which the mixer reads. */
  private _values: Float64Array | null = null;
  private readonly _place: GroupAnimatable;
  private _isInStep = false;
  /** What is shown after the pose that waits. */
  private _after: (() => void) | null = null;
  private _stepValues: readonly ChannelValue[] | null = null;
  /** The blending of each channel, null for channels that do not blend; null if no channel blends any more. */
  private _blends: readonly (ChannelBlend | null)[] | null = null;

  /** @param _blending the blending of channels */
  constructor(
    private readonly _posing: AnimatableRun & Pick<WeightedPose, "layer">,
    private readonly _active: ActiveChannels,
    private readonly _binding: ClipBinding,
    private readonly _tracks: CompiledAnimations,
    private readonly _frame: SceneFrame,
    private readonly _blending: ReadonlyMap<TargetedAnimation, ChannelBlend> | null,
  ) {
    this._cursors = _binding.cursors;
    this._properties = _binding.properties;
    this._place = new GroupAnimatable(_posing, _frame, () => this._animate(), _binding.targetedAnimations);
    this.updateMask();
    this._beginBlending();
  }

  /** Null while a pose takes more than to be sampled and written. */
  steadyPose(watch: SteadyPose["watch"]): SteadyPose | null {
    const { _cursors: cursors, _properties: properties } = this;
    const { trackSet: tracks, layout } = this._tracks;
    const isSteady = this.weight === -1 && !this._isInStep && this.mask === null && this._blends === null;
    return isSteady ? { tracks, length: layout.length, cursors, properties, watch } : null;
  }

  get places(): readonly Animatable[] {
    return [this._place];
  }

  get isInStep(): boolean {
    return this._isInStep;
  }

  /** A pose that waits in the mixer waits for the step from now on. */
  set isInStep(value: boolean) {
    this._isInStep = value;
    if (value && this.pending.by === "mixer") {
      this._frame.mixer.remove(this);
      this._awaitStep();
    }
  }

  get weight(): number {
    const { weight } = this._posing;
    return weight === -1 ? -1 : clamp(weight, 0, 1);
  }

  get layer(): number {
    return this._posing.layer;
  }

  get isAdditive(): boolean {
    return this._posing.group.isAdditive;
  }

  get mixed(): MixedList {
    return (this._mixed ??= this._frame.mixer.valuesOf(this._properties.properties));
  }

  get offsets(): readonly number[] {
    return this._tracks.offsets;
  }

  get values(): Float64Array {
    return (this._values ??= new Float64Array(this._tracks.layout.length));
  }

  pose(timestamp: number): void {
    const { weight } = this;
    const isWeighted = weight !== -1;
    this.silentPoses = weight === 0 ? this.silentPoses + 1 : 0;
    if (this.silentPoses > 1) {
      return;
    }
    if (this._isInStep && (isWeighted || this._frame.isTicking)) {
      this.pending.queue("step", this, timestamp);
      this._awaitStep();
    } else if (isWeighted) {
      this._sample(timestamp, this.values);
      this._frame.mixer.add(this);
    } else {
      this._write(timestamp, this.mask);
    }
  }

  updateMask(): void {
    this.mask = this._active.maskOf(this._binding.targetedAnimations);
  }

  restore(): void {
    const { targetedAnimations } = this._binding;
    const restore = (): void => this._properties.writeRest(this._properties.mask((i) => !this._active.isStopped(targetedAnimations[i]!)));
    restore();
    this.showAfter(restore);
    this._blending?.forEach((blend) => (blend.factor = 0)); // as in Babylon
    this._beginBlending();
  }

  showAfter(show: () => void): void {
    this._after = show;
  }

  showWaiting(): void {
    if (this.pending.by === "step") {
      this._sampleWaiting();
    }
  }

  /** A pose that waits in the mixer, or for the step, is still shown. */
  dispose(_silent: boolean, afterStep: boolean): void {
    this._frame.mixer.keepRest(this);
    if (afterStep && this.pending.by === "step") {
      this._posing.group.getScene().onAfterAnimationsObservable.addOnce(() => this._place.remove());
    } else {
      this._place.remove();
    }
  }

  private _awaitStep(): void {
    this.pending.by = "step";
    this._place.isWaiting = true;
    this._after = null;
    this._frame.awaitTurn(this);
  }

  noteBlending(): void {
    if (this.pending.by === "step") {
      this._sampleOnce();
    }
  }

  /** Samples the pose that waits for the step; an unweighted one is written. */
  private _sampleWaiting(): void {
    const { pending, values } = this;
    this._sampleOnce();
    if (pending.weight === -1) {
      this._properties.write(values, pending.mask);
      this._after?.();
    }
  }

  private _sampleOnce(): void {
    const { pending } = this;
    if (!Number.isNaN(pending.timestamp)) {
      this._sample(pending.timestamp, this.values);
      pending.timestamp = NaN;
    }
  }

  private _sample(timestamp: number, values: Float64Array): void {
    this._tracks.trackSet.sampleInto(timestamp, values, this._cursors);
    if (this._blends) {
      this._blend(this._blends, values);
    }
  }

  private _write(timestamp: number, mask: PropertyMask): void {
    const { scratch } = this._tracks;
    this._sample(timestamp, scratch);
    this._properties.write(scratch, mask);
  }

  private _animate(): void {
    this._frame.beginTurn(this._posing.group);
    this._place.isWaiting = false;
    if (this.pending.by !== "step") {
      return;
    }
    this.pending.by = null;
    const { weight, mask, isAdditive } = this.pending;
    this._sampleWaiting();
    const scene = this._posing.group.getScene();
    this._stepValues ??= this._createStepValues();
    for (let i = 0; i < this._stepValues.length; i++) {
      if (mask === null || mask[i] === 1) {
        this._animateChannel(scene, i, weight, isAdditive);
      }
    }
  }

  private _animateChannel(scene: Scene, i: number, weight: number, isAdditive: boolean): void {
    const value = this._stepValues![i]!;
    const { target: owner, kind } = this._properties.properties[i]!;
    const holder = holderOf(value.animation.targetPropertyPath, owner);
    if (!holder || (weight === 0 && kind.isRotation)) {
      return; // Babylon leaves rotations as they are if all weights are 0, but several rotations of weight 0 before others make NaN
    }
    value.target = holder;
    const target: unknown = this._binding.targetedAnimations[i]!.target;
    value.weight = weight;
    value.isAdditive = isAdditive;
    if (weight !== -1) {
      const at = this.offsets[i]!;
      if (typeof value.currentValue === "number") {
        value.currentValue = this.values[at]!;
      } else {
        (value.currentValue as Parts).fromArray(this.values as unknown as Float32Array, at);
      }
      mixInStep(scene, value, value.original);
      (target as { markAsDirty?(property: string): void }).markAsDirty?.(value.animation.targetProperty);
    }
    recordWrite(scene, value, target);
  }

  private _createStepValues(): readonly ChannelValue[] {
    return this._properties.properties.map(({ target, kind, rest }, i) => {
      const { animation } = this._binding.targetedAnimations[i]!;
      const original = kind.create?.();
      original?.fromArray(rest! as unknown as Float32Array, 0);
      return {
        target,
        targetPath: animation.targetPropertyPath.at(-1)!,
        animation,
        currentValue: kind.create?.() ?? 0,
        weight: -1,
        isAdditive: this.isAdditive,
        original: original ?? rest![0],
        _animationState: { loopMode: Animation.ANIMATIONLOOPMODE_CYCLE },
      };
    });
  }

  private _beginBlending(): void {
    const { _blending: blending } = this;
    this._blends = blending && this._binding.targetedAnimations.map((channel) => blending.get(channel) ?? null);
  }

  private _blend(blends: readonly (ChannelBlend | null)[], values: Float64Array): void {
    const { mask, offsets } = this;
    let isOver = true;
    for (let i = 0; i < blends.length; i++) {
      const blend = blends[i]!;
      if (blend !== null && !blend.isOver) {
        isOver = false;
        if (mask === null || mask[i] === 1) {
          blend.apply(this._properties.properties[i]!, values, offsets[i]!);
        }
      }
    }
    if (isOver) {
      this._blends = null;
    }
  }
}
