/** Assets with one error each: it is found at its exact place, and nothing else is found. */
import { expect, it } from "@jest/globals";
import { packGlb } from "../../scripts/glb.mjs";
import { GltfFile, ValidateAnimations } from "../../src/tools.js";
import { addTriangle, createPointed, pointerTarget, stateAt } from "../helpers/gltfAsset.js";
import type { Asset, Json } from "../helpers/gltfPose.js";
import { withClips } from "../helpers/scene.js";

/** Channels: 0 of glTF itself, 1 to 5 by KHR_animation_pointer, 6 by KHR_animation2, 7 by its list of targets. */
function createSound(): Asset {
  const asset = createPointed(
    (add) => ({
      extensionsUsed: ["KHR_materials_transmission", "KHR_node_visibility", "KHR_animation2", "EXT_property_animation"],
      nodes: [{ mesh: 0 }, { extensions: { KHR_node_visibility: { visible: true } } }, { camera: 0 }],
      cameras: [{ type: "perspective", perspective: { yfov: 1, znear: 0.1 } }],
      meshes: [{ primitives: [{ attributes: addTriangle(add), targets: [addTriangle(add), addTriangle(add)], material: 0 }], weights: [0, 0] }],
      materials: [{ pbrMetallicRoughness: {}, extensions: { KHR_materials_transmission: { transmissionFactor: 0.5 } }, extras: { glow: [1, 2] } }, {}],
    }),
    [
      { pointer: "", values: [[0, 0, 0], [1, 0, 0]], target: { node: 0, path: "translation" } },
      { pointer: "/materials/0/pbrMetallicRoughness/baseColorFactor", values: [[1, 1, 1, 1], [0, 0, 0, 1]] },
      { pointer: "/materials/0/extensions/KHR_materials_transmission/transmissionFactor", values: [[0], [1]] },
      { pointer: "/nodes/1/extensions/KHR_node_visibility/visible", values: [[0], [1]], interpolation: "STEP" },
      { pointer: "/meshes/0/weights", values: [[0, 1], [1, 0]] },
      { pointer: "/cameras/0/perspective/yfov", values: [[1], [0.5]] },
      { pointer: "", values: [[1, 1, 1], [2, 2, 2]], target: { path: "scale", extensions: { KHR_animation2: { path: "/nodes/1/scale" } } } },
      { pointer: "", values: [[0, 1], [1, 0]], target: {} },
    ],
  ); // oxfmt-ignore
  const [animation] = asset.json["animations"] as Json[];
  const listed = animation!["channels"].pop();
  animation!["channels"].push({ sampler: listed.sampler, targets: ["/materials/1/emissiveFactor/0", "/materials/1/emissiveFactor/2"] });
  animation!["extensions"] = { EXT_property_animation: { channels: [{ sampler: 2, target: "/materials/1/alphaCutoff" }] } };
  return withClips(
    asset,
    [
      { name: "a", animations: [0], start: 0.25, end: 1, offset: 0.25, speed: -1, repetitions: 2, reverse: true },
      { name: "b", animations: [0] },
    ],
    [{ animations: [0], end: 1 }],
  );
}

const CLIP = "/extensions/KHR_animation_clip/clips/0";
const CONTROLLER = "/extensions/KHR_animation_controller/controllers/0";
const CHANNELS = "/animations/0/channels";
const LISTED = "/animations/0/extensions/EXT_property_animation/channels";
const TARGET = (channel: number): string => `${CHANNELS}/${channel}/target`;
const POINTER = (channel: number): string => `${TARGET(channel)}/extensions/KHR_animation_pointer/pointer`;

type Fault = readonly [comment: string, changes: Readonly<Record<string, unknown>>, code: string, place: string];

/** The changed members, and the code and the place of the issue. */
const FAULTS: readonly Fault[] = [
  // members of clips
  ["a clip that is a number", { [CLIP]: 1 }, "CLIP_INVALID", CLIP],
  ["a clip that is null", { [CLIP]: null }, "CLIP_INVALID", CLIP],
  ["a list of clips that is an object", { "/extensions/KHR_animation_clip/clips": {} }, "CLIP_INVALID", "/extensions/KHR_animation_clip/clips"],
  ["an extension that is a string", { "/extensions/KHR_animation_clip": "x" }, "CLIP_INVALID", "/extensions/KHR_animation_clip"],
  ["a name that is a number", { [`${CLIP}/name`]: 1 }, "CLIP_INVALID", `${CLIP}/name`],
  ["animations that are a number", { [`${CLIP}/animations`]: 0 }, "CLIP_INVALID", `${CLIP}/animations`],
  ["no animation", { [`${CLIP}/animations`]: [] }, "CLIP_INVALID", `${CLIP}/animations`],
  ["animations left out", { [`${CLIP}/animations`]: undefined }, "CLIP_INVALID", `${CLIP}/animations`],
  ["an animation that is not there", { [`${CLIP}/animations`]: [1] }, "CLIP_INVALID", `${CLIP}/animations/0`],
  ["an animation of index -1", { [`${CLIP}/animations`]: [-1] }, "CLIP_INVALID", `${CLIP}/animations/0`],
  ["an animation of index 0.5", { [`${CLIP}/animations`]: [0.5] }, "CLIP_INVALID", `${CLIP}/animations/0`],
  ["an animation twice", { [`${CLIP}/animations`]: [0, 0] }, "CLIP_INVALID", `${CLIP}/animations/1`],
  ["animation beside other animations", { [`${CLIP}/animation`]: 1 }, "CLIP_INVALID", `${CLIP}/animations`],
  ["a start that is a string", { [`${CLIP}/start`]: "0" }, "CLIP_INVALID", `${CLIP}/start`],
  ["a start below 0", { [`${CLIP}/start`]: -1 }, "CLIP_INVALID", `${CLIP}/start`],
  ["an end that is null", { [`${CLIP}/end`]: null }, "CLIP_INVALID", `${CLIP}/end`],
  ["an end before the start", { [`${CLIP}/end`]: 0.1 }, "CLIP_INVALID", `${CLIP}/end`],
  ["an offset that is true", { [`${CLIP}/offset`]: true }, "CLIP_INVALID", `${CLIP}/offset`],
  ["an offset against the timestamp", { [`${CLIP}/timestamp`]: 1 }, "CLIP_INVALID", `${CLIP}/offset`],
  ["a timestamp that is a string", { [`${CLIP}/timestamp`]: "1" }, "CLIP_INVALID", `${CLIP}/timestamp`],
  ["a speed that is a string", { [`${CLIP}/speed`]: "fast" }, "CLIP_INVALID", `${CLIP}/speed`],
  ["a speed against the direction", { [`${CLIP}/direction`]: 1 }, "CLIP_INVALID", `${CLIP}/speed`],
  ["half a repetition", { [`${CLIP}/repetitions`]: 0.5 }, "CLIP_INVALID", `${CLIP}/repetitions`],
  ["repetitions below -1", { [`${CLIP}/repetitions`]: -2 }, "CLIP_INVALID", `${CLIP}/repetitions`],
  ["repetitions against the counter", { [`${CLIP}/counter`]: 3 }, "CLIP_INVALID", `${CLIP}/repetitions`],
  ["reverse that is a number", { [`${CLIP}/reverse`]: 1 }, "CLIP_INVALID", `${CLIP}/reverse`],
  ["reverse against bounce", { [`${CLIP}/bounce`]: false }, "CLIP_INVALID", `${CLIP}/reverse`],
  // valid clips that were probably not intended
  ["an offset beyond the end", { [`${CLIP}/offset`]: 2 }, "CLIP_DOUBTFUL", `${CLIP}/offset`],
  ["a timestamp beyond the end", { [`${CLIP}/offset`]: undefined, [`${CLIP}/timestamp`]: 3 }, "CLIP_DOUBTFUL", `${CLIP}/timestamp`],
  ["backwards from the start", { [`${CLIP}/offset`]: 0 }, "CLIP_DOUBTFUL", `${CLIP}/speed`],
  ["repetitions without an end", { [`${CLIP}/end`]: undefined, [`${CLIP}/speed`]: 1 }, "CLIP_WITHOUT_END", CLIP],
  ["an end after the last key", { [`${CLIP}/end`]: 5 }, "CLIP_END_BEYOND_KEYS", `${CLIP}/end`],
  ["a start after the last key", { [`${CLIP}/end`]: 5, [`${CLIP}/start`]: 4 }, "CLIP_BEYOND_KEYS", `${CLIP}/start`],
  ["a name of two clips", { [`${CLIP}/name`]: "b" }, "CLIP_NAME_DUPLICATE", "/extensions/KHR_animation_clip/clips/1/name"],
  // controllers
  ["a controller that is a list", { [CONTROLLER]: [] }, "CLIP_INVALID", CONTROLLER],
  ["a controller without animations", { [`${CONTROLLER}/animations`]: undefined }, "CLIP_INVALID", `${CONTROLLER}/animations`],
  ["a controller whose bounds lie below 0", { [`${CONTROLLER}/end`]: -1 }, "CLIP_INVALID", `${CONTROLLER}/end`],
  ["a controller of another animation", { [`${CONTROLLER}/animations`]: [3] }, "CLIP_INVALID", `${CONTROLLER}/animations/0`],
  // pointers
  ["a pointer that is a number", { [POINTER(1)]: 1 }, "POINTER_INVALID", POINTER(1)],
  ["a pointer that is empty", { [POINTER(1)]: "" }, "POINTER_INVALID", POINTER(1)],
  ["a pointer with a wrong escape", { [POINTER(1)]: "/materials/0/~2" }, "POINTER_INVALID", POINTER(1)],
  ["a pointer with a leading zero", { [POINTER(1)]: "/materials/00/alphaCutoff" }, "POINTER_INVALID", POINTER(1)],
  ["a pointer to a member of prototypes", { [POINTER(1)]: "/nodes/0/__proto__" }, "POINTER_INVALID", POINTER(1)],
  ["a pointer to a name", { [POINTER(1)]: "/nodes/0/name" }, "POINTER_INVALID", POINTER(1)],
  ["a pointer to a glTF id", { [POINTER(1)]: "/nodes/0/mesh" }, "POINTER_INVALID", POINTER(1)],
  ["a pointer to a type", { [POINTER(1)]: "/cameras/0/type" }, "POINTER_INVALID", POINTER(1)],
  ["a pointer to a whole texture", { [POINTER(1)]: "/materials/0/normalTexture" }, "POINTER_INVALID", POINTER(1)],
  ["a pointer to texture coordinates", { [POINTER(1)]: "/materials/0/normalTexture/texCoord" }, "POINTER_INVALID", POINTER(1)],
  ["a pointer to an unknown property", { [POINTER(1)]: "/materials/0/shininess" }, "POINTER_INVALID", POINTER(1)],
  ["a pointer to no object", { [POINTER(1)]: "/materials/7/alphaCutoff" }, "POINTER_INVALID", POINTER(1)],
  ["a pointer to an extension that is not there", { [POINTER(2)]: "/materials/1/extensions/KHR_materials_ior/ior" }, "POINTER_INVALID", POINTER(2)],
  ["a component that is not there", { [POINTER(5)]: "/materials/0/emissiveFactor/3" }, "POINTER_INVALID", POINTER(5)],
  ["a component after the last", { [POINTER(5)]: "/materials/0/emissiveFactor/-" }, "POINTER_INVALID", POINTER(5)],
  ["a property that the asset does not state", { "/cameras/0/perspective/yfov": undefined }, "POINTER_INVALID", POINTER(5)],
  ["a property of another type in the asset", { "/cameras/0/perspective/yfov": "wide" }, "POINTER_INVALID", POINTER(5)],
  ["extras that are no numbers", { "/materials/0/extras/glow": "red", [POINTER(5)]: "/materials/0/extras/glow" }, "POINTER_WITHOUT_EFFECT", `${CHANNELS}/5`],
  ["a pointer without its slash", { [POINTER(5)]: "cameras/0/perspective/yfov" }, "POINTER_DOUBTFUL", POINTER(5)],
  ["a node beside a pointer", { [`${TARGET(1)}/node`]: 0 }, "POINTER_DOUBTFUL", `${TARGET(1)}/node`],
  ["another path beside a pointer", { [`${TARGET(1)}/path`]: "scale" }, "POINTER_DOUBTFUL", `${TARGET(1)}/path`],
  // samplers
  ["true and false interpolated", { "/animations/0/samplers/3/interpolation": "LINEAR" }, "POINTER_INVALID", `${CHANNELS}/3`],
  ["an interpolation that there is none of", { "/animations/0/samplers/5/interpolation": "CUBIC" }, "POINTER_INVALID", `${CHANNELS}/5`],
  ["a sampler that is not there", { [`${CHANNELS}/5/sampler`]: 77 }, "POINTER_INVALID", `${CHANNELS}/5/sampler`],
  ["values of another width", { [`${CHANNELS}/5/sampler`]: 1 }, "POINTER_INVALID", `${CHANNELS}/5`],
  ["tangents that are missing", { "/animations/0/samplers/5/interpolation": "CUBICSPLINE", [`${CLIP}/start`]: 0 }, "POINTER_INVALID", `${CHANNELS}/5`],
  // two channels of one property
  ["a property of two pointers", { [POINTER(5)]: "/materials/0/extensions/KHR_materials_transmission/transmissionFactor" }, "POINTER_INVALID", POINTER(5)],
  ["a property and its component", { [POINTER(5)]: "/materials/0/pbrMetallicRoughness/baseColorFactor/3" }, "POINTER_INVALID", POINTER(5)],
  ["a property of glTF itself and a pointer", { [`${TARGET(6)}/extensions/KHR_animation2/path`]: "/nodes/0/translation" }, "POINTER_INVALID", `${TARGET(6)}/extensions/KHR_animation2/path`],
  // other extensions
  ["a path of KHR_animation2 that is a number", { [`${TARGET(6)}/extensions/KHR_animation2/path`]: 1 }, "POINTER_INVALID", `${TARGET(6)}/extensions/KHR_animation2/path`],
  ["targets that are a string", { [`${CHANNELS}/7/targets`]: "x" }, "POINTER_INVALID", `${CHANNELS}/7/targets`],
  ["a target that is a number", { [`${CHANNELS}/7/targets/1`]: 1 }, "POINTER_INVALID", `${CHANNELS}/7/targets/1`],
  ["channels of EXT_property_animation that are a string", { [LISTED]: "x" }, "POINTER_INVALID", LISTED],
  ["a channel of EXT_property_animation without a sampler", { [`${LISTED}/0/sampler`]: undefined }, "POINTER_INVALID", `${LISTED}/0/sampler`],
  ["a channel of EXT_property_animation without a target", { [`${LISTED}/0/target`]: undefined }, "POINTER_INVALID", `${LISTED}/0/target`],
  // extensions
  ["an extension that is not listed", { "/extensionsUsed": ["KHR_animation_clip", "KHR_animation_controller", "KHR_animation_pointer", "KHR_animation2"] }, "UNDECLARED_EXTENSION", "/animations/0/extensions/EXT_property_animation"],
  ["an extension that is not used", { [LISTED.replace("/EXT_property_animation/channels", "")]: {} }, "UNUSED_EXTENSION", "/extensionsUsed/4"],
]; // oxfmt-ignore

function seed(changes: Fault[1]): Asset {
  const { json, bin } = createSound();
  const changed = Object.entries(changes).reduce((before, [pointer, value]) => stateAt(before, pointer, value), json);
  return { json: JSON.parse(JSON.stringify(changed)) as Json, bin };
}

const issuesOf = ({ json, bin }: Asset): [code: string, pointer: string][] =>
  ValidateAnimations(GltfFile.parse(new Uint8Array(packGlb(json, bin)))).map(({ code, pointer }) => [code, pointer]);

it("finds nothing in the original asset", () => {
  expect(issuesOf(createSound())).toEqual([]);
});

it("finds nothing in channels for the weights of a mesh and of its node", () => {
  expect(issuesOf(seed({ [TARGET(5)]: pointerTarget("/nodes/0/weights/0") }))).toEqual([]);
});

it.each(FAULTS)("finds %s", (_, changes, code, place) => {
  expect(issuesOf(seed(changes))).toEqual([[code, place]]);
});
