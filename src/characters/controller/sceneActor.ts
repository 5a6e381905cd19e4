import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { logWarningOnce } from "../../scene/host/index.js";
import type { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import type { Node } from "@babylonjs/core/node.js";
import { ClipAnimationGroup, CreateClip, makeAdditive, maskOf, noteCopy } from "../../scene/playing/index.js";
import { getOrMake, show } from "../../gltf/util/index.js";
import { expectClipName } from "./clipName.js";
import { clipFor, type LayerActor, type SavedRun, type StateRun } from "./actor.js";
import { type ClipUse, ClipUses } from "./clipUses.js";
import { isWithin } from "./controllerState.js";
import { MAX_PARTS } from "./layerRun.js";
import type { LayerPlan, StatePlan } from "../../gltf/controller/index.js";
import { ClipsRun } from "./stateRun.js";

/** The most copies of a clip that a layer can need: each state has it a few times. */
const MAX_COPIES = 4 * MAX_PARTS;

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
  private readonly _groups = new Map<string, readonly AnimationGroup[]>();
  private readonly _borrowed = new Map<string, Borrowed>();
  private readonly _own: ClipAnimationGroup[] = [];
  private readonly _uses: ClipUses[] = [];
  /** The clips that layers have. */
  private readonly _taken = new Set<ClipAnimationGroup>();

  /**
   * @param _find the present groups of the character
   * @param names of the clips: at least one
   * @param _name of the controller
   * @throws RangeError if another controller plays one of the clips, or a clip animates nothing
   */
  constructor(
    private readonly _find: () => readonly AnimationGroup[],
    names: Iterable<string>,
    private readonly _name: string,
  ) {
    const groups = _find();
    for (const name of names) {
      this._groups.set(name, expectPlayable("definition", groups, name));
    }
  }

  /** Keeps a clip for the controller. @throws TypeError or RangeError unless the character has one with this name, which no other controller plays */
  reserve(name: string): void {
    if (!this._groups.has(name)) {
      const groups = this._find();
      expectClipName(
        "clip",
        name,
        groups.map((group) => String(group.name)),
      );
      const named = expectPlayable("clip", groups, name);
      named.forEach((group) => controlled.add(group));
      this._groups.set(name, named);
    }
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
    } else if (!isOriginal) {
      noteCopy(borrowed.clip, clip);
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
      if (clip.player.playhead.phase !== "disposed") {
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

/** What clips must be, by the argument that names them. */
const PLAYABLE = {
  definition: { isFree: "must not name a clip that another controller plays", animates: "must name clips that animate something" },
  clip: { isFree: "must not be one that another controller plays", animates: "must be one that animates something" },
} as const;

/** @returns the groups with a name @throws RangeError if a controller cannot play the first clip, or else the first group, among them */
function expectPlayable(argument: keyof typeof PLAYABLE, all: readonly AnimationGroup[], name: string): readonly AnimationGroup[] {
  const groups = all.filter((group) => group.name === name);
  const broken = groups.some((group) => controlled.has(group)) ? "isFree" : groups.some(isAnimating) ? null : "animates";
  if (broken) {
    throw new RangeError(`${argument}: ${PLAYABLE[argument][broken]} (got ${show(name)})`);
  }
  groups.find((group) => group instanceof ClipAnimationGroup)?.player.posing.expectStart();
  return groups;
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
  /** By the names of the character's clips. */
  private readonly _uses = new Map<string, ClipUses>();
  private readonly _mask: AnimationGroupMask | null;
  private _names: Readonly<Record<string, string>>;

  /**
   * @param _index of the layer: 0 for the lowest one
   * @param nodes those that a mask may name
   * @param names of the character's clips, where they differ from those in the definition
   */
  constructor(
    private readonly _character: SceneCharacter,
    private readonly _plan: LayerPlan,
    private readonly _index: number,
    nodes: ReadonlyMap<string, Node>,
    private readonly _values: Float64Array,
    names: Readonly<Record<string, string>>,
  ) {
    const find = (name: string): Node => nodes.get(name)!;
    const { mask, states } = _plan;
    this._mask = mask && maskOf(mask.include?.map(find), mask.exclude?.map(find));
    this._names = names;
    states.forEach(({ clips }) => clips.forEach((name) => this._usesOf(name)));
  }

  begin(state: StatePlan, phase: number | null, late: number): StateRun {
    const { repetitions } = state;
    return this._run(state, (uses) => uses.begin(repetitions, isCycle(state), phase, late));
  }

  exchange(name: string, clip: string, runs: readonly StateRun[]): void {
    this._names = { ...this._names, [name]: clip };
    if (this._plan.states.some(({ clips }) => clips.includes(name))) {
      const uses = this._usesOf(name);
      const replaced = (runs as readonly SceneStateRun[]).flatMap((run) =>
        run.exchange(name, (use) => uses.replace(use, run.state.repetitions, isCycle(run.state))),
      );
      endUses(replaced, false);
    }
  }

  restore(state: StatePlan, saved: readonly number[]): StateRun {
    return this._run(state, (uses, i) => uses.restore(saved[i]!));
  }

  areSaved(states: readonly SavedRun[], nameOf: (name: string) => string): boolean {
    const used = new Set<string>();
    return states.every(({ state: { clips }, saved }) => {
      const uses = clips.map((name, i) => `${String(saved[i])} ${nameOf(name)}`);
      const areFree = uses.every((use) => !used.has(use) && used.add(use));
      return areFree && saved.length === clips.length && saved.every((copy) => Number.isInteger(copy) && isWithin(copy, MAX_COPIES));
    });
  }

  end(runs: readonly StateRun[], isSilent = false): void {
    endUses(
      (runs as readonly SceneStateRun[]).flatMap(({ clips }) => clips),
      isSilent,
    );
  }

  private _run(state: StatePlan, take: (uses: ClipUses, i: number) => ClipUse): StateRun {
    const uses = state.clips.map((name, i) => take(this._usesOf(name), i));
    return new SceneStateRun(state, uses, this._values);
  }

  /** @param name in the definition */
  private _usesOf(name: string): ClipUses {
    const clip = clipFor(name, this._names);
    return getOrMake(this._uses, clip, () => this._character.take(clip, this._index, this._mask, this._plan.isAdditive));
  }
}

/** Whether the clips of a state end at their last key, if their settings do not say where. */
function isCycle({ blend, repetitions }: StatePlan): boolean {
  return blend !== null || repetitions !== null;
}

function endUses(ended: readonly ClipUse[], isSilent: boolean): void {
  const leaving = new Set(ended.map(({ clip }) => clip.player.posing));
  leaving.forEach((posing) => posing.restoreFor(leaving));
  ended.forEach((use) => use.end(isSilent));
}

/** The clips of a state in a scene. */
class SceneStateRun extends ClipsRun<ClipUse> {
  override get saved(): readonly number[] {
    return this.clips.map(({ copy }) => copy);
  }
}
