/** Layers: poses in every frame, compared with formulas. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import {
  type ClipAnimationGroup,
  type CompiledAnimationGroup,
  CompileGroups,
  CreateClip,
  MaskBelow,
  ParseClip,
  RestoreClipState,
  SaveClipState,
  SetUpdateRate,
} from "../../../src/pure.js";
import { createAsset } from "../../helpers/gltfAsset.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { createRandom } from "../../helpers/random.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, FRAME, importAsset, loadContainer, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

const SECONDS = 10;
const AT_REST = { position: new Vector3(100, 0, 0), rotation: Quaternion.RotationAxis(Vector3.Up(), 0.3) };

/** A move along a line, with a turn around an axis: both are formulas of time. */
interface Move {
  readonly from: Vector3;
  readonly to: Vector3;
  readonly axis: Vector3;
  readonly angle: number;
}

interface Pose {
  readonly position: Vector3;
  readonly rotation: Quaternion;
}

const WALK: Move = { from: new Vector3(1, 0, 0), to: new Vector3(11, 20, 0), axis: Vector3.Up(), angle: 1 };
const WAVE: Move = { from: new Vector3(0, 0, 5), to: new Vector3(0, 0, -5), axis: Vector3.Right(), angle: -1.5 };
const NOD: Move = { from: new Vector3(0, -3, 0), to: new Vector3(7, 3, 1), axis: Vector3.Forward(), angle: 0.8 };

function turn({ axis, angle }: Move, share: number): Quaternion {
  return Quaternion.RotationAxis(axis, angle * (share - 0.5));
}

function poseAt(move: Move, seconds: number): Pose {
  const share = seconds / SECONDS;
  return { position: Vector3.Lerp(move.from, move.to, share), rotation: turn(move, share) };
}

function over(below: Pose, above: Pose, share: number): Pose {
  return {
    position: Vector3.Lerp(below.position, above.position, share),
    rotation: Quaternion.Slerp(below.rotation, above.rotation, share),
  };
}

function createNode(scene: Scene, name = "node"): TransformNode {
  const node = new TransformNode(name, scene);
  node.position = AT_REST.position.clone();
  node.rotationQuaternion = AT_REST.rotation.clone();
  return node;
}

/** A turn of less than half a circle between two keys, so that it is a turn at constant speed. */
function createMove(nodes: readonly TransformNode[], move: Move, name: string): AnimationGroup {
  const frames = [0, SECONDS * 60];
  const group = createGroup(
    nodes[0]!.getScene(),
    ...nodes.flatMap((node) => [
      [node, createAnimation("position", { frames, values: [move.from, move.to], dataType: Animation.ANIMATIONTYPE_VECTOR3 })] as const,
      [
        node,
        createAnimation("rotationQuaternion", {
          frames,
          values: [turn(move, 0), turn(move, 1)],
          dataType: Animation.ANIMATIONTYPE_QUATERNION,
        }),
      ] as const,
    ]),
  );
  group.name = name;
  return group;
}

function createClip(nodes: readonly TransformNode[], move: Move, options: { layer?: number; weight?: number } = {}): ClipAnimationGroup {
  const group = createMove(nodes, move, "group");
  const clip = CreateClip("clip", group, { end: SECONDS }, options);
  group.dispose();
  return clip;
}

function near(values: readonly number[]): unknown[] {
  return values.map((value) => expect.closeTo(value, 6));
}

function expectPose(node: TransformNode, { position, rotation }: Pose): void {
  expect(node.position.asArray()).toEqual(near(position.asArray()));
  const sign = Quaternion.Dot(node.rotationQuaternion!, rotation) < 0 ? -1 : 1;
  expect(node.rotationQuaternion!.asArray()).toEqual(near(rotation.scale(sign).asArray()));
}

describe("a clip in layer 1", () => {
  it.each([1, 0.25, 0])("of weight %d is shown over a clip without a weight", (weight) => {
    const scene = createScene();
    const node = createNode(scene);
    createClip([node], WAVE, { layer: 1, weight }).play(); // first: the order does not matter
    createClip([node], WALK).play();
    for (let frame = 0; frame < 20; frame++) {
      render(scene, 1);
      const seconds = frame * FRAME;
      expectPose(node, over(poseAt(WALK, seconds), poseAt(WAVE, seconds), weight));
    }
  });

  it("without a weight replaces what lies below, and a second one in the layer shares with it", () => {
    const scene = createScene();
    const node = createNode(scene);
    createClip([node], WALK).play();
    const wave = createClip([node], WAVE, { layer: 1 });
    wave.play();
    expect(wave.effectiveWeight).toBe(1);
    render(scene, 2);
    expectPose(node, poseAt(WAVE, FRAME));
    createClip([node], NOD, { layer: 1 }).play();
    render(scene, 1);
    expectPose(node, over(poseAt(WAVE, 2 * FRAME), poseAt(NOD, 0), 0.5));
  });

  it("is shown over a mixture, whose remainder is the value at rest", () => {
    const scene = createScene();
    const node = createNode(scene);
    createClip([node], WALK, { weight: 0.5 }).play();
    createClip([node], WAVE, { layer: 1, weight: 0.25 }).play();
    for (let frame = 0; frame < 10; frame++) {
      render(scene, 1);
      const seconds = frame * FRAME;
      expectPose(node, over(over(AT_REST, poseAt(WALK, seconds), 0.5), poseAt(WAVE, seconds), 0.25));
    }
  });

  it("is shown over the values at rest where nothing lies below", () => {
    const scene = createScene();
    const node = createNode(scene);
    createClip([node], WAVE, { layer: 3, weight: 0.25 }).play();
    render(scene, 10);
    expectPose(node, over(AT_REST, poseAt(WAVE, 9 * FRAME), 0.25));
  });

  it("is shown over the last pose of a clip that pauses or stops, without drifting away from it", () => {
    const scene = createScene();
    const node = createNode(scene);
    const walk = createClip([node], WALK);
    walk.play();
    createClip([node], WAVE, { layer: 1, weight: 0.25 }).play();
    render(scene, 5);
    for (const end of [() => walk.pause(), () => walk.stop()]) {
      end();
      render(scene, 10);
    }
    expectPose(node, over(poseAt(WALK, 4 * FRAME), poseAt(WAVE, 24 * FRAME), 0.25));
  });

  it("uncovers the last pose of a clip that paused below it", () => {
    const scene = createScene();
    const node = createNode(scene);
    const walk = createClip([node], WALK);
    walk.play();
    const wave = createClip([node], WAVE, { layer: 1 });
    wave.play();
    render(scene, 5);
    walk.pause();
    render(scene, 5);
    wave.setWeightForAllAnimatables(0.5);
    render(scene, 1);
    expectPose(node, over(poseAt(WALK, 4 * FRAME), poseAt(WAVE, 10 * FRAME), 0.5));
  });

  it("is shown over what the application sets", () => {
    const scene = createScene();
    const node = createNode(scene);
    createClip([node], WAVE, { layer: 1, weight: 0.25 }).play();
    scene.onBeforeRenderObservable.add(() => node.position.set(frame, 0, 0));
    let frame = 0;
    for (; frame < 5; frame++) {
      render(scene, 1);
    }
    render(scene, 0);
    scene.onBeforeRenderObservable.clear();
    render(scene, 1);
    const { position } = poseAt(WAVE, 5 * FRAME);
    expect(node.position.asArray()).toEqual(Vector3.Lerp(new Vector3(4, 0, 0), position, 0.25).asArray());
  });

  it("leaves what lies below when it pauses, stops, or gets the weight 0", () => {
    const scene = createScene();
    const node = createNode(scene);
    createClip([node], WALK).play();
    const wave = createClip([node], WAVE, { layer: 1, weight: 1 });
    wave.play();
    render(scene, 2);
    wave.pause();
    render(scene, 1);
    expectPose(node, poseAt(WALK, 2 * FRAME));
    wave.play();
    wave.setWeightForAllAnimatables(0);
    render(scene, 3);
    expectPose(node, poseAt(WALK, 5 * FRAME));
    wave.setWeightForAllAnimatables(1);
    wave.stop();
    render(scene, 1);
    expectPose(node, poseAt(WALK, 6 * FRAME));
  });

  it("begins again from what is there then", () => {
    const scene = createScene();
    const node = createNode(scene);
    const wave = createClip([node], WAVE, { layer: 1, weight: 0.25 });
    wave.play();
    render(scene, 10);
    wave.stop();
    const left: Pose = { position: node.position.clone(), rotation: node.rotationQuaternion!.clone() };
    wave.play();
    render(scene, 3);
    expectPose(node, over(left, poseAt(WAVE, 2 * FRAME), 0.25));
  });

  it("animates only what its mask retains", () => {
    const scene = createScene();
    const [hip, arm] = [createNode(scene, "hip"), createNode(scene, "arm")];
    createClip([hip, arm], WALK).play();
    const wave = createClip([hip, arm], WAVE, { layer: 1 });
    wave.mask = new AnimationGroupMask(["arm"]);
    wave.play();
    render(scene, 5);
    expectPose(hip, poseAt(WALK, 4 * FRAME));
    expectPose(arm, poseAt(WAVE, 4 * FRAME));
  });

  it("adds to what lies below where it is additive", () => {
    const scene = createScene();
    const node = createNode(scene);
    createClip([node], WALK).play();
    const nod = createClip([node], NOD, { layer: 1, weight: 0.5 });
    nod.isAdditive = true;
    nod.play();
    for (let frame = 0; frame < 10; frame++) {
      render(scene, 1);
      const [walk, { position }] = [poseAt(WALK, frame * FRAME), poseAt(NOD, frame * FRAME)];
      expect(node.position.asArray()).toEqual(near(walk.position.add(position.scale(0.5)).asArray()));
    }
  });

  it("does not drift at an update rate", () => {
    const scene = createScene();
    const root = new TransformNode("root", scene);
    const node = createNode(scene);
    node.parent = root;
    SetUpdateRate(root, 0.1);
    createClip([node], WALK).play();
    const wave = createClip([node], WAVE, { layer: 1, weight: 0.25 });
    wave.play();
    let shown = 0;
    for (let frame = 0; frame < 60; frame++) {
      render(scene, 1);
      if (!wave.isPoseSkipped) {
        shown++;
        expectPose(node, over(poseAt(WALK, frame * FRAME), poseAt(WAVE, frame * FRAME), 0.25));
      }
    }
    expect(shown).toBeGreaterThan(5);
  });

  it("moves to another layer while it plays", () => {
    const scene = createScene();
    const node = createNode(scene);
    createClip([node], WALK, { weight: 1 }).play();
    const wave = createClip([node], WAVE, { weight: 1 });
    wave.play();
    render(scene, 2);
    expectPose(node, over(poseAt(WALK, FRAME), poseAt(WAVE, FRAME), 0.5));
    wave.layer = 1;
    render(scene, 1);
    expectPose(node, poseAt(WAVE, 2 * FRAME));
    wave.layer = 0;
    render(scene, 1);
    expectPose(node, over(poseAt(WALK, 3 * FRAME), poseAt(WAVE, 3 * FRAME), 0.5));
  });
});

it("any number of clips in any layers: layer by layer, over the mixture of those below", () => {
  const random = createRandom(9);
  for (let round = 0; round < 100; round++) {
    const scene = createScene();
    const node = createNode(scene);
    const clips = Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
      const [move, layer, weight] = [[WALK, WAVE, NOD][Math.floor(random() * 3)]!, Math.floor(random() * 4), random()];
      createClip([node], move, { layer, weight }).play();
      return { move, layer, weight };
    });
    render(scene, 4);
    let expected: Pose = AT_REST;
    for (let layer = 0; layer < 4; layer++) {
      const present = clips.filter((clip) => clip.layer === layer);
      const total = present.reduce((sum, { weight }) => sum + weight, 0);
      // one after the other, beginning with the share that the layer leaves to what is below it
      let share = Math.max(1 - total, 0);
      for (const { move, weight } of present) {
        share += weight;
        expected = over(expected, poseAt(move, 3 * FRAME), weight / share);
      }
    }
    expectPose(node, expected);
    scene.dispose();
  }
});

describe("a layer", () => {
  it("is an integer >= 0", () => {
    const clip = createClip([createNode(createScene())], WALK);
    expect(clip.layer).toBe(0);
    for (const layer of [-1, 0.5, NaN, Infinity]) {
      expect(() => (clip.layer = layer)).toThrow(RangeError);
    }
    expect(() => (clip.layer = "1" as unknown as number)).toThrow(TypeError);
    expect(() => createClip([createNode(createScene())], WALK, { layer: -1 })).toThrow(
      new RangeError(`layer: ${ruleOf("integerAtLeast0", -1)}`),
    );
    expect(clip.layer).toBe(0);
  });

  it("is the clone's, too, and is serialized", () => {
    const scene = createScene();
    const clip = createClip([createNode(scene)], WALK, { layer: 2 });
    expect(clip.clone("clone").layer).toBe(2);
    expect(ParseClip(clip.serialize(), scene).layer).toBe(2);
  });

  it("is a part of the saved state", () => {
    const scene = createScene();
    const node = createNode(scene);
    createClip([node], WALK).play();
    const wave = createClip([node], WAVE, { layer: 2, weight: 0.5 });
    wave.play();
    render(scene, 5);
    const state = JSON.stringify(SaveClipState(scene));
    wave.layer = 0;
    render(scene, 5);
    RestoreClipState(scene, JSON.parse(state));
    expect(wave.layer).toBe(2);
    render(scene, 1);
    expectPose(node, over(poseAt(WALK, 5 * FRAME), poseAt(WAVE, 5 * FRAME), 0.5));
  });

  it("that is invalid in a saved state leaves the clip as it is", async () => {
    const scene = createScene();
    const wave = createClip([createNode(scene)], WAVE, { layer: 2 });
    const { clips, fades } = SaveClipState(scene);
    const { warnings } = await collectWarnings(() => {
      RestoreClipState(scene, { clips: clips.map((clip) => ({ ...clip, phase: "playing", layer: -1 })), fades });
      return Promise.resolve();
    });
    expect(warnings).toEqual([`RestoreClipState: clip: RangeError: layer: ${ruleOf("integerAtLeast0", -1)}; the clip is left out`]);
    expect([wave.isStarted, wave.layer]).toEqual([false, 2]);
  });

  it("of a compiled group", () => {
    const scene = createScene();
    const node = createNode(scene);
    [WALK, WAVE].forEach((move, i) => createMove([node], move, `${i}`));
    CompileGroups(scene);
    const [walk, wave] = scene.animationGroups as [AnimationGroup, ClipAnimationGroup];
    wave.layer = 1;
    wave.weight = 0.25;
    expect(wave.clone("clone").layer).toBe(1);
    walk.start(true);
    wave.start(true);
    render(scene, 5);
    expectPose(node, over(poseAt(WALK, 4 * FRAME), poseAt(WAVE, 4 * FRAME), 0.25));
  });

  it("has no effect where Babylon mixes, and says so", async () => {
    const scene = createScene();
    const node = createNode(scene);
    const wave = createClip([node], WAVE, { layer: 1, weight: 0.5 });
    wave.evaluationMode = "babylon";
    const { warnings } = await collectWarnings(() => {
      wave.play();
      render(scene, 5);
      return Promise.resolve();
    });
    expect(warnings).toEqual(['clip: layer: has no effect: Babylon mixes the group (its evaluationMode is "babylon")']);
    expect(node.position.asArray()).toEqual(near(over(AT_REST, poseAt(WAVE, 4 * FRAME), 0.5).position.asArray()));
  });

  it("that is set where Babylon mixes already has no effect, and says so", async () => {
    const scene = createScene();
    const [first, second] = [createNode(scene), createNode(scene)];
    const wave = createClip([first], WAVE);
    wave.name = "late";
    wave.evaluationMode = "babylon";
    createMove([second], NOD, "late group");
    CompileGroups(scene);
    const group = scene.animationGroups.find(({ name }) => name === "late group") as CompiledAnimationGroup;
    group.evaluationMode = "babylon";
    const { warnings } = await collectWarnings(() => {
      for (const each of [wave, group]) {
        each.start(true);
        render(scene, 1);
        each.layer = 1;
      }
      return Promise.resolve();
    });
    expect(warnings).toEqual(
      ["late", "late group"].map((name) => `${name}: layer: has no effect: Babylon mixes the group (its evaluationMode is "babylon")`),
    );
  });

  it("has no effect beside Babylon's animatables on the same node, and says so", async () => {
    const scene = createScene();
    const node = createNode(scene);
    const walk = createClip([node], WALK, { weight: 0.5 });
    walk.evaluationMode = "babylon";
    const wave = createClip([node], WAVE, { layer: 1, weight: 0.5 });
    const { warnings } = await collectWarnings(() => {
      walk.play();
      wave.play();
      render(scene, 5);
      return Promise.resolve();
    });
    expect(warnings).toEqual(["clip: layer: has no effect: Babylon mixes the group (it plays beside Babylon's animatables)"]);
    const expected = over(poseAt(WALK, 4 * FRAME), poseAt(WAVE, 4 * FRAME), 0.5);
    expect(node.position.asArray()).toEqual(near(expected.position.asArray()));
  });
});

describe("MaskBelow", () => {
  it("retains a joint and what is below it", () => {
    const scene = createScene();
    const [hip, spine, arm, leg] = ["hip", "spine", "arm", "leg"].map((name) => new TransformNode(name, scene)) as [
      TransformNode,
      TransformNode,
      TransformNode,
      TransformNode,
    ];
    leg.parent = spine.parent = hip;
    arm.parent = spine;
    const names = (mask: AnimationGroupMask): boolean[] => [hip, spine, arm, leg].map(({ name }) => mask.retainsTarget(name));
    expect(names(MaskBelow(hip, "spine"))).toEqual([false, true, true, false]);
    expect(names(MaskBelow(spine, "spine"))).toEqual([false, true, true, false]);
    expect(names(MaskBelow(hip, "hip"))).toEqual([true, true, true, true]);
    expect(() => MaskBelow(spine, "leg")).toThrow(new RangeError(`joints: ${ruleOf("nameOfNodeBelow", "spine", '"leg"')}`));
    expect(() => MaskBelow(hip, "Spin")).toThrow(
      new RangeError(`joints: ${ruleOf("nameOfNodeBelow", "hip", '"Spin"')}; did you mean "spine"?`),
    );
  });

  it("finds the only joint whose name differs by separators", () => {
    const scene = createScene();
    const [hips, spine, other] = ["mixamorig:Hips", "mixamorig:Spine", "mixamorig_Spine"].map((name) => new TransformNode(name, scene));
    spine!.parent = hips!;
    expect(MaskBelow(hips!, "mixamorigSpine").retainsTarget("mixamorig:Spine")).toBe(true);
    expect(MaskBelow(hips!, "mixamorig_Spine").retainsTarget("mixamorig:Hips")).toBe(false);
    other!.parent = hips!;
    expect(() => MaskBelow(hips!, "mixamorigSpine")).toThrow(`joints: ${ruleOf("nameOfNodeBelow", "mixamorig:Hips")}`);
    expect(MaskBelow(hips!, "mixamorig_Spine").retainsTarget("mixamorig:Spine")).toBe(false);
  });

  it("takes what loading gives: a result, a container, an instance", async () => {
    const nodes = [{ name: "hip", children: [1, 2] }, { name: "spine" }, { name: "leg" }];
    const asset = createAsset(() => ({ nodes, scenes: [{ nodes: [0] }] }));
    const scene = createScene();
    const result = await importAsset(asset, scene);
    const container = await loadContainer(asset, scene);
    const retains = (mask: AnimationGroupMask): boolean[] => ["hip", "spine", "leg"].map((name) => mask.retainsTarget(name));
    for (const owner of [result, container, container.instantiateModelsToScene((name) => name)]) {
      expect(retains(MaskBelow(owner, "spine"))).toEqual([false, true, false]);
    }
    const nothing = { animationGroups: [] };
    expect(() => MaskBelow(nothing, "spine")).toThrow(new TypeError(`character: ${ruleOf("characterForMask", '{"animationGroups":[]}')}`));
  });
});
