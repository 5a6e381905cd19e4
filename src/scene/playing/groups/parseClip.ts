import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Quaternion } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { isComponentTarget, logWarning } from "../../host/index.js";
import type { ClipSettings, TimedEvent } from "../../../gltf/timing/index.js";
import { excerpt, omit, show } from "../../../gltf/util/index.js";
import { listChannels } from "./channelList.js";
import type { ClipAnimationGroup } from "./clipAnimationGroup.js";
import type { ClipOptions } from "../players/clipPlayer.js";
import { createClipBeside } from "./createClip.js";
import { setTimedEvents } from "../events/timedEvents.js";

/** The result of {@link ClipAnimationGroup.serialize}: Babylon's members of a serialized group, and the member `clip`. */
export interface SerializedClip {
  readonly name: string;
  readonly weight?: number;
  readonly playOrder?: number;
  readonly isAdditive?: boolean;
  readonly enableBlending?: boolean | null;
  readonly blendingSpeed?: number | null;
  readonly metadata?: unknown;
  readonly targetedAnimations: readonly SerializedChannel[];
  /** The settings, in seconds, the options, and the events of the animations, also those beyond the bounds. */
  readonly clip: ClipSettings & Pick<ClipOptions, "overtime" | "evaluationMode" | "layer"> & { readonly events?: readonly TimedEvent[] };
}

/** A channel of a {@link SerializedClip}. */
export interface SerializedChannel {
  /** The `id` of the target. */
  readonly targetId: string;
  readonly animation: { readonly property: string };
}

/** The keys of a {@link SerializedChannel}, as Babylon writes them. */
interface SerializedKeys {
  readonly keys: readonly { readonly values: readonly unknown[] }[];
}

/**
 * Makes a clip from the result of {@link ClipAnimationGroup.serialize}.
 * @param serialized the object, or its JSON parsed
 * @param scene the scene of the clip's targets
 * @param targetLookup finds the target of a channel, or null. By default, the id is looked up among nodes, morph targets, and the targets
 * of JSON pointers in the scene's animation groups. Channels without a target are left out, with a warning
 * @throws TypeError or RangeError if `serialized` is not a serialized clip, the settings cannot be played, or an event is invalid
 * @example ParseClip(JSON.parse(JSON.stringify(walk.serialize())), scene).play();
 * @experimental follows draft specifications
 */
export function ParseClip(
  serialized: SerializedClip,
  scene: Scene,
  targetLookup: (channel: SerializedChannel) => unknown = (channel) => findTarget(channel, scene),
): ClipAnimationGroup {
  const { name, clip, targetedAnimations } = (serialized as Partial<SerializedClip> | undefined) ?? {};
  if (typeof clip !== "object" || !Array.isArray(targetedAnimations)) {
    throw new TypeError(`serialized: must be a serialized clip (got ${show(serialized)})`);
  }
  const { weight, playOrder, isAdditive = false, enableBlending = null, blendingSpeed = null, metadata } = serialized;
  const whole = { from: null, to: null }; // without them, keys are not padded
  const found: SerializedChannel[] = [];
  const lookup = (channel: SerializedChannel): unknown => {
    const target = targetLookup(channel);
    if (target) {
      found.push(channel);
    }
    return target;
  };
  const group = AnimationGroup.Parse({ ...serialized, ...whole }, scene, lookup);
  try {
    group.targetedAnimations.forEach(({ animation }, i) => restoreRotations(animation, found[i]!.animation as unknown as SerializedKeys));
    const missing = targetedAnimations.length - group.targetedAnimations.length;
    if (missing > 0) {
      logWarning(`ParseClip: ${excerpt(String(name))}: ${missing} of ${targetedAnimations.length} channels have no target in the scene`);
    }
    if (clip.events) {
      setTimedEvents(group.targetedAnimations, clip.events);
    }
    const { overtime, evaluationMode, layer } = clip;
    const settings = omit(clip, "overtime", "evaluationMode", "layer", "events");
    const options = { settings, overtime, evaluationMode, weight, playOrder, layer };
    const parsed = createClipBeside(group, serialized.name, [listChannels(group)], options);
    return Object.assign(parsed, { isAdditive, enableBlending, blendingSpeed, metadata: metadata ?? null });
  } finally {
    group.dispose();
  }
}

/** Reads what Babylon writes behind the four numbers of a rotation, and does not find there: two tangents, as arrays, and the interpolation. */
function restoreRotations(animation: Animation, { keys }: SerializedKeys): void {
  const read = (tangent: unknown): Quaternion | undefined => (Array.isArray(tangent) ? Quaternion.FromArray(tangent) : undefined);
  animation.getKeys().forEach((key, i) => {
    const { length, 4: inTangent, 5: outTangent, 6: interpolation } = keys[i]!.values;
    if (animation.dataType === Animation.ANIMATIONTYPE_QUATERNION && length < 8) {
      Object.assign(key, { inTangent: read(inTangent), outTangent: read(outTangent), interpolation });
    }
  });
}

function findTarget({ targetId, animation }: SerializedChannel, scene: Scene): unknown {
  const found = animation.property === "influence" ? scene.getMorphTargetById(targetId) : scene.getNodeById(targetId);
  const targets = (): unknown[] =>
    scene.animationGroups.flatMap((group) => group.targetedAnimations.map(({ target }) => target as unknown));
  return found ?? targets().find((target) => isComponentTarget(target) && (target as { id?: unknown }).id === targetId) ?? null;
}
