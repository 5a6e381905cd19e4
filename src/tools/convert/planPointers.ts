import { AnimationPlans, type PlannedChannel, POINTER_DIALECTS, PointerResolver } from "../../gltf/objectModel/index.js";
import type { GltfJson } from "../../gltf/file/index.js";
import type { Finding } from "../../gltf/util/index.js";
import { BABYLON_MODEL } from "../../gltf/matching/index.js";

/** The channels of an asset that animate by JSON pointer. */
export interface PointerPlans {
  readonly channels: readonly PlannedChannel[];
  readonly findings: readonly Finding[];
}

/** Plans the channels of all extensions that animate by JSON pointer, as the loader does. */
export function planPointers(json: GltfJson): PointerPlans {
  const findings: Finding[] = [];
  const report = { add: (finding: Finding) => void findings.push(finding) };
  const resolver = new PointerResolver(json, BABYLON_MODEL);
  const plans: AnimationPlans = new AnimationPlans(json, resolver);
  for (const dialect of Object.values(POINTER_DIALECTS)) {
    plans.plan(dialect, report);
  }
  return { channels: plans.planned, findings };
}
