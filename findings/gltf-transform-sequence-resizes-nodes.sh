#!/usr/bin/env bash
# glTF-Transform: sequence() shows nodes in another size.
#
# Expected: sequence() makes an animation that shows nodes one after the other, such as the states of a flower. A node
# of a file in centimeters, with the scale 0.01, is shown in its own size when its turn comes, and not at all else.
#
# Instead: The keys that show a node are (1, 1, 1), whatever the scale of the node: the flower is 100 times as large in
# the animation.
#
# In this package: docs/file-tools.md says so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@gltf-transform/core@${LATEST:-4.5.1}" "@gltf-transform/functions@${LATEST:-4.5.1}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Document } from "@gltf-transform/core";
import { sequence } from "@gltf-transform/functions";

const { version } = JSON.parse(readFileSync("node_modules/@gltf-transform/functions/package.json", "utf8"));
console.log(`@gltf-transform/functions ${version}`);

const document = new Document();
document.createBuffer();
const scene = document.createScene();
const SCALES = [1, 0.01, 2];
SCALES.forEach((scale, i) => scene.addChild(document.createNode(`state${i}`).setScale([scale, scale, scale])));
await document.transform(sequence({ pattern: /^state/, fps: 10 }));

const [animation] = document.getRoot().listAnimations();
const shown = animation.listChannels().map((channel) => {
  assert.equal(channel.getTargetPath(), "scale");
  return Math.max(...channel.getSampler().getOutput().getArray());
});
console.log("scales of the nodes:", SCALES, "and while they are shown:", shown);
assert.deepEqual(shown, [1, 1, 1]);
EOF
node run.mjs
