import { describe, expect, it } from "@jest/globals";
import { componentNames, listChannels, matches, type LoadedAnimation } from "../../playground/page/channels/channelList.js";
import { destinationOf, splitPointer } from "../../playground/page/checks/pointers.js";
import { InspectAnimations, type GltfJson } from "../../src/tools.js";
import type { Json } from "../helpers/gltfPose.js";

const sampler = { input: 0, output: 1 };
const pointed = (pointer: string): Json => ({ path: "pointer", extensions: { KHR_animation_pointer: { pointer } } });

const JSON_OF_FILE: Json = {
  asset: { version: "2.0" },
  extensionsUsed: ["KHR_animation_pointer"],
  nodes: [{ name: "body", children: [1] }, { children: [2] }, { name: "Head", mesh: 0 }],
  meshes: [{ primitives: [{ attributes: {}, targets: [{}, {}] }], extras: { targetNames: ["smile"] } }],
  materials: [{ name: "Glass", extensions: { KHR_materials_transmission: {} } }, {}],
  accessors: [
    { count: 3, min: [0], max: [2], type: "SCALAR", componentType: 5126 },
    { count: 3, type: "VEC4", componentType: 5126 },
  ],
  animations: [
    {
      name: "idle",
      samplers: [sampler],
      channels: [
        { sampler: 0, target: { node: 2, path: "rotation" } },
        { sampler: 0, target: { node: 2, path: "weights" } },
        { sampler: 0, target: pointed("/materials/0/extensions/KHR_materials_transmission/transmissionFactor") },
        { sampler: 0, target: pointed("/materials/1/pbrMetallicRoughness/baseColorFactor") },
        { sampler: 0, target: pointed("/materials/7/alphaCutoff") },
        { sampler: 0, target: {} },
      ],
    },
  ],
};

const LOADED: readonly LoadedAnimation[] = [
  { name: "idle_channel0_0", pointer: "/nodes/2/rotation" },
  { name: "idle_channel1_0_0", pointer: null },
  { name: "idle_channel1_1_0", pointer: null },
  { name: "idle_channel1_2_1", pointer: null },
  {
    name: "idle /materials/0/extensions/KHR_materials_transmission/transmissionFactor",
    pointer: "/materials/0/extensions/KHR_materials_transmission/transmissionFactor",
  },
];

function list(json: Json = JSON_OF_FILE, loaded = LOADED, reasons: Readonly<Record<string, string>> = {}): ReturnType<typeof listChannels> {
  return listChannels(json, InspectAnimations(json as GltfJson), [0], loaded, new Map(Object.entries(reasons)));
}

describe("the list of channels", () => {
  it("names nodes, morph targets and objects, in the order of the file", () => {
    expect(list().map(({ title, path }) => [title, path])).toEqual([
      ["Head · rotation", "body / node 1 / Head · rotation"],
      ["Head · smile", "body / node 1 / Head · smile"],
      ["Head · weight 1", "body / node 1 / Head · weight 1"],
      ["Glass · transmissionFactor", "/materials/0/extensions/KHR_materials_transmission/transmissionFactor"],
      ["material 1 · baseColorFactor", "/materials/1/pbrMetallicRoughness/baseColorFactor"],
      ["material 7 · alphaCutoff", "/materials/7/alphaCutoff"],
      ["/animations/0/channels/5", "/animations/0/channels/5"],
    ]);
  });

  it("has what was loaded: the same weights for each primitive", () => {
    expect(list().map(({ loaded }) => loaded.length)).toEqual([1, 2, 1, 1, 0, 0, 0]);
  });

  it("leaves out the channel that the loader does, if two animate one property", () => {
    const pointer = "/materials/0/extensions/KHR_materials_transmission/transmissionFactor";
    const channels = [0, 1].map(() => ({ sampler: 0, target: pointed(pointer) }));
    const json = { ...JSON_OF_FILE, animations: [{ name: "idle", samplers: [sampler], channels }] };
    const reason = "another channel of this animation already animates this property";
    for (const leftOut of [0, 1]) {
      const pointer = `/animations/0/channels/${leftOut}/target/extensions/KHR_animation_pointer/pointer`;
      const listed = list(json, LOADED.slice(-1), { [pointer]: reason });
      expect(listed.map((channel) => [channel.loaded.length, channel.reason])).toEqual(
        leftOut === 0
          ? [
              [0, reason],
              [1, null],
            ]
          : [
              [1, null],
              [0, reason],
            ],
      );
    }
  });

  it("says why a channel is left out: as the loader did, or else by its pointer", () => {
    const reasons = { "/animations/0/channels/3/target/extensions/KHR_animation_pointer/pointer": "must be what it is not" };
    const leftOut = list(JSON_OF_FILE, LOADED, reasons).map(({ reason }) => reason);
    expect(leftOut.slice(0, 4)).toEqual([null, null, null, null]);
    expect(leftOut[4]).toBe("must be what it is not");
    expect(leftOut[5]).toContain("there is no /materials/7");
    expect(leftOut[6]).toBe("what it animates is not loaded");
  });

  it("says the first reason of several, and none of another channel", () => {
    const pointer = "/animations/0/channels/3";
    const reasons = {
      [`${pointer}0`]: "of another channel",
      [`${pointer}/target/path`]: "worst",
      [pointer]: "worse",
      [`${pointer}/sampler`]: "bad",
    };
    expect(list(JSON_OF_FILE, LOADED, reasons).map(({ reason }) => reason)[4]).toBe("worst");
  });

  it("says so where the extension of a pointer is not listed", () => {
    const [, , , glass] = list({ ...JSON_OF_FILE, extensionsUsed: [] }, []);
    expect(list({ ...JSON_OF_FILE, extensionsUsed: [] }, []).find(({ title }) => title.startsWith("Glass"))!.reason).toBe(
      "KHR_animation_pointer is not listed in extensionsUsed",
    );
    expect(glass).toBeDefined();
  });

  it("has channels that cannot be read, too", () => {
    const json = structuredClone(JSON_OF_FILE);
    json["animations"][0].channels[1].target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer: 5 } } };
    const unreadable = list(json, []).find(({ pointer }) => pointer === "/animations/0/channels/1");
    expect(unreadable).toMatchObject({ loaded: [], reason: expect.stringContaining("got 5") });
  });
});

describe("the filter of channels", () => {
  it.each([
    ["head rotation", true],
    ["rotation HEAD", true],
    ["rot hea", true],
    ["head translation", false],
  ])("%s", (filter, found) => {
    expect(matches("body / Head · rotation", filter)).toBe(found);
  });
});

describe("the components of a property", () => {
  it.each([
    ["/nodes/0/rotation", 4, ["x", "y", "z", "w"]],
    ["/materials/0/pbrMetallicRoughness/baseColorFactor", 4, ["r", "g", "b", "a"]],
    ["/materials/0/emissiveFactor", 3, ["r", "g", "b"]],
    ["/extensions/KHR_lights_punctual/lights/0/color", 3, ["r", "g", "b"]],
    ["/materials/0/alphaCutoff", 1, ["value"]],
    ["/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset", 2, ["x", "y"]],
    ["/nodes/0/matrix", 5, ["0", "1", "2", "3", "4"]],
  ])("of %s", (pointer, count, names) => {
    expect(componentNames(pointer, count)).toEqual(names);
  });
});

describe("a place in a file", () => {
  it.each([
    ["/animations/3/channels/12/target/path", { kind: "channel", animation: 3, pointer: "/animations/3/channels/12" }],
    [
      "/animations/1/extensions/EXT_property_animation/channels/0",
      { kind: "channel", animation: 1, pointer: "/animations/1/extensions/EXT_property_animation/channels/0" },
    ],
    ["/extensions/KHR_animation_clip/clips/2/end", { kind: "clip", pointer: "/extensions/KHR_animation_clip/clips/2" }],
    ["/extensions/KHR_animation_controller/controllers/0", { kind: "clip", pointer: "/extensions/KHR_animation_controller/controllers/0" }],
    ["/animations/4/samplers/0", { kind: "animation", animation: 4 }],
    ["/materials/0", null],
  ])("%s leads to what the page can show", (pointer, destination) => {
    expect(destinationOf(pointer)).toEqual(destination);
  });

  it("is split from its message", () => {
    expect(splitPointer("/nodes/3/mesh: must be there")).toEqual({ pointer: "/nodes/3/mesh", text: "must be there" });
    expect(splitPointer("no place: at all")).toEqual({ pointer: null, text: "no place: at all" });
  });
});
