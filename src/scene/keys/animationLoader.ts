import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { IAnimatable } from "@babylonjs/core/Animations/animatable.interface.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { GLTFLoader, IAnimation, IAnimationChannel } from "@babylonjs/loaders/glTF/2.0/index.js";
import {
  containerOf,
  createInContainer,
  loadChannelAsync,
  meshNodeOf,
  morphTargetsOf,
  type NodeChannel,
  nodeChannelOf,
  type OnAnimationLoaded,
  samplerOf,
  setGroupOf,
} from "../host/index.js";
import { getOrMake } from "../../gltf/util/index.js";
import { loadSamplers } from "./animationFloats.js";
import { OnDemandAnimationGroup } from "./bounds.js";
import { channelLoaders, type ReadSampler } from "./loaderHooks.js";
import type { Floats, SamplerKeys } from "./keyData.js";
import { areOrdered, createNodeAnimation } from "./nodeAnimation.js";

/** A loaded animation and its target, not yet added to the animation group. */
interface Loaded {
  readonly target: IAnimatable;
  readonly animation: Animation;
}

/** Creates an animation group in a scene. */
export type CreateGroup = (name: string, scene: Scene) => AnimationGroup;

const createGroup: CreateGroup = (name, scene) => new OnDemandAnimationGroup(name, scene);

/** Loads the animations of one asset into the same animation groups as Babylon's loader, with keys on demand. */
export class AnimationLoader {
  private _reader: Promise<ReadSampler> | null = null;
  private readonly _ordered = new Map<Floats, boolean>();

  /** @param _create creates the groups. Default: groups that Babylon plays */
  constructor(
    private readonly _loader: GLTFLoader,
    private readonly _create: CreateGroup = createGroup,
  ) {}

  async loadAsync(context: string, animation: IAnimation): Promise<AnimationGroup> {
    const read = await (this._reader ??= loadSamplers(this._loader));
    setIndices(animation.channels);
    setIndices(animation.samplers);
    const group = this._createGroup(animation);
    const loading: (Loaded | Promise<readonly Loaded[]>)[] = [];
    const onLoad = collectIn(loading);
    for (const channel of animation.channels) {
      const pending = this._loadChannel(context, animation, channel, read, onLoad);
      if (pending) {
        loading.push(pending);
      }
    }
    const isPending = loading.some((each) => each instanceof Promise); // a promise for each channel is expensive
    const loaded = isPending ? (await Promise.all(loading.map((each) => Promise.resolve(each)))).flat() : (loading as readonly Loaded[]);
    for (const each of loaded) {
      (each.target.animations ??= []).push(each.animation);
      group.addTargetedAnimation(each.animation, each.target);
    }
    return group.normalize(0);
  }

  private _createGroup(animation: IAnimation): AnimationGroup {
    const { babylonScene } = this._loader;
    const group = createInContainer(babylonScene, containerOf(this._loader), () => this._create(nameOf(animation), babylonScene));
    setGroupOf(animation, group);
    return group;
  }

  /** @returns null if the channel is loaded at once */
  private _loadChannel(
    context: string,
    animation: IAnimation,
    channel: IAnimationChannel,
    read: ReadSampler,
    onLoad: OnAnimationLoaded,
  ): Promise<readonly Loaded[]> | null {
    const own = nodeChannelOf(this._loader, channel);
    const sampler = own && read(samplerOf(animation, channel) ?? {}, own.stride);
    if (sampler && this._isOrdered(sampler.times)) {
      this._animate(animation, channel, own, sampler, onLoad);
      return null;
    }
    try {
      if (channelLoaders.get(this._loader)?.(animation, channel, onLoad)) {
        return null;
      }
      const loaded: Loaded[] = [];
      const pointer = `${context}/channels/${channel.index}`;
      return loadChannelAsync(this._loader, pointer, context, animation, channel, collectIn(loaded)).then(() => loaded);
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error));
      return Promise.reject(reason); // thrown, it would leave the promises of other channels unhandled
    }
  }

  private _animate(
    animation: IAnimation,
    channel: IAnimationChannel,
    own: NodeChannel,
    sampler: SamplerKeys,
    onLoad: OnAnimationLoaded,
  ): void {
    const { targetFps } = this._loader.parent;
    const node = this._loader.gltf.nodes![channel.target.node!]!;
    const name = `${nameOf(animation)}_channel${channel.index}_0`;
    if (own.property !== "influence") {
      onLoad(meshNodeOf(node)!, createNodeAnimation(name, own, sampler, 0, targetFps));
      return;
    }
    for (const { target, index } of morphTargetsOf(node)) {
      const created = createNodeAnimation(`${name}_${index}`, own, sampler, index, targetFps);
      target.animations.push(created); // as Babylon does, before it adds each animation to its target
      onLoad(target, created);
    }
  }

  private _isOrdered(times: Floats): boolean {
    return getOrMake(this._ordered, times, () => areOrdered(times));
  }
}

function collectIn(loaded: unknown[]): OnAnimationLoaded {
  return (target, animation) => loaded.push({ target, animation } satisfies Loaded);
}

function nameOf({ name, index }: IAnimation): string {
  return name || `animation${index}`;
}

/** Sets the `index` of each item, as Babylon does before loading an animation. */
function setIndices(items: { index: number }[] | undefined): void {
  if (Array.isArray(items)) {
    items.forEach((item, index) => (item.index = index));
  }
}
