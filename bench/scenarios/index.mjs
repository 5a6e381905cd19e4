/** All scenarios, in the order of running. */
import { starts, ticking } from "./clips.mjs";
import { crowds, mixes } from "./crowd.mjs";
import { loads } from "./load.mjs";
import { garbages, heaps } from "./memory.mjs";
import { nodes } from "./nodes.mjs";
import { morphs, pointers } from "./properties.mjs";
import { baking, crowdBesideInstances, moving, wholeFrames } from "./wholeFrames.mjs";

export const scenarios = [
  ...[...wholeFrames, crowdBesideInstances, moving, baking, ...nodes, ...crowds, ...mixes, morphs, pointers],
  ...[ticking, ...starts, ...loads, ...heaps, ...garbages],
];
