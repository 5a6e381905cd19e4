/** Animations that an application has made of Babylon's properties: exported, loaded again, and compared in Babylon. */
import { afterEach, describe, expect, it } from "@jest/globals";
import "../../../src/index.js";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import "@babylonjs/core/Culling/ray.js";
import { SpotLight } from "@babylonjs/core/Lights/spotLight.js";
import { OpenPBRMaterial } from "@babylonjs/core/Materials/PBR/openpbrMaterial.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { PBRMetallicRoughnessMaterial } from "@babylonjs/core/Materials/PBR/pbrMetallicRoughnessMaterial.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { loadScene, valuesOf } from "../../helpers/animatedEqualsLoaded.js";
import { exportScene } from "../../helpers/exported.js";
import { evaluateAll } from "../../helpers/exportedPose.js";
import { PNG } from "../../helpers/gltfAsset.js";
import type { Asset } from "../../helpers/gltfPose.js";
import { createPointerAsset, TEMPLATES } from "../../helpers/pointerAsset.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes, importAsset, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

const FLOAT = Animation.ANIMATIONTYPE_FLOAT;
const COLOR = Animation.ANIMATIONTYPE_COLOR3;
const VECTOR = Animation.ANIMATIONTYPE_VECTOR3;

/** A file with the property that a template points to, and everything that it depends on. */
function fileWith(pointer: string): Asset {
  const template = TEMPLATES.find((each) => each.pointer === pointer)!;
  return createPointerAsset([{ template, value: valuesOf(template)[0] }], { textures: true });
}

type Find = (scene: Scene) => object;

const material: Find = (scene) => scene.materials.find(({ name }) => name === "material")!;
const light: Find = (scene) => scene.lights[0]!;
const camera: Find = (scene) => scene.cameras.find(({ name }) => name !== "camera")!;
const partOf =
  (...names: string[]): Find =>
  (scene) =>
    names.reduce((object, name) => (object as Record<string, object>)[name]!, material(scene));

const EXTENSION = "/materials/{}/extensions/KHR_materials_";
const PBR = "/materials/{}/pbrMetallicRoughness/";
const LIGHT = "/extensions/KHR_lights_punctual/lights/{}/";
const [RED, BLUE] = [new Color3(0.75, 0.25, 0.5), new Color3(0.125, 0.25, 1)];

const PROPERTIES: readonly [file: string, find: Find, property: string, type: number, from: unknown, to: unknown][] = [
  [`${PBR}baseColorFactor`, material, "albedoColor", COLOR, RED, BLUE],
  [`${PBR}baseColorFactor`, material, "albedoColor.g", FLOAT, 0.25, 0.5],
  [`${PBR}baseColorFactor`, partOf("albedoColor"), "b", FLOAT, 0.25, 0.5],
  [`${PBR}baseColorFactor`, material, "alpha", FLOAT, 1, 0.25],
  [`${PBR}metallicFactor`, material, "metallic", FLOAT, 0, 1],
  [`${PBR}roughnessFactor`, material, "roughness", FLOAT, 1, 0.25],
  ["/materials/{}/emissiveFactor", material, "emissiveColor", COLOR, RED, BLUE],
  [`${EXTENSION}emissive_strength/emissiveStrength`, material, "emissiveIntensity", FLOAT, 1, 5],
  ["/materials/{}/alphaCutoff", material, "alphaCutOff", FLOAT, 0.25, 0.75],
  ["/materials/{}/normalTexture/scale", material, "bumpTexture.level", FLOAT, 0.5, 2],
  ["/materials/{}/normalTexture/scale", partOf("bumpTexture"), "level", FLOAT, 0.5, 2],
  ["/materials/{}/occlusionTexture/strength", material, "ambientTextureStrength", FLOAT, 0.25, 0.75],
  [`${PBR}baseColorTexture/extensions/KHR_texture_transform/offset`, partOf("albedoTexture"), "uOffset", FLOAT, 0, 1],
  [`${PBR}baseColorTexture/extensions/KHR_texture_transform/scale`, partOf("albedoTexture"), "vScale", FLOAT, 1, 3],
  [`${PBR}baseColorTexture/extensions/KHR_texture_transform/rotation`, partOf("albedoTexture"), "wAng", FLOAT, 0, 1],
  [`${EXTENSION}clearcoat/clearcoatFactor`, material, "clearCoat.intensity", FLOAT, 0, 1],
  [`${EXTENSION}clearcoat/clearcoatRoughnessFactor`, partOf("clearCoat"), "roughness", FLOAT, 0, 1],
  [`${EXTENSION}sheen/sheenColorFactor`, material, "sheen.color", COLOR, RED, BLUE],
  [`${EXTENSION}anisotropy/anisotropyRotation`, material, "anisotropy.angle", FLOAT, 0, 2],
  [`${EXTENSION}iridescence/iridescenceThicknessMaximum`, material, "iridescence.maximumThickness", FLOAT, 100, 500],
  [`${EXTENSION}specular/specularFactor`, material, "metallicF0Factor", FLOAT, 1, 0.25],
  [`${EXTENSION}specular/specularColorFactor`, material, "metallicReflectanceColor", COLOR, RED, BLUE],
  [`${EXTENSION}ior/ior`, material, "indexOfRefraction", FLOAT, 1.25, 2],
  [`${EXTENSION}transmission/transmissionFactor`, material, "subSurface.refractionIntensity", FLOAT, 0.25, 1],
  [`${EXTENSION}volume/thicknessFactor`, material, "subSurface.maximumThickness", FLOAT, 0.5, 2],
  [`${EXTENSION}volume/attenuationDistance`, material, "subSurface.tintColorAtDistance", FLOAT, 0.5, 2],
  [`${EXTENSION}volume/attenuationColor`, material, "subSurface.tintColor", COLOR, RED, BLUE],
  [`${EXTENSION}diffuse_transmission/diffuseTransmissionFactor`, material, "subSurface.translucencyIntensity", FLOAT, 0.25, 1],
  [`${LIGHT}color`, light, "diffuse", COLOR, RED, BLUE],
  [`${LIGHT}intensity`, light, "intensity", FLOAT, 1, 9],
  [`${LIGHT}range`, light, "range", FLOAT, 1, 9],
  [`${LIGHT}spot/innerConeAngle`, light, "innerAngle", FLOAT, 0.25, 0.75],
  [`${LIGHT}spot/outerConeAngle`, light, "angle", FLOAT, 1, 2],
  ["/cameras/{}/perspective/yfov", camera, "fov", FLOAT, 0.5, 1],
  ["/cameras/{}/perspective/znear", camera, "minZ", FLOAT, 0.5, 1],
  ["/cameras/{}/orthographic/zfar", camera, "maxZ", FLOAT, 50, 100],
];

function animate(
  scene: Scene,
  target: object,
  property: string,
  type: number,
  from: unknown,
  to: unknown,
  group?: AnimationGroup,
): AnimationGroup {
  const animation = new Animation(property, property, 60, type);
  animation.setKeys([
    { frame: 0, value: from },
    { frame: 60, value: to },
  ]);
  const own = group ?? new AnimationGroup("group", scene);
  own.addTargetedAnimation(animation, target);
  return own;
}

function valueOf(target: object, property: string): number[] {
  const value = property.split(".").reduce<unknown>((object, name) => (object as Record<string, unknown>)[name], target);
  return typeof value === "number" ? [value] : (value as Color3).asArray();
}

function valuesDuring(scene: Scene, find: Find, property: string): number[][] {
  const [group] = scene.animationGroups;
  group!.start(false);
  group!.pause();
  return [0, 0.125, 0.5, 0.75, 1].map((time) => {
    group!.goToFrame(time * 60);
    return valueOf(find(scene), property);
  });
}

it.each(PROPERTIES)("%s: %p %s, in a file and loaded again", async (file, find, property, type, from, to) => {
  const { scene } = await loadScene(fileWith(file), false);
  animate(scene, find(scene), property, type, from, to);
  const expected = valuesDuring(scene, find, property);
  expect(expected[0]).not.toEqual(expected[1]);
  const exported = await exportScene(scene);
  expect(exported.report.leftOut).toEqual([]);
  const { scene: again } = await loadScene(exported, false);
  valuesDuring(again, find, property).forEach((value, i) => expect(value).toEqual(expected[i]!.map((each) => expect.closeTo(each, 5))));
});

it("alpha and color of a material become one property, and a material that chooses by its alpha blends", async () => {
  const { scene } = await loadScene(fileWith(`${PBR}baseColorFactor`), false);
  const target = material(scene) as PBRMaterial;
  target.transparencyMode = null;
  target.alpha = 1;
  const group = animate(scene, target, "alpha", FLOAT, 1, 0);
  animate(scene, target, "albedoColor", COLOR, RED, BLUE, group);
  const { json, report } = await exportScene(scene);
  expect(report).toMatchObject({ channels: 1, leftOut: [] });
  expect(json["materials"][0].alphaMode).toBe("BLEND");
});

it("both sides of an orthographic camera become one property; one side alone is left out", async () => {
  const { scene } = await loadScene(fileWith("/cameras/{}/orthographic/xmag"), false);
  const group = animate(scene, camera(scene), "orthoRight", FLOAT, 1, 3);
  const reason = "glTF has one property for orthoRight and orthoLeft, which is not animated";
  expect((await exportScene(scene)).report.leftOut).toEqual([{ group, target: camera(scene), reason }]);
  animate(scene, camera(scene), "orthoLeft", FLOAT, -1, -3, group);
  expect((await exportScene(scene)).report).toMatchObject({ channels: 1, leftOut: [] });
});

it("the position of a light that has a node of its own becomes the translation of the node", async () => {
  const { scene } = await loadScene(fileWith(`${LIGHT}intensity`), true);
  const lamp = new SpotLight("lamp", Vector3.Zero(), new Vector3(0, 0, -1), 1, 1, scene);
  animate(scene, lamp, "position", VECTOR, Vector3.Zero(), new Vector3(1, 2, 3));
  const { json, report } = await exportScene(scene);
  const node = (json["nodes"] as { name: string }[]).findIndex(({ name }) => name === "lamp");
  expect(report.leftOut).toEqual([]);
  expect(json["animations"][0].channels[0].target).toEqual({ node, path: "translation" });
});

describe.each([false, true])("turned in a scene that is right-handed: %p", (rightHanded) => {
  const QUATERNION = Animation.ANIMATIONTYPE_QUATERNION;

  /** Where something looks in the world, at times at which rotations are sampled. */
  function directionsDuring(scene: Scene, direction: () => Vector3): number[][] {
    const [group] = scene.animationGroups;
    group!.start(false);
    group!.pause();
    return [0, 0.1, 0.5, 0.75, 1].map((time) => {
      group!.goToFrame(time * 60);
      scene.render();
      return direction().normalize().asArray();
    });
  }

  async function expectSameDirections(scene: Scene, own: () => Vector3, loaded: (again: Scene) => Vector3): Promise<void> {
    const expected = directionsDuring(scene, own);
    expect(expected[0]).not.toEqual(expected[2]);
    const exported = await exportScene(scene);
    expect(exported.report).toMatchObject({ channels: 1, leftOut: [] });
    const again = createScene({ rightHanded });
    await importAsset(exported, again);
    directionsDuring(again, () => loaded(again)).forEach((direction, i) =>
      expect(direction).toEqual(expected[i]!.map((component) => expect.closeTo(component, 4))),
    );
  }

  it.each([
    ["direction", VECTOR, new Vector3(0, -1, 0), new Vector3(3, 0, 1)],
    ["direction.x", FLOAT, -2, 1],
  ] as const)("a spot light: %s", async (property, type, from, to) => {
    const scene = createScene({ rightHanded });
    const lamp = new SpotLight("lamp", new Vector3(1, 2, 3), new Vector3(0, -1, 0.5), 1, 1, scene);
    animate(scene, lamp, property, type, from, to);
    const directionOf = (one: SpotLight): Vector3 => {
      one.computeTransformedInformation();
      return (one.parent ? one.transformedDirection : one.direction).clone();
    };
    await expectSameDirections(
      scene,
      () => directionOf(lamp),
      (again) => directionOf(again.lights[0] as SpotLight),
    );
  });

  it.each([
    ["rotation", VECTOR, Vector3.Zero(), new Vector3(0.5, 1, 0.25)],
    ["rotation.y", FLOAT, -2, 1],
    ["rotationQuaternion", QUATERNION, new Quaternion(), new Quaternion(0.6, 0, 0, 0.8)],
  ] as const)("a camera: %s", async (property, type, from, to) => {
    const scene = createScene({ rightHanded });
    const camera = scene.cameras[0] as FreeCamera;
    if (property === "rotationQuaternion") {
      camera.rotationQuaternion = new Quaternion();
    }
    animate(scene, camera, property, type, from, to);
    await expectSameDirections(
      scene,
      () => camera.getForwardRay().direction.clone(),
      (again) =>
        again.cameras
          .find((each) => each.parent)!
          .getForwardRay()
          .direction.clone(),
    );
  });
});

describe("materials made in code", () => {
  type MaterialClass = typeof OpenPBRMaterial | typeof StandardMaterial | typeof PBRMaterial;

  /** A scene with a box that has a material, with textures. */
  function createBox(Class: MaterialClass, textures: readonly string[]): { scene: Scene; target: OpenPBRMaterial | StandardMaterial } {
    const scene = createScene();
    const target = new Class("material", scene) as OpenPBRMaterial | StandardMaterial;
    for (const name of textures) {
      const texture = new Texture(PNG, scene, { mimeType: "image/png", buffer: Buffer.from(PNG.split(",")[1]!, "base64"), invertY: false });
      Object.assign(target, { [name]: texture });
    }
    CreateBox("box", {}, scene).material = target;
    return { scene, target };
  }

  const GREY = new Color3(0.5, 0.5, 0.5);

  it.each([
    ["baseColor", COLOR, RED, BLUE],
    ["baseColor.g", FLOAT, 0.25, 0.5],
    ["baseMetalness", FLOAT, 0, 1],
    ["specularRoughness", FLOAT, 1, 0.25],
    ["specularWeight", FLOAT, 1, 0.25],
    ["specularColor", COLOR, RED, BLUE],
    ["specularIor", FLOAT, 1.25, 2],
    ["emissionColor", COLOR, RED, BLUE],
    ["emissionLuminance", FLOAT, 1, 5],
    ["coatWeight", FLOAT, 0, 1],
    ["coatRoughness", FLOAT, 0, 1],
    ["fuzzColor", COLOR, RED, BLUE],
    ["fuzzRoughness", FLOAT, 0.25, 1],
    ["thinFilmWeight", FLOAT, 0, 1],
    ["thinFilmThickness", FLOAT, 0.25, 0.5],
    ["transmissionWeight", FLOAT, 0, 1],
  ])("%s of an OpenPBRMaterial", async (property, type, from, to) => {
    const { scene, target } = createBox(OpenPBRMaterial, []);
    await expectSameAgain(scene, target, property, type, from, to);
  });

  it.each([
    ["alpha", [], "alpha", FLOAT, 1, 0.25],
    ["emissiveColor", [], "emissiveColor", COLOR, RED, BLUE],
    ["diffuseTexture.uOffset", ["diffuseTexture"], "albedoTexture.uOffset", FLOAT, 0, 1],
    ["emissiveTexture.vScale", ["emissiveTexture"], "emissiveTexture.vScale", FLOAT, 1, 2],
    ["bumpTexture.level", ["bumpTexture"], "bumpTexture.level", FLOAT, 1, 2],
    ["bumpTexture.wAng", ["bumpTexture"], "bumpTexture.wAng", FLOAT, 0, 1],
  ] as const)("%s of a StandardMaterial", async (property, textures, loaded, type, from, to) => {
    const { scene, target } = createBox(StandardMaterial, textures);
    await expectSameAgain(scene, target, property, type, from, to, loaded);
  });

  it("the alpha of a StandardMaterial keeps the color that Babylon exports", async () => {
    const { scene, target } = createBox(StandardMaterial, []);
    (target as StandardMaterial).diffuseColor.copyFrom(GREY);
    const still = await exportScene(scene);
    animate(scene, target, "alpha", FLOAT, 1, 0.5);
    const animated = await exportScene(scene);
    const [r, g, b] = still.json["materials"][0].pbrMetallicRoughness.baseColorFactor;
    expect(r).toBeGreaterThan(0);
    expect(animated.json["materials"][0]).toMatchObject({ alphaMode: "BLEND", pbrMetallicRoughness: { baseColorFactor: [r, g, b, 1] } });
    expect(evaluateAll(animated, animated.json["animations"][0], 0.5).get("/materials/0/pbrMetallicRoughness/baseColorFactor")).toEqual(
      [r, g, b, 0.75].map((component) => expect.closeTo(component as number, 6)),
    );
  });

  async function expectSameAgain(
    scene: Scene,
    target: object,
    property: string,
    type: number,
    from: unknown,
    to: unknown,
    loaded = property,
  ): Promise<void> {
    animate(scene, target, property, type, from, to);
    const expected = valuesDuring(scene, () => target, property);
    const exported = await exportScene(scene);
    expect(exported.report).toMatchObject({ channels: 1, leftOut: [] });
    const again = createScene();
    await importAsset(exported, again);
    valuesDuring(again, material, loaded).forEach((value, i) => expect(value).toEqual(expected[i]!.map((each) => expect.closeTo(each, 5))));
  }
});

it.each([
  [StandardMaterial, "diffuseColor.r", "no property of glTF is diffuseColor.r of a StandardMaterial"],
  [StandardMaterial, "specularPower", "no property of glTF is specularPower of a StandardMaterial"],
  [OpenPBRMaterial, "subsurfaceWeight", "no property of glTF is subsurfaceWeight of an OpenPBRMaterial"],
  [PBRMetallicRoughnessMaterial, "metallic", ruleOf("exportableMaterial", "PBRMetallicRoughnessMaterial")],
  [PBRMaterial, "clearCoat.intensity", "the clearCoat of the material is not enabled"],
  [PBRMaterial, "subSurface.refractionIntensity", "the material does not let light through"],
  [PBRMaterial, "zOffset", "no property of glTF is zOffset of a PBRMaterial"],
] as const)("%p.%s is left out, with the reason", async (Material, property, reason) => {
  const { scene } = await loadScene(fileWith("/nodes/{}/scale"), false);
  const target = new Material("own", scene);
  CreateBox("box", {}, scene).material = target;
  const group = animate(scene, target, property, FLOAT, 0, 1);
  render(scene, 1);
  expect((await exportScene(scene)).report.leftOut).toEqual([{ group, target, reason }]);
});
