/** The memory of loaded files and of instances, and the garbage of playing them. */
import { createScene, disposeScene, importModel } from "../contenders/babylon.mjs";
import { BABYLON, COMPILED, EAGER, OURS, THREE } from "../contenders/contender.mjs";
import { loadModel } from "../contenders/three.mjs";
import { countGarbage, settledBytes } from "../memory.mjs";
import { channelsOf, toGlb, withClips } from "../models.mjs";
import { summarise } from "../statistics.mjs";
import { CHARACTERS, figureOf, modelOf } from "./crowd.mjs";
import { atMost, CROWDS, judge } from "./scenario.mjs";

/**
 * @typedef {import("./scenario.mjs").CreateCrowd} CreateCrowd
 * @typedef {import("./scenario.mjs").Measured} Measured
 * @typedef {import("./scenario.mjs").Scenario} Scenario
 * @typedef {import("./scenario.mjs").Statistics} Statistics
 */

const LOADS = 5;
const INSTANCES = 200;
const PLAYED = 100;
/** Frames after which V8 has compiled all code of ours, and frames for the others. */
const WARM_UP_FRAMES = { own: 3000, other: 200 };
/** Bytes in a frame, of all clips: nothing for a clip but for what begins it again. */
const FREE_OF_GARBAGE = 10 * PLAYED;
const FRAMES_PER_LOOK = 5;

/** @type {[string, CreateCrowd][]} */
const CONTENDERS = [OURS, COMPILED, BABYLON, THREE].map((name) => [name, /** @type {CreateCrowd} */ (CROWDS[name])]);

/** @param {string} name */
function characterOf(name) {
  return /** @type {(typeof CHARACTERS)[0]} */ (CHARACTERS.find((character) => character.name === name));
}

export const heaps = [loaded(characterOf("robot")), ...["fox", "robot", "figure"].map((name) => heap(characterOf(name)))];
export const garbages = [garbage(characterOf("fox"), 10000), garbage(characterOf("robot"), 1000), garbage(characterOf("figure"), 1000)];

/**
 * Measures the memory of a file that was loaded, before its first frame.
 * @param {(typeof CHARACTERS)[0]} character
 * @returns {Scenario}
 */
function loaded(character) {
  const { title, file } = character;
  const name = `heap-${character.name}-loaded`;
  return {
    name,
    file,
    async run() {
      const model = modelOf(character);
      const [clips, plain] = [toGlb(withClips(model)), toGlb(model)];
      const measurements = {
        [OURS]: await heldBy(() => importNew(clips), disposeScene),
        [EAGER]: await heldBy(() => importNew(clips, "eager"), disposeScene),
        [BABYLON]: await heldBy(() => importNew(plain), disposeScene),
        [THREE]: await heldBy(
          () => loadModel(plain),
          () => {},
        ),
      };
      const share = (/** @type {Measured} */ { ratios }) => 1 / (ratios[EAGER]?.median ?? NaN);
      const budget = { rule: `at most 0.6 × the heap of ${EAGER}`, valueOf: share, isMet: (/** @type {number} */ value) => value <= 0.6 };
      return [judge(compare({ name, title: `heap of a loaded ${title}`, unit: "kB", measurements }), [budget])];
    },
  };
}

/** @param {Uint8Array} glb @param {"onDemand" | "eager"} [keys] */
async function importNew(glb, keys) {
  const scene = createScene();
  await importModel(scene, glb, keys);
  return scene;
}

/**
 * The memory that a load holds, in kilobytes.
 * @template T
 * @param {() => Promise<T>} load
 * @param {(loaded: T) => void} dispose
 */
export async function heldBy(load, dispose) {
  const all = [await load()]; // makes whatever is made only once
  const before = await settledBytes();
  for (let i = 0; i < LOADS; i++) {
    all.push(await load());
  }
  const bytes = (await settledBytes()) - before;
  all.forEach(dispose);
  return summarise([bytes / LOADS / 1000]);
}

/** @param {(typeof CHARACTERS)[0]} character @returns {Scenario} */
function heap(character) {
  const { name, title, file } = character;
  return {
    name: `heap-${name}`,
    file,
    async run() {
      const glb = toGlb(figureOf(character));
      /** @type {Record<string, Statistics>} */
      const held = {};
      /** @type {Record<string, Statistics>} */
      const added = {};
      for (const [contender, createCrowd] of CONTENDERS) {
        const crowd = await createCrowd({ glb, count: INSTANCES, actions: [{ animation: 0 }] });
        const empty = await settledBytes();
        crowd.instantiate();
        const instantiated = await settledBytes();
        crowd.start();
        crowd.step();
        crowd.step();
        const playing = await settledBytes();
        crowd.dispose();
        held[contender] = kilobytesEach(instantiated - empty);
        added[contender] = kilobytesEach(playing - instantiated);
      }
      return [
        judge(compare({ name: `heap-${name}`, title: `heap of an instance of ${title}, at rest`, unit: "kB", measurements: held }), []),
        judge(compare({ name: `heap-${name}-playing`, title: `heap added by playing ${title}`, unit: "kB", measurements: added }), []),
      ];
    },
  };
}

/** @param {number} bytes of all instances */
function kilobytesEach(bytes) {
  return summarise([bytes / INSTANCES / 1000]);
}

/** @param {(typeof CHARACTERS)[0]} character @param {number} frames @returns {Scenario} */
function garbage(character, frames) {
  const { title, file } = character;
  const name = `garbage-${character.name}`;
  return {
    name,
    file,
    async run(quick) {
      const model = figureOf(character);
      /** @type {Record<string, Statistics>} */
      const measurements = {};
      /** @type {Record<string, number>} */
      const collections = {};
      for (const [contender, createCrowd] of CONTENDERS) {
        const crowd = await createCrowd({ glb: toGlb(model), count: PLAYED, actions: [{ animation: 0 }] });
        crowd.instantiate();
        crowd.start();
        const warmUp = WARM_UP_FRAMES[contender === OURS || contender === COMPILED ? "own" : "other"];
        for (let frame = 0; frame < warmUp; frame++) {
          crowd.step();
        }
        await settledBytes();
        // a tenth of the frames is enough for the others, which allocate in every frame
        const counted = quick || contender !== OURS ? frames / 10 : frames;
        const counts = await countGarbage(crowd.step, counted, FRAMES_PER_LOOK);
        crowd.dispose();
        measurements[contender] = counts.bytes;
        collections[contender] = (counts.collections * 1000) / counted;
      }
      const channels = channelsOf(model.json, 0) * PLAYED;
      const full = `garbage of ${title} × ${PLAYED}, ${frames.toLocaleString("en")} frames`;
      const measured = { name, title: full, unit: "bytes/frame", channels, measurements, ratios: {}, collections };
      return [judge(measured, [atMost(FREE_OF_GARBAGE, "bytes/frame"), atMost(FREE_OF_GARBAGE, "bytes/frame", COMPILED)])];
    },
  };
}

/** @param {Omit<Measured, "ratios">} measured @returns {Measured} */
export function compare(measured) {
  const ours = measured.measurements[OURS]?.median ?? NaN;
  const others = Object.entries(measured.measurements).filter(([name]) => name !== OURS);
  return { ...measured, ratios: Object.fromEntries(others.map(([name, { median }]) => [name, summarise([median / ours])])) };
}
