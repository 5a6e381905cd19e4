// Look at the hero, which stands. W or the arrow up lets it walk, with Shift run; Space lets it jump,
// and E wave, also while it walks or jumps. On a touch screen: hold one finger to walk, two to run,
// tap to wave, tap twice to jump.
// Right: nothing that it does begins or ends with a jerk, and the feet stay in step at any speed.
const createScene = async function () {
  // a page may bring its own copy of the package
  const PACKAGE = globalThis.PACKAGE ?? "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/";
  const MODELS = globalThis.MODELS ?? "https://babylon-gltf-animation.github.io/babylon-gltf-animation/playground/models/";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.controller.js");
  const { CreateController } = BABYLON.GLTFController;
