import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { Nullable } from "@babylonjs/core/types.js";
import type { GLTFLoader, IAnimation, IAnimationChannel, IGLTFLoaderExtension, IMaterial } from "@babylonjs/loaders/glTF/2.0/index.js";
import { loadSamplerAsync, setGroupOf } from "../host/gltfAnimation.js";
import type { OnAnimationLoaded } from "../host/gltfLoader.js";
import { meshNodeOf, transformNodeOf } from "../host/gltfObjects.js";
import { convertOnClone } from "../host/targets.js";
import { excerpt, show } from "../messages/show.js";
import { planChannel, type ChannelPlan } from "../pointer/channelPlan.js";
import { claimKeyOf, Claims } from "../pointer/claims.js";
import type * as openPbr from "../pointer/openPbr.js";
import { getOrMake, itemAt, itemsOf } from "../pointer/items.js";
import { expectFinite } from "../pointer/keys.js";
import { PointedAsset } from "../pointer/pointedAsset.js";
import { trackNode } from "../pointer/switches.js";
import { patchMaterial, trackSubSurface } from "../pointer/subSurface.js";
import { AssetError, expectObject, readChannelPointer, readChannelPointers2, toAssetError, type ChannelPointers } from "../schema/index.js";
import { LoadReport } from "./loadReport.js";

/** What sets one extension that animates by JSON pointer apart from another. */
export interface PointerDialect {
  readonly name: string;
  /** The place among the loader's extensions: before those that load materials. */
  readonly order: number;
  /** What a channel of an animation animates by pointer; null where it does not. */
  readonly read?: (place: string, channel: unknown) => ChannelPointers | null;
  /** Further channels of an animation, which the extension lists itself, and what they animate. */
  readonly list?: (place: string, animation: IAnimation) => readonly IAnimationChannel[];
  readonly readListed?: (place: string, channel: unknown) => ChannelPointers;
}

/** A channel that an extension takes over. */
interface PlannedChannel {
  /** JSON pointer of the channel in the asset. */
  readonly place: string;
  /** What it animates; null where it is left out. */
  readonly plan: ChannelPlan | null;
}

/** An animation of the asset, as the pointer extensions take it over. */
interface PlannedAnimation {
  readonly claims: Claims;
  /** Those that Babylon can be given, and what extensions list beside them. */
  channels: readonly IAnimationChannel[];
}

/** What the pointer extensions of one loader share. */
class PointerLoading {
  private static readonly _All = new WeakMap<GLTFLoader, PointerLoading>();

  readonly asset: PointedAsset;
  readonly animations = new Map<IAnimation, PlannedAnimation>();
  readonly planned = new Map<IAnimationChannel, PlannedChannel>();
  readonly coreChannels = new Set<IAnimationChannel>();
  /** The templates of the properties that are animated, by the index of the material. */
  readonly animatedOfMaterial = new Map<number, Set<string>>();

  private constructor(loader: GLTFLoader, openPbr: OpenPbrModule | null) {
    this.asset = new PointedAsset(loader, openPbr?.openPbrRows(loader));
  }

  static Of(loader: GLTFLoader, openPbr: OpenPbrModule | null): PointerLoading {
    return getOrMake(this._All, loader, () => new PointerLoading(loader, openPbr));
  }
}

/** Loads the channels of one dialect into ordinary Babylon animations. */
export class PointerLoaderExtension implements IGLTFLoaderExtension {
  readonly name: string;
  readonly order: number;
  enabled: boolean;
  private readonly _loading: PointerLoading;
  private readonly _report: LoadReport;

  constructor(
    private readonly _loader: GLTFLoader,
    private readonly _dialect: PointerDialect,
    private readonly _openPbr: OpenPbrModule | null,
  ) {
    this.name = _dialect.name;
    this.order = _dialect.order;
    this.enabled = _loader.isExtensionUsed(_dialect.name);
    this._loading = PointerLoading.Of(_loader, _openPbr);
    this._report = new LoadReport(_loader, _dialect.name);
  }

  dispose(): void {
    this._report.close();
  }

  /** @throws AssetError where the asset requires the extension and states something wrong */
  onLoading(): void {
    const { read, list, readListed } = this._dialect;
    itemsOf(this._loader.gltf.animations).forEach((animation, index) => {
      const place = `/animations/${index}`;
      const planned = this._plannedOf(place, animation);
      itemsOf(animation.channels).forEach((channel, i) => this._plan(planned, animation, `${place}/channels/${i}`, channel, read));
      const listed = this._report.attempt(place, () => list?.(place, animation)) ?? [];
      listed.forEach((channel, i) => this._plan(planned, animation, `${place}/extensions/${this.name}/channels/${i}`, channel, readListed));
      planned.channels = [...planned.channels, ...listed];
    });
  }

  /** Adds the channels that the extension lists itself, and has clones of the group animate what belongs to them. */
  loadAnimationAsync(context: string, animation: IAnimation): Nullable<Promise<AnimationGroup>> {
    const planned = this._loading.animations.get(animation);
    if (!planned) {
      return null; // given a copy, Babylon asks the other extensions
    }
    return this._loader.loadAnimationAsync(context, { ...animation, channels: [...planned.channels] }).then((group) => {
      setGroupOf(animation, group);
      return convertOnClone(group);
    });
  }

  /** @internal */
  _loadAnimationChannelAsync(
    _context: string,
    animationContext: string,
    animation: IAnimation,
    channel: IAnimationChannel,
    onLoad: OnAnimationLoaded,
  ): Nullable<Promise<void>> {
    const planned = this._loading.planned.get(channel);
    if (!planned) {
      return null;
    }
    const loading = this._loadChannelAsync(planned, animationContext, animation, channel, onLoad);
    loading.catch(() => undefined); // Babylon does not wait for it where a later channel of the animation throws
    return loading;
  }

  /** Has Babylon load what an animation switches on, whatever is switched off before it. */
  loadMaterialPropertiesAsync(context: string, material: IMaterial, babylonMaterial: Material): Nullable<Promise<void>> {
    const animated = this._loading.animatedOfMaterial.get(material.index);
    const layers =
      animated && (this._openPbr?.trackLayers(babylonMaterial, material, animated) ?? trackSubSurface(babylonMaterial, material, animated));
    if (!layers) {
      return null; // also where Babylon, given a copy, asks again
    }
    return this._loader
      .loadMaterialPropertiesAsync(context, patchMaterial(material, animated), babylonMaterial)
      .then(() => layers.take(babylonMaterial, this._loader.parent.onCompleteObservable));
  }

  onReady(): void {
    for (const node of this._loader.gltf.nodes ?? []) {
      const [transformNode, meshNode] = [transformNodeOf(node), meshNodeOf(node)];
      if (transformNode && meshNode) {
        trackNode(transformNode, meshNode, node);
      }
    }
  }

  private _plannedOf(place: string, animation: IAnimation): PlannedAnimation {
    const known = this._loading.animations.get(animation);
    if (known) {
      return known;
    }
    const { channels } = animation as { readonly channels: unknown };
    if (channels !== undefined && !Array.isArray(channels)) {
      this._report.leaveOut(new AssetError(`${place}/channels`, `must be an array (got ${show(channels)})`));
    }
    const usable = itemsOf(animation.channels).filter((channel, i) =>
      this._report.attempt(`${place}/channels/${i}`, () => expectObject(`${place}/channels/${i}`, channel)),
    );
    const planned = { claims: new Claims(), channels: usable };
    this._loading.animations.set(animation, planned);
    return planned;
  }

  private _plan(
    { claims }: PlannedAnimation,
    animation: IAnimation,
    place: string,
    channel: IAnimationChannel,
    read: PointerDialect["read"],
  ): void {
    const { asset, planned, animatedOfMaterial } = this._loading;
    if (planned.has(channel)) {
      return; // written for several extensions, of which another one comes first
    }
    const plan = this._report.attempt(place, (): ChannelPlan | null | undefined => {
      const pointers = read?.(place, channel);
      if (!pointers) {
        this._claimCore(claims, place, channel);
        return undefined;
      }
      const found = planChannel(asset.resolver, pointers.place, place, pointers.pointers, itemAt(animation.samplers, channel.sampler));
      claims.claim(
        pointers.place,
        found.parts.map(({ resolved }) => resolved),
      );
      [...pointers.warnings, ...found.warnings].forEach((warning) => this._report.warn(warning));
      return found;
    });
    if (plan === undefined) {
      return;
    }
    planned.set(channel, { place, plan });
    for (const { resolved } of plan?.parts ?? []) {
      const { row, indices } = resolved;
      if (row.template.startsWith("/materials/")) {
        getOrMake(animatedOfMaterial, indices[0]!, () => new Set()).add(row.template);
      }
    }
  }

  /** A channel of glTF itself takes the property of a node. */
  private _claimCore(claims: Claims, place: string, channel: IAnimationChannel): void {
    const { coreChannels } = this._loading;
    const { node, path } = (channel as Partial<IAnimationChannel> | null)?.target ?? ({} as Partial<IAnimationChannel["target"]>);
    if (typeof node === "number" && typeof path === "string" && !coreChannels.has(channel) && !hasPointer(place, channel)) {
      coreChannels.add(channel);
      const pointer = `/nodes/${node}/${path}`;
      claims.claim(`${place}/target`, [
        { pointer, element: -1, claimKey: claimKeyOf(this._loader.gltf, pointer, `/nodes/{}/${path}`, node) },
      ]);
    }
  }

  private async _loadChannelAsync(
    { place, plan }: PlannedChannel,
    animationContext: string,
    animation: IAnimation,
    channel: IAnimationChannel,
    onLoad: OnAnimationLoaded,
  ): Promise<void> {
    if (!plan) {
      return;
    }
    try {
      const sampler = animation.samplers[channel.sampler]!;
      const data = await loadSamplerAsync(this._loader, `${animationContext}/samplers/${channel.sampler}`, sampler).catch(
        (error: unknown) => {
          throw new AssetError(`${place}/sampler`, `must be a sampler that can be loaded (got ${excerpt(String(error))})`);
        },
      );
      expectFinite(place, data, plan.width);
      const name = animation.name ?? `animation${animation.index}`;
      for (const pointer of this._loading.asset.animate(name, plan, sampler.output, data, onLoad)) {
        // not a fault of the asset where only a part of it is loaded
        this._loader.log(`${place}: animates nothing that is loaded (${excerpt(pointer)})`);
      }
    } catch (error) {
      this._report.leaveOut(toAssetError(place, error));
    }
  }
}

/** What is needed besides where materials become Babylon's `OpenPBRMaterial`. */
export type OpenPbrModule = typeof openPbr;

/** Whether one of the extensions has to do with a channel, rightly or not. */
function hasPointer(place: string, channel: IAnimationChannel): boolean {
  try {
    return (readChannelPointer(place, channel) ?? readChannelPointers2(place, channel)) !== null;
  } catch {
    return true;
  }
}
