/** Clips are animation groups: what applications do with groups has the same results with clips. */
import { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import { compareWithPlain } from "./compare.js";
import { FEATURES } from "./features.js";

compareWithPlain(FEATURES, {
  onPurpose: [
    "start(true, -1)",
    "start(false, -2)",
    "start(true, 1, to, from)",
    "weight 0",
    "frame events",
    "syncAllAnimationsWith, then null",
    "normalize",
    "keys edited in place while it plays",
  ],
  onPurposeOfGroups: ["start(true, -1)", "start(false, -2)", "weight 0", "normalize", "keys edited in place while it plays"],
  // in Babylon.js 9.0
  absent: "isVirtualFrameReached" in AnimationGroup.prototype ? [] : ["isVirtualFrameReached, isValidVirtualStopFrame"],
});
