/** Pins that Babylon asks the scene to stop the animations of disposed objects, and tests our reaction. */
import { setFlagsFromString } from "node:v8";
import { compileFunction } from "node:vm";
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { PointLight } from "@babylonjs/core/Lights/pointLight.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import { MorphTargetManager } from "@babylonjs/core/Morph/morphTargetManager.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { FrameObserver, observeDispose, observeStopAll, observeStops } from "../../../src/scene/host/scene.js";
import { CreateClip, type ClipAnimationGroup } from "../../../src/pure.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

interface Disposable {
  readonly what: string;
  /** @returns the animated object, and a function that removes it */
  readonly create: (scene: Scene) => { readonly target: object; readonly dispose: () => void };
}

const disposing = <T extends { dispose(): void }>(target: T): ReturnType<Disposable["create"]> => ({
  target,
  dispose: () => target.dispose(),
});

const DISPOSABLES: readonly Disposable[] = [
  { what: "a node", create: (scene) => disposing(new TransformNode("node", scene)) },
  { what: "a mesh", create: (scene) => disposing(new Mesh("mesh", scene)) },
  { what: "a camera", create: (scene) => disposing(new FreeCamera("second", Vector3.Zero(), scene)) },
  { what: "a light", create: (scene) => disposing(new PointLight("light", Vector3.Zero(), scene)) },
  { what: "a material", create: (scene) => disposing(new StandardMaterial("material", scene)) },
  {
    what: "the child of a node",
    create: (scene) => {
      const parent = new TransformNode("parent", scene);
      const target = new TransformNode("child", scene);
      target.parent = parent;
      return { target, dispose: () => parent.dispose() };
    },
  },
  {
    what: "a morph target",
    create: (scene) => {
      const manager = new MorphTargetManager(scene);
      const target = new MorphTarget("target", 0, scene);
      manager.addTarget(target);
      return { target, dispose: () => manager.removeTarget(target) };
    },
  },
];

/** A clip of something that every object can have. */
function createClip(scene: Scene, targets: readonly object[]): ClipAnimationGroup {
  const animation = new Animation("number", "number", 60, Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys([
    { frame: 0, value: 0 },
    { frame: 60, value: 1 },
  ]);
  const group = new AnimationGroup("group", scene);
  targets.forEach((target) => group.addTargetedAnimation(animation, Object.assign(target, { number: 0 })));
  return CreateClip("clip", group, { end: 1 });
}

describe("scene.stopAnimation is called when something goes", () => {
  it.each(DISPOSABLES)("$what", ({ create }) => {
    const scene = createScene();
    const { target, dispose } = create(scene);
    const stopped: unknown[] = [];
    const ignore = observeStops(scene, (object, isMeant) => {
      stopped.push(object);
      expect(isMeant(named("any"))).toBe(true);
    });
    dispose();
    ignore();
    expect(stopped).toContain(target);
  });

  it.each(DISPOSABLES)("so that a clip does not animate it any more, but the others: $what", ({ create }) => {
    const scene = createScene();
    const [going, staying] = [create(scene), create(scene)];
    const clip = createClip(scene, [going.target, staying.target]);
    clip.start();
    render(scene, 3);
    expect(clip.evaluation.by).toBe("compiled");
    going.dispose();
    const { number } = going.target as { number: number };
    render(scene, 3);
    expect([going.target, staying.target]).toEqual([
      expect.objectContaining({ number }),
      expect.objectContaining({ number: expect.closeTo(clip.timestamp, 6) as unknown }),
    ]);
    staying.dispose();
    expect(clip.isStarted).toBe(false);
  });
});

describe("observing", () => {
  const isOwn = (scene: Scene): boolean => Object.hasOwn(scene, "stopAnimation");

  it("wraps the stop of a target's animations, and ends on request", () => {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    const told: number[] = [];
    const ignore = observeStops(scene, (_, _isMeant, stopKnown) => {
      told.push(scene.animatables.length);
      stopKnown();
      told.push(scene.animatables.length);
    });
    scene.beginDirectAnimation(node, [withKeys(named("a", "position.x"))], 0, 60);
    scene.stopAnimation(node);
    expect([told, isOwn(scene)]).toEqual([[1, 0], true]);
    ignore();
    scene.stopAnimation(node);
    expect([told, isOwn(scene)]).toEqual([[1, 0], false]);
  });

  it("names the stopped animations, and ignores other targets", () => {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    const told: unknown[] = [];
    const ignore = observeStops(scene, (_, isMeant) => told.push(["a", "b"].map((name) => isMeant(named(name)))));
    scene.stopAnimation(node, "a");
    scene.stopAnimation(node, "");
    scene.stopAnimation(node, undefined, () => false);
    scene.stopAnimation(null);
    scene.stopAnimation("node");
    expect(told).toEqual([
      [true, false],
      [true, true],
    ]);
    ignore();
  });

  it("wraps the stop of all animations, and ends on request", () => {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    const told: number[] = [];
    const ignore = observeStopAll(scene, (stopKnown) => {
      told.push(scene.animatables.length);
      stopKnown();
      told.push(scene.animatables.length);
    });
    scene.beginDirectAnimation(node, [withKeys(named("a", "position.x"))], 0, 60);
    scene.stopAllAnimations();
    expect(told).toEqual([1, 0]);
    ignore();
    scene.stopAllAnimations();
    expect([told.length, Object.hasOwn(scene, "stopAllAnimations")]).toEqual([2, false]);
  });

  it("notices the disposal of the scene before anything is stopped, and ends on request", () => {
    const told: unknown[] = [];
    const dispose = (scene: Scene, isObserved: boolean): void => {
      const ignore = observeDispose(scene, () => told.push([scene.animatables.length, scene.isDisposed]));
      scene.beginDirectAnimation(new TransformNode("node", scene), [withKeys(named("a", "position.x"))], 0, 60);
      if (!isObserved) {
        ignore();
      }
      scene.dispose();
      told.push(scene.isDisposed, scene.animatables.length);
    };
    dispose(createScene(), true);
    dispose(createScene(), false);
    expect(told).toEqual([[1, false], true, 0, true, 0]);
  });

  it("keeps overrides by others", () => {
    const scene = createScene();
    const told: string[] = [];
    const ignore = observeStops(scene, () => told.push("first"));
    const ours = scene.stopAnimation.bind(scene);
    const theirs: Scene["stopAnimation"] = (...args) => {
      told.push("theirs");
      ours(...args);
    };
    scene.stopAnimation = theirs;
    ignore();
    scene.stopAnimation({});
    expect(told).toEqual(["theirs"]);
    expect(isOwn(scene)).toBe(true);
  });

  it("leaves the properties of the scene as fast as they were", () => {
    setFlagsFromString("--allow-natives-syntax");
    const isFast = compileFunction("return %HasFastProperties(object)", ["object"]) as (object: object) => boolean;
    setFlagsFromString("--no-allow-natives-syntax");
    const scene = createScene();
    const clip = createClip(scene, [{}]);
    const before = isFast(scene);
    clip.start();
    clip.stop();
    expect([isOwn(scene), isFast(scene)]).toEqual([false, before]);
  });

  it("lasts while a clip is started: playing, paused, or out of the scene", () => {
    const scene = createScene();
    const clip = createClip(scene, [{}]);
    const states: boolean[] = [isOwn(scene)];
    const acts: (() => void)[] = [
      () => clip.start(),
      () => render(scene, 2),
      () => clip.pause(),
      () => clip.restart(),
      () => scene.removeAnimationGroup(clip),
      () => clip.stop(),
    ];
    for (const act of acts) {
      act();
      states.push(isOwn(scene));
    }
    expect(states).toEqual([false, true, true, true, true, true, false]);
  });
});

function withKeys(animation: Animation): Animation {
  animation.setKeys([
    { frame: 0, value: 0 },
    { frame: 60, value: 1 },
  ]);
  return animation;
}

function named(name: string, property = "number"): Animation {
  return new Animation(name, property, 60, Animation.ANIMATIONTYPE_FLOAT);
}

describe("FrameObserver", () => {
  it("stays behind other observers, also beside the observer of a second copy of this package", async () => {
    jest.resetModules();
    const second = await import("../../../src/scene/host/scene.js");
    expect(second.FrameObserver).not.toBe(FrameObserver);
    const scene = createScene();
    const log: string[] = [];
    const { onBeforeAnimationsObservable: observable } = scene;
    const add = observable.add.bind(observable) as (...args: readonly unknown[]) => unknown;
    let count = 0;
    observable.add = ((...args: readonly unknown[]) => {
      expect(++count).toBeLessThan(20); // otherwise, two copies would move behind each other without end
      return add(...args);
    }) as typeof observable.add;
    new FrameObserver(scene, () => log.push("first")).observe();
    new second.FrameObserver(scene, () => log.push("second")).observe();
    observable.add(() => log.push("other"));
    render(scene, 2);
    expect(log.sort()).toEqual(["first", "first", "other", "other", "second", "second"]);
  });

  it("goes on when a second copy of this package ends its observation, and leaves nothing behind", async () => {
    jest.resetModules();
    const second = await import("../../../src/scene/host/scene.js");
    const scene = createScene();
    const log: string[] = [];
    const ends = [FrameObserver, second.FrameObserver].map((Observer, i) => new Observer(scene, () => log.push(`${i}`)).observe());
    ends[1]!();
    render(scene, 1);
    ends[0]!();
    render(scene, 1);
    expect([log, Object.hasOwn(scene, "render")]).toEqual([["0"], false]);
  });

  it("may end in a step, also the observations that the step would still have run", () => {
    const scene = createScene();
    const log: string[] = [];
    const ends: (() => void)[] = [];
    for (const name of ["a", "b"]) {
      ends.push(new FrameObserver(scene, () => (log.push(name), ends.forEach((end) => end()))).observe());
    }
    render(scene, 2);
    expect([log, Object.hasOwn(scene, "render")]).toEqual([["a"], false]);
  });

  it("runs in each frame with an animation step, and in no other", () => {
    const scene = createScene();
    let steps = 0;
    new FrameObserver(scene, () => steps++).observe();
    render(scene, 2);
    scene.render(true, true);
    expect(steps).toBe(2);
  });
});
