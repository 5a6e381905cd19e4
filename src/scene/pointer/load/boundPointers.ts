import type { Material } from "@babylonjs/core/Materials/material.js";
import { type LoadedAsset, materialsOf, type OnAnimationLoaded } from "../../host/index.js";
import type { SamplerKeys } from "../../keys/index.js";
import {
  AnimationPlans,
  type BabylonTarget,
  type ObjectModelProperty,
  POINTER_DIALECTS,
  PointerResolver,
  PROPERTIES,
  type PropertyPath,
  type Report,
  type ResolvedPointer,
} from "../../../gltf/objectModel/index.js";
import { attempt, createFinding, excerpt, findingOf, withElement } from "../../../gltf/util/index.js";
import { addTable, propertyAt } from "../pointerRegistry.js";
import { coupledMaterials } from "../setters/coupledProperties.js";
import { ChannelAnimations } from "./channelAnimations.js";
import { expectFinite } from "./keys.js";
import { AnimatedPointer } from "./pointerTarget.js";
import { currentValueOf } from "./currentValue.js";

/** An animation whose channels animate objects of the asset. */
export interface BoundAnimation {
  readonly name: string;
  readonly index: number;
  readonly channels: readonly { readonly sampler: number; readonly target: object }[];
  readonly samplers: readonly { readonly output: number }[];
}

/** Makes animations by JSON pointer for Babylon objects that were loaded before, whether or not their file animates them. */
export class BoundPointers {
  private readonly _animations: ChannelAnimations;
  private readonly _resolver: PointerResolver;

  /** @param _asset the objects; with the accessors of the animations, and with the members that pointers name */
  constructor(private readonly _asset: LoadedAsset) {
    addTable(PROPERTIES);
    this._animations = new ChannelAnimations(_asset, createPointer);
    this._resolver = new PointerResolver(_asset.gltf, { propertyAt, choose: (property, path) => this._choose(property, path) });
  }

  /**
   * Makes the animations of the channels of `KHR_animation_pointer`.
   * @param keysOf gives the keys of a channel; throws an AssetError if they cannot be read
   * @param onLoad receives each animation and its target, and the index of the channel
   */
  create(
    animation: BoundAnimation,
    keysOf: (channel: number, width: number) => SamplerKeys,
    report: Report,
    onLoad: (channel: number, ...loaded: Parameters<OnAnimationLoaded>) => void,
  ): void {
    const animations: BoundAnimation[] = [];
    animations[animation.index] = animation; // messages state the index
    const plans = new AnimationPlans({ animations }, this._resolver);
    plans.plan(POINTER_DIALECTS.KHR_animation_pointer, report);
    animation.channels.forEach((channel, i) => {
      const { pointer, plan } = plans.of(channel) ?? {};
      if (!pointer || !plan) {
        return;
      }
      attempt(
        pointer,
        () => {
          const sampler = keysOf(i, plan.width);
          expectFinite(pointer, sampler);
          const accessor = animation.samplers[channel.sampler]!.output;
          const data = { sampler, name: animation.name, accessor };
          for (const { resolved } of this._animations.create(plan, data, (target, created) => onLoad(i, target, created))) {
            const message = `animates nothing that is loaded (${excerpt(withElement(resolved.pointer, resolved.element))})`;
            report.add(createFinding("POINTER_WITHOUT_EFFECT", pointer, message));
          }
        },
        (error) => report.add(findingOf("POINTER_INVALID", error)),
      );
    });
  }

  /** Refuses properties that need state from the loading of their material. */
  private _choose(property: ObjectModelProperty, { collection, index }: PropertyPath): ObjectModelProperty {
    const [material] = collection === "materials" ? materialsOf(this._asset.gltf.materials?.[index]) : [];
    const { coupled } = Object(property.babylon) as Partial<BabylonTarget>;
    const obstacle = material && obstacleOf(material, coupled);
    return obstacle ? { ...property, babylon: obstacle } : property;
  }
}

function obstacleOf(material: Material, coupled: string | undefined): string | null {
  if (material.getClassName() === "OpenPBRMaterial") {
    return "an OpenPBR material is animated by its own file only";
  }
  return coupled !== undefined && !coupledMaterials.of(material) ? "the file of the material must animate it, too" : null;
}

/** The animated property of Babylon objects: the same for all files that animate it, so that Babylon mixes their animations by weight. */
function createPointer(resolved: ResolvedPointer, objects: readonly object[]): AnimatedPointer {
  const known = objects[0] && AnimatedPointer.on(objects[0], resolved.property.pointer);
  if (known) {
    return known;
  }
  const current = objects[0] && currentValueOf(resolved.property.babylon as BabylonTarget, objects[0], resolved.initial);
  return new AnimatedPointer(current ? { ...resolved, initial: current } : resolved, objects);
}
