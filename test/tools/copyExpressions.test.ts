/** The expressions of a `.vrma`, copied as weights of morph targets into the file of a face: the values that the specifications of VRM give. */
import { describe, expect, it } from "@jest/globals";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { CopyAnimations, type CopyOptions, type CopyReport, GltfFile } from "../../src/tools.js";
import { createFaces, createTalk, TALK, TRACKS, VRM0, VRM1, weightAt } from "../helpers/expressions.js";
import { sentencesOf } from "../helpers/findings.js";
import { ruleOf } from "../helpers/rules.js";
import { type Asset, evaluateAnimations, type Json, readAccessor } from "../helpers/gltfPose.js";

const fileOf = ({ json, bin }: Asset): GltfFile => GltfFile.parse(new Uint8Array(packGlb(json, bin)));

function copy(target: Asset, source: Asset, options?: CopyOptions): { readonly asset: Asset; readonly report: CopyReport } {
  const file = fileOf(target);
  const report = CopyAnimations(file, fileOf(source), options);
  return { asset: unpackGlb(file.toFiles()["model.glb"]!), report };
}

/** The weights of all nodes at a time, by node. */
function weightsAt(asset: Asset, time: number): Readonly<Record<number, readonly number[]>> {
  const values = evaluateAnimations(asset, [0], time);
  expect(values.map(({ path }) => path)).toEqual(values.map(() => "weights"));
  return Object.fromEntries(values.map(({ node, value }) => [node, value]));
}

/** Within 0.0015: lines between keys are up to 0.001 off what is no line. */
const near = (weights: readonly number[]): readonly unknown[] => weights.map((each) => expect.closeTo(each, 2.523));
const samplersOf = (asset: Asset): readonly Json[] => asset.json["animations"][0].samplers as Json[];
const COLORS =
  "/extensions/VRMC_vrm_animation/expressions: the colors and textures of materials that expressions change stay as they are (got wink)";
/** Between keys, at keys, and just before those of the track that jumps. */
const MOMENTS = [0, 0.1, 0.24, 0.25, 0.3, 0.5, 0.6, 0.7499, 0.75, 0.9, 1];

/** A head whose only morph target blinks by the preset of this name, beside other presets. */
const withExpressions = (preset: Json): Asset =>
  createFaces(
    { head: ["lids"] },
    { extensions: { VRMC_vrm: { expressions: { preset: { blink: { morphTargetBinds: [{ node: 0, index: 0 }] }, ...preset } } } } },
  );
/** The same in a VRM 0, beside groups without binds. */
const withGroups = (presets: readonly string[]): Asset =>
  createFaces(
    { head: ["lids"] },
    {
      extensions: {
        VRM: {
          blendShapeMaster: {
            blendShapeGroups: [
              { presetName: "blink", binds: [{ mesh: 0, index: 0, weight: 100 }] },
              ...presets.map((presetName) => ({ presetName, binds: [] })),
            ],
          },
        },
      },
    },
  );

describe("CopyAnimations of a .vrma", () => {
  it("gives the morph targets of a VRM 1 what its expressions say", () => {
    const { asset, report } = copy(VRM1, TALK);
    for (const time of MOMENTS) {
      const [happy, blink, oh, wink] = [0, 1, 2, 3].map((i) => weightAt(TALK, i, time)) as [number, number, number, number];
      expect([time, weightsAt(asset, time)]).toEqual([
        time,
        { 0: near([happy + 0.25 * wink, 0.5 * happy, blink * (1 - happy), 0.5 * oh]), 1: near([happy, 0]) },
      ]);
    }
    expect([report.animations, sentencesOf(report.findings, "NOT_COPIED")]).toEqual([[{ source: 0, animation: 0 }], [COLORS]]);
  });

  it("gives the morph targets of a VRM 0 what its groups say", () => {
    const { asset, report } = copy(VRM0, TALK);
    for (const time of MOMENTS) {
      const [happy, blink, , wink] = [0, 1, 2, 3].map((i) => weightAt(TALK, i, time)) as [number, number, number, number];
      expect([time, weightsAt(asset, time)]).toEqual([
        time,
        { 0: near([happy + 0.25 * wink, 0.5 * happy, blink, 0]), 1: near([happy, 0]) },
      ]);
    }
    expect(sentencesOf(report.findings, "NOT_COPIED")).toEqual([
      "/extensions/VRMC_vrm_animation/expressions: only 3 of the 4 animated expressions are in the target; missing: oh (see renameTargets)",
    ]);
    expect(report.details.map(({ pointer }) => pointer)).toEqual(["/animations/0/channels/2"]);
  });

  it("finds the morph targets of a face that declares nothing by their names", () => {
    const { asset } = copy(createFaces({ head: ["jawOpen", "eyeBlinkLeft", "eyeBlinkRight"], lids: ["lids.blink"], feet: [] }), TALK);
    for (const time of MOMENTS) {
      const blink = weightAt(TALK, 1, time);
      expect([time, weightsAt(asset, time)]).toEqual([time, { 1: near([blink]) }]);
    }
    const parts = copy(createFaces({ head: ["jawOpen", "eyeBlinkLeft", "eyeBlinkRight"] }), TALK).asset;
    expect(weightsAt(parts, 0.3)).toEqual({ 0: near([0, 1, 1]) });
  });

  it("takes the names that renameTargets gives", () => {
    const { asset, report } = copy(createFaces({ head: ["grin", "smile"] }), createTalk([{ happy: TRACKS["happy"]! }]), {
      renameTargets: { happy: "grin" },
    });
    expect([weightsAt(asset, 0.25), report.findings]).toEqual([{ 0: near([0.5, 0]) }, []]);
  });

  it.each([
    [
      "lines",
      { happy: { times: [0, 0.5, 1], weights: [0, 1, 0.5] }, oh: { times: [0, 0.25], weights: [1, 0] } },
      [0, 0.25, 0.5, 1],
      "LINEAR",
    ],
    [
      "jumps",
      {
        happy: { times: [0, 0.5], weights: [0.5, 1], interpolation: "STEP" },
        blink: { times: [0.25], weights: [1], interpolation: "STEP" },
      },
      [0, 0.25, 0.5],
      "STEP",
    ],
  ] as const)("adds no keys where the sums are %s", (_, tracks, times, interpolation) => {
    const face = createFaces({ head: ["happy", "oh", "blink"] });
    const { asset } = copy(face, createTalk([tracks]));
    const [sampler, ...others] = samplersOf(asset) as [Json, ...Json[]];
    expect([others, sampler["interpolation"]]).toEqual([[], interpolation]);
    expect(readAccessor(asset, sampler["input"] as number)).toEqual(times);
  });

  it("keeps the weights at rest of morph targets that no expression moves", () => {
    const face = createFaces({ head: ["smug", "happy"], ears: ["long"] });
    face.json["meshes"][0].weights = [0.25, 0.75];
    expect(weightsAt(copy(face, createTalk([{ happy: TRACKS["happy"]! }])).asset, 0)).toEqual({ 0: near([0.25, 0]) });
  });

  it("switches binary expressions at 0.5, and what they override", () => {
    const ramp = { times: [0, 1], weights: [0, 1] };
    const { asset } = copy(VRM1, createTalk([{ angry: ramp, oh: { times: [0, 1], weights: [1, 1] } }]));
    expect([0.49, 0.51].map((time) => weightsAt(asset, time))).toEqual([
      { 0: near([0, 0, 0, 0.5]), 1: near([0, 0]) },
      { 0: near([0, 0, 0, 0]), 1: near([0, 1]) },
    ]);
  });

  it("copies nothing onto a body without a face, and says why", () => {
    const { asset, report } = copy({ json: { asset: { version: "2.0" }, nodes: [{ name: "hips" }] }, bin: new Uint8Array() }, TALK);
    expect([asset.json["animations"], report.animations]).toEqual([undefined, []]);
    expect(sentencesOf(report.findings, "NOT_COPIED")).toEqual([
      "/extensions/VRMC_vrm_animation/expressions: none of the 4 animated expressions is in the target; missing: happy, blink, oh, wink (see renameTargets)",
    ]);
  });

  it.each([
    ["VRM 1", withExpressions({ sad: {}, happy: { morphTargetBinds: [] }, relaxed: { morphTargetBinds: [{ node: 0, index: 9 }] } })],
    ["VRM 0", withGroups(["sorrow", "joy", "fun"])],
  ])("says which expressions of a %s move no morph targets", (_, target) => {
    const ramp = TRACKS["wink"]!;
    const { asset, report } = copy(target, createTalk([{ happy: ramp, relaxed: ramp, sad: ramp, blink: ramp }]));
    expect(sentencesOf(report.findings, "NOT_COPIED")).toEqual([
      `/extensions/VRMC_vrm_animation/expressions: ${ruleOf("expressionsWithoutMorphs", "the target")} (got happy, relaxed, sad)`,
    ]);
    expect(report.details.map(({ pointer }) => pointer)).toEqual([0, 1, 2].map((i) => `/animations/0/channels/${i}`));
    expect(weightsAt(asset, 0.5)).toEqual({ 0: near([0.5]) });
  });

  it("leaves out an animation that has no others, as one whose expressions are missing", () => {
    const { asset, report } = copy(withExpressions({ happy: {} }), createTalk([{ happy: TRACKS["happy"]! }, { blink: TRACKS["oh"]! }]));
    expect([report.animations, asset.json["animations"].length]).toEqual([[{ source: 1, animation: 0 }], 1]);
    expect(sentencesOf(report.findings, "NOT_COPIED")).toEqual([
      "/animations: the target has nothing that these animate, which are left out (got talk 0)",
      `/extensions/VRMC_vrm_animation/expressions: ${ruleOf("expressionsWithoutMorphs", "the target")} (got happy)`,
    ]);
  });

  it("keeps what an expression without morph targets overrides", () => {
    const target = withExpressions({ surprised: { overrideBlink: "block" } });
    const { asset, report } = copy(
      target,
      createTalk([{ surprised: { times: [0, 1], weights: [1, 1] }, blink: { times: [0, 1], weights: [1, 1] } }]),
    );
    expect([weightsAt(asset, 0.5), report.findings]).toEqual([{ 0: near([0]) }, []]);
  });

  it("says that the look-at is not copied", () => {
    const { json, bin } = createTalk([{ happy: TRACKS["happy"]! }]);
    json["extensions"]["VRMC_vrm_animation"].lookAt = { node: 1 };
    json["animations"][0].channels.push({ sampler: 0, target: { node: 1, path: "translation" } });
    const { asset, report } = copy(VRM1, { json, bin });
    expect(sentencesOf(report.findings, "NOT_COPIED")).toEqual([
      "/extensions/VRMC_vrm_animation/lookAt: must be turned into rotations of the eyes, or weights of look expressions",
    ]);
    expect(Object.keys(weightsAt(asset, 0))).toEqual(["0", "1"]);
  });

  it("leaves expressions to the nodes of another .vrma", () => {
    const target = createTalk([{ happy: TRACKS["oh"]! }]);
    const { asset, report } = copy(target, createTalk([{ happy: TRACKS["happy"]! }]));
    expect(evaluateAnimations(asset, [1], 0.5)).toEqual([{ node: 2, path: "translation", value: [1, 7, 8] }]);
    expect(report.findings.map(({ code }) => code)).toEqual(["NAME_TAKEN"]);
  });

  it("lets a channel of weights stand, with a finding", () => {
    const { json, bin } = createTalk([{ happy: TRACKS["happy"]! }]);
    const source = fileOf({ json, bin });
    source.json.nodes!.push({ name: "head", mesh: 0 });
    source.json.meshes = [
      { primitives: [{ attributes: {}, targets: [{}, {}, {}, {}] }], extras: { targetNames: ["m0", "m1", "m2", "m3"] } },
    ] as never;
    const output = source.append(Float32Array.of(0, 0, 0, 0, 1, 1, 1, 1), "SCALAR");
    const input = source.append(Float32Array.of(0, 1), "SCALAR", { bounds: true });
    const { channels, samplers } = source.json.animations![0]!;
    channels.push({ sampler: samplers.push({ input, output }) - 1, target: { node: 3, path: "weights" } });
    const target = fileOf(VRM1);
    const report = CopyAnimations(target, source);
    expect(sentencesOf(report.findings, "NOT_COPIED")).toContain(
      "/animations/0: must not move morph targets whose weights a channel has, too (got those of node 0 of the target)",
    );
    const written = target.json.animations![0]!.channels.map(({ target: { node, path } }) => [node, path]);
    expect(written).toEqual([
      [0, "weights"],
      [1, "weights"],
    ]);
  });

  it("says which channel cannot be read", () => {
    const { json, bin } = createTalk([{ happy: TRACKS["happy"]!, oh: TRACKS["wink"]! }]);
    json["accessors"][samplersOf({ json, bin })[0]!["output"] as number].type = "VEC4";
    const { asset, report } = copy(createFaces({ head: ["happy", "oh"] }), { json, bin });
    expect(report.findings.map(({ code, pointer }) => [code, pointer])).toEqual([["NOT_COPIED", "/accessors/1"]]);
    expect(weightsAt(asset, 0.5)).toEqual({ 0: near([0, 0.5]) });
  });
});
