import { afterEach, describe, expect, it } from "@jest/globals";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { ScheduledPlayer } from "../../../src/scene/playing/players/rows.js";
import { ClipScheduler, type ScheduledFade } from "../../../src/scene/playing/players/scheduler.js";
import { CreateClip, type EvaluationMode } from "../../../src/pure.js";
import { createAnimation } from "../../helpers/group.js";
import { createRuler } from "../../helpers/rulerClip.js";
import { createScene, disposeScenes, FRAME, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

/** Clips of a scene that log when they are ticked. */
function createStage(): {
  scene: Scene;
  scheduler: ClipScheduler;
  log: string[];
  add: (name: string, playOrder?: number) => ScheduledPlayer;
} {
  const scene = createScene();
  const scheduler = ClipScheduler.For(scene);
  const log: string[] = [];
  const add = (name: string, playOrder = 0): ScheduledPlayer => {
    const group = new AnimationGroup(name, scene, -1, playOrder);
    const clip: ScheduledPlayer = {
      ...{ group, loopsUnobserved: false },
      posing: { weight: -1, places: [], begin: () => undefined, reorder: () => undefined, moveToEnd: () => undefined },
      playhead: { row: -1, isSteady: false, giveTo: (columns) => columns.clips, takeBack: () => undefined },
      tick: () => log.push(name),
      fail: (error) => log.push(`${name} failed: ${(error as Error).message}`),
    };
    let isStarted = true;
    group.stop = () => {
      if (isStarted) {
        isStarted = false;
        log.push(`${name} stopped`);
        scheduler.stop(clip);
      }
      return group;
    };
    scheduler.start(clip);
    return clip;
  };
  render(scene, 1);
  return { scene, scheduler, log, add };
}

describe("a frame", () => {
  it("ticks clips in the order of playOrder, then of starting", () => {
    const { scene, log, add } = createStage();
    add("late", 2);
    add("a");
    add("early", -1);
    const b = add("b");
    render(scene, 1);
    expect(log.splice(0)).toEqual(["early", "a", "b", "late"]);
    ClipScheduler.For(scene).reorder(b, () => (b.group.playOrder = -2));
    render(scene, 1);
    expect(log).toEqual(["b", "early", "a", "late"]);
  });

  it("gives the seconds since the last one", () => {
    const { scene, scheduler, add } = createStage();
    const deltas: number[] = [];
    add("clip").tick = (delta) => deltas.push(delta);
    render(scene, 2);
    expect(deltas).toEqual([FRAME, FRAME]);
    expect(scheduler.isTicking).toBe(false);
  });

  it("advances fades before it ticks clips", () => {
    const { scene, scheduler, log, add } = createStage();
    add("clip");
    const fade: ScheduledFade = { advance: (delta) => log.push(`fade ${delta}`), fail: () => undefined, stop: () => undefined };
    scheduler.addFade(fade);
    render(scene, 1);
    scheduler.removeFade(fade);
    render(scene, 1);
    expect(log).toEqual([`fade ${FRAME}`, "clip", "clip"]);
  });

  it("continues after a clip or a fade that throws", () => {
    const { scene, scheduler, log, add } = createStage();
    const fail = (): void => {
      throw new Error("no");
    };
    scheduler.addFade({ advance: fail, fail: () => log.push("fade failed"), stop: () => undefined });
    add("broken").tick = fail;
    add("sound");
    render(scene, 1);
    expect(log).toEqual(["fade failed", "broken failed: no", "sound"]);
  });

  it("does nothing while animations are disabled", () => {
    const { scene, log, add } = createStage();
    add("clip");
    scene.animationsEnabled = false;
    render(scene, 3);
    expect(log).toEqual([]);
  });
});

describe("a clip", () => {
  it("is not ticked while it is paused, and keeps its place", () => {
    const { scene, scheduler, log, add } = createStage();
    const a = add("a");
    add("b");
    scheduler.pause(a);
    render(scene, 1);
    expect([log.splice(0), scheduler.rows.isPlayed(a)]).toEqual([["b"], false]);
    scheduler.resume(a);
    render(scene, 1);
    expect([log, scheduler.rows.isPlayed(a)]).toEqual([["a", "b"], true]);
  });

  it("that is started by another one's tick is ticked in the same frame, once", () => {
    const { scene, log, add } = createStage();
    const a = add("a");
    a.tick = () => {
      log.push("a");
      add("b");
      a.tick = () => log.push("a");
    };
    render(scene, 2);
    expect(log).toEqual(["a", "b", "a", "b"]);
  });

  it("that is stopped by another one's tick is not ticked any more", () => {
    const { scene, scheduler, log, add } = createStage();
    const a = add("a");
    const b = add("b");
    a.tick = () => scheduler.stop(b);
    render(scene, 2);
    expect(log).toEqual([]);
  });

  it("that stops and starts again in a frame is ticked again in it", () => {
    const { scene, scheduler, log, add } = createStage();
    const a = add("a");
    add("b").tick = () => {
      log.push("b");
      scheduler.stop(a);
      scheduler.start(a);
    };
    render(scene, 1);
    expect(log).toEqual(["a", "b", "a"]);
  });

  it("that moves behind others in a frame is not ticked twice", () => {
    const { scene, scheduler, log, add } = createStage();
    const a = add("a");
    add("b").tick = () => {
      log.push("b");
      scheduler.moveToEnd(a);
    };
    render(scene, 2);
    expect(log).toEqual(["a", "b", "b", "a"]);
  });

  it("moves behind the others of its playOrder", () => {
    const { scene, scheduler, log, add } = createStage();
    const a = add("a");
    add("b");
    add("late", 1);
    scheduler.moveToEnd(a);
    scheduler.reorder(a, () => undefined);
    render(scene, 1);
    expect(log).toEqual(["b", "a", "late"]);
  });

  it("that is deferred during a frame is not ticked in it", () => {
    const { scene, scheduler, log, add } = createStage();
    const a = add("a");
    const b = add("b");
    a.tick = () => scheduler.rows.skip(b);
    render(scene, 1);
    expect(log.splice(0)).toEqual([]);
    a.tick = () => undefined;
    render(scene, 1);
    expect(log).toEqual(["b"]);
  });

  it("holds still while its group is out of the scene", async () => {
    const { scene, log, add } = createStage();
    const { group } = add("clip");
    scene.removeAnimationGroup(group);
    render(scene, 2);
    expect(log).toEqual([]);
    scene.addAnimationGroup(group);
    await new Promise((resolve) => setTimeout(resolve)); // Babylon notifies in a separate task
    render(scene, 1);
    expect(log).toEqual(["clip"]);
  });
});

describe("a clip whose group leaves the scene and comes back", () => {
  const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve)); // in which Babylon notifies

  it("holds still while others play, and time is not observed for it alone", async () => {
    const { scene, scheduler, log, add } = createStage();
    const [{ group }, other] = [add("clip"), add("other")];
    scene.removeAnimationGroup(group);
    render(scene, 1);
    expect(log).toEqual(["other"]);
    scheduler.stop(other);
    await nextTask();
    expect(scene.onBeforeAnimationsObservable.observers).toEqual([]);
  });

  it.each([{ comment: "before it left" }, { comment: "while it was away" }])(
    "stays paused if it was paused $comment",
    async ({ comment }) => {
      const { scene, scheduler, log, add } = createStage();
      const clip = add("clip");
      add("other");
      const steps = [() => scheduler.pause(clip), () => void scene.removeAnimationGroup(clip.group)];
      (comment === "before it left" ? steps : steps.reverse()).forEach((step) => step());
      scene.addAnimationGroup(clip.group);
      await nextTask();
      render(scene, 1);
      expect([log, scheduler.rows.isPlayed(clip)]).toEqual([["other"], false]);
    },
  );

  it("holds still if it has left again by the time that Babylon notifies", async () => {
    const { scene, log, add } = createStage();
    const { group } = add("clip");
    add("other");
    scene.removeAnimationGroup(group);
    scene.addAnimationGroup(group);
    scene.removeAnimationGroup(group);
    await nextTask();
    render(scene, 1);
    expect(log).toEqual(["other"]);
  });
});

describe("the events of a frame", () => {
  it("are at most 1,000 of each clip and 10,000 in all, and at least one of each; a frame renews them", () => {
    const { scene, scheduler, add } = createStage();
    const granted: number[][] = [];
    add("clip").tick = () => granted.push(Array.from({ length: 12 }, (_, i) => scheduler.grantEvents(i === 0 ? 500 : 5000)));
    render(scene, 2);
    const frame = [500, ...Array.from({ length: 9 }, () => 1000), 500, 1];
    expect(granted).toEqual([frame, frame]);
  });

  it("are none without crossings", () => {
    expect(createStage().scheduler.grantEvents(0)).toBe(0);
  });
});

describe("while nothing plays", () => {
  const isObserved = (scene: Scene): boolean[] => [
    scene.onBeforeAnimationsObservable.observers.length > 0,
    scene.onAnimationGroupRemovedObservable.observers.length > 0,
    Object.hasOwn(scene, "stopAllAnimations"),
  ];
  const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve)); // in which Babylon removes observers

  it("time and groups are not observed; a clip that is paused still hears of stopAllAnimations", async () => {
    const { scene, scheduler, add } = createStage();
    expect(isObserved(scene)).toEqual([false, false, false]);
    const clip = add("clip");
    expect(isObserved(scene)).toEqual([true, true, true]);
    scheduler.pause(clip);
    await nextTask();
    expect(isObserved(scene)).toEqual([false, false, true]);
    scheduler.stop(clip);
    await nextTask();
    expect(isObserved(scene)).toEqual([false, false, false]);
  });
});

describe("where clips stop and start in the same task", () => {
  it("observers stay, and do not pile up", async () => {
    const { scene, scheduler, add } = createStage();
    const clip = add("clip");
    const observers = [...scene.onBeforeAnimationsObservable.observers, ...scene.onAnimationGroupRemovedObservable.observers];
    for (let i = 0; i < 3; i++) {
      scheduler.stop(clip);
      scheduler.start(clip);
    }
    await Promise.resolve();
    expect([...scene.onBeforeAnimationsObservable.observers, ...scene.onAnimationGroupRemovedObservable.observers]).toEqual(observers);
  });

  it("a frame between them ticks nothing", () => {
    const { scene, scheduler, log, add } = createStage();
    const clip = add("clip");
    scheduler.stop(clip);
    render(scene, 1);
    expect(log).toEqual([]);
    scheduler.start(clip);
    render(scene, 1);
    expect(log).toEqual(["clip"]);
  });
});

describe("the order of clips", () => {
  it("holds where one starts before others, after the last of the others has stopped", () => {
    const { scene, scheduler, log, add } = createStage();
    const last = add("last", 3);
    add("middle", 2);
    render(scene, 1);
    scheduler.stop(last);
    add("first", 1);
    render(scene, 1);
    add("end", 2);
    render(scene, 1);
    expect(log).toEqual(["middle", "last", "first", "middle", "first", "middle", "end"]);
  });
});

describe("the order of clips after a change of playOrder", () => {
  it("holds for a clip that starts between others", () => {
    const { scene, scheduler, log, add } = createStage();
    const a = add("a");
    scheduler.reorder(a, () => (a.group.playOrder = 5));
    render(scene, 1);
    add("b", 1);
    render(scene, 1);
    add("c", 3);
    render(scene, 1);
    expect(log).toEqual(["a", "b", "a", "b", "c", "a"]);
  });
});

describe("a fade without clips that play", () => {
  it("is advanced, and time is not observed any more when it has left", async () => {
    const { scene, scheduler, log } = createStage();
    const fade: ScheduledFade = { advance: () => log.push("fade"), fail: () => undefined, stop: () => undefined };
    scheduler.addFade(fade);
    render(scene, 1);
    scheduler.removeFade(fade);
    await new Promise((resolve) => setTimeout(resolve));
    expect([log, scene.onBeforeAnimationsObservable.observers]).toEqual([["fade"], []]);
  });

  it("is not taken by a scene that is disposed", () => {
    const { scene, scheduler } = createStage();
    scene.dispose();
    scheduler.addFade({ advance: () => undefined, fail: () => undefined, stop: () => undefined });
    expect(scene.onBeforeAnimationsObservable.observers).toEqual([]);
  });
});

describe("other observers of the scene's time", () => {
  it("are called in the frame in which one of them removes the group of the only clip", () => {
    const { scene, log, add } = createStage();
    const groups: AnimationGroup[] = [];
    scene.onBeforeAnimationsObservable.addOnce(() => groups.forEach((group) => scene.removeAnimationGroup(group)));
    groups.push(add("clip").group);
    scene.onBeforeAnimationsObservable.add(() => log.push("other"));
    render(scene, 2);
    expect(log.filter((each) => each === "other")).toHaveLength(2);
  });

  it("are called in every frame, also in the one in which the last clip ends", () => {
    const { scene, scheduler, log, add } = createStage();
    const clip = add("clip");
    clip.tick = () => scheduler.stop(clip);
    scene.onBeforeAnimationsObservable.add(() => log.push("other"));
    render(scene, 2);
    expect(log).toEqual(["other", "other"]);
  });

  it("do not make a frame tick twice, where a clip starts when the last one ends", () => {
    const { scene, scheduler, log, add } = createStage();
    const clip = add("clip");
    clip.tick = () => {
      scheduler.stop(clip);
      add("next");
    };
    scene.onBeforeAnimationsObservable.add(() => log.push("other"));
    render(scene, 2);
    expect(log).toEqual(["other", "next", "other", "next"]);
  });

  it("may pause and resume the only clip, without a second tick in that frame", () => {
    const { scene, scheduler, log, add } = createStage();
    const clip = add("clip");
    scene.onBeforeAnimationsObservable.addOnce(() => {
      scheduler.pause(clip);
      scheduler.resume(clip);
    });
    render(scene, 2);
    expect(log).toEqual(["clip", "clip"]);
  });
});

describe("the end of all", () => {
  it("stopAllAnimations stops clips in their order, paused ones too, and none may start meanwhile", () => {
    const { scene, scheduler, log, add } = createStage();
    add("late", 1);
    scheduler.pause(add("paused"));
    const isOpen: boolean[] = [];
    add("last", 2).group.stop = () => (isOpen.push(scheduler.isOpen), undefined as never);
    scene.stopAllAnimations();
    expect(log).toEqual(["paused stopped", "late stopped"]);
    expect([isOpen.includes(true), scheduler.isOpen]).toEqual([false, true]);
  });

  it("a scene that is disposed stops its clips and fades for good", () => {
    const { scene, scheduler, log, add } = createStage();
    add("clip");
    scheduler.addFade({ advance: () => undefined, fail: () => undefined, stop: () => log.push("fade stopped") });
    scene.dispose();
    expect([log, scheduler.isOpen]).toEqual([["clip stopped", "fade stopped"], false]);
  });
});

it("stopAllAnimations stops Babylon's own animations beside clips, too", () => {
  const { scene, add } = createStage();
  add("clip");
  scene.beginDirectAnimation({ x: 0 }, [createAnimation("x", { frames: [0, 60], values: [0, 1] })], 0, 60, true);
  expect(scene.animatables).toHaveLength(1);
  scene.stopAllAnimations();
  expect(scene.animatables).toHaveLength(0);
});

it("a clip that an observer starts when its scene is disposed is stopped, too", () => {
  const scene = createScene();
  const { group } = createRuler(scene);
  scene.onDisposeObservable.add(() => clip.play());
  const clip = CreateClip("clip", group).play();
  scene.dispose();
  expect(clip.isStarted).toBe(false);
});

it.each<readonly EvaluationMode[]>([
  ["auto", "auto", "auto", "auto"],
  ["babylon", "babylon", "babylon", "babylon"],
  ["babylon", "auto", "babylon", "auto"],
  ["auto", "babylon", "auto", "babylon"],
])("stopAnimation stops the clips of a target in the order of playOrder, then of starting: %s, %s, %s, %s", (...modes) => {
  const scene = createScene();
  const { node, group } = createRuler(scene);
  const log: string[] = [];
  for (const [i, [name, playOrder]] of Object.entries({ late: 1, a: 0, b: 0, early: -1 }).entries()) {
    const clip = CreateClip(name, group, {}, { playOrder, evaluationMode: modes[i] }).play();
    clip.onAnimationGroupEndObservable.add(() => log.push(name));
  }
  scene.stopAnimation(node);
  expect(log).toEqual(["early", "a", "b", "late"]);
  expect(scene.animatables).toEqual([]);
});

it.each<EvaluationMode>(["auto", "babylon"])("stopAnimation stops plain groups before clips (%s)", (evaluationMode) => {
  const scene = createScene();
  const { node, group } = createRuler(scene);
  const log: string[] = [];
  const clip = CreateClip("clip", group, {}, { evaluationMode }).play();
  [clip, group.play(true)].forEach((each) => each.onAnimationGroupEndObservable.add(() => log.push(each.name)));
  node.dispose();
  expect(log).toEqual([group.name, "clip"]);
  expect([clip.isStarted, group.isStarted]).toEqual([false, false]);
});

it.each<EvaluationMode>(["compiled", "babylon"])(
  "stopAnimation does not stop a clip that starts when another one ends by it (%s)",
  (evaluationMode) => {
    const scene = createScene();
    const { node, group } = createRuler(scene);
    const next = CreateClip("next", group);
    const clip = CreateClip("clip", group, {}, { evaluationMode }).play();
    clip.onAnimationGroupEndObservable.add(() => next.play());
    render(scene, 2);
    scene.stopAnimation(node);
    render(scene, 3);
    expect([clip.isStarted, next.isPlaying]).toEqual([false, true]);
    expect(node.position.x).toBeCloseTo(2 * FRAME, 6);
  },
);

it.each<EvaluationMode>(["auto", "babylon"])(
  "stopAnimation ends all channels, also if an observer of the first stops another target and removes it (%s)",
  (mode) => {
    const scene = createScene();
    const { node, group } = createRuler(scene);
    const [other, third] = [createRuler(scene), createRuler(scene)];
    for (const name of ["position.y", "position.z"]) {
      group.addTargetedAnimation(createAnimation(name, { frames: [0, 600], values: [0, 10] }), node);
    }
    [other, third].forEach((ruler) => group.addTargetedAnimation(ruler.group.targetedAnimations[0]!.animation, ruler.node));
    const clip = CreateClip("clip", group, {}, { evaluationMode: mode });
    clip.onAnimationEndObservable.addOnce(() => {
      scene.stopAnimation(third.node);
      clip.removeTargetedAnimation(group.targetedAnimations[0]!.animation);
    });
    clip.play();
    scene.stopAnimation(node);
    render(scene, 3);
    const shown = [node.position.asArray(), third.node.position.x, other.node.position.x];
    expect(shown).toEqual([[0, 0, 0], 0, expect.closeTo(2 * FRAME, 6)]);
  },
);

it.each<EvaluationMode>(["auto", "babylon"])("a reset in the first end of stopAnimation restores what has not ended yet (%s)", (mode) => {
  const scene = createScene();
  const { node, group } = createRuler(scene);
  group.addTargetedAnimation(createAnimation("position.y", { frames: [0, 600], values: [0, 10] }), node);
  const clip = CreateClip("clip", group, {}, { evaluationMode: mode });
  clip.onAnimationEndObservable.addOnce(() => clip.reset());
  node.position.set(7, 8, 9);
  clip.play();
  render(scene, 3);
  scene.stopAnimation(node);
  render(scene, 2);
  expect(node.position.asArray()).toEqual([expect.closeTo(2 * FRAME, 6), 8, 9]);
});

it.each<EvaluationMode>(["auto", "babylon"])("a channel that is added in the first end of stopAnimation plays on (%s)", (mode) => {
  const scene = createScene();
  const { node, group } = createRuler(scene);
  const [first, second] = ["first", "second"].map((name) => CreateClip(name, group, {}, { evaluationMode: mode }));
  first!.onAnimationEndObservable.addOnce(
    () => void second!.addTargetedAnimation(createAnimation("position.y", { frames: [0, 600], values: [0, 10] }), node),
  );
  first!.play();
  second!.play();
  render(scene, 3);
  scene.stopAnimation(node);
  render(scene, 2);
  expect([first!.isStarted, second!.isStarted]).toEqual([false, true]);
  expect(node.position.asArray()).toEqual([expect.closeTo(2 * FRAME, 6), expect.closeTo(4 * FRAME, 6), 0]);
});

it.each<[EvaluationMode, string]>([
  ["auto", "clips"],
  ["babylon", "clips"],
  ["auto", "a group of Babylon's"],
])("a reset when a clip repeats shows the values at rest in this frame (%s, beside %s)", (mode, others) => {
  const scene = createScene();
  const { node, group } = createRuler(scene);
  node.position.x = 7;
  const clip = CreateClip("clip", group, { end: 1 }, { evaluationMode: mode });
  const other = others === "clips" ? CreateClip("other", group, { end: 1 }, { evaluationMode: mode }) : group;
  const shown: number[] = [];
  clip.onRepeatObservable.addOnce(() => {
    clip.reset();
    shown.push(node.position.x);
  });
  other.play();
  clip.play();
  render(scene, 1 + Math.ceil(1 / FRAME));
  shown.push(node.position.x);
  render(scene, 1);
  expect([...shown, node.position.x]).toEqual([7, 7, 0]);
});

it.each<[EvaluationMode, string]>([
  ["auto", "clips"],
  ["babylon", "clips"],
  ["auto", "a group of Babylon's"],
])("a seek when a clip finishes shows the sought pose (%s, beside %s)", (mode, others) => {
  const scene = createScene();
  const { node, group } = createRuler(scene);
  const clip = CreateClip("clip", group, { end: 1, repetitions: 1 }, { evaluationMode: mode });
  const other = others === "clips" ? CreateClip("other", group, {}, { evaluationMode: mode }) : group;
  const shown: number[] = [];
  clip.onFinishObservable.addOnce(() => {
    clip.goToFrame(30);
    shown.push(node.position.x);
  });
  other.play();
  clip.play();
  render(scene, 1 + Math.ceil(1 / FRAME));
  expect([...shown, node.position.x]).toEqual([0.5, 0.5]);
});

it.each<EvaluationMode>(["auto", "babylon"])("a seek when an additive clip finishes adds to the last pose (%s)", (mode) => {
  const scene = createScene();
  const { node, group } = createRuler(scene);
  const [other, clip] = ["other", "clip"].map((name) => CreateClip(name, group, { end: 1, repetitions: 1 }, { evaluationMode: mode }));
  other!.settings = { end: 10 }; // plays on
  clip!.isAdditive = true;
  clip!.onFinishObservable.addOnce(() => clip!.goToFrame(30));
  other!.play();
  clip!.play();
  render(scene, 1 + Math.ceil(1 / FRAME));
  expect(node.position.x).toBe(1 + 0.5);
});

it.each<EvaluationMode>(["auto", "babylon"])("a clip that has lost its targets may follow another in the end of the last (%s)", (mode) => {
  const scene = createScene();
  const { node, group } = createRuler(scene);
  const [clip, other] = [group, createRuler(scene).group].map((each, i) => CreateClip(`clip ${i}`, each, {}, { evaluationMode: mode }));
  other!.play();
  const [root] = other!.animatables;
  const errors: unknown[] = [];
  clip!.onAnimationEndObservable.addOnce(() => {
    try {
      clip!.syncAllAnimationsWith(root!);
    } catch (error) {
      errors.push(error);
    }
  });
  clip!.play();
  render(scene, 2);
  scene.stopAnimation(node);
  expect([errors, clip!.isStarted]).toEqual([[], false]);
});

it.each<EvaluationMode>(["auto", "babylon"])(
  "a weighted pose of the frame counts beside a clip that starts in Babylon's step (%s)",
  (mode) => {
    const scene = createScene();
    const { node, group } = createRuler(scene);
    const clip = CreateClip("clip", group, { start: 0.5, end: 1 }, { evaluationMode: mode });
    const next = CreateClip("next", group, {}, { evaluationMode: "babylon" });
    clip.weight = 0.5;
    next.weight = 0.25;
    clip.onRepeatObservable.addOnce(() => next.play());
    clip.play();
    render(scene, 1 + Math.ceil(0.5 / FRAME));
    expect(next.isPlaying).toBe(true);
    expect(node.position.x).toBeCloseTo(0.5 * clip.timestamp, 9);
  },
);

it.each<[EvaluationMode, EvaluationMode]>([
  ["auto", "babylon"],
  ["babylon", "babylon"],
])("a clip that starts when another finishes in Babylon's step is shown at once (%s beside %s)", (mode, otherMode) => {
  const scene = createScene();
  const [ruler, shared] = [createRuler(scene), createRuler(scene)];
  const settings = { start: 1, end: 2, repetitions: 1 };
  const clip = CreateClip("clip", [ruler.group, shared.group], settings, { evaluationMode: mode });
  const other = CreateClip("other", shared.group, {}, { evaluationMode: otherMode });
  const next = CreateClip("next", ruler.group, { start: 5, end: 6 }, { evaluationMode: mode });
  other.weight = 0.5;
  clip.onFinishObservable.addOnce(() => next.play());
  other.play();
  clip.play();
  while (clip.isPlaying) {
    render(scene, 1);
  }
  expect(ruler.node.position.x).toBeCloseTo(next.timestamp, 9);
});

it("weighted clips stay mixed in the frame in which code uses the animatables of one of them", () => {
  const scene = createScene();
  const { node, group } = createRuler(scene);
  const [clip, other] = [0, 5].map((start) => CreateClip("clip", group, { start, end: start + 1 }, { weight: 0.5 }));
  clip!.onRepeatObservable.addOnce(() => void other!.animatables[0]!.onAnimationEndObservable);
  [clip!, other!].forEach((each) => each.play());
  for (let frame = 0; frame < 5 + 1 / FRAME; frame++) {
    render(scene, 1);
    expect(node.position.x).toBeCloseTo((clip!.timestamp + other!.timestamp) / 2, 6);
  }
  expect([clip!.completedRepetitions, other!.evaluation.by]).toEqual([1, "babylon"]);
});

it("each scene has one scheduler", () => {
  const [a, b] = [createScene(), createScene()];
  expect(ClipScheduler.For(a)).toBe(ClipScheduler.For(a));
  expect(ClipScheduler.For(b)).not.toBe(ClipScheduler.For(a));
});
