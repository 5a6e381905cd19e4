/** Changed JSON alone: reading clips, controllers, events and JSON pointers throws nothing, and changes nothing. */
import { planPointers } from "../../src/tools/convert/planPointers.js";
import { CLIP_FORMATS, ImportClips } from "../../src/tools/index.js";
import { DescribeFinding, ReadClips, ReadControllers, ReadEvents, type ClipReading } from "../../src/pure.js";
import type { GltfJson } from "../../src/gltf/file/index.js";
import { changedFiles, changedOf, describeFile, type ChangedFile } from "../files.js";
import { expect, expectMessages, expectPrototypesUntouched } from "../invariants.js";
import type { Target } from "../target.js";

function expectReading({ definitions, findings }: ClipReading, animations: unknown): void {
  expectMessages(findings.map(DescribeFinding));
  for (const { pointer, animations: indices, settings } of definitions) {
    const { start, end, offset } = settings;
    const isPlayable = start <= end && offset >= 0 && (offset <= end - start || start + offset <= end * (1 + 2 ** -49));
    expect(isPlayable, () => `${pointer} must have settings that can be played`);
    const count = (animations as readonly unknown[]).length;
    expect(
      indices.every((index) => index >= 0 && index < count),
      () => `${pointer} must name animations that exist`,
    );
  }
}

/** An attempt to change anything then throws. */
function deepFreeze(value: unknown): void {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
}

export const SCHEMA_TARGET: Target<ChangedFile> = {
  name: "schema",
  share: 3,
  cases: changedFiles,
  run: (given) => {
    const json = changedOf(given) as GltfJson;
    deepFreeze(json);
    expectReading(ReadClips(json), json.animations);
    expectReading(ReadControllers(json, { maxClips: 2 }), json.animations);
    expectMessages(CLIP_FORMATS.flatMap((format) => ImportClips(json, format, { sidecar: "", fps: 30 }).findings.map(DescribeFinding)));
    const events = ReadEvents(json);
    expectMessages(events.findings.map(DescribeFinding));
    events.definitions.forEach(({ pointer, event }) =>
      expect(Number.isFinite(event.time) && typeof event.name === "string", () => `${pointer} must have a time and a name`),
    );
    expectMessages(planPointers(json).findings.map(DescribeFinding));
    expectPrototypesUntouched();
  },
  describe: describeFile,
};
