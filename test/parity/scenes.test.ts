/** Clips are like plain groups for loaders, exporters, tools and the idioms of applications. */
import { compareWithPlain } from "./compare.js";
import { SCENE_FEATURES } from "./sceneFeatures.js";

compareWithPlain(SCENE_FEATURES, {
  onPurpose: [
    "ImportAnimationsAsync, Sync, into a scene that rests",
    "speedRatio after the end",
    "another group starts in a loop event, and this one stops",
  ],
  onPurposeOfGroups: ["another group starts in a loop event, and this one stops"],
});
