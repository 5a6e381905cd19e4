/**
 * `node --expose-gc scripts/soak.mjs [--hours H --rounds N]`, after a build: plays clips and a crowd for H simulated hours (24) in frames of uneven length, against exact
 * arithmetic, and loads, plays, exports and disposes a model N times (1,000). Fails where time drifts, an event is lost, or something
 * is left behind.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { ImportMeshAsync, LoadAssetContainerAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { PrecisionDate } from "@babylonjs/core/Misc/precisionDate.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/loaders/glTF/2.0/index.js";
import { GLTF2Export } from "@babylonjs/serializers/glTF/2.0/glTFSerializer.js";

// the computed address makes TypeScript check against the sources, even if the package is not built
const built = (/** @type {string} */ entry) => new URL(`../dist/esm/${entry}.js`, import.meta.url).href;
const { CreateClip, GetClips } = /** @type {typeof import("../src/index.js")} */ (await import(built("index")));
const { CreateClipCrowd } = /** @type {typeof import("../src/crowd.js")} */ (await import(built("crowd")));
const { RegisterAnimationExport } = /** @type {typeof import("../src/serializer.js")} */ (await import(built("serializer")));

/** @typedef {{ start: number, end: number, offset: number, speed: number, repetitions: number, reverse: boolean }} Settings */

const MODEL = new Uint8Array(readFileSync(new URL("../playground/models/figure.glb", import.meta.url)));
const OPTIONS = { pluginExtension: ".glb" };

/** Parts of a second that every frame is a multiple of: whole numbers of 1/64 ms, so that Babylon's clock is exact for years. */
const TICKS = 64_000;
/** Seconds that a timestamp may be off. */
const TOLERANCE = 1e-9;

const { values } = parseArgs({ options: { hours: { type: "string", default: "24" }, rounds: { type: "string", default: "1000" } } });
const SECONDS = Number(values.hours) * 3600;

// ---- a clock of our own --------------------------------------------------------------------------------------------------------------

/** Not 0, which Babylon takes for no time at all. */
let ticks = TICKS;
Object.defineProperty(PrecisionDate, "Now", { get: () => ticks / 64 });

let state = 1;

/** A number in 0..1 (xorshift32). */
function random() {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
}

/** Lets a frame pass: 10 to 23 ms, and once in a thousand frames up to 2 s. */
function pass() {
  ticks += Math.floor(random() < 0.001 ? random() * 2 * TICKS : (10 + 13 * random()) * 64);
}

// ---- exact timestamps ----------------------------------------------------------------------------------------------------------------

/** @typedef {{ n: bigint, d: bigint }} Fraction */

/** @param {number} value finite @returns {Fraction} exactly this number */
function exactly(value) {
  let d = 1n;
  for (; !Number.isInteger(value); value *= 2) {
    d *= 2n;
  }
  return { n: BigInt(value), d };
}

/**
 * The timestamp and the bounds crossed in an elapsed time (KHR_animation_clip, timestamps), in fractions.
 * @param {Settings} settings with a length @param {bigint} elapsed in ticks
 */
function exactTimestamp({ start, end, offset, speed, repetitions, reverse }, elapsed) {
  const [from, to, first, rate] = [exactly(start), exactly(end), exactly(offset), exactly(speed)];
  // everything in units of 1 / unit seconds; of those backwards, the mirror image
  const unit = from.d * to.d * first.d * rate.d * BigInt(TICKS);
  const length = (to.n * unit) / to.d - (from.n * unit) / from.d;
  const traveled = (rate.n * elapsed * unit) / (rate.d * BigInt(TICKS));
  const isBackwards = traveled < 0n;
  const begin = (first.n * unit) / first.d;
  const way = isBackwards ? length - begin - traveled : begin + traveled;
  const crossed = way > length ? (way - 1n) / length : 0n;
  const isFinished = repetitions >= 0 && crossed >= BigInt(repetitions);
  const count = isFinished ? BigInt(repetitions) : crossed;
  const rest = isFinished ? length : way - count * length;
  // a finished clip stays at the bound that it reached last
  const turned = reverse && (isFinished ? count - 1n : count) % 2n !== 0n;
  const place = turned !== isBackwards ? length - rest : rest;
  const nearest = rest < length - rest ? rest : length - rest;
  return { timestamp: start + toNumber(place, unit), crossings: Number(count), margin: isFinished ? 1 : toNumber(nearest, unit) };
}

/** @param {bigint} n @param {bigint} d */
function toNumber(n, d) {
  const whole = n / d;
  return Number(whole) + Number(((n - whole * d) << 60n) / d) / 2 ** 60;
}

// ---- the three parts -----------------------------------------------------------------------------------------------------------------

/** @param {boolean} condition @param {string} message */
function check(condition, message) {
  if (!condition) {
    throw new Error(message);
  }
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`);
}

function createScene() {
  const scene = new Scene(new NullEngine());
  new FreeCamera("camera", new Vector3(0, 1, -5), scene);
  return scene;
}

/** @type {Settings[]} */
const SETTINGS = [
  { start: 0, end: 1.1, offset: 0, speed: 1, repetitions: -1, reverse: false },
  { start: 0.3, end: 2.05, offset: 0.7, speed: 1.3, repetitions: -1, reverse: true },
  { start: 0.1, end: 1.7, offset: 1.6, speed: -0.9, repetitions: -1, reverse: false },
  { start: 0.1, end: 1.7, offset: 1.6, speed: -2.7, repetitions: -1, reverse: true },
  { start: 2, end: 2.01, offset: 0, speed: 3, repetitions: -1, reverse: false },
  { start: 0, end: 1, offset: 0, speed: 0.001, repetitions: -1, reverse: true },
  { start: 0.5, end: 1.25, offset: 0.25, speed: 1.7, repetitions: 1001, reverse: true },
];

/**
 * Plays in uneven frames, and compares every 997th with exact arithmetic.
 * @param {string} title
 * @param {Scene} scene
 * @param {readonly { name: string, settings: Settings, timestamp: () => number, crossings: () => readonly number[] }[]} played the crossings
 * in each way that they can be counted
 */
function playThrough(title, scene, played) {
  scene.render(); // shows the beginning
  const begin = ticks;
  let [frames, worst, events] = [0, 0, 0];
  while (ticks - begin < SECONDS * TICKS) {
    pass();
    scene.render();
    if (++frames % 997 === 0) {
      events = 0;
      for (const { name, settings, timestamp, crossings } of played) {
        const exact = exactTimestamp(settings, BigInt(ticks - begin));
        events += exact.crossings;
        // at a bound, the last bit of a sum decides on which side of it the clip is
        if (exact.margin > TOLERANCE) {
          const difference = Math.abs(timestamp() - exact.timestamp);
          worst = Math.max(worst, difference);
          check(difference <= TOLERANCE, `${name}: is at ${timestamp()} s instead of ${exact.timestamp} s after ${frames} frames`);
          const isRight = crossings().every((count) => count === exact.crossings);
          check(isRight, `${name}: counts ${crossings().join(" and ")} bounds instead of ${exact.crossings}`);
        }
      }
    }
  }
  print(`${title}: ${values.hours} h, ${frames} frames of ${played.length}, ${events} events; at most ${worst.toExponential(1)} s off`);
  scene.getEngine().dispose();
}

async function playClips() {
  const scene = createScene();
  const { animationGroups } = await ImportMeshAsync(MODEL, scene, OPTIONS);
  animationGroups.forEach((group) => group.stop());
  scene.render();
  const groups = animationGroups.filter((group) => !GetClips(scene).some((clip) => clip === group));
  const played = SETTINGS.map((settings, i) => {
    const clip = CreateClip(`clip ${i}`, groups, settings).play();
    let told = 0;
    for (const observable of [clip.onRepeatObservable, clip.onReverseObservable, clip.onFinishObservable]) {
      observable.add(({ count }) => void (told += count));
    }
    return { name: clip.name, settings, timestamp: () => clip.timestamp, crossings: () => [clip.completedRepetitions, told] };
  });
  playThrough("clips", scene, played);
}

/** What a scene holds, by number. @param {Scene} scene */
function census(scene) {
  const lists = /** @type {const} */ (["meshes", "transformNodes", "materials", "skeletons", "geometries", "animationGroups", "lights"]);
  return {
    ...Object.fromEntries(lists.map((list) => [list, scene[list].length])),
    observers: scene.onBeforeAnimationsObservable.observers.length,
    active: scene.animatables.length,
  };
}

/** Of the heap and of typed arrays, after a garbage collection. */
async function measureMemory() {
  check(globalThis.gc !== undefined, "run this with --expose-gc");
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc?.();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Rounds until caches and compiled code stop growing. */
const WARM_UP = 100;

async function loadAgainAndAgain() {
  const rounds = Number(values.rounds);
  RegisterAnimationExport();
  const bytes = new Set();
  let warm = 0;
  for (let round = 1; round <= WARM_UP + rounds; round++) {
    // of each container, Babylon's scene keeps a little: a new one each time
    const scene = createScene();
    const before = JSON.stringify(census(scene));
    const container = await LoadAssetContainerAsync(MODEL, scene, OPTIONS);
    container.addAllToScene();
    const clips = GetClips(container);
    clips.forEach((clip) => clip.play());
    for (let frame = 0; frame < 5; frame++) {
      pass();
      scene.render();
    }
    clips.forEach((clip) => clip.stop());
    const { files } = await GLTF2Export.GLBAsync(scene, "soak");
    bytes.add(/** @type {Blob} */ (files["soak.glb"]).size);
    container.dispose();
    await new Promise((resolve) => setTimeout(resolve)); // when Babylon removes observers
    const after = JSON.stringify(census(scene));
    check(after === before, `round ${round} left something: ${after}, not ${before}`);
    scene.getEngine().dispose();
    if (round === WARM_UP) {
      warm = await measureMemory();
    }
  }
  const growth = ((await measureMemory()) - warm) / rounds / 1024;
  check(bytes.size === 1, `the exported files have ${bytes.size} sizes`);
  // Babylon alone keeps 2 to 12; the model takes hundreds
  check(growth < 16, `the heap grew by ${growth.toFixed(1)} kB a round`);
  print(
    `scenes: ${rounds} times loaded, played, exported, disposed; the heap grew by ${growth.toFixed(1)} kB a round; nothing else is left`,
  );
}

async function playCrowd() {
  const scene = createScene();
  const container = await LoadAssetContainerAsync(MODEL, scene, OPTIONS);
  const clip = GetClips(container).find(({ settings }) => Number.isFinite(settings.end));
  if (!clip) {
    throw new Error("the model must have a clip with an end");
  }
  const crowd = CreateClipCrowd(container);
  scene.render();
  const { start, end } = clip.settings;
  const told = new Float64Array(crowd.capacity);
  for (const observable of [crowd.onRepeatObservable, crowd.onReverseObservable, crowd.onFinishObservable]) {
    observable.add(({ count, indices, crossings }) => {
      for (let i = 0; i < count; i++) {
        const index = indices[i] ?? -1;
        told[index] = (told[index] ?? 0) + (crossings[i] ?? 0);
      }
    });
  }
  const played = SETTINGS.map(({ speed, repetitions, reverse }) => {
    const settings = { start, end, offset: speed < 0 ? end - start : 0, speed, repetitions, reverse };
    const index = crowd.add();
    crowd.play(index, clip.name, settings);
    return {
      name: `character ${index}`,
      settings,
      timestamp: () => crowd.timestamps[index] ?? NaN,
      crossings: () => [told[index] ?? NaN],
    };
  });
  playThrough("crowd", scene, played);
}

await playClips();
await loadAgainAndAgain();
await playCrowd();
