/**
 * `npm run bench [-- words... --quick]`: runs the benchmarks and prints Markdown. Words select scenarios by parts of their names; `--quick`
 * gives rough numbers. A full run writes `results.md` and `results.json`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { settledBytes } from "./memory.mjs";
import { hasFile } from "./models.mjs";
import { toMarkdown } from "./report.mjs";
import { scenarios } from "./scenarios/index.mjs";

const args = process.argv.slice(2);
const quick = args.includes("--quick");
const words = args.filter((arg) => !arg.startsWith("--"));

const chosen = scenarios.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const skipped = chosen.filter(({ file }) => file && !hasFile(file));
if (chosen.length === 0) {
  throw new Error(`no scenario has ${words.join(" or ")} in its name: ${scenarios.map(({ name }) => name).join(", ")}`);
}

const [load = 0] = loadavg();
const begin = performance.now();
const results = [];
for (const { name, run } of chosen.filter((scenario) => !skipped.includes(scenario))) {
  process.stderr.write(`${name} `);
  const from = performance.now();
  results.push(...(await run(quick)));
  const bytes = await settledBytes(); // frees the memory of a scenario before the next one
  process.stderr.write(`${seconds(from)}, ${Math.round(bytes / 1e6)} MB in use\n`);
}
process.stderr.write(`all ${seconds(begin)}\n\n`);

const machine = describeMachine();
const names = skipped.map(({ name }) => name);
const markdown = toMarkdown(machine, results, names);
console.log(markdown);
if (words.length === 0 && !quick) {
  writeFileSync(new URL("results.md", import.meta.url), markdown);
  writeFileSync(new URL("results.json", import.meta.url), JSON.stringify({ machine, skipped: names, results }, null, 2).concat("\n"));
}

function describeMachine() {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? "unknown processor",
    cores: processors.length,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    node: process.versions.node,
    babylon: versionOf("@babylonjs/core"),
    three: versionOf("three"),
    load: Number(load.toFixed(1)),
  };
}

/** @returns {string} */
function versionOf(/** @type {string} */ dependency) {
  return JSON.parse(readFileSync(new URL(`../node_modules/${dependency}/package.json`, import.meta.url), "utf8")).version;
}

function seconds(/** @type {number} */ from) {
  return `${((performance.now() - from) / 1000).toFixed(1)} s`;
}
