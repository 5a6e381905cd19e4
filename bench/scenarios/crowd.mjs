/** Instances of real characters, each playing the file's first animation at its own phase. */
import { BABYLON, THREE } from "../contenders/contender.mjs";
import { createNodes, readFile, withoutMeshes } from "../models.mjs";
import { fasterThan, frames } from "./scenario.mjs";

const COUNTS = [1, 10, 100, 1000];
/** A crowd has at least this many instances. */
const CROWD = 100;

/** Real characters, and a generated one that is always available. */
export const CHARACTERS = [
  { name: "fox", title: "Fox", file: "skin-Fox.glb" },
  { name: "cesium-man", title: "CesiumMan", file: "skin-CesiumMan.glb" },
  { name: "robot", title: "raylib robot", file: "skin-raylib-robot-14anims.glb" },
  { name: "figure", title: "generated figure, 20 nodes", file: "" },
];

/** @param {{ file: string }} character */
export function modelOf({ file }) {
  return file ? readFile(file) : createNodes({ nodes: 20, keys: 50 });
}

/** A character's nodes. @param {{ file: string }} character */
export function figureOf(character) {
  return withoutMeshes(modelOf(character));
}

export const crowds = CHARACTERS.flatMap((character) =>
  COUNTS.filter((count) => character.file || count <= CROWD).map((count) =>
    frames({
      name: `${character.name}-${count}`,
      title: `${character.title} × ${count}`,
      file: character.file,
      model: () => figureOf(character),
      count,
      budgets: count >= CROWD ? [fasterThan(BABYLON, 10), fasterThan(THREE, 2)] : [],
    }),
  ),
);

const WEIGHTS = [0.4, 0.3, 0.2, 0.1];

/** The mixed animations: the first ones of a file, or copies of the generated figure's. */
export const mixes = CHARACTERS.filter(({ name }) => name === "robot" || name === "figure").map((character) =>
  frames({
    name: `mix-${character.name}`,
    title: `${character.title} × 100, 4 animations mixed by weight`,
    file: character.file,
    model: () => (character.file ? figureOf(character) : withCopies(figureOf(character), WEIGHTS.length)),
    count: 100,
    actions: WEIGHTS.map((weight, animation) => ({ animation, weight })),
  }),
);

/**
 * Copies the first animation of a model.
 * @param {import("../models.mjs").Model} model
 * @param {number} count
 */
function withCopies({ json, bin }, count) {
  const animations = Array.from({ length: count }, (_, i) => ({ ...json["animations"][0], name: `move ${i}` }));
  return { json: { ...json, animations }, bin };
}
