/**
 * `npm run mutate -- FOLDER... [--sample N] [--seed S] [--jobs N]`: changes the sources of a folder in many small ways, one at a time, and
 * runs its tests on each. A change that no test notices is printed: a survivor. Without --sample it tries all changes, which may take
 * hours.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { mutantsOf } from "./mutants.mjs";

/** @typedef {import("./mutants.mjs").Mutant & { path: string, text: string }} Change */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Seconds after which a change counts as noticed: it made a loop endless. */
const LIMIT = 180;

/**
 * The tests of each folder; its own come first, because they notice most changes.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const TESTS = {
  timing: ["timing"],
  sampling: ["sampling", "evaluation/compile", "evaluation/evaluationValues"],
  schema: ["schema", "extensions", "tools/validateAnimations"],
  objectModel: ["objectModel", "pointer/(refusals|elements|table|describeTarget)"],
  pointer: ["pointer/(?!fuzz|largeFiles)"],
  evaluation: ["evaluation", "playback/(clip|cross)"],
  playback: ["playback"],
  keys: ["keys", "evaluation/(compile|keyRange)"],
  file: ["file", "tools/hostileFiles"],
  tools: ["tools", "cli/reports"],
  crowd: ["crowd"],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string" }, seed: { type: "string", default: "1" }, jobs: { type: "string", default: "1" } },
});

/** @param {string} folder @returns {Change[]} */
function changesIn(folder) {
  const files = readdirSync(join(ROOT, "src", folder)).filter((name) => name.endsWith(".ts") && name !== "index.ts");
  return files.flatMap((name) => {
    const path = join(ROOT, "src", folder, name);
    const text = readFileSync(path, "utf8");
    return mutantsOf(text).map((mutant) => ({ ...mutant, path, text }));
  });
}

/** @type {{ file: string, line: string, change: string, why: string }[]} */
const equivalents = JSON.parse(readFileSync(new URL("equivalents.json", import.meta.url), "utf8"));

/** Changes that make no difference, each with the reason. @param {Change} change */
function isEquivalent(change) {
  const { file, line, text } = describe(change);
  return equivalents.some((known) => known.file === file && known.line === line && known.change === text);
}

/** @param {Change} change */
function describe({ path, text, start, end, replacement }) {
  const from = text.lastIndexOf("\n", start) + 1;
  const to = text.indexOf("\n", start);
  return {
    file: path.slice(ROOT.length),
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

/** @param {Change | null} change @param {readonly string[]} tests @returns {Promise<boolean>} whether all tests pass */
function pass(change, tests) {
  const { path, start, end, replacement } = change ?? { path: "", start: 0, end: 0, replacement: "" };
  const program = ["--expose-gc", "--experimental-vm-modules", join(ROOT, "node_modules/jest/bin/jest.js")];
  const options = ["--config", join(ROOT, "scripts/mutation/jest.config.mjs"), "--silent", ...tests.map((name) => `/test/${name}`)];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...program, ...options], {
      cwd: ROOT,
      stdio: "ignore",
      timeout: LIMIT * 1000,
      killSignal: "SIGKILL",
      env: { ...process.env, MUTANT: JSON.stringify({ path, start, end, replacement }) },
    });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code === 0));
  });
}

/** @param {string} folder */
async function mutate(folder) {
  const tests = TESTS[folder];
  if (!tests) {
    throw new RangeError(`folder: must be one of ${Object.keys(TESTS).join(", ")} (got ${folder})`);
  }
  if (!(await pass(null, tests))) {
    throw new Error(`${folder}: the tests must pass without a change`);
  }
  const all = changesIn(folder).filter((change) => !isEquivalent(change));
  const changes = values.sample === undefined ? all : sample(all, Number(values.sample));
  const queue = changes.values();
  let survived = 0;
  const work = async () => {
    for (const change of queue) {
      if (await pass(change, tests)) {
        survived++;
        const { file, number, line, text } = describe(change);
        print(`${file}:${number}: ${text}\n    ${line}`);
      }
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
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
