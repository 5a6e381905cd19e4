import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateClip, type ClipAnimationGroup, type ClipSettings } from "../../src/pure.js";
import { createScene } from "./scene.js";

export const FPS = 60;

/** A node that is at x = frame / 60, so at the timestamp in seconds, and the group that moves it. */
export function createRuler(scene: Scene, seconds = 10, name = "ruler"): { node: TransformNode; group: AnimationGroup } {
  const node = new TransformNode(name, scene);
  const animation = new Animation("x", "position.x", FPS, Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys([
    { frame: 0, value: 0 },
    { frame: seconds * FPS, value: seconds },
  ]);
  const group = new AnimationGroup("ruler", scene);
  group.addTargetedAnimation(animation, node);
  return { node, group };
}

export function createRulerClip(settings: ClipSettings): { scene: Scene; node: TransformNode; clip: ClipAnimationGroup } {
  const scene = createScene();
  const { node, group } = createRuler(scene);
  return { scene, node, clip: CreateClip("clip", group, settings) };
}

/** What a clip's observables say, in order. */
export function record(clip: ClipAnimationGroup): string[] {
  const log: string[] = [];
  clip.onRepeatObservable.add(({ bound, completedRepetitions }) => log.push(`repeat ${bound} ${completedRepetitions}`));
  clip.onReverseObservable.add(({ bound, completedRepetitions }) => log.push(`reverse ${bound} ${completedRepetitions}`));
  clip.onFinishObservable.add(({ bound, completedRepetitions }) => log.push(`finish ${bound} ${completedRepetitions}`));
  clip.onAnimationGroupPlayObservable.add(() => log.push("play"));
  clip.onAnimationGroupPauseObservable.add(() => log.push("pause"));
  clip.onAnimationGroupLoopObservable.add(() => log.push("group loop"));
  clip.onAnimationLoopObservable.add(() => log.push("loop"));
  clip.onAnimationEndObservable.add(() => log.push("end"));
  clip.onAnimationGroupEndObservable.add(() => log.push("group end"));
  return log;
}
