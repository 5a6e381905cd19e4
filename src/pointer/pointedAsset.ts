import type { Material } from "@babylonjs/core/Materials/material.js";
import type { GLTFLoader, IAnimationChannel, IAnimationSampler, IMaterial } from "@babylonjs/loaders/glTF/2.0/index.js";
import { loadSamplerAsync, type SamplerData } from "../host/gltfAnimation.js";
import type { ChannelArguments } from "../host/gltfLoader.js";
import { meshNodeOf, transformNodeOf } from "../host/gltfObjects.js";
import { samplerReaders } from "../keys/samplerReaders.js";
import { excerpt } from "../messages/show.js";
import { AssetError, toAssetError } from "../schema/index.js";
import { AnimationPlans, type PlannedChannel, type Report } from "../objectModel/animationPlans.js";
import { ChannelAnimations } from "./channelAnimations.js";
import { itemsOf } from "../objectModel/assetArrays.js";
import { getOrMake } from "../objectModel/getOrMake.js";
import { followTokens } from "../objectModel/jsonPointer.js";
import { expectFinite, loadedKeysOf } from "./keys.js";
import type * as materialTracking from "./materialTracking.js";
import type * as openPbr from "./openPbr.js";
import { createPointerResolver } from "./pointerModel.js";
import type { PointerLanding, PointerRow, TrackNode } from "./pointerRow.js";

const assets = new WeakMap<GLTFLoader, Promise<PointedAsset>>();

/** The extensions with coupled properties, without `KHR_materials_`. */
const COUPLED = ["transmission", "ior", "dispersion", "volume", "diffuse_transmission"];

const isCoupled = (material: unknown): boolean =>
  COUPLED.some((name) => followTokens(material, ["extensions", `KHR_materials_${name}`]) !== undefined);

/** What the pointer extensions of one loader share. */
export class PointedAsset {
  readonly plans: AnimationPlans<PointerRow, IAnimationChannel>;
  private readonly _animations: ChannelAnimations;
  /** The names of the coupled properties that are animated, by the index of the material. */
  private _coupled: Map<number, Set<string>> | null = null;
  private _trackNode: TrackNode | null = null;

  /** @param _tracking null where no material has coupled properties */
  private constructor(
    private readonly _loader: GLTFLoader,
    private readonly _tracking: typeof materialTracking | null,
    private readonly _openPbr: typeof openPbr | null,
  ) {
    this.plans = new AnimationPlans(_loader.gltf, createPointerResolver(_loader.gltf, _openPbr?.openPbrRows(_loader)));
    this._animations = new ChannelAnimations(_loader);
  }

  /** Also imports the code for the materials of the asset. */
  static Of(loader: GLTFLoader): Promise<PointedAsset> {
    return getOrMake(assets, loader, async () => {
      const hasOpenPbr = loader.parent.useOpenPBR || loader.isExtensionUsed("KHR_materials_openpbr");
      const tracking = hasOpenPbr || itemsOf(loader.gltf.materials).some(isCoupled) ? await import("./materialTracking.js") : null;
      return new PointedAsset(loader, tracking, hasOpenPbr && tracking ? await tracking.importOpenPbr() : null);
    });
  }

  /**
   * Loads a material of which coupled properties are animated, with everything that they can switch on.
   * @returns null for other materials, and when Babylon asks again for the one that is being loaded
   */
  loadMaterialAsync(context: string, material: IMaterial, babylonMaterial: Material): Promise<void> | null {
    const animated = this._coupledOf(material.index);
    const state = animated && this._tracking?.trackMaterial(babylonMaterial, material, this._openPbr);
    if (!state) {
      return null;
    }
    return this._loader
      .loadMaterialPropertiesAsync(context, this._tracking!.switchOn(material, animated), babylonMaterial)
      .then(() => state.take(babylonMaterial, this._loader.parent.onCompleteObservable));
  }

  /** Keeps the selectability that nodes state, once all are loaded, in case it is animated. */
  trackNodes(): void {
    for (const node of this._loader.gltf.nodes ?? []) {
      const [transformNode, meshNode] = [transformNodeOf(node), meshNodeOf(node)];
      if (transformNode && meshNode) {
        this._trackNode?.(transformNode, meshNode, node);
      }
    }
  }

  /** Loads a channel that is planned into Babylon animations. */
  async loadChannelAsync({ place, plan }: PlannedChannel<PointerRow>, request: ChannelArguments, report: Report): Promise<void> {
    if (!plan) {
      return;
    }
    const [, animationContext, animation, channel, onLoad] = request;
    try {
      for (const { resolved } of plan.parts) {
        const { load } = resolved.row.landing as PointerLanding;
        this._trackNode = load ? (await load()).trackNode : this._trackNode;
      }
      const stated = animation.samplers[channel.sampler]!;
      const sampler =
        samplerReaders.get(this._loader)?.(stated, plan.width) ??
        loadedKeysOf(await this._loadSampler(place, `${animationContext}/samplers/${channel.sampler}`, stated), plan.width);
      expectFinite(place, sampler);
      const name = animation.name ?? `animation${animation.index}`;
      for (const pointer of this._animations.create(plan, { sampler, name, accessor: stated.output }, onLoad)) {
        // not an error of the asset: it may be loaded in part only
        this._loader.log(`${place}: animates nothing that is loaded (${excerpt(pointer)})`);
      }
    } catch (error) {
      report.leaveOut(toAssetError(place, error));
    }
  }

  private _loadSampler(place: string, context: string, sampler: IAnimationSampler): Promise<SamplerData> {
    return loadSamplerAsync(this._loader, context, sampler).catch((error: unknown) => {
      throw new AssetError(`${place}/sampler`, `must be a sampler that can be loaded (got ${excerpt(String(error))})`);
    });
  }

  private _coupledOf(material: number): ReadonlySet<string> | undefined {
    if (!this._coupled) {
      this._coupled = new Map();
      for (const { path, row } of this.plans.planned.flatMap(({ plan }) => plan?.parts ?? []).map(({ resolved }) => resolved)) {
        const { coupled } = row.landing as PointerLanding;
        if (coupled !== undefined) {
          getOrMake(this._coupled, path.index, () => new Set()).add(coupled);
        }
      }
    }
    return this._coupled.get(material);
  }
}
