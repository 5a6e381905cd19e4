/** The expressions of a character: those of VRM 1 and VRM 0 as their specifications say, and the weights that a `.vrma` gives them. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import { packGlb } from "../../../scripts/glb.mjs";
import {
  type ClipAnimationGroup,
  type ClipLibrary,
  CrossFade,
  DescribeFinding,
  GetExpressions,
  LoadClipLibraryAsync,
  ParseClip,
} from "../../../src/index.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { createFaces, createTalk, percent, TALK, type TalkTrack, TRACKS, VRM0, VRM1, weightAt } from "../../helpers/expressions.js";
import { addTriangle, createAsset } from "../../helpers/gltfAsset.js";
import type { Asset } from "../../helpers/gltfPose.js";
import { exportScene } from "../../helpers/exported.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, FRAME, importAsset, loadContainer, render } from "../../helpers/scene.js";
import { sentencesOf } from "../../helpers/findings.js";

afterEach(disposeScenes);

/** The influences of all morph targets by name; those of a mesh's primitives must agree. */
function influencesOf(meshes: readonly AbstractMesh[]): Readonly<Record<string, number>> {
  const influences: Record<string, number> = {};
  for (const { morphTargetManager: manager } of meshes) {
    for (let i = 0; i < (manager?.numTargets ?? 0); i++) {
      const { name, influence } = manager!.getTarget(i);
      expect([name, influences[name] ?? influence]).toEqual([name, influence]);
      influences[name] = influence;
    }
  }
  return influences;
}

const near = (values: Readonly<Record<string, number>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, expect.closeTo(value, 6)]));
const STILL = { m0: 0, m1: 0, m2: 0, m3: 0, t0: 0, t1: 0 };

/** Expressions that change materials, of names that no other test has: a warning comes once. */
const [GLOWING, BLUSHING] = [structuredClone(VRM1), structuredClone(VRM0)];
GLOWING.json["extensions"].VRMC_vrm.expressions.custom = {
  glow: { materialColorBinds: [{ material: 0 }] },
  plain: { materialColorBinds: [] },
};
Object.assign(BLUSHING.json["extensions"].VRM.blendShapeMaster.blendShapeGroups[3], {
  name: "blush",
  materialValues: [{ materialName: "skin" }],
});

describe("GetExpressions", () => {
  const rows: readonly [comment: string, asset: Asset, weights: Readonly<Record<string, number>>, shown: Partial<typeof STILL>][] = [
    ["one expression", VRM1, { happy: 0.5 }, { m0: 0.5, m1: 0.25, t0: 0.5 }],
    ["the sum of two", VRM1, { happy: 0.5, wink: 1 }, { m0: 0.75, m1: 0.25, t0: 0.5 }],
    ["blend fades others", VRM1, { happy: 0.25, blink: 0.8 }, { m0: 0.25, m1: 0.125, t0: 0.25, m2: 0.6 }],
    ["nothing overrides its own kind", VRM1, { blink: 0.7 }, { m2: 0.7 }],
    ["a binary expression is 0 up to 0.5", VRM1, { angry: 0.5, blink: 1, oh: 1 }, { m2: 1, m3: 0.5 }],
    ["a binary expression is 1 above 0.5, also as it overrides", VRM1, { angry: 0.6, blink: 1, oh: 1 }, { t1: 1 }],
    ["a binary expression that is overridden is off", VRM1, { sad: 0.1, aa: 1 }, {}],
    ["another one is faded", VRM1, { sad: 0.1, oh: 1 }, { m3: 0.45 }],
    ["fades add up to 1", VRM1, { happy: 0.75, angry: 1, blink: 1 }, { m0: 0.75, m1: 0.375, t0: 0.75, t1: 1 }],
    ["weights are clamped", VRM1, { happy: 3, blink: -1, wink: NaN }, { m0: 1, m1: 0.5, t0: 1 }],
    ["groups of VRM 0 by the names of VRM 1", VRM0, { happy: 0.5, wink: 1, aa: 0.6 }, { m0: 0.75, m1: 0.25, t0: 0.5, m3: 1 }],
    ["VRM 0 overrides nothing", VRM0, { happy: 1, blink: 0.5, aa: 0.4 }, { m0: 1, m1: 0.5, t0: 1, m2: 0.5 }],
  ];

  it.each(rows)("%s", async (_, asset, weights, shown) => {
    const character = await importAsset(asset, createScene());
    for (const [name, weight] of Object.entries(weights)) {
      GetExpressions(character).get(name)!.weight = weight;
    }
    expect(influencesOf(character.meshes)).toEqual(near({ ...STILL, ...shown }));
  });

  it("lists presets, then custom expressions", async () => {
    const scene = createScene();
    const names = async (asset: Asset): Promise<readonly string[]> => [...GetExpressions(await importAsset(asset, scene)).keys()];
    expect(await names(VRM1)).toEqual(["happy", "angry", "sad", "blink", "aa", "oh", "wink"]);
    expect(await names(VRM0)).toEqual(["happy", "blink", "aa", "wink"]);
  });

  it("gives the same expressions for the same character, whatever names it; reading changes nothing", async () => {
    const character = await importAsset(VRM1, createScene());
    character.meshes.forEach(({ morphTargetManager }) => morphTargetManager && (morphTargetManager.getTarget(1).influence = 0.3));
    const before = influencesOf(character.meshes);
    const happy = GetExpressions(character).get("happy")!;
    expect(GetExpressions(character.meshes[0]!).get("happy")).toBe(happy);
    expect([happy.weight, influencesOf(character.meshes)]).toEqual([0, before]);
    happy.weight = 0.6;
    expect(happy.weight).toBe(0.6);
    expect(influencesOf(character.meshes)).toMatchObject({ m1: 0.3, t1: 0.3 }); // that of another expression stays
    happy.weight = 0;
    expect(influencesOf(character.meshes)).toMatchObject({ m0: 0, m1: 0, t0: 0 });
  });

  it("takes each name of a morph target for one of a face that declares none", async () => {
    const character = await importAsset(createFaces({ head: ["jawOpen", "smile"], teeth: ["teeth.jawOpen"] }), createScene());
    const expressions = GetExpressions(character);
    expect([...expressions.keys()]).toEqual(["jawOpen", "smile"]);
    expressions.get("jawOpen")!.weight = 0.4;
    expect(influencesOf(character.meshes)).toEqual({ jawOpen: 0.4, "teeth.jawOpen": 0.4, smile: 0 });
  });

  it.each([
    [
      "VRM 0",
      { VRM: { humanoid: { humanBones: [null, { bone: "hips", node: 99 }] }, blendShapeMaster: { blendShapeGroups: [null, {}, "joy"] } } },
    ],
    ["VRM 1", { VRMC_vrm: { humanoid: 7, expressions: { preset: [], custom: "none" } } }],
  ])("leaves a face whose declarations are broken to its names: %s", async (_, extensions) => {
    const character = await importAsset(createFaces({ head: ["smile"] }, { extensions }), createScene());
    expect([...GetExpressions(character).keys()]).toEqual(["smile"]);
  });

  it("skips what is broken in a declaration", async () => {
    const groups = [
      { name: 7, presetName: "constructor", binds: [null, percent(0, -1), { mesh: 0, index: 0, weight: "much" }, percent(0, 0)] },
      { presetName: "constructor", binds: "all" },
    ];
    const extensions = { VRM: { blendShapeMaster: { blendShapeGroups: groups } } };
    const character = await importAsset(createFaces({ head: ["smile"] }, { extensions }), createScene());
    const expressions = GetExpressions(character);
    expressions.get("constructor")!.weight = 0.5;
    expect([[...expressions.keys()], influencesOf(character.meshes)]).toEqual([["constructor"], { smile: 0.5 }]);
  });

  it.each([
    ["VRM 1", GLOWING, "glow"],
    ["VRM 0", BLUSHING, "blush"],
    ["neither", createFaces({ head: ["smile"] }), null],
  ])("says once which of them change materials, too: %s", async (_, asset, names) => {
    const character = await importAsset(asset, createScene());
    const get = (): unknown => [GetExpressions(character), GetExpressions(character.meshes[0]!)];
    const { warnings } = await collectWarnings(() => Promise.resolve(get()));
    const sentence = `the colors and textures of materials that expressions change stay as they are (got ${names})`;
    expect(warnings).toEqual(names === null ? [] : [expect.stringMatching(new RegExp(`^.+: ${sentence.replace(/[()]/g, "\\$&")}$`))]);
  });

  it("finds none on a body without a face", async () => {
    const asset = createAsset((add) => ({ nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ attributes: addTriangle(add) }] }] }));
    expect(GetExpressions(await importAsset(asset, createScene())).size).toBe(0);
  });

  it("has those of each instance", async () => {
    const container = await loadContainer(VRM1, createScene());
    const [first, second] = [container.instantiateModelsToScene(), container.instantiateModelsToScene((name) => `2 ${name}`)];
    GetExpressions(second).get("happy")!.weight = 0.5;
    const meshesOf = ({ rootNodes }: typeof first): AbstractMesh[] => rootNodes.flatMap((root) => root.getChildMeshes());
    expect(influencesOf(container.meshes)).toEqual(STILL);
    expect(influencesOf(meshesOf(first))).toEqual(STILL);
    expect(influencesOf(meshesOf(second))).toEqual(near({ ...STILL, m0: 0.5, m1: 0.25, t0: 0.5 }));
  });

  it("can be animated by any group of Babylon's", async () => {
    const scene = createScene();
    const character = await importAsset(VRM1, scene);
    const animation = new Animation("smile", "weight", 60, Animation.ANIMATIONTYPE_FLOAT);
    animation.setKeys([
      { frame: 0, value: 0 },
      { frame: 60, value: 1 },
    ]);
    const group = new AnimationGroup("smile", scene);
    group.addTargetedAnimation(animation, GetExpressions(character).get("happy")!);
    group.start(false);
    group.goToFrame(15);
    expect(influencesOf(character.meshes)).toEqual(near({ ...STILL, m0: 0.25, m1: 0.125, t0: 0.25 }));
  });
});

const load = ({ json, bin }: Asset, scene: Scene): Promise<ClipLibrary> => LoadClipLibraryAsync(new Uint8Array(packGlb(json, bin)), scene);

describe("a .vrma of expressions", () => {
  it.each(["auto", "compiled", "babylon"] as const)("gives a character's expressions their weights: %s", async (evaluationMode) => {
    const scene = createScene();
    const character = await importAsset(VRM1, scene);
    const library = await load(TALK, scene);
    const [clip] = library.addTo(character, { evaluationMode }) as [ClipAnimationGroup];
    expect(library.report.findings.map(DescribeFinding)).toEqual([
      "/extensions/VRMC_vrm_animation/expressions: the colors and textures of materials that expressions change stay as they are (got wink)",
    ]);
    const expressions = GetExpressions(character);
    for (const time of [0, 0.1, 0.25, 0.3, 0.6, 0.9, 1]) {
      clip.timestamp = time;
      const weights = Object.keys(TRACKS).map((name) => expressions.get(name)!.weight);
      expect([time, weights]).toEqual([time, weights.map((_, i) => expect.closeTo(weightAt(TALK, i, time), 5))]);
      const [happy, blink, oh, wink] = weights as [number, number, number, number];
      const shown = { m0: happy + 0.25 * wink, m1: 0.5 * happy, m2: blink * (1 - happy), m3: 0.5 * oh, t0: happy, t1: 0 };
      expect([time, influencesOf(character.meshes)]).toEqual([time, near(shown)]);
    }
  });

  it.each([
    ["VRM 0", VRM0, ["happy", "blink", "wink"]],
    ["a face of ARKit's names", createFaces({ head: ["mouthSmile", "eyeBlinkLeft", "eyeBlinkRight"] }), ["eyeBlinkLeft", "eyeBlinkRight"]],
    ["a face of Oculus' names", createFaces({ head: ["viseme_O", "viseme_aa"], teeth: ["viseme_O"] }), ["viseme_O"]],
  ])("plays on %s", async (_, asset, moved) => {
    const scene = createScene();
    const character = await importAsset(asset, scene);
    const library = await load(TALK, scene);
    const [clip] = library.addTo(character) as [ClipAnimationGroup];
    clip.timestamp = 0.6;
    const weights = Array.from(GetExpressions(character), ([name, { weight }]) => [name, weight] as const);
    expect(weights.flatMap(([name, weight]) => (weight > 0 ? [name] : []))).toEqual(moved);
  });

  it("says which expressions the character does not have, and that the look-at is not copied", async () => {
    const { json, bin } = createTalk([{ happy: TRACKS["happy"]!, puff: TRACKS["wink"]! }], ["puff"]);
    json["extensions"]["VRMC_vrm_animation"].lookAt = { node: 1 };
    json["animations"][0].channels.push({ sampler: 0, target: { node: 1, path: "translation" } });
    const scene = createScene();
    const character = await importAsset(VRM1, scene);
    const library = await load({ json, bin }, scene);
    library.addTo(character);
    expect(sentencesOf(library.report.findings, "NOT_COPIED")).toEqual([
      "/extensions/VRMC_vrm_animation/expressions: only 1 of the 2 animated expressions is in the character; missing: puff (see renameTargets)",
      `/extensions/VRMC_vrm_animation/lookAt: ${ruleOf("lookAtConverted")}`,
    ]);
    const [clip] = library.addTo(character, { renameTargets: { puff: "wink" } }) as [ClipAnimationGroup];
    clip.timestamp = 1;
    expect(GetExpressions(character).get("wink")!.weight).toBe(1);
  });

  it("says which expressions move no morph targets, and gives them their weights", async () => {
    const asset = structuredClone(VRM1);
    asset.json["extensions"].VRMC_vrm.expressions.preset.relaxed = { morphTargetBinds: [] };
    const scene = createScene();
    const character = await importAsset(asset, scene);
    const library = await load(createTalk([{ happy: TRACKS["happy"]!, relaxed: TRACKS["happy"]!, sad: TRACKS["oh"]! }]), scene);
    const [clip] = library.addTo(character) as [ClipAnimationGroup];
    expect(sentencesOf(library.report.findings, "NOT_COPIED")).toEqual([
      `/extensions/VRMC_vrm_animation/expressions: ${ruleOf("expressionsWithoutMorphs", "the character")} (got relaxed)`,
    ]);
    clip.timestamp = 0.5;
    expect(GetExpressions(character).get("relaxed")!.weight).toBe(1);
  });

  it("fades like any clip", async () => {
    const scene = createScene();
    const character = await importAsset(VRM1, scene);
    const constant = (weight: number): TalkTrack => ({ times: [0, 1], weights: [weight, weight] });
    const library = await load(createTalk([{ happy: constant(1) }, { happy: constant(0.5) }]), scene);
    const [a, b] = library.addTo(character) as [ClipAnimationGroup, ClipAnimationGroup];
    a.play(true);
    render(scene, 1);
    CrossFade(a, b, 4 * FRAME);
    render(scene, 2);
    expect(GetExpressions(character).get("happy")!.weight).toBeCloseTo(0.75, 5);
  });

  it("goes with the instances of a container", async () => {
    const scene = createScene();
    const container = await loadContainer(VRM1, scene);
    (await load(TALK, scene)).addTo(container);
    const instance = container.instantiateModelsToScene();
    const clip = instance.animationGroups[0] as ClipAnimationGroup;
    clip.timestamp = 0.5;
    expect(GetExpressions(instance).get("happy")!.weight).toBe(1);
    expect(GetExpressions(container).get("happy")!.weight).toBe(0);
  });

  it("is serialized with its targets", async () => {
    const scene = createScene();
    const character = await importAsset(VRM1, scene);
    const [clip] = (await load(TALK, scene)).addTo(character) as [ClipAnimationGroup];
    const parsed = ParseClip(JSON.parse(JSON.stringify(clip.serialize())) as ReturnType<typeof clip.serialize>, scene);
    expect(parsed.targetedAnimations.map(({ target }) => target as unknown)).toEqual(
      clip.targetedAnimations.map(({ target }) => target as unknown),
    );
    parsed.timestamp = 0.5;
    expect(GetExpressions(character).get("happy")!.weight).toBe(1);
  });

  it("is not exported, with a reason", async () => {
    const scene = createScene();
    const character = await importAsset(VRM1, scene);
    (await load(TALK, scene)).addTo(character);
    const { json, report } = await exportScene(scene);
    const reason = "its target is no object that Babylon exports";
    const leftOut = report.leftOut.flatMap(({ target, reason: why }) => (target ? [[(target as { name: string }).name, why]] : []));
    expect([json["animations"], leftOut]).toEqual([undefined, Object.keys(TRACKS).map((name) => [name, reason])]);
  });
});
