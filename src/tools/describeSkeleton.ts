import { describeRecognized, recognizeInFile, type SkeletonDescription, skeletonOfFile } from "../gltf/humanoid/index.js";
import { attempt } from "../gltf/util/index.js";
import { type GltfSource, sourceOf } from "./asset.js";

/** Options of {@link DescribeSkeleton}. */
export interface DescribeSkeletonOptions {
  /** The index of the skin whose skeleton is asked for, in a file of several. Default: the one with most joints */
  readonly skin?: number | undefined;
}

/**
 * Finds the bones of a humanoid in a file: those that the file declares (VRM 0 and 1, `VRMC_vrm_animation`, `KHR_character_skeleton_mapping`),
 * else by names and structure.
 * @param asset the JSON of an asset; or a file, whose bind matrices are read, too. Not changed
 * @returns the bones by the names of VRM 1, each with the index of its node. Never throws because of the asset
 * @throws RangeError if the asset does not have `options.skin`
 * @example DescribeSkeleton(GltfFile.parse(bytes)).bones.leftHand?.name; // "mixamorig:LeftHand"
 */
export function DescribeSkeleton(asset: GltfSource, options: DescribeSkeletonOptions = {}): SkeletonDescription<number> {
  const { json, file } = sourceOf(asset);
  const tree = skeletonOfFile(json, (accessor) =>
    file
      ? attempt(
          `/accessors/${accessor}`,
          () => file.readAccessor(accessor),
          () => undefined,
        )
      : null,
  );
  const { skin } = options;
  if (skin !== undefined && !tree.skins[skin]) {
    throw new RangeError(`options.skin: must be the index of one of the asset's ${tree.skins.length} skins (got ${String(skin)})`);
  }
  return describeRecognized(tree, recognizeInFile(tree, json, skin), (index) => index);
}
