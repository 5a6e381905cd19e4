/** Sample graphs of Khronos, which `node scripts/fetch-interactivity.mjs` fetches. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import { GltfFile, ImportClips, ReadClips, WriteClips } from "../../src/tools.js";
import { errorsAmong } from "../helpers/findings.js";

const FOLDER = new URL("../../.cache/interactivity/", import.meta.url);
const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith(".glb")) : [];
if (names.length === 0) {
  process.stderr.write(`Skipped: sample graphs of Khronos, for lack of ${fileURLToPath(FOLDER)}\n`);
}
const itWithSamples = names.length > 0 ? it : it.skip; // a clone may lack the files: they are others', and no part of the project

describe("ImportClips of KHR_interactivity, sample graphs", () => {
  itWithSamples("gives clips, and warns of nodes that no clip can play", () => {
    for (const name of names) {
      const file = GltfFile.parse(readFileSync(new URL(name, FOLDER)));
      const { clips, findings } = ImportClips(file, "interactivity");
      expect([name, clips.length > 0]).toEqual([name, true]);
      expect(findings.filter(({ message }) => !/^must be (constants to become a clip|times that a clip of)/.test(message))).toEqual([]);
      WriteClips(file.json, clips);
      expect(errorsAmong(ReadClips(file.json).findings)).toEqual([]);
    }
  });
});
