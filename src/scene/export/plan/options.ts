import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { Scene } from "@babylonjs/core/scene.js";

/** Options of {@link RegisterAnimationExport}. */
export interface AnimationExportOptions {
  /**
   * Whether plain animation groups become clips that play from `from` to `to`, with `speedRatio` and `loopAnimation`. Animation groups that
   * are part of a clip do not become clips of their own. Default false.
   */
  readonly groupsAsClips?: boolean | undefined;
  /**
   * The values that the file states for animated properties: `"rest"`, the values before any animation, or `"current"`, the current values.
   * If the value at rest is unknown, for example after a plain animation group has stopped, the current value is written. Default "rest".
   */
  readonly initialValues?: "rest" | "current" | undefined;
}

/** A channel, clip or group that is not in the file. */
export interface SkippedAnimation {
  /** The animation group of the animation; null for an animation without a group. */
  readonly group: AnimationGroup | null;
  /** The target of the channel; null for a whole group or clip. */
  readonly target: unknown;
  /** The reason, in plain words. */
  readonly reason: string;
}

/** The result of an export. */
export interface AnimationsExportedEvent {
  readonly scene: Scene;
  /** The number of clips in the file. */
  readonly clips: number;
  /** The number of animation channels in the file. */
  readonly channels: number;
  /** The channels, clips and groups of the scene that are not in the file. */
  readonly leftOut: readonly SkippedAnimation[];
}
