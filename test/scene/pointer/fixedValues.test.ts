/**
 * Where the asset states an index of refraction of 0, updates of it must be ignored (KHR_materials_ior). That is no fault of the file, which
 * loads even if it requires the extension.
 */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "../../../src/index.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { type AddAccessor, addTriangle, createPointed } from "../../helpers/gltfAsset.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, importAsset, type LoadOptions } from "../../helpers/scene.js";

afterEach(disposeScenes);

const IOR = "/materials/0/extensions/KHR_materials_ior/ior";

function createAsset(ior: number | undefined, isRequired = false): Asset {
  const create = (add: AddAccessor): Json => ({
    extensionsUsed: ["KHR_materials_ior"],
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: addTriangle(add), material: 0 }] }],
    materials: [{ name: "material", extensions: { KHR_materials_ior: ior === undefined ? {} : { ior } } }],
  });
  const rough = { pointer: "/materials/0/pbrMetallicRoughness/roughnessFactor", values: [[0], [0.5]] };
  const { json, bin } = createPointed(create, [{ pointer: IOR, values: [[1.5], [2]] }, rough]);
  return { json: isRequired ? { ...json, extensionsRequired: ["KHR_animation_pointer"] } : json, bin };
}

interface Look {
  readonly ior: number;
  readonly roughness: number;
}

type OpenPbr = { readonly specularIor: number; readonly specularRoughness: number };

const KINDS: readonly (readonly [name: string, options: LoadOptions, look: (scene: Scene) => Look])[] = [
  [
    "PBRMaterial",
    {},
    (scene) => {
      const { indexOfRefraction, roughness } = scene.getMaterialByName("material") as PBRMaterial;
      return { ior: indexOfRefraction, roughness: roughness! };
    },
  ],
  [
    "OpenPBRMaterial",
    { loader: { useOpenPBR: true } },
    (scene) => {
      const { specularIor, specularRoughness } = scene.getMaterialByName("material") as unknown as OpenPbr;
      return { ior: specularIor, roughness: specularRoughness };
    },
  ],
];

async function load(asset: Asset, options: LoadOptions): Promise<{ scene: Scene; warnings: readonly string[] }> {
  const scene = createScene();
  const { result, warnings } = await collectWarnings(() => importAsset(asset, scene, options));
  const [group] = result.animationGroups;
  group!.start(true);
  group!.pause();
  group!.goToFrame(60);
  return { scene, warnings };
}

describe.each(KINDS)("%s", (_, options, look) => {
  it.each([false, true])("an index of refraction that is stated as 0 stays as it is loaded; required: %s", async (isRequired) => {
    const { json, bin } = createAsset(0, isRequired);
    const still = createScene();
    await importAsset({ json: { ...json, animations: [] }, bin }, still, options);
    const { scene, warnings } = await load({ json, bin }, options);
    expect(look(scene)).toEqual({ ior: look(still).ior, roughness: 0.5 });
    expect(warnings).toEqual([`/animations/0/channels/0/target/extensions/KHR_animation_pointer/pointer: ${ruleOf("fixedValue", 0, IOR)}`]);
  });

  it.each([undefined, 1, 1.5])("one that is stated as %s is animated", async (ior) => {
    const { scene, warnings } = await load(createAsset(ior), options);
    expect(look(scene)).toEqual({ ior: 2, roughness: 0.5 });
    expect(warnings).toEqual([]);
  });
});
