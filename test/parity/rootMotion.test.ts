/** Babylon's root motion moves a character that a clip animates as far as one that a plain group animates. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { RootMotionClip, RootMotionController } from "@babylonjs/core/Animations/rootMotion.js";
import { disposeScenes } from "../helpers/scene.js";
import { Stage, type Variant } from "./stage.js";

afterEach(disposeScenes);

type Script = (stage: Stage, group: RootMotionClip["animationGroup"]) => void;

const SCRIPTS: Readonly<Record<string, Script>> = {
  "a loop": (s, group) => {
    group.start(true);
    s.skip(150);
  },
  "twice as fast": (s, group) => {
    group.start(true, 2);
    s.skip(150);
  },
  "two starts": (s, group) => {
    group.start(true);
    s.skip(40);
    group.stop();
    group.start(true);
    s.skip(40);
  },
  "a pause": (s, group) => {
    group.start(true);
    s.skip(40);
    group.pause();
    s.skip(10);
    group.restart();
    s.skip(40);
  },
};

/** @returns the distance that the character has gone, and the height of its hips */
async function walk(variant: Variant, script: Script): Promise<readonly number[]> {
  const stage = await Stage.create(variant);
  const clip = new RootMotionClip(stage.walk, {
    characterNode: stage.root,
    rootNode: stage.node("hips"),
    contactNodes: [stage.node("foot")],
  });
  const controller = new RootMotionController(clip.characterNode, [clip]);
  script(stage, clip.animationGroup);
  const { position } = clip.characterNode;
  controller.dispose();
  return [Math.hypot(position.x, position.y, position.z), stage.node("hips").position.y];
}

describe.each(["created", "file"] as const)("a clip (%s)", (variant) => {
  it.each(Object.keys(SCRIPTS))("in %s", async (name) => {
    const script = SCRIPTS[name]!;
    const [distance, height] = await walk("plain", script);
    const [own, ownHeight] = await walk(variant, script);
    expect(distance).toBeGreaterThan(1);
    expect(Math.abs(own! - distance!)).toBeLessThan(0.07); // the first frame is missing: nobody has read the animatables before
    expect(ownHeight).toBeCloseTo(height!, 4);
  });
});
