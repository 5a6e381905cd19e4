import type { CrowdAsset } from "../../src/characters/crowd/asset/crowdAsset.js";
import type { PoseTexture } from "../../src/characters/crowd/asset/poseTexture.js";
import type { PoseKernels } from "../../src/characters/crowd/live/poseKernels.js";
import { ScriptKernels } from "../../src/characters/crowd/live/scriptKernels.js";
import { instantiateKernels, WasmKernels } from "../../src/characters/crowd/live/wasmKernels.js";

/** Kernels of an asset, and the row that they have written last, in single floats. */
export interface StagedKernels {
  readonly kernels: PoseKernels;
  readonly row: () => Float32Array;
}

/** Both kernels of an asset. */
export function stageKernels(asset: CrowdAsset): StagedKernels[] {
  return (["javascript", "wasm"] as const).map((name) => {
    const data = new Float32Array(16 * asset.palette.length);
    const put = (_row: number, matrices: Float32Array): void => data.set(matrices);
    const texture = { data, setLive: put, writeLive: put } as unknown as PoseTexture;
    const kernels = name === "wasm" ? new WasmKernels(instantiateKernels()!, asset, texture) : new ScriptKernels(asset, texture);
    return {
      kernels,
      row: () => {
        kernels.write(0);
        return data;
      },
    };
  });
}
