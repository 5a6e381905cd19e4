/** The text of docs/engines.md: what other engines show otherwise, by the tables of the tools. */
import { readFileSync } from "node:fs";
import { format } from "oxfmt";
import { mendOf } from "../src/tools/engines/checkEngines.js";
import { CLIPS, ENGINE_ROWS, ENGINE_RULES, ENGINES, MEASURED } from "../src/tools/engines/engineTable.js";
import { NOTES } from "./engineNotes.mjs";

/**
 * @typedef {import("../src/tools/engines/engineTable.js").Engine} Engine
 * @typedef {import("../src/tools/engines/engineTable.js").EngineName} EngineName
 * @typedef {import("../src/tools/engines/engineTable.js").EngineRow} Row
 */

const ENTRIES = /** @type {[EngineName, Engine][]} */ (Object.entries(ENGINES));

const INTRODUCTION = `A valid file does not play the same everywhere: engines leave out what the specification asks for, mostly without a word. Two commands help, before a file is shipped.

What will another engine show otherwise? \`validate --for\` names the place, what is seen there, and what mends it:

\`\`\`sh
npx babylon-gltf-animation validate materials.glb --for three,playcanvas
\`\`\`

\`bake --for\` rewrites the clips, and all animations that belong to no clip, so that they play right in all of them, as far as a file can make them:

\`\`\`sh
npx babylon-gltf-animation bake hero.glb --for all -o hero-everywhere.glb
\`\`\`

The files are [materials.glb](../playground/models/materials.glb) and [hero.glb](../playground/models/hero.glb); the commands run in the project of [Getting started](start.md). In code, both are the option \`for\` of
[\`ValidateAnimations\`](authoring.md#validate-a-file) and [\`BakeClips\`](authoring.md#bake-clips-for-other-viewers).`;

const BAKED = `## What is written

\`bake --for all\` writes the following; for some engines, only what one of them needs. What cannot be written is a finding; for engines that are named, so is all that they show otherwise even then.

- Pointers to translation, rotation, scale and weights of nodes become channels of core glTF; pointers to single weights, and to those of a mesh, become one channel of each node, with the other weights at rest. Other pointers are left out, each with a finding. \`convert --pointers core\` does only that.
- Splines become LINEAR keys that are within \`--tolerance\` of the curve, 0.0001 by default; jumps of STEP become two LINEAR keys, half a millisecond apart. For \`godot3\` alone, STEP stays.
- Keys are floats, never sparse; rotations have at most 10 degrees between two keys. Each track has a key at 0 and one at the common end.
- Animated nodes, animations and materials have unique names without "/", "." and ":"; a finding lists those that changed.
- The names of animated nodes are unique in three.js, too, which calls a second "Mole" "Mole_1", whether or not the file has a "Mole_1".
- Each node with animated morph targets has a mesh of its own, with positions, weights, normals, and two targets at least, which are not sparse. Skins have their inverse bind matrices, spots their angles.

The file grows: curves have more keys. Without \`--for\`, \`bake\` is exact and small, and plays right where the specification is followed. \`--for three-vrm\` writes files with
\`VRMC_vrm_animation\`: weights of expressions within 0..1, and no channel without a node.`;

/** @param {string} text */
const cell = (text) => text.replaceAll("|", "\\|");

/** @param {readonly (readonly string[])[]} rows with the header first */
function toTable([header = [], ...rows]) {
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");
}

/** @param {Row} row */
function toCells({ engine, rule, seen, script, mend }) {
  const { what, right } = ENGINE_RULES[rule];
  const shown = script === undefined ? seen : `[${seen}](../findings/${script}.sh)`;
  return [what, right, shown, (mend ?? mendOf(engine, rule)).replace(`bake --for ${engine} `, "`bake` ")];
}

/** @param {[EngineName, Engine]} entry */
function toSection([name, { title, version }]) {
  const note = NOTES[name];
  const rows = ENGINE_ROWS.filter(({ engine }) => engine === name);
  const parts = [`### ${title}`, `Version ${version}, \`--for ${name}\`.${note === undefined ? "" : ` ${note}`}`];
  const header = ["in the file", "by the specification", "it", "mended by"];
  return [...parts, ...(rows.length > 0 ? [toTable([header, ...rows.map(toCells)])] : [])];
}

/** @returns {Promise<string>} */
export async function makeEngineDocs() {
  const header = [
    "`--for`",
    "engine",
    "version",
    "starts by itself",
    "kinds of content that it shows otherwise",
    "clips that it plays right",
  ];
  const rows = ENTRIES.map(([name, { title, version, starts = "none", right }]) => {
    const count = ENGINE_ROWS.filter(({ engine }) => engine === name).length;
    return [`\`${name}\``, title, version, starts, String(count), right === undefined ? "" : `${right} of ${CLIPS}`];
  });
  const text = [
    "# Other engines",
    "<!-- `npm run generate` makes this file of src/tools/engines/engineTable.ts and of scripts/engineDocs.mjs -->",
    INTRODUCTION,
    BAKED,
    "## Engines",
    `Measured in ${MEASURED} with the versions named here: 85 files, without an error in Khronos' validator, were played by each engine, stepped by its own clock, and the values read from its own objects. ` +
      "Later versions may differ. What is a link has a script that shows it. An engine that is not listed was not measured. Of pex-renderer 3.0.0-44, this is known: an animation lasts as long as [its first channel](../findings/pex-animations-last-as-long-as-their-first-channel.sh), weights are [those of the next key](../findings/pex-weights-are-those-of-the-next-key.sh), and [tangents at both ends](../findings/pex-splines-ignore-tangents-at-both-ends.sh) of a spline do not count. `bake --for all` mends the first and the last. Of Khronos' glTF Sample Viewer (`@khronosgroup/gltf-viewer` 1.1.0), this: the last key of STEP [is never shown](../findings/gltf-viewer-last-step-is-never-shown.sh), and a pointer to one weight [changes the rest pose](../findings/gltf-viewer-pointers-to-one-weight-change-the-rest-pose.sh). `bake --for all` mends both.",
    "The last column counts clips of `conformance/clips`, after `bake --for all`, that are right to a thousandth: `conformance/engines` in the repository plays them, and does so again with `npm test -- engines` and `npm run engines`.",
    toTable([header, ...rows]),
    ...ENTRIES.flatMap(toSection),
  ].join("\n\n");
  const { printWidth } = JSON.parse(readFileSync(new URL("../.oxfmtrc.json", import.meta.url), "utf8"));
  const { code, errors } = await format("engines.md", text, { printWidth });
  if (errors.length > 0) {
    throw new Error(errors.map(({ message }) => message).join("\n"));
  }
  return code;
}
