import { describe, expect, it } from "@jest/globals";
import { NodeIO } from "@gltf-transform/core";
import { ALL_EXTENSIONS } from "@gltf-transform/extensions";
import { quantize } from "@gltf-transform/functions";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { GltfFile, JoinParts, type JoinOptions, type JoinReport } from "../../src/tools.js";
import { assetNames, readAssetBytes } from "../helpers/assetFiles.js";
import { eachAsset } from "../helpers/assets.js";
import { sentencesOf } from "../helpers/findings.js";
import { type AddAccessor, createAsset, nodeAnimation } from "../helpers/gltfAsset.js";
import { type Asset, type Json, readAccessor } from "../helpers/gltfPose.js";
import { type DrawnPrimitive, drawnAt } from "../helpers/gltfVertices.js";
import { ruleOf } from "../helpers/rules.js";
import { coreErrors } from "../helpers/validator.js";

interface Joined {
  readonly bytes: Uint8Array;
  readonly asset: Asset;
  readonly report: JoinReport;
}

function join(bytes: Uint8Array, options?: JoinOptions): Joined {
  const file = GltfFile.parse(bytes, {}, "a.glb");
  const report = JoinParts(file, options);
  const joined = file.toFiles()["a.glb"]!;
  return { bytes: joined, asset: unpackGlb(joined), report };
}

const joinAsset = ({ json, bin }: Asset, options?: JoinOptions): Joined => join(new Uint8Array(packGlb(json, bin)), options);

/** What the parts draw, in the order in which joined meshes draw them: meshes that stay, then figure by figure, each by materials and attributes. */
function regrouped(drawn: readonly DrawnPrimitive[], nodes: readonly number[]): DrawnPrimitive[][] {
  const groups = new Map<string, DrawnPrimitive[]>();
  const figures = new Map<string, number>();
  for (const each of drawn) {
    const figure = each.skin === undefined ? `root ${each.root}` : `skin ${each.skin}`;
    const isJoined = nodes.includes(each.node);
    figures.set(figure, figures.get(figure) ?? figures.size);
    const key = isJoined ? `${figure} ${each.material} ${each.attributes.join()}` : `${each.node} ${groups.size}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const orderOf = ([first]: readonly DrawnPrimitive[]): number =>
    nodes.includes(first!.node) ? 1 + figures.get(first!.skin === undefined ? `root ${first!.root}` : `skin ${first!.skin}`)! : 0;
  return [...groups.values()].sort((a, b) => orderOf(a) - orderOf(b));
}

function sizeOf(drawn: readonly DrawnPrimitive[]): number {
  const all = drawn.flatMap(({ positions }) => positions);
  return all.reduce((most, x) => Math.max(most, x), -Infinity) - all.reduce((least, x) => Math.min(least, x), Infinity);
}

/** The largest difference between what two assets draw. Normals are compared in the rest pose: skinned ones ignore that a scale turns them. */
function differenceAt(before: Asset, { asset, report }: Joined, animation: number, time: number): number {
  const expected = regrouped(drawnAt(before, animation, time), report.nodes);
  const drawn = drawnAt(asset, animation, time);
  expect(drawn.map(({ material }) => material)).toEqual(expected.map(([first]) => first!.material));
  const size = sizeOf(drawn);
  let worst = 0;
  drawn.forEach(({ positions, normals, others }, i) => {
    const [of, ofNormals] = [expected[i]!.flatMap((each) => each.positions), expected[i]!.flatMap((each) => each.normals)];
    expect([positions.length, normals.length]).toEqual([of.length, ofNormals.length]);
    worst = positions.reduce((most, x, c) => Math.max(most, Math.abs(x - of[c]!) / size), worst);
    worst = animation < 0 ? normals.reduce((most, x, c) => Math.max(most, Math.abs(x - ofNormals[c]!)), worst) : worst;
    for (const [name, values] of Object.entries(others).filter(([each]) => each !== "TANGENT")) {
      const ofOther = expected[i]!.flatMap((each) => each.others[name]!);
      worst = values.reduce((most, x, c) => Math.max(most, Math.abs(x - ofOther[c]!)), worst);
      expect(values).toHaveLength(ofOther.length);
    }
  });
  return worst;
}

describe("real files", () => {
  const rows = assetNames(".glb").map((file) => ({ file }));

  eachAsset(rows)("draw the same at 50 times, or stay as they are to the last byte: $file", async ({ file }) => {
    const bytes = readAssetBytes(file);
    const joined = join(bytes);
    if (joined.report.nodes.length === 0) {
      expect(Buffer.from(joined.bytes).equals(Buffer.from(bytes))).toBe(true);
      return;
    }
    const before = unpackGlb(bytes);
    const animations = (before.json["animations"] ?? []) as Json[];
    const lengthOf = (animation: Json): number =>
      Math.max(...(animation["samplers"] as Json[]).map(({ input }) => before.json["accessors"][input as number].max[0] as number));
    expect(differenceAt(before, joined, -1, 0)).toBeLessThan(1e-5);
    for (let i = 0; i < 50; i++) {
      const animation = i % animations.length;
      expect(differenceAt(before, joined, animation, (lengthOf(animations[animation]!) * i) / 49)).toBeLessThan(1e-5);
    }
    const known = new Set((await coreErrors(bytes)).map(({ code }) => code));
    expect((await coreErrors(joined.bytes)).filter(({ code }) => !known.has(code))).toEqual([]);
  });

  eachAsset([{ file: "skin-raylib-robot-14anims.glb" }])("$file: 19 primitives become 3", ({ file }) => {
    const { report } = join(readAssetBytes(file));
    expect([report.before, report.after, report.nodes.length, report.findings]).toEqual([19, 3, 14, []]);
  });
});

/** A quad, two triangles, as a primitive. */
function quad(add: AddAccessor, material: number | undefined, more: Json = {}, attributes: Json = {}): Json {
  const POSITION = add("VEC3", [0, 0, 0, 1, 0, 0, 1, 2, 0, 0, 2, 0], { min: [0, 0, 0], max: [1, 2, 0] });
  const NORMAL = add("VEC3", [0, 0.6, 0.8, 0, 0.6, 0.8, 0, 0, 1, 1, 0, 0]);
  const indices = add("SCALAR", new Uint16Array([0, 1, 2, 0, 2, 3]));
  return { attributes: { POSITION, NORMAL, ...attributes }, indices, ...(material !== undefined && { material }), ...more };
}

const TURN = [0, 0.6, 0, 0.8];
const SCALE = [2, 0.5, 3];

/** An arm of four nodes with rigid parts; the upper arm is animated. Node 4 is a lamp that does not move. */
function createArm(change: (json: Json, add: AddAccessor) => void = () => undefined): Asset {
  return createAsset((add) => {
    const json: Json = {
      scenes: [{ nodes: [0, 4] }],
      nodes: [
        { name: "arm", children: [1], translation: [1, 2, 3] },
        { name: "upper", children: [2, 3], mesh: 0, rotation: TURN },
        { name: "lower", mesh: 1, translation: [0, 2, 0], scale: SCALE },
        { name: "hand", mesh: 2, rotation: [0.6, 0, 0, 0.8], translation: [0, 0, 1] },
        { name: "lamp", mesh: 3 },
      ],
      materials: [{ name: "steel" }, { name: "skin" }],
      meshes: [
        { name: "upper mesh", primitives: [quad(add, 0), quad(add, 1)] },
        { name: "lower mesh", primitives: [quad(add, 0)] },
        { name: "hand mesh", primitives: [quad(add, 1)] },
        { name: "lamp mesh", primitives: [quad(add, 0)] },
      ],
      animations: [
        nodeAnimation(add, "wave", [
          { node: 1, path: "rotation", times: [0, 1], values: [...TURN, 0, 0, 0.6, 0.8] },
          { node: 3, path: "scale", times: [0, 1], values: [1, 1, 1, 0, 2, 1] },
        ]),
      ],
    };
    change(json, add);
    return json;
  });
}

describe("rigid parts", () => {
  it("are skinned to their nodes: the same is drawn at all times", async () => {
    const before = createArm();
    const joined = joinAsset(before);
    for (const time of [-1, 0, 0.3, 1]) {
      expect(differenceAt(before, joined, time < 0 ? -1 : 0, time)).toBeLessThan(1e-5);
    }
    expect(await coreErrors(joined.bytes)).toEqual([]);
  });

  it("become one mesh, with a primitive for each material; nodes, animations and materials stay", () => {
    const before = createArm();
    const { asset, report } = joinAsset(before);
    const { nodes, meshes, skins, scenes, animations, materials } = asset.json;
    expect([report.before, report.after, report.nodes]).toEqual([5, 3, [1, 2, 3]]);
    expect(sentencesOf(report.findings, "NOT_JOINED")).toEqual([`/nodes/4: ${ruleOf("moveWithJoint")}`]);
    const all = structuredClone(before.json["nodes"]) as Json[];
    all.slice(1, 4).forEach((node) => delete node["mesh"]);
    expect(nodes).toEqual([...all, { name: "upper joined", mesh: 4, skin: 0 }]);
    expect([scenes, animations, materials]).toEqual([[{ nodes: [0, 4, 5] }], before.json["animations"], before.json["materials"]]);
    expect(meshes.slice(0, 4)).toEqual(before.json["meshes"]);
    expect([meshes[4].name, (meshes[4].primitives as Json[]).map(({ material }) => material as unknown)]).toEqual(["upper joined", [0, 1]]);
    expect(skins).toEqual([{ joints: [1, 2, 3], inverseBindMatrices: expect.any(Number) }]);
  });

  it("have bounds in the rest pose", () => {
    const { asset } = joinAsset(createArm());
    const [primitive] = asset.json["meshes"][4].primitives as Json[];
    const { min, max } = asset.json["accessors"][primitive!["attributes"].POSITION as number] as { min: number[]; max: number[] };
    const drawn = drawnAt(asset, -1, 0).find(({ node, material }) => node === 5 && material === 0)!;
    [min, max].forEach((bound, side) =>
      bound.forEach((value, c) => {
        const all = drawn.positions.filter((_, i) => i % 3 === c);
        expect(value).toBeCloseTo(side === 0 ? Math.min(...all) : Math.max(...all), 5);
      }),
    );
  });

  it("of different attributes, or of other types, are not mixed; short elements become floats", () => {
    const before = createArm((json, add) => {
      const color = (): number => add("VEC3", new Uint8Array([255, 0, 0, 0, 255, 0, 0, 0, 255, 51, 51, 51]), { normalized: true });
      json["meshes"][0].primitives = [quad(add, 0, {}, { COLOR_0: color() })];
      json["meshes"][1].primitives = [quad(add, 0)];
      json["meshes"][2].primitives = [quad(add, 0, {}, { COLOR_0: color() })];
    });
    const joined = joinAsset(before);
    const [first, second] = joined.asset.json["meshes"][4].primitives as Json[];
    const { componentType, normalized, count } = joined.asset.json["accessors"][first!["attributes"].COLOR_0 as number];
    expect([componentType, normalized, count]).toEqual([5126, undefined, 8]);
    expect(Object.keys(second!["attributes"] as Json)).not.toContain("COLOR_0");
    expect(differenceAt(before, joined, 0, 0.5)).toBeLessThan(1e-5);
  });

  it("bring their tangents to the rest pose", () => {
    const tangents = [1, 0, 0, 1, 0, 1, 0, -1, 0, 0, 1, 1, 0.6, 0, 0.8, -1];
    const before = createArm((json, add) => {
      json["nodes"][1].rotation = [0, 0, Math.SQRT1_2, Math.SQRT1_2]; // x becomes y, y becomes -x
      [0, 1].forEach((mesh) => (json["meshes"][mesh].primitives = [quad(add, 0, {}, { TANGENT: add("VEC4", tangents) })]));
    });
    const { asset } = joinAsset(before);
    const { TANGENT } = asset.json["meshes"][4].primitives[0].attributes as { TANGENT: number };
    const [upper, lower] = [readAccessor(asset, TANGENT).slice(0, 16), readAccessor(asset, TANGENT).slice(16)];
    const scaled = Math.hypot(0.6 * SCALE[0]!, 0.8 * SCALE[2]!);
    const expected = [0, 1, 0, 1, -1, 0, 0, -1, 0, 0, 1, 1];
    [...expected, 0, 0.6, 0.8, -1].forEach((x, i) => expect(upper[i]).toBeCloseTo(x, 6));
    [...expected, 0, (0.6 * SCALE[0]!) / scaled, (0.8 * SCALE[2]!) / scaled, -1].forEach((x, i) => expect(lower[i]).toBeCloseTo(x, 6));
  });

  it("of one small mesh each get a copy", () => {
    const before = createArm((json) => (json["nodes"][2].mesh = 2));
    const joined = joinAsset(before);
    expect([joined.report.before, joined.report.after, joined.report.nodes]).toEqual([5, 3, [1, 2, 3]]);
    expect(differenceAt(before, joined, 0, 0.5)).toBeLessThan(1e-5);
  });

  it("without indices, and with more vertices than 16 bits index, get indices", () => {
    const many = 40_000;
    const before = createArm((json, add) => {
      const positions = Array.from({ length: 3 * many }, (_, i) => (i * 7919) % 101);
      const triangles = { POSITION: add("VEC3", positions, { min: [0, 0, 0], max: [100, 100, 100] }) };
      json["meshes"][0].primitives = [{ attributes: triangles }];
      json["meshes"][1].primitives = [{ attributes: triangles }];
    });
    const { asset } = joinAsset(before);
    const { indices } = asset.json["meshes"][4].primitives[0] as { indices: number };
    expect([asset.json["accessors"][indices].componentType, asset.json["accessors"][indices].count]).toEqual([5125, 2 * many]);
  });
});

describe("meshes of one skin", () => {
  it("become one mesh beside rigid parts, with the vertices, joints and weights that they have", async () => {
    const before = createArm((json, add) => {
      const influences = (weights: readonly number[]): Json => ({
        JOINTS_0: add("VEC4", new Uint8Array([0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0])),
        WEIGHTS_0: add("VEC4", [...weights, ...weights, ...weights, ...weights]),
      });
      json["meshes"][1].primitives = [quad(add, 0, {}, influences([0.25, 0.75, 0, 0]))];
      json["meshes"][2].primitives = [quad(add, 0, {}, influences([0.5, 0.5, 0, 0])), quad(add, 1, {}, influences([1, 0, 0, 0]))];
      json["nodes"][2].skin = 0;
      json["nodes"][3].skin = 0;
      const inverse = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, -2, -3, 1];
      json["skins"] = [{ name: "bones", joints: [0, 1], inverseBindMatrices: add("MAT4", [...inverse, ...inverse]) }];
    });
    const joined = joinAsset(before);
    const { nodes, skins, meshes } = joined.asset.json;
    expect([joined.report.before, joined.report.after, joined.report.nodes]).toEqual([6, 5, [2, 3]]);
    expect([nodes[5], skins, meshes[4].primitives.length]).toEqual([{ name: "bones joined", mesh: 4, skin: 0 }, before.json["skins"], 2]);
    for (const time of [0, 0.3, 1]) {
      expect(differenceAt(before, joined, 0, time)).toBeLessThan(1e-6);
    }
    expect(await coreErrors(joined.bytes)).toEqual([]);
  });
});

describe("meshes that stay", () => {
  const skinned = (json: Json): void => void (json["skins"] = [{ joints: [1] }]);

  it.each<[reason: string, change: (json: Json, add: AddAccessor) => void]>([
    [ruleOf("inOnlyScene"), (json) => json["scenes"].push({ nodes: [2] })],
    [
      ruleOf("meshOfItsOwn", 1000),
      (json, add) => {
        json["nodes"][4].mesh = 2;
        json["meshes"][2].primitives = [{ attributes: { POSITION: add("VEC3", new Array<number>(3 * 1002).fill(1)) } }];
      },
    ],
    [ruleOf("withoutExtensions", "EXT_mesh_gpu_instancing"), (json) => (json["nodes"][3].extensions = { EXT_mesh_gpu_instancing: {} })],
    [ruleOf("notDependOn", "KHR_node_visibility"), (json) => (json["nodes"][1].extensions = { KHR_node_visibility: { visible: true } })],
    [ruleOf("meshWithoutExtras"), (json) => (json["meshes"][2].extras = { own: 1 })],
    [ruleOf("noMorphTargets"), (json, add) => (json["meshes"][2].primitives = [quad(add, 1, { targets: [{}] })])],
    [ruleOf("noMorphTargets"), (json) => (json["nodes"][3].weights = [1])],
    [ruleOf("triangles"), (json) => (json["meshes"][2].primitives[0].mode = 1)],
    [ruleOf("primitivesWithoutExtras"), (json) => (json["meshes"][2].primitives[0].extensions = { KHR_materials_variants: {} })],
    [ruleOf("notTransparent"), (json) => (json["materials"][1].alphaMode = "BLEND")],
    [
      ruleOf("skinForJoints"),
      (json, add) => (json["meshes"][2].primitives = [quad(add, 1, {}, { JOINTS_0: add("VEC4", new Uint8Array(16)) })]),
    ],
    [ruleOf("notMirroredNor0"), (json) => (json["nodes"][3].scale = [1, -1, 1])],
    [ruleOf("notMirroredNor0"), (json) => (json["nodes"][3].scale = [1, 0, 1])],
    [ruleOf("moveWithJoint"), (json) => void (json["animations"] = [])],
    [
      ruleOf("notPickedByGraph"),
      (json) => (json["extensions"] = { KHR_interactivity: { graphs: [{ declarations: [{ op: "event/onSelect" }] }] } }),
    ],
  ])("%s", (reason, change) => {
    const { report } = joinAsset(createArm(change));
    expect(sentencesOf(report.findings, "NOT_JOINED")).toContain(`/nodes/3: ${reason}`);
    expect(report.nodes).not.toContain(3);
  });

  it("are those that are kept by the name of a node or a mesh", () => {
    const { report } = joinAsset(createArm(), { keep: ["hand", "lower mesh"] });
    expect([report.before, report.after, report.nodes]).toEqual([5, 5, []]);
    expect(sentencesOf(report.findings, "NOT_JOINED")).toEqual([`/nodes/4: ${ruleOf("moveWithJoint")}`, `/nodes/1: ${ruleOf("joinable")}`]);
  });

  it.each<[sentence: string, change: (json: Json, add: AddAccessor) => void]>([
    [`/nodes/3/rotation: ${ruleOf("array", "{}")}`, (json) => (json["nodes"][3].rotation = {})],
    [`/nodes/3/scale: ${ruleOf("countOfNumbers", 3, 2)}`, (json) => (json["nodes"][3].scale = [1, 1])],
    [`/nodes/3/skin: ${ruleOf("indexOfSkins", 0, 7)}`, (json) => (json["nodes"][3].skin = 7)],
    [`/meshes/2/primitives/0: ${ruleOf("object", "null")}`, (json) => (json["meshes"][2].primitives = [null])],
    [`/meshes/2/primitives/0/attributes: ${ruleOf("object", 24)}`, (json) => (json["meshes"][2].primitives[0].attributes = 24)],
    [
      `/nodes/2/mesh: ${ruleOf("verticesAndAttributes", 4)}`,
      (json, add) => (json["meshes"][1].primitives[0].attributes.NORMAL = add("VEC3", [0, 0, 1])),
    ],
    [`/nodes/2/mesh: ${ruleOf("verticesAndAttributes", 0)}`, (json) => (json["meshes"][1].primitives[0].attributes = {})],
  ])("are those that are invalid: %s", (sentence, change) => {
    expect(sentencesOf(joinAsset(createArm(change)).report.findings, "NOT_JOINED")).toContain(sentence);
  });

  it("are those of a figure whose data cannot be read, with the reason", () => {
    const { report } = joinAsset(createArm((json) => (json["meshes"][1].primitives[0].attributes.POSITION = 999)));
    expect(sentencesOf(report.findings, "NOT_JOINED")[1]).toMatch(/^\/accessors\/999/);
    expect(report.nodes).toEqual([]);
  });

  it("move with a joint, too, or by a JSON pointer", () => {
    const pointed = createArm((json) => {
      json["animations"][0].channels = [
        { sampler: 0, target: { path: "pointer", extensions: { KHR_animation_pointer: { pointer: "/nodes/0/rotation" } } } },
      ];
    });
    const joints = createArm((json) => {
      skinned(json);
      json["animations"] = [];
    });
    expect([pointed, joints].map((asset) => joinAsset(asset).report.nodes)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });
});

it("options are checked", () => {
  const { json, bin } = createArm();
  const file = GltfFile.parse(new Uint8Array(packGlb(json, bin)));
  expect(() => JoinParts(file, { keep: "hand" as never })).toThrow(new TypeError(`options.keep: ${ruleOf("arrayOfNames", '"hand"')}`));
  const { findings } = JoinParts(file, { kept: [] } as never);
  expect(sentencesOf(findings, "OPTION_UNKNOWN")[0]).toBe(`options.kept: ${ruleOf("hasNoEffect", "[]")}; did you mean keep?`);
});

describe("skins", () => {
  const JOINTS = [0, 1];
  /** Two turned and moved inverse bind matrices. */
  const INVERSES = [
    [0.28, 0, -0.96, 0, 0, 1, 0, 0, 0.96, 0, 0.28, 0, -1, -2, -3, 1],
    [1, 0, 0, 0, 0, 0.6, 0.8, 0, 0, -0.8, 0.6, 0, 1, 0, 2, 1],
  ];
  /** Scales evenly, and moves: what quantized positions are multiplied by. */
  const FACTOR = [0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 3, -1, 2, 1];
  const multiplied = (m: readonly number[], by: readonly number[]): number[] =>
    Array.from({ length: 16 }, (_, i) => [0, 1, 2, 3].reduce((sum, k) => sum + m[4 * k + (i % 4)]! * by[4 * (i >> 2) + k]!, 0));

  /** The lower arm and the hand have skins of their own, the latter as given. */
  function createSkinned(change: (skins: Json[], add: AddAccessor) => void): Asset {
    return createArm((json, add) => {
      const WEIGHTS_0 = add("VEC4", [0, 1, 2, 3].flatMap((v) => [v / 4, 1 - v / 4, 0, 0])); // oxfmt-ignore
      const JOINTS_0 = add("VEC4", new Uint8Array([0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]));
      [1, 2].forEach((mesh) => (json["meshes"][mesh].primitives = [quad(add, 0, {}, { JOINTS_0, WEIGHTS_0 })]));
      json["nodes"][2].skin = 0;
      json["nodes"][3].skin = 1;
      json["skins"] = [0, 1].map((i) => ({ name: `skin ${i}`, joints: [...JOINTS], inverseBindMatrices: add("MAT4", INVERSES.flat()) }));
      change(json["skins"] as Json[], add);
    });
  }

  /** The corners of all triangles, in any order of primitives. */
  const cornersAt = (asset: Asset, time: number): readonly (readonly number[])[] =>
    drawnAt(asset, time < 0 ? -1 : 0, time)
      .flatMap(({ positions, normals }) =>
        Array.from({ length: positions.length / 3 }, (_, v) => [...positions.slice(3 * v, 3 * v + 3), ...normals.slice(3 * v, 3 * v + 3)]),
      )
      .map((corner) => corner.map((x) => Math.round(x * 1e4) / 1e4 + 0))
      .sort((a, b) => a.map((x, i) => x - b[i]!).find((x) => x !== 0) ?? 0);

  it.each<[what: string, change: (skins: Json[], add: AddAccessor) => void]>([
    ["equal", () => undefined],
    ["the same accessor", ([first, second]) => (second!["inverseBindMatrices"] = first!["inverseBindMatrices"])],
    [
      "another order of joints",
      ([, second], add) => Object.assign(second!, { joints: [1, 0], inverseBindMatrices: add("MAT4", [...INVERSES[1]!, ...INVERSES[0]!]) }),
    ],
    [
      "inverse bind matrices with a factor",
      ([, second], add) => (second!["inverseBindMatrices"] = add("MAT4", INVERSES.flatMap((each) => multiplied(each, FACTOR)))), // oxfmt-ignore
    ],
  ])("of the same joints are one: %s", async (_, change) => {
    const before = createSkinned(change);
    const joined = joinAsset(before);
    expect([joined.report.nodes, joined.report.before - joined.report.after]).toEqual([[2, 3], 1]);
    expect(joined.asset.json["skins"]).toEqual(before.json["skins"]);
    for (const time of [-1, 0, 0.3, 1]) {
      expect(cornersAt(joined.asset, time)).toEqual(cornersAt(before, time));
    }
    expect(await coreErrors(joined.bytes)).toEqual([]);
  });

  it.each<[what: string, matrices: readonly (readonly number[])[]]>([
    ["no factor", [multiplied(INVERSES[0]!, FACTOR), INVERSES[1]!]],
    ["a factor that mirrors", INVERSES.map((each) => multiplied(each, [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]))],
  ])("of other inverse bind matrices stay, each mesh with a finding: %s", (_, matrices) => {
    const { report } = joinAsset(createSkinned(([, second], add) => (second!["inverseBindMatrices"] = add("MAT4", matrices.flat()))));
    expect(report.nodes).toEqual([]);
    const stays = ruleOf("joinable");
    expect(sentencesOf(report.findings, "NOT_JOINED")).toEqual(expect.arrayContaining([`/nodes/2: ${stays}`, `/nodes/3: ${stays}`]));
  });

  it("of a model are one after glTF-Transform has quantized it", async () => {
    const before = createSkinned(() => undefined);
    const io = new NodeIO().registerExtensions(ALL_EXTENSIONS);
    const document = await io.readBinary(new Uint8Array(packGlb(before.json, before.bin)));
    document.getRoot().listMeshes().forEach((mesh, i) => {
      const position = mesh.listPrimitives()[0]!.getAttribute("POSITION")!;
      position.setArray(position.getArray()!.map((x: number) => x * (1 + i))); // each mesh gets a factor of its own
    }); // oxfmt-ignore
    await document.transform(quantize());
    const quantized = unpackGlb(await io.writeBinary(document));
    const joined = joinAsset(quantized);
    const names = (quantized.json["nodes"] as Json[]).flatMap(({ skin }, i) => (skin === undefined ? [] : [i]));
    expect(names).toHaveLength(2);
    expect(joined.report.nodes).toEqual(expect.arrayContaining(names));
    for (const time of [-1, 0.3]) {
      cornersAt(joined.asset, time).forEach((corner, i) =>
        corner.forEach((x, c) => expect(Math.abs(x - cornersAt(quantized, time)[i]![c]!)).toBeLessThan(2e-3)),
      );
    }
  });
});

describe("scales that an animation turns to the other sign", () => {
  const STAYS = ruleOf("notMirroredByAnimation");
  const mirror =
    (node: number, channel: Json = {}, values: readonly number[] = [1, 1, 1, -1, 1, 1]) =>
    (json: Json, add: AddAccessor) => {
      json["animations"].push(nodeAnimation(add, "turn", [{ node, path: "scale", times: [0, 1], values, ...channel }]));
    };

  it.each<[what: string, change: (json: Json, add: AddAccessor) => void, nodes: readonly number[]]>([
    ["its own", mirror(3), [3]],
    ["that of a joint above", mirror(1), [1, 2, 3]],
    ["in steps", mirror(2, { interpolation: "STEP" }), [2]],
    [
      "between the keys of a spline only",
      mirror(3, { interpolation: "CUBICSPLINE" }, [...[0, 0, 0, 1, 1, 1, -9, 0, 0], ...[9, 0, 0, 1, 1, 1, 0, 0, 0]]),
      [3],
    ],
    [
      "by JSON pointer",
      (json, add) => {
        mirror(3)(json, add);
        const [channel] = json["animations"][1].channels as [Json];
        channel["target"] = { path: "pointer", extensions: { KHR_animation_pointer: { pointer: "/nodes/3/scale" } } };
      },
      [3],
    ],
  ])("keep the part: %s", (_, change, nodes) => {
    const { report } = joinAsset(createArm(change));
    expect(sentencesOf(report.findings, "NOT_JOINED")).toEqual(expect.arrayContaining(nodes.map((node) => `/nodes/${node}: ${STAYS}`)));
    nodes.forEach((node) => expect(report.nodes).not.toContain(node));
  });

  it("do not keep parts whose scale only becomes 0, or stays below 0 with two components", () => {
    expect(joinAsset(createArm(mirror(3, {}, [1, 1, 1, 0, 0, 0]))).report.nodes).toEqual([1, 2, 3]);
    const turned = createArm((json, add) => {
      json["nodes"][3].scale = [-1, -1, 1];
      mirror(3, {}, [-1, -1, 1, -2, -3, 1])(json, add);
      json["animations"][0].channels.pop();
    });
    expect(joinAsset(turned).report.nodes).toEqual([1, 2, 3]);
  });
});

it.each<[extension: string, change: (json: Json) => void]>([
  [
    "EXT_meshopt_compression",
    (json) => json["buffers"].push({ byteLength: 8, extensions: { EXT_meshopt_compression: { fallback: true } } }),
  ],
  ["KHR_draco_mesh_compression", (json) => (json["meshes"][0].primitives[0].extensions = { KHR_draco_mesh_compression: {} })],
])("a compressed file is named as such, with the command that decompresses it: %s", (extension, change) => {
  const { json, bin } = createArm();
  const compressed = {
    ...json,
    extensionsUsed: [extension],
    buffers: [{ byteLength: bin.length }],
    meshes: structuredClone(json["meshes"]) as Json,
  };
  change(compressed);
  const file = GltfFile.parse(new Uint8Array(packGlb(compressed, bin)));
  if (extension.startsWith("EXT")) {
    file.json.bufferViews!.forEach((view) => Object.assign(view, { buffer: 1, extensions: { [extension]: {} } }));
  }
  expect(sentencesOf(JoinParts(file).findings, "NOT_JOINED")[0]).toBe(
    `/extensionsUsed/0: the file is compressed (${extension}), which is not decoded here; decompress it first: npx gltf-transform copy in.glb out.glb`,
  );
});
