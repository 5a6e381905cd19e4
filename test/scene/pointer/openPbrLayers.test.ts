/** Textures of a material may be loaded later than its animation begins, as with MSFT_lod. */
import { afterEach, expect, it } from "@jest/globals";
import { OpenPBRMaterial } from "@babylonjs/core/Materials/PBR/openpbrMaterial.js";
import { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Observable } from "@babylonjs/core/Misc/observable.js";
import { coupledMaterials } from "../../../src/scene/pointer/setters/coupledProperties.js";
import { trackMaterial } from "../../../src/scene/pointer/materials/materialTracking.js";
import * as openPbr from "../../../src/scene/pointer/materials/openPbr.js";
import type { LayerName } from "../../../src/scene/pointer/materials/openPbrLayers.js";
import { type BabylonTarget, PointerResolver } from "../../../src/gltf/objectModel/index.js";
import { propertyAt } from "../../../src/scene/pointer/pointerRegistry.js";
import { RegisterPointer, UnregisterPointer } from "../../../src/pure.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

const STATED = { extensions: { KHR_materials_transmission: {}, KHR_materials_volume: {} } };

function write(material: object, name: LayerName, ...value: number[]): void {
  const layers = coupledMaterials.of(material)!;
  layers.set(name, value);
  layers.apply(material as OpenPBRMaterial);
}

it("a value animated before its textures are loaded neither drops nor hides them, and applies once they are", () => {
  const scene = createScene();
  const material = new OpenPBRMaterial("glass", scene);
  const { geometryThickness } = material;
  const layers = trackMaterial(material, STATED, openPbr)!;
  // as the loader leaves it while it waits for the texture: with factors that are not 0
  material.transmissionWeight = 1;
  write(material, "transmissionFactor", 0.5);
  write(material, "thicknessFactor", 2);
  write(material, "roughnessFactor", 0.25);
  expect([material.transmissionWeight, material.geometryThickness]).toEqual([1, geometryThickness]);
  const texture = new Texture(null, scene);
  Object.assign(material, { transmissionWeightTexture: texture, baseColor: new Color3(0.5, 0.5, 0.5), specularRoughness: 1 });
  write(material, "transmissionFactor", 0);
  expect(material.transmissionWeightTexture).toBe(texture);
  const onComplete = new Observable<void>();
  layers.take(material, onComplete);
  onComplete.notifyObservers();
  expect(material).toMatchObject({ transmissionWeight: 0, transmissionWeightTexture: null, specularRoughness: 0.25 });
  expect(material.baseColor.asArray()).toEqual([0.5, 0.5, 0.5]);
  write(material, "transmissionFactor", 0.25);
  expect(material).toMatchObject({ transmissionWeight: 0.25, transmissionWeightTexture: texture, geometryThickness: 2 });
});

it("a copy made before the textures are loaded stays as it is", () => {
  const scene = createScene();
  const [material, copy] = [new OpenPBRMaterial("glass", scene), new OpenPBRMaterial("copy", scene)];
  trackMaterial(material, STATED, openPbr);
  write(material, "transmissionFactor", 0.5);
  copy.specularRoughness = 0.75;
  coupledMaterials.copy(material, () => copy);
  write(copy, "transmissionFactor", 0.75);
  expect(copy).toMatchObject({ transmissionWeight: 0.75, transmissionWeightTexture: null, specularRoughness: 0.75 });
});

it.each(["/materials/0/extras/transmissionFactor", "/materials/0/extensions/VENDOR_glass/transmissionFactor"])(
  "a name alone, in extras or a vendor's extension, does not couple a property: %s",
  (pointer) => {
    RegisterPointer({
      pointer: "/materials/{}/extensions/VENDOR_glass/transmissionFactor",
      type: "float",
      target: "material",
      property: "alpha",
      write: () => undefined,
    });
    const json = { extras: { transmissionFactor: 0 }, extensions: { ...STATED.extensions, VENDOR_glass: { transmissionFactor: 0 } } };
    const resolver = new PointerResolver(
      { materials: [json] },
      { propertyAt, choose: (property) => openPbr.openPbrProperty(property, json) },
    );
    expect((resolver.resolve("", pointer).property.babylon as BabylonTarget).coupled).toBeUndefined();
    UnregisterPointer("/materials/{}/extensions/VENDOR_glass/transmissionFactor");
  },
);
