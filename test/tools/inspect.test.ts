import { describe, expect, it } from "@jest/globals";
import { GltfFile, InspectAnimations, ValidateAnimations } from "../../src/tools.js";
import { packGlb } from "../../scripts/glb.mjs";
import { itWithAssets, readAsset } from "../helpers/assets.js";
import type { Asset, Json } from "../helpers/gltfPose.js";
import { createModel } from "../helpers/gltfAsset.js";
import { ruleOf } from "../helpers/rules.js";
import { withClips } from "../helpers/scene.js";
import { sentencesOf } from "../helpers/findings.js";

const fileOf = ({ json, bin }: Asset): GltfFile => GltfFile.parse(new Uint8Array(packGlb(json, bin)));

const MODEL = createModel(1, [
  [
    { node: 0, path: "translation", times: [0.5, 1, 3], values: [0, 0, 0, 1, 0, 0, 5, 0, 0] },
    { node: 0, path: "scale", times: [0, 1], values: [1, 1, 1, 2, 2, 2], interpolation: "STEP" },
  ],
]);

describe("InspectAnimations", () => {
  it("lists animations with their channels, and clips", () => {
    const asset = withClips(MODEL, [{ name: "a", animations: [0], end: 1 }], [{ animation: 0 }]);
    for (const each of [fileOf(asset), asset.json as GltfFile["json"]]) {
      const { animations, clips, errors } = InspectAnimations(each);
      expect(animations).toEqual([
        {
          index: 0,
          name: "animation 0",
          range: [0, 3],
          keysPerSecond: 1,
          channels: [
            {
              pointer: "/animations/0/channels/0",
              pointers: ["/nodes/0/translation"],
              babylonProperty: ["node: position"],
              usesPointer: false,
              interpolation: "LINEAR",
              keys: 3,
              range: [0.5, 3],
            },
            {
              pointer: "/animations/0/channels/1",
              pointers: ["/nodes/0/scale"],
              babylonProperty: ["node: scaling"],
              usesPointer: false,
              interpolation: "STEP",
              keys: 2,
              range: [0, 1],
            },
          ],
          events: [],
        },
      ]);
      expect(clips.map(({ pointer, name, settings }) => [pointer, name, settings.end])).toEqual([
        ["/extensions/KHR_animation_clip/clips/0", "a", 1],
        ["/extensions/KHR_animation_controller/controllers/0", undefined, Infinity],
      ]);
      expect(errors).toEqual([]);
    }
  });

  it("lists the times that accessors state where the data is compressed, or a resource is missing", () => {
    const { json } = structuredClone(MODEL);
    const expected = InspectAnimations(json).animations;
    expect(expected[0]!.range).toEqual([0, 3]);
    const [buffer] = json["buffers"] as Json[];
    const compressed = { byteLength: buffer!["byteLength"] as number, extensions: { EXT_meshopt_compression: { fallback: true } } };
    for (const instead of [compressed, { ...buffer, uri: "missing.bin" }]) {
      const file = GltfFile.parse(new TextEncoder().encode(JSON.stringify({ ...json, buffers: [instead] })));
      expect(InspectAnimations(file).animations).toEqual(expected);
    }
  });

  it("lists pointers of all extensions, and errors", () => {
    const asset = structuredClone(MODEL);
    const [animation] = asset.json["animations"] as Json[];
    animation!["channels"][0].target = { extensions: { KHR_animation2: { path: "/nodes/0/matrix" } }, path: "scale" };
    animation!["channels"][1].target = { path: "pointer", extensions: { KHR_animation_pointer: {} } };
    animation!["extensions"] = { EXT_property_animation: { channels: [{ sampler: 1, target: "/nodes/0/scale" }] } };
    const { animations, errors } = InspectAnimations(fileOf(asset));
    expect(animations[0]!.channels.map(({ pointers, usesPointer }) => [pointers, usesPointer])).toEqual([
      [["/nodes/0/scale"], true],
      [["/nodes/0/matrix"], true],
    ]);
    expect(sentencesOf(errors, "CHANNEL_UNREADABLE")).toEqual([
      `/animations/0/channels/1/target/extensions/KHR_animation_pointer/pointer: ${ruleOf("string", "undefined")}`,
    ]);
  });

  it("has no times where keys are missing, or where JSON states only one bound", () => {
    const asset = structuredClone(MODEL);
    const [input, other] = (asset.json["animations"][0].samplers as Json[]).map((sampler) => sampler["input"] as number);
    asset.json["accessors"][input!].count = 0;
    delete asset.json["accessors"][other!].min;
    expect(InspectAnimations(fileOf(asset)).animations).toMatchObject([{ range: [0, 1], channels: [{ range: null }, { range: [0, 1] }] }]);
    delete asset.json["accessors"][input!].max;
    expect(InspectAnimations(asset.json as GltfFile["json"]).animations).toMatchObject([
      { range: null, channels: [{ range: null }, { range: null }] },
    ]);
  });

  it("lists no pointers of a channel without a target, and default interpolation", () => {
    const asset = structuredClone(MODEL);
    const [animation] = asset.json["animations"] as Json[];
    animation!["channels"][0].target = { path: "translation" };
    delete animation!["samplers"][0].interpolation;
    const { animations, errors } = InspectAnimations(fileOf(asset));
    expect(errors).toEqual([]);
    expect(animations[0]!.channels[0]).toMatchObject({ pointers: [], babylonProperty: [], usesPointer: false, interpolation: "LINEAR" });
  });

  it("names the Babylon equivalent of pointers, or why there is none", () => {
    const asset = structuredClone(MODEL);
    const [animation] = asset.json["animations"] as Json[];
    const targetOf = (pointer: string): Json => ({ path: "pointer", extensions: { KHR_animation_pointer: { pointer } } });
    asset.json["materials"] = [{ extensions: { ADOBE_materials_clearcoat_tint: {} }, extras: { glow: 1 } }];
    const pointers = [
      "/materials/0/alphaCutoff",
      "/materials/0/extras/glow",
      "/materials/0/extensions/ADOBE_materials_clearcoat_tint/clearcoatTintFactor",
      "/nodes/0/mesh",
    ];
    animation!["channels"] = pointers.map((pointer) => ({ sampler: 0, target: targetOf(pointer) }));
    const { animations } = InspectAnimations(fileOf(asset));
    expect(animations[0]!.channels.flatMap(({ babylonProperty }) => babylonProperty)).toEqual([
      "material: alphaCutOff",
      "metadata.gltf.extras",
      "nowhere: Babylon does not load the ADOBE_materials extensions",
      `nowhere: ${ruleOf("animatable", "/nodes/0/mesh", "that is a glTF id")}`,
    ]);
  });

  it("reads the keys of each accessor once, however many channels and animations use them", () => {
    const asset = structuredClone(MODEL);
    const [animation] = asset.json["animations"] as Json[];
    asset.json["animations"] = Array.from({ length: 50 }, () => animation);
    const file = fileOf(
      withClips(
        asset,
        Array.from({ length: 50 }, (_, i) => ({ animations: [i], end: 1 })),
      ),
    );
    const read: number[] = [];
    const readAccessor = file.readAccessor.bind(file);
    file.readAccessor = (index) => {
      read.push(index);
      return readAccessor(index);
    };
    for (const run of [InspectAnimations, ValidateAnimations]) {
      run(file);
      expect(read.splice(0).sort((a, b) => a - b)).toEqual((animation!["samplers"] as Json[]).map(({ input }) => input as number));
    }
  });

  itWithAssets("returns plain data, for real files, too", () => {
    const inspection = InspectAnimations(fileOf(readAsset("pointer-AnimateAllTheThings-blender24.glb")));
    expect(JSON.parse(JSON.stringify(inspection))).toEqual(inspection);
    expect(inspection.errors).toEqual([]);
    expect(inspection.animations[0]!.channels.length).toBe(70);
    expect(inspection.animations[0]!.channels.filter(({ usesPointer }) => usesPointer).length).toBeGreaterThan(30);
  });
});
