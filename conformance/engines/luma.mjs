/** luma.gl with loaders.gl, in a page: what the nodes of its scenegraphs show. */
import { parse } from "@loaders.gl/core";
import { GLTFLoader, postProcessGLTF } from "@loaders.gl/gltf";
import { luma as lumaGl } from "@luma.gl/core";
import { createScenegraphsFromGLTF } from "@luma.gl/gltf";
import { webgl2Adapter } from "@luma.gl/webgl";

/** @type {any} */
let device = null;

/** @type {import("./cases.mjs").Adapter} */
export const luma = {
  name: "luma",
  async play({ bytes, times, nodes }) {
    device ??= await lumaGl.createDevice({ adapters: [webgl2Adapter], createCanvasContext: { canvas: document.createElement("canvas") } });
    const gltf = postProcessGLTF(await parse(bytes.slice().buffer, GLTFLoader, { worker: false }));
    const { animator, gltfNodeIndexToNodeMap } = createScenegraphsFromGLTF(device, gltf);
    return times.map((time) => {
      animator.setTime(1000 * time);
      return nodes.map((_, index) => {
        const { position, rotation, scale, userData } = gltfNodeIndexToNodeMap.get(index);
        return { translation: [...position], rotation: [...rotation], scale: [...scale], weights: [...(userData.morphWeights ?? [])] };
      });
    });
  },
};
