/**
 * What the tests of "animated = loaded" have in common: scenes that are played and compared, and the values of `pointerValues.ts`.
 */
import { afterAll, afterEach } from "@jest/globals";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import type { Asset } from "./gltfPose.js";
import { collectWarnings, importAsset, type LoadOptions } from "./scene.js";
import { compareStates, describeScene, type Difference, type SceneState } from "./sceneState.js";
import { createShaderEngine, disposeScenesOf, settle } from "./shaderEngine.js";

export * from "./pointerValues.js";

// ---- scenes -------------------------------------------------------------------------------------------------------------------------

const engine = createShaderEngine();

afterEach(() => disposeScenesOf(engine));

afterAll(() => {
  engine.dispose();
});

export async function loadScene(
  asset: Asset,
  rightHanded: boolean,
  options: LoadOptions = {},
): Promise<{ scene: Scene; warnings: string[] }> {
  const scene = new Scene(engine);
  scene.useConstantAnimationDeltaTime = true;
  scene.useRightHandedSystem = rightHanded;
  new FreeCamera("camera", new Vector3(0, 1, -5), scene);
  const { warnings } = await collectWarnings(() => importAsset(asset, scene, options));
  // the file's own camera, where it has one
  scene.activeCamera = scene.cameras[1] ?? scene.cameras[0]!;
  for (const mesh of scene.meshes) {
    // wherever the camera looks: shader defines are only made for drawn meshes
    mesh.alwaysSelectAsActiveMesh = true;
  }
  await settle(scene);
  return { scene, warnings };
}

export const loadedStates = new Map<string, Promise<SceneState>>();

/** The state of a file's scene; the same file is loaded once for each template. */
export function stateOf(asset: Asset, rightHanded: boolean, options: LoadOptions = {}): Promise<SceneState> {
  const key = `${rightHanded} ${JSON.stringify(asset.json)}`;
  let state = loadedStates.get(key);
  if (!state) {
    state = loadScene(asset, rightHanded, options).then(({ scene }) => describeScene(scene));
    loadedStates.set(key, state);
  }
  return state;
}

export interface Player {
  readonly warnings: readonly string[];
  /** Where the scene at a time in seconds differs from an expected one. */
  compareAsync(time: number, expected: SceneState): Promise<Difference[]>;
}

export async function play(asset: Asset, rightHanded: boolean, options: LoadOptions = {}): Promise<Player> {
  const { scene, warnings } = await loadScene(asset, rightHanded, options);
  const group = scene.animationGroups[0];
  group?.start(false);
  group?.pause();
  return {
    warnings,
    compareAsync: async (time, expected) => {
      group?.goToFrame(time * 60);
      // in one frame: nothing may lag behind
      scene.render();
      const differences = compareStates(describeScene(scene), expected);
      if (differences.length === 0 || !differences.every(({ path }) => /[rR]efractionTexture\//.test(path))) {
        return differences;
      }
      // except behind the first transmissive material of a scene: Babylon sorts the meshes in a separate task
      await settle(scene);
      return compareStates(describeScene(scene), expected);
    },
  };
}

/** A few of the differences, in one line each. */
export function print(differences: readonly Difference[]): string[] {
  const lines = differences
    .slice(0, 6)
    .map(({ path, actual, expected }) => `${path}: is ${String(actual)}, loaded it is ${String(expected)}`);
  return differences.length > lines.length ? [...lines, `... and ${differences.length - lines.length} more`] : lines;
}
