/** What `ValidateAnimations` and `DescribeSkeleton` say of bones and expressions that name what the file does not have. */
import { describe, expect, it } from "@jest/globals";
import { DescribeSkeleton, type Finding, ValidateAnimations } from "../../src/tools.js";
import { createFaces, createTalk, TRACKS, VRM0, VRM1 } from "../helpers/expressions.js";
import type { Json } from "../helpers/gltfPose.js";
import { ruleOf } from "../helpers/rules.js";

const EXPRESSIONS = "/extensions/VRMC_vrm/expressions";
const GROUPS = "/extensions/VRM/blendShapeMaster/blendShapeGroups";

/** A file of three nodes, with an extension. */
const withExtension = (name: string, stated: Json): Json => ({
  asset: { version: "2.0" },
  nodes: [{ name: "hips" }, { name: "spine" }, { name: "head" }],
  extensionsUsed: [name],
  extensions: { [name]: stated },
});

const bones = (humanBones: unknown): Json => ({ specVersion: "1.0", humanoid: { humanBones } });

/** VRM 1 with one expression. */
const face = (binds: unknown): Json =>
  createFaces(
    { head: ["smile", "frown"], body: [] },
    {
      extensionsUsed: ["VRMC_vrm"],
      extensions: { VRMC_vrm: { specVersion: "1.0", expressions: { custom: { "a/b": { morphTargetBinds: binds } } } } },
    },
  ).json;

/** VRM 0 with one group, and a mesh that no node has. */
const group = (...binds: readonly Json[]): Json => {
  const { json } = createFaces({ head: ["smile"], spare: ["smile"] });
  (json["nodes"] as Json[]).pop();
  return {
    ...json,
    extensionsUsed: ["VRM"],
    extensions: { VRM: { blendShapeMaster: { blendShapeGroups: [{ presetName: "joy", binds }] } } },
  };
};

const nodes = (got: unknown): string => ruleOf("indexOfItems", 3, "nodes", got);
const bone = "; the bone is left out";
const bind = "; the bind is left out";

const BONES: readonly (readonly [string, Json, readonly (readonly [pointer: string, message: string])[]])[] = [
  [
    "a node that is missing, in VRM 1",
    withExtension("VRMC_vrm", bones({ hips: { node: 0 }, spine: { node: 3 }, head: { node: "2" }, neck: {} })),
    [
      ["/extensions/VRMC_vrm/humanoid/humanBones/spine/node", nodes(3) + bone],
      ["/extensions/VRMC_vrm/humanoid/humanBones/head/node", nodes('"2"') + bone],
      ["/extensions/VRMC_vrm/humanoid/humanBones/neck/node", nodes("undefined") + bone],
    ],
  ],
  [
    "a name of no bone, in VRM 1",
    withExtension("VRMC_vrm", bones({ hips: { node: 0 }, leftHnad: { node: 1 } })),
    [["/extensions/VRMC_vrm/humanoid/humanBones/leftHnad", `${ruleOf("boneOfHumanoid", '"leftHnad"')}${bone}; did you mean "leftHand"?`]],
  ],
  [
    "all nodes, in a .vrma",
    withExtension("VRMC_vrm_animation", bones({ hips: { node: -1 } })),
    [["/extensions/VRMC_vrm_animation/humanoid/humanBones/hips/node", nodes(-1) + bone]],
  ],
  [
    "nodes and names, in VRM 0",
    withExtension("VRM", {
      humanoid: { humanBones: [{ bone: "hips", node: 0 }, { bone: "leftThumbIntermediate", node: 7 }, { bone: "tail", node: 1 }, null] },
    }),
    [
      ["/extensions/VRM/humanoid/humanBones/1/node", nodes(7) + bone],
      ["/extensions/VRM/humanoid/humanBones/2/bone", ruleOf("boneOfHumanoid", '"tail"') + bone],
      ["/extensions/VRM/humanoid/humanBones/3/bone", ruleOf("boneOfHumanoid", "undefined") + bone],
    ],
  ],
  [
    "a list that is none",
    withExtension("VRM", { humanoid: { humanBones: { hips: { node: 0 } } } }),
    [["/extensions/VRM/humanoid/humanBones", `${ruleOf("array", '{"hips":{"node":0}}')}; the list is left out`]],
  ],
  [
    "a joint by name, in KHR_character_skeleton_mapping",
    withExtension("KHR_character_skeleton_mapping", {
      skeletalRigMappings: { vrmHumanoid: { hips: "hips", spine: "Spine1" }, other: { Tail: "tail" } },
    }),
    [["/extensions/KHR_character_skeleton_mapping/skeletalRigMappings/vrmHumanoid/spine", ruleOf("nameOfNode", '"Spine1"') + bone]],
  ],
];

const FACES: typeof BONES = [
  [
    "nodes, morph targets and weights, in VRM 1",
    face([
      { node: 0, index: 1, weight: 1 },
      { node: 2, index: 0, weight: 1 },
      { node: 0, index: 2, weight: 1 },
      { node: 1, index: 0, weight: 1 },
      { node: 0, index: 0, weight: "all" },
    ]),
    [
      [`${EXPRESSIONS}/custom/a~1b/morphTargetBinds/1/node`, ruleOf("indexOfItems", 2, "nodes", 2) + bind],
      [`${EXPRESSIONS}/custom/a~1b/morphTargetBinds/2/index`, ruleOf("indexAmong", 2, "morph targets of node 0", 2) + bind],
      [`${EXPRESSIONS}/custom/a~1b/morphTargetBinds/3/index`, ruleOf("indexAmong", 0, "morph targets of node 1", 0) + bind],
      [`${EXPRESSIONS}/custom/a~1b/morphTargetBinds/4/weight`, ruleOf("finiteNumber", '"all"') + bind],
    ],
  ],
  [
    "a list that is none",
    face({ node: 0 }),
    [[`${EXPRESSIONS}/custom/a~1b/morphTargetBinds`, `${ruleOf("array", '{"node":0}')}; the list is left out`]],
  ],
  [
    "meshes and morph targets, in VRM 0",
    group({ mesh: 0, index: 0 }, { mesh: 2, index: 0 }, { mesh: 0, index: 1 }, { mesh: 1, index: 0 }, { index: 0 }),
    [
      [`${GROUPS}/0/binds/1/mesh`, ruleOf("indexOfItems", 2, "meshes", 2) + bind],
      [`${GROUPS}/0/binds/2/index`, ruleOf("indexAmong", 1, "morph targets of mesh 0", 1) + bind],
      [`${GROUPS}/0/binds/3/mesh`, ruleOf("meshOfNode", 1) + bind],
      [`${GROUPS}/0/binds/4/mesh`, ruleOf("indexOfItems", 2, "meshes", "undefined") + bind],
    ],
  ],
  [
    "nodes of a .vrma",
    (() => {
      const { json } = createTalk([{ happy: TRACKS["happy"]!, wink: TRACKS["wink"]! }], ["wink"]);
      const { expressions } = json["extensions"].VRMC_vrm_animation as { expressions: Record<string, Json> };
      expressions["custom"]!["wink"] = { node: 40 };
      json["extensions"].VRMC_vrm_animation.lookAt = { node: 41 };
      return json;
    })(),
    [
      [
        "/extensions/VRMC_vrm_animation/expressions/custom/wink/node",
        `${ruleOf("indexOfItems", 4, "nodes", 40)}; the expression is left out`,
      ],
      ["/extensions/VRMC_vrm_animation/lookAt/node", `${ruleOf("indexOfItems", 4, "nodes", 41)}; the gaze is left out`],
    ],
  ],
];

const foundIn = (json: Json): readonly Finding[] => ValidateAnimations(json as never).filter(({ code }) => code === "HUMANOID_INVALID");

describe("HUMANOID_INVALID", () => {
  it.each([...BONES, ...FACES])("%s", (_, json, expected) => {
    const found = foundIn(json);
    expect(found.map(({ severity, pointer, message }) => [severity, pointer, message])).toEqual(expected.map((each) => [0, ...each]));
  });

  it("is bounded in length, whatever the names", () => {
    const long = "x".repeat(1e5);
    const found = [
      ...foundIn(
        withExtension("VRMC_vrm", { ...bones({ [long]: {} }), expressions: { custom: { [long]: { morphTargetBinds: [null] } } } }),
      ),
      ...foundIn(withExtension("KHR_character_skeleton_mapping", { skeletalRigMappings: { [long]: { hips: long, [long]: "head" } } })),
    ];
    expect(found.map(({ pointer, message }) => pointer.length + message.length < 600)).toEqual([true, true, true, true]);
  });

  it("is no finding of files that state what they have", () => {
    const sound = structuredClone(VRM1.json);
    delete sound["extensions"].VRMC_vrm.expressions.preset.sad;
    expect([sound, VRM0.json, createTalk([TRACKS]).json].flatMap((json) => foundIn(json))).toEqual([]);
  });
});

describe("DescribeSkeleton", () => {
  it.each(BONES)("tells of bones that are left out: %s", (_, json, expected) => {
    const { findings } = DescribeSkeleton(json);
    expect(findings).toEqual(expect.arrayContaining(expected.map(([pointer, message]) => `${pointer}: ${message}`)));
  });
});
