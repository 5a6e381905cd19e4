import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { type AnimationGroupOwner, groupsOf } from "../host/index.js";
import type { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import type { Node } from "@babylonjs/core/node.js";
import { ClipAnimationGroup, CreateClip, MaskBelow } from "../playback/index.js";
import { cycleFrequency, cyclePhase } from "../timing/index.js";
import { show } from "../util/index.js";
import type { LayerActor, StateRun } from "./actor.js";
import { type ClipUse, ClipUses } from "./clipUses.js";
import { amountOf, type LayerPlan, type StatePlan } from "./plan.js";

/** The clips that controllers play. */
const controlled = new WeakSet<AnimationGroup>();

/** The clips of a character of a scene, while a controller plays them. */
export class SceneCharacter {
  private readonly _groups: ReadonlyMap<string, readonly AnimationGroup[]>;
  /** What clips were before, by name. */
  private readonly _borrowed = new Map<string, { clip: ClipAnimationGroup; layer: number; mask: AnimationGroup["mask"] }>();
  private readonly _own: ClipAnimationGroup[] = [];

  /**
   * @param names of the clips: at least one
   * @param _name of the controller
   * @throws RangeError if another controller plays one of the clips
   */
  constructor(
    groups: readonly AnimationGroup[],
    names: Iterable<string>,
    private readonly _name: string,
  ) {
    this._groups = new Map([...names].map((name) => [name, groups.filter((group) => group.name === name)]));
    for (const [name, found] of this._groups) {
      if (found.some((group) => controlled.has(group))) {
        throw new RangeError(`definition: must not name a clip that another controller plays (got ${show(name)})`);
      }
    }
  }

  /** The scheduler of the clips; one of them must have been taken. */
  get scheduler(): ClipAnimationGroup["player"]["scheduler"] {
    const [{ clip }] = this._borrowed.values() as unknown as [{ clip: ClipAnimationGroup }];
    return clip.player.scheduler;
  }

  /** Takes a clip for a layer; for a further layer, a copy of it. @param mask null for the clip's own */
  take(name: string, layer: number, mask: AnimationGroupMask | null): ClipUses {
    const borrowed = this._borrowed.get(name);
    const clip = borrowed ? this._keep(borrowed.clip.clone(`${name} (${this._name}, layer ${layer})`)) : this._borrow(name);
    clip.layer = layer;
    clip.mask = mask ?? this._borrowed.get(name)!.mask;
    return new ClipUses(clip, (copy) => `${clip.name} (${this._name}, copy ${copy})`);
  }

  /** Gives the clips back. */
  dispose(): void {
    for (const { clip, layer, mask } of this._borrowed.values()) {
      controlled.delete(clip);
      if (!clip.player.isDisposed) {
        clip.layer = layer;
        clip.mask = mask;
      }
    }
    this._own.forEach((clip) => clip.dispose());
  }

  private _borrow(name: string): ClipAnimationGroup {
    const groups = this._groups.get(name)!;
    groups.forEach((group) => group.stop(true));
    const clip = groups.find((group) => group instanceof ClipAnimationGroup) ?? this._keep(clipOf(groups[0]!));
    controlled.add(clip);
    this._borrowed.set(name, { clip, layer: clip.layer, mask: clip.mask });
    return clip;
  }

  private _keep(clip: ClipAnimationGroup): ClipAnimationGroup {
    this._own.push(clip);
    return clip;
  }
}

/** A clip of a plain group, with its range. */
function clipOf(group: AnimationGroup): ClipAnimationGroup {
  const { from, to, targetedAnimations } = group;
  const fps = targetedAnimations[0]?.animation.framePerSecond ?? 60;
  return CreateClip(group.name, group, { start: from / fps, end: to / fps });
}

/** The joint of a mask: a target of the clips, or a node above one. */
export function jointOf(character: AnimationGroupOwner, name: string): Node | null {
  for (const group of groupsOf(character)) {
    for (const { target } of group.targetedAnimations) {
      for (let node = target as Node | null | undefined; node; node = node.parent) {
        if (node.name === name) {
          return node;
        }
      }
    }
  }
  return null;
}

/** Plays the states of a layer by clips of a scene. */
export class SceneLayerActor implements LayerActor {
  private readonly _uses: ReadonlyMap<string, ClipUses>;

  /** @param index of the layer: 0 for the lowest one */
  constructor(
    character: SceneCharacter,
    { states }: LayerPlan,
    index: number,
    joint: Node | null,
    private readonly _values: Float64Array,
  ) {
    const mask = joint && MaskBelow(joint, joint.name);
    const names = [...new Set(states.flatMap(({ clips }) => clips))];
    this._uses = new Map(names.map((name) => [name, character.take(name, index, mask)]));
  }

  begin(state: StatePlan): StateRun {
    return this._run(state, (uses) => uses.begin(state.repetitions));
  }

  restore(state: StatePlan, saved: readonly number[]): StateRun {
    return this._run(state, (uses, i) => uses.restore(saved[i]!));
  }

  end(runs: readonly StateRun[]): void {
    const ended = (runs as readonly SceneStateRun[]).flatMap(({ uses }) => uses);
    const leaving = new Set(ended.flatMap(({ clip }) => clip.player.run ?? []));
    leaving.forEach((run) => run.restoreFor(leaving));
    ended.forEach((use) => use.end());
  }

  dispose(): void {
    this._uses.forEach((uses) => uses.dispose());
  }

  private _run(state: StatePlan, take: (uses: ClipUses, i: number) => ClipUse): StateRun {
    const uses = state.clips.map((name, i) => take(this._uses.get(name)!, i));
    return new SceneStateRun(state, uses, this._values);
  }
}

/** The clips of a state in a scene. */
class SceneStateRun implements StateRun {
  private readonly _weights: Float64Array;

  constructor(
    private readonly _state: StatePlan,
    readonly uses: readonly ClipUse[],
    private readonly _values: Float64Array,
  ) {
    this._weights = new Float64Array(uses.length).fill(1);
  }

  get cycles(): number {
    return this.uses.length > 0 ? cyclesOf(this.uses[0]!.clip) : 0;
  }

  get saved(): readonly number[] {
    return this.uses.map(({ copy }) => copy);
  }

  show(share: number): void {
    const { uses, _state: state, _values: values, _weights: weights } = this;
    const speed = Math.max(amountOf(state.speed, values), 0);
    let frequency = 0;
    if (state.space) {
      const [x, y] = state.inputs;
      state.space.weightsAt(amountOf(x!, values), y ? amountOf(y, values) : 0, weights);
      for (let i = 0; i < uses.length; i++) {
        frequency += weights[i]! * frequencyOf(uses[i]!.clip);
      }
    }
    for (let i = 0; i < uses.length; i++) {
      const usual = state.space ? frequencyOf(uses[i]!.clip) : 0;
      uses[i]!.show(share * weights[i]!, usual === 0 ? speed : (speed * frequency) / usual);
    }
  }
}

/** Cycles per second at the clip's own speed; 0 for a clip without length. */
function frequencyOf({ duration, player }: ClipAnimationGroup): number {
  return cycleFrequency(player.activeSettings.speed, duration);
}

/** How often a clip has played, the present pass in part. */
function cyclesOf({ isFinished, completedRepetitions, duration, direction, timestamp, player }: ClipAnimationGroup): number {
  if (isFinished) {
    return completedRepetitions;
  }
  return duration > 0 ? completedRepetitions + cyclePhase(timestamp - player.activeSettings.start, duration, direction) : Infinity;
}
