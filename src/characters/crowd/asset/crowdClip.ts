import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { bind, type ClipBinding, type CompiledAnimations, DescribeTarget, isRetained, overridesOf } from "../../../scene/posing/index.js";
import { excerpt, show } from "../../../gltf/util/index.js";
import { addInto, blendInto, type PoseSlot, subtractFrom, type Track } from "../../../gltf/sampling/index.js";
import {
  clamp,
  type ClipSettings,
  findClipSettingsProblem,
  resolveClipSettings,
  type ResolvedClipSettings,
  type TimedEvent,
  withSpeed,
} from "../../../gltf/timing/index.js";
import { ClipAnimationGroup, timedEventsOf } from "../../../scene/playing/index.js";
import type { ClipRootMotion } from "../../rootMotion/index.js";
import { MotionTrack, type RootMotion } from "../../rootMotion/motionTrack.js";
import { NODE_PROPERTIES, type NodeProperty, type PoseMask, type Rig } from "./rig.js";

const ROTATION: PoseSlot = { size: 4, isRotation: true };
const VECTOR: PoseSlot = { size: 3, isRotation: false };

/** A value of a sample, and its place in a pose. */
interface MovedValue {
  readonly from: number;
  readonly to: number;
  readonly kind: PoseSlot;
}

/** A clip whose poses are baked. */
export class CrowdClip {
  readonly name: string;
  /** Default settings: those of a `ClipAnimationGroup`; for a plain group, its range, looping. */
  readonly settings: ResolvedClipSettings;
  /** The first timestamp that is baked, in seconds. */
  readonly start: number;
  /** The last timestamp that is baked, in seconds. */
  readonly end: number;
  /**
   * Whether its values are added to those of other clips, or to the rest pose; as `AnimationGroup.isAdditive` of the baked group was when the
   * clip was baked.
   */
  readonly isAdditive: boolean;
  /** @internal Rows per second; the last row is exactly at `end`. */
  rowRate = 0;
  /** @internal */
  firstRow = 0;
  /** @internal */
  rowCount = 1;
  /** Units a second at speed 1, between the bounds of the settings; 0 without root motion. */
  readonly averageSpeed: number;
  /** @internal The group whose poses are baked: in place, if the clip has root motion. */
  readonly bakedGroup: AnimationGroup;
  /** @internal The motion in the space of a character's matrix; null without root motion. */
  readonly track: MotionTrack | null;
  /** @internal Where the position of the root of its root motion is in a pose; -1 for nowhere. */
  rootPlace = -1;
  /** @internal Channels that characters cannot have of their own. */
  readonly unbaked: readonly string[];
  /** Whether there are keys beyond the baked range. */
  private readonly _hasMore: readonly [before: boolean, after: boolean];
  private readonly _binding: ClipBinding & { readonly tracks: CompiledAnimations };
  private readonly _cursors: Int32Array;
  /** Where the components of the tracks go: component `_from[i]` of a sample is component `_to[i]` of a pose. */
  private _from = new Int32Array(0);
  private _to = new Int32Array(0);
  /** The same, for each value of a pose. */
  private _moved: readonly MovedValue[] = [];
  /** The values at the first timestamp, once they are needed. */
  private _firstPose: Float64Array | null = null;

  /**
   * @internal
   * @throws RangeError if the animations cannot be compiled, or the bounds of a plain group are no times
   */
  constructor(
    readonly group: AnimationGroup,
    private readonly _motion: RootMotion | null,
  ) {
    const motion = this._motion;
    this.name = group.name;
    this.bakedGroup = motion?.animationGroup ?? group;
    this.track = motion && new MotionTrack(motion, motion.characterNode.computeWorldMatrix(true));
    const binding = bind(this.bakedGroup, null);
    const { tracks } = binding;
    const { obstacle } = binding;
    if (!tracks || obstacle !== null) {
      throw new UnfitClip(group, "", `must be compilable (${obstacle})`);
    }
    this.isAdditive = this.bakedGroup.isAdditive;
    this._binding = { ...binding, tracks };
    this._cursors = tracks.trackSet.createCursors();
    const { first, last } = rangeOf(tracks);
    this.settings = settingsOf(group);
    this.start = clamp(this.settings.start, first, last);
    this.end = clamp(this.settings.end, first, last);
    this._hasMore = [this.start > first, this.end < last];
    this.averageSpeed = this.speedBetween(this.settings);
    binding.properties.remember();
    this.unbaked = binding.targetedAnimations.filter((channel) => !movesNode(channel)).map(describe);
  }

  /** Whether an animation would blend from the value before a start. */
  get isBlending(): boolean {
    return this.bakedGroup.targetedAnimations.some((channel) => overridesOf(channel).enableBlending);
  }

  /** Seconds between the bounds of the settings; without an upper bound, up to the last key. */
  get duration(): number {
    return durationOf(this.settings, this);
  }

  /** @internal The events of the animations, also those beyond the bounds, in ascending order of time. */
  get events(): readonly TimedEvent[] {
    return timedEventsOf(this.group.targetedAnimations); // animations of the group in place may be copies without events
  }

  /** @internal Units a second at speed 1, between the bounds of settings; 0 without root motion. */
  speedBetween(settings: Pick<ResolvedClipSettings, "start" | "end">): number {
    const duration = durationOf(settings, this);
    return this.track && duration > 0 ? this.track.distance(settings.start, settings.start + duration) / duration : 0;
  }

  /** @internal The tracks that move nodes of the rig. A track has several channels of the same times. */
  get tracks(): readonly Track[] {
    const { tracks } = this._binding.tracks.trackSet;
    const isMoved = (first: number, end: number): boolean => this._moved.some(({ from }) => from >= first && from < end);
    return tracks.filter(({ offset, track }) => isMoved(offset, offset + track.size)).map(({ track }) => track);
  }

  /** @internal Whether it changes the value at a place in a pose; of no place, whether it has root motion. */
  changes(place: number): boolean {
    for (let i = 0; i < this._moved.length; i++) {
      if (this._moved[i]!.to === place) {
        return true;
      }
    }
    return place < 0 && this.track !== null;
  }

  /** @internal Whether it moves a node. */
  animates(node: TransformNode): boolean {
    return this._binding.targetedAnimations.some(({ target }) => target === node);
  }

  /**
   * @internal Connects the tracks to the nodes of a rig; channels of other nodes move nothing that is drawn.
   * @returns whether the clip moves any drawn node
   */
  connect(rig: Rig): boolean {
    const from: number[] = [];
    const to: number[] = [];
    const moved: MovedValue[] = [];
    const { targetedAnimations, tracks } = this._binding;
    targetedAnimations.forEach(({ target, animation: { targetProperty } }, i) => {
      const isMoved = (NODE_PROPERTIES as readonly string[]).includes(targetProperty) && isRetained(this.bakedGroup, target);
      const node = isMoved ? rig.indexOf(target as never) : -1;
      if (node >= 0) {
        const begin = rig.offsetOf(node, targetProperty as NodeProperty);
        const kind = targetProperty === "rotationQuaternion" ? ROTATION : VECTOR;
        moved.push({ from: tracks.offsets[i]!, to: begin, kind });
        for (let component = 0; component < kind.size; component++) {
          from.push(tracks.offsets[i]! + component);
          to.push(begin + component);
        }
      }
    });
    const root = (this._motion as Partial<ClipRootMotion> | null)?.rootNode;
    const place = root ? rig.indexOf(root) : -1;
    this.rootPlace = place < 0 ? -1 : rig.offsetOf(place, "position");
    this._from = Int32Array.from(from);
    this._to = Int32Array.from(to);
    this._moved = moved;
    return from.length > 0;
  }

  /**
   * @internal Writes the values of a timestamp into a pose; an additive clip adds them. Allocates nothing.
   * @param amount 0..1; the part that an additive clip adds
   * @param mask the values to which an additive clip adds; null for all
   */
  sampleInto(timestamp: number, values: Float64Array, amount = 1, mask: PoseMask | null = null): void {
    if (this.isAdditive) {
      this.addInto(timestamp, values, amount, mask);
      return;
    }
    const { _from: from, _to: to } = this;
    const { trackSet, scratch } = this._binding.tracks;
    trackSet.sampleInto(timestamp, scratch, this._cursors);
    for (let i = 0; i < from.length; i++) {
      values[to[i]!] = scratch[from[i]!]!;
    }
  }

  /**
   * @internal Adds the values of a timestamp to a pose; if the clip is not additive, the differences to its first pose. Allocates nothing, but
   * for the first pose.
   * @param amount 0..1 @param mask the values to which is added; null for all
   */
  addInto(timestamp: number, values: Float64Array, amount: number, mask: PoseMask | null): void {
    const { _moved: moved } = this;
    const { trackSet, scratch } = this._binding.tracks;
    const reference = this.isAdditive ? null : (this._firstPose ??= this._sampleFirst());
    trackSet.sampleInto(timestamp, scratch, this._cursors);
    for (let i = 0; i < moved.length; i++) {
      const { from, to, kind } = moved[i]!;
      if (mask === null || mask[to] === 1) {
        if (reference) {
          subtractFrom(scratch, from, reference, from, kind);
        }
        addInto(values, to, scratch, from, kind, amount);
      }
    }
  }

  /** @internal Reduces the shares of the values that the clip animates by a weight, before the clip is blended in. */
  takeShares(shares: Float64Array, weight: number): void {
    for (let i = 0; i < this._moved.length; i++) {
      shares[this._moved[i]!.to]! -= weight;
    }
  }

  /**
   * @internal Blends the values of a timestamp into those of a pose. Allocates nothing.
   * @param shares of what is in the pose, at the first component of each value; the weight is added
   * @param mask the values that may change; null for all
   */
  blendInto(timestamp: number, values: Float64Array, shares: Float64Array, weight: number, mask: PoseMask | null): void {
    const { _moved: moved } = this;
    const { trackSet, scratch } = this._binding.tracks;
    trackSet.sampleInto(timestamp, scratch, this._cursors);
    for (let i = 0; i < moved.length; i++) {
      const { from, to, kind } = moved[i]!;
      if (mask === null || mask[to] === 1) {
        shares[to]! += weight;
        blendInto(values, to, scratch, from, kind, weight / shares[to]!);
      }
    }
  }

  /**
   * @internal The settings of a start.
   * @throws RangeError where they are invalid or leave the baked range
   */
  settingsFor(settings: ClipSettings): ResolvedClipSettings {
    const own = this.settings;
    const turned = settings.speed !== undefined && settings.offset === undefined ? withSpeed(own, settings.speed) : own;
    const given = Object.fromEntries(Object.entries(settings).filter(([name, value]) => name in own && value !== undefined));
    const resolved = resolveClipSettings({ ...turned, ...given });
    for (const member of ["start", "end"] as const) {
      if (!this._has(resolved[member])) {
        const { start, end } = this;
        throw new RangeError(
          `settings.${member}: must be within the baked range ${start}..${end} of ${excerpt(this.name)} (got ${show(resolved[member])}); bake a group with a longer range`,
        );
      }
    }
    return resolved;
  }

  /** @internal Whether all poses between some bounds are baked. */
  isBaked({ start, end }: Pick<ResolvedClipSettings, "start" | "end">): boolean {
    return this._has(start) && this._has(end);
  }

  private _sampleFirst(): Float64Array {
    const { trackSet, scratch } = this._binding.tracks;
    trackSet.sampleInto(this.start, scratch, this._cursors);
    return Float64Array.from(scratch);
  }

  /** Whether a bound is in the baked range, or beyond all keys. */
  private _has(bound: number): boolean {
    const [before, after] = this._hasMore;
    return !((before && bound < this.start) || (after && bound > this.end));
  }
}

/** The error for a group that a crowd cannot show. */
export class UnfitClip extends RangeError {
  readonly pointer: string;

  /** @param member the wrong member, after a slash; empty if the group is wrong as a whole */
  constructor(
    group: AnimationGroup,
    member: string,
    readonly rule: string,
  ) {
    const pointer = `clips/${excerpt(group.name)}${member}`;
    super(`${pointer}: ${rule}`);
    this.pointer = pointer;
  }
}

/** Seconds between the bounds of settings; without an upper bound, up to the last baked timestamp of a clip. */
export function durationOf({ start, end }: Pick<ResolvedClipSettings, "start" | "end">, clip: Pick<CrowdClip, "end">): number {
  return Math.max((end === Infinity ? clip.end : end) - start, 0);
}

/** @throws RangeError if the bounds of a plain group are no times */
function settingsOf(group: AnimationGroup): ResolvedClipSettings {
  if (group instanceof ClipAnimationGroup) {
    return group.settings;
  }
  const framesPerSecond = group.targetedAnimations[0]?.animation.framePerSecond ?? 60;
  const settings = { start: group.from / framesPerSecond, end: Math.max(group.to, group.from) / framesPerSecond };
  const problem = findClipSettingsProblem(settings);
  if (problem) {
    throw new UnfitClip(group, `/${problem.member}`, problem.message);
  }
  return resolveClipSettings(settings);
}

/** The times of the first and the last key. */
function rangeOf({ trackSet }: CompiledAnimations): { first: number; last: number } {
  let first = Infinity;
  let last = -Infinity;
  for (const { track } of trackSet.tracks) {
    first = Math.min(first, track.times[0]!);
    last = Math.max(last, track.times[track.times.length - 1]!);
  }
  return first <= last ? { first, last } : { first: 0, last: 0 };
}

function movesNode({ target, animation }: TargetedAnimation): boolean {
  return (NODE_PROPERTIES as readonly string[]).includes(animation.targetProperty) && animation.targetProperty in (target as object);
}

/** The JSON pointer of what a channel animates, or its property and target. */
function describe(channel: TargetedAnimation): string {
  const { pointer, property } = DescribeTarget(channel);
  const { name } = channel.target as { name?: unknown };
  return pointer ?? (typeof name === "string" ? `${property} of ${name}` : property);
}
