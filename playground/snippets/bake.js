// The left figure plays a clip of the file. The right one is a copy of the file, in which the clip
// is baked into an ordinary animation, for programs without clips: Babylon.js plays it by itself.
const createScene = async function () {
  // a page may bring its own copy of the package
  const PACKAGE = globalThis.PACKAGE ?? "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");
  const { GetClips } = BABYLON.GLTFAnimation;
  // the tools know files, and neither Babylon.js nor scenes
  const { BakeClips, GltfFile } = await import(PACKAGE + "dist/esm/tools.js");

  const scene = new BABYLON.Scene(engine);
  const camera = new BABYLON.ArcRotateCamera("camera", 1.4, 1.2, 8.5, new BABYLON.Vector3(0, 0.8, 0), scene);
  camera.attachControl(canvas, true);
  new BABYLON.HemisphericLight("light", BABYLON.Vector3.Up(), scene);

  const response = await fetch(PACKAGE + "playground/models/figure.glb");
  const bytes = new Uint8Array(await response.arrayBuffer());
  const file = GltfFile.parse(bytes);
  BakeClips(file, { clips: ["walk backwards"] });
  const { "model.glb": baked } = file.toFiles();

  const gltf = { animationStartMode: BABYLON.GLTFLoaderAnimationStartMode.NONE };
  const options = { pluginExtension: ".glb", pluginOptions: { gltf } };
  const left = await BABYLON.ImportMeshAsync(bytes, scene, options);
  const right = await BABYLON.ImportMeshAsync(baked, scene, options);
  left.meshes[0].position.x = 2;
  right.meshes[0].position.x = -2;
  GetClips(left)
    .find(({ name }) => name === "walk backwards")
    .play();
  right.animationGroups.find(({ name }) => name === "walk backwards").start(true);
  return scene;
};
