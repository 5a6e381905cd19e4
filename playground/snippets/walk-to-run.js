// Look at the figure: a click fades from walking to running within a second, the next one back.
// Right: the stride becomes longer and faster gradually. No limb jumps, even if you click during a
// fade.
const createScene = async function () {
  // a page may bring its own copy of the package
  const PACKAGE = globalThis.PACKAGE ?? "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");
  const { CrossFade, GetClips } = BABYLON.GLTFAnimation;

  const scene = new BABYLON.Scene(engine);
  const camera = new BABYLON.ArcRotateCamera("camera", 0.5, 1.3, 4.5, new BABYLON.Vector3(0, 0.9, 0), scene);
  camera.attachControl(canvas, true);
  new BABYLON.HemisphericLight("light", BABYLON.Vector3.Up(), scene);

  const result = await BABYLON.ImportMeshAsync(PACKAGE + "playground/models/snippets-walker.glb", scene);
  let [from, to] = GetClips(result);
  const { POINTERTAP, POINTERDOUBLETAP } = BABYLON.PointerEventTypes;
  scene.onPointerObservable.add(() => {
    CrossFade(from, to, 1);
    [from, to] = [to, from];
  }, POINTERTAP | POINTERDOUBLETAP);
  return scene;
};
