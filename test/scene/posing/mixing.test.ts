import { afterEach, describe, expect, it } from "@jest/globals";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateClip, type ClipAnimationGroup } from "../../../src/pure.js";
import { createModel } from "../../helpers/gltfAsset.js";
import { createRuler } from "../../helpers/rulerClip.js";
import { createScene, disposeScenes, importAsset, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

const axis = (x: number, y: number, z: number, angle: number): number[] =>
  Quaternion.RotationAxis(new Vector3(x, y, z).normalize(), angle).asArray();

/** Three animations of everything of one node, and one of another node only. */
const MODEL = createModel(2, [
  [
    { node: 0, path: "translation", times: [0, 2], values: [1, 2, 3, 4, 5, 6] },
    { node: 0, path: "rotation", times: [0, 2], values: [...axis(1, 0, 0, 0.3), ...axis(1, 1, 0, 1.5)] },
    { node: 0, path: "scale", times: [0, 2], values: [1, 1, 1, 2, 3, 4] },
  ],
  [
    { node: 0, path: "translation", times: [0, 2], values: [-1, 0, 1, 5, 5, 5] },
    { node: 0, path: "rotation", times: [0, 2], values: [...axis(0, 1, 0, 2), ...axis(0, 1, 1, -1)] },
    { node: 0, path: "scale", times: [0, 2], values: [2, 2, 2, 1, 1, 1] },
  ],
  [
    { node: 0, path: "translation", times: [0, 2], values: [9, 9, 9, -9, 0, 9] },
    { node: 0, path: "rotation", times: [0, 2], values: [...axis(0, 0, 1, 1), ...axis(0, 0, 1, 2)] },
  ],
  [{ node: 1, path: "translation", times: [0, 2], values: [0, 0, 0, 2, 0, 0] }],
]);

interface Stage {
  readonly scene: Scene;
  readonly node: TransformNode;
  readonly groups: readonly AnimationGroup[];
}

/** The model in a scene of its own, animated by Babylon's groups. */
async function createBabylonStage(): Promise<Stage> {
  const scene = createScene();
  const { animationGroups, transformNodes } = await importAsset(MODEL, scene);
  return { scene, node: transformNodes.find(({ name }) => name === "n0")!, groups: animationGroups };
}

/** The same, animated by clips over the groups; those of `asBabylons` by Babylon's groups still. */
async function createClipStage(asBabylons: readonly number[] = []): Promise<Stage> {
  const { scene, node, groups } = await createBabylonStage();
  const clips = groups.map((group, i) => (asBabylons.includes(i) ? group : CreateClip(`clip ${i}`, group, { end: 2 })));
  return { scene, node, groups: clips };
}

function pose({ node }: Stage): number[] {
  return [...node.position.asArray(), ...node.rotationQuaternion!.asArray(), ...node.scaling.asArray()];
}

/** Does the same to both stages, step by step, and compares them after each frame. */
function expectSameMixture(stages: readonly [Stage, Stage], act: (stage: Stage, frame: number) => void, frames = 60): void {
  for (let frame = 0; frame < frames; frame++) {
    const [clips, babylons] = stages.map((stage) => {
      act(stage, frame);
      render(stage.scene, 1);
      return pose(stage);
    });
    clips!.forEach((component, i) => expect(component).toBeCloseTo(babylons![i]!, 9));
  }
}

describe("weights mix as Babylon's groups do", () => {
  it.each([
    { weights: [1, 0], comment: "one only" },
    { weights: [0.3, 0.4], comment: "below 1 in sum, with the previous value" },
    { weights: [0.3, 0.7], comment: "1 in sum" },
    { weights: [0.8, 0.9], comment: "above 1 in sum" },
    { weights: [0.25, 0.25, 0.25], comment: "three, below 1" },
    { weights: [1, 0.5, 0.5], comment: "three, above 1" },
    { weights: [0, 0], comment: "nothing" },
    { weights: [0.4], comment: "one below 1" },
  ])("$weights: $comment", async ({ weights }) => {
    const start = ({ groups, node }: Stage): void => {
      node.position.set(7, 7, 7);
      weights.forEach((weight, i) => {
        groups[i]!.weight = weight;
        groups[i]!.play(true);
      });
    };
    expectSameMixture([await createClipStage(), await createBabylonStage()], (stage, frame) => frame === 0 && start(stage));
  });

  it("while the weights change every frame, to 0 and back, and clips stop", async () => {
    expectSameMixture([await createClipStage(), await createBabylonStage()], ({ groups: [a, b] }, frame) => {
      if (frame === 0) {
        [a!.weight, b!.weight] = [1, 0];
        a!.play(true);
        b!.play(true);
      } else if (frame < 20) {
        [a!.weight, b!.weight] = [1 - frame / 20, frame / 20];
      } else if (frame === 20) {
        [a!.weight, b!.weight] = [0, 1];
      } else if (frame === 40) {
        [a!.weight, b!.weight] = [0.5, 0.2];
      } else if (frame === 50) {
        b!.stop();
      }
    });
  });

  it.each([1, 0.4])("to the last pose of a clip of weight %d that finishes or is stopped in an event, and not beyond", async (weight) => {
    const { scene, node, groups } = await createClipStage();
    const once = CreateClip("once", groups[3]!, { end: 0.1, repetitions: 1 });
    const target = once.targetedAnimations[0]!.target as TransformNode;
    once.weight = weight;
    once.play();
    render(scene, 10);
    expect([once.isStarted, target.position.x]).toEqual([false, expect.closeTo(0.1 * weight, 6)]);
    expect(scene.animatables).toHaveLength(0);
    once.settings = { start: 1, end: 1.01 };
    once.onRepeatObservable.add(() => once.stop());
    once.play();
    render(scene, 1);
    // nothing of before is mixed in
    expect(target.position.x).toBeCloseTo(weight + (1 - weight) * 0.1 * weight, 6);
    render(scene, 1);
    expect([once.isStarted, scene.animatables.length, node.position.x]).toEqual([false, 0, 0]);
  });

  it("between clips and Babylon's own groups", async () => {
    expectSameMixture([await createClipStage([1]), await createBabylonStage()], ({ groups: [a, b] }, frame) => {
      if (frame === 0) {
        [a!.weight, b!.weight] = [0.3, 0.5];
        a!.play(true);
        b!.play(true);
      }
    });
  });

  it("in the order of playOrder", async () => {
    const last = (stage: Stage): void => {
      stage.groups.slice(0, 3).forEach((group, i) => {
        group.playOrder = [2, 3, 1][i]!;
        group.play(true);
      });
    };
    expectSameMixture([await createClipStage(), await createBabylonStage()], (stage, frame) => {
      if (frame === 0) {
        last(stage);
      } else if (frame === 30) {
        stage.groups[0]!.playOrder = 9;
      }
    });
  });

  it.each([
    { comment: "on one of full weight", weights: [1, 0.4], additive: [1] },
    { comment: "on one below 1, before it in order", weights: [0.7, 0.5], additive: [0] },
    { comment: "on two above 1 in sum", weights: [0.8, 0.9, 0.6], additive: [2] },
    { comment: "one after the other", weights: [1, 0.4, 0.7], additive: [1, 2] },
    { comment: "alone, on the value at rest", weights: [0.3], additive: [0] },
    { comment: "of full weight", weights: [1, 1], additive: [1] },
    { comment: "of weight 0", weights: [0.5, 0], additive: [1] },
    { comment: "on one of weight 0", weights: [0, 0.5], additive: [1] },
    { comment: "without weights, which replace the value", weights: [-1], additive: [0] },
  ])("for additive groups: $comment", async ({ weights, additive }) => {
    const stages = [await createClipStage(), await createBabylonStage()] as const;
    expectSameMixture(stages, ({ groups }, frame) => {
      if (frame === 0) {
        weights.forEach((weight, i) => {
          groups[i]!.weight = weight;
          groups[i]!.isAdditive = additive.includes(i);
          groups[i]!.play(true);
        });
      } else if (frame === 40) {
        groups[additive[0]!]!.mask = new AnimationGroupMask(["n1"]);
      }
    });
    stages[0].groups.slice(0, weights.length).forEach((clip) => expect((clip as ClipAnimationGroup).evaluation.by).toBe("compiled"));
  });

  it("for groups that are made additive", async () => {
    expectSameMixture([await createClipStage(), await createBabylonStage()], ({ groups: [a, b] }, frame) => {
      if (frame === 0) {
        AnimationGroup.MakeAnimationAdditive(b!, { referenceFrame: 30 });
        [a!.weight, b!.weight] = [1, 0.6];
        a!.play(true);
        b!.play(true);
      }
    });
  });

  it("for additive clips beside Babylon's own groups", async () => {
    expectSameMixture([await createClipStage([0]), await createBabylonStage()], ({ groups: [a, b] }, frame) => {
      if (frame === 0) {
        [a!.weight, b!.weight] = [0.8, 0.6];
        b!.isAdditive = true;
        a!.play(true);
        b!.play(true);
      }
    });
  });

  it.each<["auto" | "babylon", string, readonly number[]]>([
    ["auto", "clips", []],
    ["babylon", "clips", []],
    ["auto", "a group of Babylon's", [2]],
  ])("of one clip after two of weight 0 (%s, beside %s)", async (mode, _, asBabylons) => {
    const stage = await createClipStage(asBabylons);
    const whole = await createBabylonStage();
    whole.groups[2]!.play(true);
    stage.groups.forEach((clip, i) => {
      if (i < 3) {
        if (!asBabylons.includes(i)) {
          (clip as ClipAnimationGroup).evaluationMode = mode;
        }
        clip.weight = i === 2 ? 1 : 0;
        clip.play(true);
      }
    });
    for (let frame = 0; frame < 3; frame++) {
      render(stage.scene, 1);
      render(whole.scene, 1);
      const expected = whole.node.rotationQuaternion!.asArray(); // with Babylon's own groups alone, it is NaN
      stage.node.rotationQuaternion!.asArray().forEach((component, i) => expect(component).toBeCloseTo(expected[i]!, 6));
    }
  });

  it("with blending on", async () => {
    expectSameMixture([await createClipStage(), await createBabylonStage()], ({ groups: [a] }, frame) => {
      if (frame === 0) {
        a!.enableBlending = true;
        a!.blendingSpeed = 0.07;
        a!.play(true);
      }
    });
  });

  it("with masks", async () => {
    expectSameMixture([await createClipStage(), await createBabylonStage()], ({ groups: [a, b] }, frame) => {
      if (frame === 0) {
        [a!.weight, b!.weight] = [0.5, 0.5];
        a!.play(true);
        b!.play(true);
      } else if (frame === 10) {
        b!.mask = new AnimationGroupMask(["n1"]);
      } else if (frame === 30) {
        a!.mask = new AnimationGroupMask(["n0"]);
      }
    });
  });

  it.each([-1, 0.5])("with masks that an event sets, and that count from the next frame on: weight %d", async (weight) => {
    const stages = [await createClipStage(), await createClipStage()] as const;
    stages[1].groups.forEach((clip) => ((clip as ClipAnimationGroup).evaluationMode = "babylon"));
    const act = ({ groups: [a] }: Stage, frame: number): void => {
      if (frame === 0) {
        a!.weight = weight;
        a!.onAnimationGroupLoopObservable.addOnce(() => (a!.mask = new AnimationGroupMask(["n1"])));
        a!.play(true);
      }
    };
    expectSameMixture(stages, act, 130);
    expect(stages[0].groups[0]!.mask).not.toBeUndefined();
  });

  it.each<[string, "auto" | "babylon", readonly number[]]>([
    ["compiled", "auto", []],
    ["by Babylon", "babylon", []],
    ["compiled, beside a group of Babylon's", "auto", [1]],
  ])("as differences from the frame after the event that makes a clip additive: %s", async (_, mode, asBabylons) => {
    const stages = [await createClipStage(asBabylons), await createClipStage(asBabylons)] as const;
    const [inEvent, afterwards] = stages.map(({ groups }) => groups[0] as ClipAnimationGroup) as [ClipAnimationGroup, ClipAnimationGroup];
    let hasLooped = false;
    inEvent.onAnimationGroupLoopObservable.addOnce(() => (inEvent.isAdditive = true));
    afterwards.onAnimationGroupLoopObservable.addOnce(() => (hasLooped = true));
    const act = ({ groups: [a, b] }: Stage, frame: number): void => {
      if (frame === 0) {
        (a as ClipAnimationGroup).evaluationMode = mode;
        [a!.weight, b!.weight] = [0.4, 0.5];
        a!.play(true);
        b!.play(true);
      }
      afterwards.isAdditive = hasLooped;
    };
    expectSameMixture(stages, act, 130);
    expect(hasLooped).toBe(true);
  });

  it("also in the frame in which an event lets Babylon evaluate one of two clips", async () => {
    const stages = [await createClipStage(), await createClipStage()] as const;
    const [switched] = stages[0].groups as readonly ClipAnimationGroup[];
    switched!.onAnimationGroupLoopObservable.addOnce(() => (switched!.evaluationMode = "babylon"));
    const act = ({ groups: [a, b] }: Stage, frame: number): void => {
      if (frame === 0) {
        [a!.weight, b!.weight] = [0.3, 0.5];
        a!.play(true);
        b!.play(true);
      }
    };
    expectSameMixture(stages, act, 130);
    expect(switched!.evaluation.by).toBe("babylon");
  });

  it("to a last pose that rests on the value from before, also if its clip starts again in its end event, as a difference", async () => {
    const stages = [await createClipStage(), await createClipStage()] as const;
    stages[1].groups.forEach((clip) => ((clip as ClipAnimationGroup).evaluationMode = "babylon"));
    const log: string[] = [];
    const act = ({ groups: [a], node }: Stage, frame: number): void => {
      if (frame === 0) {
        node.position.set(7, 7, 7);
        a!.weight = 0.5;
        a!.onAnimationGroupEndObservable.addOnce(() => {
          log.push("ended");
          a!.start(true, -1, 0, 60, true);
        });
        a!.play(false);
      }
    };
    expectSameMixture(stages, act, 130);
    expect(log).toEqual(["ended", "ended"]);
  });
});

describe("synchronising", () => {
  it("with something that goes nowhere, or that stopped, holds", async () => {
    const { scene, groups } = await createClipStage();
    const [root, follower] = [CreateClip("root", groups[3]!, { start: 1, end: 1 }), CreateClip("follower", groups[3]!, { end: 1 })];
    root.play();
    follower.timestamp = 0.5;
    follower.play();
    follower.syncAllAnimationsWith(root.animatables[0]!);
    render(scene, 3);
    root.stop();
    render(scene, 3);
    expect(follower.timestamp).toBe(0.5);
  });

  it("follows an animatable of another clip in the same frame, at the same share of its range", async () => {
    const { scene, groups } = await createClipStage();
    const root = CreateClip("root", groups[3]!, { end: 2 });
    const follower = CreateClip("follower", groups[3]!, { start: 0.5, end: 1 });
    follower.play();
    root.play();
    follower.syncAllAnimationsWith(root.animatables[0]!);
    for (let frame = 0; frame < 60; frame++) {
      render(scene, 1);
      expect(follower.timestamp).toBeCloseTo(0.5 + root.timestamp / 4, 9);
    }
  });

  it("follows a clip whose keys have been extended while it plays", () => {
    const scene = createScene();
    const [root, follower] = ["root", "follower"].map((name) => CreateClip(name, createRuler(scene, 1).group, { end: 1, repetitions: 1 }));
    root!.play();
    follower!.play();
    follower!.syncAllAnimationsWith(root!.animatables[0]!);
    render(scene, 10);
    root!.normalize(0, 120);
    root!.settings = { end: 2, repetitions: 1 };
    while (root!.isPlaying) {
      render(scene, 1);
      expect(follower!.timestamp).toBeCloseTo(root!.timestamp / 2, 9);
    }
    expect(root!.timestamp).toBe(2);
  });

  it("follows the range that the other clip has got while playing", async () => {
    const { scene, groups } = await createClipStage();
    const root = CreateClip("root", groups[3]!, { end: 2 });
    const follower = CreateClip("follower", groups[3]!, { end: 1 });
    root.play();
    follower.play();
    follower.syncAllAnimationsWith(root.animatables[0]!);
    render(scene, 10);
    root.settings = { start: 0.1, end: 0.5 };
    for (let frame = 0; frame < 20; frame++) {
      render(scene, 1);
      expect(follower.timestamp).toBeCloseTo((root.timestamp - 0.1) / 0.4, 9);
    }
  });
});

describe("a clip by weight that an observer resets when it loops", () => {
  const rotationAt = (share: number): Quaternion =>
    Quaternion.Slerp(Quaternion.FromArray(axis(1, 0, 0, 0.3)), Quaternion.FromArray(axis(1, 1, 0, 1.5)), share);
  /** A quarter of the first animation, a share into it, with the node at rest. */
  const quarterAt = (share: number): number[] => [
    ...[1, 2, 3].map((x) => 0.25 * (x + 3 * share)),
    ...Quaternion.Slerp(Quaternion.Identity(), rotationAt(share), 0.25).asArray(),
    ...[1, 2, 3].map((x) => 1 + 0.25 * x * share),
  ];

  it.each(["compiled", "babylon"] as const)(
    "is still mixed by its weight in this frame, and at its start in the next: %s",
    async (mode) => {
      const { scene, node, groups } = await createBabylonStage();
      const clip = CreateClip("clip", groups[0]!, { end: 0.01 }, { evaluationMode: mode, weight: 0.25 });
      clip.onAnimationGroupLoopObservable.addOnce(() => clip.reset());
      clip.play();
      render(scene, 2);
      const frames = [pose({ scene, node, groups })];
      render(scene, 1);
      frames.push(pose({ scene, node, groups }));
      expect(frames).toEqual([0.003, 0].map((share) => quarterAt(share).map((component) => expect.closeTo(component, 6) as unknown)));
    },
  );
});
