/** All scenarios, in the order of running. */
import { starts, ticking } from "./clips.mjs";
import { crowds, features, mixes } from "./crowd.mjs";
import { loads } from "./load.mjs";
import { libraries } from "./library.mjs";
import { garbages, heaps } from "./memory.mjs";
import { nodes } from "./nodes.mjs";
import { morphs, pointers } from "./properties.mjs";
import { updates } from "./updates.mjs";
import { baking, crowdBesideInstances, instances, moving, wholeFrames } from "./wholeFrames.mjs";

export const scenarios = [
  ...[
    ...instances,
    ...wholeFrames,
    crowdBesideInstances,
    moving,
    baking,
    ...nodes,
    ...crowds,
    ...mixes,
    ...features,
    ...updates,
    morphs,
    pointers,
  ],
  ...[ticking, ...starts, ...loads, ...libraries, ...heaps, ...garbages],
];
