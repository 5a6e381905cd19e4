import type { OpenPBRMaterial } from "@babylonjs/core/Materials/PBR/openpbrMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import { setThicknessFromGreen, sortTransmission } from "../../host/index.js";
import { CoupledMaterial, DIFFUSE_TRANSMISSION, hasExtension, propertiesInUse, SCATTER, SOURCES, type Texture } from "./coupledMaterial.js";
import { hasCoatTextures } from "./openPbrCoat.js";

/** The sources of the layers, including the properties of volume scattering, which `PBRMaterial` does not have. */
const LAYER_SOURCES = {
  ...SOURCES,
  multiscatterColorFactor: [SCATTER, [0, 0, 0]],
  scatterAnisotropy: [SCATTER, [0]],
} as const;

/** Loaded values of the surface that the layers depend on, for properties that are not animated. */
function surfaceOf(material: OpenPBRMaterial) {
  return {
    baseColorFactor: material.baseColor.asArray() as number[],
    roughnessFactor: [material.specularRoughness],
    clearcoatFactor: [material.coatWeight],
    clearcoatRoughnessFactor: [material.coatRoughness],
    coatColor: material.coatColor.asArray() as number[],
    coatIor: [material.coatIor],
    coatDarkening: [material.coatDarkening],
  };
}

export type LayerName = keyof typeof LAYER_SOURCES | keyof ReturnType<typeof surfaceOf>;

/** The textures that are removed from a material while out of use. */
export type HiddenTexture = "transmission" | "thickness" | "scatter";

type Textures = Record<HiddenTexture, Texture>;

/**
 * The layers of an OpenPBR material: base, coat, transmission, subsurface and volume. Babylon's loader loads some layers only together with
 * other layers, and gives a coat the color that a volume would hide.
 */
export class OpenPbrLayers extends CoupledMaterial<OpenPBRMaterial, LayerName, HiddenTexture> {
  protected readonly shaderOf = shaderOf;
  private readonly _diffuses: boolean;
  private readonly _scatters: boolean;
  private readonly _hasTintTexture: boolean;
  private readonly _hasCoatTextures: boolean;
  private readonly _hasClearcoatTexture: boolean;
  /** The thickness of a material without volume, which differs between versions of Babylon. */
  private readonly _thickness: number;

  /** @param json the material in the asset */
  constructor(json: object, { geometryThickness }: OpenPBRMaterial) {
    super(json, LAYER_SOURCES);
    this._diffuses = hasExtension(json, DIFFUSE_TRANSMISSION);
    this._scatters = hasExtension(json, SCATTER);
    this._hasTintTexture = hasExtension(json, DIFFUSE_TRANSMISSION, "diffuseTransmissionColorTexture");
    this._hasCoatTextures = hasCoatTextures(json);
    this._hasClearcoatTexture = hasExtension(json, "KHR_materials_clearcoat", "clearcoatTexture");
    this._thickness = geometryThickness;
  }

  protected surfaceOf(material: OpenPBRMaterial): ReturnType<typeof surfaceOf> {
    return surfaceOf(material);
  }

  protected texturesOf(material: OpenPBRMaterial): Textures {
    return {
      transmission: material.transmissionWeightTexture,
      thickness: material.geometryThicknessTexture,
      scatter: material.transmissionScatterTexture ?? material.subsurfaceColorTexture,
    };
  }

  protected translucencyOf({ transmissionWeight, subsurfaceWeight }: OpenPBRMaterial): boolean {
    return transmissionWeight > 0 || subsurfaceWeight > 0;
  }

  take(material: OpenPBRMaterial, onComplete: Observable<void>): void {
    this.load(material);
    const translucency = this.translucencyOf(material);
    this._setUpUnfinished(material);
    if (this.translucencyOf(material) !== translucency) {
      sortTransmission(material);
    }
    // applied after the loader, which would undo it
    onComplete.addOnce(() => this.apply(material));
  }

  setUp(material: OpenPBRMaterial): void {
    this._setUpUnfinished(material);
    this._finish(material);
  }

  private _color(name: LayerName): Color3 {
    return Color3.FromArray(this.values[name]);
  }

  /** Repeats the assignments of the extensions of Babylon's loader, in the loader's order. */
  private _setUpUnfinished(material: OpenPBRMaterial): void {
    const { transmission, thickness, scatter } = this.textures!;
    const transmits = this.number("transmissionFactor") > 0;
    const isSubsurface = this.number("diffuseTransmissionFactor") > 0;
    const isVolume = (transmits || isSubsurface) && this.number("thicknessFactor") > 0;
    const distance = this.number("attenuationDistance");

    material.specularIor = this.number("ior");
    material.geometryThinWalled = !isVolume && (transmits || this._diffuses) ? 1 : 0;
    material.transmissionWeight = transmits ? this.number("transmissionFactor") : 0;
    material.transmissionWeightTexture = transmits ? transmission : null;
    material.transmissionDispersionScale = transmits ? this.number("dispersion") : 0;
    material.transmissionColor = isVolume ? this._color("attenuationColor") : Color3.White();
    material.transmissionColorTexture = null;
    material.transmissionDepth = isVolume && distance !== Number.MAX_VALUE ? distance : 0;
    material.geometryThickness = isVolume ? this.number("thicknessFactor") : this._thickness;
    material.geometryThicknessTexture = isVolume ? thickness : null;
    setThicknessFromGreen(material, material.geometryThicknessTexture !== null);
    material.subsurfaceWeight = this.number("diffuseTransmissionFactor");
    const scatters = isVolume && this._scatters;
    this._setTransmissionScatter(material, scatters && transmits, scatter);
    this._setSubsurfaceScatter(material, scatters && isSubsurface, scatter);
  }

  private _setTransmissionScatter(material: OpenPBRMaterial, scatters: boolean, texture: Texture): void {
    const depth = material.transmissionDepth;
    material.transmissionScatter = scatters
      ? Color3.FromArray(
          extinction(material).map((coefficient, i) => coefficient * singleScatter(this.values.multiscatterColorFactor[i]!) * depth),
        )
      : Color3.Black();
    material.transmissionScatterAnisotropy = scatters ? this.number("scatterAnisotropy") : 0;
    material.transmissionScatterTexture = scatters ? texture : null;
  }

  private _setSubsurfaceScatter(material: OpenPBRMaterial, scatters: boolean, texture: Texture): void {
    const freePaths = extinction(material).map((coefficient) => (coefficient !== 0 ? 1 / coefficient : 1));
    const radius = scatters ? Math.max(...freePaths) : SUBSURFACE_RADIUS;
    material.subsurfaceColor = scatters ? this._color("multiscatterColorFactor") : SUBSURFACE_COLOR.clone();
    material.subsurfaceRadius = radius;
    material.subsurfaceRadiusScale = scatters ? Color3.FromArray(freePaths.map((path) => path / radius)) : SUBSURFACE_RADIUS_SCALE.clone();
    material.subsurfaceScatterAnisotropy = scatters ? this.number("scatterAnisotropy") : this._diffuses ? 1 : 0;
    if (!this._hasTintTexture) {
      material.subsurfaceColorTexture = scatters ? texture : null;
    }
  }

  /**
   * Repeats the last step of Babylon's loader, after all extensions: moves the tints of the surface to the equivalent OpenPBR properties.
   */
  private _finish(material: OpenPBRMaterial): void {
    const coat: Coat = {
      coatColor: this._color("coatColor"),
      coatIor: this.number("coatIor"),
      coatDarkening: this.number("coatDarkening"),
      coatWeight: this.number("clearcoatFactor"),
      coatRoughness: this.number("clearcoatRoughnessFactor"),
      specularRoughness: this.number("roughnessFactor"),
      specularIor: material.specularIor,
    };
    const base = this._color("baseColorFactor");
    const tint = this._color("diffuseTransmissionColorFactor");
    const isThin = material.geometryThinWalled !== 0;
    material.baseColor = base.clone();
    if (this._hasTintTexture || !tint.equals(WHITE)) {
      if (isThin) {
        material.subsurfaceColor = tint;
      } else {
        layOver(coat, tint, material.subsurfaceWeight);
        coat.specularRoughness = mix(coat.specularRoughness, 1, material.subsurfaceWeight);
      }
    }
    if (material.transmissionWeight > 0) {
      if (isThin || material.transmissionDepth === 0) {
        material.transmissionColor = base;
        material.transmissionColorTexture = material.baseColorTexture;
      } else if (material.baseColorTexture || !base.equals(WHITE)) {
        layOver(coat, base, material.transmissionWeight);
      }
    }
    if (!this._hasCoatTextures) {
      Object.assign(material, coat);
    } else if (!this._hasClearcoatTexture) {
      material.coatIor = coat.coatIor; // the rest is in textures, or may not be animated
    }
  }
}

type Coat = Pick<
  OpenPBRMaterial,
  "coatWeight" | "coatColor" | "coatRoughness" | "coatIor" | "coatDarkening" | "specularRoughness" | "specularIor"
>;

const WHITE = Color3.White();
// the defaults of Babylon's class
const SUBSURFACE_COLOR = new Color3(0.8, 0.8, 0.8);
const SUBSURFACE_RADIUS = 0.1;
const SUBSURFACE_RADIUS_SCALE = new Color3(1, 0.5, 0.25);

/** The extinction coefficient of a volume, by color. */
function extinction({ transmissionColor, transmissionDepth }: OpenPBRMaterial): number[] {
  return transmissionColor.asArray().map((component) => -Math.log(component) / Math.max(transmissionDepth, 1e-6));
}

/** The single-scattering albedo for a multiple-scattering albedo, by the approximation of Babylon's loader. */
function singleScatter(multiple: number): number {
  const root = 4.09712 + 4.20863 * multiple - Math.sqrt(9.59217 + 41.6808 * multiple + 17.7126 * multiple * multiple);
  return 1 - root * root;
}

function mix(from: number, to: number, t: number): number {
  return from + (to - from) * t;
}

/** Extends a coat over the whole surface, and multiplies the coat's color by another color, as Babylon's loader does with textures. */
function layOver(coat: Coat, color: Color3, weight: number): void {
  const covered = coat.coatWeight;
  const own = coat.coatColor.asArray();
  coat.coatColor = Color3.FromArray(color.asArray().map((component, i) => mix(1, own[i]!, covered) * mix(1, component, weight)));
  coat.coatWeight = 1;
  coat.coatIor = mix(coat.specularIor, coat.coatIor, covered);
  coat.coatRoughness = mix(coat.specularRoughness, coat.coatRoughness, covered);
  coat.coatDarkening = mix(0, coat.coatDarkening, covered);
}

/** The properties that select the shader of a material, together with alpha blending. */
const SHADER_PROPERTIES = [
  ...(["transmissionWeight", "transmissionDepth", "transmissionDispersionScale", "subsurfaceWeight"] as const),
  ...(["specularRoughnessAnisotropy", "thinFilmWeight", "geometryThinWalled", "hasScattering"] as const),
  ...(["transmissionWeightTexture", "transmissionColorTexture", "transmissionScatterTexture"] as const),
  ...(["subsurfaceColorTexture", "geometryThicknessTexture"] as const),
];

/** A key for the shader: different for materials that need different shaders. */
export function shaderOf(material: OpenPBRMaterial): number {
  return (propertiesInUse(material, SHADER_PROPERTIES) << 1) | Number(material.needAlphaBlending());
}
