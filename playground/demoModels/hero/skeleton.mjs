/** The joints of the hero. In the pose that the mesh is modeled in, no joint is rotated, and the arms point outwards and down. */
import { add } from "./vectors.mjs";

/**
 * @typedef {import("./vectors.mjs").Vector} Vector
 * @typedef {{ name: string, parent: string | null, at: Vector, tip: Vector }} Joint `at` and `tip` are the ends of the bone in the modeled pose
 */

export const THIGH = 0.215;
export const SHIN = 0.215;
/** Height of the ankle above the sole; distances of heel and ball of the foot from it. */
export const ANKLE = 0.07;
export const HEEL = 0.04;
export const BALL = 0.075;
export const HIP_WIDTH = 0.075;
/** Height of the hip joints in the modeled pose, with straight legs. */
export const HIP_HEIGHT = ANKLE + THIGH + SHIN;
/** Degrees between an arm in the modeled pose and the vertical. */
export const ARM_ANGLE = 40;

const ARM = 0.16;
const SIN = Math.sin((ARM_ANGLE * Math.PI) / 180);
const COS = Math.cos((ARM_ANGLE * Math.PI) / 180);

/** @param {"left" | "right"} side @returns {Joint[]} */
function limbs(side) {
  const sign = side === "left" ? 1 : -1;
  const along = (/** @type {number} */ distance) => /** @type {Vector} */ ([sign * (0.115 + distance * SIN), 0.765 - distance * COS, 0]);
  const leg = (/** @type {number} */ height, z = 0) => /** @type {Vector} */ ([sign * HIP_WIDTH, height, z]);
  return [
    { name: `${side} arm`, parent: "chest", at: along(0), tip: along(ARM) },
    { name: `${side} forearm`, parent: `${side} arm`, at: along(ARM), tip: along(2 * ARM - 0.02) },
    { name: `${side} hand`, parent: `${side} forearm`, at: along(2 * ARM - 0.02), tip: along(2 * ARM + 0.05) },
    { name: `${side} thigh`, parent: "hips", at: leg(HIP_HEIGHT), tip: leg(ANKLE + SHIN) },
    { name: `${side} shin`, parent: `${side} thigh`, at: leg(ANKLE + SHIN), tip: leg(ANKLE) },
    { name: `${side} foot`, parent: `${side} shin`, at: leg(ANKLE), tip: leg(0.03, BALL) },
  ];
}

/** Parents before their children. @type {readonly Joint[]} */
export const JOINTS = [
  { name: "hips", parent: null, at: [0, HIP_HEIGHT + 0.02, 0], tip: [0, 0.58, 0] },
  { name: "spine", parent: "hips", at: [0, 0.585, 0], tip: [0, 0.66, 0] },
  { name: "chest", parent: "spine", at: [0, 0.67, 0], tip: [0, 0.79, 0] },
  { name: "neck", parent: "chest", at: [0, 0.81, 0], tip: [0, 0.86, 0] },
  { name: "head", parent: "neck", at: [0, 0.87, 0], tip: [0, 1.15, 0] },
  { name: "eyes", parent: "head", at: [0, 1.035, 0.12], tip: [0, 1.035, 0.16] },
  { name: "cape", parent: "chest", at: [0, 0.79, -0.085], tip: [0, 0.65, -0.13] },
  { name: "cape middle", parent: "cape", at: [0, 0.63, -0.135], tip: [0, 0.46, -0.17] },
  { name: "cape hem", parent: "cape middle", at: [0, 0.44, -0.175], tip: [0, 0.27, -0.2] },
  ...limbs("left"),
  ...limbs("right"),
];

/** @param {string} name @returns {Joint} */
export function jointOf(name) {
  const joint = JOINTS.find((each) => each.name === name);
  if (!joint) {
    throw new Error(`joint: must exist (got ${name})`);
  }
  return joint;
}

/** Where a joint is relative to its parent. @param {Joint} joint @returns {Vector} */
export function offsetOf({ parent, at }) {
  const origin = parent === null ? null : jointOf(parent).at;
  return origin ? add(at, [-origin[0], -origin[1], -origin[2]]) : at;
}
