import { COLORS_STAY, NO_LOOK_AT, readAnimatedExpressions, readDeclaredExpressions } from "../../gltf/humanoid/index.js";
import { createFinding, excerpt, type Finding, followTokens, itemsOf } from "../../gltf/util/index.js";
import type { Source } from "../asset.js";

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
