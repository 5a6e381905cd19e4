/** The text of docs/pointers.md, the table of all properties that a JSON pointer can animate. */
import { readFileSync } from "node:fs";
import { format } from "oxfmt";
import { describeTarget, PROPERTIES } from "../src/gltf/objectModel/index.js";
import { BAKED, openPbrProperty } from "../src/scene/pointer/materials/openPbr.js";

/**
 * @typedef {import("../src/gltf/objectModel/index.js").ObjectModelProperty} Property
 */

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
Numbers, arrays of numbers, and booleans (with STEP) in \`extras\` can be animated anywhere and have no rows: the value is written to the object's
\`metadata.gltf.extras\`. What keys of a text or of a whole object mean, the extension leaves to applications: such channels are left out with a warning.

[Material, light and camera by JSON pointer](../playground/snippets/lamp.js)

No file at hand? [materials.glb](../playground/models/materials.glb) animates eight materials. In the
project of [Getting started](start.md), \`npx babylon-gltf-animation inspect materials.glb\` lists the pointers.

Babylon's own extension animates fewer of them: [What Babylon.js' KHR_animation_pointer leaves out](pointer-gaps.md).

Materials are Babylon.js's \`PBRMaterial\`, or \`OpenPBRMaterial\` with the loader option \`useOpenPBR\` or with \`KHR_materials_openpbr\`. Properties marked * cannot
be animated in OpenPBR materials with a volume and textures: ${BAKED}.`;

/** A material of which Babylon's loader bakes everything that it can bake. */
const BAKED_MATERIAL = {
  normalTexture: {},
  extensions: { KHR_materials_volume: { thicknessFactor: 1, attenuationDistance: 1 }, KHR_materials_transmission: {} },
};

/** @param {Property} property */
function boundsOf({ min, max, exclusiveMin, exclusiveMax }) {
  const low = min !== undefined ? `>= ${number(min)}` : exclusiveMin !== undefined ? `> ${number(exclusiveMin)}` : "";
  const high = max !== undefined ? `<= ${number(max)}` : exclusiveMax !== undefined ? `< ${number(exclusiveMax)}` : "";
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

/** @param {Property["default"]} value */
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

/** @param {Property["babylon"]} babylon */
function whereOf(babylon) {
  const where = typeof babylon === "string" ? `not animatable: ${babylon}` : describeTarget(babylon);
  return where.replaceAll("|", "\\|");
}

/** @param {Property} property */
function openPbrOf(property) {
  const { babylon } = openPbrProperty(property);
  const mark = openPbrProperty(property, BAKED_MATERIAL).babylon === BAKED ? " \\*" : "";
  return babylon === property.babylon ? "the same" : `${whereOf(babylon).replace("material: ", "")}${mark}`;
}

/** @param {Property} property */
function toLine(property) {
  const { pointer, type, babylon, fixedAt } = property;
  const fixed = fixedAt === undefined ? "" : `; not animatable if the asset has ${number(fixedAt)}`;
  const bounds = boundsOf(property);
  const ofMaterial = isOfMaterial(property) ? [openPbrOf(property)] : [];
  return [code(pointer), code(type), bounds && code(bounds), defaultOf(property.default), whereOf(babylon) + fixed, ...ofMaterial];
}

/** @param {Property} property */
function isOfMaterial({ pointer }) {
  return pointer.startsWith("/materials/");
}

/** @param {readonly Property[]} rows */
function toTable(rows) {
  const ofMaterial = rows.every(isOfMaterial) ? ["in OpenPBR materials"] : [];
  const header = ["pointer", "type", "bounds", "default", "Babylon.js property, or why there is none", ...ofMaterial];
  const lines = rows.map(toLine);
  return [header, header.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** @returns {Promise<string>} */
export async function makePointerDocs() {
  const rows = PROPERTIES;
  const animated = rows.filter(({ babylon }) => typeof babylon !== "string").length;
  const kindOf = (/** @type {Property} */ { pointer }) => KINDS.find(({ begins }) => begins.test(pointer));
  const sections = KINDS.map((kind) => ({ ...kind, rows: rows.filter((row) => kindOf(row) === kind) })).filter(
    (section) => section.rows.length > 0,
  );
  const text = [
    "# Properties that can be animated",
    "<!-- `npm run generate` makes this file of the tables in src/gltf/objectModel, of src/scene/pointer/materials/openPbr.ts and of scripts/pointerDocs.mjs -->",
    INTRODUCTION,
    `${rows.length} properties: ${animated} can be animated, ${rows.length - animated} have no Babylon.js equivalent.`,
    "Values are clamped to their bounds after interpolation, component by component. A property without a default must be in the asset.",
    ...sections.flatMap((section) => [`## ${section.title} (${section.rows.length})`, toTable(section.rows)]),
  ].join("\n\n");
  const { printWidth } = JSON.parse(readFileSync(new URL("../.oxfmtrc.json", import.meta.url), "utf8"));
  const { code, errors } = await format("pointers.md", text, { printWidth });
  if (errors.length > 0) {
    throw new Error(errors.map(({ message }) => message).join("\n"));
  }
  return code;
}
