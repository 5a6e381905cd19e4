import type { CrowdAsset } from "../asset/crowdAsset.js";
import type { CrowdClip } from "../asset/crowdClip.js";
import type { PoseTexture } from "../asset/poseTexture.js";
import { ScriptKernels } from "./scriptKernels.js";
import { instantiateKernels, WasmKernels } from "./wasmKernels.js";

/** Computes the poses of characters, one by one. */
export type CrowdKernels = "wasm" | "javascript";

/** Computes one pose after the other: sets it to a clip, blends and adds further clips, and writes its row. */
export interface PoseKernels {
  readonly name: CrowdKernels;
  /** @param clip null for the asset at rest */
  set(clip: CrowdClip | null, timestamp: number): void;
  /**
   * @param clip null for the asset at rest
   * @param amount 0..1, the share of the clip
   */
  blend(clip: CrowdClip | null, timestamp: number, amount: number): void;
  /** Adds an additive clip. @param amount 0..1 */
  add(clip: CrowdClip, timestamp: number, amount: number): void;
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
