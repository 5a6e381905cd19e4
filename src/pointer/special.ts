import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { CubeTexture } from "@babylonjs/core/Materials/Textures/cubeTexture.js";
import "@babylonjs/core/Materials/Textures/baseTexture.polynomial.js"; // `sphericalPolynomial`
import { SphericalHarmonics, SphericalPolynomial } from "@babylonjs/core/Maths/sphericalPolynomial.js";
import { Matrix, Quaternion, TmpVectors } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Node } from "@babylonjs/core/node.js";
import { environmentOf, isMadeFor } from "../host/gltfObjects.js";
import { toNumber, toParts, type Write } from "./landing.js";
import type { PointerLanding } from "./row.js";

/** `Material.MATERIAL_OPAQUE` */
const OPAQUE = 0;
/** `Material.MATERIAL_ALPHATEST` */
const ALPHA_TEST = 1;
/** `Camera.PERSPECTIVE_CAMERA` */
const PERSPECTIVE = 0;

/** KHR_materials_pbrSpecularGlossiness takes the place of all of pbrMetallicRoughness. */
export function isMetallic(material: object): boolean {
  return (material as PBRMaterial).metallic !== null;
}

export function whereMetallic(write: Write): Write {
  return (material, value) => {
    if (isMetallic(material)) {
      write(material, value);
    }
  };
}

/** The alpha of a colour. Opaque materials have none, whatever the asset states. */
export const setAlpha: Write = (material, value) => {
  const { transparencyMode } = material as Material;
  if (transparencyMode !== OPAQUE) {
    (material as Material).alpha = value[3]!;
  }
};

const toAlphaCutOff = toNumber("alphaCutOff");

/** Only masked materials have one; the shader has its number in it, so that it is made anew for each value. */
export const setAlphaCutOff: Write = (material, value) => {
  if ((material as Material).transparencyMode === ALPHA_TEST) {
    toAlphaCutOff(material, value);
  }
};

const aspectRatios = new WeakMap<Camera, number>();

/**
 * The ratio of width to height that a camera renders with. Babylon always takes that of the canvas, so that the matrix is corrected
 * each time it was computed.
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
    // where a number of the camera is NaN, Babylon would compute the matrix each time it is asked for it, and call this again
    camera.freezeProjectionMatrix();
    const matrix = camera.getProjectionMatrix();
    camera.unfreezeProjectionMatrix();
    matrix.setRowFromFloats(0, matrix.m[5]! / aspectRatios.get(camera)!, 0, 0, 0);
  }
}

/**
 * Whether a node, or a mesh that it is drawn with, is seen. As the loader does: nodes are hidden with those above them, and the meshes
 * of a node that has several only while it is hidden itself.
 */
export const setVisible: PointerLanding["write"] = (object, value, index) => {
  const node = object as Node;
  const isVisible = value[0] !== 0;
  node.isVisible = isVisible;
  node.inheritVisibility = !isVisible || index === 0;
};

const toScaling = toParts("scaling");

/** The scale of a node; where it has a camera in a left-handed scene, Babylon takes back the mirroring of the asset with it. */
export const setScale: Write = (node, value) => {
  toScaling(node, value);
  mirrorCamera(node as TransformNode);
};

/** The 16 elements of a matrix, column by column, taken apart. */
export const setMatrix: Write = (object, value) => {
  const node = object as TransformNode;
  const matrix = TmpVectors.Matrix[0];
  Matrix.FromArrayToRef(value, 0, matrix);
  node.rotationQuaternion ??= new Quaternion();
  matrix.decompose(node.scaling, node.rotationQuaternion, node.position);
  mirrorCamera(node);
};

function mirrorCamera(node: TransformNode): void {
  const isOfAsset = (child: Node): boolean => isMadeFor(child, "/cameras");
  if (!node.getScene().useRightHandedSystem && node.getChildren(isOfAsset).length > 0) {
    node.scaling.x = -1;
  }
}

/** The weights of morph targets. */
export const setWeights: Write = (mesh, value) => {
  const targets = (mesh as Mesh).morphTargetManager;
  for (let i = 0; targets && i < Math.min(targets.numTargets, value.length); i++) {
    targets.getTarget(i).influence = value[i]!;
  }
};

/** The entry of EXT_lights_image_based in the asset. */
interface ImageBasedLight {
  readonly intensity?: number;
  readonly irradianceCoefficients?: readonly (readonly number[])[];
}

/** The rotation of an environment: Babylon turns it the other way round in left-handed scenes. */
export const setEnvironmentRotation: Write = (light, value) => {
  const texture = environmentOf<CubeTexture>(light);
  if (texture) {
    const rotation = TmpVectors.Quaternion[0];
    rotation.set(value[0]!, value[1]!, value[2]!, value[3]!);
    if (!texture.getScene()?.useRightHandedSystem) {
      rotation.conjugateInPlace();
    }
    Matrix.FromQuaternionToRef(rotation, texture.getReflectionTextureMatrix());
  }
};

/**
 * The intensity of an environment, of what is mirrored and of what is diffused. Where the asset does not state it, Babylon's loader
 * computes NaN for the latter, so that it is not looked at whether the value differs.
 */
export const setEnvironmentIntensity: Write = (light, value) => {
  const texture = environmentOf<CubeTexture>(light);
  const intensity = value[0]!;
  if (texture && (texture.level !== intensity || (light as ImageBasedLight).intensity === undefined)) {
    texture.level = intensity;
    const harmonics = SphericalHarmonics.FromArray((light as ImageBasedLight).irradianceCoefficients as number[][]);
    harmonics.scaleInPlace(intensity);
    harmonics.convertIrradianceToLambertianRadiance();
    texture.sphericalPolynomial = SphericalPolynomial.FromHarmonics(harmonics);
  }
};
