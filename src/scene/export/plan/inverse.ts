/** Finds the glTF property of a Babylon property, in the property tables of the loader. */
import { Camera } from "@babylonjs/core/Cameras/camera.js";
import { Light } from "@babylonjs/core/Lights/light.js";
import { OpenPBRMaterial } from "@babylonjs/core/Materials/PBR/openpbrMaterial.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { baseColorFactorOf } from "../../host/gltf/gltfExporter.js";
import { type BabylonTarget, COMPONENTS, type ObjectModelProperty, OPEN_PBR, PROPERTIES } from "../../../gltf/objectModel/index.js";
import { coupledMaterials, followPath } from "../../pointer/index.js";
import { getOrMake } from "../../../gltf/util/index.js";

/** The classes of Babylon objects whose properties come from glTF properties. */
const CLASSES = {
  camera: Camera,
  light: Light,
  node: TransformNode,
  pbr: PBRMaterial,
  openPbr: OpenPBRMaterial,
  standard: StandardMaterial,
} as const;

export type InvertibleClass = keyof typeof CLASSES;

/** The class of a Babylon object; undefined if no property of the object comes from a glTF property. */
export function classOf(object: unknown): InvertibleClass | undefined {
  return (Object.keys(CLASSES) as InvertibleClass[]).find((name) => object instanceof CLASSES[name]);
}

/** The glTF property of a Babylon property, and the conversion between the two properties. */
export interface Inverse {
  readonly property: ObjectModelProperty;
  /** The path of the Babylon property in the Babylon object. */
  readonly path: string;
  /** The component of the glTF property; the first component if `isWhole`. */
  readonly component: number;
  /** Whether the Babylon property is a color, vector or quaternion. */
  readonly isWhole: boolean;
  /** The Babylon value for a glTF value of 1. */
  readonly factor: number;
}

/** The properties that Babylon's exporter copies unchanged from a `StandardMaterial`, as paths in a `PBRMaterial`. */
const STANDARD = /^(alpha|emissiveColor|alphaCutOff|bumpTexture\.level|(albedo|bump|emissive|ambient)Texture\.([uv](Offset|Scale)|wAng))$/;

function inversesOf(property: ObjectModelProperty, { parts }: BabylonTarget): Inverse[] {
  return parts
    .filter(({ isSwitch }) => !isSwitch)
    .map(({ path, component, factor = 1 }) => ({ property, path, component: component ?? 0, isWhole: component === undefined, factor }));
}

function allOf(name: InvertibleClass): Inverse[] {
  const kind = name === "pbr" || name === "openPbr" || name === "standard" ? "material" : name;
  return PROPERTIES.flatMap((property) => {
    const { pointer, babylon } = property;
    if (typeof babylon === "string" || babylon.target !== kind) {
      return [];
    }
    switch (name) {
      case "openPbr":
        return inversesOf(property, OPEN_PBR.get(pointer) ?? babylon);
      case "standard":
        return (babylon.coupled === undefined ? inversesOf(property, babylon) : [])
          .filter(({ path }) => STANDARD.test(path))
          .map((inverse) => ({ ...inverse, path: inverse.path.replace("albedo", "diffuse") }));
      default:
        return inversesOf(property, babylon);
    }
  });
}

const known = new Map<InvertibleClass, readonly Inverse[]>();

/** All Babylon properties of a class that glTF properties are written to. */
export function allInverses(name: InvertibleClass): readonly Inverse[] {
  return getOrMake(known, name, () => allOf(name));
}

/** The glTF property that a Babylon property of an object comes from. */
export function inverseAt(name: InvertibleClass, object: object, path: string): Inverse | undefined {
  const kind = object instanceof Camera && object.mode === Camera.ORTHOGRAPHIC_CAMERA ? "orthographic" : "perspective";
  return allInverses(name).find(
    (inverse) =>
      inverse.path === path &&
      !(name === "camera" && !inverse.property.pointer.includes(kind)) &&
      !inverse.property.pointer.includes("EXT_lights_ies"),
  );
}

/** The Babylon properties of a class that the glTF property at a pointer is written to. */
export function inversesAt(name: InvertibleClass, pointer: string): readonly Inverse[] {
  return allInverses(name).filter(({ property }) => property.pointer === pointer);
}

/** The current value of a glTF property; null if a component cannot be read. */
export function readProperty(pointer: string, object: object): number[] | null {
  const name = classOf(object);
  const inverses = name ? inversesAt(name, pointer) : [];
  const [first] = inverses;
  if (!first) {
    return null;
  }
  const { type, default: byDefault } = first.property;
  const isConverted = object instanceof StandardMaterial && pointer.endsWith("/baseColorFactor");
  const initial = isConverted ? baseColorFactorOf(object) : [byDefault ?? 0].flat().map(Number);
  const value = Array.from({ length: COMPONENTS[type] }, (_, i) => initial[i] ?? 0);
  for (const { path, component, isWhole, factor } of inverses) {
    const found = followPath(object, path.split("."));
    if (isWhole) {
      (found as { asArray?(): number[] } | null)?.asArray?.().forEach((each, i) => (value[i] = each));
    } else if (typeof found === "number") {
      value[component] = found / factor;
    } else {
      return null;
    }
  }
  return value;
}

/** The texture at a path of a material, even if an animation has removed the texture from the material. */
export function textureAt(material: object, path: string): unknown {
  const names = path.split(".");
  return followPath(material, names) ?? coupledMaterials.of(material)?.textureOf(names[names.length - 1]!);
}
