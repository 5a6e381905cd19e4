/** Loading a file with a clip for each animation, compared with the same file without clips. */
import { createScene, disposeScene, importModel } from "../contenders/babylon.mjs";
import { BABYLON, OURS, THREE } from "../contenders/contender.mjs";
import { loadModel } from "../contenders/three.mjs";
import { toGlb, withClips } from "../models.mjs";
import { CHARACTERS, modelOf } from "./crowd.mjs";
import { noSlowerThan, timed } from "./scenario.mjs";

export const loads = CHARACTERS.filter(({ name }) => name !== "cesium-man").map((character) =>
  timed({
    name: `load-${character.name}`,
    title: `load ${character.title}`,
    file: character.file,
    unit: "ms",
    budgets: [noSlowerThan(BABYLON, 1.05)],
    pace: { turnMs: 0, warmUpMs: 500, budgetMs: 1500, minRounds: 15 },
    create() {
      const model = modelOf(character);
      const plain = toGlb(model);
      const contenders = [createImport(OURS, toGlb(withClips(model))), createImport(BABYLON, plain), createParse(plain)];
      return Promise.resolve({ contenders });
    },
  }),
);

/** @param {string} name @param {Uint8Array} glb */
function createImport(name, glb) {
  let scene = createScene();
  const renew = () => {
    disposeScene(scene);
    scene = createScene();
    collectGarbage();
  };
  return { name, prepare: renew, run: () => importModel(scene, glb), dispose: () => disposeScene(scene) };
}

/** @param {Uint8Array} glb */
function createParse(glb) {
  return { name: THREE, prepare: collectGarbage, run: () => loadModel(glb), dispose: () => {} };
}

/** Collects garbage before a load, so that the load is not charged for it. */
function collectGarbage() {
  /** @type {() => void} */ (globalThis.gc)();
}
