/**
 * Compiled evaluation does to a scene what Babylon's does, for every property that a pointer can animate: materials with all that hangs on
 * them, cameras, lights, nodes. The state of the whole scene is compared, forwards, backwards and over long distances.
 */
import { afterAll, afterEach, describe, expect, it } from "@jest/globals";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateClip, type ClipAnimationGroup, type EvaluationMode } from "../../../src/pure.js";
import "../../../src/index.js";
import type { Asset } from "../../helpers/gltfPose.js";
import { createPointerAsset, TEMPLATES, type Encoding, type Template, type Value } from "../../helpers/pointerAsset.js";
import { createScene, importAsset } from "../../helpers/scene.js";
import { compareStates, describeScene, type SceneState } from "../../helpers/sceneState.js";
import { createShaderEngine, disposeScenesOf, settle } from "../../helpers/shaderEngine.js";

const engine = createShaderEngine();

afterEach(() => disposeScenesOf(engine));
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
  const { animationGroups } = await importAsset(asset, scene, { keys: evaluation === "babylon" ? "eager" : "onDemand" });
  scene.activeCamera = scene.cameras[1] ?? scene.cameras[0]!;
  scene.meshes.forEach((mesh) => (mesh.alwaysSelectAsActiveMesh = true));
  const [group] = animationGroups;
  return { scene, clip: group ? CreateClip(evaluation, group, {}, { evaluationMode: evaluation }) : null };
}

/** The states of the scene at the times, and at last in frames that are mixed by weight with the previous value; null where nothing is animated. */
async function play(asset: Asset, evaluation: EvaluationMode): Promise<SceneState[] | null> {
  const { scene, clip } = await load(asset, evaluation);
  await settle(scene);
  if (!clip) {
    return null;
  }
  clip.start();
  clip.pause();
  const states: SceneState[] = [];
  for (const time of SOUGHT) {
    clip.player.seek(time, true);
    await settle(scene);
    states.push(describeScene(scene));
  }
  clip.weight = 0.4;
  clip.restart();
  for (let frame = 0; frame < 3; frame++) {
    scene.render();
  }
  await settle(scene);
  expect(clip.evaluation.by).toBe(evaluation);
  return [...states, describeScene(scene)];
}

describe("every pointer: compiled evaluation is Babylon's", () => {
  let moving = 0;

  it.each(TEMPLATES)("$pointer", async (template) => {
    const asset = assetOf(template);
    const compiled = await play(asset, "compiled");
    const babylon = await play(asset, "babylon");
    // channels that are not animated give a warning, which is tested elsewhere
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
