/** ClayGL, in a page: what its clips show. */
import { loader } from "claygl";

/** @type {import("./cases.mjs").Adapter} */
export const claygl = {
  name: "claygl",
  play({ bytes, animation = 0, times }) {
    const { clips, nodes } = new loader.GLTF().parseBinary(bytes.slice().buffer);
    const shown = times.map((time) => {
      clips[animation].setTime(1000 * time);
      return nodes.map((/** @type {any} */ { position, rotation, scale }) => ({
        translation: [...position.array],
        rotation: [...rotation.array],
        scale: [...scale.array],
        weights: [], // it has none
      }));
    });
    return Promise.resolve(shown);
  },
};
