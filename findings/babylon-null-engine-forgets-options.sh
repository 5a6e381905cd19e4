#!/usr/bin/env bash
# Babylon.js: a NullEngine forgets the options that it was created with.
#
# Expected: engine.getCreationOptions() returns the options used for the creation of the engine, here
# deterministicLockstep: true and lockstepMaxSteps: 10, which the engine itself follows.
#
# Instead: NullEngine creates its base class without them: getCreationOptions() returns false and 4. What else is read
# there has no effect in a NullEngine, such as useLargeWorldRendering, which scenes look for.
#
# In this package: nothing. Tests of large worlds set the option useFloatingOrigin of the scene.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/core@${LATEST:-9.35.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as BABYLON from "@babylonjs/core";

const version = JSON.parse(readFileSync("node_modules/@babylonjs/core/package.json", "utf8")).version;
console.log(`@babylonjs/core ${version}`);

const options = { ...new BABYLON.NullEngineOptions(), deterministicLockstep: true, lockstepMaxSteps: 10 };
const engine = new BABYLON.NullEngine(options);
const { deterministicLockstep, lockstepMaxSteps } = engine.getCreationOptions();
console.log(`the engine: deterministic lockstep ${engine.isDeterministicLockStep()}, steps ${engine.getLockstepMaxSteps()}`);
console.log("its creation options:", { deterministicLockstep, lockstepMaxSteps });
assert.deepEqual([engine.isDeterministicLockStep(), engine.getLockstepMaxSteps()], [true, 10]);
assert.deepEqual([deterministicLockstep, lockstepMaxSteps], [false, 4]);
EOF
node run.mjs
