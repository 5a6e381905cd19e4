import { readChannelPointer, readChannelPointers2, readPropertyChannel, readPropertyChannels } from "../schema/index.js";
import type { PointerDialect } from "./animationPlans.js";

/** The extensions that animate by JSON pointer, in the order in which their channels are planned. */
export const POINTER_DIALECTS = {
  KHR_animation_pointer: { name: "KHR_animation_pointer", read: readChannelPointer },
  KHR_animation2: { name: "KHR_animation2", read: readChannelPointers2 },
  EXT_property_animation: {
    name: "EXT_property_animation",
    // copies: Babylon adds members to channels, which must not get into the asset
    list: (place, animation) => readPropertyChannels(place, animation).map((channel) => ({ ...(channel as { sampler: number }) })),
    readListed: readPropertyChannel,
  },
} as const satisfies Readonly<Record<string, PointerDialect>>;
