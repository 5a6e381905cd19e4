/** OGL, in a page: what its animations show. */
import { GLTFLoader, Renderer } from "ogl";

/** @type {any} */
let renderer = null;

/** @type {import("./cases.mjs").Adapter} */
export const ogl = {
  name: "ogl",
  async play({ bytes, animation = 0, times }) {
    renderer ??= new Renderer();
    const model = await GLTFLoader.parse(renderer.gl, GLTFLoader.unpackGLB(bytes.slice().buffer), "");
    const { animation: played } = model.animations[animation];
    return times.map((time) => {
      played.elapsed = time;
      played.update(1, true);
      return model.nodes.map((/** @type {any} */ { position, quaternion, scale }) => ({
        translation: [...position],
        rotation: [...quaternion],
        scale: [...scale],
        weights: [], // it has none
      }));
    });
  },
};
