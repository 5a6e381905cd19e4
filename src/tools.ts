/** Tools for glTF files that have clips, or are to have some: without Babylon.js, in browsers and in Node. */
export { GltfFile } from "./file/index.js";
export { AssetError, ReadClips, ReadControllers, WriteClips } from "./schema/index.js";
export type { ClipAsset, ClipDefinition, ClipInput, ClipReading, ExtensibleAsset } from "./schema/index.js";
export { BakeClips } from "./tools/bake/bakeClips.js";
export type { BakeOptions, BakeReport } from "./tools/bake/bakeClips.js";
export { ValidateAnimations } from "./tools/validate/validateAnimations.js";
export type { Issue } from "./tools/validate/issue.js";
export { MergeReport } from "./tools/validate/mergeReport.js";
export type { ValidatorMessage, ValidatorReport } from "./tools/validate/mergeReport.js";
export type { AssetOrFile } from "./tools/asset.js";
export { ConvertAnimations } from "./tools/convert/convertAnimations.js";
export type { ConvertReport } from "./tools/convert/convertAnimations.js";
export { ImportClips } from "./tools/import/importClips.js";
export type { ClipFormat, ClipImport } from "./tools/import/importClips.js";
export type { ImportOptions } from "./tools/import/importer.js";
