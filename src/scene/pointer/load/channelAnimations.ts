import type { IAnimatable } from "@babylonjs/core/Animations/animatable.interface.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { INode } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { LoadedAsset, OnAnimationLoaded } from "../../host/index.js";
import {
  type AnimatedOnce,
  type ChannelPart,
  type ChannelPlan,
  isTransform,
  isWeights,
  type ResolvedPointer,
} from "../../../gltf/objectModel/index.js";
import { OnDemandAnimation, type SamplerKeys } from "../../keys/index.js";
import { getOrMake, withElement, FLOAT } from "../../../gltf/util/index.js";
import { AssetObjects } from "./assetObjects.js";
import { AnimatedPointer } from "./pointerTarget.js";
import { kindOf, ROTATION, SCALAR, type ValueKind } from "./valueKind.js";

/** The target object and property of a Babylon animation. */
interface Animated {
  readonly target: IAnimatable;
  readonly property: string;
  readonly kind: ValueKind;
  /** The first component of the animation in the components of the channel part. */
  readonly offset: number;
  readonly pointer: string;
}

/** The Babylon properties that core channels animate, by the glTF path. */
const DIRECT = new Map(Object.entries({ translation: "position", rotation: "rotationQuaternion", scale: "scaling", weights: "influence" }));

/** The data of a planned channel. */
export interface ChannelData {
  readonly sampler: SamplerKeys;
  /** The name of the glTF animation, which is the prefix of the names of Babylon's animations. */
  readonly name: string;
  /** The index of the output accessor. */
  readonly accessor: number;
}

/** Creates the animated property of a pointer for Babylon objects. */
type CreatePointer = (resolved: ResolvedPointer, objects: readonly object[]) => AnimatedPointer;

/** Makes the Babylon animations of the channels of one asset. */
export class ChannelAnimations {
  private readonly _objects: AssetObjects;
  /** The animated properties by pointer, shared between channels for different elements. */
  private readonly _properties = new Map<string, AnimatedPointer>();

  /** @param _createPointer creates the animated property of a pointer for the Babylon objects of its glTF object */
  constructor(
    private readonly _loader: LoadedAsset,
    private readonly _createPointer: CreatePointer = (resolved, objects) => new AnimatedPointer(resolved, objects),
  ) {
    this._objects = new AssetObjects(_loader);
  }

  /** @returns the parts of the channel whose objects are not loaded */
  create({ parts, siblings }: ChannelPlan, data: ChannelData, onLoad: OnAnimationLoaded): ChannelPart[] {
    const { sampler } = data;
    const fps = this._loader.parent.targetFps;
    const missing: ChannelPart[] = [];
    for (const part of parts) {
      const rest = this._animatedBesideNodes(part, siblings);
      const all = rest ?? this._animatedBy(part, data.accessor);
      for (const { target, property, kind, offset, pointer } of sampler.times.length > 0 ? all : []) {
        const { width, dataType, fromArray: fromComponents } = kind;
        const isRotation = kind === ROTATION;
        const keys = { sampler, offset: part.offset + offset, width, isRotation, fromComponents, hasEndTangents: false };
        onLoad(target, new OnDemandAnimation(`${data.name} ${pointer}`, property, fps, dataType, keys));
      }
      if (all.length === 0 && !rest) {
        missing.push(part);
      }
    }
    return missing;
  }

  /**
   * What the weights of a mesh animate in an animation that animates weights of the mesh's nodes, too: each node without the weights that are
   * animated for the node itself, because the weights of a node take precedence over those of its mesh (glTF 2.0, section 3.7.2.2).
   * @returns undefined for other properties, and if no such weights of a node are animated
   */
  private _animatedBesideNodes({ resolved }: ChannelPart, siblings: AnimatedOnce): readonly Animated[] | undefined {
    const { path } = resolved;
    if (!isWeights(path) || path.collection !== "meshes") {
      return undefined;
    }
    const elements = elementsOf(resolved);
    const isOverridden = ({ index }: INode, i: number): boolean => siblings.isAnimated(`/nodes/${index}/weights`, i);
    const nodes = this._objects.nodesOfMesh(path.index);
    if (!nodes.some((node) => elements.some((i) => isOverridden(node, i)))) {
      return undefined;
    }
    return nodes.flatMap((node) => {
      const own = elements.filter((i) => !isOverridden(node, i));
      return this._objects.morphedOf(node).flatMap((mesh) => influencesOf(mesh, own, resolved));
    });
  }

  private _animatedBy({ resolved }: ChannelPart, accessor: number): readonly Animated[] {
    const { pointer, element, initial } = resolved;
    const direct = this._directProperty(resolved, accessor);
    if (direct !== undefined) {
      return this._objects
        .of(resolved)
        .flatMap((object): readonly Animated[] =>
          direct === "influence"
            ? influencesOf(object, elementsOf(resolved), resolved)
            : [{ target: object as IAnimatable, property: direct, kind: kindOf(resolved, element), offset: 0, pointer }],
        );
    }
    const holder = getOrMake(this._properties, pointer, () => this._createPointer(resolved, this._objects.of(resolved)));
    const animate = (component: number, offset: number): Animated => {
      const target = holder.targetFor(component);
      return { target, property: "value", kind: target.kind, offset, pointer: withElement(pointer, component) };
    };
    if (holder.objects.length === 0) {
      return [];
    }
    // Babylon cannot animate values of more than four components
    return element < 0 && initial.length > 4 ? initial.map((_, i) => animate(i, i)) : [animate(element, 0)];
  }

  /**
   * The Babylon property to animate directly, as for core channels; undefined if direct animation would be wrong or impossible. Rotations
   * rounded to integers are not of unit length, the node of a camera is mirrored in left-handed scenes, and weights that several nodes
   * share would need an animation per node.
   */
  private _directProperty({ path, element }: ResolvedPointer, accessor: number): string | undefined {
    const { gltf, babylonScene } = this._loader;
    if (!(isWeights(path) || (isTransform(path) && element < 0))) {
      return undefined;
    }
    const { collection, index, property } = path;
    const camera = gltf.nodes?.[index]?.camera;
    const isRight =
      property === "weights"
        ? collection === "nodes" || this._objects.nodesOfMesh(index).length === 1
        : (property !== "rotation" || (gltf.accessors?.[accessor]?.componentType as number) === FLOAT) &&
          (property !== "scale" || camera === undefined || babylonScene.useRightHandedSystem);
    return isRight ? DIRECT.get(property) : undefined;
  }
}

/** The indices of the elements that a pointer to an array of numbers means. */
function elementsOf({ element, initial }: ResolvedPointer): readonly number[] {
  return element < 0 ? initial.map((_, i) => i) : [element];
}

function influencesOf(mesh: object, elements: readonly number[], { pointer, element }: ResolvedPointer): readonly Animated[] {
  const { morphTargetManager: targets } = mesh as Mesh;
  return elements
    .filter((i) => i < (targets?.numTargets ?? 0))
    .map((i) => ({
      target: targets!.getTarget(i),
      property: "influence",
      kind: SCALAR,
      offset: i - Math.max(element, 0),
      pointer: withElement(pointer, i),
    }));
}
