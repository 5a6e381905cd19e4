import { afterEach, expect, it } from "@jest/globals";
import { channelsOf } from "../../src/playback/channelList.js";
import { createAnimation, createGroup } from "../helpers/group.js";
import { createScene, disposeScenes } from "../helpers/scene.js";

afterEach(disposeScenes);

it("lists the channels of a group in order, and stays as it is when the group changes", () => {
  const [a, b] = [{ x: 0 }, { x: 0 }];
  const [first, second] = [
    createAnimation("x", [
      [0, 1],
      [60, 2],
    ]),
    createAnimation("x", [
      [0, 1],
      [90, 2],
    ]),
  ];
  const group = createGroup(createScene(), [a, first], [b, second]);
  const list = channelsOf(group);
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
    keys: [
      [
        [0, 0],
        [90, 0],
      ],
      [
        [0, 0],
        [60, 0],
      ],
    ],
    lastFrame: 90,
  },
  {
    comment: "without infinite and undefined ones",
    keys: [
      [
        [0, 0],
        [30, 0],
        [Infinity, 0],
        [NaN, 0],
      ],
    ],
    lastFrame: 30,
  },
  {
    comment: "negative",
    keys: [
      [
        [-60, 0],
        [-30, 0],
      ],
    ],
    lastFrame: -30,
  },
  { comment: "-Infinity without keys", keys: [[]], lastFrame: -Infinity },
  { comment: "-Infinity without channels", keys: [], lastFrame: -Infinity },
] as const)("the last frame is $comment", ({ keys, lastFrame }) => {
  const group = createGroup(createScene());
  keys.forEach((each) =>
    group
      .addTargetedAnimation(createAnimation("x", [[0, 0]]), { x: 0 })
      .animation.setKeys(each.map(([frame, value]) => ({ frame, value }))),
  );
  expect(channelsOf(group).lastFrame).toBe(lastFrame);
});
