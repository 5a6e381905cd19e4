import { addInto } from "../../gltf/sampling/index.js";
import { chooseEvaluation } from "./evaluationChoice.js";
import { showPose } from "./evaluator.js";
import { playableOf } from "./playable.js";
import type { Posing } from "./posing.js";
import type { AnimatedProperty } from "./properties/animatedProperty.js";
import { flushComponents } from "./properties/propertyAccess.js";
import type { PropertyList } from "./properties/propertyList.js";

interface Shown {
  readonly before: Float64Array;
  readonly sum: Float64Array;
}

/** The poses of an additive group that is shown while it is stopped: its differences, added to the values that the targets have otherwise. */
export class AdditivePreview {
  private readonly _shown = new Map<AnimatedProperty, Shown>();

  /** Replaces the differences of properties by their sums with the values of the properties. */
  add({ properties, offsets }: PropertyList, differences: Float64Array): void {
    const values = new Map(properties.map((property) => [property, this._valueBefore(property)])); // first: a group may animate one twice
    properties.forEach((property, i) => {
      const { kind } = property;
      const before = values.get(property)!;
      const sum = before.slice();
      addInto(sum, 0, differences, offsets[i]!, kind, 1);
      differences.set(sum, offsets[i]);
      this._shown.set(property, { before, sum });
    });
  }

  /** Returns the properties to their values from before, unless other code has changed them since. */
  end(): void {
    for (const property of this._shown.keys()) {
      property.write(this._valueBefore(property), 0);
    }
    flushComponents();
    this._shown.clear();
  }

  private _valueBefore(property: AnimatedProperty): Float64Array {
    const value = new Float64Array(property.kind.size);
    property.read(value, 0);
    const shown = this._shown.get(property);
    return shown?.sum.every((component, i) => component === value[i]) ? shown.before : value;
  }
}

/** Writes the pose of a timestamp as {@link Posing.show} says. */
export function showSinglePose({ binding, active, group, mode, isStarted }: Posing, preview: AdditivePreview, timestamp: number): void {
  const { properties, tracks, targetedAnimations, obstacle } = binding;
  const isCompiled = chooseEvaluation({ mode, obstacle, areAnimatablesUsed: false }).by === "compiled";
  const isPreview = group.isAdditive && !isStarted;
  properties.remember();
  if (!tracks || (!isCompiled && !isPreview)) {
    showPose(active.among(playableOf(group)), timestamp);
    return;
  }
  const { scratch, trackSet } = tracks;
  if (isCompiled) {
    trackSet.sampleInto(timestamp, scratch);
  } else {
    properties.readWhile(() => showPose(targetedAnimations, timestamp), scratch);
  }
  if (isPreview) {
    preview.add(properties, scratch);
  }
  properties.write(scratch, active.maskOf(targetedAnimations));
}
