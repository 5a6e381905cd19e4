#!/usr/bin/env bash
# drei: after a change of clips, useAnimations plays the clip of that name from the clips before.
#
# Expected: actions.Idle of useAnimations(clips, ref) is an action of the clip "Idle" among these clips. A character
# that gets other moves, or another file, whose clips have the same names, plays these.
#
# Instead: It plays the "Idle" of the clips before, and after the next change the one before that: always one change
# behind. To stop the old actions, the hook reads them from the object that makes an action when it is read, after it
# has emptied the cache by name; the actions of the old clips, made anew, are what the new names then find.
#
# In this package: docs/engines.md says so. A key on the component, which makes it anew for other clips, avoids it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@react-three/drei@${LATEST:-10.7.9}" "@react-three/fiber@${LATEST:-9.8.2}" "react@${LATEST:-19.3.1}" "react-dom@${LATEST:-19.3.1}" "three@${LATEST:-0.187.0}"
cat > run.cjs <<'EOF'
const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const { createElement, useEffect, useRef } = require("react");
const THREE = require("three");
const { act, advance, createRoot, extend } = require("@react-three/fiber");
const { useAnimations } = require("@react-three/drei");

for (const name of ["@react-three/drei", "@react-three/fiber", "react", "three"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
extend(THREE);

/** A root without a page: frames come by `advance`, and nothing is drawn. */
async function root() {
  const ignore = { addEventListener() {}, removeEventListener() {} };
  const gl = { render() {}, setSize() {}, setPixelRatio() {}, shadowMap: {}, xr: ignore };
  const created = createRoot({ width: 1, height: 1, style: {}, ...ignore });
  await created.configure({ gl: () => gl, frameloop: "never", size: { width: 1, height: 1, top: 0, left: 0 } });
  return created;
}

/** Clips in which "Idle" holds a node at x. */
const clips = (x) => [new THREE.AnimationClip("Idle", 1, [new THREE.VectorKeyframeTrack(".position", [0, 1], [x, 0, 0, x, 0, 0])])];

let hero;
let playing;
function Hero({ clips }) {
  const ref = useRef(null);
  const { actions } = useAnimations(clips, ref);
  useEffect(() => {
    hero = ref.current;
    playing = actions.Idle.reset().play().getClip();
  }, [actions]);
  return createElement("group", { ref });
}

async function main() {
  const moves = [1, 2, 3].map(clips);
  const stage = await root();
  const shown = [];
  for (const [i, clips] of moves.entries()) {
    await act(async () => stage.render(createElement(Hero, { clips })));
    advance(i);
    advance(i + 0.5);
    shown.push(hero.position.x);
    assert.equal(playing, moves[Math.max(i - 1, 0)][0]);
  }
  console.log("x of Idle in three sets of clips, expected 1, 2, 3:", shown.join(", "));
  assert.deepEqual(shown, [1, 1, 2]);
  // with a key, each set has a component of its own
  await act(async () => stage.render(createElement(Hero, { clips: moves[2], key: "third" })));
  advance(3);
  advance(3.5);
  console.log("with a key, expected 3:", hero.position.x);
  assert.equal(hero.position.x, 3);
}
main();
EOF
node run.cjs
