/** Files whose JSON is wrong somewhere: every tool says so, with the place, and none stumbles over it. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  AssetError,
  BakeClips,
  ConvertAnimations,
  GltfFile,
  ImportClips,
  InspectAnimations,
  TakeAnimations,
  ValidateAnimations,
  type ClipFormat,
} from "../../src/tools.js";
import { brokenModels, MODEL_OF_ALL, packModel } from "../helpers/brokenModels.js";

const FORMATS: readonly ClipFormat[] = ["verge3d", "unreal", "hubs", "vrmxt", "interactivity", "names"];

const TOOLS: Readonly<Record<string, (file: GltfFile) => readonly string[]>> = {
  ValidateAnimations: (file) => ValidateAnimations(file).map(({ message }) => message),
  InspectAnimations: (file) => InspectAnimations(file).errors,
  BakeClips: (file) => BakeClips(file).warnings,
  ConvertAnimations: (file) => ConvertAnimations(file).warnings,
  ImportClips: (file) => FORMATS.flatMap((format) => ImportClips(file, format).warnings),
  "TakeAnimations, from it": (file) => TakeAnimations(GltfFile.parse(packModel(MODEL_OF_ALL)), file).warnings,
  "TakeAnimations, into it": (file) => TakeAnimations(file, GltfFile.parse(packModel(MODEL_OF_ALL))).warnings,
};

describe.each(Object.entries(TOOLS))("%s", (_, run) => {
  it("stumbles over nothing", () => {
    fc.assert(
      fc.property(brokenModels, (text) => {
        try {
          const file = GltfFile.parse(packModel(text));
          expect(run(file).filter((message) => message.includes("unexpected error"))).toEqual([]);
          file.toFiles();
        } catch (error) {
          if (!(error instanceof AssetError) || error.name !== "AssetError") {
            throw error;
          }
        }
      }),
      { seed: 1, numRuns: 400 },
    );
  });
});
