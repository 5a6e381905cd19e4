import type { IGLTF } from "@babylonjs/loaders/glTF/2.0/index.js";
import { AssetError, excerpt } from "../schema/index.js";
import type { ResolvedPointer } from "./resolve.js";

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

/** Stands for the elements of a property that is animated as a whole. */
const WHOLE = null;

/** The properties that the channels of an animation take, so that none is animated twice. */
export class Claims {
  /** The elements that are taken, by key. */
  private readonly _taken = new Map<string, Set<number> | typeof WHOLE>();
  /** How many properties are taken that belong to the one with the key. */
  private readonly _parts = new Map<string, number>();

  /**
   * Takes all that one channel animates, or nothing.
   * @throws AssetError where one of them, or a part of it, or what it is a part of, is animated already
   */
  claim(place: string, properties: readonly Property[]): void {
    for (const [i, property] of properties.entries()) {
      if (!this._take(property)) {
        properties.slice(0, i).forEach((taken) => this._release(taken));
        const { pointer, element } = property;
        const got = element >= 0 ? `${pointer}/${element}` : pointer;
        throw new AssetError(place, `must not animate what another channel of the animation does (got ${excerpt(got)})`);
      }
    }
  }

  private _take({ claimKey, element }: Property): boolean {
    const elements = this._taken.get(claimKey);
    if (elements) {
      const isFree = element >= 0 && !elements.has(element);
      if (isFree) {
        elements.add(element);
      }
      return isFree;
    }
    // no property lies deeper in another one than by one token: those are numbers and arrays of numbers
    const whole = parentOf(claimKey);
    if (elements === WHOLE || this._taken.has(whole) || this._parts.has(claimKey)) {
      return false;
    }
    this._taken.set(claimKey, element < 0 ? WHOLE : new Set([element]));
    this._parts.set(whole, (this._parts.get(whole) ?? 0) + 1);
    return true;
  }

  private _release({ claimKey, element }: Property): void {
    const elements = this._taken.get(claimKey);
    elements?.delete(element);
    if (elements?.size) {
      return;
    }
    this._taken.delete(claimKey);
    const whole = parentOf(claimKey);
    const count = this._parts.get(whole)! - 1;
    if (count > 0) {
      this._parts.set(whole, count);
    } else {
      this._parts.delete(whole);
    }
  }
}

function parentOf(key: string): string {
  return key.slice(0, key.lastIndexOf("/"));
}
