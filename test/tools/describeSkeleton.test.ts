/** The bones of humanoids by names, declarations and structure: names as files of each kind have them. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { packGlb } from "../../scripts/glb.mjs";
import { DescribeSkeleton, GltfFile, type HumanBone, type SkeletonDescription } from "../../src/tools.js";
import { eachAsset, readAsset } from "../helpers/assets.js";
import { createAsset } from "../helpers/gltfAsset.js";
import type { Asset, Json } from "../helpers/gltfPose.js";
import { BONE_NAMES, Humanoid, mixamoName, turn, unrealName, vrmName } from "../helpers/humanoids.js";
import { ruleOf } from "../helpers/rules.js";

interface Convention {
  readonly sides: readonly [left: string, right: string];
  readonly names: Readonly<Record<string, string>>;
}

const CONVENTIONS = JSON.parse(readFileSync(new URL("../data/skeleton-names.json", import.meta.url), "utf8")) as Record<string, Convention>;
const MAIN = BONE_NAMES.filter((bone) => !/Thumb|Index|Middle|Ring|Little/.test(bone));
const FINGERS = BONE_NAMES.filter((bone) => !MAIN.includes(bone));

const fileOf = ({ json, bin }: Asset): GltfFile => GltfFile.parse(new Uint8Array(packGlb(json, bin)));
const describeAsset = (asset: Asset, skin?: number): SkeletonDescription<number> => DescribeSkeleton(fileOf(asset), { skin });
const nodesOf = ({ bones }: SkeletonDescription<number>): Record<string, number> =>
  Object.fromEntries(Object.entries(bones).map(([bone, { node }]) => [bone, node]));
const truthOf = ({ nodes }: Humanoid): Record<string, number> => Object.fromEntries(nodes);

/** The name of a bone by a convention; undefined if its files have no such bone. */
function nameBy({ sides, names }: Convention, bone: HumanBone): string | undefined {
  const [, side, first = "", rest = ""] = /^(left|right)(.)(.*)$/.exec(bone) ?? [];
  const name = names[side ? first.toLowerCase() + rest : bone];
  return name?.replaceAll("%", sides[side === "left" ? 0 : 1]);
}

describe("DescribeSkeleton", () => {
  it.each(Object.keys(CONVENTIONS))("finds the main bones by the names of %s", (key) => {
    const convention = CONVENTIONS[key]!;
    const without = [...FINGERS, ...MAIN.filter((bone) => nameBy(convention, bone) === undefined)];
    const humanoid = new Humanoid({ name: (bone) => nameBy(convention, bone) ?? bone, without, seed: 0 });
    const description = describeAsset(humanoid.asset);
    expect(nodesOf(description)).toEqual(truthOf(humanoid));
    // the robot has no spine, no hands and no feet: too little to be sure
    expect([key, description.isHumanoid]).toEqual([key, key !== "gobot"]);
  });

  it.each([
    ["Mixamo", mixamoName],
    ["Unreal", unrealName],
    ["VRM", vrmName],
  ])("finds fingers by the names of %s", (_, name) => {
    const humanoid = new Humanoid({ name });
    expect(nodesOf(describeAsset(humanoid.asset))).toEqual(truthOf(humanoid));
  });

  it.each([
    ["3ds Max's Biped", (side: string, finger: number, joint: number) => `Bip01 ${side[0]} Finger${finger}${joint || ""}`],
    ["MakeHuman", (side: string, finger: number, joint: number) => `finger${finger + 1}-${joint + 1}.${side[0]}`],
    ["Rokoko", (side: string, finger: number, joint: number) => `${side}Finger${finger + 1}${["Proximal", "Medial", "Distal"][joint]}`],
    [
      "a hand whose thumb has a word",
      (side: string, finger: number, joint: number) => `${side}${finger ? `Finger${finger}` : "Thumb"}_${joint}`,
    ],
  ])("finds fingers by the numbers of %s", (_, nameOf) => {
    const name = (bone: HumanBone): string => {
      const [, side = "", finger = "", part = ""] = /^(left|right)(Thumb|Index|Middle|Ring|Little)(.*)$/.exec(bone) ?? [];
      const parts = finger === "Thumb" ? ["Metacarpal", "Proximal", "Distal"] : ["Proximal", "Intermediate", "Distal"];
      const number = ["Thumb", "Index", "Middle", "Ring", "Little"].indexOf(finger);
      return finger ? nameOf(side === "left" ? "Left" : "Right", number, parts.indexOf(part)) : mixamoName(bone);
    };
    const humanoid = new Humanoid({ name });
    expect(nodesOf(describeAsset(humanoid.asset))).toEqual(truthOf(humanoid));
  });

  it("says for each bone which node it is, how sure that is, and why", () => {
    const humanoid = new Humanoid();
    const { bones, confidence, missing, findings } = describeAsset(humanoid.asset);
    expect(bones.leftUpperArm).toEqual({
      node: humanoid.nodes.get("leftUpperArm"),
      name: "mixamorig:LeftArm",
      confidence: 0.8,
      reason: "name",
    });
    expect(confidence).toBeGreaterThan(0.8);
    expect([missing, findings]).toEqual([[], []]);
  });

  describe("takes what the file declares alone", () => {
    const declared = (json: (nodeOf: (bone: HumanBone) => number) => Json): Humanoid => new Humanoid({ name: mixamoName, json });
    // the names say otherwise: left is right
    const swapped = (bone: HumanBone): HumanBone =>
      bone.replace(/^(left|right)/, (side) => (side === "left" ? "right" : "left")) as HumanBone;

    it.each(["VRMC_vrm", "VRMC_vrm_animation"])("by %s", (extension) => {
      const humanoid = declared((nodeOf) => ({
        extensionsUsed: [extension],
        extensions: {
          [extension]: { humanoid: { humanBones: Object.fromEntries(MAIN.map((bone) => [swapped(bone), { node: nodeOf(bone) }])) } },
        },
      }));
      const description = describeAsset(humanoid.asset);
      expect(nodesOf(description)).toEqual(Object.fromEntries(MAIN.map((bone) => [swapped(bone), humanoid.nodes.get(bone)])));
      expect(description.confidence).toBe(1);
      expect(description.bones.hips?.reason).toBe(`declared by ${extension}`);
    });

    it("by VRM 0, whose thumbs are named one joint further down", () => {
      const thumbs: Readonly<Record<string, string>> = { ThumbMetacarpal: "ThumbProximal", ThumbProximal: "ThumbIntermediate" };
      const old = (bone: string): string => bone.replace(/Thumb(Metacarpal|Proximal)$/, (thumb) => thumbs[thumb]!);
      const humanoid = declared((nodeOf) => ({
        extensions: { VRM: { humanoid: { humanBones: BONE_NAMES.map((bone) => ({ bone: old(bone), node: nodeOf(bone) })) } } },
      }));
      expect(nodesOf(describeAsset(humanoid.asset))).toEqual(truthOf(humanoid));
    });

    it("by KHR_character_skeleton_mapping", () => {
      const vrmHumanoid = Object.fromEntries(MAIN.map((bone) => [bone, mixamoName(bone)]));
      const humanoid = declared(() => ({
        extensions: { KHR_character_skeleton_mapping: { skeletalRigMappings: { vrmHumanoid } } },
      }));
      const found = nodesOf(describeAsset(humanoid.asset));
      expect(found).toEqual(Object.fromEntries(MAIN.map((bone) => [bone, humanoid.nodes.get(bone)])));
    });

    it("ignores nodes that the file does not have", () => {
      const asset = declared((nodeOf) => ({
        extensions: { VRMC_vrm: { humanoid: { humanBones: { hips: { node: nodeOf("hips") }, head: { node: 999 }, tail: { node: 1 } } } } },
      })).asset;
      expect(Object.keys(describeAsset(asset).bones)).toEqual(["hips"]);
    });
  });

  describe("finds sides and bones by structure", () => {
    const numbered = new Map(BONE_NAMES.map((bone, i) => [bone, `n${i * 7}`]));
    const nameless = (options: ConstructorParameters<typeof Humanoid>[0] = {}): Humanoid =>
      new Humanoid({ without: FINGERS, name: (bone) => numbered.get(bone)!, seed: 0, ...options });

    it("in a skeleton without words", () => {
      for (const facing of [0, 90, 180, 270]) {
        const humanoid = nameless({ facing });
        const description = describeAsset(humanoid.asset);
        const found = nodesOf(description);
        const limbs = MAIN.filter((bone) => /Arm|Hand|Leg|Foot|Toes/.test(bone));
        expect(Object.fromEntries(limbs.map((bone) => [bone, found[bone]]))).toEqual(
          Object.fromEntries(limbs.map((bone) => [bone, humanoid.nodes.get(bone)])),
        );
        expect(found["hips"]).toBe(humanoid.nodes.get("hips"));
        expect(description.findings).toContain("no name says which side is left: the toes say it");
      }
    });

    it("is not sure which side is left without words and toes", () => {
      const { isHumanoid, findings, bones } = describeAsset(
        nameless({ without: [...FINGERS, "leftToes", "rightToes", "leftFoot", "rightFoot"] }).asset,
      );
      expect(isHumanoid).toBe(false);
      expect(findings).toContain("no name says which side is left, and no toes say where the body faces: +Z is assumed");
      expect(bones.leftUpperLeg?.confidence).toBe(0.3);
    });

    it("swaps sides that the toes contradict", () => {
      const opposite = (bone: HumanBone): string =>
        mixamoName(bone.replace(/^(left|right)/, (side) => (side === "left" ? "right" : "left")) as HumanBone);
      const humanoid = new Humanoid({ name: opposite, without: FINGERS });
      const description = describeAsset(humanoid.asset);
      expect(nodesOf(description)).toEqual(truthOf(humanoid));
      expect(description.findings).toContain("the toes point against the sides that the names say: left and right are swapped");
    });

    it("swaps the sides of a mirrored skeleton without toes, which is not sure", () => {
      const humanoid = new Humanoid({ name: mixamoName, without: [...FINGERS, "leftToes", "rightToes"] });
      humanoid.asset.json["nodes"][0].scale = [-1, 1, 1];
      const description = describeAsset(humanoid.asset);
      expect(description.bones.leftHand?.node).toBe(humanoid.nodes.get("rightHand"));
      expect(description.findings).toEqual(["the skeleton is mirrored by its scale: left and right are swapped"]);
      expect(description.isHumanoid).toBe(false);
    });

    it("carries a foot that lies beside its leg by the shin", () => {
      const humanoid = new Humanoid({ without: [...FINGERS, "leftToes", "rightToes"] });
      const json = structuredClone(humanoid.asset.json);
      const [foot, shin, hips] = (["leftFoot", "leftLowerLeg", "hips"] as const).map((bone) => humanoid.nodes.get(bone)!) as [
        number,
        number,
        number,
      ];
      json["nodes"][shin].children = [];
      json["nodes"][hips - 1].children.push(foot);
      json["nodes"][foot].translation = [0.1, 0.08, 0];
      const { bones, findings } = describeAsset({ json, bin: humanoid.asset.bin });
      expect(bones.leftFoot).toEqual({ node: foot, name: "mixamorig:LeftFoot", confidence: 0.6, reason: "name, beside its leg" });
      expect(findings).toEqual(["leftFoot is no child of its leg: the shin carries it"]);
    });
  });

  it("takes the skeleton with most joints, or that of a skin", () => {
    const [large, small] = [new Humanoid(), new Humanoid({ without: FINGERS })];
    const count = large.asset.json["nodes"].length as number;
    const shifted = (small.asset.json["nodes"] as Json[]).map(({ children, ...node }) => ({
      ...node,
      ...(children && { children: (children as number[]).map((child) => child + count) }),
    }));
    shifted.forEach((node) => delete (node as Json)["mesh"]);
    const json = structuredClone(large.asset.json);
    json["nodes"].push(...shifted);
    const joints = (small.asset.json["skins"][0].joints as number[]).map((joint) => joint + count);
    json["skins"].push({ joints });
    const both = { json, bin: large.asset.bin };
    const first = describeAsset(both);
    expect(nodesOf(first)).toEqual(truthOf(large));
    expect(first.findings).toEqual(["the file has 2 skeletons: that of skin 0 counts, which has most joints; ask for another by its skin"]);
    const truth = Object.fromEntries(Object.entries(truthOf(small)).map(([bone, node]) => [bone, node + count]));
    expect(nodesOf(describeAsset(both, 1))).toEqual(truth);
    expect(() => describeAsset(both, 2)).toThrow(new RangeError(`options.skin: ${ruleOf("indexOfSkins", 2, 2)}`));
  });

  describe("refuses what is no humanoid", () => {
    it("a body whose back lies in the bind pose", () => {
      const { isHumanoid, findings } = describeAsset(new Humanoid({ bind: Object.fromEntries([["hips", turn(1, 0, 0, 75)]]) }).asset);
      expect(isHumanoid).toBe(false);
      expect(findings.join()).toMatch(/no humanoid/);
    });

    it("limbs of one bone", () => {
      const without = [...FINGERS, ...MAIN.filter((bone) => /LowerArm|Hand/.test(bone))];
      const { isHumanoid, findings } = describeAsset(new Humanoid({ without }).asset);
      expect(isHumanoid).toBe(false);
      expect(findings).toContain("limbs of one bone (arm): no humanoid");
    });

    it.each([
      ["nodes that are no objects", { nodes: [null, 1, { name: "hips", children: [0, 9, "a"] }] }],
      ["skins that are no objects", { nodes: [{ name: "hips" }], skins: [null, "a", { joints: [0, null, 9], inverseBindMatrices: 4 }] }],
      [
        "a node above itself",
        {
          nodes: [
            { name: "hips", children: [1] },
            { name: "spine", children: [0] },
          ],
        },
      ],
    ])("%s", (_, json) => {
      expect(DescribeSkeleton({ asset: { version: "2.0" }, ...json } as never).isHumanoid).toBe(false);
    });

    it("a file without nodes", () => {
      const { isHumanoid, confidence, bones } = DescribeSkeleton(createAsset(() => ({})).json);
      expect([isHumanoid, confidence, bones]).toEqual([false, 0, {}]);
    });

    eachAsset([{ file: "skin-Fox.glb" }])("$file", ({ file }) => {
      const { isHumanoid, findings } = describeAsset(readAsset(file));
      expect(isHumanoid).toBe(false);
      expect(findings).toContain("it rests on four legs: no humanoid");
    });
  });

  eachAsset([
    { file: "skin-babylon-Elf-3dsmax-4groups.glb", left: "mixamorig:LeftForeArm", right: "mixamorig:RightUpLeg", count: 22 },
    { file: "skin-CesiumMan.glb", left: "Skeleton_arm_joint_L__3_", right: "leg_joint_R_1", count: 19 },
    { file: "skin-raylib-robot-14anims.glb", left: "LowerArm.L", right: "UpperLeg.R", count: 17 },
    { file: "import/godot-player.glb", left: "l-forearm", right: "r-thigh", count: 15 },
  ])("finds the bones of $file", ({ file, left, right, count }) => {
    const { isHumanoid, bones } = describeAsset(readAsset(file));
    expect(isHumanoid).toBe(true);
    expect([bones.leftLowerArm?.name, bones.rightUpperLeg?.name]).toEqual([left, right]);
    expect(Object.keys(bones)).toHaveLength(count);
  });
});
