/**
 * `node bench/limits.mjs [words...]`, after a build: loads small or simple files that may take long, each in its own process, with this package and with
 * Babylon.js alone. Prints Markdown. A file may take twice Babylon's time and memory, plus 1 s and 100 MB.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { packGlb } from "../scripts/glb.mjs";

const N = 100_000;
const SECONDS = 1;
const MEGABYTES = 100;
const WHO = /** @type {const} */ (["babylon", "ours"]);

/** @typedef {Record<string, any>} Json */

/** @type {<T>(count: number, create: (i: number) => T) => T[]} */
const list = (count, create) => Array.from({ length: count }, (_, i) => create(i));

/**
 * Creates nodes animated from 0 s to 1 s. Accessor 0 holds times, 1 vectors, 2 numbers.
 * @param {number} nodes
 * @param {readonly Json[]} animations
 * @param {Json} more
 */
function createModel(nodes, animations, more = {}) {
  const floats = new Float32Array([0, 1, 0, 0, 0, 1, 1, 1, 0, 1]);
  const views = [0, 8, 32, 40];
  const types = ["SCALAR", "VEC3", "SCALAR"];
  const json = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: list(nodes, (i) => i) }],
    nodes: list(nodes, () => ({})),
    animations,
    buffers: [{ byteLength: floats.byteLength }],
    bufferViews: types.map((_, i) => ({ buffer: 0, byteOffset: views[i], byteLength: (views[i + 1] ?? 0) - (views[i] ?? 0) })),
    accessors: types.map((type, bufferView) => ({
      bufferView,
      componentType: 5126,
      type,
      count: 2,
      ...(bufferView === 0 ? { min: [0], max: [1] } : {}),
    })),
    ...more,
  };
  return packGlb(json, new Uint8Array(floats.buffer));
}

/** @param {Json[]} channels @param {number} [output] */
const animation = (channels, output = 1) => ({ channels, samplers: [{ input: 0, output }] });
const move = (/** @type {number} */ node) => ({ sampler: 0, target: { node, path: "translation" } });
const point = (/** @type {string} */ pointer) => ({
  sampler: 0,
  target: { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } },
});
const pointers = { extensionsUsed: ["KHR_animation_pointer"] };
const clips = (/** @type {Json[]} */ all) => ({
  extensionsUsed: ["KHR_animation_clip"],
  extensions: { KHR_animation_clip: { clips: all } },
});

/** @type {Readonly<Record<string, () => Uint8Array>>} */
const FILES = {
  "100,000 clips": () => createModel(1, [animation([move(0)])], clips(list(N, () => ({ animations: [0], end: 1 })))),
  "100,000 broken clips": () => createModel(1, [animation([move(0)])], clips(list(N, () => ({ animations: [0], end: -1 })))),
  "100,000 channels": () => createModel(N, [animation(list(N, move))], clips([{ animations: [0], end: 1 }])),
  "1,000 clips x 1,000 channels": () =>
    createModel(1000, [animation(list(1000, move))], clips(list(1000, () => ({ animations: [0], end: 1 })))),
  "3 clips of 100,000 animations each": () =>
    createModel(
      1,
      list(N, () => animation([move(0)])),
      clips(list(3, () => ({ animations: list(N, (i) => i), end: 1 }))),
    ),
  "100,000 pointers": () => createModel(N, [animation(list(N, (i) => point(`/nodes/${i}/translation`)))], pointers),
  "a pointer of 4 MB": () => createModel(1, [animation([point(`/nodes/0/${"x".repeat(4e6)}`)])], pointers),
  "a name and a value of 4 MB": () =>
    createModel(1, [animation([move(0)])], clips([{ animations: [0], name: "x".repeat(4e6), end: "y".repeat(4e6) }])),
};

const [first = "", who] = process.argv.slice(2);
if (who) {
  await measure(first, who);
} else {
  const words = process.argv.slice(2);
  console.log("| file | seconds, Babylon.js / ours | MB, Babylon.js / ours | warnings | within |\n| --- | --- | --- | --- | --- |");
  for (const name of Object.keys(FILES).filter((each) => words.length === 0 || words.some((word) => each.includes(word)))) {
    const [babylon, ours] = WHO.map((each) => {
      const args = ["--expose-gc", fileURLToPath(import.meta.url), name, each];
      return JSON.parse(spawnSync(process.execPath, args, { encoding: "utf8" }).stdout.trim().split("\n").pop() ?? "null");
    });
    const isWithin = ours.seconds <= 2 * babylon.seconds + SECONDS && ours.megabytes <= 2 * babylon.megabytes + MEGABYTES;
    const seconds = `${babylon.seconds.toFixed(2)} / ${ours.seconds.toFixed(2)}`;
    const megabytes = `${Math.round(babylon.megabytes)} / ${Math.round(ours.megabytes)}`;
    console.log(`| ${name} | ${seconds} | ${megabytes} | ${ours.warnings} | ${isWithin ? "yes" : "**no**"} |`);
  }
}

/**
 * @param {string} name
 * @param {string} who
 */
async function measure(name, who) {
  const { NullEngine } = await import("@babylonjs/core/Engines/nullEngine.js");
  const { ImportMeshAsync } = await import("@babylonjs/core/Loading/sceneLoader.js");
  const { Logger } = await import("@babylonjs/core/Misc/logger.js");
  const { Scene } = await import("@babylonjs/core/scene.js");
  await import("@babylonjs/loaders/glTF/2.0/index.js");
  await import(who === "ours" ? "../dist/esm/index.js" : "@babylonjs/loaders/glTF/2.0/Extensions/KHR_animation_pointer.js");
  let warnings = 0;
  Logger.Warn = () => void warnings++;
  Logger.Log = () => {};
  const glb = FILES[name]?.() ?? new Uint8Array();
  globalThis.gc?.();
  const used = process.memoryUsage().heapUsed;
  const begin = process.cpuUsage();
  await ImportMeshAsync(glb, new Scene(new NullEngine()), { pluginExtension: ".glb" });
  const { user, system } = process.cpuUsage(begin);
  await new Promise((resolve) => setTimeout(resolve, 50)); // the loader reports the number of warnings when it is disposed
  globalThis.gc?.();
  const megabytes = (process.memoryUsage().heapUsed - used) / 1e6;
  process.stdout.write(`\n${JSON.stringify({ seconds: (user + system) / 1e6, megabytes, warnings })}\n`);
  process.exit();
}
