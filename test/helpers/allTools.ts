import {
  BakeClips,
  CompareMotion,
  ConvertAnimations,
  DescribeFinding,
  GltfFile,
  ImportClips,
  InspectAnimations,
  CopyAnimations,
  CopyClips,
  JoinParts,
  ValidateAnimations,
  WriteInteractivity,
  type ClipFormat,
} from "../../src/tools.js";

const FORMATS: readonly ClipFormat[] = ["verge3d", "unreal", "hubs", "vrmxt", "interactivity", "names", "extras"];

/**
 * Runs every tool on a file. Each returns its messages.
 * @param bytes the other file, for tools with two
 */
export function toolsWith(bytes: Uint8Array): Readonly<Record<string, (file: GltfFile) => readonly string[]>> {
  const other = (): GltfFile => GltfFile.parse(bytes);
  return {
    ValidateAnimations: (file) => ValidateAnimations(file).map(({ message }) => message),
    InspectAnimations: (file) => InspectAnimations(file).errors.map(DescribeFinding),
    WriteInteractivity: (file) => WriteInteractivity(file).findings.map(DescribeFinding),
    BakeClips: (file) => BakeClips(file).findings.map(DescribeFinding),
    "ValidateAnimations, for all": (file) => ValidateAnimations(file, { for: "all" }).map(({ message }) => message),
    "BakeClips, for all": (file) => BakeClips(file, { for: "all", tolerance: 0.01 }).findings.map(DescribeFinding),
    "ConvertAnimations, to core": (file) => ConvertAnimations(file, { pointers: "core" }).findings.map(DescribeFinding),
    "BakeClips, in place": (file) => BakeClips(file, { rootMotion: "in-place" }).findings.map(DescribeFinding),
    ConvertAnimations: (file) => ConvertAnimations(file).findings.map(DescribeFinding),
    JoinParts: (file) => JoinParts(file).findings.map(DescribeFinding),
    ImportClips: (file) => FORMATS.flatMap((format) => ImportClips(file, format).findings.map(DescribeFinding)),
    "CopyAnimations, from it": (file) => CopyAnimations(other(), file).findings.map(DescribeFinding),
    "CopyClips, from it": (file) => CopyClips(other(), file).findings.map(DescribeFinding),
    "CopyClips, into it": (file) => CopyClips(file, other()).findings.map(DescribeFinding),
    "CompareMotion, before": (file) => CompareMotion(file, other(), { times: 2 }).findings.map(DescribeFinding),
    "CompareMotion, after": (file) => CompareMotion(other(), file, { times: 2 }).findings.map(DescribeFinding),
    "CopyAnimations, into it": (file) => CopyAnimations(file, other()).findings.map(DescribeFinding),
  };
}
