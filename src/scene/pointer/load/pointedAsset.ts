import type { Material } from "@babylonjs/core/Materials/material.js";
import type { GLTFLoader, IAnimation, IAnimationChannel, IAnimationSampler, IMaterial } from "@babylonjs/loaders/glTF/2.0/index.js";
import { loadSamplerAsync, meshNodeOf, type OnAnimationLoaded, type SamplerData, transformNodeOf } from "../../host/index.js";
import { type SamplerKeys, samplerReaders } from "../../keys/index.js";
import {
  AssetError,
  attempt,
  createFinding,
  excerpt,
  findingOf,
  followTokens,
  getOrMake,
  itemsOf,
  toAssetError,
  withElement,
} from "../../../gltf/util/index.js";
import {
  AnimationPlans,
  type BabylonTarget,
  type ChannelPart,
  type ChannelPlan,
  isTransform,
  type PlannedChannel,
  PointerResolver,
  type Report,
} from "../../../gltf/objectModel/index.js";
import { ChannelAnimations } from "./channelAnimations.js";
import { expectFinite, loadedKeysOf } from "./keys.js";
import type * as materialTracking from "../materials/materialTracking.js";
import type * as openPbr from "../materials/openPbr.js";
import { propertyAt } from "../pointerRegistry.js";
import { importLazySetters } from "../setters/setterOf.js";
import type { TrackNode } from "../setters/nodeSelectability.js";

const assets = new WeakMap<GLTFLoader, Promise<PointedAsset>>();

/** The names of the extensions with coupled properties, without the prefix `KHR_materials_`. */
const COUPLED = ["transmission", "ior", "dispersion", "volume", "diffuse_transmission"];

const isCoupled = (material: unknown): boolean =>
  COUPLED.some((name) => followTokens(material, ["extensions", `KHR_materials_${name}`]) !== undefined);

function isLazy({ resolved }: ChannelPart): boolean {
  const { lazy, extras } = resolved.property.babylon as BabylonTarget;
  return lazy !== undefined || extras !== undefined;
}

/** A channel to load. */
export interface ChannelRequest {
  readonly animation: IAnimation;
  readonly channel: IAnimationChannel;
  readonly onLoad: OnAnimationLoaded;
}

/** The state of the pointer extensions of one loader. */
export class PointedAsset {
  readonly plans: AnimationPlans<IAnimationChannel>;
  private readonly _animations: ChannelAnimations;
  /** The names of the animated coupled properties, by the index of the material. */
  private _coupled: Map<number, Set<string>> | null = null;
  private _trackNode: TrackNode | null = null;
  /** The indices of nodes with a skin whose transform is animated. */
  private readonly _skinned = new Set<number>();

  /** @param _tracking the module that tracks materials; null if no material has coupled properties */
  private constructor(
    private readonly _loader: GLTFLoader,
    private readonly _tracking: typeof materialTracking | null,
    private readonly _openPbr: typeof openPbr | null,
  ) {
    this.plans = new AnimationPlans(
      _loader.gltf,
      new PointerResolver(_loader.gltf, { propertyAt, ...(_openPbr && { choose: _openPbr.openPbrProperties(_loader) }) }),
    );
    this._animations = new ChannelAnimations(_loader);
  }

  /** Returns the state of a loader. The first call imports the code for the materials of the asset. */
  static Of(loader: GLTFLoader): Promise<PointedAsset> {
    return getOrMake(assets, loader, async () => {
      const hasOpenPbr = loader.parent.useOpenPBR || loader.isExtensionUsed("KHR_materials_openpbr");
      const tracking =
        hasOpenPbr || itemsOf(loader.gltf.materials).some(isCoupled) ? await import("../materials/materialTracking.js") : null;
      return new PointedAsset(loader, tracking, hasOpenPbr ? await tracking!.importOpenPbr() : null);
    });
  }

  /**
   * Loads a material with animated coupled properties, including all features that the animations can switch on.
   * @returns null for a material without animated coupled properties, and for Babylon's nested request while the material is being loaded
   */
  loadMaterialAsync(context: string, material: IMaterial, babylonMaterial: Material): Promise<void> | null {
    const tracking = this._tracking;
    const animated = tracking && this._coupledOf(material.index);
    const state = animated && tracking.trackMaterial(babylonMaterial, material, this._openPbr);
    if (!state) {
      return null;
    }
    return this._loader
      .loadMaterialPropertiesAsync(context, tracking.switchOn(material, animated), babylonMaterial)
      .then(() => state.take(babylonMaterial, this._loader.parent.onCompleteObservable));
  }

  /** Stores the selectability and hoverability that nodes state, in case of animation. All nodes must be loaded. */
  trackNodes(): void {
    for (const node of this._loader.gltf.nodes ?? []) {
      const [transformNode, meshNode] = [transformNodeOf(node), meshNodeOf(node)];
      if (transformNode && meshNode) {
        this._trackNode?.(transformNode, meshNode, node);
      }
    }
  }

  /**
   * Loads a planned channel into Babylon animations, if the keys are already read and no code has to be imported.
   * @returns whether the channel is done: loaded, or left out
   */
  loadAtOnce(planned: PlannedChannel, request: ChannelRequest, report: Report): boolean {
    const { pointer, plan } = planned;
    const sampler = plan && this._readKeys(plan, request);
    if (!sampler || plan.parts.some(isLazy)) {
      return plan === null;
    }
    attempt(
      pointer,
      () => this._create(pointer, plan, sampler, request, report),
      (error) => report.add(findingOf("POINTER_INVALID", error)),
    );
    return true;
  }

  /**
   * Loads a planned channel into Babylon animations.
   * @param context JSON pointer of the animation, for Babylon's messages
   */
  async loadChannelAsync(planned: PlannedChannel, request: ChannelRequest, context: string, report: Report): Promise<void> {
    const { pointer, plan } = planned;
    if (!plan) {
      return;
    }
    try {
      if (plan.parts.some(isLazy)) {
        this._trackNode = (await importLazySetters()).trackNode;
      }
      const { animation, channel } = request;
      const read = async (sampler: IAnimationSampler): Promise<SamplerKeys> => {
        const data = await this._loadSampler(pointer, `${context}/samplers/${channel.sampler}`, sampler);
        return loadedKeysOf(data, plan.width, this._loader.gltf.accessors![sampler.output]!);
      };
      const keys = this._readKeys(plan, request) ?? (await read(animation.samplers[channel.sampler]!));
      this._create(pointer, plan, keys, request, report);
    } catch (error) {
      report.add(findingOf("POINTER_INVALID", toAssetError(pointer, error)));
    }
  }

  /** The keys of a channel, if the keys of the asset's animations were read together; otherwise null. */
  private _readKeys(plan: ChannelPlan, { animation, channel }: ChannelRequest): SamplerKeys | null {
    return samplerReaders.get(this._loader)?.(animation.samplers[channel.sampler]!, plan.width) ?? null;
  }

  private _create(
    pointer: string,
    plan: ChannelPlan,
    sampler: SamplerKeys,
    { animation, channel, onLoad }: ChannelRequest,
    report: Report,
  ): void {
    expectFinite(pointer, sampler);
    const name = animation.name ?? `animation${animation.index}`;
    const accessor = animation.samplers[channel.sampler]!.output;
    for (const { resolved } of this._animations.create(plan, { sampler, name, accessor }, onLoad)) {
      const { path, element } = resolved;
      const target = excerpt(withElement(resolved.pointer, element));
      if (!isTransform(path) || this._loader.gltf.nodes?.[path.index]?.skin === undefined) {
        // not an error of the asset: the application may have loaded only a part of the asset
        this._loader.log(`${pointer}: animates nothing that is loaded (${target})`);
      } else if (!this._skinned.has(path.index)) {
        this._skinned.add(path.index);
        const message = `must not animate the transform of a node with a skin, which has no effect (got ${target}); animate its joints`;
        report.add(createFinding("POINTER_WITHOUT_EFFECT", pointer, message));
      }
    }
  }

  private _loadSampler(pointer: string, context: string, sampler: IAnimationSampler): Promise<SamplerData> {
    return loadSamplerAsync(this._loader, context, sampler).catch((error: unknown) => {
      throw new AssetError(`${pointer}/sampler`, `must be a sampler that can be loaded (got ${excerpt(String(error))})`);
    });
  }

  private _coupledOf(material: number): ReadonlySet<string> | undefined {
    if (!this._coupled) {
      this._coupled = new Map();
      for (const { path, property } of this.plans.planned.flatMap(({ plan }) => plan?.parts ?? []).map(({ resolved }) => resolved)) {
        const { coupled } = property.babylon as BabylonTarget;
        if (coupled !== undefined) {
          getOrMake(this._coupled, path.index, () => new Set()).add(coupled);
        }
      }
    }
    return this._coupled.get(material);
  }
}
