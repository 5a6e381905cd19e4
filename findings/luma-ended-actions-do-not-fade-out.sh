#!/usr/bin/env bash
# luma.gl: an action that has ended does not fade out.
#
# Expected: wave.crossFadeTo(idle, 0.5) of an AnimationMixer shows idle alone after half a second, also if the gesture
# "wave" plays once and has just ended, which is when to go back to idle: "fades this action out while another action
# fades in".
#
# Instead: The character stays half in the last pose of the gesture, for all time. An action with loop "once" that has
# ended counts on with its weight, but its fades do not advance, as time passes only for actions that play.
#
# In this package: docs/engines.md says so. stop() in place of the fade, or a fade that begins before the end, avoids
# it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@luma.gl/core@${LATEST:-9.4.2}" "@luma.gl/engine@${LATEST:-9.4.2}" "@luma.gl/shadertools@${LATEST:-9.4.2}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { AnimationClip, AnimationMixer, AnimationTrack } from "@luma.gl/engine";

console.log(`@luma.gl/engine ${JSON.parse(readFileSync("node_modules/@luma.gl/engine/package.json", "utf8")).version}`);

/** Plays a gesture of a second that raises an arm to 10, and goes back to idle, at 0, after some time. @returns the arm then, and in each half of a second after that */
function play(seconds) {
  const shown = { arm: 0 };
  const binding = { id: "arm", getValue: () => [shown.arm], setValue: ([arm]) => (shown.arm = arm) };
  const clip = (name, values) => new AnimationClip({ name, tracks: [new AnimationTrack({ times: [0, 1], values, binding })] });
  const mixer = new AnimationMixer([clip("wave", [[0], [10]]), clip("idle", [[0], [0]])]);
  const wave = mixer.clipAction("wave", { loop: "once" }).play();
  mixer.update(seconds);
  const arms = [shown.arm];
  wave.crossFadeTo(mixer.clipAction("idle"), 0.5);
  for (let i = 0; i < 4; i++) {
    mixer.update(0.5);
    arms.push(shown.arm);
  }
  return { arms, weight: wave.weight };
}
const [before, after] = [play(0.5), play(1)];
console.log("the arm, with a fade that begins within the gesture:", before);
console.log("the arm, with a fade that begins at its end, expected 0 from the second on:", after);
assert.deepEqual(before, { arms: [5, 0, 0, 0, 0], weight: 0 });
assert.deepEqual(after, { arms: [10, 5, 5, 5, 5], weight: 1 });
EOF
node run.mjs
