/** Types and functions to define scenarios. */
import { createClipCrowd, createCompiledCrowd, createGroupCrowd } from "../contenders/babylon.mjs";
import { BABYLON, COMPILED, ON_ANIMATABLES, OURS, THREE } from "../contenders/contender.mjs";
import { createMixerCrowd } from "../contenders/three.mjs";
import { time } from "../harness.mjs";
import { channelsOf, toGlb } from "../models.mjs";

/**
 * @typedef {import("../contenders/contender.mjs").Action} Action
 * @typedef {import("../contenders/contender.mjs").Crowd} Crowd
 * @typedef {import("../contenders/contender.mjs").CrowdOptions} CrowdOptions
 * @typedef {import("../harness.mjs").Contender} Contender
 * @typedef {import("../harness.mjs").Pace} Pace
 * @typedef {import("../models.mjs").Model} Model
 * @typedef {import("../statistics.mjs").Statistics} Statistics
 * @typedef {(options: CrowdOptions) => Promise<Crowd>} CreateCrowd
 *
 * @typedef {object} Measured
 * @property {string} name
 * @property {string} title
 * @property {string} unit of the measurements
 * @property {number} [channels] evaluated in one frame
 * @property {Record<string, string>} [evaluatedBy] the evaluation of the clips, by contender
 * @property {Record<string, Statistics>} measurements by contender
 * @property {Record<string, Statistics>} ratios the other contenders' divided by ours
 * @property {Record<string, number>} [collections] garbage collections in a thousand frames, by contender
 *
 * @typedef {{ rule: string, valueOf: (measured: Measured) => number, isMet: (value: number) => boolean }} Budget
 * @typedef {Measured & { budgets: { rule: string, value: number, met: boolean }[] }} Result
 *
 * @typedef {object} Scenario
 * @property {string} name selects the scenario on the command line
 * @property {string} [file] a real file; without it, the scenario is skipped
 * @property {(quick: boolean) => Promise<Result[]>} run
 */

/** @type {Record<string, CreateCrowd>} */
export const CROWDS = {
  [OURS]: createClipCrowd,
  [COMPILED]: createCompiledCrowd,
  [ON_ANIMATABLES]: (options) => createClipCrowd(options, "babylon"),
  [BABYLON]: createGroupCrowd,
  [THREE]: createMixerCrowd,
};

/** @type {Pace} */
export const PACE = { turnMs: 8, warmUpMs: 200, budgetMs: 250, minRounds: 10, maxRounds: 200 };

/**
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.title
 * @param {string} [options.file]
 * @param {string} [options.unit]
 * @param {number} [options.scale] factor from milliseconds per run to the unit
 * @param {Budget[]} [options.budgets]
 * @param {Partial<Pace>} [options.pace]
 * @param {() => Promise<{ contenders: Contender[], channels?: number, evaluatedBy?: Record<string, string> }>} options.create
 * @returns {Scenario}
 */
export function timed({ name, title, file, unit = "ms/frame", scale = 1, budgets = [], pace = {}, create }) {
  return {
    name,
    ...(file && { file }),
    async run(quick) {
      const { contenders, ...details } = await create();
      const timing = await time(contenders, hurry({ ...PACE, ...pace }, quick));
      contenders.forEach((contender) => contender.dispose());
      const measurements = scaled(timing.measurements, scale);
      return [judge({ name, title, unit, ...details, ...timing, measurements }, budgets)];
    },
  };
}

/**
 * Times the animation step of instances of one model.
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.title
 * @param {string} [options.file]
 * @param {() => Model} options.model
 * @param {number} [options.count] number of instances; without it, the loaded model itself plays
 * @param {Action[]} [options.actions]
 * @param {Record<string, CreateCrowd>} [options.crowds] the contenders
 * @param {Budget[]} [options.budgets]
 * @param {number} [options.channels] if it differs from the number of channels in the file
 * @returns {Scenario}
 */
export function frames({ model, count, actions = [{ animation: 0 }], crowds = CROWDS, channels, ...options }) {
  return timed({
    ...options,
    async create() {
      const { json, bin } = model();
      const crowdOptions = { glb: toGlb({ json, bin }), count: count ?? 1, actions, inPlace: count === undefined };
      const contenders = [];
      /** @type {Record<string, string>} */
      const evaluatedBy = {};
      for (const [name, createCrowd] of Object.entries(crowds)) {
        const crowd = await createCrowd(crowdOptions);
        crowd.instantiate();
        crowd.start();
        crowd.step();
        evaluatedBy[name] = crowd.evaluatedBy();
        contenders.push({ name, run: crowd.step, read: crowd.read, dispose: crowd.dispose });
      }
      const played = actions.reduce((sum, { animation }) => sum + channelsOf(json, animation), 0);
      return { contenders, evaluatedBy, channels: channels ?? played * crowdOptions.count };
    },
  });
}

/** @param {Pace} pace @param {boolean} quick @returns {Pace} */
export function hurry(pace, quick) {
  const { warmUpMs, budgetMs, minRounds } = pace;
  return quick ? { ...pace, warmUpMs: warmUpMs / 4, budgetMs: budgetMs / 5, minRounds: Math.ceil(minRounds / 3) } : pace;
}

/** @param {Record<string, Statistics>} measurements @param {number} scale @returns {Record<string, Statistics>} */
function scaled(measurements, scale) {
  const scaleOne = (/** @type {Statistics} */ { median, p10, p90, mean, samples }) => {
    return { median: median * scale, p10: p10 * scale, p90: p90 * scale, mean: mean * scale, samples };
  };
  return Object.fromEntries(Object.entries(measurements).map(([name, statistics]) => [name, scaleOne(statistics)]));
}

/** @param {Measured} measured @param {Budget[]} budgets @returns {Result} */
export function judge(measured, budgets) {
  const judgeOne = (/** @type {Budget} */ { rule, valueOf, isMet }) => {
    const value = valueOf(measured);
    return { rule, value, met: isMet(value) };
  };
  return { ...measured, budgets: budgets.map(judgeOne) };
}

/** @returns {Budget} */
export function fasterThan(/** @type {string} */ contender, /** @type {number} */ factor) {
  return {
    rule: `at least ${factor} × as fast as ${contender}`,
    valueOf: ({ ratios }) => ratios[contender]?.median ?? NaN,
    isMet: (value) => value >= factor,
  };
}

/** @returns {Budget} */
export function noSlowerThan(/** @type {string} */ contender, /** @type {number} */ factor) {
  return {
    rule: `at most ${factor} × the time of ${contender}`,
    valueOf: ({ ratios }) => 1 / (ratios[contender]?.median ?? NaN),
    isMet: (value) => value <= factor,
  };
}

/** @returns {Budget} */
export function atMost(/** @type {number} */ limit, /** @type {string} */ unit, contender = OURS) {
  return {
    rule: `at most ${limit} ${unit}${contender === OURS ? "" : ` (${contender})`}`,
    valueOf: ({ measurements }) => measurements[contender]?.median ?? NaN,
    isMet: (value) => value <= limit,
  };
}
