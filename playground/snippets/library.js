// Twenty heroes without clips of their own: one library has the moves of all, and their keys once.
// Click to let them run, and again to let them walk, each at its own phase.
const createScene = async function () {
  // a page may bring its own copies of the package and of the models
  const PACKAGE = globalThis.PACKAGE ?? "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/";
  const MODELS = globalThis.MODELS ?? "https://babylon-gltf-animation.github.io/babylon-gltf-animation/";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");
  const { CrossFade, LoadClipLibraryAsync } = BABYLON.GLTFAnimation;

  const scene = new BABYLON.Scene(engine);
  const camera = new BABYLON.ArcRotateCamera("camera", 1.4, 1.2, 6, new BABYLON.Vector3(0, 0.5, 0), scene);
  camera.attachControl(canvas, true);
  new BABYLON.HemisphericLight("light", BABYLON.Vector3.Up(), scene);

  const FILE = MODELS + "hero-far.glb";
  const container = await BABYLON.LoadAssetContainerAsync(FILE, scene);
  container.animationGroups.slice().forEach((group) => group.dispose());
  const moves = await LoadClipLibraryAsync(FILE, scene);
  const heroes = Array.from({ length: 20 }, (_, i) => {
    const instance = container.instantiateModelsToScene();
    instance.rootNodes[0].position.set((i % 5) - 2, 0, Math.floor(i / 5) - 1.5);
    const [walk, run] = moves.addTo(instance, { clips: ["walk", "run"] });
    walk.settings = { ...walk.settings, offset: (walk.duration * i * 0.618) % walk.duration };
    walk.play();
    return [walk, run];
  });
  const change = () => {
    for (const hero of heroes) {
      CrossFade(hero[0], hero[1], 0.5, { keepStep: true });
      hero.reverse();
    }
  };
  const { POINTERTAP, POINTERDOUBLETAP } = BABYLON.PointerEventTypes;
  scene.onPointerObservable.add(change, POINTERTAP | POINTERDOUBLETAP);
  return scene;
};
