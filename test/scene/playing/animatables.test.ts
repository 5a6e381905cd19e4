/** The animatables of a group, as code reads them in each frame: those of a plain group, while the group stays compiled. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Animatable } from "@babylonjs/core/Animations/animatable.core.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CompiledAnimationGroup, CreateClip, CrossFade, type EvaluatedAnimationGroup } from "../../../src/pure.js";
import { createAnimation } from "../../helpers/group.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

it("used at the end of a fade, before groups are played, they miss no time", () => {
  const [compiled, plain] = [COMPILED, PLAIN].map((create) => {
    const stage = createStage(create);
    stage.group.weight = 0.5;
    stage.group.start(true);
    return stage;
  }) as [Stage, Stage];
  const { scene, group } = compiled;
  const others = ["a", "b"].map((name) => {
    const own = new AnimationGroup(name, scene);
    own.addTargetedAnimation(createAnimation("position.x", { frames: [0, 60], values: [0, 1] }), new TransformNode(name, scene));
    return CreateClip(name, own).start(true);
  });
  const uses: number[] = [];
  CrossFade(others[0]!, others[1]!, 0.1).onEndObservable.add(() => {
    group.animatables.forEach((each) => (each.disposeOnEnd = false));
    uses.push(1);
  });
  for (let frame = 0; frame < 20; frame++) {
    [compiled, plain].forEach((stage) => render(stage.scene, 1));
    expect([frame, compiled.nodes.map(({ position }) => position.x)]).toEqual([frame, plain.nodes.map(({ position }) => position.x)]);
  }
  expect(uses).toEqual([1]);
});

it("playOrder of a stopped group leaves the order of the scene's animatables", () => {
  const scene = createScene();
  const node = new TransformNode("node", scene);
  const begin = (property: string): Animatable =>
    scene.beginDirectAnimation(node, [createAnimation(property, { frames: [0, 60], values: [0, 1] })], 0, 60, true);
  const clip = CLIP(createStage(PLAIN).group);
  const own = CreateClip("own", new AnimationGroup("plain", scene));
  begin("position.x").playOrder = 1;
  begin("position.y");
  const before = [...scene.animatables];
  own.playOrder = 3;
  clip.playOrder = 3;
  expect(scene.animatables.map((each) => before.indexOf(each))).toEqual([0, 1]);
});

interface Stage {
  readonly scene: Scene;
  readonly nodes: readonly TransformNode[];
  readonly group: AnimationGroup;
}

type Create = (group: AnimationGroup) => AnimationGroup;

const PLAIN: Create = (group) => group;
const COMPILED = (group: AnimationGroup): EvaluatedAnimationGroup => {
  const compiled = new CompiledAnimationGroup("compiled", group.getScene());
  group.targetedAnimations.forEach(({ animation, target }) => compiled.addTargetedAnimation(animation, target));
  return compiled;
};
const CLIP = (group: AnimationGroup): EvaluatedAnimationGroup => CreateClip("clip", group);

function createStage(create: Create): Stage {
  const scene = createScene();
  const nodes = ["a", "b"].map((name) => new TransformNode(name, scene));
  const plain = new AnimationGroup("plain", scene);
  nodes.forEach((node, i) =>
    ["position.x", "scaling.y"].forEach((property) =>
      plain.addTargetedAnimation(createAnimation(property, { frames: [0, 60], values: [i, i + 10] }), node),
    ),
  );
  return { scene, nodes, group: create(plain) };
}

/** Everything that an editor or a viewer shows of an animatable. */
function readAnimatable(animatable: Animatable): Record<string, unknown> {
  const { fromFrame, toFrame, loopAnimation, speedRatio, weight, masterFrame, paused, animationStarted, isAdditive, playOrder } =
    animatable;
  const [shown, ...others] = animatable.getAnimations();
  const { targetProperty } = shown!.animation;
  return {
    ...{ fromFrame, toFrame, loopAnimation, speedRatio, weight, masterFrame, paused, animationStarted, isAdditive, playOrder },
    target: (animatable.target as TransformNode).name,
    syncRoot: animatable.syncRoot,
    disposeOnEnd: animatable.disposeOnEnd,
    others: others.length,
    targetProperty,
    targetPath: shown!.targetPath,
    currentFrame: shown!.currentFrame,
    isStopped: shown!.isStopped(),
    isFound: animatable.getAnimationByTargetProperty(targetProperty) === shown!.animation,
    isRuntimeFound: animatable.getRuntimeAnimationByTargetProperty(targetProperty) === shown,
    isMissing: animatable.getAnimationByTargetProperty("visibility") ?? animatable.getRuntimeAnimationByTargetProperty("visibility"),
  };
}

type Act = (stage: Stage) => unknown;

const at =
  (...acts: readonly (readonly [number, Act])[]): ((stage: Stage, frame: number) => void) =>
  (stage, frame) =>
    acts.forEach(([when, act]) => frame === when && act(stage));

const SCRIPTS: Readonly<Record<string, ReturnType<typeof at>>> = {
  "a loop": at([0, ({ group }) => group.start(true)]),
  "a single run": at([0, ({ group }) => group.start(false, 2)]),
  "a range": at([0, ({ group }) => group.start(true, 1.5, 12, 40)]),
  "a change of speed": at([0, ({ group }) => group.start(true)], [20, ({ group }) => (group.speedRatio = 2)]),
  "a change of the end": at([0, ({ group }) => group.start(true)], [5, ({ group }) => (group.to = 30)]),
  "the last pass": at([0, ({ group }) => group.start(true)], [70, ({ group }) => (group.loopAnimation = false)]),
  "a seek": at([0, ({ group }) => group.start(true)], [9, ({ group }) => group.goToFrame(45)]),
  "a weight": at([0, ({ group }) => group.start(true)], [7, ({ group }) => (group.weight = 0.25)], [9, ({ group }) => (group.weight = 7)]),
  "a pause": at([0, ({ group }) => group.start(true)], [8, ({ group }) => group.pause()], [20, ({ group }) => group.restart()]),
  "a short pause": at([0, ({ group }) => group.start(true)], [8, ({ group }) => group.pause().restart()]),
  "another start": at([0, ({ group }) => group.start(true)], [8, ({ group }) => group.stop()], [12, ({ group }) => group.start(true, 0.5)]),
  "playOrder, isAdditive": at(
    [0, ({ group }) => group.start(true)],
    [4, ({ group }) => (group.playOrder = 3)],
    [5, ({ group }) => (group.isAdditive = true)],
  ),
  "a target that is stopped": at([0, ({ group }) => group.start(true)], [9, ({ scene, nodes }) => scene.stopAnimation(nodes[0]!)]),
  "a mask from the start on": at([0, ({ group }) => (group.mask = new AnimationGroupMask(["b"]))], [0, ({ group }) => group.start(true)]),
};

/** What code does with an animatable, beside reading it. */
const USES: Readonly<Record<string, (animatable: Animatable) => unknown>> = {
  goToFrame: (each) => each.goToFrame(each.masterFrame),
  pause: (each) => each.pause(),
  restart: (each) => each.restart(),
  syncWith: (each) => each.syncWith(null),
  "another weight": (each) => (each.weight = 0.5),
  "another speedRatio": (each) => (each.speedRatio = 0.5),
  "another loopAnimation": (each) => (each.loopAnimation = false),
  "another disposeOnEnd": (each) => (each.disposeOnEnd = false),
  "an observer": (each) => each.onAnimationLoopObservable.add(() => undefined),
  "a callback": (each) => (each.onAnimationLoop = () => undefined),
  waitAsync: (each) => void each.waitAsync(),
  "goToFrame of a runtime animation": (each) => each.getAnimations()[0]!.goToFrame(each.masterFrame, -1),
};

/** Clips begin at their lower bound, show the upper bound as themselves, and finish at a bound: docs/behavior.md. */
const NOT_OF_CLIPS = ["a range", "a change of speed", "the last pass"];

describe.each([
  ["a compiled group", COMPILED, Object.keys(SCRIPTS)],
  ["a clip", CLIP, Object.keys(SCRIPTS).filter((name) => !NOT_OF_CLIPS.includes(name))],
] as const)("%s", (_, create, scripts) => {
  it.each(scripts)("%s: the animatables of a plain group, without a hand-over", (name) => {
    const stages = [createStage(PLAIN), createStage(create)] as const;
    for (let frame = 0; frame < 90; frame++) {
      const [expected, actual] = stages.map((stage) => {
        SCRIPTS[name]!(stage, frame);
        const before = stage.group.animatables.map(readAnimatable);
        render(stage.scene, 1);
        return [before, stage.group.animatables.map(readAnimatable), stage.nodes.map(({ position: { x }, scaling: { y } }) => [x, y])];
      });
      expect([frame, actual]).toEqual([frame, close(expected)]);
      expect((stages[1].group as EvaluatedAnimationGroup).evaluation.by).toBe("compiled");
    }
  });

  it.each([true, false])("shows the time that has passed, like a plain group (the group pauses: %s)", (pauses) => {
    const [expected, actual] = [PLAIN, create].map((each) => {
      const { scene, group } = createStage(each);
      group.start(true);
      return Array.from({ length: 30 }, (_each, frame) => {
        if (frame === 12 && pauses && each !== CLIP) {
          group.pause();
        }
        if (frame === 20) {
          group.restart();
        }
        render(scene, 1);
        return group.animatables[0]!.elapsedTime;
      });
    });
    const until = pauses && create === CLIP ? 12 : 30; // the time of a clip holds
    expect(actual!.slice(0, until)).toEqual(close(expected!.slice(0, until)));
  });

  it.each(Object.entries(USES))("%s of an animatable lets Babylon evaluate the group", (_each, use) => {
    const { scene, group } = createStage(create);
    group.start(true);
    render(scene, 5);
    const animatables = [...group.animatables];
    const [first] = animatables;
    const before = first!.masterFrame;
    use(first!);
    expect((group as EvaluatedAnimationGroup).evaluation).toEqual({ by: "babylon", reason: "its animatables are used" });
    expect(first!.masterFrame).toBeCloseTo(before, 9);
    // the others stand for those of Babylon from now on
    expect(group.animatables.map(({ target }) => target as unknown)).toEqual(animatables.map(({ target }) => target as unknown));
    group.animatables[1]!.weight = 0.125;
    expect(animatables[1]!.weight).toBe(0.125);
  });

  it("an assignment of the same value, a promise and JSON change nothing", async () => {
    const { scene, group } = createStage(create);
    group.start(true);
    render(scene, 5);
    const [first] = group.animatables;
    Object.assign(first!, { disposeOnEnd: true, toFrame: first!.toFrame, speedRatio: first!.speedRatio });
    expect(await Promise.resolve(first)).toBe(first);
    expect(JSON.stringify({ first })).toBe('{"first":{}}');
    expect([first instanceof Animatable, "masterFrame" in first!, group.animatables[0] === first]).toEqual([true, true, true]);
    expect((group as EvaluatedAnimationGroup).evaluation.by).toBe("compiled");
  });

  it("an animatable of a run that is over has stopped, whatever the group plays", () => {
    const { scene, group } = createStage(create);
    group.start(true);
    render(scene, 5);
    const { animatables } = group;
    const [first, second] = animatables;
    const [shown] = first!.getAnimations();
    group.stop();
    expect(animatables).toEqual([]);
    group.start(true);
    render(scene, 5);
    expect([first!.masterFrame, first!.getAnimations(), shown!.isStopped()]).toEqual([0, [], true]);
    first!.goToFrame(30);
    second!.stop();
    expect([group.isPlaying, scene.animatables.length, (group as EvaluatedAnimationGroup).evaluation.by]).toEqual([true, 1, "compiled"]);
  });

  it("is evaluated by Babylon for code that looks for targets after the animation step, as root motion does", () => {
    const { scene, group } = createStage(create);
    group.start(true);
    render(scene, 5);
    const read = (): unknown => group.animatables[0]!.getAnimations()[0]!.target as unknown;
    read();
    expect((group as EvaluatedAnimationGroup).evaluation.by).toBe("compiled");
    scene.onAfterAnimationsObservable.add(read);
    render(scene, 1);
    expect((group as EvaluatedAnimationGroup).evaluation.by).toBe("babylon");
  });

  it("has none in the mode that forbids them, though they were read before", () => {
    const { scene, group } = createStage(create);
    group.start(true);
    render(scene, 5);
    const { length } = group.animatables;
    (group as EvaluatedAnimationGroup).evaluationMode = "compiled";
    expect([length, group.animatables.length]).toEqual([4, 0]);
  });

  it("is played by its row while a viewer reads its animatables in each frame", () => {
    const { scene, group } = createStage(create);
    group.start(true);
    for (let frame = 0; frame < 20; frame++) {
      render(scene, 1);
      expect(group.animatables.some(({ animationStarted }) => animationStarted)).toBe(true);
    }
    expect((group as EvaluatedAnimationGroup).player.playhead.isSteady).toBe(true);
  });
});

/** Numbers that are equal but for rounding: clips sum up seconds. */
function close(value: unknown): unknown {
  if (typeof value === "number") {
    return Number.isFinite(value) ? expect.closeTo(value, 6) : value;
  }
  if (Array.isArray(value)) {
    return value.map(close);
  }
  const isRecord = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isRecord ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, close(each)])) : value;
}
