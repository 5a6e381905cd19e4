/** Clips themselves: their clocks, and the cost of start and stop. */
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { createScene, disposeScene, own, step } from "../contenders/babylon.mjs";
import { OURS } from "../contenders/contender.mjs";
import { createNodes, toGlb } from "../models.mjs";
import { atMost, CROWDS, timed } from "./scenario.mjs";

const TICKING = 10000;
const STARTS_PER_RUN = 10;

export const ticking = timed({
  name: "ticking",
  title: `${TICKING.toLocaleString("en")} clips without channels`,
  budgets: [atMost(2, "ms/frame")],
  create: () => Promise.resolve({ contenders: [createTicking()] }),
});

function createTicking() {
  const scene = createScene();
  const animation = new Animation("value", "value", 60, Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys([0, 60].map((frame) => ({ frame, value: frame })));
  const group = new AnimationGroup("group", scene);
  group.addTargetedAnimation(animation, { name: "target", value: 0 });
  const clips = Array.from({ length: TICKING }, (_, i) => {
    const clip = own.CreateClip(`clip${i}`, group, { start: 0, end: 1 + i / TICKING, reverse: i % 2 === 0 });
    clip.start();
    clip.removeTargetedAnimation(animation); // after the start, because a clip without channels does not start
    return clip;
  });
  step(scene);
  step(scene);
  const read = () => clips.map(({ timestamp }) => timestamp);
  return { name: OURS, run: () => step(scene), read, dispose: () => disposeScene(scene) };
}

export const starts = [
  timed({
    name: "start-stop",
    title: "start and stop of a clip of 60 channels",
    unit: "µs",
    scale: 1000 / STARTS_PER_RUN,
    create: () =>
      createFigures((crowd) => {
        crowd.restart();
        crowd.stop();
      }),
  }),
  timed({
    name: "start-frame-stop",
    title: "the same with one frame in between",
    unit: "µs",
    scale: 1000 / STARTS_PER_RUN,
    create: () =>
      createFigures((crowd) => {
        crowd.restart();
        crowd.step();
        crowd.stop();
      }),
  }),
];

/** @param {(crowd: import("./scenario.mjs").Crowd) => void} act the timed code */
async function createFigures(act) {
  const glb = toGlb(createNodes({ nodes: 20, keys: 50 }));
  const contenders = [];
  for (const [name, createCrowd] of Object.entries(CROWDS)) {
    const crowd = await createCrowd({ glb, count: 1, actions: [{ animation: 0 }] });
    crowd.instantiate();
    const run = () => {
      for (let i = 0; i < STARTS_PER_RUN; i++) {
        act(crowd);
      }
    };
    contenders.push({ name, run, dispose: crowd.dispose });
  }
  return { contenders };
}
