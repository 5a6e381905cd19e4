#!/usr/bin/env bash
# ecctrl: all characters show the animation of the one that changed last.
#
# Expected: <EcctrlAnimationStateController ecctrl={ref} /> finds the animation state of the character that ref holds,
# IDLE, WALK and so on, for the model of that character, which reads it by useEcctrlAnimationStore, as the README of
# ecctrl shows it: the component of that example can be used for a second character.
#
# Instead: Each controller writes into one store for the whole page, and only when the state of its own character
# changes: as one of two characters runs off, both run. As it stops, both stand, though the other one walks by then.
#
# In this package: each character has a controller of its own. For ecctrl, onChange tells the state of one character.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save --legacy-peer-deps "ecctrl@${LATEST:-2.0.2}" "@react-three/fiber@${LATEST:-9.8.2}" "react@${LATEST:-19.3.1}" "react-dom@${LATEST:-19.3.1}" "three@${LATEST:-0.187.0}"
cat > run.cjs <<'EOF'
const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const { createElement, Fragment } = require("react");
const THREE = require("three");
const { act, advance, createRoot, extend } = require("@react-three/fiber");
const { EcctrlAnimationStateController, useEcctrlAnimationStore } = require("ecctrl/animation");

for (const name of ["ecctrl", "@react-three/fiber", "react", "three"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
extend(THREE);

/** A character that stands on the ground: what a controller reads of it. */
const stand = () => ({ isOnGround: true, isFalling: false, isMoving: false, runActive: false, jumpActive: false });
const heroes = { hero: { current: stand() }, guard: { current: stand() } };
/** What the model of each character reads from the store, and what its controller tells. */
const read = {};
const told = { hero: "IDLE", guard: "IDLE" };
function Character({ name }) {
  read[name] = useEcctrlAnimationStore((state) => state.animationState);
  return createElement(EcctrlAnimationStateController, { ecctrl: heroes[name], onChange: (state) => (told[name] = state) });
}

async function main() {
  // a root without a page: frames come by `advance`, and nothing is drawn
  const ignore = { addEventListener() {}, removeEventListener() {} };
  const gl = { render() {}, setSize() {}, setPixelRatio() {}, shadowMap: {}, xr: ignore };
  const stage = createRoot({ width: 1, height: 1, style: {}, ...ignore });
  await stage.configure({ gl: () => gl, frameloop: "never", size: { width: 1, height: 1, top: 0, left: 0 } });
  await act(async () => stage.render(createElement(Fragment, null, ...["hero", "guard"].map((name) => createElement(Character, { name, key: name })))));
  let time = 0;
  const shown = [];
  for (const [hero, guard] of [[{}, {}], [{ isMoving: true, runActive: true }, {}], [{ isMoving: true, runActive: true }, { isMoving: true }], [{}, { isMoving: true }]]) {
    Object.assign(heroes.hero.current, stand(), hero);
    Object.assign(heroes.guard.current, stand(), guard);
    await act(async () => advance((time += 0.1)));
    shown.push({ right: `${told.hero} ${told.guard}`, read: `${read.hero} ${read.guard}` });
    console.log(`hero and guard: ${told.hero} and ${told.guard}; in the store: ${read.hero} and ${read.guard}`);
  }
  assert.deepEqual(shown, [
    { right: "IDLE IDLE", read: "IDLE IDLE" },
    { right: "RUN IDLE", read: "RUN RUN" },
    { right: "RUN WALK", read: "WALK WALK" },
    { right: "IDLE WALK", read: "IDLE IDLE" },
  ]);
}
main();
EOF
node run.cjs
