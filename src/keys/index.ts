export { AnimationLoader } from "./animationLoader.js";
export { boundKeysOf, readingBoundsOf } from "./bounds.js";
export { channelLoaders, samplerReaders } from "./loaderHooks.js";
export type { LoadAtOnce } from "./loaderHooks.js";
export { keyChanges, keyDataOf, wereKeysSet } from "./keyData.js";
export type { Floats, KeyData, SamplerKeys } from "./keyData.js";
export { OnDemandAnimation } from "./onDemandAnimation.js";
export { authoredKeys, beginsOutOfOrder, dropEndlessKey, keyRangeOf, repeatsAtEnd, timedKeys } from "./addedKeys.js";
export type { KeyRange } from "./addedKeys.js";
