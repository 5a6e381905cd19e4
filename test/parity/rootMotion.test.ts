/** Babylon's root motion moves a character that a clip animates as far as one that a plain group animates. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { RootMotionClip, RootMotionController } from "@babylonjs/core/Animations/rootMotion.js";
import { disposeScenes } from "../helpers/scene.js";
import { Stage, type Variant } from "./stage.js";

afterEach(disposeScenes);

type Group = RootMotionClip["animationGroup"];
type Script = (stage: Stage, walk: Group, run: Group) => void;

const SCRIPTS: Readonly<Record<string, Script>> = {
  "a loop": (s, walk) => {
    walk.start(true);
    s.skip(150);
  },
  "twice as fast": (s, walk) => {
    walk.start(true, 2);
    s.skip(150);
  },
  "once, to its end": (s, walk) => {
    walk.start(false);
    s.skip(100);
  },
  "a part of its frames": (s, walk) => {
    walk.start(true, 1, 10, 40);
    s.skip(100);
  },
  "two starts": (s, walk) => {
    walk.start(true);
    s.skip(40);
    walk.stop();
    walk.start(true);
    s.skip(40);
  },
  "a pause": (s, walk) => {
    walk.start(true);
    s.skip(40);
    walk.pause();
    s.skip(10);
    walk.restart();
    s.skip(40);
  },
  "a change of speed": (s, walk) => {
    walk.start(true);
    s.skip(40);
    walk.speedRatio = 3;
    s.skip(40);
  },
  "a walk that becomes a run": (s, walk, run) => {
    walk.start(true);
    s.skip(40);
    walk.stop();
    run.start(true);
    s.skip(40);
  },
  "a walk and a run, mixed": (s, walk, run) => {
    walk.start(true).weight = 0.5;
    run.start(true).weight = 0.5;
    s.skip(80);
  },
  "a fade from walk to run": (s, walk, run) => {
    walk.start(true).weight = 1;
    run.start(true).weight = 0;
    for (let i = 1; i <= 60; i++) {
      walk.weight = 1 - i / 60;
      run.weight = i / 60;
      s.skip(1);
    }
    s.skip(20);
  },
  "a run in step with the walk": (s, walk, run) => {
    walk.start(true).weight = 0.5;
    run.start(true).weight = 0.5;
    run.syncAllAnimationsWith(walk.animatables[0]!);
    s.skip(80);
  },
  "no frames, only steps": (s, walk) => {
    walk.start(true);
    for (let i = 0; i < 100; i++) {
      s.scene.animate();
    }
  },
};

/** @returns the distance that the character has gone, and the height of its hips */
async function walk(variant: Variant, script: Script): Promise<readonly number[]> {
  const stage = await Stage.create(variant);
  const options = { characterNode: stage.root, rootNode: stage.node("hips"), contactNodes: [stage.node("foot")] };
  const [walking, running] = stage.groups.map((group) => new RootMotionClip(group, options));
  const controller = new RootMotionController(walking!.characterNode, [walking!, running!]);
  script(stage, walking!.animationGroup, running!.animationGroup);
  const { position } = walking!.characterNode;
  controller.dispose();
  return [Math.hypot(position.x, position.y, position.z), stage.node("hips").position.y];
}

/** The distance of a frame of walking, and of running. The first frame of a clip is missing: nobody has read the animatables before. */
const FIRST_FRAMES = 1.01 * 0.016 * (2 / 0.95 + 3 / 0.71);

describe.each(["created", "file"] as const)("a clip (%s)", (variant) => {
  it.each(Object.keys(SCRIPTS))("in %s", async (name) => {
    const script = SCRIPTS[name]!;
    const [distance, height] = await walk("plain", script);
    const [own, ownHeight] = await walk(variant, script);
    expect(distance).toBeGreaterThan(1);
    expect({ difference: Math.abs(own! - distance!) < FIRST_FRAMES, own, distance }).toEqual({ difference: true, own, distance });
    expect(ownHeight).toBeCloseTo(height!, 4);
  });

  it("seeks without motion, where a plain group takes the frames between as motion", async () => {
    const seek: Script = (s, group) => {
      group.start(true);
      s.skip(30);
      group.goToFrame(50);
      s.skip(60);
    };
    const straight: Script = (s, group) => {
      group.start(true);
      s.skip(90);
    };
    const perFrame = (0.016 * 2) / 0.95;
    const [played] = await walk(variant, straight);
    expect(Math.abs((await walk(variant, seek))[0]! - played!)).toBeLessThan(1.01 * perFrame);
    expect((await walk("plain", seek))[0]! - played!).toBeGreaterThan(20 * perFrame);
  });
});
