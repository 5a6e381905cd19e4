import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { createYieldingScheduler, runCoroutineAsync, runCoroutineSync } from "@babylonjs/core/Misc/coroutine.js";
import { warnOfUnknownMembers } from "../../scene/host/index.js";
import { expectObject } from "./arguments.js";
import { check, type OptionTable, readOptions, show } from "../../gltf/util/index.js";
import { bakeAll } from "./asset/bake.js";
import { ClipCrowd } from "./clipCrowd.js";
import { compileClips, CrowdAsset } from "./asset/crowdAsset.js";
import { type ClipCrowdOptions, CROWD_OPTIONS, type ResolvedCrowdOptions, resolveOptions } from "./asset/crowdOptions.js";

/** How a crowd is made over several frames. */
export interface AsyncClipCrowdOptions extends ClipCrowdOptions {
  /** Receives the share of the poses that are baked, 0..1. */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** After how many milliseconds of work the browser may draw, > 0. Default 4. */
  readonly sliceMilliseconds?: number | undefined;
  /** Ends the work; the promise rejects. */
  readonly signal?: AbortSignal | undefined;
}

const ASYNC_OPTIONS = {
  ...CROWD_OPTIONS,
  onProgress: { default: () => undefined, check: check("must be a function", "function", () => true) },
  sliceMilliseconds: { default: 4, check: check("must be a number > 0", "number", (time: number) => time > 0) },
  signal: {
    default: undefined,
    check: check("must be an AbortSignal", "object", (signal: AbortSignal | null) => typeof signal?.addEventListener === "function"),
  },
} as const satisfies OptionTable<AsyncClipCrowdOptions>;

/**
 * Bakes the clips of a container, and draws any number of characters of it, in one call for each material. The container need not be in
 * the scene, and its nodes are not changed.
 *
 * All vertices move by their nodes and skins. What all characters share is shown as in the asset at rest: weights of morph targets, and
 * animated materials, lights, cameras and visibility; a warning names them.
 * @throws TypeError or RangeError if an option is invalid; if the engine is WebGL 1; if the asset has no visible mesh, or has a
 * `NodeMaterial`, a
 * `MultiMaterial`, thin instances, pivots, bones without nodes, or more joints than the device can read; or if the clips need more rows
 * than a texture of the device has, or more than 2²³ matrices: rows times joints and rigid meshes
 * @example
 * const crowd = CreateClipCrowd(await LoadAssetContainerAsync("robot.glb", scene));
 * for (const index of crowd.addMany(10_000)) {
 *   crowd.setMatrix(index, Matrix.Translation(index % 100, 0, Math.floor(index / 100)));
 *   crowd.play(index, "Walking", { offset: Math.random() });
 * }
 */
export function CreateClipCrowd(container: AssetContainer, options: ClipCrowdOptions = {}): ClipCrowd {
  warnOfUnknownMembers("CreateClipCrowd", "options", options, CROWD_OPTIONS);
  return runCoroutineSync(create(container, resolveOptions(options), () => undefined));
}

/**
 * As {@link CreateClipCrowd}, but bakes large assets over several frames.
 * @returns rejects with the same errors, or if it was aborted
 */
export async function CreateClipCrowdAsync(container: AssetContainer, options: AsyncClipCrowdOptions = {}): Promise<ClipCrowd> {
  expectObject("options", options, "must be an object", "leave it out for the defaults");
  const { onProgress, sliceMilliseconds, signal, ...others } = readOptions(options, ASYNC_OPTIONS);
  warnOfUnknownMembers("CreateClipCrowdAsync", "options", options, ASYNC_OPTIONS);
  return await runCoroutineAsync(create(container, others, onProgress), createYieldingScheduler(sliceMilliseconds), signal);
}

function* create(
  container: AssetContainer,
  options: ResolvedCrowdOptions,
  onProgress: (share: number) => void,
): Generator<void, ClipCrowd, void> {
  expectContainer("container", container);
  options.levels.forEach((level, i) => {
    const argument = `options.levels/${i}/container`;
    expectContainer(argument, level.container);
    if (level.container.scene !== container.scene) {
      throw new RangeError(`${argument}: must be of the scene of the crowd's container`);
    }
  });
  const asset = new CrowdAsset(container, options, yield* compileClips(container, options));
  yield;
  const baked = yield* bakeAll(asset, options, { onProgress });
  asset.logFindings();
  return new ClipCrowd(asset, baked, options);
}

function expectContainer(argument: string, container: unknown): void {
  const { scene, meshes } = (container ?? {}) as Partial<AssetContainer>;
  if (!scene || !Array.isArray(meshes)) {
    throw new TypeError(`${argument}: must be an AssetContainer (got ${show(container)}); await LoadAssetContainerAsync`);
  }
  if (scene.isDisposed) {
    throw new RangeError(`${argument}: must be of a scene that is not disposed`);
  }
}
