import type { IGLTF } from "@babylonjs/loaders/glTF/2.0/index.js";
import { excerpt } from "../messages/show.js";
import { AssetError } from "../schema/index.js";
import { withElement, type ResolvedPointer } from "./resolve.js";

/**
 * The key under which a property is claimed. What stands for several properties has a key that theirs begin with: the matrix of a node
 * is its translation, rotation and scale; the weights of a mesh are those of its nodes that have none of their own.
 * @param pointer to the property, with the template and the first index in it
 */
export function claimKeyOf(asset: unknown, pointer: string, template: string, index: number): string {
  switch (template) {
    case "/nodes/{}/translation":
    case "/nodes/{}/rotation":
    case "/nodes/{}/scale":
      return `/nodes/${index}/matrix${template.slice("/nodes/{}".length)}`;
    case "/nodes/{}/weights": {
      const node = (asset as IGLTF).nodes?.[index];
      return node?.mesh !== undefined && node.weights === undefined ? `/meshes/${node.mesh}/weights/node ${index}` : pointer;
    }
    default:
      return pointer;
  }
}

type Property = Pick<ResolvedPointer, "pointer" | "element" | "claimKey">;

/** How much of a property is taken: all of it, some of its elements, or some of the properties that belong to it. */
type Taken = "whole" | "elements" | "members";

/** The properties that the channels of an animation take, so that none is animated twice. */
export class Claims {
  private readonly _taken = new Map<string, Taken>();

  /**
   * Takes all that one channel animates, or nothing.
   * @throws AssetError where one of them, or a part of it, or what it is a part of, is animated already
   */
  claim(place: string, properties: readonly Property[]): void {
    const taken = this._taken;
    const added: string[] = [];
    for (const { pointer, element, claimKey } of properties) {
      const isElement = element >= 0;
      const key = withElement(claimKey, element);
      // no property lies deeper in another one than by one token: those are numbers and arrays of numbers
      const parent = claimKey.slice(0, claimKey.lastIndexOf("/"));
      if (
        taken.has(key) ||
        (isElement && (taken.get(claimKey) ?? "elements") !== "elements") ||
        (taken.get(parent) ?? "members") !== "members"
      ) {
        added.forEach((each) => taken.delete(each));
        throw new AssetError(
          place,
          `must not animate what another channel of the animation does (got ${excerpt(withElement(pointer, element))})`,
        );
      }
      const takes: readonly [string, Taken][] = [
        [key, "whole"],
        [claimKey, "elements"],
        [parent, "members"],
      ];
      for (const [each, how] of takes) {
        if (!taken.has(each)) {
          taken.set(each, how);
          added.push(each);
        }
      }
    }
  }
}
