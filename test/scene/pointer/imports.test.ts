/** Code for some materials only is imported with the first file that needs it. */
import { afterEach, expect, it, jest } from "@jest/globals";
import { addTriangle, createPointed } from "../../helpers/gltfAsset.js";
import { createScene, disposeScenes, importAsset } from "../../helpers/scene.js";

const imported: string[] = [];

jest.unstable_mockModule("../../../src/scene/pointer/materials/materialTracking.js", () => {
  imported.push("materialTracking");
  return {
    trackMaterial: () => null,
    switchOn: (json: object) => json,
    importOpenPbr: () => {
      imported.push("openPbr");
      return { openPbrProperties: () => (property: unknown) => property };
    },
  };
});
await import("../../../src/index.js");

afterEach(disposeScenes);

async function load(materials: readonly object[], loader: object = {}): Promise<readonly string[]> {
  const asset = createPointed(
    (add) => ({
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: materials.map((_, material) => ({ attributes: addTriangle(add), material })) }],
      materials,
    }),
    [{ pointer: "/materials/0/pbrMetallicRoughness/roughnessFactor", values: [[0], [1]] }],
  );
  await importAsset(asset, createScene(), { loader });
  return imported;
}

it("none for ordinary materials, one part for materials that transmit light, another for OpenPBR", async () => {
  expect(await load([{}, { extensions: { KHR_materials_clearcoat: {} } }])).toEqual([]);
  expect(await load([{}, { extensions: { KHR_materials_ior: {} } }])).toEqual(["materialTracking"]);
  expect(await load([{}], { useOpenPBR: true })).toEqual(["materialTracking", "openPbr"]);
});
