import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationKeyInterpolation } from "@babylonjs/core/Animations/animationKey.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import { MorphTargetManager } from "@babylonjs/core/Morph/morphTargetManager.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "../../../src/index.js";
import { CreateClip, GetClips, ParseClip, type ClipAnimationGroup, type ClipSettings, type SerializedClip } from "../../../src/pure.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createPointed, createRuler, PNG } from "../../helpers/gltfAsset.js";
import { collectWarnings, createScene, disposeScenes, FRAME, importAsset, render, withClips } from "../../helpers/scene.js";

afterEach(disposeScenes);

/** As it comes out of a file. */
function serialized(group: AnimationGroup): SerializedClip {
  return JSON.parse(JSON.stringify(group.serialize())) as SerializedClip;
}

/** A clip of a node that is at x = timestamp. */
async function createClip(settings: ClipSettings): Promise<{ scene: Scene; node: TransformNode; clip: ClipAnimationGroup }> {
  const scene = createScene();
  const { animationGroups, transformNodes } = await importAsset(createRuler(), scene);
  const clip = CreateClip("ruler", animationGroups[0]!, settings, {
    weight: 0.5,
    playOrder: 3,
    overtime: "discard",
    evaluationMode: "babylon",
  });
  return { scene, clip, node: transformNodes.find(({ name }) => name === "n0")! };
}

describe("a serialized clip", () => {
  it.each<ClipSettings>([{}, { start: 1, end: 2 }, { start: 1, end: 1.5, offset: 0.5, speed: -2, repetitions: 3, reverse: true }])(
    "of %j is parsed to the same clip",
    async (settings) => {
      const { scene, clip } = await createClip(settings);
      clip.metadata = { mood: "calm" };
      const before = scene.animationGroups.length;
      const parsed = ParseClip(serialized(clip), scene);
      expect(scene.animationGroups).toHaveLength(before + 1);
      expect(parsed.settings).toEqual(clip.settings);
      const facts = ({ name, weight, playOrder, evaluationMode, isAdditive, metadata, from, to }: ClipAnimationGroup): unknown[] => [
        ...[name, weight, playOrder, evaluationMode, isAdditive, metadata, from, to],
      ];
      expect(facts(parsed)).toEqual(facts(clip));
      expect(serialized(parsed)).toEqual(serialized(clip));
    },
  );

  const still = Quaternion.Zero();
  const turning = new Quaternion(0, 0.01, 0, -0.01);
  it.each([
    ["steps", { interpolation: AnimationKeyInterpolation.STEP }],
    ["tangents", { inTangent: turning, outTangent: turning.scale(2) }],
    ["tangents of 0", { inTangent: still, outTangent: still }],
    ["one tangent", { outTangent: turning }],
    ["steps with tangents", { inTangent: turning, outTangent: turning, interpolation: AnimationKeyInterpolation.STEP }],
  ])("keeps %s of rotations", (_, ease) => {
    const scene = createScene();
    const [lost, node] = ["lost", "node"].map((name) => new TransformNode(name, scene));
    node!.rotationQuaternion = Quaternion.Identity();
    const position = createAnimation("position.x", { frames: [0, 60], values: [0, 1] });
    const rotation = createAnimation("rotationQuaternion", { dataType: Animation.ANIMATIONTYPE_QUATERNION });
    const values = [0, 1, 2].map((angle) => Quaternion.RotationAxis(Vector3.Up(), angle));
    rotation.setKeys(values.map((value, i) => ({ frame: 30 * i, value, ...ease })));
    const clip = CreateClip("turn", createGroup(scene, [lost!, position], [node!, rotation]));
    const [all, some] = [
      ParseClip(serialized(clip), scene),
      ParseClip(serialized(clip), scene, ({ targetId }) => (targetId === "node" ? node : null)),
    ];
    for (const parsed of [all, some]) {
      expect(parsed.targetedAnimations.at(-1)!.animation.getKeys()).toEqual(rotation.getKeys());
    }
  });

  it("plays in another scene, on the targets that its lookup finds", async () => {
    const [{ clip }, { scene, node }] = [await createClip({ start: 1, end: 2, speed: 2 }), await createClip({})];
    const parsed = ParseClip(serialized(clip), scene, ({ targetId }) => (targetId === clip.targetedAnimations[0]!.target.id ? node : null));
    parsed.weight = -1;
    parsed.play();
    render(scene, 4);
    expect(node.position.x).toBeCloseTo(1 + 2 * 3 * FRAME, 6);
  });

  it("without its targets warns of them", async () => {
    const [{ clip }, scene] = [await createClip({}), createScene()];
    const { warnings } = await collectWarnings(() => Promise.resolve(ParseClip(serialized(clip), scene)));
    expect(warnings).toEqual(["ParseClip: ruler: 1 of 1 channels have no target in the scene"]);
  });

  it("warns of the channels that have no target only", async () => {
    const { scene, clip } = await createClip({});
    const { animation } = clip.targetedAnimations[0]!;
    clip.addTargetedAnimation(animation.clone(), clip.targetedAnimations[0]!.target);
    const whole = serialized(clip);
    const { warnings } = await collectWarnings(() => Promise.resolve(ParseClip(whole, scene)));
    expect(warnings).toEqual([]);
    const [first, second] = whole.targetedAnimations;
    const half = { ...whole, targetedAnimations: [{ ...first!, targetId: "gone" }, second!] };
    const { result, warnings: of } = await collectWarnings(() => Promise.resolve(ParseClip(half, scene)));
    expect([of, result.targetedAnimations.length]).toEqual([["ParseClip: ruler: 1 of 2 channels have no target in the scene"], 1]);
  });

  it("without the members that may be absent has their defaults", async () => {
    const { scene, clip } = await createClip({});
    const { name, targetedAnimations } = serialized(clip);
    const parsed = ParseClip({ name, targetedAnimations, clip: {} }, scene);
    expect(parsed).toMatchObject({
      weight: -1,
      playOrder: 0,
      isAdditive: false,
      enableBlending: null,
      blendingSpeed: null,
      metadata: null,
    });
  });

  it("finds morph targets by their id, not nodes of the same id", () => {
    const scene = createScene();
    const manager = new MorphTargetManager(scene);
    const target = new MorphTarget("smile", 0, scene);
    target.id = "same";
    manager.addTarget(target);
    new TransformNode("node", scene).id = "same";
    const group = createGroup(scene, [target, createAnimation("influence", { frames: [0, 60], values: [0, 1] })]);
    const parsed = ParseClip(serialized(CreateClip("smile", group)), scene);
    expect(parsed.targetedAnimations.map((channel) => channel.target as unknown)).toEqual([target]);
  });

  it.each([undefined, null, 1, {}, { clip: {} }, { targetedAnimations: [] }, { clip: null, targetedAnimations: [] }])(
    "refuses %j",
    (value) => {
      expect(() => ParseClip(value as never, createScene())).toThrow(TypeError);
    },
  );
});

describe("files with pointers", () => {
  const asset = createPointed(
    () => ({
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: {}, material: 0 }] }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      textures: [{ source: 0 }],
      images: [{ uri: PNG }],
    }),
    [
      {
        pointer: "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset",
        values: [
          [0, 0],
          [0.5, 1],
        ],
      },
    ],
  );

  it("are serialized and parsed, values of two components too", async () => {
    const scene = createScene();
    const { json, bin } = withClips(asset, [{ animations: [0], end: 1 }]);
    const { animationGroups } = await importAsset({ json, bin }, scene, { loader: { loadAllMaterials: true } });
    const [group] = animationGroups;
    const [clip] = GetClips({ animationGroups });
    expect(AnimationGroup.Parse(group!.serialize(), scene).targetedAnimations).toEqual([]); // Babylon looks among nodes only
    const parsed = ParseClip(serialized(clip!), scene);
    expect(parsed.targetedAnimations.map(({ target }) => target as unknown)).toEqual(
      clip!.targetedAnimations.map(({ target }) => target as unknown),
    );
  });
});

describe("Babylon's functions that cut keys", () => {
  it.each([
    { comment: "forwards", settings: { start: 0.1, end: 0.9, offset: 0.3 }, begins: 0 },
    { comment: "backwards", settings: { start: 0.1, end: 0.9, offset: 0.8, speed: -1 }, begins: 20 / 60 },
    { comment: "without end", settings: {}, begins: 0 },
  ])("give a clip of those frames ($comment)", async ({ settings, begins }) => {
    const { scene, clip, node } = await createClip(settings);
    const cut = AnimationGroup.ClipFrames(clip, 10, 30, "cut") as ClipAnimationGroup;
    expect(cut.settings).toMatchObject({ start: 0, end: 20 / 60, speed: clip.settings.speed });
    expect([cut.from, cut.to, cut.timestamp]).toEqual([0, 20, begins]);
    expect(clip.settings).toMatchObject(settings);
    cut.weight = -1;
    cut.timestamp = 5 / 60;
    expect(node.position.x).toBeCloseTo(15 / 60, 6);
    cut.play();
    render(scene, 2);
    expect(cut.timestamp).toBeCloseTo(5 / 60 + FRAME * clip.settings.speed, 9);
  });

  it("in place, while it plays", async () => {
    const { scene, clip, node } = await createClip({ end: 1 });
    clip.weight = -1;
    clip.play();
    render(scene, 2);
    AnimationGroup.ClipFramesInPlace(clip, 60, 120);
    expect(clip.settings).toMatchObject({ start: 0, end: 1 });
    render(scene, 1);
    expect(node.position.x).toBeCloseTo(1 + clip.timestamp, 6);
  });

  it("leave channels that are added or padded alone", async () => {
    const { clip } = await createClip({ start: 1, end: 2 });
    clip.normalize(0, 1200);
    const { animation, target } = clip.targetedAnimations[0]!;
    clip.addTargetedAnimation(animation.clone(), target);
    expect(clip.settings).toMatchObject({ start: 1, end: 2 });
  });
});
