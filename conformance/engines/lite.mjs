/** Babylon Lite, in a page: what the groups of its glTF loader show. */
import { createEngine, disposeEngine, goToFrame, loadGltf } from "@babylonjs/lite";

/** @type {import("./cases.mjs").Adapter} */
export const lite = {
  name: "lite",
  async play({ bytes, animation = 0, times, nodes }) {
    // after the engine before is disposed of, the browser may have no adapter for a moment
    while (!(await navigator.gpu.requestAdapter())) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const engine = await createEngine(document.createElement("canvas"));
    const { entities, animationGroups } = await loadGltf(engine, bytes.slice().buffer);
    /** @type {Map<string, any>} */
    const byName = new Map();
    const visit = (/** @type {any} */ node) => {
      byName.set(node.name, byName.get(node.name) ?? node);
      node.children?.forEach(visit);
    };
    entities.forEach(visit);
    const shown = times.map((time) => {
      goToFrame(animationGroups[animation], time * 60, engine);
      return nodes.map((name) => {
        const node = byName.get(name);
        const { position, rotationQuaternion, scaling } = node;
        const { weights = [] } = [node, ...node.children].find(({ morphTargets }) => morphTargets)?.morphTargets ?? {};
        return {
          translation: [position.x, position.y, position.z],
          rotation: [rotationQuaternion.x, rotationQuaternion.y, rotationQuaternion.z, rotationQuaternion.w],
          scale: [scaling.x, scaling.y, scaling.z],
          weights: [...weights],
        };
      });
    });
    disposeEngine(engine);
    return shown;
  },
};
