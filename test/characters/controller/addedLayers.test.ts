/** Layers that are added, and masks of several joints: poses of a real character, as Babylon makes them of additive groups. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "@jest/globals";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { CubicEase } from "@babylonjs/core/Animations/easing.js";
import { Bone } from "@babylonjs/core/Bones/bone.js";
import { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { ImportMeshAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { unpackGlb } from "../../../scripts/glb.mjs";
import { ControlCrowd, type ControllerDefinition, CreateController } from "../../../src/controller.js";
import { CreateClipCrowd } from "../../../src/crowd.js";
import { CreateClip, MaskBelow, RegisterKHR_animation_clip, RequireClip, SetClock } from "../../../src/pure.js";
import { createAnimation, createGroup } from "../../helpers/group.js";
import { ruleOf } from "../../helpers/rules.js";
import { createScene, disposeScenes, loadContainer } from "../../helpers/scene.js";
import { Stage } from "./character.js";

afterEach(disposeScenes);
RegisterKHR_animation_clip();

const BYTES = readFileSync(new URL("../../../playground/models/hero.glb", import.meta.url));
const ARM = ["right arm", "right forearm", "right hand"];

async function load(scene: Scene): Promise<TransformNode[]> {
  const { animationGroups } = await ImportMeshAsync(BYTES, scene, { pluginExtension: ".glb" });
  animationGroups.forEach((group) => group.stop());
  return [...new Set(animationGroups.flatMap((group) => group.targetedAnimations.map(({ target }) => target as TransformNode)))];
}

/** The world matrices of nodes that clips move. */
function worldsOf(nodes: readonly TransformNode[]): Map<string, readonly number[]> {
  return new Map(nodes.map((node) => [node.name, [...node.computeWorldMatrix(true).asArray()]]));
}

function distance(a: ReadonlyMap<string, readonly number[]>, b: ReadonlyMap<string, readonly number[]>): number {
  return Math.max(...Array.from(a, ([name, matrix]) => Math.max(...matrix.map((value, i) => Math.abs(value - b.get(name)![i]!)))));
}

const ADDED: ControllerDefinition = {
  layers: [
    { states: { walk: { clip: "walk" } } },
    { name: "lean", additive: true, weight: 0.5, states: { wave: { clip: "wave", repetitions: -1 } } },
  ],
};

/** The walk, with the differences of the wave to its first pose, as plain groups of Babylon's play them. */
async function addedByBabylon(seconds: number, weight: number): Promise<Map<string, readonly number[]>> {
  const stage = new Stage();
  const nodes = await load(stage.scene);
  const [walk, wave] = ["walk", "wave"].map((name): AnimationGroup => RequireClip(stage.scene, name)) as [AnimationGroup, AnimationGroup];
  const plain = (group: AnimationGroup): AnimationGroup => {
    const copy = new AnimationGroup(`plain ${group.name}`, stage.scene);
    group.targetedAnimations.forEach(({ animation, target }) => copy.addTargetedAnimation(animation.clone(), target));
    return copy;
  };
  const [below, above] = [plain(walk), plain(wave)];
  AnimationGroup.MakeAnimationAdditive(above, { referenceFrame: above.from });
  below.weight = 1;
  above.weight = weight;
  below.start(true);
  above.start(true);
  for (const group of [below, above]) {
    group.goToFrame(seconds * group.targetedAnimations[0]!.animation.framePerSecond, true);
    group.pause();
  }
  stage.frames(0);
  return worldsOf(nodes);
}

describe("a layer that is added", () => {
  it("adds the differences to the first pose, as Babylon's additive groups do", async () => {
    const stage = new Stage();
    const nodes = await load(stage.scene);
    CreateController(stage.scene, ADDED);
    stage.frames(0, 0.375);
    expect(distance(worldsOf(nodes), await addedByBabylon(0.375, 0.5))).toBeLessThan(1e-5);
    expect(distance(worldsOf(nodes), await addedByBabylon(0.375, 0))).toBeGreaterThan(0.01);
  });

  it("adds differences of splines of rotations, too", () => {
    const stage = new Stage();
    const node = new TransformNode("node", stage.scene);
    const at = (angle: number): Quaternion => Quaternion.RotationAxis(new Vector3(0.6, 0, 0.8), angle);
    const tangent = new Quaternion(0.5, -1, 0.25, 0.125);
    const spline = new Animation("spline", "rotationQuaternion", 60, Animation.ANIMATIONTYPE_QUATERNION);
    spline.setKeys([
      { frame: 0, value: at(0.5), outTangent: tangent },
      { frame: 60, value: at(1.25), inTangent: tangent },
    ]);
    node.rotationQuaternion = Quaternion.Identity();
    const still = createAnimation("position.x", { frames: [0, 60], values: [0, 0] });
    CreateClip("below", createGroup(stage.scene, [node, still]), { end: 1 });
    CreateClip("above", createGroup(stage.scene, [node, spline]), { end: 1 });
    CreateController(stage.scene, {
      layers: [{ states: { a: { clip: "below" } } }, { additive: true, states: { a: { clip: "above" } } }],
    });
    stage.frames(0, 0.375);
    const shown = spline.evaluate(0.375 * 60) as Quaternion;
    const expected = at(-0.5).multiply(shown.clone().normalize()).asArray();
    node.rotationQuaternion.asArray().forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 6));
  });

  it("adds differences of eased animations, and of matrices, too", () => {
    const stage = new Stage();
    const node = new TransformNode("node", stage.scene);
    const bone = new Bone("bone", new Skeleton("skeleton", "skeleton", stage.scene), null, Matrix.Translation(1, 0, 0));
    const eased = createAnimation("position.y", { frames: [0, 60], values: [5, 6] });
    const ease = new CubicEase();
    eased.setEasingFunction(ease);
    const values = [Matrix.Translation(5, 0, 0), Matrix.Translation(6, 0, 0)];
    const matrices = createAnimation("_matrix", { frames: [0, 60], values, dataType: Animation.ANIMATIONTYPE_MATRIX });
    const still = createAnimation("position.x", { frames: [0, 60], values: [0, 0] });
    CreateClip("below", createGroup(stage.scene, [node, still]), { end: 1 });
    CreateClip("above", createGroup(stage.scene, [node, eased], [bone, matrices]), { end: 1 });
    CreateController(stage.scene, {
      layers: [{ states: { a: { clip: "below" } } }, { additive: true, states: { a: { clip: "above" } } }],
    });
    stage.frames(0, 0.375);
    expect(node.position.y).toBeCloseTo(ease.ease(0.375), 6);
    expect(bone.getLocalMatrix().getTranslation().x).toBeCloseTo(1, 6);
    expect(values.map((value) => value.getTranslation().x)).toEqual([5, 6]);
  });

  it("leaves the clips as they were", async () => {
    const stage = new Stage();
    await load(stage.scene);
    const wave = RequireClip(stage.scene, "wave");
    const [before, count] = [wave.targetedAnimations.map(({ animation }) => animation), stage.scene.animationGroups.length];
    const controller = CreateController(stage.scene, ADDED);
    stage.frames(0, 0.375);
    controller.dispose();
    expect(wave.targetedAnimations.map(({ animation }) => animation)).toEqual(before);
    expect([wave.isAdditive, wave.layer, stage.scene.animationGroups.length]).toEqual([false, 0, count]);
  });

  it("adds a clip that is additive itself as it is", async () => {
    const stage = new Stage();
    const nodes = await load(stage.scene);
    const wave = RequireClip(stage.scene, "wave");
    AnimationGroup.MakeAnimationAdditive(wave, { referenceFrame: wave.from });
    CreateController(stage.scene, ADDED);
    stage.frames(0, 0.375);
    expect(stage.started.includes(wave)).toBe(true);
    expect(distance(worldsOf(nodes), await addedByBabylon(0.375, 0.5))).toBeLessThan(1e-5);
  });

  it.each([
    ADDED,
    { layers: [ADDED.layers[0]!, { ...ADDED.layers[1]!, mask: { include: ["spine"], exclude: ["right forearm", "head"] } }] },
  ])("looks the same in a crowd: %#", async (definition) => {
    const stage = new Stage();
    const nodes = await load(stage.scene);
    CreateController(stage.scene, definition);
    stage.frames(0, 0.375);
    const scene = createScene();
    let now = 0;
    SetClock(scene, () => now);
    const crowd = CreateClipCrowd(await loadContainer(unpackGlb(BYTES), scene), { halfFloat: false, exact: true });
    const index = crowd.add();
    ControlCrowd(crowd, [index], definition);
    scene.render();
    now += 0.375;
    scene.render();
    for (const node of nodes.filter(({ name }) => crowd.nodeNames.includes(name))) {
      const expected = node.computeWorldMatrix(true).asArray();
      const actual = crowd.getNodeMatrixToRef(index, node.name, new Matrix()).asArray();
      expect(Math.max(...Array.from(actual, (value, i) => Math.abs(value - expected[i]!)))).toBeLessThan(1e-4);
    }
  });
});

describe("a mask of several joints", () => {
  it("includes what is below some joints, but for what is below others", async () => {
    const stage = new Stage();
    const nodes = await load(stage.scene);
    const hero = { animationGroups: stage.scene.animationGroups, meshes: stage.scene.meshes, transformNodes: stage.scene.transformNodes };
    const retained = (mask: Parameters<typeof MaskBelow>[1]): string[] => {
      return nodes.map(({ name }) => name).filter((name) => MaskBelow(hero, mask).retainsTarget(name));
    };
    const names = nodes.map(({ name }) => name);
    const spine = retained("spine");
    expect(retained({ include: ["spine"], exclude: ["right arm"] })).toEqual(spine.filter((name) => !ARM.includes(name)));
    expect(retained({ exclude: ["right arm"] })).toEqual(names.filter((name) => !ARM.includes(name)));
    expect(retained({ include: ["right arm", "left arm"] }).sort()).toEqual([...retained("left arm"), ...retained("right arm")].sort());
    // of two joints, the lower one counts
    expect(retained({ include: ["spine", "right hand"], exclude: ["right arm"] })).toEqual(
      spine.filter((name) => !ARM.includes(name) || name === "right hand"),
    );
    expect(retained({ include: ["right hand"], exclude: ["spine"] })).toEqual(["right hand"]);
  });

  it.each<[unknown, Error]>([
    [{}, new TypeError(`joints: ${ruleOf("jointsOfMask", "{}")}`)],
    [3, new TypeError(`joints: ${ruleOf("jointsOfMask", 3)}`)],
    [{ include: "spine" }, new TypeError(`joints: ${ruleOf("jointsOfMask", '{"include":"spine"}')}`)],
    [{ include: ["spine"], exclude: ["spine"] }, new RangeError(`joints.exclude: ${ruleOf("excludeNotIncluded", '"spine"')}`)],
    [{ exclude: ["spin"] }, new RangeError(`joints.exclude[0]: ${ruleOf("nameOfNodeBelow", "hips", '"spin"')}; did you mean "spine"?`)],
  ])("refuses %j", async (joints, error) => {
    const stage = new Stage();
    const nodes = await load(stage.scene);
    const hips = nodes.find(({ name }) => name === "hips")!;
    expect(() => MaskBelow(hips, joints as string)).toThrow(error);
  });

  it("limits a layer", async () => {
    const stage = new Stage();
    const nodes = await load(stage.scene);
    CreateController(stage.scene, {
      layers: [
        { states: { walk: { clip: "walk" } } },
        { mask: { include: ["spine"], exclude: ["right arm"] }, states: { wave: { clip: "wave", repetitions: -1 } } },
      ],
    });
    stage.frames(0, 0.375);
    const [layered, other] = [nodes.map(({ rotationQuaternion }) => rotationQuaternion?.clone()), new Stage()];
    const others = await load(other.scene);
    const spine = others.find(({ name }) => name === "spine")!;
    const posed = (name: string): (readonly number[] | undefined)[] => {
      const clip = RequireClip(other.scene, name);
      clip.start();
      clip.timestamp = 0.375;
      const pose = others.map(({ rotationQuaternion }) => rotationQuaternion?.asArray());
      clip.stop();
      return pose;
    };
    const [walk, wave] = [posed("walk"), posed("wave")];
    others.forEach((node, i) => {
      const isAbove = (node === spine || node.isDescendantOf(spine)) && !ARM.includes(node.name);
      const expected = isAbove ? (wave[i] ?? walk[i]) : walk[i];
      layered[i]?.asArray().forEach((value, k) => expect(value).toBeCloseTo(expected![k]!, 5));
    });
  });
});
