/**
 * The faults of Babylon.js that docs/upstream.md lists, each in its minimal case, without this package. A test that fails says that the installed
 * version has mended the fault: change the list, and remove the workaround when the oldest supported version allows it.
 */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { AnimationKeyInterpolation } from "@babylonjs/core/Animations/animationKey.js";
import { AnimationPropertiesOverride } from "@babylonjs/core/Animations/animationPropertiesOverride.js";
import { AnimatorAvatar } from "@babylonjs/core/Animations/animatorAvatar.js";
import { BezierCurveEase, CubicEase } from "@babylonjs/core/Animations/easing.js";
import { Bone } from "@babylonjs/core/Bones/bone.js";
import { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import { MorphTargetManager } from "@babylonjs/core/Morph/morphTargetManager.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { createAsset, createModel, nodeAnimation } from "../../helpers/gltfAsset.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { FRAME, START_FIRST, START_NONE, createScene, disposeScenes, loadContainer, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

const RAMP = { frames: [0, 60], values: [0, 1] };

function createRamp(scene: Scene): { node: TransformNode; group: AnimationGroup; animation: Animation } {
  const node = new TransformNode("node", scene);
  const animation = createAnimation("position.x", RAMP);
  return { node, animation, group: createGroup(scene, [node, animation]) };
}

/** How many loops a group reports while frames of 16 ms are rendered. */
function countLoops(speedRatio: number, frames: number): number {
  const scene = createScene();
  const { group } = createRamp(scene);
  let loops = 0;
  group.onAnimationGroupLoopObservable.add(() => loops++);
  group.start(true, speedRatio);
  render(scene, frames);
  return loops;
}

it("docs/upstream.md lists the faults that are tested here", () => {
  const document = readFileSync("docs/upstream.md", "utf8");
  const titles = [...document.matchAll(/^### (.+)$/gm)].map(([, title]) => title!.replace(/`/g, ""));
  const tests = [...readFileSync("test/scene/host/upstream.test.ts", "utf8").matchAll(/^ {2}it\("(.+)", /gm)].map(([, title]) => title);
  expect(tests).toEqual(titles);
});

describe("playing", () => {
  it("Loops within one frame are not reported", () => {
    expect(countLoops(1000, 11)).toBe(0); // 160 loops
  });

  it("A run backwards begins with a loop", () => {
    expect(countLoops(-1, 3)).toBe(1); // 0 loops
  });

  it("An AnimationEvent after the last frame of a pass is lost", () => {
    const scene = createScene();
    const { animation, group } = createRamp(scene);
    const frames: number[] = [];
    animation.addEvent(new AnimationEvent(59.9, (frame) => frames.push(frame)));
    group.start(true);
    render(scene, 256); // 4 passes
    expect(frames).toEqual([]);
  });

  it("ANIMATIONLOOPMODE_YOYO is not linear", () => {
    const scene = createScene();
    const { node, animation, group } = createRamp(scene);
    animation.loopMode = Animation.ANIMATIONLOOPMODE_YOYO;
    group.start(true);
    render(scene, 21); // 0.32 s of 1 s
    expect(node.position.x).toBeCloseTo(Math.sin((Math.PI / 2) * 0.64), 2);
  });

  it("Weights that are set later leave out a third rotation", () => {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    node.rotationQuaternion = Quaternion.Identity();
    const groups = [Vector3.Right(), Vector3.Up(), Vector3.Forward()].map((axis) => {
      const value = Quaternion.RotationAxis(axis, 0.5);
      const keys = { frames: [0, 60], values: [value, value], dataType: Animation.ANIMATIONTYPE_QUATERNION };
      return createGroup(scene, [node, createAnimation("rotationQuaternion", keys)]);
    });
    groups.forEach((group) => group.start(true));
    render(scene, 2);
    groups.forEach((group) => group.setWeightForAllAnimatables(1 / 3));
    render(scene, 2);
    expect(node.rotationQuaternion.z).toBe(0);
  });

  it("Three rotations are NaN for a frame if the weights of the first two become 0", () => {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    node.rotationQuaternion = Quaternion.Identity();
    const groups = [Vector3.Right(), Vector3.Up(), Vector3.Forward()].map((axis) => {
      const value = Quaternion.RotationAxis(axis, 0.5);
      const keys = { frames: [0, 60], values: [value, value], dataType: Animation.ANIMATIONTYPE_QUATERNION };
      return createGroup(scene, [node, createAnimation("rotationQuaternion", keys)]);
    });
    const weigh = (...weights: readonly number[]): void => groups.forEach((group, i) => (group.weight = weights[i]!));
    groups.forEach((group) => group.start(true));
    weigh(0.5, 0.5, 0);
    render(scene, 2);
    weigh(0, 0, 1);
    const shown = [1, 2].map(() => {
      render(scene, 1);
      return node.rotationQuaternion!.z;
    });
    expect(shown[0]).toBeNaN(); // as in the next frame
    expect(shown[1]).toBeCloseTo(Math.sin(0.25), 6);
  });

  it("Blending from the number 0 begins again until it moves", () => {
    const scene = createScene();
    const target = { x: 0 };
    const animation = createAnimation("x", { frames: [0, 60], values: [8, 8] });
    animation.enableBlending = true;
    animation.blendingSpeed = 0.25;
    createGroup(scene, [target, animation]).start(true);
    const values = [1, 2, 3, 4].map(() => {
      render(scene, 1);
      return target.x;
    });
    expect(values).toEqual([0, 2, 2 + 0.5 * (8 - 2), 2 + 0.75 * (8 - 2)]); // 0, 2, 4, 6
  });

  it("Blending begins at two moments", () => {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    node.rotationQuaternion = Quaternion.Identity();
    const createTurn = (to: number): AnimationGroup => {
      const vectors = [0, to].map((x) => new Vector3(x, 0, 0));
      const rotations = [0, to].map((x) => Quaternion.RotationAxis(Vector3.Right(), x));
      return createGroup(
        scene,
        [node, createAnimation("position", { frames: [0, 60], values: vectors, dataType: Animation.ANIMATIONTYPE_VECTOR3 })],
        [node, createAnimation("rotationQuaternion", { frames: [0, 60], values: rotations, dataType: Animation.ANIMATIONTYPE_QUATERNION })],
      );
    };
    const [moving, other] = [createTurn(1), createTurn(0)];
    moving.start(true).weight = 1;
    render(scene, 10);
    other.enableBlending = true;
    other.blendingSpeed = 0; // stays at what it begins with
    other.start(true).weight = 1;
    moving.weight = 0;
    render(scene, 1);
    expect(node.position.x).toBeCloseTo(10 * 0.016, 6); // 9 * 0.016
    expect(2 * Math.asin(node.rotationQuaternion.x)).toBeCloseTo(9 * 0.016, 6);
  });

  it("A mask that is set in a pause ends it", () => {
    const scene = createScene();
    const { node, group } = createRamp(scene);
    group.start(true);
    render(scene, 5);
    group.pause();
    const paused = node.position.x;
    group.mask = new AnimationGroupMask(["node"]);
    render(scene, 5);
    expect(group.isPlaying).toBe(false);
    expect(node.position.x).toBeGreaterThan(paused); // paused
  });

  it("A group of weight 0 does not end", () => {
    const scene = createScene();
    const { group } = createRamp(scene);
    let ends = 0;
    group.onAnimationGroupEndObservable.add(() => ends++);
    group.start(false);
    group.weight = 1;
    render(scene, 10);
    group.weight = 0;
    render(scene, 200); // 3.2 s of 1 s
    expect([ends, group.isPlaying]).toEqual([0, true]); // 1, false
  });

  it("A group that plays backwards turns around when its speed is set", () => {
    const scene = createScene();
    const { node, group } = createRamp(scene);
    group.start(true, 1, 60, 0);
    render(scene, 10);
    const before = node.position.x;
    group.speedRatio = 2;
    render(scene, 2);
    expect(node.position.x).toBeGreaterThan(before); // less
  });

  it("A group without a weight stops beside an additive one", () => {
    const scene = createScene();
    const { node, group } = createRamp(scene);
    const additive = createGroup(scene, [node, createAnimation("position.x", { frames: [0, 60], values: [5, 5] })]);
    additive.isAdditive = true;
    additive.weight = 1;
    group.start(true);
    render(scene, 10);
    const before = node.position.x;
    additive.start(true);
    render(scene, 10);
    expect(node.position.x).toBe(before + 5);
  });

  it("A paused group leaves the mixture", () => {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    const groups = [10, 20].map((value) =>
      createGroup(scene, [node, createAnimation("position.x", { frames: [0, 60], values: [value, value] })]),
    );
    groups.forEach((group) => {
      group.weight = 0.5;
      group.start(true);
    });
    render(scene, 2);
    expect(node.position.x).toBe(15);
    groups[1]!.pause();
    render(scene, 2);
    expect(node.position.x).toBe(5); // 15
  });

  it("A synchronized group ends by its own time", () => {
    const scene = createScene();
    const [{ node, group }, master] = [createRamp(scene), new TransformNode("master", scene)];
    const run = createGroup(scene, [master, createAnimation("position.x", { frames: [0, 120], values: [0, 1] })]);
    run.start(false);
    group.start(false);
    group.syncAllAnimationsWith(run.animatables[0]!);
    render(scene, 100); // 1.6 s of 2 s
    expect(master.position.x).toBeGreaterThan(0.75);
    expect(node.position.x).toBeLessThan(0.55);
  });

  it("goToFrame of a group that plays backwards goes the other way", () => {
    const scene = createScene();
    const { node, group } = createRamp(scene);
    group.start(true, -1);
    render(scene, 32); // to about frame 30
    const left = node.position.x;
    group.goToFrame(20);
    expect(node.position.x).toBeCloseTo(20 / 60, 6);
    render(scene, 1);
    expect(node.position.x).toBeCloseTo(2 * left - 20 / 60 - FRAME, 6); // 20 / 60 - FRAME
  });

  it("reset after a change of speed begins elsewhere", () => {
    const scene = createScene();
    const { node, group } = createRamp(scene);
    group.start(true);
    render(scene, 32);
    const left = node.position.x;
    group.speedRatio = 2;
    group.reset();
    render(scene, 1);
    expect(node.position.x).toBeCloseTo(1 - left, 6); // 0
  });

  it("loopAnimation = false jumps to the last frame", () => {
    const scene = createScene();
    const { node, group } = createRamp(scene);
    group.start(true);
    render(scene, 80); // a quarter of the second pass
    expect(node.position.x).toBeLessThan(0.3);
    group.loopAnimation = false;
    render(scene, 1);
    expect([node.position.x, group.isPlaying]).toEqual([1, false]); // a frame further, true
  });

  it("A run with a mask leaves animatables in the scene", () => {
    const scene = createScene();
    const { group, animation } = createRamp(scene);
    group.addTargetedAnimation(animation, new TransformNode("other", scene));
    group.mask = new AnimationGroupMask(["node"]);
    for (let run = 0; run < 5; run++) {
      group.start(false);
      render(scene, 70);
      expect(group.isPlaying).toBe(false);
    }
    expect(scene.animatables.length).toBe(5); // 0
  });

  it("ANIMATIONLOOPMODE_YOYO of a range jumps", () => {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    const animation = createAnimation("position.x", { frames: [0, 90], values: [0, 90] });
    animation.loopMode = Animation.ANIMATIONLOOPMODE_YOYO;
    createGroup(scene, [node, animation]).start(true, 1, 30, 90);
    const frames = Array.from({ length: 125 }, () => {
      render(scene, 1);
      return node.position.x;
    });
    expect(frames[0]).toBe(60); // 30
    expect(Math.max(...frames.slice(1).map((frame, i) => Math.abs(frame - frames[i]!)))).toBeGreaterThan(40); // 3.02
  });

  it("ANIMATIONLOOPMODE_RELATIVE makes turning nodes larger", () => {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    node.rotationQuaternion = Quaternion.Identity();
    const values = [0, Math.PI / 2].map((angle) => Quaternion.RotationAxis(Vector3.Up(), angle));
    const animation = createAnimation("rotationQuaternion", { frames: [0, 60], values, dataType: Animation.ANIMATIONTYPE_QUATERNION });
    animation.loopMode = Animation.ANIMATIONLOOPMODE_RELATIVE;
    createGroup(scene, [node, animation]).start(true);
    render(scene, 126); // 2 s
    const right = Vector3.TransformNormal(Vector3.Right(), node.computeWorldMatrix(true));
    expect(right.length()).toBeGreaterThan(3); // 1
  });

  it("A range plays channels that have ended before it", () => {
    const scene = createScene();
    const [short, long] = ["short", "long"].map((name) => new TransformNode(name, scene)) as [TransformNode, TransformNode];
    const ended = createAnimation("position.x", { frames: [0, 30], values: [0, 1] });
    createGroup(scene, [short, ended], [long, createAnimation("position.x", RAMP)]).start(false, 1, 40, 60);
    render(scene, 1);
    expect([short.position.x, long.position.x]).toEqual([0, 40 / 60]); // 1, 40 / 60
  });

  it("An AnimationEvent with onlyOnce comes once in each run", () => {
    const scene = createScene();
    const { group, animation } = createRamp(scene);
    let events = 0;
    animation.addEvent(new AnimationEvent(30, () => events++, true));
    for (let run = 0; run < 3; run++) {
      group.start(true);
      render(scene, 130);
      group.stop();
    }
    expect(events).toBe(3); // 1
  });

  it("What an animation does before frame 0 is not shown", () => {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    const group = createGroup(scene, [node, createAnimation("position.x", { frames: [-30, 30], values: [0, 1] })]);
    const beginnings = [1, 2].map(() => {
      group.start(false);
      render(scene, 26); // 0.4 s
      const { x } = node.position;
      group.stop();
      return x;
    });
    expect(beginnings[0]).toBe(0); // 0.4
    expect(beginnings[1]).toBeCloseTo(0.9, 6); // 0.4
  });

  it("AnimationPropertiesOverride sets the loop mode of every animation", () => {
    const scene = createScene();
    const { node, group, animation } = createRamp(scene);
    animation.loopMode = Animation.ANIMATIONLOOPMODE_CONSTANT;
    const play = (): number => {
      group.start(true);
      render(scene, 71); // 1.12 s
      group.stop();
      return node.position.x;
    };
    expect(play()).toBe(1);
    scene.animationPropertiesOverride = new AnimationPropertiesOverride();
    expect(play()).toBeCloseTo(0.12, 6); // 1
  });
});

describe("keys", () => {
  it("AnimationGroup.ClipFrames changes STEP and CUBICSPLINE keys", () => {
    const scene = createScene();
    const clip = (keys: object): number => {
      const animation = createAnimation("position.x", { frames: [0, 60], values: [1, 2] });
      animation.setKeys(animation.getKeys().map((key) => ({ ...key, ...keys })));
      const group = createGroup(scene, [new TransformNode("node", scene), animation]);
      return AnimationGroup.ClipFrames(group, 15, 45).targetedAnimations[0]!.animation.evaluate(7) as number;
    };
    expect(clip({ interpolation: AnimationKeyInterpolation.STEP })).toBeGreaterThan(1.1); // 1
    expect(clip({ inTangent: 0, outTangent: 0 })).not.toBeCloseTo(1.306, 2);
  });

  it("AnimationGroup.ClipFrames throws until the group has played", () => {
    const scene = createScene();
    const late = createAnimation("position.x", { frames: [30, 60], values: [1, 2] });
    const group = createGroup(scene, [new TransformNode("node", scene), late]);
    expect(() => AnimationGroup.ClipFrames(group, 15, 45)).toThrow("reading 'frame'"); // no error
    group.start(false).stop();
    expect(AnimationGroup.ClipFrames(group, 15, 45).to).toBe(30);
  });

  it("BezierCurveEase has no value half way", () => {
    expect(new BezierCurveEase(1, 0, 0, 1).ease(0.5)).toBeNaN(); // 0.5
    expect(new BezierCurveEase(0.9, 0, 0.1, 1).ease(0.5)).toBeCloseTo(0.5, 6);
  });

  it("Animation.createKeyForFrame makes no key for the value 0", () => {
    const animation = createAnimation("position.x", { frames: [0, 60], values: [-1, 1] });
    animation.createKeyForFrame(30);
    expect(animation.getKeys().map(({ frame }) => frame)).toEqual([0, 60]);
  });

  it("AnimationGroup.clone makes plain groups of subclasses", () => {
    class OwnGroup extends AnimationGroup {}
    expect(new OwnGroup("own", createScene()).clone("copy")).not.toBeInstanceOf(OwnGroup);
  });

  it("AnimationGroup.clone forgets from and to", () => {
    const { group } = createRamp(createScene());
    group.from = 15;
    group.to = 45;
    const { from, to } = group.clone("clone");
    expect([from, to]).toEqual([0, 60]); // 15, 45
  });

  it("Animation.clone loses easing and events", () => {
    const animation = createAnimation("position.x", RAMP);
    animation.setEasingFunction(new CubicEase());
    animation.addEvent(new AnimationEvent(30, () => undefined));
    const clone = animation.clone();
    expect([animation, clone].map((of) => of.evaluate(30) as number)).toEqual([0.125, 0.5]); // 0.125, 0.125
    expect(clone.getEvents()).toHaveLength(0); // 1
  });

  it("The loader extends CUBICSPLINE channels by keys that swing", async () => {
    const cubic = { node: 0, path: "translation", interpolation: "CUBICSPLINE", times: [0, 1] } as const;
    const values = [0, 0, 0, 0, 0, 0, 6, 0, 0, 6, 0, 0, 1, 0, 0, 0, 0, 0];
    const longer = { node: 1, path: "translation", times: [0, 2], values: [0, 0, 0, 1, 0, 0] } as const;
    const asset = createModel(2, [[{ ...cubic, values }, longer]]);
    const container = await loadContainer(asset, createScene({ rightHanded: true }), { startMode: START_NONE });
    const animation = container.animationGroups[0]!.targetedAnimations.find(
      ({ target }) => target === container.transformNodes[0],
    )!.animation;
    expect((animation.evaluate(90) as Vector3).x).not.toBeCloseTo(1, 1); // 1 from 1 s on
  });

  it("AnimationGroup.Parse loses STEP and tangents of rotations", () => {
    const scene = createScene();
    const node = new TransformNode("node", scene);
    const values = [0, Math.PI / 2].map((angle) => Quaternion.RotationAxis(Vector3.Up(), angle));
    const halfTurn = (keys: object): number => {
      const animation = createAnimation("rotationQuaternion", { frames: [0, 60], values, dataType: Animation.ANIMATIONTYPE_QUATERNION });
      animation.setKeys(animation.getKeys().map((key) => ({ ...key, ...keys })));
      const group = AnimationGroup.Parse(createGroup(scene, [node, animation]).serialize(), scene);
      return (group.targetedAnimations[0]!.animation.evaluate(15) as Quaternion).y;
    };
    const linear = Math.sin(Math.PI / 16);
    expect(halfTurn({ interpolation: AnimationKeyInterpolation.STEP })).toBeCloseTo(linear, 6); // 0
    expect(halfTurn({ inTangent: Quaternion.Zero(), outTangent: Quaternion.Zero() })).toBeCloseTo(linear, 6);
  });

  it("AnimationGroup.MakeAnimationAdditive changes the group that it clones", () => {
    const scene = createScene();
    const animation = createAnimation("position.x", { frames: [0, 60], values: [5, 6] });
    const group = createGroup(scene, [new TransformNode("node", scene), animation]);
    const clone = AnimationGroup.MakeAnimationAdditive(group, { cloneOriginalAnimationGroup: true });
    expect(clone).not.toBe(group);
    expect(animation.getKeys().map(({ value }) => value as number)).toEqual([0, 1]); // 5, 6
  });

  it("Animation.MakeAnimationAdditive returns a clone that is not additive", () => {
    const animation = createAnimation("position.x", { frames: [0, 60], values: [5, 6] });
    const clone = Animation.MakeAnimationAdditive(animation, { cloneOriginalAnimation: true });
    expect(clone).not.toBe(animation);
    expect(clone.getKeys().map(({ value }) => value as number)).toEqual([5, 6]); // 0, 1
  });

  it("MakeAnimationAdditive leaves out the last key of a range", () => {
    const animation = createAnimation("position.x", { frames: [0, 60, 120], values: [100, 101, 102] });
    Animation.MakeAnimationAdditive(animation, { fromFrame: 30 });
    expect(animation.getKeys().map(({ value }) => value as number)).toEqual([100, 0.5, 1, 102]); // 100, 0.5, 1, 2
  });
});

describe("loading and cloning", () => {
  it("MSFT_lod fails where a level is replaced while its channels load", async () => {
    const asset = createAsset((add) => ({
      extensionsUsed: ["MSFT_lod"],
      scenes: [{ nodes: [0] }],
      nodes: [{ name: "near", extensions: { MSFT_lod: { ids: [1] } } }, { name: "far" }],
      animations: [
        nodeAnimation(
          ...([add, "move"] as const),
          [0, 1].map((node) => ({ node, path: "translation", times: [0, 1], values: [0, 0, 0, 1, 0, 0] })),
        ),
      ],
    }));
    const load = (): Promise<unknown> => loadContainer(asset, createScene(), { startMode: START_NONE });
    await load().catch(() => undefined); // imports what loads channels, which takes long enough for the level to be gone before
    await expect(load()).rejects.toThrow("undefined (reading 'animations')");
  });

  it("A container plays before it is in the scene", async () => {
    const scene = createScene();
    const asset = createModel(1, [[{ node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, 0, 10, 0] }]]);
    const container = await loadContainer(asset, scene, { startMode: START_FIRST });
    const heights = [1, 2].map(() => {
      render(scene, 10);
      const { rootNodes } = container.instantiateModelsToScene();
      return (rootNodes[0]!.getChildren()[0] as TransformNode).position.y;
    });
    expect(scene.animationGroups).not.toContain(container.animationGroups[0]);
    expect(heights[0]).toBeCloseTo(9 * 10 * FRAME, 6); // 0
    expect(heights[1]).toBeCloseTo(19 * 10 * FRAME, 6); // 0
  });

  it("MorphTargetManager.clone forgets numMaxInfluencers and optimizeInfluencers", () => {
    const scene = createScene();
    const manager = new MorphTargetManager(scene);
    manager.addTarget(new MorphTarget("target", 1, scene));
    manager.numMaxInfluencers = 4;
    manager.optimizeInfluencers = false;
    const { numMaxInfluencers, optimizeInfluencers } = manager.clone();
    expect({ numMaxInfluencers, optimizeInfluencers }).toEqual({ numMaxInfluencers: 0, optimizeInfluencers: true });
  });
});

describe("retargeting", () => {
  const turned = (axis: Vector3, degrees: number): Quaternion => Quaternion.RotationAxis(axis, (degrees * Math.PI) / 180);

  /** Retargets a turn by 90 degrees about X to a skeleton that is alike, and returns its first and last key. */
  function retarget(scene: Scene, frame: number, place: Quaternion): readonly Quaternion[] {
    const source = new TransformNode("hips", scene);
    source.rotationQuaternion = Quaternion.Identity();
    const animation = new Animation("turn", "rotationQuaternion", 60, Animation.ANIMATIONTYPE_QUATERNION);
    animation.setKeys([0, 60].map((each) => ({ frame: each, value: turned(Vector3.Right(), 1.5 * each) })));
    const group = createGroup(scene, [source, animation]);
    group.start().pause();
    group.goToFrame(frame);
    const body = CreateBox("body", {}, scene);
    body.rotationQuaternion = place;
    const hips = new TransformNode("hips", scene);
    hips.parent = body;
    hips.rotationQuaternion = Quaternion.Identity();
    body.skeleton = new Skeleton("skeleton", "skeleton", scene);
    new Bone("hips", body.skeleton, null, Matrix.Identity()).linkTransformNode(hips);
    const avatar = new AnimatorAvatar("avatar", body, false);
    const { targetedAnimations } = avatar.retargetAnimationGroup(group, { fixRootPosition: false });
    expect(targetedAnimations.map(({ target }) => target as TransformNode)).toEqual([hips]);
    return targetedAnimations[0]!.animation.getKeys().map(({ value }) => value as Quaternion);
  }

  const expectKeys = (keys: readonly Quaternion[], expected: readonly Quaternion[]): void =>
    expected.forEach((each, i) => expect(Math.abs(Quaternion.Dot(keys[i]!, each))).toBeCloseTo(1, 6));

  it("AnimatorAvatar retargets since the pose of the moment", () => {
    const right = Vector3.Right();
    expectKeys(retarget(createScene(), 0, Quaternion.Identity()), [turned(right, 0), turned(right, 90)]);
    expectKeys(retarget(createScene(), 30, Quaternion.Identity()), [turned(right, -45), turned(right, 45)]); // 0 and 90
  });

  it("AnimatorAvatar retargets by where the character is", () => {
    const keys = retarget(createScene(), 0, turned(Vector3.Up(), 90));
    expectKeys(keys, [Quaternion.Identity(), turned(Vector3.Forward(), 90)]); // about X
  });

  it("Skeleton.copyAnimationRange copies nothing to a skeleton with one more bone", () => {
    const scene = createScene();
    const [source, same, more] = [["hips"], ["hips"], ["hips", "hat"]].map((bones) => {
      const skeleton = new Skeleton("skeleton", "skeleton", scene);
      bones.forEach((bone) => new Bone(bone, skeleton, null, Matrix.Identity()));
      return skeleton;
    });
    const animation = new Animation("walk", "_matrix", 60, Animation.ANIMATIONTYPE_MATRIX);
    animation.setKeys([0, 30].map((frame) => ({ frame, value: Matrix.Identity() })));
    source!.bones[0]!.animations.push(animation);
    source!.createAnimationRange("walk", 0, 30);
    const warn = jest.spyOn(console, "warn").mockReturnValue();
    [same, more].forEach((target) => target!.copyAnimationRange(source!, "walk"));
    warn.mockRestore();
    expect(same!.bones[0]!.animations).toHaveLength(1);
    expect(more!.bones[0]!.animations).toHaveLength(0); // 1
    expect(more!.getAnimationRange("walk")).not.toBeNull();
  });
});

describe("cost", () => {
  it("A skeleton of linked nodes is computed in every frame", () => {
    const scene = createScene();
    const skeleton = new Skeleton("skeleton", "skeleton", scene);
    const node = new TransformNode("node", scene);
    node.rotationQuaternion = Quaternion.Identity();
    new Bone("bone", skeleton, null, Matrix.Identity()).linkTransformNode(node);
    CreateBox("box", {}, scene).skeleton = skeleton;
    let computed = 0;
    skeleton.onBeforeComputeObservable.add(() => computed++);
    render(scene, 10);
    expect(computed).toBe(10); // 1
  });
});
