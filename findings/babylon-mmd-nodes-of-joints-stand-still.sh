#!/usr/bin/env bash
# babylon-mmd: nodes of a glTF body do not move with its skin.
#
# Expected: The joints of a skin are nodes: what hangs on the node of a hand, a sword, moves with the hand.
#
# Instead: Only the matrices of the skeleton are set. The nodes, and what hangs on them, stand still.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "babylon-mmd@${LATEST:-1.3.0}" "@babylonjs/core@${LATEST:-9.35.0}" "@babylonjs/loaders@${LATEST:-9.28.0}" "esbuild@${LATEST:-0.28.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { LoadAssetContainerAsync, NullEngine, Scene } from "@babylonjs/core";
import "@babylonjs/loaders/glTF/index.js";
import { MmdAnimation } from "babylon-mmd/esm/Loader/Animation/mmdAnimation";
import { MmdCameraAnimationTrack, MmdMovableBoneAnimationTrack, MmdPropertyAnimationTrack } from "babylon-mmd/esm/Loader/Animation/mmdAnimationTrack";
import "babylon-mmd/esm/Runtime/Animation/mmdRuntimeModelAnimation";
import { MmdRuntime } from "babylon-mmd/esm/Runtime/mmdRuntime";
import { HumanoidMmd } from "babylon-mmd/esm/Runtime/Util/humanoidMmd";

for (const name of ["babylon-mmd", "@babylonjs/core", "@babylonjs/loaders"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
const bytes = [];
const bufferViews = [];
const accessors = [];

/** Adds an accessor with the numbers of a typed array, and returns its index. */
function accessor(type, array, more = {}) {
  const componentType = { Uint8Array: 5121, Int16Array: 5122, Uint16Array: 5123, Float32Array: 5126 }[array.constructor.name];
  const size = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 }[type];
  bufferViews.push({ buffer: 0, byteOffset: bytes.length, byteLength: array.byteLength });
  bytes.push(...new Uint8Array(array.buffer), ...new Array(-array.byteLength & 3).fill(0));
  return accessors.push({ bufferView: bufferViews.length - 1, componentType, count: array.length / size, type, ...more }) - 1;
}
const times = (...seconds) => accessor("SCALAR", new Float32Array(seconds), { min: [Math.min(...seconds)], max: [Math.max(...seconds)] });
const floats = (type, ...values) => accessor(type, new Float32Array(values));

/** A glTF file of the given members, with all accessors. */
const gltf = (json) => ({ asset: { version: "2.0" }, scene: 0, buffers: [{ byteLength: bytes.length }], bufferViews, accessors, ...json });

/** The same as a .glb. */
function glb(json) {
  const chunk = (type, data, pad) => {
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3, pad)]);
    return Buffer.concat([Buffer.from(new Uint32Array([padded.length, type]).buffer), padded]);
  };
  const chunks = [chunk(0x4e4f534a, Buffer.from(JSON.stringify(gltf(json))), 0x20), chunk(0x004e4942, Buffer.from(bytes), 0)];
  const body = Buffer.concat(chunks);
  return Uint8Array.from(Buffer.concat([Buffer.from(new Uint32Array([0x46546c67, 2, 12 + body.length]).buffer), body]));
}

// a body of 1.7 m: the names of its joints in MMD, their parents, and their places below those in m
const BONES = [
  ["センター", -1, 0, 1, 0],
  ["上半身", 0, 0, 0.1, 0],
  ["首", 1, 0, 0.4, 0],
  ["頭", 2, 0, 0.1, 0],
  ["左足", 0, 0.1, 0, 0],
  ["左ひざ", 4, 0, -0.45, 0],
  ["左足首", 5, 0, -0.45, 0],
  ["右足", 0, -0.1, 0, 0],
  ["右ひざ", 7, 0, -0.45, 0],
  ["右足首", 8, 0, -0.45, 0],
];
const childrenOf = (index) => BONES.flatMap(([, parent], i) => (parent === index ? [i] : []));
const attributes = {
  POSITION: accessor("VEC3", new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), { min: [0, 0, 0], max: [1, 1, 0] }),
  JOINTS_0: accessor("VEC4", new Uint8Array(12)),
  WEIGHTS_0: floats("VEC4", 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
};
const file = glb({
  scenes: [{ nodes: [0, BONES.length] }],
  nodes: [
    ...BONES.map(([, , ...translation], i) => ({ name: `joint ${i}`, translation, ...(childrenOf(i).length > 0 && { children: childrenOf(i) }) })),
    { name: "body", mesh: 0, skin: 0 },
  ],
  meshes: [{ primitives: [{ attributes }] }],
  skins: [{ joints: BONES.map((_, i) => i), skeleton: 0 }],
});
const scene = new Scene(new NullEngine());
const url = `data:model/gltf-binary;base64,${Buffer.from(file).toString("base64")}`;
const body = await LoadAssetContainerAsync(url, scene, { pluginExtension: ".glb" });
body.addAllToScene();
const [root] = body.meshes;
const runtime = new MmdRuntime(scene);
const boneMap = Object.fromEntries(BONES.map(([name], i) => [`joint ${i}`, name]));
const model = new HumanoidMmd().createMmdModelFromHumanoid(runtime, root, root.getChildMeshes(), { boneMap });

// in 1 s, the center goes 8 of MMD's units forward: those are 0.64 m
const track = new MmdMovableBoneAnimationTrack("センター", 2);
track.frameNumbers.set([0, 30]);
track.positions.set([0, 0, 0, 0, 0, 8]);
track.rotations.set([0, 0, 0, 1, 0, 0, 0, 1]);
track.positionInterpolations.fill(20);
track.rotationInterpolations.fill(20);
const still = [new MmdPropertyAnimationTrack(0, []), new MmdCameraAnimationTrack(0)];
model.setRuntimeAnimation(model.createRuntimeAnimation(new MmdAnimation("walk", [], [track], [], ...still)));

const [skeleton] = body.skeletons;
const [node] = body.transformNodes.filter(({ name }) => name === "joint 0");
/** Where the center is after a time in seconds: its bone, which moves the skin, and its node. */
async function placesAt(seconds) {
  await runtime.seekAnimation(30 * seconds, true);
  runtime.beforePhysics(0);
  runtime.afterPhysics();
  skeleton.prepare(true);
  node.computeWorldMatrix(true);
  return [skeleton.bones[0].getFinalMatrix().getTranslation(), node.getAbsolutePosition().clone()];
}
const [from, to] = [await placesAt(0), await placesAt(1)];
const [moved, followed] = from.map((place, i) => place.subtract(to[i]).length());
console.log("the bone moved", moved, "and its node, expected the same:", followed);
assert.ok(moved > 1);
assert.equal(followed, 0);
process.exit();
EOF
npx esbuild run.mjs --bundle --platform=node --format=esm --outfile=bundle.mjs --log-level=error
node bundle.mjs
