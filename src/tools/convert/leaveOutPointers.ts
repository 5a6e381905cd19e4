import type { GltfAnimation, GltfJson } from "../../gltf/file/index.js";
import { readChannelPointer, readChannelPointers2, readPropertyChannels } from "../../gltf/schema/index.js";
import { attempt, createFinding, excerpt, type Finding, type FindingCode, itemsOf, omit } from "../../gltf/util/index.js";
import { findReference } from "../animationReferences.js";

/**
 * Leaves out the channels by JSON pointer, after those of nodes became channels of core glTF. An animation without any other channel is removed, unless other parts of the file may refer
 * to animations by index: then it stays as it is.
 * @param animations the indices of the animations
 * @param code of the finding for each channel that is left out, or animation that stays
 * @returns the number of channels that are left out
 */
export function leaveOutPointers(json: GltfJson, animations: readonly number[], code: FindingCode, findings: Finding[]): number {
  const removed = new Set<GltfAnimation>();
  const reference = findReference(json);
  let count = 0;
  for (const index of animations) {
    const pointer = `/animations/${index}`;
    const animation = json.animations![index]!;
    const channels = itemsOf(animation.channels);
    const others = channels.map((channel, i) => pointerOf(`${pointer}/channels/${i}`, channel));
    const listed =
      attempt(
        pointer,
        () => readPropertyChannels(pointer, animation),
        () => undefined,
      ) ?? [];
    const left = others.filter((other) => other !== null).length + listed.length;
    if (left === 0) {
      continue;
    }
    if (left - listed.length === channels.length && reference !== null) {
      const message = `has pointers only, which core glTF cannot animate; it stays, because ${excerpt(reference)} may refer to animations by index`;
      findings.push(createFinding(code, pointer, message));
      continue;
    }
    const rule = (property: string): string => `animates ${excerpt(property)}, which core glTF cannot animate; it is left out`;
    others.forEach((other, i) => {
      if (other !== null) {
        findings.push(createFinding(code, `${pointer}/channels/${i}`, rule(other || "an invalid pointer")));
      }
    });
    if (listed.length > 0) {
      const extension = `${pointer}/extensions/EXT_property_animation`;
      findings.push(createFinding(code, extension, `has ${listed.length} channels that core glTF cannot animate; they are left out`));
      animation.extensions = omit(animation.extensions!, "EXT_property_animation");
      if (Object.keys(animation.extensions).length === 0) {
        delete animation.extensions;
      }
    }
    count += left;
    animation.channels = channels.filter((_, i) => others[i] === null);
    pruneSamplers(animation);
    if (animation.channels.length === 0) {
      removed.add(animation);
    }
  }
  const rest = itemsOf(json.animations).filter((animation) => !removed.has(animation));
  if (rest.length > 0) {
    json.animations = rest;
  } else {
    delete json.animations;
  }
  return count;
}

/** The pointers of a channel as text, empty if they cannot be read; null for a channel of core glTF, or one without a node. */
export function pointerOf(at: string, channel: unknown): string | null {
  try {
    return (readChannelPointer(at, channel) ?? readChannelPointers2(at, channel))?.pointers.join(", ") ?? null;
  } catch {
    return "";
  }
}

/** Removes the samplers that no channel uses. */
export function pruneSamplers(animation: GltfAnimation): void {
  const samplers = itemsOf(animation.samplers);
  const used = [...samplers.keys()].filter((index) => animation.channels.some(({ sampler }) => sampler === index));
  if (used.length < samplers.length) {
    animation.samplers = used.map((index) => samplers[index]!);
    animation.channels = animation.channels.map((channel) =>
      used.includes(channel.sampler) ? { ...channel, sampler: used.indexOf(channel.sampler) } : channel,
    );
  }
}
