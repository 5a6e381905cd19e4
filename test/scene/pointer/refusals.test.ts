/**
 * What a file states wrongly about a pointer costs the channel it is in: one warning that says where, which rule and what there is,
 * and all else loads and moves. Where the extension is required, the file does not load, for that reason.
 */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { AnimationGroup } from "@babylonjs/core/Animations/animationGroup.js";
import type { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "../../../src/index.js";
import { addTriangle, createAsset, PNG, pointerTarget, type AccessorType } from "../../helpers/gltfAsset.js";
import type { Asset, Json } from "../../helpers/gltfPose.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectWarnings, createScene, disposeScenes, importAsset } from "../../helpers/scene.js";

afterEach(disposeScenes);

const WIDTHS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 } as const;

/** Keys at 0 s and 1 s, unless stated otherwise. */
interface TestSampler {
  readonly type: AccessorType;
  /** How many elements the output has. */
  readonly count?: number;
  readonly interpolation?: string;
  readonly inputType?: AccessorType;
  /** What replaces members of the sampler's JSON. */
  readonly json?: Json;
}

interface TestChannel {
  readonly pointer: string;
  readonly sampler: TestSampler;
  /** Replaces members of the channel. */
  readonly json?: Json;
  /** A channel of glTF itself. */
  readonly core?: Json;
}

interface Dialect {
  readonly name: string;
  /** The JSON of an animation with the given channels. */
  readonly animation: (channels: readonly Json[], samplers: readonly Json[]) => Json;
  readonly channel: (sampler: number, pointer: string) => Json;
  /** Where a channel stands, and where its pointer does. */
  readonly channelAt: (index: number) => string;
  readonly pointerAt: (index: number) => string;
}

const channelAt = (index: number): string => `/animations/0/channels/${index}`;
const POINTER: Dialect = {
  name: "KHR_animation_pointer",
  animation: (channels, samplers) => ({ channels, samplers }),
  channel: (sampler, pointer) => ({ sampler, target: pointerTarget(pointer) }),
  channelAt,
  pointerAt: (index) => `${channelAt(index)}/target/extensions/KHR_animation_pointer/pointer`,
};
const ANIMATION2: Dialect = {
  name: "KHR_animation2",
  animation: (channels, samplers) => ({ channels, samplers }),
  channel: (sampler, pointer) => ({ sampler, target: { path: "rotation", extensions: { KHR_animation2: { path: pointer } } } }),
  channelAt,
  pointerAt: (index) => `${channelAt(index)}/target/extensions/KHR_animation2/path`,
};
const PROPERTY: Dialect = {
  name: "EXT_property_animation",
  animation: (channels, samplers) => ({ channels: [], samplers, extensions: { EXT_property_animation: { channels } } }),
  channel: (sampler, target) => ({ sampler, target }),
  channelAt: (index) => `/animations/0/extensions/EXT_property_animation/channels/${index}`,
  pointerAt: (index) => `/animations/0/extensions/EXT_property_animation/channels/${index}/target`,
};
const DIALECTS = [POINTER, ANIMATION2];

const EMISSIVE = "/materials/0/emissiveFactor";
const TRANSLATION = "/nodes/1/translation";
/** Valid channels, before and after invalid ones. */
const BEFORE: TestChannel = { pointer: EMISSIVE, sampler: { type: "VEC3" } };
const AFTER: TestChannel = { pointer: TRANSLATION, sampler: { type: "VEC3" } };

/** A file with a bit of everything. Animated values go from 0 to 1 in one second. */
function createRich({ name, animation, channel }: Dialect, channels: readonly TestChannel[]): Asset {
  return createAsset((add) => {
    const { POSITION } = addTriangle(add);
    const samplers = channels.map(({ sampler: { type, count = 2, inputType = "SCALAR", interpolation, json } }) => {
      const times = Array.from({ length: 2 * WIDTHS[inputType] }, (_, i) => Math.floor(i / WIDTHS[inputType]));
      const half = Math.ceil(count / 2) * WIDTHS[type];
      return {
        input: add(inputType, times, { min: times.slice(0, WIDTHS[inputType]), max: times.slice(-WIDTHS[inputType]) }),
        output: add(
          type,
          Array.from({ length: count * WIDTHS[type] }, (_, i) => (i < half ? 0 : 1)),
        ),
        ...(interpolation === undefined ? {} : { interpolation }),
        ...json,
      };
    });
    const texture = { index: 0 };
    const extensions = {
      KHR_materials_volume: { thicknessFactor: 1, thicknessTexture: texture },
      ADOBE_materials_clearcoat_tint: { clearcoatTintFactor: [1, 1, 1] },
    };
    return {
      extensionsUsed: [name, "KHR_lights_punctual", "KHR_node_visibility", "KHR_materials_volume"],
      scenes: [{ name: "scene", nodes: [0, 1, 2] }],
      nodes: [
        { name: "mesh", mesh: 0, camera: 0, extensions: { KHR_lights_punctual: { light: 0 } } },
        { name: "empty", extensions: { KHR_node_visibility: { visible: true } } },
        { name: "second", rotation: [0, 0, 0, 1], mesh: 1 },
      ],
      meshes: [
        { weights: [0, 0], primitives: [{ attributes: { POSITION }, targets: [{ POSITION }, { POSITION }], material: 0 }] },
        { primitives: [{ attributes: { POSITION }, material: 1 }] },
      ],
      cameras: [{ name: "camera", type: "perspective", perspective: { yfov: 1, znear: 0.1 } }],
      materials: [
        {
          name: "material",
          alphaMode: "MASK",
          emissiveFactor: [0.5, 0.5, 0.5],
          pbrMetallicRoughness: { baseColorTexture: { ...texture, texCoord: 0 } },
          normalTexture: texture,
          extensions,
        },
        { name: "other" },
      ],
      textures: [{ source: 0 }],
      images: [{ uri: PNG }],
      extensions: { KHR_lights_punctual: { lights: [{ type: "point", name: "light" }] } },
      animations: [
        animation(
          channels.map(({ pointer, json, core }, i) => core ?? { ...channel(i, pointer), ...json }),
          samplers,
        ),
      ],
    };
  });
}

interface Loaded {
  readonly scene: Scene;
  readonly group: AnimationGroup | undefined;
  readonly warnings: readonly string[];
}

async function load(asset: Asset): Promise<Loaded> {
  const scene = createScene();
  const { result, warnings } = await collectWarnings(() => importAsset(asset, scene));
  return { scene, group: result.animationGroups[0], warnings };
}

function goTo(group: AnimationGroup | undefined, time: number): void {
  group!.start();
  group!.goToFrame(time * 60);
}

/** What the channels that are right animate, half a second into the animation. */
function expectTheRestToMove({ scene, group }: Loaded): void {
  expect(group!.targetedAnimations).toHaveLength(2);
  goTo(group, 0.5);
  const material = scene.getMaterialByName("material") as PBRMaterial;
  expect(material.emissiveColor.asArray()).toEqual([0.5, 0.5, 0.5]);
  expect((scene.getNodeByName("empty") as TransformNode).position.asArray()).toEqual([0.5, 0.5, 0.5]);
  goTo(group, 0.75);
  expect(material.emissiveColor.asArray()).toEqual([0.75, 0.75, 0.75]);
}

/** One warning, all else moves; where the extension is required, no file. */
async function expectRefusal(dialect: Dialect, channels: readonly TestChannel[], message: string): Promise<void> {
  const asset = createRich(dialect, channels);
  const loaded = await load(asset);
  expect(loaded.warnings).toEqual([message]);
  expectTheRestToMove(loaded);
  const required = { ...asset, json: { ...asset.json, extensionsRequired: [dialect.name] } };
  await expect(importAsset(required, createScene())).rejects.toThrow(message);
}

const ID = "that is a glTF id";
const NAME = "that is a name";
const TYPE = "that is a type";
const TEX_COORD = "that is which texture coordinates are used";
const TEXTURE = "that is a whole texture";
const UNKNOWN = "glTF does not define it as animatable";
const UNSTATED = "neither the asset nor glTF says what it is without animation";
const SYNTAX = "not a JSON pointer";
const OFFSET = "extensions/KHR_texture_transform/offset";

/** Pointers, and why they are refused. */
const POINTERS: readonly (readonly [pointer: string, why: string])[] = [
  // the structure of the asset
  ["/nodes/0/mesh", ID],
  ["/nodes/0/camera", ID],
  ["/nodes/0/skin", ID],
  ["/nodes/0/children/0", ID],
  ["/nodes/0/extensions/KHR_lights_punctual/light", ID],
  ["/scene", ID],
  ["/scenes/0/nodes/0", ID],
  ["/meshes/0/primitives/0/material", ID],
  ["/meshes/0/primitives/0/indices", ID],
  ["/meshes/0/primitives/0/attributes/POSITION", ID],
  ["/materials/0/normalTexture/index", ID],
  ["/materials/0/extensions/KHR_materials_volume/thicknessTexture/index", ID],
  ["/textures/0/source", ID],
  ["/textures/0/sampler", ID],
  ["/skins/0/joints/0", ID],
  ["/animations/0/samplers/0/input", ID],
  // names and types
  ["/nodes/0/name", NAME],
  ["/materials/0/name", NAME],
  ["/extensions/KHR_lights_punctual/lights/0/name", NAME],
  ["/cameras/0/type", TYPE],
  ["/extensions/KHR_lights_punctual/lights/0/type", TYPE],
  ["/materials/0/alphaMode", TYPE],
  // textures
  ["/materials/0/pbrMetallicRoughness/baseColorTexture/texCoord", TEX_COORD],
  ["/materials/0/normalTexture/extensions/KHR_texture_transform/texCoord", TEX_COORD],
  ["/materials/0/pbrMetallicRoughness/baseColorTexture", TEXTURE],
  ["/materials/0/normalTexture", TEXTURE],
  ["/materials/0/extensions/KHR_materials_volume/thicknessTexture", TEXTURE],
  // nothing that glTF knows
  ["/", UNKNOWN],
  ["/materials", UNKNOWN],
  ["/materials/0", UNKNOWN],
  ["/materials/0/shininess", UNKNOWN],
  ["/materials/0/doubleSided", UNKNOWN],
  ["/materials/0/EmissiveFactor", UNKNOWN],
  ["/material/0/emissiveFactor", UNKNOWN],
  ["/materials/0/pbrMetallicRoughness", UNKNOWN],
  ["/materials/0/alphaCutoff/0", UNKNOWN],
  ["/materials/0/emissiveFactor/0/0", UNKNOWN],
  ["/materials/0/emissiveFactor/x", UNKNOWN],
  ["/materials/0/emissiveFactor/", UNKNOWN],
  ["/materials//emissiveFactor", UNKNOWN],
  ["#/materials/0/emissiveFactor", UNKNOWN],
  ["/materials/emissiveFactor", UNKNOWN],
  // array indices
  ["/materials/00/emissiveFactor", UNKNOWN],
  ["/materials/01/emissiveFactor", UNKNOWN],
  ["/materials/-/emissiveFactor", UNKNOWN],
  ["/materials/-1/emissiveFactor", UNKNOWN],
  ["/materials/+1/emissiveFactor", UNKNOWN],
  ["/materials/1e0/emissiveFactor", UNKNOWN],
  ["/materials/ 1/emissiveFactor", UNKNOWN],
  ["/materials/1.0/emissiveFactor", UNKNOWN],
  ["/materials/0x1/emissiveFactor", UNKNOWN],
  ["/materials/\u0661/emissiveFactor", UNKNOWN],
  ["/materials/2/emissiveFactor", "there is no /materials/2"],
  ["/materials/4294967296/emissiveFactor", "there is no /materials/4294967296"],
  ["/nodes/3/translation", "there is no /nodes/3"],
  ["/cameras/1/perspective/yfov", "there is no /cameras/1/perspective"],
  ["/skins/0/extras/x", "there is no /skins/0/extras/x"],
  ["/extensions/KHR_lights_punctual/lights/1/color", "there is no /extensions/KHR_lights_punctual/lights/1"],
  ["/materials/0/emissiveFactor/3", "it has 3 components"],
  ["/nodes/2/rotation/4", "it has 4 components"],
  ["/nodes/0/weights/2", "it has 2 components"],
  ["/meshes/0/weights/2", "it has 2 components"],
  [`/materials/0/normalTexture/${OFFSET}/2`, "it has 2 components"],
  // objects that the asset does not have
  ["/cameras/0/orthographic/xmag", "there is no /cameras/0/orthographic"],
  // extensions that objects do not state: a default needs the object that encloses it (KHR_animation_pointer, "Operation")
  ["/nodes/0/extensions/KHR_node_visibility/visible", ruleOf("extensionStated", "/nodes/0/extensions/KHR_node_visibility")],
  ["/nodes/2/extensions/KHR_node_selectability/selectable", ruleOf("extensionStated", "/nodes/2/extensions/KHR_node_selectability")],
  ["/materials/0/extensions/KHR_materials_ior/ior", ruleOf("extensionStated", "/materials/0/extensions/KHR_materials_ior")],
  [
    "/materials/1/extensions/KHR_materials_emissive_strength/emissiveStrength",
    ruleOf("extensionStated", "/materials/1/extensions/KHR_materials_emissive_strength"),
  ],
  [`/materials/0/emissiveTexture/${OFFSET}`, "there is no /materials/0/emissiveTexture"],
  ["/materials/1/normalTexture/scale", "there is no /materials/1/normalTexture"],
  ["/extensions/KHR_lights_punctual/lights/0/spot/innerConeAngle", "there is no /extensions/KHR_lights_punctual/lights/0/spot"],
  ["/cameras/0/perspective/aspectRatio", UNSTATED],
  ["/cameras/0/perspective/zfar", UNSTATED],
  ["/extensions/KHR_lights_punctual/lights/0/range", UNSTATED],
  ["/nodes/1/weights", UNSTATED],
  ["/nodes/1/weights/0", UNSTATED],
  // what Babylon does not have
  ["/materials/0/extensions/ADOBE_materials_clearcoat_tint/clearcoatTintFactor", "Babylon does not load the ADOBE_materials extensions"],
  // RFC 6901
  ["/materials/0/emissiveFactor~", SYNTAX],
  ["/materials/0/emissive~2Factor", SYNTAX],
  ["/~materials/0/emissiveFactor", SYNTAX],
  // an escaped slash is part of a name, and no member has that name
  ["/materials~10~1emissiveFactor", UNKNOWN],
  ["/materials/1~1emissiveFactor", UNKNOWN],
  ["/materials~1{}~1emissiveFactor", UNKNOWN],
  ["/materials/0/normalTexture/extensions~1KHR_texture_transform~1offset", UNKNOWN],
  // what objects have besides their members
  ["/__proto__", UNKNOWN],
  ["/materials/0/__proto__", UNKNOWN],
  ["/materials/__proto__/emissiveFactor", UNKNOWN],
  ["/__proto__/0/emissiveFactor", UNKNOWN],
  ["/materials/0/constructor/prototype", UNKNOWN],
  ["/materials/constructor/emissiveFactor", UNKNOWN],
  ["/materials/0/emissiveFactor/length", UNKNOWN],
  ["/materials/length", UNKNOWN],
  ["/nodes/0/toString", UNKNOWN],
  ["/nodes/0/hasOwnProperty", UNKNOWN],
];

describe.each(DIALECTS)("$name", (dialect) => {
  const sampler: TestSampler = { type: "VEC3" };

  describe("refuses a pointer:", () => {
    it.each(POINTERS)("%s (%s)", async (pointer, why) => {
      const shown = pointer.startsWith("/") ? pointer : `/${pointer}`;
      const message = `${dialect.pointerAt(1)}: ${ruleOf("animatable", shown, why)}`;
      await expectRefusal(dialect, [BEFORE, { pointer, sampler }, AFTER], message);
    });

    it("that is empty", async () => {
      await expectRefusal(dialect, [BEFORE, { pointer: "", sampler }, AFTER], `${dialect.pointerAt(1)}: ${ruleOf("nameProperty")}`);
    });
  });

  const VISIBLE = "/nodes/1/extensions/KHR_node_visibility/visible";
  const OTHER = "/materials/1/emissiveFactor";
  const COLOR = "/materials/1/pbrMetallicRoughness/baseColorFactor";
  const output = (wanted: string, pointer: string, got: string): string =>
    `${ruleOf("components", `an output of ${wanted}`)} for ${pointer} (got ${got})`;

  describe("refuses a sampler:", () => {
    it.each<readonly [comment: string, pointer: string, sampler: TestSampler, rule: string]>([
      ["true or false, LINEAR", VISIBLE, { type: "SCALAR", interpolation: "LINEAR" }, ruleOf("useStep", VISIBLE, "LINEAR")],
      ["true or false, LINEAR by default", VISIBLE, { type: "SCALAR" }, ruleOf("useStep", VISIBLE, "LINEAR")],
      [
        "true or false, CUBICSPLINE",
        VISIBLE,
        { type: "SCALAR", count: 6, interpolation: "CUBICSPLINE" },
        ruleOf("useStep", VISIBLE, "CUBICSPLINE"),
      ],
      ["VEC4 for three components", OTHER, { type: "VEC4" }, output("2 x 3", OTHER, "2 x VEC4")],
      ["VEC2 for three components", OTHER, { type: "VEC2", count: 3 }, output("2 x 3", OTHER, "3 x VEC2")],
      ["VEC3 for a quaternion", "/nodes/2/rotation", { type: "VEC3" }, output("2 x 4", "/nodes/2/rotation", "2 x VEC3")],
      ["VEC3 for a number", "/materials/1/alphaCutoff", { type: "VEC3" }, output("2 x 1", "/materials/1/alphaCutoff", "2 x VEC3")],
      ["MAT2 for four components", COLOR, { type: "MAT2" }, output("2 x 4", COLOR, "2 x MAT2")],
      ["VEC4 for a matrix", "/nodes/2/matrix", { type: "VEC4", count: 8 }, output("2 x 16", "/nodes/2/matrix", "8 x VEC4")],
      ["VEC2 for two weights", "/nodes/0/weights", { type: "VEC2" }, output("2 x 2", "/nodes/0/weights", "2 x VEC2")],
      ["too few scalars", OTHER, { type: "SCALAR", count: 5 }, output("2 x 3", OTHER, "5 x SCALAR")],
      ["one scalar for each key of three components", OTHER, { type: "SCALAR" }, output("2 x 3", OTHER, "2 x SCALAR")],
      ["too few weights", "/nodes/0/weights", { type: "SCALAR", count: 2 }, output("2 x 2", "/nodes/0/weights", "2 x SCALAR")],
      ["too many keys", OTHER, { type: "VEC3", count: 3 }, output("2 x 3", OTHER, "3 x VEC3")],
      ["too few keys", OTHER, { type: "VEC3", count: 1 }, output("2 x 3", OTHER, "1 x VEC3")],
      ["an array for one element", `${OTHER}/1`, { type: "VEC3" }, output("2 x 1", OTHER, "2 x VEC3")],
      ["no tangents for CUBICSPLINE", OTHER, { type: "VEC3", interpolation: "CUBICSPLINE" }, output("2 x 9", OTHER, "2 x VEC3")],
      ["tangents for LINEAR", OTHER, { type: "VEC3", count: 6 }, output("2 x 3", OTHER, "6 x VEC3")],
    ])("%s", async (_, pointer, wrong, rule) => {
      await expectRefusal(dialect, [BEFORE, { pointer, sampler: wrong }, AFTER], `${dialect.channelAt(1)}: ${rule}`);
    });

    it.each<readonly [comment: string, json: Json, got: string]>([
      ["an index that there is no sampler for", { sampler: 9 }, "undefined"],
      ["no index", { sampler: undefined }, "undefined"],
    ])("%s", async (_, json, got) => {
      const message = `${dialect.channelAt(1)}/sampler: ${ruleOf("indexOfWholeSampler", got)}`;
      await expectRefusal(dialect, [BEFORE, { pointer: OTHER, sampler, json }, AFTER], message);
    });

    it.each<readonly [comment: string, json: Json]>([
      ["an output that there is no accessor for", { input: 1, output: 99 }],
      ["an input that there is no accessor for", { input: 99, output: 1 }],
      ["an output that is no index", { input: 1, output: "2" }],
    ])("%s", async (_, json) => {
      const got = JSON.stringify(json);
      const message = `${dialect.channelAt(1)}/sampler: ${ruleOf("indexOfWholeSampler", got)}`;
      await expectRefusal(dialect, [BEFORE, { pointer: OTHER, sampler: { type: "VEC3", json } }, AFTER], message);
    });

    it.each<readonly [comment: string, sampler: TestSampler]>([
      ["times that are no scalars", { type: "VEC3", inputType: "VEC3" }],
      ["an interpolation that glTF does not have", { type: "VEC3", interpolation: "SPLINE" }],
    ])("%s", async (_, wrong) => {
      const asset = createRich(dialect, [BEFORE, { pointer: OTHER, sampler: wrong }, AFTER]);
      const loaded = await load(asset);
      expect(loaded.warnings).toHaveLength(1);
      expect(loaded.warnings[0]).toMatch(`${dialect.channelAt(1)}`);
      expectTheRestToMove(loaded);
    });
  });

  describe("refuses the second channel on one property:", () => {
    const twice = (pointer: string): string => `${dialect.pointerAt(1)}: ${ruleOf("animatedOnce", pointer)}`;

    it.each<readonly [comment: string, first: string, second: string]>([
      ["the same", EMISSIVE, EMISSIVE],
      ["the same, without its slash", EMISSIVE, EMISSIVE.slice(1)],
      ["an array and one of its elements", EMISSIVE, `${EMISSIVE}/2`],
    ])("%s", async (_, first, second) => {
      const typeOf = (pointer: string): AccessorType => (/\d$/.test(pointer) ? "SCALAR" : "VEC3");
      const channels = [first, second].map((pointer) => ({ pointer, sampler: { type: typeOf(pointer) } }));
      await expectRefusal(dialect, [...channels, AFTER], twice(second.startsWith("/") ? second : `/${second}`));
    });

    const OTHER_ELEMENT = { pointer: `${OTHER}/1`, sampler: { type: "SCALAR" } } as const;

    it.each<readonly [comment: string, second: TestChannel, got: string]>([
      ["an element and its array", { pointer: OTHER, sampler }, OTHER],
      ["the same element", OTHER_ELEMENT, `${OTHER}/1`],
    ])("%s", async (_, second, got) => {
      const loaded = await load(createRich(dialect, [OTHER_ELEMENT, second, AFTER]));
      expect(loaded.warnings).toEqual([twice(got)]);
      expect(loaded.group!.targetedAnimations).toHaveLength(2);
    });

    it("of which one is a channel of glTF itself", async () => {
      const core: TestChannel = { ...AFTER, core: { sampler: 0, target: { node: 1, path: "translation" } } };
      const loaded = await load(createRich(dialect, [core, AFTER, BEFORE]));
      expect(loaded.warnings).toEqual([twice(TRANSLATION)]);
      expectTheRestToMove(loaded);
    });
  });

  const core = (node: number, path: string): Json => ({ sampler: 0, target: { node, path } });

  it.each<readonly [comment: string, first: TestChannel, second: TestChannel]>(
    ["translation", "rotation", "scale"].flatMap((path) => {
      const part = { pointer: `/nodes/2/${path}`, sampler: { type: path === "rotation" ? "VEC4" : "VEC3" } } as const;
      const matrix = { pointer: "/nodes/2/matrix", sampler: { type: "MAT4" } } as const;
      return [
        [`matrix and ${path}`, matrix, part],
        [`${path} and matrix`, part, matrix],
        [`an element of a matrix and ${path}`, { pointer: "/nodes/2/matrix/3", sampler: { type: "SCALAR" } }, part],
        [`an element of ${path} and matrix`, { pointer: `/nodes/2/${path}/1`, sampler: { type: "SCALAR" } }, matrix],
        [`${path}, animated as glTF itself does, and matrix`, { ...part, core: core(2, path) }, matrix],
      ] as const;
    }),
  )("refuses the second of two channels that move one node: %s", async (_, first, second) => {
    const loaded = await load(createRich(dialect, [first, second, AFTER]));
    expect(loaded.warnings).toEqual([`${dialect.pointerAt(1)}: ${ruleOf("animatedOnce", second.pointer)}`]);
  });

  const MESH_WEIGHTS = { pointer: "/meshes/0/weights", sampler: { type: "SCALAR", count: 4 } } as const;
  const NODE_WEIGHTS = { pointer: "/nodes/0/weights", sampler: { type: "SCALAR", count: 4 } } as const;

  it.each<readonly [comment: string, first: TestChannel, second: TestChannel]>([
    ["of a mesh and a node with it", MESH_WEIGHTS, NODE_WEIGHTS],
    ["of a node and its mesh", NODE_WEIGHTS, MESH_WEIGHTS],
    ["one of a node, all of its mesh", { pointer: "/nodes/0/weights/1", sampler: { type: "SCALAR" } }, MESH_WEIGHTS],
    ["one of a mesh, another one of a node", { pointer: "/meshes/0/weights/0", sampler: { type: "SCALAR" } }, { pointer: "/nodes/0/weights/1", sampler: { type: "SCALAR" } }], // oxfmt-ignore
    ["of a node, animated as glTF itself does, and its mesh", { ...NODE_WEIGHTS, core: core(0, "weights") }, MESH_WEIGHTS],
  ])("takes two channels on the weights %s", async (_, first, second) => {
    const loaded = await load(createRich(dialect, [first, second, AFTER]));
    expect(loaded.warnings).toEqual([]);
  });

  it("takes two elements of a matrix, parts of two nodes, and the weights of a mesh beside those that a node has itself", async () => {
    const scalar = { type: "SCALAR" } as const;
    const channels: TestChannel[] = [
      { pointer: "/nodes/2/matrix/12", sampler: scalar },
      { pointer: "/nodes/2/matrix/13", sampler: scalar },
      { pointer: "/nodes/1/translation/0", sampler: scalar },
      { pointer: "/nodes/1/translation/1", sampler: scalar },
      { pointer: "/nodes/1/scale", sampler: { type: "VEC3" } },
      { pointer: "/nodes/0/weights", sampler: { type: "SCALAR", count: 4 } },
      MESH_WEIGHTS,
    ];
    const { json, bin } = createRich(dialect, channels);
    json["nodes"][0].weights = [0, 0];
    expect((await load({ json, bin })).warnings).toEqual([]);
  });

  it.each<readonly [comment: string, first: string, second: string]>([
    ["an array and its element", "/nodes/1/extras/list", "/nodes/1/extras/list/1"],
    ["an element and its array", "/nodes/1/extras/list/1", "/nodes/1/extras/list"],
    ["the same element", "/nodes/1/extras/list/1", "/nodes/1/extras/list/1"],
  ])("refuses the second channel on one property of extras: %s", async (_, first, second) => {
    const channels = [first, second].map((pointer) => ({ pointer, sampler: { type: /\d$/.test(pointer) ? "SCALAR" : "VEC3" } as const }));
    const { json, bin } = createRich(dialect, [...channels, AFTER]);
    json["nodes"][1].extras = { list: [1, 2, 3] };
    const loaded = await load({ json, bin });
    expect(loaded.warnings).toEqual([`${dialect.pointerAt(1)}: ${ruleOf("animatedOnce", second)}`]);
    expect(loaded.group!.targetedAnimations).toHaveLength(2);
  });

  it("takes two elements of one array, and one property in two animations", async () => {
    const channels = [0, 2].map((element) => ({ pointer: `${EMISSIVE}/${element}`, sampler: { type: "SCALAR" } as const }));
    const { json, bin } = createRich(dialect, channels);
    const loaded = await load({ json: { ...json, animations: [json["animations"][0], structuredClone(json["animations"][0])] }, bin });
    expect(loaded.warnings).toEqual([]);
    goTo(loaded.group, 0.25);
    const { emissiveColor } = loaded.scene.getMaterialByName("material") as PBRMaterial;
    expect(emissiveColor.asArray()).toEqual([0.25, 0.5, 0.25]);
  });

  it("warns once for each of several channels, in their order", async () => {
    const wrong = ["/nodes/0/mesh", "/nodes/9/translation", "/nodes/0/name"].map((pointer) => ({ pointer, sampler }));
    const loaded = await load(createRich(dialect, [wrong[0]!, BEFORE, wrong[1]!, AFTER, wrong[2]!]));
    expect(loaded.warnings).toEqual([
      `${dialect.pointerAt(0)}: ${ruleOf("animatable", "/nodes/0/mesh", ID)}`,
      `${dialect.pointerAt(2)}: ${ruleOf("animatable", "/nodes/9/translation", "there is no /nodes/9")}`,
      `${dialect.pointerAt(4)}: ${ruleOf("animatable", "/nodes/0/name", NAME)}`,
    ]);
    expectTheRestToMove(loaded);
  });

  it("does not fall back on the node of a target whose pointer is refused", async () => {
    const { json, bin } = createRich(dialect, [BEFORE, { pointer: "/nodes/0/mesh", sampler }, AFTER]);
    Object.assign(json["animations"][0].channels[1].target, { node: 2, path: "translation" });
    const loaded = await load({ json, bin });
    expectTheRestToMove(loaded);
    expect((loaded.scene.getNodeByName("second") as TransformNode).position.asArray()).toEqual([0, 0, 0]);
  });

  it("loads where the extension is required and the file is valid", async () => {
    const { json, bin } = createRich(dialect, [BEFORE, AFTER]);
    const loaded = await load({ json: { ...json, extensionsRequired: [dialect.name] }, bin });
    expect(loaded.warnings).toEqual([]);
    expectTheRestToMove(loaded);
  });

  it("skips an animation without a valid channel, and loads the others", async () => {
    const { json, bin } = createRich(dialect, [BEFORE, AFTER, { pointer: "/nodes/0/mesh", sampler }]);
    const { channels, samplers } = json["animations"][0] as { channels: Json[]; samplers: Json[] };
    json["animations"] = [
      { channels: channels.splice(2), samplers },
      { channels, samplers: structuredClone(samplers) },
    ];
    const { result, warnings } = await collectWarnings(() => importAsset({ json, bin }, createScene()));
    expect(warnings).toHaveLength(1);
    expect(result.animationGroups.map(({ targetedAnimations }) => targetedAnimations.length).filter((length) => length > 0)).toEqual([2]);
  });
});

describe("targets of KHR_animation2", () => {
  const at = (i: number): string => `/animations/0/channels/${i}/targets`;
  const targets = (pointers: readonly string[], sampler: TestSampler): TestChannel => ({
    pointer: "",
    sampler,
    json: { target: undefined, targets: pointers },
  });

  it.each<readonly [comment: string, pointers: readonly string[], sampler: TestSampler, message: string]>([
    [
      "one that is wrong",
      ["/materials/1/emissiveFactor/0", "/nodes/0/mesh"],
      { type: "VEC2" },
      `${at(1)}: ${ruleOf("animatable", "/nodes/0/mesh", ID)}`,
    ],
    [
      "one that is there twice",
      ["/materials/1/emissiveFactor/0", "/materials/1/emissiveFactor/0"],
      { type: "VEC2" },
      `${at(1)}: ${ruleOf("animatedOnce", "/materials/1/emissiveFactor/0")}`,
    ],
    [
      "one that is true or false behind a number, LINEAR",
      ["/materials/1/emissiveFactor/0", "/nodes/1/extensions/KHR_node_visibility/visible"],
      { type: "VEC2" },
      `/animations/0/channels/1: ${ruleOf("useStep", "/nodes/1/extensions/KHR_node_visibility/visible", "LINEAR")}`,
    ],
    [
      "more than the output has components",
      ["/materials/1/emissiveFactor/0", "/materials/1/emissiveFactor/2"],
      { type: "VEC3" },
      `/animations/0/channels/1: ${ruleOf("outputComponents", 2, 2, "/materials/1/emissiveFactor", "2 x VEC3")}`,
    ],
  ])("are refused together: %s", async (_, pointers, sampler, message) => {
    await expectRefusal(ANIMATION2, [BEFORE, targets(pointers, sampler), AFTER], message);
  });

  it("do not affect other channels where they are refused", async () => {
    // the red of the other material would be free, but the emissive color of the first is not
    const refused = targets(["/materials/1/emissiveFactor/0", `${EMISSIVE}/0`], { type: "VEC2" });
    const free: TestChannel = { pointer: "/materials/1/emissiveFactor/0", sampler: { type: "SCALAR" } };
    const loaded = await load(createRich(ANIMATION2, [BEFORE, refused, free]));
    expect(loaded.warnings).toEqual([`${at(1)}: ${ruleOf("animatedOnce", `${EMISSIVE}/0`)}`]);
    expect(loaded.group!.targetedAnimations).toHaveLength(2);
  });
});

describe("EXT_property_animation", () => {
  const wrong = (json: Json): TestChannel => ({ pointer: "/nodes/2/scale", sampler: { type: "VEC3" }, json });

  it.each<readonly [comment: string, channel: TestChannel, message: string]>([
    [
      "a pointer to what cannot be animated",
      { pointer: "/nodes/0/mesh", sampler: { type: "VEC3" } },
      `${PROPERTY.pointerAt(1)}: ${ruleOf("animatable", "/nodes/0/mesh", ID)}`,
    ],
    ["no pointer", wrong({ target: undefined }), `${PROPERTY.pointerAt(1)}: ${ruleOf("string", "undefined")}`],
    ["a number for a pointer", wrong({ target: 5 }), `${PROPERTY.pointerAt(1)}: ${ruleOf("string", 5)}`],
    ["the target of a channel of glTF", wrong({ target: { node: 2 } }), `${PROPERTY.pointerAt(1)}: ${ruleOf("string", '{"node":2}')}`],
    ["no sampler", wrong({ sampler: undefined }), `${PROPERTY.channelAt(1)}/sampler: ${ruleOf("indexOfSampler", "undefined")}`],
  ])("refuses %s", async (_, channel, message) => {
    await expectRefusal(PROPERTY, [BEFORE, channel, AFTER], message);
  });

  it("refuses an extension without channels, and loads the rest", async () => {
    const asset = createRich(PROPERTY, []);
    const loaded = await load(asset);
    expect(loaded.warnings).toEqual([`/animations/0/extensions/EXT_property_animation/channels: ${ruleOf("notEmpty")}`]);
    expect(loaded.scene.getMaterialByName("material")).not.toBeNull();
  });
});
