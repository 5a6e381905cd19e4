#!/usr/bin/env bash
# three.js: a part of a Bezier track moves in another way than the whole.
#
# Expected: AnimationUtils.subclip takes frames 30 to 90 out of a clip of 90, in which a crane rises within the second
# second, by Bezier curves as ColladaLoader reads them. The part shows the same motion a second earlier, and so does a
# track after trim(1, 3).
#
# Instead: A quarter of a second after the beginning, the crane has not moved, and then it rises at once: times and
# values are cut, the tangents in settings are not, so that each key has the tangents of an earlier one. shift, scale
# and clone take the tangents along. A linear clip is cut right.
#
# In this package: glTF has no such curves. In three.js, cut settings.inTangents and settings.outTangents, too: two
# numbers for each number of a key; docs/file-tools.md.
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
const [TIMES, VALUES] = [[0, 1, 2, 3], [0, 0, 1, 1]];

/** A crane that rises from 0 to 1 between 1 and 2 s, smoothly if by Bezier curves. */
function createTrack(interpolation) {
  const track = new THREE.NumberKeyframeTrack(".position[y]", TIMES, VALUES, interpolation);
  if (interpolation === THREE.InterpolateBezier) {
    const [inTangents, outTangents] = [-1 / 3, 1 / 3].map((seconds) => new Float32Array(TIMES.flatMap((time, key) => [time + seconds, VALUES[key]])));
    track.settings = { inTangents, outTangents };
  }
  return track;
}

/** y at some times of a track. */
function show(track, times) {
  const crane = new THREE.Object3D();
  const mixer = new THREE.AnimationMixer(crane);
  mixer.clipAction(new THREE.AnimationClip("rise", 10, [track])).play();
  return times.map((time) => Number(mixer.setTime(time) && crane.position.y.toFixed(2)));
}
const AT = [0, 0.25, 0.5, 0.75, 1];
const later = AT.map((time) => time + 1);

/** y while it rises: of the whole, of a part, and of a trimmed track, with and without its tangents cut. */
function cut(interpolation) {
  const whole = new THREE.AnimationClip("rise", -1, [createTrack(interpolation)]);
  const [part] = THREE.AnimationUtils.subclip(whole, "part", 30, 91, 30).tracks;
  assert.deepEqual([...part.times], [0, 1, 2]);
  const seen = { whole: show(whole.tracks[0], later), part: show(part, AT), trimmed: show(createTrack(interpolation).trim(1, 3), later) };
  if (interpolation === THREE.InterpolateBezier) {
    const { inTangents, outTangents } = part.settings;
    part.settings = { inTangents: inTangents.slice(2), outTangents: outTangents.slice(2) };
    seen.mended = show(part, AT);
  }
  return seen;
}
const linear = cut(THREE.InterpolateLinear);
const bezier = cut(THREE.InterpolateBezier);
console.log("y while the crane rises, linear:", linear, "by Bezier curves:", bezier);
assert.deepEqual(linear.part, linear.whole);
assert.deepEqual(linear.trimmed, linear.whole);
assert.deepEqual(bezier.whole, [0, 0.16, 0.5, 0.84, 1]);
assert.deepEqual(bezier.mended, bezier.whole);
assert.deepEqual(bezier.part, [0, 0, 0.64, 0.82, 1]); // expected as the whole
assert.deepEqual(bezier.trimmed, [0, 0, 0.64, 0.82, 1]);
EOF
node run.mjs
