// A character file with clips. Click to play the next one; its name is shown above. "walk", "run"
// and "turn" loop, "jump" and "wave" end in the pose in which the hero stands.
const createScene = async function () {
  // a page may bring its own copies of the package and of the models
  const PACKAGE = globalThis.PACKAGE ?? "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/";
  const MODELS = globalThis.MODELS ?? "https://babylon-gltf-animation.github.io/babylon-gltf-animation/";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");
  const { GetClips } = BABYLON.GLTFAnimation;

  const scene = new BABYLON.Scene(engine);
  const camera = new BABYLON.ArcRotateCamera("camera", 1.2, 1.4, 2.4, new BABYLON.Vector3(0, 0.68, 0), scene);
  camera.attachControl(canvas, true);
  new BABYLON.HemisphericLight("light", BABYLON.Vector3.Up(), scene);

  const text = document.createElement("div");
  text.style.cssText = "position: absolute; left: 1em; top: 1em; font: 16px sans-serif; color: white";
  canvas.parentElement.append(text);
  scene.onDisposeObservable.add(() => text.remove());

  // the loader starts the first clip
  const clips = GetClips(await BABYLON.ImportMeshAsync(MODELS + "hero.glb", scene));
  let current = 0;
  const show = () => (text.textContent = `${current + 1} of ${clips.length}: ${clips[current].name}`);
  show();
  const { POINTERTAP, POINTERDOUBLETAP } = BABYLON.PointerEventTypes;
  scene.onPointerObservable.add(() => {
    clips[current].stop();
    current = (current + 1) % clips.length;
    clips[current].play();
    show();
  }, POINTERTAP | POINTERDOUBLETAP);
  return scene;
};
