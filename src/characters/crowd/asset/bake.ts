import { isHeadless } from "../../../scene/host/index.js";
import { Box } from "./boundingBox.js";
import type { CrowdAsset } from "./crowdAsset.js";
import { type ResolvedCrowdOptions, rowRateOf } from "./crowdOptions.js";
import { LARGEST_HALF } from "./halfFloat.js";
import { createRows, expectFit, mostLive, type PoseTextureSize, writeRow } from "./poseTexture.js";

/** The row of the asset at rest. */
export const REST_ROW = 0;

/** The live rows of a new texture: it grows. */
const FIRST_LIVE_ROWS = 64;

/** The baked poses of an asset. */
export interface BakedPoses {
  readonly size: PoseTextureSize;
  readonly rows: Float32Array | Uint16Array;
  /** Contains the asset in all its poses. */
  readonly box: Box;
}

/** Assigns pose rows to the clips. @returns their number */
export function layOut({ clips }: CrowdAsset, options: Pick<ResolvedCrowdOptions, "posesPerSecond">): number {
  let row = REST_ROW + 1;
  for (const clip of clips) {
    const length = clip.end - clip.start;
    clip.firstRow = row;
    clip.rowCount = Math.ceil(length * rowRateOf(options, clip.group) - 1e-6) + 1; // 2 s at 30 a second are 61 rows, however it is rounded
    clip.rowRate = length > 0 ? (clip.rowCount - 1) / length : 0;
    row += clip.rowCount;
  }
  return row;
}

/**
 * Lays out and bakes all poses of an asset. `onProgress` receives the share that is done, 0..1, after each row. The texture has `live` rows for
 * live poses if there is room for them, and at least as many as a new one.
 * @throws RangeError where the poses are too large, or the engine cannot draw poses of this size
 */
export function* bakeAll(
  asset: CrowdAsset,
  options: ResolvedCrowdOptions,
  { onProgress = () => undefined, live = 0 }: { onProgress?: (share: number) => void; live?: number } = {},
): Generator<void, BakedPoses, void> {
  const engine = asset.container.scene.getEngine();
  const size = { entries: asset.palette.length, baked: layOut(asset, options), live: Math.min(options.maxLivePoses, FIRST_LIVE_ROWS) };
  expectFit(engine, size);
  const isHalf = options.halfFloat && (engine.getCaps().textureHalfFloat || isHeadless(engine));
  size.live = Math.max(size.live, Math.min(live, mostLive(engine, size)));
  return yield* bake(asset, size, isHalf, onProgress);
}

/**
 * Bakes the poses of an asset, one row at each step.
 * @param onProgress receives the share that is done, 0..1, after each row
 * @yields after each row
 */
export function* bake(
  asset: CrowdAsset,
  size: PoseTextureSize,
  isHalf: boolean,
  onProgress: (share: number) => void,
): Generator<void, BakedPoses, void> {
  const { rig, clips } = asset;
  const box = new Box();
  const pose = new Float64Array(rig.rest.length);
  const matrices = new Float32Array(size.entries * 16);
  const rows = createRows(size, isHalf);
  let isTooLarge = false;
  let done = 0;
  const put = (row: number): void => {
    asset.writeRow(pose, matrices);
    asset.boxes.forEach((own, entry) => box.addMoved(own, matrices, 16 * entry));
    isTooLarge ||= !matrices.every(fitsHalf);
    writeRow(rows, row, matrices);
    done++;
  };
  pose.set(rig.rest);
  put(REST_ROW);
  for (const clip of clips) {
    for (let row = 0; row < clip.rowCount; row++) {
      pose.set(rig.rest);
      clip.sampleInto(row === clip.rowCount - 1 ? clip.end : clip.start + row / clip.rowRate, pose);
      put(clip.firstRow + row);
      onProgress(done / size.baked);
      yield;
    }
  }
  return isHalf && isTooLarge ? yield* bake(asset, size, false, onProgress) : { size, rows, box };
}

function fitsHalf(component: number): boolean {
  return Math.abs(component) <= LARGEST_HALF;
}
