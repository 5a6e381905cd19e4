/** Animated properties of an exported asset, before the glTF objects have indices. */
import { getOrMake } from "../../../gltf/util/index.js";
import type { PointerType } from "../../../gltf/objectModel/index.js";

/** The form of a rotation that is not a quaternion: Euler angles, or the direction of a light. */
export type RotationForm = "angles" | "direction";

/** The array of an asset's lights. */
export const LIGHTS = "extensions/KHR_lights_punctual/lights";

/** A property of the glTF object that is written for a Babylon object. */
export interface ExportedProperty {
  readonly object: object;
  /** The array that the glTF object will be in: `nodes`, `extensions/KHR_lights_punctual/lights`. */
  readonly collection: string;
  /** The JSON pointer within the glTF object: `/translation`. */
  readonly pathInObject: string;
  readonly type: PointerType;
  /** The current components. */
  readonly current: readonly number[];
  /** The components that the loaded asset stated; null if unknown. */
  readonly inFile: readonly number[] | null;
  /** The form of the components, for a rotation that is not a quaternion. */
  readonly rotationForm?: RotationForm;
}

/** The components of a property that a Babylon animation animates. */
export interface ExportedPart {
  readonly property: ExportedProperty;
  /** The first component. */
  readonly offset: number;
  readonly size: number;
  /** The divisor for the animation's values. */
  readonly factor: number;
  /** The components before any animation; null if unknown. */
  readonly before: readonly number[] | null;
  /** The path of the Babylon property in the object; absent for animation by JSON pointer. */
  readonly path?: string;
  /** The paths of further Babylon properties for the same component, which must change together with the property. */
  readonly coupledPaths?: readonly string[];
}

/** Lists of items by property. */
export class PropertyLists<Item> {
  private readonly _lists = new Map<object, Map<string, Item[]>>();

  at({ object, collection, pathInObject, rotationForm: form }: ExportedProperty): Item[] {
    const ofObject = getOrMake(this._lists, object, () => new Map<string, Item[]>());
    return getOrMake(ofObject, `${collection}${pathInObject} ${form}`, () => []);
  }

  all(): Item[][] {
    return [...this._lists.values()].flatMap((ofObject) => [...ofObject.values()]);
  }
}
