import type { CubeTexture } from "@babylonjs/core/Materials/Textures/cubeTexture.js";
import "@babylonjs/core/Materials/Textures/baseTexture.polynomial.js"; // `sphericalPolynomial`
import { SphericalHarmonics, SphericalPolynomial } from "@babylonjs/core/Maths/sphericalPolynomial.js";
import { Matrix, TmpVectors } from "@babylonjs/core/Maths/math.vector.js";
import { environmentOf } from "../../host/index.js";
import type { Write } from "./setters.js";

/** The entry of EXT_lights_image_based in the asset. */
interface ImageBasedLight {
  readonly intensity?: number;
  readonly irradianceCoefficients?: readonly (readonly number[])[];
}

/** Sets the rotation of an environment. In left-handed scenes, Babylon rotates environments the other way round. */
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
 * Sets the intensity of an environment, specular and diffuse. If the asset does not state the intensity, Babylon's loader computes NaN for
 * the diffuse part, so the intensity is written even if the level is unchanged.
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
