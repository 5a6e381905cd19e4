/** Baked rows and live ones: the matrices that ordinary instances of every real file draw their vertices with. */
import { afterEach, describe, expect } from "@jest/globals";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import "@babylonjs/core/Cameras/universalCamera.js";
import "@babylonjs/core/Lights/directionalLight.js";
import "@babylonjs/core/Lights/pointLight.js";
import "@babylonjs/core/Lights/spotLight.js";
import "../../../src/index.js";
import { bake, layOut } from "../../../src/characters/crowd/asset/bake.js";
import { CrowdAsset } from "../../../src/characters/crowd/asset/crowdAsset.js";
import { resolveOptions } from "../../../src/characters/crowd/asset/crowdOptions.js";
import { createPart, drawnMeshes } from "../../../src/characters/crowd/asset/parts.js";
import { eachAsset, readAsset } from "../../helpers/assets.js";
import { instantiate, matricesOf, pose } from "../../helpers/crowdOracle.js";
import { stageKernels } from "../../helpers/poseKernels.js";
import { createScene, disposeScenes, loadContainer } from "../../helpers/scene.js";

afterEach(disposeScenes);

const FILES = [
  "skin-Fox.glb",
  "skin-CesiumMan.glb",
  "skin-raylib-robot-14anims.glb",
  "skin-RiggedSimple.glb",
  "skin-SimpleSkin.glb",
  "skin-RecursiveSkeletons.glb",
  "skin-babylon-Elf-3dsmax-4groups.glb",
  "trs-InterpolationTest.glb",
  "trs-BoxAnimated.glb",
  "trs-AnimatedCube.glb",
  "trs-AnimatedTriangle.glb",
  "trs-blender-03_all_animations.glb",
  "trs-blender-07_nla.glb",
  "trs-blender-cs_rotate.glb",
  "trs-blender-cs_scale.glb",
  "trs-blender-cs_translate.glb",
  "morph-AnimatedMorphCube-quantized.glb",
  "morph-AnimatedMorphCube.glb",
  "morph-MorphStressTest.glb",
  "morph-SimpleMorph.glb",
  "odd-blender-23-sparse-weights.glb",
  "pointer-AnimateAllTheThings-blender24.glb",
  "pointer-WhackAMole.glb",
  "pointer-ghost_v2.glb",
  "assetgen/Animation_Node_05.glb",
  "assetgen/Animation_NodeMisc_01.glb",
];

/** Of the largest component of the matrices: what single precision gives. */
const TOLERANCE = 1e-6;

function bakeAll(container: AssetContainer): { asset: CrowdAsset; row: (index: number, entry: number) => Float32Array } {
  const options = resolveOptions({ posesPerSecond: (clip) => 4 / Math.max((clip.to - clip.from) / 60, 1e-3) });
  const asset = new CrowdAsset(container, options);
  const size = { entries: asset.palette.length, baked: layOut(asset, options), live: 0 };
  const steps = bake(asset, size, false, () => undefined);
  let step = steps.next();
  while (step.done !== true) {
    step = steps.next();
  }
  const { rows } = step.value;
  const begin = (index: number, entry: number): number => (index * size.entries + entry) * 16;
  return { asset, row: (index, entry) => (rows as Float32Array).subarray(begin(index, entry), begin(index, entry) + 16) };
}

function largestOf(values: ArrayLike<number>): number {
  return Array.from(values).reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
}

describe("each baked matrix, and each of both kernels, is that of an ordinary instance", () => {
  const rows = FILES.flatMap((file) => [false, true].map((rightHanded) => ({ file, rightHanded })));
  eachAsset(rows)("$file, right-handed $rightHanded", async ({ file, rightHanded }) => {
    const container = await loadContainer(readAsset(file), createScene({ rightHanded }));
    const { asset, row } = bakeAll(container);
    const staged = stageKernels(asset);
    let compared = 0;
    let largest = 1;
    const wrong: string[] = [];
    for (const clip of asset.clips) {
      const instance = instantiate(container);
      for (let index = 0; index < clip.rowCount; index++) {
        const time = index === clip.rowCount - 1 ? clip.end : clip.start + index / clip.rowRate;
        pose(container, instance, clip.group, time);
        const live = staged.map((each) => {
          each.kernels.set(clip, Float64Array.of(time, 1));
          return each.row();
        });
        drawnMeshes(container.meshes).forEach((mesh) => {
          const { entries } = createPart(mesh, asset.rig, asset.palette);
          const expected = matricesOf(instance.meshOf(mesh));
          entries.forEach((entry, bone) => {
            largest = Math.max(largest, largestOf(expected[bone]!));
            for (const actual of [row(clip.firstRow + index, entry), ...live.map((each) => each.subarray(16 * entry, 16 * entry + 16))]) {
              const apart = largestOf(actual.map((component, i) => component - expected[bone]![i]!));
              if (!(apart <= TOLERANCE * largest)) {
                wrong.push(`${clip.name} ${index} ${mesh.name} ${bone}: ${apart} of ${largest}`);
              }
              compared++;
            }
          });
        });
      }
      instance.dispose();
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(compared).toBeGreaterThan(0);
  });
});
