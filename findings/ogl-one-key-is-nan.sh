#!/usr/bin/env bash
# OGL: a channel of one key makes its node vanish.
#
# Expected: A sampler may have a single key (glTF 2.0, 3.11): its value is held. Exporters write such channels for
# what does not move in a clip.
#
# Instead: Beside a longer channel, the next key is sought that does not exist, and the position is NaN, so that the
# node is not drawn.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "ogl@${LATEST:-1.0.11}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { GLTFAnimation, Transform } from "ogl";

console.log(`ogl ${JSON.parse(readFileSync("node_modules/ogl/package.json", "utf8")).version}`);
const [still, moved] = [new Transform(), new Transform()];
const channel = (node, times, values) => ({
  node,
  transform: "position",
  interpolation: "LINEAR",
  times: new Float32Array(times),
  values: new Float32Array(values),
});
const animation = new GLTFAnimation([channel(still, [0], [3, 0, 0]), channel(moved, [0, 1], [0, 0, 0, 1, 0, 0])]);
animation.elapsed = 0.5;
animation.update(1, true);
console.log("the node with one key, expected x = 3:", still.position.x, "the other one:", moved.position.x);
assert.deepEqual([still.position.x, moved.position.x], [NaN, 0.5]);
EOF
node run.mjs
