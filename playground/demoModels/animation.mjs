import { along } from "./buffer.mjs";

/**
 * @typedef {import("../../scripts/glb.mjs").Json} Json
 * @typedef {"translation" | "rotation" | "scale"} Path
 * @typedef {"LINEAR" | "STEP" | "CUBICSPLINE"} Interpolation
 * @typedef {{ label: string, output: string, target: Json, type: "SCALAR" | "VEC2" | "VEC3" | "VEC4", interpolation: Interpolation, times: number[], values: number[] }} Channel
 */

/**
 * Creates a channel that animates a node.
 * @param {Json[]} nodes
 * @param {string} node name of the node
 * @param {Path} path
 * @param {Interpolation} interpolation
 * @param {number[]} times
 * @param {number[]} values
 * @returns {Channel}
 */
export function nodeChannel(nodes, node, path, interpolation, times, values) {
  const target = { node: nodes.findIndex(({ name }) => name === node), path };
  return { label: node, output: `${node} ${path}`, target, type: path === "rotation" ? "VEC4" : "VEC3", interpolation, times, values };
}

/**
 * Creates a channel that animates the target of a JSON pointer.
 * @param {string} pointer
 * @param {Interpolation} interpolation
 * @param {number[]} times
 * @param {number[][]} values one for each time
 * @returns {Channel}
 */
export function pointerChannel(pointer, interpolation, times, values) {
  const target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } };
  const type = /** @type {const} */ (["SCALAR", "VEC2", "VEC3", "VEC4"])[(values[0]?.length ?? 1) - 1] ?? "SCALAR";
  return { label: pointer, output: pointer, target, type, interpolation, times, values: values.flat() };
}

/**
 * @param {string} name
 * @param {Channel[]} channels
 * @param {import("./buffer.mjs").BufferBuilder} buffer
 */
export function createAnimation(name, channels, buffer) {
  /** @type {Map<string, number>} */
  const inputs = new Map();
  const samplers = channels.map(({ label, output, type, interpolation, times, values }) => {
    const key = times.join();
    const input = inputs.get(key) ?? buffer.add(`${name} ${label} times`, "SCALAR", new Float32Array(times), { hasBounds: true });
    inputs.set(key, input);
    return { input, interpolation, output: buffer.add(`${name} ${output}`, type, new Float32Array(values)) };
  });
  return { name, samplers, channels: channels.map(({ target }, sampler) => ({ sampler, target })) };
}

/** The quaternion of a rotation about an axis: 0 is x, 1 is y, 2 is z. */
export function turn(/** @type {number} */ axis, /** @type {number} */ degrees) {
  const half = radians(degrees) / 2;
  return [...along(axis, Math.sin(half)), Math.cos(half)];
}

export function radians(/** @type {number} */ degrees) {
  return (degrees * Math.PI) / 180;
}
