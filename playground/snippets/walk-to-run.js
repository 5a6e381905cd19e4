// Click to fade from walking to running within a second, and again to go back. The feet stay in
// step, and a click in the middle of a fade turns it around.
const createScene = async function () {
  // a page may bring its own copies of the package and of the models
  const PACKAGE = globalThis.PACKAGE ?? "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/";
  const MODELS = globalThis.MODELS ?? "https://babylon-gltf-animation.github.io/babylon-gltf-animation/";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");
  const { CrossFade, RequireClip } = BABYLON.GLTFAnimation;

  const scene = new BABYLON.Scene(engine);
  const camera = new BABYLON.ArcRotateCamera("camera", 0.5, 1.4, 2.4, new BABYLON.Vector3(0, 0.65, 0), scene);
  camera.attachControl(canvas, true);
  new BABYLON.HemisphericLight("light", BABYLON.Vector3.Up(), scene);

  const gltf = { animationStartMode: BABYLON.GLTFLoaderAnimationStartMode.NONE };
  const result = await BABYLON.ImportMeshAsync(MODELS + "hero.glb", scene, { pluginOptions: { gltf } });
  let [from, to] = [RequireClip(result, "walk"), RequireClip(result, "run")];
  from.play();
  const { POINTERTAP, POINTERDOUBLETAP } = BABYLON.PointerEventTypes;
  scene.onPointerObservable.add(() => {
    CrossFade(from, to, 1, { keepStep: true });
    [from, to] = [to, from];
  }, POINTERTAP | POINTERDOUBLETAP);
  return scene;
};
