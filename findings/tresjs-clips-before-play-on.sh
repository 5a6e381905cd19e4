#!/usr/bin/env bash
# TresJS: after a change of clips, useAnimations plays the clips before, too.
#
# Expected: useAnimations(animations, model) of Cientos follows its references: when a character gets other moves,
# actions.Idle is the action of the new clip, and once it plays, the character shows it.
#
# Instead: It shows the middle of both, after a further change a third of each. The old actions are taken out of the
# list of actions, and play on in the mixer, where nothing can stop them by name. They end only with
# mixer.stopAllAction().
#
# In this package: docs/engines.md says so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@tresjs/cientos@${LATEST:-5.9.1}" "@tresjs/core@${LATEST:-5.9.1}" "three@${LATEST:-0.187.0}" "vue@${LATEST:-3.5.17}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as THREE from "three";
import { effectScope, nextTick, shallowRef } from "vue";
import { useAnimations } from "@tresjs/cientos";

for (const name of ["@tresjs/cientos", "three", "vue"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
/** Clips in which "Idle" holds a node at x. */
const clips = (x) => [new THREE.AnimationClip("Idle", 1, [new THREE.VectorKeyframeTrack(".position", [0, 1], [x, 0, 0, x, 0, 0])])];

/** Plays Idle of three sets of clips, one after the other. @returns x in each */
async function play(before) {
  const animations = shallowRef(clips(1));
  const model = shallowRef(new THREE.Group());
  const { actions, mixer } = effectScope().run(() => useAnimations(animations, model, { manualUpdate: true }));
  const shown = [];
  for (const x of [1, 2, 4]) {
    if (x > 1) {
      before(mixer.value);
      animations.value = clips(x);
      await nextTick();
    }
    assert.equal(actions.Idle.getClip(), animations.value[0]);
    actions.Idle.play();
    mixer.value.update(0.1);
    shown.push(Math.round(1000 * model.value.position.x) / 1000);
  }
  return shown;
}
const shown = await play(() => {});
const stopped = await play((mixer) => mixer.stopAllAction());
console.log("x of Idle in three sets of clips, expected 1, 2, 4:", shown.join(", "));
console.log("the same, with stopAllAction() before each change:", stopped.join(", "));
assert.deepEqual(shown, [1, 1.5, 2.333]);
assert.deepEqual(stopped, [1, 2, 4]);
EOF
node run.mjs
