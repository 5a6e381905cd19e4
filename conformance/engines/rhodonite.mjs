/** Rhodonite, in a page: what its AnimationComponents show. */
import Rn from "rhodonite";

/** @type {Promise<unknown> | null} */
let isReady = null;

/** @type {import("./cases.mjs").Adapter} */
export const rhodonite = {
  name: "rhodonite",
  async play({ bytes, times, nodes }) {
    isReady ??= Rn.System.init({ approach: Rn.ProcessApproach.DataTexture, canvas: document.createElement("canvas") });
    await isReady;
    const files = { "model.glb": bytes.slice().buffer };
    const result = await Rn.GltfImporter.importFromArrayBuffers(files, { files });
    const expression = result.unwrapForce();
    const [root] = expression.renderPasses[0].entities;
    const byName = root.getTagValue("rnEntitiesByNames");
    Rn.System.process([expression]); // which also draws: afterwards, only the animations take their step
    const animations = nodes.flatMap((name) => byName.get(name).tryToGetAnimation() ?? []);
    return times.map((time) => {
      Rn.AnimationComponent.globalTime = time;
      animations.forEach((component) => component.$logic());
      return nodes.map((name) => {
        const entity = byName.get(name);
        const { localPosition, localRotation, localScale } = entity.getTransform();
        return {
          translation: [...localPosition._v],
          rotation: [...localRotation._v],
          scale: [...localScale._v],
          weights: [...(entity.tryToGetBlendShape()?.weights ?? [])],
        };
      });
    });
  },
};
