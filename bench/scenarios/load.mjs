/**
 * Loading a file with a clip for each animation, compared with the same file without clips; and a file of pointers, compared with Babylon's
 * own extension for them.
 */
import { createScene, disposeScene, importModel, own } from "../contenders/babylon.mjs";
import { BABYLON, COMPILED, OURS, THREE } from "../contenders/contender.mjs";
import { loadModel } from "../contenders/three.mjs";
import { createNodes, createPointers, toGlb, withClips } from "../models.mjs";
import { CHARACTERS, modelOf } from "./crowd.mjs";
import { noSlowerThan, timed } from "./scenario.mjs";

/** @typedef {import("../models.mjs").Model} Model */

export const PACE = { turnMs: 0, warmUpMs: 500, budgetMs: 3000, minRounds: 40, maxRounds: 1000 };

const POINTERS = { materials: 134, lights: 67, keys: 30 };
const ANIMATIONS = { animations: 50, nodes: 60, keys: 10 };

/** Files with so many keys that they are most of a load. */
const HEAVY = [noSlowerThan(BABYLON, 0.5), noSlowerThan(THREE, 1)];

const characters = CHARACTERS.filter(({ name }) => name !== "cesium-man").map((character) =>
  load({ ...character, budgets: character.name === "robot" ? HEAVY : [], model: () => modelOf(character) }),
);

const animations = load({
  name: "animations",
  title: `${ANIMATIONS.animations} animations of ${ANIMATIONS.nodes} nodes, ${ANIMATIONS.keys} keys each`,
  file: "",
  budgets: HEAVY,
  model: () => createNodes(ANIMATIONS),
});

const pointers = timed({
  name: "load-pointers",
  title: `load ${4 * POINTERS.materials + 2 * POINTERS.lights} pointers to properties of materials and lights`,
  unit: "ms",
  budgets: [noSlowerThan(BABYLON, 1)],
  pace: PACE,
  create() {
    const glb = toGlb(createPointers(POINTERS));
    const contenders = [
      createImport(OURS, glb, own.RegisterKHR_animation_pointer),
      createImport(BABYLON, glb, own.UnregisterKHR_animation_pointer, own.RegisterKHR_animation_pointer),
    ];
    return Promise.resolve({ contenders });
  },
});

export const loads = [...characters, animations, pointers];

/**
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.title
 * @param {string} options.file
 * @param {import("./scenario.mjs").Budget[]} options.budgets
 * @param {() => Model} options.model
 */
function load({ name, title, file, budgets, model }) {
  return timed({
    name: `load-${name}`,
    title: `load ${title}`,
    file,
    unit: "ms",
    budgets,
    pace: PACE,
    create() {
      const made = model();
      const plain = toGlb(made);
      return Promise.resolve({
        contenders: [
          createImport(OURS, toGlb(withClips(made))),
          createImport(COMPILED, plain, own.RegisterCompiledGroups, chooseGroups),
          createImport(BABYLON, plain, chooseGroups),
          createParse(plain),
        ],
      });
    },
  });
}

/** Makes compiled groups of no file that does not ask for them, as the main entry does. */
function chooseGroups() {
  own.RegisterCompiledGroups({ files: "chosen" });
}

/**
 * @param {string} name
 * @param {Uint8Array} glb
 * @param {() => void} [before] runs before each load
 * @param {() => void} [after] runs at the end
 */
function createImport(name, glb, before, after) {
  let scene = createScene();
  const renew = () => {
    disposeScene(scene);
    scene = createScene();
    before?.();
    collectGarbage();
  };
  const dispose = () => {
    disposeScene(scene);
    after?.();
  };
  return { name, prepare: renew, run: () => importModel(scene, glb), dispose };
}

/** @param {Uint8Array} glb */
function createParse(glb) {
  return { name: THREE, prepare: collectGarbage, run: () => loadModel(glb), dispose: () => {} };
}

/** Collects garbage before a load, so that the load is not charged for it. */
export function collectGarbage() {
  /** @type {() => void} */ (globalThis.gc)();
}
