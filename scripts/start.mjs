/**
 * `npm start [file]`: plays every clip of a glTF file frame by frame, without a window, and prints its timestamp at every second, in the
 * layout of the drafts' tables.
 */
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { ImportMeshAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import { GLTFLoaderAnimationStartMode } from "@babylonjs/loaders/glTF/glTFFileLoader.js";
import "@babylonjs/loaders/glTF/2.0/index.js";
import { messageOf, readModel } from "./readModel.mjs";

/**
 * @typedef {import("@babylonjs/core/Animations/animationGroup.js").TargetedAnimation} TargetedAnimation
 * @typedef {import("../src/index.js").ClipAnimationGroup} ClipAnimationGroup
 * @typedef {import("../src/tools.js").Inspection} Inspection
 * @typedef {Map<string, { total: number, times: number[] }>} ClipEvents for each kind of event, the number and the first total times
 * @typedef {{ timestamps: number[], events: ClipEvents, difference: number, motion: Motion | undefined }} Observation
 */

// the computed address makes TypeScript check against the sources, even if the package is not built
const built = (/** @type {string} */ entry) => new URL(`../dist/esm/${entry}.js`, import.meta.url).href;
const { GetClips, TimestampAt } = /** @type {typeof import("../src/index.js")} */ (await import(built("index")));
const { GltfFile, InspectAnimations } = /** @type {typeof import("../src/tools.js")} */ (await import(built("tools")));

const DEMO = fileURLToPath(new URL("../playground/models/figure.glb", import.meta.url));
const SECONDS = 20;
/** A power of two, so that a frame's seconds are exact and frames fall on whole seconds. */
const FRAMES_PER_SECOND = 64;
const TOLERANCE = 1e-9;
/** How many times of a kind of event are printed. */
const MAX_TIMES = 6;
const WIDTH = 120;

const LEGEND = `Each clip plays for ${SECONDS} s at ${FRAMES_PER_SECOND} frames per second. Time stamps are read from the playing clip.
A bound counts as crossed in the first frame beyond it. The third row is the value in the scene that changes most.`;
const NO_CLIPS = `No clips: the animations can only be played as a whole.
Add clips to the file's /extensions/KHR_animation_clip/clips, or create them in code: CreateClip(name, group, { start, end }).`;
const NEXT = `Your own file:       npm start -- path/to/file.glb
In a browser:        npm run playground, open the address that it prints, and drop a file on the page
In your application: docs/start.md; a game to begin with: docs/third-person.md`;

/** Creates a scene in which every render takes exactly one step of Babylon's deterministic lockstep. */
function createScene() {
  const engine = new NullEngine({
    renderWidth: 512,
    renderHeight: 256,
    textureSize: 512,
    deterministicLockstep: true,
    lockstepMaxSteps: 1,
    timeStep: 1 / FRAMES_PER_SECOND,
  });
  // fixes the time between two renders, whatever the clock says
  Scene.MinDeltaTime = Scene.MaxDeltaTime = 1000 / FRAMES_PER_SECOND;
  const scene = new Scene(engine);
  new FreeCamera("camera", new Vector3(0, 1, -5), scene);
  return scene;
}

/**
 * @param {Scene} scene
 * @param {string} path
 * @param {Uint8Array} model binary glTF
 */
async function load(scene, path, model) {
  const pluginOptions = { gltf: { animationStartMode: GLTFLoaderAnimationStartMode.NONE } };
  try {
    return (await ImportMeshAsync(model, scene, { pluginExtension: ".glb", pluginOptions })).animationGroups;
  } catch (error) {
    throw new Error(`${path}: cannot be loaded: ${messageOf(error).replace("Unable to load from binary data: ", "")}`);
  }
}

/**
 * Plays a clip from its beginning. The first frame is at total time 0.
 * @param {Scene} scene
 * @param {ClipAnimationGroup} clip
 * @returns {Observation}
 */
function observe(scene, clip) {
  let totalTime = 0;
  let difference = 0;
  const timestamps = [];
  const events = collectEvents(clip, () => totalTime);
  clip.reset();
  const motions = clip.targetedAnimations.flatMap(createMotions);
  clip.start();
  for (let frame = 0; frame <= SECONDS * FRAMES_PER_SECOND; frame++) {
    totalTime = frame / FRAMES_PER_SECOND;
    scene.render();
    difference = Math.max(difference, Math.abs(clip.timestamp - TimestampAt(clip.settings, totalTime).timestamp));
    motions.forEach((motion) => motion.look(Number.isInteger(totalTime)));
    if (Number.isInteger(totalTime)) {
      timestamps.push(clip.timestamp);
    }
  }
  clip.stop();
  return { timestamps, events, difference, motion: motions.filter(({ isSeen }) => isSeen).sort((a, b) => a.compare(b))[0] };
}

/**
 * @param {ClipAnimationGroup} clip
 * @param {() => number} now
 * @returns {ClipEvents} filled as the clip plays
 */
function collectEvents(clip, now) {
  /** @type {ClipEvents} */
  const events = new Map();
  const collect = (/** @type {string} */ kind, /** @type {number} */ count) => {
    const { total, times } = events.get(kind) ?? { total: 0, times: [] };
    events.set(kind, { total: total + count, times: times.length < MAX_TIMES ? [...times, now()] : times });
  };
  clip.onRepeatObservable.add(({ count }) => collect("repeated", count));
  clip.onReverseObservable.add(({ count }) => collect("reversed", count));
  clip.onFinishObservable.add(() => collect("finished", 1));
  return events;
}

/** Records a number in the scene while it changes. */
class Motion {
  /** @type {number[]} */ samples = [];
  low = Infinity;
  high = -Infinity;

  /**
   * @param {string} label
   * @param {() => number} read
   * @param {number} [unit] how many of its units equal a meter or a radian
   */
  constructor(label, read, unit = 1) {
    this.label = label;
    this.read = read;
    this.unit = unit;
  }

  /** @param {boolean} isSampled */
  look(isSampled) {
    const value = this.read();
    this.low = Math.min(this.low, value);
    this.high = Math.max(this.high, value);
    if (isSampled) {
      this.samples.push(value);
    }
  }

  get isSeen() {
    return Math.round(this.#span * 1000) > 0;
  }

  /** Sorts by the change between samples, which is 0 for loops of whole seconds, then by the change between frames. */
  compare(/** @type {Motion} */ other) {
    return other.#sampledSpan - this.#sampledSpan || other.#span - this.#span;
  }

  get #span() {
    return (this.high - this.low) / this.unit;
  }

  /** In thousandths, so that rounding errors vanish. */
  get #sampledSpan() {
    return Math.round(((Math.max(...this.samples) - Math.min(...this.samples)) / this.unit) * 1000);
  }
}

/**
 * @param {TargetedAnimation} targetedAnimation
 * @returns {Motion[]} one for each component, or one for the angle from the current rotation
 */
function createMotions({ target, animation }) {
  const path = animation.targetPropertyPath;
  const read = () => path.reduce((object, property) => object[property], target);
  const label = `${target.name} ${path.join(".")}`;
  const value = read();
  if (value instanceof Quaternion) {
    const first = value.clone();
    return [new Motion(`${target.name} turned by °`, () => degreesBetween(first, read()), 180 / Math.PI)];
  }
  if (typeof value === "number") {
    return [new Motion(label, read)];
  }
  return [...(value?.asArray?.() ?? [])].map((_, i) => new Motion(`${label}.${"xyzw"[i]}`, () => read().asArray()[i]));
}

/**
 * @param {Quaternion} a
 * @param {Quaternion} b
 */
function degreesBetween(a, b) {
  // by distance, because rounding errors are visible in the arc cosine of a dot product near 1
  const distance = Math.min(a.subtract(b).length(), a.add(b).length());
  return (4 * Math.asin(Math.min(distance / 2, 1)) * 180) / Math.PI;
}

/** @param {Inspection} inspection */
function describeClips({ clips, animations }) {
  const rows = clips.map(({ pointer, name, settings, animations: played }) => {
    const [list = "", index] = pointer.split("/").slice(-2);
    const { start, end, offset, speed, repetitions, reverse } = settings;
    const numbers = [start, end, offset, speed].map((value) => (value === Infinity ? "none" : String(Number(value.toFixed(3)))));
    return [
      shorten(name ?? `${list.slice(0, -1)}${index}`, 24), // both as Babylon's loader calls them
      shorten(played.map((animation) => nameOf(animations[animation])).join(", "), 28),
      ...numbers,
      repetitions === -1 ? "endless" : String(repetitions),
      String(reverse),
    ];
  });
  return table([["clip", "animations", "start", "end", "offset", "speed", "repetitions", "reverse"], ...rows]);
}

/** @param {Inspection["animations"][number] | undefined} animation */
function nameOf(animation) {
  return animation?.name ?? `animation${animation?.index}`;
}

/** @param {Observation} observation */
function describeTimestamps({ timestamps, motion }) {
  const totalTimes = timestamps.map((_, second) => second);
  const moved = motion ? [{ label: shorten(motion.label, 28), cells: motion.samples.map(toCell) }] : [];
  const rows = [
    { label: "Total Time", cells: totalTimes.map(toTimeCell) },
    { label: "Time Stamp", cells: timestamps.map(toTimeCell) },
    ...moved,
  ];
  const half = Math.ceil(timestamps.length / 2);
  const parts = [rows.map(({ cells }) => cells.slice(0, half)), rows.map(({ cells }) => cells.slice(half))];
  return parts.map((part) => table(part.map((cells, i) => [rows[i]?.label ?? "", ...cells]))).join("\n\n");
}

/** @param {Observation} observation @param {ClipAnimationGroup} clip */
function describeEvents({ events, difference, motion }, clip) {
  const nothing = clip.settings.repetitions === 0 ? "never plays" : `crosses no bound in ${SECONDS} s`;
  return [
    ...(events.size > 0 ? [...events].map(describeEvent) : [nothing]),
    motion ? `${motion.label}: from ${toCell(motion.low)} to ${toCell(motion.high)}` : "nothing moves",
    `${difference <= TOLERANCE ? "agrees with" : "DIFFERS from"} TimestampAt in every frame (at most ${difference} s apart)`,
  ].join("\n");
}

/** @param {[kind: string, event: { total: number, times: number[] }]} entry */
function describeEvent([kind, { total, times }]) {
  const seconds = times.map((time) => time.toFixed(2)).join(", ");
  return `${kind} ${total > 1 ? `${total} times, ` : ""}at ${seconds}${total > times.length ? ", ..." : ""} s`;
}

/** @param {Inspection} inspection */
function describeAnimations({ animations }) {
  const rows = animations.map((animation) => {
    const { channels, range } = animation;
    const interpolations = [...new Set(channels.map(({ interpolation }) => interpolation))];
    const keys = channels.reduce((sum, channel) => sum + channel.keys, 0);
    const [first, last] = range ? range.map((seconds) => seconds.toFixed(2)) : ["", ""];
    return [shorten(nameOf(animation), 40), first ?? "", last ?? "", String(channels.length), String(keys), interpolations.join(", ")];
  });
  return table([["animation", "from", "to", "channels", "keys", "interpolation"], ...rows]);
}

/**
 * @param {string[][]} rows the first is the header
 * @returns {string} Markdown
 */
function table(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`);
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [lines[0], rule, ...lines.slice(1)].join("\n");
}

/** Formats seconds as the drafts do (04), with decimals between whole seconds (04.25). */
function toTimeCell(/** @type {number} */ seconds) {
  const text = seconds.toFixed(2).padStart(5, "0");
  return (text.endsWith(".00") ? text.slice(0, -3) : text).padEnd(5);
}

/** At most 5 characters, so that columns keep their width. */
function toCell(/** @type {number} */ value) {
  const text = [2, 1].map((digits) => value.toFixed(digits)).find(({ length }) => length <= 5);
  return String(Number(text ?? value.toFixed(0)) + 0);
}

function shorten(/** @type {string} */ text, /** @type {number} */ length) {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** Breaks a line between words. */
function wrap(/** @type {string} */ line) {
  return line.replace(new RegExp(`(.{1,${WIDTH - 2}})( |$)`, "g"), "$1\n  ").trimEnd();
}

function plural(/** @type {number} */ count, /** @type {string} */ noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Silences Babylon's logger. @returns {Set<string>} filled with its warnings and errors */
function collectWarnings() {
  /** @type {Set<string>} */
  const warnings = new Set();
  Logger.LogLevels = Logger.NoneLogLevel;
  Logger.Warn = Logger.Error = (message) => void warnings.add(String(message).replace(/^babylon-gltf-animation: /, ""));
  return warnings;
}

/** @param {string} paragraph */
function print(paragraph) {
  console.log(`${paragraph}\n`);
}

/** @param {string} path @param {Inspection} inspection */
function printTables(path, inspection) {
  const { animations, clips } = inspection;
  print(`${basename(path)}: ${plural(animations.length, "animation")}, ${plural(clips.length, "clip")}, played without a window`);
  if (animations.length > 0) {
    print(describeAnimations(inspection));
  }
  if (clips.length > 0) {
    print(describeClips(inspection));
  }
}

/**
 * @param {Scene} scene
 * @param {ClipAnimationGroup} clip
 * @returns {boolean} whether it played as it should
 */
function printClip(scene, clip) {
  const observation = observe(scene, clip);
  print(`## ${clip.name}\n\n${describeTimestamps(observation)}\n\n${describeEvents(observation, clip)}`);
  return observation.difference <= TOLERANCE;
}

/** @param {string} path */
async function main(path) {
  const warnings = collectWarnings();
  const model = await readModel(path, (bytes) => GltfFile.parse(bytes));
  const inspection = InspectAnimations(GltfFile.parse(model));
  printTables(path, inspection);
  const scene = createScene();
  const clips = GetClips({ animationGroups: await load(scene, path, model) });
  print(warnings.size > 0 ? `Warnings:\n${[...warnings].map((warning) => wrap(`- ${warning}`)).join("\n")}` : "No warnings.");
  if (clips.length > 0) {
    print(LEGEND);
    const right = clips.filter((clip) => printClip(scene, clip));
    process.exitCode = right.length < clips.length ? 1 : 0;
    print(`${right.length} of ${plural(clips.length, "clip")} were in every frame at the time that their settings state.`);
  } else {
    print(NO_CLIPS);
  }
  print(NEXT);
  scene.getEngine().dispose();
}

const [file] = process.argv.slice(2);
// npm runs scripts in the package's folder; INIT_CWD is the user's
main(file ? resolve(process.env["INIT_CWD"] ?? ".", file) : DEMO).catch((/** @type {unknown} */ error) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
