import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Scene } from "@babylonjs/core/scene.js";

/** Options of {@link RegisterAnimationExport}. */
export interface AnimationExportOptions {
  /**
   * Whether plain animation groups become clips that play from `from` to `to`, with `speedRatio` and `loopAnimation`. Groups that a clip
   * consists of do not. Default false.
   */
  readonly groupsAsClips?: boolean;
  /**
   * The values that the file states for animated properties: `"rest"`, the values from before anything was animated, or `"current"`. Where
   * the value at rest is not known, as after one of Babylon's own groups has stopped, it is the current one. Default "rest".
   */
  readonly initialValues?: "rest" | "current";
}

/** A channel, clip or group that is not in the file. */
export interface SkippedAnimation {
  /** The animation group of the animation; null for an animation in none. */
  readonly group: AnimationGroup | null;
  /** The target of the channel; null for a whole group or clip. */
  readonly target: unknown;
  /** Why, in plain words. */
  readonly reason: string;
}

/** The result of an export. */
export interface AnimationsExportedEvent {
  readonly scene: Scene;
  /** The number of clips in the file. */
  readonly clips: number;
  /** The number of animation channels in the file. */
  readonly channels: number;
  /** Everything that is animated in the scene, but not in the file. */
  readonly leftOut: readonly SkippedAnimation[];
}
