import type { BabylonTarget } from "../../../gltf/objectModel/index.js";
import { followPath } from "../setters/setters.js";

/**
 * The value of a glTF property in a Babylon object, read from the Babylon properties that it is written to.
 * @param initial the components that no Babylon property holds
 * @returns null if a Babylon property cannot be read
 */
export function currentValueOf({ parts }: BabylonTarget, object: object, initial: readonly number[]): readonly number[] | null {
  const value = [...initial];
  for (const { path, component = 0, factor = 1, isSwitch } of parts) {
    const found = isSwitch ? undefined : followPath(object, path.split("."));
    if (typeof found === "number") {
      value[component] = found / factor;
    } else if (typeof found === "object" && found !== null && "asArray" in found) {
      (found as { asArray(): number[] }).asArray().forEach((each, i) => (value[i] = each));
    } else if (!isSwitch) {
      return null;
    }
  }
  return value.slice(0, initial.length);
}
