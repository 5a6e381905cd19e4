/** The chart of the front page: times of frames beside Babylon.js and three.js, drawn of bench/results.json. */

/**
 * @typedef {{ machine: Record<string, string | number>, results: { name: string, measurements: Record<string, { median: number }> }[] }} Results
 */

const INSTANCES = {
  "compiled groups and skeletons": "compiled groups, following skeletons",
  "three.js": "three.js mixers",
  "Babylon.js": "Babylon.js groups",
};

const CROWD = {
  ClipCrowd: "crowd",
  "our clips": "instances with clips",
  "instanced-mesh": "three.js instanced-mesh",
  "three.js": "three.js mixers",
  "Babylon.js": "Babylon.js groups",
};

/** What is compared in each part of the chart: the scenario's name, its title, and the bars by the names of the contenders. */
const PARTS = [
  { scenario: "drawn-instances-fox", title: "Whole frame, 100 foxes", bars: INSTANCES },
  { scenario: "drawn-instances-raylib-robot-14anims", title: "100 robots, 19 meshes each", bars: INSTANCES },
  { scenario: "drawn-instances-raylib-robot-14anims-joined", title: "100 robots, joined to 3 meshes", bars: INSTANCES },
  { scenario: "drawn-crowd-100", title: "100 robots, as a crowd", bars: CROWD },
  {
    scenario: "drawn-crowd-10000",
    title: "10,000 robots, as a crowd",
    bars: { ClipCrowd: "crowd", "instanced-mesh": "three.js instanced-mesh" },
  },
  { scenario: "drawn-crowd-100-step", title: "Animation step alone, 100 robots", bars: CROWD },
];

const OURS = ["compiled groups and skeletons", "ClipCrowd", "our clips"];

const WIDTH = 340;
const ROW = 40;
const TOP = 34;
/** Room for the number behind the longest bar. */
const NUMBER = 64;

/** @param {number} value milliseconds */
const milliseconds = (value) => `${value < 0.1 ? value.toFixed(3) : value < 10 ? value.toFixed(value < 1 ? 2 : 1) : value.toFixed(0)} ms`;

/** @param {Results["results"]} results @param {typeof PARTS[number]} part */
function drawPart(results, { scenario, title, bars }) {
  const measurements = results.find(({ name }) => name === scenario)?.measurements ?? {};
  const rows = Object.entries(bars)
    .map(([name, label]) => ({ label, isOurs: OURS.includes(name), value: measurements[name]?.median ?? NaN }))
    .sort((a, b) => a.value - b.value);
  if (rows.some(({ value }) => !(value > 0))) {
    throw new Error(`bench/results.json: ${scenario} lacks a contender of the chart`);
  }
  const longest = Math.max(...rows.map(({ value }) => value));
  const drawn = rows.map(({ label, isOurs, value }, i) => {
    const y = TOP + i * ROW;
    const width = Math.max(1, (value / longest) * (WIDTH - NUMBER));
    return (
      `<text x="0" y="${y + 12}">${label}</text>` +
      `<rect class="${isOurs ? "ours" : "others"}" x="0" y="${y + 18}" width="${width.toFixed(1)}" height="12" rx="2"/>` +
      `<text class="number" x="${(width + 6).toFixed(1)}" y="${y + 29}">${milliseconds(value)}</text>`
    );
  });
  const summary = rows.map(({ label, value }) => `${label} ${milliseconds(value)}`).join(", ");
  const height = TOP + rows.length * ROW;
  return (
    `<svg viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${title}: ${summary}">` +
    `<text class="title" x="0" y="16">${title}</text>${drawn.join("")}</svg>`
  );
}

/** @param {Results} results @returns {{ chart: string, machine: string }} HTML, and where it was measured */
export function drawChart({ machine, results }) {
  const { cpu, cores, node, babylon, three } = machine;
  return {
    chart: PARTS.map((part) => drawPart(results, part)).join(""),
    machine: `${cpu}, ${cores} cores, Node.js ${node}, Babylon.js ${babylon}, three.js ${three}`,
  };
}
