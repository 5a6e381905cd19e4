#!/usr/bin/env bash
# three-vrm: eyes that look up turn as far as the file lets them look down.
#
# Expected: VRMC_vrm 1.0 (lookAt) has a range for each direction of the eye bones. A file lets the eyes turn up by 30
# degrees at most, and down by 10, for a gaze of 90 degrees: a target 45 degrees above turns them up by 15, one 45
# degrees below turns them down by 5.
#
# Instead: The two ranges are exchanged: the eyes turn up by 5, and down by 15. Eyes that are moved by expressions have
# the right ranges. Files with equal ranges do not show it.
#
# In this package: the gaze is up to the application; docs/faces.md says which ranges three-vrm exchanges.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}" "@pixiv/three-vrm@${LATEST:-3.5.5}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { VRMLoaderPlugin } from "@pixiv/three-vrm";
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

for (const name of ["three", "@pixiv/three-vrm"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
globalThis.self ??= globalThis; // GLTFLoader asks it for the creation of URLs

const PARENTS = { hips: undefined, spine: "hips", head: "spine", leftEye: "head", rightEye: "head" };
for (const side of ["left", "right"]) {
  Object.assign(PARENTS, { [`${side}UpperArm`]: "spine", [`${side}LowerArm`]: `${side}UpperArm`, [`${side}Hand`]: `${side}LowerArm` });
  Object.assign(PARENTS, { [`${side}UpperLeg`]: "hips", [`${side}LowerLeg`]: `${side}UpperLeg`, [`${side}Foot`]: `${side}LowerLeg` });
}
const names = Object.keys(PARENTS);
const UP = 30;
const DOWN = 10;
const INPUT = 90;

/** How far each of the two gazes turns the eyes, up and down, of a body whose eyes are moved by bones or by expressions. */
async function look(type, up, down) {
  const nodes = names.map((name) => {
    const children = names.flatMap((child, i) => (PARENTS[child] === name ? [i] : []));
    return { name, translation: [0, 0.1, 0], ...(children.length > 0 && { children }) };
  });
  const range = (outputScale) => ({ inputMaxValue: INPUT, outputScale });
  const lookAt = {
    type,
    offsetFromHeadBone: [0, 0, 0],
    rangeMapHorizontalInner: range(up),
    rangeMapHorizontalOuter: range(up),
    rangeMapVerticalDown: range(down),
    rangeMapVerticalUp: range(up),
  };
  const extension = {
    specVersion: "1.0",
    meta: { name: "eyes", authors: ["none"], licenseUrl: "https://vrm.dev/licenses/1.0/" },
    humanoid: { humanBones: Object.fromEntries(names.map((name, node) => [name, { node }])) },
    expressions: { preset: { lookUp: {}, lookDown: {} } },
    lookAt,
  };
  const file = { asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }], nodes, extensionsUsed: ["VRMC_vrm"], extensions: { VRMC_vrm: extension } };
  const loader = new GLTFLoader().register((parser) => new VRMLoaderPlugin(parser));
  const { vrm } = (await loader.parseAsync(JSON.stringify(file), "")).userData;
  vrm.scene.updateMatrixWorld(true);
  const head = vrm.humanoid.getRawBoneNode("head").getWorldPosition(new THREE.Vector3());
  return [1, -1].map((height) => {
    vrm.lookAt.lookAt(head.clone().add(new THREE.Vector3(0, height, 1))); // 45 degrees above or below
    vrm.update(0);
    if (type === "expression") {
      return vrm.expressionManager.getValue("lookUp") - vrm.expressionManager.getValue("lookDown");
    }
    return ["leftEye", "rightEye"].map((name) => {
      const { y } = new THREE.Vector3(0, 0, 1).applyQuaternion(vrm.humanoid.getRawBoneNode(name).quaternion);
      return Number(THREE.MathUtils.radToDeg(Math.asin(y)).toFixed(3));
    });
  });
}
const share = 45 / INPUT;
const [above, below] = await look("bone", UP, DOWN);
console.log(`degrees of the eyes for a target above, expected ${UP * share}: ${above}; below, expected ${-DOWN * share}: ${below}`);
const weights = await look("expression", 1, 0.5);
console.log(`weights of the expressions, expected ${share} and ${-0.5 * share}:`, weights);
assert.deepEqual(above, [DOWN * share, DOWN * share]);
assert.deepEqual(below, [-UP * share, -UP * share]);
assert.deepEqual(weights, [share, -0.5 * share]);
EOF
node run.mjs
