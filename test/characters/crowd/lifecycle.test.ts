/** Characters that come, go, are hidden, promoted and used again; and what crowds refuse. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Ray } from "@babylonjs/core/Culling/ray.js";
import type { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import type { DataBuffer } from "@babylonjs/core/Buffers/dataBuffer.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { CreateClipCrowd, CreateClipCrowdAsync } from "../../../src/crowd.js";
import type { ClipSettings } from "../../../src/pure.js";
import { Characters } from "../../../src/characters/crowd/play/characters.js";
import { CrowdPlayer } from "../../../src/characters/crowd/play/crowdPlayer.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, FRAME, render } from "../../helpers/scene.js";
import { changeDuring, createOrdinary, createWalkers, distanceTo, loadWalker } from "../../helpers/walkers.js";

afterEach(disposeScenes);

const EXACT = 1e-6;
const FORWARDS = new Vector3(0, 0, 1);

describe("an index that is used again", () => {
  it("has nothing of the character that was removed", async () => {
    const { scene, container, crowd } = await createWalkers();
    const index = crowd.add(Matrix.Translation(3, 0, 0));
    crowd.setColor(index, { r: 1, g: 0, b: 0, a: 1 });
    crowd.setVisible(index, false);
    crowd.play(index, "walk", { speed: -2, repetitions: 3, reverse: true });
    render(scene, 60);
    crowd.remove(index);
    expect(crowd.add()).toBe(index);
    expect(crowd.at(index).time).toEqual({ timestamp: 0, direction: 0, completedRepetitions: 0, isFinished: false });
    expect(crowd.isPlaying(index)).toBe(false);
    render(scene, 2);
    expect(crowd.timestamps[index]).toBe(0);
    expect(crowd.meshes[0]!.thinInstanceCount).toBe(1);
    expect(distanceTo(crowd, index, createOrdinary(container))).toBeLessThan(EXACT);
  });
});

describe("a character that is removed", () => {
  it("is not picked any more, before the next frame either", async () => {
    const { scene, crowd } = await createWalkers();
    const [near, far] = [crowd.add(), crowd.add(Matrix.Translation(0, 0, 2))];
    render(scene, 1);
    const ray = new Ray(new Vector3(0, 1, -5), FORWARDS, 100);
    expect(crowd.pickWithRay(ray)?.index).toBe(near);
    crowd.remove(near);
    expect(crowd.pickWithRay(ray)?.index).toBe(far);
    expect([0, 1].map((thinInstanceIndex) => crowd.indexOf({ pickedMesh: crowd.meshes[0]!, thinInstanceIndex }))).toEqual([-1, far]);
    crowd.dispose();
    expect(crowd.pickWithRay(ray)).toBeNull();
  });
});

describe("a promoted character", () => {
  it("is not drawn by the crowd, whatever its visibility, which it keeps", async () => {
    const { scene, crowd } = await createWalkers();
    const [shown, hidden] = [crowd.add(), crowd.add()];
    crowd.setVisible(hidden, false);
    const promoted = [shown, hidden].map((index) => crowd.promote(index));
    crowd.setVisible(shown, true);
    render(scene, 1);
    expect(crowd.meshes[0]!.isEnabled()).toBe(false);
    promoted.forEach((each) => each.demote());
    render(scene, 1);
    expect(crowd.meshes[0]!.thinInstanceCount).toBe(1);
    expect(crowd.indexOf({ pickedMesh: crowd.meshes[0]!, thinInstanceIndex: 0 })).toBe(shown);
  });

  it("that has finished, or is paused, still has, or is, when it is given back", async () => {
    const { scene, crowd } = await createWalkers();
    const [finished, paused] = [crowd.add(), crowd.add()];
    crowd.play(finished, "walk", { repetitions: 2, offset: 0.5 });
    crowd.play(paused, "run", { offset: 0.2 });
    crowd.pause(paused);
    render(scene, 200);
    const before = [finished, paused].map((index) => crowd.at(index).time);
    expect(before[0]).toMatchObject({ timestamp: 1, completedRepetitions: 2, isFinished: true });
    const promoted = [finished, paused].map((index) => crowd.promote(index));
    render(scene, 5);
    promoted.forEach((each) => each.demote());
    render(scene, 5);
    expect([finished, paused].map((index) => crowd.at(index).time)).toEqual(before);
    crowd.resume(paused);
    render(scene, 1);
    expect(crowd.timestamps[paused]).toBeCloseTo(0.2 + FRAME, 10);
  });

  it("that finishes as an instance is finished when it is given back, and its repetitions are counted once", async () => {
    const { scene, crowd } = await createWalkers();
    const index = crowd.add();
    crowd.play(index, "walk", { repetitions: 3 });
    render(scene, 70); // 1.1 s: one repetition
    const promoted = crowd.promote(index);
    render(scene, 150);
    expect(promoted.clip!.isFinished).toBe(true);
    promoted.demote();
    expect(crowd.at(index).time).toMatchObject({ timestamp: 1, completedRepetitions: 3, isFinished: true });
  });

  it.each<ClipSettings>([
    { speed: -1.5, offset: 0.4 },
    { speed: -1, reverse: true, offset: 0.4 },
    { reverse: true, speed: 1.3 },
    { repetitions: 2, speed: 0.8 },
    { repetitions: 1, offset: 0.7 },
    { repetitions: 4, reverse: true, speed: 1.7 },
  ])("has the time that it would have had in the crowd, but for the frame in which its clip begins: %j", async (settings) => {
    const { scene, crowd } = await createWalkers();
    const [index, twin] = [crowd.add(), crowd.add()];
    crowd.playMany([index, twin], "walk", settings);
    for (const frames of [1, 21, 62, 40, 70]) {
      render(scene, frames);
      const promoted = crowd.promote(index);
      crowd.pause(twin);
      render(scene, 1);
      crowd.resume(twin);
      render(scene, 9);
      promoted.demote();
      const { timestamp, ...state } = crowd.at(twin).time;
      expect(crowd.at(index).time).toMatchObject(state);
      expect(crowd.timestamps[index]).toBeCloseTo(timestamp, 10);
    }
  });

  it("keeps the clip that the crowd played on it meanwhile", async () => {
    const { scene, crowd } = await createWalkers();
    const index = crowd.add();
    crowd.play(index, "walk");
    render(scene, 10);
    const promoted = crowd.promote(index);
    crowd.play(index, "run", { offset: 0.25 });
    render(scene, 11);
    promoted.demote();
    expect(crowd.clips[crowd.clipIndices[index]!]!.name).toBe("run");
    expect(crowd.timestamps[index]).toBeCloseTo(0.25 + 10 * FRAME, 10);
  });
});

describe("fades that interrupt each other", () => {
  it("many times still show a pose that does not jump", async () => {
    const { scene, crowd } = await createWalkers({ posesPerSecond: 2000 });
    const index = crowd.add();
    crowd.play(index, "walk", { speed: 0.6 });
    render(scene, 10);
    for (let i = 0; i < 100; i++) {
      crowd.play(index, i % 2 ? "walk" : "run", { speed: 0.6, offset: 0.2, fade: 0.05 });
      expect(changeDuring(crowd, index, () => render(scene, 1))).toBeLessThan(0.3);
    }
  });

  it("keep no clips whose share cannot be seen, over many frames or within one", async () => {
    const { crowd } = await createWalkers();
    const characters = new Characters(1);
    const player = new CrowdPlayer(characters, crowd.clips);
    player.play([characters.add()], "walk", {});
    const [parts, slots] = [new Set<number>(), new Set<number>()];
    for (let i = 0; i < 1000; i++) {
      player.play([0], i % 2 ? "walk" : "run", { fade: 0.05 });
      player.advance(i < 500 ? FRAME : 0);
      const fade = player.fades.of(0)!;
      parts.add(fade.parts.length);
      fade.parts.forEach(({ slot }) => slots.add(slot));
      expect(fade.parts.reduce((sum, { factor }) => sum + factor, fade.progress)).toBeCloseTo(1, 2);
    }
    expect(Math.max(...parts)).toBeLessThan(25); // 0.68 of each share is left after a frame of 0.016 s
    expect(slots.size).toBeLessThan(26);
  });
});

describe("the buffers of a crowd that grows", () => {
  it("are released, when they are replaced and when it is disposed", async () => {
    const scene = createScene();
    const engine = scene.getEngine() as NullEngine;
    const container = await loadWalker(scene);
    const living = new Set<DataBuffer>();
    for (const create of ["createVertexBuffer", "createDynamicVertexBuffer", "createIndexBuffer"] as const) {
      const original = engine[create].bind(engine) as (...args: unknown[]) => DataBuffer;
      engine[create] = (...args: unknown[]) => {
        const buffer = original(...args);
        living.add(buffer);
        return buffer;
      };
    }
    const release = engine._releaseBuffer.bind(engine);
    engine._releaseBuffer = (buffer: DataBuffer) => {
      const isReleased = release(buffer);
      if (isReleased) {
        living.delete(buffer);
      }
      return isReleased;
    };
    const crowd = CreateClipCrowd(container, { capacity: 4 });
    const box = CreateBox("box", {}, scene);
    crowd.addMany(4);
    crowd.attach(box, "torso");
    crowd.setColor(0, { r: 1, g: 0, b: 0, a: 1 });
    render(scene, 2);
    const before = living.size;
    expect(before).toBeGreaterThan(10);
    crowd.addMany(60);
    render(scene, 2);
    expect(living.size).toBe(before);
    crowd.dispose();
    box.dispose();
    expect(living.size).toBe(0);
  });
});

describe("a margin for what sticks out", () => {
  it("widens the bounds and what cameras see", async () => {
    const scene = createScene();
    const { crowd } = await createWalkers({ culling: "camera", cullingMargin: 100 }, scene);
    const [index] = [crowd.add(Matrix.Translation(0, 0, -50))]; // behind the camera
    render(scene, 1);
    expect(crowd.indexOf({ pickedMesh: crowd.meshes[0]!, thinInstanceIndex: 0 })).toBe(index);
    expect(crowd.meshes[0]!.getBoundingInfo().boundingBox.minimumWorld.x).toBeLessThan(-100);
    expect(crowd.meshes[0]!.getBoundingInfo().boundingBox.minimumWorld.x).toBeGreaterThan(-103);
  });
});

describe("wrong calls", () => {
  it("are refused, with the place, the rule and the value", async () => {
    const { scene, container, crowd } = await createWalkers();
    expect(() => crowd.addMany(-1)).toThrow(`count: ${ruleOf("integerAtLeast0", -1)}`);
    expect(() => crowd.addMany(1.5)).toThrow(`count: ${ruleOf("integerAtLeast0", 1.5)}`);
    expect(crowd.addMany(0)).toHaveLength(0);
    expect(() => crowd.attach(new Mesh("empty", scene), "torso")).toThrow(`mesh: ${ruleOf("vertices", "empty")}`);
    const box = CreateBox("box", {}, scene);
    box.material = new StandardMaterial("mine", scene);
    box.material.getClassName = () => "NodeMaterial";
    expect(() => crowd.attach(box, "torso")).toThrow(`mesh/box: ${ruleOf("drawableMaterial", "NodeMaterial")}`);
    await expect(CreateClipCrowdAsync(container, { sliceMilliseconds: 0 })).rejects.toThrow(
      `options.sliceMilliseconds: ${ruleOf("numberAbove0", 0)}`,
    );
    crowd.dispose();
    expect(() => crowd.attach(box, "torso")).toThrow(`crowd: ${ruleOf("notDisposed", '"crowd"')}`);
    expect(() => crowd.addMany(0)).toThrow(`crowd: ${ruleOf("notDisposed", '"crowd"')}`);
  });
});

describe("settings and names that were probably not meant", () => {
  const warningsOf = async (run: () => unknown): Promise<string[]> => (await collectWarnings(async () => void (await run()))).warnings;

  it("are told once", async () => {
    const { crowd } = await createWalkers();
    const index = crowd.add();
    expect(await warningsOf(() => crowd.play(index, "walk", { sped: 2, fade: 300 } as never))).toEqual([
      `crowd.play: settings.fade: ${ruleOf("seconds", 300)}; 300 milliseconds are 0.3`,
      `crowd.play: settings.sped: ${ruleOf("hasNoEffect", 2)}; did you mean speed?`,
    ]);
    expect(await warningsOf(() => crowd.play(index, "walk", { sped: 2, fade: 300 } as never))).toEqual([]);
  });

  it("a container without animation groups: all characters stand", async () => {
    const container = await loadWalker(createScene());
    container.animationGroups.splice(0).forEach((group) => group.dispose());
    const { result, warnings } = await collectWarnings(() => Promise.resolve(CreateClipCrowd(container)));
    expect(warnings).toEqual(["crowd: container: has no animation groups, so that all characters stand in the rest pose"]);
    expect(() => result.play(result.add(), "walk")).toThrow(new RangeError(`clip: ${ruleOf("clipOfCrowdButNone", '"walk"')}`));
  });

  it("a clip of the crowd is played itself, whatever its name", async () => {
    const { crowd } = await createWalkers();
    const index = crowd.add();
    const last = crowd.clips.length - 1;
    crowd.play(index, crowd.clips[last]!);
    expect(crowd.clipIndices[index]).toBe(last);
  });
});
