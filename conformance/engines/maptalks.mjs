/** The models of @maptalks/gltf-layer, in a page: what the GLTFPack of @maptalks/gl shows, which its markers update in each frame. */
import { createREGL, reshader } from "@maptalks/gl";

/** @type {any} */
let regl = null;

/** @type {import("./cases.mjs").Adapter} */
export const maptalks = {
  name: "maptalks",
  async play({ bytes, animation = 0, times, nodes }) {
    regl ??= createREGL({ canvas: document.createElement("canvas") });
    const model = await reshader.GLTFHelper.loadGLTF("", { buffer: bytes.slice().buffer, byteOffset: 0, byteLength: bytes.length });
    const pack = reshader.GLTFHelper.exportGLTFPack(model, regl);
    pack.getMeshesInfo();
    const name = model.animations[animation].name ?? animation;
    return times.map((time) => {
      pack.updateAnimation(1000 * time, true, 1, name, 0, {}, {});
      return nodes.map((_, index) => {
        const { trs, influencesList = [] } = model.nodes[index];
        const influences = new Map(influencesList);
        return {
          translation: [...trs.translation],
          rotation: [...trs.rotation],
          scale: [...trs.scale],
          weights: influencesList.map((_, target) => influences.get(target)),
        };
      });
    });
  },
};
