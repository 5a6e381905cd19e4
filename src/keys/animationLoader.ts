import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import type { IAnimatable } from "@babylonjs/core/Animations/animatable.interface.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { GLTFLoader, IAnimation, IAnimationChannel } from "@babylonjs/loaders/glTF/2.0/index.js";
import { createInContainer } from "../host/container.js";
import { setGroupOf } from "../host/gltfAnimation.js";
import { containerOf, loadChannelAsync, samplerOf, type OnAnimationLoaded } from "../host/gltfLoader.js";
import { nodeChannelOf, type NodeChannel } from "../host/gltfNodeChannel.js";
import { loadSamplers } from "./animationFloats.js";
import { readBoundsOnly } from "./bounds.js";
import { channelLoaders } from "./channelLoaders.js";
import type { Floats, FromComponents, SamplerKeys } from "./keyData.js";
import { OnDemandAnimation } from "./onDemandAnimation.js";
import type { ReadSampler } from "./samplerReaders.js";

type Loaded = readonly [target: IAnimatable, animation: Animation];

const MAKERS: { readonly [property: string]: FromComponents } = {
  position: (from, at) => Vector3.FromArray(from, at),
  rotationQuaternion: (from, at) => Quaternion.FromArray(from, at),
  scaling: (from, at) => Vector3.FromArray(from, at),
  influence: (from, at) => from[at],
};

/** Loads the animations of one asset into the groups that Babylon's loader makes of them, with keys on demand. */
export class AnimationLoader {
  private _reader: Promise<ReadSampler> | null = null;
  private readonly _ordered = new Map<Floats, boolean>();

  constructor(private readonly _loader: GLTFLoader) {}

  async loadAsync(context: string, animation: IAnimation): Promise<AnimationGroup> {
    const read = await (this._reader ??= loadSamplers(this._loader));
    setIndices(animation.channels);
    setIndices(animation.samplers);
    const group = this._createGroup(animation);
    const loaded = animation.channels.map((channel) => this._loadChannel(context, animation, channel, read));
    await Promise.all(loaded.filter((each) => each instanceof Promise));
    for (const channel of loaded) {
      for (const [target, created] of channel instanceof Promise ? await channel : channel) {
        target.animations ??= [];
        target.animations.push(created);
        group.addTargetedAnimation(created, target);
      }
    }
    return group.normalize(0);
  }

  private _createGroup(animation: IAnimation): AnimationGroup {
    const { babylonScene } = this._loader;
    const name = animation.name || `animation${animation.index}`;
    const group = createInContainer(babylonScene, containerOf(this._loader), () => new AnimationGroup(name, babylonScene));
    setGroupOf(animation, group);
    return readBoundsOnly(group);
  }

  private _loadChannel(
    context: string,
    animation: IAnimation,
    channel: IAnimationChannel,
    read: ReadSampler,
  ): readonly Loaded[] | Promise<readonly Loaded[]> {
    const own = nodeChannelOf(this._loader, channel);
    const sampler = own && read(samplerOf(animation, channel) ?? {}, own.stride);
    return sampler && this._isOrdered(sampler.times)
      ? this._create(animation, channel, own, sampler)
      : this._loadByExtension(context, animation, channel);
  }

  private _loadByExtension(
    context: string,
    animation: IAnimation,
    channel: IAnimationChannel,
  ): readonly Loaded[] | Promise<readonly Loaded[]> {
    const loaded: Loaded[] = [];
    const onLoad: OnAnimationLoaded = (...each) => loaded.push(each);
    try {
      if (channelLoaders.get(this._loader)?.(animation, channel, onLoad)) {
        return loaded;
      }
      const loading = loadChannelAsync(this._loader, `${context}/channels/${channel.index}`, context, animation, channel, onLoad);
      return loading.then(() => loaded);
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error));
      return Promise.reject(reason); // thrown, it would leave the promises of other channels unhandled
    }
  }

  private _create(
    animation: IAnimation,
    { index }: IAnimationChannel,
    { property, dataType, width, animated }: NodeChannel,
    sampler: SamplerKeys,
  ): readonly Loaded[] {
    const name = `${animation.name || `animation${animation.index}`}_channel${index}_0`;
    const fromComponents = MAKERS[property]!;
    return animated().map(({ target, offset, suffix }) => {
      const data = { sampler, offset, width, fromComponents, hasEndTangents: true };
      const created = new OnDemandAnimation(`${name}${suffix}`, property, this._loader.parent.targetFps, dataType, data);
      if (property === "influence") {
        target.animations!.push(created); // as Babylon does, before it adds each animation to its target
      }
      return [target, created];
    });
  }

  private _isOrdered(times: Floats): boolean {
    const known = this._ordered.get(times);
    if (known !== undefined) {
      return known;
    }
    const { array, at, length } = times;
    let isOrdered = Number.isFinite(array[at]) && Number.isFinite(array[at + length - 1]);
    for (let i = at + 1; i < at + length; i++) {
      isOrdered &&= array[i]! >= array[i - 1]!;
    }
    this._ordered.set(times, isOrdered);
    return isOrdered;
  }
}

/** As Babylon does, before it loads an animation. */
function setIndices(items: { index: number }[] | undefined): void {
  if (Array.isArray(items)) {
    items.forEach((item, index) => (item.index = index));
  }
}
