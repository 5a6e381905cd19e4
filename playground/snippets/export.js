// The left figure plays clips that are made here, of one long animation. The right one is loaded
// from the file that they are exported to; the link saves it. Click to let both jump.
const createScene = async function () {
  // a page may bring its own copy of the package
  const PACKAGE = globalThis.PACKAGE ?? "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");
  const { CreateClip, GetClips } = BABYLON.GLTFAnimation;
  // the tools know files, and neither Babylon.js nor scenes
  const { GltfFile, WriteClips } = await import(PACKAGE + "dist/esm/tools.js");

  const scene = new BABYLON.Scene(engine);
  const camera = new BABYLON.ArcRotateCamera("camera", 1.4, 1.2, 8.5, new BABYLON.Vector3(0, 0.8, 0), scene);
  camera.attachControl(canvas, true);
  new BABYLON.HemisphericLight("light", BABYLON.Vector3.Up(), scene);

  const response = await fetch(PACKAGE + "playground/models/figure.glb");
  const bytes = new Uint8Array(await response.arrayBuffer());
  const gltf = { animationStartMode: BABYLON.GLTFLoaderAnimationStartMode.NONE };
  const options = { pluginExtension: ".glb", pluginOptions: { gltf } };
  const left = await BABYLON.ImportMeshAsync(bytes, scene, options);
  const timeline = left.animationGroups[0];
  const created = [
    CreateClip("walk", timeline, { start: 2.5, end: 3.5 }),
    CreateClip("jump", timeline, { start: 4, end: 5.5, repetitions: 1 }),
  ];

  const file = GltfFile.parse(bytes);
  // in a file, clips name their animations by index
  WriteClips(
    file.json,
    created.map(({ name, settings }) => ({ name, animations: [0], settings })),
  );
  const { "clips.glb": exported } = file.toFiles("clips.glb");
  const right = await BABYLON.ImportMeshAsync(exported, scene, options);
  left.meshes[0].position.x = 2;
  right.meshes[0].position.x = -2;

  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([exported]));
  link.download = link.textContent = "clips.glb";
  link.style.cssText = "position: absolute; left: 1em; top: 1em; font: 16px sans-serif; color: white";
  canvas.parentElement.append(link);
  scene.onDisposeObservable.add(() => {
    link.remove();
    URL.revokeObjectURL(link.href);
  });

  for (const [walk, jump] of [created, GetClips(right)]) {
    walk.play();
    jump.onFinishObservable.add(() => walk.play());
    const { POINTERTAP, POINTERDOUBLETAP } = BABYLON.PointerEventTypes;
    scene.onPointerObservable.add(() => {
      walk.stop();
      jump.stop().play();
    }, POINTERTAP | POINTERDOUBLETAP);
  }
  return scene;
};
