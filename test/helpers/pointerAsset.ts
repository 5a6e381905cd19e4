/**
 * Assets for the tests of pointer animation: for each template of the glTF object model one that really contains the property that the template
 * points at, and what that hangs on, with a static value and with an animation of it. Made from the specifications' texts, without
 * anything of the package.
 */
import { readFileSync } from "node:fs";
import { addTimes, AssetBuilder, PNG, pointerTarget, type AccessorType, type AddAccessor } from "./gltfAsset.js";
import type { Asset, Json } from "./gltfPose.js";

/** A template of the glTF object model: `{}` stands for an index. */
export interface Template {
  readonly pointer: string;
  readonly type: "float" | "float2" | "float3" | "float4" | "float4x4" | "quat" | "float[]" | "bool";
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
  readonly below?: number;
  readonly default?: number | boolean | readonly number[];
  readonly source: string;
}

/** Those that KHR_animation2 has besides. */
const KHR_ANIMATION2_TEMPLATES: readonly Template[] = [
  { pointer: "/nodes/{}/matrix", type: "float4x4", default: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], source: "KHR_animation2" },
  { pointer: "/meshes/{}/weights", type: "float[]", default: [0, 0, 0], source: "KHR_animation2" },
  { pointer: "/meshes/{}/weights/{}", type: "float", default: 0, source: "KHR_animation2" },
];

export const TEMPLATES: readonly Template[] = [
  ...(JSON.parse(readFileSync(new URL("../data/object-model.json", import.meta.url), "utf8")) as Template[]),
  ...KHR_ANIMATION2_TEMPLATES,
];

/** What surrounds the property that a template points at. */
export interface Surroundings {
  /** All textures of the material and of its extensions. */
  readonly textures?: boolean;
  /** The object is used by two nodes; a mesh has two primitives with one material, in two draw modes. */
  readonly shared?: boolean;
  /** One of {@link companiesOf}, instead of the minimum. */
  readonly company?: Company;
}

/** What is there besides: extensions of the material, its alpha mode, things on the node. */
export interface Company {
  readonly name: string;
  readonly extensions?: readonly string[];
  readonly alphaMode?: "OPAQUE" | "MASK" | "BLEND";
  readonly node?: "camera" | "light" | "empty" | "two primitives";
  /** The templates that nothing is seen of here. */
  readonly still?: RegExp;
  /** Stated in every KHR_texture_transform. */
  readonly textureTransform?: Json;
}

/** The smallest profile that the standard allows for: two vertical angles, one horizontal. */
const IES_PROFILE = `data:application/octet-stream;base64,${btoa("IESNA:LM-63-2002\nTILT=NONE\n1 1000 1 2 1 1 2 0 0 0\n1 1 100\n0 90\n0\n1000 500\n")}`;

/** Factors of extensions of a material, none of them at its default, and the textures that hang on them. */
const MATERIAL_EXTENSIONS: Readonly<Record<string, { readonly factors: Json; readonly textures: readonly string[] }>> = {
  KHR_materials_anisotropy: { factors: { anisotropyStrength: 0.5, anisotropyRotation: 0.4 }, textures: ["anisotropyTexture"] },
  KHR_materials_clearcoat: {
    factors: { clearcoatFactor: 0.5, clearcoatRoughnessFactor: 0.3 },
    textures: ["clearcoatTexture", "clearcoatRoughnessTexture", "clearcoatNormalTexture"],
  },
  KHR_materials_diffuse_transmission: {
    factors: { diffuseTransmissionFactor: 0.5, diffuseTransmissionColorFactor: [0.9, 0.8, 0.7] },
    textures: ["diffuseTransmissionTexture", "diffuseTransmissionColorTexture"],
  },
  KHR_materials_dispersion: { factors: { dispersion: 0.5 }, textures: [] },
  KHR_materials_emissive_strength: { factors: { emissiveStrength: 2 }, textures: [] },
  KHR_materials_ior: { factors: { ior: 1.4 }, textures: [] },
  KHR_materials_iridescence: {
    factors: { iridescenceFactor: 0.5, iridescenceIor: 1.4, iridescenceThicknessMinimum: 150, iridescenceThicknessMaximum: 350 },
    textures: ["iridescenceTexture", "iridescenceThicknessTexture"],
  },
  KHR_materials_sheen: {
    factors: { sheenColorFactor: [0.5, 0.4, 0.3], sheenRoughnessFactor: 0.4 },
    textures: ["sheenColorTexture", "sheenRoughnessTexture"],
  },
  KHR_materials_specular: {
    factors: { specularFactor: 0.5, specularColorFactor: [0.9, 0.8, 0.7] },
    textures: ["specularTexture", "specularColorTexture"],
  },
  KHR_materials_transmission: { factors: { transmissionFactor: 0.5 }, textures: ["transmissionTexture"] },
  KHR_materials_volume: {
    factors: { thicknessFactor: 0.5, attenuationDistance: 2, attenuationColor: [0.5, 0.75, 0.9] },
    textures: ["thicknessTexture"],
  },
  KHR_materials_scatter: {
    factors: { scatterStrengthFactor: 0.5, multiscatterColorFactor: [0.2, 0.3, 0.4], scatterAnisotropy: 0.25 },
    textures: ["scatterStrengthTexture", "multiscatterColorTexture"],
  },
  KHR_materials_volume_scatter: {
    factors: { multiscatterColorFactor: [0.2, 0.3, 0.4], scatterAnisotropy: 0.25 },
    textures: ["multiscatterColorTexture"],
  },
  ADOBE_materials_clearcoat_specular: {
    factors: { clearcoatIor: 1.4, clearcoatSpecularFactor: 0.5 },
    textures: ["clearcoatSpecularTexture"],
  },
  ADOBE_materials_clearcoat_tint: { factors: { clearcoatTintFactor: [0.9, 0.8, 0.7] }, textures: ["clearcoatTintTexture"] },
};

const TRANSMISSION = "KHR_materials_transmission";
const VOLUME = "KHR_materials_volume";
const DIFFUSE = "KHR_materials_diffuse_transmission";
const IOR = "KHR_materials_ior";
const DISPERSION = "KHR_materials_dispersion";
const SCATTER = "KHR_materials_volume_scatter";
const CLEARCOAT = "KHR_materials_clearcoat";
const SURFACE = [
  "KHR_materials_anisotropy",
  CLEARCOAT,
  "KHR_materials_iridescence",
  "KHR_materials_sheen",
  "KHR_materials_specular",
  "KHR_materials_emissive_strength",
];

/** The extensions without which one shows nothing. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  [DISPERSION]: [TRANSMISSION, VOLUME],
  [VOLUME]: [TRANSMISSION],
  [SCATTER]: [TRANSMISSION, VOLUME],
  KHR_materials_scatter: [TRANSMISSION],
  ADOBE_materials_clearcoat_specular: [CLEARCOAT],
  ADOBE_materials_clearcoat_tint: [CLEARCOAT],
};

const SURFACE_COMPANY: readonly Company[] = [
  { name: "every surface", extensions: SURFACE },
  { name: "every surface and depth", extensions: [...SURFACE, TRANSMISSION, VOLUME, DIFFUSE, IOR, DISPERSION] },
];

const COMPANIES: Readonly<Record<string, readonly Company[]>> = {
  [TRANSMISSION]: [
    { name: "volume", extensions: [VOLUME] },
    { name: "volume, ior, dispersion", extensions: [VOLUME, IOR, DISPERSION] },
    { name: "diffuse transmission", extensions: [DIFFUSE] },
    { name: "diffuse transmission, volume, ior", extensions: [DIFFUSE, VOLUME, IOR] },
    { name: "every surface", extensions: SURFACE },
  ],
  [VOLUME]: [
    { name: "nothing that lets light in", extensions: [], still: /./ },
    { name: "diffuse transmission", extensions: [DIFFUSE] },
    { name: "diffuse transmission, ior", extensions: [DIFFUSE, IOR] },
    { name: "transmission, ior, dispersion", extensions: [TRANSMISSION, IOR, DISPERSION] },
    { name: "transmission, diffuse transmission", extensions: [TRANSMISSION, DIFFUSE] },
  ],
  [DIFFUSE]: [
    { name: "volume", extensions: [VOLUME] },
    { name: "volume, ior", extensions: [VOLUME, IOR] },
    { name: "transmission", extensions: [TRANSMISSION] },
    // Babylon has one tint for both, and the attenuation color is loaded into it later
    { name: "transmission, volume, ior, dispersion", extensions: [TRANSMISSION, VOLUME, IOR, DISPERSION], still: /ColorFactor$/ },
  ],
  [IOR]: [
    { name: "transmission", extensions: [TRANSMISSION] },
    { name: "transmission, volume", extensions: [TRANSMISSION, VOLUME] },
    { name: "transmission, volume, dispersion", extensions: [TRANSMISSION, VOLUME, DISPERSION] },
    { name: "diffuse transmission, volume", extensions: [DIFFUSE, VOLUME] },
    { name: "every surface", extensions: SURFACE },
  ],
  [DISPERSION]: [
    { name: "nothing that lets light in", extensions: [], still: /./ },
    { name: "transmission", extensions: [TRANSMISSION] },
    { name: "transmission, volume, ior", extensions: [TRANSMISSION, VOLUME, IOR] },
    // light is dispersed by refraction only
    { name: "diffuse transmission, volume", extensions: [DIFFUSE, VOLUME], still: /./ },
  ],
};

const NODE_COMPANY: readonly Company[] = [
  { name: "a camera", node: "camera" },
  { name: "a light", node: "light" },
  { name: "no mesh", node: "empty" },
  { name: "two primitives", node: "two primitives" },
];

const ALPHA_COMPANY: readonly Company[] = [
  { name: "OPAQUE", alphaMode: "OPAQUE", still: /alphaCutoff/ },
  { name: "MASK", alphaMode: "MASK" },
  { name: "BLEND", alphaMode: "BLEND", still: /alphaCutoff/ },
  { name: "BLEND, transmission", alphaMode: "BLEND", extensions: [TRANSMISSION, VOLUME], still: /alphaCutoff/ },
];

function extensionOf({ pointer }: Template): string | undefined {
  return /^\/materials\/\{\}\/extensions\/([^/]+)/.exec(pointer)?.[1];
}

/** Whether a template is about a material. */
export function isOfMaterial({ pointer }: Template): boolean {
  return pointer.startsWith("/materials/");
}

/** Whether a template is about a texture, which has to be there. */
export function isOfTexture({ pointer }: Template): boolean {
  return /Texture\//.test(pointer);
}

/** Surroundings in which a property means something else, or that it changes as well. */
export function companiesOf(template: Template): readonly Company[] {
  const { pointer } = template;
  const extension = extensionOf(template);
  if (/KHR_texture_transform/.test(pointer)) {
    return [{ name: "a texture moved already", textureTransform: { offset: [0.1, 0.2], rotation: 0.3, scale: [2, 3] } }];
  }
  if (/alphaCutoff|baseColorFactor/.test(pointer)) {
    return ALPHA_COMPANY;
  }
  if (extension) {
    return COMPANIES[extension] ?? SURFACE_COMPANY;
  }
  if (isOfMaterial(template)) {
    return SURFACE_COMPANY;
  }
  return /^\/nodes\/\{\}\/(translation|rotation|scale|matrix|extensions\/KHR_node)/.test(pointer) ? NODE_COMPANY : [];
}

/** The index of the object that a template is about. There are others before it, which nothing may happen to. */
const INDEX = 1;

/** The pointer that a template stands for in the assets made here. */
export function pointerOf({ pointer }: Template): string {
  return pointer.startsWith("/meshes/") ? pointer.replace("{}", "0").replace("{}", String(INDEX)) : pointer.replaceAll("{}", String(INDEX));
}

/** A value as components; undefined is left out of the JSON. */
export type Value = readonly number[];

interface Target {
  readonly template: Template;
  readonly value: Value | undefined;
}

/** What a template's type is in JSON. */
export function toJson({ type }: Template, value: Value): unknown {
  return type === "bool" ? value[0]! >= 0.5 : type === "float" ? value[0] : [...value];
}

/** States a value in the JSON, or takes it away, and states the objects on the way. */
function state(json: Json, { template, value }: Target): void {
  const names = pointerOf(template).slice(1).split("/");
  const last = names.pop()!;
  let holder: Json = json;
  names.forEach((name, i) => {
    const next = names[i + 1] ?? last;
    if (holder[name] === undefined && (value !== undefined || name !== "weights")) {
      // an element of weights that are not stated: the others are 0
      holder[name] = name === "weights" ? [0, 0, 0] : /^\d+$/.test(next) ? [] : {};
    }
    holder = holder[name] as Json;
  });
  if (value === undefined) {
    delete holder?.[last];
  } else {
    holder[last] = toJson(template, value);
  }
}

// the geometry: two triangles, or three lines
const POSITIONS = [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, -1, 0, 1, 1, 0, -1, 1, 0];
const VERTICES = POSITIONS.length / 3;
const repeat = (values: readonly number[]): number[] => Array.from({ length: VERTICES }, () => values).flat();
const ATTRIBUTES: readonly [name: string, type: "VEC2" | "VEC3" | "VEC4", values: readonly number[]][] = [
  ["POSITION", "VEC3", POSITIONS],
  ["NORMAL", "VEC3", repeat([0, 0, 1])],
  ["TANGENT", "VEC4", repeat([1, 0, 0, 1])],
  ["TEXCOORD_0", "VEC2", POSITIONS.filter((_, i) => i % 3 < 2).map((value) => (value + 1) / 2)],
];
const LINES = 1;

function textureInfo(textureTransform: Json | undefined): Json {
  return { index: 0, ...(textureTransform ? { extensions: { KHR_texture_transform: { ...textureTransform } } } : {}) };
}

function createMaterial(templates: readonly Template[], { textures = false, company }: Surroundings): Json {
  const names = new Set<string>();
  for (const template of templates) {
    const extension = extensionOf(template);
    if (extension) {
      (company?.extensions ?? NEEDED[extension] ?? []).forEach((name) => names.add(name));
      names.add(extension);
      if (extension.startsWith("ADOBE")) {
        names.add(CLEARCOAT);
      }
    } else {
      (company?.extensions ?? []).forEach((name) => names.add(name));
    }
  }
  const info = (): Json => textureInfo(company?.textureTransform);
  const extensions: Json = {};
  for (const name of names) {
    const { factors, textures: textureNames } = MATERIAL_EXTENSIONS[name]!;
    extensions[name] = structuredClone(factors);
    for (const texture of textures ? textureNames : []) {
      extensions[name][texture] = info();
    }
  }
  const is = (name: RegExp): boolean => templates.some(({ pointer }) => name.test(pointer));
  const material: Json = {
    name: "material",
    alphaMode: company?.alphaMode ?? (is(/alphaCutoff/) ? "MASK" : is(/baseColorFactor/) ? "BLEND" : "OPAQUE"),
    emissiveFactor: [0.9, 0.8, 0.7],
    pbrMetallicRoughness: { baseColorFactor: [0.9, 0.8, 0.7, 0.6], metallicFactor: 0.2, roughnessFactor: 0.6 },
  };
  if (textures && templates.some((template) => !extensionOf(template))) {
    material["normalTexture"] = info();
    material["occlusionTexture"] = info();
    material["emissiveTexture"] = info();
    material["pbrMetallicRoughness"].baseColorTexture = info();
    material["pbrMetallicRoughness"].metallicRoughnessTexture = info();
  }
  if (names.size > 0) {
    material["extensions"] = extensions;
  }
  // a property in a texture needs the texture, whatever else is textured
  for (const { pointer } of templates.filter(isOfTexture)) {
    const path = pointer
      .replace(/Texture\/.*$/, "Texture")
      .split("/")
      .slice(3);
    const last = path.pop()!;
    let holder = material;
    for (const name of path) {
      holder = holder[name] as Json;
    }
    holder[last] ??= info();
  }
  return material;
}

/** Adds nodes, and what hangs on them. Node 0 is moved, node {@link INDEX} is its child and the target, node 2 a child of that. */
function addNodes(json: Json, add: AddAccessor, templates: readonly Template[], { shared = false, company }: Surroundings): void {
  const is = (start: RegExp): boolean => templates.some(({ pointer }) => start.test(pointer));
  const nodes: Json[] = [{ name: "parent", translation: [1, 2, 3], rotation: [0, 0.6, 0, 0.8], children: [1] }, { name: "target" }];
  const [, target] = nodes as [Json, Json];
  const addNode = (node: Json): void => {
    target["children"] ??= [];
    target["children"].push(nodes.length);
    nodes.push(node);
  };
  if (is(/^\/(materials|nodes|meshes)\//) || is(/image_based/)) {
    const attributes: Json = {};
    for (const [name, type, values] of ATTRIBUTES) {
      attributes[name] = add(type, values, name === "POSITION" ? { min: [-1, -1, 0], max: [1, 1, 0] } : {});
    }
    const primitive: Json = { attributes };
    if (is(/^\/materials/)) {
      primitive["material"] = INDEX;
    }
    if (is(/\/weights/)) {
      const POSITION = add("VEC3", repeat([0, 0, 1]), { min: [0, 0, 1], max: [0, 0, 1] });
      primitive["targets"] = Array.from({ length: 3 }, () => ({ POSITION, NORMAL: attributes["NORMAL"] }));
    }
    const two = shared || company?.node === "two primitives";
    json["meshes"] = [{ primitives: two ? [primitive, { ...primitive, mode: LINES }] : [primitive] }];
    if (!company?.node || company.node === "two primitives") {
      target["mesh"] = 0;
    }
    if (is(/^\/nodes\/\{\}\/(t|r|s|m|e)/)) {
      addNode({ name: "child", mesh: 0, translation: [0, 1, 0] });
    }
    if (shared) {
      addNode({ name: "second", mesh: 0, translation: [0, 0, 1] });
      if (is(/^\/meshes/)) {
        addNode({ name: "with weights of its own", mesh: 0, weights: [0.1, 0.2, 0.3] });
      }
    }
  }
  if (is(/^\/cameras/) || company?.node === "camera") {
    const orthographic = { xmag: 3, ymag: 2, znear: 0.25, zfar: 100 };
    const perspective = { yfov: 0.8, znear: 0.25, zfar: 100, aspectRatio: 1.25 };
    json["cameras"] = [
      { type: "perspective", perspective: { ...perspective } },
      is(/orthographic/) ? { type: "orthographic", orthographic } : { type: "perspective", perspective },
    ];
    target["camera"] = INDEX;
    if (shared) {
      addNode({ name: "second", camera: INDEX, translation: [0, 0, 1] });
    }
  }
  if (is(/KHR_lights_punctual/) || company?.node === "light") {
    const light: Json = is(/\/spot\//)
      ? { type: "spot", spot: { innerConeAngle: 0.25, outerConeAngle: Math.PI / 2 } }
      : { type: is(/intensity/) ? "directional" : "point", ...(is(/intensity/) ? {} : { range: 10 }) };
    json["extensions"] = {
      KHR_lights_punctual: { lights: [{ type: "point" }, { ...light, color: [0.9, 0.8, 0.7], intensity: 3 }] },
    };
    target["extensions"] = { KHR_lights_punctual: { light: INDEX } };
    if (shared) {
      addNode({ name: "second", translation: [0, 0, 1], extensions: { KHR_lights_punctual: { light: INDEX } } });
    }
  }
  if (is(/EXT_lights_ies/)) {
    json["extensions"] = { EXT_lights_ies: { lights: [{ uri: IES_PROFILE }] } };
    target["extensions"] = { EXT_lights_ies: { light: 0, multiplier: 2, color: [0.9, 0.8, 0.7] } };
  }
  if (is(/EXT_lights_image_based/)) {
    const irradianceCoefficients = Array.from({ length: 9 }, (_, i) => [1 / (i + 1), 0.5 / (i + 1), 0.25 / (i + 1)]);
    const light = { irradianceCoefficients, specularImages: [[0, 0, 0, 0, 0, 0]], specularImageSize: 1, intensity: 1.5 };
    json["extensions"] = { EXT_lights_image_based: { lights: [{ ...light }, light] } };
    json["scenes"][0].extensions = { EXT_lights_image_based: { light: INDEX } };
  }
  json["nodes"] = nodes;
}

function extensionsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === "object" && value !== null) {
    for (const [name, child] of Object.entries(value)) {
      if (name === "extensions") {
        Object.keys(child as object).forEach((extension) => found.add(extension));
      }
      extensionsIn(child, found);
    }
  }
  return found;
}

/** How keys are written into a file. */
export interface Encoding {
  /** Of the animation. */
  readonly name?: string;
  readonly dialect: "KHR_animation_pointer" | "KHR_animation2";
  readonly interpolation: "LINEAR" | "STEP" | "CUBICSPLINE";
  readonly componentType: 5120 | 5121 | 5122 | 5123 | 5126;
  readonly normalized?: boolean;
  /** One component to an element of the accessor, whatever the type: KHR_animation2 allows for it. */
  readonly scalars?: boolean;
}

/** Keys of one property: the elements of the sampler's output, of a spline three to each time. */
export interface Keys {
  readonly template: Template;
  readonly times: readonly number[];
  readonly elements: readonly Value[];
}

const ACCESSOR_TYPES = { float: "SCALAR", float2: "VEC2", float3: "VEC3", float4: "VEC4", quat: "VEC4", float4x4: "MAT4" } as const;
const COMPONENT_ARRAYS = { 5120: Int8Array, 5121: Uint8Array, 5122: Int16Array, 5123: Uint16Array, 5126: Float32Array } as const;
const COMPONENT_MAXIMA = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535, 5126: 1 } as const;

/** Its path means nothing, but must be one of glTF's own, and go with the type of the values. */
function animation2Target(pointer: string, type: AccessorType): Json {
  return { path: type === "SCALAR" ? "weights" : "translation", extensions: { KHR_animation2: { path: pointer } } };
}

/** An animation of properties. */
export interface PointerAnimation {
  readonly keys: readonly Keys[];
  readonly encoding: Encoding;
}

function addAnimation(add: AddAccessor, { keys, encoding }: PointerAnimation): Json {
  const { name = "animation", dialect, interpolation, componentType, normalized = false, scalars = false } = encoding;
  const channels: Json[] = [];
  const samplers: Json[] = [];
  for (const { template, times, elements } of keys) {
    const numbers = elements.flat().map((value) => (normalized ? Math.round(value * COMPONENT_MAXIMA[componentType]) : value));
    const type =
      scalars || template.type === "float[]" || template.type === "bool"
        ? "SCALAR"
        : // KHR_animation2 writes the elements of a matrix one by one
          template.type === "float4x4" && dialect === "KHR_animation2"
          ? "SCALAR"
          : ACCESSOR_TYPES[template.type];
    const isBool = template.type === "bool";
    const data = new COMPONENT_ARRAYS[isBool ? 5121 : componentType](isBool ? elements.flat() : numbers);
    samplers.push({
      input: addTimes(add, times),
      output: add(type, data, normalized && !isBool ? { normalized } : {}),
      interpolation: isBool ? "STEP" : interpolation,
    });
    const pointer = pointerOf(template);
    channels.push({
      sampler: samplers.length - 1,
      target: dialect === "KHR_animation2" ? animation2Target(pointer, type) : pointerTarget(pointer),
    });
  }
  return { name, channels, samplers };
}

/** Adds each accessor once, however often it is needed. */
function sharing(add: AddAccessor): AddAccessor {
  const added = new Map<string, number>();
  return (type, values, more) => {
    const key = JSON.stringify([type, values.constructor.name, ...values, more]);
    const index = added.get(key) ?? add(type, values, more);
    added.set(key, index);
    return index;
  };
}

/**
 * A file with the given static values.
 * @param targets the properties to state; those without a value are left out
 * @param animations keys to be played over it
 */
export function createPointerAsset(
  targets: readonly Target[],
  surroundings: Surroundings,
  ...animations: readonly PointerAnimation[]
): Asset {
  const builder = new AssetBuilder();
  const add = sharing(builder.add);
  const json: Json = { scenes: [{ nodes: [0] }] };
  const templates = targets.map(({ template }) => template);
  addNodes(json, add, templates, surroundings);
  if (templates.some(isOfMaterial)) {
    json["materials"] = [{ name: "unused" }, createMaterial(templates, surroundings)];
  }
  if (/"index"|specularImages/.test(JSON.stringify(json))) {
    json["images"] = [{ uri: PNG }];
    json["textures"] = [{ source: 0 }];
  }
  targets.forEach((target) => state(json, target));
  if (animations.length > 0) {
    json["animations"] = animations.map((animation) => addAnimation(add, animation));
  }
  const extensionsUsed = [...extensionsIn(json)];
  if (extensionsUsed.length > 0) {
    json["extensionsUsed"] = extensionsUsed;
  }
  return builder.build(json);
}
