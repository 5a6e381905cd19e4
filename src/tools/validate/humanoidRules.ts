import {
  COLORS_STAY,
  findingOfLeftOut,
  NO_LOOK_AT,
  readAnimatedExpressions,
  readDeclaredBones,
  readDeclaredExpressions,
} from "../../gltf/humanoid/index.js";
import { createFinding, excerpt, type Finding, followTokens, itemsOf } from "../../gltf/util/index.js";
import type { Source } from "../asset.js";

/** Looks for bones and expressions that name nodes or morph targets which the file does not have. */
export function checkHumanoid({ json }: Source): readonly Finding[] {
  const findings: Finding[] = [];
  for (const read of [readDeclaredBones, readDeclaredExpressions, readAnimatedExpressions]) {
    read(json, (leftOut) => findings.push(findingOfLeftOut(leftOut)));
  }
  return findings;
}

/** Looks for what a VRM or a `.vrma` declares about the face, and what `GetExpressions`, libraries and `CopyAnimations` do not show. */
export function checkFace({ json }: Source): readonly Finding[] {
  const colored = readDeclaredExpressions(json).flatMap(({ name, changesMaterials }) => (changesMaterials ? [name] : []));
  const { lookAt } = readAnimatedExpressions(json);
  const looks = itemsOf(json.animations).some((animation) =>
    itemsOf(followTokens(animation, ["channels"])).some((channel) => lookAt >= 0 && followTokens(channel, ["target", "node"]) === lookAt),
  );
  const list =
    followTokens(json, ["extensions", "VRMC_vrm"]) === undefined ? "VRM/blendShapeMaster/blendShapeGroups" : "VRMC_vrm/expressions";
  return [
    ...(colored.length > 0
      ? [createFinding("FACE_PARTLY_SHOWN", `/extensions/${list}`, `${COLORS_STAY} (got ${excerpt(colored.join(", "))})`)]
      : []),
    ...(looks ? [createFinding("FACE_PARTLY_SHOWN", "/extensions/VRMC_vrm_animation/lookAt", NO_LOOK_AT)] : []),
  ];
}
