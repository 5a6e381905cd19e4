// One long animation, cut into three clips: the figure jumps, walks four steps, stands for two
// seconds, and jumps again. Each clip begins when the one before it ends.
const createScene = async function () {
  // a page may bring its own copy of the package
  const PACKAGE = globalThis.PACKAGE ?? "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");
  const { CreateClip } = BABYLON.GLTFAnimation;

  const scene = new BABYLON.Scene(engine);
  const camera = new BABYLON.ArcRotateCamera("camera", 1.2, 1.3, 5, new BABYLON.Vector3(0, 1, 0), scene);
  camera.attachControl(canvas, true);
  new BABYLON.HemisphericLight("light", BABYLON.Vector3.Up(), scene);

  // keeps the clips of the file from starting
  const gltf = { animationStartMode: BABYLON.GLTFLoaderAnimationStartMode.NONE };
  const result = await BABYLON.ImportMeshAsync(PACKAGE + "playground/models/figure.glb", scene, { pluginOptions: { gltf } });
  const timeline = result.animationGroups[0];

  const jump = CreateClip("jump", timeline, { start: 4, end: 5.5, repetitions: 1 });
  const walk = CreateClip("walk", timeline, { start: 2.5, end: 3.5, repetitions: 2 });
  const stand = CreateClip("stand", timeline, { start: 0, end: 2, repetitions: 1 });
  jump.onFinishObservable.add(() => walk.play());
  walk.onFinishObservable.add(() => stand.play());
  stand.onFinishObservable.add(() => jump.play());
  jump.play();
  return scene;
};
