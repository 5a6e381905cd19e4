/** Tools for glTF files that have clips, or are to have some: without Babylon.js, in browsers and in Node. */
export { GltfFile } from "./file/index.js";
export type {
  AppendOptions,
  AppendType,
  Components as AccessorComponents,
  GltfAccessor,
  GltfAnimation,
  GltfChannel,
  GltfJson,
  GltfNode,
  GltfObject,
  GltfResources,
  GltfSampler,
  GltfTarget,
} from "./file/index.js";
export { AssetError, ReadClips, ReadControllers, WriteClips } from "./schema/index.js";
export type { ClipAsset, ClipDefinition, ClipInput, ClipReading, ExtensibleAsset, ReadClipsOptions } from "./schema/index.js";
export type { ClipSettings, ResolvedClipSettings } from "./timing/index.js";
export { BakeClips } from "./tools/bake/bakeClips.js";
export type { BakeOptions, BakeReport } from "./tools/bake/bakeClips.js";
export { ConvertAnimations } from "./tools/convert/convertAnimations.js";
export type { ConvertReport } from "./tools/convert/convertAnimations.js";
export { ImportClips } from "./tools/import/importClips.js";
export type { ClipFormat, ClipImport } from "./tools/import/importClips.js";
export type { ImportOptions } from "./tools/import/importer.js";
export { InspectAnimations } from "./tools/inspect.js";
export type { InspectedAnimation, InspectedChannel, Inspection } from "./tools/inspect.js";
export { MergeReport } from "./tools/validate/mergeReport.js";
export type { ValidatorMessage, ValidatorReport } from "./tools/validate/mergeReport.js";
export { TakeAnimations } from "./tools/take/takeAnimations.js";
export type { TakeOptions, TakeReport } from "./tools/take/takeAnimations.js";
export type { Rename } from "./tools/take/nameMatcher.js";
export { ValidateAnimations } from "./tools/validate/validateAnimations.js";
export type { Issue } from "./tools/validate/issue.js";
export type { AssetOrFile } from "./tools/asset.js";
