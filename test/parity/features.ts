/** What applications do with animation groups: each feature is a script that runs with plain groups and with clips. */
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationEvent } from "@babylonjs/core/Animations/animationEvent.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { AnimationGroupMask } from "@babylonjs/core/Animations/animationGroupMask.js";
import { CubicEase } from "@babylonjs/core/Animations/easing.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { createScene } from "../helpers/scene.js";
import type { Features, Script } from "./compare.js";
import { WallClock } from "../helpers/wallClock.js";
import { Stage } from "./stage.js";

export const FEATURES: Features = {
  // ---- starting -------------------------------------------------------------------------------------------------------------------

  "start(true)": (s) => {
    s.listen();
    s.walk.start(true);
    s.play(140);
  },
  "start(false)": (s) => {
    s.listen();
    s.walk.start(false);
    s.play(70);
    s.logState();
  },
  "start(true, 2)": (s) => {
    s.listen();
    s.walk.start(true, 2);
    s.play(70);
  },
  "start(true, 0.3)": (s) => {
    s.walk.start(true, 0.3);
    s.play(70);
  },
  "start(true, -1)": (s) => {
    s.listen();
    s.walk.start(true, -1);
    s.play(70);
  },
  "start(false, -2)": (s) => {
    s.listen();
    s.walk.start(false, -2);
    s.play(40);
  },
  "start(true, 1, from, to)": (s) => {
    s.walk.start(true, 1, 12, 35);
    s.play(70);
  },
  "start(false, 1, from, to)": (s) => {
    s.listen();
    s.walk.start(false, 1, 12, 35);
    s.play(40);
  },
  "start(true, 1, to, from)": (s) => {
    s.walk.start(true, 1, 35, 12);
    s.play(10);
    s.logState();
  },
  "start(true, 1, from, beyond the keys)": (s) => {
    s.walk.start(true, 1, 0, 1000);
    s.play(140);
  },
  "start(false, 1, from, beyond the keys)": (s) => {
    s.listen();
    s.walk.start(false, 1, 30, 1000);
    s.play(60);
  },
  "start of a group that plays": (s) => {
    s.listen();
    s.walk.start(true);
    s.play(20);
    s.walk.start(true, 3);
    s.play(20);
  },
  "start after stop": (s) => {
    s.walk.start(true);
    s.skip(20);
    s.walk.stop();
    s.walk.start(true);
    s.play(10);
  },
  "start in the end event of another": (s) => {
    s.walk.onAnimationGroupEndObservable.add(() => s.run.start(true));
    s.walk.start(false);
    s.play(90);
  },
  "start in a frame": (s) => {
    s.scene.onBeforeRenderObservable.addOnce(() => s.walk.start(true));
    s.play(10);
  },
  "play(true)": (s) => {
    s.listen();
    s.walk.play(true);
    s.play(70);
  },
  "play(false)": (s) => {
    s.listen();
    s.walk.play(false);
    s.play(70);
  },
  "play while paused": (s) => {
    s.walk.start(true);
    s.skip(10);
    s.walk.pause();
    s.skip(5);
    s.walk.play(true);
    s.play(10);
  },
  "play(false) while it loops": (s) => {
    s.listen();
    s.walk.start(true);
    s.skip(70);
    s.walk.play(false);
    s.logState();
  },

  // ---- holding and stopping -------------------------------------------------------------------------------------------------------

  "pause, restart": (s) => {
    s.listen();
    s.walk.start(true);
    s.play(10);
    s.walk.pause();
    s.play(10);
    s.logState();
    s.walk.restart();
    s.play(10);
    s.logState();
  },
  "pause, restart of a stopped group": (s) => {
    s.listen();
    s.walk.pause();
    s.walk.restart();
    s.logState();
  },
  stop: (s) => {
    s.listen();
    s.walk.start(true);
    s.play(10);
    s.walk.stop();
    s.play(3);
    s.logState();
  },
  "stop(true)": (s) => {
    s.listen();
    s.walk.start(true);
    s.skip(10);
    s.walk.stop(true);
    s.logPose();
  },
  "stop of a stopped group": (s) => {
    s.listen();
    s.walk.stop();
    s.logState();
  },
  "stop in a loop event": (s) => {
    s.walk.onAnimationGroupLoopObservable.add(() => s.walk.stop());
    s.walk.start(true);
    s.skip(70);
    s.logState();
  },
  reset: (s) => {
    s.walk.start(true);
    s.skip(10);
    s.walk.reset();
    s.logPose();
    s.walk.stop();
    s.walk.reset();
    s.logPose();
  },
  "speedRatio, then reset": (s) => {
    s.walk.start(true);
    s.skip(20);
    s.walk.speedRatio = 2;
    s.walk.reset();
    s.play(10);
  },
  "goToFrame while it plays": (s) => {
    s.walk.start(true);
    s.skip(10);
    s.walk.goToFrame(45);
    s.logPose();
    s.play(30);
  },
  "goToFrame while it plays backwards": (s) => {
    s.walk.start(true, -1);
    s.skip(20);
    s.walk.goToFrame(20);
    s.logPose();
    s.play(10);
  },
  "goToFrame while it is paused": (s) => {
    s.walk.start(true);
    s.skip(10);
    s.walk.pause();
    s.walk.goToFrame(45);
    s.logPose();
    s.play(3);
    s.walk.restart();
    s.play(30);
  },
  "goToFrame while it is paused, then reset": (s) => {
    s.walk.start(true);
    s.skip(10);
    s.walk.pause();
    s.skip(2);
    s.walk.goToFrame(40);
    s.walk.reset();
    s.walk.restart();
    s.play(5);
  },
  "goToFrame beyond the keys": (s) => {
    s.walk.start(true);
    s.walk.pause();
    for (const frame of [-10, 1000]) {
      s.walk.goToFrame(frame);
      s.logPose();
    }
  },
  "start, pause, goToFrame": (s) => {
    s.walk.start(false, 1, 0, 60).pause();
    for (const frame of [0, 7.5, 30, 59, 60]) {
      s.walk.goToFrame(frame);
      s.logPose();
      s.logFrame();
    }
  },
  getCurrentFrame: (s) => {
    s.logFrame();
    s.walk.start(true, 1.5);
    for (let i = 0; i < 60; i++) {
      s.skip(1);
      s.logFrame();
    }
    s.walk.pause();
    s.skip(2);
    s.logFrame();
  },
  "from, to, getLength": (s) => {
    for (const group of s.groups) {
      s.log.push([group.from, group.to, group.getLength(), group.getLength(10, 30)]);
    }
  },

  // ---- changes while it plays -----------------------------------------------------------------------------------------------------

  speedRatio: (s) => {
    s.walk.start(true);
    s.skip(10);
    s.walk.speedRatio = 2;
    s.play(20);
    s.logState();
  },
  "speedRatio 0 and back": (s) => {
    s.walk.start(true);
    s.skip(10);
    s.walk.speedRatio = 0;
    s.play(5);
    s.walk.speedRatio = 1;
    s.play(5);
  },
  "speedRatio before the start": (s) => {
    s.walk.speedRatio = 2;
    s.logState();
    s.walk.play(true);
    s.play(20);
  },
  "speedRatio, then a frame of 0 ms": (s) => {
    const clock = new WallClock();
    s.scene.useConstantAnimationDeltaTime = false;
    const render = (seconds: number): void => {
      clock.advance(seconds);
      s.play(1);
    };
    s.listen();
    s.walk.start(true);
    Array<number>(10).fill(0.016).forEach(render);
    s.walk.speedRatio = 20;
    [0, 0.016].forEach(render);
    clock.restore();
  },
  "loopAnimation = false": (s) => {
    s.listen();
    s.walk.start(true);
    s.skip(20);
    s.walk.loopAnimation = false;
    s.play(60);
    s.logState();
  },
  "loopAnimation = false in a later pass": (s) => {
    s.walk.start(true);
    s.skip(80);
    s.walk.loopAnimation = false;
    s.play(10);
    s.logState();
  },
  "from and to, then clone": (s) => {
    s.walk.from = 15;
    s.walk.to = 45;
    const { from, to } = s.walk.clone("copy");
    s.log.push([from, to]);
  },
  "isVirtualFrameReached, isValidVirtualStopFrame": (s) => {
    for (const [from, to] of [
      [6, 51],
      [51, 6],
    ] as const) {
      s.walk.start(true, 1, from, to);
      s.skip(1);
      s.log.push([0, 6, 20, 51, 60].map((frame) => s.walk.isValidVirtualStopFrame(frame)));
      s.skip(19); // 18 or 19 frames of the animation further, since Babylon counts the first one
      s.log.push([0, 6, 10, 20, 30, 45, 50].map((frame) => s.walk.isVirtualFrameReached(frame)));
      s.walk.stop();
    }
  },
  metadata: (s) => {
    s.walk.metadata = { a: 1 };
    s.log.push(JSON.stringify([s.walk.metadata, s.walk.clone("copy").metadata]));
  },
  "names and ids": (s) => {
    s.log.push(
      s.groups.map(({ name }) => name),
      s.walk.getClassName(),
    );
    s.log.push(s.groups.every((group) => s.scene.animationGroups.includes(group)));
    s.log.push(new Set(s.groups.map(({ uniqueId }) => uniqueId)).size);
  },
  getAnimationGroupByName: (s) => {
    s.log.push(s.scene.getAnimationGroupByName("run") === s.run, s.scene.getAnimationGroupByName("none"));
  },
  "animationsEnabled = false": (s) => {
    s.walk.start(true);
    s.skip(10);
    s.scene.animationsEnabled = false;
    s.play(10);
    s.scene.animationsEnabled = true;
    s.play(10);
  },
  "scene.animate() without frames": (s) => {
    s.walk.start(true);
    for (let i = 0; i < 70; i++) {
      s.scene.animate();
      s.logPose();
    }
  },
  "frames, then scene.animate() without frames": (s) => {
    s.walk.start(true);
    s.skip(10);
    s.scene.animate();
    s.logPose();
    s.play(5);
  },
  animationTimeScale: (s) => {
    s.scene.animationTimeScale = 0.5;
    s.scene.useConstantAnimationDeltaTime = true;
    s.walk.start(true);
    s.play(20);
  },
  "a write by the user in onBeforeAnimationsObservable": (s) => {
    s.walk.start(true);
    s.skip(2);
    s.scene.onBeforeAnimationsObservable.add(() => s.node("hips").position.set(9, 9, 9));
    s.play(10);
  },
  "a write by the user in onBeforeRenderObservable": (s) => {
    s.walk.start(true);
    s.scene.onBeforeRenderObservable.add(() => s.node("hips").position.set(9, 9, 9));
    s.play(10);
  },
  "a write by the user in onAfterAnimationsObservable": (s) => {
    s.walk.start(true);
    s.scene.onAfterAnimationsObservable.add(() => s.node("hips").position.addInPlaceFromFloats(0, 1, 0));
    s.play(10);
  },

  // ---- weights --------------------------------------------------------------------------------------------------------------------

  "weights of two groups": (s) => {
    s.walk.start(true, 1, undefined, undefined, false);
    s.run.start(true);
    s.walk.weight = 0.25;
    s.run.weight = 0.75;
    s.play(70);
    s.logState();
  },
  "setWeightForAllAnimatables of two groups": (s) => {
    s.walk.start(true);
    s.run.start(true);
    s.walk.setWeightForAllAnimatables(0.6);
    s.run.setWeightForAllAnimatables(0.4);
    s.play(20);
  },
  "a fade by hand": (s) => {
    s.walk.start(true);
    s.run.start(true);
    s.walk.weight = 1;
    s.run.weight = 0;
    s.scene.onBeforeRenderObservable.add(() => {
      s.walk.weight = Math.max(s.walk.weight - 0.05, 0);
      s.run.weight = Math.min(s.run.weight + 0.05, 1);
    });
    s.play(40);
  },
  "a fade by hand beyond 0": (s) => {
    s.walk.start(true);
    s.run.start(true);
    s.walk.weight = 1;
    s.run.weight = 0;
    const fade = s.scene.onBeforeRenderObservable.add(() => {
      s.walk.weight -= 0.1;
      s.run.weight += 0.1;
      if (s.walk.weight < 0) {
        fade.remove();
      }
    });
    s.play(20);
  },
  "a weight before the start": (s) => {
    s.walk.weight = 0.5;
    s.run.weight = 0.5;
    s.walk.start(true);
    s.run.start(true);
    s.play(20);
  },
  "a weight below 1 alone": (s) => {
    s.walk.start(true);
    s.walk.weight = 0.5;
    s.play(20);
  },
  "a weight above 1": (s) => {
    s.walk.start(true);
    s.walk.weight = 2;
    s.play(20);
  },
  "weight 0": (s) => {
    s.listen();
    s.walk.start(true);
    s.skip(5);
    s.walk.weight = 0;
    s.play(70);
    s.logFrame();
    s.walk.weight = 1;
    s.play(5);
  },
  "frame events at weight 0": (s) => {
    s.walk.targetedAnimations[1]!.animation.addEvent(new AnimationEvent(30, () => s.log.push("step")));
    s.walk.weight = 0;
    s.listen();
    s.walk.start(true);
    s.skip(130);
  },
  "weight back to -1": (s) => {
    s.walk.start(true);
    s.walk.weight = 0.5;
    s.skip(5);
    s.walk.weight = -1;
    s.play(5);
  },
  "start(..., isAdditive)": (s) => {
    AnimationGroup.MakeAnimationAdditive(s.run);
    s.walk.start(true);
    s.run.start(true, 1, undefined, undefined, true);
    s.walk.weight = 1;
    s.run.weight = 0.5;
    s.play(30);
    s.logState();
  },
  "enableBlending, blendingSpeed": (s) => {
    s.walk.start(true);
    s.skip(20);
    s.walk.stop();
    s.run.enableBlending = true;
    s.run.blendingSpeed = 0.1;
    s.run.start(true);
    s.play(20);
  },
  playOrder: (s) => {
    s.walk.playOrder = 5;
    s.walk.start(true);
    s.run.start(true);
    s.play(10);
    s.run.playOrder = 9;
    s.play(5);
    s.logState();
  },
  "two groups without weights": (s) => {
    s.walk.start(true);
    s.run.start(true);
    s.play(10);
  },
  mask: (s) => {
    s.walk.mask = new AnimationGroupMask(["hips"]);
    s.walk.start(true);
    s.play(10);
  },
  "mask, narrowed while it plays": (s) => {
    s.walk.start(true);
    s.skip(10);
    const mask = new AnimationGroupMask(["hips", "foot"]);
    s.walk.mask = mask;
    s.play(5);
    mask.removeTargetName("foot");
    s.walk.syncWithMask(true);
    s.play(5);
  },
  removeUnmaskedAnimations: (s) => {
    s.walk.mask = new AnimationGroupMask(["leg"]);
    s.walk.removeUnmaskedAnimations();
    s.log.push(s.walk.targetedAnimations.length);
    s.walk.start(true);
    s.play(10);
  },

  // ---- events ---------------------------------------------------------------------------------------------------------------------

  "loop events": (s) => {
    s.walk.onAnimationGroupLoopObservable.add(() => s.log.push("group loop"));
    s.walk.onAnimationLoopObservable.add(({ animation }) => s.log.push(animation.targetProperty));
    s.walk.start(true);
    s.skip(130);
  },
  "end events": (s) => {
    s.walk.onAnimationGroupEndObservable.add(() => s.log.push("group end"));
    s.walk.onAnimationEndObservable.add(({ animation }) => s.log.push(animation.targetProperty));
    s.walk.start(false);
    s.skip(70);
  },
  "frame events": (s) => {
    const { animation } = s.walk.targetedAnimations[1]!;
    animation.addEvent(new AnimationEvent(10, (frame) => s.log.push(["every", frame])));
    animation.addEvent(new AnimationEvent(20, (frame) => s.log.push(["once", frame]), true));
    s.walk.start(true);
    s.skip(200);
  },
  "frame events after goToFrame": (s) => {
    const { animation } = s.walk.targetedAnimations[1]!;
    animation.addEvent(new AnimationEvent(10, () => s.log.push("10")));
    animation.addEvent(new AnimationEvent(50, () => s.log.push("50")));
    s.walk.start(true);
    s.skip(5);
    s.walk.goToFrame(30);
    s.skip(40);
  },

  // ---- animatables ----------------------------------------------------------------------------------------------------------------

  "animatables, their number and targets": (s) => {
    s.walk.start(true);
    s.skip(2);
    s.log.push(s.walk.animatables.map(({ target }) => (target as TransformNode).name));
    s.walk.stop();
    s.log.push(s.walk.animatables.length);
  },
  "animatables[i].masterFrame": (s) => {
    s.walk.start(true);
    for (let i = 0; i < 70; i++) {
      s.log.push(s.walk.animatables.map(({ masterFrame }) => masterFrame));
      s.skip(1);
    }
  },
  "animatables[i].getAnimations()[0].currentFrame": (s) => {
    s.walk.start(true);
    s.skip(10);
    s.log.push(s.walk.animatables.map((each) => each.getAnimations()[0]!.currentFrame));
    s.skip(60);
    s.log.push(s.walk.animatables.map((each) => each.getAnimations()[0]!.currentFrame));
  },
  "animatables[i].fromFrame, toFrame, loopAnimation": (s) => {
    s.walk.start(true, 1, 10, 50);
    s.skip(1);
    s.log.push(
      s.walk.animatables.map(({ fromFrame, toFrame, loopAnimation, speedRatio, weight }) => [
        fromFrame,
        toFrame,
        loopAnimation,
        speedRatio,
        weight,
      ]),
    );
  },
  syncAllAnimationsWith: (s) => {
    s.walk.start(true);
    s.run.start(true);
    s.walk.weight = 0.5;
    s.run.weight = 0.5;
    s.run.syncAllAnimationsWith(s.walk.animatables[0]!);
    s.skip(1);
    s.play(70);
  },
  "syncAllAnimationsWith, then null": (s) => {
    s.walk.start(true);
    s.run.start(true);
    s.run.syncAllAnimationsWith(s.walk.animatables[0]!);
    s.skip(10);
    s.run.syncAllAnimationsWith(null);
    s.play(10);
  },
  "scene.stopAnimation(node)": (s) => {
    s.listen();
    s.walk.start(true);
    s.skip(5);
    s.scene.stopAnimation(s.node("hips"));
    s.play(5);
    s.logState();
  },
  "scene.stopAnimation(node, name)": (s) => {
    s.walk.start(true);
    s.skip(5);
    const { name } = s.walk.targetedAnimations[3]!.animation;
    s.scene.stopAnimation(s.node("leg"), name);
    s.play(5);
  },
  "scene.stopAllAnimations": (s) => {
    s.listen();
    s.listen(s.run);
    s.walk.start(true);
    s.run.start(true);
    s.skip(5);
    s.scene.stopAllAnimations();
    s.play(2);
    s.logState();
  },
  "scene.beginAnimation of the same node": (s) => {
    const animation = new Animation("spin", "scaling", 60, Animation.ANIMATIONTYPE_VECTOR3);
    animation.setKeys([0, 60].map((frame) => ({ frame, value: new Vector3(1 + frame, 1, 1) })));
    s.walk.start(true);
    s.scene.beginDirectAnimation(s.node("hips"), [animation], 0, 60, true);
    s.play(20);
  },
  getAllAnimatablesByTarget: (s) => {
    s.walk.start(true);
    s.skip(1);
    s.log.push(s.walk.animatables.length, s.scene.getAllAnimatablesByTarget(s.node("leg")).length);
  },

  // ---- the content of groups ------------------------------------------------------------------------------------------------------

  targetedAnimations: (s) => {
    for (const { animation, target } of s.walk.targetedAnimations) {
      const keys = animation.getKeys();
      s.log.push([(target as TransformNode).name, animation.targetProperty, animation.framePerSecond, keys.length]);
      s.log.push(keys.map(({ frame, interpolation }) => [frame, interpolation ?? 0]));
    }
    s.log.push(s.walk.children.length);
  },
  "addTargetedAnimation while it plays": (s) => {
    const node = new TransformNode("extra", s.scene);
    s.walk.start(true);
    s.skip(5);
    s.walk.addTargetedAnimation(s.walk.targetedAnimations[1]!.animation, node);
    s.walk.stop();
    s.walk.start(true);
    s.skip(10);
    s.log.push(node.position.asArray());
  },
  "addTargetedAnimation while it plays, then frames": (s) => {
    const node = new TransformNode("extra", s.scene);
    s.walk.start(true);
    s.skip(5);
    s.walk.addTargetedAnimation(s.walk.targetedAnimations[1]!.animation, node);
    s.skip(5);
    s.log.push(node.position.asArray());
  },
  "removeTargetedAnimation while it plays": (s) => {
    s.walk.start(true);
    s.skip(5);
    s.walk.removeTargetedAnimation(s.walk.targetedAnimations[1]!.animation);
    s.play(5);
  },
  removeTargetedAnimation: (s) => {
    s.walk.removeTargetedAnimation(s.walk.targetedAnimations[2]!.animation);
    s.log.push(s.walk.targetedAnimations.length);
    s.walk.start(true);
    s.play(10);
  },
  normalize: (s) => {
    s.walk.normalize(0, 90);
    s.log.push(
      [s.walk.from, s.walk.to],
      s.walk.targetedAnimations.map(({ animation }) => animation.getKeys().length),
    );
    s.walk.start(true);
    s.play(120);
  },
  "setKeys while it plays": (s) => {
    s.walk.start(true);
    s.skip(5);
    const { animation } = s.walk.targetedAnimations[1]!;
    animation.setKeys([0, 60].map((frame) => ({ frame, value: new Vector3(frame, 0, 0) })));
    s.play(10);
  },
  "keys edited in place while it is stopped": (s) => {
    s.walk.start(true);
    s.skip(5);
    s.walk.stop();
    s.walk.targetedAnimations[1]!.animation.getKeys().forEach(({ value }) => (value as Vector3).addInPlaceFromFloats(5, 0, 0));
    s.walk.start(true);
    s.play(10);
  },
  "keys replaced in place while it is stopped": (s) => {
    s.walk.start(true);
    s.skip(5);
    s.walk.stop();
    s.walk.targetedAnimations[1]!.animation.getKeys().forEach((key) => (key.value = new Vector3(key.frame, 0, 0)));
    s.walk.start(true);
    s.play(10);
  },
  "the last key edited in place while it is stopped": (s) => {
    s.walk.start(true);
    s.skip(5);
    s.walk.stop();
    (s.walk.targetedAnimations[1]!.animation.getKeys().at(-1)!.value as Vector3).addInPlaceFromFloats(5, 0, 0);
    s.walk.start(true);
    s.play(120);
  },
  "the first key edited in place while it is stopped, backwards": (s) => {
    s.walk.start(true);
    s.skip(5);
    s.walk.stop();
    (s.walk.targetedAnimations[1]!.animation.getKeys()[0]!.value as Vector3).addInPlaceFromFloats(5, 0, 0);
    s.walk.start(true, -1);
    s.play(120);
  },
  "the last key edited in place while it is stopped, and sought": (s) => {
    s.walk.start(true);
    s.skip(5);
    s.walk.stop();
    (s.walk.targetedAnimations[1]!.animation.getKeys().at(-1)!.value as Vector3).addInPlaceFromFloats(5, 0, 0);
    s.walk.start(true);
    s.skip(1);
    s.walk.goToFrame(s.walk.to - 1);
    s.play(2);
  },
  "framePerSecond set before a start": (s) => {
    s.walk.targetedAnimations.forEach(({ animation }) => (animation.framePerSecond = 45));
    s.walk.start(true);
    s.play(80);
  },
  "framePerSecond set while it plays": (s) => {
    s.walk.start(true);
    s.skip(5);
    s.walk.targetedAnimations.forEach(({ animation }) => (animation.framePerSecond = 45));
    s.play(10);
  },
  "keys edited in place while it plays": (s) => {
    s.walk.start(true);
    s.skip(5);
    s.walk.targetedAnimations[1]!.animation.getKeys().forEach(({ value }) => (value as Vector3).addInPlaceFromFloats(5, 0, 0));
    s.play(10);
  },
  "an easing function": (s) => {
    s.walk.targetedAnimations[1]!.animation.setEasingFunction(new CubicEase());
    s.walk.start(true);
    s.play(30);
  },
  ...Object.fromEntries(
    (["CYCLE", "RELATIVE", "CONSTANT", "YOYO", "RELATIVE_FROM_CURRENT"] as const).map((mode): [string, Script] => [
      `loopMode ${mode}`,
      (s: Stage): void => {
        for (const { animation } of s.walk.targetedAnimations) {
          animation.loopMode = Animation[`ANIMATIONLOOPMODE_${mode}`];
        }
        s.walk.start(true);
        s.play(140);
      },
    ]),
  ),
  "animation.evaluate": (s) => {
    s.log.push([0, 7, 30, 60].map((frame) => (s.walk.targetedAnimations[1]!.animation.evaluate(frame) as Vector3).asArray()));
  },
  clone: (s) => {
    const copy = s.walk.clone("copy");
    s.log.push(copy.name, copy.targetedAnimations.length, s.scene.animationGroups.includes(copy));
    copy.start(true);
    s.play(20);
  },
  "clone for other targets": (s) => {
    const other = new Map(["hips", "leg", "foot"].map((name) => [name, new TransformNode(`other ${name}`, s.scene)]));
    const copy = s.walk.clone("copy", (target: TransformNode) => other.get(target.name));
    copy.start(true);
    s.skip(20);
    s.logPose();
    s.log.push([...other.values()].map(({ position }) => position.asArray()));
  },
  "clone with animations and keys": (s) => {
    const copy = s.walk.clone("copy", undefined, true, true);
    (copy.targetedAnimations[1]!.animation.getKeys()[0]!.value as Vector3).x = 99;
    s.walk.start(true);
    s.play(5);
  },
  "serialize, Parse": (s) => {
    const parsed = AnimationGroup.Parse(s.walk.serialize(), s.scene);
    s.log.push(parsed.name, [parsed.from, parsed.to], parsed.targetedAnimations.length);
    parsed.start(true);
    s.play(10);
  },
  "AnimationGroup.MergeAnimationGroups": (s) => {
    const merged = AnimationGroup.MergeAnimationGroups([s.walk, s.run], false)!;
    s.log.push(merged.targetedAnimations.length);
    merged.start(true);
    s.play(10);
  },
  "AnimationGroup.ClipFrames": (s) => {
    const part = AnimationGroup.ClipFrames(s.walk, 12, 35, "part");
    s.log.push([part.from, part.to], part.targetedAnimations.length);
    part.start(true);
    s.play(40);
  },
  "AnimationGroup.ClipKeys": (s) => {
    const part = AnimationGroup.ClipKeys(s.walk, 0, 1, "part");
    s.log.push(part.targetedAnimations.map(({ animation }) => animation.getKeys().map(({ frame }) => frame)));
  },
  "AnimationGroup.MakeAnimationAdditive": (s) => {
    const additive = AnimationGroup.MakeAnimationAdditive(s.walk, { cloneOriginalAnimationGroup: true, clonedAnimationName: "additive" });
    s.log.push(additive.name, additive.isAdditive, additive.targetedAnimations.length);
    s.run.start(true);
    additive.start(true);
    additive.weight = 0.5;
    s.play(10);
  },
  toString: (s: Stage) => {
    s.log.push(s.walk.toString().replace(/^Name: /, ""));
  },

  // ---- scenes and containers ------------------------------------------------------------------------------------------------------

  "dispose of a group": (s) => {
    s.listen();
    s.walk.start(true);
    s.skip(5);
    s.walk.dispose();
    s.play(3);
    s.log.push(s.scene.animationGroups.includes(s.walk), s.scene.animatables.length);
  },
  "dispose of a node": (s) => {
    s.listen();
    s.walk.start(true);
    s.skip(5);
    s.node("foot").dispose();
    s.skip(3);
    s.log.push(s.node("hips").position.asArray());
  },
  "dispose of the scene": (s) => {
    s.listen();
    s.walk.start(true);
    s.skip(5);
    s.scene.dispose();
  },
  "removeAllFromScene, addAllToScene": (s) => {
    s.walk.start(true);
    s.skip(5);
    s.container.removeAllFromScene();
    s.skip(5);
    s.container.addAllToScene();
    s.skip(1);
    s.logState();
  },
  "removeAllFromScene while it plays": (s) => {
    s.walk.start(true);
    s.skip(5);
    s.container.removeAllFromScene();
    s.skip(5);
    s.logFrame();
  },
  "dispose of the container": (s) => {
    s.listen();
    s.walk.start(true);
    s.skip(5);
    s.container.dispose();
    s.skip(2);
    s.log.push(s.scene.animationGroups.length, s.scene.animatables.length);
  },
  instantiateModelsToScene: (s) => {
    const { animationGroups, rootNodes } = s.container.instantiateModelsToScene((name) => `${name} 2`);
    const groups = animationGroups.filter(({ name }) => name === "walk 2");
    s.log.push(animationGroups.length, groups.length);
    groups[0]!.start(true);
    s.skip(20);
    s.logPose();
    const nodes = rootNodes.flatMap((root) => [root, ...root.getDescendants()]) as TransformNode[];
    s.log.push(nodes.map(({ name, position }) => [name, ...position.asArray()]));
  },
  "two scenes": async (s) => {
    const other = createScene();
    const twin = await Stage.create("plain", other);
    s.walk.start(true);
    twin.run.start(true);
    s.skip(5);
    s.play(3);
  },
  "deterministic time of observers": (s) => {
    s.walk.start(true);
    s.skip(3);
    s.scene.onBeforeAnimationsObservable.add(() => s.log.push("before"));
    s.scene.onAfterAnimationsObservable.add(() => s.log.push("after"));
    s.play(3);
  },
  "what is left after disposal": async (s) => {
    const count = (): readonly number[] => [
      s.scene.animatables.length,
      s.scene.animationGroups.length,
      s.scene.onAfterAnimationsObservable.observers.length,
      s.scene.onAnimationFileImportedObservable.observers.length,
    ];
    s.walk.start(true);
    s.run.start(true);
    s.skip(5);
    s.groups.forEach((group) => group.dispose());
    await Promise.resolve(); // clips remove their observers a little later, since the next clip often starts at once
    s.skip(2);
    s.log.push(count());
  },
};
