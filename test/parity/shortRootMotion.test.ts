/** Babylon's root motion with runs that end in their first frames. */
import { afterEach, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { RootMotionClip, RootMotionController } from "@babylonjs/core/Animations/rootMotion.js";
import { CreateClip } from "../../src/index.js";
import { createScene, disposeScenes, importAsset } from "../helpers/scene.js";
import { createTraveller } from "../helpers/travellers.js";
import { WallClock } from "../helpers/wallClock.js";

afterEach(disposeScenes);

/** @returns how far the character goes in a single run of 0.4 s over 0.8 m, in frames of some seconds */
async function travel(variant: "plain" | "compiled" | "clip", frames: readonly number[]): Promise<number> {
  const scene = createScene({ rightHanded: true });
  scene.useConstantAnimationDeltaTime = false;
  const clock = new WallClock();
  try {
    const loader = { extensionOptions: { compiledGroups: { enabled: variant === "compiled" } } };
    const { animationGroups } = await importAsset(createTraveller([{ name: "walk", seconds: 0.4, distance: 0.8 }]), scene, { loader });
    const group: AnimationGroup = variant === "clip" ? CreateClip("walk", animationGroups[0]!, { end: 0.4 }) : animationGroups[0]!;
    const motion = new RootMotionClip(group);
    new RootMotionController(motion.characterNode, [motion]);
    scene.render();
    motion.animationGroup.start(false);
    for (const seconds of frames) {
      clock.advance(seconds);
      scene.render();
    }
    return motion.characterNode.position.z;
  } finally {
    clock.restore();
  }
}

it.each<[number[]]>([[[0.016, 0.016, 0.6]], [[0.016, 0.2, 0.3]], [[0.6, 0.016, 0.016]]])(
  "moves the character as with a plain group: frames of %j seconds",
  async (frames) => {
    const plain = await travel("plain", frames);
    expect(await travel("compiled", frames)).toBeCloseTo(plain, 5);
    expect(await travel("clip", frames)).toBeCloseTo(plain, 5);
  },
);

it.each(["compiled", "clip"] as const)(
  "does not move the character in a run that ends in its second frame, as documented: %s",
  async (variant) => {
    expect(await travel("plain", [0.016, 0.6])).toBeCloseTo(0.8, 5);
    expect(await travel(variant, [0.016, 0.6])).toBe(0);
  },
);
