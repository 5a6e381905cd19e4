/** Pins what src/scene/host/material.ts, gltfObjects.ts and openPbrMaterial.ts use of Babylon's internals. */
import { afterEach, expect, it, jest } from "@jest/globals";
import { Material } from "@babylonjs/core/Materials/material.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { RenderTargetTexture } from "@babylonjs/core/Materials/Textures/renderTargetTexture.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { isCameraFor, isLightFor } from "../../../src/scene/host/gltf/gltfObjects.js";
import { pointersOf } from "../../../src/scene/host/targets.js";
import { environmentOf, setThicknessFromGreen, sortTransmission, withoutDirtying } from "../../../src/scene/host/animatedProperties.js";
import { createModel, PNG } from "../../helpers/gltfAsset.js";
import { createScene, disposeScenes, importAsset, render } from "../../helpers/scene.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { createShaderEngine } from "../../helpers/shaderEngine.js";

afterEach(disposeScenes);

/** A node with a camera, and one with a light and a mesh of one triangle that lets light through. */
function createGlass(): Asset {
  const { json } = createModel(2, []);
  json["nodes"][0].camera = 0;
  Object.assign(json["nodes"][1], { mesh: 0, extensions: { KHR_lights_punctual: { light: 0 } } });
  const bin = new Uint8Array(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
  return {
    json: {
      ...json,
      extensionsUsed: ["KHR_materials_transmission", "KHR_lights_punctual"],
      extensions: { KHR_lights_punctual: { lights: [{ type: "point" }] } },
      animations: [],
      cameras: [{ type: "perspective", perspective: { yfov: 1, znear: 1 } }],
      materials: [{ extensions: { KHR_materials_transmission: { transmissionFactor: 1 } } }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
      buffers: [{ byteLength: bin.length }],
      bufferViews: [{ buffer: 0, byteLength: bin.length }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] }],
    },
    bin,
  };
}

async function loadGlass(loader = {}): Promise<{ scene: Scene; material: Material; opaque: RenderTargetTexture }> {
  const scene = createScene();
  await importAsset(createGlass(), scene, { loader });
  await new Promise((resolve) => void setTimeout(resolve, 0));
  const helper = (scene as unknown as Record<string, { getOpaqueTarget(): RenderTargetTexture }>)["_transmissionHelper"]!;
  return { scene, material: scene.getMeshByName("n1")!.material!, opaque: helper.getOpaqueTarget() };
}

it("Material._blockDirtyMechanism: keeps setters from marking the material, also those of its configurations, without marking it when unset", () => {
  const scene = createScene();
  const material = new PBRMaterial("material", scene);
  const box = CreateBox("box", {}, scene);
  box.material = material;
  material.metallic = 0;
  render(scene, 1);
  const defines = box.subMeshes[0]!.materialDefines!;
  expect(defines.isDirty).toBe(false);
  withoutDirtying(material, 0.5, () => {
    material.metallic = 0.5;
    material.indexOfRefraction = 1.2;
    material.subSurface.volumeIndexOfRefraction = 1.3;
  });
  expect(defines.isDirty).toBe(false);
  material.metallic = 0.6;
  expect(defines.isDirty).toBe(true);
});

it("Material.TextureDirtyFlag is 1", () => expect(Material.TextureDirtyFlag).toBe(1));

it("Scene._transmissionHelper sorts the meshes whose change of material is reported to it", async () => {
  const { material, opaque } = await loadGlass();
  const { subSurface } = material as PBRMaterial;
  expect(opaque).not.toBeNull();
  expect(subSurface.refractionTexture).toBe(opaque);
  subSurface.isRefractionEnabled = false;
  sortTransmission(material);
  expect(subSurface.refractionTexture).toBeNull();
  expect(opaque.renderList).toHaveLength(1);
  subSurface.isRefractionEnabled = true;
  sortTransmission(material);
  expect(subSurface.refractionTexture).toBe(opaque);
  expect(opaque.renderList).toHaveLength(0);
});

it("a scene without transmission has no helper, and reports no change", () => {
  const scene = createScene();
  const material = new PBRMaterial("material", scene);
  const box = CreateBox("box", {}, scene);
  box.material = material;
  const told = jest.fn();
  box.onMaterialChangedObservable.add(told);
  sortTransmission(material);
  expect(told).not.toHaveBeenCalled();
});

it("Node._internalMetadata.gltf.pointers: the glTF objects that a Babylon object was made for", async () => {
  const { scene } = await loadGlass();
  const camera = scene.cameras[1]!;
  const mesh = scene.getMeshByName("n1")!;
  expect(["/cameras", "/cameras/0", "/cameras/1", "/nodes"].map((part) => isCameraFor(camera, part))).toEqual([true, true, false, false]);
  expect(pointersOf(mesh)).toEqual(["/meshes/0/primitives/0", "/nodes/1"]);
  expect(isCameraFor(scene.cameras[0]!, "/cameras")).toBe(false);
  const light = scene.lights[0]!;
  expect(["/nodes/1/extensions/KHR_lights_punctual", "/nodes/0"].map((part) => isLightFor(light, part))).toEqual([true, false]);
  expect([isLightFor(mesh, "/nodes/1"), isCameraFor(mesh, "/nodes/1")]).toEqual([false, false]);
});

it("IImageBasedLight._babylonTexture: the environment texture of the scene that uses the light", async () => {
  const light = {
    irradianceCoefficients: Array<number[]>(9).fill([1, 1, 1]),
    specularImages: [[0, 0, 0, 0, 0, 0]],
    specularImageSize: 1,
  };
  const asset = createModel(1, []);
  Object.assign(asset.json, {
    extensionsUsed: ["EXT_lights_image_based"],
    extensions: { EXT_lights_image_based: { lights: [light] } },
    scenes: [{ nodes: [0], extensions: { EXT_lights_image_based: { light: 0 } } }],
    images: [{ uri: PNG }],
  });
  const scene = createScene({ engine: createShaderEngine() });
  let parsed: Json = {};
  await importAsset(asset, scene, { onParsed: (json) => (parsed = json) });
  expect(scene.environmentTexture).not.toBeNull();
  expect(environmentOf((parsed["extensions"].EXT_lights_image_based.lights as object[])[0]!)).toBe(scene.environmentTexture);
  expect(environmentOf({ _babylonTexture: 1 })).toBe(1);
});

it("OpenPBRMaterial._useGeometryThicknessFromGreenChannel: a shader define", async () => {
  const scene = createScene();
  await importAsset(createGlass(), scene, { loader: { useOpenPBR: true } });
  const material = scene.getMeshByName("n1")!.material!;
  const { subMeshes } = scene.getMeshByName("n1") as Mesh;
  for (const value of [true, false]) {
    setThicknessFromGreen(material, value);
    material.markAsDirty(Material.TextureDirtyFlag);
    render(scene, 1);
    expect(String(subMeshes[0]!.materialDefines).includes("GEOMETRY_THICKNESS_FROM_GREEN_CHANNEL")).toBe(value);
  }
});

it("OpenPBRMaterial.backgroundRefractionTexture: set by the transmission helper, and never removed", async () => {
  const scene = createScene();
  await importAsset(createGlass(), scene, { loader: { useOpenPBR: true } });
  await new Promise((resolve) => void setTimeout(resolve, 0));
  const material = scene.getMeshByName("n1")!.material as unknown as { transmissionWeight: number; backgroundRefractionTexture: unknown };
  const opaque = material.backgroundRefractionTexture;
  expect(opaque).toMatchObject({ name: "opaqueSceneTexture" });
  material.transmissionWeight = 0;
  sortTransmission(material as unknown as Material);
  expect(material.backgroundRefractionTexture).toBeNull();
  material.transmissionWeight = 1;
  sortTransmission(material as unknown as Material);
  expect(material.backgroundRefractionTexture).toBe(opaque);
});

it.each([
  {
    useOpenPBR: false,
    transmit: (material: Material, on: boolean) => void ((material as PBRMaterial).subSurface.isRefractionEnabled = on),
  },
  { useOpenPBR: true, transmit: (material: Material, on: boolean) => void Object.assign(material, { transmissionWeight: Number(on) }) },
])(
  "Material._cacheHasRenderTargetTextures: the first frame in which a material transmits light shows the opaque meshes of this frame (OpenPBR: $useOpenPBR)",
  async ({ useOpenPBR, transmit }) => {
    const { scene, material, opaque } = await loadGlass({ useOpenPBR });
    const drawnIn = (on: boolean): number => {
      let drawn = 0;
      transmit(material, on);
      sortTransmission(material);
      const observer = opaque.onBeforeRenderObservable.add(() => void drawn++);
      render(scene, 1);
      observer.remove();
      return drawn;
    };
    expect([false, true].map(drawnIn)).toEqual([0, 1]);
  },
);
