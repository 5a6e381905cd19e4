import { findChanges } from "../../index.js";
import { describeChanges } from "../changes.js";
import type { CliCommand } from "../command.js";
import { findDataChanges } from "../dataChanges.js";
import { PIPE, readModel, UsageError } from "../model.js";
import { painter, writeLines } from "../text.js";

/** `diff <a> <b>` */
export const diff: CliCommand<[string, string], { json?: boolean }> = {
  usage: "diff <a> <b>",
  description: "Compare the JSON and the data of two files; exit with 1 if they differ",
  example: "diff robot.glb robot-with-clips.glb",
  define: (command) => command.option("--json", "print JSON"),
  run: async (io, [a, b], { json }) => {
    if (a === PIPE && b === PIPE) {
      throw new UsageError("-: must not be used for both files");
    }
    const [before, after] = [(await readModel(io, a)).file, (await readModel(io, b)).file];
    const changes = findChanges(before.json, after.json);
    const data = findDataChanges(before, after);
    if (json) {
      io.stdout.write(`${JSON.stringify({ changes, data }, null, 2)}\n`);
    } else {
      const paint = painter(io, io.stdout);
      const lines = data.map((pointer) => paint("yellow", `~ ${pointer}: has other data`));
      writeLines(io.stdout, [...describeChanges(changes, paint), ...lines]);
    }
    return changes.length + data.length > 0 ? 1 : 0;
  },
};
