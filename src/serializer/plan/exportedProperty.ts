/** Animated properties of an asset, before anybody knows the indices that its objects will have. */
import { getOrMake } from "../../util/index.js";
import type { PointerType } from "../../objectModel/index.js";

/** The form of a rotation that is not a quaternion: Euler angles, or the direction of a light. */
export type RotationForm = "angles" | "direction";

/** The array of an asset's lights. */
export const LIGHTS = "extensions/KHR_lights_punctual/lights";

/** A property of a glTF object that a Babylon object becomes. */
export interface ExportedProperty {
  readonly object: object;
  /** The array that the glTF object will be in: `nodes`, `extensions/KHR_lights_punctual/lights`. */
  readonly collection: string;
  /** The JSON pointer from there on: `/translation`. */
  readonly pathInObject: string;
  readonly type: PointerType;
  /** The components at present. */
  readonly current: readonly number[];
  /** The components that the loaded asset stated; null if it is not known. */
  readonly inFile: readonly number[] | null;
  /** What the components are where they are not those of the property, a rotation. */
  readonly rotationForm?: RotationForm;
}

/** The components of a property that a Babylon animation animates. */
export interface ExportedPart {
  readonly property: ExportedProperty;
  /** The first component. */
  readonly offset: number;
  readonly size: number;
  /** What the animation's values are divided by. */
  readonly factor: number;
  /** The components from before anything animated them; null if they are not known. */
  readonly before: readonly number[] | null;
  /** The Babylon property, from the object on; absent for animation by JSON pointer. */
  readonly path?: string;
  /** Further Babylon properties that the same component sets, and that must change together with the property. */
  readonly coupledPaths?: readonly string[];
}

/** A list for each property. */
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
