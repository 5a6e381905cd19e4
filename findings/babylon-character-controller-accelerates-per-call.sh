#!/usr/bin/env bash
# Babylon.js: a character controller accelerates by the call, not by the second.
#
# Expected: PhysicsCharacterController.calculateMovement takes the seconds that pass. The speed that a character
# reaches half a second after it begins to walk does not depend on the frame rate.
#
# Instead: `acceleration` is the share of the difference in speed that each call makes up, whatever the seconds: at
# 20 frames a second, the character is slower after the same time than at 60.
#
# In this package: docs/third-person.md and the template set the acceleration by the length of the frame.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "@babylonjs/core@${LATEST:-9.35.0}" "@babylonjs/havok@${LATEST:-1.3.12}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import HavokPhysics from "@babylonjs/havok";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { PhysicsCharacterController } from "@babylonjs/core/Physics/v2/characterController.js";
import { HavokPlugin } from "@babylonjs/core/Physics/v2/Plugins/havokPlugin.js";
import "@babylonjs/core/Physics/joinedPhysicsEngineComponent.js";
import { Scene } from "@babylonjs/core/scene.js";

for (const name of ["@babylonjs/core", "@babylonjs/havok"]) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
}
const havok = await HavokPhysics({ wasmBinary: readFileSync("node_modules/@babylonjs/havok/lib/esm/HavokPhysics.wasm") });

/** The speed after half a second of walking at up to 4 m/s from rest. */
function speedAt(framesPerSecond) {
  const scene = new Scene(new NullEngine());
  scene.enablePhysics(new Vector3(0, -9.81, 0), new HavokPlugin(true, havok));
  const character = new PhysicsCharacterController(new Vector3(0, 1, 0), { capsuleHeight: 1.8, capsuleRadius: 0.3 }, scene);
  character.acceleration = 0.05;
  let velocity = Vector3.Zero();
  for (let frame = 0; frame < framesPerSecond / 2; frame++) {
    velocity = character.calculateMovement(1 / framesPerSecond, new Vector3(0, 0, 1), Vector3.Up(), velocity, Vector3.Zero(), new Vector3(0, 0, 4), Vector3.Up());
  }
  return velocity.length();
}

const [slow, fast] = [speedAt(20), speedAt(60)];
console.log("speed after 0.5 s at 20 and 60 frames a second, expected equal:", slow.toFixed(3), fast.toFixed(3));
assert.ok(fast > 1.5 * slow);
EOF
node run.mjs
