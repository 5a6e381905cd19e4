/**
 * Times contenders in turns of some milliseconds, in many rounds and a rotating order, so that disturbances affect all contenders alike.
 * Ratios are computed within a round. Time is processor time, which does not include other processes.
 */
import { summarise } from "./statistics.mjs";

/**
 * @typedef {import("./statistics.mjs").Statistics} Statistics
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {() => void | Promise<unknown>} run the timed code
 * @property {() => void} [prepare] runs before each turn, untimed
 * @property {() => number[]} [read] values that each run must change
 * @property {() => void} dispose
 *
 * @typedef {object} Pace
 * @property {number} turnMs minimum length of a turn; 0 for a single run
 * @property {number} warmUpMs for each contender
 * @property {number} budgetMs for each contender; no round begins after it
 * @property {number} minRounds run even if they exceed the budget
 * @property {number} maxRounds
 *
 * @typedef {{ measurements: Record<string, Statistics>, ratios: Record<string, Statistics> }} Timing milliseconds per run, and the other contenders' divided by those of the first
 */

/** Least share of another contender's changing values that a contender must change. Below 1, because their times may differ by a frame. */
const SHARE_MOVED = 0.75;
/** Smaller changes are rounding errors. */
const TOLERANCE = 1e-5;
/** Number of runs in which values must change. */
const CHECKED_RUNS = 8;

/**
 * @param {Contender[]} contenders the others are compared with the first
 * @param {Pace} pace
 * @returns {Promise<Timing>}
 */
export async function time(contenders, pace) {
  await checkMotion(contenders); // first, while all are at the same time of their animations
  const turns = [];
  for (const contender of contenders) {
    turns.push({ contender, runs: await warmUp(contender, pace), samples: /** @type {number[]} */ ([]) });
  }
  const deadline = processorMs() + pace.budgetMs * contenders.length;
  for (let round = 0; round < pace.maxRounds && (round < pace.minRounds || processorMs() < deadline); round++) {
    for (let i = 0; i < turns.length; i++) {
      const { contender, runs, samples } = /** @type {(typeof turns)[0]} */ (turns[(i + round) % turns.length]);
      samples.push(await takeTurn(contender, runs));
    }
  }
  const samplesOf = new Map(turns.map(({ contender, samples }) => [contender.name, samples]));
  return { measurements: mapValues(samplesOf, summarise), ratios: ratiosOf(samplesOf) };
}

/**
 * @param {Contender} contender
 * @param {Pace} pace
 * @returns number of runs in a turn
 */
async function warmUp(contender, { turnMs, warmUpMs }) {
  const begin = processorMs();
  const samples = [];
  do {
    samples.push(await takeTurn(contender, 1));
  } while (samples.length < 3 || processorMs() - begin < warmUpMs);
  const { median } = summarise(samples.slice(Math.floor(samples.length / 2)));
  return Math.max(1, Math.ceil(turnMs / Math.max(median, 1e-3)));
}

/** @param {Contender} contender @param {number} runs @returns milliseconds per run */
async function takeTurn({ prepare, run }, runs) {
  prepare?.();
  const begin = processorMs();
  for (let i = 0; i < runs; i++) {
    const promise = run();
    if (promise) {
      await promise;
    }
  }
  return (processorMs() - begin) / runs;
}

/** Processor time of the process, all threads together. */
function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Checks that no contender does nothing, or less than the others.
 * @param {Contender[]} contenders
 * @throws Error if the numbers of changed values differ
 */
async function checkMotion(contenders) {
  const moved = [];
  for (const { name, read, run } of contenders) {
    if (read) {
      const before = read();
      for (let i = 0; i < CHECKED_RUNS; i++) {
        await run();
      }
      moved.push({ name, count: read().filter((value, i) => Math.abs(value - /** @type {number} */ (before[i])) > TOLERANCE).length });
    }
  }
  const most = Math.max(...moved.map(({ count }) => count));
  if (moved.some(({ count }) => count === 0 || count < SHARE_MOVED * most)) {
    throw new Error(`values that ${CHECKED_RUNS} runs change: ${moved.map(({ name, count }) => `${name} ${count}`).join(", ")}`);
  }
}

/** Ratios within each round. @param {Map<string, number[]>} samplesOf */
function ratiosOf(samplesOf) {
  const [[, first] = ["", []], ...others] = samplesOf;
  return mapValues(new Map(others), (samples) => summarise(samples.map((value, round) => value / /** @type {number} */ (first[round]))));
}

/**
 * @template T, U
 * @param {Map<string, T>} map
 * @param {(value: T) => U} convert
 * @returns {Record<string, U>}
 */
function mapValues(map, convert) {
  return Object.fromEntries([...map].map(([name, value]) => [name, convert(value)]));
}
