/** Translation, rotation and scale of a matrix, for engines that have matrices only. */
import { Matrix4, Quaternion, Vector3 } from "three";

/** @param {ArrayLike<number>} elements 16, by columns */
export function partsOfMatrix(elements) {
  const [translation, rotation, scale] = [new Vector3(), new Quaternion(), new Vector3()];
  const matrix = new Matrix4().fromArray([...elements]);
  matrix.decompose(translation, rotation, scale);
  if (matrix.determinant() === 0) {
    scale.setFromMatrixScale(matrix); // decompose has 1 then
  }
  return { translation: translation.toArray(), rotation: rotation.toArray(), scale: scale.toArray() };
}
