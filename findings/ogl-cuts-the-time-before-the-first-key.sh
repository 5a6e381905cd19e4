#!/usr/bin/env bash
# OGL: an animation whose first key is at 1 s begins there.
#
# Expected: An animation begins at 0, and a channel has its first value until its first key (glTF 2.0, 3.11). A door
# that waits for 1 s and opens until 2 s has a length of 2 s, and is closed at 0.5 s.
#
# Instead: The time before the first key is cut off: the length is 1 s, and at 0.5 s the door is half open. Sounds and
# other files that belong to the animation are a second late.
#
# In this package: bake --for ogl writes a key at 0.
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

const node = new Transform();
const [times, values] = [new Float32Array([1, 2]), new Float32Array([0, 0, 0, 1, 0, 0])];
const animation = new GLTFAnimation([{ node, transform: "position", interpolation: "LINEAR", times, values }]);
animation.elapsed = 0.5;
animation.update(1, true);
console.log("length, expected 2:", animation.duration, "x at 0.5 s, expected 0:", node.position.x);
assert.deepEqual([animation.duration, node.position.x], [1, 0.5]);
EOF
node run.mjs
