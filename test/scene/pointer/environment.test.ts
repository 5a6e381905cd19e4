/** Image-based lights (EXT_lights_image_based): the environment of the scene that uses one. */
import { afterEach, expect, it } from "@jest/globals";
import { Quaternion } from "@babylonjs/core/Maths/math.vector.js";
import type { CubeTexture } from "@babylonjs/core/Materials/Textures/cubeTexture.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "../../../src/index.js";
import { createPointed, PNG, type PointedChannel } from "../../helpers/gltfAsset.js";
import type { Json } from "../../helpers/gltfPose.js";
import { createScene, disposeScenes, importAsset } from "../../helpers/scene.js";
import { createShaderEngine } from "../../helpers/shaderEngine.js";

afterEach(disposeScenes);

const LIGHT = "/extensions/EXT_lights_image_based/lights";
const HALF = Math.SQRT1_2;
const INTENSITY = [[1], [3]];
const QUARTER_TURN = [[0, 0, 0, 1], [0, HALF, 0, HALF]]; // oxfmt-ignore

/** Two lights, the second of which is the one of the scene. */
function createLights(): Json {
  const light = {
    irradianceCoefficients: Array.from({ length: 9 }, (_, i) => [1 / (i + 1), 0.5 / (i + 1), 0.25 / (i + 1)]),
    specularImages: [[0, 0, 0, 0, 0, 0]],
    specularImageSize: 1,
    intensity: 1,
    rotation: [0, 0, 0, 1],
  };
  return {
    extensionsUsed: ["EXT_lights_image_based"],
    extensions: { EXT_lights_image_based: { lights: [light, { ...light }] } },
    scenes: [{ nodes: [0], extensions: { EXT_lights_image_based: { light: 1 } } }],
    nodes: [{ name: "node" }],
    images: [{ uri: PNG }],
  };
}

async function load(channels: readonly PointedChannel[], rightHanded = false): Promise<{ scene: Scene; texture: CubeTexture }> {
  const scene = createScene({ rightHanded, engine: createShaderEngine() });
  const asset = createPointed(createLights, channels);
  let parsed: Json = {};
  const { animationGroups } = await importAsset(asset, scene, { onParsed: (json) => (parsed = json) });
  for (const [i, light] of (parsed["extensions"].EXT_lights_image_based.lights as Json[]).entries()) {
    expect(light).toMatchObject(asset.json["extensions"].EXT_lights_image_based.lights[i] as Json);
    expect(light).not.toHaveProperty("animations");
  }
  animationGroups[0]!.start();
  animationGroups[0]!.pause();
  return { scene, texture: scene.environmentTexture as CubeTexture };
}

const goTo = (scene: Scene, time: number): void => void scene.animationGroups[0]!.goToFrame(60 * time);

it("a light that the scene does not use is animated without any effect", async () => {
  const channels: PointedChannel[] = [
    { pointer: `${LIGHT}/0/intensity`, values: INTENSITY },
    { pointer: `${LIGHT}/0/rotation`, values: QUARTER_TURN },
    { pointer: "/nodes/0/translation/0", values: [[0], [1]] },
  ];
  const { scene, texture } = await load(channels);
  const matrix = texture.getReflectionTextureMatrix().clone();
  goTo(scene, 1);
  expect(scene.getTransformNodeByName("node")!.position.x).toBe(1);
  expect([texture.level, texture.getReflectionTextureMatrix().equals(matrix)]).toEqual([1, true]);
});

it("the diffuse part is computed when the intensity changes, not each time it is set", async () => {
  const { scene, texture } = await load([{ pointer: `${LIGHT}/1/intensity`, values: INTENSITY }]);
  goTo(scene, 0);
  const first = texture.sphericalPolynomial!;
  const before = first.x.x;
  goTo(scene, 0);
  expect(texture.sphericalPolynomial).toBe(first);
  goTo(scene, 1);
  expect(texture.sphericalPolynomial!.x.x).toBeCloseTo(3 * before, 5);
  expect(texture.level).toBe(3);
});

it.each([true, false])("the rotation is that of glTF, mirrored in left-handed scenes; right-handed %s", async (rightHanded) => {
  const { scene, texture } = await load([{ pointer: `${LIGHT}/1/rotation`, values: QUARTER_TURN }], rightHanded);
  goTo(scene, 1);
  const rotation = Quaternion.FromRotationMatrix(texture.getReflectionTextureMatrix().getRotationMatrix());
  const sign = rightHanded ? 1 : -1;
  [0, sign * HALF, 0, HALF].forEach((component, i) => expect(rotation.asArray()[i]).toBeCloseTo(component, 5));
});
