/** The coupled properties of a material, for any Babylon class. */
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import { sortTransmission, withoutDirtying } from "../../host/index.js";
import { followTokens } from "../../../gltf/util/index.js";
import type { CoupledState } from "../setters/coupledProperties.js";
import type { PointerComponents } from "../pointerRegistry.js";

export type Texture = BaseTexture | null;

const VOLUME = "KHR_materials_volume";
export const DIFFUSE_TRANSMISSION = "KHR_materials_diffuse_transmission";
export const SCATTER = "KHR_materials_volume_scatter";

/** The extension and the default of each coupled property. */
export const SOURCES = {
  transmissionFactor: ["KHR_materials_transmission", [0]],
  ior: ["KHR_materials_ior", [1.5]],
  dispersion: ["KHR_materials_dispersion", [0]],
  thicknessFactor: [VOLUME, [0]],
  attenuationDistance: [VOLUME, [Number.MAX_VALUE]],
  attenuationColor: [VOLUME, [1, 1, 1]],
  diffuseTransmissionFactor: [DIFFUSE_TRANSMISSION, [0]],
  diffuseTransmissionColorFactor: [DIFFUSE_TRANSMISSION, [1, 1, 1]],
} as const satisfies Sources;

type Sources = Readonly<Record<string, readonly [extension: string, byDefault: readonly number[]]>>;

/** The factors that switch features on. While a factor is 0, Babylon's loader does not load the dependent textures and properties. */
const SWITCHES = ["transmissionFactor", "thicknessFactor", "diffuseTransmissionFactor"] as const;

/** Whether a material in the asset has an extension, or a member at a path in the extension. */
export function hasExtension(json: object, ...path: readonly string[]): boolean {
  return followTokens(json, ["extensions", ...path]) !== undefined;
}

/** Packs properties of an object into bits: 1 for each property that is not 0, false or null. */
export function propertiesInUse<Of>(object: Of, names: readonly (keyof Of)[]): number {
  let bits = 0;
  for (const name of names) {
    bits = (bits << 1) | Number(Boolean(object[name]));
  }
  return bits;
}

/**
 * Copies a material so that Babylon's loader loads every feature that an animation may switch on: animated factors of 0 become 1.
 * @param json the material in the asset; not changed
 * @param animated the names of the coupled properties that are animated
 */
export function switchOn<Json extends object>(json: Json, animated: ReadonlySet<string>): Json {
  const extensions = { ...(followTokens(json, ["extensions"]) as Record<string, object> | undefined) };
  for (const name of SWITCHES) {
    const [extension] = SOURCES[name];
    if (animated.has(name) && extensions[extension] && !followTokens(extensions[extension], [name])) {
      extensions[extension] = { ...extensions[extension], [name]: 1 };
    }
  }
  return { ...json, extensions };
}

/**
 * The values of the coupled properties of a material. Every change of a value sets up the whole material again, as Babylon's loader would,
 * because the loader interprets coupled properties in combination.
 */
export abstract class CoupledMaterial<Of extends Material, Name extends string, TextureName extends string> implements CoupledState {
  values: Record<Name, number[]>;
  /** The textures of the material, in use or not; null until the material is loaded. */
  protected textures: Record<TextureName, Texture> | null = null;

  /** @param json the material in the asset */
  constructor(json: object, sources: Sources) {
    const stated = Object.entries(sources).map(([name, [extension, byDefault]]) => [
      name,
      [followTokens(json, ["extensions", extension, name]) ?? byDefault].flat(),
    ]);
    this.values = Object.fromEntries(stated) as Record<Name, number[]>;
  }

  abstract take(material: Of, onComplete: Observable<void>): void;

  /** Sets up a loaded material for the current values. */
  abstract setUp(material: Of): void;

  /** The loaded textures of a material that can be out of use. */
  protected abstract texturesOf(material: Of): Record<TextureName, Texture>;

  /** Loaded values that do not depend on the coupled properties. */
  protected abstract surfaceOf(material: Of): Partial<Record<Name, number[]>>;

  /** A key for the shader: different for materials that need different shaders. */
  protected abstract readonly shaderOf: (material: Of) => unknown;

  /** A key for Babylon's transmission helper: different for materials that the helper treats differently. */
  protected abstract translucencyOf(material: Of): unknown;

  set(name: Name, value: PointerComponents): void {
    const own = (this.values[name] ??= []);
    for (let i = 0; i < value.length; i++) {
      own[i] = value[i]!;
    }
  }

  protected number(name: Name): number {
    return this.values[name][0]!;
  }

  textureOf(name: TextureName): Texture {
    return this.textures?.[name] ?? null;
  }

  protected load(material: Of): void {
    this.values = { ...(this.surfaceOf(material) as Record<Name, number[]>), ...this.values };
    this.textures = this.texturesOf(material);
  }

  /** Sets up a material for the current values. Does nothing until the material is loaded. */
  apply(material: Of): void {
    if (this.textures) {
      const translucency = this.translucencyOf(material);
      keepShader(material, this.shaderOf, this, setUp);
      if (this.translucencyOf(material) !== translucency) {
        sortTransmission(material);
      }
    }
  }

  /** Creates the state for a copy of the material. Babylon has copied the textures in use together with the material. */
  copyFor(copy: Of): this {
    const textures = this.texturesOf(copy);
    for (const name in textures) {
      textures[name] ??= this.textures?.[name]?.clone() ?? null;
    }
    const values = structuredClone({ ...this.surfaceOf(copy), ...this.values });
    return Object.assign(Object.create(Object.getPrototypeOf(this) as object) as this, this, { values, textures });
  }
}

const setUp = (material: object, state: { setUp(material: object): void }): void => state.setUp(material);

/** `Material.TextureDirtyFlag` */
const TEXTURES_DIRTY = 1;

/**
 * Writes to a material. Babylon looks for another shader on most assignments; `keepShader` lets Babylon do so only if the shader changes.
 */
export function keepShader<Of extends Material, Value>(
  material: Of,
  shaderOf: (material: Of) => unknown,
  value: Value,
  write: (material: object, value: Value) => void,
): void {
  const before = shaderOf(material);
  withoutDirtying(material, value, write);
  if (shaderOf(material) !== before) {
    material.markAsDirty(TEXTURES_DIRTY);
  }
}
