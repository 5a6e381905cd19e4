/** The mesh of the hero: rounded pieces of one color each, with the joints that move each of their vertices. */
import { ANKLE, HIP_HEIGHT, HIP_WIDTH, JOINTS, jointOf, SHIN } from "./skeleton.mjs";
import { above, blend, capsule, carve, ellipsoid, meshOf, ring, sheet, stretch, tube } from "./surface.mjs";
import { add, clamp, length, mix, scale, subtract } from "./vectors.mjs";

/**
 * @typedef {import("./vectors.mjs").Vector} Vector
 * @typedef {import("./surface.mjs").Shape} Shape
 * @typedef {import("./surface.mjs").Surface} Surface
 * @typedef {"left" | "right"} Side
 * @typedef {(point: Vector) => Vector} Paint the color at a point, linear
 * @typedef {{ shape: Shape, min: Vector, max: Vector, cell: number, joints: string[], paint: Paint }} Piece
 * @typedef {{ position: Vector, normal: Vector, color: Vector, joints: number[], weights: number[] }} Vertex
 */

const SIDES = /** @type {const} */ (["left", "right"]);

/** A color as in CSS, linear. @param {number} hex @returns {Vector} */
function color(hex) {
  const linear = (/** @type {number} */ value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return [linear((hex >> 16) / 255), linear(((hex >> 8) & 255) / 255), linear((hex & 255) / 255)];
}

const SKIN = color(0xf2b78f);
const BLUSH = color(0xe8826a);
const HAIR = color(0x4a2a1b);
const SUIT = color(0x23a094);
const TIGHTS = color(0x27466b);
const CORAL = color(0xf0653c);
const GOLD = color(0xffc531);
const DARK = color(0x1c1418);
const WHITE = color(0xffffff);
const MOUTH = color(0x8c3a34);

const plain = (/** @type {Vector} */ value) => () => value;
const mirror = (/** @type {Vector} */ [x, y, z]) => /** @type {Vector} */ ([-x, y, z]);
const sideOf = (/** @type {Side} */ side, /** @type {Vector} */ point) => (side === "left" ? point : mirror(point));
const pointAlong = (/** @type {string} */ joint, /** @type {number} */ t) => mix(jointOf(joint).at, jointOf(joint).tip, t);

const HEAD = /** @type {Vector} */ ([0, 1.035, 0]);
const skull = blend(0.08, ellipsoid(HEAD, [0.18, 0.172, 0.165]), ellipsoid([0, 0.965, 0.035], [0.125, 0.1, 0.115]));

/** The foremost point of a shape at a place. @param {Shape} shape @param {number} x @param {number} y @returns {Vector} */
function frontOf(shape, x, y) {
  let [inside, outside] = [0, 0.3];
  for (let i = 0; i < 24; i++) {
    const middle = (inside + outside) / 2;
    [inside, outside] = shape([x, y, middle]) < 0 ? [middle, outside] : [inside, middle];
  }
  return [x, y, inside];
}

/** @returns {Piece[]} */
function createHead() {
  const ears = SIDES.map((side) => ellipsoid(sideOf(side, [0.178, 1.015, -0.005]), [0.022, 0.036, 0.028]));
  const nose = ellipsoid([0, 1.0, 0.168], [0.018, 0.016, 0.018]);
  const cheeks = SIDES.map((side) => sideOf(side, [0.1, 0.975, 0.13]));
  const face = blend(0.02, blend(0.03, skull, ...ears), nose, capsule([0, 0.8, -0.005], [0, 0.92, 0], 0.047));
  const hood = blend(0.03, ellipsoid([0, 1.06, -0.02], [0.2, 0.178, 0.183]), ellipsoid([0, 1.0, -0.06], [0.19, 0.13, 0.135]));
  const fringe = [
    capsule([0.11, 1.175, 0.08], [-0.03, 1.145, 0.172], 0.045, 0.022),
    capsule([0.12, 1.16, 0.08], [0.12, 1.1, 0.148], 0.045, 0.018),
    capsule([-0.08, 1.175, 0.08], [-0.125, 1.095, 0.135], 0.05, 0.018),
    capsule([0.02, 1.2, 0.02], [0.0, 1.275, 0.03], 0.05, 0.012),
    capsule([-0.04, 1.2, -0.02], [-0.07, 1.265, -0.02], 0.05, 0.012),
    capsule([0.07, 1.19, -0.03], [0.1, 1.245, -0.03], 0.05, 0.012),
  ];
  const hair = blend(0.02, carve(0.02, hood, ellipsoid([0, 0.985, 0.165], [0.168, 0.135, 0.165])), ...fringe);
  const eyes = SIDES.map((side) => ellipsoid(sideOf(side, [0.066, 1.035, 0.149]), [0.024, 0.036, 0.016]));
  const lights = SIDES.map((_, i) => ellipsoid([0.066 * (1 - 2 * i) + 0.009, 1.05, 0.163], [0.008, 0.01, 0.005]));
  const brows = SIDES.map((side) =>
    tube([sideOf(side, [0.04, 1.091, 0.163]), sideOf(side, [0.068, 1.097, 0.155]), sideOf(side, [0.094, 1.088, 0.142])], 0.0065),
  );
  const mouth = tube(
    [-2, -1, 0, 1, 2].map((i) => frontOf(face, i * 0.015, 0.937 + 0.0034 * i * i)),
    0.0062,
  );
  const blushed = (/** @type {Vector} */ point) => {
    const nearest = Math.min(...cheeks.map((cheek) => length(subtract(point, cheek))));
    return mix(SKIN, BLUSH, 0.55 * clamp(1 - nearest / 0.06) ** 1.5);
  };
  return [
    { shape: face, min: [-0.22, 0.74, -0.19], max: [0.22, 1.23, 0.21], cell: 0.027, joints: ["head", "neck"], paint: blushed },
    { shape: hair, min: [-0.23, 0.84, -0.23], max: [0.23, 1.31, 0.22], cell: 0.027, joints: ["head"], paint: plain(HAIR) },
    { shape: blend(0.001, ...eyes), min: [-0.1, 0.99, 0.12], max: [0.1, 1.08, 0.175], cell: 0.011, joints: ["eyes"], paint: plain(DARK) },
    {
      shape: blend(0.001, ...lights),
      min: [-0.08, 1.035, 0.15],
      max: [0.09, 1.065, 0.175],
      cell: 0.006,
      joints: ["eyes"],
      paint: plain(WHITE),
    },
    {
      shape: blend(0.001, ...brows),
      min: [-0.11, 1.075, 0.125],
      max: [0.11, 1.11, 0.175],
      cell: 0.008,
      joints: ["head"],
      paint: plain(HAIR),
    },
    { shape: mouth, min: [-0.05, 0.92, 0.11], max: [0.05, 0.97, 0.19], cell: 0.008, joints: ["head"], paint: plain(MOUTH) },
  ];
}

/** @returns {Piece[]} */
function createTorso() {
  const trunk = stretch(capsule([0, 0.6, 0], [0, 0.73, 0], 0.108, 0.112), [0, 0.65, 0], [1.05, 1, 0.84]);
  const shoulders = capsule([-0.085, 0.752, 0], [0.085, 0.752, 0], 0.062);
  const arms = SIDES.map((side) =>
    blend(
      0.02,
      capsule(pointAlong(`${side} arm`, 0), pointAlong(`${side} arm`, 1), 0.052, 0.044),
      capsule(pointAlong(`${side} forearm`, 0), pointAlong(`${side} forearm`, 0.75), 0.044, 0.038),
    ),
  );
  const emblem = ellipsoid([0, 0.715, 0.089], [0.046, 0.05, 0.017]);
  const bolt = tube(
    [
      [0.014, 0.745, 0.104],
      [-0.008, 0.716, 0.108],
      [0.009, 0.712, 0.108],
      [-0.012, 0.684, 0.104],
    ],
    0.0075,
  );
  const armJoints = SIDES.flatMap((side) => [`${side} arm`, `${side} forearm`]);
  return [
    {
      shape: blend(0.05, blend(0.05, trunk, shoulders), ...arms),
      min: [-0.42, 0.46, -0.16],
      max: [0.42, 0.86, 0.16],
      cell: 0.027,
      joints: ["hips", "spine", "chest", ...armJoints],
      paint: plain(SUIT),
    },
    {
      shape: ring([0, 0.585, 0], [0.112, 0.025, 0.093], 0.017),
      min: [-0.14, 0.55, -0.12],
      max: [0.14, 0.62, 0.12],
      cell: 0.014,
      joints: ["hips", "spine"],
      paint: plain(GOLD),
    },
    { shape: emblem, min: [-0.06, 0.65, 0.06], max: [0.06, 0.78, 0.12], cell: 0.012, joints: ["chest"], paint: plain(GOLD) },
    { shape: bolt, min: [-0.03, 0.67, 0.09], max: [0.035, 0.76, 0.12], cell: 0.008, joints: ["chest"], paint: plain(CORAL) },
    {
      shape: ring([0, 0.81, -0.005], [0.072, 0.03, 0.066], 0.03),
      min: [-0.12, 0.76, -0.12],
      max: [0.12, 0.86, 0.12],
      cell: 0.019,
      joints: ["chest", "neck"],
      paint: plain(CORAL),
    },
  ];
}

/** @param {Side} side @returns {Piece} */
function createGlove(side) {
  const [hand, forearm] = [`${side} hand`, `${side} forearm`];
  const palm = capsule(pointAlong(hand, 0.15), pointAlong(hand, 0.75), 0.036, 0.04);
  const thumb = capsule(add(pointAlong(hand, 0.2), [0, 0, 0.02]), add(pointAlong(hand, 0.6), [0, 0.004, 0.052]), 0.017, 0.015);
  const cuff = capsule(pointAlong(forearm, 0.62), pointAlong(forearm, 0.95), 0.05, 0.038);
  const [a, b] = [pointAlong(forearm, 0.5), pointAlong(hand, 1)];
  return {
    shape: blend(0.02, palm, thumb, cuff),
    min: [Math.min(a[0], b[0]) - 0.08, b[1] - 0.08, -0.08],
    max: [Math.max(a[0], b[0]) + 0.08, a[1] + 0.08, 0.08],
    cell: 0.019,
    joints: [forearm, hand],
    paint: plain(CORAL),
  };
}

/** @returns {Piece[]} */
function createLegs() {
  const legs = SIDES.flatMap((side) => [
    capsule(sideOf(side, [HIP_WIDTH - 0.005, HIP_HEIGHT + 0.01, 0]), sideOf(side, [HIP_WIDTH, ANKLE + SHIN, 0.005]), 0.073, 0.054),
    capsule(sideOf(side, [HIP_WIDTH, ANKLE + SHIN, 0.005]), sideOf(side, [HIP_WIDTH, ANKLE + 0.085, 0]), 0.054, 0.044),
  ]);
  const pelvis = ellipsoid([0, 0.535, 0], [0.118, 0.07, 0.1]);
  const joints = ["hips", ...SIDES.flatMap((side) => [`${side} thigh`, `${side} shin`])];
  return [
    {
      shape: blend(0.02, pelvis, ...legs),
      min: [-0.18, 0.05, -0.14],
      max: [0.18, 0.64, 0.14],
      cell: 0.027,
      joints,
      paint: plain(TIGHTS),
    },
    ...SIDES.map(createBoot),
    ...SIDES.map(createSole),
  ];
}

/** @param {Side} side @returns {Shape} */
function footShape(side, grown = 0) {
  const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ z) => sideOf(side, [HIP_WIDTH + x, y, z]);
  return blend(
    0.03,
    capsule(at(0, 0.038, -0.012), at(0, 0.038, 0.03), 0.044 + grown, 0.048 + grown),
    ellipsoid(at(0.003, 0.034, 0.07), [0.053 + grown, 0.046 + grown, 0.062 + grown]),
  );
}

/** @param {Side} side @returns {Piece} */
function createBoot(side) {
  const at = (/** @type {number} */ y, /** @type {number} */ z = 0) => sideOf(side, [HIP_WIDTH, y, z]);
  const shaft = capsule(at(ANKLE - 0.01), at(ANKLE + 0.075), 0.05, 0.055);
  const cuff = ring(at(ANKLE + 0.1), [0.052, 0.02, 0.052], 0.013);
  return {
    shape: above(blend(0.012, blend(0.03, footShape(side), shaft), cuff), 0.012),
    min: sideOf(side, [side === "left" ? 0 : 0.16, 0, -0.1]),
    max: sideOf(side, [side === "left" ? 0.16 : 0, 0.215, 0.16]),
    cell: 0.02,
    joints: [`${side} shin`, `${side} foot`],
    paint: plain(CORAL),
  };
}

/** @param {Side} side @returns {Piece} */
function createSole(side) {
  const foot = footShape(side, 0.005);
  return {
    shape: ([x, y, z]) => {
      const [beside, over] = [foot([x, 0.034, z]) + 0.009, Math.abs(y - 0.011) - 0.002];
      return Math.min(Math.max(beside, over), 0) + length([Math.max(beside, 0), Math.max(over, 0), 0]) - 0.009;
    },
    min: sideOf(side, [side === "left" ? 0 : 0.16, -0.01, -0.1]),
    max: sideOf(side, [side === "left" ? 0.16 : 0, 0.035, 0.16]),
    cell: 0.017,
    joints: [`${side} foot`],
    paint: plain(WHITE),
  };
}

const smooth = (/** @type {number} */ t) => clamp(t) ** 2 * (3 - 2 * clamp(t));

/** @returns {Surface} */
function createCape() {
  return sheet(
    (u, v) => {
      const across = 2 * u - 1;
      const width = 0.088 + 0.125 * smooth(v / 0.3) * 0.45 + 0.085 * v;
      const folds = 0.013 * v * Math.cos(across * 3 * Math.PI);
      const wrap = 0.075 * across ** 2 * (1 - 0.5 * v);
      const drop = 0.02 * across ** 2 * (1 - smooth(v / 0.2));
      return [-across * width, 0.812 - drop - 0.54 * v, -0.062 - 0.05 * smooth(v / 0.12) - 0.09 * v + wrap + folds];
    },
    14,
    12,
  );
}

/**
 * How much each joint moves a point: the nearer its bone, the more, without edges.
 * @param {Vector} point @param {string[]} names
 */
function weigh(point, names, softness = 0.05) {
  const bones = names.map((name) => {
    const { at, tip } = jointOf(name);
    const radius = ["hips", "spine", "chest"].includes(name) ? 0.085 : name.endsWith("thigh") ? 0.05 : 0.035;
    return { index: JOINTS.findIndex((joint) => joint.name === name), distance: capsule(at, tip, radius)(point) };
  });
  const nearest = Math.min(...bones.map(({ distance }) => distance));
  const chosen = bones
    .map(({ index, distance }) => ({ index, weight: clamp(1 - (distance - nearest) / softness) ** 2 }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 4)
    .filter(({ weight }) => weight > 0);
  return bytesOfWeights(chosen);
}

/** Weights as bytes, whose sum is 255. @param {{ index: number, weight: number }[]} chosen the heaviest first */
function bytesOfWeights(chosen) {
  const sum = chosen.reduce((total, { weight }) => total + weight, 0);
  const bytes = chosen.map(({ weight }) => Math.round((255 * weight) / sum));
  bytes[0] = (bytes[0] ?? 0) + 255 - bytes.reduce((total, byte) => total + byte, 0);
  const fill = (/** @type {number[]} */ values) => [...values, 0, 0, 0, 0].slice(0, 4);
  return { joints: fill(chosen.map(({ index }, i) => (bytes[i] ? index : 0))), weights: fill(bytes) };
}

/** @param {Vector} point */
function weighCape(point) {
  const down = clamp((0.812 - point[1]) / 0.54);
  const names = ["chest", "cape", "cape middle", "cape hem"];
  const centers = [-0.05, 0.22, 0.55, 0.9];
  const chosen = names.map((name, i) => ({
    index: JOINTS.findIndex((joint) => joint.name === name),
    weight: clamp(1 - Math.abs(down - (centers[i] ?? 0)) / 0.34),
  }));
  return bytesOfWeights(chosen.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight));
}

/** How much light reaches a point between the other pieces, from 0 to 1. @param {Shape} all @param {Vector} point @param {Vector} normal */
function openness(all, point, normal) {
  const closed = [0.02, 0.05, 0.09].reduce((sum, step) => sum + clamp(1 - all(add(point, scale(normal, step))) / step) / 3, 0);
  return 1 - 0.55 * closed;
}

/** @param {number} coarseness factor for the size of triangles @returns {{ vertices: Vertex[], indices: number[] }} */
export function createBody(coarseness) {
  const pieces = [...createHead(), ...createTorso(), ...SIDES.map(createGlove), ...createLegs()];
  const boxes = pieces.map(({ shape, min, max }) => (/** @type {Vector} */ point) => {
    const [x, y, z] = point;
    const outside = length([Math.max(min[0] - x, x - max[0], 0), Math.max(min[1] - y, y - max[1], 0), Math.max(min[2] - z, z - max[2], 0)]);
    return outside > 0.02 ? outside : shape(point);
  });
  const all = (/** @type {Vector} */ point) => Math.min(...boxes.map((box) => box(point)));
  /** @type {Vertex[]} */
  const vertices = [];
  /** @type {number[]} */
  const indices = [];
  const addSurface = (/** @type {Surface} */ surface, /** @type {Paint} */ paint, /** @type {typeof weighCape} */ weights) => {
    const first = vertices.length;
    surface.positions.forEach((position, i) => {
      const normal = surface.normals[i] ?? position;
      const shaded = scale(paint(position), openness(all, position, normal));
      vertices.push({ position, normal, color: shaded, ...weights(position) });
    });
    surface.indices.forEach((index) => indices.push(first + index));
  };
  for (const { shape, min, max, cell, joints, paint } of pieces) {
    addSurface(meshOf(shape, min, max, coarseness * cell), paint, (point) => weigh(point, joints));
  }
  addSurface(createCape(), plain(CORAL), weighCape);
  return { vertices, indices };
}
