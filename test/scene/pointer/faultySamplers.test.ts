/** Samplers, accessors and channels that are wrong cost the channels that use them, not the file, and leave no rejection behind. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import "../../../src/index.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { addTimes, createAsset, pointerTarget } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, importAsset } from "../../helpers/scene.js";

afterEach(disposeScenes);

const unhandled: unknown[] = [];
const listen = (reason: unknown): void => void unhandled.push(reason);
beforeAll(() => void process.on("unhandledRejection", listen));
afterAll(() => void process.off("unhandledRejection", listen));

async function expectNoneUnhandled(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(unhandled.splice(0)).toEqual([]);
}

/** Three nodes: the first is animated by glTF's own channels, the second by pointer, the third by a channel to be broken. */
function createThree(): Asset {
  return createAsset((add) => {
    const addSampler = (): Json => ({ input: addTimes(add, [0, 1]), output: add("VEC3", [0, 0, 0, 1, 1, 1]) });
    return {
      extensionsUsed: ["KHR_animation_pointer"],
      nodes: [{ name: "core" }, { name: "pointer" }, { name: "wrong" }],
      animations: [
        {
          samplers: [addSampler(), addSampler()],
          channels: [
            { sampler: 0, target: { node: 0, path: "translation" } },
            { sampler: 0, target: pointerTarget("/nodes/1/translation") },
            { sampler: 1, target: pointerTarget("/nodes/2/translation") },
          ],
        },
      ],
    };
  });
}

const animation = (json: Json): Json => json["animations"][0] as Json;
const accessor = (index: number, more: Json) => (json: Json) => Object.assign(json["accessors"][index] as Json, more);

const CHANNEL = "/animations/0/channels/2";
const UNLOADABLE = `${CHANNEL}/sampler: ${ruleOf("loadableSampler")} (got `;

const FAULTS: readonly (readonly [comment: string, spoil: (json: Json) => void, warning: string])[] = [
  ["an object for the index of a sampler", (json) => (animation(json)["channels"][2].sampler = { toString: 1 }), `${CHANNEL}/sampler: ${ruleOf("indexOfSampler")}`], // oxfmt-ignore
  ["an output beyond its buffer view", accessor(3, { byteOffset: 1000 }), UNLOADABLE],
  ["an output without such a buffer view", accessor(3, { bufferView: 99 }), UNLOADABLE],
  ["times without such a buffer view", accessor(2, { bufferView: 99 }), UNLOADABLE],
  ["an output of an unknown component type", accessor(3, { componentType: 1 }), UNLOADABLE],
  ["times of an unknown component type", accessor(2, { componentType: 1 }), UNLOADABLE],
  ["times that are rejected and an output that throws", (json) => (accessor(2, { byteOffset: 1000 })(json), accessor(3, { bufferView: 99 })(json)), UNLOADABLE], // oxfmt-ignore
  ["null", (json) => (animation(json)["channels"][2] = null), `${CHANNEL}: ${ruleOf("object", "null")}`],
  ["a number", (json) => (animation(json)["channels"][2] = 5), `${CHANNEL}: ${ruleOf("object", 5)}`],
  ["an array", (json) => (animation(json)["channels"][2] = []), `${CHANNEL}: ${ruleOf("object", "[]")}`],
];

describe("a channel with", () => {
  it.each(FAULTS)("%s costs itself", async (_, spoil, warning) => {
    const asset = createThree();
    spoil(asset.json);
    const scene = createScene();
    const { result, warnings } = await collectWarnings(() => importAsset(asset, scene));
    expect(warnings).toEqual([expect.stringContaining(warning)]);
    const group = result.animationGroups[0]!;
    group.start();
    group.goToFrame(30);
    const x = (name: string): number => (scene.getNodeByName(name) as TransformNode).position.x;
    expect([x("core"), x("pointer"), x("wrong")]).toEqual([0.5, 0.5, 0]);
    await expectNoneUnhandled();
  });

  it.each(FAULTS)("%s costs the file where the extension is required", async (_, spoil, warning) => {
    const asset = createThree();
    spoil(asset.json);
    asset.json["extensionsRequired"] = ["KHR_animation_pointer"];
    await expect(importAsset(asset, createScene())).rejects.toThrow(warning);
    await expectNoneUnhandled();
  });
});

it.each([[{}], ["abc"], [5], [null]])("channels that are no array cost the animation: %j", async (channels) => {
  const asset = createThree();
  animation(asset.json)["channels"] = channels;
  const { result, warnings } = await collectWarnings(() => importAsset(asset, createScene()));
  expect(warnings).toEqual([expect.stringContaining(`/animations/0/channels: ${ruleOf("array")} (got `)]);
  expect(result.animationGroups.flatMap(({ targetedAnimations }) => targetedAnimations)).toEqual([]);
});

it("samplers that are missing cost the channels by pointer", async () => {
  const asset = createThree();
  delete animation(asset.json)["samplers"];
  (animation(asset.json)["channels"] as Json[]).shift();
  const { warnings } = await collectWarnings(() => importAsset(asset, createScene()));
  expect(warnings).toEqual(
    [1, 2].map((_, i) => expect.stringContaining(`/animations/0/channels/${i}/sampler: ${ruleOf("indexOfSampler")}`)),
  );
});

it("leaves no rejection unhandled where a required pointer fails and a channel of glTF itself throws", async () => {
  const asset = createThree();
  accessor(3, { byteOffset: 1000 })(asset.json);
  asset.json["extensionsRequired"] = ["KHR_animation_pointer"];
  (animation(asset.json)["channels"] as Json[]).push({ sampler: 0, target: { node: 99, path: "translation" } });
  await expect(importAsset(asset, createScene())).rejects.toThrow();
  await expectNoneUnhandled();
});
