#!/usr/bin/env bash
# drei: in useGLTF, an animation of a face morphs what hangs on it, too.
#
# Expected: A channel of weights animates the morph targets of its node (glTF 2.0, 3.11). A hat that is a child of the
# face, with a morph target of its own, keeps its shape while the face smiles. The GLTFLoader of three does so.
#
# Instead: The hat morphs with the face. useGLTF does not use three's loader, but an older copy in three-stdlib, which
# gives the channel to all descendants that have morph targets; so does the Gltf component.
#
# In this package: docs/engines.md says so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@react-three/drei@${LATEST:-10.7.9}" "@react-three/fiber@${LATEST:-9.8.2}" "react@${LATEST:-19.3.1}" "react-dom@${LATEST:-19.3.1}" "three@${LATEST:-0.187.0}"
cat > run.cjs <<'EOF'
const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const { createElement, Suspense } = require("react");
const THREE = require("three");
const { act, createRoot, extend } = require("@react-three/fiber");
const { useGLTF } = require("@react-three/drei");

for (const name of ["@react-three/drei", "@react-three/fiber", "react", "three", "three-stdlib"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
globalThis.ProgressEvent ??= Event; // Node has none
extend(THREE);

/** A root without a page: nothing is drawn. */
async function root() {
  const ignore = { addEventListener() {}, removeEventListener() {} };
  const gl = { render() {}, setSize() {}, setPixelRatio() {}, shadowMap: {}, xr: ignore };
  const created = createRoot({ width: 1, height: 1, style: {}, ...ignore });
  await created.configure({ gl: () => gl, frameloop: "never", size: { width: 1, height: 1, top: 0, left: 0 } });
  return created;
}

/** The address of a glTF file: a face, whose weight goes from 0 to 1 in 1 s, with a hat, whose weight is 0. */
function createFile() {
  const bytes = [];
  const bufferViews = [];
  const accessors = [];
  const accessor = (type, numbers, more = {}) => {
    const array = new Float32Array(numbers);
    bufferViews.push({ buffer: 0, byteOffset: bytes.length, byteLength: array.byteLength });
    bytes.push(...new Uint8Array(array.buffer));
    return accessors.push({ bufferView: bufferViews.length - 1, componentType: 5126, count: array.length / (type === "VEC3" ? 3 : 1), type, ...more }) - 1;
  };
  const POSITION = accessor("VEC3", [0, 0, 0, 1, 0, 0, 0, 1, 0], { min: [0, 0, 0], max: [1, 1, 0] });
  const target = accessor("VEC3", [0, 0, 1, 0, 0, 1, 0, 0, 1], { min: [0, 0, 1], max: [0, 0, 1] });
  const mesh = { primitives: [{ attributes: { POSITION }, targets: [{ POSITION: target }] }], weights: [0] };
  const sampler = { input: accessor("SCALAR", [0, 1], { min: [0], max: [1] }), output: accessor("SCALAR", [0, 1]) };
  const json = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { name: "face", mesh: 0, children: [1] },
      { name: "hat", mesh: 1, translation: [0, 1, 0] },
    ],
    meshes: [mesh, mesh],
    animations: [{ name: "smile", samplers: [sampler], channels: [{ sampler: 0, target: { node: 0, path: "weights" } }] }],
    buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${Buffer.from(bytes).toString("base64")}` }],
    bufferViews,
    accessors,
  };
  return `data:model/gltf+json;base64,${Buffer.from(JSON.stringify(json)).toString("base64")}`;
}

/** The weights of face and hat halfway. */
function play({ scene, animations }) {
  const mixer = new THREE.AnimationMixer(scene);
  mixer.clipAction(animations[0]).play();
  mixer.update(0.5);
  return ["face", "hat"].map((name) => scene.getObjectByName(name).morphTargetInfluences[0]);
}

async function main() {
  const url = createFile();
  const { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js");
  const byThree = play(await new GLTFLoader().loadAsync(url));
  console.log("weights of face and hat with GLTFLoader of three:", byThree.join(", "));
  assert.deepEqual(byThree, [0.5, 0]);

  const stage = await root();
  let gltf;
  function Hero() {
    gltf = useGLTF(url, false, false);
    return createElement("primitive", { object: gltf.scene });
  }
  await act(async () => stage.render(createElement(Suspense, { fallback: null }, createElement(Hero))));
  while (gltf === undefined) {
    await act(() => new Promise(setImmediate));
  }
  const byDrei = play(gltf);
  console.log("weights of face and hat with useGLTF, expected 0.5, 0:", byDrei.join(", "));
  assert.deepEqual(byDrei, [0.5, 0.5]);
}
main();
EOF
node run.cjs
