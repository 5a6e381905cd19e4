import type { Material } from "@babylonjs/core/Materials/material.js";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import { CopiedState } from "./copiedState.js";
import type { Setter } from "./setters.js";

/** The state of the coupled properties of a material: glTF properties that jointly determine one Babylon property. */
export interface CoupledState {
  /** The components of the glTF properties, by property name. */
  readonly values: Readonly<Record<string, readonly number[]>>;
  /**
   * Takes over a material that Babylon's loader has loaded.
   * @param onComplete notified when the whole asset is loaded
   */
  take(material: Material, onComplete: Observable<void>): void;
  set(name: string, value: ArrayLike<number>): void;
  /** Sets up the material for the current values. */
  apply(material: Material): void;
  /** A loaded texture of the material, even if the texture is out of use. */
  textureOf(name: string): unknown;
  /** Creates the state for a copy of the material. */
  copyFor(copy: Material): CoupledState;
}

/** The states of the materials with animated coupled properties. */
export const coupledMaterials = new CopiedState<CoupledState>((state, copy) => state.copyFor(copy as Material));

/** Makes a setter that writes one coupled property, and sets up the material for all coupled properties. */
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
