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

/** The properties that the channels of an animation take, so that none is animated twice. */
export class Claims {
  /** What is taken of that with a key: its elements, -1 for all of them, or the keys of the properties that belong to it. */
  private readonly _taken = new Map<string, Set<number | string>>();

  /**
   * Takes all that one channel animates, or nothing.
   * @throws AssetError where one of them, or a part of it, or what it is a part of, is animated already
   */
  claim(place: string, properties: readonly Property[]): void {
    for (const [i, property] of properties.entries()) {
      if (!this._take(property)) {
        properties.slice(0, i).forEach((taken) => this._release(taken));
        const got = withElement(property.pointer, property.element);
        throw new AssetError(place, `must not animate what another channel of the animation does (got ${excerpt(got)})`);
      }
    }
  }

  private _take({ claimKey, element }: Property): boolean {
    // no property lies deeper in another one than by one token: those are numbers and arrays of numbers
    const [own, whole] = [this._takenOf(claimKey), this._takenOf(parentOf(claimKey))];
    const isFree = own.size === 0 || (element >= 0 && typeof anyOf(own) === "number" && !own.has(-1) && !own.has(element));
    if (!isFree || typeof anyOf(whole) === "number") {
      return false;
    }
    own.add(element);
    whole.add(claimKey);
    return true;
  }

  private _release({ claimKey, element }: Property): void {
    const own = this._takenOf(claimKey);
    own.delete(element);
    if (own.size === 0) {
      this._takenOf(parentOf(claimKey)).delete(claimKey);
    }
  }

  private _takenOf(key: string): Set<number | string> {
    const taken = this._taken.get(key) ?? new Set();
    this._taken.set(key, taken);
    return taken;
  }
}

function anyOf(set: ReadonlySet<number | string>): number | string | undefined {
  return set.values().next().value;
}

function parentOf(key: string): string {
  return key.slice(0, key.lastIndexOf("/"));
}
