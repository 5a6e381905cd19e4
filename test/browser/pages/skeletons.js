/** Two instances of a file, whose skeletons follow or are Babylon's, in the same scene and frame. */
const canvas = document.querySelector("canvas");
const { Vector3 } = BABYLON;

const engine = new BABYLON.Engine(canvas, false, { preserveDrawingBuffer: true, stencil: true, audioEngine: false });
engine.getCaps().parallelShaderCompile = undefined;
let scene;

globalThis.stage = {
  /** Why Babylon computes skeletons, for each of the instances; null for those that follow. */
  reasons: [],

  /** The center and the size of what was drawn last. */
  view: null,

  /**
   * Loads a file, and draws a frame of it.
   * @param url the file
   * @param skeletons whether its skeletons follow
   * @param options `asUniforms`: no textures of matrices; `withShadows`; `rightHanded`; `frames`: how many are drawn; `animation`: the index;
   * `keepsView`: from where the last one was drawn
   */
  async draw(
    url,
    skeletons,
    { asUniforms = false, withShadows = false, rightHanded = false, frames = 40, animation = 0, keepsView = false } = {},
  ) {
    scene?.dispose();
    scene = new BABYLON.Scene(engine);
    scene.useRightHandedSystem = rightHanded;
    scene.useConstantAnimationDeltaTime = true;
    scene.clearColor = new BABYLON.Color4(0.1, 0.15, 0.2, 1);
    const extensionOptions = { compiledGroups: { enabled: true, groups: false, skeletons } };
    const container = await BABYLON.LoadAssetContainerAsync(url, scene, {
      pluginOptions: { gltf: { animationStartMode: 0, extensionOptions } },
    });
    const instances = [0, 1].map(() => container.instantiateModelsToScene((name) => name));
    scene.lights.forEach((light) => light.setEnabled(false)); // those of the file
    scene.skeletons.forEach((skeleton) => (skeleton.useTextureToStoreBoneMatrices = !asUniforms));
    scene.meshes.forEach((mesh) => mesh.computeWorldMatrix(true));
    const { min, max } = scene.getWorldExtends();
    this.view = keepsView ? this.view : [min.add(max).scale(0.5), max.subtract(min).length()];
    const [center, size] = this.view;
    const camera = new BABYLON.ArcRotateCamera("camera", 1.2, 1.3, 1.6 * size, center, scene);
    camera.minZ = 0.01 * size;
    camera.maxZ = 20 * size;
    scene.activeCamera = camera;
    new BABYLON.HemisphericLight("light", Vector3.Up(), scene).intensity = 0.6;
    instances.forEach(({ rootNodes, animationGroups }, i) => {
      const place = new BABYLON.TransformNode("place", scene);
      rootNodes.forEach((root) => (root.parent = place));
      place.position.x = (i - 0.5) * 0.4 * size;
      animationGroups[animation].start(true, 1 + 0.5 * i);
    });
    if (withShadows) {
      addShadows(center, size);
    }
    await scene.whenReadyAsync(); // Babylon animates nothing while textures load
    for (let frame = 0; frame < frames; frame++) {
      scene.render();
    }
    this.reasons = instances.flatMap((each) => each.skeletons.map(BABYLON.GLTFAnimation.ReasonNotToFollow));
  },
};

function addShadows(center, size) {
  const sun = new BABYLON.DirectionalLight("sun", new Vector3(-0.4, -1, -0.3), scene);
  sun.position = center.add(new Vector3(0.8, 2, 0.6).scale(size));
  const shadows = new BABYLON.ShadowGenerator(512, sun);
  scene.meshes.forEach((mesh) => shadows.addShadowCaster(mesh, false));
  const ground = BABYLON.MeshBuilder.CreateGround("ground", { width: 4 * size, height: 4 * size }, scene);
  ground.position.set(center.x, center.y - 0.4 * size, center.z);
  ground.receiveShadows = true;
}
