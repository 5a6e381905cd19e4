/** Files with invalid JSON values: every tool reports them with their place, and none has an unexpected error. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { AssetError, GltfFile } from "../../src/tools.js";
import { toolsWith } from "../helpers/allTools.js";
import { brokenModels, MODEL_OF_ALL, packModel } from "../helpers/brokenModels.js";

describe.each(Object.entries(toolsWith(packModel(MODEL_OF_ALL))))("%s", (_, run) => {
  it("has no unexpected errors", () => {
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
