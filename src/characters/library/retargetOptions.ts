import type { ClipCharacter } from "./clipCharacter.js";

/** How clips are retargeted. Names are those of the library; separators count only where names differ in nothing else. */
export interface RetargetOptions {
  /**
   * The joint that moves a body that is no humanoid. Needs `groundNode`. Default: the joints that no joint is above, whose ways are scaled by
   * the ratio of the sizes. A humanoid is always moved by its hips, whose way is scaled by the ratio of the legs.
   */
  readonly rootNode?: string | undefined;
  /**
   * A joint near the ground, such as a foot. Needs `rootNode`. The lowest foot of a humanoid then is as high as in the library at all times,
   * not only where it stands; the way of another body is scaled by the ratio of the heights of both nodes.
   */
  readonly groundNode?: string | undefined;
  /** The axis of these heights. Default: that along which `rootNode` and `groundNode` are farthest apart. */
  readonly verticalAxis?: "X" | "Y" | "Z" | undefined;
  /** Whether a rotation at a right angle to the last one, as a quaternion, is replaced by it: an error of some exporters. Default: false */
  readonly fixRotations?: boolean | undefined;
  /**
   * A character with the skeleton for which the clips were made, if the library's file has no skin: the pose in which that character was
   * made says what the keys mean. `renameNodes` may map the library's names to its names, too. Default: the character that gets the clips, if its skeleton is the same
   */
  readonly body?: ClipCharacter | undefined;
}
