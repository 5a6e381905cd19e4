import type { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { showRuntimeAnimation } from "../host/runtimeAnimation.js";
import { clamp } from "../timing/settings.js";
import type { AnimatedProperty } from "./animatedProperty.js";
import type { ClipBinding } from "./clipBinding.js";
import { isRetained, type Evaluator, type Moment } from "./evaluator.js";
import type { Contributor } from "./mixer.js";

/** Evaluates by compiled tracks, and writes straight to the targets, or has the pose mixed by its weight. */
export class CompiledEvaluator implements Evaluator, Contributor {
  syncRoot: Animatable | null = null;
  isQueued = false;
  retained: Uint8Array | null = null;
  private readonly _cursors: Int32Array;
  private readonly _hide: (() => void) | null;
  /** Those of the last pose, which wait to be mixed. */
  private _values: Float64Array | null = null;
  private _weight = -1;
  /** Whether the weight was 0 the last time: a second time, nothing is mixed in, as with Babylon's groups. */
  private _isSilent = false;

  /**
   * @param _stopped those of the group that are not to be evaluated; looked at when the mask is
   * @param _mix has a pose mixed with others, in this frame
   */
  constructor(
    private readonly _group: AnimationGroup,
    private readonly _binding: ClipBinding,
    private readonly _stopped: ReadonlySet<TargetedAnimation>,
    private readonly _mix: (contributor: Contributor) => void,
  ) {
    this.weight = _group.weight;
    this._cursors = _binding.compiled.clip.createCursors();
    const [first] = _binding.targetedAnimations;
    this._hide = first ? showRuntimeAnimation(_group, first) : null;
    this.updateMask();
  }

  get weight(): number {
    return this._weight;
  }

  set weight(value: number) {
    this._weight = value === -1 ? -1 : clamp(value, 0, 1);
  }

  get properties(): readonly AnimatedProperty[] {
    return this._binding.properties;
  }

  get offsets(): readonly number[] {
    return this._binding.compiled.offsets;
  }

  get values(): Float64Array {
    return (this._values ??= new Float64Array(this._binding.compiled.layout.length));
  }

  pose(at: Moment): void {
    const binding = this._binding;
    if (this._weight === -1) {
      const { scratch } = binding.compiled;
      binding.sample(at, scratch, this._cursors);
      binding.write(scratch, this.retained);
      return;
    }
    const wasSilent = this._isSilent;
    this._isSilent = this._weight === 0;
    if (!(wasSilent && this._isSilent)) {
      binding.sample(at, this.values, this._cursors);
      this._mix(this);
    }
  }

  updateMask(): void {
    this.retained = retainedBy(this._group, this._binding, this._stopped);
  }

  restore(): void {
    this._binding.restore(Uint8Array.from(this._binding.targetedAnimations, (each) => Number(!this._stopped.has(each))));
  }

  /** What waits to be mixed still is. */
  dispose(): void {
    this._hide?.();
  }
}

/** 1 for each property that a group's mask retains and that was not stopped, 0 for the others; null where that is all of them. */
export function retainedBy(
  group: AnimationGroup,
  { targetedAnimations }: ClipBinding,
  stopped: ReadonlySet<TargetedAnimation>,
): Uint8Array | null {
  return group.mask || stopped.size > 0
    ? Uint8Array.from(targetedAnimations, (each) => Number(isRetained(group, each.target) && !stopped.has(each)))
    : null;
}
