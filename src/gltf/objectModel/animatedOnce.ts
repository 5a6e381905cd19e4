import { AssetError, excerpt, withElement } from "../util/index.js";
import { isTransform, type PropertyPath } from "./propertyPath.js";

/**
 * The key under which a property is claimed. Keys of overlapping properties have a common prefix: the matrix of a node includes the
 * translation, rotation and scale.
 */
export function conflictKeyOf(pointer: string, path: PropertyPath): string {
  return isTransform(path) && path.property !== "matrix" ? `/nodes/${path.index}/matrix/${path.property}` : pointer;
}

/** A property, or one element of a property. The element is -1 for the whole property. */
export interface AnimatedPart {
  readonly pointer: string;
  readonly element: number;
  readonly conflictKey: string;
}

/** The claimed extent of a property: the whole property, some elements, or some member properties. */
type Extent = "whole" | "elements" | "members";

/** The properties that the channels of an animation animate. glTF allows only one channel per property (glTF 2.0, section 3.11). */
export class AnimatedOnce {
  private readonly _claimed = new Map<string, Extent>();

  /**
   * Claims all properties that one channel animates, or no property at all.
   * @throws AssetError if another channel animates one of the properties, a part of a property, or an enclosing property
   */
  claim(at: string, properties: readonly AnimatedPart[]): void {
    const added: string[] = [];
    for (const { pointer, element, conflictKey: claimKey } of properties) {
      const key = withElement(claimKey, element);
      // properties nest by one token only: numbers in arrays of numbers
      const parent = claimKey.slice(0, claimKey.lastIndexOf("/"));
      if (this._claimed.has(key) || this._isOther(claimKey, "elements") || this._isOther(parent, "members")) {
        added.forEach((each) => this._claimed.delete(each));
        const got = excerpt(withElement(pointer, element));
        throw new AssetError(at, `another channel of this animation already animates this property (got ${got})`);
      }
      this._add(key, "whole", added);
      this._add(claimKey, "elements", added);
      this._add(parent, "members", added);
    }
  }

  /** Whether a channel animates an element of a property, or the whole property. */
  isAnimated(pointer: string, element: number): boolean {
    return this._claimed.get(pointer) === "whole" || this._claimed.get(withElement(pointer, element)) === "whole";
  }

  private _isOther(key: string, extent: Extent): boolean {
    return (this._claimed.get(key) ?? extent) !== extent;
  }

  private _add(key: string, extent: Extent, added: string[]): void {
    if (!this._claimed.has(key)) {
      this._claimed.set(key, extent);
      added.push(key);
    }
  }
}
