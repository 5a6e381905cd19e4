import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Scene } from "@babylonjs/core/scene.js";

/** An animation at 60 frames per second; of numbers, unless another type is given. */
export function createAnimation(
  property: string,
  keys: readonly (readonly [frame: number, value: unknown])[],
  dataType: number = Animation.ANIMATIONTYPE_FLOAT,
): Animation {
  const animation = new Animation(property, property, 60, dataType);
  animation.setKeys(keys.map(([frame, value]) => ({ frame, value: value as number })));
  return animation;
}

/** A group that animates each target with its animation. */
export function createGroup(scene: Scene, ...channels: readonly (readonly [target: object, animation: Animation])[]): AnimationGroup {
  const group = new AnimationGroup("group", scene);
  channels.forEach(([target, animation]) => group.addTargetedAnimation(animation, target));
  return group;
}
