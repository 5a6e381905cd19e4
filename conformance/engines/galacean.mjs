/** Galacean Engine, in a page: what its Animator shows. */
import { Animator, AssetType, SkinnedMeshRenderer, WebGLEngine } from "@galacean/engine";

/** @type {any} */
let engine = null;

/** @type {import("./cases.mjs").Adapter} */
export const galacean = {
  name: "galacean",
  async play({ bytes, animation = 0, times, nodes }) {
    engine ??= await WebGLEngine.create({ canvas: document.createElement("canvas") });
    const url = URL.createObjectURL(new Blob([bytes]));
    const resource = await engine.resourceManager.load({ type: AssetType.GLTF, url: `${url}#.glb` });
    const root = resource.instantiateSceneRoot();
    engine.sceneManager.activeScene.addRootEntity(root);
    const animator = root.getComponent(Animator);
    const clip = resource.animations[animation];
    let before = 0;
    // the engine's own clock stands still, and the frame in which an animation begins is over
    engine.time.timeScale = 0;
    animator.play(clip.name);
    engine.update();
    return times.map((time) => {
      animator.update(time - before);
      before = time;
      return nodes.map((name) => {
        const { transform } = root.findByName(name) ?? root;
        const { position, rotationQuaternion, scale } = transform;
        const weights = (root.findByName(name) ?? root).getComponent(SkinnedMeshRenderer)?.blendShapeWeights ?? [];
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
