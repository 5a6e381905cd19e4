/** Keys that may have been edited in place are compared when they are needed, not all at a start. */
import { afterEach, expect, it } from "@jest/globals";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { CreateClip } from "../../../src/pure.js";
import { createAnimation } from "../../helpers/group.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

it.each([1, 10])(
  "at speed %d, the first frame of a later start looks at the keys that its pose needs, the next ones at all the others",
  (speed) => {
    const scene = createScene();
    const plain = new AnimationGroup("plain", scene);
    const frames = Array.from({ length: 100 }, (_, i) => 6 * i);
    const animation = createAnimation("position.x", { frames, values: frames });
    plain.addTargetedAnimation(animation, new TransformNode("node", scene));
    const clip = CreateClip("clip", plain, { end: 4 });
    clip.start();
    render(scene, 1);
    clip.stop();
    const seen = new Set<number>();
    animation.getKeys().forEach((key, i) => {
      const { value } = key as { value: number };
      Object.defineProperty(key, "value", {
        get() {
          seen.add(i);
          return value;
        },
      });
    });
    clip.start(true, speed);
    render(scene, 1);
    expect([...seen]).toEqual([0, 1]);
    render(scene, 20);
    expect(seen.size).toBe(100);
  },
);
