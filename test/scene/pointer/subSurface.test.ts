/** Textures of a material may be loaded later than its animation begins, as with MSFT_lod. */
import { afterEach, expect, it } from "@jest/globals";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import { Observable } from "@babylonjs/core/Misc/observable.js";
import { coupledMaterials, coupledSetter } from "../../../src/scene/pointer/setters/coupledProperties.js";
import { trackMaterial } from "../../../src/scene/pointer/materials/materialTracking.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

const write = (name: string, material: PBRMaterial, value: number): void => coupledSetter(name).write(material, [value], 0);

it("a value animated before its textures are loaded neither drops nor hides them, and applies once they are", () => {
  const scene = createScene();
  const material = new PBRMaterial("glass", scene);
  const state = trackMaterial(material, { extensions: { KHR_materials_transmission: {}, KHR_materials_volume: {} } }, null)!;
  // as the loader leaves it while it waits for the texture: with factors that are not 0
  material.subSurface.isRefractionEnabled = true;
  write("transmissionFactor", material, 0.5);
  write("thicknessFactor", material, 2);
  expect(material.subSurface.isRefractionEnabled).toBe(true);
  const texture = new Texture(null, scene);
  material.subSurface.refractionIntensityTexture = texture;
  write("transmissionFactor", material, 0);
  expect(material.subSurface.refractionIntensityTexture).toBe(texture);
  state.take(material, new Observable<void>());
  expect(material.subSurface.refractionIntensityTexture).toBeNull();
  expect(material.subSurface.isRefractionEnabled).toBe(false);
  write("transmissionFactor", material, 0.25);
  expect(material.subSurface).toMatchObject({ isRefractionEnabled: true, refractionIntensity: 0.25, maximumThickness: 2 });
  expect(material.subSurface.refractionIntensityTexture).toBe(texture);
});

it("materials of another class, and those that are tracked already, are not tracked", () => {
  const scene = createScene();
  const material = new PBRMaterial("glass", scene);
  expect(trackMaterial(material, {}, null)).not.toBeNull();
  expect([trackMaterial(material, {}, null), trackMaterial(new StandardMaterial("plain", scene), {}, null)]).toEqual([null, null]);
});

it("a copy made before the textures are loaded stays as it is", () => {
  const scene = createScene();
  const [material, copy] = [new PBRMaterial("glass", scene), new PBRMaterial("copy", scene)];
  trackMaterial(material, { extensions: { KHR_materials_transmission: {} } }, null);
  write("transmissionFactor", material, 0.5);
  coupledMaterials.copy(material, () => copy);
  write("transmissionFactor", copy, 0.75);
  expect(copy.subSurface).toMatchObject({ isRefractionEnabled: true, refractionIntensity: 0.75, refractionIntensityTexture: null });
});
