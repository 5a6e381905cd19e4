/** A skinned figure that walks and runs. It has only one mesh, so that crowds of it stay cheap. */
import { packGlb } from "../../scripts/glb.mjs";
import { createAnimation, nodeChannel, turn } from "./animation.mjs";
import { ARRAY_BUFFER, BufferBuilder, createCube, ELEMENT_ARRAY_BUFFER } from "./buffer.mjs";

/**
 * @typedef {import("../../scripts/glb.mjs").Json} Json
 * @typedef {readonly [color: number[], size: number[], center: number[]]} Box
 * @typedef {{ name: string, parent: number, translation: number[], boxes: Box[] }} Joint
 * @typedef {{ name: string, seconds: number, stride: number, knee: number, arm: number, elbow: number, lean: number, bob: number }} Gait angles in degrees, the bob in meters
 */

const SKIN = [0.8, 0.55, 0.4];
const SHIRT = [0.75, 0.25, 0.15];
const TROUSERS = [0.15, 0.17, 0.25];
const DARK = [0.03, 0.03, 0.03];
const THIGH = 0.45;

/** @type {(side: string, x: number, first: number) => Joint[]} */
const leg = (side, x, first) => [
  { name: `${side} thigh`, parent: 0, translation: [x, 0, 0], boxes: [[TROUSERS, [0.15, THIGH, 0.17], [0, -THIGH / 2, 0]]] },
  {
    name: `${side} shin`,
    parent: first,
    translation: [0, -THIGH, 0],
    boxes: [
      [TROUSERS, [0.12, THIGH, 0.14], [0, -THIGH / 2, 0]],
      [DARK, [0.13, 0.07, 0.26], [0, -THIGH - 0.035, 0.05]],
    ],
  },
];

/** @type {(side: string, x: number, first: number) => Joint[]} */
const arm = (side, x, first) => [
  { name: `${side} arm`, parent: 1, translation: [x, 0.46, 0], boxes: [[SHIRT, [0.1, 0.3, 0.12], [0, -0.13, 0]]] },
  { name: `${side} forearm`, parent: first, translation: [0, -0.28, 0], boxes: [[SKIN, [0.09, 0.3, 0.11], [0, -0.15, 0]]] },
];

/** @type {Joint[]} parents before their children */
const JOINTS = [
  { name: "hips", parent: -1, translation: [0, 2 * THIGH + 0.07, 0], boxes: [[TROUSERS, [0.32, 0.18, 0.2], [0, 0.03, 0]]] },
  {
    name: "torso",
    parent: 0,
    translation: [0, 0.1, 0],
    boxes: [
      [SHIRT, [0.36, 0.5, 0.22], [0, 0.25, 0]],
      [SKIN, [0.24, 0.26, 0.24], [0, 0.65, 0]],
      [DARK, [0.16, 0.05, 0.02], [0, 0.7, 0.12]],
    ],
  },
  ...leg("left", 0.09, 2),
  ...leg("right", -0.09, 4),
  ...arm("left", 0.24, 6),
  ...arm("right", -0.24, 8),
];

/** @type {Gait[]} */
const GAITS = [
  { name: "walk", seconds: 1, stride: 22, knee: 45, arm: 25, elbow: 10, lean: 0, bob: 0.02 },
  { name: "run", seconds: 0.625, stride: 42, knee: 95, arm: 45, elbow: 80, lean: 12, bob: 0.07 },
];

/** Keys of a cycle; the last equals the first, so that the loop is seamless. */
const KEYS = 8;

/** @returns {Uint8Array} */
export function createWalker() {
  const buffer = new BufferBuilder();
  /** @type {Json[]} */
  const nodes = JOINTS.map(({ name, translation }, index) => {
    const children = JOINTS.flatMap(({ parent }, child) => (parent === index ? [child] : []));
    return { name, translation, ...(children.length > 0 && { children }) };
  });
  nodes.push({ name: "walker", mesh: 0, skin: 0 });
  const joints = [...JOINTS.keys()];
  const primitive = createPrimitive(buffer);
  const matrices = joints.flatMap((joint) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...placeOf(joint).map((coordinate) => -coordinate), 1]);
  const inverseBindMatrices = buffer.add("inverse bind matrices", "MAT4", new Float32Array(matrices));
  const animations = GAITS.map((gait) => createAnimation(gait.name, createGait(nodes, gait), buffer));
  const { bin, json: binary } = buffer.finish();
  const json = {
    asset: { version: "2.0", generator: "babylon-gltf-animation make-demo" },
    extensionsUsed: ["KHR_animation_clip"],
    extensions: { KHR_animation_clip: { clips: GAITS.map(({ name, seconds }, i) => ({ name, animations: [i], end: seconds })) } },
    scene: 0,
    scenes: [{ name: "walker", nodes: [0, JOINTS.length] }],
    nodes,
    meshes: [{ name: "walker", primitives: [{ ...primitive, material: 0 }] }],
    materials: [{ name: "painted", pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.8 } }],
    skins: [{ name: "walker", joints, inverseBindMatrices, skeleton: 0 }],
    animations,
    ...binary,
  };
  return packGlb(json, bin);
}

/** Where a joint is in the pose that the mesh is modeled in. @param {number} joint @returns {number[]} */
function placeOf(joint) {
  const { parent, translation } = /** @type {Joint} */ (JOINTS[joint]);
  const origin = parent < 0 ? [0, 0, 0] : placeOf(parent);
  return translation.map((coordinate, i) => coordinate + (origin[i] ?? 0));
}

/** All boxes in one mesh, each moved by its joint alone. @param {BufferBuilder} buffer */
function createPrimitive(buffer) {
  const cube = createCube();
  const corners = cube.positions.length / 3;
  const boxes = JOINTS.flatMap((joint, index) => joint.boxes.map((box) => ({ box, index, place: placeOf(index) })));
  const eachCorner = (/** @type {number[]} */ vector) => Array.from({ length: corners }, () => vector).flat();
  const positions = boxes.flatMap(({ box: [, size, center], place }) =>
    cube.positions.map((coordinate, i) => coordinate * (size[i % 3] ?? 0) + (center[i % 3] ?? 0) + (place[i % 3] ?? 0)),
  );
  const target = ARRAY_BUFFER;
  return {
    attributes: {
      POSITION: buffer.add("positions", "VEC3", new Float32Array(positions), { target, hasBounds: true }),
      NORMAL: buffer.add("normals", "VEC3", new Float32Array(boxes.flatMap(() => cube.normals)), { target }),
      COLOR_0: buffer.add("colors", "VEC3", new Float32Array(boxes.flatMap(({ box }) => eachCorner(box[0]))), { target }),
      JOINTS_0: buffer.add("joints", "VEC4", new Uint16Array(boxes.flatMap(({ index }) => eachCorner([index, 0, 0, 0]))), { target }),
      WEIGHTS_0: buffer.add("weights", "VEC4", new Float32Array(boxes.flatMap(() => eachCorner([1, 0, 0, 0]))), { target }),
    },
    indices: buffer.add(
      "indices",
      "SCALAR",
      new Uint16Array(boxes.flatMap((_, box) => cube.indices.map((index) => index + box * corners))),
      { target: ELEMENT_ARRAY_BUFFER },
    ),
  };
}

/**
 * Creates the channels of one cycle. The legs swing in opposition, and the arms in opposition to the legs.
 * @param {Json[]} nodes
 * @param {Gait} gait
 */
function createGait(nodes, { seconds, stride, knee, arm, elbow, lean, bob }) {
  const times = Array.from({ length: KEYS + 1 }, (_, i) => (i * seconds) / KEYS);
  const angles = times.map((_, i) => ((i % KEYS) * 2 * Math.PI) / KEYS);
  const bend = (/** @type {string} */ node, /** @type {(angle: number) => number} */ degreesAt) =>
    nodeChannel(
      nodes,
      node,
      "rotation",
      "LINEAR",
      times,
      angles.flatMap((angle) => turn(0, degreesAt(angle))),
    );
  const height = 2 * THIGH + 0.07;
  const sides = /** @type {const} */ ([
    ["left", 0],
    ["right", Math.PI],
  ]);
  return [
    nodeChannel(
      nodes,
      "hips",
      "translation",
      "LINEAR",
      times,
      angles.flatMap((angle) => [0, height - bob * (1 + Math.cos(2 * angle)), 0]),
    ),
    bend("torso", () => lean),
    ...sides.flatMap(([side, phase]) => [
      bend(`${side} thigh`, (angle) => -stride * Math.cos(angle + phase) - lean),
      bend(`${side} shin`, (angle) => knee * Math.max(0.1, -Math.sin(angle + phase))),
      bend(`${side} arm`, (angle) => arm * Math.cos(angle + phase)),
      bend(`${side} forearm`, () => -elbow),
    ]),
  ];
}
