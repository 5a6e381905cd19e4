import type { PointerProperty } from "../../objectModel/index.js";

/** A property of the glTF Asset Object Model, with its Babylon equivalent in words. */
export interface BabylonProperty extends PointerProperty {
  /** The kind of Babylon object and its properties, for example `material: alphaCutOff`. */
  readonly lands?: string;
  /** Why there is no equivalent. */
  readonly refusal?: string;
}
