import type { MixturePart } from "../../evaluation/index.js";
import { logError, warnOfUnknownMembers } from "../../host/index.js";
import { clamp, lerp } from "../../timing/index.js";
import { argumentError, excerpt, type MemberNames, show } from "../../util/index.js";
import type { ClipAnimationGroup } from "../groups/clipAnimationGroup.js";
import { expectClip } from "./crossFade.js";
import { alignPhase, frequencyOf } from "./fadeRun.js";
import { ClipScheduler, type ScheduledFade } from "../playing/scheduler.js";

/** A clip of a blend, and the value of the parameter at which the clip is shown alone. */
export interface BlendPoint {
  readonly clip: ClipAnimationGroup;
  /** Finite; for example the average speed of a walk. */
  readonly at: number;
}

/**
 * Blends clips by one parameter, such as walking and running by speed. At the value of a clip, the clip is shown alone; between two clips,
 * their weights change linearly. All clips stay at the same phase of their cycles, so that feet stay in step; the cycles per second are mixed
 * by the same weights. The clips should be related cycles that begin with the same foot. Clips that are not started are started; a clip that
 * plays gives its phase to the others.
 *
 * The `weight` of the clips, and cross-fades of single clips, multiply with the weights of the blend. A clip without a share reports no events.
 * @param points clips of one scene, at least one, with different values in any order
 * @throws TypeError or RangeError if a point is invalid, or a clip has no length, is disposed, or is in another blend
 * @example
 * const pace = BlendByParameter([{ clip: walk, at: 1.4 }, { clip: run, at: 4 }]);
 * pace.value = 2.7; // both by half
 * @experimental follows draft specifications
 */
export function BlendByParameter(points: readonly BlendPoint[]): ParameterBlend {
  const given: unknown = points;
  if (!Array.isArray(given) || given.length === 0) {
    throw new TypeError(`points: must be an array of at least one point (got ${show(points)})`);
  }
  points.forEach((point, i) => expectPoint(`points/${i}`, point, points.slice(0, i)));
  return new ParameterBlend([...points].sort((a, b) => a.at - b.at));
}

/** The clips that are in a blend. */
const blended = new WeakSet<ClipAnimationGroup>();

/** A clip in a blend. */
class BlendedClip implements MixturePart {
  factor = 0;
  rate = 1;
  /** Whether the clip is in step with the others. */
  isInStep = false;

  constructor(
    readonly clip: ClipAnimationGroup,
    readonly at: number,
  ) {}
}

/**
 * A blend of clips by one parameter, made by {@link BlendByParameter}.
 * @experimental follows draft specifications
 */
export class ParameterBlend {
  private readonly _parts: readonly BlendedClip[];
  private readonly _run: ScheduledFade;
  private _value: number;
  private _weight = 1;
  private _isRunning = true;

  /** @internal @param points in ascending order */
  constructor(points: readonly BlendPoint[]) {
    this._parts = points.map(({ clip, at }) => new BlendedClip(clip, at));
    for (const part of this._parts) {
      blended.add(part.clip);
      part.clip.player.addPart(part);
    }
    this._value = points[0]!.at;
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
    for (const part of this._parts) {
      const { clip } = part;
      if (!clip.isStarted) {
        clip.start();
        this._scheduler.skipFrame(clip.player);
      }
      if (part !== lead && clip.isStarted && lead.clip.isStarted) {
        alignPhase(clip, lead.clip);
      }
    }
    this._scheduler.addFade(this._run);
    this._show();
  }

  /** The clips, by ascending value. */
  get clips(): readonly ClipAnimationGroup[] {
    return this._parts.map(({ clip }) => clip);
  }

  /**
   * The parameter, from the next frame on. At first the value of the first clip. Below the lowest or above the highest value of the clips,
   * that clip is shown alone.
   * @throws TypeError if the value is not a number; RangeError for NaN
   */
  get value(): number {
    return this._value;
  }

  set value(value: number) {
    if (typeof value !== "number" || Number.isNaN(value)) {
      throw argumentError("value", "must be a number", value, "number");
    }
    this._value = value;
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
    const { _parts: parts, _value: value } = this;
    const hasStarted = this._lead() !== null;
    let below: BlendedClip | null = null;
    let above: BlendedClip | null = null;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!;
      part.factor = 0;
      if (part.clip.isStarted || !hasStarted) {
        below = part.at <= value ? part : below;
        above = part.at >= value && above === null ? part : above;
      }
    }
    const low = (below ?? above)!;
    const high = (above ?? below)!;
    const share = low === high ? 1 : clamp((value - low.at) / (high.at - low.at), 0, 1);
    low.factor = (1 - share) * this._weight;
    high.factor = share * this._weight;
    const frequency = lerp(frequencyOf(low.clip), frequencyOf(high.clip), share);
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!;
      const usual = frequencyOf(part.clip);
      part.rate = usual === 0 ? 1 : frequency / usual;
      part.clip.player.applyParts();
    }
  }

  private _leave(): void {
    this._isRunning = false;
    this._scheduler.removeFade(this._run);
    for (const part of this._parts) {
      part.clip.player.removePart(part);
      blended.delete(part.clip);
    }
  }
}

const POINT_NAMES: MemberNames<BlendPoint> = { clip: true, at: true };

/** @throws TypeError or RangeError if a point is invalid */
function expectPoint(argument: string, point: BlendPoint, others: readonly BlendPoint[]): void {
  const { clip, at } = point ?? {};
  warnOfUnknownMembers("BlendByParameter", argument, point, POINT_NAMES);
  expectClip(`${argument}/clip`, clip);
  if (!Number.isFinite(at)) {
    throw argumentError(`${argument}/at`, "must be a finite number", at, "number");
  }
  if (!(clip.duration > 0)) {
    throw new RangeError(`${argument}/clip: must have a length > 0 (got ${clip.duration} for ${excerpt(clip.name)})`);
  }
  if (others.some((other) => other.at === at)) {
    throw new RangeError(`${argument}/at: must differ from the values of the other points (got ${at})`);
  }
  if (others.some((other) => other.clip === clip || other.clip.getScene() !== clip.getScene())) {
    throw new RangeError(`${argument}/clip: must be another clip of the same scene (got ${excerpt(clip.name)})`);
  }
  if (blended.has(clip)) {
    throw new RangeError(`${argument}/clip: must not be in another blend (got ${excerpt(clip.name)})`);
  }
}
