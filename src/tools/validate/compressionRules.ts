import { createFinding, type Finding, itemAt, itemsOf } from "../../gltf/util/index.js";
import type { Source } from "../asset.js";

/**
 * Finds splines of rotations behind the filter for quaternions, which gives all of their elements unit length, the tangents, too. The file is valid, and no other tool reports that its
 * motion is another one.
 */
export function checkFilters({ json }: Source): readonly Finding[] {
  return itemsOf(json.animations).flatMap((animation, a) =>
    itemsOf((Object(animation) as { samplers?: unknown }).samplers).flatMap((sampler, s) => {
      const { interpolation, output } = Object(sampler) as { interpolation?: unknown; output?: unknown };
      const view = itemAt(json.bufferViews, itemAt(json.accessors, output)?.["bufferView"]);
      const extensions = Object.entries(Object(view?.["extensions"]) as Record<string, unknown>);
      const isFiltered = extensions.some(
        ([name, extension]) => name.endsWith("_meshopt_compression") && (Object(extension) as { filter?: unknown }).filter === "QUATERNION",
      );
      const message =
        "must not be CUBICSPLINE, because its output went through the QUATERNION filter, which gave the tangents unit length; compress the original again without the filter, or bake it to LINEAR keys first";
      return isFiltered && interpolation === "CUBICSPLINE"
        ? [createFinding("SPLINE_QUATERNION_FILTER", `/animations/${a}/samplers/${s}/interpolation`, message)]
        : [];
    }),
  );
}
