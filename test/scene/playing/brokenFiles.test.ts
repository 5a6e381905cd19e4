/** Real files with numbers among their keys that are not finite: all clips play, in each mode, and nothing that is not finite gets into the scene. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "../../../src/index.js";
import { ApplyRestPose, CreateClip } from "../../../src/pure.js";
import { assetNames, readAsset } from "../../helpers/assets.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { createRandom } from "../../helpers/random.js";
import { collectWarnings, createScene, disposeScenes, importAsset, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

const SEED = 20251122;
const WRONG = [NaN, Infinity, -Infinity];
const FLOAT = 5126;
const WIDTHS: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };

/** Replaces a number in about every third accessor of the animations. */
function breakKeys({ json, bin }: Asset, random: () => number): Asset {
  const view = new DataView(new Uint8Array(bin).buffer);
  const samplers = ((json["animations"] ?? []) as Json[]).flatMap(({ samplers }) => samplers as Json[]);
  for (const index of new Set(samplers.flatMap(({ input, output }) => [input as number, output as number]))) {
    const { bufferView, byteOffset = 0, componentType, count, type } = json["accessors"][index];
    if (bufferView !== undefined && componentType === FLOAT && random() < 0.3) {
      const { byteOffset: viewOffset = 0, byteStride = 4 * WIDTHS[type]! } = json["bufferViews"][bufferView];
      const [element, component] = [Math.floor(random() * count), Math.floor(random() * WIDTHS[type]!)];
      const at = viewOffset + byteOffset + element * byteStride + 4 * component;
      view.setFloat32(at, WRONG[Math.floor(random() * WRONG.length)]!, true);
    }
  }
  return { json, bin: new Uint8Array(view.buffer) };
}

function expectFinite(scene: Scene, place: string): void {
  for (const node of [...scene.transformNodes, ...scene.meshes].filter((each) => each instanceof TransformNode)) {
    const numbers = [...node.position.asArray(), ...node.scaling.asArray(), ...(node.rotationQuaternion?.asArray() ?? [])];
    if (!numbers.every(Number.isFinite)) {
      throw new Error(`${place}: ${node.name} is at ${numbers.join(" ")}`);
    }
  }
  const influences = scene.morphTargetManagers.flatMap((manager) =>
    Array.from({ length: manager.numTargets }, (_, i) => manager.getTarget(i).influence),
  );
  expect(influences.filter((influence) => !Number.isFinite(influence))).toEqual([]);
}

describe("real files with broken keys", () => {
  it.each(assetNames(".glb"))("%s", async (file) => {
    const random = createRandom(SEED);
    const asset = breakKeys(readAsset(file), random);
    for (const evaluation of ["auto", "babylon"] as const) {
      await collectWarnings(async () => {
        const scene = createScene();
        const { animationGroups } = await importAsset(asset, scene);
        for (const [i, group] of animationGroups.entries()) {
          const clip = CreateClip(`clip ${i}`, group, { end: 3 }, { evaluationMode: evaluation, weight: i % 2 ? 0.5 : -1 });
          clip.play();
          for (const time of [0, 0.1, 0.7, 1.5, 3]) {
            clip.timestamp = time;
            render(scene, 2);
            expectFinite(scene, `seed ${SEED}, ${evaluation}, ${group.name} at ${time} s`);
          }
          if (i % 3 === 0) {
            clip.stop();
          }
        }
        ApplyRestPose(scene);
        expectFinite(scene, `seed ${SEED}, ${evaluation}, at rest`);
      });
    }
  });
});
