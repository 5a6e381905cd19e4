/** Clips that animate skeletons and morph targets are like plain groups for the code that works on characters. */
import { CHARACTER_FEATURES } from "./characterFeatures.js";
import { compareWithPlain } from "./compare.js";
import { CHARACTER } from "./stage.js";

compareWithPlain(CHARACTER_FEATURES, { asset: CHARACTER });
