/** Boxes and spheres that contain characters, beside Babylon's own. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { BoundingBox } from "@babylonjs/core/Culling/boundingBox.js";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Frustum } from "@babylonjs/core/Maths/math.frustum.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Box } from "../../../src/characters/crowd/asset/boundingBox.js";
import { Characters } from "../../../src/characters/crowd/play/characters.js";
import { Culling } from "../../../src/characters/crowd/draw/culling.js";
import { createRandom } from "../../helpers/random.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

const random = createRandom(12);
const number = (size: number): number => size * (2 * random() - 1);
const vector = (size: number): Vector3 => new Vector3(number(size), number(size), number(size));
const IDENTITY = Float64Array.from(Matrix.Identity().asArray());
const LOW = new Vector3(-1, 0.5, 2);
const HIGH = new Vector3(3, 1, 2.25);

function createBox(): Box {
  const box = new Box();
  box.addPoint(Float64Array.of(9, ...LOW.asArray()), 1);
  box.addPoint(Float64Array.from(HIGH.asArray()), 0);
  return box;
}

describe("a box", () => {
  it("without contents is empty, and its sphere is a point", () => {
    const box = new Box();
    expect([box.isEmpty, ...box.sphere]).toEqual([true, 0, 0, 0, 0]);
    box.addMoved(new Box(), IDENTITY, 0);
    expect(box.isEmpty).toBe(true);
    box.addMoved(createBox(), IDENTITY, 0);
    expect(box.isEmpty).toBe(false);
    box.clear();
    expect([...box.bounds]).toEqual([...new Box().bounds]);
  });

  it("lies within its sphere, which touches the corners", () => {
    const [x, y, z, radius] = createBox().sphere as unknown as [number, number, number, number];
    const center = new Vector3(x, y, z);
    new BoundingBox(LOW, HIGH).vectors.forEach((corner) => expect(Vector3.Distance(corner, center)).toBeCloseTo(radius, 6));
  });

  it("grows by boxes that are moved, as Babylon moves them", () => {
    const box = new Box();
    const [low, high] = [new Vector3(Infinity, Infinity, Infinity), new Vector3(-Infinity, -Infinity, -Infinity)];
    for (let i = 0; i < 20; i++) {
      const matrix = Matrix.Compose(vector(2), Quaternion.FromEulerAngles(number(3), number(3), number(3)), vector(5));
      box.addMoved(createBox(), Float64Array.of(0, 0, ...matrix.asArray()), 2);
      const { minimumWorld, maximumWorld } = new BoundingBox(LOW, HIGH, matrix);
      low.minimizeInPlace(minimumWorld);
      high.maximizeInPlace(maximumWorld);
      [...low.asArray(), ...high.asArray()].forEach((bound, side) => expect(box.bounds[side]).toBeCloseTo(bound, 4));
    }
  });
});

describe("culling", () => {
  it("keeps the characters whose spheres touch a camera's frustum", () => {
    const scene = createScene();
    const characters = new Characters(500);
    const culling = new Culling(characters, createBox(), 0.5);
    const center = LOW.add(HIGH).scale(0.5);
    const radius = Vector3.Distance(LOW, HIGH) / 2;
    for (let i = 0; i < 500; i++) {
      const scale = 0.1 + 2 * random();
      const turn = Quaternion.FromEulerAngles(number(3), number(3), number(3));
      Matrix.Compose(new Vector3(scale, scale, scale), turn, vector(40)).copyToArray(characters.matrices, 16 * characters.add());
    }
    culling.updateSpheres();
    const seen = new Set<number>();
    for (let i = 0; i < 10; i++) {
      const camera = new FreeCamera("", vector(30), scene);
      camera.setTarget(vector(30));
      camera.maxZ = 30;
      scene.activeCamera = camera;
      expect(culling.updateViews(scene)).toBe(true);
      expect(culling.updateViews(scene)).toBe(false);
      culling.findInView();
      const planes = Frustum.GetPlanes(camera.getTransformationMatrix());
      for (let index = 0; index < 500; index++) {
        const matrix = Matrix.FromArray(characters.matrices, 16 * index);
        const at = Vector3.TransformCoordinates(center, matrix);
        const size = radius * Math.cbrt(matrix.determinant()) + 0.5;
        const margin = Math.min(...planes.map((plane) => plane.dotCoordinate(at) + size));
        if (Math.abs(margin) > 1e-3) {
          expect(culling.inView[index]).toBe(margin > 0 ? 1 : 0);
        }
        seen.add(culling.inView[index]!);
      }
    }
    expect(seen.size).toBe(2);
  });

  it("is computed again when a camera moves, comes or goes, or when a character moves", () => {
    const scene = createScene();
    const characters = new Characters(1);
    const culling = new Culling(characters, createBox(), 0);
    const index = characters.add();
    const find = (): [isNew: boolean, isInView: number] => {
      const isNew = culling.updateViews(scene);
      culling.findInView();
      return [isNew, culling.inView[index]!];
    };
    const moveTo = (x: number): void => {
      Matrix.Translation(x, 0, 0).copyToArray(characters.matrices, 16 * index);
      culling.updateSpheres();
    };
    const [near, far] = [0, 1000].map((x) => {
      const camera = new FreeCamera("", new Vector3(x, 0, -50), scene);
      camera.setTarget(new Vector3(x, 0, 0));
      return camera;
    }) as [FreeCamera, FreeCamera];
    moveTo(0);
    scene.activeCamera = near;
    expect(find()).toEqual([true, 1]);
    expect(find()).toEqual([false, 1]);
    scene.activeCamera = far;
    expect(find()).toEqual([true, 0]);
    scene.activeCameras = [far, near];
    expect(find()).toEqual([true, 1]);
    scene.activeCameras = [far];
    expect(find()).toEqual([true, 0]);
    moveTo(1000);
    expect(find()).toEqual([false, 1]);
    far.position.y = 500;
    expect(find()).toEqual([true, 0]);
    expect(find()).toEqual([false, 0]);
  });
});
