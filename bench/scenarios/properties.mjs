/** Morph targets, and properties animated by pointer. */
import { createGroupCrowd, own } from "../contenders/babylon.mjs";
import { BABYLON, ON_ANIMATABLES, OURS } from "../contenders/contender.mjs";
import { createMorphs, createPointers } from "../models.mjs";
import { CROWDS, frames } from "./scenario.mjs";

const MORPHS = { meshes: 100, targets: 52, keys: 30 };

export const morphs = frames({
  name: "morphs",
  title: `${MORPHS.meshes} meshes, ${MORPHS.targets} morph targets each (a channel is one target's weight)`,
  model: () => createMorphs(MORPHS),
  channels: MORPHS.meshes * MORPHS.targets,
});

export const pointers = frames({
  name: "pointers",
  title: "200 pointers to properties of materials and lights",
  model: () => createPointers({ materials: 40, lights: 20, keys: 30 }),
  crowds: {
    [OURS]: /** @type {import("./scenario.mjs").CreateCrowd} */ (CROWDS[OURS]),
    [ON_ANIMATABLES]: /** @type {import("./scenario.mjs").CreateCrowd} */ (CROWDS[ON_ANIMATABLES]),
    [BABYLON]: createBabylonsPointers,
  },
});

/** Loads with Babylon's own KHR_animation_pointer. @type {import("./scenario.mjs").CreateCrowd} */
async function createBabylonsPointers(options) {
  own.UnregisterKHR_animation_pointer();
  try {
    return await createGroupCrowd(options);
  } finally {
    own.RegisterKHR_animation_pointer();
  }
}
