import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { StepEventListener } from "../../src/scene/playing/events/stepEvents.js";
import type { ClipProgress } from "../../src/scene/posing/index.js";
import type { SceneFrame } from "../../src/scene/posing/posingRun.js";
import { Mixer } from "../../src/scene/posing/properties/mixer.js";
import type { Scene } from "@babylonjs/core/scene.js";

/** The progress of a clip from 0 s to 10 s that has just begun. */
export const BEGINNING: ClipProgress = {
  ...{
    timestamp: 0,
    activeSettings: { start: 0, end: 10, reverse: false, speed: 1 },
    direction: 1,
    passes: 0,
    isFinished: false,
    isJump: false,
    isAnimated: false,
    playbackOf: () => ({ from: 0, to: 600, loop: true, speedRatio: 1, frame: 0, played: 0, elapsed: 0 }),
  },
};

/** A scene between its frames. */
export function createFrameAtRest(mixer = new Mixer()): SceneFrame {
  return {
    ...{ mixer, isTicking: false, isBegun: false },
    beginTurn: () => undefined,
    awaitTurn: () => undefined,
    updateSharing: () => undefined,
    placeAfter: () => null,
  };
}

/** What a group shows that plays without a weight, and all its channels. */
export const SHOWN = { weight: -1, isHidden: false, active: { isActive: (): boolean => true } };

/** Receives no events. */
export const UNOBSERVED: StepEventListener = {
  isObserved: () => false,
  onCrossing: () => undefined,
  areEventsObserved: () => false,
  onEvent: () => undefined,
};

/** The keys of a test animation. */
export interface TestKeys {
  readonly frames?: readonly number[];
  /** One for each frame. */
  readonly values?: readonly unknown[];
  /** Default numbers. */
  readonly dataType?: number;
}

/** An animation at 60 frames per second. */
export function createAnimation(
  property: string,
  { frames = [], values = [], dataType = Animation.ANIMATIONTYPE_FLOAT }: TestKeys = {},
): Animation {
  const animation = new Animation(property, property, 60, dataType);
  animation.setKeys(frames.map((frame, i) => ({ frame, value: values[i] as number })));
  return animation;
}

/** A group that animates each target with its animation. */
export function createGroup(scene: Scene, ...channels: readonly (readonly [target: object, animation: Animation])[]): AnimationGroup {
  const group = new AnimationGroup("group", scene);
  channels.forEach(([target, animation]) => group.addTargetedAnimation(animation, target));
  return group;
}

/** A group that animates a property from one value to another within a second. */
export function animate(scene: Scene, target: object, property: string, dataType: number, from: unknown, to: unknown): AnimationGroup {
  return createGroup(scene, [target, createAnimation(property, { frames: [0, 60], values: [from, to], dataType })]);
}
