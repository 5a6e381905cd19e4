/** Clips are animation groups: what applications do with groups has the same results with clips. */
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { compareWithPlain } from "./compare.js";
import { FEATURES } from "./features.js";

/** What differs on purpose for clips and compiled groups alike. */
const OF_ALL = [
  "framePerSecond set while it plays",
  "goToFrame while it is paused, then reset",
  "speedRatio, then a frame of 0 ms",
  "addTargetedAnimation while it plays, then frames",
  "removeTargetedAnimation while it plays",
  "removeAllFromScene while it plays",
  "getAllAnimatablesByTarget",
];

compareWithPlain(FEATURES, {
  onPurpose: [
    "start(true, -1)",
    "start(false, -2)",
    "start(true, 1, to, from)",
    "weight 0",
    "goToFrame while it plays backwards",
    "speedRatio, then reset",
    "loopAnimation = false in a later pass",
    "from and to, then clone",
    "frame events",
    "syncAllAnimationsWith, then null",
    "normalize",
    "keys edited in place while it plays",
    ...OF_ALL,
  ],
  onPurposeOfGroups: ["start(true, -1)", "start(false, -2)", "weight 0", "normalize", "keys edited in place while it plays", ...OF_ALL],
  // in Babylon.js 9.0
  absent: "isVirtualFrameReached" in AnimationGroup.prototype ? [] : ["isVirtualFrameReached, isValidVirtualStopFrame"],
});
