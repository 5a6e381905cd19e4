import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { logWarningOnce } from "../host/index.js";
import { argumentError, excerpt } from "../../gltf/util/index.js";

/** @throws TypeError or RangeError unless the layer is an integer >= 0 */
export function expectLayer(layer: number): void {
  if (!(Number.isInteger(layer) && layer >= 0)) {
    throw argumentError("layer", "must be an integer >= 0", layer, "number");
  }
}

/**
 * Warns of a layer above 0 where Babylon, which has no layers, mixes the group.
 * @param reason why Babylon mixes the group; none if it does not
 */
export function warnOfLayer({ name }: AnimationGroup, layer: number, reason: string | false | undefined): void {
  if (layer > 0 && reason) {
    logWarningOnce(`${excerpt(name)}: layer: has no effect: Babylon mixes the group (${reason})`);
  }
}
