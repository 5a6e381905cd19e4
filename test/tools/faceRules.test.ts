/** What `ValidateAnimations` says of the parts of a face that nothing shows. */
import { expect, it } from "@jest/globals";
import { type Finding, ValidateAnimations } from "../../src/tools.js";
import { createFaces, createTalk, TRACKS, VRM0, VRM1 } from "../helpers/expressions.js";
import type { Asset, Json } from "../helpers/gltfPose.js";

/** A VRM 0 whose groups change materials. */
const COLORED: Asset = structuredClone(VRM0);
(COLORED.json["extensions"].VRM.blendShapeMaster.blendShapeGroups as Json[]).forEach(
  (group, i) => (group["materialValues"] = i < 2 ? [{ materialName: "skin" }] : []),
);

/** A `.vrma` with a gaze. @param node that a channel moves */
function looking(node: number): Asset {
  const { json, bin } = createTalk([{ happy: TRACKS["happy"]! }]);
  json["extensions"]["VRMC_vrm_animation"].lookAt = { node: 1 };
  json["animations"][0].channels.push({ sampler: 0, target: { node, path: "translation" } });
  return { json, bin };
}

const STAY = "the colors and textures of materials that expressions change stay as they are";

it.each<readonly [string, Asset, readonly (readonly [pointer: string, message: string])[]]>([
  ["colors of VRM 1", VRM1, [["/extensions/VRMC_vrm/expressions", `${STAY} (got wink)`]]],
  ["colors of VRM 0", COLORED, [["/extensions/VRM/blendShapeMaster/blendShapeGroups", `${STAY} (got happy, blink)`]]],
  ["expressions of morph targets alone", VRM0, []],
  ["a face that declares nothing", createFaces({ head: ["smile"] }), []],
  [
    "a gaze",
    looking(1),
    [["/extensions/VRMC_vrm_animation/lookAt", "must be turned into rotations of the eyes, or weights of look expressions"]],
  ],
  ["a gaze that does not move", looking(0), []],
])("FACE_PARTLY_SHOWN: %s", (_, { json }, expected) => {
  const found = ValidateAnimations(json as never).filter(({ code }: Finding) => code === "FACE_PARTLY_SHOWN");
  expect(found.map(({ severity, pointer, message }) => [severity, pointer, message])).toEqual(expected.map((each) => [2, ...each]));
});
