// The figure moves as far as its legs carry it, so that its feet stay where they touch the lines of
// the ground. The path behind it is drawn. Click to fade from walking to running, and back.
const createScene = async function () {
  // a page may bring its own copy of the package
  const PACKAGE = globalThis.PACKAGE ?? "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.root-motion.js");
  const { CrossFade, GetClips } = BABYLON.GLTFAnimation;
  const { ClipRootMotionController, CreateRootMotionClipAsync } = BABYLON.GLTFRootMotion;
  const { Color3, TransformNode, Vector3 } = BABYLON;

  const scene = new BABYLON.Scene(engine);
  const camera = new BABYLON.ArcRotateCamera("camera", 0.5, 1.2, 5, new Vector3(0, 0.9, 0), scene);
  camera.attachControl(canvas, true);
  new BABYLON.HemisphericLight("light", Vector3.Up(), scene);
  const lines = Array.from({ length: 401 }, (_, i) => [new Vector3(-2, 0, (i - 200) / 2), new Vector3(2, 0, (i - 200) / 2)]);
  BABYLON.MeshBuilder.CreateLineSystem("lines", { lines }, scene).color = new Color3(0.5, 0.6, 0.7);

  const result = await BABYLON.ImportMeshAsync(PACKAGE + "playground/models/snippets-walker.glb", scene);
  // the file has no nodes where the feet touch the ground
  const contactNodes = ["left", "right"].map((side) => {
    const foot = new TransformNode(`${side} foot`, scene);
    foot.parent = scene.getTransformNodeByName(`${side} shin`);
    foot.position.y = -0.45;
    return foot;
  });
  const motions = await Promise.all(GetClips(result).map((clip) => CreateRootMotionClipAsync(clip, { contactNodes })));
  const [{ characterNode }] = motions;
  const controller = new ClipRootMotionController(characterNode, motions);
  let [from, to] = motions.map(({ animationGroup }) => animationGroup);
  from.play();

  const path = [characterNode.position.clone()];
  let drawn = null;
  controller.onRootMotionObservable.add(() => {
    if (Vector3.Distance(path[path.length - 1], characterNode.position) > 0.25) {
      path.push(characterNode.position.clone());
      drawn?.dispose();
      drawn = BABYLON.MeshBuilder.CreateLines("path", { points: path.slice(-400) }, scene);
      drawn.color = new Color3(0.9, 0.5, 0.1);
    }
    camera.target.set(characterNode.position.x, 0.9, characterNode.position.z);
  });
  const { POINTERTAP, POINTERDOUBLETAP } = BABYLON.PointerEventTypes;
  scene.onPointerObservable.add(() => {
    CrossFade(from, to, 1, { keepStep: true });
    [from, to] = [to, from];
  }, POINTERTAP | POINTERDOUBLETAP);
  return scene;
};
