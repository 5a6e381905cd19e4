/** Writes the demo models, `playground/models`, and the hero of the template. */
import { mkdirSync, writeFileSync } from "node:fs";
import { createDoor } from "./door.mjs";
import { createFace, createTalk } from "./face.mjs";
import { createFigure } from "./figure.mjs";
import { GAME_MOVES } from "./hero/gameMoves.mjs";
import { createHero } from "./hero.mjs";
import { createLamp } from "./lamp.mjs";
import { createLights } from "./lights.mjs";
import { createMaterials } from "./materials.mjs";
import { createWalker } from "./walker.mjs";

const FOLDER = new URL("../models/", import.meta.url);
const TEMPLATE = new URL("../../templates/third-person/public/", import.meta.url);

mkdirSync(FOLDER, { recursive: true });
for (const [name, create] of Object.entries({
  figure: createFigure,
  door: createDoor,
  hero: () => createHero(),
  "hero-far": () => createHero(3),
  materials: createMaterials,
  lights: createLights,
  face: createFace,
  talk: createTalk,
  "snippets-lamp": createLamp,
  "snippets-walker": createWalker,
})) {
  writeFileSync(new URL(`${name}.glb`, FOLDER), create());
}

mkdirSync(TEMPLATE, { recursive: true });
writeFileSync(new URL("hero.glb", TEMPLATE), createHero(1.5, GAME_MOVES, true));
