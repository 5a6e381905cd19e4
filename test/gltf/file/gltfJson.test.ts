/** The JSON of an asset: arrays and objects must be where the specification has them, with the place of any that are not. */
import { expect, it } from "@jest/globals";
import { AssetError } from "../../../src/gltf/util/index.js";
import { itemOf, parseGltfJson } from "../../../src/gltf/file/gltfJson.js";
import { ruleOf } from "../../helpers/rules.js";

const ASSET = { version: "2.0" };

function parse(members: object): unknown {
  return parseGltfJson(JSON.stringify({ asset: ASSET, ...members }));
}

/** Arrays in each other, with a 0 inside. */
function nested(levels: number): unknown {
  return levels === 0 ? 0 : [nested(levels - 1)];
}

it.each([
  { members: { extensions: [] }, message: `/extensions: ${ruleOf("object", "[]")}` },
  { members: { extensionsUsed: {} }, message: `/extensionsUsed: ${ruleOf("array", "{}")}` },
  { members: { extensionsUsed: [1] }, message: `/extensionsUsed/0: ${ruleOf("string", 1)}` },
  { members: { extensionsRequired: ["a", null] }, message: `/extensionsRequired/1: ${ruleOf("string", "null")}` },
  { members: { accessors: 1 }, message: `/accessors: ${ruleOf("array", 1)}` },
  { members: { bufferViews: [{}, 5] }, message: `/bufferViews/1: ${ruleOf("object", 5)}` },
  { members: { nodes: [{ extensions: "x" }] }, message: `/nodes/0/extensions: ${ruleOf("object", '"x"')}` },
  { members: { animations: [null] }, message: `/animations/0: ${ruleOf("object", "null")}` },
  { members: { animations: [{ samplers: {} }] }, message: `/animations/0/samplers: ${ruleOf("array", "{}")}` },
  { members: { animations: [{ samplers: [[]] }] }, message: `/animations/0/samplers/0: ${ruleOf("object", "[]")}` },
  { members: { animations: [{}, { channels: [1] }] }, message: `/animations/1/channels/0: ${ruleOf("object", 1)}` },
  { members: { animations: [{ channels: [{ target: 1 }] }] }, message: `/animations/0/channels/0/target: ${ruleOf("object", 1)}` },
  {
    members: { animations: [{ channels: [{ target: { extensions: 1 } }] }] },
    message: `/animations/0/channels/0/target/extensions: ${ruleOf("object", 1)}`,
  },
  { members: { asset: [] }, message: `/asset: ${ruleOf("object", "[]")}` },
  { members: { asset: {} }, message: `/asset/version: ${ruleOf("version2", "undefined")}` },
  ...["2.1", "3.0", 2].map((minVersion) => ({
    members: { asset: { version: "2.1", minVersion } },
    message: `/asset/minVersion: ${ruleOf("minVersion2", JSON.stringify(minVersion))}`,
  })),
  { members: { asset: { version: 2 } }, message: `/asset/version: ${ruleOf("version2", 2)}` },
  { members: { a: nested(501) }, message: `/a/0/0: ${ruleOf("levelsNested", 500)}` },
])("$members is refused: $message", ({ members, message }) => {
  expect(() => parse(members)).toThrow(AssetError);
  expect(() => parse(members)).toThrow(new RegExp(`^${message.replaceAll(/[()[\]{}.]/g, "\\$&")}$`));
});

it.each([
  { comment: "empty arrays", members: { extensionsUsed: [], accessors: [], animations: [{ channels: [], samplers: [] }] } },
  { comment: "a channel without a target", members: { animations: [{ channels: [{}] }] } },
  { comment: "a later minor version", members: { asset: { version: "2.1" } } },
  { comment: "a nesting of 500 levels below the root", members: { a: nested(500) } },
])("is read: $comment", ({ members }) => {
  expect(parse(members)).toEqual({ asset: ASSET, ...members });
});

it.each([
  { index: -1, message: `/place: ${ruleOf("indexOfItems", 2, "nodes", -1)}` },
  { index: 2, message: `/place: ${ruleOf("indexOfItems", 2, "nodes", 2)}` },
  { index: 0.5, message: `/place: ${ruleOf("indexOfItems", 2, "nodes", 0.5)}` },
  { index: "1", message: `/place: ${ruleOf("indexOfItems", 2, "nodes", '"1"')}` },
  { index: undefined, message: `/place: ${ruleOf("indexOfItems", 2, "nodes", "undefined")}` },
])("an index that is not one is refused: $index", ({ index, message }) => {
  expect(() => itemOf({ nodes: [{}, {}] }, "nodes", index, "/place")).toThrow(message);
  expect(() => itemOf({}, "nodes", 0, "/place")).toThrow(`/place: ${ruleOf("indexOfItems", 0, "nodes", 0)}`);
});
