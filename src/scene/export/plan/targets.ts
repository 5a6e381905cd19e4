/** Finds the glTF properties that a Babylon animation animates. */
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import { TargetCamera } from "@babylonjs/core/Cameras/targetCamera.js";
import { DirectionalLight } from "@babylonjs/core/Lights/directionalLight.js";
import { SpotLight } from "@babylonjs/core/Lights/spotLight.js";
import { Material } from "@babylonjs/core/Materials/material.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { kindOf, knownPropertyOf, putValue } from "../../posing/index.js";
import { valueBeforeRun } from "../../host/index.js";
import { getOrMake } from "../../../gltf/util/index.js";
import { type BabylonTarget, COMPONENTS, isWeights } from "../../../gltf/objectModel/index.js";
import { followPath, PointerTarget } from "../../pointer/index.js";
import { allInverses, classOf, type Inverse, inverseAt, inversesAt, type InvertibleClass, readProperty } from "./inverse.js";
import { type ExportedPart, type ExportedProperty, LIGHTS, type RotationForm } from "./exportedProperty.js";

/** An object of the scene, and the path from the object to a target. */
interface Owned {
  readonly object: object;
  readonly owner: InvertibleClass;
  /** The path, empty or with a trailing dot. */
  readonly prefix: string;
}

/** The properties of KHR_lights_punctual that replace the properties of EXT_lights_ies, by name. */
const IES: Readonly<Record<string, string>> = { multiplier: "/intensity", color: "/color" };

const LETTERS: Readonly<Record<string, number>> = { x: 0, y: 1, z: 2, w: 3, r: 0, g: 1, b: 2, a: 3 };

/** Finds the glTF properties behind the targets of one scene. */
export class TargetResolver {
  /** The materials of each part (texture, layer or color). */
  private _parts: Map<unknown, Owned[]> | null = null;
  private _morphs: Map<unknown, ExportedProperty[]> | null = null;

  constructor(private readonly _scene: Scene) {}

  /** @returns the animated parts, never empty, or the reason why glTF cannot have the animation */
  resolve(target: unknown, animation: Animation): ExportedPart[] | string {
    if (Array.isArray(target)) {
      const all = target.map((each) => this.resolve(each, animation));
      return all.find((each) => typeof each === "string") ?? all.flatMap((each) => each as ExportedPart[]);
    }
    if (target instanceof PointerTarget) {
      const parts = partsOfPointer(target);
      return typeof parts === "string" ? parts : parts.flatMap((part) => [part, ...this._partsInCommon(part, target)]);
    }
    if (target instanceof MorphTarget) {
      return this._partsOfMorph(target, animation);
    }
    const form = rotationFormOf(target, animation);
    if (form) {
      return partsOfRotation(target as RotatedNode, form, animation);
    }
    if (target instanceof Material && !classOf(target)) {
      return `only a PBRMaterial, OpenPBRMaterial or StandardMaterial can be exported with animations (got ${target.getClassName()})`;
    }
    const all = this._ownersOf(target).map((owned) => partOfProperty(owned, target as object, animation));
    const parts = all.filter((each) => typeof each !== "string");
    return parts.length > 0 ? parts : ((all[0] as string | undefined) ?? "its target is no object that Babylon exports");
  }

  private _ownersOf(target: unknown): readonly Owned[] {
    const owner = classOf(target);
    return owner ? [{ object: target as object, owner, prefix: "" }] : (this._materialParts().get(target) ?? []);
  }

  /** The other material properties of the texture of a property, which are animated together with the property. */
  private _partsInCommon(part: ExportedPart, { holder }: PointerTarget): ExportedPart[] {
    const { object, pathInObject } = part.property;
    const owner = pathInObject.includes("Texture/") ? classOf(object) : undefined;
    const [inverse] = owner ? inversesAt(owner, holder.pointer.property.pointer) : [];
    const names = inverse?.path.split(".") ?? [];
    const property = names.pop();
    const owners = inverse ? this._materialParts().get(followPath(object, names)) : undefined;
    return (owners ?? []).flatMap((owned): ExportedPart[] => {
      const other = inverseAt(owned.owner, owned.object, `${owned.prefix}${property}`);
      const exported = other && {
        ...part.property,
        object: owned.object,
        pathInObject: other.property.pointer.slice("/materials/{}".length),
      };
      return exported && (exported.object !== object || exported.pathInObject !== pathInObject) ? [{ ...part, property: exported }] : [];
    });
  }

  private _materialParts(): Map<unknown, Owned[]> {
    if (!this._parts) {
      this._parts = new Map();
      for (const material of this._scene.materials) {
        const owner = classOf(material);
        for (const prefix of owner ? partsOfClass(owner) : []) {
          const part = followPath(material, prefix.split("."));
          if (typeof part === "object" && part !== null) {
            getOrMake(this._parts, part, (): Owned[] => []).push({ object: material, owner: owner!, prefix: `${prefix}.` });
          }
        }
      }
    }
    return this._parts;
  }

  private _partsOfMorph(target: MorphTarget, animation: Animation): ExportedPart[] | string {
    if (animation.targetProperty !== "influence") {
      return `glTF has no animation of ${animation.targetProperty} of a morph target`;
    }
    const properties = this._morphProperties().get(target) ?? [];
    const before = valueBefore(target, animation);
    return properties.length > 0
      ? properties.map((exported) => {
          const offset = morphsOf(exported.object).indexOf(target);
          return { property: exported, offset, size: 1, factor: 1, before };
        })
      : "no mesh of the scene has the morph target";
  }

  private _morphProperties(): Map<unknown, ExportedProperty[]> {
    if (!this._morphs) {
      this._morphs = new Map();
      for (const mesh of this._scene.meshes) {
        const targets = morphsOf(mesh);
        const exported = weightsOf(mesh, null);
        for (const target of targets) {
          getOrMake(this._morphs, target, (): ExportedProperty[] => []).push(exported);
        }
      }
    }
    return this._morphs;
  }
}

/** The paths of the objects that contain properties of a class, or that are properties. */
function partsOfClass(name: InvertibleClass): Set<string> {
  return new Set(allInverses(name).flatMap(({ path, isWhole }) => prefixesOf(isWhole ? `${path}.` : path)));
}

/** The paths of all objects along a path. */
function prefixesOf(path: string): string[] {
  const names = path.split(".");
  return names.slice(1).map((_, i) => names.slice(0, i + 1).join("."));
}

function morphsOf(mesh: object): MorphTarget[] {
  const { morphTargetManager: manager } = mesh as { morphTargetManager?: { numTargets: number; getTarget(i: number): MorphTarget } | null };
  return Array.from({ length: manager?.numTargets ?? 0 }, (_, i) => manager!.getTarget(i));
}

function weightsOf(mesh: object, inFile: readonly number[] | null): ExportedProperty {
  const current = morphsOf(mesh).map(({ influence }) => influence);
  return { object: mesh, collection: "nodes", pathInObject: "/weights", type: "float[]", current, inFile };
}

/** The value of a property before any animation; null if unknown. */
function valueBefore(target: object, animation: Animation): number[] | null {
  const ofClips = knownPropertyOf(target, animation)?.original;
  if (ofClips) {
    return [...ofClips];
  }
  const ofBabylon = valueBeforeRun(animation, target);
  const values = new Float64Array(kindOf(animation)?.size ?? 0);
  putValue(ofBabylon, values, 0);
  return ofBabylon === undefined ? null : [...values];
}

// ---- animation by JSON pointer ------------------------------------------------------------------------------------------------------

function partsOfPointer({ holder, offset, width }: PointerTarget): ExportedPart[] | string {
  const { path, pointer, property, initial } = holder.pointer;
  const { target } = property.babylon as BabylonTarget;
  if (target === "none" || target === "environment") {
    return target === "none" ? "it belongs to no object that Babylon exports" : "Babylon exports no image-based lights";
  }
  // Babylon exports the light without its profile
  const isOfLight = path.extension === "EXT_lights_ies";
  const collection = isOfLight ? LIGHTS : path.collection;
  const pathInObject = isOfLight ? IES[path.property]! : pointer.slice(`/${path.collection}/${path.index}`.length);
  const { type } = property;
  // a hidden node hides its meshes
  const objects = target === "mesh" && type === "bool" ? holder.objects.slice(0, 1) : holder.objects;
  return objects.map((object) => {
    const exported = isWeights(path)
      ? weightsOf(object, initial)
      : { object, collection, pathInObject, type, current: holder.components, inFile: initial };
    return { property: exported, offset, size: width, factor: 1, before: null };
  });
}

// ---- animation of Babylon properties ------------------------------------------------------------------------------------------------

/** A Babylon object that belongs to a glTF node: a node, mesh, light or camera. */
interface RotatedNode {
  readonly rotation: Vector3;
  readonly rotationQuaternion?: Quaternion | null;
  readonly direction: Vector3;
}

/** The form of an animated rotation; null for quaternions and for other properties. */
function rotationFormOf(target: unknown, { targetProperty }: Animation): RotationForm | null {
  const [property] = targetProperty.split(".");
  if (property === "direction" && (target instanceof SpotLight || target instanceof DirectionalLight)) {
    return "direction";
  }
  return property === "rotation" && (target instanceof TransformNode || target instanceof TargetCamera) ? "angles" : null;
}

function partsOfRotation(node: RotatedNode, form: RotationForm, animation: Animation): ExportedPart[] | string {
  if (form === "angles" && node.rotationQuaternion) {
    return "Babylon ignores the Euler angles of a node that has a rotationQuaternion";
  }
  const [, letter] = animation.targetProperty.split(".");
  const current = (form === "angles" ? node.rotation : node.direction).asArray();
  const exported: ExportedProperty = {
    object: node,
    collection: "nodes",
    pathInObject: "/rotation",
    type: "quat",
    current,
    inFile: null,
    rotationForm: form,
  };
  const size = letter === undefined ? 3 : 1;
  return [{ property: exported, offset: LETTERS[letter ?? "x"] ?? 0, size, factor: 1, before: valueBefore(node, animation) }];
}

function partOfProperty({ object, owner, prefix }: Owned, target: object, animation: Animation): ExportedPart | string {
  const path = prefix + animation.targetProperty;
  const [holder, letter] = [path.slice(0, path.lastIndexOf(".")), path.slice(path.lastIndexOf(".") + 1)];
  const [first] = path.split(".");
  const isMoved = (owner === "camera" && first === "rotationQuaternion") || (owner !== "node" && first === "position");
  const find = (at: string): Inverse | undefined => inverseAt(isMoved ? "node" : owner, object, at);
  const exact = find(path);
  const ofWhole = exact ? undefined : find(holder);
  const inverse = exact ?? (ofWhole?.isWhole && LETTERS[letter] !== undefined ? ofWhole : undefined);
  if (!inverse) {
    return `no property of glTF is ${path} of ${nameOf(object, owner)}`;
  }
  const { property, factor } = inverse;
  const obstacle = object instanceof PBRMaterial ? obstacleOf(object, inverse) : null;
  const current = isMoved
    ? ((object as Record<string, { asArray(): number[] } | undefined>)[first]?.asArray() ?? null)
    : readProperty(property.pointer, object);
  if (obstacle !== null || current === null) {
    return obstacle ?? `there is no ${inverse.path} of ${nameOf(object, owner)}`;
  }
  const at = property.pointer.indexOf("/{}");
  const collection = property.pointer.slice(1, at);
  const exported: ExportedProperty = {
    object,
    collection,
    pathInObject: property.pointer.slice(at + "/{}".length),
    type: property.type,
    current,
    inFile: null,
  };
  const offset = inverse.component + (exact ? 0 : LETTERS[letter]!);
  const size = Math.min(kindOf(animation)?.size ?? 1, COMPONENTS[property.type] - offset);
  const before = valueBefore(target, animation)?.map((component) => component / factor) ?? null;
  return { property: exported, offset, size, factor, before, path: inverse.path, coupledPaths: coupledPathsOf(inverse, owner) };
}

function nameOf(object: object, owner: InvertibleClass): string {
  const name = object instanceof Material ? object.getClassName() : owner;
  return `${/^[AEIOU]/.test(name) ? "an" : "a"} ${name}`;
}

/** Further Babylon properties of the same component, for example the other side of an orthographic camera. */
function coupledPathsOf({ property, path, component, isWhole }: Inverse, owner: InvertibleClass): string[] {
  return isWhole
    ? []
    : inversesAt(owner, property.pointer)
        .filter((other) => !other.isWhole && other.component === component && other.path !== path)
        .map((other) => other.path);
}

/** The reason why a property of a material would not be loaded unchanged; null if there is none. */
function obstacleOf(material: PBRMaterial, { path, property }: Inverse): string | null {
  const [layer] = path.split(".");
  const { isEnabled } = (material as unknown as Record<string, { isEnabled?: boolean } | undefined>)[layer!] ?? {};
  if (isEnabled === false && layer !== "iridescence") {
    return `the ${layer} of the material is not enabled`;
  }
  const { isRefractionEnabled, isTranslucencyEnabled } = material.subSurface;
  const { coupled } = property.babylon as BabylonTarget;
  const isOn = coupled === "diffuseTransmissionFactor" ? isTranslucencyEnabled : isRefractionEnabled;
  return coupled !== undefined && coupled !== "ior" && !isOn ? "the material does not let light through" : null;
}
