#!/usr/bin/env bash
# drei: of two clones of a model, the weights of one morph both.
#
# Expected: Clone is described as Object3D.clone that shares geometries and materials: two heads at two places, each
# of which can smile by itself. Object3D.clone copies the weights of morph targets.
#
# Instead: The clones and the model that they were made of have one list of weights: when a mixer lets one smile, all
# do. With "deep", which copies geometries and materials, it is the same. Models with a skin are not concerned.
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
const { createElement, createRef } = require("react");
const THREE = require("three");
const { act, createRoot, extend } = require("@react-three/fiber");
const { Clone } = require("@react-three/drei");

for (const name of ["@react-three/drei", "@react-three/fiber", "react", "three"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
extend(THREE);

/** A root without a page: nothing is drawn. */
async function root() {
  const ignore = { addEventListener() {}, removeEventListener() {} };
  const gl = { render() {}, setSize() {}, setPixelRatio() {}, shadowMap: {}, xr: ignore };
  const created = createRoot({ width: 1, height: 1, style: {}, ...ignore });
  await created.configure({ gl: () => gl, frameloop: "never", size: { width: 1, height: 1, top: 0, left: 0 } });
  return created;
}

/** A head whose mesh has a morph target, as a loader makes it. */
function createHead() {
  const geometry = new THREE.BufferGeometry();
  const positions = new THREE.Float32BufferAttribute([0, 0, 0, 1, 0, 0, 0, 1, 0], 3);
  geometry.setAttribute("position", positions);
  geometry.morphAttributes.position = [positions.clone()];
  const mesh = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial());
  mesh.name = "face";
  return new THREE.Group().add(mesh);
}

const weight = (head) => head.getObjectByName("face").morphTargetInfluences[0];
const smile = new THREE.AnimationClip("smile", 1, [new THREE.NumberKeyframeTrack("face.morphTargetInfluences", [0, 1], [0, 1])]);

/** Lets one of several heads smile for half a second, and returns the weights of all. */
function play(heads) {
  const mixer = new THREE.AnimationMixer(heads[0]);
  mixer.clipAction(smile).play();
  mixer.update(0.5);
  return heads.map(weight);
}

async function main() {
  const head = createHead();
  const cloned = play([head.clone(), head.clone(), head]);
  console.log("weights of two of Object3D.clone and the model:", cloned.join(", "));
  assert.deepEqual(cloned, [0.5, 0, 0]);
  for (const deep of [false, true]) {
    const head = createHead();
    const refs = [createRef(), createRef()];
    const clones = refs.map((ref, key) => createElement(Clone, { object: head, deep, ref, key, position: [key, 0, 0] }));
    const stage = await root();
    await act(async () => stage.render(createElement("group", null, clones)));
    const weights = play([...refs.map((ref) => ref.current), head]);
    console.log(`weights of two Clones and the model, deep ${deep}, expected 0.5, 0, 0:`, weights.join(", "));
    assert.deepEqual(refs.map((ref) => ref.current.position.x), [0, 1]);
    assert.deepEqual(weights, [0.5, 0.5, 0.5]);
  }
}
main();
EOF
node run.cjs
