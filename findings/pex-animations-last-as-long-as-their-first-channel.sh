#!/usr/bin/env bash
# pex-renderer: an animation lasts as long as its first channel.
#
# Expected: An animation lasts until the last key of all of its channels (glTF 2.0, 3.11). Where a hand waves for 1 s,
# in the first channel, and the body walks from x = 0 to x = 4 in 4 s, in the second, the body is at x = 3 after 3 s.
#
# Instead: The animation begins again each second, with the first channel: the body gets to x = 1, goes back, and never
# gets further. With the channels in the other order, it walks to x = 4.
#
# In this package: bake --for all writes a key at the common end in all channels.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "pex-renderer@${LATEST:-3.0.0-44}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

console.log(`pex-renderer ${JSON.parse(readFileSync("node_modules/pex-renderer/package.json", "utf8")).version}`);
const createAnimation = createRequire(import.meta.url)("pex-renderer/animation");

let now = 1000;
Date.now = () => now; // the engine's clock

/** Where the body is after some seconds, with channels in an order: data as the loader makes them of a file. */
function bodyAfter(seconds, isHandFirst) {
  let x = 0;
  const target = (set) => ({ transform: { set: ({ position }) => set(position[0]) } });
  const move = (end, set) => ({ input: new Float32Array([0, end]), output: [[0, 0, 0], [end, 0, 0]], interpolation: "LINEAR", path: "translation", target: target(set) });
  const [hand, body] = [move(1, () => {}), move(4, (value) => (x = value))];
  const animation = createAnimation({ channels: isHandFirst ? [hand, body] : [body, hand], autoplay: true, loop: true });
  for (let frame = 0; frame < seconds * 8; frame++) {
    now += 125;
    animation.update();
  }
  return x;
}
for (const seconds of [1, 3, 3.5]) {
  const [handFirst, bodyFirst] = [bodyAfter(seconds, true), bodyAfter(seconds, false)];
  console.log(`x of the body after ${seconds} s, expected ${seconds}: ${handFirst} with the hand first, ${bodyFirst} with the body first`);
  assert.ok(Math.abs(bodyFirst - seconds) < 1e-6);
  assert.ok(handFirst <= 1);
}
EOF
node run.mjs
