/** Instances of real characters, each playing the file's first animation at its own phase. */
import { QuadraticEase } from "@babylonjs/core/Animations/easing.js";
import { BABYLON, THREE } from "../contenders/contender.mjs";
import { createNodes, readFile, withoutMeshes } from "../models.mjs";
import { CROWDS, fasterThan, frames } from "./scenario.mjs";

const COUNTS = [1, 10, 100, 1000];
/** A crowd has at least this many instances. */
const CROWD = 100;

/** @type {Readonly<Record<number, import("./scenario.mjs").Budget[]>>} by the number of instances */
const BUDGETS = { 100: [fasterThan(BABYLON, 10), fasterThan(THREE, 2)], 1000: [fasterThan(THREE, 2)] };

const FIGURE = { title: "generated figure, 20 nodes", file: "" };
/** Real characters, and a generated one that is always available. */
export const CHARACTERS = [
  { name: "fox", title: "Fox", file: "skin-Fox.glb" },
  { name: "cesium-man", title: "CesiumMan", file: "skin-CesiumMan.glb" },
  { name: "robot", title: "raylib robot", file: "skin-raylib-robot-14anims.glb" },
  { name: "figure", ...FIGURE },
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
      budgets: BUDGETS[count] ?? [],
    }),
  ),
);

const OWN_AND_BABYLON = Object.fromEntries(Object.entries(CROWDS).filter(([name]) => name !== THREE));
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

/** @typedef {import("../contenders/contender.mjs").Action} Action */

/** The features of Babylon.js that go beyond keys, and what three.js has of them. */
export const features = [
  feature("additive", "an additive layer", [{ animation: 0 }, { animation: 1, weight: 0.5, isAdditive: true }], CROWDS),
  feature("blending", "blending from the values before the start", [{ animation: 0, prepare: blendLong }], OWN_AND_BABYLON),
  feature("easing", "quadratic easing", [{ animation: 0, prepare: ease }], OWN_AND_BABYLON),
];

/** Blends in so many frames that it does not end. @type {NonNullable<Action["prepare"]>} */
function blendLong(animation) {
  animation.enableBlending = true;
  animation.blendingSpeed = 1e-5;
}

/** @type {NonNullable<Action["prepare"]>} */
function ease(animation) {
  animation.setEasingFunction(new QuadraticEase());
}

/** @param {string} name @param {string} title @param {Action[]} actions @param {typeof CROWDS} contenders */
function feature(name, title, actions, contenders) {
  return frames({
    name: `${name}-figure`,
    title: `${FIGURE.title} × 100, ${title}`,
    model: () => withCopies(figureOf(FIGURE), 2),
    count: 100,
    actions,
    crowds: contenders,
  });
}

/**
 * Copies the first animation of a model.
 * @param {import("../models.mjs").Model} model
 * @param {number} count
 */
function withCopies({ json, bin }, count) {
  const animations = Array.from({ length: count }, (_, i) => ({ ...json["animations"][0], name: `move ${i}` }));
  return { json: { ...json, animations }, bin };
}
