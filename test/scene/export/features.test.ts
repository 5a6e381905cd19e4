/** What Babylon's exporter would leave out, merge or turn round. */
import { afterEach, describe, expect, it } from "@jest/globals";
import "../../../src/index.js";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { CreateClip } from "../../../src/index.js";
import { loadScene } from "../../helpers/animatedEqualsLoaded.js";
import { exportScene, type Exported } from "../../helpers/exported.js";
import { evaluateAll } from "../../helpers/exportedPose.js";
import {
  addTexturedTriangle,
  addTimes,
  addTriangle,
  createPointed,
  PNG,
  pointerTarget,
  type PointedChannel,
} from "../../helpers/gltfAsset.js";
import type { Json } from "../../helpers/gltfPose.js";
import { animate, createGroup } from "../../helpers/group.js";
import { createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

const EXTENSIONS = "/materials/0/extensions/";

/** A textured triangle whose material has extensions, loaded and exported. */
async function exportMaterial(extensions: Readonly<Record<string, Json>>, channel: PointedChannel): Promise<Exported> {
  const asset = createPointed(
    (add) => ({
      extensionsUsed: Object.keys(extensions),
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: addTexturedTriangle(add), material: 0 }] }],
      materials: [{ extensions }],
      textures: [{ source: 0 }],
      images: [{ uri: PNG }],
    }),
    [channel],
  );
  const { scene } = await loadScene(asset, false);
  return exportScene(scene);
}

describe("materials", () => {
  it.each(["clearcoat", "iridescence", "transmission"])(
    "%s that is off at rest keeps its texture and texture coordinates",
    async (feature) => {
      const [extension, factor, texture] = [`KHR_materials_${feature}`, `${feature}Factor`, `${feature}Texture`];
      const { json } = await exportMaterial(
        { [extension]: { [factor]: 0, [texture]: { index: 0 } } },
        { pointer: `${EXTENSIONS}${extension}/${factor}`, values: [[0], [1]] },
      );
      expect(json["materials"][0].extensions[extension][texture]).toMatchObject({ index: 0 });
      expect(json["meshes"][0].primitives[0].attributes).toHaveProperty("TEXCOORD_0");
    },
  );

  it("transmission that is off at rest keeps what the light passes through", async () => {
    const extensions = {
      KHR_materials_transmission: { transmissionFactor: 0 },
      KHR_materials_ior: { ior: 1.25 },
      KHR_materials_volume: { thicknessFactor: 2, attenuationDistance: 3, attenuationColor: [1, 0.5, 0.25] },
    };
    const channel = { pointer: `${EXTENSIONS}KHR_materials_transmission/transmissionFactor`, values: [[0], [1]] };
    const { json } = await exportMaterial(extensions, channel);
    expect(json["materials"][0].extensions).toEqual(extensions);
  });

  it("an attenuation distance that the file does not state, because it is infinite, is not stated", async () => {
    const { json } = await exportMaterial(
      { KHR_materials_transmission: { transmissionFactor: 1 }, KHR_materials_volume: { thicknessFactor: 2 } },
      { pointer: `${EXTENSIONS}KHR_materials_volume/thicknessFactor`, values: [[2], [1]] },
    );
    expect(json["materials"][0].extensions.KHR_materials_volume.attenuationDistance).toBeUndefined();
    expect(json["materials"][0].extensions.KHR_materials_volume.thicknessFactor).toBe(2);
  });
});

const { ANIMATIONTYPE_FLOAT: FLOAT, ANIMATIONTYPE_QUATERNION: QUATERNION, ANIMATIONTYPE_VECTOR3: VECTOR } = Animation;

it("the transform of a texture is written for everything that has the texture in common", async () => {
  const asset = createPointed(
    (add) => ({
      extensionsUsed: ["KHR_texture_transform"],
      nodes: [{ mesh: 0 }, { mesh: 1 }],
      meshes: [0, 1].map((material) => ({ primitives: [{ attributes: addTexturedTriangle(add), material }] })),
      materials: [0, 1].map((i) => ({ name: `${i}`, normalTexture: { index: 0 } })),
      textures: [{ source: 0 }],
      images: [{ uri: PNG }],
    }),
    [{ pointer: "/materials/1/normalTexture/extensions/KHR_texture_transform/offset", values: [[0, 0], [1, 3]] }], // oxfmt-ignore
  );
  const { scene } = await loadScene(asset, false);
  const [first, second] = ["0", "1"].map((name) => scene.getMaterialByName(name) as PBRMaterial) as [PBRMaterial, PBRMaterial];
  first.bumpTexture = first.albedoTexture = second.bumpTexture;
  const exported = await exportScene(scene);
  const offset = "extensions/KHR_texture_transform/offset";
  expect(evaluateAll(exported, exported.json["animations"][0], 0.5)).toEqual(
    new Map([
      [`/materials/1/normalTexture/${offset}`, [0.5, 1.5]],
      [`/materials/0/pbrMetallicRoughness/baseColorTexture/${offset}`, [0.5, 1.5]],
      [`/materials/0/normalTexture/${offset}`, [0.5, 1.5]],
    ]),
  );
  expect(exported.report.leftOut).toEqual([]);
});

describe("nodes", () => {
  it.each([
    { name: "left-handed", rightHanded: false, expected: [0.5, -0.5, -0.5, 0.5] },
    { name: "right-handed", rightHanded: true, expected: [0.5, 0.5, 0.5, 0.5] },
  ])("a rotation of a $name scene", async ({ rightHanded, expected }) => {
    const scene = createScene({ rightHanded });
    const node = new TransformNode("node", scene);
    node.rotationQuaternion = Quaternion.Identity();
    animate(scene, node, "rotationQuaternion", QUATERNION, Quaternion.Identity(), new Quaternion(0.5, 0.5, 0.5, 0.5));
    const exported = await exportScene(scene);
    expect([...evaluateAll(exported, exported.json["animations"][0], 1).values()]).toEqual([expected]);
  });

  it("the visibility of a node hides both parts of its mesh by one channel", async () => {
    const asset = createPointed((add) => {
      const sampler = { input: addTimes(add, [0, 1]), output: add("SCALAR", new Uint8Array([1, 0])), interpolation: "STEP" };
      const target = pointerTarget("/nodes/0/extensions/KHR_node_visibility/visible");
      return {
        extensionsUsed: ["KHR_node_visibility"],
        nodes: [{ mesh: 0, extensions: { KHR_node_visibility: { visible: true } } }],
        meshes: [{ primitives: [0, 1].map((material) => ({ attributes: addTriangle(add), material })) }],
        materials: [{}, {}],
        animations: [{ samplers: [sampler], channels: [{ sampler: 0, target }] }],
      };
    }, []);
    const { report, json } = await exportScene((await loadScene(asset, true)).scene);
    expect(report).toMatchObject({ channels: 1, leftOut: [] });
    expect(json["animations"][0].channels).toHaveLength(1);
  });

  it("a quarter turn about one axis needs no more keys", async () => {
    const scene = createScene({ rightHanded: true });
    animate(scene, new TransformNode("node", scene), "rotation.y", FLOAT, 0, Math.PI / 2);
    const { json } = await exportScene(scene);
    expect(json["accessors"][json["animations"][0].samplers[0].output].count).toBe(2);
  });

  it.each([
    { offset: 0, reasons: [] },
    { offset: 0.01, reasons: ["Babylon merges the node with its camera or light, which has a position or rotation of its own"] },
  ])("a node that is merged with a camera, $offset m away", async ({ offset, reasons }) => {
    const scene = createScene({ rightHanded: true });
    const node = new TransformNode("node", scene);
    const camera = new FreeCamera("camera", new Vector3(0, offset, 0), scene);
    camera.setTarget(new Vector3(0, offset, -1));
    camera.parent = node;
    animate(scene, node, "position", VECTOR, Vector3.Zero(), Vector3.One());
    const { report } = await exportScene(scene);
    expect(report.leftOut.map(({ reason }) => reason)).toEqual(reasons);
  });
});

it("a clip refers to one of two groups with the same channels", async () => {
  const scene = createScene();
  const node = new TransformNode("node", scene);
  const first = animate(scene, node, "position", VECTOR, Vector3.Zero(), Vector3.One());
  createGroup(scene, [node, first.targetedAnimations[0]!.animation]);
  CreateClip("clip", first);
  const { json } = await exportScene(scene);
  expect(json["extensions"].KHR_animation_clip.clips).toEqual([{ name: "clip", animations: [0] }]);
});
