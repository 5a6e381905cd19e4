import { afterEach, describe, expect, it } from "@jest/globals";
import type { AnimationGroup, TargetedAnimation } from "@babylonjs/core/Animations/animationGroup.js";
import type { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { Observable } from "@babylonjs/core/Misc/observable.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "../../../src/index.js";
import { type ClipAnimationGroup, type ClipCrossFade, CreateClip, CrossFade, GetClips, SetUpdateRate } from "../../../src/pure.js";
import { collectGarbage } from "../../helpers/garbage.js";
import { createRuler } from "../../helpers/gltfAsset.js";
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
} from "../../helpers/scene.js";

afterEach(disposeScenes);

const MODES = ["auto", "babylon", "compiled"] as const;

const ASSET = withClips(createRuler(), [
  { animations: [0], name: "loop", end: 4 },
  { animations: [0], name: "ping-pong", start: 1, end: 2, reverse: true },
]);

/** Babylon removes observers, and reports added groups, in separate tasks. */
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

describe("a clip that is disposed", () => {
  it.each(MODES)("never plays again, however it is started: %s", async (evaluation) => {
    const scene = createScene();
    const before = await countObservers(scene);
    const { animationGroups } = await importAsset(ASSET, scene);
    const clip = CreateClip("clip", animationGroups[0]!, { end: 1 }, { evaluationMode: evaluation });
    const [{ animation, target }] = clip.targetedAnimations as [TargetedAnimation];
    clip.onAnimationEndObservable.add(() => clip.play());
    clip.onAnimationGroupEndObservable.add(() => clip.start());
    clip.play();
    render(scene, 3);
    clip.dispose();
    clip.addTargetedAnimation(animation, target);
    clip.play();
    render(scene, 3);
    expect([clip.isStarted, nodeOf(clip).position.x]).toEqual([false, expect.closeTo(2 * FRAME, 6)]);
    expect([scene.animatables.length, await countObservers(scene)]).toEqual([0, before]);
  });
});

describe("a disposed scene keeps no reference to clips", () => {
  /** How many observers are left on the scene, apart from Babylon's own clearing of them. */
  async function countLeft(prepare: (clips: ClipAnimationGroup[], scene: Scene, container: AssetContainer) => void): Promise<unknown> {
    const scene = createScene();
    const clips = GetClips(await importAsset(ASSET, scene));
    const container = await loadContainer(ASSET, scene);
    prepare(clips, scene, container);
    const observables = Object.entries(scene).filter((entry): entry is [string, Observable<unknown>] => entry[1] instanceof Observable);
    observables.forEach(([, observable]) => (observable.clear = () => undefined)); // not all versions clear the same ones
    scene.dispose();
    await nextTask();
    return {
      observers: observables.map(([name, { observers }]) => [name, observers.length]),
      overridden: ["stopAnimation", "stopAllAnimations"].filter((name) => Object.hasOwn(scene, name)),
      animatables: scene.animatables.length,
      started: [...clips, ...GetClips(container)].filter(({ isStarted }) => isStarted),
    };
  }

  const fade = ([walk, run]: ClipAnimationGroup[]): ClipCrossFade => (walk!.play(), CrossFade(walk!, run!, 1));

  it.each<{ what: string; prepare: Parameters<typeof countLeft>[0] }>([
    { what: "that play", prepare: (clips, scene) => (clips.forEach((clip) => clip.play()), render(scene, 2)) },
    { what: "that are paused", prepare: (clips, scene) => (clips.forEach((clip) => clip.play().pause()), render(scene, 2)) },
    { what: "that play outside of it", prepare: ([clip], scene) => (clip!.play(), scene.removeAnimationGroup(clip!)) },
    {
      what: "that are paused outside of it",
      prepare: ([clip], scene) => (clip!.play(), scene.removeAnimationGroup(clip!), clip!.pause()),
    },
    { what: "that Babylon evaluates", prepare: (clips) => clips.forEach((clip) => ((clip.evaluationMode = "babylon"), clip.play())) },
    { what: "of a container", prepare: (_, __, container) => GetClips(container).forEach((clip) => clip.play()) },
    {
      what: "of a container that was removed",
      prepare(_, scene, container) {
        container.addAllToScene();
        GetClips(container).forEach((clip) => clip.play());
        render(scene, 2);
        container.removeAllFromScene();
      },
    },
    { what: "that fade", prepare: (clips, scene) => (fade(clips), render(scene, 2)) },
    { what: "that begin to fade", prepare: (clips) => void fade(clips) },
    { what: "that are paused in a fade", prepare: (clips) => (fade(clips), clips.forEach((clip) => clip.pause())) },
    {
      what: "that fade outside of it",
      prepare: (clips, scene) => (fade(clips), render(scene, 2), clips.forEach((clip) => scene.removeAnimationGroup(clip))),
    },
    {
      what: "of a container that fade",
      prepare: (_, scene, container) => (fade(GetClips(container)), render(scene, 2)),
    },
    {
      what: "that are started again when they end",
      prepare(clips, scene) {
        for (const clip of clips) {
          clip.onAnimationGroupEndObservable.add(() => clip.start());
          clip.play();
        }
        scene.removeAnimationGroup(clips[0]!);
      },
    },
    {
      what: "that fade when they end",
      prepare([walk, run]) {
        walk!.onAnimationGroupEndObservable.add(() => CrossFade(walk!, run!, 1));
        walk!.play();
      },
    },
    {
      what: "that fade on when a fade ends",
      prepare([walk, run]) {
        fade([walk!, run!]).onEndObservable.add(() => CrossFade(run!, walk!, 1));
      },
    },
  ])("$what", async ({ prepare }) => {
    expect(await countLeft(prepare)).toEqual(await countLeft(() => undefined));
  });

  it("but the end of a fade is reported", async () => {
    const scene = createScene();
    const told: boolean[] = [];
    fade(GetClips(await importAsset(ASSET, scene))).onEndObservable.add(({ isCompleted }) => told.push(isCompleted));
    scene.dispose();
    expect(told).toEqual([false]);
  });
});

describe("memory is freed", () => {
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
      what: "a container with an update rate that was disposed while it plays",
      use: async (scene) => {
        const container = await loadContainer(ASSET, scene);
        container.addAllToScene();
        SetUpdateRate(scene, 0.1);
        const [clip] = GetClips(container);
        clip!.play();
        render(scene, 3);
        const nodes = [...container.transformNodes]; // no meshes: Babylon.js 8.56 keeps one
        container.dispose();
        await nextTask(); // from here on, no frame runs the clips of the scene
        render(scene, 3);
        return [clip!, ...nodes];
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
    container.removeAllFromScene(); // before it is notified that it was added
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

  it("hold their fades still, too", async () => {
    const scene = createScene();
    const container = await loadContainer(ASSET, scene);
    const [from, to] = GetClips(container) as [ClipAnimationGroup, ClipAnimationGroup];
    container.addAllToScene();
    from.play();
    const fade = CrossFade(from, to, 10 * FRAME);
    render(scene, 5);
    const { progress } = fade;
    container.removeAllFromScene();
    render(scene, 50);
    expect([fade.progress, from.isPlaying]).toEqual([progress, true]);
    container.addAllToScene();
    await nextTask();
    render(scene, 2);
    expect(fade.progress).toBeCloseTo(progress + 0.2, 9);
    render(scene, 10);
    expect([fade.progress, from.isPlaying]).toEqual([1, false]);
  });

  it("stop with all animations of the scene although they are not in it, as Babylon's groups do", async () => {
    for (const kind of ["group", ...MODES] as const) {
      const scene = createScene();
      const container = await loadContainer(ASSET, scene);
      const [raw] = container.animationGroups as [AnimationGroup];
      const group = kind === "group" ? raw : CreateClip("clip", raw, { end: 4 }, { evaluationMode: kind });
      const told: string[] = [];
      group.onAnimationEndObservable.add(() => told.push("animation"));
      group.onAnimationGroupEndObservable.add(() => told.push("group"));
      for (const paused of [false, true]) {
        container.addAllToScene();
        group.start(true);
        render(scene, 3);
        container.removeAllFromScene();
        if (paused) {
          group.pause();
        }
        scene.stopAllAnimations();
        expect([kind, group.isStarted, told.splice(0)]).toEqual([kind, false, ["animation", "group"]]);
      }
      group.start(true); // it was never in the scene
      scene.stopAllAnimations();
      expect([kind, group.isStarted, scene.animatables.length]).toEqual([kind, false, 0]);
    }
  });

  it("do not play when all animations of the scene are stopped, though an observer of their ends starts them", async () => {
    for (const evaluation of MODES) {
      const scene = createScene();
      const clips = GetClips(await importAsset(ASSET, scene));
      clips.forEach((clip, i) => {
        clip.evaluationMode = evaluation;
        clip.onAnimationGroupEndObservable.add(() => clips.forEach((each) => each.start()));
        if (i > 0) {
          clip.start();
        }
      });
      scene.stopAllAnimations();
      expect([evaluation, clips.map(({ isStarted }) => isStarted)]).toEqual([evaluation, clips.map(() => false)]);
      clips[0]!.start();
      expect(clips[0]!.isStarted).toBe(true);
    }
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
