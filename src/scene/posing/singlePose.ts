import type { TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import { addInto } from "../../gltf/sampling/index.js";
import { keyRangeOf } from "../keys/index.js";
import { chooseEvaluation } from "./evaluationChoice.js";
import { frameAt } from "./clipPlayback.js";
import { playableOf } from "./playable.js";
import type { Posing } from "./posing.js";
import type { AnimatedProperty } from "./properties/animatedProperty.js";
import { flushComponents, placeOf } from "./properties/propertyAccess.js";
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
    writeByBabylon(active.among(playableOf(group)), timestamp);
    return;
  }
  const { scratch, trackSet } = tracks;
  if (isCompiled) {
    trackSet.sampleInto(timestamp, scratch);
  } else {
    properties.readWhile(() => writeByBabylon(targetedAnimations, timestamp), scratch);
  }
  if (isPreview) {
    preview.add(properties, scratch);
  }
  properties.write(scratch, active.maskOf(targetedAnimations));
}

/** Writes the values at a timestamp as Babylon interpolates them. */
export function writeByBabylon(targetedAnimations: readonly TargetedAnimation[], timestamp: number): void {
  for (const { animation, target } of targetedAnimations) {
    const { holder, name } = placeOf(animation.targetPropertyPath, target as object);
    if (holder) {
      const value = animation.evaluate(frameAt(timestamp, animation, keyRangeOf(animation))) as { clone?(): unknown };
      holder[name] = value.clone?.() ?? value;
      (target as { markAsDirty?(property: string): void }).markAsDirty?.(animation.targetProperty);
    }
  }
}
