/**
 * The demo model: a figure of boxes with one long animation, which clips split into idle, walk and jump, and a door with its own animation.
 */
import { packGlb } from "../../scripts/glb.mjs";
import { createAnimation, nodeChannel, radians, turn } from "./animation.mjs";
import { addCube, BufferBuilder } from "./buffer.mjs";

/**
 * @typedef {import("../../scripts/glb.mjs").Json} Json
 * @typedef {readonly [material: string, size: number[], center: number[]]} Box
 * @typedef {{ name: string, translation: number[], boxes?: Box[], children?: Part[] }} Part a joint and the boxes it moves
 * @typedef {import("./animation.mjs").Channel} Channel
 */

const THIGH = 0.45; // also the length of the shin, so that the foot stays below the hips if both bend equally
const LEG = 2 * THIGH;
const FOOT = 0.07;
const STRIDE = 22;

// key times of the three moves on the long animation, in seconds
const IDLE = [0, 1, 2];
const WALK = [2.5, 2.625, 2.75, 2.875, 3, 3.125, 3.25, 3.375, 3.5];
const JUMP = [4, 4.4, 4.6, 4.9, 5.2, 5.35, 5.5];
const TIMES = [...IDLE, ...WALK, ...JUMP];

/** Degrees by which the legs bend in the jump. */
const CROUCH = [0, 45, 20, 35, 20, 45, 0];
const TAKE_OFF = 9.81 * 0.3;
/**
 * Height above the floor in meters, and its velocity before and after a key. A cubic spline with these tangents is a parabola.
 * @type {Record<number, { height: number, before: number, after: number }>}
 */
const FLIGHT = {
  4.6: { height: 0, before: 0, after: TAKE_OFF },
  4.9: { height: TAKE_OFF * 0.15, before: 0, after: 0 },
  5.2: { height: 0, before: -TAKE_OFF, after: 0 },
};

const CLIPS = [
  { name: "idle", animations: [0], start: 0, end: 2 },
  { name: "walk", animations: [0], start: 2.5, end: 3.5, speed: 1.25 },
  { name: "walk backwards", animations: [0], start: 2.5, end: 3.5, offset: 1, speed: -0.75 },
  { name: "jump", animations: [0], start: 4, end: 5.5, repetitions: 1 },
  { name: "door", animations: [1], start: 0, end: 1.5, repetitions: 4, reverse: true },
];

/** @type {Record<string, number[]>} */
const COLORS = {
  skin: [0.8, 0.55, 0.4, 1],
  shirt: [0.15, 0.4, 0.7, 1],
  trousers: [0.15, 0.17, 0.25, 1],
  dark: [0.03, 0.03, 0.03, 1],
  wood: [0.45, 0.25, 0.12, 1],
  stone: [0.6, 0.6, 0.58, 1],
};

/** @returns {Part[]} */
function createParts() {
  const arms = [createArm("left", 0.24), createArm("right", -0.24)];
  const legs = [createLeg("left", 0.09), createLeg("right", -0.09)];
  const torso = { name: "torso", translation: [0, 0.1, 0], boxes: [box("shirt", [0.36, 0.5, 0.22], [0, 0.25, 0])] };
  const hips = { name: "hips", translation: [0, LEG, 0], boxes: [box("trousers", [0.32, 0.18, 0.2], [0, 0.03, 0])] };
  return [
    { name: "floor", translation: [0.6, 0, 0], boxes: [box("stone", [4, 0.1, 3], [0, -0.05, 0])] },
    {
      name: "figure",
      translation: [0, FOOT, 0],
      children: [{ ...hips, children: [{ ...torso, children: [createHead(), ...arms] }, ...legs] }],
    },
    createDoorway(),
  ];
}

/** @returns {Part} */
function createHead() {
  const eyes = [0.055, -0.055].map((x) => box("dark", [0.04, 0.05, 0.02], [x, 0, 0]));
  const skull = box("skin", [0.24, 0.26, 0.24], [0, 0.13, 0]);
  return {
    name: "head",
    translation: [0, 0.5, 0],
    boxes: [skull],
    children: [{ name: "eyes", translation: [0, 0.18, 0.12], boxes: eyes }],
  };
}

/** @returns {Part} */
function createArm(/** @type {string} */ side, /** @type {number} */ x) {
  const boxes = [box("shirt", [0.1, 0.42, 0.12], [0, -0.18, 0]), box("skin", [0.09, 0.18, 0.11], [0, -0.48, 0])];
  return { name: `${side} arm`, translation: [x, 0.46, 0], boxes };
}

/** @returns {Part} */
function createLeg(/** @type {string} */ side, /** @type {number} */ x) {
  const foot = { name: `${side} foot`, translation: [0, -THIGH, 0], boxes: [box("dark", [0.13, FOOT, 0.26], [0, -FOOT / 2, 0.05])] };
  const shin = { name: `${side} shin`, translation: [0, -THIGH, 0], boxes: [box("trousers", [0.12, THIGH, 0.14], [0, -THIGH / 2, 0])] };
  return {
    name: `${side} thigh`,
    translation: [x, 0, 0],
    boxes: [box("trousers", [0.15, THIGH, 0.17], [0, -THIGH / 2, 0])],
    children: [{ ...shin, children: [foot] }],
  };
}

/** @returns {Part} */
function createDoorway() {
  const posts = [-0.05, 0.95].map((x) => box("stone", [0.1, 2.04, 0.14], [x, 1.02, 0]));
  const door = [box("wood", [0.88, 2, 0.06], [0.45, 1.01, 0]), box("dark", [0.14, 0.03, 0.14], [0.78, 1, 0])];
  return {
    name: "doorway",
    translation: [1, 0, 0],
    boxes: [...posts, box("stone", [1.1, 0.1, 0.14], [0.45, 2.09, 0])],
    children: [{ name: "hinge", translation: [0, 0, 0], boxes: door }],
  };
}

/** @returns {Box} */
function box(/** @type {string} */ material, /** @type {number[]} */ size, /** @type {number[]} */ center) {
  return [material, size, center];
}

/**
 * @param {Json[]} nodes receives the part and its descendants
 * @param {Part} part
 * @returns {number}
 */
function addPart(nodes, { name, translation, boxes = [], children = [] }) {
  const node = /** @type {Json} */ ({ name, translation });
  const index = nodes.push(node) - 1;
  const boxNodes = boxes.map(([material, scale, center], i) => ({
    name: `${name} box${i || ""}`,
    mesh: Object.keys(COLORS).indexOf(material),
    translation: center,
    scale,
  }));
  const boxIndices = boxNodes.map((boxNode) => nodes.push(boxNode) - 1);
  node["children"] = [...boxIndices, ...children.map((child) => addPart(nodes, child))];
  return index;
}

/** @param {Json[]} nodes @returns {Channel[]} */
function createTimeline(nodes) {
  return [
    createHips(nodes),
    ...createLegChannels(nodes, "left", 0),
    ...createLegChannels(nodes, "right", Math.PI),
    bend(nodes, "left arm", [0, -8, 0], (angle) => 28 * Math.cos(angle), [0, 30, -120, -110, -60, -20, 0]),
    bend(nodes, "right arm", [0, -8, 0], (angle) => -28 * Math.cos(angle), [0, 30, -120, -110, -60, -20, 0]),
    bend(nodes, "head", [0, 5, 0], (angle) => 2 * Math.cos(2 * angle), [0, 15, 0, -10, 0, 10, 0]),
    nodeChannel(nodes, "torso box", "scale", "LINEAR", IDLE, [0.36, 0.5, 0.22, 0.38, 0.51, 0.25, 0.36, 0.5, 0.22]),
    nodeChannel(nodes, "eyes", "scale", "STEP", [0, 1.4, 1.55, 4.6, 5.35], [1, 1, 1, 1, 0.1, 1, 1, 1, 1, 1, 1.4, 1, 1, 1, 1]),
  ];
}

/**
 * The hips are as high as the legs reach, and higher in the air. Legs bend at a constant rate between keys, so that the velocity of the hips
 * changes at a key, and its two tangents differ.
 */
function createHips(/** @type {Json[]} */ nodes) {
  const bends = angles([0, 0, 0], (angle) => STRIDE * Math.cos(angle), CROUCH).map(radians);
  const keys = bends.map((bend, i) => ({ time: TIMES[i] ?? 0, bend }));
  const values = keys.flatMap((key, i) => {
    const { height = 0, before = 0, after = 0 } = FLIGHT[key.time] ?? {};
    const [inTangent, outTangent] = [before + velocityOf(key, keys[i - 1]), after + velocityOf(key, keys[i + 1])];
    return [0, inTangent, 0, 0, height + LEG * Math.cos(key.bend), 0, 0, outTangent, 0];
  });
  return nodeChannel(nodes, "hips", "translation", "CUBICSPLINE", TIMES, values);
}

/**
 * @typedef {{ time: number, bend: number }} LegKey
 * @param {LegKey} key
 * @param {LegKey | undefined} neighbor
 * @returns {number} velocity of the hips at a key, between the key and its neighbor
 */
function velocityOf(key, neighbor) {
  return neighbor ? (-LEG * Math.sin(key.bend) * (neighbor.bend - key.bend)) / (neighbor.time - key.time) : 0;
}

/** A straight leg moves its foot back on the floor, a bent leg moves it forward above the floor. Both feet stay level. */
function createLegChannels(/** @type {Json[]} */ nodes, /** @type {string} */ side, /** @type {number} */ phase) {
  const thighAt = (/** @type {number} */ angle) => -STRIDE * Math.cos(angle + phase);
  const shinAt = (/** @type {number} */ angle) => 50 * Math.max(0, -Math.sin(angle + phase));
  const turned = CROUCH.map((degrees) => -degrees);
  return [
    bend(nodes, `${side} thigh`, [0, 0, 0], thighAt, turned),
    bend(
      nodes,
      `${side} shin`,
      [0, 0, 0],
      shinAt,
      turned.map((degrees) => -2 * degrees),
    ),
    bend(nodes, `${side} foot`, [0, 0, 0], (angle) => -thighAt(angle) - shinAt(angle), turned),
  ];
}

/**
 * Rotates a joint about the axis from side to side. Positive degrees bend it backwards.
 * @param {Json[]} nodes
 * @param {string} node
 * @param {Parameters<typeof angles>} moves
 */
function bend(nodes, node, ...moves) {
  const quaternions = angles(...moves).flatMap((degrees) => turn(0, degrees));
  return nodeChannel(nodes, node, "rotation", "LINEAR", TIMES, quaternions);
}

/**
 * Degrees at the key times of the three moves.
 * @param {number[]} idle
 * @param {(angle: number) => number} walkAt the angle makes one full turn in a walk cycle
 * @param {number[]} jump
 */
function angles(idle, walkAt, jump) {
  // the last key of the cycle equals the first, so that the loop is seamless
  const walk = WALK.map((_, i) => walkAt((i % (WALK.length - 1)) * (Math.PI / 4)));
  return [...idle, ...walk, ...jump];
}

/** @param {Json[]} nodes @returns {Channel[]} */
function createDoorChannels(nodes) {
  const still = [0, 0, 0, 0];
  const values = [0, 100].flatMap((degrees) => [...still, ...turn(1, degrees), ...still]);
  return [nodeChannel(nodes, "hinge", "rotation", "CUBICSPLINE", [0, 1.5], values)];
}

/** @returns {Uint8Array} */
export function createFigure() {
  const buffer = new BufferBuilder();
  const cube = addCube(buffer);
  /** @type {Json[]} */
  const nodes = [];
  const roots = createParts().map((part) => addPart(nodes, part));
  const animations = [
    createAnimation("timeline", createTimeline(nodes), buffer),
    createAnimation("door", createDoorChannels(nodes), buffer),
  ];
  const { bin, json: binary } = buffer.finish();
  const json = {
    asset: { version: "2.0", generator: "babylon-gltf-animation make-demo" },
    extensionsUsed: ["KHR_animation_clip"],
    extensions: { KHR_animation_clip: { clips: CLIPS } },
    scene: 0,
    scenes: [{ name: "demo", nodes: roots }],
    nodes,
    meshes: Object.keys(COLORS).map((name, material) => ({ name: `${name} cube`, primitives: [{ ...cube, material }] })),
    materials: Object.entries(COLORS).map(([name, baseColorFactor]) => createMaterial(name, baseColorFactor)),
    animations,
    ...binary,
  };
  return packGlb(json, bin);
}

function createMaterial(/** @type {string} */ name, /** @type {number[]} */ baseColorFactor) {
  return { name, pbrMetallicRoughness: { baseColorFactor, metallicFactor: 0, roughnessFactor: 0.8 } };
}
