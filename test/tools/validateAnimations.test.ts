import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { type Finding, GltfFile, MergeIntoReport, ValidateAnimations, type ValidatorReport } from "../../src/tools.js";
import { packGlb } from "../../scripts/glb.mjs";
import { ASSETS, itWithAssets, readAssetBytes } from "../helpers/assets.js";
import type { Asset, Json } from "../helpers/gltfPose.js";
import { type AddAccessor, addTimes, createAsset, createModel, type Interpolation, pointerTarget } from "../helpers/gltfAsset.js";
import { ruleOf } from "../helpers/rules.js";
import { withClips } from "../helpers/scene.js";

const fileOf = ({ json, bin }: Asset): GltfFile => GltfFile.parse(new Uint8Array(packGlb(json, bin)));

const MODEL = createModel(2, [
  [{ node: 0, path: "translation", times: [0, 1, 2], values: [0, 0, 0, 1, 0, 0, 5, 0, 0] }],
  [{ node: 1, path: "scale", times: [0, 1], values: new Array<number>(18).fill(1), interpolation: "CUBICSPLINE" }],
]);

const CLIP = "/extensions/KHR_animation_clip/clips";
const CHANNEL = "/animations/0/channels/0";

/** An asset with one valid clip, changed. */
function seed(change: (json: Json) => void): Asset {
  const asset = structuredClone(withClips(MODEL, [{ animations: [0], end: 2 }]));
  change(asset.json);
  return asset;
}

const clipOf = (json: Json, index = 0): Json => json["extensions"].KHR_animation_clip.clips[index];

interface Row {
  readonly comment: string;
  readonly change: (json: Json) => void;
  readonly issue: Pick<Finding, "severity" | "pointer"> & { readonly code: string; readonly message?: string };
}

const rows: readonly Row[] = [
  {
    comment: "an end before the start",
    change: (json) => Object.assign(clipOf(json), { start: 1, end: 0.5 }),
    issue: { code: "CLIP_INVALID", severity: 0, pointer: `${CLIP}/0/end` },
  },
  {
    comment: "an unknown animation",
    change: (json) => (clipOf(json)["animations"] = [0, 7]),
    issue: { code: "CLIP_INVALID", severity: 0, pointer: `${CLIP}/0/animations/1` },
  },
  {
    comment: "a speed that is a string",
    change: (json) => (clipOf(json)["speed"] = "fast"),
    issue: { code: "CLIP_INVALID", severity: 0, pointer: `${CLIP}/0/speed` },
  },
  {
    comment: "no clips",
    change: (json) => (json["extensions"].KHR_animation_clip.clips = []),
    issue: { code: "CLIP_INVALID", severity: 0, pointer: CLIP },
  },
  {
    comment: "an offset outside of the clip",
    change: (json) => (clipOf(json)["offset"] = 3),
    issue: { code: "CLIP_DOUBTFUL", severity: 1, pointer: `${CLIP}/0/offset` },
  },
  {
    comment: "backwards from the start",
    change: (json) => (clipOf(json)["speed"] = -1),
    issue: { code: "CLIP_DOUBTFUL", severity: 1, pointer: `${CLIP}/0/speed` },
  },
  {
    comment: "repetitions without an end",
    change: (json) => (json["extensions"].KHR_animation_clip.clips[0] = { animations: [0], repetitions: 3 }),
    issue: { code: "CLIP_WITHOUT_END", severity: 1, pointer: `${CLIP}/0` },
  },
  {
    comment: "one repetition without an end, slowly",
    change: (json) => (json["extensions"].KHR_animation_clip.clips[0] = { animations: [0], repetitions: 1, speed: 0.5 }),
    issue: { code: "CLIP_WITHOUT_END", severity: 1, pointer: `${CLIP}/0` },
  },
  {
    comment: "reverse without an end",
    change: (json) => (json["extensions"].KHR_animation_clip.clips[0] = { animations: [0], reverse: true }),
    issue: { code: "CLIP_WITHOUT_END", severity: 1, pointer: `${CLIP}/0` },
  },
  {
    comment: "an end after the last key",
    change: (json) => (clipOf(json)["end"] = 2.5),
    issue: { code: "CLIP_END_BEYOND_KEYS", severity: 2, pointer: `${CLIP}/0/end` },
  },
  {
    comment: "a start after the last key",
    change: (json) => Object.assign(clipOf(json), { start: 3, end: 4 }),
    issue: { code: "CLIP_BEYOND_KEYS", severity: 1, pointer: `${CLIP}/0/start` },
  },
  {
    comment: "a start and an end after the last key that are equal",
    change: (json) => Object.assign(clipOf(json), { start: 3, end: 3 }),
    issue: { code: "CLIP_BEYOND_KEYS", severity: 1, pointer: `${CLIP}/0/start` },
  },
  {
    comment: "two clips with the same name",
    change: (json) => (json["extensions"].KHR_animation_clip.clips = ["a", "b", "a"].map((name) => ({ name, animations: [0], end: 2 }))),
    issue: { code: "CLIP_NAME_DUPLICATE", severity: 2, pointer: `${CLIP}/2/name` },
  },
  {
    comment: "a bound between two keys of a spline",
    change: (json) => Object.assign(clipOf(json), { animations: [1], end: 0.5 }),
    issue: { code: "CLIP_CUTS_SPLINE", severity: 3, pointer: `${CLIP}/0/end` },
  },
  {
    comment: "a start between two keys of a spline",
    change: (json) => Object.assign(clipOf(json), { animations: [1], start: 0.5, end: 1 }),
    issue: { code: "CLIP_CUTS_SPLINE", severity: 3, pointer: `${CLIP}/0/start` },
  },
  {
    comment: "the tangents of a spline behind the filter for quaternions",
    change: (json) => {
      const [{ output }] = json["animations"][1].samplers as [Json];
      const view = json["bufferViews"][json["accessors"][output].bufferView];
      view.extensions = { EXT_meshopt_compression: { buffer: 0, byteStride: 8, count: 6, mode: "ATTRIBUTES", filter: "QUATERNION" } };
    },
    issue: { code: "SPLINE_QUATERNION_FILTER", severity: 1, pointer: "/animations/1/samplers/0/interpolation" },
  },
  {
    comment: "a controller without an animation",
    change: (json) => {
      json["extensions"].KHR_animation_controller = { controllers: [{}] };
      json["extensionsUsed"].push("KHR_animation_controller");
    },
    issue: { code: "CLIP_INVALID", severity: 0, pointer: "/extensions/KHR_animation_controller/controllers/0/animations" },
  },
  {
    comment: "the upper bound of a controller, which is in start, after the last key",
    change: (json) => {
      json["extensions"].KHR_animation_controller = { controllers: [{ animation: 0, start: 3, end: 1 }] };
      json["extensionsUsed"].push("KHR_animation_controller");
    },
    issue: { code: "CLIP_END_BEYOND_KEYS", severity: 2, pointer: "/extensions/KHR_animation_controller/controllers/0/start" },
  },
  {
    comment: "the lower bound of a controller, which is in end, after the last key",
    change: (json) => {
      json["extensions"].KHR_animation_controller = { controllers: [{ animation: 0, start: 4, end: 3 }] };
      json["extensionsUsed"].push("KHR_animation_controller");
    },
    issue: { code: "CLIP_BEYOND_KEYS", severity: 1, pointer: "/extensions/KHR_animation_controller/controllers/0/end" },
  },
  {
    comment: "our extension in a clip that is used but not listed",
    change: (json) => (clipOf(json)["extensions"] = { KHR_animation_pointer: {} }),
    issue: { code: "UNDECLARED_EXTENSION", severity: 0, pointer: `${CLIP}/0/extensions/KHR_animation_pointer` },
  },
  {
    comment: "a misspelled member of a clip",
    change: (json) => Object.assign(clipOf(json), { speeed: 2, extras: { a: 1 } }),
    issue: {
      code: "CLIP_MEMBER_UNKNOWN",
      severity: 2,
      pointer: `${CLIP}/0/speeed`,
      message: "is no member of a clip, and is ignored; did you mean speed?",
    },
  },
  {
    comment: "a missing pointer",
    change: (json) => {
      json["animations"][0].channels[0].target = { path: "pointer", extensions: { KHR_animation_pointer: {} } };
      json["extensionsUsed"].push("KHR_animation_pointer");
    },
    issue: { code: "POINTER_INVALID", severity: 0, pointer: `${CHANNEL}/target/extensions/KHR_animation_pointer/pointer` },
  },
  {
    comment: "a node beside a pointer",
    change: (json) => {
      const extensions = { KHR_animation_pointer: { pointer: "/nodes/0/scale" } };
      json["animations"][0].channels[0].target = { node: 0, path: "pointer", extensions };
      json["extensionsUsed"].push("KHR_animation_pointer");
    },
    issue: { code: "POINTER_DOUBTFUL", severity: 1, pointer: `${CHANNEL}/target/node` },
  },
  {
    comment: "an invalid channel of EXT_property_animation",
    change: (json) => {
      json["animations"][0].extensions = { EXT_property_animation: { channels: [{ sampler: 0 }] } };
      json["extensionsUsed"].push("EXT_property_animation");
    },
    issue: { code: "POINTER_INVALID", severity: 0, pointer: "/animations/0/extensions/EXT_property_animation/channels/0/target" },
  },
  ...[
    { comment: "a pointer to a glTF id", pointer: "/nodes/0/mesh", code: "POINTER_INVALID" },
    { comment: "a pointer to a missing object", pointer: "/materials/9/alphaCutoff", code: "POINTER_INVALID" },
    {
      comment: "a pointer into an extension that the node does not state",
      pointer: "/nodes/0/extensions/KHR_node_visibility/visible",
      code: "POINTER_INVALID",
    },
    {
      comment: "a pointer to a property of the wrong type",
      pointer: "/nodes/0/rotation",
      code: "POINTER_INVALID",
      at: CHANNEL,
    },
    { comment: "two channels for one property", pointer: "/nodes/1/scale", code: "POINTER_INVALID", twice: true },
  ].map(({ comment, pointer, code, at, twice }): Row => ({
    comment,
    change: (json) => {
      const channels: Json[] = json["animations"][0].channels;
      const target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } };
      channels[0]!["target"] = target;
      if (twice) {
        channels.push({ sampler: 0, target });
      }
      json["extensionsUsed"].push("KHR_animation_pointer");
    },
    issue: { code, severity: 0, pointer: at ?? `/animations/0/channels/${twice ? 1 : 0}/target/extensions/KHR_animation_pointer/pointer` },
  })),
  {
    comment: "a property that Babylon.js does not show",
    change: (json) => {
      const pointer = "/materials/0/extensions/ADOBE_materials_clearcoat_tint/clearcoatTintFactor";
      json["materials"] = [{ extensions: { ADOBE_materials_clearcoat_tint: {} } }];
      json["animations"][0].samplers = json["animations"][1].samplers; // a color is within 0..1
      clipOf(json)["end"] = 1;
      json["animations"][0].channels[0].target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } };
      json["extensionsUsed"].push("KHR_animation_pointer", "ADOBE_materials_clearcoat_tint");
    },
    issue: { code: "POINTER_WITHOUT_EFFECT", severity: 2, pointer: CHANNEL },
  },
  ...[
    { comment: "a text", value: "left", got: '"left"' },
    { comment: "an object", value: { a: 1 }, got: '{"a":1}' },
    { comment: "null", value: null, got: "null" },
    { comment: "an array of booleans", value: [true, false], got: "[true,false]" },
  ].map(({ comment, value, got }): Row => ({
    comment: `${comment} in extras, whose meaning is up to applications`,
    change: (json) => {
      json["nodes"][0].extras = { own: [value] };
      const target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer: "/nodes/0/extras/own/0" } } };
      json["animations"][0].channels[0].target = target;
      json["extensionsUsed"].push("KHR_animation_pointer");
    },
    issue: {
      ...{ code: "POINTER_WITHOUT_EFFECT", severity: 2, pointer: CHANNEL },
      message: `animates /nodes/0/extras/own/0, which Babylon.js does not show: it is ${got}; in extras, numbers, arrays of numbers, and booleans can be animated`,
    },
  })),
  {
    comment: "an extension that is used but not listed",
    change: (json) => delete json["extensionsUsed"],
    issue: { code: "UNDECLARED_EXTENSION", severity: 0, pointer: "/extensions/KHR_animation_clip" },
  },
  {
    comment: "an extension that is listed but not used",
    change: (json) => json["extensionsUsed"].push("KHR_animation2"),
    issue: { code: "UNUSED_EXTENSION", severity: 2, pointer: "/extensionsUsed/1" },
  },
];

/** In AnimateAllTheThings, channel 40 names an unknown property, and channel 52 the property of another channel. */
const BROKEN = [40, 52].map((channel) => `/animations/0/channels/${channel}/target/extensions/KHR_animation_pointer/pointer`);

describe("ValidateAnimations", () => {
  it("finds nothing in a valid asset", () => {
    expect(ValidateAnimations(fileOf(seed(() => {})))).toEqual([]);
  });

  it.each(rows)("finds the exact place of $comment", ({ change, issue }) => {
    const asset = seed(change);
    const before = structuredClone(asset.json);
    const issues = ValidateAnimations(fileOf(asset));
    expect(issues).toEqual([{ message: expect.stringMatching(/./), ...issue }]);
    expect(asset.json).toEqual(before);
  });

  it.each<{ comment: string; clip: Json }>([
    { comment: "bounds that differ from a key only by rounding", clip: { animations: [1], start: 0.00005, end: 0.99995 } },
    { comment: "an end that is after the last key only by rounding", clip: { animations: [0], end: 2.0001 } },
    { comment: "a start that is after the last key only by rounding, without an end", clip: { animations: [0], start: 2.0001 } },
    { comment: "a clip without an end that never plays", clip: { animations: [0], repetitions: 0 } },
    { comment: "a clip without an end at speed 0", clip: { animations: [0], speed: 0, reverse: true } },
    { comment: "bounds at the keys of a spline, and after them", clip: { animations: [1], end: 1.0001 } },
    { comment: "a clip without an end that plays once through", clip: { animations: [0] } },
    { comment: "a clip without an end that plays backwards once", clip: { animations: [0], offset: 2, speed: -1, repetitions: 1 } },
  ])("finds nothing in $comment", ({ clip }) => {
    expect(ValidateAnimations(fileOf(seed((json) => (json["extensions"].KHR_animation_clip.clips[0] = clip))))).toEqual([]);
  });

  describe("finds what breaks the rules of KHR_animation_pointer, though it is loaded:", () => {
    interface Pointed {
      readonly comment: string;
      readonly pointer: string;
      readonly add: (add: AddAccessor) => number;
      readonly interpolation?: Interpolation;
      readonly change?: (json: Json) => void;
      readonly expected: readonly (readonly [code: string, message: string])[];
    }
    const VISIBLE = "/nodes/0/extensions/KHR_node_visibility/visible";
    const ROUGH = "/materials/0/pbrMetallicRoughness/roughnessFactor";
    const COLOR = "/materials/0/emissiveFactor";
    const IOR = "/materials/0/extensions/KHR_materials_ior/ior";
    const [INVALID, BEYOND] = ["POINTER_INVALID", "POINTER_BEYOND_BOUNDS"] as const;
    const floats =
      (type: "SCALAR" | "VEC2" | "VEC3" | "VEC4", ...values: number[]) =>
      (add: AddAccessor) =>
        add(type, values);
    const notBytes = (got: number): string => ruleOf("outputBytes", VISIBLE, got);

    it.each<Pointed>([
      {
        comment: "booleans in floats",
        pointer: VISIBLE,
        interpolation: "STEP",
        add: floats("SCALAR", 1, 0),
        expected: [[INVALID, notBytes(5126)]],
      },
      {
        comment: "booleans in shorts",
        ...{
          pointer: VISIBLE,
          interpolation: "STEP",
          add: (add) => add("SCALAR", new Uint16Array([1, 0])),
          expected: [[INVALID, notBytes(5123)]],
        },
      },
      {
        comment: "booleans in signed bytes",
        ...{
          pointer: VISIBLE,
          interpolation: "STEP",
          add: (add) => add("SCALAR", new Int8Array([1, 0])),
          expected: [[INVALID, notBytes(5120)]],
        },
      },
      {
        comment: "booleans in bytes",
        pointer: VISIBLE,
        interpolation: "STEP",
        add: (add) => add("SCALAR", new Uint8Array([1, 0])),
        expected: [],
      },
      {
        comment: "a vector in numbers",
        ...{ pointer: "/nodes/0/translation", add: floats("SCALAR", 0, 0, 0, 1, 2, 3) },
        expected: [[INVALID, ruleOf("outputType", "VEC3", "/nodes/0/translation", '"SCALAR"')]],
      },
      {
        comment: "a color in numbers",
        ...{ pointer: COLOR, add: floats("SCALAR", 0, 0, 0, 1, 1, 1) },
        expected: [[INVALID, ruleOf("outputType", "VEC3", COLOR, '"SCALAR"')]],
      },
      { comment: "one component in numbers", pointer: "/nodes/0/translation/1", add: floats("SCALAR", 0, 9), expected: [] },
      { comment: "a vector", pointer: "/nodes/0/translation", add: floats("VEC3", 0, 0, 0, 9, 9, 9), expected: [] },
      {
        comment: "a roughness above 1",
        ...{ pointer: ROUGH, add: floats("SCALAR", 0, 5) },
        expected: [[BEYOND, ruleOf("valuesWithinBounds", ">= 0 and <= 1", ROUGH, 5)]],
      },
      {
        comment: "a component of a color below 0",
        ...{ pointer: `${COLOR}/1`, add: floats("SCALAR", -1, 0) },
        expected: [[BEYOND, ruleOf("valuesWithinBounds", ">= 0 and <= 1", COLOR, -1)]],
      },
      {
        comment: "a field of view of 0",
        ...{ pointer: "/cameras/0/perspective/yfov", add: floats("SCALAR", 1, 0) },
        expected: [[BEYOND, ruleOf("valuesWithinBounds", "> 0", "/cameras/0/perspective/yfov", 0)]],
      },
      { comment: "an index of refraction of 0, which has a meaning", pointer: IOR, add: floats("SCALAR", 0, 1.5), expected: [] },
      { comment: "a roughness that is rounded", pointer: ROUGH, add: floats("SCALAR", 0, 1.000001), expected: [] },
      { comment: "steep tangents", pointer: ROUGH, interpolation: "CUBICSPLINE", add: floats("SCALAR", 9, 0, 9, 9, 1, 9), expected: [] },
      {
        comment: "a value between tangents",
        ...{ pointer: ROUGH, interpolation: "CUBICSPLINE", add: floats("SCALAR", 0, 0, 0, 0, 2, 0) },
        expected: [[BEYOND, ruleOf("valuesWithinBounds", ">= 0 and <= 1", ROUGH, 2)]],
      },
      {
        comment: "a quaternion that is not of unit length",
        ...{ pointer: "/nodes/0/rotation", add: floats("VEC4", 0, 0, 0, 1, 0, 0, 0, 0.5) },
        expected: [[BEYOND, ruleOf("unitQuaternions", "/nodes/0/rotation", 0.5)]],
      },
      {
        comment: "quaternions in bytes",
        ...{ pointer: "/nodes/0/rotation", add: (add) => add("VEC4", new Int8Array([0, 0, 0, 127, 0, 90, 0, 90]), { normalized: true }) },
        expected: [],
      },
      {
        comment: "an object that the asset does not state",
        ...{ pointer: ROUGH, add: floats("SCALAR", 0, 1), change: (json) => delete json["materials"][0].pbrMetallicRoughness },
        expected: [[INVALID, ruleOf("statedObject", ROUGH, "/materials/0/pbrMetallicRoughness")]],
      },
      { comment: "any number in extras", pointer: "/nodes/0/extras/own", add: floats("SCALAR", -7, 7), expected: [] },
    ])("$comment", ({ pointer, add: addOutput, interpolation = "LINEAR", change, expected }) => {
      const asset = createAsset((add) => ({
        extensionsUsed: ["KHR_animation_pointer", "KHR_node_visibility", "KHR_materials_ior"],
        nodes: [{ extensions: { KHR_node_visibility: {} }, extras: { own: 1 } }],
        cameras: [{ type: "perspective", perspective: { yfov: 1, znear: 1 } }],
        materials: [{ pbrMetallicRoughness: {}, extensions: { KHR_materials_ior: {} } }],
        animations: [
          {
            samplers: [{ input: addTimes(add, [0, 1]), output: addOutput(add), interpolation }],
            channels: [{ sampler: 0, target: pointerTarget(pointer) }],
          },
        ],
      }));
      change?.(asset.json);
      const issues = ValidateAnimations(fileOf(asset)).map(({ code, message }) => [code, message]);
      expect(issues).toEqual(expected);
    });
  });

  it("reports an extension that is not listed once, at its first use", () => {
    const asset = seed((json) => {
      const target = { path: "pointer", extensions: { KHR_animation_pointer: { pointer: "/nodes/0/translation" } } };
      json["animations"][0].channels[0].target = target;
      json["animations"][1].channels[0].target = { ...target, extensions: { KHR_animation_pointer: { pointer: "/nodes/1/scale" } } };
    });
    expect(ValidateAnimations(asset.json).map(({ code, pointer }) => [code, pointer])).toEqual([
      ["UNDECLARED_EXTENSION", `${CHANNEL}/target/extensions/KHR_animation_pointer`],
    ]);
  });

  it.each<[string, Json]>([
    ["target.pointer", { target: { pointer: "/nodes/0/translation" } }],
    ["targetpointer", { target: {}, targetpointer: "/nodes/0/translation" }],
    ["targets", { target: {}, targets: [0, 1, 2].map((i) => `/nodes/0/translation/${i}`) }],
  ])("reports early drafts of KHR_animation2 that are not listed once, at the first channel: %s", (_, members) => {
    const asset = seed((json) => {
      Object.assign(json["animations"][0].channels[0], members);
      json["animations"][1].channels[0].target = { pointer: "/nodes/1/scale" };
    });
    expect(ValidateAnimations(asset.json)).toEqual([
      { code: "UNDECLARED_EXTENSION", severity: 0, message: ruleOf("listedAsUsed"), pointer: CHANNEL },
    ]);
  });

  it("gives the rule and the value", () => {
    const issues = ValidateAnimations(fileOf(seed((json) => Object.assign(clipOf(json), { start: 1, end: 0.5 }))));
    expect(issues[0]!.message).toBe(ruleOf("atLeastStart", 0.5, 1));
    const [beyond] = ValidateAnimations(fileOf(seed((json) => (clipOf(json)["end"] = 2.5))));
    expect(beyond!.message).toBe(ruleOf("afterLastKey", 2, 2.5));
  });

  it("finds the same in JSON alone, except for cut splines", () => {
    for (const { change, issue } of rows) {
      const found = ValidateAnimations(seed(change).json);
      expect(found.map(({ code }) => code)).toEqual(issue.code === "CLIP_CUTS_SPLINE" ? [] : [issue.code]);
    }
  });

  itWithAssets("finds no error in real files and in the models of the playground", () => {
    const folders = [ASSETS, new URL("../../playground/models/", import.meta.url)];
    const names = folders.flatMap((folder) =>
      (readdirSync(folder, { recursive: true }) as string[])
        .filter((name) => name.endsWith(".glb"))
        .map((name) => new URL(encodeURI(name), folder)),
    );
    expect(names.length).toBeGreaterThan(30);
    for (const name of names) {
      const issues = ValidateAnimations(GltfFile.parse(readFileSync(name)));
      const errors = issues.filter(({ severity }) => severity === 0).map(({ pointer }) => pointer);
      const isBroken = name.pathname.includes("AnimateAllTheThings");
      expect({ name: name.pathname, errors }).toEqual({ name: name.pathname, errors: isBroken ? BROKEN : [] });
    }
  });

  itWithAssets.each([
    ["valid.gltf", []],
    ["missing_pointer.gltf", [`${CHANNEL}/target/extensions/KHR_animation_pointer/pointer`]],
    ["invalid_channel_target_node.gltf", [`${CHANNEL}/target/node`]],
  ])("finds the error in the test file of Khronos' validator: %s", (name, pointers) => {
    const issues = ValidateAnimations(GltfFile.parse(readAssetBytes(`validator-pointer/${name}`)));
    expect(issues.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it("never throws, whatever the JSON", () => {
    const { json } = seed(() => {});
    const values = fc.constantFrom(-1, 0, 1e9, null, "x", true);
    fc.assert(
      fc.property(fc.infiniteStream(values), fc.infiniteStream(fc.nat(12)), (others, odds) => {
        const mutated = JSON.parse(
          JSON.stringify(json, (key, value: unknown) => (key !== "" && odds.next().value === 0 ? others.next().value : value)),
        ) as GltfFile["json"];
        const issues = ValidateAnimations(mutated);
        expect(issues.filter(({ message }) => message.includes("unexpected error"))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("MergeIntoReport", () => {
  const message = (code: string, severity: number, pointer: string, text = code): ValidatorReport["issues"]["messages"][number] => ({
    code,
    severity,
    pointer,
    message: text,
  });
  const unsupported = (name: string, index: number): ReturnType<typeof message> =>
    message(
      "UNSUPPORTED_EXTENSION",
      2,
      `/extensionsUsed/${index}`,
      `Cannot validate an extension as it is not supported by the validator: '${name}'.`,
    );
  const report = {
    uri: "a.glb",
    issues: {
      numErrors: 1,
      numWarnings: 0,
      numInfos: 4,
      numHints: 0,
      truncated: false,
      messages: [
        message("ACCESSOR_TOO_LONG", 0, "/accessors/0"),
        unsupported("KHR_animation_clip", 0),
        unsupported("VENDOR_other", 1),
        message("INCOMPLETE_EXTENSION_SUPPORT", 2, `${CHANNEL}/target/extensions/KHR_animation_pointer`),
        message("UNUSED_OBJECT", 2, "/accessors/1"),
      ],
    },
    info: { version: "2.0" },
  };

  it("replaces the messages about unsupported extensions by our issues, and counts again", () => {
    const issues = ValidateAnimations(seed((json) => Object.assign(clipOf(json), { animations: [9] })).json);
    const before = structuredClone(report);
    const merged = MergeIntoReport(report, issues);
    expect(merged).toEqual({
      ...report,
      issues: {
        numErrors: 2,
        numWarnings: 0,
        numInfos: 2,
        numHints: 0,
        truncated: false,
        messages: [report.issues.messages[0], report.issues.messages[2], report.issues.messages[4], ...issues],
      },
    });
    expect(report).toEqual(before);
  });

  it("keeps a truncated report truncated, and counts the messages in it", () => {
    const messages = [message("ACCESSOR_TOO_LONG", 0, "/accessors/0"), unsupported("KHR_animation_clip", 0)];
    const cut = { issues: { numErrors: 1, numWarnings: 0, numInfos: 1, numHints: 0, truncated: true, messages } };
    expect(MergeIntoReport(cut, [])).toEqual({ issues: { ...cut.issues, numInfos: 0, messages: messages.slice(0, 1) } });
  });

  it("has an issue that both found only once", () => {
    const both = message("UNDECLARED_EXTENSION", 0, "/extensions/KHR_animation_clip");
    const merged = MergeIntoReport(
      { issues: { numErrors: 1, numWarnings: 0, numInfos: 0, numHints: 0, messages: [both] } },
      ValidateAnimations(seed((json) => delete json["extensionsUsed"]).json as GltfFile["json"]),
    );
    expect(merged.issues.messages).toEqual([both]);
  });
});
