#!/usr/bin/env bash
# FBX2glTF: a door that turns about Y only has no animation.
#
# Expected: FBX has a curve for each component that is animated. A rotation with a curve for Y alone is as good as
# one for X alone.
#
# Instead: The times of an animation are those of its curves for X. Without one, the animation has no channel, and
# is left out; the same door that turns about X is written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "fbx2gltf@${LATEST:-0.9.7}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";

console.log(`fbx2gltf ${JSON.parse(readFileSync("node_modules/fbx2gltf/package.json", "utf8")).version}`);
const TICKS = 46186158000; // of FBX in a second

/** An FBX file, as text, of a door that turns about some axes, with two keys each: times in seconds, angles in degrees. */
function fbxOf(axes, times, angles, flags) {
  const array = (name, numbers) => `${name}: *${numbers.length} {\n\t\t\ta: ${numbers.join(",")}\n\t\t} `; // with a space, as the SDK of FBX writes it
  const ticks = times.map((time) => Math.round(time * TICKS));
  const count = (type, number = 1) => `\tObjectType: "${type}" {\n\t\tCount: ${number}\n\t}`;
  const curves = axes.map(
    (_, i) => `	AnimationCurve: ${400 + i}, "AnimCurve::", "" {
		Default: 0
		KeyVer: 4008
		${array("KeyTime", ticks)}
		${array("KeyValueFloat", angles)}
		${array("KeyAttrFlags", [flags])}
		${array("KeyAttrDataFloat", [0, 0, 0, 0])}
		${array("KeyAttrRefCount", [times.length])}
	}`,
  );
  const types = ["Geometry", "Model", "AnimationStack", "AnimationLayer", "AnimationCurveNode"];
  return `; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXHeaderVersion: 1003
	FBXVersion: 7400
}
GlobalSettings:  {
	Version: 1000
	Properties70:  {
		P: "UpAxis", "int", "Integer", "",1
		P: "UpAxisSign", "int", "Integer", "",1
		P: "FrontAxis", "int", "Integer", "",2
		P: "FrontAxisSign", "int", "Integer", "",1
		P: "CoordAxis", "int", "Integer", "",0
		P: "CoordAxisSign", "int", "Integer", "",1
		P: "UnitScaleFactor", "double", "Number", "",100
		P: "TimeMode", "enum", "", "",3
	}
}
Documents:  {
	Count: 1
	Document: 1, "", "Scene" {
		RootNode: 0
	}
}
References:  {
}
Definitions:  {
	Version: 100
	Count: 7
${count("GlobalSettings")}
${types.map((type) => count(type)).join("\n")}
${count("AnimationCurve", axes.length)}
}
Objects:  {
	Geometry: 50, "Geometry::door", "Mesh" {
		${array("Vertices", [0, 0, 0, 1, 0, 0, 0, 1, 0])}
		${array("PolygonVertexIndex", [0, 1, -3])}
		GeometryVersion: 124
	}
	Model: 100, "Model::door", "Mesh" {
		Version: 232
		Properties70:  {
			P: "Lcl Rotation", "Lcl Rotation", "", "A",0,0,0
		}
	}
	AnimationStack: 200, "AnimStack::open", "" {
		Properties70:  {
			P: "LocalStop", "KTime", "Time", "",${ticks.at(-1)}
			P: "ReferenceStop", "KTime", "Time", "",${ticks.at(-1)}
		}
	}
	AnimationLayer: 250, "AnimLayer::base", "" {
	}
	AnimationCurveNode: 300, "AnimCurveNode::R", "" {
		Properties70:  {
			P: "d|X", "Number", "", "A",0
			P: "d|Y", "Number", "", "A",0
			P: "d|Z", "Number", "", "A",0
		}
	}
${curves.join("\n")}
}
Connections:  {
	C: "OO",100,0
	C: "OO",50,100
	C: "OO",250,200
	C: "OO",300,250
	C: "OP",300,100, "Lcl Rotation"
${axes.map((axis, i) => `\tC: "OP",${400 + i},300, "d|${axis}"`).join("\n")}
}
`;
}

/** Converts a file, and returns the JSON of its animations: the names, and the time of the last key. */
function convert(name, fbx) {
  writeFileSync(`${name}.fbx`, fbx);
  const folder = { linux: "Linux", darwin: "Darwin", win32: "Windows_NT" }[process.platform];
  const program = `node_modules/fbx2gltf/bin/${folder}/FBX2glTF${folder === "Windows_NT" ? ".exe" : ""}`;
  chmodSync(program, 0o755); // the package has lost the permission
  execFileSync(program, ["-i", `${name}.fbx`, "-o", name], { stdio: ["ignore", "pipe", "pipe"] });
  const { animations = [], accessors } = JSON.parse(readFileSync(`${name}_out/${name}.gltf`, "utf8"));
  return animations.map(({ samplers }) => ({ keys: accessors[samplers[0].input].count, end: accessors[samplers[0].input].max[0] }));
}

const [x, y] = ["X", "Y"].map((axis) => convert(axis, fbxOf([axis], [0, 1], [0, 90], 4)));
console.log("animations about X:", x, "about Y:", y);
assert.equal(x.length, 1);
assert.deepEqual(y, []);
EOF
node run.mjs
