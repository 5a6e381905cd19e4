import { afterEach, describe, expect, it } from "@jest/globals";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import { CreateClipCrowd, type ClipCrowd, type CrowdEvent } from "../../../src/crowd.js";
import type { ClipAnimationGroup, ClipSettings, ClipTime } from "../../../src/pure.js";
import { createRandom } from "../../helpers/random.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectErrors, collectWarnings, createScene, disposeScenes, FRAME, render } from "../../helpers/scene.js";
import { WallClock } from "../../helpers/wallClock.js";
import { changeDuring, createOrdinary, createWalkers, distanceTo, loadWalker } from "../../helpers/walkers.js";
import { sentencesOf } from "../../helpers/findings.js";

afterEach(disposeScenes);

/** What single precision gives. */
const EXACT = 1e-6;

function timeOf(crowd: ClipCrowd, index: number): ClipTime {
  return crowd.at(index).time;
}

/** The translations of the thin instances of a mesh. */
function drawnAt(mesh: Mesh): number[] {
  return mesh.isEnabled()
    ? mesh
        .thinInstanceGetWorldMatrices()
        .slice(0, mesh.thinInstanceCount)
        .map((matrix) => matrix.m[12]!)
    : [];
}

function addAt(crowd: ClipCrowd, ...xs: readonly number[]): number[] {
  return xs.map((x) => crowd.add(Matrix.Translation(x, 0, 0)));
}

describe("characters", () => {
  it("show the asset at rest until they play", async () => {
    const { scene, container, crowd } = await createWalkers();
    const ordinary = createOrdinary(container);
    const index = crowd.add();
    render(scene, 3);
    expect(distanceTo(crowd, index, ordinary)).toBeLessThan(EXACT);
    expect(timeOf(crowd, index)).toMatchObject({ timestamp: 0, completedRepetitions: 0 });
    expect(crowd.isPlaying(index)).toBe(false);
    expect(crowd.clipIndices[index]).toBe(65535);
  });

  it("play each their own clip, as ordinary instances do", async () => {
    const { scene, container, crowd } = await createWalkers();
    const plays: readonly ["walk" | "run", ClipSettings][] = [
      ["walk", {}],
      ["run", { offset: 0.25 }],
      ["walk", { speed: -1, offset: 1 }],
      ["run", { speed: 2, reverse: true, repetitions: 3 }],
    ];
    const pairs = plays.map(([name, settings]) => {
      const ordinary = createOrdinary(container);
      ordinary[name].settings = { ...ordinary[name].settings, ...settings };
      ordinary[name].play();
      const index = crowd.add();
      crowd.play(index, name, settings);
      return { clip: ordinary[name], index, ordinary };
    });
    for (let frame = 0; frame < 200; frame++) {
      render(scene, 1);
      for (const { clip, index, ordinary } of pairs) {
        const { timestamp, completedRepetitions, isFinished } = clip;
        expect(timeOf(crowd, index)).toMatchObject({ timestamp, completedRepetitions, isFinished });
        // a row is at most half a frame away; the fastest joint turns by 0.1 in that time
        expect(distanceTo(crowd, index, ordinary)).toBeLessThan(0.15);
      }
    }
  });

  it("show exactly the pose of a row at the time of a row", async () => {
    const { scene, container, crowd } = await createWalkers({ posesPerSecond: 64 });
    const ordinary = createOrdinary(container);
    const index = crowd.add();
    crowd.play(index, "walk", { speed: 0 });
    for (let row = 0; row <= 64; row++) {
      crowd.seek(index, row / 64);
      ordinary.walk.timestamp = row / 64;
      render(scene, 1);
      expect(distanceTo(crowd, index, ordinary)).toBeLessThan(EXACT);
    }
  });

  it("are posed exactly in slow motion, between rows as well", async () => {
    const { scene, container, crowd } = await createWalkers({ posesPerSecond: 10 });
    const ordinary = createOrdinary(container);
    const index = crowd.add();
    crowd.play(index, "walk", { speed: 0.2 });
    ordinary.walk.settings = { ...ordinary.walk.settings, speed: 0.2 };
    ordinary.walk.play();
    for (let frame = 0; frame < 40; frame++) {
      render(scene, 1);
      expect(distanceTo(crowd, index, ordinary)).toBeLessThan(EXACT);
    }
  });

  it("take exact rows in slow motion only where they move, and none beyond, without a warning", async () => {
    const { scene, container, crowd } = await createWalkers({ posesPerSecond: 10, maxLivePoses: 1 });
    const ordinary = createOrdinary(container);
    const [held, finished, slow, beyond] = crowd.addMany(4) as unknown as [number, number, number, number];
    crowd.play(held, "walk", { speed: 0, offset: 0.23 });
    crowd.play(finished, "walk", { speed: 0.3, offset: 1, repetitions: 1 });
    crowd.playMany([slow, beyond], "walk", { speed: 0.3, offset: 0.23 });
    const { warnings } = await collectWarnings(() => Promise.resolve(render(scene, 3)));
    ordinary.walk.timestamp = 0.23 + 2 * 0.3 * FRAME;
    expect(crowd.at(finished).time.isFinished).toBe(true);
    expect(distanceTo(crowd, slow, ordinary)).toBeLessThan(EXACT);
    expect(distanceTo(crowd, beyond, ordinary)).toBeGreaterThan(0.01);
    expect(warnings.filter((warning) => warning.startsWith("crowd:"))).toEqual([]);
  });

  it("hold the poses of the first and last key in clips that go beyond them", async () => {
    const { scene, container, crowd } = await createWalkers();
    const ordinary = createOrdinary(container);
    const index = crowd.add();
    crowd.play(index, "walk", { end: 3, speed: 0 });
    crowd.seek(index, 2.5);
    render(scene, 1);
    ordinary.walk.timestamp = 1;
    expect(crowd.timestamps[index]).toBe(2.5);
    expect(distanceTo(crowd, index, ordinary)).toBeLessThan(EXACT);
    crowd.play(index, "run", { start: -1, speed: 0 });
    render(scene, 1);
    ordinary.run.timestamp = 0;
    expect(crowd.timestamps[index]).toBe(-1);
    expect(distanceTo(crowd, index, ordinary)).toBeLessThan(EXACT);
  });

  it("begin at the other end where only their speed turns the direction", async () => {
    const { scene, crowd } = await createWalkers();
    const index = crowd.add();
    crowd.play(index, "walk", { speed: -1 });
    render(scene, 1);
    expect(timeOf(crowd, index)).toMatchObject({ timestamp: 1, direction: -1 });
  });

  it("pause, resume, seek and change speed", async () => {
    const { scene, crowd } = await createWalkers();
    const index = crowd.add();
    crowd.play(index, "walk");
    render(scene, 11);
    expect(timeOf(crowd, index).timestamp).toBeCloseTo(10 * FRAME, 12);
    crowd.pause(index);
    expect(crowd.isPlaying(index)).toBe(false);
    render(scene, 5);
    expect(timeOf(crowd, index).timestamp).toBeCloseTo(10 * FRAME, 12);
    crowd.resume(index);
    crowd.seek(index, 0.5);
    crowd.setSpeed(index, 2);
    render(scene, 5);
    expect(timeOf(crowd, index).timestamp).toBeCloseTo(0.5 + 10 * FRAME, 12);
  });

  it.each([0, 1])("go on from where they are sought, %i frames after the start, as ordinary instances do", async (frames) => {
    const { scene, container, crowd } = await createWalkers();
    const { walk } = createOrdinary(container);
    const index = crowd.add();
    render(scene, 1); // no time passes in the first frame of a scene
    crowd.play(index, "walk");
    walk.play();
    render(scene, frames);
    crowd.seek(index, 0.5);
    walk.timestamp = 0.5;
    for (let frame = 0; frame < 3; frame++) {
      render(scene, 1);
      expect(crowd.timestamps[index]).toBeCloseTo(walk.timestamp, 12);
    }
  });

  it("show the asset at rest where a clip never plays", async () => {
    const { scene, container, crowd } = await createWalkers();
    const index = crowd.add();
    crowd.play(index, "walk");
    render(scene, 10);
    crowd.play(index, "run", { repetitions: 0 });
    render(scene, 1);
    expect(distanceTo(crowd, index, createOrdinary(container))).toBeLessThan(EXACT);
  });

  it("hold still while animations are disabled", async () => {
    const { scene, crowd } = await createWalkers();
    const index = crowd.add();
    crowd.play(index, "walk");
    render(scene, 5);
    scene.animationsEnabled = false;
    render(scene, 5);
    expect(timeOf(crowd, index).timestamp).toBeCloseTo(4 * FRAME, 12);
  });
});

describe("wrong arguments", () => {
  it("are refused, and nothing changes", async () => {
    const { crowd } = await createWalkers();
    const index = crowd.add();
    expect(() => crowd.play(9, "walk")).toThrow("index: the crowd has no character 9");
    expect(() => crowd.play(index, "fly")).toThrow(`clip: ${ruleOf("oneOfList", "walk, run", '"fly"')}`);
    expect(() => crowd.play(index, "walk", { speed: NaN })).toThrow(`settings.speed: ${ruleOf("finiteNumber", "NaN")}`);
    expect(() => crowd.play(index, "walk", { fade: -1 })).toThrow(`settings.fade: ${ruleOf("finiteNumberAtLeast0", -1)}`);
    expect(() => crowd.playMany([index, 7], "walk")).toThrow("index: the crowd has no character 7");
    expect(() => crowd.setWeights(index, ["walk"], [0])).toThrow(`weights: ${ruleOf("weightsOfMixture")}`);
    expect(() => crowd.seek(index, NaN)).toThrow(`timestamp: ${ruleOf("number", "NaN")}`);
    expect(() => crowd.setSpeed(index, Infinity)).toThrow(`speed: ${ruleOf("finiteNumber")}`);
    expect(() => crowd.getNodeMatrixToRef(index, "tail", new Matrix())).toThrow(`node: ${ruleOf("nameOfNodeOfContainer")}`);
    crowd.remove(index);
    expect(() => crowd.remove(index)).toThrow("index: the crowd has no character");
    expect(crowd.count).toBe(0);
  });
});

describe("the drawn instances", () => {
  it("have no holes after removals, and are mapped to characters", async () => {
    const { scene, crowd } = await createWalkers();
    const [mesh] = crowd.meshes;
    const indices = addAt(crowd, 10, 11, 12, 13, 14);
    crowd.remove(indices[1]!);
    crowd.remove(indices[3]!);
    render(scene, 1);
    expect(drawnAt(mesh!)).toEqual([10, 12, 14]);
    const mapped = [0, 1, 2, 3].map((thinInstanceIndex) => crowd.indexOf({ pickedMesh: mesh!, thinInstanceIndex }));
    expect(mapped).toEqual([indices[0], indices[2], indices[4], -1]);
    expect(crowd.indexOf({ pickedMesh: null, thinInstanceIndex: 0 })).toBe(-1);
    expect(addAt(crowd, 20)).toEqual([indices[3]]);
    render(scene, 1);
    expect(drawnAt(mesh!)).toEqual([10, 12, 20, 14]);
  });

  it("grow with the characters, which keep their places, colors and times", async () => {
    const { scene, crowd } = await createWalkers({ capacity: 2 });
    const first = crowd.add(Matrix.Translation(5, 0, 0));
    crowd.setColor(first, { r: 1, g: 0.5, b: 0, a: 1 });
    crowd.play(first, "walk");
    render(scene, 4);
    const matrices = crowd.matrices;
    crowd.addMany(7);
    render(scene, 1);
    expect([crowd.capacity, crowd.count, crowd.matrices === matrices]).toEqual([8, 8, false]);
    expect(drawnAt(crowd.meshes[0]!)).toEqual([5, 0, 0, 0, 0, 0, 0, 0]);
    expect(timeOf(crowd, first).timestamp).toBeCloseTo(4 * FRAME, 12);
    const colors = crowd.meshes[0]!.getVertexBuffer(VertexBuffer.ColorInstanceKind)!.getData() as Float32Array;
    expect([...colors.subarray(0, 8)]).toEqual([1, 0.5, 0, 1, 1, 1, 1, 1]);
    crowd.setColor(1, { r: 0, g: 0, b: 1, a: 1 });
    render(scene, 1);
    expect([...colors.subarray(0, 8)]).toEqual([1, 0.5, 0, 1, 0, 0, 1, 1]);
  });

  it("are those that are visible; without any, nothing is drawn", async () => {
    const { scene, crowd } = await createWalkers();
    const [mesh] = crowd.meshes;
    expect(mesh!.isEnabled()).toBe(false);
    render(scene, 1);
    expect(mesh!.isEnabled()).toBe(false);
    const [a, b] = addAt(crowd, 1, 2);
    render(scene, 1);
    expect(drawnAt(mesh!)).toEqual([1, 2]);
    crowd.setVisible(a!, false);
    render(scene, 1);
    expect(drawnAt(mesh!)).toEqual([2]);
    crowd.setVisible(b!, false);
    render(scene, 1);
    expect(mesh!.isEnabled()).toBe(false);
  });

  it("are moved one by one and in bulk", async () => {
    const { scene, crowd } = await createWalkers();
    const [a, b] = addAt(crowd, 1, 2);
    render(scene, 1);
    crowd.setMatrix(a!, Matrix.Translation(7, 0, 0));
    render(scene, 1);
    expect(drawnAt(crowd.meshes[0]!)).toEqual([7, 2]);
    crowd.matrices[16 * b! + 12] = 9;
    crowd.markMatricesChanged();
    render(scene, 1);
    expect(drawnAt(crowd.meshes[0]!)).toEqual([7, 9]);
  });

  it("have bounds that contain all of them", async () => {
    const { scene, crowd } = await createWalkers();
    addAt(crowd, -50, 70);
    render(scene, 1);
    const { minimumWorld, maximumWorld } = crowd.meshes[0]!.getBoundingInfo().boundingBox;
    expect(minimumWorld.x).toBeLessThan(-50.2);
    expect(minimumWorld.x).toBeGreaterThan(-53);
    expect(maximumWorld.x).toBeGreaterThan(70.2);
    expect(maximumWorld.x).toBeLessThan(73);
    expect(maximumWorld.y).toBeGreaterThan(1.5);
    crowd.setVisible(0, false);
    crowd.setMatrix(1, Matrix.Translation(40, 0, 0));
    render(scene, 1);
    expect(crowd.meshes[0]!.getBoundingInfo().boundingBox.minimumWorld.x).toBeGreaterThan(37);
    expect(crowd.meshes[0]!.getBoundingInfo().boundingBox.maximumWorld.x).toBeLessThan(43);
    crowd.setMatrix(1, Matrix.Translation(60, 0, 0));
    render(scene, 1);
    expect(crowd.meshes[0]!.getBoundingInfo().boundingBox.minimumWorld.x).toBeGreaterThan(57);
  });

  it("are those that a camera sees, where the crowd is culled", async () => {
    const scene = createScene();
    const { crowd } = await createWalkers({ culling: "camera" }, scene);
    addAt(crowd, 0, 500, 1, -500);
    render(scene, 1);
    expect(drawnAt(crowd.meshes[0]!)).toEqual([0, 1]);
    scene.activeCameras = [scene.activeCamera!, new FreeCamera("second", new Vector3(500, 1, -5), scene)];
    render(scene, 1);
    expect(drawnAt(crowd.meshes[0]!)).toEqual([0, 500, 1]);
    scene.activeCameras = [];
    scene.activeCamera!.position = new Vector3(500, 1, -5);
    render(scene, 1);
    expect(drawnAt(crowd.meshes[0]!)).toEqual([500]);
  });
});

describe("a frame", () => {
  it("writes rows and matrices once, however many cameras look on", async () => {
    const scene = createScene();
    scene.activeCameras = [scene.activeCamera!, new FreeCamera("second", new Vector3(0, 1, -9), scene)];
    const { crowd } = await createWalkers({ culling: "camera" }, scene);
    crowd.play(crowd.add(), "walk");
    crowd.play(0, "run", { fade: 10 });
    render(scene, 2);
    const calls: string[] = [];
    const mesh = crowd.meshes[0]!;
    mesh.thinInstancePartialBufferUpdate = (kind) => void calls.push(kind);
    mesh.thinInstanceBufferUpdated = (kind) => void calls.push(kind);
    const frame = ["matrix", "bakedVertexAnimationSettingsInstanced"];
    for (let i = 0; i < 3; i++) {
      scene.activeCamera!.position.x += 0.01;
      render(scene, 1);
    }
    expect(calls.splice(0)).toEqual([...frame, ...frame, ...frame]);
    render(scene, 2); // neither cameras nor characters move
    expect(calls).toEqual(["bakedVertexAnimationSettingsInstanced", "bakedVertexAnimationSettingsInstanced"]);
  });
});

describe("events", () => {
  const SETTINGS: readonly ClipSettings[] = [
    {},
    { repetitions: 3 },
    { reverse: true },
    { reverse: true, repetitions: 4, speed: 2.5 },
    { speed: -3, offset: 0.5 },
    { speed: 7, start: 0.2, end: 0.4 },
    { repetitions: 1, offset: 0.9 },
    { speed: 0 },
  ];

  /** The kinds of the events of each character in a frame, in the order in which they come. */
  type Told = string[][];

  function listenToClip({ onRepeatObservable, onReverseObservable, onFinishObservable }: ClipAnimationGroup, told: string[]): void {
    onRepeatObservable.add(({ count }) => told.push(...Array<string>(count).fill("repeat")));
    onReverseObservable.add(({ count }) => told.push(...Array<string>(count).fill("reverse")));
    onFinishObservable.add(() => told.push("finish"));
  }

  /** @param received receives the characters of each event: a crowd would only log what an observer throws */
  function listenToCrowd(crowd: ClipCrowd, told: Told, received: { crowd: ClipCrowd; indices: Int32Array }[]): void {
    const add = (kind: string, observable: Observable<CrowdEvent>): void => {
      observable.add((event) => {
        const indices = event.indices.slice(0, event.count);
        received.push({ crowd: event.crowd, indices });
        indices.forEach((index, i) => told[index]!.push(...Array<string>(event.crossings[i]!).fill(kind)));
      });
    };
    add("repeat", crowd.onRepeatObservable);
    add("reverse", crowd.onReverseObservable);
    add("finish", crowd.onFinishObservable);
  }

  it("are those of ordinary clips, in the same order, frame by frame, over random frames", async () => {
    const clock = new WallClock();
    try {
      const scene = createScene();
      scene.useConstantAnimationDeltaTime = false;
      const { container, crowd } = await createWalkers({}, scene);
      const actual: Told = SETTINGS.map(() => []);
      const expected: Told = SETTINGS.map(() => []);
      SETTINGS.forEach((settings, index) => {
        const { walk } = createOrdinary(container);
        walk.settings = { ...walk.settings, ...settings };
        listenToClip(walk, expected[index]!);
        walk.play();
        crowd.play(crowd.add(), "walk", settings);
      });
      const received: { crowd: ClipCrowd; indices: Int32Array }[] = [];
      listenToCrowd(crowd, actual, received);
      const random = createRandom(3);
      const kinds = new Map<string, number>();
      for (let frame = 0; frame < 300; frame++) {
        clock.advance(random() < 0.1 ? 3 * random() : 0.1 * random());
        scene.render();
        expect(actual).toEqual(expected);
        for (const event of received.splice(0)) {
          expect(event.crowd).toBe(crowd);
          expect(event.indices.length).toBeGreaterThan(0);
          expect(event.indices).toEqual(event.indices.slice().sort());
        }
        expected.flat().forEach((kind) => kinds.set(kind, (kinds.get(kind) ?? 0) + 1));
        [...actual, ...expected].forEach((told) => told.splice(0));
      }
      expect(kinds.get("repeat")).toBeGreaterThan(1000);
      expect(kinds.get("reverse")).toBeGreaterThan(20);
      expect(kinds.get("finish")).toBe(SETTINGS.filter(({ repetitions }) => repetitions).length);
    } finally {
      clock.restore();
    }
  });

  it("an observer that throws is logged, and the frame goes on", async () => {
    const { scene, crowd } = await createWalkers();
    crowd.onRepeatObservable.add(() => {
      throw new Error("mine");
    });
    const index = crowd.add();
    crowd.play(index, "walk", { offset: 0.99 });
    expect(collectErrors(() => render(scene, 3))).toEqual(["crowd: an observer threw: Error: mine"]);
    expect(timeOf(crowd, index).completedRepetitions).toBe(1);
  });

  it("are void for characters that an observer of the same frame removed, and for those that take their places", async () => {
    const { scene, crowd } = await createWalkers();
    const [removed, other] = [crowd.add(), crowd.add()];
    crowd.playMany([removed, other], "run", { repetitions: 2, speed: 1000 }); // both bounds in a frame
    const finished: number[] = [];
    crowd.onRepeatObservable.addOnce(() => {
      crowd.remove(removed);
      expect(crowd.add()).toBe(removed);
    });
    crowd.onFinishObservable.add(({ count, indices }) => finished.push(...indices.subarray(0, count)));
    render(scene, 3);
    expect(finished).toEqual([other]);
  });

  it("an observer may add and remove characters", async () => {
    const { scene, crowd } = await createWalkers({ capacity: 1 });
    crowd.play(crowd.add(), "walk", { offset: 0.99 });
    crowd.onRepeatObservable.add(({ indices, count }) => {
      crowd.addMany(4);
      for (let i = 0; i < count; i++) {
        crowd.remove(indices[i]!);
      }
    });
    expect(collectErrors(() => render(scene, 5))).toEqual([]);
    expect(crowd.count).toBe(4);
  });
});

describe("node matrices", () => {
  it("include the place of the character", async () => {
    const { scene, container, crowd } = await createWalkers({ posesPerSecond: 64 });
    const place = Matrix.Compose(new Vector3(1.2, 1.2, 1.2), Quaternion.FromEulerAngles(0, 1, 0), new Vector3(3, 0, -4));
    const index = crowd.add(place);
    crowd.play(index, "walk", { speed: 0, offset: 0.5 });
    const ordinary = createOrdinary(container);
    ordinary.walk.timestamp = 0.5;
    render(scene, 1);
    const actual = crowd.getNodeMatrixToRef(index, "left shin", new Matrix()).asArray();
    const expected = ordinary.nodeMatrix("left shin").multiply(place).asArray();
    expected.forEach((component, i) => expect(Math.abs(component - actual[i]!)).toBeLessThan(1e-5));
  });
});

describe("a container that cannot become a crowd", () => {
  it("is refused, and the message says what to do", async () => {
    const scene = createScene();
    const container = await loadWalker(scene);
    expect(() => CreateClipCrowd(null as never)).toThrow(`container: ${ruleOf("assetContainer", "null")}`);
    expect(() => CreateClipCrowd(container, { capacity: 0 })).toThrow(`options.capacity: ${ruleOf("integerAbove0", 0)}`);
    expect(() => CreateClipCrowd(container, { posesPerSecond: 0 })).toThrow(
      `options.posesPerSecond: ${ruleOf("finiteNumberAbove0", "walk", 0)}`,
    );
    expect(() => CreateClipCrowd(container, { clips: ["walk"] as never })).toThrow(`options.clips: ${ruleOf("arrayOfGroups", '["walk"]')}`);
    expect(() => CreateClipCrowd(container, { nodes: ["tail"] })).toThrow(`node: ${ruleOf("nameOfNodeOfContainer", '"tail"')}`);
    const material = container.materials[0]!;
    material.getClassName = () => "NodeMaterial";
    expect(() => CreateClipCrowd(container)).toThrow(`container/meshes/walker: ${ruleOf("drawableMaterial", "NodeMaterial")}`);
    expect(() => CreateClipCrowd(container)).toThrow("use another material, or ordinary instances");
  });
});

describe("a group whose bounds are no times", () => {
  it("is left out, and a finding names it", async () => {
    const container = await loadWalker(createScene());
    const [broken, ...others] = container.animationGroups;
    broken!.from = NaN;
    const { result } = await collectWarnings(() => Promise.resolve(CreateClipCrowd(container, { clips: container.animationGroups })));
    expect(result.clips.map(({ name }) => name)).toEqual(others.map(({ name }) => name));
    expect(sentencesOf(result.findings, "NOT_IN_CROWD")).toEqual([`clips/${broken!.name}/start: ${ruleOf("finiteNumber", "NaN")}`]);
  });
});

describe("a clip of another container", () => {
  it("moves nothing, and a warning says so", async () => {
    const scene = createScene();
    const container = await loadWalker(scene);
    const { animationGroups } = await loadWalker(scene);
    const { result, warnings } = await collectWarnings(() =>
      Promise.resolve(CreateClipCrowd(container, { clips: animationGroups.slice(0, 1) })),
    );
    const message = `clips/${animationGroups[0]!.name}: ${ruleOf("moveContainer")}`;
    expect(sentencesOf(result.findings, "NOT_IN_CROWD")).toEqual([message]);
    expect(warnings).toEqual([`crowd: ${message}`]);
  });
});

describe("changes of clip without a fade", () => {
  it("show the new clip in the next frame", async () => {
    const { scene, container, crowd } = await createWalkers({ posesPerSecond: 64 });
    const index = crowd.add();
    crowd.play(index, "walk", { offset: 0.5 });
    render(scene, 1);
    crowd.play(index, "run");
    const ordinary = createOrdinary(container);
    ordinary.run.timestamp = 0;
    expect(changeDuring(crowd, index, () => render(scene, 1))).toBeGreaterThan(0.1);
    expect(distanceTo(crowd, index, ordinary)).toBeLessThan(EXACT);
  });
});
