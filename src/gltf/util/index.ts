export { areNormalizedIntegers, bytesOfComponent, componentsOfType, FLOAT } from "./accessorTypes.js";
export {
  AssetError,
  UnexpectedError,
  errorOf,
  expectBoolean,
  expectArray,
  expectItems,
  expectNumber,
  expectObject,
  expectString,
  isObject,
  toAssetError,
  attempt,
} from "./assetError.js";
export { attemptOrNote, createFinding, doubtsAmong, errorsAmong, findingOf } from "./finding.js";
export type { Finding, FindingCode, Severity } from "./finding.js";
export { getOrMake, grow, growAll, itemAt, itemsOf, omit } from "./collections.js";
export { membersOf, objectsOf } from "./json.js";
export type { Json } from "./json.js";
export { followTokens, parseArrayIndex, parseJsonPointer, templateOf, toJsonPointer, withElement } from "./jsonPointer.js";
export { argumentError, DescribeFinding, keyError, excerpt, rounded, show, stackOf } from "./messages.js";
export { hasUnknownMembers } from "./memberNames.js";
export type { MemberNames } from "./memberNames.js";
export { findUnknownMembers } from "./members.js";
export type { Replacements } from "./members.js";
export { BOOLEAN, check, oneOf, readOptions, STRING } from "./options.js";
export type { Check, OptionTable, ResolvedOptions } from "./options.js";
export { findSimilar, hintAmong } from "./similar.js";
export { findSpelling, mapSpellings, plainName } from "./spellings.js";
