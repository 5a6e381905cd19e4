/** Formats results as Markdown: ratios and budgets, then measurements. */
import {
  BABYLON,
  BABYLON_FOLLOWING,
  COMPILED,
  CROWD,
  CULLED,
  EAGER,
  EXACT,
  FADING,
  FADING_SCRIPT,
  HALF_FADING,
  FOLLOWING,
  LISTENING,
  MOVING,
  INSTANCES,
  ON_ANIMATABLES,
  OURS,
  SKINNED,
  THREE,
} from "./contenders/contender.mjs";

/**
 * @typedef {import("./scenarios/scenario.mjs").Result} Result
 * @typedef {import("./statistics.mjs").Statistics} Statistics
 * @typedef {{ cpu: string, cores: number, memory: string, node: string, babylon: string, three: string, load: number }} Machine
 */

const OTHERS = [BABYLON, THREE, COMPILED, ON_ANIMATABLES, EAGER];
const CONTENDERS = [OURS, ...OTHERS];
const ORDINARY = [FOLLOWING, COMPILED, BABYLON_FOLLOWING, BABYLON, THREE];
const DRAWN = [CROWD, CULLED, HALF_FADING, FADING, FADING_SCRIPT, EXACT, LISTENING, MOVING, SKINNED, INSTANCES, COMPILED, BABYLON, THREE];

/**
 * @param {Machine} machine
 * @param {Result[]} results
 * @param {string[]} skipped names of skipped scenarios
 */
export function toMarkdown({ cpu, cores, memory, node, babylon, three, load }, results, skipped) {
  const drawn = results.filter(({ measurements }) => measurements[CROWD]);
  const ordinary = results.filter(({ measurements }) => measurements[FOLLOWING]);
  const others = results.filter((result) => !drawn.includes(result) && !ordinary.includes(result));
  return [
    "# Results",
    `${cpu}, ${cores} cores, ${memory}; Node ${node}, Babylon.js ${babylon}, three.js ${three}. Made by \`npm run bench\`; [README.md](README.md) says how.`,
    ...(skipped.length > 0 ? [`Skipped, for lack of their files: ${skipped.join(", ")}.`] : []),
    `Compare ratios: both sides of a ratio are measured in turns. Times hold for a machine that does nothing else: busy processes share its caches, and beside them times up to 2.7 times as long were measured. Before this run, ${load} processes were running or waiting on average.`,
    "The others' time (or memory) divided by ours: above 1, ours is better. Median, and the 10th to 90th percentile of all rounds.",
    ...section("Ratios", ["scenario", ...OTHERS.map((name) => `${name} / ours`)], others.filter(hasRatios).map(describeRatios)),
    ...section("Whole frames of instances, milliseconds", ["scenario", ...ORDINARY], ordinary.map(describeOrdinary)),
    ...section("Whole frames of crowds", ["scenario", "unit", ...DRAWN], drawn.map(describeDrawn)),
    ...section("Budgets", ["scenario", "budget", "is", "met"], results.flatMap(describeBudgets)),
    "## Measurements",
    "Median, and the 10th to 90th percentile; in brackets, nanoseconds a channel. For garbage, the mean, and in brackets how often it was collected in 1,000 frames.",
    table(["scenario", "channels", "ours evaluated by", "unit", ...CONTENDERS], others.map(describeMeasurements)),
  ]
    .join("\n\n")
    .concat("\n");
}

/** A section; nothing without rows. @param {string} title @param {string[]} head @param {string[][]} rows */
function section(title, head, rows) {
  return rows.length > 0 ? [`## ${title}`, table(head, rows)] : [];
}

/** @param {Result} result */
function hasRatios({ ratios }) {
  return Object.keys(ratios).length > 0;
}

/** @param {Result} result */
function describeRatios({ title, ratios }) {
  return [title, ...OTHERS.map((name) => (ratios[name] ? withSpread(ratios[name], " ×") : ""))];
}

/** @param {Result} result */
function describeDrawn({ title, unit, measurements }) {
  return [title, unit, ...DRAWN.map((name) => (measurements[name] ? withSpread(measurements[name]) : ""))];
}

/** Times, and their share of those of Babylon's own groups. @param {Result} result */
function describeOrdinary({ title, measurements }) {
  const babylons = measurements[BABYLON]?.median ?? NaN;
  const cellOf = (/** @type {Statistics} */ { median }) => `${format(median)} (${Math.round((100 * median) / babylons)} %)`;
  return [title, ...ORDINARY.map((name) => (measurements[name] ? cellOf(measurements[name]) : ""))];
}

/** @param {Result} result */
function describeBudgets({ title, budgets }) {
  return budgets.map(({ rule, value, met }) => [title, rule, format(value), met ? "yes" : "**no**"]);
}

/** @param {Result} result */
function describeMeasurements({ title, unit, channels, measurements, collections, evaluatedBy }) {
  const cells = CONTENDERS.map((name) => {
    const measured = measurements[name];
    if (!measured) {
      return "";
    }
    if (collections) {
      return `${format(measured.mean)} (${format(collections[name] ?? NaN)})`;
    }
    const each = channels && unit === "ms/frame" ? ` (${format((measured.median / channels) * 1e6)} ns)` : "";
    return withSpread(measured) + each;
  });
  return [title, channels?.toLocaleString("en") ?? "", evaluatedBy?.[OURS] ?? "", unit, ...cells];
}

/** @param {Statistics} statistics @param {string} [unit] */
function withSpread({ median, p10, p90, samples }, unit = "") {
  return samples > 1 ? `${format(median)}${unit} [${format(p10)} to ${format(p90)}]` : `${format(median)}${unit}`;
}

/** Rounds to three significant digits. */
function format(/** @type {number} */ value) {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 4;
  return String(Number(value.toFixed(digits)));
}

/** @param {string[]} head @param {string[][]} rows */
function table(head, rows) {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const lines = [head, widths.map((width) => "-".repeat(width)), ...rows].map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  return lines.join("\n");
}
