import { afterEach, expect, it } from "@jest/globals";
import { listChannels } from "../../../src/scene/playing/groups/channelList.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

it("lists the channels of a group in order, and stays as it is when the group changes", () => {
  const [a, b] = [{ x: 0 }, { x: 0 }];
  const [first, second] = [
    createAnimation("x", { frames: [0, 60], values: [1, 2] }),
    createAnimation("x", { frames: [0, 90], values: [1, 2] }),
  ];
  const group = createGroup(createScene(), [a, first], [b, second]);
  const list = listChannels(group);
  group.removeTargetedAnimation(second);
  expect(list.channels).toEqual([
    { animation: first, target: a },
    { animation: second, target: b },
  ]);
  expect(list.lastFrame).toBe(90);
});

it.each([
  {
    comment: "the largest of all",
    frames: [
      [0, 90],
      [0, 60],
    ],
    lastFrame: 90,
  },
  { comment: "without infinite and undefined ones", frames: [[0, 30, Infinity, NaN]], lastFrame: 30 },
  { comment: "-Infinity without finite ones", frames: [[NaN, Infinity]], lastFrame: -Infinity },
  { comment: "that of the only finite key", frames: [[30, Infinity]], lastFrame: 30 },
  { comment: "negative", frames: [[-60, -30]], lastFrame: -30 },
  { comment: "-Infinity without keys", frames: [[]], lastFrame: -Infinity },
  { comment: "-Infinity without channels", frames: [], lastFrame: -Infinity },
])("the last frame is $comment", ({ frames, lastFrame }) => {
  const animations = frames.map(() => createAnimation("x", { frames: [0], values: [0] }));
  const group = createGroup(createScene(), ...animations.map((animation) => [{ x: 0 }, animation] as const));
  animations.forEach((animation, i) => animation.setKeys(frames[i]!.map((frame) => ({ frame, value: 0 }))));
  expect(listChannels(group).lastFrame).toBe(lastFrame);
});
