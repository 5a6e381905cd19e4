/** Nodes with animated translation, rotation and scale, with growing numbers of keys. */
import { createNodes } from "../models.mjs";
import { frames } from "./scenario.mjs";

export const nodes = [
  row("nodes", { nodes: 600, keys: 100 }),
  row("nodes-own-times", { nodes: 600, keys: 100, ownTimes: true }),
  row("keys-10", { nodes: 600, keys: 10 }),
  row("keys-1000", { nodes: 600, keys: 1000 }),
  row("keys-10000", { nodes: 60, keys: 10000 }), // Babylon creates an object for each key
];

/** @param {string} name @param {Parameters<typeof createNodes>[0]} options */
function row(name, options) {
  const { nodes, keys, ownTimes = false } = options;
  const title = `${nodes} nodes, ${keys.toLocaleString("en")} keys each${ownTimes ? ", at times of their own" : ""}`;
  return frames({ name, title, model: () => createNodes(options) });
}
