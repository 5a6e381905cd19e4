/** CesiumJS, in a page: what the nodes of its models show. */
import { JulianDate, Model, Scene } from "cesium";

/** @type {any} */
let scene = null;
/** Of the files so far: CesiumJS keeps what it has loaded by address, also what it got as bytes. */
let count = 0;

/** @type {import("./cases.mjs").Adapter} */
export const cesium = {
  name: "cesium",
  async play({ bytes, animation = 0, times }) {
    Object.assign(globalThis, { CESIUM_BASE_URL: "https://localhost/" }); // for pictures that no model needs
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    scene ??= new Scene({ canvas, creditContainer: document.createElement("div"), orderIndependentTranslucency: false });
    scene.rethrowRenderErrors = true;
    const start = JulianDate.fromIso8601("2026-01-01T00:00:00Z");
    const render = (/** @type {number} */ seconds) => {
      const time = JulianDate.addSeconds(start, seconds, new JulianDate());
      scene.initializeFrame();
      scene.render(time);
    };
    const model = await Model.fromGltfAsync({ gltf: bytes, basePath: `model${count++}/`, incrementallyLoadTextures: false });
    scene.primitives.add(model);
    /** @type {any} */
    let failed = null;
    model.errorEvent.addEventListener((error) => (failed = error));
    while (!model.ready) {
      render(0);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (failed) {
        throw failed;
      }
    }
    model.activeAnimations.add({ index: animation, startTime: start, loop: 1 });
    const shown = times.map((time) => {
      render(time);
      return model.sceneGraph._runtimeNodes.map((/** @type {any} */ { translation, rotation, scale, morphWeights }) => ({
        // of nodes that have a matrix, and do not move, these are undefined
        translation: [translation?.x, translation?.y, translation?.z],
        rotation: [rotation?.x, rotation?.y, rotation?.z, rotation?.w],
        scale: [scale?.x, scale?.y, scale?.z],
        weights: [...(morphWeights ?? [])],
      }));
    });
    scene.primitives.remove(model);
    return shown;
  },
};
