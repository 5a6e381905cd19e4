// 500 heroes, each a Babylon instance at its own phase, with the time that their animation takes.
// Click to switch between clips and Babylon.js: the poses stay the same.
const createScene = async function () {
  // a page may bring its own copies of the package and of the models
  const PACKAGE = globalThis.PACKAGE ?? "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/";
  const MODELS = globalThis.MODELS ?? "https://babylon-gltf-animation.github.io/babylon-gltf-animation/";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");
  const { RequireClip } = BABYLON.GLTFAnimation;
  const [COUNT, ROW, FRAMES] = [500, 25, 30];

  const scene = new BABYLON.Scene(engine);
  const camera = new BABYLON.ArcRotateCamera("camera", 1.2, 1.1, 25, BABYLON.Vector3.Zero(), scene);
  camera.attachControl(canvas, true);
  new BABYLON.HemisphericLight("light", BABYLON.Vector3.Up(), scene);

  const text = document.createElement("div");
  text.style.cssText = "position: absolute; left: 1em; top: 1em; font: 16px sans-serif; color: white";
  canvas.parentElement.append(text);
  scene.onDisposeObservable.add(() => text.remove());

  const container = await BABYLON.LoadAssetContainerAsync(MODELS + "hero-far.glb", scene);
  const crowd = Array.from({ length: COUNT }, (_, i) => {
    const instance = container.instantiateModelsToScene((name) => `${name} ${i}`);
    instance.rootNodes[0].position.set((i % ROW) - ROW / 2, 0, Math.floor(i / ROW) - COUNT / ROW / 2);
    // Babylon's group of the walk, and the clip made of the same animation
    const group = instance.animationGroups.find(({ name }) => name.startsWith("walk"));
    const clip = RequireClip(instance, `walk ${i}`);
    return { group, clip, phase: ((i * 0.618) % 1) * clip.duration };
  });

  const byClips = () =>
    crowd.forEach(({ group, clip, phase }) => {
      clip.timestamp = group.isStarted ? group.getCurrentFrame() / 60 : phase;
      group.stop();
      clip.play();
    });
  const byBabylon = () =>
    crowd.forEach(({ group, clip }) => {
      clip.stop();
      group.start(true);
      group.goToFrame(clip.timestamp * 60);
    });
  byClips();
  let isOurs = true;
  const { POINTERTAP, POINTERDOUBLETAP } = BABYLON.PointerEventTypes;
  scene.onPointerObservable.add(() => {
    isOurs = !isOurs;
    (isOurs ? byClips : byBabylon)();
  }, POINTERTAP | POINTERDOUBLETAP);

  let [begun, spent, frames] = [0, 0, 0];
  scene.onBeforeAnimationsObservable.add(() => (begun = performance.now()), undefined, true);
  scene.onAfterAnimationsObservable.add(() => {
    spent += performance.now() - begun;
    if (++frames === FRAMES) {
      text.textContent = `${isOurs ? "clips" : "Babylon.js"}: ${(spent / frames).toFixed(2)} ms per frame to animate ${COUNT}`;
      spent = frames = 0;
    }
  });
  return scene;
};
