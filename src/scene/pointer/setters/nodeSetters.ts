import { Matrix, Quaternion, TmpVectors } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import { isCameraFor } from "../../host/index.js";
import { type Setter, toWhole, type Write } from "./setters.js";

/**
 * Sets the visibility of a node, or of a mesh of the node. As in Babylon's loader, a hidden node hides its descendants; the meshes of a
 * node with several meshes are hidden only by the node, not by ancestors.
 */
export const setVisible: Setter["write"] = (object, value, index) => {
  const node = object as Node;
  const isVisible = value[0] !== 0;
  node.isVisible = isVisible;
  node.inheritVisibility = !isVisible || index === 0;
};

const toScaling = toWhole("scaling");

/** Sets the scale of a node. In left-handed scenes, Babylon's loader undoes the mirroring of the asset on nodes with a camera. */
export const setScale: Write = (node, value) => {
  toScaling(node, value);
  mirrorCamera(node as TransformNode);
};

/** Sets the transform of a node from the 16 elements of a matrix in column-major order. */
export const setMatrix: Write = (object, value) => {
  const node = object as TransformNode;
  const matrix = TmpVectors.Matrix[0];
  Matrix.FromArrayToRef(value, 0, matrix);
  node.rotationQuaternion ??= new Quaternion();
  matrix.decompose(node.scaling, node.rotationQuaternion, node.position);
  mirrorCamera(node);
};

const isCameraOfAsset = (child: Node): boolean => isCameraFor(child, "/cameras");

function mirrorCamera(node: TransformNode): void {
  if (!node.getScene().useRightHandedSystem && node.getChildren(isCameraOfAsset).length > 0) {
    node.scaling.x = -1;
  }
}

/** Sets the weights of the morph targets of a mesh. */
export const setWeights: Write = (mesh, value) => {
  const targets = (mesh as Mesh).morphTargetManager;
  for (let i = 0; targets && i < Math.min(targets.numTargets, value.length); i++) {
    targets.getTarget(i).influence = value[i]!;
  }
};
