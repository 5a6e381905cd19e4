import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "../../../src/index.js";
import {
  ApplyPose,
  ApplyRestPose,
  CreateClip,
  GetRestPose,
  type ClipAnimationGroup,
  type ClipPose,
  type EvaluationMode,
} from "../../../src/pure.js";
import { createModel } from "../../helpers/gltfAsset.js";
import { createPointerAsset, TEMPLATES, type Keys } from "../../helpers/pointerAsset.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes, importAsset, loadContainer, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

const axis = (x: number, y: number, z: number, angle: number): number[] =>
  Quaternion.RotationAxis(new Vector3(x, y, z).normalize(), angle).asArray();

/** Two animations of everything of one node, in one order of channels and in another, and one of another node. */
const MODEL = createModel(2, [
  [
    { node: 0, path: "translation", times: [0.5, 2], values: [1, 2, 3, 4, 5, 6] },
    { node: 0, path: "rotation", times: [0.5, 2], values: [...axis(1, 0, 0, 0.3), ...axis(1, 1, 0, 1.5)] },
    { node: 0, path: "scale", times: [0.5, 2], values: [1, 1, 1, 2, 3, 4] },
  ],
  [
    { node: 0, path: "scale", times: [0, 2], values: [2, 2, 2, 1, 1, 1] },
    { node: 0, path: "rotation", times: [0, 2], values: [...axis(0, 1, 0, 2), ...axis(0, 1, 1, -1)] },
    { node: 0, path: "translation", times: [0, 2], values: [-1, 0, 1, 5, 5, 5] },
  ],
  [{ node: 1, path: "translation", times: [0, 2], values: [0, 0, 0, 2, 0, 0] }],
]);

/** Where the file leaves everything. */
const REST = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1];

interface Stage {
  readonly scene: Scene;
  readonly node: TransformNode;
  readonly other: TransformNode;
  readonly clips: readonly [ClipAnimationGroup, ClipAnimationGroup, ClipAnimationGroup];
}

async function createStage(evaluation: EvaluationMode = "auto"): Promise<Stage> {
  const scene = createScene();
  const { animationGroups, transformNodes } = await importAsset(MODEL, scene);
  const clips = animationGroups.map((group, i) => CreateClip(`clip ${i}`, group, { end: 2 }, { evaluationMode: evaluation }));
  const [node, other] = ["n0", "n1"].map((name) => transformNodes.find((candidate) => candidate.name === name)!);
  return { scene, node: node!, other: other!, clips: [clips[0]!, clips[1]!, clips[2]!] };
}

function shown(node: TransformNode): number[] {
  return [...node.position.asArray(), ...(node.rotationQuaternion ?? Quaternion.Identity()).asArray(), ...node.scaling.asArray()];
}

function expectClose(values: Iterable<number>, expected: Iterable<number>, digits = 9): void {
  const others = [...expected];
  expect([...values]).toEqual(others.map((value) => expect.closeTo(value, digits)));
}

/** The components that a pose has of a property. */
function valueOf(pose: ClipPose, target: object, size: number): number[][] {
  return pose.properties.flatMap((property, i) =>
    property.target === target && property.kind.size === size
      ? [[...pose.values.subarray(pose.layout.offsets[i], pose.layout.offsets[i]! + size)]]
      : [],
  );
}

describe("sampling", () => {
  it.each([-1, 0, 0.5, 0.51, 1.234, 2, 3, Infinity, -Infinity])("gives the clip's pose at %d", async (timestamp) => {
    const { node, clips } = await createStage();
    const before = shown(node);
    const pose = clips[0].sample(timestamp);
    expect(shown(node)).toEqual(before);
    expect([clips[0].timestamp, clips[0].isStarted]).toEqual([0, false]);
    clips[0].timestamp = timestamp;
    const expected = shown(node);
    ApplyRestPose({ animationGroups: clips });
    expectClose(shown(node), REST);
    ApplyPose(pose);
    expectClose(shown(node), expected);
  });

  it("samples the current pose of a playing clip without disturbing it", async () => {
    const { scene, node, clips } = await createStage();
    clips[0].play();
    for (let frame = 0; frame < 40; frame++) {
      render(scene, 1);
      const before = shown(node);
      const { timestamp } = clips[0];
      clips[0].sample(1.9 - timestamp);
      expect([shown(node), clips[0].timestamp]).toEqual([before, timestamp]);
      ApplyPose(clips[0].sample(timestamp));
      expectClose(shown(node), before);
    }
  });

  it("samples morph targets and pointers", async () => {
    const template = (pointer: string) => TEMPLATES.find((candidate) => candidate.pointer === pointer)!;
    const encoding = { dialect: "KHR_animation_pointer", interpolation: "LINEAR", componentType: 5126 } as const;
    const keys: Keys[] = [
      {
        template: template("/nodes/{}/weights"),
        times: [0, 1],
        elements: [
          [0, 0, 0],
          [0.2, 0.4, 0.8],
        ],
      },
      { template: template("/materials/{}/pbrMetallicRoughness/roughnessFactor"), times: [0, 1], elements: [[1], [0.5]] },
      {
        template: template("/materials/{}/emissiveFactor"),
        times: [0, 1],
        elements: [
          [0, 0, 0],
          [1, 0.5, 0.25],
        ],
      },
    ];
    const targets = keys.map(({ template: each }) => ({ template: each, value: undefined }));
    const scene = createScene();
    const { animationGroups, meshes } = await importAsset(createPointerAsset(targets, {}, { keys, encoding }), scene);
    const mesh = meshes.find(({ morphTargetManager }) => morphTargetManager)!;
    const material = mesh.material as PBRMaterial;
    const clip = CreateClip("clip", animationGroups, { end: 1 });
    const look = (): number[] => [
      ...[0, 1, 2].map((i) => mesh.morphTargetManager!.getTarget(i).influence),
      material.roughness!,
      ...material.emissiveColor.asArray(),
    ];
    const atRest = look();
    const pose = clip.sample(0.5);
    expect(look()).toEqual(atRest);
    clip.timestamp = 0.5;
    const expected = look();
    expectClose(expected, [0.1, 0.2, 0.4, 0.75, 0.5, 0.25, 0.125], 6);
    ApplyRestPose(scene);
    expectClose(look(), atRest);
    ApplyPose(pose);
    expectClose(look(), expected);
    ApplyRestPose(scene);
    ApplyPose(pose, 0.5);
    expectClose(
      look(),
      expected.map((value, i) => (value + atRest[i]!) / 2),
    );
  });

  it("fills the given pose, and creates none", async () => {
    const { clips } = await createStage();
    const pose = clips[0].sample(0);
    expect(clips[0].sample(1, pose)).toBe(pose);
    expect(pose.values).toEqual(clips[0].sample(1).values);
  });

  it("writes its own tracks into a larger pose, and leaves the others", async () => {
    const { node, other, clips } = await createStage();
    const rest = GetRestPose({ animationGroups: clips });
    clips[0].sample(2, rest);
    expectClose(valueOf(rest, node, 4)[0]!, axis(1, 1, 0, 1.5), 6);
    expect(valueOf(rest, node, 3).map((value) => value.map(Math.round))).toEqual([
      [4, 5, 6],
      [2, 3, 4],
    ]);
    expect(valueOf(rest, other, 3)).toEqual([[0, 0, 0]]);
    const others = clips[2].sample(1);
    clips[0].sample(2, others);
    expect(valueOf(others, other, 3)).toEqual([[1, 0, 0]]);
    expect(others.properties).toHaveLength(1);
  });

  it("gives poses of one clip, which blend", async () => {
    const { node, clips } = await createStage();
    const [a, b, c] = [0.5, 1, 2].map((timestamp) => clips[0].sample(timestamp)) as [ClipPose, ClipPose, ClipPose];
    ApplyPose(clips[0].sample(0).blendMany([a, b, c], [1, 0, 3]));
    expectClose(shown(node).slice(0, 3), [3.25, 4.25, 5.25], 6);
    ApplyPose(a.blend(c, 0.75));
    expectClose(shown(node).slice(0, 3), [3.25, 4.25, 5.25], 6);
    const rotation = Quaternion.Slerp(Quaternion.FromArray(axis(1, 0, 0, 0.3)), Quaternion.FromArray(axis(1, 1, 0, 1.5)), 0.75);
    expectClose(shown(node).slice(3, 7), rotation.asArray(), 6);
  });

  it("gives poses of several clips, which blend in rest poses of the same asset", async () => {
    const { scene, node, clips } = await createStage();
    const [a, b] = [0, 1].map((i) => clips[i]!.sample(1, GetRestPose(scene))) as [ClipPose, ClipPose];
    ApplyPose(a.blend(b, 0.25));
    const [first, second] = [clips[0], clips[1]].map((clip) => {
      clip.timestamp = 1;
      return shown(node);
    });
    ApplyPose(a);
    expectClose(
      shown(node).slice(0, 3),
      first!.slice(0, 3).map((value, i) => 0.75 * value + 0.25 * second![i]!),
    );
    const rotations = [first!, second!].map((values) => Quaternion.FromArray(values, 3)) as [Quaternion, Quaternion];
    expectClose(shown(node).slice(3, 7), Quaternion.Slerp(...rotations, 0.25).asArray(), 6);
  });

  it("refuses NaN, and says why a clip cannot be sampled", async () => {
    const { scene, node, clips } = await createStage();
    expect(() => clips[0].sample(NaN)).toThrow(new RangeError(`timestamp: ${ruleOf("number", "NaN")}`));
    const matrices = new Animation("m", "matrix", 60, Animation.ANIMATIONTYPE_MATRIX);
    matrices.setKeys([{ frame: 0, value: Matrix.Identity() }]);
    const group = new AnimationGroup("matrices", scene);
    group.addTargetedAnimation(matrices, node);
    expect(() => CreateClip("clip", group).sample(0)).toThrow(
      new RangeError(`group: ${ruleOf("compilableAnimations", "clip", "the animation m is of matrices or sizes")}`),
    );
  });
});

describe("applying", () => {
  it.each([0, 0.3, 1])("blends by weight %d into the current pose, rotations by the shortest arc", async (weight) => {
    const { node, clips } = await createStage();
    const before = { position: new Vector3(9, 8, 7), rotation: Quaternion.FromArray(axis(1, 1, 0, 1.4)).scale(-1) };
    node.position.copyFrom(before.position);
    node.rotationQuaternion = before.rotation.clone();
    const pose = clips[0].sample(2);
    ApplyPose(pose, weight);
    expectClose(node.position.asArray(), Vector3.Lerp(before.position, new Vector3(4, 5, 6), weight).asArray(), 6);
    const angle = 1.4 + 0.1 * weight; // not by way of the far side
    const expected = Quaternion.FromArray(axis(1, 1, 0, angle));
    expect(Math.abs(Quaternion.Dot(node.rotationQuaternion, expected))).toBeCloseTo(1, 6);
    expectClose(
      node.scaling.asArray(),
      [1, 2, 3].map((more) => 1 + more * weight),
      6,
    );
    expectClose(pose.values, clips[0].sample(2).values);
  });

  it("leaves objects entirely alone with weight 0", async () => {
    const { node, clips } = await createStage();
    node.rotationQuaternion = null;
    node.rotation.set(0.1, 0.2, 0.3);
    ApplyPose(clips[0].sample(2), 0);
    expect([node.rotationQuaternion, node.rotation.asArray()]).toEqual([null, [0.1, 0.2, 0.3]]);
  });

  it.each([-0.1, 1.1, NaN, Infinity])("refuses a weight of %d", async (weight) => {
    const { clips } = await createStage();
    expect(() => ApplyPose(clips[0].sample(0), weight)).toThrow(new RangeError(`weight: ${ruleOf("within01", weight)}`));
  });

  it("lasts until a playing clip writes its own", async () => {
    const { scene, node, other, clips } = await createStage();
    clips[0].play();
    render(scene, 3);
    const rest = GetRestPose(scene);
    clips[2].sample(2, rest);
    ApplyPose(rest);
    expectClose(shown(node), REST);
    render(scene, 1);
    expectClose(shown(node).slice(0, 3), [1, 2, 3]);
    expect(other.position.x).toBe(2);
  });
});

describe("rest", () => {
  it.each<{ what: string; act: (stage: Stage) => void }>([
    { what: "played and was stopped", act: ({ scene, clips }) => (clips[0].play(), render(scene, 50), clips[0].stop()) },
    { what: "plays", act: ({ scene, clips }) => (clips[0].play(), render(scene, 50)) },
    { what: "plays by weight", act: ({ scene, clips }) => ((clips[0].weight = 0.5), clips[0].play(), render(scene, 50)) },
    { what: "was sought", act: ({ clips }) => (clips[0].timestamp = 1) },
    { what: "was applied as a pose", act: ({ clips }) => ApplyPose(clips[0].sample(1)) },
    {
      what: "was started by another clip when it had moved",
      act: ({ scene, clips }) => {
        clips[0].play();
        render(scene, 50);
        clips[0].stop();
        clips[1].play();
        render(scene, 3);
      },
    },
  ])("is the pose from before, even if a clip $what", async ({ act }) => {
    for (const evaluation of ["auto", "babylon"] as const) {
      const stage = await createStage(evaluation);
      act(stage);
      expect(shown(stage.node)).not.toEqual(REST);
      const rest = GetRestPose(stage.scene);
      expect(GetRestPose(stage.scene).values).toEqual(rest.values);
      expect(GetRestPose({ animationGroups: stage.clips }).values).toEqual(rest.values);
      ApplyRestPose(stage.scene);
      expectClose(shown(stage.node), REST);
      ApplyRestPose(stage.scene);
      expectClose(shown(stage.node), REST);
    }
  });

  it("leaves clips playing", async () => {
    const { scene, node, clips } = await createStage();
    clips[0].play();
    render(scene, 60);
    const { timestamp } = clips[0];
    ApplyRestPose(scene);
    expect([clips[0].isPlaying, clips[0].timestamp]).toEqual([true, timestamp]);
    render(scene, 1);
    expect(clips[0].timestamp).toBeCloseTo(timestamp + 0.016, 9);
    const values = shown(node);
    ApplyPose(clips[0].sample(clips[0].timestamp));
    expectClose(values, shown(node));
  });

  it("of a container and of its instances is their own", async () => {
    const scene = createScene();
    const container = await loadContainer(MODEL, scene);
    const instances = [0, 1].map(() => container.instantiateModelsToScene((name) => name));
    const nodesOf = (owner: { animationGroups: readonly AnimationGroup[] }): TransformNode =>
      owner.animationGroups[0]!.targetedAnimations[0]!.target as TransformNode;
    const [first, second] = instances.map(nodesOf);
    const clips = instances.map(({ animationGroups }) => CreateClip("clip", animationGroups[0]!, { end: 2 }));
    clips.forEach((clip) => (clip.timestamp = 1.5));
    ApplyRestPose(instances[0]!);
    expectClose(shown(first!), REST);
    expect(shown(second!)).not.toEqual(REST);
    expect(GetRestPose(container).properties.map(({ target }) => target)).toContain(nodesOf(container));
    expect(GetRestPose(container).values).toEqual(GetRestPose(instances[1]!).values);
    ApplyRestPose(instances[1]!);
    expectClose(shown(second!), REST);
  });

  it("of no targets is empty", () => {
    const rest = GetRestPose({ animationGroups: [] });
    expect(rest.values).toHaveLength(0);
    expect(() => ApplyPose(rest)).not.toThrow();
  });

  it("skips animations that cannot be compiled", async () => {
    const { scene, node } = await createStage();
    const matrices = new Animation("m", "matrix", 60, Animation.ANIMATIONTYPE_MATRIX);
    matrices.setKeys([{ frame: 0, value: Matrix.Identity() }]);
    const group = new AnimationGroup("matrices", scene);
    group.addTargetedAnimation(matrices, node);
    expect(GetRestPose(scene).properties).toHaveLength(4);
  });
});
