/**
 * Inverts the landings of the pointer table: finds the glTF property of a Babylon property. The table stays the only source. Each landing writes
 * to an object that records what is written.
 */
import { Camera } from "@babylonjs/core/Cameras/camera.js";
import { Light } from "@babylonjs/core/Lights/light.js";
import { OpenPBRMaterial } from "@babylonjs/core/Materials/PBR/openpbrMaterial.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { baseColorFactorOf } from "../host/gltfExporter.js";
import { coupledMaterials, followPath, openPbrRow, POINTER_ROWS, type PointerLanding, type PointerRow } from "../pointer/index.js";
import { COMPONENTS } from "../objectModel/index.js";
import { getOrMake } from "../util/index.js";

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

/** The class of an object; undefined for others. */
export function classOf(object: unknown): InvertibleClass | undefined {
  return (Object.keys(CLASSES) as InvertibleClass[]).find((name) => object instanceof CLASSES[name]);
}

/** How a Babylon property comes from a glTF property. */
export interface Inverse {
  readonly row: PointerRow;
  /** The path of the Babylon property, from the owner on. */
  readonly path: string;
  /** The component of the glTF property; the first of several where `isWhole`. */
  readonly component: number;
  /** Whether the Babylon property is a colour, vector or quaternion. */
  readonly isWhole: boolean;
  /** The Babylon value for a glTF value of 1. */
  readonly factor: number;
}

/** The Babylon properties of coupled landings, which write several properties that depend on several values. */
const COUPLED = {
  pbr: {
    transmissionFactor: "subSurface.refractionIntensity",
    diffuseTransmissionFactor: "subSurface.translucencyIntensity",
    thicknessFactor: "subSurface.maximumThickness",
    attenuationDistance: "subSurface.tintColorAtDistance",
    attenuationColor: "subSurface.tintColor",
    ior: "indexOfRefraction",
  },
  openPbr: {
    baseColorFactor: "baseColor",
    roughnessFactor: "specularRoughness",
    clearcoatFactor: "coatWeight",
    clearcoatRoughnessFactor: "coatRoughness",
    transmissionFactor: "transmissionWeight",
    ior: "specularIor",
  },
};

/** The properties that Babylon's exporter takes over from a `StandardMaterial` as they are, with their paths in a `PBRMaterial`. */
const STANDARD = /^(alpha|emissiveColor|alphaCutOff|bumpTexture\.level|(albedo|bump|emissive|ambient)Texture\.([uv](Offset|Scale)|wAng))$/;

/** Values that landings read before they write: those of a material that uses all properties. */
const ASSUMED: Readonly<Record<string, unknown>> = { unlit: false, transparencyMode: 1 };

/** The components that landings write: different, so that each can be recognised. */
const MARKS = [2, 3, 5, 7];

type OnWrite = (path: string, value: unknown) => void;

/** An object that has every property, and reports assignments and calls of `set`. */
function watcher(path: string, onWrite: OnWrite): object {
  const below = (name: string | symbol): string => (path ? `${path}.${String(name)}` : String(name));
  return new Proxy(() => undefined, {
    get: (_, name) => {
      if (name === Symbol.toPrimitive) {
        return () => NaN; // landings compare properties
      }
      return typeof name === "string" && name in ASSUMED ? ASSUMED[name] : watcher(below(name), onWrite);
    },
    set: (_, name, value) => {
      onWrite(below(name), value);
      return true;
    },
    apply: (_, __, args: unknown[]) => {
      if (path.endsWith(".set")) {
        onWrite(path.slice(0, -".set".length), args);
      }
      return watcher(path, onWrite);
    },
  });
}

/** @param coupledPaths the paths of coupled properties */
function inversesOf(row: PointerRow, coupledPaths: Readonly<Record<string, string>>): Inverse[] {
  const { coupled, load, write } = row.landing as PointerLanding;
  const width = COMPONENTS[row.type];
  const inverses: Inverse[] = [];
  if (coupled !== undefined) {
    const path = coupledPaths[coupled];
    return path === undefined ? [] : [{ row, path, component: 0, isWhole: width > 1, factor: 1 }];
  }
  if (load || row.type === "float4x4" || width === 0) {
    return inverses;
  }
  const marks = MARKS.slice(0, width);
  const onWrite: OnWrite = (path, value) => {
    if (Array.isArray(value)) {
      inverses.push({ row, path, component: 0, isWhole: true, factor: 1 });
    } else if (typeof value === "number" && value !== 0) {
      const component = marks.findIndex((mark) => Math.abs(mark) === Math.abs(value));
      inverses.push({ row, path, component: Math.max(component, 0), isWhole: false, factor: value / marks[Math.max(component, 0)]! });
    }
  };
  write(watcher("", onWrite), marks, 0);
  return inverses;
}

function allOf(name: InvertibleClass): Inverse[] {
  const owner = name === "pbr" || name === "openPbr" || name === "standard" ? "material" : name;
  const rows = POINTER_ROWS.filter(({ landing }) => typeof landing !== "string" && landing.owner === owner);
  switch (name) {
    case "openPbr":
      return rows.map((row) => openPbrRow(row)).flatMap((row) => [...inversesOf(row, COUPLED.openPbr), ...opacityOf(row)]);
    case "standard":
      return rows
        .flatMap((row) => inversesOf(row, {}))
        .filter(({ path }) => STANDARD.test(path))
        .map((inverse) => ({ ...inverse, path: inverse.path.replace("albedo", "diffuse") }));
    default:
      return rows.flatMap((row) => inversesOf(row, COUPLED.pbr));
  }
}

/** The opacity of an OpenPBR material, which is written beside its coupled colour. */
function opacityOf(row: PointerRow): Inverse[] {
  return (row.landing as PointerLanding).coupled === "baseColorFactor"
    ? [{ row, path: "geometryOpacity", component: 3, isWhole: false, factor: 1 }]
    : [];
}

const known = new Map<InvertibleClass, readonly Inverse[]>();

/** All Babylon properties of a class that a glTF property lands on. */
export function allInverses(name: InvertibleClass): readonly Inverse[] {
  return getOrMake(known, name, () => allOf(name));
}

/** The glTF property that a Babylon property of an object comes from. */
export function inverseAt(name: InvertibleClass, object: object, path: string): Inverse | undefined {
  const kind = object instanceof Camera && object.mode === Camera.ORTHOGRAPHIC_CAMERA ? "orthographic" : "perspective";
  return allInverses(name).find(
    (inverse) =>
      inverse.path === path &&
      !(name === "camera" && !inverse.row.template.includes(kind)) &&
      !inverse.row.template.includes("EXT_lights_ies"),
  );
}

/** The Babylon properties of a class that a glTF property lands on. */
export function inversesAt(name: InvertibleClass, template: string): readonly Inverse[] {
  return allInverses(name).filter(({ row }) => row.template === template);
}

/** The present value of a glTF property; null if a part of it cannot be read. */
export function readProperty(template: string, object: object): number[] | null {
  const name = classOf(object);
  const inverses = name ? inversesAt(name, template) : [];
  const [first] = inverses;
  if (!first) {
    return null;
  }
  const { type, default: byDefault } = first.row;
  const isConverted = object instanceof StandardMaterial && template.endsWith("/baseColorFactor");
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

/** The texture at a path of a material, even if an animation has taken it out of use. */
export function textureAt(material: object, path: string): unknown {
  const names = path.split(".");
  return followPath(material, names) ?? coupledMaterials.of(material)?.textureOf(names[names.length - 1]!);
}
