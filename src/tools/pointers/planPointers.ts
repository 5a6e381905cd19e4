import { AnimationPlans, type PlannedChannel, POINTER_DIALECTS, PointerResolver } from "../../objectModel/index.js";
import type { GltfJson } from "../../file/index.js";
import type { AssetError } from "../../util/index.js";
import { BABYLON_MODEL } from "./babylonModel.js";

/** The channels of an asset that animate by JSON pointer, with errors and warnings. */
export interface PointerPlans {
  readonly channels: readonly PlannedChannel[];
  readonly errors: readonly AssetError[];
  readonly warnings: readonly string[];
}

/** Plans the channels of all extensions that animate by JSON pointer, as the loader does. */
export function planPointers(json: GltfJson): PointerPlans {
  const errors: AssetError[] = [];
  const warnings: string[] = [];
  const report = {
    warn: (message: string) => void warnings.push(message),
    leaveOut: (error: AssetError) => void errors.push(error),
  };
  const resolver = new PointerResolver(json, BABYLON_MODEL);
  const plans: AnimationPlans = new AnimationPlans(json, resolver);
  for (const dialect of Object.values(POINTER_DIALECTS)) {
    plans.plan(dialect, report);
  }
  return { channels: plans.planned, errors, warnings };
}
