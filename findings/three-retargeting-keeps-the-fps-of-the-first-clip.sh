#!/usr/bin/env bash
# three.js: SkeletonUtils.retargetClip samples all clips as coarsely as the first one.
#
# Expected: The options say how one skeleton maps to another. An application makes them once, and retargets its clips by
# them. Without the option fps, each clip is sampled as often as its own keys: a shake of the head with 30 keys a second
# keeps 30.
#
# Instead: retargetClip writes what it has computed into the options of its caller. After a bow with 1.5 keys a second,
# the shake is sampled 1.5 times a second, too: 3 keys in place of 61, and the head is still.
#
# In this package: retargeted moves keep their keys; docs/file-tools.md.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as THREE from "three";
import { retargetClip } from "three/addons/utils/SkeletonUtils.js";

console.log(`three ${JSON.parse(readFileSync("node_modules/three/package.json", "utf8")).version}`);

/** A mesh with two bones. */
function body() {
  const [hips, head] = ["hips", "head"].map((name) => Object.assign(new THREE.Bone(), { name }));
  head.position.y = 1;
  hips.add(head);
  const mesh = new THREE.SkinnedMesh(new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute([0, 0, 0], 3)));
  mesh.add(hips);
  mesh.updateMatrixWorld(true);
  mesh.bind(new THREE.Skeleton([hips, head]));
  return mesh;
}
/** A clip of 2 s that turns the head. */
function turning(name, keys, angleAt) {
  const times = Array.from({ length: keys }, (_, i) => (2 * i) / (keys - 1));
  const rotations = times.flatMap((time) => new THREE.Quaternion().setFromEuler(new THREE.Euler(0, angleAt(time), 0)).toArray());
  return new THREE.AnimationClip(name, -1, [new THREE.QuaternionKeyframeTrack("head.quaternion", times, rotations)]);
}
const bow = turning("bow", 3, (time) => Math.sin((Math.PI * time) / 2));
const shake = turning("shake", 61, (time) => Math.sin(2 * Math.PI * time));
const optionsOf = () => ({ hip: "hips", names: { hips: "hips", head: "head" } });

/** The number of keys of the head, and the largest angle that they turn it. */
function read({ tracks }) {
  const { times, values } = tracks.find(({ name }) => name.includes("head"));
  const angles = Array.from(times, (_, i) => Math.abs(2 * Math.atan2(values[4 * i + 1], values[4 * i + 3])));
  return { keys: times.length, largest: Number(Math.max(...angles).toFixed(2)) };
}
const alone = read(retargetClip(body(), body(), shake, optionsOf()));
const options = optionsOf();
retargetClip(body(), body(), bow, options);
const after = read(retargetClip(body(), body(), shake, options));
console.log("the shake:", read(shake), "retargeted alone:", alone, "after the bow, with the same options:", after);
console.log("the options, of which two were given:", Object.keys(options).join(", "));
assert.deepEqual(alone, read(shake));
assert.deepEqual(after, { keys: 3, largest: 0 });
assert.equal(options.fps, 3 / 2);
EOF
node run.mjs
