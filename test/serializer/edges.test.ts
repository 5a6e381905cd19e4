/** Odd scenes, options and registrations. */
import { afterEach, describe, expect, it } from "@jest/globals";
import "../../src/index.js";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { IAnimatable } from "@babylonjs/core/Animations/animatable.interface.js";
import { SineEase } from "@babylonjs/core/Animations/easing.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { GLTFExporter } from "@babylonjs/serializers/glTF/2.0/glTFExporter.js";
import { OnAnimationsExportedObservable, RegisterAnimationExport, UnregisterAnimationExport } from "../../src/serializer.js";
import { exportByBabylon, exportScene } from "../helpers/exported.js";
import { evaluateAll } from "../helpers/exportedPose.js";
import type { Asset, Json } from "../helpers/gltfPose.js";
import { createScene, disposeScenes, importAsset, render } from "../helpers/scene.js";

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
