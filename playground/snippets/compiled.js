// 200 heroes of an application that uses Babylon's animation groups. Click to switch between
// compiled and plain groups: every step goes on, and the milliseconds above change.
const createScene = async function () {
  // a page may bring its own copies of the package and of the models
  const PACKAGE = globalThis.PACKAGE ?? "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/";
  const MODELS = globalThis.MODELS ?? "https://babylon-gltf-animation.github.io/babylon-gltf-animation/";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");
  const [COUNT, ROW, FRAMES] = [200, 20, 30];

  const scene = new BABYLON.Scene(engine);
  const camera = new BABYLON.ArcRotateCamera("camera", 1.2, 1.1, 18, BABYLON.Vector3.Zero(), scene);
  camera.attachControl(canvas, true);
  new BABYLON.HemisphericLight("light", BABYLON.Vector3.Up(), scene);

  const text = document.createElement("div");
  text.style.cssText = "position: absolute; left: 1em; top: 1em; font: 16px sans-serif; color: white";
  text.textContent = "measuring ...";
  canvas.parentElement.append(text);
  scene.onDisposeObservable.add(() => text.remove());

  // RegisterCompiledGroups() decides for all files; here, the option decides for one
  const load = async (enabled) => {
    const container = await BABYLON.LoadAssetContainerAsync(MODELS + "hero-far.glb", scene, {
      pluginOptions: { gltf: { extensionOptions: { compiledGroups: { enabled } } } },
    });
    return Array.from({ length: COUNT }, (_, i) => {
      const { rootNodes, animationGroups } = container.instantiateModelsToScene((name) => `${name} ${i}`);
      rootNodes[0].position.set((i % ROW) - ROW / 2, 0, Math.floor(i / ROW) - COUNT / ROW / 2);
      rootNodes[0].setEnabled(false);
      return { root: rootNodes[0], group: animationGroups.find(({ name }) => name.startsWith("walk")) };
    });
  };
  const [plain, compiled] = [await load(false), await load(true)];

  const show = (crowd, frames) =>
    crowd.forEach(({ root, group }, i) => {
      root.setEnabled(true);
      group.start(true);
      group.goToFrame(frames[i]);
    });
  const hide = (crowd) =>
    crowd.map(({ root, group }) => {
      const frame = group.getCurrentFrame();
      group.stop();
      root.setEnabled(false);
      return frame;
    });
  let isCompiled = true;
  show(
    compiled,
    compiled.map(({ group }, i) => ((i * 0.618) % 1) * group.to),
  );
  const { POINTERTAP, POINTERDOUBLETAP } = BABYLON.PointerEventTypes;
  scene.onPointerObservable.add(() => {
    const [from, to] = isCompiled ? [compiled, plain] : [plain, compiled];
    show(to, hide(from));
    isCompiled = !isCompiled;
  }, POINTERTAP | POINTERDOUBLETAP);

  let [begun, spent, frames] = [0, 0, 0];
  scene.onBeforeAnimationsObservable.add(() => (begun = performance.now()), undefined, true);
  scene.onAfterAnimationsObservable.add(() => {
    spent += performance.now() - begun;
    if (++frames === FRAMES) {
      text.textContent = `${isCompiled ? "compiled groups" : "Babylon.js"}: ${(spent / frames).toFixed(2)} ms per frame to animate ${COUNT}`;
      spent = frames = 0;
    }
  });
  return scene;
};
