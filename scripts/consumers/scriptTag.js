/* global BABYLON, document */
/** The same as `app.ts`, with the globals of script tags. */
import { FILES } from "./files.js";

/** Of 16 ms; the first one shows where a clip begins. */
const FRAMES = 101;

async function play(file, name) {
  const scene = new BABYLON.Scene(new BABYLON.NullEngine());
  scene.useConstantAnimationDeltaTime = true;
  scene.useRightHandedSystem = true;
  new BABYLON.FreeCamera("camera", new BABYLON.Vector3(0, 1, -5), scene);
  const result = await BABYLON.ImportMeshAsync(file, scene, { pluginExtension: ".glb" });
  result.animationGroups.forEach((group) => group.stop());
  BABYLON.GLTFAnimation.GetClip(result, name).play();
  for (let frame = 0; frame < FRAMES; frame++) {
    scene.render();
  }
  return scene;
}

async function run() {
  const ruler = (await play(FILES.settings, "all defaults")).getMeshByName("ruler");
  const material = (await play(FILES.pointers, "all")).materials[0];
  return `x ${ruler.position.x.toFixed(6)}, metallic ${material.metallic.toFixed(6)}, all imports: true`;
}

run().then(
  (text) => (document.title = text),
  (error) => (document.title = String(error)),
);
