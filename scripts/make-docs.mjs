/**
 * `node scripts/make-docs.mjs `: writes docs/pointers.md, the table of all properties that a JSON pointer can animate, and the same
 * table for tools that do not know Babylon, from the built package.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "oxfmt";

/**
 * @typedef {import("../src/pointer/pointerRow.js").PointerRow} PointerRow
 */

// the computed address makes TypeScript check against the sources, even if the package is not built
const BUILT = new URL("../dist/esm/pointer/", import.meta.url).href;
const { POINTER_ROWS } = /** @type {typeof import("../src/pointer/pointerTable.js")} */ (await import(`${BUILT}pointerTable.js`));
const { openPbrRow, BAKED } = /** @type {typeof import("../src/pointer/openPbr.js")} */ (await import(`${BUILT}openPbr.js`));

const DOCS = fileURLToPath(new URL("../docs/pointers.md", import.meta.url));
const TABLE = fileURLToPath(new URL("../src/tools/pointers/babylonProperties.ts", import.meta.url));

/** The sections, and how their templates begin. The first match counts. */
const KINDS = [
  { title: "Nodes", begins: /^\/nodes\// },
  { title: "Meshes", begins: /^\/meshes\// },
  { title: "Cameras", begins: /^\/cameras\// },
  { title: "Lights", begins: /^\/extensions\/\w*lights\w*\// },
  { title: "Materials", begins: /^\/materials\/\{\}\/(?!extensions\/|.*KHR_texture_transform)/ },
  { title: "Extensions of materials", begins: /^\/materials\/\{\}\/extensions\/(?!.*KHR_texture_transform)/ },
  { title: "Texture transforms", begins: /\/KHR_texture_transform\// },
  { title: "Others", begins: /^/ },
];

const INTRODUCTION = `A pointer is a JSON pointer (RFC 6901) into the asset. An index replaces each \`{}\`: \`/materials/2/alphaCutoff\`.
A property with several components can be animated as a whole (\`/nodes/0/weights\`) or one component at a time (\`/nodes/0/weights/0\`).
\`extras\` can be animated anywhere and have no rows: the value is written to the object's \`metadata.gltf.extras\`.

Materials are Babylon.js's \`PBRMaterial\`, or \`OpenPBRMaterial\` with the loader option \`useOpenPBR\` or with \`KHR_materials_openpbr\`. Properties marked * cannot
be animated in OpenPBR materials with a volume and textures: ${BAKED}.`;

/** A material of which Babylon's loader bakes everything that it can bake. */
const BAKED_MATERIAL = {
  normalTexture: {},
  extensions: { KHR_materials_volume: { thicknessFactor: 1, attenuationDistance: 1 }, KHR_materials_transmission: {} },
};

/** @param {PointerRow} row */
function boundsOf({ min, max, above, below }) {
  const low = min !== undefined ? `>= ${number(min)}` : above !== undefined ? `> ${number(above)}` : "";
  const high = max !== undefined ? `<= ${number(max)}` : below !== undefined ? `< ${number(below)}` : "";
  return [low, high].filter(Boolean).join(", ");
}

/** @param {number} value */
function number(value) {
  const names = new Map([
    [Math.PI / 2, "π/2"],
    [Math.PI / 4, "π/4"],
  ]);
  return names.get(value) ?? String(value);
}

/** @param {PointerRow["default"]} value */
function defaultOf(value) {
  if (value === undefined) {
    return "";
  }
  const parts = (Array.isArray(value) ? value : [value]).map((part) => (typeof part === "number" ? number(part) : String(part)));
  const isUniform = parts.length > 4 && new Set(parts).size === 1;
  return code(isUniform ? `${parts[0]} each` : parts.join(" "));
}

/** @param {string} text */
function code(text) {
  return `\`${text}\``;
}

/** @param {PointerRow["landing"]} landing */
function whereOf(landing) {
  const where = typeof landing === "string" ? `not animatable: ${landing}` : `${landing.owner}: ${landing.at}`;
  return where.replaceAll("|", "\\|");
}

/** @param {PointerRow} row */
function openPbrOf(row) {
  const { landing } = openPbrRow(row);
  const mark = openPbrRow(row, BAKED_MATERIAL).landing === BAKED ? " \\*" : "";
  return landing === row.landing ? "the same" : `${whereOf(landing).replace("material: ", "")}${mark}`;
}

/** @param {PointerRow} row */
function toLine(row) {
  const { template, type, landing, fixedAt } = row;
  const fixed = fixedAt === undefined ? "" : `; not animatable if the asset has ${number(fixedAt)}`;
  const bounds = boundsOf(row);
  const ofMaterial = isOfMaterial(row) ? [openPbrOf(row)] : [];
  return [code(template), code(type), bounds && code(bounds), defaultOf(row.default), whereOf(landing) + fixed, ...ofMaterial];
}

/** @param {PointerRow} row */
function isOfMaterial({ template }) {
  return template.startsWith("/materials/");
}

/** @param {readonly PointerRow[]} rows */
function toTable(rows) {
  const ofMaterial = rows.every(isOfMaterial) ? ["in OpenPBR materials"] : [];
  const header = ["pointer", "type", "bounds", "default", "Babylon.js property, or why there is none", ...ofMaterial];
  const lines = rows.map(toLine);
  return [header, header.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

async function makeDocs() {
  const rows = POINTER_ROWS;
  const animated = rows.filter(({ landing }) => typeof landing !== "string").length;
  const kindOf = (/** @type {PointerRow} */ { template }) => KINDS.find(({ begins }) => begins.test(template));
  const sections = KINDS.map((kind) => ({ ...kind, rows: rows.filter((row) => kindOf(row) === kind) })).filter(
    (section) => section.rows.length > 0,
  );
  const text = [
    "# Properties that can be animated",
    "<!-- generated by scripts/make-docs.mjs: change the table in src/pointer, not this file -->",
    INTRODUCTION,
    `${rows.length} properties: ${animated} can be animated, ${rows.length - animated} have no Babylon.js equivalent.`,
    "Values are clamped to their bounds after interpolation, component by component. A property without a default must be in the asset.",
    ...sections.flatMap((section) => [`## ${section.title} (${section.rows.length})`, toTable(section.rows)]),
  ].join("\n\n");
  return formatted(DOCS, text);
}

/** The rows as data: landings are reduced to their description. */
async function makeTable() {
  const rows = POINTER_ROWS.map(({ landing, ...row }) => ({
    ...row,
    ...(typeof landing === "string" ? { refusal: landing } : { lands: `${landing.owner}: ${landing.at}` }),
  }));
  const text = `// generated by scripts/make-docs.mjs: change the table in src/pointer, not this file
import type { BabylonProperty } from "./babylonProperty.js";

/** The properties of the glTF Asset Object Model, and where they land in Babylon. */
export const BABYLON_PROPERTIES: readonly BabylonProperty[] = ${JSON.stringify(rows)};
`;
  return formatted(TABLE, text);
}

/**
 * @param {string} file
 * @param {string} text
 */
async function formatted(file, text) {
  const { printWidth } = JSON.parse(readFileSync(new URL("../.oxfmtrc.json", import.meta.url), "utf8"));
  const { code, errors } = await format(file, text, { printWidth });
  if (errors.length > 0) {
    throw new Error(errors.map(({ message }) => message).join("\n"));
  }
  return code;
}

writeFileSync(DOCS, await makeDocs());
writeFileSync(TABLE, await makeTable());
