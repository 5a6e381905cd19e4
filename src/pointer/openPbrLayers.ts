import type { Material } from "@babylonjs/core/Materials/material.js";
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import { sortTransmission, withoutDirtying } from "../host/material.js";
import { setThicknessFromGreen } from "../host/openPbrMaterial.js";
import { DIFFUSE_TRANSMISSION, SOURCES, statedValues, type TrackedLayers } from "./coupled.js";
import { followTokens } from "./jsonPointer.js";
import type { Components } from "./row.js";

type Texture = BaseTexture | null;

/** What is used of Babylon's `OpenPBRMaterial`, which the oldest versions of Babylon allowed for do not have. */
export interface OpenPbr extends Material {
  baseColor: Color3;
  baseColorTexture: Texture;
  specularRoughness: number;
  specularRoughnessAnisotropy: number;
  specularIor: number;
  coatWeight: number;
  coatColor: Color3;
  coatRoughness: number;
  coatIor: number;
  coatDarkening: number;
  transmissionWeight: number;
  transmissionWeightTexture: Texture;
  transmissionColor: Color3;
  transmissionColorTexture: Texture;
  transmissionDepth: number;
  transmissionScatter: Color3;
  transmissionScatterTexture: Texture;
  transmissionScatterAnisotropy: number;
  transmissionDispersionScale: number;
  subsurfaceWeight: number;
  subsurfaceColor: Color3;
  subsurfaceColorTexture: Texture;
  subsurfaceRadius: number;
  subsurfaceRadiusScale: Color3;
  subsurfaceScatterAnisotropy: number;
  geometryThinWalled: number;
  geometryThickness: number;
  geometryThicknessTexture: Texture;
  thinFilmWeight: number;
  readonly hasScattering: boolean;
}

/** The extensions that the properties are stated in. */
const VOLUME = "KHR_materials_volume";
const SCATTER = "KHR_materials_volume_scatter";

/** What volume scattering has besides the properties that PBRMaterial knows. */
const LAYER_SOURCES = {
  ...SOURCES,
  multiscatterColorFactor: [SCATTER, [0, 0, 0]],
  scatterAnisotropy: [SCATTER, [0]],
} as const;

/** What else goes into the layers of a material: it is loaded whatever these are. */
function surfaceOf({ baseColor, specularRoughness, coatWeight, coatRoughness }: OpenPbr) {
  return {
    baseColorFactor: baseColor.asArray() as number[],
    roughnessFactor: [specularRoughness],
    clearcoatFactor: [coatWeight],
    clearcoatRoughnessFactor: [coatRoughness],
  };
}

export type LayerName = keyof typeof LAYER_SOURCES | keyof ReturnType<typeof surfaceOf>;

const TRANSMISSION = "extensions/KHR_materials_transmission";
const ATTENUATION_DISTANCE = `extensions/${VOLUME}/attenuationDistance`;
const CLEARCOAT_TEXTURE = "extensions/KHR_materials_clearcoat/clearcoatTexture";

/** The texture infos, as paths in a material, that Babylon's loader puts together into those of a coat. */
const PICTURES = [
  "normalTexture",
  "pbrMetallicRoughness/baseColorTexture",
  "pbrMetallicRoughness/metallicRoughnessTexture",
  CLEARCOAT_TEXTURE,
  "extensions/KHR_materials_clearcoat/clearcoatRoughnessTexture",
  "extensions/KHR_materials_clearcoat/clearcoatNormalTexture",
  `${TRANSMISSION}/transmissionTexture`,
  `extensions/${DIFFUSE_TRANSMISSION}/diffuseTransmissionTexture`,
  `extensions/${DIFFUSE_TRANSMISSION}/diffuseTransmissionColorTexture`,
];

const has = (json: unknown, path: string): boolean => followTokens(json, path.split("/")) !== undefined;
const hasTextures = (json: unknown): boolean => PICTURES.some((picture) => has(json, picture));

/** The ends of the pointers to what else is seen in the coat. */
const COAT =
  /(^|\/)(baseColorFactor|roughnessFactor|clearcoatFactor|clearcoatRoughnessFactor|clearcoatNormalTexture\/scale|transmissionFactor|diffuseTransmission(Color)?Factor)$/;

/**
 * Whether a property goes into textures that Babylon's loader computes once: those of the coat that has the colour of a surface round a volume.
 * @param property the end of a template, after the index of the material
 * @param json the material in the asset
 */
export function isBaked(property: string, json: unknown): boolean {
  if (property === ATTENUATION_DISTANCE) {
    // where it is not stated, a volume gets a colour only when it is animated
    return !has(json, ATTENUATION_DISTANCE) && has(json, TRANSMISSION) && hasTextures(json);
  }
  const isOfPicture = PICTURES.some((picture) => property.startsWith(`${picture}/extensions/`));
  return property.endsWith("/thicknessFactor") ? mayHavePictures(json) : (isOfPicture || COAT.test(property)) && hasPictures(json);
}

/** Whether a coat has textures of its own, which it may have where the volume is not empty. */
function hasPictures(json: unknown): boolean {
  return mayHavePictures(json) && Number(followTokens(json, ["extensions", VOLUME, "thicknessFactor"]) ?? 0) > 0;
}

function mayHavePictures(json: unknown): boolean {
  const isColoured = has(json, ATTENUATION_DISTANCE) && has(json, TRANSMISSION);
  const isTinted = has(json, `extensions/${VOLUME}`) && has(json, `extensions/${DIFFUSE_TRANSMISSION}`);
  return (isColoured || isTinted) && hasTextures(json);
}

const layersOf = new WeakMap<object, OpenPbrLayers>();

/** Textures that are taken off a material where nothing is seen of them. */
export type HiddenTexture = "transmission" | "thickness" | "scatter";

/** What a material is loaded with, and keeps whatever is animated. */
interface Loaded {
  readonly coat: Pick<OpenPbr, "coatColor" | "coatIor" | "coatDarkening">;
  readonly textures: Readonly<Record<HiddenTexture, Texture>>;
}

function loadedOf(material: OpenPbr): Loaded {
  const { coatColor, coatIor, coatDarkening } = material;
  return {
    coat: { coatColor: coatColor.clone(), coatIor, coatDarkening },
    textures: {
      transmission: material.transmissionWeightTexture,
      thickness: material.geometryThicknessTexture,
      scatter: material.transmissionScatterTexture ?? material.subsurfaceColorTexture,
    },
  };
}

/**
 * The layers of an OpenPBR material that depend on each other: base, coat, transmission, subsurface and the volume within. Babylon's loader
 * looks at some of them only where others are there, and lets a coat have the colour of what a volume would hide; all are set anew where one of
 * them changes.
 */
export class OpenPbrLayers implements TrackedLayers {
  private readonly _hasTintTexture: boolean;
  private readonly _hasPictures: boolean;

  private constructor(
    private readonly _json: object,
    private _values: Partial<Record<LayerName, number[]>>,
    /** That of a material without volume, which differs between versions of Babylon. */
    private readonly _thickness: number,
    /** Null until it is loaded: what is set up then is not known before. */
    private _loaded: Loaded | null = null,
  ) {
    this._hasTintTexture = has(_json, `extensions/${DIFFUSE_TRANSMISSION}/diffuseTransmissionColorTexture`);
    this._hasPictures = hasPictures(_json);
  }

  /**
   * Keeps what a material states from now on.
   * @param json the material in the asset
   */
  static Track(material: Material, json: object): OpenPbrLayers {
    const layers = new OpenPbrLayers(json, statedValues(json, LAYER_SOURCES), (material as OpenPbr).geometryThickness);
    layersOf.set(material, layers);
    return layers;
  }

  /** The layers that a material is tracked with; undefined where nothing that is coupled is animated. */
  static Of(material: object): OpenPbrLayers | undefined {
    return layersOf.get(material);
  }

  /** Has a copy of a material behave as its original does from now on, independently of it. */
  static Copy(from: object, to: object): void {
    const layers = layersOf.get(from);
    if (layers && !layersOf.has(to)) {
      layersOf.set(to, layers.copyFor(to as OpenPbr));
    }
  }

  /** The textures that are seen at the moment were copied with the material. */
  private copyFor(copy: OpenPbr): OpenPbrLayers {
    const { coat, textures } = this._loaded ?? loadedOf(copy);
    return new OpenPbrLayers(this._json, structuredClone({ ...surfaceOf(copy), ...this._values }), this._thickness, {
      coat,
      textures: {
        transmission: copy.transmissionWeightTexture ?? textures.transmission?.clone() ?? null,
        thickness: copy.geometryThicknessTexture ?? textures.thickness?.clone() ?? null,
        scatter: copy.transmissionScatterTexture ?? textures.scatter?.clone() ?? null,
      },
    });
  }

  take(material: OpenPbr, onComplete: Observable<void>): void {
    this._values = { ...surfaceOf(material), ...this._values };
    const { textures } = (this._loaded = loadedOf(material));
    sortedAnew(material, () => this._applyUnfinished(material, textures));
    // what the loader is still doing then would undo what an animation does before
    onComplete.addOnce(() => this.apply(material));
  }

  /** A texture that is not on the material at the moment. */
  textureOf(name: HiddenTexture): Texture {
    return this._loaded?.textures[name] ?? null;
  }

  set(name: LayerName, value: Components): void {
    const own = (this._values[name] ??= []);
    for (let i = 0; i < value.length; i++) {
      own[i] = value[i]!;
    }
  }

  private _number(name: LayerName): number {
    return this._values[name]![0]!;
  }

  private _colour(name: LayerName): Color3 {
    return Color3.FromArray(this._values[name]!);
  }

  /** Sets a material up as Babylon's loader would for the values, once it has loaded all of it. */
  apply(material: OpenPbr): void {
    if (!this._loaded) {
      return;
    }
    const { coat, textures } = this._loaded;
    sortedAnew(material, () =>
      keepShader(material, () => {
        this._applyUnfinished(material, textures);
        this._finish(material, coat);
      }),
    );
  }

  /** What the extensions of Babylon's loader set, one after the other. */
  private _applyUnfinished(material: OpenPbr, { transmission, thickness, scatter }: Loaded["textures"]): void {
    const transmits = this._number("transmissionFactor") > 0;
    const isSubsurface = this._number("diffuseTransmissionFactor") > 0;
    const diffuses = has(this._json, `extensions/${DIFFUSE_TRANSMISSION}`);
    const isVolume = (transmits || isSubsurface) && this._number("thicknessFactor") > 0;
    const distance = this._number("attenuationDistance");

    material.specularIor = this._number("ior");
    material.geometryThinWalled = !isVolume && (transmits || diffuses) ? 1 : 0;
    material.transmissionWeight = transmits ? this._number("transmissionFactor") : 0;
    material.transmissionWeightTexture = transmits ? transmission : null;
    material.transmissionDispersionScale = transmits ? this._number("dispersion") : 0;
    material.transmissionColor = isVolume ? this._colour("attenuationColor") : Color3.White();
    material.transmissionColorTexture = null;
    material.transmissionDepth = isVolume && distance !== Number.MAX_VALUE ? distance : 0;
    material.geometryThickness = isVolume ? this._number("thicknessFactor") : this._thickness;
    material.geometryThicknessTexture = isVolume ? thickness : null;
    setThicknessFromGreen(material, material.geometryThicknessTexture !== null);
    material.subsurfaceWeight = this._number("diffuseTransmissionFactor");
    const scatters = isVolume && has(this._json, `extensions/${SCATTER}`);
    this._applyTransmissionScatter(material, scatters && transmits, scatter);
    this._applySubsurfaceScatter(material, scatters && isSubsurface, diffuses, scatter);
  }

  private _applyTransmissionScatter(material: OpenPbr, scatters: boolean, texture: Texture): void {
    const depth = material.transmissionDepth;
    material.transmissionScatter = scatters
      ? Color3.FromArray(
          extinction(material).map((coefficient, i) => coefficient * singleScatter(this._values.multiscatterColorFactor![i]!) * depth),
        )
      : Color3.Black();
    material.transmissionScatterAnisotropy = scatters ? this._number("scatterAnisotropy") : 0;
    material.transmissionScatterTexture = scatters ? texture : null;
  }

  private _applySubsurfaceScatter(material: OpenPbr, scatters: boolean, diffuses: boolean, texture: Texture): void {
    const freePaths = extinction(material).map((coefficient) => (coefficient !== 0 ? 1 / coefficient : 1));
    const radius = scatters ? Math.max(...freePaths) : SUBSURFACE_RADIUS;
    material.subsurfaceColor = scatters ? this._colour("multiscatterColorFactor") : SUBSURFACE_COLOUR.clone();
    material.subsurfaceRadius = radius;
    material.subsurfaceRadiusScale = scatters ? Color3.FromArray(freePaths.map((path) => path / radius)) : SUBSURFACE_RADIUS_SCALE.clone();
    material.subsurfaceScatterAnisotropy = scatters ? this._number("scatterAnisotropy") : diffuses ? 1 : 0;
    if (!this._hasTintTexture) {
      material.subsurfaceColorTexture = scatters ? texture : null;
    }
  }

  /** What the loader does when all extensions are done: what a surface is tinted with goes where OpenPBR has something for it. */
  private _finish(material: OpenPbr, loaded: Loaded["coat"]): void {
    const coat: Coat = {
      ...loaded,
      coatWeight: this._number("clearcoatFactor"),
      coatRoughness: this._number("clearcoatRoughnessFactor"),
      specularRoughness: this._number("roughnessFactor"),
      specularIor: material.specularIor,
    };
    const base = this._colour("baseColorFactor");
    const tint = this._colour("diffuseTransmissionColorFactor");
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
    if (!this._hasPictures) {
      Object.assign(material, coat);
    } else if (!has(this._json, CLEARCOAT_TEXTURE)) {
      material.coatIor = coat.coatIor; // all that is no texture, and may be animated
    }
  }
}

type Coat = Pick<OpenPbr, "coatWeight" | "coatColor" | "coatRoughness" | "coatIor" | "coatDarkening" | "specularRoughness" | "specularIor">;

const WHITE = Color3.White();
// what a material has that Babylon's loader has not set
const SUBSURFACE_COLOUR = new Color3(0.8, 0.8, 0.8);
const SUBSURFACE_RADIUS = 0.1;
const SUBSURFACE_RADIUS_SCALE = new Color3(1, 0.5, 0.25);

function isTranslucent({ transmissionWeight, subsurfaceWeight }: OpenPbr): boolean {
  return transmissionWeight > 0 || subsurfaceWeight > 0;
}

/** Has the meshes of a material sorted anew where it begins or ceases to let light through. */
function sortedAnew(material: OpenPbr, write: () => void): void {
  const before = isTranslucent(material);
  write();
  if (isTranslucent(material) !== before) {
    sortTransmission(material);
  }
}

/** How much light a volume takes away over a unit of distance, by colour. */
function extinction({ transmissionColor, transmissionDepth }: OpenPbr): number[] {
  return transmissionColor.asArray().map((component) => -Math.log(component) / Math.max(transmissionDepth, 1e-6));
}

/** What is scattered once, of what is after any number of times: the approximation that Babylon's loader has. */
function singleScatter(multiple: number): number {
  const root = 4.09712 + 4.20863 * multiple - Math.sqrt(9.59217 + 41.6808 * multiple + 17.7126 * multiple * multiple);
  return 1 - root * root;
}

function mix(from: number, to: number, t: number): number {
  return from + (to - from) * t;
}

/** Has a coat that is everywhere show a colour besides its own: the numbers of what Babylon's loader does to textures. */
function layOver(coat: Coat, colour: Color3, weight: number): void {
  const covered = coat.coatWeight;
  const own = coat.coatColor.asArray();
  coat.coatColor = Color3.FromArray(colour.asArray().map((component, i) => mix(1, own[i]!, covered) * mix(1, component, weight)));
  coat.coatWeight = 1;
  coat.coatIor = mix(coat.specularIor, coat.coatIor, covered);
  coat.coatRoughness = mix(coat.specularRoughness, coat.coatRoughness, covered);
  coat.coatDarkening = mix(0, coat.coatDarkening, covered);
}

/** What of a material decides on its shader. */
function shaderOf(material: OpenPbr): string {
  const { transmissionWeight, transmissionDepth, transmissionDispersionScale, subsurfaceWeight, specularRoughnessAnisotropy } = material;
  const weights = [transmissionWeight, transmissionDepth, transmissionDispersionScale, subsurfaceWeight, specularRoughnessAnisotropy];
  const { transmissionWeightTexture, transmissionColorTexture, transmissionScatterTexture } = material;
  const { subsurfaceColorTexture, geometryThicknessTexture } = material;
  const textures = [
    transmissionWeightTexture,
    transmissionColorTexture,
    transmissionScatterTexture,
    subsurfaceColorTexture,
    geometryThicknessTexture,
  ];
  return [
    ...[...weights, material.thinFilmWeight, material.geometryThinWalled].map((weight) => weight > 0),
    ...textures.map((texture) => texture !== null),
    material.hasScattering,
    material.needAlphaBlending(),
  ].join();
}

/** `Material.TextureDirtyFlag` */
const TEXTURES_DIRTY = 1;

/** Writes to a material; Babylon, which looks for another shader with every property that is set, does so only where it is another. */
export function keepShader(material: OpenPbr, write: () => void): void {
  const before = shaderOf(material);
  withoutDirtying(material, write, (_, run) => run());
  if (shaderOf(material) !== before) {
    material.markAsDirty(TEXTURES_DIRTY);
  }
}
