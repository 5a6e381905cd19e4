/** Memory, counted by V8: what stays, and what is allocated and thrown away. */
import { PerformanceObserver } from "node:perf_hooks";
import { summarise } from "./statistics.mjs";

/**
 * @typedef {import("./statistics.mjs").Statistics} Statistics
 */

/** Bytes in use, typed arrays included, once garbage is gone. */
export async function settledBytes() {
  for (let i = 0; i < 5; i++) {
    await nextTask();
    /** @type {() => void} */ (globalThis.gc)();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/**
 * Bytes that runs allocate, and how often garbage is collected meanwhile. The heap is looked at every few runs; where a collection
 * came between, that difference says nothing and is left out.
 * @param {() => void} run
 * @param {number} runs
 * @param {number} runsPerLook
 * @returns {Promise<{ bytes: Statistics, collections: number }>} bytes a run
 */
export async function countGarbage(run, runs, runsPerLook) {
  const looks = Math.ceil(runs / runsPerLook);
  const begins = new Float64Array(looks);
  const ends = new Float64Array(looks);
  const bytes = new Float64Array(looks);
  const own = ownBytes();
  const collections = await collectionsDuring(() => {
    for (let look = 0; look < looks; look++) {
      begins[look] = performance.now();
      const before = process.memoryUsage().heapUsed;
      for (let i = 0; i < runsPerLook; i++) {
        run();
      }
      bytes[look] = (process.memoryUsage().heapUsed - before - own) / runsPerLook;
      ends[look] = performance.now();
    }
  });
  const undisturbed = [...bytes].filter((_, look) => {
    const [begin, end] = [/** @type {number} */ (begins[look]), /** @type {number} */ (ends[look])];
    return !collections.some(({ startTime, duration }) => startTime <= end && startTime + duration >= begin);
  });
  return { bytes: summarise(undisturbed.length > 0 ? undisturbed : [NaN]), collections: collections.length };
}

/** What looking itself allocates. */
function ownBytes() {
  const samples = Array.from({ length: 100 }, () => {
    const before = process.memoryUsage().heapUsed;
    return process.memoryUsage().heapUsed - before;
  });
  return summarise(samples).median;
}

/** The collections while something runs without a pause. @param {() => void} run */
async function collectionsDuring(run) {
  /** @type {import("node:perf_hooks").PerformanceEntry[]} */
  const entries = [];
  const observer = new PerformanceObserver((list) => void entries.push(...list.getEntries()));
  observer.observe({ entryTypes: ["gc"] });
  await nextTask();
  const begin = performance.now();
  run();
  const end = performance.now();
  await nextTask();
  await nextTask();
  observer.disconnect();
  return entries.filter(({ startTime }) => startTime >= begin && startTime <= end);
}

function nextTask() {
  return new Promise((resolve) => setImmediate(resolve));
}
