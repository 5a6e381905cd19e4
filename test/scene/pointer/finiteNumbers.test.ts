/**
 * Times and values of a channel by pointer that are not finite cost that channel, with one warning that says where, which rule and what
 * there is. Values that are not finite for other reasons never get beyond the target of the animation.
 */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Quaternion } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "../../../src/index.js";
import { AnimatedPointer } from "../../../src/scene/pointer/load/pointerTarget.js";
import { CreateClip } from "../../../src/pure.js";
import type { Json } from "../../helpers/gltfPose.js";
import { createPointed, type PointedChannel } from "../../helpers/gltfAsset.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, importAsset, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

const createJson = (): Json => ({
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "node", camera: 0, mesh: 0 }],
  cameras: [{ type: "perspective", perspective: { yfov: 0.75, znear: 0.1, aspectRatio: 1.5 } }],
  meshes: [{ primitives: [{ attributes: {}, material: 0 }] }],
  materials: [{ name: "material", emissiveFactor: [0.5, 0.5, 0.5] }],
});

const YFOV = "/cameras/0/perspective/yfov";
const ASPECT_RATIO: PointedChannel = { pointer: "/cameras/0/perspective/aspectRatio", values: [[1], [2]] };

const cameraOf = (scene: Scene): Camera => scene.cameras.find(({ name }) => name !== "camera")!;

interface Row extends PointedChannel {
  readonly what: string;
  readonly message: string;
}

const finite = (what: string, got: string): string => `/animations/0/channels/1: ${ruleOf("finiteArray", what, got)}`;

const ROWS: readonly Row[] = [
  { what: "NaN as a value", pointer: YFOV, values: [[1], [NaN]], message: finite("values", "NaN") },
  { what: "Infinity as a value", pointer: YFOV, values: [[Infinity], [1]], message: finite("values", "Infinity") },
  { what: "NaN as a time", pointer: YFOV, values: [[1], [2]], times: [0, NaN], message: finite("times", "NaN") },
  { what: "-Infinity as a time", pointer: YFOV, values: [[1], [2]], times: [-Infinity, 1], message: finite("times", "-Infinity") },
  {
    what: "NaN among the times of a spline",
    pointer: YFOV,
    values: [[0], [1], [0], [0], [0.5], [0], [0], [1], [0]],
    times: [0, NaN, 1],
    interpolation: "CUBICSPLINE",
    message: finite("times", "NaN"),
  },
  {
    what: "NaN as a tangent",
    pointer: YFOV,
    values: [[0], [1], [NaN], [0], [0.5], [0]],
    interpolation: "CUBICSPLINE",
    message: finite("values", "NaN"),
  },
  {
    what: "Infinity among several components",
    pointer: "/materials/0/pbrMetallicRoughness/baseColorFactor",
    values: [
      [1, 1, 1, 1],
      [0, Infinity, 0, 0],
    ],
    interpolation: "STEP",
    message: finite("values", "Infinity"),
  },
  {
    what: "NaN where Babylon loads the channel itself",
    pointer: "/nodes/0/translation",
    values: [
      [0, 0, 0],
      [0, NaN, 0],
    ],
    message: finite("values", "NaN"),
  },
  {
    what: "NaN among the times where Babylon loads the channel itself",
    pointer: "/nodes/0/rotation",
    values: [
      [0, 0, 0, 1],
      [0, 0, 1, 0],
    ],
    times: [NaN, 1],
    message: finite("times", "NaN"),
  },
];

describe("refused, and all else moves:", () => {
  it.each(ROWS)("$what ($pointer)", async ({ message, ...channel }) => {
    const asset = createPointed(createJson, [ASPECT_RATIO, channel]);
    const scene = createScene();
    const { result, warnings } = await collectWarnings(() => importAsset(asset, scene));
    expect(warnings).toEqual([message]);
    const [group] = result.animationGroups;
    expect(group!.targetedAnimations).toHaveLength(1);
    for (const played of [group!, CreateClip("clip", group!, { end: 1 })]) {
      played.start(true);
      played.pause();
      played.goToFrame(30);
      scene.activeCamera = cameraOf(scene);
      render(scene, 2);
      const { m } = cameraOf(scene).getProjectionMatrix();
      expect(m[5]! / m[0]!).toBeCloseTo(1.5, 5);
      played.stop();
    }
    const required = { ...asset, json: { ...asset.json, extensionsRequired: ["KHR_animation_pointer"] } };
    await expect(importAsset(required, createScene())).rejects.toThrow(message);
  });

  it("tangents that glTF does not use may have any value", async () => {
    const values = [[NaN], [1], [0], [0], [0.5], [Infinity]];
    const asset = createPointed(createJson, [{ pointer: YFOV, values, interpolation: "CUBICSPLINE" }]);
    const scene = createScene();
    const { result, warnings } = await collectWarnings(() => importAsset(asset, scene));
    expect(warnings).toEqual([]);
    const clip = CreateClip("clip", result.animationGroups[0]!, { end: 1 });
    for (const [time, yfov] of [
      [0, 1],
      [0.5, 0.75],
      [1, 0.5],
      [2, 0.5],
    ] as const) {
      // oxfmt-ignore
      result.animationGroups[0]!.start(true);
      result.animationGroups[0]!.pause();
      result.animationGroups[0]!.goToFrame(time * 60);
      expect(cameraOf(scene).fov).toBeCloseTo(yfov, 6);
      result.animationGroups[0]!.stop();
      clip.timestamp = time;
      expect(cameraOf(scene).fov).toBeCloseTo(yfov, 6);
    }
  });
});

describe("values that are set from outside", () => {
  it("are held where they are not finite", async () => {
    const color: PointedChannel = {
      pointer: "/materials/0/emissiveFactor",
      values: [
        [0.25, 0.5, 0.75],
        [0, 0, 0],
      ],
    };
    const scene = createScene();
    const { animationGroups } = await importAsset(createPointed(createJson, [color]), scene);
    const { target } = animationGroups[0]!.targetedAnimations[0]! as { target: { value: { x: number; y: number; z: number } } };
    const emissive = (): number[] => (scene.getMaterialByName("material") as PBRMaterial).emissiveColor.asArray();
    const set = (x: number, y: number, z: number): void => {
      const { value } = target;
      Object.assign(value, { x, y, z });
      target.value = value;
    };
    // nothing was animated before
    set(NaN, 0.25, 2);
    expect(emissive()).toEqual([0.5, 0.25, 1]);
    set(0.75, NaN, -Infinity);
    expect(emissive()).toEqual([0.75, 0.25, 0]);
    set(1, 1, NaN);
    expect(emissive()).toEqual([1, 1, 0]);
  });

  it("are held as a whole where they are rotations", () => {
    const written: number[][] = [];
    const write = (_: object, value: Iterable<number>): void => void written.push([...value]);
    const property = {
      ...({ pointer: "/extensions/TEST/turn", type: "quat" } as const),
      babylon: { target: "none", property: "test", parts: [], write },
    } as const;
    const path = { collection: "", index: -1, extension: "TEST", property: "turn" };
    const pointer = { pointer: property.pointer, path, property, element: -1, initial: [0, 0, 0, 1], conflictKey: "" };
    const target = new AnimatedPointer(pointer, [{}]).targetFor(-1);
    target.value = new Quaternion(0, 3, 0, 4);
    target.value = new Quaternion(1, NaN, 0, 0);
    target.value = new Quaternion(1, 0, Infinity, 0);
    target.value = new Quaternion(0, 0, 0, 2);
    expect(written).toEqual([
      [0, 0.6, 0, 0.8],
      [0, 0, 0, 1],
    ]);
  });

  it("of a camera whose aspect ratio is animated: it renders", async () => {
    const scene = createScene();
    const { animationGroups } = await importAsset(createPointed(createJson, [ASPECT_RATIO]), scene);
    const camera = cameraOf(scene);
    scene.activeCamera = camera;
    animationGroups[0]!.start(true);
    render(scene, 1);
    camera.fov = NaN;
    render(scene, 2);
    camera.fov = 0.8;
    animationGroups[0]!.pause();
    animationGroups[0]!.goToFrame(30);
    render(scene, 1);
    const { m } = camera.getProjectionMatrix();
    expect(m[5]! / m[0]!).toBeCloseTo(1.5, 5);
  });
});
