/** Filament, in a page: the matrices that its Animator gives to nodes. It has no way to read the weights of morph targets. */
import { partsOfMatrix } from "./matrices.mjs";

/** @type {any} */
let engine = null;

/** @type {import("./cases.mjs").Adapter} */
export const filament = {
  name: "filament",
  async play({ bytes, animation = 0, times, nodes }) {
    if (!engine) {
      // as a script, because it is another object after init
      const script = Object.assign(document.createElement("script"), { src: "/filament.js" });
      await new Promise((resolve) => document.head.append(Object.assign(script, { onload: resolve })));
      await new Promise((resolve) => globalThis.Filament.init([], resolve));
      engine = globalThis.Filament.Engine.create(document.createElement("canvas"));
    }
    const loader = engine.createAssetLoader();
    const asset = loader.createAsset(bytes);
    await new Promise((resolve) => asset.loadResources(resolve, null, "", null));
    const animator = asset.getInstance().getAnimator();
    const transforms = engine.getTransformManager();
    return times.map((time) => {
      animator.applyAnimation(animation, time);
      return nodes.map((name) => {
        const instance = transforms.getInstance(asset.getFirstEntityByName(name));
        const parts = partsOfMatrix(transforms.getTransform(instance));
        instance.delete();
        return { ...parts, weights: [] };
      });
    });
  },
};
