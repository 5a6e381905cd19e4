/** Converted animations follow the specifications and show the same in Babylon. */
import { afterEach, describe, expect, it } from "@jest/globals";
import "../../src/index.js";
import { ReadClips, ReadControllers } from "../../src/pure.js";
import { ConvertAnimations, GltfFile, ValidateAnimations, type ConvertReport } from "../../src/tools.js";
import { packGlb, unpackGlb } from "../../scripts/glb.mjs";
import { loadScene, play, print } from "../helpers/animatedEqualsLoaded.js";
import { itWithAssets, readAsset } from "../helpers/assets.js";
import { readAccessor, type Asset, type Json } from "../helpers/gltfPose.js";
import { addTimes, addTriangle, createAsset as makeAsset, createPointed, type PointedChannel } from "../helpers/gltfAsset.js";
import { ruleOf } from "../helpers/rules.js";
import { disposeScenes, withClips } from "../helpers/scene.js";
import { describeScene } from "../helpers/sceneState.js";
import { sentencesOf } from "../helpers/findings.js";

afterEach(disposeScenes);

function convert({ json, bin }: Asset): { asset: Asset; report: ConvertReport } {
  const file = GltfFile.parse(new Uint8Array(packGlb(json, bin)));
  const report = ConvertAnimations(file);
  return { asset: unpackGlb(file.toFiles()["model.glb"]!), report };
}

const COLOR = "/materials/0/pbrMetallicRoughness/baseColorFactor";
const CHANNELS: readonly PointedChannel[] = [
  { pointer: COLOR, values: [[1, 0, 0, 1], [0, 1, 0, 1]] }, // oxfmt-ignore
  { pointer: "/nodes/1/translation", values: [[0, 0, 0], [1, 2, 3]] }, // oxfmt-ignore
  { pointer: "/materials/0/pbrMetallicRoughness/roughnessFactor", values: [[0.25], [0.75]], interpolation: "STEP" },
];

/** A triangle that moves and changes its color. `state` changes the form of the channels. */
function createAsset(state: (json: Json) => void): Asset {
  const asset = createPointed(
    (add) => ({
      scenes: [{ nodes: [0, 1] }],
      nodes: [{ name: "a" }, { name: "b", mesh: 0 }],
      meshes: [{ primitives: [{ attributes: addTriangle(add), material: 0 }] }],
      materials: [{ pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 1] } }],
    }),
    CHANNELS,
  );
  state(asset.json);
  return asset;
}

const channelsOf = (json: Json): Json[] => json["animations"][0].channels;
const asScalars = (json: Json): void => {
  for (const { output } of json["animations"][0].samplers as Json[]) {
    const accessor = json["accessors"][output];
    accessor.count *= { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }[accessor.type as "VEC3"];
    accessor.type = "SCALAR";
  }
};
const replaceTargets = (json: Json, target: (pointer: string) => Json): void => {
  channelsOf(json).forEach((channel, i) => (channel["target"] = target(CHANNELS[i]!.pointer)));
  json["extensionsUsed"] = ["KHR_animation2"];
};

const pointed = (pointer: string): Json => ({ path: "pointer", extensions: { KHR_animation_pointer: { pointer } } });
const CONVERTED = [pointed(COLOR), { node: 1, path: "translation" }, pointed(CHANNELS[2]!.pointer)];

const FORMS: readonly { readonly comment: string; readonly state: (json: Json) => void; readonly channels: number }[] = [
  { comment: "KHR_animation_pointer", state: () => {}, channels: 1 },
  {
    comment: "KHR_animation2, the pointer in its extension, values as SCALAR",
    state: (json) => {
      replaceTargets(json, (path) => ({ path: "rotation", extensions: { KHR_animation2: { path } } }));
      asScalars(json);
    },
    channels: 3,
  },
  {
    comment: "KHR_animation2, the pointer in the target's path",
    state: (json) => replaceTargets(json, (path) => ({ path, extensions: { KHR_animation2: {} } })),
    channels: 3,
  },
  { comment: "KHR_animation2, target.pointer", state: (json) => replaceTargets(json, (pointer) => ({ pointer })), channels: 3 },
  {
    comment: "KHR_animation2, one pointer for each component",
    state: (json) => {
      replaceTargets(json, (pointer) => ({ pointer }));
      channelsOf(json)
        .slice(0, 2)
        .forEach((channel, i) => {
          channel["targets"] = (i === 0 ? [0, 1, 2, 3] : [0, 1, 2]).map((component) => `${CHANNELS[i]!.pointer}/${component}`);
          channel["target"] = {};
        });
      asScalars(json);
    },
    channels: 3,
  },
  {
    comment: "EXT_property_animation",
    state: (json) => {
      const channels = CHANNELS.map(({ pointer }, sampler) => ({ sampler, target: pointer }));
      Object.assign(json["animations"][0], { channels: [], extensions: { EXT_property_animation: { channels } } });
      json["extensionsUsed"] = ["EXT_property_animation"];
      json["extensionsRequired"] = ["EXT_property_animation"];
    },
    channels: 3,
  },
];

describe.each(FORMS)("$comment", ({ state, channels }) => {
  it("becomes KHR_animation_pointer, and channels of core glTF", () => {
    const source = createAsset(state);
    const { asset, report } = convert(source);
    expect(report).toEqual({ channels, clips: 0, findings: [] });
    expect(channelsOf(asset.json).map(({ target }) => target as Json)).toEqual(CONVERTED);
    expect(asset.json["extensionsUsed"]).toEqual(["KHR_animation_pointer"]);
    expect(asset.json["extensionsRequired"]).toEqual(source.json["extensionsRequired"] && ["KHR_animation_pointer"]);
    const outputs = channelsOf(asset.json).map(({ sampler }) => asset.json["animations"][0].samplers[sampler].output as number);
    expect(outputs.map((output) => asset.json["accessors"][output].type)).toEqual(["VEC4", "VEC3", "SCALAR"]);
    expect(outputs.map((output) => readAccessor(asset, output))).toEqual(CHANNELS.map(({ values }) => values.flat().map(Math.fround)));
    expect(ValidateAnimations(asset.json as GltfFile["json"])).toEqual([]);
  });

  it("shows the same in Babylon", async () => {
    const source = createAsset(state);
    const player = await play(convert(source).asset, false);
    for (const time of [0, 0.3, 0.9]) {
      const { scene } = await loadScene(source, false);
      const [group] = scene.animationGroups;
      group!.start(false);
      group!.pause();
      group!.goToFrame(time * 60);
      scene.render();
      expect(print(await player.compareAsync(time, describeScene(scene)))).toEqual([]);
    }
  });

  it("does not change when it is converted again", () => {
    const { asset } = convert(createAsset(state));
    const again = convert(asset);
    expect(again.report).toEqual({ channels: 0, clips: 0, findings: [] });
    expect(again.asset).toEqual(asset);
  });
});

it("joins the components of a property with its default value", () => {
  const { asset, report } = convert(
    createAsset((json) => {
      replaceTargets(json, (pointer) => ({ pointer }));
      delete json["materials"][0].pbrMetallicRoughness;
      Object.assign(channelsOf(json)[0]!, { target: {}, targets: [0, 1, 2, 3].map((component) => `${COLOR}/${component}`) });
    }),
  );
  expect(report.findings).toEqual([]);
  expect(channelsOf(asset.json)[0]!["target"]).toEqual(pointed(COLOR));
});

it("converts only the first of two channels for the same property, with a warning", () => {
  const source = createAsset((json) => replaceTargets(json, (pointer) => ({ pointer })));
  const channels = channelsOf(source.json);
  channels.push({ ...channels[1]! });
  const { asset, report } = convert(source);
  expect(report).toEqual({
    channels: 3,
    clips: 0,
    findings: [
      {
        code: "NOT_CONVERTED",
        severity: 1,
        pointer: "/animations/0/channels/3/target/pointer",
        message: ruleOf("nameUnanimatedProperty", "/nodes/1/translation"),
      },
    ],
  });
  expect(channelsOf(asset.json)[3]).toEqual(channels[1]);
  expect(asset.json["extensionsUsed"]).toEqual(["KHR_animation2", "KHR_animation_pointer"]);
});

describe("samplers", () => {
  const [color, move] = CHANNELS;
  const pair = (pointers: readonly string[], samplers: readonly number[]): Asset =>
    createAsset((json) => {
      replaceTargets(json, () => ({}));
      const channels = pointers.map((pointer, i) => ({ sampler: samplers[i], target: { pointer } }));
      Object.assign(json["animations"][0], { channels });
      asScalars(json);
    });

  it("are replaced if no other channel uses them, so that none is left unused", () => {
    const source = pair([color!.pointer, move!.pointer], [0, 1]);
    const { asset } = convert(source);
    expect(asset.json["animations"][0].samplers.length).toBe(source.json["animations"][0].samplers.length);
    expect(channelsOf(asset.json).map(({ sampler }) => sampler as number)).toEqual([0, 1]);
  });

  it("stay shared", () => {
    const { asset } = convert(pair(["/nodes/0/translation", "/nodes/1/translation"], [1, 1]));
    expect(channelsOf(asset.json).map(({ sampler }) => sampler as number)).toEqual([1, 1]);
    expect(asset.json["accessors"][asset.json["animations"][0].samplers[1].output].type).toBe("VEC3");
  });

  it("stay for a channel that cannot be converted", () => {
    const source = pair(["/nodes/0/translation", "/nodes/1/translation/0"], [1, 1]);
    const { asset, report } = convert(source);
    expect(report.channels).toBe(1);
    expect(channelsOf(asset.json).map(({ sampler }) => sampler as number)).toEqual([3, 1]);
    expect(asset.json["animations"][0].samplers[1]).toEqual(source.json["animations"][0].samplers[1]);
  });
});

it("values of two components become VEC2", () => {
  const pointer = "/materials/0/normalTexture/extensions/KHR_texture_transform/offset";
  const values = [[0, 0.5], [1, 0.25]]; // oxfmt-ignore
  const target = { path: "scale", extensions: { KHR_animation2: { path: pointer } } };
  const source = createPointed(() => ({ materials: [{ normalTexture: { index: 0 } }] }), [{ pointer, values, target }]);
  asScalars(source.json);
  const { asset, report } = convert(source);
  expect(report).toEqual({ channels: 1, clips: 0, findings: [] });
  const { output } = asset.json["animations"][0].samplers[0];
  expect(asset.json["accessors"][output].type).toBe("VEC2");
  expect(readAccessor(asset, output)).toEqual(values.flat());
});

it("members that have nothing to do with the pointer stay", () => {
  const members = { extras: { a: 1 }, extensions: { VENDOR_x: { b: 2 } } };
  const source = createAsset((json) => {
    const [color, move, roughness] = channelsOf(json);
    color!["target"] = { pointer: COLOR, ...members };
    move!["target"] = { path: "pointer", extensions: { KHR_animation2: { path: CHANNELS[1]!.pointer }, ...members.extensions } };
    const known = { path: CHANNELS[2]!.pointer, extras: { c: 3 } }; // the member of May 2022
    roughness!["target"] = { path: "pointer", extensions: { KHR_animation_pointer: known } };
    Object.assign(roughness!, members);
  });
  const { asset, report } = convert(source);
  expect(report.findings).toEqual([]);
  const [color, move, roughness] = channelsOf(asset.json);
  const pointer = { KHR_animation_pointer: { pointer: COLOR } };
  expect(color!["target"]).toEqual({ path: "pointer", extras: { a: 1 }, extensions: { VENDOR_x: { b: 2 }, ...pointer } });
  expect(move!["target"]).toEqual({ node: 1, path: "translation", extensions: { VENDOR_x: { b: 2 } } });
  expect(roughness).toMatchObject({
    ...members,
    target: { extensions: { KHR_animation_pointer: { pointer: CHANNELS[2]!.pointer, extras: { c: 3 } } } },
  });
});

it("KHR_animation_pointer is required if an extension that it replaces was, and listed only while it is used", () => {
  const required = createAsset((json) => {
    replaceTargets(json, (pointer) => ({ pointer }));
    json["extensionsRequired"] = ["KHR_animation2", "KHR_animation_pointer"];
  });
  expect(convert(required).asset.json["extensionsRequired"]).toEqual(["KHR_animation_pointer"]);
  const core = createAsset((json) => {
    json["animations"][0].channels = channelsOf(json).slice(1, 2);
    json["extensionsRequired"] = json["extensionsUsed"] = ["KHR_animation_pointer"];
  });
  const { asset } = convert(core);
  expect(channelsOf(asset.json).map(({ target }) => target as Json)).toEqual([CONVERTED[1]]);
  expect([asset.json["extensionsUsed"], asset.json["extensionsRequired"]]).toEqual([undefined, undefined]);
});

it("a single property of EXT_property_animation becomes a channel, and other extensions of the animation stay", () => {
  const { asset, report } = convert(
    createAsset((json) => {
      const channels = [{ sampler: 1, target: CHANNELS[1]!.pointer }];
      const [animation] = json["animations"];
      delete animation.channels;
      animation.extensions = { EXT_property_animation: { channels }, VENDOR_x: {} };
      json["extensionsUsed"] = ["EXT_property_animation"];
    }),
  );
  expect(report).toEqual({ channels: 1, clips: 0, findings: [] });
  const [{ channels, extensions }] = asset.json["animations"];
  expect(channels).toEqual([{ sampler: 1, target: CONVERTED[1] }]);
  expect(extensions).toEqual({ VENDOR_x: {} });
  expect(asset.json["extensionsUsed"]).toBeUndefined();
});

describe("outputs of integers, which pointers allow", () => {
  const bytes = (path: string, normalized: boolean): Asset => {
    const values = path === "rotation" ? [0, 0, 0, 127, 0, 127, 0, 0] : [1, 2, 3, 4, 5, 6];
    return makeAsset((add) => ({
      extensionsUsed: ["KHR_animation_pointer"],
      nodes: [{}],
      animations: [
        {
          channels: [{ sampler: 0, target: pointed(`/nodes/0/${path}`) }],
          samplers: [
            {
              input: addTimes(add, [0, 1]),
              output: add(path === "rotation" ? "VEC4" : "VEC3", new Int8Array(values), normalized ? { normalized } : {}),
            },
          ],
        },
      ],
    }));
  };

  it.each([
    ["translation", false, [1, 2, 3, 4, 5, 6]],
    ["scale", true, [1, 2, 3, 4, 5, 6].map((value) => Math.fround(value / 127))],
    ["rotation", false, [0, 0, 0, 127, 0, 127, 0, 0]],
  ] as const)("become floats for %s (normalized %s), because core glTF requires it", (path, normalized, values) => {
    const { asset, report } = convert(bytes(path, normalized));
    expect(report).toEqual({ channels: 1, clips: 0, findings: [] });
    const [{ channels, samplers }] = asset.json["animations"];
    expect(channels).toEqual([{ sampler: 0, target: { node: 0, path } }]);
    expect(asset.json["accessors"][samplers[0].output]).toMatchObject({ componentType: 5126 });
    expect(asset.json["accessors"][samplers[0].output].normalized).toBeUndefined();
    expect(readAccessor(asset, samplers[0].output)).toEqual(values);
  });

  it("stay for normalized rotations", () => {
    const source = bytes("rotation", true);
    expect(convert(source).asset.json["animations"][0].samplers).toEqual(source.json["animations"][0].samplers);
  });
});

it("makes two samplers of one, if its channels need different types", () => {
  const asset = makeAsset((add) => ({
    extensionsUsed: ["KHR_animation2"],
    nodes: [{}],
    materials: [{}],
    animations: [
      {
        channels: ["/nodes/0/translation", "/materials/0/emissiveFactor"].map((pointer) => ({ sampler: 0, target: { pointer } })),
        samplers: [{ input: addTimes(add, [0, 1]), output: add("SCALAR", new Uint8Array([0, 0, 0, 255, 0, 255]), { normalized: true }) }],
      },
    ],
  }));
  const converted = convert(asset).asset;
  const [{ channels, samplers }] = converted.json["animations"];
  const outputs = (channels as Json[]).map(({ sampler }) => converted.json["accessors"][samplers[sampler].output] as Json);
  expect(outputs).toMatchObject([
    { type: "VEC3", componentType: 5126 },
    { type: "VEC3", componentType: 5121, normalized: true },
  ]);
  expect(samplers.length).toBe(2);
});

describe("weights", () => {
  it.each(["/nodes/0/weights", "/meshes/0/weights"])("stay SCALAR: %s", (path) => {
    const values = [[0, 0.5, 1], [1, 0.5, 0]]; // oxfmt-ignore
    const source = createPointed(
      (add) => {
        const { POSITION } = addTriangle(add);
        const targets = values[0]!.map(() => ({ POSITION }));
        return { nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ attributes: { POSITION }, targets }], weights: [0, 0, 0] }] };
      },
      [{ pointer: path, values, target: { path: "weights", extensions: { KHR_animation2: { path } } } }],
    );
    const { asset, report } = convert(source);
    expect(report).toEqual({ channels: 1, clips: 0, findings: [] });
    const [{ channels, samplers }] = asset.json["animations"];
    const { output } = samplers[channels[0].sampler];
    expect(asset.json["accessors"][output]).toMatchObject({ type: "SCALAR", count: 6 });
    expect(readAccessor(asset, output)).toEqual(values.flat());
  });
});

describe("a channel that cannot be converted does not change, with a warning", () => {
  const PLACE = "/animations/0/channels/0/target";

  it.each<{ comment: string; state: (json: Json) => void; message: string }>([
    {
      comment: "a matrix",
      state: (json) => replaceTargets(json, () => ({ path: "weights", extensions: { KHR_animation2: { path: "/nodes/0/matrix" } } })),
      message: `${PLACE}/extensions/KHR_animation2/path: ${ruleOf("nameTransform", "/nodes/0/matrix")}`,
    },
    {
      comment: "one component",
      state: (json) => replaceTargets(json, () => ({ path: "weights", extensions: { KHR_animation2: { path: `${COLOR}/0` } } })),
      message: `${PLACE}/extensions/KHR_animation2/path: ${ruleOf("nameWholeProperty", `${COLOR}/0`)}`,
    },
    {
      comment: "numbers for another count of components",
      state: (json) => {
        replaceTargets(json, () => ({ pointer: "/nodes/0/translation" }));
        asScalars(json);
      },
      message: `/animations/0/samplers/0/output: ${ruleOf("componentsOfValue", 3, 4)}`,
    },
    {
      comment: "components of two properties",
      state: (json) => {
        const targets = ["/nodes/0/translation/0", "/nodes/0/translation/1", "/nodes/1/translation/2"];
        Object.assign(channelsOf(json)[0]!, { targets, target: {} });
      },
      message: `/animations/0/channels/0/targets: ${ruleOf("nameWholeProperty", "/nodes/0/translation/0, /nodes/0/translation/1, /nodes/1/translation/2")}`,
    },
    {
      comment: "a property of another channel",
      state: (json) => {
        channelsOf(json)[0]!["target"] = pointed("/nodes/1/translation");
        channelsOf(json)[1]!["target"] = { node: 1, path: "translation" };
      },
      message: `${PLACE}/extensions/KHR_animation_pointer/pointer: ${ruleOf("nameUnanimatedProperty", "/nodes/1/translation")}`,
    },
    {
      comment: "a missing pointer",
      state: (json) => (channelsOf(json)[0]!["target"] = { path: "pointer", extensions: { KHR_animation_pointer: {} } }),
      message: `${PLACE}/extensions/KHR_animation_pointer/pointer: ${ruleOf("string", "undefined")}`,
    },
    {
      comment: "a missing sampler",
      state: (json) => (json["animations"][0].samplers = []),
      message: `/animations/0/samplers: ${ruleOf("notEmpty")}`,
    },
    {
      comment: "a sampler that is a long string",
      state: (json) => (channelsOf(json)[0]!["sampler"] = "x".repeat(3000)),
      message: `/animations/0/samplers: ${ruleOf("samplerOfEachChannel", `"${"x".repeat(36)}...`)}`,
    },
    {
      comment: "values of the wrong type",
      state: (json) => {
        channelsOf(json)[0]!["target"] = pointed("/nodes/1/rotation");
        json["accessors"][json["animations"][0].samplers[0].output].type = "VEC2";
      },
      message: `/animations/0/samplers/0/output: ${ruleOf("elementsOfType", "VEC4", '"VEC2"')}`,
    },
  ])("$comment", ({ state, message }) => {
    const source = createAsset(state);
    const { asset, report } = convert(source);
    expect(sentencesOf(report.findings, "NOT_CONVERTED")[0]).toBe(message);
    expect(channelsOf(asset.json)[0]).toEqual(channelsOf(source.json)[0]);
  });
});

describe("controllers", () => {
  const source = createAsset(() => {});

  it("become clips with the same settings, after the existing clips", () => {
    const controllers = [
      { animation: 0, start: 4, end: 0, timestamp: 4, direction: -0.5, counter: 2, bounce: true, name: "six", extras: { a: 1 } },
      { animation: 0 },
    ];
    const before = withClips(source, [{ animations: [0], name: "first" }], controllers);
    before.json["extensionsRequired"] = ["KHR_animation_controller"];
    const { asset, report } = convert(before);
    expect(report.clips).toBe(2);
    const { definitions } = ReadClips(asset.json);
    const expected = ReadControllers(before.json).definitions;
    expect(definitions.slice(1).map(({ name, animations, settings, other }) => ({ name, animations, settings, other }))).toEqual(
      expected.map(({ name, animations, settings, other }) => ({ name, animations, settings, other })),
    );
    expect(definitions[0]!.name).toBe("first");
    expect(asset.json["extensions"].KHR_animation_controller).toBeUndefined();
    expect(asset.json["extensionsUsed"]).toEqual(["KHR_animation_pointer", "KHR_animation_clip"]);
    expect(asset.json["extensionsRequired"]).toEqual(["KHR_animation_clip"]);
  });

  it("that are all invalid do not change, nor do the lists of extensions", () => {
    const before = withClips(source, [], [{ animation: 9 }]);
    before.json["extensionsRequired"] = ["KHR_animation_controller"];
    const { asset, report } = convert(before);
    expect([report.clips, report.findings.length]).toEqual([0, 1]);
    for (const member of ["extensions", "extensionsUsed", "extensionsRequired"]) {
      expect(asset.json[member]).toEqual(before.json[member]);
    }
  });

  it("that are invalid do not change, with a warning", () => {
    const { asset, report } = convert(withClips(source, [], [{ animation: 9 }, { animation: 0 }]));
    expect(sentencesOf(report.findings, "CLIP_INVALID")).toEqual([
      `/extensions/KHR_animation_controller/controllers/0/animation: ${ruleOf("indexOfAnimations", 1, 9)}`,
    ]);
    expect(asset.json["extensions"]).toEqual({
      KHR_animation_controller: { controllers: [{ animation: 9 }] },
      KHR_animation_clip: { clips: [{ animations: [0] }] },
    });
  });
});

itWithAssets("in a real file, pointers to nodes become channels of core glTF, all others stay, and no byte moves", () => {
  const source = readAsset("pointer-AnimateAllTheThings-blender24.glb");
  const { asset, report } = convert(source);
  const pointers = channelsOf(source.json).map(({ target }) => target.extensions?.KHR_animation_pointer?.pointer as string | undefined);
  const core = pointers.filter((pointer) => pointer && /^\/nodes\/\d+\/(translation|rotation|scale|weights)$/.test(pointer));
  expect(core.length).toBeGreaterThan(0);
  expect(report).toEqual({ channels: core.length, clips: 0, findings: [] });
  channelsOf(asset.json).forEach(({ target }, i) => {
    const pointer = pointers[i];
    expect(target.node === undefined ? target : `/nodes/${target.node}/${target.path}`).toEqual(
      pointer === undefined || !core.includes(pointer) ? channelsOf(source.json)[i]!["target"] : pointer,
    );
  });
  expect(Buffer.compare(asset.bin, source.bin)).toBe(0);
});

it("an invalid channel of EXT_property_animation is left as it is, and the others are converted", () => {
  const { asset, report } = convert(
    createAsset((json) => {
      const [animation] = json["animations"];
      const [{ sampler }] = animation.channels.splice(1, 2);
      animation.extensions = { EXT_property_animation: { channels: [null, { sampler, target: "/nodes/1/translation" }] } };
      json["extensionsUsed"].push("EXT_property_animation");
    }),
  );
  expect(sentencesOf(report.findings, "NOT_CONVERTED")).toEqual([
    `/animations/0/extensions/EXT_property_animation/channels/0/sampler: ${ruleOf("indexOfSampler", "undefined")}`,
  ]);
  const [{ channels, extensions }] = asset.json["animations"];
  expect(channels[1].target).toEqual({ node: 1, path: "translation" });
  expect(extensions).toEqual({ EXT_property_animation: { channels: [null] } });
});

describe("with pointers core", () => {
  const convertToCore = ({ json, bin }: Asset): { json: Json; report: ConvertReport } => {
    const file = GltfFile.parse(new Uint8Array(packGlb(json, bin)));
    const report = ConvertAnimations(file, { pointers: "core" });
    return { json: file.json, report };
  };
  const lone = createPointed(() => ({ materials: [{}], nodes: [{}] }), [{ pointer: "/materials/0/alphaCutoff", values: [[0], [1]] }]);

  it("channels that core glTF has not are left out, each with a finding, and so are their samplers", () => {
    const { json, report } = convertToCore(createAsset(() => undefined));
    expect(report.channels).toBe(3);
    expect(sentencesOf(report.findings, "NOT_CONVERTED")).toEqual([
      `/animations/0/channels/0: animates ${COLOR}, which core glTF cannot animate; it is left out`,
      "/animations/0/channels/2: animates /materials/0/pbrMetallicRoughness/roughnessFactor, which core glTF cannot animate; it is left out",
    ]);
    expect(json["animations"][0].channels).toEqual([{ sampler: 0, target: { node: 1, path: "translation" } }]);
    expect(json["animations"][0].samplers).toHaveLength(1);
    expect(json["extensionsUsed"]).toBeUndefined();
  });

  it("an animation of nothing else is removed", () => {
    const { json, report } = convertToCore(lone);
    expect([json["animations"], report.channels]).toEqual([undefined, 1]);
  });

  it("an animation of nothing else stays if a clip may refer to it by index", () => {
    const { json, report } = convertToCore(withClips(lone, [{ animations: [0] }]));
    expect([json["animations"].length, report.channels]).toEqual([1, 0]);
    expect(sentencesOf(report.findings, "NOT_CONVERTED")).toEqual([
      "/animations/0: has pointers only, which core glTF cannot animate; it stays, because /extensions/KHR_animation_clip may refer to animations by index",
    ]);
  });

  it.each(["none", 1])("no other value than core and all is valid: %j", (pointers) => {
    const file = GltfFile.parse(new Uint8Array(packGlb(lone.json, lone.bin)));
    expect(() => ConvertAnimations(file, { pointers: pointers as never })).toThrow(/^options\.pointers: must be core or all \(got /);
  });
});
