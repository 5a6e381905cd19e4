/** Nodes with animated translation, rotation and scale, with growing numbers of keys. */
import { ON_ANIMATABLES } from "../contenders/contender.mjs";
import { createAssembly, createNodes } from "../models.mjs";
import { CROWDS, frames } from "./scenario.mjs";

export const nodes = [
  row("nodes", { nodes: 600, keys: 100 }),
  row("nodes-own-times", { nodes: 600, keys: 100, ownTimes: true }),
  row("keys-10", { nodes: 600, keys: 10 }),
  row("keys-1000", { nodes: 600, keys: 1000 }),
  row("keys-10000", { nodes: 60, keys: 10000 }), // Babylon creates an object for each key
  assembly("assembly-2000", 2000),
  assembly("assembly-10000", 10000),
];

/** @param {string} name @param {number} parts */
function assembly(name, parts) {
  return frames({
    name,
    title: `${parts.toLocaleString("en")} nodes with an animation each, 3 keys`,
    model: () => createAssembly({ parts, keys: 3 }),
    actions: Array.from({ length: parts }, (_, animation) => ({ animation })),
    crowds: Object.fromEntries(Object.entries(CROWDS).filter(([contender]) => contender !== ON_ANIMATABLES)),
  });
}

/** @param {string} name @param {Parameters<typeof createNodes>[0]} options */
function row(name, options) {
  const { nodes, keys, ownTimes = false } = options;
  const title = `${nodes} nodes, ${keys.toLocaleString("en")} keys each${ownTimes ? ", at times of their own" : ""}`;
  return frames({ name, title, model: () => createNodes(options) });
}
