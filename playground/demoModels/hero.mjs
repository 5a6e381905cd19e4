/**
 * A character to look at: a small hero of rounded shapes, with a cape. One skinned mesh, colored by its vertices, and six animations, each
 * with a clip.
 */
import { packGlb } from "../../scripts/glb.mjs";
import { createAnimation, nodeChannel } from "./animation.mjs";
import { ARRAY_BUFFER, BufferBuilder, ELEMENT_ARRAY_BUFFER } from "./buffer.mjs";
import { createBody } from "./hero/body.mjs";
import { MOVES, poseOf } from "./hero/moves.mjs";
import { JOINTS, offsetOf } from "./hero/skeleton.mjs";
import { IDENTITY } from "./hero/vectors.mjs";

/**
 * @typedef {import("../../scripts/glb.mjs").Json} Json
 * @typedef {import("./animation.mjs").Channel} Channel
 * @typedef {import("./hero/moves.mjs").Move} Move
 */

/**
 * @param {number} [coarseness] factor for the size of triangles: 3 is for heroes that are far away
 * @param {readonly Move[]} [moves]
 * @param {boolean} [travels] whether moves with a speed move the hips over the floor, instead of staying in place
 * @returns {Uint8Array}
 */
export function createHero(coarseness = 1, moves = MOVES, travels = false) {
  const buffer = new BufferBuilder();
  /** @type {Json[]} */
  const nodes = JOINTS.map((joint) => {
    const children = JOINTS.flatMap(({ parent }, child) => (parent === joint.name ? [child] : []));
    return { name: joint.name, translation: offsetOf(joint), ...(children.length > 0 && { children }) };
  });
  nodes.push({ name: "hero", mesh: 0, skin: 0 });
  const primitive = createPrimitive(buffer, coarseness);
  const matrices = JOINTS.flatMap(({ at }) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...at.map((coordinate) => -coordinate), 1]);
  const inverseBindMatrices = buffer.add("inverse bind matrices", "MAT4", new Float32Array(matrices));
  const animations = moves.map((move) => createAnimation(move.name, createChannels(nodes, move, travels), buffer));
  const { bin, json: binary } = buffer.finish();
  const json = {
    asset: { version: "2.0", generator: "babylon-gltf-animation make-demo" },
    extensionsUsed: ["KHR_animation_clip"],
    extensions: { KHR_animation_clip: { clips: travels ? clipsOf(moves) : withWalkBackwards(clipsOf(moves)) } },
    scene: 0,
    scenes: [{ name: "hero", nodes: [0, JOINTS.length] }],
    nodes,
    meshes: [{ name: "hero", primitives: [{ ...primitive, material: 0 }] }],
    materials: [{ name: "painted", pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.6 } }],
    skins: [{ name: "hero", joints: [...JOINTS.keys()], inverseBindMatrices, skeleton: 0 }],
    animations,
    ...binary,
  };
  return packGlb(json, bin);
}

/** `metersPerSecond` is the speed at which the hero moves over the floor, while the animation stays in place. @param {readonly Move[]} moves */
function clipsOf(moves) {
  return moves.map(({ name, seconds, speed, once }, i) => ({
    name,
    animations: [i],
    end: Math.fround(seconds),
    ...(once && { repetitions: 1 }),
    ...(speed !== undefined && { extras: { metersPerSecond: speed } }),
  }));
}

/** @param {ReturnType<typeof clipsOf>} clips */
function withWalkBackwards(clips) {
  const walk = clips.findIndex(({ name }) => name === "walk");
  const { animations = [], end = 0, extras } = clips[walk] ?? {};
  const backwards = {
    name: "walk backwards",
    animations,
    end,
    offset: end,
    speed: -0.8,
    extras: { metersPerSecond: -0.8 * (extras?.metersPerSecond ?? 0) },
  };
  return [...clips.slice(0, walk + 1), backwards, ...clips.slice(walk + 1)];
}

/** @param {BufferBuilder} buffer @param {number} coarseness */
function createPrimitive(buffer, coarseness) {
  const { vertices, indices } = createBody(coarseness);
  const target = ARRAY_BUFFER;
  const isColor = { target, normalized: true };
  const byteOf = (/** @type {number} */ value) => Math.round(255 * value);
  return {
    attributes: {
      POSITION: buffer.add("positions", "VEC3", new Float32Array(vertices.flatMap(({ position }) => position)), {
        target,
        hasBounds: true,
      }),
      NORMAL: buffer.add("normals", "VEC3", new Float32Array(vertices.flatMap(({ normal }) => normal)), { target }),
      COLOR_0: buffer.add("colors", "VEC4", new Uint8Array(vertices.flatMap(({ color }) => [...color.map(byteOf), 255])), isColor),
      JOINTS_0: buffer.add("joints", "VEC4", new Uint8Array(vertices.flatMap(({ joints }) => joints)), { target }),
      WEIGHTS_0: buffer.add("weights", "VEC4", new Uint8Array(vertices.flatMap(({ weights }) => weights)), isColor),
    },
    indices: buffer.add("indices", "SCALAR", new Uint16Array(indices), { target: ELEMENT_ARRAY_BUFFER }),
  };
}

/** Every animation moves every joint, so that nothing of one stays when another one plays. @param {Json[]} nodes @param {Move} move @param {boolean} travels */
function createChannels(nodes, { seconds, frames, speed = 0, postureAt }, travels) {
  const times = Array.from({ length: frames + 1 }, (_, frame) => (frame * seconds) / frames);
  const poses = times.map((time) => poseOf(postureAt(time)));
  return [
    createChannel(
      nodes,
      "hips",
      "translation",
      times,
      poses.map(({ hips: [x, y, z] }, i) => [x, y, z + (travels ? speed * (times[i] ?? 0) : 0)]),
    ),
    createChannel(
      nodes,
      "eyes",
      "scale",
      times,
      poses.map(({ eyes }) => [1, eyes, 1]),
    ),
    ...JOINTS.filter(({ name }) => name !== "eyes").map(({ name }) =>
      createChannel(nodes, name, "rotation", times, continuous(poses.map(({ rotations }) => [...(rotations[name] ?? IDENTITY)]))),
    ),
  ];
}

/** @param {Json[]} nodes @param {string} joint @param {"translation" | "rotation" | "scale"} path @param {number[]} times @param {number[][]} values */
function createChannel(nodes, joint, path, times, values) {
  const [first = [], last] = [values[0], times.at(-1) ?? 0];
  const isStill = values.every((value) => value.every((component, i) => Math.abs(component - (first[i] ?? 0)) < 1e-6));
  return nodeChannel(nodes, joint, path, "LINEAR", isStill ? [0, last] : times, isStill ? [...first, ...first] : values.flat());
}

/** Quaternions whose neighbors are near, of the two for each rotation. @param {number[][]} quaternions */
function continuous(quaternions) {
  let previous = [...IDENTITY];
  return quaternions.map((quaternion) => {
    const dot = quaternion.reduce((sum, component, i) => sum + component * (previous[i] ?? 0), 0);
    previous = dot < 0 ? quaternion.map((component) => -component) : quaternion;
    return previous;
  });
}
