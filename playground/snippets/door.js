// A door that opens and closes without end: its file has a controller (KHR_animation_controller)
// with "reverse", which plays one animation there and back.
const createScene = async function () {
  // a page may bring its own copy of the package
  const PACKAGE = globalThis.PACKAGE ?? "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");

  const scene = new BABYLON.Scene(engine);
  const camera = new BABYLON.ArcRotateCamera("camera", 1, 1.3, 5, new BABYLON.Vector3(0, 1.1, 0), scene);
  camera.attachControl(canvas, true);
  new BABYLON.HemisphericLight("light", BABYLON.Vector3.Up(), scene);

  await BABYLON.ImportMeshAsync(PACKAGE + "playground/models/door.glb", scene);
  return scene;
};
