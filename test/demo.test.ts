import { afterEach, expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { unpackGlb } from "../scripts/glb.mjs";
import "../src/index.js";
import { GetClips } from "../src/pure.js";
import { collectWarnings, createScene, disposeScenes, importAsset, render, START_ALL } from "./helpers/scene.js";

afterEach(disposeScenes);

it("the demo model has clips that play, and nothing to warn about", async () => {
  const scene = createScene();
  const asset = unpackGlb(readFileSync(new URL("../playground/models/figure.glb", import.meta.url)));
  const { result, warnings } = await collectWarnings(() => importAsset(asset, scene, { startMode: START_ALL }));
  expect(warnings).toEqual([]);
  expect(GetClips(result).map(({ name, isPlaying }) => [name, isPlaying])).toEqual(
    ["idle", "walk", "walk backwards", "jump", "door"].map((name) => [name, true]),
  );
  render(scene, 400); // 6.4 s: the jump lasts 1.5 s, and the door turns four times in 6 s
  expect(GetClips(result).map(({ finished }) => finished)).toEqual([false, false, false, true, true]);
});
