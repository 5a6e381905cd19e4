#!/usr/bin/env bash
# three.js: GLTFExporter writes an object with a pivot at its place, and its animated positions beside it.
#
# Expected: An object with a pivot (Object3D.pivot) becomes two nodes: one at position + pivot, which turns, and one
# below it, moved back by the pivot. Keys of a position are written for the first node, so that they are moved by the
# pivot, too: a door that slides from x = 0 to 4 does so in the file.
#
# Instead: The keys are written as they are. In the file the door is at x = 0 at rest, and slides from -1 to 3 with a
# pivot at x = 1. GLTFLoader reads the two nodes as a pivot again, and so does not show it; other readers of glTF do.
#
# In this package: docs/file-tools.md says so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}" "@gltf-transform/core@${LATEST:-4.5.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { WebIO } from "@gltf-transform/core";
import * as THREE from "three";
import { GLTFExporter } from "three/addons/exporters/GLTFExporter.js";

for (const name of ["three", "@gltf-transform/core"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
// GLTFExporter reads its own blobs with it.
globalThis.FileReader ??= class {
  async readAsArrayBuffer(blob) {
    this.result = await blob.arrayBuffer();
    this.onloadend();
  }
};
const triangle = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute([0, 0, 0, 1, 0, 0, 0, 1, 0], 3));
const door = new THREE.Mesh(triangle, new THREE.MeshStandardMaterial());
door.name = "door";
door.pivot = new THREE.Vector3(1, 0, 0);
const scene = new THREE.Scene().add(door);
const clip = new THREE.AnimationClip("slide", -1, [new THREE.VectorKeyframeTrack("door.position", [0, 1], [0, 0, 0, 4, 0, 0])]);

/** Where the door is at rest, and at both ends of the clip, in three.js. */
const inThree = [undefined, 0, 0.9999].map((time) => {
  const mixer = new THREE.AnimationMixer(scene);
  if (time !== undefined) {
    mixer.clipAction(clip).play();
    mixer.update(time);
  }
  scene.updateMatrixWorld(true);
  const { x } = new THREE.Vector3().setFromMatrixPosition(door.matrixWorld);
  mixer.stopAllAction();
  return Math.round(x);
});

/** The same in the file: the node of the mesh below the node that the channel moves. */
const glb = await new GLTFExporter().parseAsync(scene, { animations: [clip], binary: true });
const root = (await new WebIO().readBinary(new Uint8Array(glb))).getRoot();
const node = root.listNodes().find((each) => each.getMesh());
const [channel] = root.listAnimations()[0].listChannels();
assert.equal(channel.getTargetNode(), node.getParentNode());
const keys = channel.getSampler().getOutput();
const inFile = [node.getParentNode().getTranslation(), keys.getElement(0, []), keys.getElement(1, [])].map(([x]) => x + node.getTranslation()[0]);
console.log(`x at rest, and at both ends of the clip: in three.js ${inThree.join(", ")}; in the file ${inFile.join(", ")}`);
assert.deepEqual(inThree, [0, 0, 4]);
assert.deepEqual(inFile, [0, -door.pivot.x, 4 - door.pivot.x]);
EOF
node run.mjs
