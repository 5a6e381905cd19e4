// Five instances of one container, each with its own clips: three walk and two run, each at its own
// speed. Click to pause the hero in the middle, and to let it go on.
const createScene = async function () {
  // a page may bring its own copies of the package and of the models
  const PACKAGE = globalThis.PACKAGE ?? "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/";
  const MODELS = globalThis.MODELS ?? "https://babylon-gltf-animation.github.io/babylon-gltf-animation/";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");
  const { RequireClip } = BABYLON.GLTFAnimation;

  const scene = new BABYLON.Scene(engine);
  const camera = new BABYLON.ArcRotateCamera("camera", 1.4, 1.3, 3.8, new BABYLON.Vector3(0, 0.6, 0), scene);
  camera.attachControl(canvas, true);
  new BABYLON.HemisphericLight("light", BABYLON.Vector3.Up(), scene);

  const container = await BABYLON.LoadAssetContainerAsync(MODELS + "hero.glb", scene);
  const clips = [-2, -1, 0, 1, 2].map((place) => {
    const instance = container.instantiateModelsToScene((name) => `${name} ${place}`);
    const isInFront = place % 2 === 0;
    instance.rootNodes[0].position.set(0.7 * place, 0, isInFront ? 0.6 : -0.6);
    const clip = RequireClip(instance, `${isInFront ? "walk" : "run"} ${place}`);
    clip.settings = { ...clip.settings, speed: 1 + place / 4 };
    clip.play();
    return clip;
  });
  const toggle = () => (clips[2].isPlaying ? clips[2].pause() : clips[2].play());
  const { POINTERTAP, POINTERDOUBLETAP } = BABYLON.PointerEventTypes;
  scene.onPointerObservable.add(toggle, POINTERTAP | POINTERDOUBLETAP);
  return scene;
};
