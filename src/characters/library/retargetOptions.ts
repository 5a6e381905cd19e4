/** How clips are retargeted to a skeleton that rests in the same pose: options of Babylon's `AnimatorAvatar`. Names are those of the library. */
export interface RetargetOptions {
  /**
   * The joint that moves the whole body, such as the hips. With `groundNode`, its way is scaled by the ratio of the heights of both
   * skeletons, in clips that animate its translation and `groundNode`. Default: the way keeps its length.
   */
  readonly rootNode?: string | undefined;
  /** A joint near the ground, such as a foot. Needs `rootNode`. */
  readonly groundNode?: string | undefined;
  /**
   * Whether `groundNode` keeps its height above the ground, or, with `"lowest"`, the lowest joint of each key. Needs both nodes. Default:
   * false
   */
  readonly keepGround?: boolean | "lowest" | undefined;
  /** The axis that points up. Default: that along which `rootNode` and `groundNode` are farthest apart. */
  readonly verticalAxis?: "X" | "Y" | "Z" | undefined;
  /** Whether a rotation at a right angle to the last one, as a quaternion, is replaced by it: an error of some exporters. Default: false */
  readonly fixRotations?: boolean | undefined;
}
