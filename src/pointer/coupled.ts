/** What materials of different kinds have in common where properties of them depend on each other. */
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import { followTokens } from "./jsonPointer.js";

export const DIFFUSE_TRANSMISSION = "KHR_materials_diffuse_transmission";

/** The glTF properties that depend on each other: where a material states them, and what they are where it does not. */
export const SOURCES = {
  transmissionFactor: ["KHR_materials_transmission", [0]],
  ior: ["KHR_materials_ior", [1.5]],
  dispersion: ["KHR_materials_dispersion", [0]],
  thicknessFactor: ["KHR_materials_volume", [0]],
  attenuationDistance: ["KHR_materials_volume", [Number.MAX_VALUE]],
  attenuationColor: ["KHR_materials_volume", [1, 1, 1]],
  diffuseTransmissionFactor: [DIFFUSE_TRANSMISSION, [0]],
  diffuseTransmissionColorFactor: [DIFFUSE_TRANSMISSION, [1, 1, 1]],
} as const satisfies Sources;

type Sources = Readonly<Record<string, readonly [extension: string, byDefault: readonly number[]]>>;

/** What a material in the asset states of properties that depend on each other. */
export function statedValues<Of extends Sources>(json: object, sources: Of): Record<keyof Of, number[]> {
  const values = Object.entries(sources).map(([name, [extension, byDefault]]) => [
    name,
    [followTokens(json, ["extensions", extension, name]) ?? byDefault].flat(),
  ]);
  return Object.fromEntries(values) as Record<keyof Of, number[]>;
}

/** What has a material be as it would be loaded, where properties of it that depend on each other are animated. */
export interface TrackedLayers {
  /**
   * Takes what Babylon's loader has loaded.
   * @param onComplete tells when it has done all else
   */
  take(material: Material, onComplete: Observable<void>): void;
}
