/** Materials whose extensions replace, or add to, animated properties. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "../../../src/index.js";
import { coupledMaterials } from "../../../src/scene/pointer/setters/coupledProperties.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { addTriangle, createPointed, PNG, type PointedChannel, stateAt } from "../../helpers/gltfAsset.js";
import { collectWarnings, createScene, disposeScenes, importAsset, type LoadOptions } from "../../helpers/scene.js";
import { compareStates, describeScene } from "../../helpers/sceneState.js";
import { settle } from "../../helpers/shaderEngine.js";

afterEach(disposeScenes);

const createAsset = (material: Json, channels: readonly PointedChannel[]): Asset =>
  createPointed(
    (add) => ({
      extensionsUsed: ["KHR_texture_transform", ...Object.keys((material["extensions"] as Json | undefined) ?? {})],
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { ...addTriangle(add), TEXCOORD_0: add("VEC2", [0, 0, 1, 0, 0, 1]) }, material: 0 }] }],
      materials: [material],
      textures: [{ source: 0 }],
      images: [{ uri: PNG }],
    }),
    channels,
  );

/** The classes that Babylon's loader makes materials of. */
const CLASSES: readonly (readonly [name: string, options: LoadOptions])[] = [
  ["PBRMaterial", {}],
  ["OpenPBRMaterial", { loader: { useOpenPBR: true } }],
];

async function load(asset: Asset, options: LoadOptions = {}): Promise<Scene> {
  const scene = createScene();
  const { warnings } = await collectWarnings(() => importAsset(asset, scene, options));
  expect(warnings).toEqual([]);
  for (const mesh of scene.meshes) {
    mesh.alwaysSelectAsActiveMesh = true;
  }
  await settle(scene);
  return scene;
}

/** Whether the animated scene equals the loaded one at both ends. */
async function expectAsLoaded(material: Json, { pointer, values }: PointedChannel, options?: LoadOptions): Promise<void> {
  const scene = await load(createAsset(material, [{ pointer, values }]), options);
  const [group] = scene.animationGroups;
  group!.start();
  group!.pause();
  const { json, bin } = createAsset(material, []);
  for (const i of [0, 1, 0]) {
    const value = values[i]!;
    const loaded = await load({ json: stateAt(json, pointer, value.length > 1 ? value : value[0]), bin }, options);
    group!.goToFrame(i * 60);
    scene.render();
    const differences = compareStates(describeScene(scene), describeScene(loaded));
    expect({ value, differences }).toEqual({ value, differences: [] });
  }
}

const texture = (): Json => ({ index: 0 });
const MOVED = "extensions/KHR_texture_transform/offset";

describe("KHR_materials_pbrSpecularGlossiness takes the place of textures, too:", () => {
  it.each(["baseColorTexture", "metallicRoughnessTexture"])("%s", async (name) => {
    const extension = { diffuseTexture: texture(), specularGlossinessTexture: texture() };
    const material = { pbrMetallicRoughness: { [name]: texture() }, extensions: { KHR_materials_pbrSpecularGlossiness: extension } };
    const pointer = `/materials/0/pbrMetallicRoughness/${name}/${MOVED}`;
    await expectAsLoaded(material, { pointer, values: [[0.25, 0.5], [0.5, 0.75]] }); // oxfmt-ignore
  });
});

describe("a name like that of a property that others depend on has no effect:", () => {
  it.each(["/materials/0/extras/transmissionFactor", "/materials/0/extras/KHR_materials_transmission/transmissionFactor"])(
    "%s",
    async (pointer) => {
      const extras = { transmissionFactor: 0.5, KHR_materials_transmission: { transmissionFactor: 0.5 } };
      const transmission = { transmissionFactor: 0, transmissionTexture: texture() };
      const material = { extras, extensions: { KHR_materials_transmission: transmission } };
      const scene = await load(createAsset(material, [{ pointer, values: [[0], [1]] }]));
      const unanimated = await load(createAsset(material, []));
      expect(scene.textures.length).toBe(unanimated.textures.length);
      expect(scene.materials.some((loaded) => coupledMaterials.of(loaded))).toBe(false);
    },
  );
});

describe.each(CLASSES)("%s: KHR_materials_volume_scatter stays in force beside", (_, options) => {
  const VOLUME = { thicknessFactor: 2, attenuationDistance: 3, attenuationColor: [0.5, 0.75, 0.25] };
  const SCATTER = { multiscatterColorFactor: [0.5, 0.25, 0.125] };
  const DIFFUSE = { KHR_materials_diffuse_transmission: { diffuseTransmissionFactor: 0.5 } };
  const TRANSMISSION = { KHR_materials_transmission: { transmissionFactor: 0.5 } };
  const channels: readonly (readonly [name: string, from: readonly number[], to: readonly number[]])[] = [
    ["KHR_materials_volume/attenuationColor", [0.5, 0.75, 0.25], [0.25, 0.5, 0.75]],
    ["KHR_materials_volume/attenuationColor", [1, 1, 1], [0.9, 0.5, 1]],
    ["KHR_materials_volume/attenuationDistance", [3], [5]],
    ["KHR_materials_volume/attenuationDistance", [0.25], [0.5]],
    ["KHR_materials_volume/thicknessFactor", [2], [0]],
  ];
  const kinds = [
    { kind: "diffuse transmission", extensions: DIFFUSE },
    { kind: "transmission", extensions: TRANSMISSION },
    { kind: "both transmissions", extensions: { ...DIFFUSE, ...TRANSMISSION } },
  ];
  const cases = kinds.flatMap((kind) => channels.map(([name, from, to]) => ({ ...kind, name, values: [from, to] })));

  it.each(cases)("$kind, animated $name", async ({ extensions, name, values }) => {
    const material = { extensions: { ...extensions, KHR_materials_volume: VOLUME, KHR_materials_volume_scatter: SCATTER } };
    await expectAsLoaded(material, { pointer: `/materials/0/extensions/${name}`, values }, options);
  });

  const FACTORS = ["KHR_materials_diffuse_transmission/diffuseTransmissionFactor", "KHR_materials_transmission/transmissionFactor"];

  it.each(FACTORS.flatMap((name) => [true, false].map((textured) => ({ name, textured }))))(
    "both transmissions, of which $name comes and goes; with a texture: $textured",
    async ({ name, textured }) => {
      const scatter = { ...SCATTER, ...(textured && { multiscatterColorTexture: texture() }) };
      const extensions = { ...DIFFUSE, ...TRANSMISSION, KHR_materials_volume: VOLUME, KHR_materials_volume_scatter: scatter };
      await expectAsLoaded({ extensions }, { pointer: `/materials/0/extensions/${name}`, values: [[0], [0.5]] }, options);
    },
  );
});

describe.each(CLASSES)("%s: a property that a material leaves out has glTF's default:", (_, options) => {
  const VOLUME = { KHR_materials_volume: { thicknessFactor: 2 } };
  const TRANSMISSION = { KHR_materials_transmission: { transmissionFactor: 0.5 } };
  const DIFFUSE = { KHR_materials_diffuse_transmission: { diffuseTransmissionFactor: 0.5 } };
  const EMPTY = { KHR_materials_ior: {}, KHR_materials_dispersion: {} };

  it.each([
    { kind: "transmission", extensions: { ...TRANSMISSION } },
    { kind: "transmission of a volume", extensions: { ...TRANSMISSION, ...VOLUME } },
    { kind: "transmission of a volume that scatters", extensions: { ...TRANSMISSION, ...VOLUME, KHR_materials_volume_scatter: {} } },
    { kind: "transmission of a volume with empty extensions", extensions: { ...TRANSMISSION, ...VOLUME, ...EMPTY } },
  ])("$kind", async ({ extensions }) => {
    const pointer = "/materials/0/extensions/KHR_materials_transmission/transmissionFactor";
    await expectAsLoaded({ extensions }, { pointer, values: [[0.25], [0.75]] }, options);
  });

  it.each([
    { kind: "diffuse transmission", extensions: { ...DIFFUSE } },
    { kind: "diffuse transmission of a volume", extensions: { ...DIFFUSE, ...VOLUME } },
    { kind: "diffuse transmission of a volume that scatters", extensions: { ...DIFFUSE, ...VOLUME, KHR_materials_volume_scatter: {} } },
    { kind: "both transmissions of a volume", extensions: { ...DIFFUSE, ...TRANSMISSION, ...VOLUME } },
  ])("$kind", async ({ extensions }) => {
    const pointer = "/materials/0/extensions/KHR_materials_diffuse_transmission/diffuseTransmissionFactor";
    await expectAsLoaded({ extensions }, { pointer, values: [[0.25], [0.75]] }, options);
  });

  it.each([
    { kind: "a volume of no thickness", extensions: { ...TRANSMISSION, KHR_materials_volume: {}, ...EMPTY } },
    { kind: "a volume that transmits nothing", extensions: { KHR_materials_transmission: {}, ...VOLUME, ...EMPTY } },
    { kind: "a volume that transmits nothing diffusely", extensions: { KHR_materials_diffuse_transmission: {}, ...VOLUME } },
  ])("$kind", async ({ extensions }) => {
    const pointer = "/materials/0/extensions/KHR_materials_volume/attenuationColor";
    await expectAsLoaded({ extensions }, { pointer, values: [[0.25, 0.5, 0.75], [0.5, 0.75, 0.25]] }, options); // oxfmt-ignore
  });
});

describe.each(CLASSES)("%s without light", (_, options) => {
  const FACTORS: readonly (readonly [name: string, from: readonly number[], to: readonly number[]])[] = [
    ["pbrMetallicRoughness/baseColorFactor", [0.5, 0.25, 0.75, 1], [0.25, 0.5, 1, 0.5]],
    ["pbrMetallicRoughness/metallicFactor", [0.25], [0.75]],
    ["pbrMetallicRoughness/roughnessFactor", [0.25], [0.75]],
    ["emissiveFactor", [0.5, 0.25, 0.75], [0.25, 0.5, 1]],
    ["normalTexture/scale", [0.25], [0.75]],
    ["occlusionTexture/strength", [0.25], [0.75]],
  ];

  it.each(FACTORS)("(KHR_materials_unlit): %s", async (name, from, to) => {
    const material = {
      alphaMode: "BLEND",
      normalTexture: texture(),
      occlusionTexture: texture(),
      extensions: { KHR_materials_unlit: {} },
    };
    await expectAsLoaded(material, { pointer: `/materials/0/${name}`, values: [from, to] }, options);
  });
});

it.each(CLASSES)(
  "%s: meshes are sorted for refraction when their material begins or ceases to transmit, not each time",
  async (_, options) => {
    const material = { extensions: { KHR_materials_transmission: { transmissionFactor: 1 } } };
    const pointer = "/materials/0/extensions/KHR_materials_transmission/transmissionFactor";
    const scene = await load(createAsset(material, [{ pointer, values: [[0], [1]] }]), options);
    const [group] = scene.animationGroups;
    group!.start();
    group!.pause();
    group!.goToFrame(60);
    let sorted = 0;
    scene.meshes.forEach((mesh) => mesh.onMaterialChangedObservable.add(() => sorted++));
    const counts = [30, 45, 0, 0, 15, 60].map((frame) => {
      group!.goToFrame(frame);
      return sorted;
    });
    expect(counts).toEqual([0, 0, 1, 1, 2, 2]);
  },
);

it.each(CLASSES)("%s: a texture is moved while it is out of use, too", async (_, options) => {
  const extensions = {
    KHR_materials_transmission: { transmissionFactor: 1, transmissionTexture: { ...texture(), extensions: { KHR_texture_transform: {} } } },
  };
  const factor = "/materials/0/extensions/KHR_materials_transmission/transmissionFactor";
  const offset = `/materials/0/extensions/KHR_materials_transmission/transmissionTexture/${MOVED}`;
  const channels = [{ pointer: factor, values: [[1], [0]] }, { pointer: offset, values: [[0, 0], [0.25, 0.5]] }]; // oxfmt-ignore
  const scene = await load(createAsset({ extensions }, channels), options);
  const [factorTarget, offsetTarget] = scene.animationGroups[0]!.targetedAnimations.map(({ target }) => target as { value: unknown });
  factorTarget!.value = 0;
  offsetTarget!.value = new Vector3(0.25, 0.5);
  factorTarget!.value = 1;
  scene.render();
  const { json, bin } = createAsset({ extensions }, []);
  const loaded = await load({ json: stateAt(json, offset, [0.25, 0.5]), bin }, options);
  expect(compareStates(describeScene(scene), describeScene(loaded))).toEqual([]);
});

it("of two materials, only the one that asks for it is animated as OpenPBR", async () => {
  const channels = [0, 1].map((i) => ({ pointer: `/materials/${i}/pbrMetallicRoughness/metallicFactor`, values: [[0], [0.5]] }));
  const { json, bin } = createAsset({ name: "plain" }, channels);
  json["materials"].push({ name: "open", extensions: { KHR_materials_openpbr: {} } });
  json["meshes"][0].primitives.push({ ...json["meshes"][0].primitives[0], material: 1 });
  json["extensionsUsed"].push("KHR_materials_openpbr");
  const scene = await load({ json, bin });
  scene.animationGroups[0]!.start();
  scene.animationGroups[0]!.goToFrame(60);
  expect(scene.getMaterialByName("plain")).toMatchObject({ metallic: 0.5 });
  expect(scene.getMaterialByName("open")).toMatchObject({ baseMetalness: 0.5 });
});

it("a material that is animated has a list of animations, as Babylon's loader gives to whatever it animates", async () => {
  const { json, bin } = createAsset({}, [{ pointer: "/materials/0/alphaCutoff", values: [[0], [1]] }]);
  json["meshes"][0].primitives.push({ ...json["meshes"][0].primitives[0], material: 1 });
  json["materials"].push({});
  const { materials } = await load({ json, bin });
  expect(materials.map(({ animations }) => animations)).toEqual([[], null]);
});

it("a distance of attenuation that is not stated, which glTF has no number for, is animated all the same", async () => {
  const volume = { thicknessFactor: 2, attenuationColor: [0.5, 0.75, 0.25] };
  const material = { extensions: { KHR_materials_transmission: { transmissionFactor: 1 }, KHR_materials_volume: volume } };
  const pointer = "/materials/0/extensions/KHR_materials_volume/attenuationDistance";
  await expectAsLoaded(material, { pointer, values: [[3], [5]] });
  // as it is loaded until it is animated
  const [scene, loaded] = [await load(createAsset(material, [{ pointer, values: [[3], [5]] }])), await load(createAsset(material, []))];
  expect(compareStates(describeScene(scene), describeScene(loaded))).toEqual([]);
});
