/** What applications do with groups that animate a character: a mesh with a skeleton and morph targets. */
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimatorAvatar } from "@babylonjs/core/Animations/animatorAvatar.js";
import { VertexAnimationBaker } from "@babylonjs/core/BakedVertexAnimation/vertexAnimationBaker.js";
import { BoneIKController } from "@babylonjs/core/Bones/boneIKController.js";
import { BoneLookController } from "@babylonjs/core/Bones/boneLookController.js";
import type { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { MorphTargetManager } from "@babylonjs/core/Morph/morphTargetManager.js";
import type { Features } from "./compare.js";
import type { Stage } from "./stage.js";

function meshOf(s: Stage): Mesh {
  return s.container.meshes.find(({ skeleton }) => skeleton) as Mesh;
}

function skeletonOf(s: Stage): Skeleton {
  return meshOf(s).skeleton!;
}

function morphsOf(s: Stage): MorphTargetManager {
  return meshOf(s).morphTargetManager!;
}

function influences(manager: MorphTargetManager): readonly number[] {
  return Array.from({ length: manager.numTargets }, (_, i) => manager.getTarget(i).influence);
}

function logInfluences(s: Stage): void {
  s.log.push(influences(morphsOf(s)));
}

function logBones(s: Stage): void {
  skeletonOf(s).prepare(true);
  s.log.push([...skeletonOf(s).getTransformMatrices(meshOf(s))]);
}

function playCharacter(s: Stage, frames: number): void {
  for (let i = 0; i < frames; i++) {
    s.skip(1);
    s.logPose();
    logInfluences(s);
    logBones(s);
  }
}

/** A second character, whose nodes have longer limbs, and an avatar of it. */
function createAvatar(s: Stage): AnimatorAvatar {
  const entries = s.container.instantiateModelsToScene((name) => name);
  entries.animationGroups.forEach((group) => group.dispose());
  const [root] = entries.rootNodes as [TransformNode];
  new AnimatorAvatar("source", meshOf(s).parent as TransformNode, false, false); // names the morph targets
  root.getDescendants().forEach((node) => (node as TransformNode).position.scaleInPlace(1.5));
  const avatar = new AnimatorAvatar("avatar", root);
  avatar.showWarnings = false;
  return avatar;
}

function logAvatar(s: Stage, avatar: AnimatorAvatar): void {
  for (const skeleton of avatar.skeletons) {
    for (const { name, _linkedTransformNode: node } of skeleton.bones) {
      s.log.push([name, ...node!.position.asArray(), ...node!.rotationQuaternion!.asArray(), ...node!.scaling.asArray()]);
    }
  }
  for (const manager of avatar.morphTargetManagers) {
    s.log.push(influences(manager));
  }
}

const RETARGETING: Readonly<Record<string, NonNullable<Parameters<AnimatorAvatar["retargetAnimationGroup"]>[1]>>> = {
  "with defaults": {},
  "without keys": { retargetAnimationKeys: false, fixRootPosition: false },
  fixAnimations: { fixAnimations: true },
  checkHierarchy: { checkHierarchy: true },
  fixRootPosition: { fixRootPosition: true, rootNodeName: "hips" },
  fixGroundReference: { fixRootPosition: true, fixGroundReference: true, rootNodeName: "hips", groundReferenceNodeName: "foot" },
  "fixGroundReference along an axis": {
    ...{ fixGroundReference: true, rootNodeName: "hips", groundReferenceNodeName: "foot" },
    groundReferenceVerticalAxis: "Y",
  },
  "names of nodes": { mapNodeNames: new Map([["foot", "leg"]]) },
};

export const CHARACTER_FEATURES: Features = {
  // ---- morph targets and bones ----------------------------------------------------------------------------------------------------

  "morph targets and bones": (s) => {
    s.listen();
    s.walk.start(true);
    playCharacter(s, 70);
  },
  "morph targets of two groups by weight": (s) => {
    s.walk.start(true);
    s.run.start(true);
    s.walk.weight = 0.3;
    s.run.weight = 0.7;
    playCharacter(s, 30);
  },
  "morph targets, reset": (s) => {
    s.walk.start(true);
    s.skip(20);
    s.walk.reset();
    logInfluences(s);
    s.walk.stop();
    logInfluences(s);
  },
  "morph targets, a fade by hand": (s) => {
    s.walk.start(true);
    s.run.start(true);
    s.walk.weight = 1;
    s.run.weight = 0;
    for (let i = 1; i <= 20; i++) {
      s.walk.weight = 1 - i / 20;
      s.run.weight = i / 20;
      playCharacter(s, 1);
    }
  },
  "morph targets, goToFrame": (s) => {
    s.walk.start(true).pause();
    for (const frame of [0, 12.5, 28.5, 57]) {
      s.walk.goToFrame(frame);
      logInfluences(s);
    }
  },
  "an influence written while the group is paused": (s) => {
    s.walk.start(true);
    s.skip(5);
    s.walk.pause();
    morphsOf(s).getTarget(0).influence = 0.123;
    s.skip(2);
    logInfluences(s);
    s.walk.restart();
    playCharacter(s, 3);
  },
  "returnToRest of the skeleton": (s) => {
    s.walk.start(true);
    s.skip(5);
    skeletonOf(s).returnToRest();
    s.logPose();
    playCharacter(s, 3);
  },
  "scene.stopAnimation of the skeleton": (s) => {
    s.listen();
    s.walk.start(true);
    s.skip(5);
    s.scene.stopAnimation(skeletonOf(s));
    playCharacter(s, 3);
    s.logState();
  },
  "scene.stopAnimation of a morph target": (s) => {
    s.walk.start(true);
    s.skip(5);
    s.scene.stopAnimation(morphsOf(s).getTarget(0));
    playCharacter(s, 10);
    s.logState();
  },
  "scene.stopAnimation of a target, to its name": (s) => {
    s.walk.start(true);
    s.skip(5);
    s.scene.stopAnimation(s.node("leg"), undefined, (target) => (target as TransformNode).name === "leg");
    playCharacter(s, 3);
  },
  "dispose of the mesh": (s) => {
    s.listen();
    s.walk.start(true);
    s.skip(5);
    meshOf(s).dispose();
    s.play(5);
  },
  "an instance with its own morph targets": (s) => {
    const { animationGroups, rootNodes } = s.container.instantiateModelsToScene((name) => `${name} 2`);
    animationGroups.find(({ name }) => name === "walk 2")!.start(true);
    s.run.start(true);
    s.skip(20);
    s.logPose();
    logInfluences(s);
    for (const mesh of rootNodes.flatMap((root) => root.getChildMeshes<Mesh>(false))) {
      if (mesh.morphTargetManager) {
        s.log.push(influences(mesh.morphTargetManager));
        s.log.push([...mesh.skeleton!.getTransformMatrices(mesh)]);
      }
    }
  },

  // ---- code after the animation step ----------------------------------------------------------------------------------------------

  BoneIKController: (s) => {
    const [targetMesh, poleTargetMesh] = ["target", "pole"].map((name) => new TransformNode(name, s.scene));
    targetMesh!.position.set(0.5, 0.25, 0.5);
    poleTargetMesh!.position.set(0, 0.5, 5);
    const bone = skeletonOf(s).bones.find(({ name }) => name === "leg")!;
    const controller = new BoneIKController(meshOf(s), bone, { targetMesh: targetMesh!, poleTargetMesh: poleTargetMesh! });
    s.scene.onBeforeRenderObservable.add(() => controller.update());
    s.walk.start(true);
    s.play(30);
  },
  "BoneIKController after the animations": (s) => {
    const targetMesh = new TransformNode("target", s.scene);
    targetMesh.position.set(0.5, 0.25, 0.5);
    const bone = skeletonOf(s).bones.find(({ name }) => name === "leg")!;
    const controller = new BoneIKController(meshOf(s), bone, { targetMesh, slerpAmount: 0.5 });
    s.scene.onAfterAnimationsObservable.add(() => controller.update());
    s.walk.start(true);
    playCharacter(s, 30);
  },
  BoneLookController: (s) => {
    const bone = skeletonOf(s).bones.find(({ name }) => name === "foot")!;
    const controller = new BoneLookController(meshOf(s), bone, new Vector3(3, 2, 1));
    s.scene.onBeforeRenderObservable.add(() => controller.update());
    s.walk.start(true);
    s.play(30);
  },
  "a bone turned by the user after the animations": (s) => {
    const leg = s.node("leg");
    s.scene.onAfterAnimationsObservable.add(() => leg.rotationQuaternion!.multiplyInPlace(Quaternion.RotationAxis(Vector3.Up(), 0.1)));
    s.walk.start(true);
    playCharacter(s, 10);
  },

  // ---- baking ---------------------------------------------------------------------------------------------------------------------

  "VertexAnimationBaker while a group plays": (s) => {
    s.walk.start(true);
    s.skip(3);
    const baker = new VertexAnimationBaker(s.scene, meshOf(s));
    s.log.push([...baker.bakeVertexDataSync([{ name: "part", from: 0, to: 9 } as never], false)]);
    s.play(3);
  },
  "baking by goToFrame": (s) => {
    s.walk.start(false).pause();
    for (let frame = s.walk.from; frame <= s.walk.to; frame += 3) {
      s.walk.goToFrame(frame);
      s.scene.render();
      logBones(s);
      logInfluences(s);
    }
    s.walk.stop();
  },

  // ---- retargeting ----------------------------------------------------------------------------------------------------------------

  ...Object.fromEntries(
    Object.entries(RETARGETING).map(([name, options]) => [
      `AnimatorAvatar.retargetAnimationGroup, ${name}`,
      (s: Stage): void => {
        const avatar = createAvatar(s);
        const group = avatar.retargetAnimationGroup(s.walk, { animationGroupName: "retargeted", ...options });
        s.log.push(group.name, group.targetedAnimations.length, [group.from, group.to], !!group.isStarted);
        for (const { animation } of group.targetedAnimations) {
          s.log.push([animation.targetProperty, animation.getKeys().length]);
        }
        logAvatar(s, avatar);
        group.start(true);
        for (let i = 0; i < 30; i++) {
          s.skip(1);
          logAvatar(s, avatar);
        }
        s.logPose();
      },
    ]),
  ),
  "retargeting a group that plays": (s) => {
    const avatar = createAvatar(s);
    s.walk.start(true);
    s.skip(10);
    const group = avatar.retargetAnimationGroup(s.walk, { fixRootPosition: true, rootNodeName: "hips" });
    s.play(5);
    group.start(true);
    s.skip(5);
    logAvatar(s, avatar);
    s.logPose();
  },
  "retargeting onto an avatar that plays": (s) => {
    const avatar = createAvatar(s);
    const first = avatar.retargetAnimationGroup(s.walk);
    first.start(true);
    s.skip(10);
    const second = avatar.retargetAnimationGroup(s.run, {
      fixGroundReference: true,
      rootNodeName: "hips",
      groundReferenceNodeName: "foot",
    });
    logAvatar(s, avatar);
    s.skip(5);
    logAvatar(s, avatar);
    first.stop();
    second.start(true);
    s.skip(5);
    logAvatar(s, avatar);
  },

  // ---- animations of other kinds beside groups -----------------------------------------------------------------------------------

  "beginAnimation of the skeleton beside a group": (s) => {
    const animation = new Animation("turn", "rotationQuaternion", 60, Animation.ANIMATIONTYPE_QUATERNION);
    animation.setKeys([0, 30].map((frame) => ({ frame, value: Quaternion.RotationAxis(Vector3.Up(), frame / 10) })));
    const foot = skeletonOf(s).bones.find(({ name }) => name === "foot")!;
    foot._linkedTransformNode!.animations = [animation];
    s.run.start(true);
    s.scene.beginAnimation(foot._linkedTransformNode, 0, 30, true);
    playCharacter(s, 20);
  },
};
