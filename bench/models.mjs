/** The measured models: generated ones, and real files if they are beside the repository. */
import { existsSync, readFileSync } from "node:fs";
import { packGlb, unpackGlb } from "../scripts/glb.mjs";

/**
 * @typedef {import("../scripts/glb.mjs").Json} Json
 * @typedef {{ json: Json, bin: Uint8Array }} Model
 * @typedef {{ target: Json, times: number, values: number, interpolation?: string }} Channel `times` and `values` are indices of accessors
 */

const FOLDER = new URL("../../shared/assets/", import.meta.url);
const FLOAT = 5126;
/** Number of components by accessor type. */
const WIDTHS = { SCALAR: 1, VEC3: 3, VEC4: 4 };
/** As dense as the keys of a recorded animation. */
const KEYS_PER_SECOND = 30;

/** Whether a real file exists. */
export function hasFile(/** @type {string} */ name) {
  return existsSync(new URL(name, FOLDER));
}

/**
 * Reads a real file without its images, which no contender could decode under Node.
 * @param {string} name
 * @returns {Model}
 */
export function readFile(name) {
  const { json, bin } = unpackGlb(readFileSync(new URL(name, FOLDER)));
  const materials = (json["materials"] ?? []).map((/** @type {Json} */ { name }) => ({ name }));
  return { json: { ...without(json, ["images", "textures", "samplers"]), ...(materials.length > 0 && { materials }) }, bin };
}

/**
 * Removes meshes and skins from a model. Animations of nodes need neither, and a thousand instances are created quickly without them.
 * @param {Model} model
 * @returns {Model}
 */
export function withoutMeshes({ json, bin }) {
  const nodes = json["nodes"].map((/** @type {Json} */ node) => without(node, ["mesh", "skin"]));
  return { json: { ...without(json, ["meshes", "skins", "materials"]), nodes }, bin };
}

/** @param {Json} json @param {string[]} members */
function without(json, members) {
  return Object.fromEntries(Object.entries(json).filter(([key]) => !members.includes(key)));
}

/** @param {Model} model */
export function toGlb({ json, bin }) {
  return packGlb(json, bin);
}

/**
 * Adds a clip for each animation to a model.
 * @param {Model} model
 * @returns {Model}
 */
export function withClips({ json, bin }) {
  const clips = json["animations"].map((/** @type {Json} */ { name }, /** @type {number} */ index) => {
    return { name, animations: [index], start: 0, end: durationOf(json, index) };
  });
  const extensions = { ...json["extensions"], KHR_animation_clip: { clips } };
  return { json: { ...json, extensions, extensionsUsed: [...(json["extensionsUsed"] ?? []), "KHR_animation_clip"] }, bin };
}

/** The last key of an animation, in seconds. */
export function durationOf(/** @type {Json} */ json, /** @type {number} */ animation) {
  const { samplers } = json["animations"][animation];
  return Math.max(...samplers.map((/** @type {Json} */ { input }) => json["accessors"][input].max[0]));
}

/** The number of channels of an animation. */
export function channelsOf(/** @type {Json} */ json, /** @type {number} */ animation) {
  return json["animations"][animation].channels.length;
}

/** Builds a model with one buffer, and an accessor for each array. */
class ModelBuilder {
  /** @type {Float32Array[]} */ #chunks = [];
  #byteLength = 0;
  /** @type {Json} */
  json = { asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [] }], nodes: [], bufferViews: [], accessors: [] };

  /**
   * @param {"SCALAR" | "VEC3" | "VEC4"} type
   * @param {Float32Array} data
   * @param {Json} [bounds] `min` and `max`, if glTF requires them
   */
  addAccessor(type, data, bounds = {}) {
    this.json["bufferViews"].push({ buffer: 0, byteOffset: this.#byteLength, byteLength: data.byteLength });
    this.#chunks.push(data);
    this.#byteLength += data.byteLength;
    const bufferView = this.json["bufferViews"].length - 1;
    return this.json["accessors"].push({ bufferView, componentType: FLOAT, count: data.length / WIDTHS[type], type, ...bounds }) - 1;
  }

  /** Adds key times from 0: evenly spaced or, with `own`, spaced differently for each number, with the same first and last time. @param {number} keys @param {number} [own] */
  addTimes(keys, own) {
    const shift = (/** @type {number} */ key) => (own === undefined || key === 0 || key === keys - 1 ? 0 : 0.4 * Math.sin(key + own));
    const times = Float32Array.from({ length: keys }, (_, key) => (key + shift(key)) / KEYS_PER_SECOND);
    return this.addAccessor("SCALAR", times, { min: [0], max: [times[keys - 1]] });
  }

  /** Adds a node to the scene. */
  addNode(/** @type {Json} */ node) {
    const index = this.json["nodes"].push(node) - 1;
    this.json["scenes"][0].nodes.push(index);
    return index;
  }

  /** @param {string} name @param {Channel[]} channels */
  addAnimation(name, channels) {
    (this.json["animations"] ??= []).push({
      name,
      channels: channels.map(({ target }, sampler) => ({ sampler, target })),
      samplers: channels.map(({ times, values, interpolation = "LINEAR" }) => ({ input: times, output: values, interpolation })),
    });
  }

  /** Adds a mesh of one triangle. @param {Json} [mesh] @param {Json} [primitive] */
  addTriangle(mesh = {}, primitive = {}) {
    this.#triangle ??= this.addAccessor("VEC3", new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), { min: [0, 0, 0], max: [1, 1, 0] });
    return (this.json["meshes"] ??= []).push({ ...mesh, primitives: [{ attributes: { POSITION: this.#triangle }, ...primitive }] }) - 1;
  }
  /** @type {number | undefined} */ #triangle;

  /** @returns {Model} */
  build() {
    const bin = new Uint8Array(this.#byteLength);
    let offset = 0;
    for (const { buffer, byteOffset, byteLength } of this.#chunks) {
      bin.set(new Uint8Array(buffer, byteOffset, byteLength), offset);
      offset += byteLength;
    }
    return { json: { ...this.json, buffers: [{ byteLength: this.#byteLength }] }, bin };
  }
}

/**
 * Creates nodes with animated translation, rotation and scale, each with its own arrays.
 * @param {{ nodes: number, keys: number, animations?: number, ownTimes?: boolean }} options `animations` is their number, each of all
 * nodes; `ownTimes` gives each node different key times
 */
export function createNodes({ nodes, keys, animations = 1, ownTimes = false }) {
  const builder = new ModelBuilder();
  const indices = Array.from({ length: nodes }, (_, i) => builder.addNode({ name: `node${i}` }));
  for (let animation = 0; animation < animations; animation++) {
    const shared = ownTimes ? -1 : builder.addTimes(keys);
    const channels = indices.flatMap((node, i) => {
      const times = ownTimes ? builder.addTimes(keys, i) : shared;
      const phase = i + animation;
      return [
        { target: { node, path: "translation" }, times, values: builder.addAccessor("VEC3", waves(keys, 3, phase)) },
        { target: { node, path: "rotation" }, times, values: builder.addAccessor("VEC4", rotations(keys, phase)) },
        { target: { node, path: "scale" }, times, values: builder.addAccessor("VEC3", waves(keys, 3, phase + 0.5)) },
      ];
    });
    builder.addAnimation(animation === 0 ? "move" : `move ${animation}`, channels);
  }
  return builder.build();
}

/**
 * Creates nodes with an animation each, of translation and rotation, a key a second, as assemblies have them.
 * @param {{ parts: number, keys: number }} options
 */
export function createAssembly({ parts, keys }) {
  const builder = new ModelBuilder();
  const times = builder.addAccessor(
    "SCALAR",
    Float32Array.from({ length: keys }, (_, key) => key),
    { min: [0], max: [keys - 1] },
  );
  for (let i = 0; i < parts; i++) {
    const node = builder.addNode({ name: `part${i}` });
    builder.addAnimation(`part${i}`, [
      { target: { node, path: "translation" }, times, values: builder.addAccessor("VEC3", waves(keys, 3, i)) },
      { target: { node, path: "rotation" }, times, values: builder.addAccessor("VEC4", rotations(keys, i)) },
    ]);
  }
  return builder.build();
}

/**
 * Creates meshes with animated morph target weights.
 * @param {{ meshes: number, targets: number, keys: number }} options
 */
export function createMorphs({ meshes, targets, keys }) {
  const builder = new ModelBuilder();
  const times = builder.addTimes(keys);
  const offsets = builder.addAccessor("VEC3", new Float32Array(9).fill(0.1), { min: [0.1, 0.1, 0.1], max: [0.1, 0.1, 0.1] });
  const primitive = { targets: Array.from({ length: targets }, () => ({ POSITION: offsets })) };
  const channels = Array.from({ length: meshes }, (_, i) => {
    const mesh = builder.addTriangle({ weights: new Array(targets).fill(0) }, primitive);
    const node = builder.addNode({ name: `face${i}`, mesh });
    return { target: { node, path: "weights" }, times, values: builder.addAccessor("SCALAR", waves(keys, targets, i)) };
  });
  builder.addAnimation("talk", channels);
  return builder.build();
}

/**
 * Creates materials with four properties animated by pointer, and lights with two.
 * @param {{ materials: number, lights: number, keys: number }} options
 */
export function createPointers({ materials, lights, keys }) {
  const builder = new ModelBuilder();
  const times = builder.addTimes(keys);
  /** @type {Channel[]} */
  const channels = [];
  const animate = (/** @type {string} */ pointer, /** @type {"SCALAR" | "VEC3" | "VEC4"} */ type) => {
    const target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } };
    channels.push({ target, times, values: builder.addAccessor(type, waves(keys, WIDTHS[type], channels.length)) });
  };
  const { json } = builder;
  json["materials"] = Array.from({ length: materials }, (_, i) => {
    builder.addNode({ name: `mesh${i}`, mesh: builder.addTriangle({}, { material: i }) });
    animate(`/materials/${i}/pbrMetallicRoughness/baseColorFactor`, "VEC4");
    animate(`/materials/${i}/emissiveFactor`, "VEC3");
    animate(`/materials/${i}/normalTexture/scale`, "SCALAR");
    animate(`/materials/${i}/occlusionTexture/strength`, "SCALAR");
    const texture = { index: 0 };
    const pbrMetallicRoughness = { baseColorFactor: [1, 1, 1, 1] }; // Babylon's own extension needs it to be in the file
    return { name: `material${i}`, alphaMode: "BLEND", pbrMetallicRoughness, normalTexture: texture, occlusionTexture: texture };
  });
  json["images"] = [{ uri: PNG }];
  json["textures"] = [{ source: 0 }];
  const punctual = Array.from({ length: lights }, (_, i) => {
    builder.addNode({ name: `light${i}`, extensions: { KHR_lights_punctual: { light: i } } });
    animate(`/extensions/KHR_lights_punctual/lights/${i}/color`, "VEC3");
    animate(`/extensions/KHR_lights_punctual/lights/${i}/intensity`, "SCALAR");
    return { name: `light${i}`, type: "point" };
  });
  builder.addAnimation("glow", channels);
  json["extensions"] = { KHR_lights_punctual: { lights: punctual } };
  json["extensionsUsed"] = ["KHR_lights_punctual", "KHR_animation_pointer"];
  return builder.build();
}

const PNG = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Values between 0.1 and 0.9, no two arrays alike. */
function waves(/** @type {number} */ keys, /** @type {number} */ width, /** @type {number} */ phase) {
  return Float32Array.from({ length: keys * width }, (_, i) => 0.5 + 0.4 * Math.sin(i * 0.7 + phase));
}

/** Unit quaternions. */
function rotations(/** @type {number} */ keys, /** @type {number} */ phase) {
  const values = new Float32Array(keys * 4);
  for (let key = 0; key < keys; key++) {
    const half = Math.sin(key * 0.3 + phase);
    values.set([Math.sin(half) * 0.6, 0, Math.sin(half) * 0.8, Math.cos(half)], key * 4);
  }
  return values;
}
