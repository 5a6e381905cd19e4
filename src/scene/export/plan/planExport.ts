/** Decides which animations and clips are written to an asset. */
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { GroupAnimatable } from "../../host/index.js";
import { getOrMake } from "../../../gltf/util/index.js";
import { findClipSettingsProblem, resolveClipSettings, type ResolvedClipSettings, settingsForStart } from "../../../gltf/timing/index.js";
import { ClipAnimationGroup } from "../../playing/index.js";
import { READ_MEMBERS } from "../../../gltf/schema/index.js";

/** A Babylon animation and its target. */
export interface Channel {
  readonly animation: Animation;
  readonly target: unknown;
}

/** An entry of the asset's `animations`. */
export interface PlannedAnimation {
  readonly name: string;
  /** The extras of a plain group, from the metadata that Babylon's loader sets. */
  readonly extras?: unknown;
  /** The group or clip that the channels come from; null for animations without a group. */
  readonly group: AnimationGroup | null;
  readonly channels: readonly Channel[];
}

/** A clip of the asset. */
export interface PlannedClip {
  readonly group: AnimationGroup;
  readonly settings: ResolvedClipSettings;
  /** The reason why the clip cannot be written; null if the settings are valid in glTF. */
  readonly problem: string | null;
  /** Further members of the clip's JSON. */
  readonly other: Readonly<Record<string, unknown>>;
  /** The animations of the clip, in the order of the clip's channels. */
  readonly animations: readonly PlannedAnimation[];
}

export interface ExportPlan {
  readonly animations: readonly PlannedAnimation[];
  readonly clips: readonly PlannedClip[];
}

export type IsWanted = (animation: Animation) => boolean;

/**
 * Plans an animation for each plain group. Clips consist of exported animations; channels that are not in a plain group become separate
 * animations, without duplicates.
 * @param groupsAsClips whether plain groups that are not part of a clip become clips, too
 */
export function planExport(scene: Scene, groupsAsClips: boolean, isWanted: IsWanted): ExportPlan {
  const channelsOf = (group: AnimationGroup): Channel[] => group.targetedAnimations.filter(({ animation }) => isWanted(animation));
  const clips = scene.animationGroups.filter((group) => group instanceof ClipAnimationGroup);
  const groups = scene.animationGroups.filter((group) => !(group instanceof ClipAnimationGroup));
  const planned = groups.map((group): PlannedAnimation => ({
    name: group.name,
    extras: gltfOf(group)["extras"],
    group,
    channels: channelsOf(group),
  }));
  const coverage = new Coverage(planned);
  const covered = clips.map((clip) => coverage.of(channelsOf(clip)));
  const loose = planLoose(covered.map(({ rest }, i) => ({ clip: clips[i]!, rest })));
  const plannedClips = clips.map((clip, i): PlannedClip => {
    const { animations, rest } = covered[i]!;
    const all = new Set([...animations, ...rest.map(({ id }) => loose.get(id)!)]);
    const own = coverage.inOrder([...all], channelsOf(clip));
    return { group: clip, settings: clip.settings, problem: null, other: otherMembers(clip), animations: own };
  });
  const used = new Set(plannedClips.flatMap(({ animations }) => animations));
  const asClips = groupsAsClips ? planned.filter((each) => each.channels.length > 0 && !used.has(each)).map(toClip) : [];
  return {
    animations: [...planned, ...new Set(loose.values()), ...planUngrouped(scene, isWanted)],
    clips: [...plannedClips, ...asClips],
  };
}

interface IdentifiedChannel extends Channel {
  /** A key for the animation and the target. */
  readonly id: number;
}

/** Finds the animations that make up a clip. */
class Coverage {
  private readonly _ids = new Map<Animation, Map<unknown, number>>();
  private _count = 0;
  private readonly _animations: readonly { readonly animation: PlannedAnimation; readonly ids: readonly number[] }[];

  constructor(animations: readonly PlannedAnimation[]) {
    this._animations = animations.map((animation) => ({ animation, ids: animation.channels.map((each) => this._idOf(each)) }));
  }

  /** @returns the animations with no other channels than the given channels, and the given channels that are not in these animations */
  of(channels: readonly Channel[]): { animations: PlannedAnimation[]; rest: IdentifiedChannel[] } {
    const left = new Map(channels.map((each) => [this._idOf(each), each]));
    const own = new Set(left.keys());
    const animations: PlannedAnimation[] = [];
    for (const { animation, ids } of this._animations) {
      if (ids.every((id) => own.has(id)) && ids.some((id) => left.has(id))) {
        animations.push(animation);
        ids.forEach((id) => left.delete(id));
      }
    }
    return { animations, rest: [...left].map(([id, { animation, target }]) => ({ id, animation, target })) };
  }

  /** Sorts animations by the position of the first channel: if several channels animate a property, the last channel counts. */
  inOrder(animations: readonly PlannedAnimation[], channels: readonly Channel[]): PlannedAnimation[] {
    const properties = new Map(channels.map((each, i) => [this._idOf(each), i]));
    const placeOf = ({ channels: own }: PlannedAnimation): number => properties.get(this._idOf(own[0]!))!;
    return [...animations].sort((a, b) => placeOf(a) - placeOf(b));
  }

  private _idOf({ animation, target }: Channel): number {
    const ofAnimation = getOrMake(this._ids, animation, () => new Map<unknown, number>());
    return getOrMake(ofAnimation, target, () => this._count++);
  }
}

/** Makes animations of channels that are only in clips. Channels that are in exactly the same clips share an animation. */
function planLoose(
  all: readonly { readonly clip: AnimationGroup; readonly rest: readonly IdentifiedChannel[] }[],
): ReadonlyMap<number, PlannedAnimation> {
  const users = new Map<number, number[]>();
  all.forEach(({ rest }, i) => rest.forEach(({ id }) => getOrMake(users, id, (): number[] => []).push(i)));
  const bySignature = new Map<string, PlannedAnimation & { channels: Channel[] }>();
  const byId = new Map<number, PlannedAnimation>();
  for (const { clip, rest } of all) {
    for (const { id, animation, target } of rest) {
      if (!byId.has(id)) {
        const make = (): PlannedAnimation & { channels: Channel[] } => ({ name: clip.name, group: clip, channels: [] });
        const planned = getOrMake(bySignature, users.get(id)!.join(), make);
        planned.channels.push({ animation, target });
        byId.set(id, planned);
      }
    }
  }
  return byId;
}

/**
 * Plans animations without a group: running animations and, if the scene has no groups, animations attached to objects, as in Babylon's own
 * export.
 */
function planUngrouped(scene: Scene, isWanted: IsWanted): PlannedAnimation[] {
  const known = new Map<Animation, Set<unknown>>();
  const isNew = ({ animation, target }: Channel): boolean => {
    const targets = getOrMake(known, animation, () => new Set());
    return !targets.has(target) && Boolean(targets.add(target));
  };
  scene.animationGroups.flatMap((group) => group.targetedAnimations).forEach(isNew);
  const byName = new Map<string, Channel[]>();
  for (const channel of [...(scene.animationGroups.length === 0 ? attachedTo(scene) : []), ...runningIn(scene)]) {
    if (isWanted(channel.animation) && isNew(channel)) {
      getOrMake(byName, channel.animation.name, (): Channel[] => []).push(channel);
    }
  }
  return [...byName].map(([name, channels]) => ({ name, group: null, channels }));
}

function attachedTo(scene: Scene): Channel[] {
  const { materials, textures, particleSystems, postProcesses, morphTargetManagers } = scene;
  const morphTargets = morphTargetManagers.flatMap((manager) => Array.from({ length: manager.numTargets }, (_, i) => manager.getTarget(i)));
  const targets = new Set([scene, ...scene.getNodes(), ...materials, ...textures, ...morphTargets, ...particleSystems, ...postProcesses]);
  return [...targets].flatMap((target) => (target.animations ?? []).map((animation) => ({ animation, target })));
}

function runningIn({ animatables }: Scene): Channel[] {
  const ungrouped = animatables.filter((animatable) => !(animatable instanceof GroupAnimatable));
  return ungrouped.flatMap((animatable) =>
    animatable.getAnimations().map(({ animation }) => ({ animation, target: animatable.target as unknown })),
  );
}

function toClip(animation: PlannedAnimation): PlannedClip {
  const group = animation.group!;
  const [fps, ...otherRates] = new Set(animation.channels.map((channel) => channel.animation.framePerSecond));
  const { loopAnimation: loop, speedRatio } = group;
  const [from, to] = [group.from / fps!, group.to / fps!];
  const settings = settingsForStart(resolveClipSettings({}), { loop, speedRatio, from, to }, { first: -Infinity, last: Infinity })!;
  const rule = findClipSettingsProblem(settings);
  const problem = rule ? `${rule.member}: ${rule.message}` : null;
  const isMixed = otherRates.length > 0;
  return {
    group,
    settings,
    problem: isMixed ? "its animations have different frame rates, so that it has no range in seconds" : problem,
    other: {},
    animations: [animation],
  };
}

/** The members of a clip's JSON that the drafts do not define. */
function otherMembers(clip: AnimationGroup): Record<string, unknown> {
  return Object.fromEntries(Object.entries(gltfOf(clip)).filter(([member]) => !READ_MEMBERS.has(member)));
}

/** The JSON that the loader keeps in the metadata of a group or clip. */
function gltfOf({ metadata }: AnimationGroup): Record<string, unknown> {
  const { gltf } = (metadata ?? {}) as { gltf?: unknown };
  return typeof gltf === "object" && gltf !== null ? (gltf as Record<string, unknown>) : {};
}
