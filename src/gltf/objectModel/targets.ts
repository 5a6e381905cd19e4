/** Creates the targets in the property tables, as data. */
import type { BabylonPart, BabylonTarget, PointerTargetKind, SetterName, TextureProperty } from "./property.js";

/** A Babylon number with the meaning of the glTF number, up to a factor. */
export function number(target: PointerTargetKind, path: string, factor = 1): BabylonTarget {
  return numbers(target, { path, component: 0, ...(factor !== 1 && { factor }) });
}

/** Several Babylon properties, usually with one component per property. */
export function numbers(target: PointerTargetKind, ...parts: readonly BabylonPart[]): BabylonTarget {
  return { target, property: parts.map(({ path }) => path).join(", "), parts };
}

/** A Babylon color, vector or quaternion with the meaning of the glTF value. */
export function whole(target: PointerTargetKind, path: string): BabylonTarget {
  return { target, property: path, parts: [{ path }] };
}

/** A target with a named setter. */
export function by(setter: SetterName, target: BabylonTarget): BabylonTarget {
  return { ...target, setter };
}

/** A target without a Babylon property that holds the value, described in words. */
export function inWords(target: PointerTargetKind, property: string, code: Pick<BabylonTarget, "setter" | "lazy">): BabylonTarget {
  return { target, property, parts: [], ...code };
}

/** A coupled property of a material. `parts` are the Babylon properties that hold the value, if any. */
export function coupled(name: string, property: string, ...parts: readonly BabylonPart[]): BabylonTarget {
  return { target: "material", property, parts, coupled: name };
}

const TRANSFORMS: Readonly<Record<TextureProperty, readonly BabylonPart[]>> = {
  offset: [
    { path: "uOffset", component: 0 },
    { path: "vOffset", component: 1 },
  ],
  // glTF rotates the other way round
  rotation: [{ path: "wAng", component: 0, factor: -1 }],
  scale: [
    { path: "uScale", component: 0 },
    { path: "vScale", component: 1 },
  ],
};

/** A property of a texture transform. The texture is at one of the paths in the material. */
export function transform(paths: readonly string[], property: TextureProperty, options: { hidden?: string } = {}): BabylonTarget {
  const parts = TRANSFORMS[property];
  return {
    target: "material",
    property: `${paths.join(", ")}: ${parts.map(({ path }) => path).join(", ")}`,
    parts: parts.map((part) => ({ ...part, path: `${paths[0]}.${part.path}` })),
    transform: { paths, property, ...options },
  };
}
