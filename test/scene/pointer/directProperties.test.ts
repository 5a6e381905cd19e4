/** Where it is right, a channel by pointer animates the property that Babylon's loader animates for channels of glTF itself. */
import { afterEach, expect, it } from "@jest/globals";
import "../../../src/index.js";
import { type AddAccessor, addTimes, addTriangle, createAsset, createPointed, pointerTarget } from "../../helpers/gltfAsset.js";
import type { Json } from "../../helpers/gltfPose.js";
import { createScene, disposeScenes, importAsset } from "../../helpers/scene.js";

afterEach(disposeScenes);

const TURN = [0, 0, 0, 1, 0, Math.SQRT1_2, 0, Math.SQRT1_2];

interface Case {
  readonly comment: string;
  readonly pointer: string;
  readonly addOutput: (add: AddAccessor) => number;
  readonly rightHanded?: boolean;
  readonly properties: readonly string[];
}

const vectors = (add: AddAccessor): number => add("VEC3", [1, 1, 1, 2, 2, 2]);
const pairs = (add: AddAccessor): number => add("SCALAR", [0, 1, 1, 0]);

const CASES: readonly Case[] = [
  { comment: "a translation", pointer: "/nodes/0/translation", addOutput: vectors, properties: ["position"] },
  { comment: "one component", pointer: "/nodes/0/translation/0", addOutput: (add) => add("SCALAR", [1, 2]), properties: ["value"] },
  { comment: "a rotation", pointer: "/nodes/0/rotation", addOutput: (add) => add("VEC4", TURN), properties: ["rotationQuaternion"] },
  {
    comment: "a rotation that is rounded, so that it has to be normalized",
    pointer: "/nodes/0/rotation",
    addOutput: (add) => add("VEC4", new Int8Array(TURN.map((component) => 127 * component)), { normalized: true }),
    properties: ["value"],
  },
  { comment: "a scale", pointer: "/nodes/0/scale", addOutput: vectors, properties: ["scaling"] },
  { comment: "a scale of a camera, which Babylon mirrors", pointer: "/nodes/1/scale", addOutput: vectors, properties: ["value"] },
  {
    comment: "a scale of a camera that is not mirrored",
    pointer: "/nodes/1/scale",
    addOutput: vectors,
    rightHanded: true,
    properties: ["scaling"],
  },
  { comment: "a matrix, which Babylon has no property for", pointer: "/nodes/0/matrix", addOutput: (add) => add("MAT4", new Array<number>(32).fill(1)), properties: new Array<string>(16).fill("value") }, // oxfmt-ignore
  { comment: "weights of a node, whatever others have the mesh", pointer: "/nodes/2/weights", addOutput: pairs, properties: ["influence", "influence"] }, // oxfmt-ignore
  { comment: "weights of a mesh of one node", pointer: "/meshes/1/weights", addOutput: pairs, properties: ["influence", "influence"] },
  {
    comment: "weights of a mesh of several nodes, by one animation",
    pointer: "/meshes/0/weights",
    addOutput: pairs,
    properties: ["value"],
  },
];

it.each(CASES)("$comment: $properties", async ({ pointer, addOutput, rightHanded = false, properties }) => {
  const asset = createAsset((add) => {
    const attributes = addTriangle(add);
    return {
      extensionsUsed: ["KHR_animation_pointer"],
      nodes: [{}, { camera: 0 }, { mesh: 0 }, { mesh: 0 }, { mesh: 1 }],
      cameras: [{ type: "perspective", perspective: { yfov: 1, znear: 1 } }],
      meshes: [0, 1].map(() => ({ primitives: [{ attributes, targets: [attributes, attributes] }] })),
      animations: [
        {
          samplers: [{ input: addTimes(add, [0, 1]), output: addOutput(add) }],
          channels: [{ sampler: 0, target: pointerTarget(pointer) }],
        },
      ],
    };
  });
  const { animationGroups } = await importAsset(asset, createScene({ rightHanded }));
  expect(animationGroups[0]!.targetedAnimations.map(({ animation }) => animation.targetProperty)).toEqual(properties);
});

it.each([
  { name: "walk", begin: "walk" },
  { name: undefined, begin: "animation0" },
])("animations are named after the glTF animation and the pointer: $begin", async ({ name, begin }) => {
  const channels = [{ pointer: "/nodes/0/translation", values: [[0, 0, 0], [1, 1, 1]] }, { pointer: "/nodes/0/scale/1", values: [[0], [1]] }]; // oxfmt-ignore
  const asset = createPointed(() => ({ nodes: [{}] }), channels);
  Object.assign(asset.json["animations"][0] as Json, name !== undefined && { name });
  const { animationGroups } = await importAsset(asset, createScene());
  expect(animationGroups[0]!.targetedAnimations.map(({ animation }) => animation.name)).toEqual(
    channels.map(({ pointer }) => `${begin} ${pointer}`),
  );
});
