/** The ratio of width to height of a perspective camera. Babylon itself always takes that of the canvas. */
import { afterEach, expect, it } from "@jest/globals";
import { Camera } from "@babylonjs/core/Cameras/camera.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import "../../../src/index.js";
import { createPointed } from "../../helpers/gltfAsset.js";
import { createScene, disposeScenes, importAsset } from "../../helpers/scene.js";

afterEach(disposeScenes);

interface Shot {
  readonly camera: Camera;
  readonly group: AnimationGroup;
}

/** A camera whose ratio goes from 1 to 3 within a second. */
async function load(): Promise<Shot> {
  const create = (): object => ({
    nodes: [{ name: "eye", camera: 0 }],
    cameras: [{ name: "view", type: "perspective", perspective: { yfov: 1, znear: 1, zfar: 10, aspectRatio: 1 } }],
  });
  const asset = createPointed(create, [{ pointer: "/cameras/0/perspective/aspectRatio", values: [[1], [3]] }]);
  const scene = createScene();
  const { animationGroups } = await importAsset(asset, scene);
  const camera = scene.cameras.at(-1)!;
  camera.getProjectionMatrix();
  return { camera, group: animationGroups[0]! };
}

function goTo({ group }: Shot, time: number): void {
  group.start();
  group.pause();
  group.goToFrame(60 * time);
}

/** The columns of the first two rows that are not 0 in a perspective projection (glTF 2.0, section 3.10.3.4). */
function expectProjection(camera: Camera, yfov: number, ratio: number): void {
  const { m } = camera.getProjectionMatrix();
  const y = 1 / Math.tan(yfov / 2);
  [y / ratio, 0, 0, 0, 0, y, 0, 0].forEach((element, i) => expect(m[i]).toBeCloseTo(element, 5));
}

it("is that of the projection matrix at once, each time it changes", async () => {
  const shot = await load();
  for (const time of [0.5, 1, 0]) {
    goTo(shot, time);
    expectProjection(shot.camera, 1, 1 + 2 * time);
  }
});

it("stays where another property of the camera changes", async () => {
  const shot = await load();
  goTo(shot, 0.5);
  for (const yfov of [0.5, 1.5]) {
    shot.camera.fov = yfov;
    expectProjection(shot.camera, yfov, 2);
  }
});

it("is in the matrix that observers of the camera get, earlier ones included", async () => {
  const shot = await load();
  const ratios: number[] = [];
  shot.camera.onProjectionMatrixChangedObservable.add((camera) => {
    const { m } = camera.getProjectionMatrix();
    ratios.push(m[5]! / m[0]!);
  });
  goTo(shot, 0.5);
  expect(ratios).toEqual([expect.closeTo(2, 5)]);
  goTo(shot, 0.5);
  expect(ratios).toHaveLength(1);
  goTo(shot, 1);
  expect(ratios).toEqual([expect.closeTo(2, 5), expect.closeTo(3, 5)]);
});

it("needs one observer, however often it changes", async () => {
  const shot = await load();
  const { observers } = shot.camera.onProjectionMatrixChangedObservable;
  const before = observers.length;
  [0, 0.5, 1].forEach((time) => goTo(shot, time));
  expect(observers.length).toBe(before + 1);
});

it("does not count while the camera is orthographic", async () => {
  const shot = await load();
  goTo(shot, 1);
  Object.assign(shot.camera, { mode: Camera.ORTHOGRAPHIC_CAMERA, orthoLeft: -4, orthoRight: 4, orthoBottom: -1, orthoTop: 1 });
  const { m } = shot.camera.getProjectionMatrix(true);
  expect([m[0], m[5]]).toEqual([2 / 8, 2 / 2]);
});
