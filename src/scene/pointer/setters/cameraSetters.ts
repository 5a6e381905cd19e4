import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import type { Write } from "./setters.js";

/** `Camera.PERSPECTIVE_CAMERA` */
const PERSPECTIVE = 0;

const aspectRatios = new WeakMap<Camera, number>();

/**
 * Sets the aspect ratio (width / height) of a camera. Babylon always uses the ratio of the canvas, so the projection matrix is corrected
 * each time Babylon computes the matrix.
 */
export const setAspectRatio: Write = (object, value) => {
  const camera = object as Camera;
  const before = aspectRatios.get(camera);
  const ratio = value[0]!;
  aspectRatios.set(camera, ratio);
  if (before === undefined) {
    camera.onProjectionMatrixChangedObservable.add(correctAspectRatio, undefined, /* insertFirst */ true);
  }
  if (before !== ratio) {
    camera.getProjectionMatrix(/* force */ true);
  }
};

function correctAspectRatio(camera: Camera): void {
  if (camera.mode === PERSPECTIVE) {
    // if a number of the camera is NaN, Babylon computes the matrix on every access, and would call this function again
    camera.freezeProjectionMatrix();
    const matrix = camera.getProjectionMatrix();
    camera.unfreezeProjectionMatrix();
    matrix.setRowFromFloats(0, matrix.m[5]! / aspectRatios.get(camera)!, 0, 0, 0);
  }
}
