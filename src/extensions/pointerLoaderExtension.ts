import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { IAnimationKey } from "@babylonjs/core/Animations/animationKey.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { Nullable } from "@babylonjs/core/types.js";
import type {
  GLTFLoader,
  IAnimation,
  IAnimationChannel,
  IAnimationSampler,
  IGLTFLoaderExtension,
  IMaterial,
} from "@babylonjs/loaders/glTF/2.0/index.js";
import {
  loadChannelAsync,
  loadSamplerAsync,
  meshNodeOf,
  samplerOf,
  setGroupOf,
  transformNodeOf,
  type OnAnimationLoaded,
  type SamplerData,
} from "../host/gltfLoader.js";
import { convertOnClone } from "../host/targets.js";
import { excerpt } from "../messages/show.js";
import { Claims, planChannel, type ChannelPart, type ChannelPlan } from "../pointer/channelPlan.js";
import { parseJsonPointer } from "../pointer/jsonPointer.js";
import { nodesOfMesh, objectsOf } from "../pointer/objects.js";
import type * as openPbr from "../pointer/openPbr.js";
import { PointerProperty, type ValueKind } from "../pointer/pointerTarget.js";
import type { PointerLanding } from "../pointer/row.js";
import { trackNode } from "../pointer/switches.js";
import { patchMaterial, trackSubSurface } from "../pointer/subSurface.js";
import { AssetError, readChannelPointer, readChannelPointers2, toAssetError, type ChannelPointers } from "../schema/index.js";
import { LoadReport } from "./loadReport.js";

type CorePath = IAnimationChannel["target"]["path"];

/** `AccessorComponentType.FLOAT` */
const FLOAT = 5126;

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

/** What the pointer extensions of one loader share. */
class PointerLoading {
  private static readonly _All = new WeakMap<GLTFLoader, PointerLoading>();

  readonly planned = new WeakMap<object, PlannedChannel>();
  readonly claims = new WeakMap<object, Claims>();
  /** What extensions list beside the channels of an animation. */
  readonly listed = new WeakMap<object, readonly IAnimationChannel[]>();
  readonly coreChannels = new WeakSet<object>();
  /** By pointer: what several channels animate elements of is one thing. */
  readonly properties = new Map<string, PointerProperty>();
  /** The templates of the properties that are animated, by the index of the material. */
  readonly animatedOfMaterial = new Map<number, Set<string>>();

  static Of(loader: GLTFLoader): PointerLoading {
    const loading = this._All.get(loader) ?? new PointerLoading();
    this._All.set(loader, loading);
    return loading;
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
    this._loading = PointerLoading.Of(_loader);
    this._report = new LoadReport(_loader, _dialect.name);
  }

  dispose(): void {
    this._report.close();
  }

  /** @throws AssetError where the asset requires the extension and states something wrong */
  onLoading(): void {
    itemsOf(this._loader.gltf.animations).forEach((animation, index) => {
      const place = `/animations/${index}`;
      const { read, list, readListed } = this._dialect;
      const listed = this._report.attempt(place, () => list?.(place, animation)) ?? [];
      this._loading.listed.set(animation, [...(this._loading.listed.get(animation) ?? []), ...listed]);
      itemsOf(animation.channels).forEach((channel, i) => this._plan(animation, `${place}/channels/${i}`, channel, read));
      listed.forEach((channel, i) => this._plan(animation, `${place}/extensions/${this.name}/channels/${i}`, channel, readListed));
    });
  }

  /** Adds the channels that the extension lists itself, and has clones of the group animate what belongs to them. */
  loadAnimationAsync(context: string, animation: IAnimation): Nullable<Promise<AnimationGroup>> {
    const listed = this._loading.listed.get(animation);
    if (!listed) {
      return null; // given a copy, Babylon asks the other extensions
    }
    const whole = { ...animation, channels: [...(animation.channels ?? []), ...listed] };
    return this._loader.loadAnimationAsync(context, whole).then((group) => {
      setGroupOf(animation, group);
      return convertOnClone(group);
    });
  }

  /** @internal */
  _loadAnimationChannelAsync(
    context: string,
    animationContext: string,
    animation: IAnimation,
    channel: IAnimationChannel,
    onLoad: OnAnimationLoaded,
  ): Nullable<Promise<void>> {
    const planned = this._loading.planned.get(channel);
    if (!planned) {
      return null;
    }
    const { place, plan } = planned;
    const onPartLoad: OnAnimationLoaded = (target, babylonAnimation) => {
      holdEnds(babylonAnimation);
      onLoad(target, babylonAnimation);
    };
    const load = async ({ parts, width }: ChannelPlan): Promise<void> => {
      const sampler = animation.samplers[channel.sampler]!;
      const samplerContext = `${animationContext}/samplers/${channel.sampler}`;
      const data = await loadSamplerAsync(this._loader, samplerContext, sampler).catch(refuseSampler(context));
      expectFinite(place, data, width);
      await Promise.all(
        parts.map((part) => this._loadPartAsync(context, animationContext, animation, channel, plan!, part, data, onPartLoad)),
      );
    };
    return plan ? load(plan).catch((error: unknown) => this._report.leaveOut(toAssetError(place, error))) : Promise.resolve();
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

  private _plan(animation: IAnimation, place: string, channel: IAnimationChannel, read: PointerDialect["read"]): void {
    const { planned, claims, animatedOfMaterial } = this._loading;
    if (!isObject(channel) || planned.has(channel)) {
      return; // written for several extensions, of which another one comes first
    }
    const taken = claims.get(animation) ?? new Claims(this._loader.gltf);
    claims.set(animation, taken);
    const plan = this._report.attempt(place, (): ChannelPlan | null | undefined => {
      const pointers = read?.(place, channel);
      if (!pointers) {
        this._claimCore(taken, place, channel);
        return undefined;
      }
      const found = planChannel(
        this._loader.gltf,
        pointers.place,
        place,
        pointers.pointers,
        samplerOf(animation, channel),
        this._openPbr?.openPbrRows(this._loader),
      );
      taken.claim(
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
      const [collection, index] = parseJsonPointer(resolved.pointer)!;
      if (collection === "materials") {
        const templates = animatedOfMaterial.get(Number(index)) ?? new Set();
        animatedOfMaterial.set(Number(index), templates.add(resolved.row.template));
      }
    }
  }

  /** A channel of glTF itself takes the property of a node. */
  private _claimCore(taken: Claims, place: string, channel: IAnimationChannel): void {
    const { coreChannels } = this._loading;
    const { node, path } = (channel.target as IAnimationChannel["target"] | undefined) ?? { path: null };
    if (node !== undefined && !coreChannels.has(channel) && !hasPointer(place, channel)) {
      coreChannels.add(channel);
      taken.claim(`${place}/target`, [{ pointer: `/nodes/${node}/${String(path)}`, element: -1 }]);
    }
  }

  private async _loadPartAsync(
    context: string,
    animationContext: string,
    animation: IAnimation,
    channel: IAnimationChannel,
    plan: ChannelPlan,
    part: ChannelPart,
    data: SamplerData,
    onLoad: OnAnimationLoaded,
  ): Promise<void> {
    const { row, indices, element, pointer } = part.resolved;
    const core = plan.parts.length === 1 ? this._corePathOf(part, animation.samplers[channel.sampler]!) : null;
    if (core) {
      const nodes = row.template.startsWith("/nodes/") ? [indices[0]!] : nodesOfMesh(this._loader.gltf, indices[0]!);
      const channels = nodes.map((node) => ({ ...channel, target: { node, path: core } }));
      const load = async (coreChannel: IAnimationChannel): Promise<void> =>
        loadChannelAsync(this._loader, context, animationContext, animation, coreChannel, onLoad);
      await Promise.all(channels.map(load)).catch(refuseSampler(context));
      return;
    }
    const property = this._propertyOf(part);
    if (property.objects.length === 0) {
      // not a fault of the asset where only a part of it is loaded
      this._loader.log(`${context}: animates nothing that is loaded (${excerpt(pointer)}${element >= 0 ? `/${element}` : ""})`);
      return;
    }
    const { targetFps } = this._loader.parent;
    const readKeys = keyReader(data, plan.width, targetFps);
    const elements = element >= 0 ? [element] : property.components.length > 4 ? [...property.components.keys()] : [-1];
    for (const [i, animated] of elements.entries()) {
      const target = property.targetFor(animated);
      const keys = readKeys(target.kind, part.offset + (elements.length > 1 ? i : 0));
      if (keys.length > 0) {
        const name = `${animation.name ?? `animation${animation.index}`} ${pointer}${animated >= 0 ? `/${animated}` : ""}`;
        const babylonAnimation = new Animation(name, "value", targetFps, target.kind.dataType);
        babylonAnimation.setKeys(keys, true);
        onLoad(target, babylonAnimation);
      }
    }
  }

  /**
   * The path of a channel of glTF itself that animates the same, so that Babylon animates it as it does those; null where it does not
   * do it right: rotations that are rounded to integers are not of length 1, a camera's node is mirrored in left-handed scenes, and
   * where a node has a skin it would move the mesh.
   */
  private _corePathOf({ resolved: { row, element, indices } }: ChannelPart, sampler: IAnimationSampler): CorePath | null {
    const { gltf, babylonScene } = this._loader;
    const path = /^\/(?:nodes|meshes)\/\{\}\/(translation|rotation|scale|weights)$/.exec(row.template)?.[1];
    if (path === undefined || element >= 0) {
      return null;
    }
    const componentType = gltf.accessors?.[sampler.output]?.componentType as number | undefined;
    const isFloat = componentType === FLOAT;
    const node = gltf.nodes?.[indices[0]!];
    const isMirrored = node?.camera !== undefined && !babylonScene.useRightHandedSystem;
    const isRight =
      path === "weights" || (node?.skin === undefined && (path !== "rotation" || isFloat) && (path !== "scale" || !isMirrored));
    return isRight ? (path as CorePath) : null;
  }

  private _propertyOf({ resolved }: ChannelPart): PointerProperty {
    const { properties } = this._loading;
    const landing = resolved.row.landing as PointerLanding;
    const property = properties.get(resolved.pointer) ?? new PointerProperty(resolved, landing, objectsOf(this._loader, resolved));
    properties.set(resolved.pointer, property);
    return property;
  }
}

/** What is needed besides where materials become Babylon's `OpenPBRMaterial`. */
export type OpenPbrModule = typeof openPbr;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** The items of an array of the asset, which may be none. */
function itemsOf<T>(array: readonly T[] | undefined): readonly T[] {
  return Array.isArray(array) ? (array as readonly T[]) : [];
}

/** Whether one of the extensions has to do with a channel, rightly or not. */
function hasPointer(place: string, channel: IAnimationChannel): boolean {
  try {
    return (readChannelPointer(place, channel) ?? readChannelPointers2(place, channel)) !== null;
  } catch {
    return true;
  }
}

/** What becomes of an error of Babylon's where it loads the sampler of a channel. */
function refuseSampler(context: string): (error: unknown) => never {
  return (error) => {
    throw new AssetError(`${context}/sampler`, `must be a sampler that can be loaded (got ${excerpt(String(error))})`);
  };
}

/**
 * @param width how many components a value has
 * @throws AssetError where a time or a value is not finite; tangents that glTF does not use may be anything
 */
function expectFinite(place: string, { input, output, interpolation }: SamplerData, width: number): void {
  const unused = interpolation === "CUBICSPLINE" ? width : 0;
  for (const [what, numbers] of [
    ["times", input],
    ["values", output.subarray(unused, output.length - unused)],
  ] as const) {
    const wrong = numbers.find((number) => !Number.isFinite(number));
    if (wrong !== undefined) {
      throw new AssetError(place, `must have finite ${what} (got ${wrong})`);
    }
  }
}

/**
 * Drops the tangents at the ends of an animation, which glTF does not use. Babylon's loader makes all animations of a group equally long by
 * repeating their first and last keys; with their tangents repeated as well, the value would not hold there.
 */
function holdEnds(animation: Animation): void {
  const keys = animation.getKeys();
  const [first, last] = [keys[0], keys[keys.length - 1]];
  if (first?.inTangent !== undefined && last) {
    first.inTangent = undefined;
    last.outTangent = undefined;
  }
}

/** Reads the keys of an animation: values of a kind out of those that the channel has for each time, from an offset on. */
function keyReader(
  { input, output, interpolation }: SamplerData,
  width: number,
  fps: number,
): (kind: ValueKind, offset: number) => IAnimationKey[] {
  if (interpolation === "CUBICSPLINE") {
    const tangents = output.map((value) => value / fps); // per second in glTF, per frame in Babylon
    return (kind, offset) =>
      Array.from(input, (time, i) => {
        const at = i * 3 * width + offset;
        const [inTangent, outTangent] = [kind.fromArray(tangents, at), kind.fromArray(tangents, at + 2 * width)];
        return { frame: time * fps, inTangent, value: kind.fromArray(output, at + width), outTangent };
      });
  }
  const step = interpolation === "STEP" ? { interpolation: STEP } : {};
  return (kind, offset) =>
    Array.from(input, (time, i) => ({ frame: time * fps, value: kind.fromArray(output, i * width + offset), ...step }));
}

/** `AnimationKeyInterpolation.STEP` */
const STEP = 1;
