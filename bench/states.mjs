/**
 * `node bench/states.mjs`, after a build: the size of what `SaveClipState` saves, and how long saving and restoring take, by the number of clips.
 * Prints Markdown. Each character has one node and 20 clips, of which one fades into another; times are medians of 500 runs after as many.
 */
import { cpus } from "node:os";
import { performance } from "node:perf_hooks";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Scene } from "@babylonjs/core/scene.js";

// the computed address makes TypeScript check against the sources, even if the package is not built
const BUILT = new URL("../dist/esm/index.js", import.meta.url).href;
const { CreateClip, CrossFade, RestoreClipState, SaveClipState } = /** @type {typeof import("../src/index.js")} */ (await import(BUILT));

const RUNS = 500;
const CLIPS_PER_CHARACTER = 20;

/** @param {number} count of clips; of each character, one fades into another */
function createScene(count) {
  const scene = new Scene(new NullEngine());
  new FreeCamera("camera", Vector3.Zero(), scene);
  for (let i = 0; i < count; i += CLIPS_PER_CHARACTER) {
    const node = new TransformNode(`node ${i}`, scene);
    const clips = Array.from({ length: Math.min(CLIPS_PER_CHARACTER, count - i) }, (_, k) => {
      const group = new AnimationGroup(`group ${i + k}`, scene);
      const animation = new Animation("x", "position.x", 60, Animation.ANIMATIONTYPE_FLOAT);
      animation.setKeys([
        { frame: 0, value: 0 },
        { frame: 60, value: 1 },
      ]);
      group.addTargetedAnimation(animation, node);
      return CreateClip(`clip ${i + k}`, group, { end: 1 });
    });
    const [first, second] = clips;
    first?.play();
    if (first && second) {
      CrossFade(first, second, 1);
    }
  }
  scene.render();
  return scene;
}

/** The median time of each of several functions in microseconds: they take turns. @param {(() => unknown)[]} functions */
function time(...functions) {
  const times = functions.map(() => new Float64Array(RUNS));
  for (let i = -RUNS; i < RUNS; i++) {
    functions.forEach((run, k) => {
      const start = performance.now();
      run();
      if (times[k] && i >= 0) {
        times[k][i] = 1000 * (performance.now() - start);
      }
    });
  }
  return times.map((each) => (each.sort()[RUNS / 2] ?? 0).toFixed(0));
}

Logger.LogLevels = Logger.WarningLogLevel | Logger.ErrorLogLevel;
console.log(`${cpus()[0]?.model}, Node ${process.versions.node}, Babylon.js ${AbstractEngine.Version}\n`);
console.log("| clips | playing | JSON, bytes | save, µs | save as JSON, µs | restore, µs |");
console.log("| ----- | ------- | ----------- | -------- | ---------------- | ----------- |");
for (const count of [1, 20, 700]) {
  const scene = createScene(count);
  const state = SaveClipState(scene);
  const playing = scene.animationGroups.filter(({ isPlaying }) => isPlaying).length;
  const times = time(
    () => SaveClipState(scene),
    () => JSON.stringify(SaveClipState(scene)),
    () => RestoreClipState(scene, state),
  );
  const cells = [count, playing, JSON.stringify(state).length, ...times];
  console.log(`| ${cells.join(" | ")} |`);
}
