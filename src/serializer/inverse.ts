/**
 * Inverts the landings of the pointer table: finds the glTF property of a Babylon property. The table stays the only source. Each landing writes
 * to an object that records what is written.
 */
import { Camera } from "@babylonjs/core/Cameras/camera.js";
import { coupledMaterials } from "../pointer/coupledProperties.js";
import { POINTER_ROWS } from "../pointer/pointerTable.js";
import type { PointerLanding, PointerRow } from "../pointer/pointerRow.js";
import { followPath } from "../pointer/setters.js";
import { COMPONENTS } from "../objectModel/property.js";
import { getOrMake } from "../objectModel/getOrMake.js";

export type InvertibleOwner = "camera" | "light" | "material" | "node";

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
const COUPLED: Readonly<Record<string, string>> = {
  transmissionFactor: "subSurface.refractionIntensity",
  diffuseTransmissionFactor: "subSurface.translucencyIntensity",
  thicknessFactor: "subSurface.maximumThickness",
  attenuationDistance: "subSurface.tintColorAtDistance",
  attenuationColor: "subSurface.tintColor",
  ior: "indexOfRefraction",
};

/** Values that landings read before they write: those of a material that uses all properties. */
const ASSUMED: Readonly<Record<string, unknown>> = { unlit: false, transparencyMode: 1 };

/** The components that landings write: different, so that each can be recognised. */
const MARKS = [2, 3, 5, 7];

type OnWrite = (path: string, value: unknown) => void;

/** An object that has every property, and reports assignments and calls of `set`. */
function watcher(path: string, onWrite: OnWrite): object {
  const below = (name: string | symbol): string => (path ? `${path}.${String(name)}` : String(name));
  return new Proxy(() => undefined, {
    get: (_, name) => (typeof name === "string" && name in ASSUMED ? ASSUMED[name] : watcher(below(name), onWrite)),
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

function inversesOf(row: PointerRow): Inverse[] {
  const { owner, coupled, load, write } = row.landing as PointerLanding;
  const width = COMPONENTS[row.type];
  if (coupled !== undefined) {
    const path = COUPLED[coupled];
    return path === undefined ? [] : [{ row, path, component: 0, isWhole: width > 1, factor: 1 }];
  }
  if (!isInvertible(owner) || load || row.type === "float4x4" || width === 0) {
    return [];
  }
  const inverses: Inverse[] = [];
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

function isInvertible(owner: string): owner is InvertibleOwner {
  return owner === "camera" || owner === "light" || owner === "material" || owner === "node";
}

type Inverses = ReadonlyMap<string, readonly Inverse[]>;

let known: ReadonlyMap<InvertibleOwner, Inverses> | undefined;

/** By owner and path. */
function table(): ReadonlyMap<InvertibleOwner, Inverses> {
  if (!known) {
    const all = new Map<InvertibleOwner, Map<string, Inverse[]>>();
    for (const row of POINTER_ROWS) {
      for (const inverse of typeof row.landing === "string" ? [] : inversesOf(row)) {
        const ofOwner = getOrMake(all, (row.landing as PointerLanding).owner as InvertibleOwner, () => new Map<string, Inverse[]>());
        getOrMake(ofOwner, inverse.path, () => []).push(inverse);
      }
    }
    known = all;
  }
  return known;
}

/** All Babylon properties of an owner that a glTF property lands on. */
export function allInverses(owner: InvertibleOwner): readonly Inverse[] {
  return [...(table().get(owner)?.values() ?? [])].flat();
}

/** The glTF property that a Babylon property of an object comes from. */
export function inverseAt(owner: InvertibleOwner, object: object, path: string): Inverse | undefined {
  const kind = object instanceof Camera && object.mode === Camera.ORTHOGRAPHIC_CAMERA ? "orthographic" : "perspective";
  return table()
    .get(owner)
    ?.get(path)
    ?.find(({ row: { template } }) => !(owner === "camera" && !template.includes(kind)) && !template.includes("EXT_lights_ies"));
}

/** The Babylon properties that a glTF property lands on. */
export function inversesAt(template: string): readonly Inverse[] {
  return [...table().values()].flatMap((ofOwner) => [...ofOwner.values()].flat()).filter(({ row }) => row.template === template);
}

/** The present value of a glTF property; null if a part of it cannot be read. */
export function readProperty(template: string, object: object): number[] | null {
  const inverses = inversesAt(template);
  const [first] = inverses;
  if (!first) {
    return null;
  }
  const { type, default: byDefault } = first.row;
  const value = Array.from({ length: COMPONENTS[type] }, (_, i) => [byDefault ?? 0].flat().map(Number)[i] ?? 0);
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
