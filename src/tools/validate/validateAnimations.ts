import type { Finding } from "../../gltf/util/index.js";
import { type GltfSource, type Source, sourceOf } from "../asset.js";
import { checkClips } from "./clipRules.js";
import { checkEvents } from "./eventRules.js";
import { checkExtensions } from "./extensionRules.js";
import { checkMetadata } from "./metadataRules.js";
import { checkPointers } from "./pointerRules.js";

type Rules = (source: Source) => readonly Finding[];

const RULES: readonly Rules[] = [checkClips, checkEvents, checkMetadata, checkPointers, checkExtensions];

/**
 * Checks the parts of an asset that Khronos' glTF validator does not know: clips, controllers, events, and channels by JSON pointer. Reports
 * errors, and valid settings that the author probably did not intend; {@link FindingCode} lists all codes.
 * @param asset the JSON of an asset, or a file, whose key times are read, too; not changed
 * @returns the findings; empty for an asset without faults. Never throws because of the asset
 * @example
 * const errors = ValidateAnimations(GltfFile.parse(bytes)).filter(({ severity }) => severity === 0);
 * @experimental follows draft specifications
 */
export function ValidateAnimations(asset: GltfSource): readonly Finding[] {
  const source = sourceOf(asset);
  return RULES.flatMap((check) => check(source));
}
