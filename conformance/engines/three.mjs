/** three.js: what its GLTFLoader and AnimationMixer show. */
import { AnimationMixer } from "three";
// @ts-expect-error three.js has no types
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

/** @type {import("./cases.mjs").Adapter} */
export const three = {
  name: "three",
  async play({ bytes, times, nodes }) {
    const { scene, animations, parser } = await new GLTFLoader().parseAsync(bytes.slice().buffer, "");
    const objects = await Promise.all(nodes.map((_, index) => parser.getDependency("node", index)));
    const mixer = new AnimationMixer(scene);
    mixer.clipAction(animations[0]).play();
    return times.map((time) => {
      mixer.setTime(time);
      return objects.map((/** @type {any} */ { position, quaternion, scale, morphTargetInfluences }) => ({
        translation: position.toArray(),
        rotation: quaternion.toArray(),
        scale: scale.toArray(),
        weights: [...(morphTargetInfluences ?? [])],
      }));
    });
  },
};
