/**
 * CUBICSPLINE channels that are shorter than their animation hold their first and last value when Babylon's own group plays them: as the
 * independent evaluator gives it, inside and outside of the channel's keys.
 */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "../../../src/index.js";
import { CreateClip } from "../../../src/pure.js";
import { evaluateChannel, type Asset, type Json } from "../../helpers/gltfPose.js";
import { type AddAccessor, addTriangle, createPointed, PNG, type PointedChannel } from "../../helpers/gltfAsset.js";
import { createScene, disposeScenes, importAsset } from "../../helpers/scene.js";

afterEach(disposeScenes);

const OFFSET = "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset";

function createJson(add: AddAccessor): Json {
  const attributes = addTriangle(add);
  const target = { POSITION: attributes.POSITION };
  return {
    extensionsUsed: ["KHR_texture_transform"],
    scenes: [{ nodes: [0, 1] }],
    nodes: [
      { name: "mesh", mesh: 0 },
      { name: "other", camera: 0 },
    ],
    cameras: [{ type: "perspective", perspective: { yfov: 0.75, znear: 0.1 } }],
    meshes: [{ primitives: [{ attributes, targets: [target, target], material: 0 }] }],
    materials: [{ name: "material", pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0 }],
    images: [{ uri: PNG }],
  };
}

interface Property {
  readonly pointer: string;
  /** A value within the property's bounds, for any number of 0..1. */
  readonly value: (share: number) => readonly number[];
  /** What is seen of it, as far as it is one to one. */
  readonly look: (scene: Scene) => readonly number[];
}

const material = (scene: Scene): PBRMaterial => scene.getMaterialByName("material") as PBRMaterial;
const other = (scene: Scene): TransformNode => scene.getNodeByName("other") as TransformNode;
const about = (angle: number): number[] => [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];

const PROPERTIES: readonly Property[] = [
  {
    pointer: "/materials/0/emissiveFactor",
    value: (share) => [0.3 + 0.2 * share, 0.6 - 0.2 * share, 0.5],
    look: (scene) => material(scene).emissiveColor.asArray(),
  },
  {
    pointer: "/materials/0/pbrMetallicRoughness/metallicFactor",
    value: (share) => [0.3 + 0.2 * share],
    look: (scene) => [material(scene).metallic!],
  },
  {
    pointer: "/materials/0/pbrMetallicRoughness/baseColorFactor",
    value: (share) => [0.3 + 0.2 * share, 0.5, 0.6 - 0.2 * share, 1],
    look: (scene) => material(scene).albedoColor.asArray(),
  },
  {
    pointer: OFFSET,
    value: (share) => [share, 2 - share],
    look: (scene) => {
      const { uOffset, vOffset } = material(scene).albedoTexture as Texture;
      return [uOffset, vOffset];
    },
  },
  {
    pointer: "/cameras/0/perspective/yfov",
    value: (share) => [0.5 + 0.2 * share],
    look: (scene) => scene.cameras.filter(({ name }) => name !== "camera").map((camera: Camera) => camera.fov),
  },
  { pointer: "/nodes/1/translation", value: (share) => [share, 2 * share, 1 - share], look: (scene) => other(scene).position.asArray() },
  { pointer: "/nodes/1/rotation", value: about, look: (scene) => other(scene).rotationQuaternion!.asArray() },
  {
    pointer: "/nodes/0/weights",
    value: (share) => [share, 1 - share],
    look: (scene) => {
      const targets = (scene.getMeshByName("mesh") as Mesh).morphTargetManager!;
      return [0, 1].map((i) => targets.getTarget(i).influence);
    },
  },
];

const TANGENT = 0.4;

/** A channel whose tangents are large at its ends, too, those included that glTF does not use. */
function createSpline({ pointer, value }: Property, times: readonly number[]): PointedChannel {
  const values = times.flatMap((_, key) => {
    const own = value(key % 2);
    const tangent = own.map((_, i) => (i % 2 ? -TANGENT : TANGENT));
    return [tangent, own, tangent];
  });
  return { pointer, times, values, interpolation: "CUBICSPLINE" };
}

/** A channel that makes the animation last. */
const LONG: PointedChannel = { pointer: "/nodes/0/translation", times: [0, 3], values: [[0, 0, 0], [1, 1, 1]] }; // oxfmt-ignore

/** What the independent evaluator says of the first channel. */
function expectedAt({ json, bin }: Asset, time: number, { pointer }: Property): readonly number[] {
  const path = pointer.endsWith("/rotation") ? "rotation" : "translation";
  const value = evaluateChannel({ json, bin }, json["animations"][0], { sampler: 0, target: { node: 0, path } }, time)!.value;
  return value;
}

function show(group: AnimationGroup, seconds: number): void {
  group.start(true);
  group.pause();
  group.goToFrame(seconds * 60);
  group.stop();
}

const RANGES = [
  { what: "later and shorter", times: [1, 1.5, 2] },
  { what: "shorter", times: [0, 1, 2] },
  { what: "later", times: [1, 2, 3] },
  { what: "one key", times: [1] },
];
const TIMES = [0, 0.2, 0.5, 0.9, 1, 1.2, 1.5, 1.7, 1.99, 2, 2.01, 2.3, 2.6, 2.9, 3];

describe.each(RANGES)("$what", ({ times }) => {
  it.each(PROPERTIES)("$pointer", async (property) => {
    const asset = createPointed(createJson, [createSpline(property, times), LONG]);
    const scene = createScene({ rightHanded: true });
    const { animationGroups } = await importAsset(asset, scene);
    const [group] = animationGroups;
    const clip = CreateClip("clip", group!, { end: 3 });
    for (const time of TIMES) {
      const { length } = property.look(scene);
      const expected = expectedAt(asset, time, property)
        .slice(0, length)
        .map((component) => expect.closeTo(component, 5));
      show(group!, time);
      expect([time, ...property.look(scene)]).toEqual([time, ...expected]);
      clip.timestamp = time;
      expect(clip.evaluation.by).toBe("compiled");
      expect([time, ...property.look(scene)]).toEqual([time, ...expected]);
    }
  });
});
