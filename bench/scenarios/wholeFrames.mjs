/** Whole frames beside the animation step: crowds, ordinary instances, and others' instances of one character, all in view. */
import {
  createBaking,
  createClipCrowd,
  createClipInstances,
  createCompiledInstances,
  createFollowingGroupInstances,
  createFollowingInstances,
  createGroupInstances,
  createMixers,
  createSkinnedInstances,
} from "../contenders/drawn.mjs";
import {
  BABYLON,
  BABYLON_FOLLOWING,
  COMPILED,
  CROWD,
  CULLED,
  EXACT,
  FADING,
  FADING_SCRIPT,
  FOLLOWING,
  HALF_FADING,
  INSTANCES,
  LISTENING,
  MOVING,
  SKINNED,
  THREE,
} from "../contenders/contender.mjs";
import { time } from "../harness.mjs";
import { countGarbage, settledBytes } from "../memory.mjs";
import { readFile, toGlb } from "../models.mjs";
import { summarise } from "../statistics.mjs";
import { atMost, hurry, judge, PACE, timed } from "./scenario.mjs";

/**
 * @typedef {import("../contenders/drawn.mjs").CreateDrawn} CreateDrawn
 * @typedef {import("../contenders/drawn.mjs").Drawn} Drawn
 * @typedef {import("./scenario.mjs").Budget} Budget
 * @typedef {import("./scenario.mjs").Scenario} Scenario
 * @typedef {import("./scenario.mjs").Statistics} Statistics
 * @typedef {{ name: string, drawn: Drawn }} Named
 */

// the computed address makes TypeScript check against the sources, even if the package is not built
const TOOLS = new URL("../../dist/esm/tools.js", import.meta.url).href;

const FILE = "skin-raylib-robot-14anims.glb";
const EVENTS = 4;
/** With more characters, a contender is left out: a thousand of Babylon's ordinary instances take 2 GB, ten thousand clones 4 GB. @type {Readonly<Record<string, number>>} */
const MOST = { [FADING_SCRIPT]: 1000, [INSTANCES]: 100, [COMPILED]: 100, [BABYLON]: 100, [THREE]: 1000 };
/** For a crowd, for one whose every character is computed, and for contenders whose every frame allocates. */
const COUNTED_FRAMES = { crowd: 1000, live: 100, other: 20 };
const FRAMES_PER_LOOK = 5;
/** Frames after which V8 has compiled all of a crowd's code. */
const WARM_UP_FRAMES = { crowd: 2000, live: 200, other: 0 };

/** @type {Readonly<Record<string, CreateDrawn>>} */
const CONTENDERS = {
  [CROWD]: createClipCrowd(),
  [CULLED]: createClipCrowd({ culling: "camera" }),
  [HALF_FADING]: createClipCrowd({}, { fading: 0.5 }),
  [FADING]: createClipCrowd({}, { fading: 1 }),
  [FADING_SCRIPT]: createClipCrowd({}, { fading: 1, isScript: true }),
  [EXACT]: createClipCrowd({ exact: true }),
  [LISTENING]: createClipCrowd({}, { events: EVENTS }),
  [SKINNED]: createSkinnedInstances,
  [INSTANCES]: createClipInstances,
  [COMPILED]: createCompiledInstances,
  [BABYLON]: createGroupInstances,
  [THREE]: createMixers,
};

/** Crowds whose poses are computed in each frame. */
const LIVE = [HALF_FADING, FADING, FADING_SCRIPT, EXACT];

/** Bytes in a frame, of 10,000 characters: what a scene allocates by itself, and nothing for a character. */
const FREE_OF_GARBAGE = 1000;

/** @type {Readonly<Record<string, Budget[]>>} limits for 10,000 characters */
const BUDGETS = {
  frame: [CROWD, CULLED, LISTENING].map((name) => atMost(2, "ms/frame", name)),
  garbage: [CROWD, CULLED, EXACT, FADING].map((name) => atMost(FREE_OF_GARBAGE, "bytes/frame", name)),
  step: [
    ...[CROWD, CULLED].map((name) => atMost(1.5, "ms/frame", name)),
    {
      rule: `at most 0.3 ms/frame more than ${CROWD} (${LISTENING})`,
      valueOf: ({ measurements }) => (measurements[LISTENING]?.median ?? NaN) - (measurements[CROWD]?.median ?? NaN),
      isMet: (value) => value <= 0.3,
    },
  ],
};

export const wholeFrames = [100, 1000, 10000].map((count) => wholeFrame(count));

const BESIDE = { [CROWD]: 10000, [BABYLON]: 100 };

export const crowdBesideInstances = timed({
  name: "drawn-crowd-beside-instances",
  title: `raylib robot, whole frame: × ${BESIDE[CROWD].toLocaleString("en")} in a crowd, × ${BESIDE[BABYLON]} as ordinary instances`,
  file: FILE,
  budgets: [
    {
      rule: `at least 100 × as fast as ${BABYLON} for each character`,
      valueOf: ({ ratios }) => ((ratios[BABYLON]?.median ?? NaN) * BESIDE[CROWD]) / BESIDE[BABYLON],
      isMet: (value) => value >= 100,
    },
  ],
  async create() {
    const glb = toGlb(readFile(FILE));
    const contenders = [];
    for (const [name, count] of Object.entries(BESIDE)) {
      const drawn = await /** @type {CreateDrawn} */ (CONTENDERS[name])({ glb, count });
      drawn.instantiate();
      contenders.push({ name, run: drawn.render, dispose: drawn.dispose });
    }
    return { contenders };
  },
});

/** The animation step and the rest of a frame, in which matrices that have moved are uploaded. */
export const moving = timed({
  name: "drawn-crowd-10000-moving",
  title: "raylib robot × 10,000, whole frame, of which all move by root motion",
  file: FILE,
  unit: "ms/frame",
  async create() {
    const glb = toGlb(readFile(FILE));
    const contenders = [];
    for (const [name, create] of Object.entries({ [CROWD]: createClipCrowd(), [MOVING]: createClipCrowd({}, { isMoving: true }) })) {
      const drawn = await create({ glb, count: 10000 });
      drawn.instantiate();
      contenders.push({ name, run: drawn.render, dispose: drawn.dispose });
    }
    return { contenders };
  },
});

export const baking = timed({
  name: "drawn-crowd-baking",
  title: "baking the robot's 14 clips, 19.5 s, at 60 rows a second",
  file: FILE,
  unit: "ms",
  async create() {
    return { contenders: [{ name: CROWD, ...(await createBaking(toGlb(readFile(FILE)))) }] };
  },
});

/** What users see of a scene with ordinary instances: characters of one mesh, as games have them, and one of many parts. */
export const instances = [
  ...Object.entries({ Fox: "skin-Fox.glb", CesiumMan: "skin-CesiumMan.glb", "raylib robot, 19 meshes": FILE }).flatMap(([name, file]) =>
    [false, true].map((atRest) => wholeFrameOfInstances(name, file, { atRest })),
  ),
  wholeFrameOfInstances("raylib robot, joined to 3 meshes", FILE, { isJoined: true }),
];

/** The first is what the others are compared with. @type {Readonly<Record<string, CreateDrawn>>} */
const ORDINARY = {
  [FOLLOWING]: createFollowingInstances,
  [COMPILED]: createCompiledInstances,
  [BABYLON_FOLLOWING]: createFollowingGroupInstances,
  [BABYLON]: createGroupInstances,
  [THREE]: createMixers,
};

/** @param {string} name @param {string} file @param {{ atRest?: boolean, isJoined?: boolean }} options */
function wholeFrameOfInstances(name, file, { atRest = false, isJoined = false }) {
  return timed({
    name: `drawn-instances-${file.replace(/^skin-|\.glb$/g, "").toLowerCase()}${atRest ? "-at-rest" : ""}${isJoined ? "-joined" : ""}`,
    title: `${name} × 100, ${atRest ? "at rest" : "playing"}, whole frame`,
    file,
    pace: { minRounds: 7 },
    async create() {
      const plain = toGlb(readFile(file));
      const glb = isJoined ? await join(plain) : plain;
      const contenders = [];
      for (const [name, create] of Object.entries(ORDINARY)) {
        const drawn = await create({ glb, count: 100, atRest });
        drawn.instantiate();
        contenders.push({ name, run: drawn.render, ...(atRest ? {} : { read: drawn.read }), dispose: drawn.dispose });
      }
      return { contenders };
    },
  });
}

/** Joins the parts of a model. @param {Uint8Array} glb */
async function join(glb) {
  const { GltfFile, JoinParts } = /** @type {typeof import("../../src/tools.js")} */ (await import(TOOLS));
  const file = GltfFile.parse(glb);
  JoinParts(file);
  return /** @type {Uint8Array} */ (file.toFiles()[file.name]);
}

/** @param {number} count @returns {Scenario} */
function wholeFrame(count) {
  const title = `raylib robot × ${count.toLocaleString("en")}`;
  return {
    name: `drawn-crowd-${count}`,
    file: FILE,
    async run(quick) {
      const glb = toGlb(readFile(FILE));
      /** @type {Named[]} */
      const all = [];
      /** @type {Record<string, Statistics>} */
      const memory = {};
      for (const [name, create] of Object.entries(CONTENDERS).filter(([each]) => count <= (MOST[each] ?? count))) {
        const drawn = await create({ glb, count });
        memory[name] = summarise([(await bytesOf(drawn)) / count / 1000]);
        all.push({ name, drawn });
      }
      const pace = hurry({ ...PACE, minRounds: 7 }, quick);
      const frames = await time(toContenders(all, "render"), pace);
      const steps = await time(toContenders(all, "step"), pace);
      const garbage = await garbageOf(all);
      all.forEach(({ drawn }) => drawn.dispose());
      const budgetsOf = (/** @type {string} */ what) => (count === 10000 ? (BUDGETS[what] ?? []) : []);
      const name = `drawn-crowd-${count}`;
      const noRatios = { ratios: {} };
      return [
        judge({ name, title: `${title}, whole frame`, unit: "ms/frame", ...frames }, budgetsOf("frame")),
        judge({ name: `${name}-step`, title: `${title}, animation step`, unit: "ms/frame", ...steps }, budgetsOf("step")),
        judge(
          { name: `${name}-garbage`, title: `${title}, garbage of the step`, unit: "bytes/frame", measurements: garbage, ...noRatios },
          budgetsOf("garbage"),
        ),
        judge({ name: `${name}-memory`, title: `${title}, memory of a character`, unit: "kB", measurements: memory, ...noRatios }, []),
      ];
    },
  };
}

/** Bytes that all characters hold after their first frames. @param {Drawn} drawn */
async function bytesOf(drawn) {
  const before = await settledBytes();
  drawn.instantiate();
  drawn.render();
  drawn.render();
  return (await settledBytes()) - before;
}

/** @param {Named[]} all @param {"render" | "step"} what */
function toContenders(all, what) {
  return all.map(({ name, drawn }) => ({ name, run: drawn[what], read: drawn.read, dispose: drawn.dispose }));
}

/** Bytes that an animation step allocates, where they can be counted. @param {Named[]} all */
async function garbageOf(all) {
  /** @type {Record<string, Statistics>} */
  const garbage = {};
  for (const { name, drawn } of all) {
    const kind = LIVE.includes(name) ? "live" : name.startsWith(CROWD) ? "crowd" : "other";
    for (let i = 0; i < WARM_UP_FRAMES[kind]; i++) {
      drawn.step();
    }
    const { bytes } = await countGarbage(drawn.step, COUNTED_FRAMES[kind], FRAMES_PER_LOOK);
    if (!Number.isNaN(bytes.median)) {
      garbage[name] = bytes; // otherwise garbage is collected in every few frames
    }
  }
  return garbage;
}
