#!/usr/bin/env bash
# gltfjsx: nested rotations by the same angle are lost.
#
# Expected: The component shows the model as the file does. A hand below a forearm that is turned by 45 degrees, below
# an arm that is turned by 45 degrees, is turned by 90; with -45 and 45 it is not turned, and the two groups may go,
# which is what the pruning of gltfjsx calls "double negative rotations".
#
# Instead: Groups are taken to cancel each other also if their angles are the same: two hands below a forearm are not
# turned at all. With one hand, 45 and 45 make 45, and -45 and 45 make 45, too, as the rotation of the forearm has moved
# to the hand before both groups are left out. A file with any animation is not pruned, and right.
#
# In this package: docs/file-tools.md says so. --keepgroups turns the pruning off.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "gltfjsx@${LATEST:-6.5.3}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

console.log(`gltfjsx ${JSON.parse(readFileSync("node_modules/gltfjsx/package.json", "utf8")).version}`);

const turn = (degrees) => [0, 0, Math.sin((degrees * Math.PI) / 360), Math.cos((degrees * Math.PI) / 360)];
const triangle = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
/** Converts an arm that is turned, with a forearm that is turned, with hands. @returns the angle of the hands in the component, in degrees */
function angle(arm, forearm, hands, ...options) {
  const gltf = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { name: "arm", rotation: turn(arm), children: [1] },
      { name: "forearm", rotation: turn(forearm), children: hands.map((_, i) => i + 2) },
      ...hands.map((name) => ({ name, mesh: 0 })),
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    buffers: [{ byteLength: triangle.length, uri: `data:application/octet-stream;base64,${triangle.toString("base64")}` }],
    bufferViews: [{ buffer: 0, byteLength: triangle.length }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] }],
  };
  writeFileSync("arm.gltf", JSON.stringify(gltf));
  execFileSync(process.execPath, ["node_modules/gltfjsx/cli.js", "arm.gltf", "--output", "Arm.jsx", ...options], { stdio: "ignore" });
  const component = readFileSync("Arm.jsx", "utf8");
  assert.equal(component.match(/<mesh/g).length, hands.length);
  // all rotations of the component turn about z, and are those of the hand or of groups around it
  const angles = [...component.matchAll(/rotation=\{\[0, 0, (-?)Math\.PI \/ (\d)\]\}/g)].map(([, sign, by]) => (sign === "-" ? -1 : 1) * (180 / Number(by)));
  assert.equal(component.match(/rotation/g)?.length ?? 0, angles.length);
  return angles.reduce((sum, angle) => sum + angle, 0);
}
const two = ["hand", "glove"];
const shown = {
  "45 and 30, expected 75": angle(45, 30, ["hand"]),
  "45 and 45, expected 90": angle(45, 45, ["hand"]),
  "-45 and 45, expected 0": angle(-45, 45, ["hand"]),
  "45 and 45 with two hands, expected 90": angle(45, 45, two),
  "-45 and 45 with two hands, expected 0": angle(-45, 45, two),
  "45 and 45 with --keepgroups, expected 90": angle(45, 45, ["hand"], "--keepgroups"),
};
for (const [what, degrees] of Object.entries(shown)) {
  console.log(`${what}: ${degrees}`);
}
assert.deepEqual(Object.values(shown), [75, 45, 45, 0, 0, 90]);
EOF
node run.mjs
