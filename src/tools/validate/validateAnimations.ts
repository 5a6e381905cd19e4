import { type Finding, findUnknownMembers, type MemberNames } from "../../gltf/util/index.js";
import { type GltfSource, type Source, sourceOf } from "../asset.js";
import { checkEngines, expectEngines } from "../engines/checkEngines.js";
import { checkClips } from "./clipRules.js";
import { checkFilters } from "./compressionRules.js";
import { checkControllers } from "../controllers.js";
import { checkEvents } from "./eventRules.js";
import { checkExtensions } from "./extensionRules.js";
import { checkFace, checkHumanoid } from "./humanoidRules.js";
import { checkMetadata } from "./metadataRules.js";
import { checkMoves } from "./moveRules.js";
import { checkPointers } from "./pointerRules.js";

type Rules = (source: Source) => readonly Finding[];

const RULES: readonly Rules[] = [
  checkClips,
  checkEvents,
  checkMetadata,
  checkPointers,
  checkControllers,
  checkExtensions,
  checkFilters,
  checkMoves,
  checkHumanoid,
  checkFace,
];

/** Options of {@link ValidateAnimations}. */
export interface ValidateOptions {
  /**
   * The engines in which the animations are to play, by the names in docs/engines.md, or `"all"`: what one of them shows otherwise than glTF says is a finding, with what mends it. Of
   * an asset without data, what depends on values is judged by the JSON alone. Default: none.
   */
  readonly for?: "all" | readonly string[] | undefined;
}

const OPTION_NAMES: MemberNames<ValidateOptions> = { for: true };

/**
 * Checks the parts of an asset that Khronos' glTF validator does not know: clips, controllers, events, and channels by JSON pointer. Reports
 * errors, valid settings that the author probably did not intend, and what tools did to moves on their way into the file; {@link FindingCode} lists all codes.
 * @param asset the JSON of an asset, or a file, whose key times are read, too; not changed
 * @returns the findings; empty for an asset without faults. Never throws because of the asset
 * @throws RangeError or TypeError if `options.for` names no engine
 * @example
 * const errors = ValidateAnimations(GltfFile.parse(bytes)).filter(({ severity }) => severity === 0);
 * @experimental follows draft specifications
 */
export function ValidateAnimations(asset: GltfSource, options: ValidateOptions = {}): readonly Finding[] {
  const engines = options.for === undefined ? [] : expectEngines("options.for", options.for);
  const source = sourceOf(asset);
  return [
    ...findUnknownMembers("options", options, OPTION_NAMES),
    ...RULES.flatMap((check) => check(source)),
    ...(engines.length > 0 ? checkEngines(source, engines) : []),
  ];
}
