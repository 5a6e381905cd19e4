/** Makes the targets of the tables, as data. */
import type { BabylonPart, BabylonTarget, PointerTargetKind, TextureProperty } from "./property.js";

/** A number of the same meaning. */
export function number(target: PointerTargetKind, path: string, factor = 1): BabylonTarget {
  return numbers(target, { path, component: 0, ...(factor !== 1 && { factor }) });
}

/** Several Babylon properties of one component each. */
export function numbers(target: PointerTargetKind, ...parts: readonly BabylonPart[]): BabylonTarget {
  return { target, property: parts.map(({ path }) => path).join(", "), parts };
}

/** A color, vector or quaternion of the same meaning. */
export function whole(target: PointerTargetKind, path: string): BabylonTarget {
  return { target, property: path, parts: [{ path }] };
}

/** A target that code with a name writes to. */
export function by(setter: string, target: BabylonTarget): BabylonTarget {
  return { ...target, setter };
}

/** A target that no single Babylon property holds. */
export function inWords(target: PointerTargetKind, property: string, code: Pick<BabylonTarget, "setter" | "lazy">): BabylonTarget {
  return { target, property, parts: [], ...code };
}

/** A property of a material that depends on others. `part` holds the value, if one property does. */
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

/** The transform of a texture that is at one of some paths of a material. */
export function transform(paths: readonly string[], property: TextureProperty, options: { hidden?: string } = {}): BabylonTarget {
  const parts = TRANSFORMS[property];
  return {
    target: "material",
    property: `${paths.join(", ")}: ${parts.map(({ path }) => path).join(", ")}`,
    parts: parts.map((part) => ({ ...part, path: `${paths[0]}.${part.path}` })),
    transform: { paths, property, ...options },
  };
}
