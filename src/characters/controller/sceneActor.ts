import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { logWarningOnce } from "../../scene/host/index.js";
import type { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import type { Node } from "@babylonjs/core/node.js";
import { ClipAnimationGroup, CreateClip, maskOf } from "../../scene/playing/index.js";
import { show } from "../../gltf/util/index.js";
import { makeAdditive } from "./additive.js";
import type { LayerActor, StateRun } from "./actor.js";
import { type ClipUse, ClipUses } from "./clipUses.js";
import type { LayerPlan, StatePlan } from "../../gltf/controller/index.js";
import { ClipsRun } from "./stateRun.js";

/** What controllers play: clips, and the groups that they are made of. */
const controlled = new WeakSet<AnimationGroup>();

/** What a clip was before. */
interface Borrowed {
  readonly clip: ClipAnimationGroup;
  readonly layer: number;
  readonly mask: AnimationGroup["mask"];
  readonly weight: number;
}

/** The clips of a character of a scene, while a controller plays them. */
export class SceneCharacter {
  private readonly _groups: ReadonlyMap<string, readonly AnimationGroup[]>;
  private readonly _borrowed = new Map<string, Borrowed>();
  private readonly _own: ClipAnimationGroup[] = [];
  private readonly _uses: ClipUses[] = [];
  /** The clips that layers have. */
  private readonly _taken = new Set<ClipAnimationGroup>();

  /**
   * @param names of the clips: at least one
   * @param _name of the controller
   * @throws RangeError if another controller plays one of the clips, or a clip animates nothing
   */
  constructor(
    groups: readonly AnimationGroup[],
    names: Iterable<string>,
    private readonly _name: string,
  ) {
    this._groups = new Map([...names].map((name) => [name, groups.filter((group) => group.name === name)]));
    this._groups.forEach(expectPlayable);
  }

  /** The scheduler of the clips; one of them must have been taken. */
  get scheduler(): ClipAnimationGroup["player"]["scheduler"] {
    const [{ clip }] = this._borrowed.values() as unknown as [Borrowed];
    return clip.player.scheduler;
  }

  /**
   * Takes a clip for a layer; for a further layer, a copy of it.
   * @param mask null for the clip's own
   * @param isAdditive whether the layer is added: then a copy has the differences of a clip that is not additive
   */
  take(name: string, layer: number, mask: AnimationGroupMask | null, isAdditive: boolean): ClipUses {
    const borrowed = this._borrowed.get(name) ?? this._borrow(name);
    const differs = isAdditive && !borrowed.clip.isAdditive;
    const isOriginal = !differs && !this._taken.has(borrowed.clip);
    const clip = isOriginal ? borrowed.clip : this._keep(borrowed.clip.clone(`${name} (${this._name}, layer ${layer})`));
    if (differs) {
      makeAdditive(clip);
    }
    this._taken.add(clip);
    clip.layer = layer;
    clip.mask = mask ?? borrowed.mask;
    clip.weight ||= 1; // as a fade does: a weight of 0 would never be seen
    const uses = new ClipUses(clip, (copy) => `${clip.name} (${this._name}, copy ${copy})`);
    this._uses.push(uses);
    return uses;
  }

  /** Stops the clips, and gives them back. */
  dispose(): void {
    this._uses.forEach((uses) => uses.dispose());
    for (const { clip, layer, mask, weight } of this._borrowed.values()) {
      if (!clip.player.isDisposed) {
        Object.assign(clip, { layer, mask, weight });
      }
    }
    this._own.forEach((clip) => clip.dispose());
    this._groups.forEach((groups) => groups.forEach((group) => controlled.delete(group)));
  }

  private _borrow(name: string): Borrowed {
    const groups = this._groups.get(name)!;
    groups.forEach((group) => {
      group.stop(true);
      controlled.add(group);
    });
    const clips = groups.filter((group) => group instanceof ClipAnimationGroup);
    if (clips.length > 1) {
      logWarningOnce(`${this._name}: ${clips.length} clips have the name ${show(name)}; the first is played`);
    }
    const clip = clips[0] ?? this._keep(clipOf(groups.find(isAnimating)!));
    const { layer, mask, weight } = clip;
    const borrowed = { clip, layer, mask, weight };
    this._borrowed.set(name, borrowed);
    return borrowed;
  }

  private _keep(clip: ClipAnimationGroup): ClipAnimationGroup {
    this._own.push(clip);
    return clip;
  }
}

/** @throws RangeError if a controller cannot play the groups with a name */
function expectPlayable(groups: readonly AnimationGroup[], name: string): void {
  if (groups.some((group) => controlled.has(group))) {
    throw new RangeError(`definition: must not name a clip that another controller plays (got ${show(name)})`);
  }
  if (!groups.some(isAnimating)) {
    throw new RangeError(`definition: must name clips that animate something (got ${show(name)})`);
  }
}

function isAnimating({ targetedAnimations }: AnimationGroup): boolean {
  return targetedAnimations.length > 0;
}

/** A clip of a plain group, with its range. */
function clipOf(group: AnimationGroup): ClipAnimationGroup {
  const { from, to, speedRatio, targetedAnimations } = group;
  const fps = targetedAnimations[0]!.animation.framePerSecond;
  const [start, end] = [from / fps, to / fps];
  return CreateClip(group.name, group, { start, end, speed: speedRatio, offset: speedRatio < 0 ? end - start : 0 });
}

/** Plays the states of a layer by clips of a scene. */
export class SceneLayerActor implements LayerActor {
  private readonly _uses: ReadonlyMap<string, ClipUses>;

  /** @param index of the layer: 0 for the lowest one @param nodes those that a mask may name */
  constructor(
    character: SceneCharacter,
    { states, mask: joints, isAdditive }: LayerPlan,
    index: number,
    nodes: ReadonlyMap<string, Node>,
    private readonly _values: Float64Array,
  ) {
    const find = (name: string): Node => nodes.get(name)!;
    const mask = joints && maskOf(joints.include?.map(find), joints.exclude?.map(find));
    const names = [...new Set(states.flatMap(({ clips }) => clips))];
    this._uses = new Map(names.map((name) => [name, character.take(name, index, mask, isAdditive)]));
  }

  begin(state: StatePlan, phase: number | null, late: number): StateRun {
    const { blend, repetitions } = state;
    return this._run(state, (uses) => uses.begin(repetitions, blend !== null || repetitions !== null, phase, late));
  }

  restore(state: StatePlan, saved: readonly number[]): StateRun {
    return this._run(state, (uses, i) => uses.restore(saved[i]!));
  }

  end(runs: readonly StateRun[], isSilent = false): void {
    const ended = (runs as readonly SceneStateRun[]).flatMap(({ clips }) => clips);
    const leaving = new Set(ended.flatMap(({ clip }) => clip.player.run ?? []));
    leaving.forEach((run) => run.restoreFor(leaving));
    ended.forEach((use) => use.end(isSilent));
  }

  private _run(state: StatePlan, take: (uses: ClipUses, i: number) => ClipUse): StateRun {
    const uses = state.clips.map((name, i) => take(this._uses.get(name)!, i));
    return new SceneStateRun(state, uses, this._values);
  }
}

/** The clips of a state in a scene. */
class SceneStateRun extends ClipsRun<ClipUse> {
  override get saved(): readonly number[] {
    return this.clips.map(({ copy }) => copy);
  }
}
