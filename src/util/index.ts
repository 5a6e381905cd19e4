export {
  AssetError,
  UnexpectedError,
  expectBoolean,
  expectItems,
  expectNumber,
  expectObject,
  expectString,
  isObject,
  toAssetError,
} from "./assetError.js";
export { attempt } from "./attempt.js";
export { getOrMake } from "./getOrMake.js";
export { grow } from "./grow.js";
export { itemAt, itemsOf } from "./items.js";
export { followTokens, parseArrayIndex, parseJsonPointer, templateOf, toJsonPointer, withElement } from "./jsonPointer.js";
export { excerpt, show, stackOf } from "./messages.js";
export { omit } from "./omit.js";
