/** A read changes nothing: a group that is read in every frame stays as it is, and plays on as a group that is not read. */
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import {
  type ClipAnimationGroup,
  CompiledAnimationGroup,
  CreateClip,
  type EvaluatedAnimationGroup,
  SaveClipState,
  SetUpdateRate,
  type UpdateRate,
} from "../../../src/pure.js";
import { createRuler } from "../../helpers/rulerClip.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

/** Reading them hands the rest of the run to Babylon: it is documented. */
const HAND_OVER = ["animatables"];

/** Members without parameters that say something of the group, and change nothing. */
const READING_METHODS = [
  ...["getClassName", "getCurrentFrame", "getRetainedCurrentFrame", "getVirtualCurrentFrame", "getScene", "getLength"],
  ...["serialize", "toString"],
] as const;

/** The names of all members of a class and its bases that are no methods. */
function gettersOf(prototype: object): string[] {
  const own = Object.getOwnPropertyDescriptors(prototype);
  const names = Object.keys(own).filter((name) => Object.hasOwn(own[name]!, "get") && own[name]!.get !== undefined);
  const base = Object.getPrototypeOf(prototype) as object;
  return base === Object.prototype ? names : [...names, ...gettersOf(base)];
}

/** @returns what was read, without Babylon's private members */
function readAll(group: AnimationGroup): ReadonlyMap<string, unknown> {
  const names = [...new Set(gettersOf(Object.getPrototypeOf(group) as object))];
  const read = names.filter((name) => !HAND_OVER.includes(name) && !name.startsWith("_"));
  READING_METHODS.forEach((name) => group[name]());
  group.isVirtualFrameReached(30);
  group.isValidVirtualStopFrame(30);
  return new Map(read.map((name) => [name, (group as unknown as Record<string, unknown>)[name]]));
}

interface Subject {
  readonly group: EvaluatedAnimationGroup;
  readonly node: TransformNode;
}

/** A rate below which each frame ticks a group, and shows its pose. */
const TICKED = 0.001;

/** A group of 10 s in front of the camera or behind it. By the rate "visible", its row plays it where it is seen, and it rests elsewhere. */
function createSubject(create: (group: AnimationGroup) => EvaluatedAnimationGroup, isSeen: boolean, rate: UpdateRate = "visible"): Subject {
  const scene = createScene();
  const root = new TransformNode("root", scene);
  root.position.z = isSeen ? 10 : -100;
  const { node, group } = createRuler(scene, 1);
  node.parent = root;
  CreateBox("box", {}, scene).parent = root;
  SetUpdateRate(root, rate);
  return { group: create(group), node };
}

const createLoop = (group: AnimationGroup): ClipAnimationGroup => CreateClip("clip", group, { end: 0.7, speed: 1.3 });
const createPingPong = (group: AnimationGroup): ClipAnimationGroup => CreateClip("clip", group, { end: 0.7, reverse: true });
const createFinite = (group: AnimationGroup): ClipAnimationGroup => CreateClip("clip", group, { end: 0.7, repetitions: 2 });

function createCompiled(group: AnimationGroup): CompiledAnimationGroup {
  const compiled = new CompiledAnimationGroup("compiled", group.getScene());
  group.targetedAnimations.forEach(({ animation, target }) => compiled.addTargetedAnimation(animation, target));
  return compiled;
}

const SITUATIONS = {
  playing: { isSeen: true, begin: (group: AnimationGroup) => group.start(true) },
  paused: { isSeen: true, begin: (group: AnimationGroup) => (group.start(true), render(group.getScene(), 5), group.pause()) },
  resting: { isSeen: false, begin: (group: AnimationGroup) => group.start(true) },
  stopped: { isSeen: true, begin: (group: AnimationGroup) => (group.start(true), render(group.getScene(), 5), group.stop()) },
  "never started": { isSeen: true, begin: (group: AnimationGroup) => group },
};

describe.each(Object.entries({ createLoop, createPingPong, createFinite, createCompiled }))("%s", (_, create) => {
  it.each(Object.entries(SITUATIONS))("%s: plays on as if nothing had been read", (name, { isSeen, begin }) => {
    const [read, unread] = [createSubject(create, isSeen), createSubject(create, isSeen)];
    const logs = [read, unread].map(({ group, node }) => {
      begin(group);
      const log: unknown[] = [];
      return { log, note: () => log.push([node.position.x, group.player.playhead.isSteady, group.player.playhead.phase, group.isPlaying]) };
    });
    const scenes = [read, unread].map(({ group }) => group.getScene());
    for (let frame = 0; frame < 150; frame++) {
      scenes.forEach((scene) => render(scene, 1));
      readAll(read.group);
      logs.forEach(({ note }) => note());
    }
    expect(logs[0]!.log).toEqual(logs[1]!.log);
    expect(read.group.player.playhead.isSteady).toBe(name === "resting" || name === "playing");
    expect(SaveClipState(scenes[0]!)).toEqual(SaveClipState(scenes[1]!));
    // seen again, and started again
    [read, unread].forEach(({ node }) => ((node.parent as TransformNode).position.z = 10));
    for (let frame = 0; frame < 30; frame++) {
      scenes.forEach((scene) => render(scene, 1));
      logs.forEach(({ note }) => note());
    }
    [read, unread].forEach(({ group }) => group.stop().start());
    for (let frame = 0; frame < 30; frame++) {
      scenes.forEach((scene) => render(scene, 1));
      logs.forEach(({ note }) => note());
    }
    expect(logs[0]!.log).toEqual(logs[1]!.log);
    expect(SaveClipState(scenes[0]!)).toEqual(SaveClipState(scenes[1]!));
  });
});

it.each(Object.entries({ createLoop, createCompiled }))("%s: a seen character is played by its row, without ticks", (_, create) => {
  const { group, node } = createSubject(create, true);
  group.start(true);
  render(group.getScene(), 3);
  const tick = jest.spyOn(group.player, "tick");
  const before = node.position.x;
  render(group.getScene(), 5);
  expect(tick).not.toHaveBeenCalled();
  expect(node.position.x).toBeGreaterThan(before);
});

describe("a group that rests", () => {
  it.each(Object.entries({ createLoop, createPingPong, createCompiled }))("says the present time: %s", (_, create) => {
    const [resting, seen] = [createSubject(create, false), createSubject(create, true, TICKED)];
    [resting, seen].forEach(({ group }) => group.start(true));
    for (let frame = 0; frame < 150; frame++) {
      [resting, seen].forEach(({ group }) => render(group.getScene(), 1));
      const [ofResting, ofSeen] = [resting, seen].map(({ group }) => readAll(group));
      for (const key of ["timestamp", "totalTime", "completedRepetitions", "direction", "isFinished", "isPlaying", "isStarted"]) {
        expect([key, ofResting!.get(key)]).toEqual([key, ofSeen!.get(key)]);
      }
      expect(resting.group.getCurrentFrame()).toBe(seen.group.getCurrentFrame());
      expect(resting.group.player.playhead.passes).toBe(seen.group.player.playhead.passes);
    }
    expect([resting.group.player.playhead.isSteady, seen.group.player.playhead.isSteady]).toEqual([true, false]);
  });

  it("says what it has played, and goes on from there", () => {
    const [resting, seen] = [createSubject(createLoop, false), createSubject(createLoop, true, TICKED)];
    const played = ({ group }: Subject): { seconds: number; passes: number } => {
      const { seconds, passes } = (group as ClipAnimationGroup).player.playhead.played;
      return { seconds: Math.round(seconds * 1e9) / 1e9, passes };
    };
    [resting, seen].forEach(({ group }) => group.play());
    for (let frame = 0; frame < 200; frame++) {
      if (frame === 100) {
        expect(resting.group.player.playhead.isSteady).toBe(true);
        (resting.node.parent as TransformNode).position.z = 10; // comes into view
      }
      [resting, seen].forEach(({ group }) => render(group.getScene(), 1));
      expect(played(resting)).toEqual(played(seen));
      expect(frame <= 100 || resting.node.position.x === seen.node.position.x).toBe(true);
    }
    expect([resting, seen].map(({ group }) => group.player.playhead.isSteady)).toEqual([true, false]);
  });
});
