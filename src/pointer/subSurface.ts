import type { Color3 } from "@babylonjs/core/Maths/math.color.js";
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { sortTransmission, withoutDirtying } from "../host/material.js";
import { DIFFUSE_TRANSMISSION, SOURCES, statedValues, type TrackedLayers } from "./coupled.js";
import { followTokens } from "./jsonPointer.js";
import type { Components, PointerLanding } from "./row.js";

type Name = keyof typeof SOURCES;

/** Without these Babylon's loader does not load what else is there. */
const SWITCHES = ["transmissionFactor", "thicknessFactor", "diffuseTransmissionFactor"] as const;

function templateOf(name: Name): string {
  return `/materials/{}/extensions/${SOURCES[name][0]}/${name}`;
}

/**
 * A material as Babylon's loader has to be given it, to load all that the animation may bring to light: factors that are 0 are 1.
 * @param json the material in the asset; it stays as it is
 * @param animated the templates of the properties that are animated
 */
export function patchMaterial<Json extends object>(json: Json, animated: ReadonlySet<string>): Json {
  const extensions = { ...(followTokens(json, ["extensions"]) as Record<string, object> | undefined) };
  for (const name of SWITCHES) {
    const [extension] = SOURCES[name];
    if (animated.has(templateOf(name)) && extensions[extension] && !followTokens(extensions[extension], [name])) {
      extensions[extension] = { ...extensions[extension], [name]: 1 };
    }
  }
  return { ...json, extensions };
}

interface Textures {
  refractionIntensityTexture: BaseTexture | null;
  thicknessTexture: BaseTexture | null;
}

const states = new WeakMap<object, SubSurfaceState>();

/**
 * Keeps what a material states from now on.
 * @param json the material in the asset
 * @param animated the templates of the properties that are animated
 * @returns null where nothing that is coupled is animated, for a material that is tracked already, and for one that is not a `PBRMaterial`
 */
export function trackSubSurface(material: Material, json: object, animated: ReadonlySet<string>): TrackedLayers | null {
  const isAnimated = (Object.keys(SOURCES) as Name[]).some((name) => animated.has(templateOf(name)));
  return isAnimated && !SubSurfaceState.Has(material) ? SubSurfaceState.Track(material, json) : null;
}

/**
 * The light that goes through a material: transmission, volume, diffuse transmission, dispersion and the index of refraction.
 * Which of them Babylon's loader looks at depends on the others, so that all are set anew where one of them changes.
 */
export class SubSurfaceState implements TrackedLayers {
  private constructor(
    private readonly _values: Readonly<Record<Name, number[]>>,
    private readonly _hasDiffuseTransmission: boolean,
    private readonly _scatters: boolean,
    /** Null until they are loaded: which of them there are, and what else is set up for them, is not known before. */
    private _textures: Textures | null = null,
  ) {}

  /**
   * Keeps what a material states from now on.
   * @param json the material in the asset
   * @returns null for a material that is not of Babylon's `PBRMaterial`
   */
  static Track(material: Material, json: object): SubSurfaceState | null {
    if (!("subSurface" in material)) {
      return null;
    }
    const state = new SubSurfaceState(
      statedValues(json, SOURCES),
      followTokens(json, ["extensions", DIFFUSE_TRANSMISSION]) !== undefined,
      followTokens(json, ["extensions", "KHR_materials_volume_scatter"]) !== undefined,
    );
    states.set(material, state);
    return state;
  }

  /** Whether a material is tracked. */
  static Has(material: object): boolean {
    return states.has(material);
  }

  /** Has a copy of a material behave as its original does from now on, independently of it. */
  static Copy(from: object, to: object): void {
    const state = states.get(from);
    if (state && !states.has(to)) {
      states.set(to, state.copyFor(to as PBRMaterial));
    }
  }

  /** The textures that are seen at the moment were copied with the material. */
  private copyFor({ subSurface }: PBRMaterial): SubSurfaceState {
    const { refractionIntensityTexture, thicknessTexture } = this._textures ?? subSurface;
    return new SubSurfaceState(structuredClone(this._values), this._hasDiffuseTransmission, this._scatters, {
      refractionIntensityTexture: subSurface.refractionIntensityTexture ?? refractionIntensityTexture?.clone() ?? null,
      thicknessTexture: subSurface.thicknessTexture ?? thicknessTexture?.clone() ?? null,
    });
  }

  /** Takes the textures that were loaded, to be used where they are seen. */
  take(material: PBRMaterial): void {
    const { refractionIntensityTexture, thicknessTexture } = material.subSurface;
    this._textures = { refractionIntensityTexture, thicknessTexture };
    this.apply(material);
  }

  /** A texture that is not on the material at the moment. */
  textureOf(property: string): BaseTexture | null {
    return this._textures?.[property as keyof Textures] ?? null;
  }

  set(name: Name, value: Components): void {
    const own = this._values[name];
    for (let i = 0; i < own.length; i++) {
      own[i] = value[i]!;
    }
  }

  private _number(name: Name): number {
    return this._values[name][0]!;
  }

  private get _transmits(): boolean {
    return this._number("transmissionFactor") > 0;
  }

  private get _isTranslucent(): boolean {
    return this._number("diffuseTransmissionFactor") > 0;
  }

  private get _hasVolume(): boolean {
    return (this._transmits || this._isTranslucent) && this._number("thicknessFactor") > 0;
  }

  /** Without volume a surface that lets light through is thin; one that does not is as Babylon makes it. */
  private get _thickness(): number {
    return this._hasVolume ? this._number("thicknessFactor") : this._transmits || this._hasDiffuseTransmission ? 0 : 1;
  }

  /** Sets a material up as Babylon's loader would for the values, once it has loaded all of it. */
  apply(material: PBRMaterial): void {
    const { subSurface } = material;
    if (!this._textures) {
      return;
    }
    const isSorted = subSurface.isRefractionEnabled === this._transmits && subSurface.isTranslucencyEnabled === this._isTranslucent;
    const isDefined = subSurface.useThicknessAsDepth === this._hasVolume && subSurface.maximumThickness > 0 === this._thickness > 0;
    withoutDirtying(material, this, applyNumbers);
    this._applyColours(subSurface);
    this._applySwitches(subSurface, this._textures);
    if (!isDefined) {
      // the shader depends on these as well, which Babylon does not watch
      material.markAsDirty(TEXTURES_DIRTY);
    }
    if (!isSorted) {
      sortTransmission(material);
    }
  }

  /** Those that are uniforms. */
  applyNumbers(material: PBRMaterial): void {
    const { subSurface } = material;
    material.indexOfRefraction = this._number("ior");
    subSurface.refractionIntensity = this._transmits ? this._number("transmissionFactor") : 1;
    subSurface.translucencyIntensity = this._hasDiffuseTransmission ? this._number("diffuseTransmissionFactor") : 1;
    subSurface.dispersion = this._transmits && this._number("dispersion") > 0 ? BABYLON_ABBE_NUMBER / this._number("dispersion") : 0;
    subSurface.minimumThickness = 0;
    subSurface.maximumThickness = this._thickness;
    subSurface.useThicknessAsDepth = this._hasVolume;
    // thin surfaces do not bend the light; below 1 Babylon takes that of the material
    subSurface.volumeIndexOfRefraction = this._hasVolume ? this._number("ior") : this._thickness === 0 ? 1 : 0;
    subSurface.tintColorAtDistance = this._hasVolume && this._transmits ? this._number("attenuationDistance") : 1;
  }

  /** A volume tints what is transmitted, or what is diffused where nothing is transmitted. */
  private _applyColours({ tintColor, diffusionDistance }: SubSurface): void {
    const attenuates = this._hasVolume && this._transmits;
    const diffuses = this._hasVolume && !this._transmits;
    const [r, g, b] = this._values[attenuates ? "attenuationColor" : "diffuseTransmissionColorFactor"];
    tintColor.set(r!, g!, b!);
    const colour = this._values.attenuationColor;
    const distance = diffuses ? this._number("attenuationDistance") : 1;
    const [x, y, z] = diffuses ? colour : WHITE;
    diffusionDistance.set(x! * distance, y! * distance, z! * distance);
    if (this._scatters && this._hasVolume && this._isTranslucent) {
      scatter(diffusionDistance, attenuates ? colour : diffusionDistance.asArray(), attenuates ? this._number("attenuationDistance") : 0);
    }
  }

  /** Those that decide on the shader; Babylon marks the material dirty where they change. */
  private _applySwitches(subSurface: SubSurface, { refractionIntensityTexture, thicknessTexture }: Textures): void {
    subSurface.isRefractionEnabled = this._transmits;
    subSurface.isTranslucencyEnabled = this._isTranslucent;
    subSurface.isDispersionEnabled = this._transmits && this._number("dispersion") > 0;
    subSurface.useAlbedoToTintRefraction = this._transmits;
    subSurface.refractionIntensityTexture = this._transmits ? refractionIntensityTexture : null;
    subSurface.thicknessTexture = this._hasVolume ? thicknessTexture : null;
  }
}

type SubSurface = PBRMaterial["subSurface"];

/** `Material.TextureDirtyFlag` */
const TEXTURES_DIRTY = 1;
/** glTF's dispersion is 20 divided by the Abbe number, which is what Babylon wants. */
const BABYLON_ABBE_NUMBER = 20;

const WHITE = [1, 1, 1];

/**
 * What Babylon's loader makes of a volume that scatters: how far light of each colour comes, given what is left of it after a depth.
 * None of the extension's own properties is in it.
 */
function scatter(diffusionDistance: Color3, colour: readonly number[], depth: number): void {
  const extinction = colour.map((part) => -Math.log(part) / Math.max(depth, 0.001));
  const greatest = Math.max(...extinction);
  diffusionDistance.fromArray(extinction.map((part) => Math.exp(greatest > 0 ? -part / greatest : -part)));
}

function applyNumbers(material: object, state: SubSurfaceState): void {
  state.applyNumbers(material as PBRMaterial);
}

/** A texture that a material would have at a property if the feature it belongs to were on. */
export function hiddenTexture(material: object, property: string): BaseTexture | null {
  return states.get(material)?.textureOf(property) ?? null;
}

/** One of the properties of {@link SubSurfaceState}. */
export function subSurface(name: Name, at: string): PointerLanding {
  return {
    owner: "material",
    at,
    write: (material, value) => {
      const state = states.get(material);
      state?.set(name, value);
      state?.apply(material as PBRMaterial);
    },
    copy: (material, copyOf) => SubSurfaceState.Copy(material, copyOf(material)),
  };
}
