/** Groups that only time changes are played by their rows: with the poses and events of groups that frames tick one by one. */
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import type { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import {
  type ClipAnimationGroup,
  CompiledAnimationGroup,
  CreateClip,
  CrossFade,
  SaveClipState,
  SetClock,
  SetUpdateRate,
} from "../../../src/pure.js";
import { createAnimation } from "../../helpers/group.js";
import { collectGarbage } from "../../helpers/garbage.js";
import { createRandom } from "../../helpers/random.js";
import { createRuler } from "../../helpers/rulerClip.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

type Group = ClipAnimationGroup | CompiledAnimationGroup;

const CLIP = (group: AnimationGroup): Group => CreateClip("clip", group, { end: 0.7, speed: 1.3 });
const PING_PONG = (group: AnimationGroup): Group => CreateClip("clip", group, { end: 0.7, reverse: true });
const TWICE = (group: AnimationGroup): Group => CreateClip("clip", group, { end: 0.2, repetitions: 2 });
function COMPILED(group: AnimationGroup): Group {
  const compiled = new CompiledAnimationGroup("compiled", group.getScene());
  group.targetedAnimations.forEach(({ animation, target }) => compiled.addTargetedAnimation(animation, target));
  return compiled;
}
const KINDS = { CLIP, PING_PONG, TWICE, COMPILED };

interface Stage {
  readonly scene: Scene;
  readonly group: Group;
  readonly nodes: readonly TransformNode[];
  readonly log: unknown[];
}

const line = (property: string, from: number, to: number, seconds = 1): Animation =>
  createAnimation(property, { frames: [0, 60 * seconds], values: [from, to] });

/** A started group that moves two nodes, in its own scene. */
function createStage(create: (group: AnimationGroup) => Group): Stage {
  const scene = createScene();
  const nodes = ["a", "b"].map((name) => new TransformNode(name, scene));
  const plain = new AnimationGroup("plain", scene);
  nodes.forEach((node, i) => plain.addTargetedAnimation(line("position.x", i, i + 10), node));
  plain.addTargetedAnimation(line("rotation.y", 0, 3), nodes[0]!);
  const group = create(plain);
  group.start(group instanceof CompiledAnimationGroup ? true : undefined);
  return { scene, group, nodes, log: [] };
}

/** What may happen to a steady group. */
const DISTURBANCES: Readonly<Record<string, (stage: Stage) => void>> = {
  nothing: () => undefined,
  pause: ({ group }) => group.pause(),
  "pause and restart": ({ group }) => group.pause().restart(),
  stop: ({ group }) => group.stop(),
  "stop and start": ({ group }) => group.stop().start(true),
  reset: ({ group }) => group.reset(),
  goToFrame: ({ group }) => group.goToFrame(11),
  speedRatio: ({ group }) => (group.speedRatio = -0.5),
  loopAnimation: ({ group }) => (group.loopAnimation = false),
  from: ({ group }) => (group.from = 7),
  weight: ({ group }) => (group.weight = 0.25),
  layer: ({ group }) => (group.layer = 1),
  mask: ({ group }) => (group.mask = new AnimationGroupMask(["b"])),
  playOrder: ({ group }) => (group.playOrder = 3),
  isAdditive: ({ group }) => (group.isAdditive = true),
  evaluationMode: ({ group }) => (group.evaluationMode = "babylon"),
  "animatables are read": ({ group }) => void group.animatables.length,
  "animatables are used": ({ group }) => group.animatables.forEach(({ onAnimationEndObservable }) => onAnimationEndObservable),
  updateInterval: ({ group }) => (group.updateInterval = 0.1),
  SetUpdateRate: ({ scene }) => SetUpdateRate(scene, 0.1),
  "a target is stopped": ({ scene, nodes }) => scene.stopAnimation(nodes[0]!),
  "a target is disposed": ({ nodes }) => nodes[0]!.dispose(),
  "a channel is added": ({ group, nodes }) => group.addTargetedAnimation(line("position.y", 0, 1), nodes[1]!),
  "a channel is removed": ({ group }) => group.removeTargetedAnimation(group.targetedAnimations[0]!.animation),
  "keys are replaced": ({ group }) =>
    group.targetedAnimations[0]!.animation.setKeys([
      { frame: 0, value: 100 },
      { frame: 60, value: 200 },
    ]),
  "the group is removed from the scene": ({ scene, group }) => scene.removeAnimationGroup(group),
  "a plain group plays the same": ({ scene, nodes }) => {
    const other = new AnimationGroup("other", scene);
    other.addTargetedAnimation(line("position.x", 50, 60), nodes[1]!);
    other.start(true);
  },
  "another clip plays the same": ({ group }) => CreateClip("other", group, { end: 0.3 }).start(),
  "a weighted clip plays the same": ({ group }) => CreateClip("other", group, { end: 0.3 }, { weight: 0.5 }).start(),
  "a cross-fade": ({ group }) => {
    const clips = [0.5, 0.6].map((end) => CreateClip("other", group, { start: 0.3, end }));
    CrossFade(group instanceof CompiledAnimationGroup ? clips[1]! : group, clips[0]!, 0.2);
  },
  "loops are observed": ({ group, log }) => void group.onAnimationGroupLoopObservable.add(() => log.push("loop")),
  "events are observed": ({ group, log }) => {
    group.onEventObservable.add(({ event }) => log.push(event.name));
    group.addEvent({ time: 0.15, name: "step" });
  },
  "a plain event": ({ group, log }) => group.targetedAnimations[0]!.animation.addEvent(new AnimationEvent(12, () => log.push("event"))),
  syncAllAnimationsWith: ({ scene, group, nodes }) => {
    const leader = CreateClip("leader", group, { end: 0.9 }, { evaluationMode: "babylon" });
    leader.start();
    render(scene, 1);
    group.syncAllAnimationsWith(leader.animatables[0]!);
    void nodes;
  },
  "the target gets another quaternion": ({ nodes }) => (nodes[1]!.rotationQuaternion = null),
  "all is stopped": ({ scene }) => scene.stopAllAnimations(),
};

const poseOf = ({ nodes }: Stage): unknown => nodes.map(({ position, rotation }) => [...position.asArray(), ...rotation.asArray()]);

describe.each(Object.entries(KINDS))("%s", (_, create) => {
  it("is steady from its second frame on, and while nothing but time changes it", () => {
    const { scene, group } = createStage(create);
    render(scene, 3);
    expect(group.player.playhead.isSteady).toBe(true);
  });

  it("is ticked at bounds only if it ends, or if loops are observed", () => {
    const { scene, group } = createStage(create);
    render(scene, 3);
    const tick = jest.spyOn(group.player, "tick");
    render(scene, 120);
    expect(tick.mock.calls.length > 0).toBe(create === TWICE);
    if (group.isStarted) {
      group.onAnimationGroupLoopObservable.add(() => undefined);
      render(scene, 120);
      expect(tick).toHaveBeenCalled();
    }
  });

  it.each(Object.entries(DISTURBANCES))("%s: poses, times and events are those of a group that is ticked", (_name, disturb) => {
    const [steady, ticked] = [createStage(create), createStage(create)];
    const record = (stage: Stage): unknown[] => [
      ...[
        poseOf(stage),
        stage.group.isPlaying,
        stage.group.isStarted,
        stage.group.player.playhead.clock.timestamp,
        stage.group.getCurrentFrame(),
      ],
      ...[stage.group.player.playhead.passes, stage.log.length],
    ];
    for (let frame = 0; frame < 90; frame++) {
      if (frame === 5 || frame === 31) {
        [steady, ticked].forEach(disturb);
      }
      ticked.group.player.wake();
      [steady, ticked].forEach(({ scene }) => render(scene, 1));
      expect([frame, ...record(steady)]).toEqual([frame, ...record(ticked)]);
    }
    expect(steady.log).toEqual(ticked.log);
  });
});

describe.each(Object.entries(KINDS))("%s, of an object", (_, create) => {
  it("may be stopped by a setter of its target", () => {
    const scene = createScene();
    const sets: (() => void)[] = [];
    const target = {
      y: 0,
      get x() {
        return 0;
      },
      set x(_value: number) {
        sets.forEach((each) => each());
      },
    };
    const plain = new AnimationGroup("plain", scene);
    ["x", "y"].forEach((property) => plain.addTargetedAnimation(line(property, 0, 10), target));
    const group = create(plain);
    group.start(true);
    render(scene, 5);
    expect(group.player.playhead.isSteady).toBe(true);
    sets.push(() => group.stop());
    render(scene, 1);
    expect(group.isStarted).toBe(false);
    render(scene, 1);
  });
});

it("a clock of the scene that goes back over loops counts as it does for a clip that is ticked", () => {
  const [steady, ticked] = [createStage(CLIP), createStage(CLIP)];
  let now = 0;
  [steady, ticked].forEach(({ scene }) => SetClock(scene, () => now));
  for (let frame = 0; frame < 240; frame++) {
    now += frame < 150 ? 1 / 60 : -1 / 60;
    ticked.group.player.wake();
    [steady, ticked].forEach(({ scene }) => render(scene, 1));
  }
  const played = [steady, ticked].map(({ group }) => {
    const { passes, played } = (group as ClipAnimationGroup).player.playhead;
    return [passes, played.seconds];
  });
  expect(played[0]![0]).toBe(played[1]![0]);
  expect(played[0]![1]).toBeCloseTo(played[1]![1]!, 9);
});

describe("many groups", () => {
  /** A node and a group of each of 300, started and stopped at random; each also moves a node that all share. */
  function play(seed: number, isTicked: boolean): unknown[] {
    const random = createRandom(seed);
    const scene = createScene();
    const shared = new TransformNode("shared", scene);
    const groups = Array.from({ length: 300 }, (_, i) => {
      const node = new TransformNode(`node ${i}`, scene);
      const plain = new AnimationGroup(`group ${i}`, scene);
      plain.addTargetedAnimation(line("position.x", i, i + 1, 0.5 + (i % 7) / 10), node);
      plain.addTargetedAnimation(line("position.y", i, i + 1, 0.5 + (i % 7) / 10), shared);
      const group = i % 2 === 0 ? COMPILED(plain) : CreateClip(`clip ${i}`, plain);
      group.playOrder = i % 50 === 0 ? -1 : 0;
      return { node, group };
    });
    const log: unknown[] = [];
    for (let frame = 0; frame < 60; frame++) {
      for (let n = 0; n < 40; n++) {
        const { group } = groups[Math.floor(random() * groups.length)]!;
        if (group.isStarted && random() < 0.8) {
          group.stop();
        } else {
          group.start(true);
        }
      }
      if (isTicked) {
        groups.forEach(({ group }) => group.player.wake());
      }
      render(scene, 1);
      log.push([shared.position.y, ...groups.map(({ node }) => node.position.x)]);
    }
    return log;
  }

  it.each([1, 2, 3])("start and stop at random, in the order of playOrder, then of starting (seed %d)", (seed) => {
    expect(play(seed, false)).toEqual(play(seed, true));
  });

  it("an order that an event changes leaves none out of its frame", () => {
    const xs = [false, true].map((changes) => {
      const scene = createScene();
      const rulers = [0, 1, 2, 3].map((i) => createRuler(scene, 10, `ruler ${i}`));
      const groups = rulers.map(({ group }) => COMPILED(group));
      groups[1]!.onAnimationGroupLoopObservable.add(() => {
        if (changes) {
          groups[3]!.playOrder = -1;
          SaveClipState(scene); // lists what plays
        }
      });
      groups.forEach((group, i) => group.start(true, 1, 0, i === 1 ? 6 : 600));
      return Array.from({ length: 20 }, () => {
        render(scene, 1);
        return rulers.map(({ node }) => node.position.x);
      });
    });
    expect(xs[1]).toEqual(xs[0]);
  });

  it("let go of tracks whose keys were replaced", async () => {
    const scene = createScene();
    const { group } = createRuler(scene);
    const compiled = COMPILED(group).start(true) as CompiledAnimationGroup;
    const tracks: WeakRef<object>[] = [];
    for (let i = 0; i < 400; i++) {
      const keys = [0, 60].map((frame) => ({ frame, value: frame + i }));
      compiled.targetedAnimations[0]!.animation.setKeys(keys);
      render(scene, 2);
      tracks.push(new WeakRef(compiled.player.posing.binding.tracks!.trackSet));
    }
    expect(compiled.player.playhead.isSteady).toBe(true);
    await collectGarbage();
    expect(tracks.filter((each) => each.deref()).length).toBeLessThan(150);
  });

  it("are steady within some frames of a later start, also if they play a part of keys that may have been edited", () => {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    const plain = new AnimationGroup("plain", scene);
    const frames = Array.from({ length: 100 }, (_, i) => 6 * i);
    plain.addTargetedAnimation(createAnimation("position.x", { frames, values: frames }), node);
    const clip = CreateClip("clip", plain, { start: 3, end: 4 });
    for (let start = 0; start < 2; start++) {
      clip.start();
      render(scene, 20);
      expect(clip.player.playhead.isSteady).toBe(true);
      clip.stop();
    }
  });

  it("an error of one stops that one only", () => {
    const scene = createScene();
    const [good, bad] = [{ x: 0 }, { x: 0 }];
    const groups = [good, bad].map((target) => {
      const plain = new AnimationGroup("plain", scene);
      plain.addTargetedAnimation(line("x", 0, 1), target);
      return COMPILED(plain).start(true) as CompiledAnimationGroup;
    });
    render(scene, 3);
    expect(groups.map(({ player }) => player.playhead.isSteady)).toEqual([true, true]);
    Object.defineProperty(bad, "x", {
      set() {
        throw new Error("no value");
      },
    });
    const before = good.x;
    render(scene, 2);
    expect(groups.map(({ isPlaying }) => isPlaying)).toEqual([true, false]);
    expect(good.x).toBeGreaterThan(before);
  });
});
