/** Retargeted clips at any time, beside retargeting by hand: the motion of a joint in the world since its rest pose, or the way of the root. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { RetargetOptions } from "../../../src/index.js";
import { addTimes, createAsset, type TestChannel } from "../../helpers/gltfAsset.js";
import { type Asset, evaluateChannel, type Json } from "../../helpers/gltfPose.js";
import { createScene, disposeScenes, importAsset } from "../../helpers/scene.js";
import { HERO, HIPS_AND_FOOT, laterBy, loadMoves, modelOf, OTHER, otherName } from "../../helpers/twoHeroes.js";

afterEach(disposeScenes);

const turn = (x: number, y: number, z: number, degrees: number): number[] =>
  Quaternion.RotationAxis(new Vector3(x, y, z).normalize(), (degrees * Math.PI) / 180).asArray();

/** Where the joints of the library are at rest: in an armature that is turned and larger than its joints. */
const JOINTS: readonly Json[] = [
  { name: "armature", rotation: turn(1, 0, 0, -90), scale: [0.5, 0.5, 0.5], children: [1] },
  { name: "hips", translation: [0.1, 0.2, 2], rotation: turn(1, 0, 0, 90), children: [2] },
  { name: "left thigh", translation: [0.3, -0.1, 0], rotation: turn(0, 0, 1, 170), children: [3] },
  { name: "left shin", translation: [0, 0.8, 0], rotation: turn(1, 0, 0, 10), children: [4] },
  { name: "left foot", translation: [0, 0.9, 0], rotation: turn(1, 2, 0, 60) },
];

/** The other hero, at rest with turned joints; without bind matrices, so that the rest is the reference. */
const CHARACTER: Asset = { json: structuredClone(OTHER.json), bin: OTHER.bin };
(CHARACTER.json["skins"] as Json[]).forEach((skin) => delete skin["inverseBindMatrices"]);
for (const [name, rotation] of Object.entries({
  hips: turn(0, 1, 0, 30),
  "left thigh": turn(1, 0, 1, 40),
  "left shin": turn(0, 0, 1, -20),
  "left foot": turn(1, 0, 0, 80),
})) {
  (CHARACTER.json["nodes"] as Json[]).find((node) => node["name"] === otherName(name))!["rotation"] = rotation;
}

/** A channel; values in integers are normalized. */
type Channel = Omit<TestChannel, "node" | "values" | "path"> & {
  readonly joint: string;
  readonly path: "translation" | "rotation" | "scale";
  readonly values: readonly number[] | Int16Array;
};

function createMoves(animations: readonly (readonly Channel[])[]): Asset {
  const nodeOf = (name: string): number => JOINTS.findIndex((joint) => joint["name"] === name);
  return createAsset((add) => ({
    scenes: [{ nodes: [0] }],
    nodes: JOINTS,
    animations: animations.map((channels, i) => ({
      name: `clip ${i}`,
      channels: channels.map(({ joint, path }, sampler) => ({ sampler, target: { node: nodeOf(joint), path } })),
      samplers: channels.map(({ path, times, values, interpolation = "LINEAR" }) => ({
        input: addTimes(add, times),
        output: add(path === "rotation" ? "VEC4" : "VEC3", values, values instanceof Int16Array ? { normalized: true } : {}),
        interpolation,
      })),
    })),
  }));
}

interface Place {
  readonly position: Vector3;
  readonly rotation: Quaternion;
  readonly scale: number;
}

const placeOf = ({ translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1] }: Json): Place => ({
  position: Vector3.FromArray(translation as number[]),
  rotation: Quaternion.FromArray(rotation as number[]),
  scale: (scale as number[])[0]!,
});

const IDENTITY = placeOf({});

function within(parent: Place, own: Place): Place {
  return {
    position: own.position.scale(parent.scale).applyRotationQuaternion(parent.rotation).add(parent.position),
    rotation: parent.rotation.multiply(own.rotation),
    scale: parent.scale * own.scale,
  };
}

/** The places of a file's nodes in the world, by name. */
function placesOf(nodes: readonly Json[]): ReadonlyMap<string, { readonly own: Place; readonly parent: Place; readonly world: Place }> {
  const places = new Map<string, { own: Place; parent: Place; world: Place }>();
  const add = (index: number, parent: Place): void => {
    const own = placeOf(nodes[index]!);
    const world = within(parent, own);
    places.set(nodes[index]!["name"] as string, { own, parent, world });
    ((nodes[index]!["children"] ?? []) as number[]).forEach((child) => add(child, world));
  };
  const below = new Set(nodes.flatMap((node) => (node["children"] ?? []) as number[]));
  nodes.forEach((_, i) => !below.has(i) && add(i, IDENTITY));
  return places;
}

/** What a joint of the character shows at a time, by hand. */
function retargetedAt(moves: Asset, animation: number, time: number, options: RetargetOptions): ReadonlyMap<string, readonly number[]> {
  const [sources, targets] = [placesOf(JOINTS), placesOf(CHARACTER.json["nodes"] as Json[])];
  const json = moves.json["animations"][animation] as Json;
  const values = (json["channels"] as Json[]).map((channel) => evaluateChannel(moves, json, channel, time, true)!);
  const height = (places: typeof sources, rename: (name: string) => string): number =>
    places.get(rename("hips"))!.world.position.y - places.get(rename("left foot"))!.world.position.y;
  const bone = (places: typeof sources, [name, parent]: readonly [string, string], rename: (name: string) => string): number =>
    Vector3.Distance(places.get(rename(name))!.world.position, places.get(rename(parent))!.world.position);
  const sizes = [
    ["left thigh", "hips"],
    ["left shin", "left thigh"],
    ["left foot", "left shin"],
  ].map((each) => bone(targets, each as [string, string], otherName) / bone(sources, each as [string, string], (name) => name));
  const ratio = options.rootNode ? height(targets, otherName) / height(sources, (name) => name) : [...sizes].sort((a, b) => a - b)[1]!; // the ratio of the sizes
  const posed = structuredClone(JOINTS);
  values.forEach(({ node, path, value }) => (posed[node]![path] = value));
  const now = placesOf(posed);
  return new Map(
    values.map(({ node, path, value }): [string, readonly number[]] => {
      const name = JOINTS[node]!["name"] as string;
      const [source, target] = [sources.get(name)!, targets.get(otherName(name))!];
      const toTarget = Quaternion.Inverse(target.parent.rotation);
      if (path === "rotation") {
        const inWorld = source.parent.rotation.multiply(Quaternion.FromArray(value)).multiply(Quaternion.Inverse(source.world.rotation));
        return [`${name}/rotation`, toTarget.multiply(inWorld).multiply(target.world.rotation).asArray()];
      }
      const way = now.get(name)!.world.position.subtract(source.world.position).scale(ratio);
      const own = way.scale(1 / target.parent.scale).applyRotationQuaternion(toTarget);
      return [`${name}/translation`, own.add(target.own.position).asArray()];
    }),
  );
}

const FRAME = 1 / 24;
const NOTHING: readonly number[] = [0, 0, 0];

const ways = (...all: readonly (readonly number[])[]): number[] => all.flatMap(([x, y, z]) => [0.1 + x!, 0.2 + y!, 2 + z!]);
const turns = (axis: readonly number[], ...degrees: readonly number[]): number[] =>
  degrees.flatMap((each) => turn(axis[0]!, axis[1]!, axis[2]!, each));
/** Puts the tangents 0 beside each value. */
const spline = (values: readonly number[], width: number): number[] =>
  Array.from({ length: values.length / width }, (_, i) => [
    ...new Array<number>(width).fill(0),
    ...values.slice(i * width, (i + 1) * width),
    ...new Array<number>(width).fill(0),
  ]).flat();
const quantized = (values: readonly number[]): Int16Array => Int16Array.from(values, (each) => Math.round(each * 32767));

/** The walk: its keys begin at a time, and the last ones are 0.6 s later. */
function walkFrom(begin: number): readonly Channel[] {
  const times = [0, 0.2, 0.6].map((each) => each + begin);
  return [
    { joint: "hips", path: "translation", times, values: ways(NOTHING, [0.2, 0.4, -0.1], [0.5, 1, 0.1]) },
    { joint: "hips", path: "rotation", times, values: turns([1, 0, 0], 80, 95, 100) },
    { joint: "left thigh", path: "rotation", times, values: turns([0, 1, 1], 170, 150, 190) },
    { joint: "left shin", path: "rotation", times, values: turns([1, 0, 0], 10, 60, 20) },
    { joint: "left foot", path: "rotation", times, values: turns([1, 2, 0], 60, 40, 90) },
  ];
}

const replaced = (channels: readonly Channel[], joint: string, path: string, by: Partial<Channel>): readonly Channel[] =>
  channels.map((channel) => (channel.joint === joint && channel.path === path ? { ...channel, ...by } : channel));

const inSteps = (channels: readonly Channel[]): readonly Channel[] => channels.map((each) => ({ ...each, interpolation: "STEP" }));
const inSplines = (channels: readonly Channel[]): readonly Channel[] =>
  channels.map((each) => ({
    ...each,
    interpolation: "CUBICSPLINE",
    values: spline(each.values as number[], each.path === "rotation" ? 4 : 3),
  }));
const inIntegers = (channels: readonly Channel[]): readonly Channel[] =>
  channels.map((each) => (each.path === "rotation" ? { ...each, values: quantized(each.values as number[]) } : each));

const LATE = walkFrom(FRAME);

const ROWS: Readonly<Record<string, readonly (readonly Channel[])[]>> = {
  "keys from 0": [walkFrom(0)],
  "keys from 1/24 s": [LATE],
  "keys from 5 s": [walkFrom(5)],
  "one channel that begins later": [
    replaced(walkFrom(0), "left shin", "rotation", { times: [0.25, 0.6], values: turns([1, 0, 0], 30, 60) }),
  ],
  "only the root begins later": [replaced(walkFrom(0), "hips", "translation", { times: [0.1, 0.6], values: ways([0, 0.5, 0], [0, 1, 1]) })],
  "only the foot begins later": [replaced(walkFrom(0), "left foot", "rotation", { times: [0.1, 0.6], values: turns([1, 0, 0], 30, 90) })],
  "keys from 1/24 s in steps": [inSteps(LATE)],
  "keys from 1/24 s in splines": [inSplines(LATE)],
  "keys from 1/24 s in integers": [inIntegers(LATE)],
  "one key at 1/24 s": [
    replaced(replaced(LATE, "left shin", "rotation", { times: [FRAME], values: turns([1, 0, 0], 55) }), "hips", "translation", {
      times: [FRAME],
      values: ways([0.1, 0.2, 0.3]),
    }),
  ],
  "one key of a spline at 1/24 s": [inSplines(replaced(LATE, "left shin", "rotation", { times: [FRAME], values: turns([1, 0, 0], 55) }))],
  "keys that end before the longest channel": [
    replaced(replaced(LATE, "left thigh", "rotation", { times: [FRAME, 0.2], values: turns([0, 1, 0], 160, 180) }), "hips", "translation", {
      times: [0.1, 0.3],
      values: ways(NOTHING, [0, 0, 1]),
    }),
  ],
  "two keys at one time": [
    replaced(LATE, "left shin", "rotation", { times: [FRAME, 0.3, 0.3, 0.6], values: turns([1, 0, 0], 10, 40, 70, 20) }),
  ],
  "the first value twice": [replaced(LATE, "left shin", "rotation", { times: [FRAME, 0.3, 0.6], values: turns([1, 0, 0], 40, 40, 20) })],
  "clips of other beginnings": [walkFrom(0), LATE, inSteps(walkFrom(1)), inSplines(walkFrom(0.3))],
};

const HOW: Readonly<Record<string, RetargetOptions>> = { "without nodes": {}, "with root and ground": HIPS_AND_FOOT };

describe("a retargeted clip shows at each time what retargeting by hand shows", () => {
  describe.each(Object.entries(HOW))("%s", (_, options) => {
    it.each(Object.entries(ROWS))("%s", async (__, animations) => {
      const scene = createScene({ rightHanded: true });
      const moves = createMoves(animations);
      const library = await loadMoves(moves, scene);
      const character = await importAsset(CHARACTER, scene);
      const clips = library.addTo(character, { renameNodes: otherName, retarget: options });
      expect(library.report.findings).toEqual([]);
      expect(clips).toHaveLength(animations.length);
      clips.forEach((clip, index) => {
        const keys = animations[index]!.flatMap(({ times }) => times);
        const end = Math.max(...keys);
        expect(clip.duration).toBeCloseTo(end, 6);
        const isSmooth = animations[index]!.every(({ interpolation }) => interpolation !== "CUBICSPLINE");
        // just after a key, where STEP has its value, whatever the rounding
        const times = [0, FRAME / 2, ...keys, ...(isSmooth ? [0.05, 0.15, 0.27, 0.45, end * 0.9] : [])].map((each) =>
          Math.min(each + 1e-6, end),
        );
        for (const time of times) {
          clip.timestamp = time;
          for (const [name, value] of retargetedAt(moves, index, time, options)) {
            const [joint, path] = name.split("/") as [string, string];
            const node = scene.getNodeByName(otherName(joint)) as TransformNode;
            const shown = (path === "rotation" ? node.rotationQuaternion! : node.position).asArray();
            const sign = path === "rotation" && shown.reduce((sum, each, i) => sum + each * value[i]!, 0) < 0 ? -1 : 1;
            const difference = Math.max(...shown.map((each, i) => Math.abs(each - sign * value[i]!)));
            const place = `${clip.name}: ${name} at ${time}`;
            expect(`${place}: ${difference < 1e-4 ? "same" : difference}`).toBe(`${place}: same`);
          }
        }
        clip.stop();
      });
    });
  });
});

it("the walker's clips on the hero are as late as their keys", async () => {
  const walker = modelOf("snippets-walker.glb");
  const later = laterBy(FRAME, walker);
  const poses = async (asset: Asset, begin: number): Promise<readonly (readonly number[])[]> => {
    const scene = createScene();
    const library = await loadMoves(asset, scene);
    const retarget = { rootNode: "hips", groundNode: "left shin" };
    const [walk] = library.addTo(await importAsset(HERO, scene), { clips: ["walk"], renameNodes: { torso: "chest" }, retarget });
    return Array.from({ length: 12 }, (_, i) => {
      walk.timestamp = begin + 0.05 * i;
      return scene.transformNodes.flatMap(({ position, rotationQuaternion }) => [
        ...position.asArray(),
        ...(rotationQuaternion?.asArray() ?? []),
      ]);
    });
  };
  const [own, shifted] = [await poses(walker, 0), await poses(later, FRAME)];
  own.forEach((pose, i) => pose.forEach((each, j) => expect(shifted[i]![j]).toBeCloseTo(each, 5)));
});
