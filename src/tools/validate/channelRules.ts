import {
  readChannelPointer,
  readChannelPointers2,
  readPropertyChannel,
  readPropertyChannels,
  toAssetError,
  type ChannelPointers,
} from "../../schema/index.js";
import type { Source } from "../asset.js";
import { expectOutput } from "../channels.js";
import { issueOfError, issueOfWarning, type Issue } from "./issue.js";

/** How KHR_animation_pointer, KHR_animation2 and EXT_property_animation state what a channel animates. */
export function checkChannels({ json }: Source): readonly Issue[] {
  const issues: Issue[] = [];
  const attempt = (code: string, place: string, run: () => void): void => {
    try {
      run();
    } catch (error) {
      issues.push(issueOfError(code, toAssetError(place, error)));
    }
  };
  const check = (place: string, animation: number, channel: unknown, read: () => ChannelPointers | null): void => {
    attempt("POINTER_INVALID", place, () => {
      const pointers = read();
      issues.push(...(pointers?.warnings ?? []).map((warning) => issueOfWarning("POINTER_DOUBTFUL", warning)));
      if (pointers) {
        const { sampler } = channel as { sampler: number };
        attempt("POINTER_OUTPUT_INVALID", place, () => expectOutput(json, animation, sampler, null));
      }
    });
  };
  const animations: readonly unknown[] = Array.isArray(json.animations) ? json.animations : [];
  animations.forEach((animation, a) => {
    const place = `/animations/${a}`;
    const { channels } = Object(animation) as { channels?: unknown };
    (Array.isArray(channels) ? channels : []).forEach((channel: unknown, c) => {
      const channelPlace = `${place}/channels/${c}`;
      check(channelPlace, a, channel, () => readChannelPointer(channelPlace, channel));
      check(channelPlace, a, channel, () => readChannelPointers2(channelPlace, channel));
    });
    const extensionPlace = `${place}/extensions/EXT_property_animation`;
    let properties: readonly unknown[] = [];
    attempt("POINTER_INVALID", extensionPlace, () => {
      properties = readPropertyChannels(place, animation);
    });
    properties.forEach((channel, c) =>
      check(extensionPlace, a, channel, () => readPropertyChannel(`${extensionPlace}/channels/${c}`, channel)),
    );
  });
  return issues;
}
