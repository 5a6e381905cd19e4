import { afterEach, expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { unpackGlb } from "../scripts/glb.mjs";
import "../src/index.js";
import { GetClips } from "../src/pure.js";
import { collectWarnings, createScene, disposeScenes, importAsset, render, START_ALL } from "./helpers/scene.js";

afterEach(disposeScenes);

/** The clips of each model, in order. */
const CLIPS: Readonly<Record<string, readonly string[]>> = {
  figure: ["idle", "walk", "walk backwards", "jump", "door"],
  door: ["swing", "open", "close", "knock"],
  hero: ["idle", "walk", "walk backwards", "run", "turn", "jump", "wave"],
  "hero-far": ["idle", "walk", "walk backwards", "run", "turn", "jump", "wave"],
  materials: [
    ...["everything", "base color", "roughness", "metalness", "emission"],
    ...["transmission", "iridescence", "texture offset", "alpha cutoff"],
  ],
  lights: ["show", "lamp", "spot cone", "spot turns", "zoom"],
  "snippets-lamp": ["swell"],
  "snippets-walker": ["walk", "run"],
};

function readModel(name: string): ReturnType<typeof unpackGlb> {
  return unpackGlb(readFileSync(new URL(`../playground/models/${name}.glb`, import.meta.url)));
}

it.each(Object.entries(CLIPS))("the model %s has clips, and loads without a warning", async (model, clips) => {
  const { result, warnings } = await collectWarnings(() => importAsset(readModel(model), createScene(), { startMode: START_ALL }));
  expect(warnings).toEqual([]);
  expect(GetClips(result).map(({ name, isPlaying }) => [name, isPlaying])).toEqual(clips.map((name) => [name, true]));
});

it("the clips of the demo model finish as they say", async () => {
  const scene = createScene();
  const result = await importAsset(readModel("figure"), scene, { startMode: START_ALL });
  render(scene, 400); // 6.4 s: the jump lasts 1.5 s, and the door turns four times in 6 s
  expect(GetClips(result).map(({ isFinished }) => isFinished)).toEqual([false, false, false, true, true]);
});
