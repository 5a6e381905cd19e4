/** Pixi3D, in a page: what its animations show. */
import { Ticker } from "pixi.js";
import { glTFAsset, Model } from "pixi3d/pixi7";

/** @type {import("./cases.mjs").Adapter} */
export const pixi3d = {
  name: "pixi3d",
  async play({ bytes, animation = 0, times, nodes }) {
    const asset = await new Promise((resolve) => glTFAsset.fromBuffer(bytes.slice().buffer, resolve));
    const model = Model.from(asset);
    const played = model.animations[animation];
    const ticker = new Ticker();
    ticker.autoStart = false;
    played.play(ticker);
    return times.map((time) => {
      played.position = time;
      return nodes.map((name) => {
        const node = model.getChildByName(name, true);
        const { position, rotationQuaternion, scale } = node;
        const weights = node.children.find(({ targetWeights }) => targetWeights)?.targetWeights ?? [];
        return {
          translation: [position.x, position.y, position.z],
          rotation: [rotationQuaternion.x, rotationQuaternion.y, rotationQuaternion.z, rotationQuaternion.w],
          scale: [scale.x, scale.y, scale.z],
          weights: [...weights],
        };
      });
    });
  },
};
