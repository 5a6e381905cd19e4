import { afterEach, describe, expect, it } from "@jest/globals";
import type { Observable } from "@babylonjs/core/Misc/observable.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "../../src/index.js";
import type { ClipAnimationGroup } from "../../src/pure.js";
import { CreateClip, GetClips } from "../../src/pure.js";
import { collectGarbage } from "../helpers/garbage.js";
import { createRuler } from "../helpers/model.js";
import {
  createScene,
  disposeScenes,
  FRAME,
  importAsset,
  loadContainer,
  render,
  START_ALL,
  START_NONE,
  withClips,
} from "../helpers/scene.js";

afterEach(disposeScenes);

const ASSET = withClips(createRuler(), [
  { animations: [0], name: "loop", end: 4 },
  { animations: [0], name: "ping-pong", start: 1, end: 2, reverse: true },
]);

/** Babylon removes observers, and tells of groups that are added, in a task of their own. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** The observers that a scene has for time and for its groups. */
async function countObservers(scene: Scene): Promise<number> {
  await nextTask();
  const observables = [
    ...[scene.onBeforeAnimationsObservable, scene.onBeforeStepObservable],
    ...[scene.onAnimationGroupRemovedObservable, scene.onNewAnimationGroupAddedObservable],
  ] as Observable<unknown>[];
  return observables.reduce((sum, { observers }) => sum + observers.length, 0);
}

function nodeOf(clip: ClipAnimationGroup): TransformNode {
  return clip.targetedAnimations[0]!.target as TransformNode;
}

describe("observers", () => {
  it("are there only while something plays", async () => {
    const scene = createScene();
    const before = await countObservers(scene);
    const clips = GetClips(await importAsset(ASSET, scene));
    expect(await countObservers(scene)).toBe(before);
    clips.forEach((clip) => clip.play());
    expect(await countObservers(scene)).toBe(before + 3);
    clips[0]!.stop();
    clips[1]!.pause();
    expect(await countObservers(scene)).toBe(before);
  });

  it.each<{ what: string; dispose: (clips: ClipAnimationGroup[], scene: Scene) => void }>([
    { what: "the groups", dispose: (clips) => clips.forEach((clip) => clip.dispose()) },
    { what: "the scene", dispose: (_, scene) => scene.dispose() },
  ])("are gone after $what", async ({ dispose }) => {
    const scene = createScene();
    const before = await countObservers(scene);
    const clips = GetClips(await importAsset(ASSET, scene));
    clips.forEach((clip) => clip.play());
    render(scene, 2);
    dispose(clips, scene);
    expect(await countObservers(scene)).toBe(scene.isDisposed ? 0 : before);
    expect(scene.animatables).toHaveLength(0);
  });

  it("are gone after the container", async () => {
    const scene = createScene();
    const before = await countObservers(scene);
    const container = await loadContainer(ASSET, scene, { startMode: START_ALL });
    container.addAllToScene();
    render(scene, 2);
    const clips = GetClips(container);
    container.dispose();
    expect(clips.map((clip) => clip.isStarted)).toEqual([false, false]);
    expect(await countObservers(scene)).toBe(before);
  });
});

describe("nothing is retained", () => {
  it.each<{ what: string; use: (scene: Scene) => Promise<object[]> }>([
    {
      what: "a clip that played and was disposed",
      use: async (scene) => {
        const clips = GetClips(await importAsset(ASSET, scene));
        clips.forEach((clip) => clip.play());
        render(scene, 3);
        const nodes = clips.map(nodeOf);
        scene.animationGroups.slice().forEach((group) => group.dispose());
        scene.rootNodes.slice().forEach((node) => node.getClassName() !== "FreeCamera" && node.dispose());
        render(scene, 3);
        return [...clips, ...nodes];
      },
    },
    {
      what: "a clip with a weight that finished in a frame, and was disposed",
      use: async (scene) => {
        const [clip] = GetClips(await importAsset(ASSET, scene));
        clip!.settings = { end: 0.01, repetitions: 1 };
        clip!.weight = 0.5;
        clip!.play();
        render(scene, 3);
        scene.animationGroups.slice().forEach((group) => group.dispose());
        render(scene, 3);
        return [clip!]; // Babylon itself keeps the last targets that it mixed
      },
    },
    {
      what: "a container that was removed and disposed",
      use: async (scene) => {
        const container = await loadContainer(ASSET, scene, { startMode: START_ALL });
        container.addAllToScene();
        render(scene, 3);
        container.removeAllFromScene();
        render(scene, 3);
        const clips = GetClips(container);
        const nodes = clips.map(nodeOf);
        container.dispose();
        render(scene, 3);
        return [...clips, ...nodes];
      },
    },
    {
      what: "instances that were disposed while they play",
      use: async (scene) => {
        const container = await loadContainer(ASSET, scene);
        const instances = [0, 1, 2].map(() => container.instantiateModelsToScene());
        const clips = instances.flatMap(GetClips);
        clips.forEach((clip) => clip.play());
        render(scene, 3);
        const nodes = clips.map(nodeOf);
        instances.forEach((entries) => entries.dispose());
        render(scene, 3);
        return [...clips, ...nodes];
      },
    },
  ])("of $what", async ({ use }) => {
    const scene = createScene();
    const references = (await use(scene)).map((object) => new WeakRef(object));
    expect(references.length).toBeGreaterThan(0);
    await collectGarbage();
    expect(references.filter((reference) => reference.deref() !== undefined)).toHaveLength(0);
  });

  it("of a scene", async () => {
    const reference = await (async () => {
      const scene = createScene();
      GetClips(await importAsset(ASSET, scene)).forEach((clip) => clip.play());
      render(scene, 3);
      disposeScenes();
      return new WeakRef(scene);
    })();
    render(createScene(), 1); // Babylon remembers the last one
    await collectGarbage();
    expect(reference.deref()).toBeUndefined();
  });
});

describe("containers", () => {
  it("keep their clips to themselves until they are added, and play them as Babylon does", async () => {
    const scene = createScene();
    const container = await loadContainer(ASSET, scene);
    expect(GetClips(container).map(({ name }) => name)).toEqual(["loop", "ping-pong"]);
    expect(container.animationGroups).toHaveLength(3);
    expect(scene.animationGroups).toHaveLength(0);
    container.addAllToScene();
    expect(GetClips(scene)).toEqual(GetClips(container));
  });

  it("hold their clips still while they are out of the scene", async () => {
    const scene = createScene();
    const container = await loadContainer(ASSET, scene);
    const [clip] = GetClips(container);
    container.addAllToScene();
    clip!.play();
    render(scene, 5);
    container.removeAllFromScene();
    expect(GetClips(scene)).toEqual([]);
    render(scene, 50);
    expect([clip!.isPlaying, clip!.timestamp]).toEqual([true, expect.closeTo(4 * FRAME, 9)]);
    container.addAllToScene();
    container.removeAllFromScene(); // before it is told that it was added
    await nextTask();
    render(scene, 5);
    expect(clip!.timestamp).toBeCloseTo(4 * FRAME, 9);
    container.addAllToScene();
    await nextTask();
    render(scene, 5);
    expect(clip!.timestamp).toBeCloseTo(9 * FRAME, 9);
    container.removeAllFromScene();
    clip!.pause();
    clip!.play(); // whoever plays it while it is out of the scene, means it
    render(scene, 5);
    expect(clip!.timestamp).toBeCloseTo(14 * FRAME, 9);
  });

  it("give every instance clips of its own: fifty, each at its own phase", async () => {
    const scene = createScene();
    const container = await loadContainer(ASSET, scene, { startMode: START_NONE });
    const instances = Array.from({ length: 50 }, (_, i) => GetClips(container.instantiateModelsToScene((name) => `${name} ${i}`)));
    instances.forEach(([clip], i) => {
      expect(clip!.name).toBe(`loop ${i}`);
      clip!.timestamp = i / 20;
      clip!.play();
    });
    render(scene, 26);
    instances.forEach(([clip], i) => {
      expect(clip!.timestamp).toBeCloseTo(i / 20 + 0.4, 9);
      expect(nodeOf(clip!).position.x).toBeCloseTo(i / 20 + 0.4, 5);
    });
    expect(new Set(instances.map(([clip]) => nodeOf(clip!))).size).toBe(50);
    expect(nodeOf(GetClips(container)[0]!).position.x).toBe(0);
  });

  it("get the clips that are made from their groups in code", async () => {
    const scene = createScene();
    const container = await loadContainer(ASSET, scene);
    const clip = CreateClip("made", container.animationGroups[0]!, { end: 1 });
    expect(GetClips(container)).toContain(clip);
    expect(GetClips(scene)).toEqual([]);
    container.addAllToScene();
    expect(CreateClip("later", container.animationGroups[0]!, { end: 1 }) && GetClips(scene)).toHaveLength(4);
    clip.dispose();
    expect(GetClips(container)).not.toContain(clip);
  });
});
