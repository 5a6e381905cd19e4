import {
  type ChannelPointers,
  type PointerExtensionName,
  readChannelPointer,
  readChannelPointers2,
  readPropertyChannel,
  readPropertyChannels,
} from "../schema/index.js";
import {
  type AssetError,
  attempt,
  createFinding,
  expectObject,
  type Finding,
  findingOf,
  followTokens,
  getOrMake,
  itemAt,
  itemsOf,
  show,
} from "../util/index.js";
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
    list: (pointer, animation) => readPropertyChannels(pointer, animation).map((channel) => ({ ...(channel as { sampler: number }) })),
    readListed: readPropertyChannel,
  },
} as const satisfies Readonly<Record<PointerExtensionName, PointerDialect>>;

type ReadChannel = (pointer: string, channel: unknown) => ChannelPointers | null;

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
  readonly list?: (pointer: string, animation: unknown) => readonly Channel[];
  readonly readListed?: ReadChannel;
}

/** Receives the findings in an asset. */
export interface Report {
  /** @throws AssetError if the finding is an error, and the asset requires the extension */
  add(finding: Finding): void;
}

/** A channel that animates by JSON pointer. */
export interface PlannedChannel {
  /** JSON pointer of the channel in the asset. */
  readonly pointer: string;
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
      const pointer = `/animations/${index}`;
      if (typeof animation !== "object" || (animation as unknown) === null) {
        return; // Babylon's loader and the glTF validator report the fault
      }
      const skip = (error: AssetError): void => report.add(findingOf("POINTER_INVALID", error));
      const planned = getOrMake(this._animations, animation, () => ({
        claims: new AnimatedOnce(),
        channels: usableChannels(pointer, animation, report),
      }));
      const planning = { animation, claims: planned.claims, read, report };
      this._planChannels(`${pointer}/channels`, itemsOf(animation.channels), planning);
      const listed = attempt(pointer, () => list?.(pointer, animation), skip) ?? [];
      this._planChannels(`${pointer}/extensions/${name}/channels`, listed, { ...planning, read: readListed });
      planned.channels = [...planned.channels, ...listed];
    });
  }

  private _planChannels(pointer: string, channels: readonly Channel[], planning: Planning<Channel>): void {
    for (let i = 0; i < channels.length; i++) {
      this._planChannel(`${pointer}/${i}`, channels[i]!, planning);
    }
  }

  private _planChannel(pointer: string, channel: Channel, { animation, claims, read, report }: Planning<Channel>): void {
    if (this.of(channel)) {
      return; // stated for several extensions: the first extension has planned the channel
    }
    const planParts = (): ChannelPlan | undefined => {
      const stated = read?.(pointer, channel);
      if (!stated) {
        this._claimCore(pointer, channel, claims);
        return undefined;
      }
      const sampler = itemAt(animation.samplers, channel.sampler);
      const found = planChannel(this._resolver, stated, pointer, sampler);
      const properties = found.parts.map(({ resolved }) => resolved);
      claims.claim(stated.pointer, properties);
      [...stated.findings, ...found.findings].forEach((finding) => report.add(finding));
      return { ...found, siblings: claims };
    };
    const plan = attempt(pointer, planParts, (error) => report.add(findingOf("POINTER_INVALID", error)));
    if (plan === undefined) {
      return;
    }
    const planned = { pointer, plan };
    this._channels.set(channel, planned);
    this.planned.push(planned);
  }

  /** Claims the property of a node for a core channel. */
  private _claimCore(pointer: string, channel: Channel, claims: AnimatedOnce): void {
    const { node, path } = Object(followTokens(channel, ["target"])) as { readonly node?: unknown; readonly path?: unknown };
    if (typeof node === "number" && typeof path === "string" && !this._channels.has(channel) && !hasPointer(pointer, channel)) {
      this._channels.set(channel, null);
      const target = `/nodes/${node}/${path}`;
      const claimKey = conflictKeyOf(target, toPropertyPath(["nodes", String(node), path]));
      claims.claim(`${pointer}/target`, [{ pointer: target, element: -1, conflictKey: claimKey }]);
    }
  }
}

function usableChannels<Channel>(pointer: string, animation: AnimationJson<Channel>, report: Report): readonly Channel[] {
  const { channels }: { readonly channels: unknown } = animation;
  if (channels !== undefined && !Array.isArray(channels)) {
    report.add(createFinding("POINTER_INVALID", `${pointer}/channels`, `must be an array (got ${show(channels)})`));
  }
  return itemsOf(animation.channels).filter((channel, i) => {
    const at = `${pointer}/channels/${i}`;
    return (
      attempt(
        at,
        () => expectObject(at, channel),
        (error) => report.add(findingOf("POINTER_INVALID", error)),
      ) !== null
    );
  });
}

/** Whether a channel uses a pointer extension, correctly or not. */
function hasPointer(pointer: string, channel: unknown): boolean {
  try {
    return (readChannelPointer(pointer, channel) ?? readChannelPointers2(pointer, channel)) !== null;
  } catch {
    return true;
  }
}
