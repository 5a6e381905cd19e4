#!/usr/bin/env bash
# fbx-parser: a curve with the value 1e-05 stops the whole file.
#
# Expected: FBX text files have numbers as C prints them: 1e-05 beside 0.5. A curve whose second key is 1e-05, as many
# are that were computed, is read, as one with 1.5e-05 is.
#
# Instead: A number without a point is taken for a whole one, and given to BigInt, whose SyntaxError is all that comes
# of the file.
#
# In this package: not concerned; docs/file-tools.md names tools for FBX.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "fbx-parser@${LATEST:-2.1.3}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

console.log(`fbx-parser ${JSON.parse(readFileSync("node_modules/fbx-parser/package.json", "utf8")).version}`);
const { parseText } = createRequire(import.meta.url)("fbx-parser");

/** What is read of the values of a curve, or the message of the error. */
function read(value) {
  const curve = `AnimationCurve: 1001, "AnimCurve::", "" {\n\t\tKeyTime: *2 {\n\t\t\ta: 0,46186158000\n\t\t}\n\t\tKeyValueFloat: *2 {\n\t\t\ta: 0.5,${value}\n\t\t}\n\t}`;
  try {
    const [objects] = parseText(`; FBX 7.4.0 project file\nObjects:  {\n\t${curve}\n}\n`);
    return objects.nodes[0].nodes.find(({ name }) => name === "KeyValueFloat").props[0];
  } catch (error) {
    return error.message;
  }
}
const [point, none] = [read("1.5e-05"), read("1e-05")];
console.log("read of 0.5, 1.5e-05:", point, "and of 0.5, 1e-05:", none);
assert.deepEqual(point, [0.5, 1.5e-5]);
assert.match(String(none), /BigInt/);
EOF
node run.mjs
