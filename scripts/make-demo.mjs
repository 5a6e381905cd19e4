/** Writes the models of the playground. */
import { mkdirSync, writeFileSync } from "node:fs";
import { createDoor } from "./demo/door.mjs";
import { createFigure } from "./demo/figure.mjs";
import { createHero } from "./demo/hero.mjs";
import { createLamp } from "./demo/lamp.mjs";
import { createLights } from "./demo/lights.mjs";
import { createMaterials } from "./demo/materials.mjs";
import { createWalker } from "./demo/walker.mjs";

const FOLDER = new URL("../playground/models/", import.meta.url);

mkdirSync(FOLDER, { recursive: true });
for (const [name, create] of Object.entries({
  figure: createFigure,
  door: createDoor,
  hero: () => createHero(),
  "hero-far": () => createHero(3),
  materials: createMaterials,
  lights: createLights,
  "snippets-lamp": createLamp,
  "snippets-walker": createWalker,
})) {
  writeFileSync(new URL(`${name}.glb`, FOLDER), create());
}
