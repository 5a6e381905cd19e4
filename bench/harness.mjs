/**
 * Times contenders in turns: in each of many rounds everyone has a turn of some milliseconds, in an order that rotates, so that
 * what disturbs the machine disturbs all alike. Ratios are taken within a round. Time is the processor's, not the wall clock's: while
 * something else runs on the machine, it stands still.
 */
import { OURS } from "./contenders/contender.mjs";
import { summarise } from "./statistics.mjs";

/**
 * @typedef {import("./statistics.mjs").Statistics} Statistics
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {() => void | Promise<unknown>} run what is timed
 * @property {() => void} [prepare] before each turn, not timed
 * @property {() => number[]} [read] values that each run changes; where given, it is checked that it does
 * @property {() => void} dispose
 *
 * @typedef {object} Pace
 * @property {number} turnMs how long a turn takes at least; 0 for a single run
 * @property {number} warmUpMs for each contender
 * @property {number} budgetMs for each contender, after which no new round begins
 * @property {number} minRounds even beyond the budget
 * @property {number} maxRounds
 *
 * @typedef {{ measurements: Record<string, Statistics>, ratios: Record<string, Statistics> }} Timing milliseconds a run, and those of others divided by ours
 */

/** What a contender must move, at least, of the values that another one moves: not all, since they are not at the same time to the frame. */
const SHARE_MOVED = 0.75;
/** A smaller change is rounding. */
const TOLERANCE = 1e-5;
/** How many runs are looked at for that. */
const RUNS_LOOKED_AT = 8;

/**
 * @param {Contender[]} contenders the first one is ours
 * @param {Pace} pace
 * @returns {Promise<Timing>}
 */
export async function time(contenders, pace) {
  await checkMotion(contenders); // at first, while all are at the same time of their animations
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
 * @returns how many runs make up a turn
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

/** @param {Contender} contender @param {number} runs @returns milliseconds a run */
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

/** The time that the process has had on processors, all its threads taken together. */
function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * That nobody is measured who does nothing, or less than the others.
 * @param {Contender[]} contenders
 * @throws Error where the numbers of values that change differ
 */
async function checkMotion(contenders) {
  const moved = [];
  for (const { name, read, run } of contenders) {
    if (read) {
      const before = read();
      for (let i = 0; i < RUNS_LOOKED_AT; i++) {
        await run();
      }
      moved.push({ name, count: read().filter((value, i) => Math.abs(value - /** @type {number} */ (before[i])) > TOLERANCE).length });
    }
  }
  const most = Math.max(...moved.map(({ count }) => count));
  if (moved.some(({ count }) => count === 0 || count < SHARE_MOVED * most)) {
    throw new Error(`values that ${RUNS_LOOKED_AT} runs change: ${moved.map(({ name, count }) => `${name} ${count}`).join(", ")}`);
  }
}

/** Round by round. @param {Map<string, number[]>} samplesOf */
function ratiosOf(samplesOf) {
  const ours = samplesOf.get(OURS) ?? [];
  const others = new Map([...samplesOf].filter(([name]) => name !== OURS));
  return mapValues(others, (samples) => summarise(samples.map((value, round) => value / /** @type {number} */ (ours[round]))));
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
