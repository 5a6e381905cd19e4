/** A place to walk in: ground, stairs, slopes and platforms, with light, shadow and physics. */
import "@babylonjs/core/Lights/Shadows/shadowGeneratorSceneComponent.js";
import "@babylonjs/core/Physics/joinedPhysicsEngineComponent.js";
import { DirectionalLight } from "@babylonjs/core/Lights/directionalLight.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { ShadowGenerator } from "@babylonjs/core/Lights/Shadows/shadowGenerator.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import { DynamicTexture } from "@babylonjs/core/Materials/Textures/dynamicTexture.js";
import { Color3, Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { MeshBuilder } from "@babylonjs/core/Meshes/meshBuilder.js";
import { PhysicsShapeType } from "@babylonjs/core/Physics/v2/IPhysicsEnginePlugin.js";
import { PhysicsAggregate } from "@babylonjs/core/Physics/v2/physicsAggregate.js";
import { HavokPlugin } from "@babylonjs/core/Physics/v2/Plugins/havokPlugin.js";
import { Scene } from "@babylonjs/core/scene.js";
import HavokPhysics from "@babylonjs/havok";
import wasm from "@babylonjs/havok/lib/esm/HavokPhysics.wasm?url";

export const GRAVITY = new Vector3(0, -9.81, 0);

type Box = [x: number, y: number, z: number, width: number, height: number, depth: number, color: string, tilt?: number];

const GRASS = "#ffffff"; // times that of its tiles
const SAND = "#e5cfa4";
const CLAY = "#d08c60";
const SLATE = "#7d8fa3";

/** A box that leads from the ground at `z` to a height at `z + length`. */
function slope(x: number, z: number, length: number, height: number): Box {
  const tilt = Math.atan(height / length);
  const thickness = 0.12;
  return [x, height / 2 - thickness / 2 / Math.cos(tilt), z + length / 2, 2.4, thickness, Math.hypot(length, height), CLAY, -tilt];
}

/** Each by its center, its size and its color; its tilt is in radians about the x axis. */
const BOXES: Box[] = [
  [0, -0.5, 0, 40, 1, 40, GRASS],
  // stairs to a platform, and a slope down on its other side
  ...Array.from({ length: 6 }, (_, i): Box => [-4, 0.06 * (i + 1), 3 + 0.32 * i, 2.4, 0.12 * (i + 1), 0.32, SAND]),
  [-4, 0.36, 6.16, 2.4, 0.72, 2.8, SAND],
  slope(-4, 10.56, -3, 0.72),
  // a slope to a ledge to jump from
  slope(4, 3, 4, 1.24),
  [4, 0.62, 8.2, 2.4, 1.24, 2.4, SLATE],
  // blocks to jump on
  [0, 0.15, 4.5, 1, 0.3, 1, SLATE],
  [0.4, 0.25, 6.3, 1, 0.5, 1, SLATE],
  [-0.3, 0.4, 8.2, 1, 0.8, 1, SLATE],
  // columns
  ...[-9, 9].flatMap((x) => [-6, 0, 6, 12].map((z): Box => [x, 1.5, z, 0.7, 3, 0.7, SAND])),
];

/** Makes the world, and returns what draws its shadows. */
export async function createWorld(scene: Scene): Promise<ShadowGenerator> {
  const havok = await HavokPhysics({ locateFile: () => wasm });
  scene.enablePhysics(GRAVITY, new HavokPlugin(true, havok));

  const sky = Color3.FromHexString("#b9d3e6");
  scene.clearColor = Color4.FromColor3(sky);
  scene.fogMode = Scene.FOGMODE_LINEAR;
  [scene.fogColor, scene.fogStart, scene.fogEnd] = [sky, 14, 34];
  const light = new HemisphericLight("sky", new Vector3(0, 1, 0), scene);
  [light.intensity, light.groundColor] = [0.5, Color3.FromHexString("#8a8378")];
  const sun = new DirectionalLight("sun", new Vector3(-1, -2, 0.8), scene);
  sun.intensity = 0.65;
  sun.position = new Vector3(12, 24, -14);
  sun.autoCalcShadowZBounds = true;
  const shadows = new ShadowGenerator(2048, sun);
  shadows.usePercentageCloserFiltering = true;
  [shadows.bias, shadows.normalBias] = [0.002, 0.01];

  for (const [x, y, z, width, height, depth, color, tilt = 0] of BOXES) {
    const mesh = MeshBuilder.CreateBox("box", { width, height, depth }, scene);
    mesh.position.set(x, y, z);
    mesh.rotation.x = tilt;
    mesh.receiveShadows = true;
    mesh.material = materialOf(scene, color);
    new PhysicsAggregate(mesh, PhysicsShapeType.BOX, { mass: 0 }, scene);
    if (y > 0) {
      shadows.addShadowCaster(mesh);
    }
  }
  return shadows;
}

function materialOf(scene: Scene, color: string): StandardMaterial {
  const known = scene.getMaterialByName(color) as StandardMaterial | null;
  const material = known ?? new StandardMaterial(color, scene);
  material.diffuseColor = Color3.FromHexString(color);
  material.specularColor = Color3.Black();
  if (color === GRASS && !known) {
    material.diffuseTexture = tiles(scene);
  }
  return material;
}

/** Tiles of one meter, so that one sees how fast the character is. */
function tiles(scene: Scene): DynamicTexture {
  const texture = new DynamicTexture("tiles", 256, scene);
  const context = texture.getContext();
  for (const [i, color] of ["#a3bd88", "#8ba877", "#8ba877", "#a3bd88"].entries()) {
    context.fillStyle = color;
    context.fillRect(128 * (i % 2), 128 * Math.floor(i / 2), 128, 128);
  }
  texture.update();
  texture.wrapU = texture.wrapV = Texture.WRAP_ADDRESSMODE;
  texture.uScale = texture.vScale = 20;
  texture.anisotropicFilteringLevel = 8;
  return texture;
}
