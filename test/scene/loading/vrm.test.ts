/** What the loader says of bones and expressions of a VRM that name what the file does not have. */
import { afterEach, expect, it } from "@jest/globals";
import { RegisterVRM, UnregisterVRM } from "../../../src/index.js";
import { createFaces } from "../../helpers/expressions.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, importAsset } from "../../helpers/scene.js";

afterEach(() => {
  UnregisterVRM();
  disposeScenes();
});

it("logs each with its JSON pointer, once; the rest counts", async () => {
  RegisterVRM();
  const morphTargetBinds = [
    { node: 0, index: 0, weight: 1 },
    { node: 0, index: 7, weight: 1 },
  ];
  const asset = createFaces(
    { head: ["smile"] },
    {
      extensionsUsed: ["VRMC_vrm"],
      extensions: {
        VRMC_vrm: {
          specVersion: "1.0",
          humanoid: { humanBones: { head: { node: 0 }, hips: { node: 9 } } },
          expressions: { preset: { happy: { morphTargetBinds } } },
        },
      },
    },
  );
  const { warnings } = await collectWarnings(() => importAsset(asset, createScene()));
  expect(warnings).toEqual([
    `/extensions/VRMC_vrm/humanoid/humanBones/hips/node: ${ruleOf("indexOfItems", 1, "nodes", 9)}; the bone is left out`,
    `/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/1/index: ${ruleOf("indexAmong", 1, "morph targets of node 0", 7)}; the bind is left out`,
  ]);
});
