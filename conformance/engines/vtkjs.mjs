/** vtk.js, in a page: the matrices that its AnimationMixer gives to nodes, and the weights that it gets from its animations. */
import vtkGLTFImporter from "@kitware/vtk.js/IO/Geometry/GLTFImporter.js";
import vtkRenderer from "@kitware/vtk.js/Rendering/Core/Renderer.js";
import { partsOfMatrix } from "./matrices.mjs";

/** @type {import("./cases.mjs").Adapter} */
export const vtkjs = {
  name: "vtkjs",
  async play({ bytes, animation = 0, times, nodes }) {
    const importer = vtkGLTFImporter.newInstance({ renderer: vtkRenderer.newInstance() });
    const isReady = new Promise((resolve) => importer.onReady(resolve));
    await importer.parseAsBinary(bytes.slice().buffer);
    await isReady;
    const mixer = importer.createAnimationMixer();
    const transforms = importer.getNodeTransforms();
    const weights = importer.getNodeAnimations()[animation];
    let before = 0;
    return times.map((time) => {
      mixer.tick(time - before);
      before = time;
      const updates = weights?.evaluate(time);
      return nodes.map((_, node) => {
        return {
          ...partsOfMatrix(transforms.get(`node-${node}`).localMatrix),
          weights: [...(updates?.get(node)?.weights ?? [])],
        };
      });
    });
  },
};
