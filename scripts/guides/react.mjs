/** What the application of docs/react.md must do, once it is served: play under StrictMode, fade, and go on when its file changes. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packGlb, unpackGlb } from "../glb.mjs";

/** Leads the test to what the page draws: the same modules that the application imports. */
const PROBE = `export { Engine } from "@babylonjs/core/Engines/engine.js";
export { GetClips } from "babylon-gltf-animation";
`;

/** What the page draws: engines and roots of models, and the clips that play, with their total times. */
const LOOK = `import("/probe.ts").then(({ Engine, GetClips }) => {
  const scenes = Engine.Instances.flatMap(({ scenes }) => scenes);
  const playing = scenes.flatMap((scene) => GetClips(scene)).filter(({ isPlaying }) => isPlaying);
  return {
    scenes: scenes.length,
    roots: scenes.flatMap(({ rootNodes }) => rootNodes.map(({ name }) => name)).filter((name) => name === "__root__").length,
    meshes: scenes.flatMap(({ meshes }) => meshes.map(({ name }) => name)),
    playing: playing.map(({ name }) => name),
    time: playing[0]?.totalTime ?? 0,
  };
})`;

/**
 * @param {import("playwright-core").Page} page with the application
 * @param {string} folder of the project
 */
export async function tryReact(page, folder) {
  writeFileSync(join(folder, "probe.ts"), PROBE);
  /** @typedef {{ scenes: number, roots: number, meshes: string[], playing: string[], time: number }} Look */
  /** @param {(look: Look) => boolean} isMet @param {string} what @returns {Promise<Look>} the first that meets it */
  const until = async (isMet, what) => {
    let look;
    for (const end = Date.now() + 30_000; Date.now() < end;) {
      look = /** @type {Look} */ (await page.evaluate(LOOK));
      if (isMet(look)) {
        return look;
      }
    }
    return assert.fail(`${what}: ${JSON.stringify(look)}`);
  };
  const plays =
    (/** @type {string} */ name) =>
    (/** @type {Look} */ { playing }) =>
      playing.join() === name;

  const first = await until(plays("idle"), "must play idle");
  assert.deepEqual([first.scenes, first.roots], [1, 1], "StrictMode must leave one scene with one character");
  await page.getByRole("button", { name: "run" }).click();
  await until(plays("run"), "must play run, once idle has faded");
  const before = await until(({ time }) => time > 1, "run must go on");

  await page.evaluate("window.isSame = true");
  const { json, bin } = unpackGlb(readFileSync(join(folder, "hero.glb")));
  json["meshes"][0].name = json["nodes"].find((/** @type {{ mesh?: number }} */ { mesh }) => mesh === 0).name = "changed";
  writeFileSync(join(folder, "hero.glb"), packGlb(json, bin));
  const after = await until(({ meshes }) => meshes.includes("changed"), "must show the file that has changed");
  assert.deepEqual([after.scenes, after.roots, after.playing], [1, 1, ["run"]], "the character must have been exchanged");
  assert(after.time >= before.time, `run must go on from ${before.time} s (got ${after.time})`);
  assert.equal(await page.evaluate("window.isSame"), true, "the page must not have been loaded again");
}
