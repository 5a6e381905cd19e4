/** Characters that are posed exactly where they are near to a camera. */
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { type ClipCrowd, type ClipCrowdOptions, CreateClipCrowd, type CrowdPlaySettings } from "../../../src/crowd.js";
import { CameraViews } from "../../../src/scene/host/index.js";
import { createRandom } from "../../helpers/random.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";
import { createOrdinary, loadWalker, type OrdinaryWalker } from "../../helpers/walkers.js";

afterEach(() => {
  jest.restoreAllMocks();
  disposeScenes();
});

const TOLERANCE = 1e-6;
/** Characters begin here: far from all baked rows, and from the end of the clip. */
const OFFSET = 0.2;

interface Stage {
  readonly scene: Scene;
  readonly crowd: ClipCrowd;
  /** Plays a clip in step with the characters. */
  readonly ordinary: OrdinaryWalker;
}

/** The camera is at z = -5 and looks to +z. Baked rows are two seconds apart. */
async function createStage(options: ClipCrowdOptions): Promise<Stage> {
  const scene = createScene();
  const container = await loadWalker(scene);
  const crowd = CreateClipCrowd(container, { halfFloat: false, posesPerSecond: 0.5, ...options });
  return { scene, crowd, ordinary: createOrdinary(container) };
}

function addAtDepths({ crowd, ordinary }: Stage, depths: readonly number[], settings: CrowdPlaySettings = {}): void {
  for (const z of depths) {
    crowd.play(crowd.add(Matrix.Translation(0, 0, z)), "walk", { offset: OFFSET, ...settings });
  }
  ordinary.walk.settings = { ...ordinary.walk.settings, offset: OFFSET, ...settings };
  ordinary.walk.play();
}

const shinOf = (matrix: Matrix): number => matrix.m[6]!;

/** Renders a frame. @returns the characters that are posed exactly; the others show the first row of the clip */
function renderExact({ scene, crowd, ordinary }: Stage): number[] {
  render(scene, 1);
  const exact = shinOf(ordinary.nodeMatrix("left shin"));
  const { timestamp } = ordinary.walk;
  ordinary.walk.timestamp = 0;
  const baked = shinOf(ordinary.nodeMatrix("left shin"));
  ordinary.walk.timestamp = timestamp;
  expect(Math.abs(exact - baked)).toBeGreaterThan(0.01);
  return Array.from({ length: crowd.count }, (_, index) => index).filter((index) => {
    const shown = shinOf(crowd.getNodeMatrixToRef(index, "left shin", new Matrix()));
    const isExact = Math.abs(shown - exact) < TOLERANCE;
    expect(isExact || Math.abs(shown - baked) < TOLERANCE).toBe(true);
    return isExact;
  });
}

describe("exact poses within a distance", () => {
  it("are those of the characters that are nearer to the camera, wherever it goes", async () => {
    const stage = await createStage({ exact: 20 });
    addAtDepths(stage, [0, 14, 16, 44, -24, -26]);
    expect(renderExact(stage)).toEqual([0, 1, 4]);
    expect(renderExact(stage)).toEqual([0, 1, 4]);
    stage.scene.activeCamera!.position.z = 30;
    expect(renderExact(stage)).toEqual([1, 2, 3]);
    stage.crowd.setMatrix(0, Matrix.Translation(0, 0, 45));
    expect(renderExact(stage)).toEqual([0, 1, 2, 3]);
  });

  it("count from the nearest of several cameras", async () => {
    const stage = await createStage({ exact: 20 });
    const { scene } = stage;
    scene.activeCameras = [scene.activeCamera!, new FreeCamera("far", new Vector3(0, 1, 100), scene)];
    addAtDepths(stage, [0, 50, 95, 110]);
    expect(renderExact(stage)).toEqual([0, 2, 3]);
    scene.activeCameras.pop();
    expect(renderExact(stage)).toEqual([0]);
  });

  it("count from where levels of detail count", async () => {
    const scene = createScene();
    const [near, far] = [await loadWalker(scene), await loadWalker(scene)];
    const levels = [{ container: far, distance: 30 }];
    const crowd = CreateClipCrowd(near, { halfFloat: false, posesPerSecond: 0.5, exact: 30, levels, capacity: 1 });
    const stage: Stage = { scene, crowd, ordinary: createOrdinary(near) };
    const random = createRandom(11);
    addAtDepths(
      stage,
      Array.from({ length: 200 }, () => 60 * random()),
    );
    const exact = renderExact(stage);
    const [mesh] = crowd.meshes;
    const drawn = Array.from({ length: mesh!.thinInstanceCount }, (_, thinInstanceIndex) =>
      crowd.indexOf({ pickedMesh: mesh!, thinInstanceIndex }),
    );
    expect(exact).toEqual(drawn);
    expect(exact.length).toBeGreaterThan(50);
    expect(exact.length).toBeLessThan(150);
  });

  it("are those of drawn characters only where others are culled", async () => {
    const stage = await createStage({ exact: 20, culling: "camera" });
    addAtDepths(stage, [0, 30, -15]);
    expect(renderExact(stage)).toEqual([0]);
    (stage.scene.activeCamera as FreeCamera).setTarget(new Vector3(0, 0, -100));
    expect(renderExact(stage)).toEqual([2]);
    stage.crowd.setMatrix(0, Matrix.Translation(0, 0, -20)); // into the view of a camera that stands still
    expect(renderExact(stage)).toEqual([0, 2]);
  });

  it("are set for a while", async () => {
    const stage = await createStage({});
    const { crowd } = stage;
    addAtDepths(stage, [0, 30, 60]);
    const set = (exact: boolean | number): (boolean | number)[] => {
      crowd.exact = exact;
      return [crowd.exact, ...renderExact(stage)];
    };
    expect(crowd.exact).toBe(false);
    expect(set(50)).toEqual([50, 0, 1]);
    expect(set(true)).toEqual([true, 0, 1, 2]);
    expect(set(20)).toEqual([20, 0]);
    expect(set(0)).toEqual([0]);
    expect(set(50)).toEqual([50, 0, 1]);
    expect(set(false)).toEqual([false]);
  });

  it("are those of fading and mixed characters at any distance", async () => {
    const stage = await createStage({ exact: 20 });
    addAtDepths(stage, [100, 100, 100]);
    stage.crowd.play(1, "walk", { offset: OFFSET, fade: 10 });
    stage.crowd.setWeights(2, ["walk"], [1]);
    expect(renderExact(stage)).toEqual([1, 2]);
  });

  it("are those of slow characters at any distance", async () => {
    const stage = await createStage({ exact: 20 });
    addAtDepths(stage, [0, 100, 100], { speed: 0.4 });
    stage.crowd.setSpeed(2, 0);
    expect(renderExact(stage)).toEqual([0, 1]);
  });

  it("read the cameras once a frame, and only where they count", async () => {
    const scene = createScene();
    const [near, far] = [await loadWalker(scene), await loadWalker(scene)];
    const update = jest.spyOn(CameraViews.prototype, "update");
    const updates = (options: ClipCrowdOptions): number => {
      const crowd = CreateClipCrowd(near, options);
      crowd.add();
      update.mockClear();
      render(scene, 1);
      crowd.dispose();
      return update.mock.calls.length;
    };
    expect([{}, { exact: false }, { exact: true }].map(updates)).toEqual([0, 0, 0]);
    const one: ClipCrowdOptions[] = [{ exact: 20 }, { culling: "camera" }, { levels: [{ container: far, distance: 30 }] }];
    expect([...one, Object.assign({}, ...one) as ClipCrowdOptions].map(updates)).toEqual([1, 1, 1, 1]);
  });

  it.each([
    [-1, RangeError, "-1"],
    [NaN, RangeError, "NaN"],
    [Infinity, RangeError, "Infinity"],
    ["near", TypeError, '"near"'],
    [null, TypeError, "null"],
  ])("are refused at %p", async (exact, kind, shown) => {
    const rule = ruleOf("booleanOrNumber", shown);
    const container = await loadWalker(createScene());
    expect(() => CreateClipCrowd(container, { exact: exact as number })).toThrow(new kind(`options.exact: ${rule}`));
    const crowd = CreateClipCrowd(container, { exact: 5 });
    expect(() => (crowd.exact = exact as number)).toThrow(new kind(`exact: ${rule}`));
    expect(crowd.exact).toBe(5);
  });
});
