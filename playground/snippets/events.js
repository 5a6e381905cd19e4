// The repeat and finish events of two clips, with the seconds since the start: three rounds of the
// walk, one jump, and so on. While the page is hidden, no event is lost.
const createScene = async function () {
  // a page may bring its own copies of the package and of the models
  const PACKAGE = globalThis.PACKAGE ?? "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/";
  const MODELS = globalThis.MODELS ?? "https://babylon-gltf-animation.github.io/babylon-gltf-animation/";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");
  const { RequireClip } = BABYLON.GLTFAnimation;

  const scene = new BABYLON.Scene(engine);
  const camera = new BABYLON.ArcRotateCamera("camera", 1.2, 1.4, 2.5, new BABYLON.Vector3(0.4, 0.7, 0), scene);
  camera.attachControl(canvas, true);
  new BABYLON.HemisphericLight("light", BABYLON.Vector3.Up(), scene);

  const text = document.createElement("pre");
  text.style.cssText = "position: absolute; left: 1em; top: 0; font: 16px sans-serif; color: white";
  canvas.parentElement.append(text);
  scene.onDisposeObservable.add(() => text.remove());
  const lines = [];
  let seconds = 0;
  scene.onAfterAnimationsObservable.add(() => (seconds += engine.getDeltaTime() / 1000));
  const log = (line) => {
    lines.push(`${seconds.toFixed(1)} s  ${line}`);
    text.textContent = lines.slice(-12).join("\n");
  };

  const gltf = { animationStartMode: BABYLON.GLTFLoaderAnimationStartMode.NONE };
  const result = await BABYLON.ImportMeshAsync(MODELS + "hero.glb", scene, { pluginOptions: { gltf } });
  const [walk, jump] = [RequireClip(result, "walk"), RequireClip(result, "jump")];
  walk.settings = { ...walk.settings, repetitions: 3 };

  walk.onRepeatObservable.add(({ completedRepetitions }) => log(`walk: repetition ${completedRepetitions}`));
  walk.onFinishObservable.add(() => {
    log("walk: finished");
    jump.play();
  });
  jump.onFinishObservable.add(() => {
    log("jump: finished");
    walk.play();
  });
  walk.play();
  return scene;
};
