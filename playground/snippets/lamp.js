// Look at the lamp: its material, the light that it gives, and the opening angle of the camera are animated by JSON pointers.
// Right: it swells from a dull red to a warm white in two seconds, lights up the wall, moves away by a wider angle, and all goes back.
// In the Babylon Playground, PACKAGE is "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/".
const createScene = async function () {
  const PACKAGE = "../../";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");

  const scene = new BABYLON.Scene(engine);
  scene.clearColor = new BABYLON.Color4(0, 0, 0, 1);
  await BABYLON.ImportMeshAsync(PACKAGE + "playground/models/snippets-lamp.glb", scene);
  // the file's own: no other would be animated
  scene.activeCamera = scene.getCameraByName("lens") ?? scene.cameras[0];
  return scene;
};
