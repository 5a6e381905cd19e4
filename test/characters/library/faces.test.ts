/** Weights of morph targets by the names of the morph targets, by a library and by the tools. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import { type AddClipsOptions, LoadClipLibraryAsync } from "../../../src/index.js";
import { CopyAnimations, GltfFile } from "../../../src/tools.js";
import { addTriangle, createAsset, nodeAnimation, pointerTarget, type TestChannel } from "../../helpers/gltfAsset.js";
import { evaluateAnimations, evaluateSampler, type Asset, type Json } from "../../helpers/gltfPose.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes, importAsset } from "../../helpers/scene.js";
import { sentencesOf } from "../../helpers/findings.js";

afterEach(disposeScenes);

/** The names of morph targets by node. */
type Faces = Readonly<Record<string, readonly string[]>>;

const REST = 0.125;
const TIMES = [0, 0.25, 0.5, 1];

/** Weights that differ from all others. */
const valueAt = (channel: number, key: number, weight: number): number => Math.fround(((7 * channel + 5 * key + 3 * weight) % 19) / 19);

const keysOf = (channel: number, times: readonly number[], count: number, parts = 1): number[] =>
  times.flatMap((_, key) =>
    Array.from({ length: parts }, (_, part) => Array.from({ length: count }, (_, i) => valueAt(channel + part, key, i))).flat(),
  );

/** A file of nodes with faces; every weight rests at {@link REST}. */
function createFaces(faces: Faces, channels: readonly (Partial<TestChannel> & { node: number; pointer?: string })[] = []): Asset {
  return createAsset((add) => {
    const attributes = addTriangle(add);
    const names = Object.entries(faces);
    const animation = nodeAnimation(
      add,
      "talk",
      channels.map(({ node, times = TIMES, interpolation = "LINEAR", values, pointer }, i) => ({
        ...{ node, path: "weights" as const, times, interpolation },
        values: values ?? keysOf(i, times, /\d$/.test(pointer ?? "") ? 1 : names[node]![1].length, interpolation === "CUBICSPLINE" ? 3 : 1),
      })),
    );
    channels.forEach(({ pointer }, i) => {
      if (pointer !== undefined) {
        animation["channels"][i].target = pointerTarget(pointer);
      }
    });
    return {
      ...(channels.some(({ pointer }) => pointer !== undefined) && { extensionsUsed: ["KHR_animation_pointer"] }),
      nodes: [...names.map(([name], mesh) => ({ name, mesh })), { name: "last" }],
      meshes: names.map(([, targetNames]) => ({
        primitives: [{ attributes, targets: targetNames.map((_, i) => ({ POSITION: add("VEC3", [i, 0, 0, 0, i, 0, 0, 0, 1]) })) }],
        weights: targetNames.map(() => REST),
        extras: { targetNames },
      })),
      ...(channels.length > 0 && { animations: [animation] }),
    };
  });
}

interface Row {
  readonly comment: string;
  readonly source: Asset;
  readonly target: Faces;
  /** For each morph target by "node name/morph target", the channel and the index among its weights. */
  readonly moves: Readonly<Record<string, readonly [channel: number, weight: number]>>;
  readonly findings?: readonly string[];
  readonly options?: Pick<AddClipsOptions, "renameNodes" | "renameTargets">;
}

const FOUR = { head: ["jawOpen", "smile", "eyeBlinkLeft", "eyeBlinkRight"] };
const FACE = createFaces(FOUR, [{ node: 0 }]);

const ROWS: readonly Row[] = [
  {
    comment: "onto a face with a further morph target first, in another order",
    source: FACE,
    target: { head: ["extra", "eyeBlinkRight", "smile", "jawOpen", "eyeBlinkLeft"] },
    moves: { "head/eyeBlinkRight": [0, 3], "head/smile": [0, 1], "head/jawOpen": [0, 0], "head/eyeBlinkLeft": [0, 2] },
  },
  {
    comment: "onto a head, its teeth and its lashes",
    source: FACE,
    target: { head: ["smile", "jawOpen"], teeth: ["jawOpen"], lashes: ["eyeBlinkLeft", "eyeBlinkRight"], last: ["other"] },
    moves: {
      "head/smile": [0, 1],
      "head/jawOpen": [0, 0],
      "teeth/jawOpen": [0, 0],
      "lashes/eyeBlinkLeft": [0, 2],
      "lashes/eyeBlinkRight": [0, 3],
    },
  },
  {
    comment: "onto a node of another name, with prefixes",
    source: FACE,
    target: { Wolf3D_Head: ["blendShape1.eyeBlink_R", "blendShape1.EyeBlink_L", "blendShape1.smile", "blendShape1.jaw_open"] },
    moves: {
      "Wolf3D_Head/blendShape1.eyeBlink_R": [0, 3],
      "Wolf3D_Head/blendShape1.EyeBlink_L": [0, 2],
      "Wolf3D_Head/blendShape1.smile": [0, 1],
      "Wolf3D_Head/blendShape1.jaw_open": [0, 0],
    },
  },
  {
    comment: "to nodes that both files have, each from its own channel only",
    source: createFaces({ head: ["jawOpen", "smile"], teeth: ["smile", "jawOpen"] }, [{ node: 0 }]),
    target: { head: ["smile", "jawOpen"], teeth: ["smile", "jawOpen"] },
    moves: { "head/smile": [0, 1], "head/jawOpen": [0, 0] },
  },
  {
    comment: "of several meshes onto one",
    source: createFaces({ brows: ["browInnerUp"], mouth: ["jawOpen", "smile"] }, [{ node: 0, times: [0, 0.75] }, { node: 1 }]),
    target: { body: ["smile", "extra", "browInnerUp"] },
    moves: { "body/smile": [1, 1], "body/browInnerUp": [0, 0] },
    findings: ["/meshes: only 2 of the 3 animated morph targets are in TARGET; missing: jawOpen (see TARGETS)"],
  },
  {
    comment: "of splines, and of other names",
    source: createFaces(FOUR, [{ node: 0, interpolation: "CUBICSPLINE" }]),
    target: { head: ["grin", "jawOpen"] },
    moves: { "head/grin": [0, 1], "head/jawOpen": [0, 0] },
    options: { renameTargets: { smile: "grin" } },
    findings: ["/meshes: only 2 of the 4 animated morph targets are in TARGET; missing: eyeBlinkLeft, eyeBlinkRight (see TARGETS)"],
  },
  {
    comment: "in steps, for both eyes",
    source: createFaces({ face: ["Blink", "A"] }, [{ node: 0, interpolation: "STEP" }]),
    target: { head: ["viseme_aa", "eyeBlinkLeft", "eyeBlinkRight"] },
    moves: { "head/viseme_aa": [0, 1], "head/eyeBlinkLeft": [0, 0], "head/eyeBlinkRight": [0, 0] },
  },
  {
    comment: "by JSON pointer to all weights, and to one",
    source: createFaces(FOUR, [
      { node: 0, pointer: "/nodes/0/weights/3" },
      { node: 0, pointer: "/nodes/0/weights/0", times: [0, 0.25, 1] },
    ]),
    target: { teeth: ["extra", "jawOpen"], lashes: ["eyeBlinkRight"] },
    moves: { "teeth/jawOpen": [1, 0], "lashes/eyeBlinkRight": [0, 0] },
  },
  {
    comment: "by JSON pointer to the weights of a mesh",
    source: createFaces({ a: ["x"], ...FOUR }, [{ node: 1, pointer: "/meshes/1/weights" }]),
    target: { head: ["smile", "jawOpen", "other"] },
    moves: { "head/smile": [0, 1], "head/jawOpen": [0, 0] },
    findings: ["/meshes: only 2 of the 4 animated morph targets are in TARGET; missing: eyeBlinkLeft, eyeBlinkRight (see TARGETS)"],
  },
  {
    comment: "in files whose names of nodes differ in separators",
    source: createFaces({ "The:Head": ["smile", "odd"], other: ["smile"] }, [{ node: 0 }]),
    target: { The_Head: ["smile"], other: ["smile"] },
    moves: { "The_Head/smile": [0, 0] },
    findings: ["/meshes: only 1 of the 2 animated morph targets is in TARGET; missing: odd (see TARGETS)"],
  },
];

const load = (source: Asset): Uint8Array => new Uint8Array(packGlb(source.json, source.bin));

/** The weight of each morph target by "node name/morph target". */
function expectedAt({ source, target, moves }: Row, time: number): Record<string, number> {
  const animation = source.json["animations"][0];
  const all = Object.entries(target).flatMap(([node, names]) => names.map((name) => `${node}/${name}`));
  return Object.fromEntries(
    all.map((key) => {
      const [channel, weight] = moves[key] ?? [];
      const values = channel === undefined ? null : evaluateSampler(source, animation.samplers[channel], time, false);
      return [key, values ? values[weight!]! : REST];
    }),
  );
}

function expectNear(actual: Record<string, number>, expected: Record<string, number>): void {
  expect(Object.keys(actual)).toEqual(Object.keys(expected));
  for (const [key, value] of Object.entries(expected)) {
    expect({ key, isNear: Math.abs(actual[key]! - value) < 1e-7, value: actual[key] }).toMatchObject({ key, isNear: true });
  }
}

const SAMPLES = Array.from({ length: 21 }, (_, i) => i / 20);
const MESSAGES = { library: ["the character", "renameTargets"], copy: ["the target", "renameTargets"] } as const;
const messagesOf = ({ findings = [] }: Row, kind: keyof typeof MESSAGES): readonly string[] =>
  findings.map((text) => text.replace("TARGETS", MESSAGES[kind][1]).replace("TARGET", MESSAGES[kind][0]));

describe("weights of morph targets go over by name", () => {
  it.each(ROWS)("in a library: $comment", async (row) => {
    const scene = createScene();
    const result = await importAsset(createFaces(row.target), scene);
    const library = await LoadClipLibraryAsync(load(row.source), scene);
    const [clip] = library.addTo(result, row.options);
    expect(sentencesOf(library.report.findings, "NOT_COPIED", "OTHER_REST_POSE")).toEqual(messagesOf(row, "library"));
    const meshes = result.meshes.filter(({ morphTargetManager }: AbstractMesh) => morphTargetManager);
    for (const time of SAMPLES) {
      clip!.timestamp = time;
      const actual = meshes.flatMap(({ name, morphTargetManager: manager }) =>
        Array.from(
          { length: manager!.numTargets },
          (_, i) => [`${name}/${manager!.getTarget(i).name}`, manager!.getTarget(i).influence] as const,
        ),
      );
      expectNear(Object.fromEntries(actual), expectedAt(row, time));
    }
  });

  it.each(ROWS)("copied into a file: $comment", (row) => {
    const file = GltfFile.parse(load(createFaces(row.target)));
    const { findings } = CopyAnimations(file, GltfFile.parse(load(row.source)), {
      rename: row.options?.renameNodes,
      renameTargets: row.options?.renameTargets,
    });
    expect(sentencesOf(findings, "NOT_COPIED", "OTHER_REST_POSE")).toEqual(messagesOf(row, "copy"));
    const copied = unpackGlb(file.toFiles()["model.glb"]!);
    const { nodes } = copied.json as { nodes: readonly Json[] };
    for (const time of SAMPLES) {
      const weights = new Map(evaluateAnimations(copied, [0], time).map(({ node, value }) => [nodes[node]!["name"] as string, value]));
      const actual = Object.entries(row.target).flatMap(([node, names]) =>
        names.map((name, i) => [`${node}/${name}`, weights.get(node)?.[i] ?? REST]),
      );
      expectNear(Object.fromEntries(actual), expectedAt(row, time));
    }
  });

  it("a channel whose names no face has is left out, with its names", async () => {
    const scene = createScene();
    const target = { head: ["a1", "a2"] };
    const result = await importAsset(createFaces(target), scene);
    const library = await LoadClipLibraryAsync(load(FACE), scene);
    expect(library.addTo(result)).toEqual([]);
    const names = "jawOpen, smile, eyeBlinkLeft, eyeBlinkRight";
    expect(sentencesOf(library.report.findings, "NOT_COPIED")).toEqual([
      `/meshes: none of the 4 animated morph targets is in the character; missing: ${names} (see renameTargets)`,
    ]);
    const { findings, details } = CopyAnimations(GltfFile.parse(load(createFaces(target))), GltfFile.parse(load(FACE)));
    expect(sentencesOf(findings, "NOT_COPIED")).toEqual([
      `/meshes: none of the 4 animated morph targets is in the target; missing: ${names} (see renameTargets)`,
    ]);
    expect(sentencesOf(details, "NOT_COPIED")[0]).toBe(`/animations/0/channels/0/target: ${ruleOf("nameInTarget", names)}`);
  });

  it("characters of one kind share the keys", async () => {
    const scene = createScene();
    const target = createFaces({ head: ["extra", "smile"], teeth: ["smile"] });
    const characters = [await importAsset(target, scene), await importAsset(target, scene)];
    const library = await LoadClipLibraryAsync(load(FACE), scene);
    const animations = characters.map((character) => library.addTo(character)[0]!.targetedAnimations.map(({ animation }) => animation));
    expect(animations[0]!.length).toBe(2);
    expect(new Set(animations.flat()).size).toBe(1);
  });
});

describe("weights of morph targets from splines of other times", () => {
  it("do not go into one mesh of a file, with a finding", () => {
    const source = createFaces({ brows: ["browInnerUp"], mouth: ["smile"] }, [
      { node: 0, interpolation: "CUBICSPLINE" },
      { node: 1, interpolation: "CUBICSPLINE", times: [0, 1] },
    ]);
    const file = GltfFile.parse(load(createFaces({ body: ["smile", "browInnerUp"] })));
    const { findings } = CopyAnimations(file, GltfFile.parse(load(source)));
    expect(sentencesOf(findings, "NOT_COPIED")).toEqual([`/animations/0/channels/1: ${ruleOf("keysLikeOtherMorph", 0)}`]);
    expect(evaluateAnimations(unpackGlb(file.toFiles()["model.glb"]!), [0], 0.25)[0]!.value[0]).toBe(REST);
  });
});
