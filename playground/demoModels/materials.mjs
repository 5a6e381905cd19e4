/** Spheres, each with one material property animated by JSON pointer. Each has its own animation and clip. */
import { packGlb } from "../../scripts/glb.mjs";
import { createAnimation, pointerChannel } from "./animation.mjs";
import { addCube, addSphere, BufferBuilder } from "./buffer.mjs";
import { checkerPng } from "./png.mjs";

/**
 * @typedef {import("../../scripts/glb.mjs").Json} Json
 * @typedef {{ name: string, material: Json, extensions?: string[], property: string, interpolation?: "LINEAR" | "STEP", values: number[][], seconds?: number, loops?: boolean }} Example
 */

const COLUMNS = 4;
const TEXTURE = { index: 0 };
const SCROLLED = { index: 0, extensions: { KHR_texture_transform: { scale: [4, 2], offset: [0, 0] } } };

/** @type {Example[]} */
const EXAMPLES = [
  {
    name: "base color",
    material: { pbrMetallicRoughness: { baseColorFactor: [0.8, 0.1, 0.1, 1], metallicFactor: 0, roughnessFactor: 0.5 } },
    property: "pbrMetallicRoughness/baseColorFactor",
    values: [
      [0.8, 0.1, 0.1, 1],
      [0.9, 0.6, 0.1, 1],
      [0.1, 0.5, 0.7, 1],
    ],
  },
  {
    name: "roughness",
    material: { pbrMetallicRoughness: { baseColorFactor: [0.95, 0.75, 0.4, 1], metallicFactor: 1, roughnessFactor: 0 } },
    property: "pbrMetallicRoughness/roughnessFactor",
    values: [[0], [1]],
  },
  {
    name: "metalness",
    material: { pbrMetallicRoughness: { baseColorFactor: [0.35, 0.55, 0.85, 1], metallicFactor: 0, roughnessFactor: 0.25 } },
    property: "pbrMetallicRoughness/metallicFactor",
    values: [[0], [1]],
  },
  {
    name: "emission",
    material: {
      pbrMetallicRoughness: { baseColorFactor: [0.05, 0.05, 0.06, 1], metallicFactor: 0, roughnessFactor: 0.7 },
      emissiveFactor: [0, 0, 0],
    },
    property: "emissiveFactor",
    values: [
      [0, 0, 0],
      [1, 0.25, 0.05],
    ],
  },
  {
    name: "transmission",
    material: {
      pbrMetallicRoughness: { baseColorFactor: [0.6, 0.9, 0.8, 1], metallicFactor: 0, roughnessFactor: 0.05 },
      extensions: { KHR_materials_transmission: { transmissionFactor: 0 } },
    },
    extensions: ["KHR_materials_transmission"],
    property: "extensions/KHR_materials_transmission/transmissionFactor",
    values: [[0], [1]],
  },
  {
    name: "iridescence",
    material: {
      pbrMetallicRoughness: { baseColorFactor: [0.15, 0.15, 0.17, 1], metallicFactor: 1, roughnessFactor: 0.15 },
      extensions: { KHR_materials_iridescence: { iridescenceFactor: 0, iridescenceThicknessMaximum: 450 } },
    },
    extensions: ["KHR_materials_iridescence"],
    property: "extensions/KHR_materials_iridescence/iridescenceFactor",
    values: [[0], [1]],
  },
  {
    name: "texture offset",
    material: { pbrMetallicRoughness: { baseColorTexture: SCROLLED, metallicFactor: 0, roughnessFactor: 0.6 } },
    extensions: ["KHR_texture_transform"],
    property: "pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset",
    values: [
      [0, 0],
      [1, 0],
    ],
    loops: true,
  },
  {
    name: "alpha cutoff",
    material: {
      pbrMetallicRoughness: { baseColorTexture: TEXTURE, baseColorFactor: [1, 1, 1, 0.5], metallicFactor: 0, roughnessFactor: 0.6 },
      alphaMode: "MASK",
      alphaCutoff: 0.25,
      doubleSided: true,
    },
    property: "alphaCutoff",
    interpolation: "STEP",
    values: [[0.25], [0.75], [0.25]],
    seconds: 1,
    loops: true,
  },
];

/** @returns {Uint8Array} */
export function createMaterials() {
  const buffer = new BufferBuilder();
  const [cube, sphere] = [addCube(buffer), addSphere(buffer)];
  const light = [238, 236, 230];
  const image = buffer.addBytes("checker", checkerPng(64, 8, [light, [52, 71, 120]]));
  const names = EXAMPLES.flatMap(({ extensions = [] }) => extensions);
  const floor = EXAMPLES.length;
  const nodes = EXAMPLES.map(({ name }, mesh) => ({
    name,
    mesh,
    translation: [((mesh % COLUMNS) - (COLUMNS - 1) / 2) * 1.35, mesh < COLUMNS ? 1.95 : 0.6, 0],
  }));
  const animations = EXAMPLES.map(({ name, property, interpolation = "LINEAR", values, seconds = 2 }, material) => {
    const times = values.map((_, i) => (i * seconds) / (values.length - 1));
    return createAnimation(name, [pointerChannel(`/materials/${material}/${property}`, interpolation, times, values)], buffer);
  });
  const { bin, json: binary } = buffer.finish();
  const clips = EXAMPLES.map(({ name, seconds = 2, loops = false }, i) => ({ name, animations: [i], end: seconds, reverse: !loops }));
  const json = {
    asset: { version: "2.0", generator: "babylon-gltf-animation make-demo" },
    extensionsUsed: ["KHR_animation_clip", "KHR_animation_pointer", ...new Set(names)],
    extensions: {
      KHR_animation_clip: { clips: [{ name: "everything", animations: [...EXAMPLES.keys()], end: 2, reverse: true }, ...clips] },
    },
    scene: 0,
    scenes: [{ name: "materials", nodes: [...nodes.keys(), floor] }],
    nodes: [...nodes, { name: "wall", mesh: floor, translation: [0, 1.25, -0.9], scale: [6, 3.1, 0.1] }],
    meshes: [
      ...EXAMPLES.map(({ name }, material) => ({ name, primitives: [{ ...sphere, material }] })),
      { name: "wall", primitives: [{ ...cube, material: floor }] },
    ],
    materials: [
      ...EXAMPLES.map(({ name, material }) => ({ name, ...material })),
      { name: "wall", pbrMetallicRoughness: { baseColorFactor: [0.5, 0.5, 0.52, 1], metallicFactor: 0, roughnessFactor: 0.95 } },
    ],
    textures: [{ source: 0, sampler: 0 }],
    samplers: [{ wrapS: 10497, wrapT: 10497 }],
    images: [{ name: "checker", mimeType: "image/png", bufferView: image }],
    animations,
    ...binary,
  };
  return packGlb(json, bin);
}
