/** What tools do to moves on their way into a file, and what mends it. */
import { describe, expect, it } from "@jest/globals";
import { GltfFile, ValidateAnimations, type FindingCode } from "../../src/tools.js";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { createAsset, nodeAnimation, type TestChannel } from "../helpers/gltfAsset.js";
import type { Asset, Json } from "../helpers/gltfPose.js";
import { ruleOf } from "../helpers/rules.js";
import { withClips } from "../helpers/scene.js";
import { itWithAssets, readAsset } from "../helpers/assets.js";
import { runInMemory } from "./cli/memory.js";

const glb = ({ json, bin }: Asset): Uint8Array => new Uint8Array(packGlb(json, bin));

type Animations = Readonly<Record<string, readonly TestChannel[]>>;

/** Hips with a leg, below an armature. */
function createMove(animations: Animations, change: (json: Json) => void = () => undefined): Asset {
  return createAsset((add) => {
    const json: Json = {
      asset: { version: "2.0" },
      nodes: [
        { name: "Armature", children: [1] },
        { name: "Hips", translation: [0, 1, 0], children: [2] },
        { name: "Leg", translation: [0, -0.5, 0] },
        { name: "Face" },
      ],
      scenes: [{ nodes: [0, 3] }],
      animations: Object.entries(animations).map(([name, channels]) => nodeAnimation(add, name, channels)),
    };
    change(json);
    return json;
  });
}

/** Rotations about X, in degrees. */
const turn = (
  node: number,
  times: readonly number[],
  degrees: readonly number[],
  interpolation?: TestChannel["interpolation"],
): TestChannel => ({
  ...{ node, path: "rotation", times, ...(interpolation && { interpolation }) },
  values: degrees.flatMap((angle) => [Math.sin((angle * Math.PI) / 360), 0, 0, Math.cos((angle * Math.PI) / 360)]),
});
const move = (node: number, times: readonly number[], y: number): TestChannel => ({
  ...{ node, path: "translation", times },
  values: times.flatMap((time) => [time, y, 0]),
});
const frames = (count: number, rate: number, first = 0): number[] => Array.from({ length: count }, (_, i) => (first + i) / rate);

const WALK = [move(1, [0, 1], 1), turn(2, [0, 0.5, 1], [0, 45, 0])];
const FACE = [{ ...move(3, [0, 1.25], 0), path: "scale" as const }];
const LATE = [move(1, frames(31, 30, 1), 1), turn(2, [1 / 30, 0.5], [0, 45])];
const FBX2GLTF = (json: Json): void => void (json["asset"].generator = "FBX2glTF v0.9.7");

interface Row {
  readonly comment: string;
  readonly asset: Asset;
  /** The code, the pointer and the beginning of the message of each finding. */
  readonly found: readonly (readonly [code: FindingCode, pointer: string, begin: string])[];
}

const rows: readonly Row[] = [
  { comment: "a plain move", asset: createMove({ walk: WALK }), found: [] },
  {
    comment: "a take in two animations",
    asset: createMove({ "Armature|walk|BaseLayer": WALK, "Key|walk|BaseLayer": FACE, "Key|run|BaseLayer": FACE }),
    found: [
      [
        "MOVE_SPLIT",
        "/animations/0",
        ruleOf("oneTake", 'set in.glb "walk" --animations 0,1 --end 1.25 -o out.glb', "Armature|walk|BaseLayer, Key|walk|BaseLayer"),
      ],
    ],
  },
  {
    comment: "a take in two animations that a clip plays",
    asset: withClips(createMove({ "Armature|walk": WALK, "Key|walk": FACE }), [{ name: "walk", animations: [1, 0], end: 1 }]),
    found: [],
  },
  {
    comment: "two moves of one object, and two of one property",
    asset: createMove({ "A|walk": WALK, "B|walk": WALK, "A|run": WALK }),
    found: [],
  },
  {
    comment: "keys that begin a frame after 0",
    asset: createMove({ walk: LATE }),
    found: [
      [
        "MOVE_BEGINS_LATE",
        "/animations/0",
        'begins a frame after 0, so that a loop from 0 stops for a frame; a clip begins there: set in.glb "walk" --animations 0 --start 0.033333 --end 1.033333 -o out.glb (got 0.033333)',
      ],
    ],
  },
  {
    comment: "keys that begin a frame after 0, in a clip that begins there",
    asset: withClips(createMove({ walk: LATE }), [{ animations: [0], start: 0.0333333, end: 1 }]),
    found: [],
  },
  {
    comment: "some keys that begin later, and keys that begin much later",
    asset: createMove({ a: [...LATE, ...FACE], b: [move(1, [2, 3], 1)] }),
    found: [],
  },
  {
    comment: "pivots of assimp above an animated node",
    asset: createMove({ walk: WALK }, ({ nodes }) => (nodes[0].name = "Hips_$AssimpFbx$_PreRotation")),
    found: [
      [
        "MOVE_PIVOTS",
        "/nodes/0",
        "is a pivot of FBX, which assimp leaves above animated nodes, and may turn joints twice; convert the FBX with fbx2gltf",
      ],
    ],
  },
  {
    comment: "pivots of assimp elsewhere",
    asset: createMove({ walk: WALK }, ({ nodes }) => (nodes[3].name = "Face_$AssimpFbx$_Translation")),
    found: [],
  },
  {
    comment: "hips at 100, where they are moved",
    asset: createMove({ walk: [move(1, [0, 1], 98), WALK[1]!] }),
    found: [
      [
        "MOVE_UNIT",
        "/nodes/1",
        "is more than 10 m above the ground, as if centimeters were meters; export in meters, or scale a node above it by 0.01 (got 98 m",
      ],
    ],
  },
  {
    comment: "hips at 100, where they rest",
    asset: createMove({ walk: [turn(1, [0, 1], [0, 10]), WALK[1]!] }, ({ nodes }) => (nodes[1].translation = [0, 100, 0])),
    found: [["MOVE_UNIT", "/nodes/1", "is more than 10 m"]],
  },
  {
    comment: "hips at 100 below a scale of 0.01",
    asset: createMove({ walk: [move(1, [0, 1], 98), WALK[1]!] }, ({ nodes }) => (nodes[0].scale = [0.01, 0.01, 0.01])),
    found: [],
  },
  {
    comment: "hips at 100 below a turned armature with a matrix",
    asset: createMove(
      { walk: [move(1, [0, 1], 98), WALK[1]!] },
      ({ nodes }) => (nodes[0].matrix = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1]),
    ),
    found: [],
  },
  { comment: "a bird at 100", asset: createMove({ fly: [move(3, [0, 1], 100)] }), found: [] },
  {
    comment: "24 keys a second of fbx2gltf for a move of 1.1 s",
    asset: createMove({ walk: [move(1, frames(27, 24), 1)] }, FBX2GLTF),
    found: [
      [
        "MOVE_FRAME_RATE",
        "/animations/0",
        "has 24 keys a second, the default of fbx2gltf, and no length of 30 a second; convert it again with --anim-framerate bake30",
      ],
    ],
  },
  {
    comment: "24 keys a second of fbx2gltf for a move of 1 s",
    asset: createMove({ walk: [move(1, frames(25, 24), 1)] }, FBX2GLTF),
    found: [],
  },
  { comment: "24 keys a second of others", asset: createMove({ walk: [move(1, frames(27, 24), 1)] }), found: [] },
  { comment: "30 keys a second of fbx2gltf", asset: createMove({ walk: [move(1, frames(34, 30), 1)] }, FBX2GLTF), found: [] },
  {
    comment: "turns by more than 90 degrees",
    asset: createMove({ spin: [turn(1, [0, 0.5, 1], [0, 80, 200]), turn(2, [0, 1], [0, 100])] }),
    found: [
      [
        "MOVE_TURNS_FAR",
        "/animations/0",
        'turns by more than 90 degrees between two keys, which tools and engines show differently; export more keys a second (got 120 degrees after 0.5 s of "Hips"; 2 in all)',
      ],
    ],
  },
  {
    comment: "half a turn between sampled keys",
    asset: createMove({ spin: [turn(1, frames(3, 30), [0, 180, 180])] }),
    found: [["MOVE_TURNS_FAR", "/animations/0", "turns by more than 90 degrees"]],
  },
  {
    comment: "a quarter turn, half a turn that was stated, and steps",
    asset: createMove({ a: [turn(1, [0, 1], [0, 90])], b: [turn(1, [0, 1], [0, 180])], c: [turn(1, [0, 1], [0, 120], "STEP")] }),
    found: [],
  },
];

describe("moves that tools have changed", () => {
  it.each(rows)("are found: $comment", ({ asset, found }) => {
    const findings = ValidateAnimations(GltfFile.parse(glb(asset))).filter(({ code }) => code.startsWith("MOVE_"));
    expect(findings.map(({ code, pointer }) => [code, pointer])).toEqual(found.map(([code, pointer]) => [code, pointer]));
    findings.forEach(({ message }, i) => expect(message.slice(0, found[i]![2].length)).toBe(found[i]![2]));
  });

  it("are mended by the line of the finding", async () => {
    for (const asset of [createMove({ walk: LATE }), createMove({ "Armature|walk": WALK, "Key|walk": FACE })]) {
      const [finding] = ValidateAnimations(GltfFile.parse(glb(asset)));
      const line = /: (set .*) \(got/
        .exec(finding!.message)![1]!
        .split(" ")
        .map((word) => word.replaceAll('"', ""));
      const { code, files } = await runInMemory([...line, "-o", "out.glb"], { files: { "in.glb": glb(asset) } });
      expect(code).toBe(0);
      expect(ValidateAnimations(GltfFile.parse(files.get("out.glb")!))).toEqual([]);
      expect(unpackGlb(files.get("out.glb")!).json["extensions"].KHR_animation_clip.clips).toHaveLength(1);
    }
  });

  it("are printed by inspect, with the keys a second", async () => {
    const files = { "in.glb": glb(createMove({ walk: [move(1, frames(31, 30, 1), 1)], pose: [move(1, [0], 1)] })) };
    const { stdout } = await runInMemory(["inspect", "in.glb"], { files });
    expect(stdout).toContain("MOVE_BEGINS_LATE");
    const [header, walk, pose] = stdout
      .split("\n")
      .filter((text) => /^\s*(index|0|1) /.test(text))
      .map((text) => text.trim().split(/ {2,}/));
    const at = header!.indexOf("keys/s");
    expect([walk![at], pose![at]]).toEqual(["30", "0"]);
    const json = JSON.parse((await runInMemory(["inspect", "in.glb", "--json"], { files })).stdout) as {
      animations: { keysPerSecond: number }[];
    };
    expect(json.animations.map(({ keysPerSecond }) => Math.round(keysPerSecond))).toEqual([30, 0]);
  });

  itWithAssets("are not found in real files that play right", () => {
    for (const name of [
      "skin-babylon-Elf-3dsmax-4groups",
      "trs-AnimatedCube",
      "trs-BoxAnimated",
      "trs-InterpolationTest",
      "pointer-WhackAMole",
      "trs-blender-07_nla",
    ]) {
      const codes = ValidateAnimations(GltfFile.parse(glb(readAsset(`${name}.glb`)))).map(({ code }) => code);
      expect([name, codes.filter((code) => code.startsWith("MOVE_"))]).toEqual([name, []]);
    }
  });
});
