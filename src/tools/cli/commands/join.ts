import { JoinParts } from "../../index.js";
import { collect } from "../command.js";
import { editCommand } from "../edit.js";
import { plural, sentenceOf } from "../text.js";

interface Options {
  readonly keep?: readonly string[];
  readonly verbose?: boolean;
}

/** `join <in>` */
export const join = editCommand<[], Options>({
  usage: "join <in>",
  description: "Join the meshes of characters with many parts, so that renderers draw fewer",
  example: "join robot.glb -o robot-joined.glb",
  define: (command) =>
    command
      .option("--keep <name>", "name of a node or mesh that stays as it is; can be repeated", collect)
      .option("--verbose", "say why meshes stay as they are"),
  edit: ({ file }, _, { keep, verbose = false }) => {
    const { before, after, nodes, findings } = JoinParts(file, { keep });
    const others = findings.length > 0 ? `, ${plural(findings.length, "other node")} left` : "";
    const done = nodes.length > 0 ? `${plural(before, "primitive")} joined to ${after}${others}` : null;
    const isSaid = verbose || done === null;
    const reason = findings.length > 0 ? "no mesh can be joined with another one" : "there are no meshes that may be joined";
    return { done, reason, warnings: isSaid ? findings.map((finding) => sentenceOf(finding)) : [] };
  },
});
