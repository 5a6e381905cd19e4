import { isEqual, type GltfFile } from "../../file/index.js";
import { findChanges } from "../../tools/jsonChanges.js";
import { describeChanges } from "../changes.js";
import type { CliCommand } from "../command.js";
import { PIPE, readModel, UsageError } from "../model.js";
import { painter, writeLines } from "../text.js";

/** `diff <a> <b>` */
export const diff: CliCommand<[string, string], { json?: boolean }> = {
  usage: "diff <a> <b>",
  description: "Compare the JSON of two files, and the values of their accessors; exit with 1 where they differ",
  example: "diff robot.glb robot-with-clips.glb",
  define: (command) => command.option("--json", "print JSON"),
  run: async (io, [a, b], { json }) => {
    if (a === PIPE && b === PIPE) {
      throw new UsageError("-: must not be both files");
    }
    const [before, after] = [(await readModel(io, a)).file, (await readModel(io, b)).file];
    const changes = findChanges(before.json, after.json);
    const accessors = changedAccessors(before, after);
    if (json) {
      io.stdout.write(`${JSON.stringify({ changes, accessors }, null, 2)}\n`);
    } else {
      const paint = painter(io, io.stdout);
      const data = accessors.map((pointer) => paint("yellow", `~ ${pointer}: has other values`));
      writeLines(io.stdout, [...describeChanges(changes, paint), ...data]);
    }
    return changes.length + accessors.length > 0 ? 1 : 0;
  },
};

/** Accessors that are stated in the same way, and have other values. */
function changedAccessors(before: GltfFile, after: GltfFile): readonly string[] {
  const [a, b] = [before.json.accessors ?? [], after.json.accessors ?? []];
  return a.slice(0, b.length).flatMap((accessor, i) => {
    const isChanged = isEqual(accessor, b[i]) && !isEqual(valuesOf(before, i), valuesOf(after, i));
    return isChanged ? [`/accessors/${i}`] : [];
  });
}

/** Null where they cannot be read. */
function valuesOf(file: GltfFile, accessor: number): readonly number[] | null {
  try {
    return Array.from(file.readComponents(accessor));
  } catch {
    return null;
  }
}
