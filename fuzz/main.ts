/**
 * `npm run fuzz -- --minutes N --seed S`: tries changed files and random calls, and reports each broken invariant with the smallest case that
 * breaks it. `--only name` tries one target; `--path P` repeats the case that a failure was reported with.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import fc from "fast-check";
import "./timers.js";
import type { AnyTarget } from "./target.js";
import { TARGETS } from "./targets/index.js";

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    path: { type: "string" },
  },
});
const minutes = Number(options.minutes);
const seed = Number(options.seed);
const targets = TARGETS.filter(({ name }) => options.only === undefined || name === options.only);
if (!(minutes > 0) || !Number.isInteger(seed) || targets.length === 0) {
  throw new RangeError(`--minutes must be > 0, --seed an integer, --only one of ${TARGETS.map(({ name }) => name).join(", ")}`);
}

/** Where the smallest files that break an invariant are written. */
const FOLDER = new URL("../dist/fuzz/", import.meta.url);

/** Cases of one seed; those of the next differ. */
const BATCH = 2000;

/** A case that takes as long, in seconds, hangs. */
const PATIENCE = 120;

Logger.LogLevels = Logger.NoneLogLevel;

interface Result {
  readonly target: AnyTarget;
  readonly cases: number;
  readonly seconds: number;
  /** By the first line of the error, which tells failures apart. */
  readonly failures: ReadonlyMap<string, number>;
}

/** The seed that runs, and the number of its case. */
const progress = new Int32Array(new SharedArrayBuffer(8));

/** A thread of its own ends the process where a case hangs. */
const WATCH = `
  const { workerData: { progress, patience } } = require("node:worker_threads");
  let last = "";
  setInterval(() => {
    const [seed, run] = progress;
    const now = seed + ":" + run;
    if (now === last) {
      require("node:fs").writeSync(1, "A case takes longer than " + patience + " s: --seed " + seed + " --path " + (run - 1) + "\\n");
      process.kill(process.pid, "SIGKILL");
    }
    last = now;
  }, patience * 1000);`;

/** Prints a case, and writes its file. */
function show({ name, describe }: AnyTarget, ofSeed: number, given: unknown): void {
  const { text, file } = describe(given);
  const path = new URL(`${name}-${ofSeed}.glb`, FOLDER);
  if (file) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, file);
  }
  process.stdout.write(`${text}\n${file ? `${path.pathname}\n` : ""}`);
}

function report(
  target: AnyTarget,
  { seed: failedSeed, counterexamplePath, counterexample, errorInstance }: fc.RunDetails<[unknown]>,
): void {
  process.stdout.write(`\n${errorInstance instanceof Error ? errorInstance.stack : String(errorInstance)}\n`);
  show(target, failedSeed, counterexample![0]);
  process.stdout.write(`npm run fuzz -- --only ${target.name} --seed ${failedSeed} --path ${counterexamplePath}\n\n`);
}

async function runBatch(target: AnyTarget, batchSeed: number, milliseconds: number): Promise<fc.RunDetails<[unknown]>> {
  progress.set([batchSeed, 0]);
  const property = fc.asyncProperty(target.cases as fc.Arbitrary<unknown>, async (given) => {
    progress[1]!++;
    if (options.path !== undefined) {
      show(target, batchSeed, given); // before it hangs
    }
    await target.run(given);
  });
  const timeLimit = { interruptAfterTimeLimit: milliseconds, markInterruptAsFailure: false };
  const path = options.path === undefined ? {} : { path: options.path };
  return fc.check(property, { seed: batchSeed, numRuns: BATCH, ...timeLimit, ...path });
}

async function runTarget(target: AnyTarget, milliseconds: number): Promise<Result> {
  const failures = new Map<string, number>();
  const begin = performance.now();
  const left = (): number => milliseconds - (performance.now() - begin);
  let cases = 0;
  for (let batchSeed = seed; left() > 0 && (options.path === undefined || batchSeed === seed); batchSeed++) {
    const details = await runBatch(target, batchSeed, left());
    cases += details.numRuns;
    if (details.counterexample) {
      const kind = String(details.errorInstance)
        .split("\n")[0]!
        .replaceAll(/\d+(\.\d+)?/g, "0")
        .slice(0, 200);
      if (!failures.has(kind)) {
        report(target, details);
      }
      failures.set(kind, (failures.get(kind) ?? 0) + 1);
    }
  }
  return { target, cases, seconds: (performance.now() - begin) / 1000, failures };
}

const watch = new Worker(WATCH, { eval: true, workerData: { progress, patience: PATIENCE } });
const shares = targets.reduce((sum, { share }) => sum + share, 0);
const results: Result[] = [];
for (const target of targets) {
  const result = await runTarget(target, (minutes * 60_000 * target.share) / shares);
  const { cases, seconds, failures } = result;
  process.stdout.write(`${target.name}: ${cases} cases in ${seconds.toFixed(1)} s, seed ${seed}, ${failures.size} different failures\n`);
  results.push(result);
}
await watch.terminate();
process.exitCode = results.some(({ failures }) => failures.size > 0) ? 1 : 0;
