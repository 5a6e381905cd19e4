import type { Material } from "@babylonjs/core/Materials/material.js";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import { CopiedState } from "./copiedState.js";
import type { Setter } from "./setters.js";

/** The values of the coupled properties of a material: properties that determine one Babylon property together. */
export interface CoupledState {
  /** The components of each property, as glTF has them. */
  readonly values: Readonly<Record<string, readonly number[]>>;
  /**
   * Takes over a material that Babylon's loader has loaded.
   * @param onComplete notified when the loader is done with everything
   */
  take(material: Material, onComplete: Observable<void>): void;
  set(name: string, value: ArrayLike<number>): void;
  /** Sets the material up for the values. */
  apply(material: Material): void;
  /** A texture that the material was loaded with, even if it is out of use. */
  textureOf(name: string): unknown;
  /** The state of a copy of the material. */
  copyFor(copy: Material): CoupledState;
}

/** The materials of which coupled properties are animated. */
export const coupledMaterials = new CopiedState<CoupledState>((state, copy) => state.copyFor(copy as Material));

/** Writes one of the properties, and sets the material up for all of them. */
export function coupledSetter(name: string): Setter {
  return {
    write: (material, value) => {
      const state = coupledMaterials.of(material);
      state?.set(name, value);
      state?.apply(material as Material);
    },
    copy: (material, copyOf) => coupledMaterials.copy(material, copyOf),
  };
}
