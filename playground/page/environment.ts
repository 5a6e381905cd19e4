import { Constants } from "@babylonjs/core/Engines/constants.js";
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import { HDRFiltering } from "@babylonjs/core/Materials/Textures/Filtering/hdrFiltering.js";
import { RawCubeTexture } from "@babylonjs/core/Materials/Textures/rawCubeTexture.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Materials/Textures/baseTexture.polynomial.js";

const SIZE = 64;

type Direction = readonly [x: number, y: number, z: number];

/** The direction at u, v in -1..1 of each face of a cube map. */
const FACES: readonly ((u: number, v: number) => Direction)[] = [
  (u, v) => [1, -v, -u],
  (u, v) => [-1, -v, u],
  (u, v) => [u, 1, v],
  (u, v) => [u, -1, -v],
  (u, v) => [u, -v, 1],
  (u, v) => [-u, -v, -1],
];

/** Creates the environment texture of a photo studio. It is computed, so that the page fetches no file for it. */
export async function createEnvironment(scene: Scene): Promise<BaseTexture> {
  const faces = FACES.map((direction) => {
    const data = new Float32Array(SIZE * SIZE * 4);
    for (let i = 0; i < SIZE * SIZE; i++) {
      const [x, y, z] = direction((((i % SIZE) + 0.5) / SIZE) * 2 - 1, ((Math.floor(i / SIZE) + 0.5) / SIZE) * 2 - 1);
      const length = Math.hypot(x, y, z);
      data.set([...radiance(x / length, y / length, z / length), 1], i * 4);
    }
    return data;
  });
  const texture = new RawCubeTexture(
    scene,
    faces,
    SIZE,
    Constants.TEXTUREFORMAT_RGBA,
    Constants.TEXTURETYPE_FLOAT,
    true,
    false,
    Constants.TEXTURE_TRILINEAR_SAMPLINGMODE,
  );
  texture.gammaSpace = false;
  await new HDRFiltering(scene.getEngine()).prefilter(texture);
  return texture;
}

/** Walls that brighten upwards, a large softbox above, and one on each side. */
function radiance(x: number, y: number, z: number): Direction {
  const wall = 0.35 + 0.45 * smooth(-0.5, 1, y);
  const above = 3 * smooth(0.75, 0.95, y);
  const key = 4.5 * softbox(x, y, z, [0.62, 0.42, 0.66], 0.86);
  const rim = 2.5 * softbox(x, y, z, [-0.85, 0.25, -0.45], 0.9);
  const light = above + key + rim;
  return [wall * 0.97 + light, wall + light * 0.98, wall * 1.04 + light * 0.95];
}

function softbox(x: number, y: number, z: number, [lx, ly, lz]: Direction, edge: number): number {
  return smooth(edge, edge + 0.06, x * lx + y * ly + z * lz);
}

function smooth(from: number, to: number, value: number): number {
  const t = Math.min(Math.max((value - from) / (to - from), 0), 1);
  return t * t * (3 - 2 * t);
}
