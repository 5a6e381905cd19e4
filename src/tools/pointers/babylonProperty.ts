import type { ObjectModelProperty } from "../../objectModel/property.js";

/** A property of the glTF Asset Object Model, and where it lands in Babylon, for people to read. */
export interface BabylonProperty extends ObjectModelProperty {
  /** The owner and the Babylon properties, as in `material: alphaCutOff`. */
  readonly lands?: string;
  /** Why there is nothing to land on. */
  readonly refusal?: string;
}
