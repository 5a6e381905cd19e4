/** A door with one animation, and controllers of the older draft KHR_animation_controller on it. */
import { packGlb } from "../../scripts/glb.mjs";
import { createAnimation, nodeChannel, turn } from "./animation.mjs";
import { addCube, BufferBuilder } from "./buffer.mjs";

const CONTROLLERS = [
  { name: "swing", animation: 0, start: 0, end: 1.2, repetitions: -1, reverse: true },
  { name: "open", animation: 0, start: 0, end: 1.2, repetitions: 1 },
  { name: "close", animation: 0, start: 0, end: 1.2, offset: 1.2, speed: -1, repetitions: 1 },
  { name: "knock", animation: 0, start: 0, end: 0.2, speed: 2, repetitions: 6, reverse: true },
];

/** @type {readonly (readonly [name: string, baseColorFactor: number[], metallicFactor: number, roughnessFactor: number])[]} */
const MATERIALS = [
  ["stone", [0.62, 0.6, 0.56, 1], 0, 0.9],
  ["wood", [0.42, 0.2, 0.09, 1], 0, 0.55],
  ["brass", [0.85, 0.62, 0.25, 1], 1, 0.3],
];

/** @type {readonly (readonly [name: string, material: number, size: number[], center: number[]])[]} */
const FRAME = [
  ["floor", 0, [3, 0.1, 2.4], [0, -0.05, 0]],
  ["left wall", 0, [0.8, 2.4, 0.24], [-0.9, 1.2, 0]],
  ["right wall", 0, [0.8, 2.4, 0.24], [0.9, 1.2, 0]],
  ["lintel", 0, [1, 0.36, 0.24], [0, 2.22, 0]],
];

/** @type {typeof FRAME} */
const LEAF = [
  ["leaf", 1, [0.98, 2, 0.07], [0.49, 1.02, 0]],
  ["upper panel", 1, [0.66, 0.75, 0.1], [0.49, 1.48, 0]],
  ["lower panel", 1, [0.66, 0.7, 0.1], [0.49, 0.55, 0]],
  ["handle", 2, [0.14, 0.035, 0.2], [0.86, 1.02, 0]],
];

/** @returns {Uint8Array} */
export function createDoor() {
  const buffer = new BufferBuilder();
  const cube = addCube(buffer);
  const toNode = (/** @type {(typeof FRAME)[number]} */ [name, mesh, scale, translation]) => ({ name, mesh, scale, translation });
  const leaf = LEAF.map((_, i) => FRAME.length + 1 + i);
  const nodes = [...FRAME.map(toNode), { name: "hinge", translation: [-0.49, 0, 0], children: leaf }, ...LEAF.map(toNode)];
  const still = [0, 0, 0, 0];
  const values = [0, 105].flatMap((degrees) => [...still, ...turn(1, degrees), ...still]);
  const animations = [createAnimation("hinge", [nodeChannel(nodes, "hinge", "rotation", "CUBICSPLINE", [0, 1.2], values)], buffer)];
  const { bin, json: binary } = buffer.finish();
  const json = {
    asset: { version: "2.0", generator: "babylon-gltf-animation make-demo" },
    extensionsUsed: ["KHR_animation_controller"],
    extensions: { KHR_animation_controller: { controllers: CONTROLLERS } },
    scene: 0,
    scenes: [{ name: "door", nodes: [...FRAME.keys(), FRAME.length] }],
    nodes,
    meshes: MATERIALS.map(([name], material) => ({ name: `${name} cube`, primitives: [{ ...cube, material }] })),
    materials: MATERIALS.map(([name, baseColorFactor, metallicFactor, roughnessFactor]) => ({
      name,
      pbrMetallicRoughness: { baseColorFactor, metallicFactor, roughnessFactor },
    })),
    animations,
    ...binary,
  };
  return packGlb(json, bin);
}
