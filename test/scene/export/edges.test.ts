/** Odd scenes, options and registrations. */
import { afterEach, describe, expect, it } from "@jest/globals";
import "../../../src/index.js";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { IAnimatable } from "@babylonjs/core/Animations/animatable.interface.js";
import { SineEase } from "@babylonjs/core/Animations/easing.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { GLTFExporter } from "@babylonjs/serializers/glTF/2.0/glTFExporter.js";
import { OnAnimationsExportedObservable, RegisterAnimationExport, UnregisterAnimationExport } from "../../../src/serializer.js";
import { exportByBabylon, exportScene } from "../../helpers/exported.js";
import { evaluateAll } from "../../helpers/exportedPose.js";
import { createModel, type Interpolation } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { createScene, disposeScenes, importAsset, render } from "../../helpers/scene.js";
import { coreErrors } from "../../helpers/validator.js";

afterEach(() => {
  UnregisterAnimationExport();
  disposeScenes();
});

const [FLOAT, VECTOR] = [Animation.ANIMATIONTYPE_FLOAT, Animation.ANIMATIONTYPE_VECTOR3];

function animate(scene: Scene, target: IAnimatable, property: string, type: number, keys: readonly object[]): AnimationGroup {
  const animation = new Animation(property, property, 60, type);
  animation.setKeys(keys as never, true);
  const group = new AnimationGroup(property, scene);
  group.addTargetedAnimation(animation, target);
  return group;
}

const MOVES = [
  { frame: 0, value: Vector3.Zero() },
  { frame: 60, value: new Vector3(1, 2, 3) },
];

const valuesAt = (asset: Asset, time: number): number[] => [...evaluateAll(asset, asset.json["animations"][0], time).values()][0]!;

it.each([false, true])("a box below a parent that is scaled by -1 moves as before (right-handed: %p)", async (rightHanded) => {
  const scene = createScene({ rightHanded });
  const parent = new TransformNode("parent", scene);
  parent.scaling.set(-1, 1, 1);
  parent.position.set(1, 2, 3);
  const box = CreateBox("box", {}, scene);
  box.parent = parent;
  box.material = new PBRMaterial("material", scene);
  const group = animate(scene, box, "position", VECTOR, MOVES);
  const again = createScene({ rightHanded });
  const { animationGroups } = await importAsset(await exportScene(scene), again);
  const positions = [group, animationGroups[0]!].map((each) => {
    each.start(false);
    each.pause();
    each.goToFrame(30);
    const node = (each.targetedAnimations[0]!.target as TransformNode).computeWorldMatrix(true);
    return node.getTranslation().asArray();
  });
  expect(positions[1]).toEqual(positions[0]!.map((component) => expect.closeTo(component, 5)));
});

it("nodes that shouldExportNode leaves out are in the report", async () => {
  const scene = createScene();
  const [kept, left] = ["kept", "left"].map((name) => new TransformNode(name, scene)) as [TransformNode, TransformNode];
  animate(scene, kept, "position", VECTOR, MOVES);
  const group = animate(scene, left, "position", VECTOR, MOVES);
  const { report, json } = await exportScene(scene, {}, { shouldExportNode: (node) => node !== left });
  expect(report).toMatchObject({ channels: 1 });
  expect(report.leftOut).toEqual([{ group, target: left, reason: "Babylon did not export its target" }]);
  expect(json["animations"]).toHaveLength(1);
});

describe("registrations", () => {
  it("an export after one that failed is right, and reports once", async () => {
    const scene = createScene();
    animate(scene, new TransformNode("node", scene), "position", VECTOR, MOVES);
    GLTFExporter.RegisterExtension("TEST_fail", () => ({
      name: "TEST_fail",
      enabled: true,
      required: false,
      wasUsed: false,
      dispose: () => undefined,
      postExportNodeAsync: () => Promise.reject(new Error("out of memory")),
    }));
    let reports = 0;
    const observer = OnAnimationsExportedObservable.add(() => void reports++);
    await expect(exportScene(scene)).rejects.toThrow("out of memory");
    GLTFExporter.UnregisterExtension("TEST_fail");
    expect(reports).toBe(0);
    expect((await exportScene(scene)).report).toMatchObject({ channels: 1, leftOut: [] });
    expect(reports).toBe(1);
    OnAnimationsExportedObservable.remove(observer);
  });

  it("two exports at the same time do not disturb each other", async () => {
    const scenes = [1, 2].map((count) => {
      const scene = createScene();
      Array.from({ length: count }, (_, i) => animate(scene, new TransformNode(`node ${i}`, scene), "position", VECTOR, MOVES));
      return scene;
    });
    const counts = new Map<Scene, number>();
    const observer = OnAnimationsExportedObservable.add(({ scene, channels }) => void counts.set(scene, channels));
    RegisterAnimationExport();
    await Promise.all(scenes.map(exportByBabylon));
    OnAnimationsExportedObservable.remove(observer);
    expect(scenes.map((scene) => counts.get(scene))).toEqual([1, 2]);
  });
});

describe("rotations", () => {
  const QUATERNION = Animation.ANIMATIONTYPE_QUATERNION;

  function animateRotation(scene: Scene, keys: readonly object[]): TransformNode {
    const node = new TransformNode("node", scene);
    node.rotationQuaternion = Quaternion.Identity();
    animate(scene, node, "rotationQuaternion", QUATERNION, keys);
    return node;
  }

  function outputOf({ json, bin }: Asset): number[] {
    const { output } = json["animations"][0].samplers[0];
    const { bufferView, byteOffset = 0, count, componentType } = json["accessors"][output];
    expect(componentType).toBe(5126);
    const begin = (json["bufferViews"][bufferView].byteOffset ?? 0) + byteOffset;
    return [...new Float32Array(bin.slice(begin, begin + 16 * count).buffer)];
  }

  it("keys that are not unit quaternions are written normalized, so that the file is valid", async () => {
    const scene = createScene({ rightHanded: true });
    animateRotation(scene, [
      { frame: 0, value: new Quaternion(0, 0, 0, 2) },
      { frame: 30, value: new Quaternion(0, 0.14, 0, 0.48) },
      { frame: 60, value: new Quaternion(0, 0.28, 0, 0.96) },
    ]);
    const exported = await exportScene(scene);
    expect(await coreErrors(exported.glb)).toEqual([]);
    const turned = [0, Math.fround(0.28), 0, Math.fround(0.96)];
    expect(outputOf(exported)).toEqual([0, 0, 0, 1, ...turned, ...turned]);
  });

  it("tangents are scaled with their key, so that the motion between keys of the same length is the same", async () => {
    const scene = createScene({ rightHanded: true });
    const tangent = new Quaternion(0, 3, 0, 0.75);
    animateRotation(scene, [
      { frame: 0, value: new Quaternion(0, 0, 0, 2), inTangent: tangent, outTangent: tangent },
      { frame: 60, value: new Quaternion(0, 1.2, 0, 1.6), inTangent: tangent, outTangent: tangent },
    ]);
    const exported = await exportScene(scene);
    expect(await coreErrors(exported.glb)).toEqual([]);
    expect(exported.json["animations"][0].samplers[0].interpolation).toBe("CUBICSPLINE");
    // twice the curve from (0, 0, 0, 1) to (0, 0.6, 0, 0.8); Babylon's tangents are per frame, glTF's per second
    const half = [0, 90, 0, 22.5];
    const unused = [0, 0, 0, 0];
    expect(outputOf(exported)).toEqual([...unused, 0, 0, 0, 1, ...half, ...half, 0, 0.6, 0, 0.8, ...unused].map(Math.fround));
  });

  it.each<Interpolation>(["LINEAR", "STEP", "CUBICSPLINE"])(
    "quaternions of a file that have unit length, except for rounding, stay the same to the last bit: %s",
    async (interpolation) => {
      const quaternion = [Math.fround(0.1), Math.fround(0.7), Math.fround(0.1), Math.fround(0.7)]; // of length 1.00005
      const [tangent, unused] = interpolation === "CUBICSPLINE" ? [[1, 2, 3, 4], [0, 0, 0, 0]] : [[], []]; // oxfmt-ignore
      const values = [...unused, ...quaternion, ...tangent, ...tangent, ...quaternion, ...unused];
      const scene = createScene({ rightHanded: true });
      await importAsset(createModel(1, [[{ node: 0, path: "rotation", times: [0, 1], values, interpolation }]]), scene);
      expect(outputOf(await exportScene(scene))).toEqual(values);
    },
  );

  it("a rotation of length 0 is left out, with the reason", async () => {
    const scene = createScene({ rightHanded: true });
    const node = animateRotation(scene, [{ frame: 0, value: new Quaternion(0, 0, 0, 0) }]);
    const { report } = await exportScene(scene);
    expect(report.leftOut).toEqual([{ group: scene.animationGroups[0], target: node, reason: "glTF has no rotations of length 0" }]);
  });
});

describe("animations that have to be sampled", () => {
  async function exportKeys(keys: readonly object[]): Promise<Asset> {
    const scene = createScene({ rightHanded: true });
    animate(scene, new TransformNode("node", scene), "position.x", FLOAT, keys);
    return exportScene(scene);
  }

  it("a step beside lines holds until the next key", async () => {
    const exported = await exportKeys([
      { frame: 0, value: 0 },
      { frame: 60, value: 2, interpolation: 1 },
      { frame: 120, value: 5 },
    ]);
    expect([0.5, 1, 1.5, 1.999, 2].map((time) => valuesAt(exported, time)[0])).toEqual([1, 2, 2, 2, 5].map((x) => expect.closeTo(x, 5)));
    expect(exported.json["accessors"].at(-1).count).toBeLessThan(70); // one second of samples
  });

  it("a spline beside lines follows Babylon's", async () => {
    const exported = await exportKeys([
      { frame: 0, value: 0, outTangent: 0.2 },
      { frame: 60, value: 2, inTangent: 0 },
      { frame: 120, value: 5, easingFunction: new SineEase() },
    ]);
    const hermite = (t: number): number => (t ** 3 - 2 * t ** 2 + t) * 12 + (-2 * t ** 3 + 3 * t ** 2) * 2;
    expect([0.25, 0.5, 0.75].map((time) => valuesAt(exported, time)[0])).toEqual(
      [0.25, 0.5, 0.75].map((time) => expect.closeTo(hermite(time), 4)),
    );
    expect(valuesAt(exported, 1.5)[0]).toBeCloseTo(3.5, 4);
  });
});

describe("values of materials at rest", () => {
  async function materialOf(
    change: (material: PBRMaterial) => void,
    property: string,
    keys: readonly object[],
    run = false,
  ): Promise<Json> {
    const scene = createScene();
    const material = new PBRMaterial("material", scene);
    CreateBox("box", {}, scene).material = material;
    change(material);
    const group = animate(scene, material, property, FLOAT, keys);
    if (run) {
      group.start(true);
      render(scene, 10);
    }
    const { json, report } = await exportScene(scene);
    expect(report.leftOut).toEqual([]);
    return json["materials"][0] as Json;
  }

  const KEYS = [
    { frame: 0, value: 2 },
    { frame: 60, value: 4 },
  ];

  it("emission and its strength are stated apart", async () => {
    const change = (material: PBRMaterial): void => {
      material.emissiveColor.set(0.5, 0.25, 1);
      material.emissiveIntensity = 3;
    };
    const json = await materialOf(change, "emissiveIntensity", KEYS, true);
    expect([json["emissiveFactor"], json["extensions"].KHR_materials_emissive_strength]).toEqual([[0.5, 0.25, 1], { emissiveStrength: 3 }]);
    const still = await materialOf(change, "emissiveColor.r", KEYS);
    expect(still["extensions"].KHR_materials_emissive_strength).toEqual({ emissiveStrength: 3 });
  });

  it("a masked material stays masked while its alpha is animated", async () => {
    const json = await materialOf((material) => (material.transparencyMode = PBRMaterial.PBRMATERIAL_ALPHATEST), "alpha", [
      { frame: 0, value: 0 },
      { frame: 60, value: 1 },
    ]);
    expect(json["alphaMode"]).toBe("MASK");
  });

  it("iridescence that is off is exported, because the animation switches it on", async () => {
    const json = await materialOf((material) => (material.iridescence.indexOfRefraction = 1.5), "iridescence.intensity", [
      { frame: 0, value: 0 },
      { frame: 60, value: 1 },
    ]);
    expect(json["extensions"].KHR_materials_iridescence).toMatchObject({ iridescenceFactor: 1, iridescenceIor: 1.5 });
  });

  it("a value with another unit than Babylon's is stated in that of glTF", async () => {
    const scene = createScene();
    const { cameras } = scene;
    Object.assign(cameras[0]!, { mode: 1, orthoLeft: -6, orthoRight: 6, orthoBottom: -2, orthoTop: 2 });
    const group = animate(scene, cameras[0]!, "orthoLeft", FLOAT, [
      { frame: 0, value: -1 },
      { frame: 60, value: -2 },
    ]);
    const right = new Animation("orthoRight", "orthoRight", 60, FLOAT);
    right.setKeys([
      { frame: 0, value: 1 },
      { frame: 60, value: 2 },
    ]);
    group.addTargetedAnimation(right, cameras[0]!);
    group.start(true);
    render(scene, 5);
    const { json, report } = await exportScene(scene);
    expect(report).toMatchObject({ channels: 1, leftOut: [] });
    expect(json["cameras"][0].orthographic.xmag).toBe(6);
  });
});
