// JSON pointers animate the material of a lamp, its light, and the field of view of the camera. The
// lamp glows from dull red to warm white, while it lights up the wall and seems to move away.
const createScene = async function () {
  // a page may bring its own copy of the package
  const PACKAGE = globalThis.PACKAGE ?? "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");

  const scene = new BABYLON.Scene(engine);
  scene.clearColor = new BABYLON.Color4(0, 0, 0, 1);
  await BABYLON.ImportMeshAsync(PACKAGE + "playground/models/snippets-lamp.glb", scene);
  // the camera of the file, because the file animates it
  scene.activeCamera = scene.getCameraByName("lens") ?? scene.cameras[0];
  return scene;
};
