/** What a channel animates, as a pointer into the asset. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { unpackGlb } from "../../../scripts/glb.mjs";
import "../../../src/index.js";
import { CreateClip, DescribeTarget, type TargetDescription } from "../../../src/pure.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { addTriangle, createPointed, type PointedChannel } from "../../helpers/gltfAsset.js";
import { createScene, disposeScenes, importAsset, loadContainer } from "../../helpers/scene.js";

afterEach(disposeScenes);

const describeAll = ({ targetedAnimations }: AnimationGroup): TargetDescription[] => targetedAnimations.map(DescribeTarget);

function animate(property: string): Animation {
  const animation = new Animation("x", property, 60, Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys([{ frame: 0, value: 0 }]);
  return animation;
}

const CORE: readonly PointedChannel[] = [
  { pointer: "", target: { node: 1, path: "translation" }, values: [[0, 0, 0], [1, 0, 0]] },
  { pointer: "", target: { node: 0, path: "rotation" }, values: [[0, 0, 0, 1], [0, 1, 0, 0]] },
  { pointer: "", target: { node: 1, path: "scale" }, values: [[1, 1, 1], [2, 2, 2]] },
  { pointer: "/nodes/0/weights", target: { node: 0, path: "weights" }, values: [[0, 1], [1, 0]] },
]; // oxfmt-ignore

const CORE_DESCRIBED: readonly TargetDescription[] = [
  { pointer: "/nodes/1/translation", template: "/nodes/{}/translation", property: "position" },
  { pointer: "/nodes/0/rotation", template: "/nodes/{}/rotation", property: "rotationQuaternion" },
  { pointer: "/nodes/1/scale", template: "/nodes/{}/scale", property: "scaling" },
  { pointer: "/nodes/0/weights/0", template: "/nodes/{}/weights/{}", property: "influence" },
  { pointer: "/nodes/0/weights/1", template: "/nodes/{}/weights/{}", property: "influence" },
];

/** @param primitives how many the mesh has, each with two morph targets */
const createAsset = (channels: readonly PointedChannel[], primitives = 1): Asset =>
  createPointed((add) => {
    const attributes = addTriangle(add);
    const primitive = { attributes, material: 0, targets: [attributes, attributes] };
    return {
      scenes: [{ nodes: [0, 1] }],
      nodes: [{ mesh: 0 }, { extras: { wind: [1, 2] } }],
      meshes: [{ primitives: new Array<Json>(primitives).fill(primitive) }],
      materials: [{}],
    };
  }, channels);

describe("DescribeTarget gives the animated property of the asset", () => {
  it("by channels of glTF itself", async () => {
    const { animationGroups } = await importAsset(createAsset(CORE), createScene());
    expect(describeAll(animationGroups[0]!)).toEqual(CORE_DESCRIBED);
  });

  it("by weights of a mesh of several primitives, for each of them", async () => {
    const { animationGroups } = await importAsset(createAsset(CORE.slice(3), 2), createScene());
    const [first, second] = CORE_DESCRIBED.slice(3);
    expect(describeAll(animationGroups[0]!)).toEqual([first, first, second, second]);
  });

  it.each<readonly [pointer: string, values: number[][], described: TargetDescription]>([
    [
      "/materials/0/pbrMetallicRoughness/baseColorFactor",
      [[0, 0, 0, 0], [1, 1, 1, 1]],
      {
        pointer: "/materials/0/pbrMetallicRoughness/baseColorFactor",
        template: "/materials/{}/pbrMetallicRoughness/baseColorFactor",
        property: "albedoColor, alpha",
      },
    ],
    [
      "/materials/0/emissiveFactor/2",
      [[0], [1]],
      { pointer: "/materials/0/emissiveFactor/2", template: "/materials/{}/emissiveFactor/{}", property: "emissiveColor" },
    ],
    [
      "/materials/0/emissiveFactor/0",
      [[0], [1]],
      { pointer: "/materials/0/emissiveFactor/0", template: "/materials/{}/emissiveFactor/{}", property: "emissiveColor" },
    ],
    [
      "/nodes/1/extras/wind",
      [[0, 0], [1, 1]],
      { pointer: "/nodes/1/extras/wind", template: "/nodes/{}/extras/wind", property: "metadata.gltf.extras" },
    ],
    ["/nodes/1/translation", [[0, 0, 0], [1, 0, 0]], CORE_DESCRIBED[0]!],
  ])("by JSON pointer: %s", async (pointer, values, described) => {
    const { animationGroups } = await importAsset(createAsset([{ pointer, values }]), createScene());
    expect(describeAll(animationGroups[0]!)).toEqual([described]);
  }); // oxfmt-ignore

  it("by clips, and by those of a model whose clips are stated in the file", async () => {
    const { animationGroups } = await importAsset(createAsset(CORE), createScene());
    expect(describeAll(CreateClip("clip", animationGroups))).toEqual(CORE_DESCRIBED);
    const figure = unpackGlb(readFileSync(new URL("../../../playground/models/figure.glb", import.meta.url)));
    const groups = (await importAsset(figure, createScene())).animationGroups;
    const json = figure.json as { animations: { channels: { target: { node: number; path: string } }[] }[] };
    const expected = json.animations[0]!.channels.map(({ target }) => `/nodes/${target.node}/${target.path}`);
    expect(describeAll(groups[0]!).map(({ pointer }) => pointer)).toEqual(expected);
  });

  it("by copies of the contents of a container", async () => {
    const channels = [...CORE, { pointer: "/materials/0/emissiveFactor/2", values: [[0], [1]] }];
    const container = await loadContainer(createAsset(channels), createScene());
    expect(describeAll(container.animationGroups[0]!).slice(0, 5)).toEqual(CORE_DESCRIBED);
    const clip = CreateClip("clip", container.animationGroups);
    expect(describeAll(clip).slice(0, 5)).toEqual(CORE_DESCRIBED);
    for (let i = 0; i < 2; i++) {
      const { animationGroups } = container.instantiateModelsToScene(undefined, true);
      for (const group of animationGroups) {
        expect(describeAll(group)).toEqual([
          ...CORE_DESCRIBED,
          { pointer: "/materials/0/emissiveFactor/2", template: "/materials/{}/emissiveFactor/{}", property: "emissiveColor" },
        ]);
      }
    }
  });
});

describe("DescribeTarget gives null for a pointer that is not known", () => {
  const describeCode = (property: string): TargetDescription => {
    const scene = createScene();
    const group = new AnimationGroup("group", scene);
    return DescribeTarget(group.addTargetedAnimation(animate(property), new TransformNode("node", scene)));
  };

  it.each(["position.x", "position", "influence"])("of a target made in code: %s", (property) => {
    expect(describeCode(property)).toEqual({ pointer: null, template: null, property });
  });

  it("of another property of a node of the asset", async () => {
    const scene = createScene();
    const { transformNodes } = await importAsset(createAsset(CORE), scene);
    const channel = new AnimationGroup("group", scene).addTargetedAnimation(animate("rotation.y"), transformNodes[0]);
    expect(DescribeTarget(channel)).toEqual({ pointer: null, template: null, property: "rotation.y" });
  });

  it("of a weight of a skinned mesh, which is not below its node", async () => {
    const asset = createAsset(CORE.slice(3));
    asset.json["nodes"][0].skin = 0;
    asset.json["skins"] = [{ joints: [1] }];
    const { animationGroups } = await importAsset(asset, createScene());
    expect(describeAll(animationGroups[0]!).map(({ pointer }) => pointer)).toEqual([null, null]);
  });
});

it.each([
  { pointer: "/materials/0/emissiveFactor", value: [1, 1, 1], name: "paint" },
  { pointer: "/nodes/1/extras/wind", value: [1, 1], name: "flag" },
  { pointer: "/extras/wind", value: [1, 1], name: "/extras/wind" },
])(
  "a target has the name of the first Babylon object, for masks, and the pointer as its id: $pointer",
  async ({ pointer, value, name }) => {
    const asset = createAsset([{ pointer, values: [value, value] }]);
    Object.assign(asset.json["materials"][0] as Json, { name: "paint" });
    Object.assign(asset.json["nodes"][1] as Json, { name: "flag" });
    asset.json["extras"] = { wind: [1, 2] };
    const { animationGroups } = await importAsset(asset, createScene());
    expect(animationGroups[0]!.targetedAnimations[0]!.target).toMatchObject({ name, id: pointer });
  },
);

it("only Babylon objects are converted when a group is cloned", async () => {
  const asset = createAsset([
    { pointer: "/extras/wind", values: [[0, 0], [1, 1]] },
    { pointer: "/materials/0/emissiveFactor", values: [[0, 0, 0], [1, 1, 1]] },
  ]); // oxfmt-ignore
  asset.json["extras"] = { wind: [1, 2] };
  const scene = createScene();
  const { animationGroups } = await importAsset(asset, scene);
  const converted: unknown[] = [];
  animationGroups[0]!.clone("clone", (target: unknown) => {
    converted.push(target);
    return target;
  });
  expect(converted.map((target) => scene.materials.indexOf(target as Material))).toEqual([0]);
});
