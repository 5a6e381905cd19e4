import type { MixturePart } from "../../posing/index.js";
import { logError } from "../../host/index.js";
import { type IsTakingPart, lerp } from "../../../gltf/blending/index.js";
import { argumentError } from "../../../gltf/util/index.js";
import type { ClipAnimationGroup } from "../groups/clipAnimationGroup.js";
import { alignPhase, frequencyOf } from "./fadeRun.js";
import { ClipScheduler, type ScheduledFade } from "../players/scheduler.js";

/** What the value of a blend is: one number, or more. */
export interface BlendParameter<Value> {
  /** @throws TypeError or RangeError if the value is invalid @returns the value, in a form that cannot be changed from outside */
  accept(value: Value): Value;
  /** Computes the weights of the clips at a value: >= 0, with sum 1, and 0 for clips that take no part. */
  weightsAt(value: Value, into: Float64Array, isTakingPart: IsTakingPart): void;
}

/** The clips that are in a blend. */
const blended = new WeakSet<ClipAnimationGroup>();

export function isBlended(clip: ClipAnimationGroup): boolean {
  return blended.has(clip);
}

/** A clip in a blend. */
class BlendedClip implements MixturePart {
  factor = 0;
  rate = 1;
  /** Whether the clip is in step with the others. */
  isInStep = false;

  constructor(readonly clip: ClipAnimationGroup) {}
}

/**
 * A blend of clips, by one parameter (made by {@link BlendByParameter}) or by two (made by {@link BlendByParameters}).
 * @experimental follows draft specifications
 */
export class ParameterBlend<Value = number> {
  private readonly _parts: readonly BlendedClip[];
  /** The weight of each part at the value. */
  private readonly _weights: Float64Array;
  private readonly _isTakingPart: IsTakingPart;
  private readonly _run: ScheduledFade;
  private _value: Value;
  private _hasStarted = false;
  private _weight = 1;
  private _isRunning = true;

  /** @internal */
  constructor(
    clips: readonly ClipAnimationGroup[],
    private readonly _parameter: BlendParameter<Value>,
    value: Value,
  ) {
    this._parts = clips.map((clip) => new BlendedClip(clip));
    this._weights = new Float64Array(clips.length);
    this._isTakingPart = (index) => this._parts[index]!.clip.isStarted || !this._hasStarted;
    for (const part of this._parts) {
      blended.add(part.clip);
      part.clip.player.posing.addPart(part);
    }
    this._value = _parameter.accept(value);
    this._run = {
      advance: () => this._advance(),
      fail: (error) => {
        logError("blend: stopped by an error", error);
        this._leave();
      },
      stop: () => this._leave(),
    };
    const lead = this._lead() ?? this._parts[0]!;
    this._show();
    this._startAll(lead.clip);
    this._scheduler.addFade(this._run);
    this._show();
  }

  /** The clips: by ascending value, or of two parameters in the order of their points. */
  get clips(): readonly ClipAnimationGroup[] {
    return this._parts.map(({ clip }) => clip);
  }

  /**
   * The parameter, from the next frame on: a number, or `[x, y]`, of which the blend keeps a copy that is read-only. At first the value of
   * the first clip. Below the lowest or above the highest value of the clips, that clip is shown alone.
   * @throws TypeError if the value is not a number, or not two finite numbers; RangeError for NaN
   */
  get value(): Value {
    return this._value;
  }

  set value(value: Value) {
    this._value = this._parameter.accept(value);
  }

  /**
   * The weight of the whole blend, 0..1, from the next frame on: lower it while the weight of another clip rises. Default 1.
   * @throws TypeError or RangeError if the weight is not within 0..1
   */
  get weight(): number {
    return this._weight;
  }

  set weight(value: number) {
    if (!(value >= 0 && value <= 1)) {
      throw argumentError("weight", "must be within 0..1", value, "number");
    }
    this._weight = value;
  }

  /** Whether the blend sets the weights of its clips: until it is stopped, or all its clips are. */
  get isRunning(): boolean {
    return this._isRunning;
  }

  /** Ends the blend, and stops its clips. */
  stop(): void {
    if (this._isRunning) {
      this._leave();
      this._parts.forEach(({ clip }) => clip.stop());
    }
  }

  private get _scheduler(): ClipScheduler {
    return ClipScheduler.For(this._parts[0]!.clip.getScene());
  }

  /** Starts the clips that are not started, in step with one of them. @throws what `start` throws; no clip is started, and the blend has ended then */
  private _startAll(lead: ClipAnimationGroup): void {
    const started: ClipAnimationGroup[] = [];
    try {
      for (const clip of this.clips) {
        if (!clip.isStarted) {
          clip.start();
          started.push(clip);
          this._scheduler.rows.skip(clip.player);
        }
        if (clip !== lead && clip.isStarted && lead.isStarted) {
          alignPhase(clip, lead);
        }
      }
    } catch (error) {
      this._leave();
      started.forEach((clip) => clip.stop());
      throw error;
    }
  }

  private _advance(): void {
    const lead = this._lead();
    if (!lead) {
      this._leave();
      return;
    }
    for (let i = 0; i < this._parts.length; i++) {
      const part = this._parts[i]!;
      if (part.clip.isStarted && !part.isInStep && part !== lead) {
        alignPhase(part.clip, lead.clip);
      }
      part.isInStep = part.clip.isStarted;
    }
    this._show();
  }

  /** The clip that gives its phase to clips that join: a clip in step, or else any clip that is started. */
  private _lead(): BlendedClip | null {
    let lead: BlendedClip | null = null;
    for (let i = 0; i < this._parts.length; i++) {
      const part = this._parts[i]!;
      if (part.clip.isStarted && (lead === null || (part.isInStep && !lead.isInStep))) {
        lead = part;
      }
    }
    return lead;
  }

  /** Sets the factors and rates of the clips. Clips that were stopped take no part. */
  private _show(): void {
    this._hasStarted = this._lead() !== null;
    this._parameter.weightsAt(this._value, this._weights, this._isTakingPart);
    const frequency = this._mixFrequencies();
    for (let i = 0; i < this._parts.length; i++) {
      const part = this._parts[i]!;
      const usual = frequencyOf(part.clip);
      part.factor = this._weights[i]! * this._weight;
      part.rate = usual === 0 ? 1 : frequency / usual;
      part.clip.player.posing.applyWeight();
    }
  }

  /** The cycles per second of the clips, mixed by their weights. */
  private _mixFrequencies(): number {
    let sum = 0;
    let mean = 0;
    for (let i = 0; i < this._parts.length; i++) {
      const weight = this._weights[i]!;
      if (weight > 0) {
        sum += weight;
        mean = lerp(mean, frequencyOf(this._parts[i]!.clip), weight / sum);
      }
    }
    return mean;
  }

  private _leave(): void {
    this._isRunning = false;
    this._scheduler.removeFade(this._run);
    for (const part of this._parts) {
      part.clip.player.posing.removePart(part);
      blended.delete(part.clip);
    }
  }
}
