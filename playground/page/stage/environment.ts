import { Constants } from "@babylonjs/core/Engines/constants.js";
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import { HDRFiltering } from "@babylonjs/core/Materials/Textures/Filtering/hdrFiltering.js";
import { RawCubeTexture } from "@babylonjs/core/Materials/Textures/rawCubeTexture.js";
import { CubeMapToSphericalPolynomialTools } from "@babylonjs/core/Misc/HighDynamicRange/cubemapToSphericalPolynomial.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Materials/Textures/baseTexture.polynomial.js";

const SIZE = 64;
/** Light from all around has no details. */
const DIFFUSE_SIZE = 16;

type Direction = readonly [x: number, y: number, z: number];

/** The light of each environment by direction. */
const RADIANCES = { studio: studioAt, daylight: daylightAt } as const;

export type EnvironmentName = keyof typeof RADIANCES;

/** Creates an environment texture. The pixels are computed, so that the page fetches no file. */
export async function createEnvironment(name: EnvironmentName, scene: Scene): Promise<BaseTexture> {
  const radiance = RADIANCES[name];
  const faces = {
    right: createFace(radiance, (u, v) => [1, -v, -u]),
    left: createFace(radiance, (u, v) => [-1, -v, u]),
    up: createFace(radiance, (u, v) => [u, 1, v]),
    down: createFace(radiance, (u, v) => [u, -1, -v]),
    front: createFace(radiance, (u, v) => [u, -v, 1]),
    back: createFace(radiance, (u, v) => [-u, -v, -1]),
  };
  const [format, type] = [Constants.TEXTUREFORMAT_RGBA, Constants.TEXTURETYPE_FLOAT];
  const sampling = Constants.TEXTURE_TRILINEAR_SAMPLINGMODE;
  const texture = new RawCubeTexture(scene, Object.values(faces), SIZE, format, type, true, false, sampling);
  texture.gammaSpace = false;
  // the 4096 samples by default take seconds without a graphics card; light this smooth looks the same with fewer
  await new HDRFiltering(scene.getEngine(), { quality: Constants.TEXTURE_FILTERING_QUALITY_HIGH }).prefilter(texture);
  // otherwise Babylon waits for the graphics card, to read the faces back
  texture.sphericalPolynomial = CubeMapToSphericalPolynomialTools.ConvertCubeMapToSphericalPolynomial(
    { ...faces, size: SIZE, format, type, gammaSpace: false },
    DIFFUSE_SIZE,
  );
  return texture;
}

/** @param toDirection gives the direction at u, v in -1..1 of the face */
function createFace(
  radiance: (x: number, y: number, z: number) => Direction,
  toDirection: (u: number, v: number) => Direction,
): Float32Array {
  const data = new Float32Array(SIZE * SIZE * 4);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const [x, y, z] = toDirection((((i % SIZE) + 0.5) / SIZE) * 2 - 1, ((Math.floor(i / SIZE) + 0.5) / SIZE) * 2 - 1);
    const length = Math.hypot(x, y, z);
    data.set([...radiance(x / length, y / length, z / length), 1], i * 4);
  }
  return data;
}

/** Walls that brighten upwards, a large softbox above, and softboxes at both sides. */
function studioAt(x: number, y: number, z: number): Direction {
  const wall = 0.35 + 0.45 * smooth(-0.5, 1, y);
  const above = 3 * smooth(0.75, 0.95, y);
  const key = 4.5 * softbox(x, y, z, [0.62, 0.42, 0.66], 0.86);
  const rim = 2.5 * softbox(x, y, z, [-0.85, 0.25, -0.45], 0.9);
  const light = above + key + rim;
  return [wall * 0.97 + light, wall + light * 0.98, wall * 1.04 + light * 0.95];
}

/** A blue sky that pales towards the horizon, the sun, and the ground that it lights. */
function daylightAt(x: number, y: number, z: number): Direction {
  const sun = 14 * softbox(x, y, z, [0.45, 0.72, 0.53], 0.93);
  const pale = 1 - smooth(0, 0.7, y);
  const sky = [0.45 + 0.5 * pale + sun, 0.68 + 0.32 * pale + sun * 0.95, 1.15 + sun * 0.85] as const;
  const ground = [0.3, 0.27, 0.22] as const;
  const share = smooth(-0.08, 0.04, y);
  return [0, 1, 2].map((i) => ground[i]! + (sky[i]! - ground[i]!) * share) as unknown as Direction;
}

function softbox(x: number, y: number, z: number, [lx, ly, lz]: Direction, edge: number): number {
  return smooth(edge, edge + 0.06, x * lx + y * ly + z * lz);
}

function smooth(from: number, to: number, value: number): number {
  const t = Math.min(Math.max((value - from) / (to - from), 0), 1);
  return t * t * (3 - 2 * t);
}
