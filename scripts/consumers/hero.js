/** The hand of a walking hero is where Babylon's group moves it, by a clip, a compiled group and a crowd. */
import "@babylonjs/loaders/glTF/index.js";
import assert from "node:assert/strict";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { ImportMeshAsync, LoadAssetContainerAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import { GetClip, RegisterCompiledGroups } from "babylon-gltf-animation";
import { CreateClipCrowd } from "babylon-gltf-animation/crowd";
import { FILES } from "./files.js";

const NODE = "left hand";
const FILE = { pluginExtension: ".glb" };
/** The distance in m between the baked rows of a crowd and the poses between them. */
const BAKED = 0.002;

function createScene() {
  const scene = new Scene(new NullEngine());
  scene.useConstantAnimationDeltaTime = true;
  scene.useRightHandedSystem = true;
  new FreeCamera("camera", new Vector3(0, 1, -5), scene);
  return scene;
}

/** Where the hand is in the first frame, which shows the beginning, and after half a second. */
function watch(scene, position) {
  return [1, 31].map((frames) => {
    for (let frame = 0; frame < frames; frame++) {
      scene.render();
    }
    return position().clone();
  });
}

async function play(start) {
  const scene = createScene();
  const result = await ImportMeshAsync(FILES.hero, scene, FILE);
  result.animationGroups.forEach((group) => group.stop());
  start(result);
  const hand = scene.getTransformNodeByName(NODE);
  return watch(scene, () => hand.getAbsolutePosition());
}

const startGroup = ({ animationGroups }) => animationGroups.find(({ name }) => name === "walk").start(true);
const byGroup = await play(startGroup);
const byClip = await play((result) => GetClip(result, "walk").play());
RegisterCompiledGroups();
const byCompiledGroup = await play(startGroup);

const scene = createScene();
const crowd = CreateClipCrowd(await LoadAssetContainerAsync(FILES.hero, scene, FILE));
const index = crowd.add(Matrix.Identity());
crowd.play(index, "walk");
const byCrowd = watch(scene, () => crowd.getNodeMatrixToRef(index, NODE, new Matrix()).getTranslation());

assert(Vector3.Distance(...byGroup) > 0.3);
for (const [name, positions, tolerance] of [
  ["clip", byClip, 1e-6],
  ["compiled group", byCompiledGroup, 1e-6],
  ["crowd", byCrowd, BAKED],
]) {
  positions.forEach((position, i) =>
    assert(Vector3.Distance(position, byGroup[i]) <= tolerance, `${name}: ${position} (group: ${byGroup[i]})`),
  );
}
console.log("alike");
