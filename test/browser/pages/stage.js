/** One engine, and one scene at a time in it, loaded from a file. */
const canvas = document.querySelector("canvas");
const engine = new BABYLON.Engine(canvas, false, { stencil: true, audioEngine: false });
// a picture is not taken before its shaders are there
engine.getCaps().parallelShaderCompile = undefined;
// the scene behind a material is drawn large, and four times as often for smooth edges
engine.getCaps().maxMSAASamples = 1;
// scenes after each other need the same shaders
BABYLON.Effect.PersistentMode = true;

let scene;

globalThis.stage = {
  animationGroups: [],
  clips: [],

  /** Loads a file, and shows it through its own camera, where it has one. */
  async load(url) {
    scene?.dispose();
    scene = new BABYLON.Scene(engine);
    scene.useConstantAnimationDeltaTime = true;
    scene.clearColor = new BABYLON.Color4(0.1, 0.15, 0.2, 1);
    const { animationGroups } = await BABYLON.ImportMeshAsync(url, scene, { pluginOptions: { gltf: { animationStartMode: 0 } } });
    if (scene.cameras.length === 0) {
      new BABYLON.ArcRotateCamera("camera", 1.2, 1.3, 5, new BABYLON.Vector3(0, 1, 0), scene);
      new BABYLON.HemisphericLight("light", BABYLON.Vector3.Up(), scene);
    }
    scene.activeCamera = scene.cameras[0];
    this.animationGroups = animationGroups;
    this.clips = GLTFAnimation.GetClips({ animationGroups });
    await this.render();
  },

  /** Shows the first animation at a time in seconds. */
  async show(seconds) {
    const [group] = this.animationGroups;
    if (!group.isStarted) {
      group.start(false);
      group.pause();
    }
    group.goToFrame(seconds * 60);
    await this.render();
  },

  /** Shows a clip at a time in seconds. */
  async seek(name, timestamp) {
    this.clips.find((clip) => clip.name === name).timestamp = timestamp;
    await this.render();
  },

  /** Draws once everything is ready: animated values may need another shader, and meshes may have to be sorted. */
  async render() {
    scene.render();
    await new Promise((resolve) => BABYLON.Tools.SetImmediate(resolve));
    await scene.whenReadyAsync();
    scene.render();
  },
};
