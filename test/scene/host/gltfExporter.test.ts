/** Pins what src/scene/host/gltf/gltfExporter.ts uses of Babylon's exporter. */
import { afterEach, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { GLTFExporter } from "@babylonjs/serializers/glTF/2.0/glTFExporter.js";
import { GLTF2Export, type IExportOptions } from "@babylonjs/serializers/glTF/2.0/glTFSerializer.js";
import { baseColorFactorOf } from "../../../src/scene/host/gltf/gltfExporter.js";
import { valueBeforeRun } from "../../../src/scene/host/animations.js";
import { createScene, disposeScenes, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

type Internals = GLTFExporter & Record<string, unknown>;

/** A scene with a box of its own material, which a group moves. */
function createBox(): { scene: Scene; box: ReturnType<typeof CreateBox>; material: PBRMaterial; group: AnimationGroup } {
  const scene = createScene({ rightHanded: true });
  const box = CreateBox("box", {}, scene);
  const material = new PBRMaterial("material", scene);
  box.material = material;
  const group = new AnimationGroup("group", scene);
  const animation = new Animation("x", "position.x", 60, Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys([
    { frame: 0, value: 1 },
    { frame: 60, value: 2 },
  ]);
  group.addTargetedAnimation(animation, box);
  return { scene, box, material, group };
}

/** Looks at the exporter when it is created, when all indices are final, and when it writes the JSON. */
async function lookAtExporter(
  scene: Scene,
  looks: { created?: (exporter: Internals) => void; indexed?: (exporter: Internals) => void; exporting?: (exporter: Internals) => void },
  options: IExportOptions = {},
): Promise<void> {
  GLTFExporter.RegisterExtension("TEST_look", (exporter) => {
    looks.created?.(exporter as Internals);
    return {
      name: "TEST_look",
      enabled: true,
      required: false,
      wasUsed: true,
      dispose: () => undefined,
      preGenerateBinaryAsync: () => Promise.resolve(looks.indexed?.(exporter as Internals)),
      onExporting: () => looks.exporting?.(exporter as Internals),
    };
  });
  try {
    await GLTF2Export.GLBAsync(scene, "scene", { exportWithoutWaitingForScene: true, ...options });
  } finally {
    GLTFExporter.UnregisterExtension("TEST_look");
  }
}

it("the options of an exporter are its own, and decide which animations it writes", async () => {
  const { scene } = createBox();
  const options = { shouldExportAnimation: () => true };
  await lookAtExporter(
    scene,
    {
      created: (exporter) => {
        expect(exporter.options.shouldExportAnimation).toBe(options.shouldExportAnimation);
        exporter.options.shouldExportAnimation = () => false;
      },
      indexed: (exporter) => {
        expect(exporter.options.animationSampleRate).toBe(1 / 60);
        expect(exporter._animations).toEqual([]);
      },
    },
    options,
  );
  expect(options.shouldExportAnimation()).toBe(true);
});

it("_babylonScene is known when extensions are created; _glTF gets the arrays of objects last", async () => {
  const { scene } = createBox();
  await lookAtExporter(scene, {
    created: (exporter) => expect(exporter._babylonScene).toBe(scene),
    indexed: (exporter) => expect(exporter._glTF).toEqual({ asset: expect.anything() }),
    exporting: (exporter) => {
      expect(exporter._glTF.nodes).toBeUndefined();
      expect(exporter._glTF.extensionsUsed).toContain("TEST_look");
    },
  });
});

it("_nodeMap, _materialMap and _camerasMap lead to the places in _nodes, _materials and _cameras", async () => {
  const { scene, box, material } = createBox();
  await lookAtExporter(scene, {
    indexed: (exporter) => {
      const [nodes, materials] = [exporter["_nodeMap"] as Map<object, number>, exporter._materialMap];
      expect(exporter._nodes[nodes.get(box)!]).toMatchObject({ name: "box", mesh: 0 });
      expect(exporter._materials[materials.get(material)!]).toMatchObject({ name: "material" });
      const camera = (exporter["_camerasMap"] as Map<object, object>).get(scene.cameras[0]!)!;
      expect((exporter._cameras as object[]).indexOf(camera)).toBe(0);
      expect(exporter._meshes).toHaveLength(1);
    },
  });
});

it("_bufferManager adds data and accessors that end up in the file", async () => {
  const { scene } = createBox();
  let index = -1;
  await lookAtExporter(scene, {
    indexed: ({ _bufferManager: manager, _accessors: accessors }) => {
      const view = manager.createBufferView(new Uint8Array(12));
      const accessor = manager.createAccessor(view, "SCALAR" as never, 5126, 2, 4, { min: [0], max: [1] }, undefined);
      index = accessors.push(accessor) - 1;
    },
    exporting: ({ _accessors: accessors, _bufferViews: views }) => {
      const { bufferView, byteOffset, count, min, max } = accessors[index]!;
      expect({ byteOffset, count, min, max }).toEqual({ byteOffset: 4, count: 2, min: [0], max: [1] });
      expect(views[bufferView!]!.byteLength).toBe(12);
    },
  });
});

it("_materialNeedsUVsSet keeps the texture coordinates of a material without textures", async () => {
  const { scene, material } = createBox();
  await lookAtExporter(scene, {
    created: ({ _materialNeedsUVsSet: materials }) => void materials.add(material),
    indexed: ({ _meshes: meshes }) => expect(meshes[0]!.primitives[0]!.attributes).toHaveProperty("TEXCOORD_0"),
  });
});

it("_materialExporter.getTextureInfo gives null for a texture that was not written", async () => {
  const { scene } = createBox();
  await lookAtExporter(scene, {
    indexed: ({ _materialExporter: materials }) => expect(materials.getTextureInfo(null)).toBeNull(),
  });
});

it("_animationGroupMap, where there is one, has the animation that a group has become", async () => {
  const { scene, group } = createBox();
  group.targetedAnimations[0]!.animation.targetProperty = "position";
  await lookAtExporter(scene, {
    indexed: (exporter) => {
      const groups = exporter["_animationGroupMap"] as Map<object, number> | undefined;
      expect(groups?.get(group) ?? 0).toBe(0);
    },
  });
});

it("RuntimeAnimation._target, _originalValue: the target, and its value from before a running animation of Babylon's", () => {
  const { scene, box, group } = createBox();
  box.position.x = 7;
  const { animation } = group.targetedAnimations[0]!;
  expect(valueBeforeRun(animation, box)).toBeUndefined();
  group.start(true);
  render(scene, 3);
  expect(box.position.x).toBeLessThan(2);
  expect(valueBeforeRun(animation, box)).toBe(7);
});

it("_ConvertToGLTFPBRMetallicRoughness gives the color and the alpha that the exporter writes for a StandardMaterial", async () => {
  const { scene, box } = createBox();
  const material = new StandardMaterial("standard", scene);
  material.diffuseColor.set(0.5, 0.25, 1);
  material.alpha = 0.75;
  box.material = material;
  await lookAtExporter(scene, {
    indexed: ({ _materials: materials }) => {
      expect(baseColorFactorOf(material)).toEqual(materials[0]!.pbrMetallicRoughness!.baseColorFactor);
      expect(baseColorFactorOf(material)[3]).toBe(0.75);
    },
  });
});
