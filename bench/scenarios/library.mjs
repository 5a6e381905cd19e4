/** A file of animations for a character that is there: a library of clips, compared with Babylon's import of animations. */
import { ImportAnimationsAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { createScene, disposeScene, own } from "../contenders/babylon.mjs";
import { BABYLON, OURS } from "../contenders/contender.mjs";
import { createNodes, toGlb } from "../models.mjs";
import { collectGarbage, PACE } from "./load.mjs";
import { compare, heldBy } from "./memory.mjs";
import { judge, noSlowerThan, timed } from "./scenario.mjs";

/** @typedef {import("@babylonjs/core/scene.js").Scene} Scene */

const MOVES = { animations: 90, nodes: 65, keys: 30 };
const TITLE = `${MOVES.animations} animations of ${MOVES.nodes} nodes, ${MOVES.keys} keys each, for a character in the scene`;

/** A character with the nodes of the moves. */
function createCharacter() {
  const scene = createScene();
  const root = new TransformNode("root", scene);
  for (let i = 0; i < MOVES.nodes; i++) {
    new TransformNode(`node${i}`, scene).parent = root;
  }
  return { scene, root };
}

/** @type {Record<string, (glb: Uint8Array, character: { scene: Scene, root: TransformNode }) => Promise<unknown>>} */
const CONTENDERS = {
  [OURS]: async (glb, { scene, root }) => (await own.LoadClipLibraryAsync(glb, scene)).addTo(root),
  [BABYLON]: (glb, { scene }) => ImportAnimationsAsync(glb, scene, { pluginExtension: ".glb" }),
};

const load = timed({
  name: "library-load",
  title: `load ${TITLE}`,
  unit: "ms",
  pace: { ...PACE, minRounds: 10 },
  create() {
    const glb = toGlb(createNodes(MOVES));
    const contenders = Object.entries(CONTENDERS).map(([name, add]) => {
      let character = createCharacter();
      return {
        name,
        prepare() {
          disposeScene(character.scene);
          character = createCharacter();
          collectGarbage();
        },
        run: () => add(glb, character),
        dispose: () => disposeScene(character.scene),
      };
    });
    return Promise.resolve({ contenders });
  },
});

/** @type {import("./scenario.mjs").Scenario} */
const heap = {
  name: "library-heap",
  async run() {
    const glb = toGlb(createNodes(MOVES));
    /** @type {Record<string, import("./scenario.mjs").Statistics>} */
    const measurements = {};
    for (const [name, add] of Object.entries(CONTENDERS)) {
      measurements[name] = await heldBy(async () => {
        const character = createCharacter();
        await add(glb, character);
        return character.scene;
      }, disposeScene);
    }
    const budget = noSlowerThan(BABYLON, 0.2);
    return [judge(compare({ name: "library-heap", title: `heap of ${TITLE}`, unit: "kB", measurements }), [budget])];
  },
};

export const libraries = [load, heap];
