#!/usr/bin/env bash
# three.js: a clip that a group of objects plays cannot be uncached.
#
# Expected: mixer.uncacheClip(clip) "deallocates all memory resources for a clip", after its actions were stopped. A
# crowd in an AnimationObjectGroup plays a clip, stops, and frees it; uncacheAction and uncacheRoot do the like.
#
# Instead: Each of them throws "Cannot read properties of undefined (reading 'uuid')": the mixer takes the root of a
# binding from its rootNode, which the binding of a group does not have. It has dropped the action by then, but not the
# binding, and uncacheRoot(group) throws from then on, too, so that the group and its objects stay in memory with the
# mixer. For an object, all is freed.
#
# In this package: groups are disposed of, which leaves nothing in the scene. In three.js, use a mixer of its own for
# each group, and drop it with the group.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as THREE from "three";

console.log(`three ${JSON.parse(readFileSync("node_modules/three/package.json", "utf8")).version}`);

/** Plays and stops a clip, and frees it. @returns what was thrown, and what the mixer keeps */
function free(root, uncache) {
  const mixer = new THREE.AnimationMixer(root);
  const clip = new THREE.AnimationClip("walk", -1, [new THREE.NumberKeyframeTrack(".position[x]", [0, 1], [0, 1])]);
  const action = mixer.clipAction(clip).play();
  mixer.update(0.5);
  action.stop();
  const errors = [uncache, (again) => again.uncacheRoot(root)].map((call) => {
    try {
      call(mixer, clip);
      return null;
    } catch (error) {
      return error.message;
    }
  });
  return { first: errors[0], uncacheRootThen: errors[1], actions: mixer.stats.actions.total, bindings: mixer.stats.bindings.total };
}
const createCrowd = () => new THREE.AnimationObjectGroup(new THREE.Object3D(), new THREE.Object3D());
const CALLS = {
  uncacheClip: (mixer, clip) => mixer.uncacheClip(clip),
  uncacheAction: (mixer, clip) => mixer.uncacheAction(clip),
  uncacheRoot: (mixer) => mixer.uncacheRoot(mixer.getRoot()),
};
for (const [name, call] of Object.entries(CALLS)) {
  const object = free(new THREE.Object3D(), call);
  const group = free(createCrowd(), call);
  console.log(`${name} of an object:`, object, "of a group:", group);
  assert.deepEqual(object, { first: null, uncacheRootThen: null, actions: 0, bindings: 0 });
  assert.match(group.first, /reading 'uuid'/);
  assert.match(group.uncacheRootThen, /of undefined/);
  assert.equal(group.bindings, 1);
}
EOF
node run.mjs
