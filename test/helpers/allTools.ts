import {
  BakeClips,
  ConvertAnimations,
  GltfFile,
  ImportClips,
  InspectAnimations,
  CopyAnimations,
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
    InspectAnimations: (file) => InspectAnimations(file).errors,
    WriteInteractivity: (file) => WriteInteractivity(file).warnings,
    BakeClips: (file) => BakeClips(file).warnings,
    "BakeClips, in place": (file) => BakeClips(file, { rootMotion: "in-place" }).warnings,
    ConvertAnimations: (file) => ConvertAnimations(file).warnings,
    ImportClips: (file) => FORMATS.flatMap((format) => ImportClips(file, format).warnings),
    "CopyAnimations, from it": (file) => CopyAnimations(other(), file).warnings,
    "CopyAnimations, into it": (file) => CopyAnimations(file, other()).warnings,
  };
}
