/** three.js: what its GLTFLoader and AnimationMixer show. */
import { AnimationMixer } from "three";
// @ts-expect-error three.js has no types
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

/** @type {import("./cases.mjs").Adapter} */
export const three = {
  name: "three",
  async play({ bytes, animation = 0, times, nodes }) {
    const { scene, animations, parser } = await new GLTFLoader().parseAsync(bytes.slice().buffer, "");
    const objects = await Promise.all(nodes.map((_, index) => parser.getDependency("node", index)));
    const mixer = new AnimationMixer(scene);
    mixer.clipAction(animations[animation]).play();
    return times.map((time) => {
      mixer.setTime(time);
      return objects.map((/** @type {any} */ object) => ({
        translation: object.position.toArray(),
        rotation: object.quaternion.toArray(),
        scale: object.scale.toArray(),
        weights: weightsOf(object),
      }));
    });
  },
};

/** @param {any} object a mesh, or a group of one for each primitive */
function weightsOf(object) {
  const meshes = [object, ...object.children];
  return [...(meshes.find(({ morphTargetInfluences }) => morphTargetInfluences)?.morphTargetInfluences ?? [])];
}
