/** Hilo3d, in a page: what its Animation shows. */
import Hilo3d from "hilo3d";

/** @type {import("./cases.mjs").Adapter} */
export const hilo3d = {
  name: "hilo3d",
  async play({ bytes, times, nodes }) {
    const src = URL.createObjectURL(new Blob([bytes]));
    const { node: root, anim } = await new Hilo3d.GLTFLoader().load({ src, isMultiAnim: true });
    return times.map((time) => {
      anim.currentTime = time;
      anim.updateAnimStates();
      return nodes.map((name) => {
        const node = root.getChildByName(name);
        const { position, quaternion, scale } = node;
        const { geometry } = [node, ...node.children].find((each) => each.geometry?.isMorphGeometry) ?? {};
        return {
          translation: [position.x, position.y, position.z],
          rotation: [quaternion.x, quaternion.y, quaternion.z, quaternion.w],
          scale: [scale.x, scale.y, scale.z],
          weights: geometry ? weightsOf(geometry) : [],
        };
      });
    });
  },
};

/** In the order of the file: the engine has the largest first. @param {any} geometry */
function weightsOf({ weights, _originalMorphIndices: indices }) {
  return Array.from(weights, (weight, i) => (indices ? weights[indices.indexOf(i)] : weight));
}
