import type { CrowdAsset } from "../asset/crowdAsset.js";
import type { CrowdClip } from "../asset/crowdClip.js";
import type { PoseTexture } from "../asset/poseTexture.js";
import { ScriptKernels } from "./scriptKernels.js";
import { instantiateKernels, WasmKernels } from "./wasmKernels.js";

/** Computes the poses of characters, one by one. */
export type CrowdKernels = "wasm" | "javascript";

/**
 * What a pose shows of a clip. An array, because V8 would allocate 16 bytes for each number that it passes.
 *
 * Layout: `[timestamp, amount]`; the amount is the share of the clip, or of what it adds, 0..1
 */
export type ClipMoment = Float64Array;
export const TIMESTAMP = 0;
export const AMOUNT = 1;

/** Computes one pose after the other: sets it to a clip, blends and adds further clips, and writes its row. */
export interface PoseKernels {
  readonly name: CrowdKernels;
  /** @param clip null for the asset at rest */
  set(clip: CrowdClip | null, moment: ClipMoment): void;
  /** @param clip null for the asset at rest */
  blend(clip: CrowdClip | null, moment: ClipMoment): void;
  /** Adds an additive clip. */
  add(clip: CrowdClip, moment: ClipMoment): void;
  /** Writes the matrices of the pose into a live row of the texture. */
  write(row: number): void;
}

/** Kernels in WebAssembly; in JavaScript where a Content-Security-Policy does not allow WebAssembly, or SIMD or memory is missing. */
export function createKernels(asset: CrowdAsset, texture: PoseTexture): PoseKernels {
  const instance = instantiateKernels();
  try {
    return instance ? new WasmKernels(instance, asset, texture) : new ScriptKernels(asset, texture);
  } catch {
    return new ScriptKernels(asset, texture); // no memory
  }
}
