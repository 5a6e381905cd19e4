/** A lamp that brightens: one clip animates a material, a light and a camera by JSON pointer. */
import { packGlb } from "../../scripts/glb.mjs";
import { createAnimation, pointerChannel, turn } from "./animation.mjs";
import { addCube, addSphere, BufferBuilder } from "./buffer.mjs";

const SECONDS = 2;
const TIMES = [0, SECONDS];

/** @returns {Uint8Array} */
export function createLamp() {
  const buffer = new BufferBuilder();
  const [cube, sphere] = [addCube(buffer), addSphere(buffer)];
  const light = "/extensions/KHR_lights_punctual/lights/0";
  const channels = [
    pointerChannel("/materials/0/emissiveFactor", "LINEAR", TIMES, [
      [0.25, 0, 0],
      [1, 0.75, 0.25],
    ]),
    pointerChannel(`${light}/color`, "LINEAR", TIMES, [
      [1, 0.25, 0.125],
      [1, 0.75, 0.5],
    ]),
    pointerChannel(`${light}/intensity`, "LINEAR", TIMES, [[2], [20]]),
    pointerChannel("/cameras/0/perspective/yfov", "LINEAR", TIMES, [[0.5], [1]]),
  ];
  const animations = [createAnimation("swell", channels, buffer)];
  const { bin, json: binary } = buffer.finish();
  const json = {
    asset: { version: "2.0", generator: "babylon-gltf-animation make-demo" },
    extensionsUsed: ["KHR_animation_clip", "KHR_animation_pointer", "KHR_lights_punctual"],
    extensions: {
      KHR_animation_clip: { clips: [{ name: "swell", animations: [0], end: SECONDS, reverse: true }] },
      KHR_lights_punctual: { lights: [{ name: "glow", type: "point", color: [1, 0.25, 0.125], intensity: 2 }] },
    },
    scene: 0,
    scenes: [{ name: "lamp", nodes: [0, 1, 2, 3, 4] }],
    nodes: [
      { name: "bulb", mesh: 0, translation: [0, 1.5, 0], scale: [0.6, 0.6, 0.6] },
      { name: "glow", translation: [0, 1.5, 0.6], extensions: { KHR_lights_punctual: { light: 0 } } },
      { name: "floor", mesh: 1, translation: [0, -0.05, 0], scale: [6, 0.1, 6] },
      { name: "wall", mesh: 1, translation: [0, 2, -1.5], scale: [6, 4, 0.1] },
      { name: "camera", translation: [0, 2, 5], rotation: turn(0, -8), camera: 0 },
    ],
    cameras: [{ name: "lens", type: "perspective", perspective: { yfov: 0.5, znear: 0.1, zfar: 50 } }],
    meshes: [
      { name: "bulb", primitives: [{ ...sphere, material: 0 }] },
      { name: "plaster", primitives: [{ ...cube, material: 1 }] },
    ],
    materials: [
      { name: "glowing", emissiveFactor: [0.25, 0, 0], pbrMetallicRoughness: { baseColorFactor: [0.1, 0.1, 0.1, 1], metallicFactor: 0 } },
      { name: "plaster", pbrMetallicRoughness: { baseColorFactor: [0.7, 0.7, 0.68, 1], metallicFactor: 0, roughnessFactor: 0.9 } },
    ],
    animations,
    ...binary,
  };
  return packGlb(json, bin);
}
