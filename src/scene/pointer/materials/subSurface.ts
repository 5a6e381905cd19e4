import type { Color3 } from "@babylonjs/core/Maths/math.color.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { CoupledMaterial, DIFFUSE_TRANSMISSION, hasExtension, propertiesInUse, SCATTER, SOURCES, type Texture } from "./coupledMaterial.js";

type SubSurface = PBRMaterial["subSurface"];
type TextureName = "refractionIntensityTexture" | "thicknessTexture";

/** The light that goes through a `PBRMaterial`: transmission, volume, diffuse transmission, dispersion and the index of refraction. */
export class SubSurfaceState extends CoupledMaterial<PBRMaterial, keyof typeof SOURCES, TextureName> {
  protected readonly shaderOf = shaderOf;
  private readonly _hasDiffuseTransmission: boolean;
  private readonly _scatters: boolean;

  /** @param json the material in the asset */
  constructor(json: object) {
    super(json, SOURCES);
    this._hasDiffuseTransmission = hasExtension(json, DIFFUSE_TRANSMISSION);
    this._scatters = hasExtension(json, SCATTER);
  }

  protected surfaceOf(): Record<never, number[]> {
    return {};
  }

  protected texturesOf({ subSurface: { refractionIntensityTexture, thicknessTexture } }: PBRMaterial): Record<TextureName, Texture> {
    return { refractionIntensityTexture, thicknessTexture };
  }

  take(material: PBRMaterial): void {
    this.load(material);
    this.apply(material);
  }

  protected translucencyOf({ subSurface }: PBRMaterial): number {
    return propertiesInUse(subSurface, TRANSLUCENCY);
  }

  private get _transmits(): boolean {
    return this.number("transmissionFactor") > 0;
  }

  private get _isTranslucent(): boolean {
    return this.number("diffuseTransmissionFactor") > 0;
  }

  private get _hasVolume(): boolean {
    return (this._transmits || this._isTranslucent) && this.number("thicknessFactor") > 0;
  }

  /** The thickness. Without volume: 0 for materials with transmission or diffuse transmission, and otherwise 1, Babylon's default. */
  private get _thickness(): number {
    return this._hasVolume ? this.number("thicknessFactor") : this._transmits || this._hasDiffuseTransmission ? 0 : 1;
  }

  setUp(material: PBRMaterial): void {
    const { subSurface } = material;
    const { refractionIntensityTexture, thicknessTexture } = this.textures!;
    const transmits = this._transmits;
    const hasVolume = this._hasVolume;
    const thickness = this._thickness;
    material.indexOfRefraction = this.number("ior");
    subSurface.isRefractionEnabled = transmits;
    subSurface.isTranslucencyEnabled = this._isTranslucent;
    subSurface.isDispersionEnabled = transmits && this.number("dispersion") > 0;
    subSurface.useAlbedoToTintRefraction = transmits;
    subSurface.refractionIntensityTexture = transmits ? refractionIntensityTexture : null;
    subSurface.thicknessTexture = hasVolume ? thicknessTexture : null;
    subSurface.refractionIntensity = transmits ? this.number("transmissionFactor") : 1;
    subSurface.translucencyIntensity = this._hasDiffuseTransmission ? this.number("diffuseTransmissionFactor") : 1;
    subSurface.dispersion = subSurface.isDispersionEnabled ? BABYLON_ABBE_NUMBER / this.number("dispersion") : 0;
    subSurface.maximumThickness = thickness;
    subSurface.useThicknessAsDepth = hasVolume;
    // thin surfaces do not bend the light; below 1, Babylon uses the index of the material
    subSurface.volumeIndexOfRefraction = hasVolume ? this.number("ior") : thickness === 0 ? 1 : 0;
    subSurface.tintColorAtDistance = hasVolume && transmits ? this.number("attenuationDistance") : 1;
    this._setColors(subSurface);
  }

  /** Sets the colors. A volume tints the transmitted light, or the diffused light if the material transmits no light. */
  private _setColors({ tintColor, diffusionDistance }: SubSurface): void {
    const attenuates = this._hasVolume && this._transmits;
    const diffuses = this._hasVolume && !this._transmits;
    const color = this.values.attenuationColor;
    const distance = this.number("attenuationDistance");
    tintColor.fromArray(attenuates ? color : this.values.diffuseTransmissionColorFactor);
    diffusionDistance.fromArray(diffuses ? color : WHITE);
    diffusionDistance.scaleToRef(diffuses ? distance : 1, diffusionDistance);
    if (this._scatters && this._hasVolume && this._isTranslucent) {
      scatter(diffusionDistance, attenuates ? color : diffusionDistance.asArray(), attenuates ? distance : 0);
    }
  }
}

const TRANSLUCENCY = ["isRefractionEnabled", "isTranslucencyEnabled"] as const;

/** The subsurface properties that select the shader of a material. */
const SHADER_PROPERTIES = [
  ...(["isRefractionEnabled", "isTranslucencyEnabled", "isDispersionEnabled", "useAlbedoToTintRefraction"] as const),
  ...(["refractionIntensityTexture", "thicknessTexture", "useThicknessAsDepth", "maximumThickness"] as const),
];

function shaderOf({ subSurface }: PBRMaterial): number {
  return propertiesInUse(subSurface, SHADER_PROPERTIES);
}

/** The numerator of glTF's dispersion, which is 20 divided by the Abbe number. Babylon expects the Abbe number. */
const BABYLON_ABBE_NUMBER = 20;

const WHITE = [1, 1, 1];

/**
 * Sets the diffusion distance of a scattering volume as Babylon's loader does: how far light of each color travels.
 * The loader ignores the properties of KHR_materials_volume_scatter.
 */
function scatter(diffusionDistance: Color3, color: readonly number[], depth: number): void {
  const extinction = color.map((part) => -Math.log(part) / Math.max(depth, 0.001));
  const greatest = Math.max(...extinction);
  diffusionDistance.fromArray(extinction.map((part) => Math.exp(greatest > 0 ? -part / greatest : -part)));
}
