export { AssetError } from "./assetError.js";
export { readClips, readControllers } from "./clipDefinition.js";
export type { ClipAsset, ClipDefinition, ClipReading } from "./clipDefinition.js";
