/** Characters of which most are not seen, beside a scene that has only the seen ones. */
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import "@babylonjs/core/Materials/standardMaterial.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { createScene, disposeScene, loadContainer, own, secondsOf, step } from "../contenders/babylon.mjs";
import { OURS, phaseOf } from "../contenders/contender.mjs";
import { toGlb } from "../models.mjs";
import { CHARACTERS, figureOf } from "./crowd.mjs";
import { noSlowerThan, timed } from "./scenario.mjs";

const ALL = 1000;
const SEEN = 50;
const ALONE = `ours, ${SEEN} characters only`;

/** @typedef {(scene: import("@babylonjs/core/scene.js").Scene) => void} Run */

const robot = /** @type {(typeof CHARACTERS)[number]} */ (CHARACTERS.find(({ name }) => name === "robot"));

export const updates = [
  scenario("seen", "animation step", [noSlowerThan(ALONE, 1.1)], step),
  scenario("seen-and-found", "whole frame, with who is seen", [], (scene) => scene.render()),
];

/** @param {string} name @param {string} title @param {import("./scenario.mjs").Budget[]} budgets @param {Run} run */
function scenario(name, title, budgets, run) {
  return timed({
    name: `${name}-robot`,
    title: `${robot.title} × ${ALL}, of which a camera sees ${SEEN}: ${title}`,
    file: robot.file,
    budgets,
    async create() {
      const glb = toGlb(figureOf(robot));
      return { contenders: [await createRobots(OURS, glb, ALL, run), await createRobots(ALONE, glb, SEEN, run)] };
    },
  });
}

/** The first robots are before the camera, the others behind it. @param {string} name @param {Uint8Array} glb @param {number} count @param {Run} run */
async function createRobots(name, glb, count, run) {
  const scene = createScene();
  new FreeCamera("camera", new Vector3(0, 0, -50), scene);
  const container = await loadContainer(scene, glb);
  const [group] = container.animationGroups;
  if (!group) {
    throw new Error("the robot has no animations");
  }
  const clip = own.CreateClip(group.name, group, { end: secondsOf(group, group.to) });
  container.animationGroups = [clip];
  step(scene); // the scene's time begins with its first step
  if (count > SEEN) {
    own.SetUpdateRate(scene, "visible");
  }
  for (let i = 0; i < count; i++) {
    const { rootNodes, animationGroups } = container.instantiateModelsToScene((each) => each);
    const root = /** @type {import("@babylonjs/core/Meshes/transformNode.js").TransformNode} */ (rootNodes[0]);
    root.position.z = i < SEEN ? 0 : -1000;
    CreateBox("box", {}, scene).parent = root; // the model has no meshes
    animationGroups[0]?.start();
    animationGroups[0]?.goToFrame(group.to * phaseOf(i));
  }
  for (let frame = 0; frame < 3; frame++) {
    scene.render();
  }
  return { name, run: () => run(scene), dispose: () => disposeScene(scene) };
}
