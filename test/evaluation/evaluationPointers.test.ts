/**
 * Compiled evaluation does to a scene what Babylon's does, for every property that a pointer can animate: materials with all that hangs on
 * them, cameras, lights, nodes. The state of the whole scene is compared, forwards, backwards and over long distances.
 */
import { afterAll, afterEach, describe, expect, it } from "@jest/globals";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { InternalTexture, InternalTextureSource } from "@babylonjs/core/Materials/Textures/internalTexture.js";
import { RawCubeTexture } from "@babylonjs/core/Materials/Textures/rawCubeTexture.js";
import type { SphericalPolynomial } from "@babylonjs/core/Maths/sphericalPolynomial.js";
import { Tools } from "@babylonjs/core/Misc/tools.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateClip, type ClipAnimationGroup, type EvaluationMode } from "../../src/pure.js";
import "../../src/index.js";
import type { Asset } from "../helpers/gltfPose.js";
import { createPointerAsset, TEMPLATES, type Encoding, type Template, type Value } from "../helpers/pointerAsset.js";
import { createScene, importAsset } from "../helpers/scene.js";
import { compareStates, describeScene, type SceneState } from "../helpers/sceneState.js";

// what every browser can do, and NullEngine cannot
const engine = new NullEngine();
Object.assign(engine.getCaps(), { standardDerivatives: true, textureLOD: true });
engine.createRawCubeTexture = (_data, size) => {
  const texture = new InternalTexture(engine, InternalTextureSource.CubeRaw);
  return Object.assign(texture, { isCube: true, isReady: true, width: size, height: size });
};
RawCubeTexture.prototype.updateRGBDAsync = function (_data, sphericalPolynomial: SphericalPolynomial | null = null, lodScale = 0.8) {
  Object.assign(this.getInternalTexture()!, { _sphericalPolynomial: sphericalPolynomial, _lodGenerationScale: lodScale });
  return Promise.resolve();
};

// Babylon waits a millisecond for these
Tools.SetImmediate = (action) => void setImmediate(action);

const scenes: Scene[] = [];
afterEach(() => {
  scenes.splice(0).forEach((scene) => scene.dispose());
  engine.clearInternalTexturesCache();
});
afterAll(() => engine.dispose());

/** Keys of each type, among them some beyond the bounds of most properties: those are limited whoever evaluates. */
const KEYS: Readonly<Record<Template["type"], readonly Value[]>> = {
  float: [[0], [0.25], [1.5], [0.75]],
  float2: [
    [0, 0],
    [0.25, 0.5],
    [2, -1.5],
    [1, 1],
  ],
  float3: [
    [0, 0, 0],
    [0.5, 1.25, 2],
    [2, 0.5, -1.5],
    [1, 1, 1],
  ],
  float4: [
    [0.25, 0.5, 0.75, 0],
    [0.75, 0.25, 0.5, 0.25],
    [1, 1, 2, 1],
    [0, 0, 0, 1],
  ],
  "float[]": [
    [0.25, 0.5, 0],
    [0.75, 0, 0.5],
    [1, 1, 1],
    [0, 0, 0],
  ],
  quat: [
    [0.5, 0.5, 0.5, 0.5],
    [-Math.SQRT1_2, 0, 0, -Math.SQRT1_2],
    [0, 0.6, 0, 0.8],
    [0, 0, 0, 1],
  ],
  float4x4: [
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    [0, 2, 0, 0, -1, 0, 0, 0, 0, 0, 3, 0, 4, 5, 6, 1],
    [1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1],
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  ],
  bool: [[1], [0], [1], [0]],
};

const TIMES = [0, 0.5, 1, 2];
/** Seconds, in this order: on, back, far, at keys, between and outside. */
const SOUGHT = [0, 0.3, 1.9, 0.1, 0.5, 2, 99, 0, 0.6];

const ENCODING: Encoding = { dialect: "KHR_animation2", interpolation: "LINEAR", componentType: 5126 };

function assetOf(template: Template): Asset {
  const elements = KEYS[template.type];
  // a legal value to begin with
  const value = template.pointer.includes("ag") || /ior|Ior|znear|zfar|yfov|range|Cone/.test(template.pointer) ? [1.5] : elements[0]!;
  return createPointerAsset(
    [{ template, value }],
    { textures: true, shared: true },
    { keys: [{ template, times: TIMES, elements }], encoding: ENCODING },
  );
}

interface Player {
  readonly scene: Scene;
  readonly clip: ClipAnimationGroup | null;
}

async function load(asset: Asset, evaluation: EvaluationMode): Promise<Player> {
  const scene = createScene({ engine });
  scenes.push(scene);
  const { animationGroups } = await importAsset(asset, scene);
  scene.activeCamera = scene.cameras[1] ?? scene.cameras[0]!;
  scene.meshes.forEach((mesh) => (mesh.alwaysSelectAsActiveMesh = true));
  const [group] = animationGroups;
  return { scene, clip: group ? CreateClip(evaluation, group, {}, { evaluationMode: evaluation }) : null };
}

/** Babylon sorts what lets light through in a task of its own. */
async function settle({ scene }: Player): Promise<void> {
  scene.render();
  await new Promise<void>((resolve) => void setImmediate(resolve));
  scene.render();
}

/** The states of the scene at the times, and at last in frames that are mixed by weight with what was before; null where nothing is animated. */
async function play(asset: Asset, evaluation: EvaluationMode): Promise<SceneState[] | null> {
  const player = await load(asset, evaluation);
  const { scene, clip } = player;
  await settle(player);
  if (!clip) {
    return null;
  }
  clip.start();
  clip.pause();
  const states: SceneState[] = [];
  for (const time of SOUGHT) {
    clip.player.seek(time, true);
    await settle(player);
    states.push(describeScene(scene));
  }
  clip.weight = 0.4;
  clip.restart();
  for (let frame = 0; frame < 3; frame++) {
    scene.render();
  }
  await settle(player);
  expect(clip.evaluation.by).toBe(evaluation);
  return [...states, describeScene(scene)];
}

describe("every pointer: compiled evaluation is Babylon's", () => {
  let moving = 0;

  it.each(TEMPLATES)("$pointer", async (template) => {
    const asset = assetOf(template);
    const compiled = await play(asset, "compiled");
    const babylon = await play(asset, "babylon");
    // what is not animated is told with a warning, which is tested elsewhere
    expect(compiled?.length).toBe(babylon?.length);
    moving += compiled?.some((state) => compareStates(state, compiled[0]!).length > 0) ? 1 : 0;
    compiled?.forEach((state, i) => {
      const differences = compareStates(state, babylon![i]!);
      const time = SOUGHT[i] ?? "by weight";
      expect({ time, differences: differences.slice(0, 5) }).toEqual({ time, differences: [] });
    });
  });

  it("nearly all of which are seen to move", () => expect(moving).toBeGreaterThan(110));
});
