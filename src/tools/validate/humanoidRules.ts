import { findingOfLeftOut, readAnimatedExpressions, readDeclaredBones, readDeclaredExpressions } from "../../gltf/humanoid/index.js";
import type { Finding } from "../../gltf/util/index.js";
import type { Source } from "../asset.js";

/** Looks for bones and expressions that name nodes or morph targets which the file does not have. */
export function checkHumanoid({ json }: Source): readonly Finding[] {
  const findings: Finding[] = [];
  for (const read of [readDeclaredBones, readDeclaredExpressions, readAnimatedExpressions]) {
    read(json, (leftOut) => findings.push(findingOfLeftOut(leftOut)));
  }
  return findings;
}
