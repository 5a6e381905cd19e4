/** A small stage: lights and cameras animated by JSON pointer. */
import { packGlb } from "../../scripts/glb.mjs";
import { createAnimation, nodeChannel, pointerChannel, radians, turn } from "./animation.mjs";
import { addCube, addSphere, BufferBuilder } from "./buffer.mjs";

const LIGHTS = [
  { name: "lamp", type: "point", color: [1, 0.85, 0.6], intensity: 30 },
  { name: "spot", type: "spot", color: [0.6, 0.8, 1], intensity: 150, spot: { innerConeAngle: radians(8), outerConeAngle: radians(14) } },
];

const CLIPS = [
  { name: "show", animations: [0, 1, 2], end: 4, reverse: true },
  { name: "lamp", animations: [0], end: 4 },
  { name: "spot cone", animations: [1], end: 2, reverse: true },
  { name: "spot turns", animations: [2], end: 4, reverse: true },
  { name: "zoom", animations: [3], end: 3, reverse: true },
];

/** @type {readonly (readonly [name: string, baseColorFactor: number[], roughnessFactor: number])[]} */
const MATERIALS = [
  ["stage", [0.5, 0.47, 0.45, 1], 0.8],
  ["plaster", [0.85, 0.84, 0.8, 1], 0.6],
];

/** @returns {Uint8Array} */
export function createLights() {
  const buffer = new BufferBuilder();
  const [cube, sphere] = [addCube(buffer), addSphere(buffer)];
  const nodes = [
    { name: "floor", mesh: 0, translation: [0, -0.05, 0], scale: [6, 0.1, 4] },
    { name: "back", mesh: 0, translation: [0, 1.5, -2], scale: [6, 3.2, 0.1] },
    { name: "ball", mesh: 1, translation: [-1.1, 0.5, 0.1] },
    { name: "block", mesh: 2, translation: [0.1, 0.4, -0.5], rotation: turn(1, 30), scale: [0.8, 0.8, 0.8] },
    { name: "column", mesh: 2, translation: [1.3, 0.9, 0], scale: [0.35, 1.8, 0.35] },
    { name: "lamp", translation: [-0.4, 2, 0.6], extensions: { KHR_lights_punctual: { light: 0 } } },
    { name: "spot", translation: [0, 2.8, 2.4], rotation: turn(0, -48), extensions: { KHR_lights_punctual: { light: 1 } } },
    { name: "front camera", translation: [0, 1.4, 6.5], rotation: turn(0, -4), camera: 0 },
    { name: "side camera", translation: [5, 2.4, 4], rotation: multiply(turn(1, 50), turn(0, -14)), camera: 0 },
  ];
  const lamp = "/extensions/KHR_lights_punctual/lights/0";
  const spot = "/extensions/KHR_lights_punctual/lights/1/spot";
  const aims = [-22, 0, 22].flatMap((degrees) => multiply(turn(1, degrees), turn(0, -48)));
  const animations = [
    createAnimation(
      "lamp",
      [
        pointerChannel(
          `${lamp}/color`,
          "LINEAR",
          [0, 1.5, 3, 4],
          [
            [1, 0.85, 0.6],
            [1, 0.25, 0.1],
            [0.3, 1, 0.6],
            [1, 0.85, 0.6],
          ],
        ),
        pointerChannel(`${lamp}/intensity`, "LINEAR", [0, 2, 4], [[30], [4], [30]]),
      ],
      buffer,
    ),
    createAnimation(
      "spot cone",
      [
        pointerChannel(`${spot}/innerConeAngle`, "LINEAR", [0, 2], [[radians(8)], [radians(22)]]),
        pointerChannel(`${spot}/outerConeAngle`, "LINEAR", [0, 2], [[radians(14)], [radians(30)]]),
      ],
      buffer,
    ),
    createAnimation("spot turns", [nodeChannel(nodes, "spot", "rotation", "LINEAR", [0, 2, 4], aims)], buffer),
    createAnimation("zoom", [pointerChannel("/cameras/0/perspective/yfov", "LINEAR", [0, 3], [[radians(42)], [radians(16)]])], buffer),
  ];
  const { bin, json: binary } = buffer.finish();
  const json = {
    asset: { version: "2.0", generator: "babylon-gltf-animation make-demo" },
    extensionsUsed: ["KHR_animation_clip", "KHR_animation_pointer", "KHR_lights_punctual"],
    extensions: { KHR_animation_clip: { clips: CLIPS }, KHR_lights_punctual: { lights: LIGHTS } },
    scene: 0,
    scenes: [{ name: "stage", nodes: [...nodes.keys()] }],
    nodes,
    cameras: [{ name: "lens", type: "perspective", perspective: { yfov: radians(42), znear: 0.1, zfar: 100 } }],
    meshes: [
      { name: "stage", primitives: [{ ...cube, material: 0 }] },
      { name: "ball", primitives: [{ ...sphere, material: 1 }] },
      { name: "block", primitives: [{ ...cube, material: 1 }] },
    ],
    materials: MATERIALS.map(([name, baseColorFactor, roughnessFactor]) => ({
      name,
      pbrMetallicRoughness: { baseColorFactor, metallicFactor: 0, roughnessFactor },
    })),
    animations,
    ...binary,
  };
  return packGlb(json, bin);
}

/**
 * The rotation by `b`, then by `a`.
 * @param {number[]} a
 * @param {number[]} b
 */
function multiply([ax = 0, ay = 0, az = 0, aw = 1], [bx = 0, by = 0, bz = 0, bw = 1]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
