import { describe, expect, it } from "@jest/globals";
import { isForModel } from "../../playground/page/moves/moves.js";

interface Made {
  readonly nodes: readonly string[];
  readonly morphs?: readonly string[];
  /** The animated nodes; of weights, if the node has the mesh. */
  readonly animated?: readonly number[];
}

/** The first node has the mesh. */
const fileOf = ({ nodes, morphs, animated = [] }: Made): Record<string, unknown> => ({
  nodes: nodes.map((name, i) => ({ name, ...(i === 0 && morphs && { mesh: 0 }) })),
  ...(morphs && { meshes: [{ primitives: [], extras: { targetNames: morphs } }] }),
  animations: [
    { channels: animated.map((node) => ({ target: { node, path: morphs && node === 0 ? "weights" : "rotation" } })), samplers: [] },
  ],
});

const HERO = fileOf({ nodes: ["Face", "mixamorig:Hips", "mixamorig:Spine"], morphs: ["mesh.jawOpen", "mesh.smile", "x"] });

describe("moves of another file", () => {
  it.each([
    { comment: "the same joints", moves: { nodes: ["mixamorig:Hips", "b"], animated: [0] }, isFor: true },
    { comment: "joints that three.js named", moves: { nodes: ["mixamorigHips", "mixamorigSpine"], animated: [0, 1] }, isFor: true },
    { comment: "other joints", moves: { nodes: ["mixamorigHips", "a", "b", "c"], animated: [0, 1, 2, 3] }, isFor: false },
    { comment: "a face on another node", moves: { nodes: ["head"], morphs: ["smile", "jawOpen", "blink"], animated: [0] }, isFor: true },
    { comment: "another face", moves: { nodes: ["Face"], morphs: ["a", "b"], animated: [0] }, isFor: false },
    { comment: "no names", moves: { nodes: [], animated: [3] }, isFor: false },
  ])("are asked about by names: $comment", ({ moves, isFor }) => {
    expect(isForModel(fileOf(moves) as never, HERO as never)).toBe(isFor);
  });
});
