/** Levels of detail: other meshes for characters that are far away, moved by the same rows. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Ray } from "@babylonjs/core/Culling/ray.js";
import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateClipCrowd, type ClipCrowd, type ClipCrowdOptions } from "../../../src/crowd.js";
import { createRandom } from "../../helpers/random.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";
import { createOrdinary, distanceTo, loadWalker } from "../../helpers/walkers.js";

afterEach(disposeScenes);

/** The walker with a part of its triangles. */
async function loadCoarse(scene: Scene, share: number): Promise<AssetContainer> {
  const container = await loadWalker(scene);
  const mesh = meshOf(container);
  const indices = mesh.getIndices()!;
  mesh.setIndices(Array.from(indices.slice(0, 3 * Math.floor((share * indices.length) / 3))));
  return container;
}

function meshOf({ meshes }: AssetContainer): Mesh {
  return meshes.find((mesh) => mesh.getTotalVertices() > 0) as Mesh;
}

/** Of the walker: its middle is nearer to its place. */
const HEIGHT = 2;

/** The camera is at z = -5 and looks to +z. */
async function createLevels(options: ClipCrowdOptions = {}): Promise<{ scene: Scene; container: AssetContainer; crowd: ClipCrowd }> {
  const scene = createScene();
  const container = await loadWalker(scene);
  const levels = [
    { container: await loadCoarse(scene, 0.5), distance: 20 },
    { container: await loadCoarse(scene, 0.25), distance: 50 },
  ];
  return { scene, container, crowd: CreateClipCrowd(container, { halfFloat: false, levels, ...options }) };
}

/** The characters that each mesh draws. */
function drawnBy(crowd: ClipCrowd): number[][] {
  return crowd.meshes.map((mesh) =>
    Array.from({ length: mesh.isEnabled() ? mesh.thinInstanceCount : 0 }, (_, thinInstanceIndex) =>
      crowd.indexOf({ pickedMesh: mesh, thinInstanceIndex }),
    ),
  );
}

function addAtDepths(crowd: ClipCrowd, ...depths: readonly number[]): void {
  depths.forEach((z) => crowd.add(Matrix.Translation(0, 0, z)));
}

describe("levels of detail", () => {
  it("are drawn from their distances on, each character once", async () => {
    const { scene, crowd } = await createLevels();
    const triangles = crowd.meshes.map((mesh) => mesh.getTotalIndices() / 3);
    expect(triangles[1]! / triangles[0]!).toBeCloseTo(0.5, 1);
    expect(triangles[2]! / triangles[0]!).toBeCloseTo(0.25, 1);
    addAtDepths(crowd, 0, 14, 16, 44, 46, 500, -40); // the camera is 5 further
    render(scene, 1);
    expect(drawnBy(crowd)).toEqual([
      [0, 1],
      [2, 3, 6],
      [4, 5],
    ]);
    scene.activeCamera!.position.z = 40;
    crowd.setVisible(4, false);
    crowd.remove(0);
    render(scene, 1);
    expect(drawnBy(crowd)).toEqual([[3], [1, 2], [5, 6]]);
  });

  it("count from the middle of a character to the camera, in all directions", async () => {
    const { scene, crowd } = await createLevels();
    scene.activeCamera!.position.set(100, 200, 300);
    const random = createRandom(5);
    const distances = Array.from({ length: 200 }, () => {
      const [x, y, z] = [0, 0, 0].map(() => 80 * (random() - 0.5)) as [number, number, number];
      crowd.add(Matrix.Translation(100 + x, 200 + y, 300 + z));
      return Math.hypot(x, y, z);
    });
    render(scene, 1);
    drawnBy(crowd).forEach((indices, level) => {
      indices.forEach((index) => {
        expect(distances[index]).toBeGreaterThan([0, 20, 50][level]! - HEIGHT);
        expect(distances[index]).toBeLessThan([20, 50, Infinity][level]! + HEIGHT);
      });
    });
    expect(drawnBy(crowd).flat()).toHaveLength(200);
  });

  it("count from the nearest of several cameras", async () => {
    const { scene, crowd } = await createLevels();
    scene.activeCameras = [scene.activeCamera!, new FreeCamera("far", new Vector3(0, 1, 100), scene)];
    addAtDepths(crowd, 0, 30, 100);
    render(scene, 1);
    expect(drawnBy(crowd)).toEqual([[0, 2], [1], []]);
  });

  it("go with culling, growth, colors and attachments", async () => {
    const { scene, crowd } = await createLevels({ culling: "camera", capacity: 1 });
    addAtDepths(crowd, 0, 30, -40, 70);
    crowd.setColor(1, { r: 0, g: 1, b: 0, a: 1 });
    const box = crowd.attach(CreateBox("box", {}, scene), "torso");
    render(scene, 1);
    expect(drawnBy(crowd)).toEqual([[0], [1], [3]]);
    expect(box.mesh.thinInstanceCount).toBe(3);
    const colors = crowd.meshes[1]!.getVertexBuffer(VertexBuffer.ColorInstanceKind)!.getData() as Float32Array;
    expect([...colors.subarray(0, 4)]).toEqual([0, 1, 0, 1]);
  });

  it("show the same rows, live ones among them", async () => {
    const { scene, container, crowd } = await createLevels({ posesPerSecond: 10 });
    const ordinary = createOrdinary(container);
    addAtDepths(crowd, 0, 30);
    crowd.playMany([0, 1], "walk", { speed: 0.1, offset: 0.37 });
    ordinary.walk.timestamp = 0.37;
    render(scene, 1);
    const rows = [0, 1].map((level) => {
      const data = crowd.meshes[level]!.getVertexBuffer("bakedVertexAnimationSettingsInstanced")!.getData() as Float32Array;
      return data[0];
    });
    expect(rows[1]).toBe(rows[0]! + 1); // the two live rows
    crowd.setMatrix(1, Matrix.Identity());
    expect(distanceTo(crowd, 0, ordinary)).toBeLessThan(1e-6);
    expect(distanceTo(crowd, 1, ordinary)).toBeLessThan(1e-6);
    const [fine, coarse] = crowd.meshes.map((mesh) => mesh.getVerticesData(VertexBuffer.MatricesIndicesKind));
    expect(coarse).toEqual(fine);
  });

  it("are picked by the triangles that are drawn", async () => {
    const { scene, crowd } = await createLevels();
    addAtDepths(crowd, 30);
    render(scene, 1);
    const hits = new Set<Mesh>();
    for (let y = 0.05; y < 2; y += 0.1) {
      const hit = crowd.pickWithRay(new Ray(new Vector3(0.05, y, -5), new Vector3(0, 0, 1), 100));
      if (hit) {
        expect(hit.index).toBe(0);
        hits.add(hit.mesh);
      }
    }
    expect([...hits]).toEqual([crowd.meshes[1]]);
  });

  it("are refused without the crowd's names, or out of order", async () => {
    const scene = createScene();
    const container = await loadWalker(scene);
    const coarse = await loadWalker(scene);
    const create = (...distances: readonly number[]) =>
      CreateClipCrowd(container, { levels: distances.map((distance) => ({ container: coarse, distance })) });
    expect(() => create(0)).toThrow(`options.levels/0/distance: ${ruleOf("distanceOfLevel", 0)}`);
    expect(() => create(9, 9)).toThrow(`options.levels/1/distance: ${ruleOf("distanceOfLevel")}`);
    coarse.transformNodes.find(({ name }) => name === "torso")!.name = "chest";
    expect(() => create(9)).toThrow(`options.levels/0/container: ${ruleOf("namesOfContainer", '"chest"')}`);
  });

  it("are refused without a container, or with one of another scene", async () => {
    const container = await loadWalker(createScene());
    const elsewhere = await loadWalker(createScene());
    const create = (level: unknown) => () => CreateClipCrowd(container, { levels: [{ container: level as AssetContainer, distance: 9 }] });
    expect(create(undefined)).toThrow(new TypeError(`options.levels/0/container: ${ruleOf("assetContainer", "undefined")}`));
    expect(create(elsewhere)).toThrow(new RangeError(`options.levels/0/container: ${ruleOf("sceneOfContainer")}`));
  });
});
