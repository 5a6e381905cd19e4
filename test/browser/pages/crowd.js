/** A character of a crowd and an ordinary instance of the same file, in the same place and pose, one of them at a time. */
const canvas = document.querySelector("canvas");
const { Matrix, Quaternion, Vector3 } = BABYLON;

let engine, scene, container, crowd, ordinary, indices, shadows, depth, box;

/** The places of the characters. */
const PLACES = [
  Matrix.Compose(new Vector3(1.2, 1.2, 1.2), Quaternion.FromEulerAngles(0, 0.6, 0), new Vector3(0, 0, 0)),
  Matrix.Compose(new Vector3(1, 1, 1), Quaternion.FromEulerAngles(0, -1, 0.2), new Vector3(0.7, 0.1, -0.4)),
];

globalThis.stage = {
  async createEngine(isWebGpu) {
    if (isWebGpu) {
      engine = new BABYLON.WebGPUEngine(canvas, { antialias: false });
      await engine.initAsync();
    } else {
      engine = new BABYLON.Engine(canvas, false, { preserveDrawingBuffer: true, stencil: true, audioEngine: false });
      engine.getCaps().parallelShaderCompile = undefined;
    }
  },

  /** Whether there is WebGPU, and Babylon can draw a box with it: without a graphics card, it may lose its device at once. */
  async hasWebGpu() {
    if (!(await navigator.gpu?.requestAdapter().catch(() => null))) {
      return false;
    }
    await this.createEngine(true);
    let isLost = false;
    engine.onContextLostObservable.add(() => (isLost = true));
    scene = new BABYLON.Scene(engine);
    new BABYLON.FreeCamera("camera", new Vector3(0, 0, -5), scene);
    BABYLON.MeshBuilder.CreateBox("box", {}, scene);
    for (let frame = 0; frame < 10; frame++) {
      scene.render();
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return !isLost;
  },

  /** Loads a file, and makes a crowd and ordinary instances of it, all hidden. */
  async load(url, rightHanded, options = {}) {
    scene?.dispose();
    scene = new BABYLON.Scene(engine);
    scene.useRightHandedSystem = rightHanded;
    scene.useConstantAnimationDeltaTime = true;
    scene.clearColor = new BABYLON.Color4(0.1, 0.15, 0.2, 1);
    shadows = depth = box = null;
    container = await BABYLON.LoadAssetContainerAsync(url, scene, {
      pluginOptions: { gltf: { animationStartMode: 0 } },
    });
    crowd = BABYLON.GLTFCrowd.CreateClipCrowd(container, { halfFloat: false, ...options });
    const far = measure();
    const places = PLACES.map((place) => place.clone().setTranslation(place.getTranslation().scale(far)));
    indices = places.map((place) => crowd.add(place));
    ordinary = places.map((place) => {
      const entries = container.instantiateModelsToScene((name) => name);
      const root = new BABYLON.TransformNode("place", scene);
      root.rotationQuaternion = new Quaternion();
      place.decompose(root.scaling, root.rotationQuaternion, root.position);
      entries.rootNodes.forEach((node) => (node.parent = root));
      return { root, entries };
    });
    scene.lights.forEach((light) => light.setEnabled(false)); // those of the file come with ordinary instances only
    scene.render();
    const { centerWorld, extendSizeWorld } = crowd.meshes[0].getBoundingInfo().boundingBox;
    const size = extendSizeWorld.length();
    const camera = new BABYLON.ArcRotateCamera("camera", 1.2, 1.3, 2.6 * size, centerWorld.clone(), scene);
    camera.minZ = 0.01 * size;
    camera.maxZ = 20 * size;
    scene.activeCamera = camera;
    new BABYLON.HemisphericLight("light", Vector3.Up(), scene).intensity = 0.6;
    this.light = new BABYLON.DirectionalLight("sun", new Vector3(-0.4, -1, -0.3), scene);
    this.light.position = centerWorld.add(new Vector3(0.8, 2, 0.6).scale(size));
    this.size = size;
    this.center = centerWorld.clone();
    return crowd.clips.length;
  },

  /** What computes exact poses. */
  get kernels() {
    return crowd.kernels;
  },

  /** Adds characters far away, each of which has an exact pose. */
  addFar(count) {
    for (const index of crowd.addMany(count)) {
      crowd.setMatrix(index, Matrix.Translation(0, 0, -1e5));
      crowd.play(index, crowd.clips[0].group, { speed: 1e-9 });
    }
    scene.render();
  },

  /** Draws all in shadow maps and on a ground. */
  addShadows() {
    const ground = BABYLON.MeshBuilder.CreateGround("ground", { width: 4 * this.size, height: 4 * this.size }, scene);
    ground.position.set(this.center.x, this.center.y - 0.5 * this.size, this.center.z);
    ground.receiveShadows = true;
    shadows = new BABYLON.ShadowGenerator(512, this.light);
    shadows.usePercentageCloserFiltering = true;
    allMeshes().forEach((mesh) => shadows.addShadowCaster(mesh, false));
  },

  /** Shows the depth of everything. */
  showDepth() {
    depth = scene.enableDepthRenderer(scene.activeCamera, false);
    new BABYLON.PassPostProcess("pass", 1, scene.activeCamera).onApply = (effect) =>
      effect.setTexture("textureSampler", depth.getDepthMap());
  },

  /** Attaches a box to a node. */
  attach(node) {
    const options = { size: 0.15 * this.size };
    box = BABYLON.MeshBuilder.CreateBox("box", options, scene);
    box.position.set(0.1, 0.05, 0);
    box.rotation.set(0.3, 0.5, 0.1);
    box.material = new BABYLON.StandardMaterial("box", scene);
    crowd.attach(box, node);
    ordinary.forEach(({ root }) => {
      const copy = box.clone("copy");
      copy.parent = root.getDescendants(false).find(({ name }) => name === node);
    });
    box.setEnabled(false);
  },

  /** Shows a share of a clip, by the crowd or by ordinary instances. */
  async show(kind, clip, share, method = "exact") {
    const own = crowd.clips[clip];
    const timestamp = own.start + share * (own.end - own.start);
    indices.forEach((index) => {
      const settings = { start: own.start, end: own.end, offset: timestamp - own.start };
      crowd.play(index, own.group, { ...settings, speed: method === "exact" ? 1e-9 : 0 });
      crowd.setVisible(index, kind === "crowd");
    });
    ordinary.forEach(({ root, entries }) => {
      const group = entries.animationGroups[container.animationGroups.indexOf(own.group)];
      const posed = GLTFAnimation.CreateClip("pose", group);
      posed.timestamp = timestamp;
      posed.dispose();
      root.setEnabled(kind === "ordinary");
    });
    scene.render();
    await scene.whenReadyAsync();
    scene.render();
    scene.render();
  },

  /** The pixels of a WebGPU canvas. */
  async read() {
    const { width, height } = canvas;
    const pixels = await engine.readPixels(0, 0, width, height);
    return { width, height, pixels: Array.from(pixels) };
  },

  /** The characters that Babylon's GPUPicker finds at some points of the picture. */
  async gpuPick(points) {
    const picker = new BABYLON.GPUPicker();
    picker.setPickingList([...crowd.meshes]);
    engine.runRenderLoop(() => scene.render());
    const found = [];
    for (const [x, y] of points) {
      const info = await picker.pickAsync(x, y);
      found.push(info ? crowd.indexOf({ pickedMesh: info.mesh, thinInstanceIndex: info.thinInstanceIndex ?? -1 }) : -1);
    }
    engine.stopRenderLoop();
    picker.dispose();
    return found;
  },

  crowd: () => crowd,
  scene: () => scene,
  pick: (x, y) => crowd.pickWithRay(scene.createPickingRay(x, y, Matrix.Identity(), scene.activeCamera))?.index ?? -1,
};

globalThis.GLTFAnimation = BABYLON.GLTFAnimation;

function allMeshes() {
  return [...crowd.meshes, ...ordinary.flatMap(({ root }) => root.getChildMeshes(false))];
}

/** The size of the asset at rest. */
function measure() {
  const probe = crowd.add();
  scene.activeCamera ??= new BABYLON.FreeCamera("probe", Vector3.Zero(), scene);
  scene.render();
  const { extendSizeWorld } = crowd.meshes[0].getBoundingInfo().boundingBox;
  crowd.remove(probe);
  return extendSizeWorld.length();
}
