import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { showRuntimeAnimation } from "../host/index.js";
import { clamp } from "../timing/index.js";
import type { ActiveChannels } from "./activeChannels.js";
import type { ChannelBlend } from "./channelBlend.js";
import type { ClipBinding } from "./clipBinding.js";
import type { CompiledAnimations } from "./tracks/compile.js";
import type { Evaluator } from "./evaluator.js";
import type { MixedValue, Mixer, WeightedPose } from "./properties/mixer.js";
import type { PropertyList, PropertyMask } from "./properties/propertyList.js";

/** Samples compiled tracks, and writes the pose straight to the targets or, with a weight, hands the pose to the mixer. */
export class CompiledEvaluator implements Evaluator, WeightedPose {
  readonly by = "compiled";
  queuedWeight = -1;
  silentPoses = 0;
  mask: PropertyMask = null;
  private readonly _cursors: Int32Array;
  private readonly _properties: PropertyList;
  private readonly _hide: (() => void) | null;
  private _mixed: readonly MixedValue[] | null = null;
  /** The last weighted pose, which the mixer reads. */
  private _values: Float64Array | null = null;
  private _weight = -1;
  /** The blending of each channel, null for channels that do not blend; null if no channel blends any more. */
  private _blends: readonly (ChannelBlend | null)[] | null = null;

  /** @param _blending the blending of channels */
  constructor(
    private readonly _group: AnimationGroup,
    private readonly _active: ActiveChannels,
    private readonly _binding: ClipBinding,
    private readonly _tracks: CompiledAnimations,
    private readonly _mixer: Mixer,
    private readonly _blending: ReadonlyMap<TargetedAnimation, ChannelBlend> | null,
  ) {
    this._cursors = _tracks.trackSet.createCursors();
    this._properties = _binding.properties;
    const [first] = _binding.targetedAnimations;
    this._hide = first ? showRuntimeAnimation(_group, first) : null;
    this.updateMask();
    this._beginBlending();
  }

  get weight(): number {
    return this._weight;
  }

  set weight(value: number) {
    this._weight = value === -1 ? -1 : clamp(value, 0, 1);
  }

  get isAdditive(): boolean {
    return this._group.isAdditive;
  }

  get mixed(): readonly MixedValue[] {
    return (this._mixed ??= this._mixer.valuesOf(this._properties.properties));
  }

  get offsets(): readonly number[] {
    return this._tracks.offsets;
  }

  get values(): Float64Array {
    return (this._values ??= new Float64Array(this._tracks.layout.length));
  }

  pose(timestamp: number): void {
    const { trackSet, scratch } = this._tracks;
    if (this._weight === -1) {
      trackSet.sampleInto(timestamp, scratch, this._cursors);
      if (this._blends) {
        this._blend(this._blends, scratch);
      }
      this._properties.write(scratch, this.mask);
      return;
    }
    this.silentPoses = this._weight === 0 ? this.silentPoses + 1 : 0;
    if (this.silentPoses < 2) {
      trackSet.sampleInto(timestamp, this.values, this._cursors);
      if (this._blends) {
        this._blend(this._blends, this.values);
      }
      this._mixer.add(this);
    }
  }

  updateMask(): void {
    this.mask = this._active.maskOf(this._binding.targetedAnimations);
  }

  restore(): void {
    const { targetedAnimations } = this._binding;
    this._properties.writeRest(this._properties.mask((_, i) => !this._active.isStopped(targetedAnimations[i]!)));
    this._blending?.forEach((blend) => (blend.factor = 0)); // as in Babylon
    this._beginBlending();
  }

  /** Removes the stand-in runtime animation. A pose in the mixer's queue is still mixed. */
  dispose(): void {
    this._hide?.();
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
