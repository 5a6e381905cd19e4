import { hintAmong, show } from "../../gltf/util/index.js";

/** @throws TypeError or RangeError unless a value is one of some names of clips */
export function expectClipName(argument: string, name: unknown, names: readonly string[]): void {
  if (typeof name !== "string" || !names.includes(name)) {
    const rule = `must be the name of a clip of the character (got ${show(name)})`;
    throw typeof name === "string"
      ? new RangeError(`${argument}: ${rule}${hintAmong(name, names)}`)
      : new TypeError(`${argument}: ${rule}`);
  }
}
