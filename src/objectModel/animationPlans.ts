import {
  type ChannelPointers,
  type PointerExtensionName,
  readChannelPointer,
  readChannelPointers2,
  readPropertyChannel,
  readPropertyChannels,
} from "../schema/index.js";
import { AssetError, expectObject, followTokens, getOrMake, itemAt, itemsOf, show, attempt } from "../util/index.js";
import { type ChannelPlan, planChannel } from "./channelPlan.js";
import { AnimatedOnce, conflictKeyOf } from "./animatedOnce.js";
import type { PointerResolver } from "./pointerResolver.js";
import { toPropertyPath } from "./propertyPath.js";

/** The syntaxes of the extensions that animate by JSON pointer. */
export const POINTER_DIALECTS = {
  KHR_animation_pointer: { name: "KHR_animation_pointer", read: readChannelPointer },
  KHR_animation2: { name: "KHR_animation2", read: readChannelPointers2 },
  EXT_property_animation: {
    name: "EXT_property_animation",
    // copies: Babylon adds members to channels, which must not get into the asset
    list: (place, animation) => readPropertyChannels(place, animation).map((channel) => ({ ...(channel as { sampler: number }) })),
    readListed: readPropertyChannel,
  },
} as const satisfies Readonly<Record<PointerExtensionName, PointerDialect>>;

type ReadChannel = (place: string, channel: unknown) => ChannelPointers | null;

/** A channel in the JSON of an asset. */
interface ChannelJson {
  readonly sampler: number;
}

/** An animation in the JSON of an asset. */
interface AnimationJson<Channel> {
  readonly channels: readonly Channel[];
  readonly samplers: unknown;
}

/** The syntax in which an extension states channels that animate by JSON pointer. */
export interface PointerDialect<Channel extends ChannelJson = ChannelJson> {
  readonly name: string;
  /** Reads the pointers of a channel of an animation; null for a channel that does not use the extension. */
  readonly read?: ReadChannel;
  /** Lists further channels of an animation, which are inside the extension. */
  readonly list?: (place: string, animation: unknown) => readonly Channel[];
  readonly readListed?: ReadChannel;
}

/** Receives the warnings and errors of an asset. */
export interface Report {
  warn(message: string): void;
  /** @throws AssetError the given error, if the asset requires the extension */
  leaveOut(error: AssetError): void;
}

/** A channel that animates by JSON pointer, with the JSON pointer of the channel in the asset. */
export interface PlannedChannel {
  readonly place: string;
  /** The properties that the channel animates; null if the channel is left out. */
  readonly plan: ChannelPlan | null;
}

interface PlannedAnimation<Channel> {
  readonly claims: AnimatedOnce;
  /** The usable channels of the animation, and the channels that extensions list. */
  channels: readonly Channel[];
}

interface Planning<Channel> {
  readonly animation: AnimationJson<Channel>;
  readonly claims: AnimatedOnce;
  readonly read: ReadChannel | undefined;
  readonly report: Report;
}

/** The properties that the channels of one asset animate by JSON pointer, resolved before loading. */
export class AnimationPlans<Channel extends ChannelJson = ChannelJson> {
  /** The planned channels, in order. */
  readonly planned: PlannedChannel[] = [];
  private readonly _animations = new Map<AnimationJson<Channel>, PlannedAnimation<Channel>>();
  /** The plans by channel; null for a core channel that has claimed a property. */
  private readonly _channels = new Map<Channel, PlannedChannel | null>();

  constructor(
    private readonly _gltf: { readonly animations?: readonly AnimationJson<Channel>[] | undefined },
    private readonly _resolver: PointerResolver,
  ) {}

  /** The channels of an animation, including channels that extensions list. */
  channelsOf(animation: AnimationJson<Channel>): readonly Channel[] | undefined {
    return this._animations.get(animation)?.channels;
  }

  /** The plan of a channel; null if the channel does not animate by JSON pointer. */
  of(channel: Channel): PlannedChannel | null {
    return this._channels.get(channel) ?? null;
  }

  /**
   * Plans the channels of one extension.
   * @throws AssetError if the asset requires the extension and a channel is invalid
   */
  plan({ name, read, list, readListed }: PointerDialect<Channel>, report: Report): void {
    itemsOf(this._gltf.animations).forEach((animation, index) => {
      const place = `/animations/${index}`;
      if (typeof animation !== "object" || (animation as unknown) === null) {
        return; // Babylon's loader and the glTF validator report the fault
      }
      const skip = (error: AssetError): void => report.leaveOut(error);
      const planned = getOrMake(this._animations, animation, () => ({
        claims: new AnimatedOnce(),
        channels: usableChannels(place, animation, report),
      }));
      const planning = { animation, claims: planned.claims, read, report };
      this._planChannels(`${place}/channels`, itemsOf(animation.channels), planning);
      const listed = attempt(place, () => list?.(place, animation), skip) ?? [];
      this._planChannels(`${place}/extensions/${name}/channels`, listed, { ...planning, read: readListed });
      planned.channels = [...planned.channels, ...listed];
    });
  }

  private _planChannels(place: string, channels: readonly Channel[], planning: Planning<Channel>): void {
    for (let i = 0; i < channels.length; i++) {
      this._planChannel(`${place}/${i}`, channels[i]!, planning);
    }
  }

  private _planChannel(place: string, channel: Channel, { animation, claims, read, report }: Planning<Channel>): void {
    if (this.of(channel)) {
      return; // stated for several extensions: the first extension has planned the channel
    }
    const planParts = (): ChannelPlan | undefined => {
      const pointers = read?.(place, channel);
      if (!pointers) {
        this._claimCore(place, channel, claims);
        return undefined;
      }
      const sampler = itemAt(animation.samplers, channel.sampler);
      const found = planChannel(this._resolver, pointers.place, place, pointers.pointers, sampler);
      const properties = found.parts.map(({ resolved }) => resolved);
      claims.claim(pointers.place, properties);
      pointers.warnings.forEach((warning) => report.warn(warning));
      found.warnings.forEach((warning) => report.warn(warning));
      return { ...found, siblings: claims };
    };
    const plan = attempt(place, planParts, (error) => report.leaveOut(error));
    if (plan === undefined) {
      return;
    }
    const planned = { place, plan };
    this._channels.set(channel, planned);
    this.planned.push(planned);
  }

  /** Claims the property of a node for a core channel. */
  private _claimCore(place: string, channel: Channel, claims: AnimatedOnce): void {
    const { node, path } = Object(followTokens(channel, ["target"])) as { readonly node?: unknown; readonly path?: unknown };
    if (typeof node === "number" && typeof path === "string" && !this._channels.has(channel) && !hasPointer(place, channel)) {
      this._channels.set(channel, null);
      const pointer = `/nodes/${node}/${path}`;
      const claimKey = conflictKeyOf(pointer, toPropertyPath(["nodes", String(node), path]));
      claims.claim(`${place}/target`, [{ pointer, element: -1, conflictKey: claimKey }]);
    }
  }
}

function usableChannels<Channel>(place: string, animation: AnimationJson<Channel>, report: Report): readonly Channel[] {
  const { channels }: { readonly channels: unknown } = animation;
  if (channels !== undefined && !Array.isArray(channels)) {
    report.leaveOut(new AssetError(`${place}/channels`, `must be an array (got ${show(channels)})`));
  }
  return itemsOf(animation.channels).filter((channel, i) => {
    const pointer = `${place}/channels/${i}`;
    return (
      attempt(
        pointer,
        () => expectObject(pointer, channel),
        (error) => report.leaveOut(error),
      ) !== null
    );
  });
}

/** Whether a channel uses a pointer extension, correctly or not. */
function hasPointer(place: string, channel: unknown): boolean {
  try {
    return (readChannelPointer(place, channel) ?? readChannelPointers2(place, channel)) !== null;
  } catch {
    return true;
  }
}
