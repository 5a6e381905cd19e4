/** Measures memory as V8 counts it: the heap that stays, and garbage. */
import { PerformanceObserver } from "node:perf_hooks";
import { summarise } from "./statistics.mjs";

/**
 * @typedef {import("./statistics.mjs").Statistics} Statistics
 */

/** Bytes in use after garbage collection, including typed arrays. */
export async function settledBytes() {
  for (let i = 0; i < 5; i++) {
    await nextTask();
    /** @type {() => void} */ (globalThis.gc)();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/**
 * Measures the bytes that runs allocate, and counts garbage collections. The heap size is sampled every few runs; samples with a collection
 * in between are left out.
 * @param {() => void} run
 * @param {number} runs
 * @param {number} runsPerSample
 * @returns {Promise<{ bytes: Statistics, collections: number }>} bytes per run
 */
export async function countGarbage(run, runs, runsPerSample) {
  const sampleCount = Math.ceil(runs / runsPerSample);
  const begins = new Float64Array(sampleCount);
  const ends = new Float64Array(sampleCount);
  const bytes = new Float64Array(sampleCount);
  const own = ownBytes();
  const collections = await collectionsDuring(() => {
    for (let sample = 0; sample < sampleCount; sample++) {
      begins[sample] = performance.now();
      const before = process.memoryUsage().heapUsed;
      for (let i = 0; i < runsPerSample; i++) {
        run();
      }
      bytes[sample] = (process.memoryUsage().heapUsed - before - own) / runsPerSample;
      ends[sample] = performance.now();
    }
  });
  const undisturbed = [...bytes].filter((_, sample) => {
    const [begin, end] = [/** @type {number} */ (begins[sample]), /** @type {number} */ (ends[sample])];
    return !collections.some(({ startTime, duration }) => startTime <= end && startTime + duration >= begin);
  });
  return { bytes: summarise(undisturbed.length > 0 ? undisturbed : [NaN]), collections: collections.length };
}

/** Bytes that sampling itself allocates. */
function ownBytes() {
  const samples = Array.from({ length: 100 }, () => {
    const before = process.memoryUsage().heapUsed;
    return process.memoryUsage().heapUsed - before;
  });
  return summarise(samples).median;
}

/** Counts the collections during a synchronous run. @param {() => void} run */
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
