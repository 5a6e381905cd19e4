import {
  readChannelPointer,
  readChannelPointers2,
  readPropertyChannel,
  readPropertyChannels,
  toAssetError,
  type ChannelPointers,
} from "../../schema/index.js";
import type { Source } from "../asset.js";
import { issueOfError, issueOfWarning, type Issue } from "./issue.js";

/** How KHR_animation_pointer, KHR_animation2 and EXT_property_animation state what a channel animates. */
export function checkChannels({ json }: Source): readonly Issue[] {
  const issues: Issue[] = [];
  const check = (place: string, read: () => ChannelPointers | null): void => {
    try {
      issues.push(...(read()?.warnings ?? []).map((warning) => issueOfWarning("POINTER_DOUBTFUL", warning)));
    } catch (error) {
      issues.push(issueOfError("POINTER_INVALID", toAssetError(place, error)));
    }
  };
  const animations: readonly unknown[] = Array.isArray(json.animations) ? json.animations : [];
  animations.forEach((animation, a) => {
    const place = `/animations/${a}`;
    const { channels } = Object(animation) as { channels?: unknown };
    (Array.isArray(channels) ? channels : []).forEach((channel: unknown, c) => {
      const channelPlace = `${place}/channels/${c}`;
      check(channelPlace, () => readChannelPointer(channelPlace, channel));
      check(channelPlace, () => readChannelPointers2(channelPlace, channel));
    });
    const extensionPlace = `${place}/extensions/EXT_property_animation`;
    let properties: readonly unknown[] = [];
    check(extensionPlace, () => {
      properties = readPropertyChannels(place, animation);
      return null;
    });
    properties.forEach((channel, c) => check(extensionPlace, () => readPropertyChannel(`${extensionPlace}/channels/${c}`, channel)));
  });
  return issues;
}
