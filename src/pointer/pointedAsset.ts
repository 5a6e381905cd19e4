import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { IAnimatable } from "@babylonjs/core/Animations/animatable.interface.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { GLTFLoader } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { SamplerData } from "../host/gltfAnimation.js";
import type { OnAnimationLoaded } from "../host/gltfLoader.js";
import type { ChannelPart, ChannelPlan } from "./channelPlan.js";
import { getOrMake } from "./items.js";
import { keyBuilder } from "./keys.js";
import { AssetObjects } from "./objects.js";
import { kindOf, PointerProperty, SCALAR, type ValueKind } from "./pointerTarget.js";
import { PointerResolver, withElement, type ResolvedPointer, type RowChoice } from "./resolve.js";
import type { PointerLanding } from "./row.js";

/** What one Babylon animation sets. */
interface Animated {
  readonly target: IAnimatable;
  /** The property of the target. */
  readonly property: string;
  readonly kind: ValueKind;
  /** Which component of the glTF property is the first of it. */
  readonly offset: number;
  /** The JSON pointer. */
  readonly pointer: string;
}

/** What channels of glTF itself animate, and what that is in Babylon. */
const DIRECT: ReadonlyMap<string, string> = new Map([
  ["/nodes/{}/translation", "position"],
  ["/nodes/{}/rotation", "rotationQuaternion"],
  ["/nodes/{}/scale", "scaling"],
  ["/nodes/{}/weights", "influence"],
  ["/meshes/{}/weights", "influence"],
]);

/** `AccessorComponentType.FLOAT` */
const FLOAT = 5126;

/** An asset of which properties are animated by JSON pointer. */
export class PointedAsset {
  readonly resolver: PointerResolver;
  private readonly _objects: AssetObjects;
  /** By pointer: what several channels animate elements of is one thing. */
  private readonly _properties = new Map<string, PointerProperty>();

  constructor(
    private readonly _loader: GLTFLoader,
    choose?: RowChoice,
  ) {
    this.resolver = new PointerResolver(_loader.gltf, choose);
    this._objects = new AssetObjects(_loader);
  }

  /**
   * Makes Babylon's animations of a channel.
   * @param name that of the glTF animation, with which theirs begin
   * @param output the index of the accessor that the values come from
   * @returns the pointers to what is not loaded
   */
  animate(name: string, { parts, width }: ChannelPlan, output: number, data: SamplerData, onLoad: OnAnimationLoaded): string[] {
    const fps = this._loader.parent.targetFps;
    const buildKeys = keyBuilder(data, width, fps);
    const missing: string[] = [];
    for (const part of parts) {
      const all = this._animatedBy(part, output);
      for (const { target, property, kind, offset, pointer } of data.input.length > 0 ? all : []) {
        const animation = new Animation(`${name} ${pointer}`, property, fps, kind.dataType);
        animation.setKeys(buildKeys(kind, part.offset + offset), true);
        onLoad(target, animation);
      }
      if (all.length === 0) {
        missing.push(withElement(part.resolved.pointer, part.resolved.element));
      }
    }
    return missing;
  }

  private _animatedBy({ resolved }: ChannelPart, output: number): readonly Animated[] {
    const { pointer, element, initial } = resolved;
    const direct = this._directProperty(resolved, output);
    if (direct !== undefined) {
      return this._objects.of(resolved).flatMap((object): Animated[] =>
        direct === "influence"
          ? morphTargetsOf(object as Mesh, initial.length).map((target, i) => ({
              target,
              property: direct,
              kind: SCALAR,
              offset: i,
              pointer: withElement(pointer, i),
            }))
          : [{ target: object as IAnimatable, property: direct, kind: kindOf(resolved), offset: 0, pointer }],
      );
    }
    const holder = this._propertyOf(resolved);
    const animate = (component: number, offset: number): Animated => {
      const target = holder.targetFor(component);
      return { target, property: "value", kind: target.kind, offset, pointer: withElement(pointer, component) };
    };
    if (holder.objects.length === 0) {
      return [];
    }
    // Babylon has no values of more components
    return element < 0 && initial.length > 4 ? initial.map((_, i) => animate(i, i)) : [animate(element, 0)];
  }

  /**
   * Babylon's own property where that is animated, as by the channels of glTF itself. Not where these do not do it right: rotations that
   * are rounded to integers are not of length 1, a camera's node is mirrored in left-handed scenes, and where a node has a skin they
   * would move the mesh. Nor for weights that several nodes share: each channel would have an animation for each of them.
   */
  private _directProperty({ row: { template }, indices, element }: ResolvedPointer, output: number): string | undefined {
    const { gltf, babylonScene } = this._loader;
    const property = element < 0 ? DIRECT.get(template) : undefined;
    const { skin, camera } = gltf.nodes?.[indices[0]!] ?? {};
    const isRight =
      property === "influence"
        ? template.startsWith("/nodes/") || this._objects.nodesOfMesh(indices[0]!).length === 1
        : skin === undefined &&
          (property !== "rotationQuaternion" || (gltf.accessors?.[output]?.componentType as number) === FLOAT) &&
          (property !== "scaling" || camera === undefined || babylonScene.useRightHandedSystem);
    return isRight ? property : undefined;
  }

  private _propertyOf(resolved: ResolvedPointer): PointerProperty {
    const { pointer, row } = resolved;
    return getOrMake(
      this._properties,
      pointer,
      () => new PointerProperty(resolved, row.landing as PointerLanding, this._objects.of(resolved)),
    );
  }
}

/** @param max how many at most */
function morphTargetsOf({ morphTargetManager: targets }: Mesh, max: number): readonly IAnimatable[] {
  const count = Math.min(targets?.numTargets ?? 0, max);
  return Array.from({ length: count }, (_, i) => targets!.getTarget(i));
}
