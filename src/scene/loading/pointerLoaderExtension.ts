import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { Nullable } from "@babylonjs/core/types.js";
import type { GLTFLoader, IAnimation, IAnimationChannel, IGLTFLoaderExtension, IMaterial } from "@babylonjs/loaders/glTF/2.0/index.js";
import { type ChannelArguments, convertOnClone, type OnAnimationLoaded, setGroupOf } from "../host/index.js";
import { channelLoaders, type LoadAtOnce } from "../keys/index.js";
import { POINTER_DIALECTS, type PointerDialect, PROPERTIES } from "../../gltf/objectModel/index.js";
import type { PointerExtensionName } from "../../gltf/schema/index.js";
import { getOrMake } from "../../gltf/util/index.js";
import { addTable, PointedAsset } from "../pointer/index.js";
import { importAnimationLoader, loadKeysOnDemand } from "./keysOnDemand.js";
import { LoadReport } from "./loadReport.js";
import { POINTER_OPTION_NAMES } from "./options.js";

/** The order among the loader's extensions: before the extensions that load materials. */
const ORDERS: { readonly [Name in PointerExtensionName]: number } = {
  KHR_animation_pointer: 21,
  KHR_animation2: 22,
  EXT_property_animation: 23,
};

/** Creates a pointer extension of the loader, by name, for one file. */
export async function createPointerExtension(loader: GLTFLoader, name: PointerExtensionName): Promise<IGLTFLoaderExtension> {
  addTable(PROPERTIES);
  const dialect = POINTER_DIALECTS[name] as PointerDialect<IAnimationChannel>; // listed channels become Babylon's
  return new PointerLoaderExtension(loader, dialect, ORDERS[name], await PointedAsset.Of(loader));
}

/** Loads the channels of a pointer extension into ordinary Babylon animations. */
class PointerLoaderExtension implements IGLTFLoaderExtension {
  readonly name: string;
  enabled: boolean;
  private readonly _report: LoadReport;

  constructor(
    private readonly _loader: GLTFLoader,
    private readonly _dialect: PointerDialect<IAnimationChannel>,
    readonly order: number,
    private readonly _asset: PointedAsset,
  ) {
    this.name = _dialect.name;
    this.enabled = _loader.isExtensionUsed(_dialect.name);
    this._report = new LoadReport(_loader, _dialect.name, POINTER_OPTION_NAMES);
  }

  dispose(): void {
    this._report.close();
  }

  /** @throws AssetError if the asset requires the extension and a channel is invalid */
  onLoading(): void {
    this._asset.plans.plan(this._dialect, this._report);
    loadKeysOnDemand(this._loader, importAnimationLoader);
    getOrMake(channelLoaders, this._loader, (): LoadAtOnce => this._loadAtOnce.bind(this));
  }

  /** Adds the channels that extensions list. Clones of the animation group animate copies of the targets. */
  loadAnimationAsync(context: string, animation: IAnimation): Nullable<Promise<AnimationGroup>> {
    const channels = this._asset.plans.channelsOf(animation);
    if (!channels) {
      return null; // the copy below, for which Babylon asks the other extensions
    }
    return this._loader.loadAnimationAsync(context, { ...animation, channels: [...channels] }).then((group) => {
      setGroupOf(animation, group);
      return convertOnClone(group);
    });
  }

  /** @internal */
  _loadAnimationChannelAsync(...request: ChannelArguments): Nullable<Promise<void>> {
    const planned = this._asset.plans.of(request[3]);
    if (!planned) {
      return null;
    }
    const [, context, animation, channel, onLoad] = request;
    const loading = this._asset.loadChannelAsync(planned, { animation, channel, onLoad }, context, this._report);
    loading.catch(() => undefined); // Babylon drops the promise where a later channel of the animation throws
    return loading;
  }

  private _loadAtOnce(animation: IAnimation, channel: IAnimationChannel, onLoad: OnAnimationLoaded): boolean {
    const planned = this._asset.plans.of(channel);
    return planned !== null && this._asset.loadAtOnce(planned, { animation, channel, onLoad }, this._report);
  }

  loadMaterialPropertiesAsync(context: string, material: IMaterial, babylonMaterial: Material): Nullable<Promise<void>> {
    return this._asset.loadMaterialAsync(context, material, babylonMaterial);
  }

  onReady(): void {
    this._asset.trackNodes();
  }
}
