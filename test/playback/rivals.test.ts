/** First contact: a clip starts while a plain group, which the loader has started, animates the same nodes. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { CreateClip } from "../../src/index.js";
import { createAnimation, createGroup } from "../helpers/group.js";
import { collectWarnings, createScene, disposeScenes } from "../helpers/scene.js";

afterEach(disposeScenes);

const FULL = { frames: [0, 60], values: [0, 10] };

function warningsOf(run: () => void): Promise<string[]> {
  return collectWarnings(() => Promise.resolve(run())).then(({ warnings }) => warnings);
}

describe("a clip that starts beside a plain group", () => {
  it("names the group once, and what to do", async () => {
    const scene = createScene();
    const target = { x: 0 };
    const group = createGroup(scene, [target, createAnimation("x", FULL)]);
    const clips = ["walk", "run"].map((name) => CreateClip(name, group));
    const warnings = await warningsOf(() => {
      group.start(true);
      clips[0]!.play();
      scene.render();
      clips[1]!.play();
      scene.render();
    });
    expect(warnings).toEqual([
      'walk: the animation group "group" is still playing on the same nodes, and hides the clip; stop the group, or load the file with animationStartMode NONE',
    ]);
  });

  it.each([
    ["the group is stopped in the same task", (group, clip) => (group.start(), clip.play(), group.stop())],
    ["the group is paused", (group, clip) => (group.start(), group.pause(), clip.play())],
    ["the clip has a weight", (group, clip) => (group.start(), (clip.weight = 0.5), clip.play())],
    ["the group has a weight", (group, clip) => ((group.weight = 0.5), group.start(), clip.play())],
  ] as readonly (readonly [string, (group: ReturnType<typeof createGroup>, clip: ReturnType<typeof CreateClip>) => unknown])[])(
    "says nothing where %s",
    async (_, start) => {
      const scene = createScene();
      const group = createGroup(scene, [{ x: 0 }, createAnimation("x", FULL)]);
      const clip = CreateClip("walk", group);
      expect(
        await warningsOf(() => {
          start(group, clip);
          scene.render();
        }),
      ).toEqual([]);
    },
  );

  it("says nothing where the group animates something else", async () => {
    const scene = createScene();
    const target = { x: 0, y: 0 };
    const [x, y] = ["x", "y"].map((name) => createGroup(scene, [target, createAnimation(name, FULL)]));
    const clip = CreateClip("walk", x!);
    expect(await warningsOf(() => (y!.start(), clip.play(), scene.render()))).toEqual([]);
  });

  it("tells of an animation without a group", async () => {
    const scene = createScene();
    const target = { x: 0 };
    const animation = createAnimation("x", FULL);
    const clip = CreateClip("walk", createGroup(scene, [target, animation]));
    const warnings = await warningsOf(() => (scene.beginDirectAnimation(target, [animation], 0, 60), clip.play(), scene.render()));
    expect(warnings).toEqual(["walk: an animation of Babylon.js is still playing on the same nodes, and hides the clip; stop it"]);
  });
});
