#!/usr/bin/env bash
# three.js: FBXLoader reads keys of constant interpolation as a ramp.
#
# Expected: KeyAttrFlags has the interpolation of each key of an FBX curve: 2 is constant. The door is closed until
# the second key, and three.js has InterpolateDiscrete for that.
#
# Instead: The flags are not used: the track is interpolated linearly, and the door is half open halfway.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save "three@${LATEST:-0.187.0}"
cat > run.mjs <<'EOF'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { FBXLoader } from "three/addons/loaders/FBXLoader.js";

console.log(`three ${JSON.parse(readFileSync("node_modules/three/package.json", "utf8")).version}`);
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

globalThis.window ??= globalThis; // FBXLoader asks it for the creation of URLs

/** The track of the door. */
function load(fbx) {
  const { animations } = new FBXLoader().parse(new TextEncoder().encode(fbx).buffer, "");
  return animations[0].tracks[0];
}

const track = load(fbxOf(["Y"], [0, 1], [0, 90], 2));
const [, y, , w] = track.createInterpolant().evaluate(0.5);
const angle = Math.round((2 * Math.atan2(y, w) * 180) / Math.PI);
console.log("degrees halfway, expected 0:", angle);
assert.equal(angle, 45);
EOF
node run.mjs
