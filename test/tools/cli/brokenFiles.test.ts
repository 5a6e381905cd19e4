/** Files with invalid JSON values: every command ends with one of its exit codes, and writes a complete file or none. */
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { brokenModels, MODEL_OF_ALL, packModel } from "../../helpers/brokenModels.js";
import { runInMemory } from "./memory.js";

const COMMANDS = [
  ["inspect", "in.glb"],
  ["inspect", "in.glb", "--json"],
  ["validate", "in.glb"],
  ["diff", "in.glb", "good.glb"],
  ["diff", "in.glb", "good.glb", "--motion"],
  ["diff", "good.glb", "in.glb", "--motion"],
  ["set", "in.glb", "0", "--speed", "2", "--animations", "0"],
  ["set", "in.glb", "new", "--animations", "animation 0", "--dry-run"],
  ["remove", "in.glb", "0"],
  ["remove", "in.glb", "--all"],
  ["split", "in.glb", "--animation", "0", "a=0-1"],
  ["import", "in.glb", "--from", "interactivity"],
  ["copy", "in.glb", "good.glb"],
  ["copy", "good.glb", "in.glb", "--animations", "animation 0"],
  ["copy", "in.glb", "good.glb", "--clips"],
  ["copy", "good.glb", "in.glb", "--clips"],
  ["convert", "in.glb"],
  ["bake", "in.glb", "--clips", "0"],
];

it.each(COMMANDS)("%s %s %s reports every invalid value", async (...argv) => {
  const isEdit = !["inspect", "validate", "diff"].includes(argv[0]!) && !argv.includes("--dry-run");
  await fc.assert(
    fc.asyncProperty(brokenModels, async (text) => {
      const files = { "in.glb": packModel(text), "good.glb": packModel(MODEL_OF_ALL) };
      const result = await runInMemory([...argv, ...(isEdit ? ["-o", "out.glb"] : [])], { files });
      expect(result.stderr + result.stdout).not.toContain("unexpected error");
      expect(result.files.has("out.glb")).toBe(isEdit && result.code === 0);
    }),
    { seed: 1, numRuns: 100 },
  );
});
