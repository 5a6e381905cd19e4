/**
 * Clips of one humanoid on another beside an independent evaluation in model space, which reads both files and shares nothing with the package:
 * main bones and hips, to 1e-5, at 20 times.
 */
import { afterEach, expect, it } from "@jest/globals";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { packGlb } from "../../../scripts/glb.mjs";
import type { ClipAnimationGroup } from "../../../src/index.js";
import { DescribeSkeleton, GltfFile, type HumanBone } from "../../../src/tools.js";
import { eachAsset, readAsset } from "../../helpers/assets.js";
import { type Asset, type Json, readAccessor } from "../../helpers/gltfPose.js";
import {
  A_POSE,
  BONE_NAMES,
  FINGER_BONES,
  Humanoid,
  type HumanoidOptions,
  randomMove,
  turn,
  unrealName,
  vrmName,
} from "../../helpers/humanoids.js";
import { ModelBody, radiansBetween, retargetInModelSpace } from "../../helpers/modelSpace.js";
import { createScene, disposeScenes, importAsset } from "../../helpers/scene.js";
import { loadMoves } from "../../helpers/twoHeroes.js";

afterEach(disposeScenes);

const MOVES = [randomMove(7, 60, 20)];
const MAIN = BONE_NAMES.filter((bone) => !FINGER_BONES.includes(bone));
const CENTIMETERS = { rotation: turn(1, 0, 0, -90), scale: 0.01 };
const POSED = randomMove(5, 25).poses[0]!;
const QUANTIZED = Matrix.Compose(new Vector3(3, 3, 3), turn(0, 0, 1, 0), new Vector3(0.4, -1, 2));

/** What the file of a `.vrma` or a VRM declares. */
const declare =
  (extension: "VRMC_vrm_animation" | "VRMC_vrm"): NonNullable<HumanoidOptions["json"]> =>
  (nodeOf) => ({
    extensionsUsed: [extension],
    extensions: {
      [extension]: {
        specVersion: "1.0",
        humanoid: { humanBones: Object.fromEntries(BONE_NAMES.map((bone) => [bone, { node: nodeOf(bone) }])) },
      },
    },
  });

/** @param times 20 of them */
async function expectSame(source: Asset, target: Asset, animation: number, times: readonly number[]): Promise<void> {
  const [from, to] = [source, target].map((asset) => {
    const { bones } = DescribeSkeleton(GltfFile.parse(new Uint8Array(packGlb(asset.json, asset.bin))));
    const restsInT = /VRM/.test(String(asset.json["extensionsUsed"]));
    return new ModelBody({
      asset,
      bones: new Map(MAIN_AND_KNUCKLES.flatMap((bone) => (bones[bone] ? [[bone, bones[bone].node]] : []))),
      restsInT,
    });
  }) as [ModelBody, ModelBody];
  const scene = createScene({ rightHanded: true });
  const character = await importAsset(target, scene);
  const clips = (await loadMoves(source, scene)).addTo(character, { retarget: true }) as readonly ClipAnimationGroup[];
  const joints = new Map(character.skeletons.flatMap(({ bones }) => bones.map((bone) => [bone.name, bone.getTransformNode()!] as const)));
  const toFile = Matrix.Invert(character.meshes[0]!.computeWorldMatrix(true));
  const off: string[] = [];
  let count = 0;
  for (const time of times) {
    clips[animation]!.timestamp = time;
    const { rotations, hips } = retargetInModelSpace(from, to, animation, time);
    for (const bone of MAIN.filter((each) => rotations.has(each) && from.bones.has(each))) {
      const name = target.json["nodes"][to.bones.get(bone)!].name as string;
      const { m } = (joints.get(name) as TransformNode).computeWorldMatrix(true).multiply(toFile);
      const columns = [0, 4, 8].map((at) => [...m.slice(at, at + 3)].map((each, _, all) => each / Math.hypot(...all)));
      const angle = radiansBetween(rotations.get(bone)!, columns as unknown as Parameters<typeof radiansBetween>[0]);
      const way = bone === "hips" ? Math.hypot(...hips.map((each, i) => each - m[12 + i]!)) : 0;
      if (angle > 1e-5 || way > 1e-5) {
        off.push(`${bone} at ${time}: ${angle} rad, ${way} m`);
      }
      count++;
    }
  }
  expect(off).toEqual([]);
  expect(count).toBeGreaterThan(20 * 12);
}

const MAIN_AND_KNUCKLES: readonly HumanBone[] = [
  ...MAIN,
  ...FINGER_BONES.filter((bone) => /(Index|Middle|Ring|Little)Proximal/.test(bone)),
];

const T_BODY: HumanoidOptions = { seed: 5, moves: MOVES };
const PAIRS: readonly (readonly [title: string, source: HumanoidOptions, target: HumanoidOptions, atKeys?: boolean])[] = [
  ["other rolls and proportions, T on A", T_BODY, { name: unrealName, seed: 6, variety: 0.25, size: 1.8, bind: A_POSE }],
  ["A on T, facing -Z", { ...T_BODY, bind: A_POSE }, { name: vrmName, seed: 7, variety: 0.25, facing: 180 }],
  ["meters on centimeters, Y up on Z up", T_BODY, { name: unrealName, seed: 8, variety: 0.25, armature: CENTIMETERS, helpers: 8 }],
  ["quantized on quantized", { ...T_BODY, decoding: QUANTIZED }, { seed: 9, variety: 0.25, facing: 90, decoding: QUANTIZED }],
  ["a rest that is another pose, on both sides", { ...T_BODY, rest: POSED }, { name: unrealName, seed: 10, bind: A_POSE, rest: POSED }],
  ["a .vrma on Mixamo's names", { ...T_BODY, rest: {}, isSkinned: false, json: declare("VRMC_vrm_animation") }, { seed: 11, bind: A_POSE }],
  ["Mixamo's names in A on a VRM", { ...T_BODY, bind: A_POSE }, { name: vrmName, seed: 12, variety: 0.25, json: declare("VRMC_vrm") }],
  ["a spine of three bones on one of two", T_BODY, { name: unrealName, seed: 13, without: ["upperChest"] }, true],
];

it.each(PAIRS)("a clip is the same in model space: %s", async (_, source, target, atKeys = false) => {
  const { times } = MOVES[0]!;
  const between = times.map((__, i) => (i / times.length) * times.at(-1)!);
  await expectSame(new Humanoid(source).asset, new Humanoid(target).asset, 0, atKeys ? times : between);
});

const ROBOT = "skin-raylib-robot-14anims.glb";
const MAN = "skin-CesiumMan.glb";
const PLAYER = "import/godot-player.glb";
/** A body that was made here, for the files. */
const OWN = new Humanoid({ name: unrealName, seed: 14, variety: 0.25, bind: A_POSE, facing: 90 }).asset;

/** 20 times at which all channels of an animation have keys. */
function sharedTimes(asset: Asset, animation: number): readonly number[] {
  const { samplers, channels } = asset.json["animations"][animation] as { samplers: readonly Json[]; channels: readonly Json[] };
  const inputs = [...new Set(channels.map(({ sampler }) => samplers[sampler as number]!["input"] as number))];
  const all = inputs.map((input) => readAccessor(asset, input)).filter(({ length }) => length > 2);
  const shared = all[0]!.filter((time) => all.every((times) => times.some((each) => Math.abs(each - time) < 1e-6)));
  return Array.from({ length: 20 }, (_, i) => shared[Math.floor((i * shared.length) / 20)]!);
}

eachAsset([
  { file: ROBOT, on: MAN, animation: 6 },
  { file: MAN, on: ROBOT, animation: 0 },
  { file: ROBOT, on: "own", animation: 10 },
  { file: PLAYER, on: "own", animation: 7 },
])("a clip is the same in model space: $file on $on", async ({ file, on, animation }) => {
  const source = readAsset(file);
  await expectSame(source, on === "own" ? OWN : readAsset(on), animation, sharedTimes(source, animation));
});
