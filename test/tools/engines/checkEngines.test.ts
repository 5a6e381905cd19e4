/** What `ValidateAnimations` says about other engines: each kind of content in the tables, beside the nearest content that is none. */
import { readdirSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { packGlb } from "../../../scripts/glb.mjs";
import { GltfFile, ValidateAnimations } from "../../../src/tools.js";
import { ENGINE_ROWS, ENGINE_RULES, type EngineName, ENGINES, type EngineRuleName } from "../../../src/tools/engines/engineTable.js";
import { addTriangle, pointerTarget, type AddAccessor } from "../../helpers/gltfAsset.js";
import { createFigure, engineAnimation, SWAY, turns, withSparseTarget, type EngineChannel } from "../../helpers/engineAssets.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { ruleOf } from "../../helpers/rules.js";

const fileOf = ({ json, bin }: Asset): GltfFile => GltfFile.parse(new Uint8Array(packGlb(json, bin)));
const find = (asset: Asset, engines: "all" | readonly EngineName[] = "all") =>
  ValidateAnimations(fileOf(asset), { for: engines }).filter(({ code }) => code.startsWith("ENGINE"));

interface Row {
  readonly rule: EngineRuleName;
  /** JSON pointer of the place. */
  readonly at: string;
  readonly has: Asset;
  readonly hasNot: Asset;
}

const CHANNEL = "/animations/0/channels/0";
const joint = (path: string, values: EngineChannel["values"], more: Partial<EngineChannel> = {}): EngineChannel => ({
  target: { node: 1, path },
  values,
  ...more,
});
const face = (values: EngineChannel["values"], more: Partial<EngineChannel> = {}, node = 3): EngineChannel => ({
  target: { node, path: "weights" },
  values,
  ...more,
});
const pointed = (pointer: string, values: readonly number[], more: Partial<EngineChannel> = {}): EngineChannel => ({
  target: pointerTarget(pointer),
  values,
  ...more,
});
const STILL = [0, 0, 0];
const WEIGHTS = [0, 0, 0.5, 0.5];
const withFace = (change?: (json: Json, add: AddAccessor) => void): Asset =>
  createFigure([face(WEIGHTS)], { faces: 2, ...(change && { change }) });
const withNames = (change: (nodes: Json[], json: Json) => void, channels = [SWAY]): Asset =>
  createFigure(channels, { change: (json) => change(json["nodes"] as Json[], json) });
/** A node and its mesh are called "mole", with two primitives, before the joint. */
const withParts = (joint: string): Asset =>
  createFigure([SWAY], {
    change: (json) => {
      json["nodes"][1].name = joint;
      json["nodes"].push({ name: "mole", mesh: 1 });
      json["scenes"][0].nodes.unshift(3);
      const [{ attributes }] = json["meshes"][0].primitives;
      json["meshes"].push({ name: "mole", primitives: [{ attributes }, { attributes }] });
    },
  });
const sparse = (isOffset: boolean): Asset =>
  createFigure([SWAY], {
    change: (json, add) => {
      const [indices, values] = [add("SCALAR", new Uint16Array([1])), add("VEC4", turns(4))];
      const output = add("VEC4", turns(0, 0, 0));
      const offset = isOffset ? { byteOffset: 0 } : {};
      json["change"] = { output, sparse: [indices, values], offset };
      json["animations"][0].samplers[0].output = output;
    },
  });
/** Makes the accessors sparse that the change above names, when there is a list of accessors. */
function makeSparse(asset: Asset): Asset {
  const { output, sparse: parts, offset } = asset.json["change"] as { output: number; sparse: [number, number]; offset: Json };
  delete asset.json["change"];
  const [indices, values] = parts.map((index) => ({ bufferView: asset.json["accessors"][index].bufferView, ...offset }));
  asset.json["accessors"][output].sparse = { count: 1, indices: { ...indices, componentType: 5123 }, values };
  return asset;
}
const severalAnimations = (...names: readonly (string | undefined)[]): Asset =>
  createFigure([], {
    change: (json, add) => {
      json["animations"] = names.map((name) => {
        const { name: given, ...rest } = engineAnimation(add, name ?? "", [SWAY]);
        return name === undefined ? rest : { name: given, ...rest };
      });
    },
  });
/** Two nodes of one mesh, nodes 3 and 4. */
const withTwins = (channel: EngineChannel): Asset =>
  createFigure([channel], {
    change: (json, add) => {
      json["meshes"].push({ primitives: [{ attributes: addTriangle(add) }] });
      json["nodes"].push({ name: "left", mesh: 1 }, { name: "right", mesh: 1 });
      json["scenes"][0].nodes.push(3, 4);
    },
  });
/** The joint moves, which holds what is given, beside a root that does not. */
const withSword = (sword: Json, channel = joint("translation", [...STILL, 1, 0, 0])): Asset =>
  createFigure([channel], {
    change: (json, add) => {
      const nodes = json["nodes"] as Json[];
      json["meshes"].push({ primitives: [{ attributes: addTriangle(add) }] });
      nodes[1]!["children"] = [3];
      nodes.push({ name: "hand", children: [4] }, { name: "sword", ...sword });
    },
  });
/** A T-pose of bones, whose arms hang by an angle in degrees; with the weight of an expression in node 10. */
const vrm = (channels: readonly EngineChannel[], hanging = 0, bones: (bones: Json) => Json = (each) => each): Asset =>
  createFigure(channels, {
    change: (json) => {
      const [x, y] = [Math.cos((hanging * Math.PI) / 180), -Math.sin((hanging * Math.PI) / 180)];
      const nodes = json["nodes"] as Json[];
      nodes.push(
        { name: "hips", translation: [0, 1, 0], children: [4, 6] },
        { name: "leftUpperArm", children: [5] },
        { name: "leftLowerArm", translation: [x, y, 0] },
        { name: "rightUpperArm", children: [7], rotation: turns(180) },
        { name: "rightLowerArm", translation: [x, y, 0] },
        { name: "unused" },
        { name: "unused too" },
        { name: "happy" },
      );
      json["scenes"][0].nodes.push(3, 8, 9, 10);
      const named = ["hips", "leftUpperArm", "leftLowerArm", "rightUpperArm", "rightLowerArm"];
      const humanBones = bones(Object.fromEntries(named.map((name, i) => [name, { node: 3 + i }])));
      json["extensions"] = {
        VRMC_vrm_animation: { specVersion: "1.0", humanoid: { humanBones }, expressions: { preset: { happy: { node: 10 } } } },
      };
      json["extensionsUsed"] = ["VRMC_vrm_animation"];
    },
  });
const HIPS: EngineChannel = { target: { node: 3, path: "rotation" }, values: turns(0, 5) };

const ROWS: readonly Row[] = [
  {
    rule: "ends-early",
    at: "/animations/0/channels/1",
    has: createFigure([SWAY, joint("scale", [1, 1, 1, 1, 1, 1], { times: [0, 1] })]),
    hasNot: createFigure([SWAY, joint("scale", [1, 1, 1], { times: [0] })]),
  },
  {
    rule: "ends-early-step",
    at: "/animations/0/channels/1",
    has: createFigure([SWAY, joint("scale", [1, 1, 1, 2, 2, 2], { times: [0, 1], interpolation: "STEP" })]),
    hasNot: createFigure([SWAY, joint("scale", [1, 1, 1, 2, 2, 2], { times: [0, 2], interpolation: "STEP" })]),
  },
  {
    rule: "begins-late",
    at: "/animations/0/channels/1",
    has: createFigure([SWAY, joint("scale", [1, 1, 1, 1, 1, 1], { times: [1, 2] })]),
    hasNot: createFigure([SWAY, joint("scale", [1, 1, 1, 1, 1, 1], { times: [0.00001, 2] })]),
  },
  {
    rule: "lead-in",
    at: "/animations/0",
    has: createFigure([{ ...SWAY, times: [1, 1.5, 2] }]),
    hasNot: createFigure([SWAY, joint("scale", [1, 1, 1, 1, 1, 1], { times: [1, 2] })]),
  },
  {
    rule: "one-key",
    at: "/animations/0/channels/1",
    has: createFigure([SWAY, joint("scale", [1, 1, 1], { times: [0] })]),
    hasNot: createFigure([SWAY, joint("scale", [1, 1, 1, 1, 1, 1])]),
  },
  {
    rule: "one-key-moves",
    at: "/animations/0/channels/1",
    has: createFigure([SWAY, joint("scale", [2, 1, 1], { times: [0] })]),
    hasNot: createFigure([SWAY, joint("scale", [1, 1, 1], { times: [0] })]),
  },
  {
    rule: "one-key-beside",
    at: "/animations/0/channels/1",
    has: createFigure([SWAY, joint("scale", [1, 1, 1], { times: [0] })]),
    hasNot: createFigure([joint("scale", [1, 1, 1], { times: [0] })]),
  },
  {
    rule: "one-key-only",
    at: "/animations/0",
    has: createFigure([joint("scale", [1, 1, 1], { times: [1] })]),
    hasNot: createFigure([SWAY, joint("scale", [1, 1, 1], { times: [1] })]),
  },
  {
    rule: "no-length",
    at: "/animations/0",
    has: createFigure([joint("scale", [1, 1, 1], { times: [0] })]),
    hasNot: createFigure([joint("scale", [1, 1, 1], { times: [1] })]),
  },
  {
    rule: "step",
    at: CHANNEL,
    has: createFigure([{ ...SWAY, interpolation: "STEP" }]),
    hasNot: createFigure([joint("rotation", turns(5, 5), { interpolation: "STEP" })]),
  },
  {
    rule: "step-vectors",
    at: CHANNEL,
    has: createFigure([joint("translation", [...STILL, 1, 0, 0], { interpolation: "STEP" })]),
    hasNot: createFigure([{ ...SWAY, interpolation: "STEP" }]),
  },
  {
    rule: "step-weights",
    at: CHANNEL,
    has: createFigure([face(WEIGHTS, { interpolation: "STEP" })], { faces: 1 }),
    hasNot: createFigure([{ ...SWAY, interpolation: "STEP" }]),
  },
  {
    rule: "spline",
    at: CHANNEL,
    has: createFigure([joint("scale", new Array<number>(18).fill(1), { interpolation: "CUBICSPLINE" })]),
    hasNot: createFigure([joint("scale", [1, 1, 1, 1, 1, 1])]),
  },
  {
    rule: "spline-length",
    at: CHANNEL,
    has: createFigure([
      joint("translation", [...STILL, ...STILL, 1, 0, 0, ...STILL, 1, 0, 0, ...STILL], { interpolation: "CUBICSPLINE", times: [0, 1] }),
    ]),
    hasNot: createFigure([
      joint("scale", [0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 2, 2, 2, 0, 0, 0], { interpolation: "CUBICSPLINE", times: [0, 4] }),
    ]),
  },
  {
    rule: "spline-rotation",
    at: CHANNEL,
    has: createFigure([
      joint("rotation", [0, 0, 0, 0, ...turns(5), 0, 0, 0, 0, 0, 0, 0, 0, ...turns(5), 0, 0, 0, 0], { interpolation: "CUBICSPLINE" }),
    ]),
    hasNot: createFigure([joint("scale", new Array<number>(18).fill(1), { interpolation: "CUBICSPLINE" })]),
  },
  {
    rule: "spline-rotation-length",
    at: CHANNEL,
    has: createFigure([
      joint("rotation", [0, 0, 0, 0, ...turns(0), 0, 0, 0, 0, 0, 0, 0, 0, ...turns(90), 0, 0, 0, 0], { interpolation: "CUBICSPLINE" }),
    ]),
    hasNot: createFigure([
      joint("rotation", [0, 0, 0, 0, ...turns(0), 0, 0, 0, 0, 0, 0, 0, 0, ...turns(2), 0, 0, 0, 0], { interpolation: "CUBICSPLINE" }),
    ]),
  },
  {
    rule: "spline-weights",
    at: CHANNEL,
    has: createFigure([face([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0], { interpolation: "CUBICSPLINE" })], { faces: 1 }),
    hasNot: createFigure([face(WEIGHTS)], { faces: 1 }),
  },
  {
    rule: "weights",
    at: "/animations/0/channels/1",
    has: createFigure([SWAY, { target: { node: 3, path: "weights" }, values: [0, 0, 1, 1] }], { faces: 1 }),
    hasNot: createFigure([SWAY], { faces: 1 }),
  },
  {
    rule: "spline-corner",
    at: CHANNEL,
    has: createFigure([joint("translation", [...STILL, ...STILL, 1, 0, 0, ...STILL, 1, 0, 0, ...STILL], { interpolation: "CUBICSPLINE" })]),
    hasNot: createFigure([
      joint("translation", [1, 0, 0, ...STILL, 1, 0, 0, ...STILL, 1, 0, 0, 9, 9, 9], { interpolation: "CUBICSPLINE" }),
    ]),
  },
  {
    rule: "spline-pointer",
    at: CHANNEL,
    has: createFigure([pointed("/materials/0/alphaCutoff", [0, 0, 0, 0, 1, 0], { interpolation: "CUBICSPLINE" })]),
    hasNot: createFigure([pointed("/materials/0/alphaCutoff", [0, 1])]),
  },
  {
    rule: "wide-arc",
    at: CHANNEL,
    has: createFigure([joint("rotation", turns(0, 170))]),
    hasNot: createFigure([joint("rotation", turns(0, 40))]),
  },
  {
    rule: "linear-vectors",
    at: CHANNEL,
    has: createFigure([joint("translation", [...STILL, 1, 0, 0])]),
    hasNot: createFigure([joint("translation", [...STILL, ...STILL])]),
  },
  {
    rule: "no-change-held",
    at: CHANNEL,
    has: createFigure([joint("rotation", turns(5, 0, 0, 5), { times: [0, 0.5, 1, 2] })]),
    hasNot: createFigure([joint("rotation", turns(5, 0, 1, 5), { times: [0, 0.5, 1, 2] })]),
  },
  {
    rule: "integer-rotation",
    at: CHANNEL,
    has: createFigure([
      joint(
        "rotation",
        Int16Array.from(turns(0, 5), (each) => Math.round(each * 32767)),
      ),
    ]),
    hasNot: createFigure([SWAY]),
  },
  {
    rule: "integer-weights",
    at: CHANNEL,
    has: createFigure([face(new Uint8Array([0, 0, 128, 153]))], { faces: 1 }),
    hasNot: createFigure([face(WEIGHTS)], { faces: 1 }),
  },
  { rule: "sparse", at: CHANNEL, has: makeSparse(sparse(true)), hasNot: createFigure([SWAY]) },
  { rule: "sparse-without-offset", at: CHANNEL, has: makeSparse(sparse(false)), hasNot: makeSparse(sparse(true)) },
  {
    rule: "node-weights",
    at: "/nodes/3/weights",
    has: withFace((json) => (json["nodes"][3].weights = [1, 0])),
    hasNot: withFace((json) => (json["nodes"][3].weights = [0, 0])),
  },
  {
    rule: "equal-paths",
    at: "/nodes/1",
    has: withNames((nodes) => (nodes[2]!["name"] = "root")),
    hasNot: withNames((nodes) => (nodes[2]!["name"] = "joint")),
  },
  {
    rule: "equal-names",
    at: "/nodes/1",
    has: withNames((nodes) => (nodes[2]!["name"] = "joint")),
    hasNot: withNames((nodes) => (nodes[2]!["name"] = "root")),
  },
  {
    rule: "numbered-names",
    at: "/nodes/1",
    has: withParts("mole_2"),
    hasNot: withParts("mole_3"),
  },
  {
    rule: "slash-in-name",
    at: "/nodes/1",
    has: withNames((nodes) => (nodes[0]!["name"] = "a/b")),
    hasNot: withNames((nodes) => (nodes[2]!["name"] = "a/b")),
  },
  {
    rule: "cut-names",
    at: "/nodes/1",
    has: withNames((nodes) => (nodes[1]!["name"] = "Cube.001")),
    hasNot: withNames((nodes) => (nodes[0]!["name"] = "Cube.001")),
  },
  { rule: "animation-names", at: "/animations/1", has: severalAnimations("a", "a"), hasNot: severalAnimations("a", undefined) },
  {
    rule: "material-names",
    at: CHANNEL,
    has: withNames((_, json) => (json["materials"][0].name = "Material.001"), [pointed("/materials/0/alphaCutoff", [0, 1])]),
    hasNot: withNames((_, json) => (json["materials"][0].name = "Material"), [pointed("/materials/0/alphaCutoff", [0, 1])]),
  },
  {
    rule: "channel-without-node",
    at: "/animations/0/channels/1",
    has: createFigure([SWAY, { target: { path: "scale" }, values: [1, 1, 1, 1, 1, 1] }]),
    hasNot: createFigure([SWAY, pointed("/nodes/0/scale", [1, 1, 1, 1, 1, 1])]),
  },
  { rule: "pointer", at: CHANNEL, has: createFigure([pointed("/nodes/0/scale", [1, 1, 1, 1, 1, 1])]), hasNot: createFigure([SWAY]) },
  {
    rule: "pointer-yfov",
    at: CHANNEL,
    has: withNames(
      (_, json) => (json["cameras"] = [{ type: "perspective", perspective: { yfov: 1, znear: 1 } }]),
      [pointed("/cameras/0/perspective/yfov", [1, 2])],
    ),
    hasNot: createFigure([pointed("/cameras/0/perspective/znear", [1, 2])]),
  },
  {
    rule: "pointer-vec4",
    at: CHANNEL,
    has: createFigure([pointed("/nodes/0/rotation", turns(0, 5))]),
    hasNot: createFigure([pointed("/nodes/0/scale", [1, 1, 1, 1, 1, 1])]),
  },
  {
    rule: "pointer-no-transform",
    at: CHANNEL,
    has: createFigure([pointed("/materials/0/alphaCutoff", [0, 1])]),
    hasNot: createFigure([pointed("/materials/0/normalTexture/extensions/KHR_texture_transform/offset", [0, 0, 1, 1])]),
  },
  {
    rule: "pointer-needle",
    at: CHANNEL,
    has: createFigure([pointed("/extensions/KHR_lights_punctual/lights/0/spot/outerConeAngle", [0, 1])]),
    hasNot: createFigure([pointed("/materials/0/alphaCutoff", [0, 1])]),
  },
  {
    rule: "pointer-metallic",
    at: CHANNEL,
    has: createFigure([pointed("/materials/0/pbrMetallicRoughness/metallicFactor", [0, 1])]),
    hasNot: createFigure([pointed("/materials/0/pbrMetallicRoughness/roughnessFactor", [0, 1])]),
  },
  {
    rule: "shared-mesh",
    at: "/meshes/1",
    has: withTwins({ target: { node: 4, path: "rotation" }, values: turns(0, 5) }),
    hasNot: withTwins(SWAY),
  },
  {
    rule: "shared-morph-mesh",
    at: "/meshes/1",
    has: withFace((json) => (json["nodes"][4].mesh = 1)),
    hasNot: withFace(),
  },
  {
    rule: "shared-shape",
    at: "/meshes/1",
    has: withFace((json) => {
      const [animated, other] = [1, 2].map((mesh) => json["meshes"][mesh].primitives[0].attributes as Json);
      other!["POSITION"] = animated!["POSITION"];
    }),
    hasNot: withFace((json) => {
      const [animated, other] = [1, 2].map((mesh) => json["meshes"][mesh].primitives[0].attributes as Json);
      other!["NORMAL"] = animated!["NORMAL"];
    }),
  },
  {
    rule: "morph-without-weights",
    at: "/meshes/1",
    has: withFace((json) => delete json["meshes"][1].weights),
    hasNot: withFace((json) => delete json["meshes"][2].weights),
  },
  {
    rule: "one-target",
    at: "/meshes/1",
    has: createFigure([face([0, 1])], { faces: 1, change: (json) => json["meshes"][1].primitives[0].targets.pop() }),
    hasNot: withFace(),
  },
  {
    rule: "morph-without-normals",
    at: "/meshes/1",
    has: withFace((json) => delete json["meshes"][1].primitives[0].attributes.NORMAL),
    hasNot: withFace((json) => delete json["meshes"][2].primitives[0].attributes.NORMAL),
  },
  {
    rule: "morph-shares-position",
    at: "/meshes/1",
    has: withFace((json) => {
      const [primitive] = json["meshes"][1].primitives as Json[];
      primitive!["targets"][0].POSITION = primitive!["attributes"].POSITION;
    }),
    hasNot: withFace((json, add) => {
      json["meshes"][1].primitives[0].targets[0] = addTriangle(add);
    }),
  },
  {
    rule: "sparse-morph",
    at: "/meshes/1",
    has: withSparseTarget(withFace()),
    hasNot: withFace(),
  },
  {
    rule: "outside-scene",
    at: "/nodes/1",
    has: withNames((_, json) => (json["scenes"] = [{ nodes: [2] }])),
    hasNot: withNames((_, json) => (json["scenes"] = [{ nodes: [0] }])),
  },
  { rule: "several-animations", at: "/animations", has: severalAnimations("a", "b"), hasNot: severalAnimations("a") },
  { rule: "mixed-animations", at: "/animations", has: severalAnimations("a", "b"), hasNot: severalAnimations("a") },
  {
    rule: "no-skin",
    at: "/nodes/0",
    has: createFigure([{ ...SWAY, target: { node: 0, path: "rotation" } }]),
    hasNot: createFigure([SWAY]),
  },
  {
    rule: "below-joint",
    at: "/nodes/4",
    has: withSword({ mesh: 1 }),
    hasNot: withSword({ mesh: 0, skin: 0 }),
  },
  {
    rule: "no-inverse-bind",
    at: "/skins/0",
    has: withNames((_, json) => delete json["skins"][0].inverseBindMatrices),
    hasNot: createFigure([SWAY]),
  },
  {
    rule: "no-mesh",
    at: "/animations",
    has: withNames((nodes, json) => {
      nodes.pop();
      delete json["meshes"];
    }),
    hasNot: createFigure([SWAY]),
  },
  {
    rule: "between-samples",
    at: CHANNEL,
    has: createFigure([joint("translation", [...STILL, ...STILL, 1, 0, 0, ...STILL, ...STILL], { times: [0, 0.99, 1.01, 1.03, 2] })]),
    hasNot: createFigure([joint("translation", [...STILL, ...STILL, 1, 0, 0, ...STILL, ...STILL], { times: [0, 14 / 15, 1, 16 / 15, 2] })]),
  },
  {
    rule: "vrm-step",
    at: CHANNEL,
    has: vrm([{ ...HIPS, interpolation: "STEP" }]),
    hasNot: createFigure([{ ...SWAY, interpolation: "STEP" }]),
  },
  {
    rule: "vrm-spline",
    at: CHANNEL,
    has: vrm([{ ...HIPS, interpolation: "CUBICSPLINE", values: turns(0, 0, 0, 0, 5, 0) }]),
    hasNot: vrm([HIPS]),
  },
  {
    rule: "vrm-weights",
    at: CHANNEL,
    has: vrm([{ target: { node: 10, path: "translation" }, values: [0, 0, 0, 1.5, 0, 0] }]),
    hasNot: vrm([{ target: { node: 10, path: "translation" }, values: [0, 5, 0, 1, 0, 5] }]),
  },
  {
    rule: "vrm-channel-without-node",
    at: CHANNEL,
    has: vrm([{ target: { path: "scale" }, values: [1, 1, 1, 1, 1, 1] }, HIPS]),
    hasNot: vrm([HIPS]),
  },
  {
    rule: "vrm-hips",
    at: "/extensions/VRMC_vrm_animation/humanoid",
    has: vrm([HIPS], 0, (bones) => Object.fromEntries(Object.entries(bones).slice(1))),
    hasNot: vrm([HIPS]),
  },
  {
    rule: "pivot-extras",
    at: "/nodes/0/extras/pivot",
    has: withNames((nodes) => (nodes[0]!["extras"] = { pivot: [0, 3, 0] })),
    hasNot: withNames(([root, joint]) => {
      Object.assign(root!, { translation: [0, 3, 0], extras: { pivot: [0, 3, 0] } });
      joint!["translation"] = [0, -3, 0];
    }),
  },
  { rule: "vrm-rest", at: "/extensions/VRMC_vrm_animation/humanoid", has: vrm([HIPS], 40), hasNot: vrm([HIPS], 10) },
];

describe.each(ROWS)("$rule", ({ rule, at, has, hasNot }) => {
  const { what } = ENGINE_RULES[rule];
  const about = (asset: Asset): string[] =>
    find(asset)
      .filter(({ message }) => message.startsWith(`${what}:`) || message.startsWith(`${what}, here and at `))
      .map(({ pointer, message }) => `${pointer} ${message.slice(message.indexOf(": ") + 2)}`);

  it("is found for each engine that shows it otherwise, with what it shows and what mends it", () => {
    const rows = ENGINE_ROWS.filter((row) => row.rule === rule);
    const beginnings = rows.map(({ engine, seen }) => `${at} ${ENGINES[engine].title} ${ENGINES[engine].version} ${seen}; `);
    const found = about(has);
    beginnings.forEach((beginning) => expect(found).toContainEqual(expect.stringContaining(beginning)));
    expect(rows.length).toBeGreaterThan(0);
  });

  it("is not found beside it", () => {
    const rows = ENGINE_ROWS.filter((row) => row.rule === rule).map(
      ({ engine, seen }) => `${ENGINES[engine].title} ${ENGINES[engine].version} ${seen};`,
    );
    expect(about(hasNot).filter((text) => rows.some((row) => text.includes(row)))).toEqual([]);
  });
});

it("all rules have rows here and in the table", () => {
  expect(ROWS.map(({ rule }) => rule).sort()).toEqual(Object.keys(ENGINE_RULES).sort());
  expect(new Set(ENGINE_ROWS.map(({ rule }) => rule))).toEqual(new Set(Object.keys(ENGINE_RULES)));
});

describe("meshes of several nodes", () => {
  /** Two wheels of one mesh, nodes 3 and 4, below nodes 5 and 6. */
  const withPivots = (...animated: readonly number[]): Asset =>
    createFigure(
      animated.map((node) => ({ target: { node, path: "rotation" }, values: turns(0, 5) })),
      {
        change: (json, add) => {
          json["meshes"].push({ primitives: [{ attributes: addTriangle(add) }] });
          json["nodes"].push({ name: "left", mesh: 1 }, { name: "right", mesh: 1 });
          json["nodes"].push({ name: "front", children: [3] }, { name: "back", children: [4] }, { name: "car", children: [5, 6] });
          json["scenes"][0].nodes.push(7);
        },
      },
    );
  const withFaces = (change: (attributes: Json, mesh: number) => void): Asset =>
    withFace((json) => [1, 2].forEach((mesh) => change(json["meshes"][mesh].primitives[0].attributes, mesh)));
  const ofEngine = (asset: Asset, engine: EngineName): string[] => find(asset, [engine]).map(({ pointer }) => pointer);

  it.each([[[5, 6]], [[5]], [[6]], [[7, 6]]])("move apart below nodes %j, which are animated", (animated) => {
    expect(ofEngine(withPivots(...animated), "ogl")).toEqual(["/meshes/1"]);
  });

  it("move together below one animated node", () => {
    expect(ofEngine(withPivots(7), "ogl")).toEqual([]);
  });

  it("have no shape in common without POSITION", () => {
    const shared = (asset: Asset): string[] =>
      find(asset, ["x_ite"]).flatMap(({ pointer, message }) => (/whose POSITION/.test(message) ? [pointer] : []));
    expect(shared(withFaces((attributes) => delete attributes["POSITION"]))).toEqual([]);
    expect(shared(withFaces((attributes) => (attributes["POSITION"] = 0)))).toEqual(["/meshes/1"]);
  });
});

describe("extras of the name pivot", () => {
  const isFound = (change: (nodes: Json[]) => void, channels = [SWAY]): boolean =>
    find(withNames(change, channels), ["three"]).some(({ pointer }) => pointer === "/nodes/0/extras/pivot");
  const asExported = ([root, child]: Json[]): void => {
    Object.assign(root!, { translation: [1, 2, 3], extras: { pivot: [0, 2, 3] } });
    child!["translation"] = [0, -2, -3];
  };
  const sliding = (node: number): EngineChannel => ({ target: { node, path: "translation" }, values: [0, 0, 0, 1, 0, 0] });

  it("are found as one number, too, and in a node without children they are not", () => {
    expect(isFound((nodes) => (nodes[0]!["extras"] = { pivot: 3 }))).toBe(true);
    expect(isFound((nodes) => (nodes[0]!["extras"] = { note: 3 }))).toBe(false);
    expect(
      find(
        withNames((nodes) => (nodes[2]!["extras"] = { pivot: 3 })),
        ["three"],
      ),
    ).toEqual([]);
  });

  it("are found in the form of the exporter if a channel moves the node or its first child", () => {
    expect([isFound(asExported), isFound(asExported, [sliding(0)]), isFound(asExported, [sliding(1)])]).toEqual([false, true, true]);
  });
});

it("a path that is the name of a member of all objects is no path", () => {
  const { json, bin } = createFigure([SWAY], {
    change: ({ animations }) => ((animations as Json[])[0]!["channels"][0].target.path = "constructor"),
  });
  const findings = ValidateAnimations(GltfFile.parse(packGlb(json, bin)), { for: "all" });
  expect(findings.map(({ code }) => code)).not.toContain("UNEXPECTED_ERROR");
});

describe("a rotation in maptalks", () => {
  const shown = (angle: number): string[] =>
    find(createFigure([joint("rotation", turns(5, angle, angle, 5), { times: [0, 0.5, 1, 2] })]), ["maptalks"]).map(
      ({ pointer }) => pointer,
    );

  // its comparison: the absolute dot product with (0, 0, 0, 1), which is the cosine of half the angle, is 1 - 0.000001 at least
  it.each([0, 0.1, 0.16, -0.16, 359.9])("is none at %s degrees", (angle) => expect(shown(angle)).toEqual([CHANNEL]));
  it.each([0.17, -0.17, 0.2])("is one at %s degrees", (angle) => expect(shown(angle)).toEqual([]));
});

describe("what hangs on joints", () => {
  const ofLite = (asset: Asset): string[] => find(asset, ["lite"]).map(({ pointer }) => pointer);
  /** A wheel below the root that moves, with the body above or below it. */
  const withWheel = (holdsBody: boolean): Asset =>
    createFigure([{ target: { node: 0, path: "translation" }, values: [...STILL, 1, 0, 0] }], {
      change: (json, add) => {
        json["meshes"].push({ primitives: [{ attributes: addTriangle(add) }] });
        json["nodes"][0].children = holdsBody ? [1, 2, 3] : [1, 3];
        json["nodes"].push({ name: "wheel", mesh: 1 });
        json["scenes"][0].nodes = holdsBody ? [0] : [0, 2];
      },
    });

  it("is a light, too, but nothing that shows nothing", () => {
    expect(ofLite(withSword({ extensions: { KHR_lights_punctual: { light: 0 } } }))).toEqual(["/nodes/4"]);
    expect(ofLite(withSword({}))).toEqual([]);
  });

  it("hangs on nodes above a skinned mesh, too, but not on those beside it", () => {
    expect(ofLite(withWheel(true))).toEqual(["/nodes/3"]);
    expect(ofLite(withWheel(false))).toEqual([]);
  });

  it("is right if the joint stays at rest, as baked keys of all joints do", () => {
    expect(ofLite(withSword({ mesh: 1 }, joint("translation", [...STILL, ...STILL])))).toEqual([]);
    expect(ofLite(withSword({ mesh: 1 }, joint("translation", [1, 0, 0, 1, 0, 0])))).toEqual(["/nodes/4"]);
  });
});

it("a file that plays right everywhere has no finding", () => {
  expect(find(createFigure([SWAY]))).toEqual([]);
});

it("scripts that the table names exist", () => {
  const scripts = readdirSync("findings");
  expect(ENGINE_ROWS.flatMap(({ script }) => (script === undefined || scripts.includes(`${script}.sh`) ? [] : [script]))).toEqual([]);
});

it("messages are of bounded length, and name other places by their number", () => {
  const asset = createFigure(Array.from({ length: 3 }, () => pointed("/nodes/0/scale", [1, 1, 1, 1, 1, 1])));
  const [finding] = find(asset, ["three"]);
  expect(finding).toEqual({
    code: "ENGINE_DIFFERS",
    severity: 1,
    engine: "three",
    pointer: CHANNEL,
    message:
      "a channel with KHR_animation_pointer, here and at 2 other places: three.js 0.187.0 does not animate it, without a warning; bake --for three writes pointers to nodes as core channels, and leaves out the others",
  });
  const lengths = ROWS.flatMap(({ has }) => find(has).map(({ message }) => message.length));
  expect(Math.max(...lengths)).toBeLessThanOrEqual(300); // the command line shows that many
});

it("of JSON without data, values that nothing states are not judged", () => {
  const json = createFigure([joint("rotation", turns(0, 170)), face(WEIGHTS, { interpolation: "STEP" })], { faces: 1 }).json as never;
  const codes = ValidateAnimations(json, { for: ["playcanvas", "x_ite"] }).map(({ message }) => message.split(":")[0]);
  expect(codes).toEqual(["weights with STEP"]);
});

describe("the option", () => {
  const asset = createFigure([SWAY]);

  it.each([["threejs"], ["Three"], [""], ["constructor"]])("refuses the engine %j, with the list of engines", (name) => {
    const names = Object.keys(ENGINES).join(", ");
    expect(() => ValidateAnimations(fileOf(asset), { for: ["three", name] })).toThrow(
      new RegExp(`^options.for/1: ${ruleOf("allOrOneOf", `${names} \\(got `)}${JSON.stringify(name)}\\)`),
    );
  });

  it.each(["three", 3, null])("refuses %j, which is no array", (value) => {
    expect(() => ValidateAnimations(fileOf(asset), { for: value as never })).toThrow(/^options\.for: must be all, or an array/);
  });

  it("has no effect with an empty array, and none is the default", () => {
    const several = severalAnimations("a", "b");
    expect(find(several, [])).toEqual([]);
    expect(ValidateAnimations(fileOf(several))).toEqual([]);
  });
});
