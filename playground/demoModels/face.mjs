/** A face of two meshes with morph targets, and a clip of another face, whose morph targets have other names and another order. */
import { packGlb } from "../../scripts/glb.mjs";
import { addCube, addSphere, ARRAY_BUFFER, BufferBuilder, createCube } from "./buffer.mjs";

/**
 * How far a point of a face moves, by the names of ARKit: left is where x is positive.
 * @type {Record<string, (x: number, y: number, z: number) => number[]>}
 */
const SHAPES = {
  jawOpen: (_, y, z) => [0, y < 0 && z > 0 ? y / 2 : 0, 0],
  mouthSmileLeft: (x, y, z) => (x > 0.05 && y < -0.05 && z > 0 ? [x / 4, 0.08, 0] : [0, 0, 0]),
  mouthSmileRight: (x, y, z) => (x < -0.05 && y < -0.05 && z > 0 ? [x / 4, 0.08, 0] : [0, 0, 0]),
  eyeBlinkLeft: (x, y, z) => (x > 0.1 && y > 0.1 && z > 0 ? [0, 0, -z / 4] : [0, 0, 0]),
  eyeBlinkRight: (x, y, z) => (x < -0.1 && y > 0.1 && z > 0 ? [0, 0, -z / 4] : [0, 0, 0]),
  browInnerUp: (x, y, z) => (Math.abs(x) < 0.2 && y > 0.25 && z > 0 ? [0, 0.06, 0] : [0, 0, 0]),
};

/** The weights of the clip by time: the mouth speaks, the eyes blink once. */
const TIMES = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.625, 1.75, 2];
/** @type {Record<string, number[]>} */
const WEIGHTS = {
  jawOpen: [0, 0.75, 0.25, 1, 0, 0.5, 0.125, 0.25, 0, 0],
  mouthSmileLeft: [0, 0, 0.25, 0, 0.5, 0.75, 0.75, 0.75, 0.5, 0],
  blink: [0, 0, 0, 0, 0, 0, 0, 1, 0, 0],
  browInnerUp: [0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0],
};

/**
 * @param {BufferBuilder} buffer
 * @param {"head" | "teeth"} kind
 * @param {Record<string, string>} names the names of morph targets, with their shapes
 */
function addFace(buffer, kind, names) {
  const count = buffer.accessors.length;
  const primitive = kind === "head" ? addSphere(buffer, 12, 24) : addCube(buffer);
  const positions = kind === "head" ? spherePositions(12, 24) : createCube().positions;
  const targets = Object.entries(names).map(([name, shape]) => {
    const moved = SHAPES[shape] ?? (() => [0, 0, 0]);
    const offsets = Array.from({ length: positions.length / 3 }, (_, i) => {
      const [x = 0, y = 0, z = 0] = positions.slice(3 * i, 3 * i + 3);
      return moved(x, y, z);
    });
    return {
      POSITION: buffer.add(`${kind} ${count} ${name}`, "VEC3", new Float32Array(offsets.flat()), { target: ARRAY_BUFFER, hasBounds: true }),
    };
  });
  const targetNames = Object.keys(names);
  return {
    name: kind,
    primitives: [{ ...primitive, material: kind === "head" ? 0 : 1, targets }],
    weights: targetNames.map(() => 0),
    extras: { targetNames },
  };
}

/** The positions of the sphere that `addSphere` adds. @returns {number[]} */
function spherePositions(/** @type {number} */ rings, /** @type {number} */ segments) {
  return Array.from({ length: rings + 1 }, (_, ring) =>
    Array.from({ length: segments + 1 }, (_, segment) => {
      const [polar, azimuth] = [(Math.PI * ring) / rings, (2 * Math.PI * segment) / segments];
      return [Math.sin(polar) * Math.sin(azimuth), Math.cos(polar), Math.sin(polar) * Math.cos(azimuth)].map((value) => value / 2);
    }),
  ).flat(2);
}

const MATERIALS = [
  { name: "skin", pbrMetallicRoughness: { baseColorFactor: [0.8, 0.55, 0.42, 1], metallicFactor: 0, roughnessFactor: 0.6 } },
  { name: "enamel", pbrMetallicRoughness: { baseColorFactor: [0.95, 0.94, 0.9, 1], metallicFactor: 0, roughnessFactor: 0.3 } },
];

/** @param {Record<string, unknown>} more @param {BufferBuilder} buffer */
function pack(more, buffer) {
  const { bin, json } = buffer.finish();
  return packGlb({ asset: { version: "2.0", generator: "babylon-gltf-animation make-demo" }, scene: 0, ...more, ...json }, bin);
}

/** A head and teeth, with the names of a modeling tool. @returns {Uint8Array} */
export function createFace() {
  const buffer = new BufferBuilder();
  const head = addFace(buffer, "head", {
    "head.browInnerUp": "browInnerUp",
    "head.eyeBlink_L": "eyeBlinkLeft",
    "head.eyeBlink_R": "eyeBlinkRight",
    "head.jawOpen": "jawOpen",
    "head.mouthSmile_L": "mouthSmileLeft",
    "head.mouthSmile_R": "mouthSmileRight",
  });
  const teeth = addFace(buffer, "teeth", { "teeth.jawOpen": "jawOpen" });
  const nodes = [
    { name: "face", mesh: 0, translation: [0, 1.6, 0] },
    { name: "teeth", mesh: 1, translation: [0, 1.44, 0.4], scale: [0.2, 0.06, 0.1] },
  ];
  return pack({ scenes: [{ name: "face", nodes: [0, 1] }], nodes, meshes: [head, teeth], materials: MATERIALS }, buffer);
}

/** A clip of another head. @returns {Uint8Array} */
export function createTalk() {
  const buffer = new BufferBuilder();
  const names = Object.keys(WEIGHTS);
  const head = addFace(buffer, "head", Object.fromEntries(names.map((name) => [name, name === "blink" ? "eyeBlinkLeft" : name])));
  const input = buffer.add("talk times", "SCALAR", new Float32Array(TIMES), { hasBounds: true });
  const output = buffer.add(
    "talk weights",
    "SCALAR",
    new Float32Array(TIMES.flatMap((_, key) => names.map((name) => WEIGHTS[name]?.[key] ?? 0))),
  );
  const animations = [
    {
      name: "talk",
      samplers: [{ input, output, interpolation: "LINEAR" }],
      channels: [{ sampler: 0, target: { node: 0, path: "weights" } }],
    },
  ];
  const nodes = [{ name: "Head", mesh: 0, translation: [0, 1.6, 0] }];
  return pack({ scenes: [{ name: "talk", nodes: [0] }], nodes, meshes: [head], materials: MATERIALS.slice(0, 1), animations }, buffer);
}
