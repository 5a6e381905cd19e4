/** Runs one test file after the other, each with one mutant, and answers to the process that started it. */
import { runCLI } from "jest";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { mutation } from "./mutation.mjs";

/**
 * @typedef {object} Run
 * @property {string} test the path of a test file
 * @property {string} file of the mutant that is on, from the root
 * @property {number} index of this mutant in its file
 * @property {number} questions for mutants that may be asked: beyond, the mutant made a loop endless
 * @property {number} cost microseconds of CPU time that it may take: beyond, the process ends
 */

/**
 * @typedef {object} Result
 * @property {boolean} passed
 * @property {number} cost microseconds of CPU time
 * @property {number} questions for mutants
 * @property {Record<string, number[]>} reached indices of the mutants of each file whose code ran
 * @property {number} memory bytes that this process holds
 */

const CONFIG = fileURLToPath(new URL("jest.config.mjs", import.meta.url));

/** Ends the process when its CPU time is beyond the latest message: a loop leaves no other way. */
const watch = new Worker(
  `let end = Infinity;
  require("node:worker_threads").parentPort.on("message", (message) => void (end = message));
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (user + system > end) process.kill(process.pid, "SIGKILL");
  }, 1000);`,
  { eval: true },
);

/** @param {Run} run @returns {Promise<Result>} */
async function runTest({ test, file, index, questions, cost }) {
  const begin = process.cpuUsage();
  watch.postMessage(begin.user + begin.system + cost);
  Object.assign(mutation, { file, index, questions: 0, limit: questions, reached: new Map() });
  const argv = { _: [test], $0: "", runTestsByPath: true, runInBand: true, silent: true, config: CONFIG };
  const { results } = await runCLI(argv, [process.cwd()]);
  const { user, system } = process.cpuUsage(begin);
  return {
    passed: results.success,
    cost: user + system,
    questions: mutation.questions,
    reached: Object.fromEntries([...mutation.reached].map(([path, indices]) => [path, [...indices.keys()].filter((i) => indices[i])])),
    memory: process.memoryUsage().rss,
  };
}

process.on("message", (/** @type {Run} */ run) => {
  void runTest(run).then((result) => process.send?.(result));
});
