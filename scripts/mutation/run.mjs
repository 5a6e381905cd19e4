/**
 * `npm run mutate -- FOLDER... [--sample N] [--seed S] [--jobs N]`: changes the sources of a folder in many small ways, one at a time, and
 * runs the tests that reach the change. A change that no test notices is printed: a survivor. Without --sample it tries all changes.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { mutantsOf } from "./mutants.mjs";
import { TestWorker } from "./testWorker.mjs";

/** @typedef {import("./mutants.mjs").Mutant & { file: string, index: number, text: string }} Change */

/**
 * @typedef {object} Experience
 * @property {string} test the path of a test file
 * @property {number} spent microseconds of CPU time on it so far
 * @property {number} noticed how many changes it noticed
 */

/** @typedef {import("./worker.mjs").Result & Experience} TestFile a test file, how it runs without a change, and with those so far */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/**
 * The tests of each folder.
 * @type {Readonly<Record<string, RegExp>>}
 */
const TESTS = {
  timing: /^timing\//,
  sampling: /^sampling\//,
  schema: /^schema\//,
  objectModel: /^(objectModel\/|pointer\/(refusals|elements|table|describeTarget|shapes|fixedValues))/,
  pointer: /^pointer\/(?!fuzz|largeFiles)/,
  evaluation: /^(evaluation\/|playback\/(clip|cross))/,
  playback: /^(playback|evaluation)\//,
  keys: /^(keys\/|evaluation\/(compile|keyRange))/,
  file: /^(file\/|tools\/hostileFiles)/,
  tools: /^(tools\/|cli\/(reports|edits))/,
  crowd: /^crowd\//,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string" }, seed: { type: "string", default: "1" }, jobs: { type: "string", default: "1" } },
});

const workers = Array.from({ length: Number(values.jobs) }, () => new TestWorker());

/** @param {string} folder @returns {Change[]} */
function changesIn(folder) {
  const names = readdirSync(join(ROOT, "src", folder), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".ts") && name !== "index.ts")
    .flatMap((name) => {
      const file = `src/${folder}/${name}`;
      const text = readFileSync(join(ROOT, file), "utf8");
      return mutantsOf(text).map((mutant, index) => ({ ...mutant, file, index, text }));
    });
}

/** @type {{ file: string, line: string, change: string, why: string }[]} */
const equivalents = JSON.parse(readFileSync(new URL("equivalents.json", import.meta.url), "utf8"));

/** Changes that make no difference, each with the reason. @param {Change} change */
function isEquivalent(change) {
  const { line, text } = describe(change);
  return equivalents.some((known) => known.file === change.file && known.line === line && known.change === text);
}

/** @param {Change} change */
function describe({ text, start, end, replacement }) {
  const from = text.lastIndexOf("\n", start) + 1;
  const to = text.indexOf("\n", start);
  return {
    number: text.slice(0, start).split("\n").length,
    line: text.slice(from, to).trim(),
    text: `${text.slice(start, end)} -> ${replacement}`,
  };
}

/** A number in 0..1 that depends on a seed and an index only (splitmix32). @param {number} index */
function random(index) {
  let z = Math.imul(index + Number(values.seed) * 0x10001, 0x9e3779b9);
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
}

/** @template T @param {readonly T[]} items @param {number} count @returns {T[]} */
function sample(items, count) {
  return items
    .map((item, i) => ({ item, order: random(i) }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ item }) => item);
}

/** Calls a function for each item, with a worker that is free. @template T @param {readonly T[]} items @param {(item: T, worker: TestWorker) => Promise<void>} call */
async function forEach(items, call) {
  const queue = items.values();
  const work = workers.map(async (worker) => {
    for (const item of queue) {
      await call(item, worker);
    }
  });
  await Promise.all(work);
}

/** Runs the tests of a folder without a change. @param {string} folder @returns {Promise<TestFile[]>} */
async function testsOf(folder) {
  const pattern = TESTS[folder];
  if (!pattern) {
    throw new RangeError(`folder: must be one of ${Object.keys(TESTS).join(", ")} (got ${folder})`);
  }
  const names = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" });
  /** @type {TestFile[]} */
  const tests = [];
  const files = names.filter((name) => pattern.test(name) && name.endsWith(".test.ts"));
  await forEach(files, async (name, worker) => {
    const test = join(ROOT, "test", name);
    const result = await worker.run({ test, file: "", index: -1, questions: Number.MAX_VALUE, cost: Number.MAX_VALUE });
    if (!result?.passed) {
      throw new Error(`test/${name}: must pass without a change`);
    }
    tests.push({ ...result, test, spent: result.cost, noticed: 0 });
  });
  return tests;
}

/** CPU time that a test file takes to notice a change, as far as is known. @param {TestFile} test */
function costOfNotice({ spent, noticed }) {
  return spent / (noticed + 1);
}

/** @param {Change} change @param {readonly TestFile[]} tests that reach it @param {TestWorker} worker */
async function isNoticed({ file, index }, tests, worker) {
  for (const known of [...tests].sort((a, b) => costOfNotice(a) - costOfNotice(b))) {
    const { test, questions, cost } = known;
    const result = await worker.run({ test, file, index, questions: 3 * questions + 1e6, cost: 10 * cost + 2e7 });
    known.spent += result?.cost ?? cost;
    if (!result?.passed) {
      known.noticed++;
      return true;
    }
  }
  return false;
}

/** @param {string} folder */
async function mutate(folder) {
  const tests = await testsOf(folder);
  const all = changesIn(folder).filter((change) => !isEquivalent(change));
  const changes = values.sample === undefined ? all : sample(all, Number(values.sample));
  let [tried, survived] = [0, 0];
  await forEach(changes, async (change, worker) => {
    const reaching = tests.filter(({ reached }) => reached[change.file]?.includes(change.index));
    if (!(await isNoticed(change, reaching, worker))) {
      survived++;
      const { number, line, text } = describe(change);
      print(`${change.file}:${number}: ${text}${reaching.length > 0 ? "" : " (not reached)"}\n    ${line}`);
    }
    if (++tried % 25 === 0) {
      print(`${folder}: ${tried} of ${changes.length} changes tried, ${survived} survived`);
    }
  });
  const share = ((1 - survived / changes.length) * 100).toFixed(1);
  print(`${folder}: ${share} % of ${changes.length} changes noticed (of ${all.length}), ${survived} survived`);
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`);
}

for (const folder of positionals.length > 0 ? positionals : Object.keys(TESTS)) {
  await mutate(folder);
}
for (const worker of workers) {
  worker.stop();
}
