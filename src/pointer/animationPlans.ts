import type { IAnimation, IAnimationChannel, IGLTF } from "@babylonjs/loaders/glTF/2.0/index.js";
import { show } from "../messages/show.js";
import { AssetError, expectObject, readChannelPointer, readChannelPointers2, type ChannelPointers } from "../schema/index.js";
import { itemAt, itemsOf } from "../objectModel/assetArrays.js";
import { planChannel, type ChannelPlan } from "../objectModel/channelPlan.js";
import { claimKeyOf, Claims } from "../objectModel/claims.js";
import { getOrMake } from "../objectModel/getOrMake.js";
import type { PointerResolver } from "../objectModel/pointerResolver.js";
import type { PointerLanding, PointerRow } from "./pointerRow.js";
import { toPropertyPath } from "../objectModel/propertyPath.js";

type ReadChannel = (place: string, channel: unknown) => ChannelPointers | null;

/** How one extension states the channels that animate by JSON pointer. */
export interface PointerDialect {
  readonly name: string;
  /** The place among the loader's extensions: before those that load materials. */
  readonly order: number;
  /** Reads the pointers of a channel of an animation; null for a channel that does not use the extension. */
  readonly read?: ReadChannel;
  /** Further channels of an animation, which the extension lists itself. */
  readonly list?: (place: string, animation: IAnimation) => readonly IAnimationChannel[];
  readonly readListed?: ReadChannel;
}

/** Where errors of the asset go. */
export interface Report {
  warn(message: string): void;
  /** @throws AssetError the error itself, where the asset requires the extension */
  leaveOut(error: AssetError): void;
  /** Runs a part of the loading. If it throws, only this part is left out. */
  attempt<T>(place: string, run: () => T): T | null;
}

/** A channel that an extension loads in place of Babylon, and its JSON pointer in the asset. */
export interface PlannedChannel {
  readonly place: string;
  /** What it animates; null where it is left out. */
  readonly plan: ChannelPlan<PointerRow> | null;
}

interface PlannedAnimation {
  readonly claims: Claims;
  /** The channels that Babylon can handle, and those that extensions list. */
  channels: readonly IAnimationChannel[];
}

interface Planning {
  readonly animation: IAnimation;
  readonly claims: Claims;
  readonly read: ReadChannel | undefined;
  readonly report: Report;
}

/** What the channels of one asset animate by JSON pointer, settled before anything is loaded. */
export class AnimationPlans {
  private readonly _animations = new Map<IAnimation, PlannedAnimation>();
  /** Null for channels of glTF itself, once they have claimed their property. */
  private readonly _channels = new Map<IAnimationChannel, PlannedChannel | null>();
  private readonly _coupled = new Map<number, Set<string>>();

  constructor(
    private readonly _gltf: IGLTF,
    private readonly _resolver: PointerResolver<PointerRow>,
  ) {}

  /** The channels of an animation, with those that extensions list. */
  channelsOf(animation: IAnimation): readonly IAnimationChannel[] | undefined {
    return this._animations.get(animation)?.channels;
  }

  /** The plan of a channel; null where it does not animate by JSON pointer. */
  of(channel: IAnimationChannel): PlannedChannel | null {
    return this._channels.get(channel) ?? null;
  }

  /** The names of the coupled properties of a material that are animated. */
  coupledOf(material: number): ReadonlySet<string> | undefined {
    return this._coupled.get(material);
  }

  /**
   * Plans the channels of one extension.
   * @throws AssetError where the asset requires the extension and states something wrong
   */
  plan({ name, read, list, readListed }: PointerDialect, report: Report): void {
    itemsOf(this._gltf.animations).forEach((animation, index) => {
      const place = `/animations/${index}`;
      const planned = getOrMake(this._animations, animation, () => ({
        claims: new Claims(),
        channels: usableChannels(place, animation, report),
      }));
      const planning = { animation, claims: planned.claims, report };
      itemsOf(animation.channels).forEach((channel, i) => this._planChannel(`${place}/channels/${i}`, channel, { ...planning, read }));
      const listed = report.attempt(place, () => list?.(place, animation)) ?? [];
      const at = `${place}/extensions/${name}/channels`;
      listed.forEach((channel, i) => this._planChannel(`${at}/${i}`, channel, { ...planning, read: readListed }));
      planned.channels = [...planned.channels, ...listed];
    });
  }

  private _planChannel(place: string, channel: IAnimationChannel, { animation, claims, read, report }: Planning): void {
    if (this.of(channel)) {
      return; // stated for several extensions, the first of which has planned it
    }
    const plan = report.attempt(place, () => {
      const pointers = read?.(place, channel);
      if (!pointers) {
        this._claimCore(place, channel, claims);
        return undefined;
      }
      const sampler = itemAt(animation.samplers, channel.sampler);
      const found = planChannel(this._resolver, pointers.place, place, pointers.pointers, sampler);
      const properties = found.parts.map(({ resolved }) => resolved);
      claims.claim(pointers.place, properties);
      [...pointers.warnings, ...found.warnings].forEach((warning) => report.warn(warning));
      return found;
    });
    if (plan === undefined) {
      return;
    }
    this._channels.set(channel, { place, plan });
    for (const { resolved } of plan?.parts ?? []) {
      const { coupled } = resolved.row.landing as PointerLanding;
      if (coupled !== undefined) {
        getOrMake(this._coupled, resolved.path.index, () => new Set()).add(coupled);
      }
    }
  }

  /** A channel of glTF itself claims the property of a node. */
  private _claimCore(place: string, channel: IAnimationChannel, claims: Claims): void {
    const { node, path } = (channel as Partial<IAnimationChannel> | null)?.target ?? ({} as Partial<IAnimationChannel["target"]>);
    if (typeof node === "number" && typeof path === "string" && !this._channels.has(channel) && !hasPointer(place, channel)) {
      this._channels.set(channel, null);
      const pointer = `/nodes/${node}/${path}`;
      const claimKey = claimKeyOf(this._gltf, pointer, toPropertyPath(["nodes", String(node), path]));
      claims.claim(`${place}/target`, [{ pointer, element: -1, claimKey }]);
    }
  }
}

function usableChannels(place: string, animation: IAnimation, report: Report): readonly IAnimationChannel[] {
  const { channels } = animation as { readonly channels: unknown };
  if (channels !== undefined && !Array.isArray(channels)) {
    report.leaveOut(new AssetError(`${place}/channels`, `must be an array (got ${show(channels)})`));
  }
  return itemsOf(animation.channels).filter((channel, i) =>
    report.attempt(`${place}/channels/${i}`, () => expectObject(`${place}/channels/${i}`, channel)),
  );
}

/** Whether a channel is meant for one of the extensions, correct or not. */
function hasPointer(place: string, channel: IAnimationChannel): boolean {
  try {
    return (readChannelPointer(place, channel) ?? readChannelPointers2(place, channel)) !== null;
  } catch {
    return true;
  }
}
