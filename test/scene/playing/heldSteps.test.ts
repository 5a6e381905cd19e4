/** Frames in which Babylon makes no animation step: nothing of this package advances, either. Beside plain groups. */
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateController } from "../../../src/controller.js";
import { CompileGroups, CreateClip, CrossFade, SetClock, SetUpdateRate } from "../../../src/pure.js";
import { ClipRootMotionController } from "../../../src/root-motion.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createScene, disposeScenes, FRAME, render } from "../../helpers/scene.js";
import { importTraveller } from "../../helpers/travellers.js";
import { createWalkers } from "../../helpers/walkers.js";
import { WallClock } from "../../helpers/wallClock.js";

let wallClock: WallClock | null = null;

afterEach(() => {
  disposeScenes();
  wallClock?.restore();
  wallClock = null;
  jest.restoreAllMocks();
});

/** What is still loading, such as a texture. */
const DATA = {};

const ignoring = (scene: Scene, frames: number): void => {
  for (let frame = 0; frame < frames; frame++) {
    scene.render(true, true);
  }
};

/** A group that shows its second as x and notifies what it passes. */
function createRuler(scene: Scene, log: string[]): { node: TransformNode; group: AnimationGroup } {
  const node = new TransformNode("node", scene);
  node.position.x = -1;
  const animation = createAnimation("position.x", { frames: [0, 12.7], values: [0, 12.7 / 60] });
  animation.addEvent(new AnimationEvent(3.3, () => void log.push("event")));
  return { node, group: createGroup(scene, [node, animation]) };
}

const KINDS = {
  plain: (_scene: Scene, group: AnimationGroup): AnimationGroup => group,
  compiled: (scene: Scene, group: AnimationGroup): AnimationGroup => {
    const { name } = group;
    CompileGroups(scene);
    return scene.animationGroups.find((each) => each.name === name)!;
  },
  clip: (_scene: Scene, group: AnimationGroup): AnimationGroup => CreateClip("clip", group, { end: 12.7 / 60 }),
};

const TIMES: Readonly<Record<string, () => Scene>> = {
  "constant steps": () => createScene(),
  "the wall clock": () => {
    const scene = createScene();
    scene.useConstantAnimationDeltaTime = false;
    const clock = (wallClock ??= new WallClock());
    scene.onBeforeAnimationsObservable.add(() => clock.advance(FRAME), undefined, true);
    return scene;
  },
  "deterministic lockstep": () => {
    const options = { renderHeight: 256, renderWidth: 512, textureSize: 512, deterministicLockstep: true, lockstepMaxSteps: 4 };
    const engine = new NullEngine(options);
    jest.spyOn(engine, "getDeltaTime").mockReturnValue(34);
    return createScene({ engine });
  },
};

const USES: Readonly<Record<string, (scene: Scene, frames: (count: number) => void) => void>> = {
  "while the first data is pending": (scene, frames) => {
    scene.addPendingData(DATA);
    frames(5);
    scene.removePendingData(DATA);
    frames(40);
  },
  "in frames without animations": (scene, frames) => {
    frames(3);
    ignoring(scene, 5);
    frames(10);
    ignoring(scene, 1);
    frames(10);
  },
  "in a scene that begins with frames without animations": (scene, frames) => {
    ignoring(scene, 5);
    frames(10);
  },
  "with data that is pending later": (scene, frames) => {
    frames(3);
    scene.addPendingData(DATA);
    frames(10);
  },
  "in steps without frames": (scene, frames) => {
    scene.addPendingData(DATA);
    scene.animate();
    scene.removePendingData(DATA);
    scene.animate();
    frames(3);
    scene.animate();
    scene.animate();
    frames(3);
  },
};

function trace(kind: keyof typeof KINDS, createSceneOf: () => Scene, use: (typeof USES)[string]): { shown: number[]; log: string[] } {
  const scene = createSceneOf();
  const log: string[] = [];
  const shown: number[] = [];
  const { node, group: source } = createRuler(scene, log);
  const group = KINDS[kind](scene, source);
  group.onAnimationGroupLoopObservable.add(() => void log.push("loop"));
  group.play(true);
  use(scene, (count) => {
    for (let frame = 0; frame < count; frame++) {
      render(scene, 1);
      shown.push(Number(node.position.x.toFixed(9)));
      log.push(`${shown.length}`);
    }
  });
  wallClock?.restore();
  wallClock = null;
  return { shown, log };
}

describe.each(Object.keys(TIMES))("with %s, groups are where plain groups are", (time) => {
  it.each(Object.keys(USES))("%s", (name) => {
    const plain = trace("plain", TIMES[time]!, USES[name]!);
    expect(trace("compiled", TIMES[time]!, USES[name]!)).toEqual(plain);
    expect(trace("clip", TIMES[time]!, USES[name]!)).toEqual(plain);
  });
});

/** What goes on with the frames, and what it has done. */
const OTHERS: Readonly<Record<string, (scene: Scene) => Promise<() => unknown> | (() => unknown)>> = {
  "a cross-fade": (scene) => {
    const [a, b] = [0, 1].map(() => CreateClip("clip", createRuler(scene, []).group, { end: 12.7 / 60 }));
    a!.play();
    const fade = CrossFade(a!, b!, 1);
    return () => fade.progress;
  },
  "a controller": (scene) => {
    createRuler(scene, []).group.name = "walk";
    const controller = CreateController(scene, {
      layers: [{ states: { a: {}, b: { clip: "walk" } }, transitions: [{ from: "a", to: "b", afterSeconds: 0.05, duration: 1 }] }],
    });
    return () => [controller.stateOf(), controller.progressOf()];
  },
  "root motion": async (scene) => {
    const { character, motions, played } = await importTraveller([{ name: "walk", seconds: 1, distance: 2 }], {}, scene);
    new ClipRootMotionController(character, motions);
    played[0]!.play();
    return () => character.position.asArray();
  },
  "an update rate": (scene) => {
    const { node, group } = createRuler(scene, []);
    SetUpdateRate(node, 3 * FRAME);
    CreateClip("clip", group, { end: 12.7 / 60 }).play();
    return () => node.position.x;
  },
  "a clock": (scene) => {
    const { node, group } = createRuler(scene, []);
    CreateClip("clip", group, { end: 12.7 / 60 }).play();
    let readings = 0;
    SetClock(scene, () => readings++ * 0.01);
    return () => node.position.x;
  },
  "a crowd": async (scene) => {
    const { crowd } = await createWalkers({}, scene);
    const index = crowd.add();
    crowd.play(index, "walk");
    return () => crowd.timestamps[index];
  },
};

describe("without a step, nothing changes in", () => {
  it.each(Object.keys(OTHERS))("%s", async (name) => {
    const scene = createScene();
    const read = await OTHERS[name]!(scene);
    const before = read();
    scene.addPendingData(DATA);
    render(scene, 10);
    expect(read()).toEqual(before);
    scene.removePendingData(DATA);
    ignoring(scene, 10);
    expect(read()).toEqual(before);
    render(scene, 5);
    const later = read();
    expect(later).not.toEqual(before);
    ignoring(scene, 10);
    expect(read()).toEqual(later);
  });
});
